"""One phone as its viewers see it: the tab in front, its picture, and why there is none.

A stage runs while somebody has it open. It opens the phone's session when there is none, follows
the tab that is before the person, casts it while somebody looks, and says what is in the way;
what goes wrong is tried again, for a phone comes and goes.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from bridge.adb.launch import bring, launch
from bridge.adb.parse import over_wifi
from bridge.errors import BridgeError, LateFault, PhoneGone, ScreenFault
from bridge.fleet import Fleet, Phone
from bridge.page.browser import Browser
from bridge.page.screencast import Frame, Measure
from bridge.page.watched import front
from bridge.serve.caption import rows, tell
from bridge.serve.checklist import checks
from bridge.serve.onlooker import Onlooker
from bridge.serve.shown import Shown, show

log = logging.getLogger(__name__)

AGAIN_SECONDS = 2.0
"""Between two looks at a phone that cannot be shown."""
HIDDEN_SECONDS = 1.0
CLOSED_SECONDS = 0.3
"""After a tab closed, until Chrome has another one in front."""
TITLE_SECONDS = 2.0
QUEUE_SECONDS = 60.0

_NUMBERS = itertools.count(1)
"""Of frames, of all phones: what quotes one of another phone is told apart."""
_CHROME = frozenset({"CHROME_NOT_RUNNING", "CHROME_MISSING", "TAB_NOT_FOUND"})
_PHONE = frozenset(
    {
        *("NO_DEVICE", "MANY_DEVICES", "DEVICE_UNAUTHORIZED", "DEVICE_OFFLINE", "DEVICE_BOOTING"),
        *("NO_PERMISSIONS", "ADB_MISSING", "ADB_BROKEN"),
    }
)


class Stage:
    """One phone and those who have it open.

    Args:
        fleet: The phones.
        serial: Which one.
        found: Called with a serial once there is one, for a stage without.
        busy: Says whether an agent's call is under way on a phone.

    Attributes:
        onlookers: The first of them came first.
        steering: Who has the wheel.
        browser: The phone's Chrome, while its session stands.
        shown: The tab that is shown.
    """

    def __init__(
        self,
        fleet: Fleet,
        serial: str,
        found: Callable[[str], None] = lambda _: None,
        busy: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self.serial = serial
        self.onlookers: list[Onlooker] = []
        self.steering: Onlooker | None = None
        self.browser: Browser | None = None
        self.shown: Shown | None = None
        self._fleet = fleet
        self._found = found
        self._busy = busy
        self._state: dict[str, Any] = {"state": "connecting"}
        self._stirred = asyncio.Event()
        self._look = True
        self._learn = True
        self._restart = False

    def join(self, onlooker: Onlooker) -> None:
        """Take in somebody who has it open; the first one steers."""
        self.onlookers.append(onlooker)
        self.steering = self.steering or onlooker
        onlooker.forget("state", "page", "tabs", "steering", "dialog")
        onlooker.tell_if_new("state", **self._state)
        self._tell_page(onlooker)
        self._tell_wheel()
        self.watched(onlooker)

    def leave(self, onlooker: Onlooker) -> None:
        """Forget somebody who left; the next one steers."""
        if onlooker in self.onlookers:
            self.onlookers.remove(onlooker)
        if self.steering is onlooker:
            self.let_go()
            self.steering = next(iter(self.onlookers), None)
        self._tell_wheel()
        self.stir()

    def steer(self, onlooker: Onlooker) -> None:
        """Give somebody the wheel."""
        if self.steering is not onlooker:
            self.let_go()
        self.steering = onlooker
        self._tell_wheel()

    def watched(self, onlooker: Onlooker) -> None:
        """Take in that somebody began or ended to look."""
        if onlooker.watching and self.frame is not None:
            onlooker.slot.put(self.frame)
        self.stir()

    def stir(self) -> None:
        """Look again how things are."""
        self._stirred.set()

    def let_go(self) -> None:
        """Lift a finger that is down: nobody holds it any more."""
        if self.shown is not None:
            self.shown.let_go()

    # what they do

    @property
    def frame(self) -> Frame | None:
        """The newest picture of the tab that is shown."""
        return self.shown.cast.last if self.shown is not None else None

    def measure(self, n: int | None) -> Measure:
        """Return how the picture that somebody looked at lies on the page.

        Raises:
            ScreenFault: `MOVED`: it is of another tab, or none is shown.
        """
        found = self.shown.cast.measure(n) if self.shown is not None else None
        if found is None:
            raise ScreenFault("MOVED", "the picture changed before the touch")
        return found

    def what(self) -> Shown:
        """Return what is shown.

        Raises:
            PhoneGone: Nothing is.
        """
        if self.shown is None:
            raise PhoneGone("no page of the phone is shown")
        return self.shown

    def look_again(self) -> None:
        """Look which tab is in front, and where it is."""
        self._look = self._learn = True
        self.stir()

    async def open_chrome(self, seconds: float) -> None:
        """Start Chrome, or bring it to the front.

        Raises:
            BridgeError: It did not come.
        """
        phone = await self._fleet.phone(self.serial or None)
        await launch(phone.device, None, seconds=seconds)
        await bring(phone.device, seconds=seconds)
        self.look_again()

    async def wake(self, seconds: float) -> None:
        """Switch the phone's screen on; a lock stays locked.

        Raises:
            BridgeError: It cannot be asked.
        """
        phone = await self._fleet.phone(self.serial or None)
        await phone.device.shell("input keyevent KEYCODE_WAKEUP", seconds=seconds)
        self.look_again()

    # the stage itself

    async def run(self) -> None:
        """Show the phone while somebody has it open."""
        try:
            while self.onlookers:
                if not await self._tried() and self.onlookers:
                    await self._pause(AGAIN_SECONDS)
        finally:
            self._drop()

    async def _tried(self) -> bool:
        """Try to show the phone; say whether it was shown, until its session ended."""
        try:
            if self.serial:
                await self._show()
                return True
            await self._seek()
        except BridgeError as problem:
            await self._explain(problem)
        except Exception:  # a defect of ours must not take the web down
            log.exception("a stage crashed")
            self._say("ended", reason="a defect of the Bridge; `tapbridge logs` tells more")
        return False

    async def _pause(self, seconds: float | None) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._stirred.wait()
        self._stirred.clear()

    async def _seek(self) -> None:
        """Find a phone that can be shown."""
        report = await self._fleet.report()
        ready = next((each for each in report.devices if each.state == "ready"), None)
        if ready is not None:
            self._found(ready.serial)
        elif not report.enabled:
            self._say("off", reason="Phones are switched off in the settings (adb.enabled).")
        else:
            told = report.problem.message if report.problem else "adb sees no phone."
            self._say("no_phone", reason=told, checks=checks(report, None))

    async def _show(self) -> None:
        """Show the phone until its session ends or nobody has it open."""
        phone = await self._fleet.phone(self.serial)
        browser = await self._opened(phone)
        self.browser = browser
        unheard = browser.on_end(self.stir)
        off = browser.targets.on_change(lambda *_: self._moved())
        self._look = True
        try:
            while browser.alive and self.onlookers:
                self._stirred.clear()
                seconds = await self._once(phone, browser)
                if browser.alive:
                    await self._pause(seconds)
        except BridgeError:
            if browser.alive:
                raise
        finally:
            off()
            unheard()
            self._drop()
            self.browser = None
        self._say("connecting", reason=browser.reason or "")

    async def _opened(self, phone: Phone) -> Browser:
        """Return its session; one that is opened is waited for, and its owner too."""
        if phone.lively:
            return await phone.browser()
        if self._state["state"] in ("live", "asleep"):
            self._say("connecting")
        try:
            async with asyncio.timeout(QUEUE_SECONDS):
                await phone.lock.acquire()
        except TimeoutError as late:
            raise LateFault("another call holds the phone") from late
        try:
            return await phone.browser()
        finally:
            phone.lock.release()

    async def _once(self, phone: Phone, browser: Browser) -> float | None:
        """Bring everything up to date; return after how long to look again by ourselves."""
        if self.shown is not None and not self.shown.alive:
            self._drop()
            self._look = True
            await asyncio.sleep(CLOSED_SECONDS)
        # a page with a dialog open does not tell whether it is in front
        if self._look and not (self.shown is not None and self.shown.tab.dialog):
            self._look = False
            there = await front(browser.targets, self.shown.tab if self.shown else None)
            if there is None:
                self._look = self._restart = True
                await self._why_hidden(phone, browser)
                return HIDDEN_SECONDS
            try:
                await self._take(browser, there)
            except ScreenFault:
                self._look = True
                return CLOSED_SECONDS
        if self.shown is not None:
            if self._learn:
                self._learn = not await self.shown.tab.learn()
            await self.shown.direct(wanted=self._looked_at, anew=self._restart)
            self._restart = False
        self._say("live")
        for each in self.onlookers:
            self._tell_page(each)
        if self._learn:
            return CLOSED_SECONDS
        self._learn = self._looked_at  # next time: no event tells of a title that is set later
        return TITLE_SECONDS if self._learn else None

    @property
    def _looked_at(self) -> bool:
        return any(each.watching for each in self.onlookers)

    async def _take(self, browser: Browser, target_id: str) -> None:
        """Show a tab."""
        if self.shown is not None and self.shown.tab.target_id == target_id:
            return
        self._drop()
        self.shown = await show(
            browser,
            target_id,
            self._fleet.group,
            numbers=_NUMBERS,
            handed=self._handed,
            hid=self._hid,
            moved=self._moved,
            seconds=self._fleet.settings.limits.command_seconds,
            wifi=over_wifi(self.serial),
            calm=lambda: self._busy(self.serial),
        )

    def _drop(self) -> None:
        """Show the tab no longer."""
        shown, self.shown = self.shown, None
        if shown is not None:
            shown.close()

    def _handed(self, frame: Frame) -> None:
        for each in self.onlookers:
            if each.watching:
                each.slot.put(frame)

    def _moved(self) -> None:
        self._learn = True
        self.stir()

    def _hid(self) -> None:
        self._look = True
        self.stir()

    async def _why_hidden(self, phone: Phone, browser: Browser) -> None:
        try:
            sight = await phone.device.sight()
        except BridgeError as unknown:
            self._say("connecting", reason=unknown.message)
            return
        if sight.awake is False:
            self._say("asleep", reason="The phone's screen is off.")
        elif sight.locked:
            self._say("asleep", reason="The phone shows its lock screen.")
        elif sight.front is not None and sight.front != browser.package:
            self._say("chrome_closed", reason="Another app is in front of Chrome.")
        else:
            hidden = ", or an incognito tab, which is not shown" if browser.targets.hidden else ""
            told = f"Chrome shows no page: its tab switcher may be open{hidden}."
            self._say("connecting", reason=told)

    async def _explain(self, problem: BridgeError) -> None:
        """Say why the phone cannot be shown."""
        if problem.code == "ANDROID_OFF":
            self._say("off", reason=problem.message)
            return
        if problem.code not in _CHROME | _PHONE:
            self._say("ended", reason=problem.message)
            return
        try:
            rows = checks(await self._fleet.report(), self.serial)
        except BridgeError as unknown:
            log.debug("no report: %s", unknown.code)
            rows = []
        state = "chrome_closed" if problem.code in _CHROME else "no_phone"
        self._say(state, reason=problem.message, checks=rows)

    # what they are told

    def _say(self, state: str, **more: Any) -> None:
        self._state = {"state": state, **more}
        for each in self.onlookers:
            each.tell_if_new("state", **self._state)

    def _tell_page(self, onlooker: Onlooker) -> None:
        if self.shown is not None:
            tell(onlooker, self.shown)

    def tabs(self) -> list[dict[str, Any]]:
        """Return the open tabs."""
        return rows(self.shown) if self.shown is not None else []

    def _tell_wheel(self) -> None:
        for each in self.onlookers:
            you = each is self.steering
            each.tell_if_new("steering", you=you, count=len(self.onlookers))

"""One phone's native screen: what was seen of it last, and acts that quote that.

A look is one shell round trip. An act is one too: it runs only where the phone's own shell
finds the same window, display and element as were seen, and tells what is there after.
"""

from __future__ import annotations

import asyncio
import itertools
import secrets
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from contextvars import ContextVar
from dataclasses import dataclass

from bridge.adb.device import Device
from bridge.adb.parse import locked
from bridge.addresses import App
from bridge.cdp import outgo
from bridge.during import during
from bridge.errors import BridgeError, LateFault, PhoneGone, ScreenFault, UnknownOutcome
from bridge.native import refusals, script, told
from bridge.native.elements import Element, number
from bridge.native.hierarchy import NotATree, Tree, parse
from bridge.native.look import TTL_SECONDS, Look
from bridge.native.told import Display, Front

_AGAIN = frozenset({"TREE_EMPTY", "TREE_STALE"})
_PAUSE_SECONDS = 0.3
_ASK_SECONDS = 10.0
BROWSERS_SECONDS = 60.0
"""How long it is remembered which apps open web addresses."""
_BROWSERS = (
    "cmd package query-activities --brief --user current -a android.intent.action.VIEW "
    "-c android.intent.category.BROWSABLE -d https://example.com"
)
_CHANGED = {
    "": "another app or window is in front",
    "front": "the display was turned, folded or resized",
    "size": "the element is not there as it was",
}

Refusal = Callable[[str], BridgeError | None]

_fronts: ContextVar[list[Front] | None] = ContextVar("fronts", default=None)


def hearing(fronts: list[Front]) -> AbstractContextManager[None]:
    """Put into `fronts` what the phone says is in front, until the block ends."""
    return during(_fronts, fronts)


@dataclass(frozen=True, slots=True)
class After:
    """What came of an act.

    Attributes:
        front: What is in front now.
        look: The screen now; None where nobody asked, or it cannot be read.
        blind: Why it cannot be read.
    """

    front: Front
    look: Look | None = None
    blind: BridgeError | None = None


@dataclass(frozen=True, slots=True)
class Shown:
    """A picture that an agent was given, by whose pixels it may point.

    Attributes:
        width: Of the display, in device pixels. So `height`.
        scale: Device pixels to one of the picture.
        at: When it was taken, of the loop's clock.
    """

    width: int
    height: int
    scale: float
    at: float


class Screen:
    """The native screen of one phone.

    Args:
        device: The phone.
        tree_seconds: Limit of one look, with all its tries.
        display: Android's number of the display; None for the one that has a focus.
        judge: Refuses an app, or an address, that a person has blocked.
        opens_browsers: Whether an agent may start one.
    """

    def __init__(
        self,
        device: Device,
        *,
        tree_seconds: float,
        display: int | None = None,
        judge: Callable[[App | str], object] = lambda _: None,
        opens_browsers: bool = False,
    ) -> None:
        self.device = device
        self.display = display
        self.judge, self.opens_browsers = judge, opens_browsers
        self._seconds = tree_seconds
        self._numbers = itertools.count(1)
        self._last: Look | None = None
        self._shown: Shown | None = None
        self._browsers: frozenset[str] = frozenset()
        self._browsers_until = 0.0
        self._reading = asyncio.Lock()  # Android has one UIAutomator, and refuses a second

    @property
    def last(self) -> Look | None:
        """What was seen last, while it may be quoted."""
        look = self._last
        if look is None or asyncio.get_running_loop().time() - look.at > TTL_SECONDS:
            return None
        return look

    def quoted(self) -> Look:
        """Return what was seen last, for an act that names a number of it.

        Raises:
            ScreenFault: `STALE_UID`: nothing was, or too long ago.
        """
        if (look := self.last) is None:
            raise ScreenFault("STALE_UID", "no tree was read within the last two minutes")
        return look

    def picture_shown(self, width: int, height: int, scale: float) -> Shown:
        """Take note of a picture that an agent is given."""
        self._shown = Shown(width, height, scale, asyncio.get_running_loop().time())
        return self._shown

    def device_point(self, point: tuple[int, int]) -> tuple[int, int]:
        """Turn a point of the last picture into one of the device; without one it is one.

        Raises:
            ScreenFault: `TAP_MISSED`: it lies outside. `STALE_UID`: the picture is too old.
        """
        shown, last = self._shown, self.last
        if shown is None:
            size = last.view if last is not None else None
            x, y = point
            if size is not None and not (x < size.right and y < size.bottom):
                raise ScreenFault("TAP_MISSED", f"the screen is {size.width}x{size.height}")
            return point
        if asyncio.get_running_loop().time() - shown.at > TTL_SECONDS:
            told = "the picture is older than two minutes"
            raise ScreenFault("STALE_UID", told, hint="Take a new phone_screenshot.")
        x, y = (round((each + 0.5) * shown.scale - 0.5) for each in point)
        if not (x < shown.width and y < shown.height):
            raise ScreenFault("TAP_MISSED", "the point lies outside of the last picture")
        return x, y

    async def front(self) -> Front:
        """Ask what is in front.

        Raises:
            BridgeError: As of `Device.shell`.
        """
        token = secrets.token_hex(4)
        ran = await self.device.shell(script.look(token, tree=False), seconds=_ASK_SECONDS)
        return self._heard(script.sections(ran.text, token), "after")

    async def note_front(self) -> None:
        """Ask what is in front, where somebody has to know what an answer is of."""
        if _fronts.get() is not None:
            await self.front()

    async def is_browser(self, front: Front) -> bool:
        """Say whether an app opens web addresses; when that cannot be learned, it counts as one."""
        now = asyncio.get_running_loop().time()
        if now > self._browsers_until:
            ran = await self.device.shell(_BROWSERS, seconds=_ASK_SECONDS)
            names = frozenset(each.partition("/")[0].strip() for each in ran.text.splitlines())
            self._browsers = names if "/" in ran.text else frozenset()
            self._browsers_until = now + BROWSERS_SECONDS
        return not self._browsers or front.package in self._browsers

    async def look(self) -> Look:
        """Read the screen; again, within the limit, where the phone was not ready.

        Raises:
            ScreenFault: `TREE_NOT_IDLE`, `TREE_BUSY`, `TREE_STALE`, `TREE_EMPTY`.
            LateFault: The phone did not answer in time.
            BridgeError: As of `Device.shell`.
        """
        problem: ScreenFault | None = None
        try:
            async with asyncio.timeout(self._seconds):
                while True:
                    token = secrets.token_hex(4)
                    async with self._reading:
                        ran = await self.device.shell(script.look(token), seconds=self._seconds)
                    try:
                        return self._seen(script.sections(ran.text, token))
                    except ScreenFault as fault:
                        problem = fault
                        if problem.code not in _AGAIN:
                            raise
                    await asyncio.sleep(_PAUSE_SECONDS)
        except TimeoutError as late:
            told_late = LateFault(f"the phone gave no tree within {self._seconds:g} s")
            raise (problem or told_late) from late

    async def act(
        self,
        commands: Sequence[str],
        *,
        look: Look | None,
        element: Element | None,
        after: bool,
        refusal: Refusal = refusals.of_input,
    ) -> After:
        """Send input, where the screen is as it was seen.

        Args:
            commands: Words of the phone's `input`.
            look: What was seen; None where nothing is quoted.
            element: What it is aimed at; the phone has to find it as it was.
            after: Whether the screen is to be read afterwards.
            refusal: Reads what the commands print.

        Raises:
            ScreenFault: `STALE_UID`, nothing was sent; `INPUT_BLOCKED_OEM`, or as of `refusal`.
            UnknownOutcome: The phone went away, or did not answer, meanwhile.
            BridgeError: As of `Device.shell`, before anything was sent.
        """
        token = secrets.token_hex(4)
        size = None
        if look is not None and look.display.width and look.display.height:
            size = (look.display.width, look.display.height)
        asked = script.act(
            token,
            commands,
            front=look.front.line if look is not None else "",
            size=size,
            element=element.tags if element is not None else (),
            then=script.look(token, tree=after),
        )
        try:
            async with self._reading:
                outgo.note("adb input")
                ran = await self.device.shell(asked, seconds=self._seconds + _ASK_SECONDS)
        except (PhoneGone, LateFault) as lost:
            raise UnknownOutcome("input was on its way when the phone stopped answering") from lost
        parts = script.sections(ran.text, token)
        front = self._heard(parts, "after")
        self._check_sent(parts, refusal)
        if not after:
            return After(front)
        try:
            return After(front, self._seen(parts))
        except ScreenFault as blind:
            return After(front, blind=blind)

    def _check_sent(self, parts: dict[str, str], refusal: Refusal) -> None:
        """Refuse where the script stopped before the input, or the phone refused that."""
        if "sent" not in parts:
            passed = next((name for name in reversed(script.ORDER) if name in parts), "")
            raise ScreenFault(
                "STALE_UID", f"nothing was sent: {_CHANGED.get(passed, 'it changed')}"
            )
        if refused := refusal(parts["sent"]):
            raise refused

    def _seen(self, parts: dict[str, str]) -> Look:
        """Make a look of an answer.

        Raises:
            ScreenFault: There is no tree, or it is of another screen.
        """
        awake = told.awake(parts.get("power", ""))
        front = self._heard(parts, "after")
        tree = _tree(parts, awake=awake)
        before = self._heard(parts, "before")
        if before.line != front.line or not _is_of(tree, front):
            raise ScreenFault("TREE_STALE", "the screen changed while it was read")
        width, height = told.size(parts.get("after", ""), display=self.display) or (None, None)
        look = self._last = Look(
            id=f"s{next(self._numbers)}",
            at=asyncio.get_running_loop().time(),
            tree=tree,
            elements=number(tree),
            front=front,
            display=Display(width, height, told.density(parts.get("density", ""))),
            awake=awake,
            keyboard=told.keyboard(parts.get("keyboard", "")),
        )
        return look

    def _heard(self, parts: dict[str, str], section: str) -> Front:
        front = told.front(
            parts.get(section, ""),
            display=self.display,
            locked=locked(parts.get("lock", "")) is True,
        )
        fronts = _fronts.get()
        if fronts is not None:
            fronts.append(front)
        return front


def _tree(parts: dict[str, str], *, awake: bool | None) -> Tree:
    """Read the tree, or say why there is none.

    Raises:
        ScreenFault: `TREE_NOT_IDLE`, `TREE_BUSY`, `TREE_EMPTY`.
    """
    said = parts.get("said", "")
    refused = refusals.of_tree(said)
    try:
        # a file is read only where its own dump said no error: an old one is of another screen
        if refused is None:
            return parse(parts.get("tree", ""))
    except NotATree as problem:
        refused = ScreenFault("TREE_EMPTY", f"UIAutomator gave no tree: {problem}")
    if awake is False:
        raise ScreenFault("SCREEN_OFF", "the screen is off, so there is no tree")
    raise refused


def _is_of(tree: Tree, front: Front) -> bool:
    """Say whether a tree may be of what is in front: a package of it is among its roots."""
    if front.kind != "app" or not front.package:
        return True
    packages = {node.package for root in tree.roots for node in (root, *root.children)}
    return front.package in packages or packages <= {""} or not packages

"""Commands of one act sent together, and what ends the wait for their answers.

An open dialog holds answers back, a navigation loses them, a closed tab fails them all:
a `Flight` lands at the first of these, or when everything was answered. Nothing is ever
sent twice, and nothing that was sent is taken back.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from bridge.cdp.wire import CdpRefused
from bridge.errors import ScreenFault, UnknownOutcome, fault
from bridge.page.aimed import aim
from bridge.page.download import listed
from bridge.page.read import value
from bridge.page.snapshot import Answer, Loose, Plan, Row, cut_url, quoted
from bridge.page.tab import Tab
from bridge.page.watch import Watch

Raw = dict[str, Any]
V = TypeVar("V", bound=Loose)


class Flight:
    """Commands sent without waiting for one another.

    Attributes:
        watch: What the tab's events told since the flight began.
    """

    def __init__(self, tab: Tab, watch: Watch) -> None:
        self.tab = tab
        self.watch = watch
        self._begun = tab.exchange.begun
        self._posted: list[asyncio.Future[Raw]] = []

    def post(self, method: str, params: Mapping[str, Any]) -> asyncio.Future[Raw]:
        """Send a DevTools command."""
        return self.join(self.tab.session.post(method, dict(params)))

    def ask(self, command: str, **args: Any) -> asyncio.Future[Raw]:
        """Send a command of the page script."""
        return self.join(self.tab.post_ask(command, args))

    def join(self, answer: asyncio.Future[Raw]) -> asyncio.Future[Raw]:
        """Take along what was sent another way: the flight lands with its answer too."""
        self._posted.append(answer)
        answer.add_done_callback(lambda _: self.watch.ring())
        return answer

    @property
    def landed(self) -> bool:
        """Whether everything was answered, or a dialog holds the rest back."""
        return self.watch.dialog is not None or all(each.done() for each in self._posted)

    async def land(self, seconds: float, also: Callable[[], bool] = lambda: False) -> bool:
        """Wait until it landed or `also` holds; False when the limit passed before."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.watch.until(lambda _: self.landed or also())
        return self.landed or also()

    async def idle(self, seconds: float) -> bool:
        """Let time pass within an act; False as soon as something breaks it off.

        That is a dialog, another document, or the end of the tab.

        Raises:
            SiteBlocked: The page has become a blocked one: nothing more may be sent.
        """
        off = self.tab.session.on_end(lambda _: self.watch.ring())
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self.watch.until(lambda _: self.broken_off)
        finally:
            off()
        self.tab.judge.check(*self.tab.places)
        return not self.broken_off

    @property
    def broken_off(self) -> bool:
        """Whether the page that an act began on can take no more of it."""
        return bool(self.watch.dialog or self.watch.committed or not self.tab.alive)

    async def until_ended(self, seconds: float) -> None:
        """Wait until the tab's session ended, at most so long."""
        off = self.tab.session.on_end(lambda _: self.watch.ring())
        try:
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self.watch.until(lambda _: not self.tab.alive)
        finally:
            off()

    def answer(self, posted: asyncio.Future[Raw]) -> Answer | None:
        """Read what a page command answered; None when it was lost or is still held back.

        What was sent before it stands: that the page cannot be asked any more is no answer.

        Raises:
            BridgeError: What the page script said went wrong, or that its site is blocked.
        """
        if not posted.done():
            return None
        try:
            return self.tab.decode(posted.result())
        except CdpRefused as refused:
            if refused.navigated or refused.context_gone:
                return None
            raise
        except ScreenFault as silent:
            if silent.code == "PAGE_UNREACHABLE":
                return None
            raise

    def check_alive(self, done: str) -> None:
        """Refuse when the tab's session ended under the act.

        Args:
            done: What was sent, for the message: `the text was sent`.

        Raises:
            UnknownOutcome: The link or the tab is gone.
            PhoneFault: `TAB_CRASHED`.
        """
        ending = self.tab.session.ending
        if ending is None:
            return
        if ending.code == "TAB_CRASHED":
            raise fault("TAB_CRASHED", f"{done}, and the page crashed")
        raise UnknownOutcome(f"{done}, then {ending.message}")

    def followed(self) -> list[str]:
        """Say, in short clauses, what followed: a dialog, a navigation, new tabs."""
        watch = self.watch
        told = []
        begun = [each for each in listed(self.tab) if each.number > self._begun]
        if watch.dialog is not None:
            told.append(f"it opened {watch.dialog.question}, which page_dialog answers")
        if watch.committed:
            told.append(f"the page is now {self._name(watch.committed[-1])}")
        elif watch.stopped:
            told.append("the page tried to go to a blocked site and was stopped")
        elif watch.requested and watch.requested[-1] not in {each.url for each in begun}:
            told.append(f"the page is going to {self._name(watch.requested[-1])}")
        elif watch.within:
            told.append(f"the address is now {self._name(watch.within[-1])}")
        told += [f'a download began: "{quoted(each.name)}"' for each in begun]
        if watch.crashed:
            told.append("a frame of the page crashed")
        told += [f"a new tab opened: {self._name(url)}".rstrip(": ") for url in watch.opened]
        if watch.opened:
            told.append("you are still in the tab before: page_tabs action=switch leaves it")
        return told

    def facts(self) -> Raw:
        """Return the same as JSON values."""
        watch = self.watch
        places = watch.committed or watch.requested or watch.within
        dialog = watch.dialog
        return {
            "url": self._name(places[-1]) if places else None,
            "opened": [self._name(url) for url in watch.opened],
            "stopped": watch.stopped,
            "dialog": dialog and {"kind": dialog.kind, "message": dialog.message},
        }

    def _name(self, url: str) -> str:
        """An address as it may be told: never that of a blocked site. None yet is none."""
        return cut_url(url) if not url or self.tab.judge.allows(url) else "a blocked site"


@contextmanager
def fly(tab: Tab) -> Iterator[Flight]:
    """Begin a flight; the tab's events are gathered until the block ends.

    Raises:
        SiteBlocked: The page has become a blocked one since the plan; nothing was sent.
    """
    tab.judge.check(*tab.places)
    with tab.watch() as watch:
        yield Flight(tab, watch)


async def plan(tab: Tab, command: str, args: Mapping[str, Any], kind: type[V]) -> V:
    """Ask for the plan of an act: the first of its two round trips.

    Raises:
        ScreenFault: `MOVED`, the page changed meanwhile, or what the page script said.
    """
    try:
        planned = value(await tab.ask(command, args), kind)
    except CdpRefused as refused:
        if refused.navigated or refused.context_gone:
            raise ScreenFault("MOVED", "the page changed before anything was sent") from refused
        raise
    element = getattr(planned, "element", None)
    point = (planned.x, planned.y) if isinstance(planned, Plan) else None
    aim(element.sentence() if isinstance(element, Row) else "", point)
    return planned

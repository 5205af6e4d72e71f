"""A Chrome tab: its session, address, dialog, and the way to ask its page script.

`ask` is one round trip: the answer carries the addresses it was read from, and they
are judged before anybody sees the value. `post_ask` does the same for flights of
several commands. What a person does on the phone reaches us as events only.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from typing import Any

from pydantic import ValidationError

from bridge.cdp.connection import Session
from bridge.cdp.wire import CdpRefused
from bridge.errors import InternalFault, LateFault, ScreenFault, UnknownOutcome, fault
from bridge.page.apart import Apart, arm
from bridge.page.bundle import BINDING, bundle, call, sealed
from bridge.page.debugging import Debugging
from bridge.page.dialogs import Dialog
from bridge.page.exchange import Exchange
from bridge.page.frames import Frames
from bridge.page.judge import SiteJudge
from bridge.page.lost import acted, sent
from bridge.page.pace import Pace
from bridge.page.pulse import Pulse
from bridge.page.scope import Refs, Scope
from bridge.page.shadow import Closed
from bridge.page.since import Marks
from bridge.page.snapshot import PLANS, WALKS, Answer
from bridge.page.standing import Standing
from bridge.page.stir import Stir, breath
from bridge.page.watch import Watch, Watches
from bridge.secrets.heard import note
from bridge.settings import Settings

Raw = dict[str, Any]

log = logging.getLogger(__name__)


class Tab:
    """One tab, attached.

    Attributes:
        title: Last title heard of.
        dialog: The dialog that is open, or None.
        standing: How it stands with the guard beside its own address.
        marks: Its last snapshots, which a later one can be held against.
        scope: The frames that were entered in it.
        pace: When it was tapped last, and where.
        pulse: Whether its page answers.
    """

    def __init__(
        self, session: Session, target_id: str, settings: Settings, judge: SiteJudge, refs: Refs
    ) -> None:
        self.session = session
        self.target_id = target_id
        self.limits = settings.limits
        self.judge = judge
        self.title = ""
        self.dialog: Dialog | None = None
        self.standing = Standing(lambda: self.url)
        self.marks, self.scope, self.pace = Marks(), Scope(), Pace()
        self.pulse = Pulse(session)
        self._refs = refs
        self._frames = Frames(bundle().world)
        self.standing.frames = self._frames
        self._script = sealed(secrets.token_hex(16))
        self._watches = Watches()
        self.exchange = Exchange(session, lambda: self._apart.worlds(session), lambda: self.places)
        self._apart = Apart(
            self._frames, self._script, self._apart_handlers(), self._watches.crashed
        )
        self.standing.framed = self._apart.take
        self._closed = Closed(
            lambda: self._apart.worlds(session), self._shut_urls, self.post_ask, self.race
        )
        self._stir = Stir()
        for method, handler in self._handlers().items():
            session.on(method, handler)
        session.on_end(lambda _: self._stir.ring(world=True))
        self.debug = Debugging(session, self.standing, judge, settings)

    @property
    def url(self) -> str:
        """Address of the top document as far as events told."""
        return self._frames.url

    @property
    def places(self) -> tuple[str, ...]:
        """What the guard judges of it: its address, and what stands behind that."""
        failed = (self._frames.unreachable,) if self._frames.unreachable else ()
        return (self.url, *failed, *self.standing.beside())

    def shut(self) -> tuple[tuple[str, str], ...]:
        """Return id and address of the frames in it whose site is blocked, outermost ones."""
        return self._frames.shut(self.judge.allows)

    def _shut_urls(self) -> list[str]:
        return [url for _, url in self.shut()]

    def has_frame(self, fits: Callable[[str], bool]) -> bool:
        """Whether an address that fits is in it, below the top one, as far as events told."""
        return bool(self._frames.shut(lambda url: not fits(url)))

    def worlds(self, fits: Callable[[str], bool]) -> list[tuple[Session, str]]:
        """Return session and id of our world in each document whose address fits."""
        path = self._frames.path
        known = self._apart.worlds(self.session)
        return [(at, w.id) for at, w in known if fits(path(w.number, w.process)[0])]

    @property
    def top_frame(self) -> str:
        """Id of the top frame."""
        return self._frames.top

    @property
    def alive(self) -> bool:
        """Whether the session still stands."""
        return self.session.alive

    @property
    def has_world(self) -> bool:
        """Whether the page script can be asked now."""
        return self._frames.context is not None

    async def enable(self) -> None:
        """Arm the session, in one flight: events, binding, page script, frame tree.

        Raises:
            ScreenFault: `DIALOG_OPEN`, when one was open before we came.
            LateFault: The page does not answer (asleep, frozen).
        """
        flight = arm(self.session, self._script)
        *_, tree = [await self.race(each, self.limits.open_seconds) for each in flight]
        self._frames.tree(tree["frameTree"])

    async def ask(
        self,
        command: str,
        args: Mapping[str, Any] | None = None,
        *,
        reads: bool = False,
        seconds: float | None = None,
    ) -> Answer:
        """Run one command of the page script: one round trip.

        Args:
            command: Its name.
            args: Its arguments.
            reads: It only looks: run again once when the document changed under it.
            seconds: Limit; the settings' for a page call when not given.

        Raises:
            UnknownOutcome: It acts, and its answer was lost.
            BridgeError: What the page script said, as our error, or that it cannot be asked.
        """
        limit = seconds if seconds is not None else self.limits.page_seconds
        acts = not reads and command not in PLANS
        before = self._frames.context
        self.check_dialog()
        try:
            with acted(f"{command} was sent to the page") if acts else nullcontext():
                raw = await self._once(command, args or {}, limit, looks=not acts)
            return self.decode(raw, walked=command in WALKS)
        except CdpRefused as refused:
            if not (refused.context_gone or refused.navigated):
                raise
            if acts:
                raise UnknownOutcome(f"the page changed during {command}") from refused
            if before is not None:
                self._frames.world_gone(before)  # Chrome may tell of its end only later
        raw = await self._once(command, args or {}, limit, looks=True)
        return self.decode(raw, walked=command in WALKS)

    async def _once(
        self, command: str, args: Mapping[str, Any], seconds: float, *, looks: bool
    ) -> Raw:
        if self._frames.context is None:
            await self._world(seconds)
        raw = await self._closed.ask(command, args, seconds, looks=looks)
        await breath()
        return raw

    def post_ask(self, command: str, args: Mapping[str, Any]) -> asyncio.Future[Raw]:
        """Put one command of the page script on the wire without waiting for it.

        It is told which frames are blocked: they are neither read nor touched. That what it
        answers comes from free ones is judged all the same (`decode`).
        """
        if shut := self._shut_urls():
            args = {**args, "shut": shut}
        args = {**args, **self._apart.args, **self.scope.args(self.url, command, args)}
        script = {
            "expression": call(command, {**args, "ref_base": self._refs.last}),
            "uniqueContextId": self._frames.context or "",
            "awaitPromise": True,
            "returnByValue": True,
        }
        return self.pulse.asked(self.session.post("Runtime.evaluate", script))

    def decode(self, raw: Raw, *, walked: bool = False) -> Answer:
        """Read what came back, judge where it came from, and raise what it says went wrong.

        Args:
            raw: The result of `Runtime.evaluate`.
            walked: It names every frame of the page: the caller leaves out rows of blocked ones.
        """
        try:
            answer = Answer.model_validate(raw.get("result", {}).get("value"))
        except ValidationError as problem:
            thrown = raw.get("exceptionDetails", {}).get("text", "an answer of another form")
            raise ScreenFault("PAGE_UNREACHABLE", f"the page script said: {thrown}") from problem
        note(*answer.hrefs())
        hrefs = () if walked else answer.hrefs()
        self.judge.check(*answer.top(), *hrefs, *self.places)
        self._refs.last = max(self._refs.last, answer.last_ref)
        if answer.code == "INTERNAL":  # places in our own script, none of the page's words
            log.error("the page script failed: %s", answer.message)
            raise InternalFault
        if not answer.ok:
            raise fault(answer.code, answer.message)
        return answer

    def check_dialog(self) -> None:
        """Refuse while a dialog is open.

        Raises:
            ScreenFault: `DIALOG_OPEN`.
        """
        if self.dialog is not None:
            raise ScreenFault("DIALOG_OPEN", f"{self.dialog.question} is open")

    async def race(self, answer: asyncio.Future[Raw], seconds: float) -> Raw:
        """Wait for an answer, a dialog that holds it up, or the limit.

        Raises:
            ScreenFault: `DIALOG_OPEN`.
            LateFault: The limit passed.
        """
        if self.dialog is not None and not answer.done():
            self.check_dialog()
        bell = self._stir.waiter()
        try:
            done, _ = await asyncio.wait(
                (answer, bell), timeout=seconds, return_when=asyncio.FIRST_COMPLETED
            )
        finally:
            self._stir.leave(bell)
        if answer in done:
            return answer.result()
        self.check_dialog()
        answer.cancel()
        raise LateFault(
            f"the page did not answer within {seconds:.3g} s",
            hint="Its script may be busy: try again, reload it with page_navigate, or close it.",
        )

    async def ring_or_dialog(self, bell: asyncio.Event, seconds: float) -> bool:
        """Wait for a bell, a dialog, the session's end or the limit; say whether it rang."""
        if bell.is_set() or self.dialog is not None:  # what is open already stirs nobody
            return bell.is_set()
        stir = self._stir.waiter()
        rung = asyncio.Task(bell.wait())
        try:
            await asyncio.wait((rung, stir), timeout=seconds, return_when="FIRST_COMPLETED")
        finally:
            rung.cancel()
            self._stir.leave(stir)
        return bell.is_set()

    async def _world(self, seconds: float) -> None:
        """Wait for our world in the document that is coming in."""
        bell = self._stir.waiter(world=True)
        try:
            await asyncio.wait((bell,), timeout=seconds)
        finally:
            self._stir.leave(bell)
        self.check_dialog()
        if self._frames.context is None:
            if self.session.ending is not None:
                raise self.session.ending.error()
            raise ScreenFault("PAGE_UNREACHABLE", "this page lets no script world in")

    @contextmanager
    def watch(self) -> Iterator[Watch]:
        """Gather what happens on the tab until the block ends."""
        with self._watches.open() as watch:
            off = self.standing.on_stopped(watch.stop)
            try:
                yield watch
            finally:
                off()

    def opened(self, url: str) -> None:
        """Tell that this tab opened another (called by the browser)."""
        self._watches.add("opened", url)

    async def answer_dialog(self, *, accept: bool, prompt: str | None) -> Dialog:
        """Answer the open dialog and return it.

        Raises:
            ScreenFault: `NO_DIALOG`.
        """
        dialog = self.dialog
        if dialog is None:
            raise ScreenFault("NO_DIALOG", "this tab shows no dialog")
        text = {"promptText": dialog.default if prompt is None else prompt}
        with sent(f"the answer to {dialog.sentence} was sent"):
            await self.session.call("Page.handleJavaScriptDialog", {"accept": accept, **text})
        if self.dialog is dialog:  # another one may have opened in its place
            self.dialog = None
        return dialog

    def _handlers(self) -> dict[str, Callable[[Raw], None]]:
        frames = self._frames
        return {
            "Page.frameNavigated": self._on_navigated,
            "Page.navigatedWithinDocument": self._on_within,
            "Page.frameDetached": self._on_detached,
            "Page.frameRequestedNavigation": self._on_requested,
            "Runtime.executionContextCreated": self._on_world,
            "Runtime.executionContextDestroyed": lambda e: frames.world_gone(
                str(e.get("executionContextUniqueId", ""))
            ),
            "Runtime.executionContextsCleared": lambda _: frames.worlds_gone(),
            "Runtime.bindingCalled": self._on_binding,
            "Page.javascriptDialogOpening": self._on_dialog,
            "Page.javascriptDialogClosed": self._on_dialog_closed,
        }

    def _apart_handlers(self) -> dict[str, Callable[[Raw, str], None]]:
        """What is heard of frames in other processes: each is told with its session's id."""
        return self.exchange.hears | {
            "Page.frameNavigated": lambda e, at: self._frames.navigated(e["frame"], at),
            "Page.navigatedWithinDocument": lambda e, _: self._on_within(e),
            "Page.frameDetached": self._on_detached,
            "Page.frameRequestedNavigation": lambda e, _: self._on_requested(e),
            "Runtime.executionContextCreated": self._on_world,
            "Runtime.bindingCalled": self._on_binding,
        }

    def _on_detached(self, event: Raw, process: str = "") -> None:
        self._frames.detached(str(event["frameId"]), process, swapped=event.get("reason") == "swap")

    def _on_navigated(self, event: Raw) -> None:
        frame = event["frame"]
        self._frames.navigated(frame)
        if "parentId" not in frame:
            self.dialog = None  # one of the page before: Chrome need not tell of its end
            self.standing.cross(self.places, self.judge.allows)
            self._watches.add("committed", self._frames.url)
            self.pace = Pace()
        if event.get("type") == "BackForwardCacheRestore":
            # its frames came back with it, without a word
            self.session.post("Page.getFrameTree").add_done_callback(self._on_tree)
            self._apart.look()

    def _on_tree(self, answer: asyncio.Future[Raw]) -> None:
        if not answer.cancelled() and answer.exception() is None:
            self._frames.tree(answer.result()["frameTree"])

    def _on_within(self, event: Raw) -> None:
        name, url = str(event["frameId"]), str(event["url"])
        self._frames.moved_within(name, url)
        if self._frames.is_top(name):
            self.standing.cross(self.places, self.judge.allows)
            self._watches.add("within", url)

    def _on_requested(self, event: Raw) -> None:
        if self._frames.is_top(str(event["frameId"])):
            self._watches.add("requested", str(event.get("url", "")))

    def _on_world(self, event: Raw, process: str = "") -> None:
        self._frames.world_made(event["context"], process)
        if self._frames.context is not None:
            self._stir.ring(world=True)

    def _on_binding(self, event: Raw, process: str = "") -> None:
        if event.get("name") == BINDING:
            path = self._frames.path(int(event.get("executionContextId", 0)), process)
            free = all(map(self.judge.allows, path))
            self._watches.tell(str(event.get("payload", "")), named=free)

    def _on_dialog(self, event: Raw) -> None:
        allows = self.judge.allows
        around = (*self._frames.raising(event, allows), *filter(None, self.places))
        self.dialog = Dialog.of(event, lambda url: all(map(allows, (url, *around))))
        self._stir.ring()
        self._watches.raised(self.dialog)

    def _on_dialog_closed(self, _: Raw) -> None:
        self.dialog = None

"""The frames of a tab that live in processes of their own, each with a session.

They get the page script with the tab's key before anything of theirs runs: from then on the
scripts of all frames talk to one another, whatever process they are in. What their events
tell goes where the tab's own do. Input never goes through them: it would pass what lies over
the frame, and miss under zoom.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from bridge.cdp.session import Ending, Session
from bridge.page.bundle import BINDING, bundle
from bridge.page.frames import Frames, World

Raw = dict[str, Any]

PATIENCE_MS = 1000
"""How long the page script waits for a frame to say that it is there, when there is one that
has a process of its own: it may be busy, or not begun."""


def arm(session: Session, script: str) -> list[asyncio.Future[Raw]]:
    """Send what a page or frame needs to be asked: events, binding, script, frame tree."""
    world = bundle().world
    return [
        session.post("Page.enable"),
        session.post("Runtime.enable"),
        session.post("Runtime.addBinding", {"name": BINDING, "executionContextName": world}),
        session.post(
            "Page.addScriptToEvaluateOnNewDocument",
            {"source": script, "worldName": world, "runImmediately": True},
        ),
        session.post("Page.getFrameTree"),
    ]


def _hear(handler: Callable[[Raw, str], None], process: str, event: Raw) -> None:
    handler(event, process)


class Apart:
    """The frames of one tab.

    Args:
        frames: Where their addresses are kept.
        script: The page script with the tab's key.
        hears: Handlers of their events; each gets the session's id too.
        crashed: Called when one of them crashed.
    """

    def __init__(
        self,
        frames: Frames,
        script: str,
        hears: Mapping[str, Callable[[Raw, str], None]],
        crashed: Callable[[], None],
    ) -> None:
        self._frames, self._script = frames, script
        self._hears, self._crashed = hears, crashed
        self._sessions: dict[str, Session] = {}

    @property
    def args(self) -> Raw:
        """What every command of the page script is told because of them."""
        return {"hello_ms": PATIENCE_MS} if self._sessions else {}

    def worlds(self, own: Session) -> list[tuple[Session, World]]:
        """Return our worlds in all frames of the tab, each with its session, the top one last.

        Args:
            own: The tab's session.
        """
        known = [
            (self._sessions.get(world.process) if world.process else own, world)
            for world in self._frames.numbered()
        ]
        return [(session, world) for session, world in known if session is not None]

    def take(self, session: Session) -> None:
        """Arm a frame that was attached, and is held or runs already."""
        process = str(session.id)
        if process in self._sessions:
            return
        self._sessions[process] = session
        for method, handler in self._hears.items():
            session.on(method, partial(_hear, handler, process))

        def left(ending: Ending) -> None:
            self._sessions.pop(process, None)
            self._frames.left(process)
            if ending.code == "TAB_CRASHED":
                self._crashed()

        session.on_end(left)
        session.post("Inspector.enable")  # tells at once when it has crashed
        *_, tree = arm(session, self._script)
        tree.add_done_callback(partial(self._grown, process))

    def look(self) -> None:
        """Ask for all their addresses anew."""
        for process, session in self._sessions.items():
            tree = session.post("Page.getFrameTree")
            tree.add_done_callback(partial(self._grown, process))

    def _grown(self, process: str, answer: asyncio.Future[Raw]) -> None:
        if process in self._sessions and not answer.cancelled() and answer.exception() is None:
            self._frames.tree(answer.result()["frameTree"], process)

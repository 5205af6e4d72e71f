"""What a tab hands in and out: choosers that its page asks Chrome for, downloads that it begins.

Fed by the sessions' events. Our script worlds are known here by number, so that what the
debugger hands over as a node can be handed to the page script.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from bridge.cdp.session import Session
from bridge.cdp.wire import CdpRefused
from bridge.errors import ScreenFault
from bridge.page.frames import World
from bridge.page.snapshot import cut_url, quoted
from bridge.secrets.outlet import shortened

Raw = dict[str, Any]

_SET_INTERCEPT = "Page.setInterceptFileChooserDialog"
_GROUP = "tapbridge-exchange"
_MOST_DOWNLOADS = 32
_LONGEST_NAME = 1000
_LONGEST_URL = 2_000_000
"""Characters of an address that is kept: a data: address is the file itself."""
_LONGEST_JUDGED = 20_000
_LEND = "function() { globalThis.__tapbridge?.lend(this) }"


@dataclass(slots=True)
class Chooser:
    """The chooser that a page asks for while nobody is shown one.

    Attributes:
        asked: Set once it asked.
        session: The session that told of it.
        node: Backend id of the field that it is for, once known.
    """

    asked: asyncio.Event = field(default_factory=asyncio.Event)
    session: Session | None = None
    node: int = 0


@dataclass(slots=True)
class Download:
    """A download that the tab began; Chrome puts it into the phone's Download folder.

    Attributes:
        number: Names it, from 1.
        url: Empty where it was too long to be kept.
        name: What Chrome calls it; never to be trusted.
        frame: Id of the frame that began it.
        places: What was judged of the tab then.
        state: As Chrome says: `inProgress`, `completed`, `canceled`.
        received, total: Bytes; the total is 0 while it is not known.
    """

    number: int
    guid: str
    url: str
    name: str
    frame: str
    places: tuple[str, ...]
    state: str = "inProgress"
    received: int = 0
    total: int = 0

    @property
    def sentence(self) -> str:
        """`1 report.pdf, 12 of 40 bytes, under way`."""
        size = f"{self.received} of {self.total}" if self.total else str(self.received)
        how = {"inProgress": "under way", "completed": "done"}.get(self.state, self.state)
        return f"{self.number} {quoted(self.name)}, {size} bytes, {how}"

    def as_json(self) -> Raw:
        """Return it as JSON values."""
        return {
            "number": self.number,
            "name": self.name,
            "url": cut_url(self.url),
            "state": self.state,
            "received": self.received,
            "total": self.total,
        }


class Exchange:
    """The exchange of one tab.

    Args:
        session: The tab's own.
        worlds: Our worlds in its frames, each with its session, the top document's last.
        places: What the guard judges of the tab.

    Attributes:
        downloads: The last ones that it began, oldest first.
    """

    def __init__(
        self,
        session: Session,
        worlds: Callable[[], Sequence[tuple[Session, World]]],
        places: Callable[[], tuple[str, ...]],
    ) -> None:
        self.downloads: deque[Download] = deque(maxlen=_MOST_DOWNLOADS)
        self._session, self._worlds, self._places = session, worlds, places
        self._begun = 0
        session.on("Page.downloadWillBegin", self._on_begin)
        session.on("Page.downloadProgress", self._on_progress)

    @property
    def hears(self) -> dict[str, Callable[[Raw, str], None]]:
        """What it hears of downloads, told by frames with processes of their own."""
        return {
            "Page.downloadWillBegin": self._on_begin,
            "Page.downloadProgress": self._on_progress,
        }

    @property
    def sessions(self) -> list[Session]:
        """The sessions that the tab's frames are reached by."""
        return list(dict.fromkeys([*(session for session, _ in self._worlds()), self._session]))

    @property
    def begun(self) -> int:
        """How many downloads it began."""
        return self._begun

    def _on_begin(self, event: Raw, _process: str = "") -> None:
        self._begun += 1
        url, name = str(event.get("url", "")), str(event.get("suggestedFilename", ""))
        self.downloads.append(
            Download(
                self._begun,
                str(event.get("guid", "")),
                url if len(url) <= _LONGEST_URL else "",
                shortened(name, _LONGEST_NAME),
                str(event.get("frameId", "")),
                (*self._places(), url[:_LONGEST_JUDGED]),
            )
        )

    def _on_progress(self, event: Raw, _process: str = "") -> None:
        for each in self.downloads:
            if each.guid == event.get("guid"):
                each.state = str(event.get("state", ""))[:20]
                each.received = int(event.get("receivedBytes", 0))
                each.total = int(event.get("totalBytes", 0))

    @asynccontextmanager
    async def choosing(self, seconds: float) -> AsyncIterator[Chooser]:
        """Keep Chrome from showing a chooser until the block ends, and hear of the first.

        Args:
            seconds: Limit for Chrome to agree.

        Raises:
            ScreenFault: `UPLOAD_REFUSED`: this Chrome cannot be kept from it.
        """
        chooser = Chooser()
        sessions = self.sessions

        def hear(session: Session, event: Raw) -> None:
            if not chooser.asked.is_set() and "backendNodeId" in event:
                chooser.session, chooser.node = session, int(event["backendNodeId"])
                chooser.asked.set()

        offs = [each.on("Page.fileChooserOpened", partial(hear, each)) for each in sessions]
        try:
            try:
                for each in sessions:
                    await each.call(_SET_INTERCEPT, {"enabled": True}, seconds=seconds)
            except CdpRefused as refused:
                told = "this Chrome would show its own chooser: name the file field itself"
                raise ScreenFault("UPLOAD_REFUSED", told) from refused
            yield chooser
        finally:
            for off in offs:
                off()
            for each in sessions:
                if each.alive:
                    each.post(_SET_INTERCEPT, {"enabled": False})

    async def lend(self, chooser: Chooser, seconds: float) -> None:
        """Hand a chooser's field to the page script in the top document.

        Raises:
            ScreenFault: `UPLOAD_REFUSED`: it belongs to a frame of another origin.
        """
        top, world = self._worlds()[-1]
        if chooser.session is not top:
            raise _elsewhere()
        try:
            told = await top.call(
                "DOM.resolveNode",
                {
                    "backendNodeId": chooser.node,
                    "executionContextId": world.number,
                    "objectGroup": _GROUP,
                },
                seconds=seconds,
            )
        except CdpRefused as refused:
            raise _elsewhere() from refused
        handle = told.get("object", {}).get("objectId")
        if handle is None:  # our world in the top document may not have it
            raise _elsewhere()
        top.post("Runtime.callFunctionOn", {"functionDeclaration": _LEND, "objectId": handle})
        top.post("Runtime.releaseObjectGroup", {"objectGroup": _GROUP})

    async def set_paths(self, token: str, paths: Sequence[str], seconds: float) -> None:
        """Have Chrome give files of the phone to the field of a plan.

        Raises:
            ScreenFault: `UPLOAD_REFUSED`: it is in a frame of another origin.
            CdpRefused: Chrome does not do it.
        """
        top, world = self._worlds()[-1]
        told = await top.call(
            "Runtime.evaluate",
            {
                "expression": f"__tapbridge.fieldOf({token!r})",
                "uniqueContextId": world.id,
                "objectGroup": _GROUP,
            },
            seconds=seconds,
        )
        handle = told.get("result", {}).get("objectId")
        if handle is None:
            raise _elsewhere()
        try:
            files = {"files": list(paths), "objectId": handle}
            await top.call("DOM.setFileInputFiles", files, seconds=seconds)
        finally:
            if top.alive:
                top.post("Runtime.releaseObjectGroup", {"objectGroup": _GROUP})


def _elsewhere() -> ScreenFault:
    told = "the field is in a frame of another origin, or gone: name the file field itself"
    return ScreenFault("UPLOAD_REFUSED", told)

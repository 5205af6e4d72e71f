"""What the page behind a debugger's sessions shows, and whether that may be seen.

Fed in wire order with what the sessions themselves hear, so that it is known before any
answer of the document's. A page is shut while one document in it is blocked, frames of the
page's own process included, and from a crash until it shows a document again. Pure: the
judge and the clock are callables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from bridge.addresses import is_borrowed

Raw = Mapping[str, Any]


@dataclass(slots=True)
class Sight:
    """One page and the frames in it.

    Attributes:
        allows: Judges an address.
        beside: Says whether frames with processes of their own are blocked, as others know.
        now: The clock.
        known: Whether the page has told what it shows.
        crossings: How often it was shut.
        crashed: Whether its renderer crashed, and it shows nothing since.
        reopened: When the last that was blocked in it went: pictures may be older.
    """

    allows: Callable[[str], bool]
    beside: Callable[[], bool] = lambda: False
    now: Callable[[], float] = lambda: 0.0
    known: bool = False
    crossings: int = 0
    crashed: bool = False
    reopened: float = float("-inf")
    top: str = ""
    _shown: dict[str, bool] = field(default_factory=dict)
    _urls: dict[str, str] = field(default_factory=dict)
    _told_by: dict[str, str] = field(default_factory=dict)
    _was_free: bool = True

    @property
    def open(self) -> bool:
        """Whether the page may be seen and touched."""
        return self.known and self._is_free

    @property
    def top_is_open(self) -> bool:
        """Whether its own document may: then what is blocked is only a frame in it."""
        return (self.known or self.crashed) and self._shown.get(self.top, False)

    @property
    def _is_free(self) -> bool:
        return all(self._shown.values()) and not self.beside()

    def begin(self, frame: str, url: str, *, may: bool) -> None:
        """Take in where a page was when it was reached, before it tells itself.

        Args:
            frame: Its top frame.
            url: The address that the browser told.
            may: Whether what stands behind it may be seen.
        """
        if not self.known:
            self.top = frame
            self._set(frame, url, may=may, session="")
            self.look()

    def tree(self, node: Raw, session: str) -> None:
        """Take in the answer of `Page.getFrameTree`."""
        self._branch(node, session)
        self.look()

    def heard(self, method: str, params: Raw, session: str) -> None:
        """Take in an event of a session of the page's."""
        match method:
            case "Page.frameNavigated":
                self._document(params.get("frame", {}), session, new=True)
            case "Page.documentOpened":
                self._document(params.get("frame", {}), session)
            case "Page.navigatedWithinDocument":
                frame = str(params.get("frameId", ""))
                self._set(frame, str(params.get("url", "")), may=True, session=session)
            case "Page.frameDetached":
                frame = str(params.get("frameId", ""))
                if self._told_by.get(frame) == session:  # else it lives on in another process
                    self._forget(frame)
        self.look()

    def crash(self) -> None:
        """Take note that its renderer crashed: what comes next is not known before it tells."""
        self.known, self.crashed = False, True

    def left(self, session: str) -> None:
        """Forget the frames that only a session that ended told of."""
        for frame in [each for each, told in self._told_by.items() if told == session]:
            if frame != self.top:
                self._forget(frame)
        self.look()

    def look(self) -> None:
        """Take note of whether all in it is free now: it was shut, or opened again."""
        free = self._is_free
        if self._was_free and not free:
            self.crossings += 1
        elif free and not self._was_free:
            self.reopened = self.now()
        self._was_free = free

    def _branch(self, node: Raw, session: str) -> None:
        self._document(node.get("frame", {}), session)
        for child in node.get("childFrames", ()):
            self._branch(child, session)

    def _document(self, frame: Raw, session: str, *, new: bool = False) -> None:
        name = str(frame.get("id", ""))
        if "parentId" not in frame:
            if new:  # what was below the document before is gone with it
                kept = self._shown.get(name)
                self._shown.clear()
                self._urls.clear()
                self._told_by.clear()
                if kept is not None:
                    self._shown[name] = kept
            self.top = name
            self.known, self.crashed = True, False
        url = str(frame.get("url", "")) + str(frame.get("urlFragment", ""))
        meant = str(frame.get("unreachableUrl", ""))
        self._set(name, url, may=not meant or self.allows(meant), session=session)

    def _set(self, frame: str, url: str, *, may: bool, session: str) -> None:
        if is_borrowed(url):  # whose it is, is told by what was there before
            shown = may and self._shown.get(frame, True)
        else:
            shown = may and self.allows(url)
        self._shown[frame] = shown
        self._urls[frame] = url
        self._told_by[frame] = session

    def again(self) -> None:
        """Judge anew: the rules have changed."""
        for frame, url in self._urls.items():
            if not is_borrowed(url):
                self._shown[frame] = self.allows(url)
        self.look()

    def _forget(self, frame: str) -> None:
        for known in (self._shown, self._urls, self._told_by):
            known.pop(frame, None)

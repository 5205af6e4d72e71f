"""What the page behind a debugger's sessions shows, and whether that may be seen.

Fed in wire order with what the sessions themselves hear, so that it is known before any
answer of the document's. A page is shut while one document in it is blocked, frames of the
page's own process included. Pure: the judge is a callable.
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
        known: Whether the page has told what it shows.
        crossings: How often it was shut.
    """

    allows: Callable[[str], bool]
    beside: Callable[[], bool] = lambda: False
    known: bool = False
    crossings: int = 0
    top: str = ""
    _shown: dict[str, bool] = field(default_factory=dict)
    _urls: dict[str, str] = field(default_factory=dict)
    _told_by: dict[str, str] = field(default_factory=dict)

    @property
    def open(self) -> bool:
        """Whether the page may be seen and touched."""
        return self.known and all(self._shown.values()) and not self.beside()

    @property
    def top_is_open(self) -> bool:
        """Whether its own document may: then what is blocked is only a frame in it."""
        return self.known and self._shown.get(self.top, False)

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

    def tree(self, node: Raw, session: str) -> None:
        """Take in the answer of `Page.getFrameTree`."""
        frame = node.get("frame", {})
        self._document(frame, session)
        for child in node.get("childFrames", ()):
            self.tree(child, session)

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

    def left(self, session: str) -> None:
        """Forget the frames that only a session that ended told of."""
        for frame in [each for each, told in self._told_by.items() if told == session]:
            if frame != self.top:
                self._forget(frame)

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
            self.known = True
        url = str(frame.get("url", "")) + str(frame.get("urlFragment", ""))
        meant = str(frame.get("unreachableUrl", ""))
        self._set(name, url, may=not meant or self.allows(meant), session=session)

    def _set(self, frame: str, url: str, *, may: bool, session: str) -> None:
        was = self.open
        if is_borrowed(url):  # whose it is, is told by what was there before
            shown = may and self._shown.get(frame, True)
        else:
            shown = may and self.allows(url)
        self._shown[frame] = shown
        self._urls[frame] = url
        self._told_by[frame] = session
        if was and not shown:
            self.crossings += 1

    def again(self) -> None:
        """Judge anew: the rules have changed."""
        was = self.open
        for frame, url in self._urls.items():
            if not is_borrowed(url):
                self._shown[frame] = self.allows(url)
        if was and not self.open:
            self.crossings += 1

    def _forget(self, frame: str) -> None:
        for known in (self._shown, self._urls, self._told_by):
            known.pop(frame, None)

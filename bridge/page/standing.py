"""How a page stands with the guard, beside its own address: told by the gate, asked by tools."""

from __future__ import annotations

from collections.abc import Callable

from bridge.addresses import is_borrowed
from bridge.cdp.session import Session
from bridge.page.frames import Frames


class Standing:
    """A tab of the agent's.

    Args:
        url: Says where it is.

    Attributes:
        behind: Says whose a page without a site of its own is.
        framed: Takes a frame with a process of its own, before it runs.
        stops: How often its own documents were stopped.
        frame_stops: How often documents of its frames were.
        crossings: How often it came to a blocked address.
        frames: The frames in it.
        dressed: Other colours are laid over it.
        framed_until: When the last frame around one of its elements is gone, of the loop's clock.
    """

    def __init__(self, url: Callable[[], str]) -> None:
        self.behind: Callable[[], tuple[str, ...]] = tuple
        self.framed: Callable[[Session], None] = lambda _: None
        self.frames = Frames("")
        self.stops = self.frame_stops = self.crossings = 0
        self.dressed = False
        self.framed_until = 0.0
        self._crossed: tuple[str, ...] = ()
        self._where = url
        self._passing = ""
        self._hearers: dict[object, Callable[[], None]] = {}

    @property
    def url(self) -> str:
        """Where it is."""
        return self._where()

    def beside(self) -> tuple[str, ...]:
        """Addresses to be judged beside its own: whose it is, where the person sends it."""
        return (*self.behind(), self._passing) if self._passing else self.behind()

    def cross(self, places: tuple[str, ...], allows: Callable[[str], bool]) -> None:
        """Take note of where it came to when that is blocked: it may leave before a call ends."""
        if not all(map(allows, places)):
            self.crossings += 1
            self._crossed = places

    def crossed(self, since: int) -> tuple[str, ...]:
        """Return what must be judged of its way since it had crossed so often: it may be back."""
        return self._crossed if self.crossings > since else ()

    def on_stopped(self, hearer: Callable[[], None]) -> Callable[[], None]:
        """Hear of documents of its own that are stopped. Returns "off"."""
        key = object()
        self._hearers[key] = hearer
        return lambda: self._hearers.pop(key, None) and None

    def stopped(self, *, top: bool) -> None:
        """Take note that a document was stopped: its own (`top`) or a frame's."""
        if not top:
            self.frame_stops += 1
        else:
            self.stops += 1
            for hearer in tuple(self._hearers.values()):
                hearer()

    def empty(self) -> None:
        """Nothing: a tab of the agent's stays."""

    def passed(self, url: str) -> None:
        """Take note that the person goes to a blocked site: nothing is read until it is left."""
        self._passing = url

    def came(self, url: str) -> None:
        """Take note that another document is there, whose own address counts now."""
        del url
        self._passing = ""


class Popup:
    """A page that a tab of the agent's opened, before it is one itself.

    Args:
        opener: The tab that opened it, if that still is one.
        close: Closes it.
    """

    def __init__(self, opener: Standing | None, close: Callable[[], object]) -> None:
        self._opener, self._close = opener, close
        self._url = ""

    @property
    def url(self) -> str:
        """Where it is."""
        return self._url

    def framed(self, session: Session) -> None:
        """Nothing: no agent asks a popup before it is a tab."""

    def stopped(self, *, top: bool) -> None:
        """Tell its opener."""
        if top and self._opener is not None:
            self._opener.stopped(top=True)

    def empty(self) -> None:
        """Close it when it has nothing to show yet."""
        if is_borrowed(self._url):
            self._close()

    def passed(self, url: str) -> None:
        """Nothing: no agent reads a popup before it is a tab, which is judged then."""

    def came(self, url: str) -> None:
        """Take note of another document."""
        self._url = url

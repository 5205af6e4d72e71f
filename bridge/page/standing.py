"""How a page stands with the guard, beside its own address: told by the gate, asked by tools."""

from __future__ import annotations

from collections.abc import Callable

from bridge.addresses import is_borrowed
from bridge.cdp.session import Session


class Standing:
    """A tab of the agent's.

    Args:
        url: Says where it is.

    Attributes:
        behind: Says whose a page without a site of its own is.
        framed: Takes a frame with a process of its own, before it runs.
        stops: How often its own documents were stopped.
        frame_stops: How often documents of its frames were.
    """

    def __init__(self, url: Callable[[], str]) -> None:
        self.behind: Callable[[], tuple[str, ...]] = tuple
        self.framed: Callable[[Session], None] = lambda _: None
        self.stops = self.frame_stops = 0
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
        """Tell its opener, and close it when it has nothing to show yet."""
        if not top:
            return
        if self._opener is not None:
            self._opener.stopped(top=True)
        if is_borrowed(self._url):
            self._close()

    def passed(self, url: str) -> None:
        """Nothing: no agent reads a popup before it is a tab, which is judged then."""

    def came(self, url: str) -> None:
        """Take note of another document."""
        self._url = url

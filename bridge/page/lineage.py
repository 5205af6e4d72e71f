"""Who stands behind a page without a site of its own (about:blank, data:, javascript:).

Such a page is of the site that opened it, or that stood in the tab before it. Chrome names
neither in the page's own address, so every tab's way is kept here. Pure: fed by `Browser`.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from bridge.addresses import is_borrowed


@dataclass(slots=True)
class Lineage:
    """Address and ancestors of each open page, by target id."""

    _at: dict[str, str] = field(default_factory=dict)
    _behind: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def opened(self, page: str, url: str, opener: str | None) -> None:
        """Take in a page that came, perhaps opened by another."""
        if page not in self._at and opener is not None:
            self._behind[page] = self._all(opener)
            self._at[page] = ""
        self.moved(page, url)

    def moved(self, page: str, url: str, meant: str = "") -> None:
        """Take in where a page went.

        Args:
            page: Its target id.
            url: The address of the document that is there now.
            meant: The address that an error page of Chrome's stands for.
        """
        behind = (*self._all(page), *((meant,) if meant else ()))
        self._behind[page] = tuple(dict.fromkeys(behind)) if is_borrowed(url) else ()
        self._at[page] = url

    def gone(self, page: str) -> None:
        """Forget a page that closed."""
        self._at.pop(page, None)
        self._behind.pop(page, None)

    def behind(self, page: str) -> tuple[str, ...]:
        """Return the addresses that a page's own address stands for; none when it has a site."""
        return self._behind.get(page, ())

    def _all(self, page: str) -> tuple[str, ...]:
        at = self._at.get(page, "")
        return self._behind.get(page, ()) if is_borrowed(at) else (at,)

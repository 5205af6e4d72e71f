"""What the page room needs of the guard: questions about addresses."""

from __future__ import annotations

from typing import Protocol


class SiteJudge(Protocol):
    """Answers for addresses; the guard implements it."""

    def check(self, *urls: str) -> None:
        """Refuse when any of the addresses is blocked.

        Raises:
            SiteBlocked: One of them is.
            SetupFault: `SITES_INVALID`: the list cannot be used, so every page is refused.
        """

    def check_destination(self, url: str) -> None:
        """Refuse an address that a caller asks to open.

        Raises:
            UsageFault: `INVALID_URL` or `UNSUPPORTED`: not an http(s) address.
            SiteBlocked: It is blocked; nothing was sent.
        """

    def allows(self, url: str) -> bool:
        """Say whether the address is free to be read and touched."""

    def patterns(self) -> tuple[str, ...]:
        """Return wildcards that fit every http(s) address that is refused, and others too."""

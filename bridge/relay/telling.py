"""What a debugger may be told of: pages, tabs and addresses that are of no blocked site."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from bridge.addresses import is_borrowed
from bridge.cdp.targets import Targets
from bridge.page.judge import SiteJudge
from bridge.relay.post import Post
from bridge.relay.seat import Seat

Raw = Mapping[str, Any]

HEX = re.compile(r"[0-9A-Fa-f]{32}")
_URL = re.compile(r'(?:https?|wss?|file|ftp|blob|filesystem|view-source):[^\s"\\<>]+')


class Telling:
    """Judges for one relay.

    Args:
        targets: The browser's pages.
        judge: The guard.
        post: Knows who stands behind pages without a site of their own.
    """

    def __init__(self, targets: Targets, judge: SiteJudge, post: Post) -> None:
        self._targets, self._judge, self._post = targets, judge, post
        self._tabs: set[str] = set()

    def allows(self, url: str) -> bool:
        """Say whether an address may be told of; one that is no site's own names none."""
        return is_borrowed(url) or self._judge.allows(url)

    def contexts(self) -> set[str | None]:
        """Return the browser contexts of pages that may be told of."""
        return {page.context_id for page in self._targets.pages}

    def names_free(self, text: str) -> bool:
        """Say whether no address in an event is blocked."""
        if not self._post.patterns:
            return True
        return all(map(self.allows, _URL.findall(text)))

    def page(self, target: str, url: str | None, seats: Iterable[Seat]) -> bool:
        """Say whether a page is there, the person's own, and of no blocked site.

        Args:
            target: Its id.
            url: Where it is; as far as is known when not given.
            seats: Sessions of the debugger, which may know more.
        """
        page = self._targets.page(target)
        if page is None:
            return False
        for seat in seats:
            sight = seat.sight if seat.target == target else None
            if sight is not None and sight.known and not sight.top_is_open:
                return False
        places = (page.url if url is None else url, *self._post.lineage.behind(target))
        return all(map(self.allows, places))

    def target(self, info: Raw, seats: Iterable[Seat]) -> bool:
        """Say whether a target may be told of: a page or a tab, its id no twin's."""
        target, kind, url = (str(info.get(each, "")) for each in ("targetId", "type", "url"))
        if not HEX.fullmatch(target) or info.get("subtype"):
            return False
        if kind == "tab":
            contexts = self.contexts()
            own = not contexts or info.get("browserContextId") in contexts
            self._tabs.add(target)
            return own and self.allows(url)
        return kind == "page" and self.page(target, url, seats)

    def is_tab(self, target: str) -> bool:
        """Say whether that is a tab; its pages are judged when they come."""
        return target in self._tabs

    def gone(self, target: str) -> None:
        """Forget a target."""
        self._tabs.discard(target)

"""Pages that a test writes itself, served for any host name."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from tests._web import Page, listening


@dataclass
class Pages:
    """What the server gives out: a body and headers for each path."""

    port: int = 0
    bodies: dict[str, tuple[str, dict[str, str]]] = field(default_factory=dict)
    came: threading.Event = field(default_factory=threading.Event)
    """Set when `/came` was asked for."""

    def put(self, path: str, body: str, host: str = "shop.test", **headers: str) -> str:
        """Serve a page, and return its address."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.bodies[path] = (f"<!doctype html>{body}", named)
        return f"http://{host}:{self.port}{path}"


@contextmanager
def serving() -> Iterator[Pages]:
    """Serve on a free loopback port until the block ends."""
    pages = Pages()

    def page(asked: str) -> Page:
        if asked == "/came":
            pages.came.set()
        return pages.bodies.get(asked.partition("?")[0], ("other", {}))

    with listening(page) as pages.port:
        yield pages

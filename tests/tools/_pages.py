"""Pages that a test writes itself, served for any host name."""

from __future__ import annotations

import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from typing_extensions import override


@dataclass
class Pages:
    """What the server gives out: a body and headers for each path."""

    port: int = 0
    bodies: dict[str, tuple[str, dict[str, str]]] = field(default_factory=dict)

    def put(self, path: str, body: str, host: str = "shop.test", **headers: str) -> str:
        """Serve a page, and return its address."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.bodies[path] = (f"<!doctype html>{body}", named)
        return f"http://{host}:{self.port}{path}"


@contextmanager
def serving() -> Iterator[Pages]:
    """Serve on a free loopback port until the block ends."""
    pages = Pages()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body, headers = pages.bodies.get(self.path.partition("?")[0], ("other", {}))
            data = body.encode()
            self.send_response(200)
            told = {"Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store"}
            for name, value in {**told, **headers, "Content-Length": str(len(data))}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(data)

        @override
        def handle(self) -> None:
            with suppress(ConnectionError):  # a page that went away mid-answer
                super().handle()

        @override
        def log_message(self, format: str, *args: object) -> None:
            """Stay quiet."""

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    pages.port = server.server_address[1]
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield pages
    finally:
        server.shutdown()
        thread.join()
        server.server_close()

"""A web server on a free loopback port, for tests that write their pages themselves."""

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from typing_extensions import override

Page = tuple[str, Mapping[str, str]]


@contextmanager
def listening(page: Callable[[str], Page]) -> Iterator[int]:
    """Answer each GET with what `page` gives for its path, body and headers; yields the port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            body, headers = page(self.path)
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
        def log_message(self, format: str, *args: Any) -> None:
            """Stay quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        thread.join()
        server.server_close()

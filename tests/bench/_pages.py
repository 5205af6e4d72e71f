"""Large pages, made as they are asked for: a list of goods with a given number of nodes."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from typing_extensions import override

_ROW = (
    '<li><a href="/item/{n}"><img alt="" width="40" height="40"><b>Item {n}</b></a>'
    "<span>{price} €</span> <i>in stock</i>"
    '<label><input type="checkbox"> compare</label><button>Add item {n}</button></li>\n'
)
_ROW_NODES = 17  # ten elements, six texts and the line end
_HEAD = (
    '<!doctype html><html lang="en"><meta charset="utf-8">'
    '<meta name="viewport" content="width=device-width, initial-scale=1">'
    "<title>{nodes} nodes</title><h1>Goods</h1><ul>\n"
)


def page(nodes: int) -> str:
    """Return a page of about so many nodes: elements and texts."""
    rows = (
        _ROW.format(n=n, price=f"{(n * 137) % 900 / 100:.2f}") for n in range(nodes // _ROW_NODES)
    )
    return _HEAD.format(nodes=nodes) + "".join(rows) + "</ul>"


class _Handler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        name = self.path.partition("?")[0].strip("/")
        body = page(int(name)).encode() if name.isdecimal() else b""
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    @override
    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@contextlib.contextmanager
def large_pages() -> Iterator[str]:
    """Serve them while the block lasts; `ADDRESS/1000` is a page of a thousand nodes."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://large.test:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()

"""A web server for all hosts, whose pages lead elsewhere in every way there is; with a log."""

import asyncio
import http.server
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from html import escape
from typing import Any
from urllib.parse import parse_qs, quote, urlencode

from typing_extensions import override

SECRET = "the-secret-of-"

WORKER = """
addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.mode !== "navigate" || !url.pathname.startsWith("/by-worker")) return;
  const page = `<title>By the worker</title><p>the-secret-of-${url.hostname}`;
  event.respondWith(new Response(page, { headers: { "Content-Type": "text/html" } }));
});
"""
REGISTER = """
<script>
navigator.serviceWorker.register("/worker.js").then(() => navigator.serviceWorker.ready)
  .then(() => { document.title = "ready"; });
</script>
"""


@dataclass(frozen=True)
class Request:
    """One request: host without port and end dots, and the path with its query."""

    host: str
    path: str
    method: str

    @property
    def url(self) -> str:
        return f"http://{self.host}{self.path}"


@dataclass
class Site:
    """The server.

    Attributes:
        port: Where every host ending in `.test`, and 127.0.0.1, is served.
        log: What was asked, but for favourite icons.
    """

    port: int = 0
    log: list[Request] = field(default_factory=list)
    heard: threading.Condition = field(default_factory=threading.Condition)
    answering: int = 0
    slow: threading.Event = field(default_factory=threading.Event)

    def url(self, host: str, path: str = "/", **query: str) -> str:
        more = f"?{urlencode(query)}" if query else ""
        return f"http://{host}:{self.port}{path}{more}"

    def run(self, host: str, code: str, **more: str) -> str:
        """Address of a page with a button `#go` that runs `code` when tapped."""
        return self.url(host, "/run", code=code, **more)

    def asked(self) -> list[str]:
        return [request.url for request in self.log]

    async def rest(self) -> None:
        """Wait until what closed pages had asked for has come in, and is answered."""
        async with asyncio.timeout(20):
            count = -1
            while self.answering or count != len(self.log):
                count = len(self.log)
                await asyncio.sleep(0.03)

    def note(self, request: Request) -> None:
        with self.heard:
            self.log.append(request)
            self.heard.notify_all()


def page(title: str, body: str) -> str:
    return (
        "<!doctype html><meta charset=utf-8>"
        "<meta name=viewport content='width=device-width, initial-scale=1'>"
        f"<title>{escape(title)}</title>{body}"
    )


class Handler(http.server.BaseHTTPRequestHandler):
    """Answers as the path says."""

    site: Site
    protocol_version = "HTTP/1.1"

    @override
    def log_message(self, format: str, *args: Any) -> None:
        del format, args

    def do_GET(self) -> None:
        self._count(1)
        try:
            self._answer()
        except ConnectionError:
            self.close_connection = True  # the page was closed meanwhile
        finally:
            self._count(-1)

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        self.do_GET()

    def _count(self, more: int) -> None:
        with self.site.heard:
            self.site.answering += more

    def _answer(self) -> None:
        path, _, query = self.path.partition("?")
        asked = {name: values[0] for name, values in parse_qs(query).items()}
        host = self.headers.get("Host", "").rpartition(":")[0] or self.headers.get("Host", "")
        if path == "/favicon.ico":
            self._send(404, "")
            return
        self.site.note(Request(host.rstrip(".").lower(), self.path, self.command))
        to = asked.get("to", "")
        match path:
            case "/hop":
                left = int(asked.get("left", "1"))
                again = urlencode({**asked, "left": left - 1})
                where = to if left <= 1 else f"/hop?{again}"
                self._send(int(asked.get("code", "302")), "", Location=_header(where))
            case "/refresh":
                wait = asked.get("wait", "0")
                sign = asked.get("sign", "; url=")
                self._send(200, page("Refreshing", "<p>soon"), Refresh=f"{wait}{sign}{_header(to)}")
            case "/meta":
                said = escape(f"{asked.get('wait', '0')}{asked.get('sign', '; url=')}{to}")
                self._send(
                    200, page("Meta", f'<meta http-equiv="refresh" content="{said}"><p>soon')
                )
            case "/run":
                code = escape(asked.get("code", ""))
                body = f'<button id=go onclick="{code}">Go</button>{asked.get("body", "")}'
                self._send(200, page("Start", body))
            case "/html":
                self._send(200, page(asked.get("title", "Made"), asked.get("body", "")))
            case "/file":
                self._send(
                    200, "text", "text/plain", Content_Disposition='attachment; filename="x.txt"'
                )
            case "/worker.js":
                self._send(200, WORKER, "text/javascript")
            case "/register":
                self._send(200, page("registering", REGISTER))
            case "/slow":
                self.site.slow.wait(20)
                self._send(200, page("Slow", f"<p>{SECRET}{host}"))
            case "/unkept":
                leaves = "<script>addEventListener('unload', () => {})</script>"  # no page to keep
                body = f"<p>{SECRET}{host}{leaves}"
                self._send(200, page("Unkept", body), Cache_Control="no-store")
            case _:
                self._send(200, page(f"At {host}", f"<p>{SECRET}{host}<p><button>Press</button>"))

    def _send(self, status: int, text: str, kind: str = "text/html", **headers: str) -> None:
        body = text.encode()
        self.send_response(status)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)


def _header(url: str) -> str:
    """Bytes of an address as a header carries them."""
    return quote(url, safe="".join(map(chr, range(0x21, 0x7F))))


@contextmanager
def serving() -> Iterator[Site]:
    site = Site()
    handler = type("OwnHandler", (Handler,), {"site": site})
    first = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    site.port = first.server_address[1]
    second = http.server.ThreadingHTTPServer(("127.0.0.2", site.port), handler)
    threads = []
    for server in (first, second):
        server.daemon_threads = True
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        threads.append(thread)
    try:
        yield site
    finally:
        site.slow.set()
        for server, thread in zip((first, second), threads, strict=True):
            server.shutdown()
            thread.join()
            server.server_close()

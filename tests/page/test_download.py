"""Downloads that a tab begins, and files fetched in the page, on real Chromium."""

import asyncio
import threading
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from typing_extensions import override

from bridge.errors import BridgeError
from bridge.inbox import Inbox
from bridge.page.download import fetch, listed, name_of, stops
from bridge.page.flight import fly
from bridge.page.tab import Tab
from bridge.page.touch import tap
from tests.page._act import Stage


@dataclass
class Server:
    """Answers with what a test puts there, for any host; remembers who was asked what."""

    port: int = 0
    answers: dict[str, tuple[int, dict[str, str], bytes]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def put(
        self,
        path: str,
        body: bytes = b"",
        headers: Mapping[str, str] = MappingProxyType({}),
        *,
        host: str = "shop.test",
        status: int = 200,
    ) -> str:
        self.answers[path] = (status, dict(headers), body)
        return f"http://{host}:{self.port}{path}"


@pytest.fixture
async def server(act_stage: Stage, tmp_path: Path) -> AsyncIterator[Server]:
    """A server, while an agent is at work, and Chrome saves nothing where the tests run."""
    root = act_stage.browser._connection.root
    path = str(tmp_path / "chrome")
    await root.call("Browser.setDownloadBehavior", {"behavior": "allow", "downloadPath": path})
    with act_stage.browser.work(acts=True), serving() as made:
        yield made


@contextmanager
def serving() -> Iterator[Server]:
    made = Server()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            host = (self.headers["Host"] or "").partition(":")[0]
            made.asked.append(f"{host}{self.path} {self.headers.get('Cookie', '')}".strip())
            status, headers, body = made.answers.get(self.path, (404, {}, b""))
            self.send_response(status)
            for name, told in {"Content-Length": str(len(body)), **headers}.items():
                self.send_header(name, told)
            self.end_headers()
            self.wfile.write(body)

        @override
        def log_message(self, format: str, *args: Any) -> None:
            """Stay quiet."""

    web = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    web.daemon_threads = True
    made.port = web.server_address[1]
    thread = threading.Thread(target=web.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    yield made
    web.shutdown()
    thread.join()
    web.server_close()


@pytest.fixture
def inbox(tmp_path: Path) -> Inbox:
    return Inbox(tmp_path / "in", 5_000_000)


async def show(stage: Stage, server: Server, body: str) -> Tab:
    """Open a page of that server, so that its files are of the page's origin."""
    url = server.put(
        "/", f"<!doctype html><title>x</title>{body}".encode(), {"Content-Type": "text/html"}
    )
    loaded = asyncio.Event()
    off = stage.tab.session.on("Page.loadEventFired", lambda _: loaded.set())
    await stage.tab.session.call("Page.navigate", {"url": url})
    await asyncio.wait_for(loaded.wait(), 10)
    off()
    return stage.tab


async def refused(tab: Tab, wanted: Any, inbox: Inbox) -> BridgeError:
    with pytest.raises(BridgeError) as caught:
        await fetch(tab, wanted, inbox)
    kept = inbox.folder
    assert not kept.exists() or not list(kept.iterdir())
    return caught.value


async def begun(tab: Tab, count: int) -> None:
    """Wait until Chrome has told of so many downloads."""
    async with asyncio.timeout(10):
        heard = asyncio.Event()
        off = tab.session.on("Page.downloadWillBegin", lambda _: heard.set())
        while len(tab.exchange.downloads) < count:
            heard.clear()
            await heard.wait()
        off()


async def test_a_link_s_file_is_fetched_with_the_page_s_cookies(
    act_stage: Stage, server: Server, inbox: Inbox
) -> None:
    server.put("/report?x=1", b"numbers", {"Content-Type": "text/plain"})
    tab = await show(act_stage, server, "<a href='/report?x=1' download='../r.txt'>Report</a>")
    await act_stage.run("document.cookie = 'who=ada'")
    saved = await fetch(tab, {"text": "Report"}, inbox)
    assert saved.path == inbox.folder / "r.txt"
    assert saved.path.read_bytes() == b"numbers"
    assert saved.sentence == f"saved 7 bytes (text/plain) as {saved.path}"
    assert "shop.test/report?x=1 who=ada" in server.asked


async def test_downloads_are_listed_and_fetched_by_number(
    act_stage: Stage, server: Server, inbox: Inbox
) -> None:
    told = 'attachment; filename="../../a b.txt"'
    server.put("/get", b"first", {"Content-Disposition": told})
    tab = await show(act_stage, server, "<a href='/get'>Get</a>")
    for count in (1, 2):
        await tap(tab, {"text": "Get"})
        await begun(tab, count)
    first, second = listed(tab)
    assert (first.number, second.number) == (1, 2)
    assert first.url.endswith("/get")
    assert "/" not in first.name.replace("_", "")
    for number in (1, 2):
        await fetch(tab, {"number": number}, inbox)
    assert len(list(inbox.folder.iterdir())) == 2
    assert (await refused_elsewhere(tab, {"number": 3}, inbox)).code == "DOWNLOAD_FAILED"


async def test_an_act_says_which_download_it_began(act_stage: Stage, server: Server) -> None:
    server.put("/get", b"first", {"Content-Disposition": "attachment; filename=a.txt"})
    tab = await show(act_stage, server, "<a href='/get'>Get</a>")
    await tap(tab, {"text": "Get"})
    await begun(tab, 1)
    with fly(tab) as flight:
        await tap(tab, {"text": "Get"})
        await begun(tab, 2)
        assert flight.followed() == ['a download began: "a.txt"']


async def refused_elsewhere(tab: Tab, wanted: Any, inbox: Inbox) -> BridgeError:
    with pytest.raises(BridgeError) as caught:
        await fetch(tab, wanted, inbox)
    return caught.value


async def test_a_blob_is_fetched_while_the_page_keeps_it(
    act_stage: Stage, server: Server, inbox: Inbox
) -> None:
    tab = await show(
        act_stage,
        server,
        """<button id=b>Export</button><script>b.onclick = () => {
          url = URL.createObjectURL(new Blob(["a,b"]));
          link = document.createElement("a");
          link.href = url;
          link.download = "e.csv";
          link.click();
        }</script>""",
    )
    await tap(tab, {"text": "Export"})
    await begun(tab, 1)
    assert (await fetch(tab, {"number": 1}, inbox)).path.read_bytes() == b"a,b"
    await act_stage.run("URL.revokeObjectURL(url)")
    problem = await refused_elsewhere(tab, {"number": 1}, inbox)
    assert "taken the file back" in problem.message


async def test_a_large_file_comes_in_pieces_and_whole(
    act_stage: Stage, server: Server, inbox: Inbox
) -> None:
    body = bytes(range(256)) * 13_000
    server.put("/large.bin", body)
    tab = await show(act_stage, server, "<a href='/large.bin'>Large</a>")
    saved = await fetch(tab, {"text": "Large"}, inbox)
    assert saved.path.name == "large.bin"
    assert saved.path.read_bytes() == body


@pytest.mark.parametrize("known", [True, False])
async def test_what_is_too_large_is_refused_and_nothing_is_kept(
    act_stage: Stage, server: Server, tmp_path: Path, *, known: bool
) -> None:
    headers = {} if known else {"Content-Encoding": "identity"}
    server.put("/large", b"x" * 2_000_000, headers)
    tab = await show(act_stage, server, "<a href='/large'>Large</a>")
    problem = await refused(tab, {"text": "Large"}, Inbox(tmp_path / "in", 1_500_000))
    assert problem.code == "DOWNLOAD_FAILED"


async def test_a_file_that_breaks_off_is_not_kept(
    act_stage: Stage, server: Server, inbox: Inbox
) -> None:
    server.put("/short", b"x" * 10, {"Content-Length": "500", "Connection": "close"})
    tab = await show(act_stage, server, "<a href='/short'>Short</a>")
    assert (await refused(tab, {"text": "Short"}, inbox)).code == "DOWNLOAD_FAILED"


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        ({"status": 404}, "the server answered 404"),
        ({"host": "other.test"}, "of another origin"),
    ],
)
async def test_what_the_page_may_not_read_is_refused_with_the_reason(
    act_stage: Stage, server: Server, inbox: Inbox, answer: Any, told: str
) -> None:
    url = server.put("/f", b"x", **answer)
    tab = await show(act_stage, server, f"<a href='{url}'>File</a>")
    problem = await refused(tab, {"text": "File"}, inbox)
    assert problem.code == "DOWNLOAD_FAILED"
    assert told in problem.message


async def test_another_origin_that_allows_it_is_read(
    act_stage: Stage, server: Server, inbox: Inbox
) -> None:
    allows = {
        "Access-Control-Allow-Origin": f"http://shop.test:{server.port}",
        "Access-Control-Allow-Credentials": "true",
    }
    url = server.put("/f.txt", b"x", allows, host="other.test")
    tab = await show(act_stage, server, f"<a href='{url}'>File</a>")
    assert (await fetch(tab, {"text": "File"}, inbox)).size == 1


@pytest.mark.parametrize("way", ["straight", "redirected"])
async def test_a_blocked_site_is_never_asked(
    act_stage: Stage, server: Server, inbox: Inbox, way: str
) -> None:
    allows = {
        "Access-Control-Allow-Origin": f"http://shop.test:{server.port}",
        "Access-Control-Allow-Credentials": "true",
    }
    url = server.put("/f", b"secret", allows, host="blocked.test")
    if way == "redirected":
        url = server.put("/go", headers={"Location": url, **allows}, status=302)
    tab = await show(act_stage, server, f"<a href='{url}'>File</a>")
    problem = await refused(tab, {"text": "File"}, inbox)
    assert problem.code == "SITE_BLOCKED"
    assert not [each for each in server.asked if each.startswith("blocked.test")]
    assert (way == "redirected") == any(each.startswith("shop.test/go") for each in server.asked)


async def test_afterwards_the_page_s_own_requests_are_its_own_again(
    act_stage: Stage, server: Server, inbox: Inbox
) -> None:
    server.put("/f.txt", b"x")
    allows = {"Access-Control-Allow-Origin": "*"}
    url = server.put("/own", b"y", allows, host="blocked.test")
    tab = await show(act_stage, server, "<a href='/f.txt'>File</a>")
    await fetch(tab, {"text": "File"}, inbox)
    assert await act_stage.run(f"fetch('{url}').then((answer) => answer.text())") == "y"


async def test_a_download_of_a_blocked_site_is_not_listed(
    act_stage: Stage, server: Server, inbox: Inbox
) -> None:
    server.put("/get", b"first", {"Content-Disposition": "attachment; filename=secret.txt"})
    tab = await show(act_stage, server, "<a href='/get'>Get</a>")
    await tap(tab, {"text": "Get"})
    await begun(tab, 1)
    tab.judge.allows = lambda url: "/get" not in url  # type: ignore[method-assign]
    assert listed(tab) == ()
    assert (await refused(tab, {"number": 1}, inbox)).code == "DOWNLOAD_FAILED"


async def test_what_leads_to_no_file_is_refused(
    act_stage: Stage, server: Server, inbox: Inbox
) -> None:
    tab = await show(act_stage, server, "<p>words</p><a href='mailto:a@b'>Mail</a>")
    for text in ("words", "Mail"):
        assert (await refused(tab, {"text": text}, inbox)).code == "DOWNLOAD_FAILED"


async def test_a_page_that_leaves_meanwhile_leaves_nothing_behind(
    act_stage: Stage, server: Server, inbox: Inbox
) -> None:
    server.put("/large.bin", b"x" * 3_000_000)
    tab = await show(act_stage, server, "<a href='/large.bin'>Large</a>")
    ask = tab.ask

    async def late(command: str, *args: Any, **more: Any) -> Any:
        answer = await ask(command, *args, **more)
        if command == "download_begin":
            await show(act_stage, server, "another")
        return answer

    tab.ask = late  # type: ignore[method-assign]
    assert (await refused(tab, {"text": "Large"}, inbox)).code == "MOVED"


async def test_a_call_that_is_cancelled_meanwhile_leaves_nothing_behind(
    act_stage: Stage, server: Server, inbox: Inbox
) -> None:
    server.put("/large.bin", b"x" * 3_000_000)
    tab = await show(act_stage, server, "<a href='/large.bin'>Large</a>")
    ask, reached, asked = tab.ask, asyncio.Event(), []

    async def stuck(command: str, *args: Any, **more: Any) -> Any:
        asked.append(command)
        if command == "download_part":
            reached.set()
            await asyncio.Event().wait()
        return await ask(command, *args, **more)

    tab.ask = stuck  # type: ignore[method-assign]
    async with asyncio.TaskGroup() as group:
        call = group.create_task(fetch(tab, {"text": "Large"}, inbox))
        await asyncio.wait_for(reached.wait(), 10)
        assert len(list(inbox.folder.iterdir())) == 1
        call.cancel()
    assert asked == ["download_begin", "download_part"]
    assert list(inbox.folder.iterdir()) == []


@pytest.mark.parametrize(
    ("disposition", "link", "url", "name"),
    [
        ('attachment; filename="a b.txt"', "x", "http://s/y", "a b.txt"),
        ("attachment; filename=a.txt; x=y", "", "http://s/y", "a.txt"),
        ("attachment; filename=\"q.txt\"; filename*=UTF-8''gr%C3%BC%C3%9F.txt", "", "", "grüß.txt"),
        ('attachment; filename="a\\"b.txt"', "", "", 'a"b.txt'),
        ("attachment", "link.txt", "http://s/y", "link.txt"),
        ("", "", "http://s/in/a%20b.pdf?x=/y", "a b.pdf"),
        ("", "", "http://s", ""),
        ("", "", "data:text/plain,x/y", ""),
        ("", "", "blob:http://s/1234", ""),
    ],
)
def test_a_file_is_called_by_its_header_its_link_or_its_address(
    disposition: str, link: str, url: str, name: str
) -> None:
    assert name_of(disposition, link, url) == name


def test_what_is_stopped_is_told_as_chrome_takes_it() -> None:
    assert stops(["*x*"], "Document", "Fetch") == [
        {"urlPattern": "*x*", "resourceType": "Document", "requestStage": "Request"},
        {"urlPattern": "*x*", "resourceType": "Fetch", "requestStage": "Request"},
    ]

"""How addresses are read: by tables, by properties, and by what real Chromium commits."""

import http.server
import itertools
import json
import shutil
import subprocess
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from typing_extensions import override
from websockets.sync.client import ClientConnection, connect

from bridge.addresses import (
    Kind,
    Unparsable,
    decoded,
    inside,
    is_borrowed,
    parse_url,
    plain_path,
    superset,
)
from bridge.sites import Rules

WEB = [
    # spelling, host, port, path
    ("http://a.test", "a.test", "", "/"),
    ("HTTPS://A.Test/Path", "a.test", "", "/path"),
    ("http://a.test:80/", "a.test", "", "/"),
    ("https://a.test:443/", "a.test", "", "/"),
    ("http://a.test:443/", "a.test", "443", "/"),
    ("https://a.test:80/", "a.test", "80", "/"),
    ("http://a.test:08080/", "a.test", "8080", "/"),
    ("http://a.test:0/", "a.test", "0", "/"),
    ("http://a.test:/x", "a.test", "", "/x"),
    ("http://a.test./", "a.test", "", "/"),
    ("http://a.test.../", "a.test", "", "/"),
    ("http://user@a.test/", "a.test", "", "/"),
    ("http://user:pw@a.test/", "a.test", "", "/"),
    ("http://ok.test@a.test/", "a.test", "", "/"),
    ("http://ok.test:pw@a.test/", "a.test", "", "/"),
    ("http://ok.test%20@a.test/", "a.test", "", "/"),
    ("http://ok.test%3A80@a.test/", "a.test", "", "/"),
    ("http://ok.test/@a.test/", "ok.test", "", "/@a.test/"),
    ("http://a.test\\@ok.test/", "a.test", "", "/@ok.test/"),
    ("http:\\\\a.test\\x", "a.test", "", "/x"),
    ("http:a.test", "a.test", "", "/"),
    ("http:/a.test", "a.test", "", "/"),
    ("http:////a.test", "a.test", "", "/"),
    ("  http://a.test/  ", "a.test", "", "/"),
    ("h\tt\nt\rp://a.\ttest/x\ny", "a.test", "", "/xy"),
    ("\x00http://a.test/\x1f", "a.test", "", "/"),
    ("http://a\u3002test/", "a.test", "", "/"),
    ("http://a\uff0etest/", "a.test", "", "/"),
    ("http://a\uff61test/", "a.test", "", "/"),
    ("http://\uff41.\uff54\uff45\uff53\uff54/", "a.test", "", "/"),
    ("http://a\u200b.test/", "a.test", "", "/"),
    ("http://a\u00ad.test/", "a.test", "", "/"),
    ("http://a\u2060.te\ufeffst/", "a.test", "", "/"),
    ("http://%61.test/", "a.test", "", "/"),
    ("http://a%2etest/", "a.test", "", "/"),
    ("http://a%E3%80%82test/", "a.test", "", "/"),
    ("http://b\u00fccher.test/", "xn--bcher-kva.test", "", "/"),
    ("http://bu\u0308cher.test/", "xn--bcher-kva.test", "", "/"),
    ("http://XN--BCHER-KVA.test/", "xn--bcher-kva.test", "", "/"),
    ("http://fa\u00df.test/", "xn--fa-hia.test", "", "/"),
    ("http://\u212a.test/", "k.test", "", "/"),
    ("http://under_score.test/", "under_score.test", "", "/"),
    ("http://127.0.0.1/", "127.0.0.1", "", "/"),
    ("http://127.0.0.1./", "127.0.0.1", "", "/"),
    ("http://2130706433/", "127.0.0.1", "", "/"),
    ("http://0x7f.1/", "127.0.0.1", "", "/"),
    ("http://0x7F000001/", "127.0.0.1", "", "/"),
    ("http://017700000001/", "127.0.0.1", "", "/"),
    ("http://127.1/", "127.0.0.1", "", "/"),
    ("http://\uff11\uff12\uff17.0.0.1/", "127.0.0.1", "", "/"),
    ("http://[::ffff:127.0.0.1]/", "127.0.0.1", "", "/"),
    ("http://[::FFFF:7F00:1]/", "127.0.0.1", "", "/"),
    ("http://[0:0:0:0:0:ffff:7f00:0001]/", "127.0.0.1", "", "/"),
    ("http://[0:0:0:0:0:0:0:1]:81/", "[::1]", "81", "/"),
    ("http://a.test/x/../y/./z", "a.test", "", "/y/z"),
    ("http://a.test/x/%2e%2E/y", "a.test", "", "/y"),
    ("http://a.test//x///y", "a.test", "", "/x/y"),
    ("http://a.test/%61%2D%2e%5f%7E%2F%5c", "a.test", "", "/a-._~%2f%5c"),
    ("http://a.test/%2561", "a.test", "", "/%2561"),
    ("http://a.test/%c3%bc", "a.test", "", "/%c3%bc"),
    ("http://a.test/\u00fc", "a.test", "", "/%c3%bc"),
    ("http://a.test/%zz%", "a.test", "", "/%zz%"),
    ("http://a.test?q=A", "a.test", "", "/?q=a"),
    ("http://a.test/?q=//x%61", "a.test", "", "/?q=//xa"),
    ("http://a.test/?", "a.test", "", "/"),
    ("http://a.test/x?y#z?w", "a.test", "", "/x?y"),
    ("http://a.test#@b.test/", "a.test", "", "/"),
    ("view-source:http://a.test/x", "a.test", "", "/x"),
    ("View-Source:view-source:http://a.test/x", "a.test", "", "/x"),
    ("view-source:http:\\\\a.test\\", "a.test", "", "/"),
    ("blob:http://a.test/3f0c", "a.test", "", "/3f0c"),
    ("blob:http://user@a.test/3f0c", "a.test", "", "/3f0c"),
    ("blob:blob:http://a.test/3f0c", "a.test", "", "/3f0c"),
    ("filesystem:http://a.test/temporary/x", "a.test", "", "/temporary/x"),
    ("view-source:filesystem:blob:http://a.test/x", "a.test", "", "/x"),
]


@pytest.mark.parametrize(("url", "host", "port", "path"), WEB)
def test_a_web_page_is_read_as(url: str, host: str, port: str, path: str) -> None:
    page = parse_url(url)
    assert (page.kind, page.host, page.port, page.path) == (Kind.WEB, host, port, path)


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("about:blank", Kind.HOSTLESS),
        ("about:srcdoc", Kind.HOSTLESS),
        ("ABOUT:blank#blocked", Kind.HOSTLESS),
        ("data:text/html,<b>http://a.test", Kind.HOSTLESS),
        ("javascript:location='http://a.test'", Kind.HOSTLESS),
        ("blob:null/3f0c", Kind.HOSTLESS),
        ("view-source:about:blank", Kind.HOSTLESS),
        ("chrome-error://chromewebdata/", Kind.HOSTLESS),
        ("chrome://newtab/", Kind.HOSTLESS),
        ("chrome-native://newtab/", Kind.HOSTLESS),
        ("chrome://newtabs/", Kind.OTHER),
        ("chrome://history/", Kind.OTHER),
        ("chrome-native://bookmarks/", Kind.OTHER),
        ("chrome-extension://abc/x.html", Kind.OTHER),
        ("file:///sdcard/x.html", Kind.OTHER),
        ("file://a.test/x.html", Kind.OTHER),
        ("filesystem:file:///temporary/x", Kind.OTHER),
        ("content://media/external/1", Kind.OTHER),
        ("intent://a.test/#Intent;scheme=https;end", Kind.OTHER),
        ("market://details?id=x", Kind.OTHER),
        ("tel:110", Kind.OTHER),
        ("a.test:8080", Kind.OTHER),
        ("googlechrome://navigate?url=http://a.test", Kind.OTHER),
        ("ws://a.test/", Kind.OTHER),
        ("ftp://a.test/", Kind.OTHER),
    ],
)
def test_what_is_no_web_page_has_no_host(url: str, kind: Kind) -> None:
    page = parse_url(url)
    assert (page.kind, page.host) == (kind, "")


@pytest.mark.parametrize(
    "url",
    [
        "",
        " ",
        "a.test",
        "/x",
        "//a.test/",
        "http://",
        "http:///",
        "http://./",
        "http://../",
        "http://a b.test/",
        "http://a%20b.test/",
        "http://a\u3000b.test/",
        "http://a\u00a0b.test/",
        "http://a\u200cb.test/",
        "http://a.test:65536/",
        "http://a.test:x/",
        "http://1.2.3.4.5/",
        "http://256.1.1.1/",
        "http://a.1/",
        "http://[::1/",
        "http://[a.test]/",
        "http://a.test/\ud800",
        "http://\ud800.test/",
        "http://a<b.test/",
        "http://%00.test/",
        "view-source:",
        "view-source:a.test",
        "view-source://a.test/",
        "blob:",
        "blob:a.test/x",
        "blob:nulla.test/x",
        "filesystem:x",
        "view-source:" * 8 + "http://a.test/",
    ],
)
def test_what_cannot_be_read_is_said_to_be_so(url: str) -> None:
    with pytest.raises(Unparsable):
        parse_url(url)


def test_an_address_with_a_hundred_thousand_wrappers_is_given_up_at_once() -> None:
    with pytest.raises(Unparsable, match="deep"):
        parse_url("view-source:" * 100_000 + "http://a.test/")


def test_what_is_inside_is_handed_out_in_chromes_spelling() -> None:
    assert inside("view-source:HTTP://A.test:80/x/../y") == "http://a.test/y"


def test_decoding_stops_at_unreserved_characters() -> None:
    assert decoded("%41%2f%61%25%7e") == "A%2fa%25~"
    assert plain_path("//a//%2561") == "/a/%2561"


# What ada does to spellings that mean the same: two of one page get one reading.
PIECES = st.sampled_from([
    *("http:", "HTTP:", "https:", "//", "/", "\\", "\\\\", "a.test", "A.TEST", "a%2etest", "."),
    *("%78", "..", "%2e", "?", "#", "@", ":", "80", "443", "view-source:", "blob:", "127.1"),
    *("x", "0x7f", "[::1]", "*", ";", "&", "=", "null", "ü"),
    *("\u3002", "\u200b", "\ud800", "\t", "\n", " "),
])  # fmt: skip
ANY_TEXT = st.one_of(
    st.text(st.characters(), max_size=60),
    st.lists(PIECES, max_size=12).map("".join),
    st.lists(PIECES, max_size=8).map(lambda parts: "http://" + "".join(parts)),
)
SOME_RULES = Rules.parse("a.test/x\n127.0.0.1\nxn--tda.test\n*b*.test:81/*/c?d\nonly: a.test\n")


@given(ANY_TEXT)
@example("\ud800")
@example("http://a.test/\udfff")
@settings(max_examples=500, deadline=None)
def test_any_text_is_read_or_refused_and_never_breaks_the_judge(text: str) -> None:
    try:
        href = inside(text)
    except Unparsable:
        assert SOME_RULES.check(text) is not None
        return
    assert inside(href) == href
    assert SOME_RULES.check(href) == SOME_RULES.check(text)


BLANK = "about:blank"
BLOCKED = "blocked.test\n127.0.0.1\n[::1]\nxn--bcher-kva.test\npaths.test/admin\nk-sign.test\n"
SPELLINGS = [
    *("http://blocked.test", "HTTP://BLOCKED.TEST/", "http://blocked.test:80/", "http://blocked.test:/"),
    *("http://blocked.test:81/x", "http://blocked.test./", "http://www.blocked.test/", "http://a.b.blocked.test/"),
    *("http://blocked%2etest/", "http://%62locked.test/", "http://blocked\u3002test/", "http://blocked\uff0etest/"),
    *("http://blocked\uff61test/", "http://\uff42\uff4c\uff4fcked.test/", "http://bloc\u200bked.test/"),
    *("http://bloc\u00adked.test/", "http://bloc\u2060ked.test/", "http://bloc\ufeffked.test/"),
    *("http://\u24d1locked.test/", "http://\U0001d41blocked.test/", "http://bloc\u212aed.test/"),
    *("http:blocked.test", "http:/blocked.test", "http:///blocked.test"),
    "http:\\\\blocked.test\\x",
    *("http:\\blocked.test", "http:/\\blocked.test/", " http://blocked.test/ ", "\thttp://blocked.test/\n"),
    *("ht\ntp://blo\tcked.test/x\ry", "http://ok.test@blocked.test/", "http://ok.test:pw@blocked.test/"),
    *("http://ok.test%20@blocked.test/", "http://ok.test%3A@blocked.test/", "http://@blocked.test/"),
    *("http://ok.test@@blocked.test/", "http://blocked.test#@ok.test/", "http://blocked.test?@ok.test/"),
    *("http://blocked.test\\@ok.test/", "http://blocked.test;@ok.test/", "http://blocked.test%00.ok.test/"),
    *("http://ok.test/", "http://ok.test/blocked.test", "http://ok.test/?http://blocked.test/"),
    *("http://ok.test#http://blocked.test/", "http://notblocked.test/", "http://blocked.test.ok.test/"),
    *("http://blocked-test/", "http://blocked.testing/", "http://blocked.test@ok.test/", "http://xn--blocked.test/"),
    *("http://b\u00fccher.test/", "http://bu\u0308cher.test/", "http://XN--BCHER-KVA.test/", "http://B\u00dcCHER.TEST/"),
    *("http://b\u00fccher\u3002test/", "http://b%C3%BCcher.test/", "http://bucher.test/", "http://fa\u00df.test/"),
    *("http://127.0.0.1/", "http://127.1/", "http://0x7f.1/", "http://2130706433/", "http://017700000001/"),
    *("http://0x7f000001/", "http://127.0.0.1./", "http://\uff11\uff12\uff17.0.0.1/", "http://127.0.0.2/"),
    *("http://[::1]/", "http://[0:0:0:0:0:0:0:1]/", "http://[::ffff:127.0.0.1]/", "http://[::ffff:7f00:1]/"),
    *("http://[::2]/", "http://256.256.256.256/", "http://1.2.3.4.5/", "http://blocked.test:99999/"),
    *("http://paths.test/admin", "http://paths.test/%61dmin", "http://paths.test//admin", "http://paths.test/ADMIN"),
    *("http://paths.test/x/../admin", "http://paths.test/x/%2e%2e/admin", "http://paths.test\\admin"),
    *("http://paths.test/./admin?x", "http://paths.test/admin;x", "http://paths.test/admin#x", "http://paths.test/ad\tmin"),
    *("http://paths.test/administrator", "http://paths.test/x/admin", "http://paths.test/?/admin", "http://paths.test/%2561dmin"),
    *("http://paths.test/admin%2f", "http://paths.test/admin/../", "http://paths.test/\u00fc", "http://paths.test/\ud800"),
    *("http://a b.test/", "http://a%20b.test/", "http://a\u3000b.test/", "http://a*b.test/", "http://a_b.test/"),
    *("http://a\u200cb.test/", "http://../", "http://.blocked.test/", "http://blocked..test/"),
    *("view-source:http://blocked.test/", "view-source:http://ok.test/", "VIEW-SOURCE:HTTP://BLOCKED.TEST"),
    *("view-source:view-source:http://blocked.test/", "view-source:blocked.test", "view-source://blocked.test/"),
    *("blob:http://blocked.test/x", "filesystem:http://blocked.test/temporary/x", "blob:null/x"),
    *("about:blank", "about://blocked.test/", "data:text/html,blocked.test"),
    *("javascript:1", "blocked.test"),
    *("//blocked.test/", "", "ftp://blocked.test/", "file://blocked.test/x", "intent://blocked.test/#Intent;scheme=http;end"),
    *("chrome://version/", "https://blocked.test/", "https://ok.test/", "https://blocked.test:80/"),
]  # fmt: skip


class Page:
    """A page of real Chromium, spoken to without any of our own code."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._ids = itertools.count(1)
        self._session = ""
        target = self.ask("Target.createTarget", url=BLANK)["targetId"]
        answer = self.ask("Target.attachToTarget", targetId=target, flatten=True)
        self._session = answer["sessionId"]

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        number = next(self._ids)
        message = {"id": number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        self._socket.send(json.dumps(message))
        while (answer := json.loads(self._socket.recv(timeout=20))).get("id") != number:
            pass
        return dict(answer.get("result") or {"error": answer.get("error")})

    def committed(self, url: str) -> str:
        """Go to about:blank, then to the address; return the address of the page that came."""
        self.ask("Page.navigate", url=BLANK)
        self.ask("Page.navigate", url=url)
        frame = self.ask("Page.getFrameTree")["frameTree"]["frame"]
        return str(frame.get("unreachableUrl") or frame["url"])


class Anything(http.server.BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", "2")
        self.end_headers()
        self.wfile.write(b"ok")

    @override
    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    program = shutil.which("chromium") or pytest.fail("Chromium is needed: apt install chromium")
    profile = tmp_path_factory.mktemp("profile")
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Anything)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    rules = f"MAP * 127.0.0.1:{server.server_port}"
    switches = ["--headless=new", "--no-sandbox", "--no-first-run", "--disable-gpu"]
    switches += ["--remote-debugging-port=0", "--no-proxy-server"]
    chromium = subprocess.Popen(
        [program, *switches, f"--user-data-dir={profile}", f"--host-resolver-rules={rules}", BLANK],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert chromium.stderr
    try:
        said = next(line for line in chromium.stderr if line.startswith("DevTools listening on "))
        with connect(said.split()[-1], proxy=None, max_size=None) as socket:
            yield Page(socket)
    finally:
        chromium.terminate()
        chromium.communicate(timeout=20)
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize(
    ("hosts", "patterns"),
    [
        ([], ()),
        (["a.test", "bank.*", "a.test"], ("*a.test*", "*bank.**")),
        (["10.0.0.1"], ("*10.0.0.1*", "*[::ffff:*")),
        (["192.168.*.*"], ("*192.168.*.**", "*[::ffff:*")),
        (["[::1]"], ("*[::1]*",)),
    ],
)
def test_wildcards_are_made_of_hosts(hosts: list[str], patterns: tuple[str, ...]) -> None:
    assert superset(hosts) == patterns


@pytest.mark.parametrize(
    ("url", "borrowed"),
    [
        *((url, True) for url in ("", ":", "about:blank", "about:srcdoc", "data:,x")),
        *((url, True) for url in ("javascript:1", "blob:null/1", "chrome-error://chromewebdata/")),
        *((url, False) for url in ("http://a.test/", "blob:http://a.test/1", "chrome://newtab/")),
        *((url, False) for url in ("view-source:http://a.test/", "file:///x", "nonsense")),
    ],
)
def test_what_has_no_site_of_its_own_borrows_one(url: str, borrowed: bool) -> None:
    assert is_borrowed(url) is borrowed


# Where we refuse more than what came would be: nothing came, or a lone surrogate was mended.
STRICTER = {
    *("http://blocked.test%00.ok.test/", "http://256.256.256.256/", "http://1.2.3.4.5/"),
    *("http://blocked.test:99999/", "http://paths.test/\ud800", "http://a\u200cb.test/"),
    *("view-source:view-source:http://blocked.test/", "view-source:blocked.test"),
    *("view-source://blocked.test/", "blocked.test", "//blocked.test/", ""),
}


@pytest.mark.parametrize("spelling", SPELLINGS, ids=map(ascii, SPELLINGS))
def test_our_verdict_on_a_spelling_is_the_verdict_on_what_chromium_commits(
    spelling: str, page: Page
) -> None:
    rules = Rules.parse(BLOCKED)
    refused = rules.check(spelling) is not None
    came = page.committed(spelling)
    is_blocked = rules.check(came) is not None
    assert (refused, is_blocked) == ((True, False) if spelling in STRICTER else (is_blocked,) * 2)

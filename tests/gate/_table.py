"""Ways to a site: spellings and routes by family, each to a blocked and to a free one.

Nothing here says what is blocked: that is taken from what Chromium does without the guard.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal
from urllib.parse import quote

from tests.gate._site import Site

Place = Literal["top", "popup", "frame", "file"]


@dataclass(frozen=True)
class Case:
    """One way.

    Attributes:
        start: The page on which the agent stands.
        target: Address given to `page_navigate`; empty: the button `#go` is tapped.
        before: Pages visited before, while there were no rules.
        place: Where the document comes.
        commits: How many documents come there.
        network: The document is fetched from the network as it comes.
    """

    family: str
    name: str
    start: str
    target: str = ""
    before: tuple[str, ...] = ()
    place: Place = "top"
    commits: int = 1
    network: bool = True


def rules(site: Site) -> str:
    return f"""
blocked.test
bücher.test
127.0.0.2
ports.test:{site.port}
harbour.test:1
paths.test/admin
asked.test/find?q=secret
blocked.localhost
"""


def cases(site: Site) -> list[Case]:
    return [*_spelled(site), *_routes(site)]


# Spellings. {h} is a host, {o} another one, {p} the port.

SPELLINGS: dict[str, tuple[str, ...]] = {
    "letter case": ("HTTP://{h}:{p}/", "http://{H}:{p}/", "hTtP://{h}:{p}/Path", "HTTP://www.{H}:{p}/"),
    "user name": (
        *("http://user:pw@{h}:{p}/", "http://{o}@{h}:{p}/", "http://{o}:{p}@{h}:{p}/", "http://@{h}:{p}/"),
        *("http://{o}%20@{h}:{p}/", "http://{o}%3A@{h}:{p}/", "http://a:b@c@{h}:{p}/", "http://{o}%2F@{h}:{p}/"),
    ),
    "dots": ("http://{h}.:{p}/", "http://{h}%2E:{p}/", "http://{h}\uff0e:{p}/", "http://a.{h}.:{p}/"),
    "odd dots": (
        *("http://{n}\u3002test:{p}/", "http://{n}\uff0etest:{p}/", "http://{n}\uff61test:{p}/"),
        *("http://a\u3002{h}:{p}/", "http://{n}%2etest:{p}/"),
    ),
    "escapes": ("http://{e}:{p}/", "http://{e1}:{p}/", "http://{E}:{p}/", "http://x.{e1}:{p}/a%20b"),
    "wide letters": ("http://{w}:{p}/", "http://{w1}:{p}/", "http://{ring}:{p}/", "http://{bold}:{p}/"),
    "unseen letters": tuple(f"http://{{h1}}{c}{{h2}}:{{p}}/" for c in "\u00ad\u200b\u2060\ufeff"),
    "slashes": (
        *("http:\\\\{h}:{p}\\x", "http:/\\{h}:{p}/", "http:////{h}:{p}/", "http:/{h}:{p}/"),
        *("http:{h}:{p}/", "http://{h}:{p}\\@{o}/", "http://{h}:{p}/\\{o}"),
    ),
    "below": ("http://a.{h}:{p}/", "http://a.b.c.{h}:{p}/", "http://www.{h}:{p}/", "http://{o}.{h}:{p}/"),
    "look-alike": (
        *("http://not{h}:{p}/", "http://{h}.other.test:{p}/", "http://{h}a:{p}/", "http://{n}-test.test:{p}/"),
        *("http://{n}.test.test:{p}/", "http://x{h}.{h}:{p}/"),
    ),
    "mention": (
        *("http://{h}:{p}/?q={o}", "http://{h}:{p}/{o}/", "http://{h}:{p}/#{o}", "http://{h}:{p}/?u=http://{o}:{p}/"),
        *("http://{h}:{p}/http://{o}:{p}/", "http://{h}:{p}/@{o}/"),
    ),
    "ends": (
        *("http://{h}:{p}#@{o}/", "http://{h}:{p}?@{o}/", "http://{h}:{p}/#//{o}/", "http://{h}:{p}?@{o}#@{o}"),
        *("http://{h}:{p}", "http://{h}:{p}/../../{o}"),
    ),
    "white space": (
        *(" http://{h}:{p}/", "http://{h}:{p}/ ", "ht\ntp://{h}:{p}/", "http://{h1}\t{h2}:{p}/"),
        *("http://\n{h}:{p}/", "\u0001http://{h}:{p}/"),
    ),
    "source view": (
        *("view-source:http://{h}:{p}/", "VIEW-SOURCE:http://{h}:{p}/", "view-source:http://u@{H}:{p}/"),
        "view-source:http://{h}.:{p}/x",
    ),
}  # fmt: skip

PAIRS: dict[str, tuple[str, ...]] = {
    "international": tuple(
        f"http://{name}:{{p}}/"
        for word in ("bücher", "müller")
        for name in (
            *(f"{word}.test", f"{word.upper()}.test", word.encode("idna").decode() + ".test"),
            *(quote(word) + ".test", word.replace("ü", "u\u0308") + ".test", f"a.{word}.test"),
        )
    ),
    "IPv4": tuple(
        f"http://{form}:{{p}}/"
        for n in (1, 2)
        for form in (
            *(f"127.0.0.{n}", f"{2130706432 + n}", f"0x7f.0.0.{n}", f"0x7f00000{n}", f"0177.0.0.0{n}"),
            *(f"127.{n}", f"127.0.{n}", f"127.0.0.{n}.", f"0X7F.0x{n}", f"127.0.0.%3{n}"),
        )
    ),
    "IPv6": tuple(
        f"http://[{form}]:{{p}}/"
        for n in (1, 2)
        for form in (
            *(f"::ffff:127.0.0.{n}", f"::FFFF:7f00:{n}", f"0:0:0:0:0:ffff:7f00:000{n}"),
            f"0000::ffff:7F00:{n}",
        )
    ),
    "port": tuple(
        f"http://{form}/"
        for host in ("ports.test", "harbour.test")
        for form in (f"{host}:{{p}}", f"{host}:0{{p}}", f"www.{host.upper()}:{{p}}", f"u@{host}.:{{p}}")
    ),
    "path": tuple(
        f"http://paths.test:{{p}}{path}"
        for path in (
            *("/admin", "/admin/users", "/%61dmin", "//admin", "/x/../admin", "/./ADMIN", "/admin?x"),
            *("/administrator", "/x/admin", "/adm", "/admin2", "/", "/admi%6e2", "/x?/admin", "/#/admin"),
        )
    ),
    "query": tuple(
        f"http://asked.test:{{p}}/find{query}"
        for query in (
            *("?q=secret", "?q=secret&page=2", "?Q=SECRET", "?%71=secret", "/?q=secret"),
            *("?q=secrets", "?q=open", "", "?page=2&q=secret", "#?q=secret"),
        )
    ),
}  # fmt: skip


def _spelled(site: Site) -> Iterator[Case]:
    for family, templates in SPELLINGS.items():
        for template in templates:
            for host, other in (("blocked.test", "free.test"), ("free.test", "blocked.test")):
                yield from _both_ways(site, family, template.format(**_forms(site, host, other)))
    for family, templates in PAIRS.items():
        for template in templates:
            yield from _both_ways(site, family, template.format(p=site.port))


def _both_ways(site: Site, family: str, url: str) -> Iterator[Case]:
    start = site.url("shop.test", "/html", title="Shop")
    yield Case(family, f"address {url!r}", start, target=url)
    if family != "source view":  # a page may not lead there
        link = f'<a id=go href="{url.replace("&", "&amp;")}">Go</a>'
        yield Case(family, f"link {url!r}", site.url("shop.test", "/html", body=link))


def _forms(site: Site, host: str, other: str) -> dict[str, str | int]:
    name = host.removesuffix(".test")

    def shifted(start: int) -> str:
        return "".join(chr(start + ord(c) - ord("a")) if c.isalpha() else c for c in host)

    escaped = "".join(f"%{ord(c):02x}" for c in host)
    return {
        **{"h": host, "o": other, "p": site.port, "n": name, "H": host.upper()},
        **{"h1": host[:3], "h2": host[3:], "e": escaped, "E": escaped.upper()},
        "e1": f"%{ord(host[0]):02X}{host[1:]}",
        "w": "".join(chr(ord(c) + 0xFEE0) if c.isalpha() else c for c in host),
        "w1": chr(ord(host[0]) + 0xFEE0) + host[1:],
        "ring": shifted(0x24D0),
        "bold": shifted(0x1D41A),
    }


# Routes. T is an address as a JavaScript string. In a handler, a bare `open` is the document's.

HOP = ("301", "302", "303", "307", "308")
CODES: dict[str, tuple[tuple[Place, str], ...]] = {
    "location": tuple(
        ("top", code)
        for code in (
            *("location=T", "location.href=T", "location.assign(T)", "location.replace(T)"),
            *("document.location=T", "top.location=T", "navigation.navigate(T)", "window.open(T,'_self')"),
            *("setTimeout(()=>{location=T},50)", "location.host=new URL(T).host"),
            *("Promise.resolve().then(()=>location.assign(T))", "frames.location.href=T"),
        )
    ),
    "new window": tuple(
        ("popup", code)
        for code in (
            *("window.open(T)", "window.open(T,'x','popup')", "window.open(T,'_blank','noopener')", "window.open(T,'_blank','noreferrer')"),
            *("w=window.open('about:blank');w.location=T", "w=window.open();w.location.replace(T)", "window.open(HOP)"),
            "w=window.open();setTimeout(()=>{w.location=T},80)",
            "w=window.open();w.document.write('<meta http-equiv=refresh content=\\'0;url='+T+'\\'>');w.document.close()",
        )
    ),
    "frame": tuple(
        ("frame", code)
        for code in (
            *("f=ADD('iframe');f.src=T", "f=ADD('iframe');f.contentWindow.location=T", "f=ADD('iframe');f.src=HOP"),
            "f=ADD('iframe');f.srcdoc='<meta http-equiv=refresh content=\\'0;url='+T+'\\'>'",
            "f=ADD('iframe');f.srcdoc='<script>location=\\''+T+'\\'<\\/script>'",
            "f=document.createElement('iframe');f.name='in';document.body.append(f);window.open(T,'in')",
            "f=ADD('iframe');f.contentWindow.location.replace(T)",
        )
    ),
    "nested frame": tuple(
        ("frame", code)
        for code in (
            "f=ADD('iframe');f.srcdoc='<iframe src=\\''+T+'\\'></iframe>'",
            "f=ADD('iframe');f.srcdoc='<iframe></iframe><script>frames[0].location=\\''+T+'\\'<\\/script>'",
            "f=ADD('iframe');f.srcdoc='<object data=\\''+T+'\\'></object>'",
            "f=ADD('iframe');g=f.contentDocument.createElement('iframe');f.contentDocument.body.append(g);g.src=T",
            "f=ADD('iframe');f.src='data:text/html,<iframe src='+encodeURIComponent(T)+'></iframe>'",
        )
    ),
    "object": tuple(
        ("frame", code)
        for code in (
            *("f=ADD('object');f.data=T", "f=ADD('embed');f.src=T", "f=ADD('embed');f.type='text/html';f.src=T"),
            *("f=ADD('object');f.type='text/html';f.data=T", "f=ADD('object');f.data=HOP", "f=ADD('embed');f.src=HOP"),
        )
    ),
    "script address": tuple(
        ("top", code)
        for code in (
            *("location='javascript:location=\\''+T+'\\''", "window.open('javascript:location.replace(\\''+T+'\\')','_self')"),
            "a=ADD('a');a.href='javascript:void(location.href=\\''+T+'\\')';a.click()",
            "f=ADD('iframe');f.src='javascript:top.location=\\''+T+'\\';1'",
        )
    ),
}  # fmt: skip
BODIES: dict[str, tuple[tuple[Place, str], ...]] = {
    "link": tuple(
        ("top", body)
        for body in (
            *('<a id=go href="{t}">Go</a>', '<a id=go target=_top href="{t}">Go</a>'),
            '<base href="{t}"><a id=go href="">Go</a>',
            '<a id=go rel="noreferrer" href="{t}"><b>Go</b></a>',
            '<svg width=90 height=40><a id=go href="{t}"><rect width=90 height=40 /></a></svg>',
            '<a id=go href="{r}">Go</a>',
            '<a href="{t}"><button id=go>Go</button></a>',
        )
    ),
    "form GET": tuple(
        ("top", body)
        for body in (
            '<form action="{t}"><input name=a><button id=go>Go</button></form>',
            '<form><button id=go formaction="{t}">Go</button></form>',
            '<form id=f action="{t}"></form><button id=go form=f>Go</button>',
            '<form id=f action="{t}"></form><button id=go onclick="f.submit()">Go</button>',
            '<form action="{r}"><input type=hidden name=to value="{t}"><button id=go>Go</button></form>',
        )
    ),
    "form POST": tuple(
        ("top", body)
        for body in (
            '<form method=post action="{t}"><input name=a value=b><button id=go>Go</button></form>',
            '<form method=post enctype="multipart/form-data" action="{t}"><button id=go>Go</button></form>',
            '<form><button id=go formmethod=post formaction="{t}">Go</button></form>',
            '<form method=post action="{r7}"><input name=a value=b><button id=go>Go</button></form>',
            '<form method=post action="{r}"><input name=a value=b><button id=go>Go</button></form>',
        )
    ),
    "blank target": tuple(
        ("popup", body)
        for body in (
            *('<a id=go target=_blank href="{t}">Go</a>', '<a id=go target=_blank rel=opener href="{t}">Go</a>'),
            *('<a id=go target=other href="{t}">Go</a>', '<base target=_blank><a id=go href="{t}">Go</a>'),
            '<form target=_blank action="{t}"><button id=go>Go</button></form>',
            '<form target=_blank method=post action="{t}"><button id=go>Go</button></form>',
            '<a id=go target=_blank href="{r}">Go</a>',
        )
    ),
}  # fmt: skip
SIGNS = ("; url=", ";URL=", ", url=", " url = ", ";")


def _routes(site: Site) -> Iterator[Case]:
    for host in ("blocked.test", "free.test"):
        t = site.url(host, "/landed")
        yield from _redirects(site, t)
        yield from _markup(site, t)
        yield from _history(site, host)
        yield from _files(site, host)
        yield from _data(site, t)
    for host in ("blocked.localhost", "free.localhost"):
        yield from _workers(site, host)
        yield from _speculation(site, host)


def _redirects(site: Site, t: str) -> Iterator[Case]:
    start = site.url("shop.test", "/html", title="Shop")
    for code in HOP:
        for left in ("1", "2", "3"):
            hop = site.url("shop.test", "/hop", code=code, left=left, to=t)
            yield Case("redirect", f"{code} x {left} {t}", start, target=hop)
    for sign in SIGNS:
        for family, path in (("meta refresh", "/meta"), ("Refresh header", "/refresh")):
            link = f'<a id=go href="{site.url("shop.test", path, to=t, sign=sign)}">Go</a>'
            link = link.replace("&", "&amp;")
            start = site.url("shop.test", "/html", body=link)
            yield Case(family, f"{sign!r} {t}", start, commits=2)


def _markup(site: Site, t: str) -> Iterator[Case]:
    r = site.url("shop.test", "/hop", to=t)
    add = "ADD=(k)=>document.body.appendChild(document.createElement(k));"
    for family, codes in CODES.items():
        for place, code in codes:
            ready = f"T={json.dumps(t)};HOP={json.dumps(r)};{add if 'ADD' in code else ''}{code}"
            yield Case(family, f"{code} {t}", site.run("shop.test", ready), place=place)
    for family, bodies in BODIES.items():
        for place, body in bodies:
            r7 = site.url("shop.test", "/hop", code="307", to=t)
            full = body.format(t=t, r=r.replace("&", "&amp;"), r7=r7.replace("&", "&amp;"))
            start = site.url("shop.test", "/html", body=full)
            yield Case(family, f"{body} {t}", start, place=place)


BACK = (
    "history.back()",
    "history.go(-1)",
    "location='javascript:history.back()'",
    "setTimeout(()=>history.back(),50)",
)


def _history(site: Site, host: str) -> Iterator[Case]:
    for code in BACK:
        start = site.run("shop.test", code)
        unkept, kept = site.url(host, "/unkept"), site.url(host, "/landed")
        yield Case("history", f"{code} {host}", start, before=(unkept,))
        yield Case("back-forward cache", f"{code} {host}", start, before=(kept,), network=False)


def _files(site: Site, host: str) -> Iterator[Case]:
    file, page = site.url(host, "/file"), site.url(host, "/landed")
    hop = site.url("shop.test", "/hop", to=file)
    for body in (
        f'<a id=go download href="{page}">Go</a>',
        f'<a id=go download="a.txt" href="{file}">Go</a>',
        f'<a id=go href="{file}">Go</a>',
        f'<a id=go href="{hop}">Go</a>'.replace("&", "&amp;"),
        f"<button id=go onclick=\"location='{file}'\">Go</button>",
    ):
        yield Case("download", body, site.url("shop.test", "/html", body=body), place="file")


def _data(site: Site, t: str) -> Iterator[Case]:
    start = site.url("shop.test", "/html", title="Shop")
    for body in (
        f'<meta http-equiv=refresh content="0; url={t}">',
        f"<script>location='{t}'</script>",
        f"<body onload=\"location.replace('{t}')\">",
        f'<form action="{t}"></form><script>document.forms[0].submit()</script>',
    ):
        url = f"data:text/html,{quote(body)}"
        yield Case("data address", f"{body}", start, target=url, commits=2)


def _workers(site: Site, host: str) -> Iterator[Case]:
    t = site.url(host, "/by-worker")
    hop = site.url("shop.test", "/hop", to=t)
    before = (site.url(host, "/register"),)
    bodies = (
        f"<button id=go onclick=\"location='{t}'\">Go</button>",
        f'<a id=go href="{t}">Go</a>',
        f'<form action="{t}"><button id=go>Go</button></form>',
        f'<a id=go href="{hop}">Go</a>'.replace("&", "&amp;"),
    )
    for body in bodies:
        start = site.url("shop.test", "/html", body=body)
        yield Case("service worker", body, start, before=before, network=False)
    window = site.url("shop.test", "/html", body=f'<a id=go target=_blank href="{t}">Go</a>')
    yield Case(
        *("service worker", f"a window to {host}", window),
        before=before,
        place="popup",
        network=False,
    )


def _speculation(site: Site, host: str) -> Iterator[Case]:
    t = site.url(host, "/landed")
    link = f'<a id=go href="{t}">Go</a>'
    for kind in ("prefetch", "prerender"):
        for rule in (
            {"source": "list", "urls": [t], "eagerness": "immediate"},
            {"source": "document", "where": {"href_matches": t}, "eagerness": "immediate"},
        ):
            script = f"<script type=speculationrules>{json.dumps({kind: [rule]})}</script>"
            start = site.url("free.localhost", "/html", body=link + script)
            yield Case("speculation", f"{kind} {rule['source']} {host}", start, network=False)

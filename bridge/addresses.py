"""An address as Chrome reads it: host, port and path for rules to be held against.

In: an address in any spelling. Out: its normal form, taken out of `view-source:`,
`blob:` and `filesystem:`; or `Unparsable`, which counts as blocked. Read by ada (WHATWG),
never by urllib, which sees other hosts than Chrome. Pure: no I/O.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from ipaddress import IPv6Address

from ada_url import URL, HostType

_MOST_NESTED = 8
_WRAPPED = ("view-source:", "blob:", "filesystem:")
_HOSTLESS = ("about:", "data:", "javascript:", "chrome-error:", "blob:null/")
_NEW_TAB = re.compile(r"chrome(-native)?://(newtab|new-tab-page)(/|$)")
_ESCAPE = re.compile(r"%([0-9A-Fa-f]{2})")
_UNRESERVED = re.compile(r"[A-Za-z0-9._~-]")


class Unparsable(ValueError):
    """The address cannot be read, or nests too deep; it counts as blocked."""


class Kind(StrEnum):
    """What sort of page an address is, once taken out of its wrappers."""

    WEB = "web"
    """http and https: the rules apply."""
    HOSTLESS = "hostless"
    """about:, data:, javascript:, blob:null, Chrome's error and new-tab pages."""
    OTHER = "other"
    """Chrome's own pages, the phone's files, apps' schemes: only an allow list refuses them."""


@dataclass(frozen=True, slots=True)
class App:
    """An app that is in front, as a place to be judged.

    Attributes:
        package: Its name; empty when what is shown may be any page and nobody can tell which.
    """

    package: str


@dataclass(frozen=True, slots=True)
class Address:
    """What a rule is held against. Lower case; host, port and path only for web pages.

    Attributes:
        host: In punycode, without trailing dots; IPv4 in IPv6 as IPv4.
        port: Empty for the scheme's own.
        path: Normalised path and query, never the hash.
        is_number: Whether the host is an IP address, which has no subdomains.
    """

    kind: Kind
    host: str = ""
    port: str = ""
    path: str = ""
    is_number: bool = False


def inside(url: str) -> str:
    """Take an address out of `view-source:`, `blob:` and `filesystem:`, nested ones too.

    Raises:
        Unparsable: The address, or what is inside it, cannot be read.
    """
    return _innermost(url).href


def parse_url(url: str) -> Address:
    """Read an address as Chrome does.

    An address without a host of its own (about:, data:, javascript:) says nothing of who
    wrote the page: that its opener or parent decides is the caller's part.

    Raises:
        Unparsable: It cannot be read.
    """
    parsed = _innermost(url)
    href = parsed.href
    if href.startswith(_HOSTLESS) or _NEW_TAB.match(href):
        return Address(Kind.HOSTLESS)
    if parsed.protocol not in {"http:", "https:"}:
        return Address(Kind.OTHER)
    host = unmapped(parsed.hostname.rstrip("."))
    if not host:
        raise Unparsable("no host")
    return Address(
        Kind.WEB,
        host,
        parsed.port,
        (plain_path(parsed.pathname) + decoded(parsed.search)).lower(),
        is_number=parsed.host_type != HostType.DEFAULT,
    )


def is_borrowed(url: str) -> bool:
    """Say whether a page of this address belongs to whoever opened or holds it.

    So about:, data:, javascript:, blob:null and a tab that has loaded nothing yet; Chrome's
    own new-tab page belongs to nobody.
    """
    if url in {"", ":"}:  # how Chrome writes no address at all
        return True
    try:
        href = _innermost(url).href
    except Unparsable:
        return False
    return href.startswith(_HOSTLESS)


def _innermost(url: str) -> URL:
    for _ in range(_MOST_NESTED):
        parsed = read(url)
        wrapper = next((w for w in _WRAPPED if parsed.protocol == w), None)
        if wrapper is None or parsed.href.startswith(_HOSTLESS):
            return parsed
        url = parsed.href[len(wrapper) :]
    raise Unparsable("nested too deep")


def read(url: str) -> URL:
    """Parse by the WHATWG rules, one layer deep.

    Raises:
        Unparsable: ada refuses it.
    """
    try:
        return URL(url)
    except ValueError as problem:  # of which a lone surrogate's UnicodeEncodeError is one
        raise Unparsable("no address") from problem


def unmapped(host: str) -> str:
    """Spell an IPv4 address written inside IPv6 as the IPv4 address that it reaches."""
    if not host.startswith("[::ffff:"):
        return host
    inner = IPv6Address(host[1:-1]).ipv4_mapped
    return host if inner is None else str(inner)


def superset(hosts: Iterable[str]) -> tuple[str, ...]:
    """Make wildcards (`*` is any run) that fit every address of these hosts, and others too.

    Chrome stops a document by such; what was stopped is then judged exactly.
    """
    names = set(hosts)
    if any(set(name) <= set("0123456789.*") for name in names):
        names.add("[::ffff:")  # IPv4 may be written inside IPv6
    return tuple(sorted(f"*{name}*" for name in names))


def decoded(text: str) -> str:
    """Decode escapes of unreserved characters only: `%61` is `a`, `%2F` stays."""

    def letter_of(escape: re.Match[str]) -> str:
        letter = chr(int(escape[1], 16))
        return letter if _UNRESERVED.fullmatch(letter) else escape[0]

    return _ESCAPE.sub(letter_of, text)


def plain_path(path: str) -> str:
    """Decode like `decoded`, and make one slash of several."""
    return re.sub("/{2,}", "/", decoded(path))

"""Rules around tools: what an agent may do, what a person is asked about, what nobody may.

In: the tool, its arguments, the person's scope and choices. Out: the facts that rules speak
of, and one verdict, the most severe. It judges what the agent wants, before anything is sent;
which sites are blocked is the guard's part. Pure: no I/O.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from bridge.addresses import Kind, Unparsable, is_borrowed, parse_url, read

MOST_PAYLOAD = 512
"""Bytes that an address may carry behind its path without a question."""

_SHOWN = 80
_ENTER = frozenset({"enter", "return", "numpadenter", "\r", "\n"})


class Choice(StrEnum):
    """What becomes of a call, mildest first."""

    ALLOW = "allow"
    CONFIRM = "confirm"
    DENY = "deny"


SEVERITY = {choice: rank for rank, choice in enumerate(Choice)}

RULES: dict[str, str] = {
    "reserved-action": "it is something only a person may do",
    "non-http-navigation": "the address is no web page",
    "raw-html-read": "it reads a page's source instead of what people see",
    "secret-in-url": "a secret would stand in an address",
    "secret-release": "a secret is handed to a page",
    "secret-off-scope": "a secret would go to another site than its own",
    "off-scope-navigation": "the site is outside of what you named for this work",
    "url-payload": "the address carries a lot of data",
    "form-submission": "it sends a form",
    "file-upload": "it hands a file to a page",
    "leaves-pinned-tab": "you pinned the agent to its tab",
    "live-code": "it brings code of its own into a page",
    "captcha-solve": "it works on a check that asks for a human",
}
"""Every rule, and why it speaks up, in words for a person."""

# Services whose frames hold a check for humans; whatever stands below their hosts and paths.
_CAPTCHAS = re.compile(
    r"(www\.)?(google\.com|recaptcha\.net)/recaptcha(/|$)"
    r"|([a-z0-9-]+\.)*(hcaptcha\.com|arkoselabs\.com|funcaptcha\.com|challenges\.cloudflare\.com"
    r"|geetest\.com|captcha-delivery\.com)/"
)


@dataclass(frozen=True, slots=True)
class Fact:
    """Something about a call that a rule speaks of.

    Attributes:
        rule: A key of `RULES`.
        what: What the agent wants, as a clause after "wants to"; words of others are quoted.
        site: The site it is about; empty for the one that the page is on.
        same: What makes the next call the same again, for a permission that lasts; `what` itself
            where it is empty.
    """

    rule: str
    what: str
    site: str = ""
    same: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What becomes of a call, and the facts that made it so."""

    choice: Choice
    facts: tuple[Fact, ...] = ()


def decide(facts: Iterable[Fact], chosen: Mapping[str, Choice]) -> Verdict:
    """Judge the facts of one call: the most severe wins.

    Args:
        facts: Of the call.
        chosen: What the person's settings say of each rule.
    """
    found = [(chosen[fact.rule], fact) for fact in facts]
    worst = max((choice for choice, _ in found), key=SEVERITY.__getitem__, default=Choice.ALLOW)
    if worst is Choice.ALLOW:
        return Verdict(worst)
    return Verdict(worst, tuple(fact for choice, fact in found if choice is worst))


def facts(
    tool: str,
    args: Mapping[str, Any],
    *,
    in_scope: Callable[[str], bool] | None = None,
    pinned: bool = False,
    seal: Callable[[str], str] = str,
) -> tuple[Fact, ...]:
    """Return what rules say of a call, as far as its arguments tell.

    Args:
        tool: Its name.
        args: Its arguments.
        in_scope: Whether an address is within the scope; None when no scope is set.
        pinned: Whether a person keeps the agent in its tab.
        seal: Puts handles in the place of secrets, before a text is cut.
    """
    found: list[Fact] = []
    match tool:
        case "page_navigate" if args.get("url") is not None:
            found += _destination(str(args["url"]), in_scope, seal)
        case "page_tabs":
            action = args.get("action", "list")
            if action == "open" and args.get("url") is not None:
                found += _destination(str(args["url"]), in_scope, seal)
            if pinned and action != "list":
                found.append(Fact("leaves-pinned-tab", f"{action} a tab"))
        case "page_fill" if args.get("submit"):
            letters = counted(len(str(args.get("value", ""))), "character")
            told = f"type {letters} and press Enter"
            found.append(Fact("form-submission", told, same="type and press Enter"))
        case "page_key" if str(args.get("key", "")).lower() in _ENTER:
            held = "".join(f"{each}+" for each in args.get("modifiers", ()))
            found.append(Fact("form-submission", f"press {held}Enter"))
        case "page_submit":
            found.append(Fact("form-submission", "send the form"))
        case "page_search" if args.get("query") is not None:
            told = f"search for {quoted(seal(str(args['query'])))}"
            found.append(Fact("form-submission", told, same="search"))
        case "page_upload":
            names = [_file_name(str(path), seal) for path in args.get("paths") or ()]
            told = f"upload {', '.join(names) or 'a file'}"
            same = "\0".join(map(str, args.get("paths") or ()))
            found.append(Fact("file-upload", told, same=same))
    return tuple(found)


def secret(name: str, goes: str) -> Fact:
    """Say that a secret is to go to its own site: to any other it is refused in any case.

    Args:
        name: Its name, never its value.
        goes: The origin that would get it.
    """
    return Fact("secret-release", f"fill in the secret {quoted(name)}", goes)


def captcha(url: str) -> bool:
    """Say whether a frame's address is that of a service that checks for humans."""
    try:
        page = parse_url(url)
    except Unparsable:
        return False
    return page.kind is Kind.WEB and bool(_CAPTCHAS.match(f"{page.host}{page.path or '/'}"))


def site_of(url: str) -> str:
    """Return the host and port of an address, or what sort of page it is when it has none."""
    if is_borrowed(url):
        return "a page without an address"
    try:
        page = parse_url(url)
    except Unparsable:
        return "a page without an address"
    if page.kind is not Kind.WEB:
        return "a page of Chrome's own"
    return f"{page.host}:{page.port}" if page.port else page.host


def quoted(text: str, most: int = _SHOWN) -> str:
    """Quote words of an agent or a page: one line, printable, cut, no quotes within."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    cut = line if len(line) <= most else f"{line[:most]}…"
    return '"{}"'.format(cut.replace('"', "'"))


def counted(number: int, noun: str) -> str:
    """Say how many."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _destination(
    url: str, in_scope: Callable[[str], bool] | None, seal: Callable[[str], str]
) -> list[Fact]:
    try:
        page = parse_url(url)
        parsed = read(url)
    except Unparsable:
        return []  # it is refused as no address, which is more to the point
    site = site_of(url)
    if page.kind is Kind.HOSTLESS and not parsed.protocol.startswith("javascript"):
        return []  # about: and data: lead nowhere; their text is the agent's own
    if page.kind is not Kind.WEB:
        return [Fact("non-http-navigation", "open an address that is no web page", site)]
    found: list[Fact] = []
    where = quoted(seal(f"{site}{parsed.pathname}"))
    if in_scope is not None and not in_scope(url):
        found.append(Fact("off-scope-navigation", f"open {where}", site, "open"))
    carried = parsed.username + parsed.password + parsed.search[1:] + parsed.hash[1:]
    size = len(carried.encode())
    if size > MOST_PAYLOAD:
        what = f"open {where} and send {size} bytes along, which begin {quoted(seal(carried))}"
        found.append(Fact("url-payload", what, site, f"send to {parsed.pathname}"))
    return found


def _file_name(path: str, seal: Callable[[str], str]) -> str:
    return quoted(seal(re.split(r"[/\\]", path.rstrip("/\\"))[-1] or path))

"""What UIAutomator says of a screen, as a tree: every generation of its XML, and Appium's.

In: the bytes of a dump. Out: nodes with role, texts, box and state. A password's text is
never kept. Takes memory in proportion to the input, whatever its depth. Pure: no I/O.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import ParseError

from defusedxml.common import DefusedXmlException  # type: ignore[import-untyped]  # it has none
from defusedxml.ElementTree import DefusedXMLParser  # type: ignore[import-untyped]  # likewise

from bridge.geometry import Box
from bridge.native.mend import NotATree, decode, document, mend
from bridge.native.roles import role_of

__all__ = ["Node", "NotATree", "Tree", "parse"]

MOST_BYTES = 2_000_000
MOST_DEPTH = 100

_BOUNDS = re.compile(r"\s*\[\s*(-?\d+)\s*,\s*(-?\d+)\s*\]\s*\[\s*(-?\d+)\s*,\s*(-?\d+)\s*\]\s*")
_TAG = re.compile(rb"""<(?:[^>"']|"[^"]*"|'[^']*')*>""")
_FRAMES = frozenset({"hierarchy", "displays", "display", "window"})
_YES = {
    "clickable": "clickable",
    "long-clickable": "long_clickable",
    "checkable": "checkable",
    "checked": "checked",
    "focusable": "focusable",
    "focused": "focused",
    "scrollable": "scrollable",
    "password": "password",
    "selected": "selected",
    "editable": "editable",
}
_NO = {"enabled": "disabled", "visible-to-user": "hidden", "displayed": "hidden"}


@dataclass(frozen=True, slots=True)
class Node:
    """One element of a screen.

    Attributes:
        role: What it is, in a word: `button`, `field`, `text`, `list`.
        text: What it shows; never a password's. So `desc` and `hint`.
        flags: What is so of it: `clickable`, `checked`, `disabled`, `hidden`.
        raw: Its tag as the phone wrote it, by which it is found again; empty when that
            had to be mended.
        display: Android's number of the display it is on.
    """

    role: str
    class_name: str
    package: str
    text: str
    desc: str
    hint: str
    resource_id: str
    box: Box
    flags: frozenset[str]
    children: tuple[Node, ...]
    raw: str = ""
    display: int = 0

    @property
    def label(self) -> str:
        """What a person would call it: its text, else its description, else its hint."""
        return self.text or self.desc or self.hint

    def walk(self) -> Iterator[Node]:
        """Yield it and all below it, in the document's order."""
        left = [self]
        while left:
            node = left.pop()
            yield node
            left.extend(reversed(node.children))


@dataclass(frozen=True, slots=True)
class Tree:
    """A screen.

    Attributes:
        roots: Of each window one.
        rotation: Quarter turns; None when not told.
    """

    roots: tuple[Node, ...]
    rotation: int | None

    def walk(self) -> Iterator[Node]:
        """Yield all nodes, in the document's order."""
        for root in self.roots:
            yield from root.walk()


def parse(raw: bytes | str) -> Tree:
    """Read a dump.

    Raises:
        NotATree: It is none, is cut off, larger than 2 MB or deeper than 100.
    """
    told = decode(raw) if isinstance(raw, bytes) else raw
    if len(told) > MOST_BYTES:
        raise NotATree(f"more than {MOST_BYTES // 1_000_000} MB")
    text = document(told)
    mended = mend(text)
    data = mended.encode()
    reader = _Reader(data, "" if mended == text else text)
    parser = DefusedXMLParser(target=reader)
    reader.place = lambda: int(parser.parser.CurrentByteIndex)
    try:
        parser.feed(data)
        parser.close()
    except (ParseError, DefusedXmlException, ValueError) as problem:
        raise NotATree(f"no XML that can be read ({type(problem).__name__})") from problem
    return Tree(tuple(reader.roots), reader.rotation)


@dataclass(slots=True)
class _Open:
    tag: str
    given: Mapping[str, str]
    raw: str
    children: list[Node]


class _Reader:
    """Makes nodes of what a parser finds, from the inside out."""

    def __init__(self, data: bytes, mended_from: str) -> None:
        self.roots: list[Node] = []
        self.rotation: int | None = None
        self.place: Callable[[], int] = int
        self._data, self._mended_from = data, mended_from
        self._open: list[_Open] = []
        self._display = 0

    def start(self, tag: str, given: Mapping[str, str]) -> None:
        """Take an opening tag."""
        if len(self._open) > MOST_DEPTH:
            raise NotATree(f"deeper than {MOST_DEPTH}")
        if tag == "hierarchy" and self.rotation is None:
            self.rotation = _number(given.get("rotation", ""))
        if tag == "display":
            self._display = _number(given.get("id", "")) or 0
        self._open.append(_Open(tag, given, self._raw(), []))

    def end(self, tag: str) -> None:
        """Take a closing tag."""
        done = self._open.pop()
        if tag in _FRAMES:
            self.roots += done.children
            return
        node = _node(done, self._display)
        (self._open[-1].children if self._open else self.roots).append(node)

    def data(self, text: str) -> None:
        """Take what stands between tags: nothing of worth."""

    def close(self) -> None:
        """Take the end."""

    def _raw(self) -> str:
        """Return the tag that begins here, without its end: the phone's file has the same."""
        found = _TAG.match(self._data, self.place())
        tag = found[0].decode()[:-1].removesuffix("/").rstrip() if found else ""
        return tag if not self._mended_from or tag in self._mended_from else ""


def _node(done: _Open, display: int) -> Node:
    given = done.given
    class_name = given.get("class") or done.tag
    flags = {flag for key, flag in _YES.items() if given.get(key) == "true"}
    flags |= {flag for key, flag in _NO.items() if given.get(key) == "false"}
    role = role_of(class_name)
    if role == "field":
        flags.add("editable")
    text = given.get("text", "")
    return Node(
        role=_role(role, flags),
        class_name=class_name,
        package=given.get("package", ""),
        text="" if "password" in flags else text,
        desc=given.get("content-desc", ""),
        hint=given.get("hint", ""),
        resource_id=given.get("resource-id", ""),
        box=_box(given.get("bounds", "")),
        flags=frozenset(flags),
        children=tuple(done.children),
        raw=done.raw,
        display=_number(given.get("display-id", "")) or display,
    )


def _role(role: str, flags: set[str]) -> str:
    """Say what it is to a person: a layout, words or a picture that take taps are a button."""
    if role == "group" and "editable" in flags:
        return "field"
    return "button" if role in {"group", "text", "image"} and "clickable" in flags else role


def _box(told: str) -> Box:
    found = _BOUNDS.fullmatch(told)
    if found is None:
        return Box(0, 0, 0, 0)
    return Box(*(int(each) for each in found.groups()))


def _number(told: str) -> int | None:
    return int(told) if re.fullmatch(r"\d{1,9}", told, re.ASCII) else None

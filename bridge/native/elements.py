"""The elements of a screen that matter to somebody, numbered, in the document's order.

Layout is left out and what stands in it lifted; a thing to tap that has no words of its own
takes those within it. Numbers hold for one tree. Pure: no I/O.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from bridge.geometry import Box
from bridge.native.hierarchy import Node, Tree

LONGEST_LABEL = 160
_MOST_TAGS = 8
SYSTEM = "com.android.systemui"
TOUCHED = frozenset(
    {"clickable", "long_clickable", "checkable", "editable", "scrollable", "password"}
)
"""Flags of what a person can do something with."""


@dataclass(frozen=True, slots=True)
class Element:
    """One numbered element.

    Attributes:
        uid: Its number.
        depth: How many listed elements hold it.
        label: Its own, or of what it holds; at most 160 characters.
    """

    uid: int
    node: Node
    depth: int
    label: str

    @property
    def touched(self) -> bool:
        """Whether a person can do something with it."""
        return bool(self.node.flags & TOUCHED)

    @property
    def tags(self) -> tuple[str, ...]:
        """What the phone wrote of it, and of what it takes its words from: by that it is known.

        One is empty where the phone's own writing was not kept.
        """
        if self.node.label or not self.label:
            return (self.node.raw,)
        told = [each for each in _below(self.node) if each.label or "checkable" in each.flags]
        return (self.node.raw, *(each.raw for each in told[:_MOST_TAGS]))

    @property
    def words(self) -> str:
        """Say it as a person would: `button "Sign in"`."""
        name = self.node.resource_id.rpartition("/")[2]
        told = f' "{self.label}"' if self.label else f" #{name}" if name else ""
        return f"{self.node.role}{told}"


def number(tree: Tree, *, full: bool = False, system: bool = False) -> tuple[Element, ...]:
    """Number a tree's elements.

    Args:
        tree: The screen.
        full: Whether layout is listed too.
        system: Whether the status and navigation bars are; alone on the screen they always are.
    """
    apart = [root for root in tree.roots if root.package != SYSTEM]
    roots = tree.roots if system or not apart else apart
    found: list[Element] = []
    left: list[tuple[Node, int, bool]] = [(root, 0, False) for root in reversed(roots)]
    while left:
        node, depth, spoken = left.pop()  # `spoken`: what holds it has said its words already
        within = _words_within(node) if _is_wrapper(node) else ""
        label = _cut(node.label or within)
        is_plain = not (node.flags & TOUCHED or node.role == "webview")
        listed = full or not ((is_plain and (spoken or not label)) or _is_nothing(node, label))
        if listed:
            found.append(Element(len(found) + 1, node, depth, label))
        says = spoken or bool(listed and within and not node.label)
        left += [(child, depth + listed, says) for child in reversed(node.children)]
    return tuple(found)


def find(elements: Sequence[Element], text: str) -> tuple[Element, ...]:
    """Return those that say a text: exactly, else as a part; things to touch before plain words."""
    wanted = folded(text)
    for fits in (_says, _holds):
        found = [each for each in elements if fits(each, wanted)]
        if touched := [each for each in found if each.touched]:
            return tuple(touched)
        if found:
            return tuple(found)
    return ()


def folded(text: str) -> str:
    """Return a text for comparing: whatever its case and composition, in any language."""
    return unicodedata.normalize("NFKC", " ".join(text.split()).casefold()).replace("i\u0307", "i")


def is_shown(element: Element, screen: Box) -> bool:
    """Say whether some of it is within the screen."""
    box = element.node.box
    across = box.left < screen.right and box.right > screen.left
    return (
        not box.empty and across and box.top < screen.bottom and box.bottom > screen.top
    ) and "hidden" not in element.node.flags


def _says(element: Element, wanted: str) -> bool:
    node = element.node
    return wanted in {folded(each) for each in (element.label, node.text, node.desc, node.hint)}


def _holds(element: Element, wanted: str) -> bool:
    node = element.node
    return any(wanted in folded(each) for each in (element.label, node.text, node.desc, node.hint))


def _is_wrapper(node: Node) -> bool:
    """Whether it is something to tap, without words, and nothing within it can be tapped."""
    if node.label or not node.flags & {"clickable", "checkable", "long_clickable"}:
        return False
    return not any(each.flags & (TOUCHED - {"checkable"}) for each in _below(node))


def _below(node: Node) -> list[Node]:
    return list(node.walk())[1:]


def _words_within(node: Node) -> str:
    labels = [each.label for each in _below(node) if each.label]
    return " / ".join(dict.fromkeys(labels))


def _is_nothing(node: Node, label: str) -> bool:
    return node.box.empty and not label


def _cut(label: str) -> str:
    plain = " ".join(label.split())
    return plain if len(plain) <= LONGEST_LABEL else plain[: LONGEST_LABEL - 1] + "…"

"""A screen's elements as lines for an agent, within a number of bytes. Pure: no I/O."""

from __future__ import annotations

from collections.abc import Sequence

from bridge.geometry import Box
from bridge.native.elements import Element, folded, is_shown

BUDGET = 8192
_LABEL = 80
_STATES = (
    ("checked", "checked"),
    ("selected", "selected"),
    ("focused", "focused"),
    ("disabled", "disabled"),
    ("password", "password"),
    ("scrollable", "scrolls"),
)


def line(element: Element, screen: Box) -> str:
    """Write one element: role, label, number, place and state."""
    node, box = element.node, element.node.box
    words = f' "{_quoted(element.label)}"' if element.label else _id(element)
    states = [told for flag, told in _STATES if flag in node.flags]
    if "checkable" in node.flags and "checked" not in node.flags:
        states.append("unchecked")
    if not is_shown(element, screen):
        states.append("off screen")
    if "editable" in node.flags and not node.text:
        states.append("empty")
    told = f" [{', '.join(states)}]" if states else ""
    place = f"{box.left},{box.top} {box.width}x{box.height}"
    return f"{'  ' * element.depth}- {node.role}{words} [{element.uid}] {place}{told}"


def render(
    elements: Sequence[Element],
    screen: Box,
    *,
    grep: str | None = None,
    max_bytes: int = BUDGET,
) -> str:
    """Write elements, things to touch first where not all find room.

    Args:
        elements: In order.
        screen: What is on it, and what is off.
        grep: Only lines that hold this, whatever their case.
        max_bytes: Of the whole, but for the line that says what was cut.
    """
    lines = {each.uid: line(each, screen) for each in elements}
    wanted = [e for e in elements if grep is None or folded(grep) in folded(lines[e.uid])]
    if not wanted:
        return "no element" if grep is None else f'no line holds "{_quoted(grep)}"'
    kept: set[int] = set()
    left = max_bytes
    for each in sorted(wanted, key=lambda e: (not is_shown(e, screen), not e.touched)):
        size = len(lines[each.uid].encode("utf-8", "replace")) + 1
        if size <= left:
            kept.add(each.uid)
            left -= size
    told = [lines[each.uid] for each in wanted if each.uid in kept]
    if cut := len(wanted) - len(told):
        told.append(f"({cut} more elements: give grep, or scroll)")
    return "\n".join(told)


def _id(element: Element) -> str:
    name = element.node.resource_id.rpartition("/")[2]
    return f" #{_quoted(name)}" if name else ""


def _quoted(text: str) -> str:
    plain = "".join(sign if sign.isprintable() else " " for sign in text).replace('"', "'")
    return plain if len(plain) <= _LABEL else plain[: _LABEL - 1] + "…"

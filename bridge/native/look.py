"""One look at a native screen: its elements, the app in front and the display, under one name.

Numbers and pixels are quoted from it for two minutes. Pure: no I/O.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bridge.errors import ScreenFault
from bridge.geometry import Box
from bridge.native.elements import Element, find, is_shown, number
from bridge.native.hierarchy import Tree
from bridge.native.render import BUDGET, render
from bridge.native.spot import Spot
from bridge.native.told import Display, Front

TTL_SECONDS = 120.0
"""How long what was seen may be quoted."""
_MOST_NAMED = 8


@dataclass(frozen=True, slots=True)
class Look:
    """What was seen at one moment.

    Attributes:
        id: Its name, such as `s12`.
        at: When, of the loop's clock.
        awake: Whether the screen is on; None when the phone does not tell.
        keyboard: Whether the soft keyboard shows.
    """

    id: str
    at: float
    tree: Tree
    elements: tuple[Element, ...]
    front: Front
    display: Display
    awake: bool | None = None
    keyboard: bool = False

    @property
    def view(self) -> Box:
        """The screen; where the phone does not tell its size, what its windows cover."""
        if self.display.box is not None:
            return self.display.box
        boxes = [root.box for root in self.tree.roots] or [Box(0, 0, 0, 0)]
        return Box(0, 0, max(b.right for b in boxes), max(b.bottom for b in boxes))

    @property
    def web(self) -> bool:
        """Whether a page is shown, which the tree tells little of."""
        return any(node.role == "webview" for node in self.tree.walk())

    def text(self, *, grep: str | None = None, full: bool = False, max_bytes: int = BUDGET) -> str:
        """Write it for an agent: what is in front, then the elements."""
        elements = number(self.tree, full=True, system=True) if full else self.elements
        head = [f"{self.id}: {self.front.words}, {self._size()}"]
        if self.keyboard:
            head.append("the soft keyboard is open")
        if self.web:
            head.append("a web page is shown: page_snapshot reads it, page_tap taps in it")
        return "\n".join([*head, render(elements, self.view, grep=grep, max_bytes=max_bytes)])

    def element(self, uid: int) -> Element:
        """Return the element of a number.

        Raises:
            ScreenFault: `STALE_UID`: there is none.
        """
        if 0 < uid <= len(self.elements):
            return self.elements[uid - 1]
        raise ScreenFault("STALE_UID", f"{self.id} has {len(self.elements)} elements, and no {uid}")

    def find(self, spot: Spot) -> Element:
        """Return the one element that a number or a text means.

        Raises:
            ScreenFault: `STALE_UID`; `TARGET_NOT_FOUND`; `TARGET_AMBIGUOUS`, with all that fit.
        """
        if spot.uid is not None:
            return self.element(spot.uid)
        found = find(self.elements, spot.text or "")
        if not found:
            raise ScreenFault(
                "TARGET_NOT_FOUND",
                f"nothing on the screen says {spot.words}",
                hint="Read phone_tree, or scroll until it is there with phone_scroll.",
            )
        if spot.nth is None and len(found) == 1:
            return found[0]
        if spot.nth is not None and spot.nth < len(found):
            return found[spot.nth]
        named = "; ".join(f"[{each.uid}] {each.words}" for each in found[:_MOST_NAMED])
        more = f"; and {len(found) - _MOST_NAMED} more" if len(found) > _MOST_NAMED else ""
        raise ScreenFault("TARGET_AMBIGUOUS", f"{len(found)} elements fit: {named}{more}")

    def row(self, element: Element) -> dict[str, Any]:
        """Return one element as JSON values, without what says nothing."""
        node = element.node
        told: dict[str, Any] = {
            "uid": element.uid,
            "role": node.role,
            "label": element.label,
            "id": node.resource_id,
            "box": list(node.box),
            "states": sorted(node.flags),
            "off_screen": not is_shown(element, self.view),
        }
        return {key: value for key, value in told.items() if value}

    def as_json(self) -> dict[str, Any]:
        """Return all of it as JSON values."""
        return {
            "snapshot": self.id,
            "package": self.front.package,
            "activity": self.front.activity,
            "front": self.front.kind,
            "width": self.view.width,
            "height": self.view.height,
            "keyboard": self.keyboard,
            "elements": [self.row(each) for each in self.elements],
        }

    def _size(self) -> str:
        return f"{self.view.width}x{self.view.height}"

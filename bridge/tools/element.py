"""How every page tool names its element: the same flat arguments everywhere."""

from __future__ import annotations

from typing import Any

from bridge.errors import UsageFault
from bridge.tools.spec import Args


class Element(Args):
    """A ref from a snapshot, or what the element is: said once, in the MCP instructions."""

    ref: str | None = None
    text: str | None = None
    role: str | None = None
    label: str | None = None
    placeholder: str | None = None
    testid: str | None = None
    css: str | None = None
    nth: int | None = None

    def target(self) -> dict[str, Any]:
        """Return the arguments that name the element; empty when none does.

        Raises:
            UsageFault: `INVALID_TARGET`, when `ref` stands beside another way, or `nth` alone.
        """
        given = self.model_dump(include=set(Element.model_fields), exclude_none=True)
        if "ref" in given and len(given) > 1:
            raise UsageFault("INVALID_TARGET", "ref names one element; leave the others out")
        if set(given) == {"nth"}:
            raise UsageFault("INVALID_TARGET", "nth alone names nothing")
        return given

    def needed(self) -> dict[str, Any]:
        """Return the arguments that name the element.

        Raises:
            UsageFault: `INVALID_TARGET`, when none is given.
        """
        if target := self.target():
            return target
        raise UsageFault("INVALID_TARGET", "no element was named")


class Spot(Element):
    """An element, or a point of the visible part in CSS px."""

    x: float | None = None
    y: float | None = None

    def spot(self) -> dict[str, Any]:
        """Return the arguments that name the element, or `point`.

        Raises:
            UsageFault: `INVALID_TARGET`, when neither is given, or both, or half a point.
        """
        target = self.target()
        if (self.x is None) != (self.y is None) or (target and self.x is not None):
            raise UsageFault("INVALID_TARGET", "name an element, or give both x and y")
        if self.x is not None:
            return {"point": {"x": self.x, "y": self.y}}
        return self.needed()

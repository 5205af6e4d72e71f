"""How every phone tool names what it means on a native screen: the same flat arguments."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from bridge.errors import UsageFault
from bridge.native.spot import Spot
from bridge.tools.spec import Args


class Piece(Args):
    """A number of the last tree, or a text: said once, in the MCP instructions."""

    uid: Annotated[int | None, Field(ge=1)] = None
    text: str | None = None
    nth: Annotated[int | None, Field(ge=0)] = None

    def piece(self) -> Spot | None:
        """Return what is named; None when nothing is.

        Raises:
            UsageFault: `INVALID_TARGET`: it is named in two ways, or by `nth` alone.
        """
        if self.uid is not None and (self.text is not None or self.nth is not None):
            raise UsageFault("INVALID_TARGET", "uid names one element; leave text and nth out")
        if self.text is None and self.nth is not None:
            raise UsageFault("INVALID_TARGET", "nth alone names nothing")
        if self.uid is None and self.text is None:
            return None
        return Spot(uid=self.uid, text=self.text, nth=self.nth)

    def needed(self) -> Spot:
        """Return what is named.

        Raises:
            UsageFault: `INVALID_TARGET`: nothing is.
        """
        if spot := self.piece():
            return spot
        raise UsageFault("INVALID_TARGET", "no element was named", hint="Give uid or text.")


class PieceOrPoint(Piece):
    """The same, or a point in pixels of the last picture."""

    x: Annotated[int | None, Field(ge=0)] = None
    y: Annotated[int | None, Field(ge=0)] = None

    def spot(self) -> Spot:
        """Return what is named.

        Raises:
            UsageFault: `INVALID_TARGET`: nothing is, or two things, or half a point.
        """
        piece = self.piece()
        if (self.x is None) != (self.y is None) or (piece and self.x is not None):
            raise UsageFault("INVALID_TARGET", "name an element, or give both x and y")
        if self.x is not None and self.y is not None:
            return Spot(point=(self.x, self.y))
        return self.needed()

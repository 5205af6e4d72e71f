"""What is measured: a tool, the page it is used on, and how many round trips it may take."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Case:
    """One tool in use.

    Attributes:
        turns: Arguments, one set after the other and then from the start again.
        trips: Serial DevTools round trips by the phone's count.
    """

    name: str
    page: str
    turns: tuple[Mapping[str, Any], ...]
    trips: int

    @property
    def tool(self) -> str:
        return f"page_{self.name}"


CASES = (
    Case("snapshot", "login.html", ({},), 1),
    Case("find", "login.html", ({"text": "Sign in"},), 1),
    Case("text", "login.html", ({},), 1),
    Case("tap", "login.html", ({"label": "Name"},), 2),
    Case("fill", "login.html", ({"label": "Name", "value": "Ada"},), 2),
    Case(
        "key", "login.html", ({"key": "ArrowLeft"}, {"key": "ArrowRight"}), 2
    ),  # the focused field
    Case("scroll", "shop.html", ({"direction": "down"}, {"direction": "up"}), 2),
    Case("screenshot", "shop.html", ({},), 2),
)

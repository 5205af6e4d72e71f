"""What outlives a session with Chrome: tab numbers, element refs, and the agent's own tab.

A link that broke is made anew; the same names must go on meaning the same things, and
a call must never land on another tab than the one before because the first is gone.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from bridge.errors import ScreenFault
from bridge.page.scope import Refs
from bridge.page.tab import Tab


@dataclass(slots=True)
class Memory:
    """The names given out on one phone.

    Attributes:
        refs: The highest element ref given out.
        numbers: Of the tabs, by id.
        chosen: Id of the tab that tools act on.
        gone: Number of that tab, when it closed and no call has told it yet.
    """

    refs: Refs = field(default_factory=Refs)
    numbers: dict[str, int] = field(default_factory=dict)
    chosen: str | None = None
    gone: int | None = None

    def number(self, target_id: str) -> int:
        """Return a tab's number; the next free one when it has none yet."""
        return self.numbers.setdefault(target_id, len(self.numbers) + 1)

    def closed(self, target_id: str) -> None:
        """Take in that a tab closed: when it was the agent's, that must be told."""
        if self.chosen == target_id:
            self.chosen, self.gone = None, self.number(target_id)

    def told(self, target_id: str) -> None:
        """Take in that the agent knows of a tab's end, told or asked for."""
        if self.chosen == target_id:
            self.chosen = None
        if self.gone == self.numbers.get(target_id):
            self.gone = None

    def left(self, tab: Tab) -> None:
        """End a call on a tab: that the tab closed meanwhile is told by the call itself."""
        ending = tab.session.ending
        if ending is not None and ending.code == "TAB_CLOSED":
            self.told(tab.target_id)

    def release(self) -> None:
        """Forget which tab was the agent's: another works now."""
        self.chosen = self.gone = None

    def check(self) -> None:
        """Refuse, once, when the agent's tab is gone: the next call takes the one in front.

        Raises:
            ScreenFault: `TAB_CLOSED`.
        """
        number, self.gone = self.gone, None
        if number is not None:
            raise ScreenFault(
                "TAB_CLOSED",
                f"tab {number}, on which the calls acted, is gone",
                hint="See what is in front with page_tabs: the next call acts on that.",
            )

"""What viewers are told beside the picture: what agents do and ask, who has the phone, pauses.

Calls are told as they happen. The rest has no event of its own: it is looked at every
`TICK_SECONDS` while somebody is there, which costs no trip to any phone.
"""

from __future__ import annotations

import asyncio
from typing import Any

from bridge.page.lens import Lens, lens_of
from bridge.serve.gallery import Gallery
from bridge.serve.onlooker import Onlooker
from bridge.serve.stage import Stage
from bridge.tools.activity import Deed
from bridge.tools.approvals import Question
from bridge.tools.call import Door

TICK_SECONDS = 0.5


class Board:
    """Tells all viewers.

    Args:
        door: The one way to the tools.
        gallery: Who has which phone open.
        approval_seconds: How long a question stands.
    """

    def __init__(self, door: Door, gallery: Gallery, approval_seconds: float) -> None:
        self._door = door
        self._gallery = gallery
        self._seconds = approval_seconds
        self._off = door.activity.hear(self._heard)
        gallery.joined = self._greet

    def _greet(self, onlooker: Onlooker) -> None:
        """Tell somebody who has just opened a phone what was before."""
        stage = self._gallery.stage(onlooker)
        for deed in self._door.activity.kept(stage.serial):
            self._tell(onlooker, stage, deed)
        onlooker.forget("agent", "paused", "lens")
        self._standing(onlooker, stage)

    async def tick(self) -> None:
        """Keep everybody told, until cancelled."""
        try:
            while True:
                await asyncio.sleep(TICK_SECONDS)
                self.look()
        finally:
            self._off()

    def look(self) -> None:
        """Tell everybody what has changed."""
        for onlooker in self._gallery.onlookers:
            self._standing(onlooker, self._gallery.stage(onlooker))

    async def ask(self, onlooker: Onlooker) -> None:
        """Put agents' questions to somebody while they look, until cancelled."""
        asked: set[int] = set()
        while True:
            await onlooker.until_watching()
            async with asyncio.TaskGroup() as tasks:
                putting = tasks.create_task(self._put(onlooker, asked))
                await onlooker.until_away()
                putting.cancel()

    async def _put(self, onlooker: Onlooker, asked: set[int]) -> None:
        """Tell of questions and their ends; one who looks is there to answer."""
        approvals = self._door.approvals
        while True:
            with approvals.watch() as events:
                gone = asked - {each.id for each in approvals.open()}
                for number in gone:  # answered while nobody looked here
                    onlooker.tell("answered", id=str(number))
                asked -= gone
                while (event := await events.get()) is not None:
                    if isinstance(event, int):
                        asked.discard(event)
                        onlooker.tell("answered", id=str(event))
                    elif event.id not in asked:
                        asked.add(event.id)
                        onlooker.tell("question", **self._question(event))

    def _question(self, question: Question) -> dict[str, Any]:
        told = {**question.as_json(), "id": str(question.id)}
        return {**told, "ends": round(question.asked + self._seconds, 3)}

    def _heard(self, deed: Deed) -> None:
        for onlooker in self._gallery.onlookers:
            stage = self._gallery.stage(onlooker)
            if deed.serial in ("", stage.serial):
                self._tell(onlooker, stage, deed)
                self._standing(onlooker, stage)

    def _tell(self, onlooker: Onlooker, stage: Stage, deed: Deed) -> None:
        told = deed.as_json(self._door.activity.seal)
        point = stage.shown.fraction(deed.aimed.point) if stage.shown is not None else None
        where = {} if point is None else {"fx": point[0], "fy": point[1]}
        onlooker.tell("activity", **told, **where)

    def _standing(self, onlooker: Onlooker, stage: Stage) -> None:
        owners = self._door.owners
        lease = owners.lease(stage.serial)
        onlooker.tell_if_new("agent", client=lease.owner.name if lease is not None else None)
        onlooker.tell_if_new("paused", on=owners.pauses.holds(stage.serial))
        if open_lens(stage) is None:
            onlooker.tell_if_new("lens", on=False)
        elif not onlooker.knows("lens", on=True):
            onlooker.tell_if_new("lens", on=True)
        if stage.shown is not None and stage.shown.hand.down:
            owners.touched(stage.serial)


def open_lens(stage: Stage) -> Lens | None:
    """Return the pick that is open on the tab that is shown."""
    if stage.shown is None:
        return None
    tab = stage.shown.browser.attached(stage.shown.tab.target_id)
    lens = lens_of(tab) if tab is not None else None
    return lens if lens is not None and lens.ready else None

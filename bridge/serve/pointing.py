"""A viewer points for an agent: `page_pick` is open on the tab that is shown.

What is under the pointer is asked of the page; while one question is under way only the newest
aim waits, so a hand that moves fast asks no more than the page can answer.
"""

from __future__ import annotations

from typing import Any

from bridge.errors import BridgeError, ScreenFault
from bridge.page.lens import Lens
from bridge.page.seen import Aim
from bridge.serve import messages
from bridge.serve.board import open_lens
from bridge.serve.onlooker import Onlooker
from bridge.serve.stage import Stage


class Pointing:
    """What one viewer points at.

    Args:
        onlooker: The viewer.
    """

    def __init__(self, onlooker: Onlooker) -> None:
        self._me = onlooker
        self._asking = False
        self._next: tuple[Stage, messages.Lens] | None = None

    async def do(self, stage: Stage, said: messages.Lens) -> None:
        """Aim, pick, go wider, or break it off.

        Raises:
            ScreenFault: `PICK_CANCELLED`: no pick is open. `TARGET_NOT_FOUND`.
            SiteBlocked: It is of a blocked site.
        """
        if said.op != "aim":
            await self._other(stage, said)
            return
        self._next = (stage, said)
        if self._asking:
            return
        self._asking = True
        try:
            while self._next is not None:
                (stage, said), self._next = self._next, None
                await self._aim(stage, said)
        finally:
            self._asking = False

    async def _aim(self, stage: Stage, said: messages.Lens) -> None:
        lens, at = _lens(stage), self._at(stage, said)
        try:
            aim = await lens.aim(*at)
        except BridgeError as problem:
            if problem.code != "TARGET_NOT_FOUND":
                raise
            self._me.tell_if_new("lens", on=True)
        else:
            self._show(stage, aim)

    async def _other(self, stage: Stage, said: messages.Lens) -> None:
        lens = _lens(stage)
        match said.op:
            case "pick":
                self._show(stage, await lens.pick(*self._at(stage, said)))
            case "wider":
                self._show(stage, await lens.wider())
            case _:
                lens.cancel()
                self._me.tell_if_new("lens", on=False)

    def _at(self, stage: Stage, said: messages.Lens) -> tuple[float, float]:
        return stage.measure(said.n).point(said.fx, said.fy)

    def _show(self, stage: Stage, aim: Aim) -> None:
        told: dict[str, Any] = {"name": aim.element.sentence(), "path": len(aim.around)}
        frame = stage.frame
        # where a person has zoomed in, boxes of the page are not those of the picture
        if frame is not None and aim.element.box is not None and frame.scale == 1:
            x, y, width, height = aim.element.box
            left, top = frame.measure.fraction(x, y)
            across, down = frame.measure.fraction(width, height)
            told["box"] = [round(each, 4) for each in (left, top, across, down)]
        self._me.tell_if_new("lens", on=True, **told)


def _lens(stage: Stage) -> Lens:
    lens = open_lens(stage)
    if lens is None:
        raise ScreenFault("PICK_CANCELLED", "no agent asks you to point at something")
    return lens

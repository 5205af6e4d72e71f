"""All stages of one daemon: which phones there are, who has which open, and what all are told."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from typing import Any

from bridge.errors import BridgeError
from bridge.fleet import Fleet
from bridge.serve.onlooker import Onlooker
from bridge.serve.stage import Stage

log = logging.getLogger(__name__)


class Gallery:
    """The stages, by serial.

    Args:
        fleet: The phones.
        begin: Has a task run.
        busy: Says whether an agent's call is under way on a phone.

    Attributes:
        joined: Called when somebody has a phone open, before what is new there is told.
    """

    def __init__(
        self,
        fleet: Fleet,
        begin: Callable[[Coroutine[Any, Any, None]], None],
        busy: Callable[[str], bool] = lambda _: False,
    ) -> None:
        self._fleet = fleet
        self.joined: Callable[[Onlooker], None] = lambda _: None
        self._begin = begin
        self._busy = busy
        self._stages: dict[str, Stage] = {}
        self._onlookers: dict[Onlooker, str] = {}
        self._phones: list[dict[str, Any]] = []
        fleet.roll.hear(self._changed)

    @property
    def onlookers(self) -> tuple[Onlooker, ...]:
        """All that have a phone open."""
        return tuple(self._onlookers)

    async def usual(self) -> str:
        """Return the serial of the phone to show when none is named; empty when there is none."""
        if self._fleet.settings.serial:
            return self._fleet.settings.serial
        await self._list()
        return next((each["serial"] for each in self._phones if each["ready"]), "")

    def join(self, onlooker: Onlooker, serial: str) -> None:
        """Open a phone for somebody, instead of the one they had open."""
        self.leave(onlooker)
        stage = self._stages.get(serial)
        if stage is None:
            stage = Stage(self._fleet, serial, self._found, self._busy)
            self._stages[serial] = stage
            stage.join(onlooker)
            self._begin(self._run(stage))
        else:
            stage.join(onlooker)
        self._onlookers[onlooker] = serial
        self.joined(onlooker)
        if self._phones:
            onlooker.tell_if_new("phones", phones=self._phones)
        self._begin(self._told())

    def leave(self, onlooker: Onlooker) -> None:
        """Forget somebody."""
        serial = self._onlookers.pop(onlooker, None)
        if serial is not None and serial in self._stages:
            self._stages[serial].leave(onlooker)

    def stage(self, onlooker: Onlooker) -> Stage:
        """Return what somebody has open."""
        return self._stages[self._onlookers[onlooker]]

    async def _run(self, stage: Stage) -> None:
        try:
            while stage.onlookers:  # one may come while it ends
                await stage.run()
        finally:
            if self._stages.get(stage.serial) is stage:
                del self._stages[stage.serial]

    def _found(self, serial: str) -> None:
        """Move those who waited for any phone to the one there is."""
        for each in [each for each, at in self._onlookers.items() if not at]:
            each.welcome(serial)
            self.join(each, serial)

    def _changed(self) -> None:
        """Take in that adb's list changed."""
        if self._onlookers:
            self._begin(self._told())
            for stage in self._stages.values():
                stage.stir()

    async def _told(self) -> None:
        await self._list()
        for each in tuple(self._onlookers):
            each.tell_if_new("phones", phones=self._phones)

    async def _list(self) -> None:
        try:
            listed = await self._fleet.listed()
        except BridgeError as problem:
            log.debug("no list of phones: %s", problem.code)
            listed = []
        self._phones = [
            {**row, "model": row["model"] or "", "ready": row["state"] == "ready"} for row in listed
        ]

"""Those who wait for a dialog, or for a script world, to come to a tab."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field


async def breath() -> None:
    """Let events be heard that came in one breath with an answer."""
    for _ in range(3):
        await asyncio.sleep(0)


@dataclass(slots=True)
class Stir:
    """Futures of those who wait for a dialog, or for a world, to come."""

    _waiting: dict[asyncio.Future[None], bool] = field(default_factory=dict)

    def waiter(self, *, world: bool = False) -> asyncio.Future[None]:
        """Begin to wait for a dialog; with `world` also for a world. Ended by `leave`."""
        bell: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting[bell] = world
        return bell

    def leave(self, bell: asyncio.Future[None]) -> None:
        """Wait no more."""
        self._waiting.pop(bell, None)
        bell.cancel()

    def ring(self, *, world: bool = False) -> None:
        """Wake everybody for a dialog; for a world only those who wait for one."""
        for bell, wants_world in tuple(self._waiting.items()):
            if (wants_world or not world) and not bell.done():
                bell.set_result(None)

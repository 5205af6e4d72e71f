"""The web server as the daemon has it: nothing listens, nor is imported, until it is asked for."""

from __future__ import annotations

import asyncio
import importlib
import logging
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

from bridge.errors import BridgeError, InternalFault, SetupFault

if TYPE_CHECKING:
    from bridge.serve.web import House

log = logging.getLogger(__name__)


class Opening:
    """Opens the web once, for whoever asks first.

    Args:
        bridge: The open Bridge.
        ports: Tried in turn.
        tasks: Owner of the task that serves.
    """

    def __init__(self, bridge: Any, ports: tuple[int, ...], tasks: asyncio.TaskGroup) -> None:
        self._bridge = bridge
        self._ports = ports
        self._tasks = tasks
        self._lock = asyncio.Lock()
        self._leave = asyncio.Event()
        self._house: House | None = None
        self._serving: asyncio.Task[None] | None = None

    @property
    def address(self) -> str | None:
        """Where the web is served, while it is."""
        return self._house.address if self._house is not None else None

    @property
    def open(self) -> House | None:
        """What is served, while it is."""
        return self._house

    async def house(self, visit: Callable[[str, str], AbstractContextManager[Any]]) -> House:
        """Return what is served; serve it when it is not yet.

        Args:
            visit: Entered for everybody who is let in there.

        Raises:
            SetupFault: `DAEMON_FAILED`: no port can be had.
        """
        async with self._lock:
            if self._leave.is_set():
                raise SetupFault("DAEMON_FAILED", "the Bridge is leaving")
            if self._house is None:
                opened: asyncio.Future[House] = asyncio.get_running_loop().create_future()
                self._serving = self._tasks.create_task(self._serve(visit, opened))
                self._house = await opened
            return self._house

    async def _serve(
        self,
        visit: Callable[[str, str], AbstractContextManager[Any]],
        opened: asyncio.Future[House],
    ) -> None:
        """Serve until it is time to leave; what goes wrong is told to who asked."""
        try:
            # starlette and uvicorn take their time to import
            web = await asyncio.to_thread(importlib.import_module, "bridge.serve.web")
            async with web.serve_web(self._bridge, self._ports, visit) as house:
                opened.set_result(house)
                await self._leave.wait()
        except BridgeError as problem:
            _tell(opened, problem)
        except Exception:  # a defect of ours must not take the daemon down
            log.exception("the web ended by a defect")
            _tell(opened, InternalFault())
        finally:
            self._house = None
            opened.cancel()

    async def close(self) -> None:
        """Serve no longer; returns when every connection is closed."""
        self._leave.set()
        if self._serving is not None:
            await asyncio.wait((self._serving,))


def _tell(opened: asyncio.Future[House], problem: BridgeError) -> None:
    if not opened.done():
        opened.set_exception(problem)

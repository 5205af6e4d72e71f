"""The extension's way in: one WebSocket, proofs both ways, then phones by frames of protocol 23.

Only an extension may connect, never a page, and it proves that a person has paired it. It may
have several phones, each by a relay of its own, behind the guard; all are let go with the link.
"""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import Sequence

from starlette.routing import BaseRoute, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from bridge.serve import frames
from bridge.serve.endings import BUSY, REFUSED, close
from bridge.serve.extension_link import Link
from bridge.serve.handshake import HANDSHAKE_SECONDS, RefusedError, shake
from bridge.serve.pairing import PROTOCOL
from bridge.serve.relaying import Pipe
from bridge.serve.web import House
from bridge.tools.lease import Party

log = logging.getLogger(__name__)

STRANGERS = 16
MOST_LINKS = 8
REPLACE_SECONDS = 10.0
_ORIGIN = re.compile(r"chrome-extension://[a-p]{32}")


def routes(house: House) -> Sequence[BaseRoute]:
    """Return what extensions are answered."""
    lane = Lane(house)

    async def socket(ws: WebSocket) -> None:
        await lane.meet(ws)

    return (WebSocketRoute("/extension", socket),)


class Lane:
    """All extensions of one daemon.

    Args:
        house: What the room was given.
    """

    def __init__(self, house: House) -> None:
        self._house = house
        self._strangers: dict[WebSocket, asyncio.Timeout] = {}
        self._links: set[Link] = set()
        house.farewells.append(self._leave)
        house.extensions = self.connected
        house.drop_extension = self.drop

    def connected(self) -> set[str]:
        """Return the ids of those that are here."""
        return {each.install for each in self._links}

    def drop(self, install: str) -> None:
        """Send one away."""
        for each in self._links:
            if each.install == install:
                each.out.set()

    async def _leave(self) -> None:
        """Tell all that the Bridge stops."""
        for each in self._links:
            each.stop()
        for each in tuple(self._links):
            await each.pipe.until_empty()

    async def meet(self, ws: WebSocket) -> None:
        """Serve one extension from its first frame to its end."""
        origins = ws.headers.getlist("origin")
        if len(origins) != 1 or not _ORIGIN.fullmatch(origins[0]):
            await ws.close()
            return
        await ws.accept()
        try:
            async with asyncio.timeout(HANDSHAKE_SECONDS) as limit:
                self._strangers[ws] = limit
                if len(self._strangers) > STRANGERS:
                    self._strangers.pop(next(iter(self._strangers))).reschedule(0)
                try:
                    hello = await shake(ws, origins[0], self._house)
                finally:
                    self._strangers.pop(ws, None)
            await self._replace(hello.installId)
            self._make_room()
            with self._house.visit("extension", "extension") as guest:
                await self._serve(ws, hello, Party(guest.id, "the extension"))
        except RefusedError as refused:
            await close(ws, refused.code, str(refused))
        except TimeoutError:
            await close(ws, REFUSED, "the handshake was not done in time")
        except WebSocketDisconnect:
            log.debug("an extension left")

    def _make_room(self) -> None:
        if len(self._links) >= MOST_LINKS:
            raise RefusedError(f"{MOST_LINKS} extensions are connected already", code=BUSY)

    async def _replace(self, install: str) -> None:
        """End the link that an extension had before: its worker is dead, its phones are free."""
        async with asyncio.timeout(REPLACE_SECONDS):
            while before := [each for each in self._links if each.install == install]:
                self.drop(install)
                await before[0].over.wait()

    async def _serve(self, ws: WebSocket, hello: frames.Hello, party: Party) -> None:
        knows = hello.protocolVersion >= PROTOCOL
        link = Link(self._house.bridge, hello.installId, Pipe(ws), party, knows=knows)
        self._links.add(link)
        if knows:
            self._house.bridge.fleet.roll.hear(self._changed)
            self._house.bridge.fleet.roll.follow()
        try:
            why = await link.run(ws)
        finally:
            self._links.discard(link)
            link.pipe.close()
            link.over.set()
        if why is not None:
            await close(ws, *why)

    def _changed(self) -> None:
        for each in self._links:
            if each.knows:
                each.begin(each.tell_phones())

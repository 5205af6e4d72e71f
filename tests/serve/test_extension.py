"""The extension's lane: extensions alone come in, few strangers wait, and all are told the end."""

import asyncio
import secrets
from contextlib import AsyncExitStack, nullcontext, suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from bridge.app import Bridge
from bridge.places import state_folder
from bridge.serve.extension import MOST_LINKS, STRANGERS
from bridge.serve.paired import Paired
from bridge.serve.web import House, serve_web
from tests.serve.extensions import ORIGIN, Guest, Line, Peer, line, linked, opened, shake


@pytest.mark.parametrize(
    "origin",
    [
        None,
        "null",
        "http://evil.example",
        "https://chrome-extension.example",
        "chrome-extension://short",
        "moz-extension://" + "abcdefghijklmnop" * 2,
        "own",
    ],
)
async def test_a_page_gets_no_link(lane: House, origin: str | None) -> None:
    with pytest.raises(InvalidStatus, match="403"):
        async with line(lane.address, lane.address if origin == "own" else origin):
            pass


async def test_another_name_pointed_here_gets_no_link(lane: House) -> None:
    evil = f"http://evil.example:{lane.port}"
    with pytest.raises(InvalidStatus, match="403"):
        async with line(evil, host="127.0.0.1", port=lane.port):
            pass


async def test_strangers_are_few_and_the_oldest_goes(lane: House, peer: Peer) -> None:
    async with AsyncExitStack() as stack:
        crowd = [await stack.enter_async_context(line(lane.address)) for _ in range(40)]
        assert (await crowd[0].closed())[0] == 1008
        async with linked(lane.address, peer) as on:
            assert (await on.hears("androidInfo"))["result"]["ok"]


async def test_a_crowd_that_comes_at_once_is_sent_away_but_for_the_last(
    lane: House, peer: Peer
) -> None:
    async with AsyncExitStack() as stack:
        coming = (stack.enter_async_context(line(lane.address)) for _ in range(200))
        came = await asyncio.gather(*coming, return_exceptions=True)
        crowd = [each for each in came if isinstance(each, Line)]  # the web has cut off the rest
        assert len(crowd) > STRANGERS
        async with linked(lane.address, peer) as on:
            assert (await on.hears("androidInfo"))["result"]["ok"]
        ended = [each.closed() for each in crowd]
        assert {code for code, _ in await asyncio.gather(*ended)} == {1008}


async def test_links_are_few(lane: House) -> None:
    async with AsyncExitStack() as stack:
        for _ in range(MOST_LINKS):
            await stack.enter_async_context(linked(lane.address, a_paired_one()))
        async with line(lane.address) as on:
            await shake(on, a_paired_one())
            assert await on.closed() == (1013, f"{MOST_LINKS} extensions are connected already")


def a_paired_one() -> Peer:
    made = Peer(key=secrets.token_bytes(32))
    Paired(state_folder()).add(made.install, made.key, ORIGIN, made.version)
    return made


async def test_one_who_says_nothing_is_sent_away(
    lane: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bridge.serve.extension.HANDSHAKE_SECONDS", 0.05)
    async with line(lane.address) as on:
        assert (await on.closed()) == (1008, "the handshake was not done in time")


async def test_who_is_forgotten_is_sent_away(lane: House, peer: Peer, link: Line) -> None:
    Paired(state_folder()).forget(peer.install)
    lane.drop_extension(peer.install)
    assert (await link.closed())[0] == 1001
    async with line(lane.address) as on:
        with pytest.raises(ConnectionClosed, match="not paired"):
            await shake(on, peer)


async def test_a_link_that_comes_anew_takes_over_from_the_old_one(
    lane: House, link: Line, peer: Peer, phone: Any
) -> None:
    await opened(link, phone)
    async with linked(lane.address, peer) as again:
        assert (await link.closed())[0] == 1001
        assert (await again.ask("phoneOpen", serial=phone.serial))["ok"]


async def test_it_is_told_that_the_bridge_stops(paired_bridge: Bridge, phone: Any) -> None:
    async with serve_web(paired_bridge, (0,), lambda *_: nullcontext(Guest())) as lane:
        peer = Peer(code=lane.codes.fresh())
        stack = AsyncExitStack()
        on = await stack.enter_async_context(linked(lane.address, peer))
        await opened(on, phone)
    with suppress(ConnectionClosed):
        told = await on.hears("phoneClosed")
    await stack.aclose()
    assert told == {"t": "phoneClosed", "serial": phone.serial, "reason": "bridge-stopping"}

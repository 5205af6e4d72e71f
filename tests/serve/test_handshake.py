"""How an extension is let in: a code once, a key from then on, and nothing that was overheard."""

from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from bridge.places import state_folder
from bridge.serve.paired import Paired
from bridge.serve.web import House
from tests.serve.extensions import Peer, line, linked, mac, shake, stretch


async def test_a_code_pairs_and_the_key_lets_in_from_then_on(lane: House) -> None:
    peer = Peer(code=lane.codes.fresh())
    async with linked(lane.address, peer):
        assert len(peer.key) == 32
        assert lane.extensions() == {peer.install}
    async with line(lane.address) as on:
        welcome = await shake(on, peer)
        assert "key" not in welcome
    assert oct((state_folder() / "extensions.json").stat().st_mode)[-3:] == "600"


async def test_a_code_that_was_used_pairs_nobody_else(lane: House) -> None:
    code = lane.codes.fresh()
    async with linked(lane.address, Peer(code=code)), line(lane.address) as on:
        with pytest.raises(ConnectionClosed, match="no code"):
            await shake(on, Peer(code=code))


async def test_a_pairing_that_was_overheard_is_worth_nothing(lane: House) -> None:
    peer = Peer(code=lane.codes.fresh())
    async with linked(lane.address, peer):
        pass
    lane.codes.fresh()
    nonce = "11" * 32
    for mode in ("pair", "key"):
        async with line(lane.address) as on:
            await on.say(**peer.hello(mode, nonce))
            first = (await on.hears("challenge"))["nonce"]
            secret = peer.key if mode == "key" else stretch(peer.code, nonce + first)
            said = mac(secret, "extension", peer.said(nonce, first, on.port))
        async with line(lane.address) as again:  # the very same words
            await again.say(**peer.hello(mode, nonce))
            assert (await again.hears("challenge"))["nonce"] != first
            await again.say("proof", proof=said)
            assert (await again.closed())[0] == 1008
    assert len(Paired(state_folder()).all()) == 1


async def test_the_third_wrong_code_ends_the_code(lane: House) -> None:
    code = lane.codes.fresh()
    for _ in range(3):
        async with line(lane.address) as on:
            with pytest.raises(ConnectionClosed, match="wrong code"):
                await shake(on, Peer(code="AAAAAAAA"))
    async with line(lane.address) as on:
        with pytest.raises(ConnectionClosed, match="no code"):
            await shake(on, Peer(code=code))
    assert Paired(state_folder()).all() == ()


async def test_a_wrong_key_and_an_unknown_installation_are_told_the_same(
    lane: House, peer: Peer
) -> None:
    wrong = Peer(install=peer.install, key=bytes(32))
    for each in (wrong, Peer(key=peer.key)):
        async with line(lane.address) as on:
            with pytest.raises(ConnectionClosed, match="not paired"):
                await shake(on, each)


async def test_a_key_is_worth_nothing_to_another_extension(lane: House, peer: Peer) -> None:
    async with line(lane.address, "chrome-extension://" + "p" * 32) as on:
        with pytest.raises(ConnectionClosed, match="not paired"):
            await shake(on, peer)


@pytest.mark.parametrize(
    ("fields", "begins"),
    [
        ({"protocol": 21}, "protocol version mismatch:"),
        ({"protocol": 24, "least": 24}, "daemon too old:"),
    ],
)
async def test_versions_that_do_not_go_together_are_told_why(
    lane: House, fields: dict[str, int], begins: str
) -> None:
    async with line(lane.address) as on:
        await on.say(**Peer(**fields).hello("key", "11" * 32))  # type: ignore[arg-type]  # a table
        code, reason = await on.closed()
    assert (code, reason.startswith(begins)) == (1008, True)


@pytest.mark.parametrize(
    ("said", "code"),
    [
        ("{", 1007),
        ("[" * 100_000, 1007),
        (b"\0", 1007),
        ("[]", 1008),
        ('{"t":"phoneOpen","id":"1","serial":"x"}', 1008),
        ('{"t":"hello"}', 1008),
        ("x" * 2**21, 1009),
    ],
    ids=lambda value: str(value)[:12],
)
async def test_what_is_no_hello_ends_the_link(lane: House, said: Any, code: int) -> None:
    async with line(lane.address) as on:
        await on.ws.send(said)
        assert (await on.closed())[0] == code
    async with linked(lane.address, Peer(code=lane.codes.fresh())):
        pass  # and nothing fell over


async def test_what_was_said_to_one_who_passes_it_on_is_worth_nothing(
    lane: House, peer: Peer
) -> None:
    """Who listens at a port of its own cannot hand the words on to the Bridge's."""
    async with line(lane.address) as on:
        with pytest.raises(ConnectionClosed, match="not paired"):
            await shake(on, peer, port=on.port + 1)

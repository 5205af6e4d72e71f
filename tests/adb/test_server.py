"""The client, against real adb servers (29 and 36) with a scripted phone on them."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager

import pytest

from bridge.adb.parse import Forward
from bridge.adb.server import AdbServer, told
from bridge.adb.wire import RequestTooLong, WireError
from bridge.errors import BridgeError, LateFault, PhoneFault, PhoneGone, SetupFault, UsageFault
from tests.adb._adbd import ScriptedPhone, echo, scripted
from tests.adb.conftest import ask_raw, free_port


async def test_the_server_tells_its_version(server: AdbServer) -> None:
    assert await server.version() == 41


async def test_a_connected_phone_is_listed_ready_with_its_model(
    server: AdbServer, phone: ScriptedPhone
) -> None:
    row = next(d for d in await server.devices() if d.serial == phone.serial)
    assert (row.state, row.model, row.transport) == ("ready", "Sim Phone", "wifi")
    assert row.transport_id is not None
    assert "shell_v2" in await server.features(phone.serial)


async def test_tracking_shows_a_phone_come_and_go(server: AdbServer) -> None:
    async with scripted(ScriptedPhone()) as phone, aclosing(server.track()) as changes:
        assert phone.serial not in {d.serial for d in await anext(changes)}
        assert await server.connect(phone.serial) == f"connected to {phone.serial}"
        assert await server.connect(phone.serial) == f"already connected to {phone.serial}"
        async with asyncio.timeout(10):
            async for rows in changes:
                if any(d.serial == phone.serial and d.state == "ready" for d in rows):
                    break
            phone.drop()
            async for rows in changes:
                if not any(d.serial == phone.serial and d.state == "ready" for d in rows):
                    break
        await ask_raw(server.port, f"host:disconnect:{phone.serial}")


async def test_connecting_to_nobody_says_there_is_no_such_phone(server: AdbServer) -> None:
    with pytest.raises(PhoneFault, match="Connection refused") as seen:
        await server.connect(f"127.0.0.1:{free_port()}")
    assert seen.value.code == "NO_DEVICE"
    assert "Wireless debugging" in seen.value.hint


async def test_a_phone_that_has_not_allowed_us_is_named_so_everywhere(server: AdbServer) -> None:
    async with scripted(ScriptedPhone(manner="unauthorized")) as phone:
        attempts = (
            server.connect(phone.serial),
            server.stream(phone.serial, "exec:id"),
            server.features(phone.serial),
        )
        for attempt in attempts:
            with pytest.raises(PhoneFault) as seen:
                await attempt
            assert seen.value.code == "DEVICE_UNAUTHORIZED"
        states = {d.serial: d.state for d in await server.devices()}
        assert states[phone.serial] in {"unauthorized", "authorizing"}
        await ask_raw(server.port, f"host:disconnect:{phone.serial}")


async def test_a_phone_that_is_not_there_is_no_device_in_every_call(server: AdbServer) -> None:
    calls = (
        server.stream("nosuch", "exec:id"),
        server.features("nosuch"),
        server.forward("nosuch", "tcp:1"),
        server.kill_forward("nosuch", "tcp:1"),
    )
    for call in calls:
        with pytest.raises(PhoneFault) as seen:
            await call
        assert seen.value.code == "NO_DEVICE"


@pytest.mark.parametrize(
    "serial", ["", "x:connect:1.2.3.4", "x;y", "a b", "x:kill", "x\ny", "a/b", "x:1:2"]
)
async def test_a_serial_that_adb_would_read_as_more_never_reaches_it(serial: str) -> None:
    server = AdbServer("127.0.0.1", free_port(), call_seconds=5)
    with pytest.raises(PhoneFault, match="no serial"):
        await server.features(serial)


async def test_a_forward_carries_bytes_both_ways_and_is_listed_until_killed(
    server: AdbServer, phone: ScriptedPhone
) -> None:
    phone.sockets["chrome_devtools_remote"] = echo
    remote = "localabstract:chrome_devtools_remote"
    port = await server.forward(phone.serial, remote)
    assert Forward(phone.serial, f"tcp:{port}", remote) in await server.list_forwards()
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    message = bytes(range(256)) * 8192
    writer.write(message)
    async with asyncio.timeout(10):
        assert await reader.readexactly(len(message)) == message
    writer.close()
    await server.kill_forward(phone.serial, f"tcp:{port}")
    assert Forward(phone.serial, f"tcp:{port}", remote) not in await server.list_forwards()
    with pytest.raises(SetupFault, match="not found"):
        await server.kill_forward(phone.serial, f"tcp:{port}")


async def test_a_forward_to_a_chosen_port_answers_with_it(
    server: AdbServer, phone: ScriptedPhone
) -> None:
    port = free_port()
    assert await server.forward(phone.serial, "tcp:1", f"tcp:{port}") == port
    await server.kill_forward(phone.serial, f"tcp:{port}")


async def test_a_busy_local_port_is_refused_in_adb_s_words(
    server: AdbServer, phone: ScriptedPhone
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        local = f"tcp:{taken.getsockname()[1]}"
        with pytest.raises(SetupFault, match="adb says") as seen:
            await server.forward(phone.serial, "tcp:1", local)
    assert seen.value.code == "ADB_BROKEN"


async def test_a_socket_of_the_phone_is_reached_without_a_forward(
    server: AdbServer, phone: ScriptedPhone
) -> None:
    phone.sockets["chrome_devtools_remote"] = echo
    reader, writer = await server.stream(phone.serial, "localabstract:chrome_devtools_remote")
    writer.write(b"hello")
    async with asyncio.timeout(5):
        assert await reader.readexactly(5) == b"hello"
    writer.close()


async def test_a_service_the_phone_refuses_is_the_end_of_the_link(
    server: AdbServer, phone: ScriptedPhone
) -> None:
    with pytest.raises(PhoneGone, match="closed"):
        await server.stream(phone.serial, "localabstract:nobody_listens")


async def test_a_service_too_long_for_adb_is_the_caller_s_mistake(
    server: AdbServer, phone: ScriptedPhone
) -> None:
    with pytest.raises(UsageFault, match="too long"):
        await server.stream(phone.serial, "exec:" + "x" * 70_000)


@asynccontextmanager
async def answering(data: bytes | None) -> AsyncIterator[AdbServer]:
    """Stand where an adb server should: send `data` and close, or keep silent (None)."""
    release = asyncio.Event()

    async def meet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if data is None:
            await release.wait()
        else:
            await reader.read(4)
            writer.write(data)
        writer.close()

    listener = await asyncio.start_server(meet, "127.0.0.1", 0)
    try:
        yield AdbServer("127.0.0.1", listener.sockets[0].getsockname()[1], call_seconds=0.2)
    finally:
        release.set()
        listener.close()
        await listener.wait_closed()


async def test_no_server_there_says_so_with_its_place() -> None:
    port = free_port()
    server = AdbServer("127.0.0.1", port, call_seconds=5)
    for call in (server.version(), server.devices(), anext(server.track())):
        with pytest.raises(SetupFault, match=f"127.0.0.1:{port}") as seen:
            await call
        assert seen.value.code == "ADB_BROKEN"
        assert isinstance(seen.value.__cause__, ConnectionRefusedError)


async def test_a_silent_server_is_left_after_the_limit() -> None:
    async with answering(None) as server:
        for call in (server.version(), anext(server.track()), server.stream("s", "exec:id")):
            with pytest.raises(LateFault, match="in time"):
                await call


async def test_a_server_that_hangs_up_ends_the_call() -> None:
    for data in (b"", b"OKA", b"OKAY00"):
        async with answering(data) as server:
            with pytest.raises(PhoneGone, match="ended"):
                await server.version()


async def test_another_program_on_the_port_is_told_apart() -> None:
    for data in (b"HTTP/1.1 400 Bad Request\r\n\r\n", b"OKAY0004zzzz"):
        async with answering(data) as server:
            with pytest.raises(SetupFault, match="does not speak adb"):
                await server.version()


async def test_a_tracked_list_ends_with_the_server() -> None:
    async with answering(b"OKAY0000") as server, aclosing(server.track()) as changes:
        assert await anext(changes) == ()
        with pytest.raises(PhoneGone):
            await anext(changes)


def kinds_of(root: type[Exception]) -> list[type[Exception]]:
    found = [root]
    for kind in root.__subclasses__():
        found += kinds_of(kind)
    return found


BUILTIN = [k for k in kinds_of(OSError) if k.__module__ in {"builtins", "socket"}]
CODES_OF = {
    **dict.fromkeys(BUILTIN, "ADB_BROKEN"),
    ConnectionResetError: "PHONE_GONE",
    ConnectionAbortedError: "PHONE_GONE",
    BrokenPipeError: "PHONE_GONE",
    TimeoutError: "TIMEOUT",
    WireError: "ADB_BROKEN",
    RequestTooLong: "BAD_ARGUMENTS",
}


@pytest.mark.parametrize(("kind", "code"), CODES_OF.items(), ids=[k.__name__ for k in CODES_OF])
def test_every_error_of_the_socket_and_the_codec_becomes_ours(
    kind: type[Exception], code: str
) -> None:
    error = told(kind("what the system said"), "its version", "127.0.0.1:1")
    assert isinstance(error, BridgeError)
    assert error.code == code


def test_an_answer_cut_short_becomes_a_link_that_ended() -> None:
    assert isinstance(told(asyncio.IncompleteReadError(b"", 4), "x", "y"), PhoneGone)

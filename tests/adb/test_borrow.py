"""Screens kept on and ports led here, over real adb servers and a phone that remembers."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from typing_extensions import override

from bridge.adb import borrow
from bridge.adb.borrow import Borrower
from bridge.adb.loans import Loan, Loans
from bridge.adb.roll import Roll
from bridge.adb.server import AdbServer
from bridge.errors import UsageFault
from tests.adb._adbd import ScriptedPhone, Service, Stream, packet, scripted
from tests.adb.conftest import ask_raw

LIMIT = 20
KEY = "stay_on_while_plugged_in"
FOREIGN = ("tcp:7000", "tcp:7001")


@dataclass
class RememberingPhone(ScriptedPhone):
    """A phone with the one setting, and adbd's own list of reverses."""

    value: str | None = "0"
    locked: bool = False
    reverses: dict[str, str] = field(default_factory=dict)
    full: bool = False
    refuses: str = ""
    changed: asyncio.Event = field(default_factory=asyncio.Event)

    async def shows(self, value: str) -> None:
        """Wait until the setting is so."""
        async with asyncio.timeout(LIMIT):
            while self.value != value:
                self.changed.clear()
                await self.changed.wait()

    async def leads(self, reverses: dict[str, str]) -> None:
        """Wait until its ports lead so."""
        async with asyncio.timeout(LIMIT):
            while self.reverses != reverses:
                self.changed.clear()
                await self.changed.wait()

    @override
    def _service(self, name: str) -> Service | None:
        kind, _, rest = name.partition(":")
        if kind == "shell,v2,raw" and rest.startswith("settings "):
            return lambda stream: self._setting(rest.split(), stream)
        if kind == "reverse":
            return lambda stream: self._reverse(rest, stream)
        return super()._service(name)

    async def _setting(self, words: list[str], stream: Stream) -> None:
        assert words[2:4] == ["global", KEY]
        out = b""
        if words[1] == "get":
            out = (self.value or "null").encode() + b"\n"
        elif not self.locked:
            self.value = words[4] if words[1] == "put" else None
            self.changed.set()
        await stream.write((packet(1, out) if out else b"") + packet(3, b"\0"))

    async def _reverse(self, rest: str, stream: Stream) -> None:
        verb, _, what = rest.partition(":")
        if verb == "list-forward":
            rows = "".join(f"(reverse) {a} {b}\n" for a, b in self.reverses.items())
            await stream.write(f"{len(rows):04x}{rows}".encode())
            return
        refused = ""
        if verb == "forward":
            what = what.removeprefix("norebind:")
            remote, _, local = what.partition(";")
            if self.full or remote in self.reverses or remote == self.refuses:
                refused = "cannot bind listener: Address already in use"
            else:
                self.reverses[remote] = local
                self.changed.set()
        elif self.reverses.pop(what, None) is None:
            refused = f"listener '{what}' not found"
        await stream.write(f"FAIL{len(refused):04x}{refused}".encode() if refused else b"OKAY")


@pytest.fixture
async def phone(server: AdbServer) -> AsyncIterator[RememberingPhone]:
    async with scripted(RememberingPhone()) as one:
        assert isinstance(one, RememberingPhone)
        await ask_raw(server.port, f"host:connect:{one.serial}")
        yield one
        with suppress(OSError):
            await ask_raw(server.port, f"host:disconnect:{one.serial}")


Make = Callable[..., Borrower]


@pytest.fixture
def make(server: AdbServer, tmp_path: Path) -> Make:
    """Make a Bridge's borrower; the next one knows what a killed one left."""
    return lambda **more: Borrower(server, tmp_path, shell_seconds=5, **more)


@pytest.mark.parametrize(
    ("before", "ours"), [("0", "7"), (None, "7"), ("3", "7"), ("8", "15"), ("odd", "7")]
)
async def test_a_screen_is_kept_on_and_given_back_as_it_was(
    make: Make, phone: RememberingPhone, before: str | None, ours: str
) -> None:
    phone.value = before
    borrower = make()
    await borrower.keep_awake(phone.serial)
    await borrower.keep_awake(phone.serial)
    assert phone.value == ours
    assert borrower.status() == [{"kind": "awake", "serial": phone.serial}]
    assert borrower.asked
    assert await borrower.let_sleep(phone.serial)
    assert phone.value == before
    assert not borrower.asked
    assert not await borrower.let_sleep(phone.serial)


async def test_a_screen_that_stays_on_anyway_is_not_ours(
    make: Make, phone: RememberingPhone
) -> None:
    phone.value = "15"
    borrower = make()
    await borrower.keep_awake(phone.serial)
    await borrower.close()
    assert (phone.value, borrower.status()) == ("15", [])


async def test_what_the_person_chose_meanwhile_stays(make: Make, phone: RememberingPhone) -> None:
    borrower = make()
    await borrower.keep_awake(phone.serial)
    phone.value = "2"
    await borrower.close()
    assert phone.value == "2"
    assert borrower.status() == []


async def test_a_phone_that_lets_nobody_set_it_is_told(make: Make, phone: RememberingPhone) -> None:
    phone.locked = True
    borrower = make()
    with pytest.raises(UsageFault, match="UNSUPPORTED"):
        await borrower.keep_awake(phone.serial)
    assert borrower.status() == []
    assert not borrower.asked


async def test_a_port_leads_here_until_it_is_taken_back(
    make: Make, phone: RememberingPhone
) -> None:
    phone.reverses = dict([FOREIGN])
    borrower = make()
    await borrower.reverse(phone.serial, 80, 8080)
    await borrower.reverse(phone.serial, 80, 8080)
    await borrower.reverse(phone.serial, 81, 8081)
    assert phone.reverses == dict([FOREIGN, ("tcp:80", "tcp:8080"), ("tcp:81", "tcp:8081")])
    assert await borrower.unreverse(phone.serial, 80)
    assert borrower.asked
    assert not await borrower.unreverse(phone.serial, 7000)
    await borrower.close()
    assert phone.reverses == dict([FOREIGN])
    assert (borrower.status(), borrower.asked) == ([], False)


async def test_a_port_that_is_taken_is_left_alone(make: Make, phone: RememberingPhone) -> None:
    phone.reverses = dict([FOREIGN])
    borrower = make()
    with pytest.raises(UsageFault, match=r"port 7000 .* is taken: it leads to tcp:7001"):
        await borrower.reverse(phone.serial, 7000, 9)
    phone.full = True
    with pytest.raises(UsageFault, match=r"port 80 .* is taken: .*Address already in use"):
        await borrower.reverse(phone.serial, 80, 9)
    assert borrower.status() == []
    assert phone.reverses == dict([FOREIGN])


async def test_a_port_that_somebody_else_leads_by_now_stays_theirs(
    make: Make, phone: RememberingPhone
) -> None:
    borrower = make()
    await borrower.reverse(phone.serial, 80, 8080)
    phone.reverses["tcp:80"] = "tcp:9999"
    await borrower.close()
    assert phone.reverses == {"tcp:80": "tcp:9999"}


async def test_after_a_kill_the_next_bridge_gives_back_once_the_phone_shows_up(
    make: Make, phone: RememberingPhone, server: AdbServer
) -> None:
    killed = make()
    await killed.keep_awake(phone.serial)
    await killed.reverse(phone.serial, 80, 8080)
    phone.reverses.update([FOREIGN])
    await ask_raw(server.port, f"host:disconnect:{phone.serial}")
    borrower = make()
    async with asyncio.timeout(LIMIT), asyncio.TaskGroup() as tasks:
        tasks.create_task(borrower.attend())
        await ask_raw(server.port, f"host:connect:{phone.serial}")
    assert phone.value == "0"
    assert phone.reverses == dict([FOREIGN])
    assert make().status() == []


async def test_what_a_killed_bridge_left_can_be_taken_over(
    make: Make, phone: RememberingPhone
) -> None:
    killed = make()
    await killed.keep_awake(phone.serial)
    await killed.reverse(phone.serial, 80, 8080)
    borrower = make()
    await borrower.keep_awake(phone.serial)
    await borrower.reverse(phone.serial, 80, 8080)
    async with asyncio.timeout(LIMIT):
        await borrower.attend()  # nothing is left to give back
    assert phone.value == "7"
    await borrower.close()
    assert (phone.value, phone.reverses) == ("0", {})


async def test_a_phone_that_is_gone_is_left_to_the_next_bridge(
    make: Make, phone: RememberingPhone, server: AdbServer, tmp_path: Path
) -> None:
    borrower = make()
    await borrower.keep_awake(phone.serial)
    await ask_raw(server.port, f"host:disconnect:{phone.serial}")
    async with asyncio.timeout(LIMIT):
        await borrower.close()
    place = f"{server.host}:{server.port}"
    assert Loans(tmp_path, place).all() == (Loan("awake", phone.serial, "7", "0"),)


async def test_every_phone_is_kept_awake_when_asked_also_one_that_comes_back(
    make: Make, phone: RememberingPhone, server: AdbServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(borrow, "FIRST_PAUSE", 0.01)
    borrower = make(always_awake=True)
    async with asyncio.TaskGroup() as tasks:
        attending = tasks.create_task(borrower.attend())
        await phone.shows("7")
        assert not borrower.asked  # the settings ask for it, not a person
        phone.value = "0"  # it was started anew
        await ask_raw(server.port, f"host:disconnect:{phone.serial}")
        await ask_raw(server.port, f"host:connect:{phone.serial}")
        await phone.shows("7")
        attending.cancel()
    await borrower.close()
    assert phone.value == "0"


async def test_an_adb_server_that_is_not_there_is_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(borrow, "FIRST_PAUSE", 0.01)
    tried = asyncio.Event()
    server = AdbServer("127.0.0.2", 9, call_seconds=1)
    track = server.track

    def counted() -> object:
        tried.set()
        return track()

    monkeypatch.setattr(server, "track", counted)
    borrower = Borrower(server, tmp_path, shell_seconds=1, always_awake=True)
    async with asyncio.timeout(LIMIT), asyncio.TaskGroup() as tasks:
        attending = tasks.create_task(borrower.attend())
        for _ in range(2):
            await tried.wait()
            tried.clear()
        attending.cancel()


@asynccontextmanager
async def kept(borrower: Borrower, server: AdbServer) -> AsyncIterator[Roll]:
    """Set up anew what phones lost, until the block ends."""
    async with asyncio.TaskGroup() as tasks:
        roll = Roll(server, tasks)
        keeping = tasks.create_task(borrower.keep(roll))
        roll.follow()
        yield roll
        keeping.cancel()
        await roll.close()


async def replugged(phone: RememberingPhone, server: AdbServer, roll: Roll) -> None:
    """Unplug a phone, as which it forgets its reverses, and plug it in again."""

    async def until(*, there: bool) -> None:
        rung = asyncio.Event()
        roll.hear(rung.set)
        async with asyncio.timeout(LIMIT):
            while (phone.serial in [each.serial for each in roll.now or ()]) is not there:
                rung.clear()
                await rung.wait()

    await until(there=True)
    await ask_raw(server.port, f"host:disconnect:{phone.serial}")
    await until(there=False)
    phone.reverses.clear()
    await ask_raw(server.port, f"host:connect:{phone.serial}")


async def test_a_phone_that_comes_back_is_set_up_anew(
    make: Make, phone: RememberingPhone, server: AdbServer
) -> None:
    borrower = make()
    async with kept(borrower, server) as roll:
        await borrower.keep_awake(phone.serial)
        await borrower.reverse(phone.serial, 80, 8080)
        for _ in range(2):
            phone.value = "0"
            await replugged(phone, server, roll)
            await phone.shows("7")
            await phone.leads({"tcp:80": "tcp:8080"})
        assert borrower.asked
    await borrower.close()
    assert (phone.value, phone.reverses) == ("0", {})


async def test_what_was_changed_while_the_phone_was_away_is_no_longer_ours(
    make: Make, phone: RememberingPhone, server: AdbServer
) -> None:
    borrower = make()
    async with kept(borrower, server) as roll:
        await borrower.keep_awake(phone.serial)
        await borrower.reverse(phone.serial, 80, 8080)
        await borrower.reverse(phone.serial, 81, 8081)
        phone.refuses = "tcp:81"
        phone.value = "2"
        await replugged(phone, server, roll)
        await phone.leads({"tcp:80": "tcp:8080"})
        async with asyncio.timeout(LIMIT):
            while len(borrower.status()) > 1:  # noqa: ASYNC110 - nothing else tells of it
                await asyncio.sleep(0)
    assert borrower.status() == [
        {"kind": "reverse", "serial": phone.serial, "phone": "tcp:80", "here": "tcp:8080"}
    ]
    assert phone.value == "2"


async def test_a_phone_that_is_away_is_said_to_be(make: Make, phone: RememberingPhone) -> None:
    borrower = make()
    await borrower.keep_awake(phone.serial)
    row = {"kind": "awake", "serial": phone.serial}
    assert borrower.status({phone.serial}) == [row]
    assert borrower.status({"another"}) == [{**row, "state": "away"}]
    assert borrower.status(None) == [row]

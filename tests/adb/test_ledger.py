"""The forwards of a Bridge that was killed, against real adb servers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bridge.adb.device import Device
from bridge.adb.ledger import NAME, Ledger
from bridge.adb.parse import Forward
from bridge.adb.server import AdbServer
from bridge.errors import SetupFault
from tests.adb._adbd import ScriptedPhone

REMOTE = "localabstract:chrome_devtools_remote"


def rows(folder: Path) -> list[dict[str, str]]:
    read: list[dict[str, str]] = json.loads((folder / NAME).read_text("utf-8"))
    return read


async def test_a_forward_is_remembered_while_it_stands(
    server: AdbServer, phone: ScriptedPhone, tmp_path: Path
) -> None:
    device = Device(server, phone.serial, ledger=Ledger(tmp_path, server))
    async with device.forwarded(REMOTE) as port:
        (row,) = rows(tmp_path)
        assert (row["serial"], row["local"], row["remote"]) == (
            phone.serial,
            f"tcp:{port}",
            REMOTE,
        )
        assert (tmp_path / NAME).stat().st_mode & 0o777 == 0o600
    assert rows(tmp_path) == []


async def test_only_what_still_is_as_remembered_is_removed(
    server: AdbServer, phone: ScriptedPhone, tmp_path: Path
) -> None:
    ledger = Ledger(tmp_path, server)
    ours = await server.forward(phone.serial, REMOTE)
    theirs = await server.forward(phone.serial, REMOTE)
    taken = await server.forward(phone.serial, "tcp:80")
    for forward in (
        Forward(phone.serial, f"tcp:{ours}", REMOTE),
        Forward(phone.serial, f"tcp:{taken}", REMOTE),  # somebody else has that port by now
        Forward("gone", f"tcp:{theirs}", REMOTE),
    ):
        ledger.note(forward)
    await Ledger(tmp_path, server).sweep()
    left = {each.local for each in await server.list_forwards() if each.serial == phone.serial}
    assert left == {f"tcp:{theirs}", f"tcp:{taken}"}
    assert rows(tmp_path) == []
    for port in (theirs, taken):
        await server.kill_forward(phone.serial, f"tcp:{port}")


async def test_what_was_forwarded_on_another_server_stays_remembered(
    server: AdbServer, tmp_path: Path
) -> None:
    Ledger(tmp_path, AdbServer("127.0.0.1", 1, call_seconds=1)).note(Forward("a", "tcp:9", REMOTE))
    await Ledger(tmp_path, server).sweep()
    assert [row["server"] for row in rows(tmp_path)] == ["127.0.0.1:1"]


async def test_a_server_that_does_not_answer_costs_no_memory(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path, AdbServer("127.0.0.1", 1, call_seconds=1))
    ledger.note(Forward("a", "tcp:9", REMOTE))
    with pytest.raises(SetupFault):
        await ledger.sweep()
    assert len(rows(tmp_path)) == 1


@pytest.mark.parametrize("content", ["", "{", "7", '[3, {"server": "127.0.0.1:1"}]'])
async def test_a_ledger_that_makes_no_sense_is_begun_anew(content: str, tmp_path: Path) -> None:
    (tmp_path / NAME).write_text(content, encoding="utf-8")
    ledger = Ledger(tmp_path, AdbServer("127.0.0.1", 1, call_seconds=1))
    ledger.note(Forward("a", "tcp:9", REMOTE))
    assert rows(tmp_path)[-1]["local"] == "tcp:9"


async def test_a_folder_that_cannot_be_written_keeps_nobody_from_the_phone(
    server: AdbServer, phone: ScriptedPhone, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    device = Device(server, phone.serial, ledger=Ledger(tmp_path / "file", server))
    async with device.forwarded(REMOTE) as port:
        assert port > 0
    assert [f for f in await server.list_forwards() if f.serial == phone.serial] == []

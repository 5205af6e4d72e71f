"""`tapbridge relay` as a whole: a process, its daemon, the phone, and a tool at the endpoint."""

import asyncio
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.e2e._shell import LIMIT, ROOT, Shell


async def test_a_tool_has_the_phone_as_long_as_the_command_runs(phone: Any, tmp_path: Path) -> None:
    shell = Shell.of(phone, tmp_path, TAPBRIDGE_WEB__PORTS="[0]")
    command = subprocess.Popen(  # noqa: ASYNC220 - it starts at once
        [sys.executable, "-m", "bridge", "relay", "--serial", phone.serial, "--json"],
        env=shell.env,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert command.stdout is not None
        line = await asyncio.to_thread(command.stdout.readline)
        told = json.loads(line)["data"]
        assert told["serial"] == phone.serial
        socket = await connect(told["socket"], proxy=None)
        await socket.send('{"id":1,"method":"Browser.getVersion"}')
        async with asyncio.timeout(LIMIT):
            assert "product" in json.loads(await socket.recv())["result"]
        status = json.loads((await asyncio.to_thread(shell.run, "status", "--json")).stdout)["data"]
        assert [row["owner"] for row in status["owners"]] == ["an outside debugger"]
        assert {each["want"] for each in status["clients"]} == {"relay"}
        refused = await asyncio.to_thread(shell.run, "page-text")
        assert (refused.returncode, "NOT_OWNER" in refused.stderr) == (4, True)
        command.send_signal(signal.SIGINT)
        with pytest.raises(ConnectionClosed):
            async with asyncio.timeout(LIMIT):
                await socket.recv()
        with pytest.raises(InvalidStatus):
            async with connect(told["socket"], proxy=None):
                pass
        assert await asyncio.to_thread(command.wait, LIMIT) == 130
    finally:
        command.kill()
        command.communicate()
        await asyncio.to_thread(shell.run, "stop")

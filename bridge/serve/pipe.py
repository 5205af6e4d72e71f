"""`tapbridge mcp`: bytes between an MCP host's stdin and stdout and the daemon's socket.

It understands nothing of what it carries and imports no MCP SDK, so a host sees its
server in milliseconds. It ends when either side does: after the host closed stdin it
still carries what the daemon has to say.
"""

from __future__ import annotations

import os
import socket
import sys
import threading
from collections.abc import Sequence

from bridge.errors import BridgeError, InternalFault
from bridge.serve import client, state

_CHUNK = 64 * 1024


def main(command: Sequence[str] | None = None, *, tools: Sequence[str] = ()) -> int:
    """Carry until one side ends; return the exit status.

    Args:
        command: How to start the daemon; ours when not given.
        tools: Families of tools that this host gets beside the core.
    """
    try:
        link = client.connect("mcp", client="mcp", command=command, tools=list(tools))
    except BridgeError as error:
        sys.stderr.write(f"{error.sentence()}\n")
        return error.exit
    except Exception:  # noqa: BLE001 - a defect of ours: told to the log, kept from the screen
        state.note_defect()
        sys.stderr.write(f"{InternalFault().sentence()}\n")
        return InternalFault.exit
    except KeyboardInterrupt:
        return 130
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415 - exists only there

        msvcrt.setmode(0, os.O_BINARY)
        msvcrt.setmode(1, os.O_BINARY)
    host_left = threading.Event()
    inward = threading.Thread(target=_inward, args=(link.sock, host_left), daemon=True)
    inward.start()
    try:
        while chunk := _read(link):
            _write_all(1, chunk)
    except BrokenPipeError:
        host_left.set()
    except KeyboardInterrupt:
        return 130
    finally:
        link.sock.close()
    if host_left.is_set():
        return 0
    sys.stderr.write("DAEMON_FAILED: the Bridge ended the connection.\n")
    return 2


def listed(words: str) -> list[str]:
    """Return the names in a list with commas."""
    return [each.strip() for each in words.split(",") if each.strip()]


def _inward(sock: socket.socket, host_left: threading.Event) -> None:
    """Carry stdin to the socket, then close that half."""
    try:
        while chunk := os.read(0, _CHUNK):
            sock.sendall(chunk)
        host_left.set()
        sock.shutdown(socket.SHUT_WR)
    except OSError:
        return  # the daemon is gone: the other direction sees its end


def _read(link: client.Link) -> bytes:
    try:
        return link.reader.read1(_CHUNK)  # type: ignore[attr-defined,no-any-return]  # makefile's BufferedReader has it
    except ConnectionError:
        return b""


def _write_all(number: int, chunk: bytes) -> None:
    rest = memoryview(chunk)
    while rest:
        rest = rest[os.write(number, rest) :]

"""Calls of tools over a connection that was let in, as lines of JSON: what a verb sends."""

from __future__ import annotations

import asyncio
import base64
import json
import logging
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from bridge.errors import BridgeError, InternalFault, UsageFault
from bridge.serve.lines import LINE_BYTES, Lines, LineTooLong
from bridge.tools.call import Caller
from bridge.tools.spec import Result

if TYPE_CHECKING:
    from bridge.serve.control import Door

log = logging.getLogger(__name__)

CALLS_AT_ONCE = 16


async def serve_calls(lines: Lines, door: Door, caller: Caller) -> None:
    """Answer `{"id", "tool", "args", "serial"?, "take"?}` lines until the client goes.

    At most `CALLS_AT_ONCE` run side by side (then no further line is read). What is under
    way when the client goes is cancelled. A line that is no call is answered with an
    error and the conversation goes on; one that is too long ends it.
    """
    free = asyncio.Semaphore(CALLS_AT_ONCE)
    too_long = False

    async def one(raw: bytes) -> None:
        try:
            await lines.send(await _answer(raw, door, caller))
        except ConnectionError:
            log.debug("nobody was left to hear an answer")
        finally:
            free.release()

    async with asyncio.TaskGroup() as calls:
        running: set[asyncio.Task[None]] = set()
        try:
            while (raw := await lines.next(LINE_BYTES)) is not None:
                await free.acquire()
                task = calls.create_task(one(raw))
                running.add(task)
                task.add_done_callback(running.discard)
        except LineTooLong:
            too_long = True
        except ConnectionError:
            log.debug("a caller broke off")
        finally:
            for task in running:
                task.cancel()
    if too_long:
        raise UsageFault("BAD_ARGUMENTS", "the call is too long")


async def _answer(raw: bytes, door: Door, caller: Caller) -> dict[str, Any]:
    """Make one call and return its answer, whatever comes of it."""
    number: Any = None
    try:
        number, tool, args, take = _request(raw)
        caller = replace(caller, take=take)
        return {"id": number, "ok": True, "data": pack(await door.call(tool, args, caller))}
    except BridgeError as error:
        return {"id": number, **error.envelope()}
    except Exception:
        log.exception("a call crashed")
        return {"id": number, **InternalFault().envelope()}


def _request(raw: bytes) -> tuple[Any, str, dict[str, Any], bool]:
    try:
        request = json.loads(raw)
        number, tool, args = request.get("id"), request["tool"], request.get("args") or {}
        if not isinstance(tool, str) or not isinstance(args, dict):
            raise TypeError  # noqa: TRY301 - told apart from nothing: all of it is one fault
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as odd:
        raise UsageFault("BAD_ARGUMENTS", "the call is not understood") from odd
    if request.get("serial") is not None:
        args = {**args, "serial": request["serial"]}
    return number, tool, args, request.get("take") is True


def pack(result: Result) -> dict[str, Any]:
    """Return a result as JSON values."""
    return {
        "text": result.text,
        "facts": result.data,
        "pictures": [
            {"mime": p.mime, "data": base64.b64encode(p.data).decode()} for p in result.pictures
        ],
    }

"""Asks the questions one after the other: each within its limit, all within another.

A question that fails is "not seen", and the next one is asked. What it left behind (a hung
tab, an ended link) is renewed by the ground.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from typing import Any

from websockets.exceptions import WebSocketException

from bridge.adb.device import Device
from bridge.adb.parse import DEFAULT_SOCKET
from bridge.adb.parse import Facts as PhoneFacts
from bridge.cdp.version import ask_version
from bridge.errors import BridgeError
from bridge.probe import record
from bridge.probe.ground import Ground
from bridge.probe.question import NotSeen, Question, Row, in_words
from bridge.probe.table import QUESTIONS
from bridge.probe.verdicts import judge

log = logging.getLogger(__name__)

QUESTION_SECONDS = 10.0
WHOLE_SECONDS = 300.0
_FAILURES = (
    BridgeError,
    OSError,
    EOFError,
    WebSocketException,
    KeyError,
    TypeError,
    ValueError,
    IndexError,
)

Tell = Callable[[Row], Awaitable[None]]


async def probe(
    device: Device,
    *,
    tell: Tell | None = None,
    only: Collection[str] | None = None,
    question_seconds: float = QUESTION_SECONDS,
    whole_seconds: float = WHOLE_SECONDS,
) -> dict[str, Any]:
    """Ask a phone everything, and return the record.

    Args:
        device: The phone; the caller holds its lock.
        tell: Hears each row as soon as it is known.
        only: Ids of the questions to ask; all when not given.
        question_seconds: Limit of one question.
        whole_seconds: Limit of all of them; what is left then is not seen.

    Raises:
        PhoneFault: The phone itself cannot be asked anything.
    """
    facts = await device.facts()
    rows: list[Row] = []
    ends = asyncio.get_running_loop().time() + whole_seconds
    async with Ground(device, _socket(facts)) as ground:
        for question in QUESTIONS:
            if only is not None and question.id not in only:
                continue
            left = ends - asyncio.get_running_loop().time()
            row = await _asked(question, ground, min(question_seconds, left))
            rows.append(row)
            if tell is not None:
                await tell(row)
        version = await _version(ground)
    secrets = [device.serial, *await _serial_numbers(device)]
    return record.made(facts, version, await _adb(device), rows, shell=ground.said, secrets=secrets)


def _socket(facts: PhoneFacts) -> str | None:
    if facts.chrome_sockets:
        return facts.chrome_sockets[0]
    return DEFAULT_SOCKET if facts.sockets is None else None


async def _asked(question: Question, ground: Ground, seconds: float) -> Row:
    """Ask one question; whatever happens makes a row."""
    if seconds <= 0:
        return _row(question, "no time was left for it")
    try:
        async with asyncio.timeout(seconds):
            facts = question.concerned(await question.ask(ground))
    except NotSeen as why:
        return _row(question, str(why))
    except _FAILURES as problem:
        ground.spoil()
        return _row(question, _why(question, problem, seconds))
    return Row(
        question.id,
        question.source,
        question.says,
        in_words(facts),
        judge(question.id, facts),
        facts,
    )


def _why(question: Question, problem: Exception, seconds: float) -> str:
    match problem:
        case TimeoutError():
            return f"no answer within {seconds:g} s"
        case BridgeError():
            log.info("probe %s: %s", question.id, problem.code)
            return f"could not be asked: {problem.code}"
        case OSError() | EOFError() | WebSocketException():
            return f"the link broke: {type(problem).__name__}"
    # an answer of another shape than known: its words stay in the log
    log.error("probe %s: the answer is not understood", question.id, exc_info=problem)
    return "the answer was not understood; see `tapbridge logs`"


def _row(question: Question, why: str) -> Row:
    return Row(question.id, question.source, question.says, why, "not seen", {})


async def _version(ground: Ground) -> dict[str, Any]:
    try:
        async with asyncio.timeout(QUESTION_SECONDS):
            return await ask_version(await ground.port())
    except (BridgeError, NotSeen, TimeoutError):
        return {}


async def _serial_numbers(device: Device) -> list[str]:
    """Return the names of the phone that must not be in the record."""
    try:
        ran = await device.shell("getprop ro.serialno; getprop ro.boot.serialno", seconds=5)
    except BridgeError:
        return []
    return [word for word in ran.text.split() if len(word) > 3]  # noqa: PLR2004 - no name is shorter


async def _adb(device: Device) -> dict[str, Any]:
    try:
        return {
            "server": await device.server.version(),
            "features": sorted(await device.server.features(device.serial)),
        }
    except BridgeError:
        return {}

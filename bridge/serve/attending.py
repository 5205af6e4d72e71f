"""A person at a command line who waits for questions, as a connection sees it.

Out go `{"question": …}` as each is asked, and `{"over": id}` when it was answered or taken
back; in come `{"id": …, "answer": "once" | "session" | "no"}`. While it lasts, questions go to
this person and to no agent's host. One that does not read is cut off.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from bridge.errors import UsageFault
from bridge.serve.lines import HELLO_BYTES, Lines, LineTooLong
from bridge.tools.approvals import Answer, Approvals, Event, Question


class _LeftError(Exception):
    """The person is gone."""


async def serve(lines: Lines, approvals: Approvals) -> None:
    """Tell a person of questions and take their answers, until they leave.

    Raises:
        ConnectionError: They are gone.
    """
    try:
        async with asyncio.TaskGroup() as group:
            with approvals.watch() as events:
                group.create_task(_hear(lines, approvals))
                await _tell(lines, events)
    except* (_LeftError, ConnectionError):
        raise ConnectionResetError("the person is gone") from None


async def _tell(lines: Lines, events: asyncio.Queue[Event]) -> None:
    while (event := await events.get()) is not None:
        if isinstance(event, Question):
            await lines.send({"question": event.as_json()})
        else:
            await lines.send({"over": event})
    raise _LeftError  # it did not keep up


async def _hear(lines: Lines, approvals: Approvals) -> None:
    try:
        while (raw := await lines.next(HELLO_BYTES)) is not None:
            try:
                number, answer = read(json.loads(raw))
            except (UsageFault, ValueError, RecursionError):
                continue  # no answer: the question stands
            approvals.answer(number, answer)
    except (LineTooLong, ConnectionError):
        pass
    raise _LeftError


def read(said: Any) -> tuple[int, Answer]:
    """Read an answer.

    Raises:
        UsageFault: `BAD_ARGUMENTS`: it is none.
    """
    given = said if isinstance(said, Mapping) else {}
    number, answer = given.get("id"), given.get("answer")
    if type(number) is not int:
        raise UsageFault("BAD_ARGUMENTS", "id: the number of a question")
    if answer not in tuple(Answer):
        raise UsageFault("BAD_ARGUMENTS", "answer: once, session or no")
    return number, Answer(answer)

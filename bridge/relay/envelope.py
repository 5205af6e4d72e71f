"""The envelopes that pass through a relay, cut and put together as text.

A debugger's command is read whole and written anew, so that what was judged is what Chrome
reads (a name given twice, for one, has one meaning). Chrome's messages are only cut at their
ends, where Chrome writes number, method and session; their middle is not looked at. Pure.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import Any

MOST_ID = 2**31 - 1
_SESSION_MARK = ',"sessionId":"'
_SESSION_CHARS = 32
_TAIL = len(_SESSION_MARK) + _SESSION_CHARS + 2
_SESSION_GONE = 60
_ID = re.compile(r'\{"id":(\d{1,15}),')
_RESULT = re.compile(r'\{"id":\d{1,15},"result":')
_METHOD = re.compile(r'\{"method":"([A-Za-z]{1,40}\.[A-Za-z]{1,80})",')
_METHOD_ASKED = re.compile(r"[A-Za-z]{1,40}\.[A-Za-z]{1,80}")


class BadCommand(ValueError):
    """A command that is none; `id` when it can be told whose answer that is."""

    def __init__(self, problem: str, number: int | None = None) -> None:
        super().__init__(problem)
        self.id = number


@dataclass(frozen=True, slots=True)
class Command:
    """What a debugger asks.

    Attributes:
        session: The session that it speaks to; None for the browser itself.
    """

    id: int
    method: str
    params: dict[str, Any] = field(default_factory=dict)
    session: str | None = None


@dataclass(frozen=True, slots=True)
class Heard:
    """A message of Chrome's on a session, cut at its ends.

    Attributes:
        number: Which command it answers; None for an event.
        method: The event; empty for an answer.
        text: The whole message.
    """

    session: str
    number: int | None
    method: str
    text: str

    @property
    def bare(self) -> str:
        """The message as it would read without a session."""
        return self.text[:-_TAIL] + "}"

    @property
    def result(self) -> str | None:
        """The answer's result, as JSON; None when Chrome refused."""
        begin = _RESULT.match(self.text)
        return self.text[begin.end() : -_TAIL] if begin else None

    def parsed(self) -> dict[str, Any]:
        """Return the parameters of an event, or the result or error of an answer."""
        message = json.loads(self.text)
        inner = message.get("params") or message.get("result") or message.get("error") or {}
        return inner if isinstance(inner, dict) else {}


def read(text: str) -> Command:
    """Read a debugger's command.

    Raises:
        BadCommand: It is none.
    """
    try:
        told = json.loads(text)
    except (ValueError, RecursionError) as odd:
        raise BadCommand("this is no JSON") from odd
    if not isinstance(told, dict):
        raise BadCommand("a command is an object")
    number, method = told.get("id"), told.get("method")
    if type(number) is not int or not 0 <= number <= MOST_ID:
        raise BadCommand("a command has an id, a whole number")
    if not isinstance(method, str) or not _METHOD_ASKED.fullmatch(method):
        raise BadCommand("a command has a method, such as Page.enable", number)
    params, session = told.get("params"), told.get("sessionId")
    if params is not None and not isinstance(params, dict):
        raise BadCommand("params: an object", number)
    if session is not None and not isinstance(session, str):
        raise BadCommand("sessionId: a text", number)
    return Command(number, method, params or {}, session)


def cut(text: str) -> Heard | None:
    """Cut a message of Chrome's that ends with its session; None when it does not.

    The last brace closes the message itself, so a `sessionId` right before it is the
    message's own: within a text of the page's, the quotes would be escaped.
    """
    tail = text[-_TAIL:]
    if not (tail.startswith(_SESSION_MARK) and tail.endswith('"}')):
        return _whole(text) if '"sessionId"' in text else None
    session = tail[len(_SESSION_MARK) : -2]
    if answer := _ID.match(text):
        return Heard(session, int(answer[1]), "", text)
    if event := _METHOD.match(text):
        return Heard(session, None, event[1], text)
    return _whole(text)


def _whole(text: str) -> Heard | None:
    """Put a message of another form into the usual one."""
    try:
        told = json.loads(text)
    except (ValueError, RecursionError):
        return None
    session = told.pop("sessionId", None) if isinstance(told, dict) else None
    if not isinstance(session, str) or len(session) != _SESSION_CHARS:
        return None
    first = [name for name in ("id", "method", "result", "error", "params") if name in told]
    again = json.dumps(
        {name: told[name] for name in first} | {"sessionId": session}, separators=(",", ":")
    )
    number, method = told.get("id"), told.get("method")
    return Heard(
        session,
        number if type(number) is int else None,
        method if isinstance(method, str) and number is None else "",
        again,
    )


def unknown_session(text: str) -> int | None:
    """Return which command is told, by the browser itself, that its session is no more."""
    found = _ID.match(text)
    if found is None or '"code":-32001' not in text[:_SESSION_GONE]:
        return None
    return int(found[1])


def answer(number: int, result: str, session: str | None) -> str:
    """Write an answer, of a result that is JSON already."""
    return f'{{"id":{number},"result":{result}{_ending(session)}'


def refusal(number: int | None, code: int, words: str, session: str | None) -> str:
    """Write a refusal as Chrome does."""
    error = json.dumps({"code": code, "message": words}, separators=(",", ":"))
    told = "" if number is None else f'"id":{number},'
    return f'{{{told}"error":{error}{_ending(session)}'


def event(method: str, params: dict[str, Any], session: str | None) -> str:
    """Write an event."""
    inner = json.dumps(params, separators=(",", ":"))
    return f'{{"method":"{method}","params":{inner}{_ending(session)}'


def _ending(session: str | None) -> str:
    return "}" if session is None else f'{_SESSION_MARK}{session}"}}'

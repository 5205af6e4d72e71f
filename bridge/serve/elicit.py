"""Asks a person through the host that calls: MCP's elicitation, in both protocol eras.

In the handshake era the question is a request of ours in the middle of the call. The modern
era has none: there the call is answered with the question, goes on waiting here, and the host
calls again with the answer. What waits so is bounded, and ends with its connection; over HTTP,
where the modern era has none, with the limit of its question.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

import anyio
import mcp.types as wire
from mcp import MCPError
from mcp.server import ServerRequestContext
from mcp.types.version import MODERN_PROTOCOL_VERSIONS

from bridge.tools.approvals import Answer, Asker, Question
from bridge.tools.wording import NoAnswerError

log = logging.getLogger(__name__)

MOST_HELD = 32
"""Calls that wait for a modern host to come back; the oldest is given up."""
END_SECONDS = 10.0
"""How long a call that is given up may take to end."""
_KEY = "approval"
_CHOICES = {"once": "Allow once", "session": "Allow for this session", "no": "Do not allow"}
SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "answer": {
            "type": "string",
            "title": "Your answer",
            "enum": list(_CHOICES),
            "enumNames": list(_CHOICES.values()),
        }
    },
    "required": ["answer"],
}
"""What a host shows its person: one choice."""

Said = wire.CallToolResult | MCPError
Outcome = Said | wire.InputRequiredResult
Run = Callable[[Asker | None], Awaitable[Said]]


def can_ask(ctx: ServerRequestContext[Any]) -> bool:
    """Say whether the host declares that it shows its person a form.

    A declaration that names neither way is an older one, which meant forms.
    """
    capabilities = ctx.session.client_capabilities
    way = capabilities.elicitation if capabilities is not None else None
    return way is not None and (way.form is not None or way.url is None)


def is_modern(ctx: ServerRequestContext[Any]) -> bool:
    """Say whether the host speaks the era without requests of ours."""
    return ctx.protocol_version in MODERN_PROTOCOL_VERSIONS


def answer_of(said: object) -> Answer:
    """Read what a host came back with; only what its person chose is an answer.

    Raises:
        NoAnswerError: It is none, and no permission.
    """
    if not isinstance(said, wire.ElicitResult):
        raise NoAnswerError("the host came back without an answer")
    if said.action == "cancel":
        raise NoAnswerError("the question was closed without an answer", final=True)
    if said.action != "accept":
        return Answer.NO
    given = (said.content or {}).get("answer")
    if given not in tuple(Answer):
        raise NoAnswerError("the host's answer is none of those that it was given")
    return Answer(given)


@dataclass(frozen=True, slots=True)
class InCall:
    """Asks in the middle of a call, in the handshake era."""

    ctx: ServerRequestContext[Any]
    present: bool = True

    async def ask(self, question: Question) -> Answer:
        """Put the question to the host, and wait as long as the call does."""
        return answer_of(
            await self.ctx.session.elicit_form(
                question.text, SCHEMA, related_request_id=self.ctx.request_id
            )
        )


class Held:
    """A call of the modern era: what it asks, and what the host answers.

    Args:
        request: Name and arguments: an answer to another call is none to this.
        connection: Who called.

    Attributes:
        asked: Holds the question that the host has not been shown yet.
    """

    present = True

    def __init__(self, request: tuple[str, dict[str, Any]], connection: str) -> None:
        self.request = request
        self.connection = connection
        self.asked: asyncio.Future[Question] = asyncio.get_running_loop().create_future()
        self.running: asyncio.Task[Said] | None = None
        self._back: asyncio.Future[object] | None = None

    async def ask(self, question: Question) -> Answer:
        """Hand the question over, and wait for the host to come back."""
        self._back = asyncio.get_running_loop().create_future()
        if self.asked.done():  # one that nobody was shown, and that has ended
            self.asked = asyncio.get_running_loop().create_future()
        self.asked.set_result(question)
        return answer_of(await self._back)

    def shown(self) -> Question:
        """Take the question, to show it."""
        question = self.asked.result()
        self.asked = asyncio.get_running_loop().create_future()
        return question

    def hear(self, said: object) -> None:
        """Take what came back for the question that was shown, when that still waits for it."""
        if self._back is not None and not self._back.done() and not self.asked.done():
            self._back.set_result(said)

    async def give_up(self) -> None:
        """Cancel the call, and wait until it has let go of the phone."""
        if self.running is not None:
            self.running.cancel()
            with anyio.move_on_after(END_SECONDS, shield=True):
                await asyncio.wait((self.running,))


class Desk:
    """Runs calls whose hosts can ask their person, and keeps those that wait for one.

    Args:
        tasks: Owner of the calls that go on while their host asks.
    """

    def __init__(self, tasks: asyncio.TaskGroup) -> None:
        self._tasks = tasks
        self._held: dict[str, Held] = {}

    async def call(
        self,
        ctx: ServerRequestContext[Any],
        params: wire.CallToolRequestParams,
        connection: str,
        run: Run,
    ) -> Outcome:
        """Make a call, with a way to the person where the host offers one.

        Args:
            ctx: Of the request.
            params: The call.
            connection: Who calls: nobody else can answer for it.
            run: Makes the call, given the way; it raises nothing.
        """
        if params.request_state is not None:
            return await self._resumed(params, connection)
        if not can_ask(ctx):
            return await run(None)
        if not is_modern(ctx):
            return await run(InCall(ctx))
        held = Held((params.name, dict(params.arguments or {})), connection)

        async def running() -> Said:
            return await run(held)

        held.running = self._tasks.create_task(running())
        return await self._onward(held, held.running)

    async def _onward(self, held: Held, running: asyncio.Task[Said]) -> Outcome:
        """Wait until a call ends, or has a question for its host."""
        try:
            await asyncio.wait((running, held.asked), return_when="FIRST_COMPLETED")
        except asyncio.CancelledError:
            await held.give_up()
            raise
        if running.done():
            return running.result()
        state = secrets.token_urlsafe(24)
        self._held[state] = held
        if len(self._held) > MOST_HELD:
            self._drop(next(iter(self._held)))
        form = wire.ElicitRequestFormParams(message=held.shown().text, requested_schema=SCHEMA)
        return wire.InputRequiredResult(
            input_requests={_KEY: wire.ElicitRequest(params=form)}, request_state=state
        )

    async def _resumed(self, params: wire.CallToolRequestParams, connection: str) -> Outcome:
        """Go on with a call whose host has asked."""
        held = self._held.pop(params.request_state or "", None)
        if held is None or held.running is None:
            told = "APPROVAL_TIMEOUT: nothing waits for this answer any more. Call again."
            return MCPError(code=wire.INVALID_PARAMS, message=told)
        same = (params.name, dict(params.arguments or {})) == held.request
        if not same or connection != held.connection:
            await held.give_up()
            told = "BAD_ARGUMENTS: the answer belongs to another call. Call again."
            return MCPError(code=wire.INVALID_PARAMS, message=told)
        held.hear((params.input_responses or {}).get(_KEY))
        return await self._onward(held, held.running)

    def leave(self, connection: str) -> None:
        """Give up what a connection that ended has waiting."""
        for state in [s for s, held in self._held.items() if held.connection == connection]:
            self._drop(state)

    def close(self) -> None:
        """Give up everything that waits."""
        for state in tuple(self._held):
            self._drop(state)

    def _drop(self, state: str) -> None:
        held = self._held.pop(state)
        if held.running is not None:
            held.running.cancel()

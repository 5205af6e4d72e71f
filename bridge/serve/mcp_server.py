"""The MCP face of the door: one low-level server session per connection, both eras.

Only the daemon imports this: the SDK alone costs most of a second.
"""

from __future__ import annotations

import asyncio
import base64
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any
from uuid import uuid4

import anyio
import mcp.types as wire
from mcp import MCPError
from mcp.server import CacheHint, NotificationOptions, Server, ServerRequestContext
from mcp.server.models import InitializationOptions
from mcp.server.session import ServerSession
from mcp.types.version import MODERN_PROTOCOL_VERSIONS
from typing_extensions import override

from bridge import __version__
from bridge.adb.parse import Facts
from bridge.errors import BridgeError, InternalFault
from bridge.serve import resources, roots, words
from bridge.serve.audience import Audience
from bridge.serve.control import Bridge, Door
from bridge.serve.elicit import Desk, Outcome, Said
from bridge.serve.identity import Callers
from bridge.serve.lines import Lines
from bridge.serve.presence import Presence
from bridge.serve.stream import speak
from bridge.settings import MOST_PICTURE
from bridge.tools.approvals import Asker
from bridge.tools.call import Caller
from bridge.tools.reference import schema
from bridge.tools.spec import Effect, Result, Surface, Tool

log = logging.getLogger(__name__)

PROGRESS_SECONDS = 1.0
"""How often a host that asks for progress hears of a call that takes longer."""

_SERIAL = {"type": "string", "description": "Which phone; see device_list."}


def as_mcp(tool: Tool, *, several: bool) -> wire.Tool:
    """Describe one tool in MCP terms, with `serial` only when several phones are listed."""
    described = schema(tool)
    if several:
        described["properties"] = {**described["properties"], "serial": _SERIAL}
    return wire.Tool(
        name=tool.name,
        description=tool.description,
        input_schema=described,
        **({"annotations": hints} if (hints := _hints(tool)) is not None else {}),
    )


def _hints(tool: Tool) -> wire.ToolAnnotations | None:
    """Return what differs from the protocol's defaults (it acts, destroys, reaches out)."""
    said: dict[str, bool] = {}
    if tool.effect is Effect.READ:
        said["read_only_hint"] = True
    if tool.surface is Surface.HOST:
        said["open_world_hint"] = False
    return wire.ToolAnnotations(**said) if said else None


class Face:
    """All MCP sessions of one daemon.

    Args:
        bridge: The open Bridge.
        tasks: Owner of what runs beside the sessions.
    """

    def __init__(self, bridge: Bridge, tasks: asyncio.TaskGroup) -> None:
        self._bridge = bridge
        self._audience = Audience(bridge.several, tasks, bridge.follow)
        self._desk = Desk(tasks)

    def server(
        self,
        client: str,
        connection: str = "",
        families: frozenset[str] = frozenset(),
        folders: tuple[str, ...] = (),
        *,
        met: Callable[[str], None] = lambda _: None,
        presence: Presence | None = None,
    ) -> Server[Any]:
        """Make a server for one session, or for all of a transport that keeps them apart."""
        return build(
            self._bridge.door,
            client=client,
            connection=connection,
            families=families,
            folders=folders,
            several=self._bridge.several,
            known=self._bridge.known,
            meet=self._bridge.meet,
            audience=self._audience,
            desk=self._desk,
            met=met,
            presence=presence,
        )

    async def speak(
        self,
        lines: Lines,
        client: str,
        connection: str = "",
        families: frozenset[str] = frozenset(),
        folders: tuple[str, ...] = (),
        *,
        met: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Run one session on a connection, which may have a name of its own, until it ends."""
        connection = connection or uuid4().hex
        server = self.server(client, connection, families, folders, met=met)
        try:
            await speak(lines, server)
        finally:
            self._audience.leave(server)
            self._desk.leave(connection)

    def left(self, party: str) -> None:
        """Give up the calls of a party over HTTP that is gone."""
        self._desk.leave(party)

    def close(self) -> None:
        """Give up the calls that wait for their hosts to answer, and tell no changes any more."""
        self._audience.close()
        self._desk.close()


def build(
    door: Door,
    *,
    client: str,
    several: Callable[[], bool],
    connection: str = "",
    families: frozenset[str] = frozenset(),
    folders: tuple[str, ...] = (),
    known: Callable[[], Mapping[str, Facts]] = dict,
    meet: Callable[[], Awaitable[Mapping[str, Facts]]] | None = None,
    audience: Audience | None = None,
    desk: Desk | None = None,
    met: Callable[[str], None] = lambda _: None,
    presence: Presence | None = None,
) -> Server[Any]:
    """Make a server whose every call goes through the door.

    Args:
        door: The way to the tools.
        client: The caller's name until it says its own.
        several: Whether several phones are listed now.
        connection: Stands for the session, where its transport names none.
        families: Families of tools that are switched on for it alone.
        folders: Where it works on this computer, unless its host tells roots.
        known: What is known of the phones, by serial, without asking them.
        meet: Asks them, within its own limit; for the prompt, which a person waits for.
        audience: Hears of changes of the list; without it nobody is told.
        desk: Asks persons through their hosts; without it no host is asked.
        met: Hears the name and version that a host gives of itself.
        presence: Hears of requests of hosts whose transport tells of no end.
    """
    callers = Callers(client, connection, families, folders, door.sealer.text, met, presence)

    async def list_tools(
        ctx: ServerRequestContext[Any], params: wire.PaginatedRequestParams | None
    ) -> wire.ListToolsResult:
        del params
        callers.of(ctx)
        if audience is not None:
            audience.look()
            audience.join(ctx, server=server)
        many = several()
        return wire.ListToolsResult(tools=[as_mcp(t, several=many) for t in door.visible(families)])

    async def listen(
        ctx: ServerRequestContext[Any], params: wire.SubscriptionsListenRequestParams
    ) -> wire.SubscriptionsListenResult:
        if audience is None:
            raise MCPError(code=wire.METHOD_NOT_FOUND, message="nothing is told here")
        with callers.there(ctx, callers.of(ctx)):
            return await audience.listen(ctx, params)

    async def call_tool(
        ctx: ServerRequestContext[Any], params: wire.CallToolRequestParams
    ) -> wire.CallToolResult | wire.InputRequiredResult:
        who = callers.of(ctx)

        async def run(host: Asker | None) -> Said:
            own = await roots.of(ctx, folders) if params.name in roots.ASKED_FOR else folders
            asking = replace(who, host=host, folders=own)
            return await _answer(door, params.name, params.arguments or {}, asking)

        async def call() -> Outcome:
            return await (run(None) if desk is None else desk.call(ctx, params, who.party.key, run))

        with callers.there(ctx, who):
            answer = await _telling_progress(ctx, params, call)
        if audience is not None:
            audience.look()
        if isinstance(answer, MCPError):
            raise answer
        return answer

    async def list_resources(
        ctx: ServerRequestContext[Any], params: wire.PaginatedRequestParams | None
    ) -> wire.ListResourcesResult:
        del ctx, params
        return resources.listed(names())

    async def read_resource(
        ctx: ServerRequestContext[Any], params: wire.ReadResourceRequestParams
    ) -> wire.ReadResourceResult:
        who = callers.of(ctx)
        try:
            with callers.there(ctx, who):
                return await resources.read(door, params.uri, who)
        finally:
            if audience is not None:
                audience.look()

    async def get_prompt(
        ctx: ServerRequestContext[Any], params: wire.GetPromptRequestParams
    ) -> wire.GetPromptResult:
        del ctx
        given = dict(params.arguments or {})
        task = given.pop("task", None)
        if params.name != "phone" or given:
            told = "the only prompt is `phone`; its only argument is `task`, a text"
            raise MCPError(code=wire.INVALID_PARAMS, message=f"BAD_ARGUMENTS: {told}.")
        phones = known() or (await meet() if meet is not None else {})
        text = door.sealer.text(words.prompt(names(), phones, task))
        message = wire.PromptMessage(role="user", content=wire.TextContent(text=text))
        return wire.GetPromptResult(description=_PROMPT.description, messages=[message])

    def lent() -> list[str]:
        vault = door.sealer.vault
        return [vault.handle(entry) for entry in vault.named()]

    def names() -> list[str]:
        return [tool.name for tool in door.visible(families)]

    server = _Server(
        "tapbridge",
        version=__version__,
        cache_hints={"tools/list": CacheHint(ttl_ms=60_000, scope="private")},
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_read_resource=read_resource,
        on_list_prompts=_list_prompts,
        on_get_prompt=get_prompt,
        on_subscriptions_listen=listen if audience is not None else None,
    )
    server.tells(lambda: words.instructions(names(), known(), lent()), changes=audience is not None)
    return server


class _Server(Server[Any]):
    """The SDK's server, with instructions of the moment: phones come to be known."""

    def tells(self, how: Callable[[], str], *, changes: bool) -> None:
        """Set who words the instructions, and whether changes of the list are told."""
        self._how = how
        self._changes = NotificationOptions(tools_changed=changes)
        self.add_request_handler("server/discover", wire.RequestParams, self._discover)

    @override
    def create_initialization_options(
        self,
        notification_options: NotificationOptions | None = None,
        experimental_capabilities: dict[str, dict[str, Any]] | None = None,
        extensions: dict[str, dict[str, Any]] | None = None,
    ) -> InitializationOptions:
        self.instructions = self._how()
        return super().create_initialization_options(
            notification_options or self._changes, experimental_capabilities, extensions
        )

    async def _discover(
        self, ctx: ServerRequestContext[Any], params: wire.RequestParams
    ) -> wire.DiscoverResult:
        del params
        return wire.DiscoverResult(
            supported_versions=list(MODERN_PROTOCOL_VERSIONS),
            capabilities=self.get_capabilities(protocol_version=ctx.protocol_version),
            instructions=self._how(),
        )


_PROMPT = wire.Prompt(
    name="phone",
    description="How to work in Chrome on a phone, and which phone it is.",
    arguments=[
        wire.PromptArgument(name="task", description="What is to be done there.", required=False)
    ],
)


async def _list_prompts(
    ctx: ServerRequestContext[Any], params: wire.PaginatedRequestParams | None
) -> wire.ListPromptsResult:
    del ctx, params
    return wire.ListPromptsResult(prompts=[_PROMPT])


async def _answer(door: Door, name: str, raw: Mapping[str, Any], caller: Caller) -> Said:
    """Make one call; a request that is wrong itself becomes the protocol's error."""
    try:
        return as_result(await door.call(name, raw, caller))
    except BridgeError as fault:
        if fault.code == "UNKNOWN_TOOL":
            return MCPError(code=wire.INVALID_PARAMS, message=fault.sentence())
        return _says(fault.sentence(), is_error=True)
    except Exception:
        log.exception("tool %s crashed", name)
        return _says(InternalFault().sentence(), is_error=True)


async def _telling_progress(
    ctx: ServerRequestContext[Any],
    params: wire.CallToolRequestParams,
    call: Callable[[], Awaitable[Outcome]],
) -> Outcome:
    """Make a call, which raises nothing, and tell beside it how long it takes.

    A host that does not read holds the telling up, never the call.
    """
    if (ctx.meta or {}).get("progress_token") is None:
        return await call()
    limit = (params.arguments or {}).get("timeout_ms")
    async with anyio.create_task_group() as beside:
        beside.start_soon(_tell_progress, ctx.session, params.name, limit)
        answer = await call()
        beside.cancel_scope.cancel()
    return answer


async def _tell_progress(session: ServerSession, tool: str, limit: object) -> None:
    """Tell until cancelled; never raises, for that would end the call."""
    began = anyio.current_time()
    try:
        total = limit / 1000 if isinstance(limit, int | float) else None
        while True:
            await anyio.sleep(PROGRESS_SECONDS)
            seconds = round(anyio.current_time() - began, 3)
            if total is not None and seconds >= total:
                return  # it may never say more than there is
            await session.report_progress(seconds, total, f"{tool}: {seconds:.0f} s")
    except Exception:
        log.exception("a host could not be told how long %s takes", tool)


def as_result(result: Result) -> wire.CallToolResult:
    """Return text and pictures as MCP content; no structure, hosts that see it hide the text."""
    for picture in result.pictures:
        if len(picture.data) > MOST_PICTURE:
            raise ValueError(f"a picture of {len(picture.data)} bytes reached the border")
    pictures = [
        wire.ImageContent(data=base64.b64encode(p.data).decode(), mime_type=p.mime)
        for p in result.pictures
    ]
    return wire.CallToolResult(content=[wire.TextContent(text=result.text), *pictures])


def _says(text: str, *, is_error: bool) -> wire.CallToolResult:
    return wire.CallToolResult(content=[wire.TextContent(text=text)], is_error=is_error)

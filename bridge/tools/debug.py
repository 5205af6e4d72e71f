"""Tools for who debugs a page: its console, its requests, and what it is made to believe."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal

from pydantic import Field

from bridge.cdp.wire import CdpRefused
from bridge.errors import ScreenFault, UsageFault
from bridge.page.console import LEVELS, LONGEST, Entry
from bridge.page.emulate import NOTHING, Place
from bridge.page.network import LONGEST_HEADER, Hop, Request
from bridge.page.tab import Tab
from bridge.secrets.heard import note
from bridge.secrets.outlet import sealed
from bridge.tools import bodies
from bridge.tools.spec import Args, Effect, Result, Surface, Tool, tool

_MOST_CHARS = 8_000
_ROW = 300
_ERROR = 400


class ConsoleArgs(Args):
    """Arguments of `page_console`."""

    level: Literal["debug", "info", "warning", "error"] = "info"
    grep: Annotated[str | None, Field(max_length=200)] = None
    since: Annotated[int | None, Field(ge=0)] = None
    entry: Annotated[int | None, Field(ge=1)] = None
    limit: Annotated[int, Field(ge=1, le=500)] = 50


@tool(Surface.TAB, Effect.READ, family="debug", locks=False)
async def page_console(tab: Tab, args: ConsoleArgs) -> Result:
    """Read the page's console, exceptions and Chrome's reports; entry=N for one with its stack."""
    await tab.debug.look()
    entries = tab.debug.said.free(tab.judge.allows)
    if args.entry is not None:
        found = next((each for each in entries if each.number == args.entry), None)
        if found is None:
            raise _no_entry(args.entry)
        note(*found.places)
        found = _quiet(found)
        return Result(
            found.whole(),
            data={
                "number": found.number,
                "level": found.level,
                "source": found.source,
                "text": found.text,
                "stack": list(found.stack),
                "count": found.count,
                "url": found.url,
            },
            untrusted=True,
        )
    least, grep = LEVELS.index(args.level), (args.grep or "").casefold()
    fits = [
        each
        for each in entries
        if LEVELS.index(each.level) >= least
        and each.number > (args.since or 0)
        and grep in f"{each.text}\n{' '.join(each.stack)}".casefold()
    ]
    shown = [_quiet(each) for each in fits[-args.limit :]]
    note(*(url for each in shown for url in each.places))
    rows = [
        {
            "number": each.number,
            "level": each.level,
            "source": each.source,
            "text": each.text[:_ROW],
            "count": each.count,
        }
        for each in shown
    ]
    return _listed([each.line() for each in shown], rows, len(fits), tab.debug.said.lost)


class NetworkArgs(Args):
    """Arguments of `page_network`."""

    grep: Annotated[str | None, Field(max_length=200)] = None
    type: Annotated[str | None, Field(max_length=40)] = None
    failed: bool = False
    since: Annotated[int | None, Field(ge=0)] = None
    entry: Annotated[int | None, Field(ge=1)] = None
    body: Literal["request", "response"] | None = None
    limit: Annotated[int, Field(ge=1, le=500)] = 50


@tool(Surface.TAB, Effect.READ, family="debug", locks=False)
async def page_network(tab: Tab, args: NetworkArgs) -> Result:
    """List the page's requests; entry=N for one with its headers, with body=response its body."""
    if args.body is not None and args.entry is None:
        raise UsageFault("BAD_ARGUMENTS", "body goes with entry")
    recorded = await tab.debug.look()
    redact = tab.debug.redact
    requests = tab.debug.asked.ring.free(tab.judge.allows)
    if args.entry is not None:
        found = next((each for each in requests if each.number == args.entry), None)
        if found is None:
            raise _no_entry(args.entry)
        note(*found.places)
        if args.body is not None:
            return await _body(tab, found, args.body)
        found = _quiet_request(found)
        data = {**found.facts(redact=redact), "steps": found.steps(redact=redact)}
        return Result(found.whole(redact=redact), data=data, untrusted=True)
    grep = (args.grep or "").casefold()
    fits = [
        each
        for each in requests
        if (not grep or grep in each.line(redact=redact).casefold())
        and each.number > (args.since or 0)
        and args.type in (None, each.kind)
        and (not args.failed or each.failed or each.last.status >= _ERROR)
    ]
    shown = [_quiet_request(each) for each in fits[-args.limit :]]
    note(*(url for each in shown for url in each.places))
    lines = [each.line(redact=redact) for each in shown]
    rows = [each.facts(redact=redact) for each in shown]
    return _listed(
        lines, rows, len(fits), tab.debug.asked.ring.lost, _why(args, requests, recorded=recorded)
    )


def _why(args: NetworkArgs, requests: Sequence[Request], *, recorded: bool) -> str:
    """Say why requests that one looks for are not in the list; empty when nothing is to be said."""
    if not recorded:
        return "recorded from now on: reload the page to see what it asks for"
    if not requests:  # another tool that records came first, and the load before that
        return "none since recording began: reload the page to see what it asks for"
    kinds = sorted({each.kind for each in requests})
    return "" if args.type in (None, *kinds) else f"none of this type; there are {', '.join(kinds)}"


async def _body(tab: Tab, request: Request, side: Literal["request", "response"]) -> Result:
    method = "getResponseBody" if side == "response" else "getRequestPostData"
    try:
        told = await tab.debug.body(request.process, f"Network.{method}", request.id)
    except CdpRefused as refused:
        raise ScreenFault(
            "NO_BODY", f"Chrome keeps no {side} body of #{request.number}"
        ) from refused
    text = told.get("body", told.get("postData", ""))
    body = bodies.read(str(text), is_base64=told.get("base64Encoded") is True)
    size = len(body.data)
    data: dict[str, Any] = {"number": request.number, "bytes": size}
    if body.shown:
        assert body.text is not None  # noqa: S101 - what is shown is a text
        return Result(body.text or "empty", data={**data, "body": body.text}, untrusted=True)
    headers = {name.lower(): value for name, value in request.last.sent.items()}
    mime = request.mime if side == "response" else headers.get("content-type", "")
    path = await asyncio.to_thread(bodies.save, body, side, mime, request.last.url)
    told_by = "as text" if body.text is not None else "as it came"
    return Result(f"{size} bytes, {told_by}, in {path}", data={**data, "file": str(path)})


class EmulateArgs(Args):
    """Arguments of `page_emulate`."""

    network: Literal["offline", "slow-3g", "fast-3g", "4g", "online"] | None = None
    latitude: Annotated[float | None, Field(ge=-90, le=90)] = None
    longitude: Annotated[float | None, Field(ge=-180, le=180)] = None
    accuracy: Annotated[float, Field(ge=0, le=100_000)] = 20
    color_scheme: Literal["light", "dark"] | None = None
    reduced_motion: bool | None = None
    reset: bool = False


@tool(
    Surface.TAB,
    Effect.ACT,
    family="debug",
    looks=lambda args: args == EmulateArgs(),
)
async def page_emulate(tab: Tab, args: EmulateArgs) -> Result:
    """Emulate network, place, color scheme, motion on this tab until you leave it; reset undoes.

    With no argument, say what is on.
    """
    if (args.latitude is None) != (args.longitude is None):
        raise UsageFault("BAD_ARGUMENTS", "latitude and longitude go together")
    wanted = NOTHING if args.reset else tab.debug.emulated
    if args.network is not None:
        wanted = replace(wanted, network=None if args.network == "online" else args.network)
    if args.latitude is not None and args.longitude is not None:
        wanted = replace(wanted, place=Place(args.latitude, args.longitude, args.accuracy))
    if args.color_scheme is not None:
        wanted = replace(wanted, scheme=args.color_scheme)
    if args.reduced_motion is not None:
        wanted = replace(wanted, motion=args.reduced_motion)
    if args != EmulateArgs():
        tab.check_dialog()
        await tab.debug.emulate(wanted)
    now = tab.debug.emulated
    notes = ""
    if args.latitude is not None:
        notes = "\nThe site still needs the permission for it, which Chrome asks the person for."
    return Result(f"emulated: {now.sentence()}{notes}", data={"emulated": now.facts()})


def _listed(
    lines: Sequence[str], rows: Sequence[dict[str, Any]], total: int, lost: int, more: str = ""
) -> Result:
    """List the newest for which there is room."""
    kept: list[str] = []
    size = 0
    for line in reversed(lines):
        size += len(line) + 1
        if size > _MOST_CHARS and kept:
            break
        kept.insert(0, line)
    notes = []
    if total > len(kept):
        notes.append(f"{total - len(kept)} older ones fit too: narrow it, or raise limit")
    if lost:
        notes.append(f"{lost} older ones were let go")
    if more:
        notes.append(more)
    text = "\n".join((*(kept or ["nothing"]), *(f"[{each}]" for each in notes)))
    return Result(text, data={"total": total, "rows": list(rows)}, untrusted=True)


def _quiet(entry: Entry) -> Entry:
    """Seal an entry: what is cut afterwards, or was before, holds no half of a secret."""
    return replace(
        entry,
        text=sealed(entry.text, entry.url, cut=len(entry.text) >= LONGEST),
        stack=tuple(sealed(each, entry.url, cut=True) for each in entry.stack),
    )


def _quiet_request(request: Request) -> Request:
    """Seal a request, as `_quiet`."""
    return replace(
        request,
        hops=[_quiet_hop(each) for each in request.hops],
        initiator=sealed(request.initiator, request.last.url, cut=True),
    )


def _quiet_hop(hop: Hop) -> Hop:
    def quiet(headers: dict[str, str]) -> dict[str, str]:
        return {
            name: sealed(value, hop.url, cut=len(value) >= LONGEST_HEADER)
            for name, value in headers.items()
        }

    return replace(hop, url=sealed(hop.url, hop.url), sent=quiet(hop.sent), got=quiet(hop.got))


def _no_entry(number: int) -> ScreenFault:
    return ScreenFault("ENTRY_NOT_FOUND", f"there is no entry #{number} (any more)")


TOOLS: tuple[Tool, ...] = (page_console, page_network, page_emulate)

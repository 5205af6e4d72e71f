"""Tools that carry files between this computer, the phone and a page."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, Literal

from pydantic import Field

from bridge.errors import ScreenFault, UsageFault
from bridge.page import download, upload
from bridge.page.tab import Tab
from bridge.tools.element import Element
from bridge.tools.luggage import PHONE, carried
from bridge.tools.spec import Effect, Result, Surface, Tool, tool

_Path = Annotated[str, Field(min_length=1, max_length=4096)]


class UploadArgs(Element):
    """Arguments of `page_upload`."""

    paths: Annotated[tuple[_Path, ...], Field(min_length=1, max_length=10)]
    drop: bool = False


@tool(Surface.TAB, Effect.ACT, family="more", seconds=150)
async def page_upload(tab: Tab, args: UploadArgs) -> Result:
    """Give files to a file field, or to the label or button that asks for them.

    They come from the caller's folder, or from the phone: `phone:/sdcard/Download/a.png`.
    """
    luggage, target = carried(), args.target()
    phone = [path for path in args.paths if path.startswith(PHONE)]
    if phone and (len(phone) < len(args.paths) or args.drop):
        told = "files of the phone go alone, into a file field"
        raise UsageFault("BAD_ARGUMENTS", told)
    if phone:
        own = [luggage.on_phone(path) for path in phone]
        handed = await upload.upload_from_phone(tab, target, own)
    else:
        parcels = await asyncio.to_thread(luggage.outbox.take, args.paths, luggage.own)
        handed = await upload.upload(tab, target, parcels, drop=args.drop)
    return Result(handed.sentence, data=handed.as_json(), untrusted=True)


class DownloadsArgs(Element):
    """Arguments of `page_downloads`."""

    action: Literal["list", "fetch"] = "list"
    number: Annotated[int | None, Field(ge=1)] = None


@tool(
    Surface.TAB,
    Effect.ACT,
    family="more",
    seconds=300,
    looks=lambda args: args.action == "list",
)
async def page_downloads(tab: Tab, args: DownloadsArgs) -> Result:
    """List what the tab downloaded; fetch saves one (or a link's file) on this computer.

    It is fetched anew in the page, with its cookies: of another origin only if that allows it.
    """
    target: dict[str, Any] = args.target()
    if args.action == "list":
        if target or args.number is not None:
            raise UsageFault("BAD_ARGUMENTS", "number and elements go with action=fetch")
        found = download.listed(tab)
        lines = [each.sentence for each in found]
        told = "\n".join(lines) or "this tab has downloaded nothing since the Bridge has it"
        rows = [each.as_json() for each in found]
        return Result(told, data={"downloads": rows}, untrusted=True)
    if bool(target) == (args.number is not None):
        raise UsageFault("BAD_ARGUMENTS", "give number, or name a link or picture")
    inbox = carried().inbox
    if inbox is None:
        raise ScreenFault("DOWNLOAD_FAILED", "no folder is known for it")
    wanted = target or {"number": args.number}
    saved = await download.fetch(tab, wanted, inbox)
    return Result(saved.sentence, data=saved.as_json(), untrusted=True)


TOOLS: tuple[Tool, ...] = (page_upload, page_downloads)

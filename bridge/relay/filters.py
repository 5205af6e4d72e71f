"""Takes out of Chrome's answers what they tell of blocked sites. Pure; the judges are callables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from bridge.relay.methods import cookie_address

Raw = Mapping[str, Any]
Allows = Callable[[str], bool]

BEGINS = frozenset(
    {
        "Fetch.requestPaused",
        "Network.requestWillBeSent",
        "Network.webSocketCreated",
    }
)
"""Events that say where a request goes; a redirect is told by the first of them again."""


def destination(params: Raw) -> str:
    """Return where a request goes, of an event of `BEGINS`."""
    request = params.get("request")
    if isinstance(request, Mapping):
        return str(request.get("url", ""))
    return str(params.get("url", "")).replace("ws", "http", 1)


def header_places(params: Raw) -> list[str]:
    """Return where headers went to or lead, of the events that tell of headers alone."""
    headers = params.get("headers")
    places = []
    for name, value in headers.items() if isinstance(headers, Mapping) else ():
        if name.lower() in {"host", ":authority"}:
            places.append(f"http://{value}/")
        elif name.lower() == "location" and "//" in str(value):
            places.append(str(value) if ":" in str(value).split("//")[0] else f"http:{value}")
    return places


def kept(
    method: str, result: dict[str, Any], allows: Allows, may_tell: Callable[[Raw], bool]
) -> dict[str, Any] | None:
    """Return what of an answer may be told; None when nothing of it may.

    Args:
        method: The command.
        result: Chrome's answer.
        allows: Judges an address.
        may_tell: Judges a target's info.
    """
    match method:
        case "Network.getCookies" | "Network.getAllCookies" | "Storage.getCookies":
            cookies = result.get("cookies", [])
            return {**result, "cookies": [c for c in cookies if allows(cookie_address(c))]}
        case "Target.getTargets":
            infos = result.get("targetInfos", [])
            return {**result, "targetInfos": [each for each in infos if may_tell(each)]}
        case "Target.getTargetInfo":
            info = result.get("targetInfo", {})
            told = info.get("type") in {"browser", "iframe", "worker"} or may_tell(info)
            return result if told and allows(str(info.get("url", ""))) else None
        case "Page.getNavigationHistory":
            return _history(result, allows)
        case "Page.getFrameTree" | "Page.getResourceTree":
            return {**result, "frameTree": _tree(result.get("frameTree", {}), allows)}
        case _:
            return result


def _history(result: dict[str, Any], allows: Allows) -> dict[str, Any]:
    entries, at = result.get("entries", []), int(result.get("currentIndex", 0))
    free = [
        allows(str(each.get("url", ""))) and allows(str(each.get("userTypedURL") or "about:blank"))
        for each in entries
    ]
    before = sum(free[:at])
    left = [each for each, is_free in zip(entries, free, strict=True) if is_free]
    return {**result, "entries": left, "currentIndex": min(before, max(0, len(left) - 1))}


def _tree(node: Raw, allows: Allows) -> dict[str, Any]:
    kept_node = dict(node)
    if "resources" in node:
        kept_node["resources"] = [
            each for each in node["resources"] if allows(str(each.get("url", "")))
        ]
    if "childFrames" in node:
        kept_node["childFrames"] = [
            _tree(child, allows)
            for child in node["childFrames"]
            if allows(str(child.get("frame", {}).get("url", "")))
            and allows(str(child.get("frame", {}).get("unreachableUrl") or "about:blank"))
        ]
    return kept_node

"""What a command may not say although its method passes: the words that reach further than it.

Some parameters hand over what another method is refused for: files of the phone, code for the
next document, a world that sees into other sites, all sites at once. Pure: parameters in,
parameters out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from bridge.addresses import Kind, Unparsable, parse_url
from bridge.errors import UsageFault
from bridge.relay.leash import tied
from bridge.relay.methods import addresses

Raw = Mapping[str, Any]

OF_ONE_SITE = frozenset(
    {
        "Browser.grantPermissions",
        "Browser.setPermission",
        "Storage.clearDataForOrigin",
        "Storage.clearDataForStorageKey",
    }
)
"""Methods that mean every site, blocked ones too, when they name none."""

MOST_MS, MOST_TIMES = 5000, 10
"""How long one gesture may go on by itself: a pause cannot end it."""

_UNIVERSAL = "grantUniveralAccess"  # Chrome's own spelling


def within_terms(method: str, params: Raw, patterns: Sequence[str]) -> Raw:
    """Return the parameters as they may go to Chrome.

    Args:
        method: A method that the table lets through.
        params: Its parameters.
        patterns: Wildcards of what is blocked; none, nothing is.

    Raises:
        UsageFault: `UNSUPPORTED`: they reach further than a relay lets through.
    """
    data = params.get("data")
    if method == "Input.dispatchDragEvent" and isinstance(data, Mapping) and data.get("files"):
        raise UsageFault("UNSUPPORTED", f"{method}: it would hand the phone's files to a page")
    if method in OF_ONE_SITE and not _names_sites(params):
        raise UsageFault("UNSUPPORTED", f"{method}: name the site that it is for")
    if method.startswith("Input.synthesize") and not _is_short(params):
        told = f"{method}: a gesture may take {MOST_MS} ms and be repeated {MOST_TIMES} times"
        raise UsageFault("UNSUPPORTED", told)
    if method == "Page.reload" and (code := params.get("scriptToEvaluateOnLoad")):
        return {**params, "scriptToEvaluateOnLoad": tied(method, str(code), patterns)}
    if method == "Page.createIsolatedWorld" and patterns:
        # such a world reads what other sites of the same process show
        return {name: value for name, value in params.items() if name != _UNIVERSAL}
    return params


def _names_sites(params: Raw) -> bool:
    named = addresses(params)
    return bool(named) and all(map(_is_web, named))


def _is_web(url: str) -> bool:
    try:
        return parse_url(url).kind is Kind.WEB
    except Unparsable:
        return False


def _is_short(params: Raw) -> bool:
    ms, times = params.get("duration", 0), params.get("repeatCount", 0)
    numbers = all(isinstance(each, int | float) for each in (ms, times))
    return numbers and ms <= MOST_MS and times <= MOST_TIMES

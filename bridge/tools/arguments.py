"""What a caller sent for a tool, as the tool's own arguments: said once, for every door's caller.

Values stay out of what is said of a wrong one: they may be typed text.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError

from bridge.errors import UsageFault
from bridge.tools.reference import takes
from bridge.tools.spec import HALF, Args, Tool, holds_half

_NO_FIELD = {"extra_forbidden": "no such argument", "missing": "is required"}


def arguments(tool: Tool, raw: Mapping[str, Any]) -> tuple[Args, str | None]:
    """Read the arguments of a tool, and the serial beside them.

    Raises:
        UsageFault: `BAD_ARGUMENTS`: what was wrong, and what the tool takes.
    """
    for name, value in raw.items():
        if holds_half((name, value)):
            called = name if name.isidentifier() else "the name of an argument"
            raise UsageFault("BAD_ARGUMENTS", f"{called}: {HALF}")
    given = dict(raw)
    serial = given.pop("serial", None)
    if serial is not None and not isinstance(serial, str):
        raise UsageFault("BAD_ARGUMENTS", "serial: a phone's serial, as text")
    try:
        return tool.args.model_validate(given), serial
    except ValidationError as problem:
        # the values stay out of it: they may be typed text
        told = "; ".join(
            f"{'.'.join(map(str, e['loc']))}: {_NO_FIELD.get(e['type'], e['msg'])}"
            for e in problem.errors(include_input=False, include_url=False)
        )
        raise UsageFault("BAD_ARGUMENTS", told, hint=f"{tool.name} takes {takes(tool)}.") from None

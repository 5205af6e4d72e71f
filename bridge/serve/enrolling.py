"""`tapbridge extension` as the daemon sees it: a code for one, the list of them, forgetting one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any

from bridge.errors import UsageFault
from bridge.serve.opening import Opening
from bridge.serve.paired import Paired
from bridge.serve.state import folder


async def run(
    web: Opening,
    visit: Callable[[str, str], AbstractContextManager[Any]],
    hello: Mapping[str, Any],
) -> dict[str, Any]:
    """Do what the person asks and return its data.

    Args:
        web: Where extensions come in.
        visit: Entered for everybody who is let in there.
        hello: The fields that came with it: `op`, `id`.

    Raises:
        UsageFault: It is none of ours.
        SetupFault: `DAEMON_FAILED`: no port, or the file cannot be written.
    """
    match hello.get("op"):
        case "pair":
            house = await web.house(visit)
            code = house.codes.fresh()
            return {"code": f"{code[:4]}-{code[4:]}", "port": house.port}
        case "list":
            here = web.open.extensions() if web.open is not None else set()
            return {
                "extensions": [
                    {
                        "id": each.id[:8],
                        "version": each.version,
                        "since": each.since,
                        "connected": each.id in here,
                    }
                    for each in Paired(folder()).all()
                ]
            }
        case "forget":
            return {"forgotten": _forget(web, hello.get("id"))}
        case _:
            raise UsageFault("BAD_ARGUMENTS", "op: pair, list or forget")


def _forget(web: Opening, named: Any) -> str:
    """Forget the one whose id begins so."""
    paired = Paired(folder())
    fits = [each.id for each in paired.all() if isinstance(named, str) and named]
    fits = [each for each in fits if each.startswith(str(named))]
    if len(fits) != 1:
        told = "no paired extension has that id" if not fits else "several ids begin so"
        raise UsageFault("BAD_ARGUMENTS", told, hint="See `tapbridge extension list`.")
    paired.forget(fits[0])
    if web.open is not None:
        web.open.drop_extension(fits[0])
    return fits[0][:8]

"""What leaves the door with handles in the place of secrets: results and errors.

Pure: no I/O.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bridge.errors import BridgeError
from bridge.policy import Fact, secret
from bridge.secrets.handles import FORM, Bound, Handle
from bridge.secrets.heard import single
from bridge.secrets.release import released
from bridge.secrets.seal import Sealer
from bridge.tools.spec import Args, Result


def sealed_result(
    sealer: Sealer, result: Result, heard: set[str], args: Mapping[str, Any]
) -> Result:
    """Seal a result.

    Args:
        sealer: Knows the secrets.
        result: What a handler returned, fenced.
        heard: The addresses that its words came from.
        args: Of the call: a text that is read in parts may be cut within a secret.
    """
    origin = single(heard)
    cut = "more characters: cursor=" in result.text or args.get("cursor") is not None
    text = sealer.text(result.text, origin, cut=cut)
    return replace(result, text=text, data=sealer.json(result.data, origin, cut=cut))


def seal_fault(sealer: Sealer, fault: BridgeError, heard: set[str]) -> None:
    """Seal what an error says."""
    origin = single(heard)
    fault.message = sealer.text(fault.message, origin)
    fault.hint = sealer.text(fault.hint, origin)
    fault.args = (f"{fault.code}: {fault.message}",)


def with_handles(
    sealer: Sealer, tool: str, args: Args, raw: Mapping[str, Any]
) -> tuple[Args, tuple[Fact, ...]]:
    """Bind the handles among the arguments, and say what rules have to know of them.

    Raises:
        ScreenFault: `SECRET_NOT_RELEASABLE`, `SECRET_EXPIRED`.
    """
    bound = released(sealer.vault, tool, raw)
    facts = [fact for text in bound.values() for fact in _facts(text)]
    return (args.model_copy(update=dict(bound)), tuple(facts)) if bound else (args, ())


def _facts(text: Bound) -> list[Fact]:
    names = [Handle.of(found).id for found in FORM.finditer(text)]
    return [secret(name, text.origin) for name in names]

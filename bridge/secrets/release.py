"""Which arguments of a call may hold a secret's handle: the text of a field, and no other.

Pure: no I/O.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from bridge.errors import ScreenFault
from bridge.secrets.handles import FORM, Bound, texts
from bridge.secrets.vault import Vault

RELEASED: Mapping[str, str] = {"page_fill": "value", "phone_type": "text"}
"""By tool, the one argument."""


def released(vault: Vault, tool: str, raw: Mapping[str, Any]) -> dict[str, Bound]:
    """Return the arguments of a call that hold handles, bound to the secrets' origin.

    Nothing is released by it: that is the last hop's.

    Raises:
        ScreenFault: `SECRET_NOT_RELEASABLE`: a handle, or the tag in it, stands in another
            argument. `SECRET_EXPIRED`: it is not known.
    """
    bound: dict[str, Bound] = {}
    for name, given in raw.items():
        if name == RELEASED.get(tool) and isinstance(given, str) and FORM.search(given):
            bound[name] = vault.bind(given)
            given = FORM.sub("", given)  # noqa: PLW2901 - what is left of it is looked at too
        for text in (name, *texts(given)):
            if vault.tag in text.lower() or FORM.search(text):
                raise _refused(tool, name)
    return bound


def _refused(tool: str, name: str) -> ScreenFault:
    rule = " (secret-in-url)" if name == "url" else ""
    return ScreenFault(
        "SECRET_NOT_RELEASABLE",
        f"{tool} takes no secret in {name if name.isidentifier() else 'this argument'}{rule}",
    )

"""The command line: `tapbridge`. Imports nothing heavy; each verb asks the daemon."""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit status (`errors.CODES`).

    Args:
        argv: The words after the program's name; those of the process when not given.
    """
    words = list(sys.argv[1:] if argv is None else argv)
    if words == ["mcp"] or (words[:2] == ["mcp", "--tools"] and len(words) == 3):  # noqa: PLR2004
        # a host waits for it: not even click is imported
        from bridge.serve.pipe import listed  # noqa: PLC0415 - only this verb needs it
        from bridge.serve.pipe import main as carry  # noqa: PLC0415 - the same

        return carry(tools=listed(words[2] if words[2:] else ""))
    from bridge.cli.tree import run  # noqa: PLC0415 - the others do

    return run(words)

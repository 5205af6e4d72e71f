"""The token of MCP over HTTP: a file of the state folder that this user alone can read."""

from __future__ import annotations

import re
import secrets
from pathlib import Path

from bridge.files import put
from bridge.serve.state import HTTP_TOKEN, told


def http_token(place: Path) -> str:
    """Return the token of the state folder; make one when there is none, or no sound one.

    It stays the same from start to start: hosts have it in their settings. Who removes the
    file gets a new one.

    Raises:
        SetupFault: `DAEMON_FAILED`: the file cannot be used.
    """
    path = place / HTTP_TOKEN
    with told(path):
        try:
            path.chmod(0o600)
            found = path.read_text(encoding="ascii").strip()
        except (FileNotFoundError, UnicodeDecodeError):
            found = ""
        if re.fullmatch(r"[\w-]{32,256}", found):
            return found
        fresh = secrets.token_urlsafe(32)
        put(path, fresh + "\n")
        return fresh

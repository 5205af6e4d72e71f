"""The file that holds the token of MCP over HTTP."""

import re
import stat

import pytest

from bridge.errors import SetupFault
from bridge.serve import state
from bridge.serve.http_token import http_token


def test_the_token_is_made_once_for_this_user_alone() -> None:
    place = state.folder()
    first = http_token(place)
    path = place / state.HTTP_TOKEN
    assert len(first) >= 32
    assert http_token(place) == first == path.read_text("ascii").strip()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize("found", [b"", b"\n", b"short\n", b"has blanks " * 5, b"\xff" * 50])
def test_a_file_that_holds_no_sound_token_is_replaced(found: bytes) -> None:
    path = state.folder() / state.HTTP_TOKEN
    path.write_bytes(found)
    made = http_token(state.folder())
    assert re.fullmatch(r"[\w-]{32,}", made)
    assert path.read_text("ascii").strip() == made


def test_a_file_that_others_can_read_is_closed_to_them() -> None:
    path = state.folder() / state.HTTP_TOKEN
    http_token(state.folder())
    path.chmod(0o644)
    http_token(state.folder())
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_folder_in_the_token_s_place_is_said_plainly() -> None:
    path = state.folder() / state.HTTP_TOKEN
    path.mkdir()
    with pytest.raises(SetupFault, match=state.HTTP_TOKEN) as told:
        http_token(state.folder())
    assert told.value.code == "DAEMON_FAILED"

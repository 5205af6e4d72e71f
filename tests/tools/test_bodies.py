"""Bodies in files: sealed, for this user alone, and only the newest."""

import base64
import stat

import pytest

from bridge.errors import BridgeError
from bridge.places import state_folder
from bridge.secrets.outlet import sealing
from bridge.tools import bodies


def test_a_body_is_a_text_where_it_reads_as_one() -> None:
    assert bodies.read("word", is_base64=False).text == "word"
    assert bodies.read(base64.b64encode(b"word").decode(), is_base64=True).text == "word"
    for data in (b"\xff\xd8\xff", b"a\0b"):
        body = bodies.read(base64.b64encode(data).decode(), is_base64=True)
        assert (body.text, body.data, body.shown) == (None, data, False)
    assert bodies.read("x" * 4_000, is_base64=False).shown
    assert not bodies.read("x" * 4_001, is_base64=False).shown


@pytest.mark.parametrize(("told", "is_base64"), [("%%%", True), ("x" * 10_000_001, False)])
def test_a_body_of_another_form_or_too_large_is_refused(told: str, *, is_base64: bool) -> None:
    with pytest.raises(BridgeError) as caught:
        bodies.read(told, is_base64=is_base64)
    assert caught.value.code == "NO_BODY"


def test_files_are_this_users_sealed_and_the_newest_twenty() -> None:
    url = "http://shop.test/"
    with sealing(lambda text, _, cut: text.replace("canary", "⟦sealed⟧")):
        *_, path = [
            bodies.save(
                bodies.read(f"{number} canary", is_base64=False),
                *("response", "application/json; charset=utf-8", url),
            )
            for number in range(25)
        ]
    assert path.name == "000025-response.json"
    assert path.read_text("utf-8") == "24 ⟦sealed⟧"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    names = sorted(each.name for each in (state_folder() / bodies.FOLDER).iterdir())
    assert (len(names), names[0]) == (20, "000006-response.json")


def test_bytes_are_put_down_as_they_came() -> None:
    body = bodies.read(base64.b64encode(b"\xff\xd8").decode(), is_base64=True)
    path = bodies.save(body, "response", "image/../../x", "http://shop.test/")
    assert (path.name, path.read_bytes()) == ("000001-response.bin", b"\xff\xd8")


def test_a_disk_that_takes_nothing_is_told() -> None:
    state_folder().mkdir(parents=True, exist_ok=True)
    (state_folder() / bodies.FOLDER).write_text("in the way")
    body = bodies.read(base64.b64encode(b"\xff").decode(), is_base64=True)
    with pytest.raises(BridgeError) as caught:
        bodies.save(body, "request", "", "http://shop.test/")
    assert caught.value.code == "NO_BODY"

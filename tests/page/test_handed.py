from bridge.page.handed import HANDED, Uploaded
from bridge.page.seen import READINGS
from bridge.page.snapshot import VALUES


def test_no_command_has_two_models() -> None:
    assert not set(HANDED) & (set(VALUES) | set(READINGS))


def test_a_field_is_there_and_readable_unless_the_page_says_otherwise() -> None:
    seen = Uploaded.model_validate({"files": [{"name": "a.txt", "size": 1}]})
    assert (seen.there, seen.dropped, seen.unreadable) == (True, False, None)

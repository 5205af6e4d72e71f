from bridge.page.seen import READINGS, Text
from bridge.page.snapshot import PLANS, VALUES, WALKS


def test_a_command_either_looks_or_acts() -> None:
    assert not set(READINGS) & set(VALUES)
    assert set(READINGS) >= WALKS
    assert set(VALUES) >= PLANS


def test_a_text_without_a_cursor_is_at_its_end() -> None:
    assert Text(text="all", length=3).cursor is None

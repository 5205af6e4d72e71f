from types import SimpleNamespace
from typing import Any, cast

import pytest

from bridge.cdp.session import Ending
from bridge.errors import ScreenFault
from bridge.page.memory import Memory


def tab(target_id: str, ending: Ending | None = None) -> Any:
    """A tab in name only."""
    return cast("Any", SimpleNamespace(target_id=target_id, session=SimpleNamespace(ending=ending)))


CLOSED = Ending("TAB_CLOSED", "the tab closed")


def test_a_number_stays_its_tab_s_and_is_not_given_out_again() -> None:
    memory = Memory()
    assert [memory.number(each) for each in ("a", "b", "a")] == [1, 2, 1]
    memory.closed("b")
    assert memory.number("c") == 3


def test_a_tab_that_chrome_restores_under_another_id_gets_a_number_of_its_own() -> None:
    memory = Memory(numbers={"a": 1, "b": 2}, chosen="b")
    memory.closed("b")  # with its Chrome
    assert memory.number("restored") == 3
    assert [memory.numbers[each] for each in ("a", "b")] == [1, 2]
    with pytest.raises(ScreenFault, match="tab 2"):
        memory.check()


def test_the_end_of_the_agent_s_tab_is_told_once() -> None:
    memory = Memory(numbers={"a": 4}, chosen="a")
    memory.closed("b")
    memory.check()
    memory.closed("a")
    with pytest.raises(ScreenFault, match="tab 4") as caught:
        memory.check()
    assert caught.value.code == "TAB_CLOSED"
    memory.check()
    assert memory.chosen is None


@pytest.mark.parametrize("heard_first", [True, False])
def test_an_end_that_a_call_told_is_not_told_again(heard_first: bool) -> None:
    memory = Memory(numbers={"a": 1}, chosen="a")
    if heard_first:
        memory.closed("a")
    memory.left(tab("a", CLOSED))
    memory.closed("a")
    memory.check()


@pytest.mark.parametrize("ending", [None, Ending("TAB_CRASHED", "it crashed")])
def test_a_tab_that_did_not_close_stays_the_agent_s(ending: Ending | None) -> None:
    memory = Memory(numbers={"a": 1}, chosen="a")
    memory.left(tab("a", ending))
    assert memory.chosen == "a"


def test_another_agent_begins_without_a_tab() -> None:
    memory = Memory(numbers={"a": 1}, chosen="a")
    memory.closed("a")
    memory.release()
    memory.check()

import pytest

from bridge.errors import UsageFault
from bridge.tools.element import Element


def test_only_what_was_given_names_the_element() -> None:
    assert Element(role="button", text="Sign in").target() == {"role": "button", "text": "Sign in"}
    assert Element().target() == {}


@pytest.mark.parametrize("given", [{"ref": "e1", "text": "x"}, {"nth": 2}])
def test_an_element_named_twice_or_not_at_all_is_refused(given: dict[str, str]) -> None:
    with pytest.raises(UsageFault) as caught:
        Element.model_validate(given).target()
    assert caught.value.code == "INVALID_TARGET"


def test_a_tool_that_needs_an_element_says_so() -> None:
    with pytest.raises(UsageFault, match="no element"):
        Element().needed()

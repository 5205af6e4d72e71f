"""What a caller sent for a tool, read or refused in words that hold none of it."""

from typing import Any

import pytest

from bridge.errors import UsageFault
from bridge.tools import CATALOGUE
from bridge.tools.arguments import arguments


def test_the_serial_is_beside_the_tools_own_arguments() -> None:
    args, serial = arguments(CATALOGUE["page_fill"], {"value": "x", "serial": "abc"})
    assert (args.model_dump()["value"], serial) == ("x", "abc")
    assert arguments(CATALOGUE["page_fill"], {"value": "x"})[1] is None


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        ({}, "value: is required"),
        ({"value": "x", "colour": "secret"}, "colour: no such argument"),
        ({"value": "x", "nth": "secret"}, "nth: "),
        ({"value": "x", "serial": 7}, "serial: a phone's serial, as text"),
        ({"value": "\ud800secret"}, "value: "),
    ],
)
def test_what_was_wrong_is_said_without_what_was_sent(raw: dict[str, Any], told: str) -> None:
    with pytest.raises(UsageFault) as caught:
        arguments(CATALOGUE["page_fill"], raw)
    assert caught.value.code == "BAD_ARGUMENTS"
    assert caught.value.message.startswith(told)
    assert "secret" not in str(caught.value)

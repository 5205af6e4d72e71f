"""What is said, read or refused in words that hold none of it."""

from typing import Annotated, Any, Literal

import pytest
from pydantic import Field, TypeAdapter

from bridge.errors import UsageFault
from bridge.serve.said import Said, understood


class Jump(Said):
    """One kind."""

    t: Literal["jump"]
    high: int = Field(le=9)


class Stop(Said):
    """Another."""

    t: Literal["stop"]


KINDS: TypeAdapter[Jump | Stop] = TypeAdapter(Annotated[Jump | Stop, Field(discriminator="t")])


def test_each_is_read_as_its_kind() -> None:
    assert understood(KINDS, {"t": "jump", "high": 3}, "word") == Jump(t="jump", high=3)
    assert understood(KINDS, {"t": "stop"}, "word") == Stop(t="stop")


@pytest.mark.parametrize(
    ("said", "where"),
    [
        ({"t": "jump", "high": "secret"}, "jump.high"),
        ({"t": "jump"}, "jump.high"),
        ({"t": "secret"}, "t"),
        ("secret", "t"),
    ],
)
def test_what_is_malformed_is_refused_without_being_repeated(said: Any, where: str) -> None:
    with pytest.raises(UsageFault) as caught:
        understood(KINDS, said, "word")
    assert caught.value.message == f"this word is not understood: {where}"

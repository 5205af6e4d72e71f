import pytest
from pydantic import ValidationError

from bridge.tools.spec import Args, Effect, Result, Surface, tool


class PressArgs(Args):
    key: str


async def phone_press(surface: object, args: PressArgs) -> Result:
    """Press a
    key.

    More for readers of the code.
    """
    return Result(f"{surface} {args.key}")


def test_a_tool_takes_name_family_arguments_and_first_paragraph_from_its_function() -> None:
    made = tool(Surface.HOST, Effect.ACT, seconds=7, locks=False)(phone_press)
    assert (made.name, made.description) == ("phone_press", "Press a key.")
    assert (made.group, made.family) == ("test_spec", "core")
    assert made.args is PressArgs
    assert (made.seconds, made.locks, made.effect) == (7, False, Effect.ACT)


def test_unknown_arguments_are_refused_and_values_never_change() -> None:
    with pytest.raises(ValidationError):
        PressArgs.model_validate({"key": "a", "hold": 1})
    args = PressArgs(key="a")
    with pytest.raises(ValidationError):
        args.key = "b"  # type: ignore[misc] # frozen is what the test is about

"""What a page or an extension may say, read: models told apart by `t`, refused when malformed.

What was sent stays out of a refusal: it may be typed text. Pure: no I/O.
"""

from __future__ import annotations

from typing import Any, TypeVar

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from bridge.errors import UsageFault

T = TypeVar("T")


class Said(BaseModel):
    """One kind of message: nothing is converted, nothing changed."""

    model_config = ConfigDict(frozen=True, strict=True)


def understood(kinds: TypeAdapter[T], said: Any, called: str) -> T:
    """Read a message.

    Args:
        kinds: What it may be.
        said: What came, as JSON values.
        called: What such a message is called.

    Raises:
        UsageFault: `BAD_ARGUMENTS`: it is none; where it is wrong is said.
    """
    try:
        return kinds.validate_python(said)
    except ValidationError as problem:
        where = {".".join(map(str, each["loc"])) for each in problem.errors(include_input=False)}
        told = ", ".join(sorted(where)) or "t"
        raise UsageFault("BAD_ARGUMENTS", f"this {called} is not understood: {told}") from None

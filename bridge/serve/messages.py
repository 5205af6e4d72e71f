"""What a viewer may say, as models. Pure: no I/O.

One model per message, told apart by `t`. `read` refuses what is malformed, without repeating it.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError

from bridge.serve.said import Said, understood

MOST_TEXT = 10_000
MOST_URL = 8192
MOST_NAME = 512

Fraction = Annotated[float, Field(ge=0, le=1, allow_inf_nan=False)]
Pixels = Annotated[float, Field(ge=-10_000, le=10_000, allow_inf_nan=False)]
Number = Annotated[int, Field(ge=0, le=2**53)]
Serial = Annotated[str, Field(min_length=1, max_length=MOST_NAME)]


class Hello(Said):
    """The first message: who has the token may come in."""

    t: Literal["hello"]
    token: str = Field(max_length=MOST_NAME)
    serial: Serial | None = None


class Plain(Said):
    """A message without more to it."""

    t: Literal[
        "watch", "unwatch", "steer", "back", "forward", "reload", "tabs", "new", "pause", "resume",
        "open", "wake", "reconnect",
    ]  # fmt: skip


class Ack(Said):
    """A frame was drawn."""

    t: Literal["ack"]
    n: Number


class Switch(Said):
    """Show another phone."""

    t: Literal["phone"]
    serial: Serial


class Touch(Said):
    """A finger on the picture `n`."""

    t: Literal["touch"]
    kind: Literal["start", "move", "end", "cancel"]
    fx: Fraction
    fy: Fraction
    n: Number


class Wheel(Said):
    """A turn of the wheel over the picture `n`, in CSS px."""

    t: Literal["wheel"]
    fx: Fraction
    fy: Fraction
    dx: Pixels
    dy: Pixels
    n: Number


class Text(Said):
    """Text that was typed, pasted, or put together by an input method."""

    t: Literal["text", "compose"]
    text: str = Field(max_length=MOST_TEXT)


class Key(Said):
    """A key with a name."""

    t: Literal["key"]
    key: str = Field(min_length=1, max_length=32)
    modifiers: list[Literal["alt", "ctrl", "meta", "shift"]] = Field(
        default_factory=list, max_length=4
    )


class Go(Said):
    """Open an address, or search for words."""

    t: Literal["go"]
    url: str = Field(min_length=1, max_length=MOST_URL)
    sure: bool = False


class Tab(Said):
    """Do something with a tab of the list."""

    t: Literal["switch", "close"]
    tab: Number


class Answer(Said):
    """Answer a question of an agent's."""

    t: Literal["answer"]
    id: Annotated[str, Field(max_length=20)] | int
    answer: Literal["once", "session", "no"]


class Lens(Said):
    """Point at something for an agent."""

    t: Literal["lens"]
    op: Literal["aim", "pick", "wider", "cancel"]
    fx: Fraction = 0
    fy: Fraction = 0
    n: Number | None = None


class Sites(Said):
    """Look at the blocked sites, or change them."""

    t: Literal["sites"]
    op: Literal["list", "add", "remove", "test"]
    rule: str = Field("", max_length=MOST_URL)


Message = Plain | Ack | Switch | Touch | Wheel | Text | Key | Go | Tab | Answer | Lens | Sites
_MESSAGES: TypeAdapter[Message] = TypeAdapter(Annotated[Message, Field(discriminator="t")])


def read(said: Any) -> Message:
    """Read a message.

    Raises:
        UsageFault: `BAD_ARGUMENTS`: it is none.
    """
    return understood(_MESSAGES, said, "message")


def read_hello(said: Any) -> Hello | None:
    """Read the first message; None when it is none."""
    try:
        return Hello.model_validate(said)
    except ValidationError:
        return None

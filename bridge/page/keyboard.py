"""Text into fields and keys, two flights each.

Flight 1 gives the field the focus and selects what is to go; flight 2 types and reads the
field back. Text goes in as an input method's commit (`Input.insertText`), so rich editors
hear their own events; what pickers choose is set in the page. Keys go out as Chrome on
Android takes them: Enter carries CR, printable ones their text, others a key code.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from bridge.errors import ScreenFault, UnknownOutcome, UsageFault
from bridge.page import effects
from bridge.page.flight import Flight, fly, plan
from bridge.page.held import Held
from bridge.page.read import value as read_value
from bridge.page.snapshot import Answer, FieldPlan, Filled, Focused, Pressed, Row, quoted
from bridge.page.tab import Tab

Raw = dict[str, Any]

MODIFIERS = {"alt": 1, "ctrl": 2, "meta": 4, "shift": 8}
"""Bits of the protocol."""

_MODIFIER_KEYS = {
    "alt": ("Alt", "AltLeft", 18),
    "ctrl": ("Control", "ControlLeft", 17),
    "meta": ("Meta", "MetaLeft", 91),
    "shift": ("Shift", "ShiftLeft", 16),
}
_NAMED = {
    "Enter": 13,
    "Tab": 9,
    "Escape": 27,
    "Backspace": 8,
    "Delete": 46,
    "Insert": 45,
    "Home": 36,
    "End": 35,
    "PageUp": 33,
    "PageDown": 34,
    "ArrowLeft": 37,
    "ArrowUp": 38,
    "ArrowRight": 39,
    "ArrowDown": 40,
    **{f"F{n}": 111 + n for n in range(1, 13)},
}
_ALIASES = {
    "esc": "Escape",
    "return": "Enter",
    "del": "Delete",
    "up": "ArrowUp",
    "down": "ArrowDown",
    "left": "ArrowLeft",
    "right": "ArrowRight",
    "space": " ",
    **{name.lower(): name for name in _NAMED},
}


@dataclass(frozen=True, slots=True)
class Written:
    """A field that holds what it was given, and what followed.

    Attributes:
        element: The field, read back; a password's row has no value.
        checked: Whether it could be read back before the page went away.
        followed: Short clauses, as of a tap.
    """

    element: Row
    entered: bool
    checked: bool
    emptied: bool = False
    followed: tuple[str, ...] = ()
    facts: Raw = field(default_factory=dict)

    @property
    def sentence(self) -> str:
        """`filled textbox "Name" and pressed Enter; the page is going to …`."""
        done = "emptied" if self.emptied else "filled"
        enter = " and pressed Enter" if self.entered else ""
        unread = () if self.checked else ("the page changed before it could be read back",)
        return "; ".join([f"{done} {self.element.sentence()}{enter}", *unread, *self.followed])

    def after(self, answer: Answer | None) -> Written:
        """Return it with what changed after Enter."""
        new = effects.changes(answer)
        facts = {**self.facts, **effects.facts(new)}
        return replace(self, followed=(*self.followed, *effects.told(new)), facts=facts)

    def as_json(self) -> Raw:
        """Return it as JSON values."""
        return {
            "element": self.element.sentence(),
            "ref": self.element.ref,
            "value": self.element.value,
            "checked": self.checked,
            **self.facts,
        }


@dataclass(frozen=True, slots=True)
class Struck:
    """A key that was pressed, where, and what followed."""

    key: str
    element: Row | None
    followed: tuple[str, ...] = ()
    facts: Raw = field(default_factory=dict)

    @property
    def sentence(self) -> str:
        """`pressed Enter in textbox "Name"; …`."""
        where = f" in {self.element.sentence()}" if self.element else ""
        return "; ".join([f"pressed {self.key}{where}", *self.followed])

    def as_json(self) -> Raw:
        """Return it as JSON values."""
        return {
            "key": self.key,
            "element": self.element.sentence() if self.element else None,
            "ref": self.element.ref if self.element else None,
            **self.facts,
        }


async def fill(
    tab: Tab, target: Mapping[str, Any], *, value: str, clear: bool = True, submit: bool = False
) -> Written:
    """Put text into a field and read it back.

    Args:
        tab: In front.
        target: How tools name an element; empty for the field that has the focus.
        value: The text.
        clear: Whether it replaces what is there; else it is added at the end.
        submit: Whether Enter follows.

    Raises:
        ScreenFault: `NOT_EDITABLE`, `NO_FOCUS`, `DISABLED`, `VALUE_NOT_TAKEN`, …
        UnknownOutcome: It was typed and nobody can say what came of it.
    """
    args: Raw = {"value": value, "clear": clear}
    if target:
        args["target"] = dict(target)
    planned = await plan(tab, "field", args, FieldPlan)
    after: asyncio.Future[Raw] | None = None
    with fly(tab) as flight:
        if planned.mode == "insert":
            flight.post("Input.insertText", {"text": value})
        elif planned.mode == "delete":
            stroke(flight, "Delete", 0)
        asked = flight.ask("filled", token=planned.token, entered=submit)
        if submit:
            stroke(flight, "Enter", 0)
            after = flight.ask("effects", token=planned.token)
        landed = await flight.land(tab.limits.page_seconds)
        flight.check_alive(f"the text for {planned.element.sentence()} was sent")
        done = written(flight, planned, asked, landed=landed, submit=submit, text=value)
        return done.after(flight.answer(after)) if after is not None else done


def written(
    flight: Flight,
    planned: FieldPlan,
    asked: asyncio.Future[Raw],
    *,
    landed: bool,
    submit: bool,
    text: str,
) -> Written:
    """Say what came of text that was sent.

    Args:
        flight: The flight that carried it.
        planned: The field.
        asked: The question what it holds.
        landed: Whether the flight did so within its limit.
        submit: Whether Enter was pressed.
        text: What was sent.

    Raises:
        ScreenFault: `VALUE_NOT_TAKEN`.
        UnknownOutcome: Nobody can say.
    """
    name = planned.element.sentence()
    answer = flight.answer(asked)
    followed = (*flight.followed(),)
    if answer is None:
        if not flight.watch.dialog and not (submit and flight.watch.navigating):
            why = "the page changed" if landed else "the page did not answer"
            raise UnknownOutcome(f"text was typed into {name}, and {why}")
        return Written(planned.element, submit, checked=False, followed=followed)
    filled = read_value(answer, Filled)
    new = effects.changes(answer)
    if not filled.matches:
        held = "another value" if filled.value is None else f'"{quoted(filled.value)}"'
        enter = ("Enter was pressed",) if submit else ()
        # an editor that takes text through a hidden field empties that and shows the text elsewhere
        why = "; ".join([f"{name} holds {held}, not what was typed", *enter, *effects.told(new)])
        raise ScreenFault("VALUE_NOT_TAKEN", why)
    return Written(
        filled.element or planned.element,
        submit,
        checked=True,
        emptied=not text and planned.mode != "insert",
        followed=(*followed, *effects.told(new)),
        facts={**flight.facts(), **effects.facts(new)},
    )


async def press(
    tab: Tab, key: str, *, modifiers: Sequence[str] = (), target: Mapping[str, Any] | None = None
) -> Struck:
    """Press a key where the focus is.

    Args:
        tab: In front.
        key: A name of `_NAMED` in any case, `Space`, or one character.
        modifiers: Of `MODIFIERS`; released also when the key fails.
        target: An element that is given the focus first.

    Raises:
        UsageFault: `BAD_ARGUMENTS`, no such key.
        UnknownOutcome: It was pressed and the page did not answer.
    """
    name = name_of(key)
    args = {"target": dict(target)} if target else {}
    planned = await plan(tab, "focused", args, Focused)
    told = "+".join([*(m.capitalize() for m in modifiers), "Space" if name == " " else name])
    with fly(tab) as flight:
        _press_with(flight, name, modifiers)
        asked = flight.ask("pressed", token=planned.token)
        landed = await flight.land(tab.limits.page_seconds)
        flight.check_alive(f"{told} was sent")
        answer = flight.answer(asked)
        followed = flight.followed()
        if answer is not None:
            pressed = read_value(answer, Pressed)
            if pressed.deaf and not pressed.seen.get("keydown") and not followed:
                raise UnknownOutcome(f"the page keeps to itself what came of {told}")
            if not pressed.seen.get("keydown") and not followed:
                raise ScreenFault("NO_EFFECT", f"the page saw nothing of {told}")
            focus = pressed.focus
            if focus is not None and focus.ref != (planned.element and planned.element.ref):
                followed.append(effects.focused(focus))
            followed += effects.told(effects.changes(answer))
        elif not followed:
            why = "the page changed" if landed else "the page did not answer"
            raise UnknownOutcome(f"{told} was sent, and {why}")
        new = effects.facts(effects.changes(answer))
        return Struck(told, planned.element, tuple(followed), {**flight.facts(), **new})


def name_of(key: str) -> str:
    """Return a key's proper name, or its one character.

    Raises:
        UsageFault: `BAD_ARGUMENTS`, with the names there are.
    """
    if len(key) == 1:
        return "Enter" if key in "\r\n" else "Tab" if key == "\t" else key
    if name := _ALIASES.get(key.lower()):
        return name
    names = ", ".join(name for name in _NAMED if not name.startswith("F"))
    raise UsageFault(
        "BAD_ARGUMENTS", f"no key {key!r}; there are {names}, F1 to F12, Space, or one character"
    )


def _press_with(flight: Flight, name: str, modifiers: Sequence[str]) -> None:
    bits = 0
    down: list[str] = []
    keys = Held(flight)
    try:
        for modifier in dict.fromkeys(modifiers):
            bits |= MODIFIERS[modifier]
            down.append(modifier)
            keys.down(_modifier("rawKeyDown", modifier, bits))
        _strike(keys, name, bits)
    finally:
        for modifier in reversed(down):
            bits &= ~MODIFIERS[modifier]
            keys.up(_modifier("keyUp", modifier, bits))


def _modifier(kind: str, modifier: str, bits: int) -> Raw:
    key, code, number = _MODIFIER_KEYS[modifier]
    return {
        "type": kind,
        "key": key,
        "code": code,
        "windowsVirtualKeyCode": number,
        "modifiers": bits,
    }


def stroke(flight: Flight, name: str, bits: int) -> None:
    """Send a key down and up."""
    _strike(Held(flight), name, bits)


def _strike(keys: Held, name: str, bits: int) -> None:
    down = key_event(name, bits)
    up = {key: given for key, given in down.items() if key not in ("text", "unmodifiedText")}
    keys.down(down)
    keys.up({**up, "type": "keyUp"})


def key_event(name: str, bits: int = 0) -> Raw:
    """Write the event of a key going down (pure)."""
    plain = not bits & ~MODIFIERS["shift"]
    if name in _NAMED:
        text = "\r" if name == "Enter" and plain else None
        key, code, number = name, name, _NAMED[name]
    else:
        key = name.upper() if bits & MODIFIERS["shift"] else name
        text = key if plain else None
        code, number = _code(name)
    event: Raw = {
        "type": "rawKeyDown" if text is None else "keyDown",
        "key": key,
        "code": code,
        "windowsVirtualKeyCode": number,
        "modifiers": bits,
    }
    if text is not None:
        event |= {"text": text, "unmodifiedText": text}
    return event


def _code(character: str) -> tuple[str, int]:
    """The physical key and Windows key code of a character, where it has one."""
    if character == " ":
        return "Space", 32
    upper = character.upper()
    if "A" <= upper <= "Z":
        return f"Key{upper}", ord(upper)
    if "0" <= character <= "9":
        return f"Digit{character}", ord(character)
    return "", 0

"""What a person does on the picture reaches the phone as a finger and a keyboard."""

import asyncio
from typing import Any

from tests.viewer._page import Person
from tests.viewer._scripted import Scripted

INSIDE = ("touch", "wheel", "text", "key", "compose", "back", "forward")


def about(message: dict[str, Any], fx: float, fy: float) -> bool:
    return bool(abs(message["fx"] - fx) < 0.01 and abs(message["fy"] - fy) < 0.01)


async def focused(me: Person, bridge: Scripted) -> None:
    """Press the picture once, so that it has the keyboard, and forget that."""
    await me.click("#picture")
    await bridge.hears("touch", kind="end")
    bridge.heard.clear()


async def test_a_click_is_a_tap_at_the_same_place(me: Person, bridge: Scripted) -> None:
    await me.click("#picture", 0.25, 0.8)
    await bridge.hears("touch", kind="end")
    start, end = bridge.of("touch")
    assert (start["kind"], end["kind"]) == ("start", "end")
    assert about(start, 0.25, 0.8)
    assert about(end, 0.25, 0.8)
    assert start["n"] == bridge.frames


async def test_a_drag_moves_on_its_way_and_ends_where_it_was_let_go(
    me: Person, bridge: Scripted
) -> None:
    way = [(0.5, 0.9 - step * 0.02) for step in range(30)]
    await me.drag("#picture", *way)
    end = await bridge.hears("touch", kind="end")
    touches = bridge.of("touch")
    moves = touches[1:-1]
    assert {move["kind"] for move in moves} == {"move"}
    assert 1 <= len(moves) <= len(way)
    assert about(moves[-1], *way[-1])
    assert about(end, *way[-1])
    assert [m["fy"] for m in moves] == sorted((m["fy"] for m in moves), reverse=True)


async def test_a_drag_that_leaves_the_picture_is_held_at_its_edge(
    me: Person, bridge: Scripted
) -> None:
    await me.drag("#picture", (0.5, 0.5), (1.6, 0.5), (1.9, -0.2))
    end = await bridge.hears("touch", kind="end")
    assert (end["fx"], end["fy"]) == (1, 0)


async def test_a_long_press_lasts_as_long_as_it_is_held(me: Person, bridge: Scripted) -> None:
    x, y = await me.where("#picture")
    await me.mouse("mousePressed", x, y)
    await bridge.hears("touch", kind="start")
    await asyncio.sleep(0.7)
    assert len(bridge.of("touch")) == 1
    await me.mouse("mouseReleased", x, y)
    await bridge.hears("touch", kind="end")


async def test_the_other_buttons_are_no_finger(me: Person, bridge: Scripted) -> None:
    x, y = await me.where("#picture")
    for button, buttons in (("right", 2), ("middle", 4)):
        await me.mouse("mousePressed", x, y, button=button, buttons=buttons)
        await me.mouse("mouseReleased", x, y, button=button)
    await me.mouse("mousePressed", x, y, button="back", buttons=8)
    await me.mouse("mouseReleased", x, y, button="back")
    await bridge.hears("back")
    assert bridge.of("touch") == []
    assert await me.value("location.pathname") == "/", "the page itself did not go back"


async def test_wheels_of_one_moment_add_up(me: Person, bridge: Scripted) -> None:
    for _ in range(10):
        await me.roll("#picture", 4, 30)
    await bridge.until(lambda: sum(m["dy"] for m in bridge.of("wheel")) >= 300, "all of the way")
    wheels = bridge.of("wheel")
    assert sum(m["dy"] for m in wheels) == 300
    assert sum(m["dx"] for m in wheels) == 40
    assert about(wheels[0], 0.5, 0.5)
    assert await me.value("scrollY") == 0


async def test_text_and_keys_go_as_they_are_typed(me: Person, bridge: Scripted) -> None:
    await focused(me, bridge)
    await me.write("Ada")
    await me.key("Backspace")
    await me.key("Tab")
    await me.key("ArrowLeft", 8)
    await me.key("Enter")
    await bridge.hears("key", key="Enter")
    assert bridge.of(*INSIDE) == [
        *({"t": "text", "text": each} for each in "Ada"),
        {"t": "key", "key": "Backspace"},
        {"t": "key", "key": "Tab"},
        {"t": "key", "key": "ArrowLeft", "modifiers": ["shift"]},
        {"t": "key", "key": "Enter"},
    ]
    assert await me.value("document.activeElement.id + document.activeElement.value") == "keys"


async def test_what_altgr_and_option_make_is_text(me: Person, bridge: Scripted) -> None:
    await focused(me, bridge)
    await me.key("@", 0, text="@")  # Chromium tells neither Ctrl nor Alt of an AltGr
    await me.key("∂", 0b001, text="∂")  # Option on a Mac
    await me.key("€", 0, text="€")
    await bridge.hears("text", text="€")
    assert [m["text"] for m in bridge.of("text")] == ["@", "∂", "€"]


async def test_shortcuts_stay_with_the_browser(me: Person, bridge: Scripted) -> None:
    await focused(me, bridge)
    for modifiers in (0b010, 0b100, 0b001):
        await me.key("l", modifiers, text="")
        await me.key("ArrowLeft", modifiers)
    await me.write("x")
    await bridge.hears("text", text="x")
    assert bridge.of(*INSIDE) == [{"t": "text", "text": "x"}]


async def test_a_paste_comes_in_one_piece(me: Person, bridge: Scripted) -> None:
    await focused(me, bridge)
    await me.paste("two\nlines, 漢字")
    await bridge.hears("text", text="two\nlines, 漢字")
    assert len(bridge.of(*INSIDE)) == 1


async def test_a_paste_that_is_too_long_is_refused_in_words(me: Person, bridge: Scripted) -> None:
    await focused(me, bridge)
    await me.value("window.big = 'x'.repeat(10001)")
    await me.value(
        """(() => { const data = new DataTransfer(); data.setData('text/plain', big);
        document.activeElement.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data,
        bubbles: true, cancelable: true})) })()"""
    )
    await me.until_sees(".note")
    assert bridge.of("text") == []


async def test_composed_text_comes_once_and_whole(me: Person, bridge: Scripted) -> None:
    await focused(me, bridge)
    for text in ("に", "にほ", "日本"):
        await me.call(
            "Input.imeSetComposition", text=text, selectionStart=len(text), selectionEnd=len(text)
        )
    assert await me.sees("#keys.composing")
    assert bridge.of(*INSIDE) == []
    await me.call("Input.insertText", text="日本")
    await bridge.hears("compose", text="日本")
    await me.write("x")
    await bridge.hears("text", text="x")
    assert [m["t"] for m in bridge.of(*INSIDE)] == ["compose", "text"]
    await me.until("document.querySelector('#keys').value === ''")


async def test_who_only_watches_touches_nothing(me: Person, bridge: Scripted) -> None:
    await focused(me, bridge)
    await bridge.tell("steering", you=False, count=2)
    await me.until_sees("#watching")
    await me.click("#picture")
    await me.roll("#picture", 0, 50)
    await me.write("x")
    await me.key("Enter")
    await me.paste("y")
    assert await me.text("#viewers") == "2 viewers"
    await me.click("#steer")
    await bridge.hears("steer")
    assert bridge.of(*INSIDE) == []
    await bridge.tell("steering", you=True, count=2)
    await me.until("!document.querySelector('#watching').checkVisibility()")
    await me.click("#picture")
    await bridge.hears("touch", kind="end")

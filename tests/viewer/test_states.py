"""What stands over the picture while there is none: why, and what to do."""

import pytest

from tests.viewer._page import Person
from tests.viewer._scripted import Scripted

CHECKS = [
    {"label": "adb", "mark": "ok", "value": "version 41"},
    {
        "label": "allowed",
        "mark": "bad",
        "value": "unauthorized Accept Allow USB debugging on the phone.",
        "fix": ["adb kill-server"],
    },
    {"label": "Chrome", "mark": "wait", "value": "not looked yet"},
]


@pytest.mark.parametrize(
    ("state", "told"),
    [
        ("chrome_closed", ("Chrome is closed", "Open Chrome", "open")),
        ("asleep", ("asleep", "Wake it", "wake")),
        ("off", ("Off", "Connect", "reconnect")),
        ("ended", ("ended", "Reconnect", "reconnect")),
    ],
)
async def test_a_state_says_what_it_is_and_has_the_button_that_helps(
    me: Person, bridge: Scripted, state: str, told: tuple[str, str, str]
) -> None:
    title, button, sends = told
    await bridge.tell("state", state=state)
    await me.until_sees("#overlay")
    assert title in await me.text("#overlay h2")
    assert title in await me.text("#said")
    assert await me.text("#overlay button") == button
    assert await me.value("document.querySelector('#moves').inert")
    await me.click("#overlay button")
    await bridge.hears(sends)
    await bridge.tell("state", state="live")
    await me.until("!document.querySelector('#overlay').checkVisibility()")
    assert not await me.value("document.querySelector('#moves').inert")


async def test_nothing_reaches_the_phone_through_what_stands_over_it(
    me: Person, bridge: Scripted
) -> None:
    await bridge.tell("state", state="asleep")
    await me.until_sees("#overlay")
    await me.click("#picture", 0.5, 0.1)
    await me.roll("#picture", 0, 50)
    await me.value("document.querySelector('#keys').focus()")
    await me.write("x")
    await me.click("#overlay button")
    await bridge.hears("wake")
    assert bridge.of("touch", "wheel", "text") == []


async def test_the_reason_of_an_end_is_given(me: Person, bridge: Scripted) -> None:
    await bridge.tell("state", state="ended", reason="the cable was pulled <i>out</i>")
    await me.until_sees("#overlay")
    assert "the cable was pulled <i>out</i>" in await me.text("#overlay")


async def test_without_a_phone_the_checklist_follows_what_happens(
    me: Person, bridge: Scripted
) -> None:
    await bridge.tell("state", state="no_phone", checks=CHECKS)
    await me.until_sees(".checks")
    told = await me.text(".checks")
    assert "Accept Allow USB debugging on the phone." in told
    assert await me.value(
        "[...document.querySelectorAll('.checks [role=img]')].map((each) => each.ariaLabel)"
    ) == ["fine", "missing", "waiting"]
    mended = [CHECKS[0], {"label": "allowed", "mark": "ok", "value": "yes"}, CHECKS[2]]
    await bridge.tell("state", state="no_phone", checks=mended)
    await me.until("!document.querySelector('.fix')")


async def test_a_command_is_copied_by_a_button(me: Person, bridge: Scripted) -> None:
    await me.value("navigator.clipboard.writeText = async (text) => { window.copied = text }")
    await bridge.tell("state", state="no_phone", checks=CHECKS)
    await me.until_sees(".copy")
    await me.click(".copy")
    assert await me.until("window.copied") == "adb kill-server"

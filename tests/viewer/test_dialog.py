"""A dialog of the phone's page, which is in no picture: shown over it, and answered there."""

from tests.viewer._page import Person
from tests.viewer._scripted import Scripted


async def test_an_alert_has_one_answer_and_takes_the_keyboard_from_the_picture(
    me: Person, bridge: Scripted
) -> None:
    await me.click("#picture")
    await bridge.hears("touch", kind="end")
    await bridge.tell("dialog", open=True, kind="alert", text="Saved <b>it</b>", default="")
    await me.until_sees("#asked")
    assert await me.text("#asked") == "The page says\n\nSaved <b>it</b>\n\nOK"
    assert "Saved <b>it</b>" in await me.text("#called")
    assert await me.value("document.activeElement.id") == "asked-yes"
    await me.key("Enter")
    await bridge.hears("key", key="Enter")
    await bridge.tell("dialog", open=False)
    await me.until("!document.querySelector('#asked').checkVisibility()")
    assert await me.value("document.activeElement.id") == "keys", "and gives it back"
    assert len(bridge.of("key")) == 1


async def test_a_question_is_declined_with_a_button_or_escape(me: Person, bridge: Scripted) -> None:
    await bridge.tell("dialog", open=True, kind="confirm", text="Delete?", default="")
    await me.until_sees("#asked-no")
    await me.click("#asked-no")
    await bridge.hears("key", key="Escape")
    bridge.heard.clear()
    await me.key("Escape")
    await bridge.hears("key", key="Escape")


async def test_a_prompt_proposes_and_takes_what_is_written(me: Person, bridge: Scripted) -> None:
    await bridge.tell("dialog", open=True, kind="prompt", text="Name?", default="Ada")
    await me.until_sees("#asked-answer")
    await me.until("document.activeElement.id === 'asked-answer'")
    assert await me.value("document.activeElement.value") == "Ada"
    await me.write("Grace")
    await me.key("Enter")
    await bridge.hears("key", key="Enter")
    assert [(m["t"], m.get("text", m.get("key"))) for m in bridge.of("text", "key")] == [
        ("text", "Grace"),
        ("key", "Enter"),
    ]


async def test_leaving_a_page_is_asked_in_its_own_words(me: Person, bridge: Scripted) -> None:
    await bridge.tell("dialog", open=True, kind="beforeunload", text="", default="")
    await me.until_sees("#asked")
    told = await me.text("#asked")
    assert "Leave this page?" in told
    assert "Stay" in told


async def test_who_writes_elsewhere_or_only_watches_is_left_alone(
    me: Person, bridge: Scripted
) -> None:
    await bridge.tell("steering", you=False, count=2)
    await me.until_sees("#watching")
    await me.click("#address")
    await bridge.tell("dialog", open=True, kind="confirm", text="Delete?", default="")
    await me.until_sees("#asked")
    assert await me.value("document.activeElement.id") == "address"
    assert not await me.sees("#asked-yes")

"""The bar: where the phone's page is, where it is to go, its tabs, and the phones."""

from tests.viewer._page import Person
from tests.viewer._scripted import PAGE, Scripted

TABS = [
    {"tab": 1, "title": "Corner Shop", "url": "http://shop.test/", "active": True},
    {"tab": 4, "title": "<b>News</b>", "url": "http://news.test/x", "active": False},
]


async def test_it_shows_the_page_and_what_can_be_done_from_it(me: Person, bridge: Scripted) -> None:
    assert await me.value("document.querySelector('#address').value") == "http://shop.test/"
    assert await me.value("document.title") == "Corner Shop · Tapbridge"
    assert await me.value("document.querySelector('#forward').disabled")
    for button in ("back", "reload"):
        await me.click(f"#{button}")
        await bridge.hears(button)
    await bridge.tell(**{**PAGE, "forward": True, "back": False})
    await me.until("document.querySelector('#back').disabled")
    await me.click("#forward")
    await bridge.hears("forward")


async def test_an_address_is_typed_and_gone_to(me: Person, bridge: Scripted) -> None:
    await me.click("#address")
    await me.write("news.test")
    await bridge.tell(**{**PAGE, "url": "http://shop.test/elsewhere"})
    assert await me.value("document.querySelector('#address').value") == "news.test"
    await me.key("Enter")
    assert await bridge.hears("go") == {"t": "go", "url": "news.test"}
    assert await me.value("document.activeElement.id") == "keys", "the phone has the keyboard now"


async def test_escape_brings_the_address_back(me: Person, bridge: Scripted) -> None:
    await me.click("#address")
    await me.write("nonsense")
    await me.key("Escape")
    assert await me.value("document.querySelector('#address').value") == "http://shop.test/"
    assert bridge.of("key") == []


async def test_a_blocked_site_is_gone_to_only_after_a_question(
    me: Person, bridge: Scripted
) -> None:
    warning = {"url": "https://bank.test/", "rule": "bank.test"}
    await me.click("#address")
    await me.write("bank.test")
    await me.key("Enter")
    await bridge.hears("go", url="bank.test")
    await bridge.tell("warn", **warning)
    await me.until_sees("#warn")
    assert "https://bank.test/" in await me.text("#warn")
    await me.key("Escape")
    await me.until("!document.querySelector('#warn').open")
    await bridge.tell("warn", **warning)
    await me.until_sees("#warn")
    await me.click("#warn button[value=stay]")
    await me.until("!document.querySelector('#warn').open")
    assert len(bridge.of("go")) == 1
    await bridge.tell("warn", **warning)
    await me.until_sees("#warn")
    await me.click("#warn button[value=go]")
    assert await bridge.hears("go", sure=True) == {
        "t": "go",
        "url": "https://bank.test/",
        "sure": True,
    }


async def test_a_blocked_page_in_front_is_said(me: Person, bridge: Scripted) -> None:
    assert not await me.sees("#blocked")
    await bridge.tell(**{**PAGE, "blocked": True})
    await me.until_sees("#blocked")
    assert "Agents see nothing" in await me.text("#blocked")


async def test_tabs_are_counted_listed_switched_to_made_and_closed(
    me: Person, bridge: Scripted
) -> None:
    await bridge.tell("tabs", tabs=TABS)
    await me.until("document.querySelector('#tabs-count').innerText === '2'")
    await me.click("#tabs-button")
    await bridge.hears("tabs")
    await me.until_sees("#tabs")
    assert "<b>News</b>" in await me.text("#tabs"), "a title is text"
    await me.until("document.activeElement.innerText === 'Corner Shop\\nshop.test'")
    await me.click("#tabs li:nth-child(2) .plain")
    await bridge.hears("close", tab=4)
    await me.click("#tabs li:nth-child(2) .tab")
    await bridge.hears("switch", tab=4)
    await me.until("!document.querySelector('#tabs').matches(':popover-open')")
    await me.click("#tabs-button")
    await me.until_sees("#tab-new")
    await me.click("#tab-new")
    await bridge.hears("new")
    await me.click("#tabs-button")
    await me.until_sees("#tabs")
    await me.key("Escape")
    await me.until("!document.querySelector('#tabs').matches(':popover-open')")


async def test_the_phones_are_chosen_from_where_there_are_several(
    me: Person, bridge: Scripted
) -> None:
    assert await me.text("#phone-name") == "Pixel 7 · USB"
    assert not await me.sees("#phones")
    phone = {"serial": "one", "model": "Pixel 7", "transport": "usb", "state": "device"}
    away = {"serial": "two", "model": "Old", "transport": "usb", "state": "unauthorized"}
    both = [{**phone, "ready": True}, {**away, "ready": False}]
    await bridge.tell("phones", phones=both)
    assert not await me.sees("#phones"), "one that is not ready cannot be chosen"


async def test_what_the_bridge_refuses_is_said_and_leaves_again(
    me: Person, bridge: Scripted
) -> None:
    await bridge.tell("error", code="TAB_CLOSED", message="That tab is gone.", hint="Look again.")
    await me.until_sees(".note")
    assert await me.text(".note p") == "That tab is gone.\nLook again."
    assert "That tab is gone." in await me.text("#called")
    await me.click(".note button")
    await me.until("!document.querySelector('.note')")

"""The panel: pause, what agents do, what they ask, and the list of blocked sites."""

import time
from typing import Any

from tests.viewer._page import Person
from tests.viewer._scripted import Scripted

TAP = {"id": 7, "at": 1.7e9, "client": "Claude", "tool": "page_tap", "target": 'button "Sign in"'}
RINGED = """(() => { const c = document.querySelector('#picture');
    const [r, g, b] = c.getContext('2d').getImageData(c.width * .75, c.height * .75, 1, 1).data;
    return r > 150 && b < 140 })()"""


def question(number: int = 1, seconds: float = 60.0) -> dict[str, Any]:
    now = time.time()
    return {
        "id": f"q{number}",
        "client": "Claude",
        "tool": "page_submit",
        "site": "shop.test",
        "text": 'Press "Buy" <b>now</b>',
        "rules": ["submit"],
        "asked": now,
        "ends": now + seconds,
    }


async def test_one_button_pauses_agents_and_lets_them_go_on(me: Person, bridge: Scripted) -> None:
    assert "No agent" in await me.text("#pause")
    assert not await me.sees("#driven")
    await bridge.tell("agent", client="Claude")
    await me.until_sees("#driven")
    assert await me.text("#driven") == "Driven by Claude"
    await me.click("#pause")
    await bridge.hears("pause")
    await bridge.tell("paused", on=True)
    await me.until("document.querySelector('#pause').innerText.includes('Let agents go on')")
    assert await me.text("#driven") == "Agents are paused"
    await me.click("#pause")
    await bridge.hears("resume")
    await bridge.tell("paused", on=False)
    await bridge.tell("agent", client=None)
    await me.until("!document.querySelector('#driven').checkVisibility()")


async def test_a_call_is_a_row_that_changes_as_it_goes(me: Person, bridge: Scripted) -> None:
    assert await me.sees("#activity-empty")
    await bridge.tell("activity", **TAP, state="running")
    await me.until_sees(".row.running")
    assert await me.sees("#activity-dot")
    await bridge.tell("activity", **TAP, state="done", ms=126)
    await me.until_sees(".row.done")
    assert await me.text(".row") == 'page_tap button "Sign in"\n126 ms'
    assert await me.value("document.querySelector('.row [role=img]').ariaLabel") == "done"
    failed = {**TAP, "id": 8, "target": "<img src=x>"}
    await bridge.tell("activity", **failed, state="failed", code="COVERED", ms=2310)
    await me.until_sees(".row.failed")
    assert await me.text(".row:first-child") == "page_tap <img src=x>\nCOVERED\n2.3 s"
    assert not await me.sees("#activity-empty")
    assert not await me.sees("#activity-dot")


async def test_the_rows_are_bounded_and_the_oldest_go(me: Person, bridge: Scripted) -> None:
    for number in range(230):
        await bridge.tell("activity", **{**TAP, "id": number, "tool": f"t{number}"}, state="done")
    await me.until("document.querySelector('.row code').innerText === 't229'")
    assert await me.value("document.querySelectorAll('.row').length") == 200


async def test_an_agents_tap_is_a_ring_on_the_picture_that_fades(
    me: Person, bridge: Scripted
) -> None:
    assert not await me.value(RINGED)
    await bridge.tell("activity", **TAP, state="running", fx=0.75, fy=0.75)
    await me.until(RINGED)
    await me.until(f"!{RINGED}")


async def test_what_was_done_before_is_listed_without_rings(me: Person, bridge: Scripted) -> None:
    old = {**TAP, "at": time.time() - 60, "ms": 120}
    await bridge.tell("activity", **old, state="done", code="OK", fx=0.75, fy=0.75)
    await me.until_sees(".row.done")
    assert "OK" not in await me.text(".row")
    await me.value("new Promise(requestAnimationFrame)")
    assert not await me.value(RINGED)


async def test_without_the_bridge_nothing_pretends_to_pause(me: Person, bridge: Scripted) -> None:
    await bridge.tell("agent", client="Claude")
    await me.until_sees("#driven")
    await bridge.sockets[0].close(4401)
    await me.until("document.querySelector('#pause').disabled")
    assert "not reached" in await me.text("#pause")
    assert not await me.sees("#driven")


async def test_a_question_comes_forward_and_is_answered_once(me: Person, bridge: Scripted) -> None:
    asked = question()
    # a click that was meant for what was there before the card came
    await me.value(
        """void new MutationObserver(() => document.querySelector('.card button.strong')?.click())
        .observe(document.querySelector('#approval-cards'), { childList: true })"""
    )
    await bridge.tell("question", **asked)
    await me.until_sees(".card")
    told = await me.text(".card")
    assert 'Press "Buy" <b>now</b>' in told
    assert "page_submit on shop.test" in told
    assert "Claude" in told
    assert await me.value("document.title") == "(1) Corner Shop · Tapbridge"
    assert "Claude asks: Press" in await me.text("#called")
    assert await me.value("document.activeElement.tagName") == "BODY", "no key was meant for it"
    await me.click(
        ".card button.strong"
    )  # it has just come: this click was meant for something else
    assert not await me.value("document.querySelector('.card button.strong').disabled")
    await me.until("document.querySelector('.card:not([data-fresh])')")
    await me.click(".card button.strong")
    assert await bridge.hears("answer") == {"t": "answer", "id": "q1", "answer": "once"}
    assert await me.value(
        "[...document.querySelectorAll('.card button')].every((each) => each.disabled)"
    )
    await bridge.tell("answered", id="q1")
    await me.until("!document.querySelector('.card')")
    assert await me.sees("#activity"), "what was shown before comes back"
    assert await me.value("document.title") == "Corner Shop · Tapbridge"


async def test_each_of_the_three_answers_can_be_given(me: Person, bridge: Scripted) -> None:
    for number, (words, answer) in enumerate(
        (("Decline", "no"), ("Allow once", "once"), ("rest of this session", "session"))
    ):
        await bridge.tell("question", **question(number))
        await me.until_sees(f"[aria-labelledby=question-q{number}]:not([data-fresh])")
        await me.value(
            f"""[...document.querySelectorAll('[aria-labelledby=question-q{number}] button')]
            .find((each) => each.innerText.includes('{words}')).click()"""
        )
        await bridge.hears("answer", id=f"q{number}", answer=answer)


async def test_the_time_that_is_left_is_counted_down_and_ends_the_choice(
    me: Person, bridge: Scripted
) -> None:
    await bridge.tell("question", **question(seconds=3.9))
    await me.until_sees(".card")
    assert await me.text(".card .time") in ("0:04", "0:03")
    await me.until("document.querySelector('.card .time').innerText === '0:00'")
    assert await me.value("document.querySelector('.card button.strong').disabled")


async def test_a_question_does_not_take_away_what_is_being_written(
    me: Person, bridge: Scripted
) -> None:
    await me.click("#tab-sites")
    await me.click("#site-add")
    await me.write("ban")
    await bridge.tell("question", **question())
    await me.until_sees("#approvals-count")
    assert await me.sees("#sites")
    assert await me.value("document.activeElement.value") == "ban"


async def test_blocked_sites_are_listed_added_removed_and_tried(
    me: Person, bridge: Scripted
) -> None:
    await me.click("#tab-sites")
    await bridge.hears("sites", op="list")
    await bridge.tell("sites", rules=[{"line": 1, "rule": "bank.test", "note": "money"}])
    await me.until_sees("#sites-rows li")
    assert await me.text("#sites-rows") == "bank.test\nmoney"
    await me.click("#site-add")
    await me.write("clinic.test")
    await me.key("Enter")
    await bridge.hears("sites", op="add", rule="clinic.test")
    await me.click("#sites-rows button")
    await bridge.hears("sites", op="remove", rule="bank.test")
    await me.click("#site-test")
    await me.write("bank.test/x")
    await me.key("Enter")
    await bridge.hears("sites", op="test", rule="bank.test/x")
    told = {"url": "https://bank.test/x", "blocked": True, "rule": "bank.test"}
    await bridge.tell("sites", rules=[], test=told)
    await me.until_sees("#site-verdict.bad")
    assert await me.text("#site-verdict") == "Blocked by bank.test"
    assert await me.sees("#sites-empty")


async def test_the_panel_is_put_away_and_stays_so(me: Person, bridge: Scripted) -> None:
    await me.click("#panel-toggle")
    await me.until("!document.querySelector('#panel').checkVisibility()")
    await me.call("Page.reload")
    bridge.heard.clear()
    await bridge.hears("watch")
    assert not await me.sees("#panel")
    await bridge.tell("question", **question())
    await me.until_sees(".card")


async def test_in_a_narrow_window_pause_is_always_there(me: Person, bridge: Scripted) -> None:
    await me.size(400, 760)
    if await me.sees("#activity"):
        await me.click("#panel-toggle")
    await me.until("!document.querySelector('#activity').checkVisibility()")
    assert await me.sees("#pause")
    await me.click("#pause")
    await bridge.hears("pause")
    assert await me.value("document.scrollingElement.scrollWidth <= innerWidth")

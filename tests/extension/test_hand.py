"""The extension's hand: one thing after the other, and no finger that stays down."""

import json
from typing import Any

import pytest

from tests.extension._browser import Browser
from tests.viewer._page import Person

PLAYED = """
(async () => {
  const { Hand } = await import('./hand.js');
  const sent = [], answers = [];
  let shown = 'A', fails = false;
  const hand = new Hand(() => shown, async (tab, method, params) => {
    sent.push(`${tab} ${params.type ?? params.text}`);
    await new Promise((done, fail) => answers.push([done, fail]));
  }, (why) => sent.push(`refused: ${why}`));
  const settle = () => new Promise((done) => setTimeout(done));
  const answer = async (count = 1) => {
    for (let n = 0; n < count; n += 1) { answers.shift()?.[0](); await settle(); }
  };
  const fail = async () => { answers.shift()[1]('no'); await settle(); };
  %s
  return JSON.stringify(sent);
})()
"""


@pytest.fixture
async def page(fresh: Browser) -> Person:
    return await fresh.open("options.html")


async def play(page: Person, script: str) -> Any:
    return json.loads(await page.value(PLAYED % script))


async def test_a_lift_goes_to_the_tab_where_the_finger_came_down(page: Person) -> None:
    told = await play(
        page,
        "hand.touch('start', 1, 1); shown = 'B'; hand.release(); hand.text('x'); await answer(3);",
    )
    assert told == ["A touchStart", "A touchCancel", "B x"]


async def test_a_lift_finds_room_in_a_queue_that_is_full(page: Person) -> None:
    told = await play(
        page,
        """hand.touch('start', 1, 1);
        for (let n = 0; n < 70; n += 1) hand.text(`${n}`);
        hand.touch('end', 1, 1); hand.touch('start', 2, 2); hand.touch('end', 2, 2);
        await answer(80);""",
    )
    assert told[0] == "A touchStart"
    assert told[-1] == "A touchEnd"
    assert len(told) == 72


async def test_after_a_failure_no_finger_stays_down_and_what_waited_is_not_done(
    page: Person,
) -> None:
    told = await play(
        page,
        """hand.touch('start', 1, 1); await answer(); hand.touch('move', 2, 2);
        hand.touch('end', 2, 2); hand.text('x');
        await fail(); await fail(); hand.touch('move', 3, 3); await settle();""",
    )
    assert told == ["A touchStart", "A touchMove", "refused: no", "A touchCancel"]

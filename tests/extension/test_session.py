"""The person's list is looked at before each command and after it: a session with a played link."""

import json
from typing import Any

import pytest

from tests.extension._browser import Browser
from tests.viewer._page import Person

PLAYED = """
(async () => {
  const { Session } = await import('./session.js');
  const { rule } = await import('./sites.js');
  const rules = ['blocked.test', 'shop.test/admin'].map(rule);
  const sent = [], events = [];
  let heard = () => {};
  const goes = (url) => heard({ t: 'cdpEvent', serial: 's', sessionId: 'S',
    method: 'Page.frameNavigated', params: { frame: { url } } });
  const tells = (method, params) => heard({ t: 'cdpEvent', serial: 's', sessionId: 'S',
    method, params });
  const answers = { 'Target.attachToTarget': () => ({ sessionId: 'S' }) };
  const link = {
    async ask(t, { method, params }) {
      sent.push(method ?? t);
      if (t === 'phoneOpen') return { targets: [
        { targetId: 'A'.repeat(32), url: 'http://free.test/', title: 'free' },
        { targetId: '1', url: 'http://free.test/', title: 'its twin' } ] };
      return answers[method]?.(params) ?? {};
    },
    hear(_, given) { heard = given; return () => {}; },
    leave() { sent.push('phoneClose'); },
  };
  const ears = { changed() {}, closed(why) { events.push(why); },
    event(_, method) { events.push(method); } };
  const session = await Session.open(link, 's', () => rules, ears);
  const [tab] = session.tabs.values();
  const refused = async (asked) => {
    try { return JSON.stringify(await asked); } catch (why) { return why.code; }
  };
  await session.attach(tab);
  sent.length = 0;
  %s
})()
"""


@pytest.fixture
async def page(fresh: Browser) -> Person:
    return await fresh.open("options.html")


async def play(page: Person, script: str) -> Any:
    return json.loads(await page.value(PLAYED % script))


async def test_to_a_blocked_page_nothing_is_said(page: Person) -> None:
    told = await play(
        page,
        """
        goes('http://www.blocked.test/');
        const code = await refused(session.call(tab, 'Runtime.evaluate', { expression: '1' }));
        return JSON.stringify({ code, sent });
        """,
    )
    assert told == {"code": "SITE_BLOCKED", "sent": []}


async def test_an_answer_of_a_page_that_became_a_blocked_one_is_thrown_away(page: Person) -> None:
    told = await play(
        page,
        """
        answers['Runtime.evaluate'] = () => { goes('http://shop.test/admin'); return { a: 1 }; };
        const code = await refused(session.call(tab, 'Runtime.evaluate', { expression: '1' }));
        return JSON.stringify({ code, sent });
        """,
    )
    assert told == {"code": "SITE_BLOCKED", "sent": ["Runtime.evaluate"]}


async def test_nobody_is_led_to_a_blocked_place_and_a_blocked_page_can_be_left(
    page: Person,
) -> None:
    told = await play(
        page,
        """
        const there = { url: 'http://blocked.test/' }, free = { url: 'http://free.test/' };
        const codes = [
          await refused(session.call(tab, 'Page.navigate', there)),
          await refused(session.call(null, 'Target.createTarget', there)),
        ];
        answers['Page.getNavigationHistory'] = () => ({ currentIndex: 1,
          entries: [{ id: 1, ...there }, { id: 2, ...free }] });
        codes.push(await refused(session.step(tab, -1)));
        goes(there.url);
        codes.push(await refused(session.call(tab, 'Page.navigate', free)));
        return JSON.stringify({ codes, sent });
        """,
    )
    assert told["codes"] == ["SITE_BLOCKED", "SITE_BLOCKED", "SITE_BLOCKED", "{}"]
    assert told["sent"] == ["Page.getNavigationHistory", "Page.navigate"]


async def test_of_a_blocked_page_nothing_is_heard_and_its_pictures_are_acknowledged(
    page: Person,
) -> None:
    told = await play(
        page,
        """
        goes('http://blocked.test/');
        events.length = 0;
        tells('Page.screencastFrame', { data: '', metadata: {}, sessionId: 7 });
        tells('Page.javascriptDialogOpening', { message: 'secret' });
        tells('Page.screencastVisibilityChanged', { visible: false });
        await 0; await 0;
        return JSON.stringify({ events, sent });
        """,
    )
    assert told["events"] == ["Page.screencastVisibilityChanged"]
    assert told["sent"] == ["Page.screencastFrameAck"]


async def test_a_tabs_decimal_twin_is_left_out_and_a_phone_that_went_is_silent(
    page: Person,
) -> None:
    told = await play(
        page,
        """
        const tabs = session.tabs.size;
        heard({ t: 'phoneClosed', serial: 's', reason: 'unplugged' });
        const code = await refused(session.call(tab, 'Page.enable'));
        return JSON.stringify({ tabs, code, sent, events });
        """,
    )
    assert told == {"tabs": 1, "code": "PHONE_GONE", "sent": [], "events": ["unplugged"]}

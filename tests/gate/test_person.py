"""The person's own browsing is never held, and what it shows never told."""

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest

from bridge.cdp.connection import Session
from bridge.page import gate
from bridge.page.tab import Tab
from tests.gate._lab import Lab
from tests.gate._see import visit
from tests.gate._site import SECRET


@dataclass(frozen=True)
class Hand:
    """The person's hand on the agent's tab."""

    lab: Lab
    page: Session

    async def goes(self, url: str) -> None:
        await self.page.call("Runtime.evaluate", {"expression": f"location = {json.dumps(url)}"})

    async def is_stopped(self, tab: Tab, stops: int = 0) -> bool:
        """Wait until the gate has stopped something more, and Chrome has done so."""
        came = await self.lab.until(lambda: tab.standing.stops > stops)
        await tab.session.call("Page.getNavigationHistory")
        return came

    async def arrives(self, host: str) -> bool:
        return await self.lab.until(lambda: host in {r.host for r in self.lab.site.log})


@pytest.fixture
async def hand(lab: Lab) -> AsyncIterator[Hand]:
    lab.block("blocked.test\n")
    await lab.call("page_tabs", action="open", url=lab.site.url("shop.test"))
    tab = await (await lab.browser()).front()
    told = {"targetId": tab.target_id, "flatten": True}
    got = await lab.link.root.call("Target.attachToTarget", told)
    session = lab.link.session(got["sessionId"], tab.target_id)
    await session.call("Page.enable")
    lab.site.log.clear()
    yield Hand(lab, session)
    await lab.clear()


async def test_a_tab_of_the_persons_goes_where_it_likes_while_an_agent_works(
    lab: Lab, hand: Hand
) -> None:
    await lab.call("page_scroll", direction="bottom")
    made = await lab.link.root.call("Target.createTarget", {"url": lab.site.url("blocked.test")})
    assert made
    assert await hand.arrives("blocked.test")
    listed = await lab.call("page_tabs")
    assert "shop.test" in listed
    assert "blocked" not in listed


async def test_in_the_agents_tab_a_blocked_site_is_stopped_right_after_an_act(
    lab: Lab, hand: Hand
) -> None:
    tab = await (await lab.browser()).front()
    await lab.call("page_scroll", direction="bottom")
    await hand.goes(lab.site.url("blocked.test"))
    assert await hand.is_stopped(tab)
    await hand.goes(lab.site.url("free.test"))
    assert await hand.arrives("free.test")
    assert "blocked.test" not in {r.host for r in lab.site.log}


async def test_a_while_after_the_last_act_it_is_the_person_who_goes_and_the_agent_is_kept_out(
    lab: Lab, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gate, "PERSON_SECONDS", 0.0)
    tab = await (await lab.browser()).front()
    await hand.goes(lab.site.url("blocked.test", "/slow"))
    assert await hand.arrives("blocked.test")
    # it is on its way, and the page before is still there
    assert "shop.test" in tab.url
    for tool, args in (("page_snapshot", {}), ("page_tap", {"text": "Press"}), ("page_text", {})):
        assert (await lab.call(tool, **args)).startswith("SITE_BLOCKED")
    lab.site.slow.set()
    try:
        assert await lab.until(lambda: "blocked.test" in tab.url)
    finally:
        lab.site.slow.clear()
    assert (await lab.call("page_snapshot")).startswith("SITE_BLOCKED")
    assert "blocked" not in await lab.call("page_tabs")
    await visit(hand.page, lab.site.url("free.test"))
    assert await lab.until(lambda: "free.test" in tab.url)
    assert f"{SECRET}free.test" in await lab.call("page_snapshot")


async def test_a_list_edited_while_an_agent_works_counts_for_the_next_document(
    lab: Lab, hand: Hand
) -> None:
    tab = await (await lab.browser()).front()
    lab.block("other.test\n")
    await lab.call("page_scroll", direction="bottom")
    await hand.goes(lab.site.url("other.test"))
    assert await hand.is_stopped(tab)
    await hand.goes(lab.site.url("blocked.test"))
    assert await hand.arrives("blocked.test")
    assert "other.test" not in {r.host for r in lab.site.log}


async def test_an_allow_list_stops_every_document_that_it_does_not_name(
    lab: Lab, hand: Hand
) -> None:
    lab.block("only: shop.test\nonly: free.test\nfree.test/secret\n")
    tab = await (await lab.browser()).front()
    await lab.call("page_scroll", direction="bottom")
    for url in (lab.site.url("elsewhere.test"), lab.site.url("free.test", "/secret")):
        stops = tab.standing.stops
        await hand.goes(url)
        assert await hand.is_stopped(tab, stops)
    assert not lab.site.log
    await visit(hand.page, "about:blank")
    assert not (await lab.call("page_snapshot")).startswith("SITE_BLOCKED")
    await visit(hand.page, lab.site.url("free.test"))
    assert f"{SECRET}free.test" in await lab.call("page_snapshot")


async def test_a_list_that_cannot_be_used_stops_every_document(lab: Lab, hand: Hand) -> None:
    tab = await (await lab.browser()).front()
    await lab.call("page_scroll", direction="bottom")
    lab.sites.write_bytes(b"\xff\xfe broken")
    await lab.call("page_snapshot")
    await hand.goes(lab.site.url("free.test"))
    assert await hand.is_stopped(tab)
    assert not lab.site.log

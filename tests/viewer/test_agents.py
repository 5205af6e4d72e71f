"""A person at the page beside an agent on the virtual phone: sees it, stops it, answers it."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from bridge.app import Bridge, open_bridge
from bridge.errors import BridgeError
from bridge.places import sites_file
from bridge.serve.web import House
from bridge.settings import FAMILIES, Settings
from bridge.tools.call import Caller
from bridge.tools.spec import Result
from tests.conftest import VirtualPhone
from tests.fixtures._judges import Link
from tests.serve.viewers import housed
from tests.viewer._page import Person, person

AGENT = Caller("Claude", "mcp", "agent-1", families=frozenset(FAMILIES))


@pytest.fixture
async def bridge(phone: VirtualPhone) -> AsyncIterator[Bridge]:
    given = {
        "adb": {"port": phone.adb_port},
        "serial": phone.serial,
        "policy": {"leaves_pinned_tab": "confirm"},
    }
    async with open_bridge(Settings.model_validate(given)) as opened:
        opened.door.approvals.pinned.add(phone.serial)
        yield opened


@pytest.fixture
async def house(bridge: Bridge) -> AsyncIterator[House]:
    async with housed(bridge) as served:
        yield served


async def act(bridge: Bridge, name: str, /, **args: Any) -> Result:
    return await bridge.door.call(name, args, AGENT)


async def refusal(bridge: Bridge, name: str, /, **args: Any) -> BridgeError:
    with pytest.raises(BridgeError) as caught:
        await act(bridge, name, **args)
    return caught.value


@pytest.fixture
async def me(
    windows: Link, bridge: Bridge, house: House, phone: VirtualPhone
) -> AsyncIterator[Person]:
    await act(bridge, "page_navigate", url=phone.page("login.html"))
    async with person(windows) as somebody:
        await somebody.go(f"{house.address}/#{house.keys.nonce()}")
        await somebody.until("document.querySelector('#picture').dataset.frame")
        yield somebody
        assert await somebody.complaints() == []


async def test_an_agents_acts_are_listed_and_its_tap_is_ringed(me: Person, bridge: Bridge) -> None:
    await me.until("document.querySelector('#driven').innerText === 'Driven by Claude'")
    await me.value(
        """(() => { window.arcs = []; const arc = CanvasRenderingContext2D.prototype.arc;
        CanvasRenderingContext2D.prototype.arc = function (x, y, ...rest) {
            arcs.push([x / this.canvas.width, y / this.canvas.height]);
            return arc.call(this, x, y, ...rest) } })()"""
    )
    await act(bridge, "page_fill", label="Name", value="a secret word")
    await act(bridge, "page_tap", text="Keep me signed in")
    await me.until("document.querySelector('.row.done .target')?.innerText.includes('Keep me')")
    assert "page_fill" in await me.text("#activity-rows")
    assert "secret word" not in await me.value("document.documentElement.outerHTML")
    fx, fy = (await me.value("arcs"))[-1]
    assert 0.05 < fx < 0.6, "on the label"
    assert 0.42 < fy < 0.5


async def test_pause_stops_an_agent_and_resume_lets_it_go_on(me: Person, bridge: Bridge) -> None:
    await me.click("#pause")
    await me.until("document.querySelector('#pause').classList.contains('paused')")
    told = await refusal(bridge, "page_tap", text="Sign in")
    assert told.code == "PAUSED_BY_PERSON"
    await me.until_sees(".row.failed")
    assert "PAUSED_BY_PERSON" in await me.text(".row.failed")
    await me.click("#pause")
    await me.until("!document.querySelector('#pause').classList.contains('paused')")
    await act(bridge, "page_tap", role="checkbox", text="Keep me signed in")


READY = "document.querySelector('.card:not([data-fresh])')"


async def test_a_person_allows_once_and_declines_once(
    me: Person, bridge: Bridge, phone: VirtualPhone
) -> None:
    wanted = {"action": "open", "url": phone.page("shop.html")}
    async with asyncio.TaskGroup() as tasks:
        opening = tasks.create_task(act(bridge, "page_tabs", **wanted))
        await me.until_sees(".card")
        assert "Claude" in await me.text(".card")
        assert "page_tabs" in await me.text(".card")
        await me.until(READY)
        await me.click(".card button.strong")
        await opening
        await me.until("!document.querySelector('.card')")
        refused = tasks.create_task(refusal(bridge, "page_tabs", **wanted))
        await me.until(READY)
        await me.click(".card .choices button:first-child")
        assert (await refused).code == "DECLINED"
        await me.until("!document.querySelector('.card')")


async def test_a_person_shows_the_agent_what_they_mean(me: Person, bridge: Bridge) -> None:
    async with asyncio.TaskGroup() as tasks:
        picking = tasks.create_task(act(bridge, "page_pick"))
        await me.until_sees("#lens")
        box = "document.querySelector('#aim').getBoundingClientRect().height > 10"
        for fy in (0.2, 0.3, 0.4, 0.5, 0.55, 0.6):  # until the button is under the pointer
            await me.hover("#picture", 0.5, fy)
            await asyncio.sleep(0.3)
            if "Sign in" in await me.text("#lens-name"):
                break
        await me.until_sees("#aim-name")
        assert await me.value(box)
        named = await me.text("#aim-name")
        await me.click("#picture", 0.5, fy)
        assert named in (await picking).text
    await me.until("!document.querySelector('#lens').checkVisibility()")


async def test_a_dialog_that_an_agent_raises_is_answered_by_the_person(
    me: Person, bridge: Bridge, phone: VirtualPhone
) -> None:
    await act(bridge, "page_navigate", url=phone.page("dialog.html"))
    await act(bridge, "page_tap", text="Rename list")
    await me.until_sees("#asked")
    assert "New name of the list?" in await me.text("#asked")
    await me.value("document.querySelector('#asked-answer').select()")
    await me.write("Tools")
    await me.click("#asked-yes")
    await me.until("!document.querySelector('#asked').checkVisibility()")
    assert "renamed to Tools" in (await act(bridge, "page_text")).text


async def test_a_site_that_is_blocked_in_the_panel_is_closed_to_the_agent_at_once(
    me: Person, bridge: Bridge
) -> None:
    await me.click("#tab-sites")
    await me.click("#site-add")
    await me.write("shop.test")
    await me.key("Enter")
    await me.until_sees("#sites-rows li")
    assert "shop.test" in Path(sites_file()).read_text(encoding="utf-8")
    assert (await refusal(bridge, "page_snapshot")).code == "SITE_BLOCKED"
    await me.until_sees("#blocked")
    await me.click("#site-test")
    await me.write("shop.test/x")
    await me.key("Enter")
    await me.until_sees("#site-verdict.bad")
    await me.click("#sites-rows button")
    await me.until_sees("#sites-empty")
    await act(bridge, "page_snapshot")

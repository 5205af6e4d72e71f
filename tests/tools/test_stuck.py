"""Pages in an endless loop: what tools say of them, and the ways out."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from bridge.app import open_bridge
from bridge.errors import BridgeError
from bridge.settings import Settings
from bridge.tools.spec import Result
from tests.tools._pages import Pages, serving
from tests.tools.conftest import EVERYBODY, Call

LOOP = "<title>Loop</title><button onclick='for(;;);'>Loop</button>"
AGAIN = "setInterval(() => { for(;;); }, 50); for(;;);"
BUSY = "let end = Date.now() + 4000; while (Date.now() < end); alert('Done')"
STAYS = "addEventListener('beforeunload', (event) => event.preventDefault())"
ALWAYS = f"<title>Always</title><button onclick='{AGAIN}'>Go</button>"


@pytest.fixture
async def hasty(phone: Any) -> AsyncIterator[Call]:
    """Call a tool of a Bridge that waits for no page long."""
    async with bridge_of(phone) as call:
        before = {each["number"] for each in (await call("page_tabs")).data["tabs"]}
        await call("page_tabs", action="open", url=phone.page("index.html"))
        yield call
        for each in (await call("page_tabs")).data["tabs"]:
            if each["number"] not in before:
                await call("page_tabs", action="close", tab=each["number"])


@asynccontextmanager
async def bridge_of(phone: Any) -> AsyncIterator[Call]:
    """Open a Bridge of its own."""
    settings = Settings.model_validate(
        {
            "adb": {"port": phone.adb_port},
            "serial": phone.serial,
            "limits": {"open_seconds": 3, "page_seconds": 3, "load_seconds": 3},
        }
    )
    async with open_bridge(settings) as bridge:

        async def named(name: str, /, **args: Any) -> Result:
            return await bridge.door.call(name, args, EVERYBODY)

        yield named


@pytest.fixture
def pages() -> Iterator[Pages]:
    with serving() as served:
        yield served


async def test_a_page_that_loops_is_left_by_each_way_that_page_navigate_knows(
    hasty: Call, pages: Pages
) -> None:
    first = pages.put("/first", "<title>First</title>")
    loop = pages.put("/loop", LOOP)
    await hasty("page_navigate", url=first)
    await hasty("page_navigate", url=loop)
    told = await hasty("page_tap", css="button")
    assert "the page has not answered since" in told.text
    with pytest.raises(BridgeError) as late:
        await hasty("page_snapshot")
    assert late.value.code == "TIMEOUT"
    assert "page_navigate" in str(late.value.hint)
    assert f" Loop {loop} (did not answer)\n" in (await hasty("page_tabs")).text
    assert (await hasty("page_navigate", action="reload")).data["title"] == "Loop"
    assert "(did not answer)" not in (await hasty("page_tabs")).text
    await hasty("page_tap", css="button")
    assert (await hasty("page_navigate", action="back")).data["url"] == first
    assert (await hasty("page_navigate", action="forward")).data["url"] == loop
    await hasty("page_tap", css="button")
    assert (await hasty("page_navigate", url=first)).data["title"] == "First"
    # the page that it was taken away to is no station of its history
    assert (await hasty("page_navigate", action="back")).data["url"] == loop


async def test_a_page_that_loops_again_and_again_is_left_too(hasty: Call, pages: Pages) -> None:
    await hasty("page_navigate", url=pages.put("/always", ALWAYS))
    await hasty("page_tap", css="button")
    told = await hasty("page_navigate", url=pages.put("/first", "<title>First</title>"))
    assert told.data["title"] == "First"


async def test_a_download_leaves_no_page_that_loops_where_it_was(hasty: Call, pages: Pages) -> None:
    loop = pages.put("/loop", LOOP)
    await hasty("page_navigate", url=loop)
    await hasty("page_tap", css="button")
    file = pages.put("/file", "words", Content_Disposition="attachment; filename=file.txt")
    with pytest.raises(BridgeError, match="no page but a download") as told:
        await hasty("page_navigate", url=file)
    assert "the page stays" not in told.value.message
    assert (await hasty("page_navigate", action="reload")).data["url"] == loop
    with pytest.raises(BridgeError, match="and the page stays"):
        await hasty("page_navigate", url=file)


async def test_a_page_that_looped_before_we_came_is_listed_and_can_be_left_or_closed(
    phone: Any, pages: Pages, sites: Path
) -> None:
    async with bridge_of(phone) as call:
        await call("page_tabs", action="open", url=pages.put("/loop", LOOP))
        await call("page_tap", css="button")
    sites.write_text("only: shop.test\n")
    try:
        async with bridge_of(phone) as call:
            rows = {row["url"]: row["number"] for row in (await call("page_tabs")).data["tabs"]}
            number = next(number for url, number in rows.items() if url.endswith("/loop"))
            with pytest.raises(BridgeError, match="is held up") as held:
                await call("page_tabs", action="switch", tab=number)
            assert "page_navigate leaves the page" in str(held.value.hint)
            assert "/loop (did not answer)" in (await call("page_tabs")).text
            told = await call("page_navigate", action="reload")
            assert told.data["title"] == "Loop"
            await call("page_tap", css="button")
            closed = await call("page_tabs", action="close", tab=number)
            assert number not in [row["number"] for row in closed.data["tabs"]]
    finally:
        sites.unlink()


async def test_a_page_that_began_to_loop_unseen_holds_its_tab_until_that_is_closed(
    phone: Any, pages: Pages, sites: Path
) -> None:
    later = "let r = new XMLHttpRequest(); r.open('GET', '/came', false); r.send(); for(;;);"
    body = f"<title>Later</title><script>setTimeout(() => {{ {later} }}, 500)</script>"
    async with bridge_of(phone) as call:
        await call("page_tabs", action="open", url=pages.put("/later", body))
        assert await asyncio.to_thread(pages.came.wait, 10)
        with pytest.raises(BridgeError, match="page_tabs action=close closes it") as held:
            await call("page_navigate", url=pages.put("/first", "<title>First</title>"))
        assert held.value.code == "UNKNOWN_OUTCOME"
        assert "(did not answer)" in (await call("page_tabs")).text
    sites.write_text("bank.test\n")  # judged by its address it would not be told of
    try:
        async with bridge_of(phone) as call:
            told = await call("page_tabs")
            row = next(row for row in told.data["tabs"] if not row["url"])
            assert f"{row['number']} (no title)  (did not answer)" in told.text
            assert "Later" not in told.text
            await call("page_tabs", action="close", tab=row["number"])
    finally:
        sites.unlink()


async def test_a_question_before_a_page_is_left_is_no_endless_loop(
    hasty: Call, pages: Pages
) -> None:
    await hasty("page_navigate", url=pages.put("/first", "<title>First</title>"))
    body = f"<title>Stays</title><button>Hi</button><script>{STAYS}</script>"
    await hasty("page_navigate", url=pages.put("/stays", body))
    await hasty("page_tap", css="button")
    told = await hasty("page_navigate", action="reload")
    assert "beforeunload is open" in told.text
    for way in ({"url": pages.put("/next", "<title>Next</title>")}, {"action": "back"}):
        with pytest.raises(BridgeError, match="beforeunload"):  # and nothing is sent
            await hasty("page_navigate", **way)
    await hasty("page_dialog", accept=False)
    assert "beforeunload is open" in (await hasty("page_navigate", action="back")).text
    await hasty("page_dialog", accept=False)
    assert "(did not answer)" not in (await hasty("page_tabs")).text


async def test_a_page_that_opens_a_dialog_as_it_is_to_be_left_is_not_taken_to_be_stuck(
    hasty: Call, pages: Pages
) -> None:
    busy = pages.put("/busy", f'<title>Busy</title><button onclick="{BUSY}">Hi</button>')
    await hasty("page_navigate", url=busy)
    await hasty("page_tap", css="button")
    with pytest.raises(BridgeError, match="Done") as held:
        await hasty("page_navigate", action="reload")
    assert held.value.code == "DIALOG_OPEN"
    await hasty("page_dialog", accept=True)
    assert f" Busy {busy}\n" in (await hasty("page_tabs")).text

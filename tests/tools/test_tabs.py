from pathlib import Path
from typing import Any

import pytest

from tests.tools._pages import serving


async def test_an_address_is_opened_and_the_history_walked(
    call: Any, refuse: Any, phone: Any
) -> None:
    told = await call("page_navigate", url=phone.page("login.html"))
    assert told.data["loaded"] is True
    assert (await call("page_navigate", action="back")).data["url"] == phone.page("index.html")
    assert (await call("page_navigate", action="forward")).data["url"].endswith("login.html")
    for wrong in ({}, {"url": "http://a.test/", "action": "back"}):
        assert (await refuse("page_navigate", **wrong)).code == "BAD_ARGUMENTS"


async def test_an_address_that_is_a_download_says_so_and_how_to_get_it(
    call: Any, refuse: Any, phone: Any
) -> None:
    with serving() as pages:
        attached = {"Content_Disposition": 'attachment; filename="sums.csv"'}
        fault = await refuse("page_navigate", url=pages.put("/sums", "1,2", **attached))
    assert fault.code == "NAVIGATION_FAILED"
    assert 'a download of "sums.csv"' in fault.message
    assert "page_downloads" in fault.hint
    assert "sums.csv" in (await call("page_downloads")).text
    assert (await call("page_snapshot")).data["url"] == phone.page("index.html")


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("javascript:alert(1)", "UNSUPPORTED"),
        ("file:///sdcard/x", "UNSUPPORTED"),
        ("intent://x#Intent;end", "UNSUPPORTED"),
        ("chrome://settings", "UNSUPPORTED"),
        ("no address", "INVALID_URL"),
        ("http://[", "INVALID_URL"),
    ],
)
async def test_only_web_addresses_are_opened(refuse: Any, url: str, code: str) -> None:
    assert (await refuse("page_navigate", url=url)).code == code
    assert (await refuse("page_tabs", action="open", url=url)).code == code


async def test_a_list_without_tabs_says_so(call: Any, phone: Any, sites: Path) -> None:
    await call("page_navigate", url=phone.page("login.html"))
    for row in (await call("page_tabs")).data["tabs"]:
        if not row["active"]:
            await call("page_tabs", action="close", tab=row["number"])
    sites.write_text("*\n")
    told = await call("page_tabs")
    assert "no tab is listed; action=open opens one" in told.text
    assert told.data == {"tabs": []}


async def test_a_blocked_address_is_not_sent_in_any_spelling(
    call: Any, refuse: Any, phone: Any, sites: Path
) -> None:
    sites.write_text("blocked.test\n")
    phone.ask("/log/reset", {})
    port = phone.pages.rpartition(":")[2]
    for url in (
        f"http://blocked.test:{port}/login.html",
        f"HTTP://BLOCKED.TEST:{port}/",
        f"http://ok.test@blocked.test:{port}/",
        f"http://www.blocked.test.:{port}/",
        f"http:\\\\blocked.test:{port}\\x",
        f"view-source:http://blocked.test:{port}/",
    ):
        for name, args in (("page_navigate", {}), ("page_tabs", {"action": "open"})):
            fault = await refuse(name, url=url, **args)
            assert fault.code in {"SITE_BLOCKED", "UNSUPPORTED"}, url
    assert "blocked.test" not in str(phone.ask("/log"))
    assert "blocked" not in (await call("page_tabs")).text


async def test_tabs_are_opened_switched_and_closed_by_number_or_words(
    call: Any, refuse: Any, phone: Any
) -> None:
    first = next(t["number"] for t in (await call("page_tabs")).data["tabs"] if t["active"])
    opened = await call("page_tabs", action="open", url=phone.page("shop.html?own"))
    second = next(t["number"] for t in opened.data["tabs"] if t["active"])
    assert second != first
    assert (await call("page_snapshot")).data["url"].endswith("shop.html?own")
    await call("page_tabs", action="switch", tab=first)
    assert (await call("page_snapshot")).data["url"].endswith("index.html")
    closed = await call("page_tabs", action="close", match="shop.html?own")
    assert second not in [t["number"] for t in closed.data["tabs"]]
    assert (await refuse("page_tabs", action="switch", tab=999)).code == "TAB_NOT_FOUND"
    assert (await refuse("page_tabs", action="switch")).code == "BAD_ARGUMENTS"
    assert (await refuse("page_tabs", action="open")).code == "BAD_ARGUMENTS"
    assert (await refuse("page_tabs", url="http://a.test/")).code == "BAD_ARGUMENTS"


async def test_a_tab_opened_behind_leaves_the_first_in_front(call: Any, phone: Any) -> None:
    await call("page_tabs", action="open", url=phone.page("shop.html"), active=False)
    assert (await call("page_snapshot")).data["url"].endswith("index.html")
    await call("page_tap", css="a", nth=0)


async def test_a_blocked_tab_is_neither_listed_nor_matched(
    call: Any, refuse: Any, phone: Any, sites: Path
) -> None:
    await call("page_tabs", action="open", url=phone.page("shop.html", host="secret.test"))
    await call("page_tabs", action="open", url=phone.page("login.html"))
    sites.write_text("secret.test\n")
    assert "secret.test" not in (await call("page_tabs")).text
    assert (await refuse("page_tabs", action="switch", match="secret")).code == "TAB_NOT_FOUND"
    sites.unlink()


async def test_a_sites_file_that_cannot_be_used_refuses_every_page(
    refuse: Any, sites: Path
) -> None:
    sites.write_bytes(b"\xff\xfe\x00")
    assert (await refuse("page_snapshot")).code == "SITES_INVALID"
    sites.unlink()

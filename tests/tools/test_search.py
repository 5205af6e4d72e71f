from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.tools._pages import Pages, serving

FORM = '<form action="/found"><label>Search <input type=search name=q></label></form>'
RESULTS = "<h1>Results</h1>"


@pytest.fixture
def pages() -> Iterator[Pages]:
    with serving() as made:
        made.put("/found", RESULTS)
        yield made


async def test_the_words_go_into_the_sites_field_and_off(call: Any, pages: Pages) -> None:
    noise = "<label>Name <input name=name></label><label>Mail <input type=email name=q2></label>"
    await call("page_navigate", url=pages.put("/shop", f"{noise}<header>{FORM}</header>"))
    told = await call("page_search", query="green tea & cake")
    assert 'filled searchbox "Search" and pressed Enter' in told.text
    assert told.data["via"] == "field"
    await call("page_wait", url="/found?q=green+tea+%26+cake")
    assert "Results" in (await call("page_text")).text


async def test_a_site_whose_field_is_hidden_is_searched_by_its_address(
    call: Any, pages: Pages
) -> None:
    hidden = FORM.replace(
        "<label>",
        "<input type=hidden name=lang value=de><input type=hidden"
        ' name=csrf_token value=abc123><label style="display:none">',
    )
    await call("page_navigate", url=pages.put("/shop", hidden))
    told = await call("page_search", query="tea & cake")
    assert told.data["via"] == "url"
    assert told.data["url"].endswith("/found?lang=de&q=tea%20%26%20cake")
    assert "Results" in (await call("page_text")).text


async def test_an_address_that_the_site_names_for_searching_it_is_used(
    call: Any, pages: Pages
) -> None:
    action = (
        '<script type="application/ld+json">{"@graph": [{"@type": "WebSite", "potentialAction":'
        ' {"@type": "SearchAction", "target": {"urlTemplate": "%s/found?s={search_term_string}"}}},'
        ' {"@type": "SearchAction", "target": "http://elsewhere.test/?q={q}"}]}</script>'
    )
    there = pages.put("/shop", "")
    site = there.removesuffix("/shop")
    pages.put("/shop", f"{action % site}{FORM}")
    await call("page_navigate", url=there)
    told = await call("page_search", query="tea", strategy="url")
    assert told.data["url"] == f"{site}/found?s=tea"


async def test_of_several_fields_none_is_guessed_and_the_one_named_is_used(
    call: Any, refuse: Any, pages: Pages
) -> None:
    two = FORM + FORM.replace("Search", "Search here").replace("/found", "/other")
    await call("page_navigate", url=pages.put("/shop", two))
    fault = await refuse("page_search", query="tea")
    assert fault.code == "TARGET_AMBIGUOUS"
    assert "a search" in fault.message
    ref = fault.message.rpartition("[")[2].partition("]")[0]
    assert "Search here" in (await call("page_search", query="tea", ref=ref)).text
    await call("page_wait", url="/other?q=tea")


async def test_a_field_behind_a_button_is_not_there_and_the_button_is_named(
    call: Any, refuse: Any, pages: Pages
) -> None:
    body = "<button aria-label='Open search'>&#128269;</button><input name=mail>"
    await call("page_navigate", url=pages.put("/shop", body))
    fault = await refuse("page_search", query="tea")
    assert fault.code == "TARGET_NOT_FOUND"
    assert "Open search" in fault.message
    await call("page_navigate", url=pages.put("/shop", "<p>nothing</p>"))
    assert "no search field" in (await refuse("page_search", query="tea")).message
    assert "no address" in (await refuse("page_search", query="tea", strategy="url")).message


async def test_without_words_it_says_how_the_site_can_be_searched_and_does_nothing(
    call: Any, refuse: Any, pages: Pages
) -> None:
    body = f"{FORM}<button>Suche öffnen</button><button>Delete all</button>"
    await call("page_navigate", url=pages.put("/shop", body))
    told = await call("page_search")
    assert [row["name"] for row in told.data["fields"]] == ["Search"]
    assert [row["name"] for row in told.data["openers"]] == ["Suche öffnen"]
    assert told.data["addresses"][0].endswith("/found?q={query}")
    assert "Delete all" not in told.text
    await call("page_navigate", url=pages.put("/shop", "<p>nothing</p>"))
    assert "no way to search" in (await call("page_search")).text
    for wrong in (
        {"strategy": "url"},
        {"ref": "e1"},
        {"query": "x", "strategy": "url", "ref": "e1"},
    ):
        assert (await refuse("page_search", **wrong)).code == "BAD_ARGUMENTS"


async def test_the_search_of_a_frame_is_not_the_sites(call: Any, refuse: Any, pages: Pages) -> None:
    other = pages.put("/frame", FORM, host="other.test")
    same = pages.put("/same", FORM)
    body = f"<iframe src={other!r}></iframe><iframe src={same!r}></iframe>"
    await call("page_navigate", url=pages.put("/shop", body))
    await call("page_wait", role="searchbox")
    assert (await refuse("page_search", query="tea")).code == "TARGET_NOT_FOUND"


async def test_a_search_does_not_lead_to_a_blocked_site(
    call: Any, refuse: Any, pages: Pages, sites: Path
) -> None:
    hidden = FORM.replace("<label>", '<label style="display:none">')
    await call("page_navigate", url=pages.put("/shop", hidden))
    sites.write_text("shop.test/found\n")
    assert (await refuse("page_search", query="tea")).code == "SITE_BLOCKED"


BUSY = """
<style>@keyframes turn { to { rotate: 1turn } }
.spinner { width: 20px; height: 20px; border: 2px solid #000; animation: turn 1s infinite }</style>
<a href=#>Downloads</a><h2>Loading dock 5 of 6</h2><p>We are loading trucks.</p>
<progress aria-label=Upload value=40 max=100></progress>
<div role=progressbar aria-label=Import aria-valuetext="3 of 7" style="height:9px"></div>
<div role=progressbar>x</div>
<section aria-busy=true aria-label=Comments>old comments</section>
<div class=spinner></div><div class="spinner" style="animation:none"></div>
<p>Uploading photo.jpg… 42%</p><p style="opacity:0">Uploading secret… 1%</p>
"""


async def test_what_is_under_way_is_told_bars_first(call: Any, pages: Pages) -> None:
    await call("page_navigate", url=pages.put("/busy", BUSY))
    told = await call("page_progress")
    lines = [line.partition(" [e")[0] for line in told.text.splitlines()[1:-1]]
    assert lines == [
        '- progressbar "Upload"',
        '- progressbar "Import"',
        "- progressbar",
        '- busy "Comments"',
        "- spinner",
        "- text: Uploading photo.jpg… 42%",
    ]
    assert "]: 40/100" in told.text
    assert "]: 3 of 7" in told.text
    assert "(how far is not said)" in told.text
    few = await call("page_progress", max_candidates=2)
    assert (len(few.data["rows"]), few.data["total"]) == (2, 6)
    assert "4 more" in few.text


async def test_a_page_at_rest_has_nothing_under_way(call: Any, phone: Any) -> None:
    for name in ("login.html", "shop.html", "form.html", "index.html"):
        await call("page_navigate", url=phone.page(name))
        told = await call("page_progress")
        assert "nothing is under way" in told.text, told.text


async def test_what_goes_on_in_frames_is_told_but_for_blocked_ones(
    call: Any, pages: Pages, sites: Path
) -> None:
    bar = "<progress aria-label='Their bar' value=1 max=2></progress>"
    other = pages.put("/frame", bar, host="other.test")
    await call("page_navigate", url=pages.put("/shop", f"<iframe src={other!r}></iframe>"))
    await call("page_wait", role="progressbar")
    assert "Their bar" in (await call("page_progress")).text
    sites.write_text("other.test\n")
    told = await call("page_progress")
    assert "Their bar" not in told.text
    assert "left out" in told.text

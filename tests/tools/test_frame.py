"""Entering frames, through the door on the virtual phone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.tools._pages import Pages, serving

INNER = """<title>Inner</title><p>Inner words</p>
<label>Word <input></label><button onclick="this.textContent='Done'">Pay</button>{}"""
OUTER = """<title>Outer</title><p>Outer words</p><button>Pay</button>
<iframe title=Card src={}></iframe>"""


@pytest.fixture
def pages() -> Iterator[Pages]:
    with serving() as served:
        yield served


async def show(call: Any, pages: Pages, host: str, deeper: str = "") -> None:
    inner = pages.put("/inner", INNER.format(deeper), host)
    await call("page_navigate", url=pages.put("/outer", OUTER.format(inner)))
    await call("page_wait", text="Inner words")


@pytest.mark.parametrize("host", ["shop.test", "other.test"])
async def test_inside_a_frame_only_what_is_in_it_is_read_and_named(
    call: Any, refuse: Any, pages: Pages, host: str
) -> None:
    await show(call, pages, host)
    assert (await call("page_find", text="Pay")).data["total"] == 2
    outer = (await call("page_find", text="Outer words")).data["rows"][0]["ref"]
    told = await call("page_frame", role="iframe", text="Card")
    assert 'inside iframe "Card"' in told.text
    shot = (await call("page_snapshot")).text
    assert 'inside iframe "Card"' in shot
    assert ("Inner words" in shot, "Outer words" in shot) == (True, False)
    assert 'button "Done"' in (await call("page_tap", text="Pay")).text
    assert (await call("page_fill", label="Word", value="Ada")).data["value"] == "Ada"
    assert (await call("page_find", text="Outer words")).data["total"] == 0
    assert "Outer words" not in (await call("page_text")).text
    assert (await refuse("page_wait", text="Outer words", timeout_ms=0)).code == "TIMEOUT"
    assert (await call("page_wait", text="Inner words", timeout_ms=0)).data["met"]
    # refs reach everywhere
    assert (await call("page_find", ref=outer)).data["total"] == 1
    assert "the whole page" in (await call("page_frame", to="top")).text
    assert "Outer words" in (await call("page_snapshot")).text


@pytest.mark.parametrize("host", ["shop.test", "other.test"])
async def test_frames_are_entered_one_in_the_other_and_left_one_by_one(
    call: Any, pages: Pages, host: str
) -> None:
    deep = pages.put("/deep", "<button>Deepest</button>", "third.test")
    await show(call, pages, host, f"<iframe title=Deep src={deep}></iframe>")
    await call("page_wait", text="Deepest")
    await call("page_frame", css="iframe", nth=0)
    told = await call("page_frame", role="iframe")
    assert told.data["path"] == ['iframe "Card"', 'iframe "Deep"']
    shot = (await call("page_snapshot")).text
    assert ("Deepest" in shot, "Inner words" in shot) == (True, False)
    assert (await call("page_tap", role="button")).data["tapped"] == 'button "Deepest"'
    assert (await call("page_frame", to="parent")).data["path"] == ['iframe "Card"']
    shot = (await call("page_snapshot")).text
    assert ("Inner words" in shot, "Outer words" in shot) == (True, False)
    assert (await call("page_frame")).data["path"] == []


@pytest.mark.parametrize("host", ["shop.test", "other.test"])
async def test_all_that_is_read_of_a_page_is_read_in_the_frame_alone(
    call: Any, refuse: Any, pages: Pages, host: str
) -> None:
    parts = "<h2>{0} heading</h2><form><input type=search aria-label='{0} search' name=q></form>"
    busy = "<progress aria-label='{0} load' value=1 max=3></progress><p>{0} words</p>"
    inner = pages.put("/inner", (parts + busy).format("Inner"), host)
    frame = f"<iframe style='width:300px;height:300px' src={inner}></iframe>"
    await call("page_navigate", url=pages.put("/outer", (parts + busy).format("Outer") + frame))
    await call("page_wait", text="Inner heading")
    await call("page_frame", css="iframe")
    told = [
        (await call("page_snapshot", outline=True)).text,
        (await call("page_progress")).text,
        (await call("page_search")).text,
        (await call("page_text")).text,
    ]
    assert [("Inner" in each, "Outer" in each) for each in told] == [(True, False)] * 4
    assert (await call("page_wait", page_text="Inner words", timeout_ms=0)).data["met"]
    assert (await refuse("page_wait", page_text="Outer words", timeout_ms=0)).code == "TIMEOUT"


async def test_the_frame_is_left_when_the_tab_goes_elsewhere(call: Any, pages: Pages) -> None:
    await show(call, pages, "shop.test")
    await call("page_frame", css="iframe")
    await call("page_navigate", url=pages.put("/next", "<button>Next</button>"))
    shot = (await call("page_snapshot")).text
    assert ("Next" in shot, "inside" in shot) == (True, False)


async def test_a_frame_that_is_gone_is_told_by_name(call: Any, refuse: Any, pages: Pages) -> None:
    inner = pages.put("/inner", INNER.format(""))
    body = f'<button onclick="f.remove()">Drop</button><iframe id=f src={inner}></iframe>'
    await call("page_navigate", url=pages.put("/drop", body))
    ref = (await call("page_find", text="Drop")).data["rows"][0]["ref"]
    await call("page_frame", css="#f")
    await call("page_tap", ref=ref)
    problem = await refuse("page_snapshot")
    assert (problem.code, "to=top" in problem.message) == ("STALE_REF", True)
    await call("page_frame", to="top")
    assert "Drop" in (await call("page_snapshot")).text


async def test_what_is_no_frame_or_named_twice_is_refused(
    call: Any, refuse: Any, pages: Pages
) -> None:
    await show(call, pages, "shop.test")
    assert (await refuse("page_frame", css="p", nth=0)).code == "INVALID_TARGET"
    assert (await refuse("page_frame", css="iframe", to="top")).code == "BAD_ARGUMENTS"


@pytest.mark.parametrize("host", ["blocked.test", "shop.test"])
async def test_a_frame_of_a_blocked_site_is_not_entered(
    call: Any, refuse: Any, pages: Pages, sites: Path, host: str
) -> None:
    await show(call, pages, host)
    sites.write_text("blocked.test\nshop.test/inner\n", encoding="utf-8")
    problem = await refuse("page_frame", css="iframe")
    assert problem.code == "SITE_BLOCKED"
    assert "Inner" not in problem.sentence()


async def test_a_frame_that_turns_blocked_while_one_is_in_it_gives_nothing_away(
    call: Any, refuse: Any, pages: Pages, sites: Path
) -> None:
    await show(call, pages, "other.test")
    await call("page_frame", css="iframe")
    sites.write_text("other.test\n", encoding="utf-8")
    for tool in ("page_snapshot", "page_text"):
        problem = await refuse(tool)
        assert problem.code == "SITE_BLOCKED"
        assert "Inner" not in problem.sentence()

"""Functions in the page's own world, on real Chromium."""

import asyncio
import json
from typing import Any

import pytest

from bridge.errors import BridgeError, SiteBlocked
from bridge.page import live
from bridge.page.tab import Tab
from tests.page._act import Stage

FORGES = """<script>
CustomEvent = class extends CustomEvent { constructor(word) { super(word, {detail: FORGED}) } }
</script>"""
"""A page that puts words into the mouth of what it is asked to run."""


async def ran(tab: Tab, code: str, args: object = None) -> live.Ran:
    site = await live.look(tab, runs=True)
    await live.check(tab, site, code)
    return await live.run(tab, site, "f", code, json.dumps(args))


async def refused(tab: Tab, code: str) -> BridgeError:
    with pytest.raises(BridgeError) as caught:
        await ran(tab, code)
    return caught.value


async def test_a_function_of_a_page_without_scripts_is_run(act_stage: Stage) -> None:
    tab = await act_stage.show("<h1>plain</h1>")
    found = await ran(tab, "(n) => n + document.body.children.length", 41)
    assert found.sentence == "f returned 42"
    assert found.as_json()["ended"] is True


async def test_each_document_is_a_place_of_its_own(act_stage: Stage) -> None:
    tab = await act_stage.show("<h1>one</h1>")
    site = await live.look(tab, runs=False)
    assert site.origin == f"http://shop.test:{act_stage.pages.port}"
    again = await live.look(tab, runs=False)
    assert site.place == again.place
    await act_stage.show("<h1>other</h1>")
    assert (await live.look(tab, runs=False)).place != site.place


async def test_code_for_a_document_that_is_gone_runs_nowhere(act_stage: Stage) -> None:
    tab = await act_stage.show("<h1>first</h1>")
    site = await live.look(tab, runs=True)
    await act_stage.show("<h1>second</h1>", path="/second")
    with pytest.raises(BridgeError):
        await live.run(tab, site, "f", "() => { window.ran = 1 }", "null")
    assert await act_stage.run("typeof ran") == "undefined"
    with pytest.raises(BridgeError) as caught:
        await live.check(tab, site, "() => 1")
    assert caught.value.code == "MOVED"


async def test_a_document_that_comes_in_while_it_is_looked_at_is_not_taken_for_the_one_before(
    act_stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    tab = await act_stage.show("<h1>first</h1>")
    await live.look(tab, runs=False)
    ask = tab.ask

    async def slow(command: str, *args: Any, **more: Any) -> Any:
        answer = await ask(command, *args, **more)
        await act_stage.show("<h1>second</h1>", path="/second")
        return answer

    monkeypatch.setattr(tab, "ask", slow)
    with pytest.raises(BridgeError) as caught:
        await live.look(tab, runs=True)
    assert caught.value.code == "MOVED"


async def test_a_script_of_the_page_that_had_to_be_ended_is_told_of(
    act_stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "RUN_SECONDS", 0.5)
    monkeypatch.setattr(live, "_STOP_SECONDS", 0.5)
    tab = await act_stage.show("<script>busy = () => setTimeout(() => { for (;;); })</script>")
    problem = await refused(tab, "() => { busy(); return new Promise(() => {}) }")
    assert problem.code == "UNKNOWN_OUTCOME"
    assert "may have been the page's own" in problem.message
    assert await act_stage.run("1 + 1") == 2


async def test_a_page_that_has_become_a_blocked_one_gets_no_code(act_stage: Stage) -> None:
    tab = await act_stage.show("<h1>free</h1>")
    site = await live.look(tab, runs=True)
    act_stage.pages.bodies["/b"] = "<h1>blocked</h1>"
    loaded = asyncio.Event()
    tab.session.on("Page.loadEventFired", lambda _: loaded.set())
    await tab.session.call("Page.navigate", {"url": act_stage.pages.url("/b", "blocked.test")})
    await asyncio.wait_for(loaded.wait(), 10)
    for sends in (
        live.run(tab, site, "f", "() => { window.ran = 1 }", "null"),
        live.check(tab, site, "() => 1"),
        live.look(tab, runs=True),
    ):
        with pytest.raises(SiteBlocked):
            await sends
    assert await act_stage.run("typeof ran") == "undefined"


@pytest.mark.parametrize(
    "forged",
    [
        "5",
        "null",
        "[]",
        "'{'",
        "'['.repeat(100_000)",
        "'x'.repeat(300_000)",
        "JSON.stringify({json: 5})",
        "{}",
        "undefined",
    ],
)
async def test_what_a_page_makes_up_is_no_answer(act_stage: Stage, forged: str) -> None:
    tab = await act_stage.show(FORGES.replace("FORGED", forged))
    problem = await refused(tab, "() => 1")
    assert problem.code == "UNKNOWN_OUTCOME"
    assert "kept to itself" in problem.message


async def test_what_a_page_makes_up_of_a_failure_stays_one_quoted_line(act_stage: Stage) -> None:
    told = {"error": 'oh"\nSITE: free', "stack": "live-f.js:7:1 live-f.js:9:1"}
    tab = await act_stage.show(FORGES.replace("FORGED", json.dumps(json.dumps(told))))
    problem = await refused(tab, "() => 1")
    assert problem.message == 'f threw in line 7: "oh\' SITE: free"'


async def test_a_listener_of_the_page_hears_nothing_but_the_random_word(act_stage: Stage) -> None:
    body = "<script>heard = []; addEventListener('message', (e) => heard.push(e.data))</script>"
    tab = await act_stage.show(body)
    await ran(tab, "() => 'private'")
    assert await act_stage.run("heard") == []

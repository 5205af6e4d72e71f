"""Code that an agent brings along, on the virtual phone, through the door."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bridge.live import Code
from bridge.page import live
from bridge.places import live_kept_file, live_sites_file, sites_file, state_folder
from bridge.tools.call import persons_live
from tests.tools._pages import Pages, serving

SUM = "(args) => args.a + args.b"
STRICT = "default-src 'none'; script-src 'none'; require-trusted-types-for 'script'"


@pytest.fixture
def pages() -> Iterator[Pages]:
    with serving() as served:
        yield served


@pytest.fixture
def allowed() -> Path:
    """A person has allowed code on shop.test."""
    path = live_sites_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("shop.test\n")
    return path


async def ran(call: Any, code: str, args: object = None) -> Any:
    await call("page_inject", name="f", code=code)
    return await call("page_run", name="f", args=json.dumps(args))


@pytest.mark.parametrize("tool", ["page_inject", "page_run"])
async def test_code_is_off_until_a_person_allows_it(
    call: Any, refuse: Any, pages: Pages, tool: str
) -> None:
    await call("page_navigate", url=pages.put("/", "<title>before</title>"))
    more = {"code": SUM} if tool == "page_inject" else {}
    refused = await refuse(tool, name="sum", **more)
    assert refused.code == "LIVE_OFF", refused.message
    assert f"`tapbridge live allow shop.test:{pages.port}`" in refused.hint


@pytest.mark.usefixtures("allowed")
async def test_a_function_is_injected_and_run(call: Any, pages: Pages) -> None:
    await call("page_navigate", url=pages.put("/", "<script>mine = 40</script>"))
    told = await call("page_inject", name="sum", code=SUM)
    assert told.data["site"] == f"http://shop.test:{pages.port}"
    told = await call("page_run", name="sum", args='{"a": 1, "b": 2}')
    assert "sum returned 3" in told.text
    assert told.data["json"] == "3"
    assert (await ran(call, "async () => { mine += 2; return {mine} }")).data[
        "json"
    ] == '{"mine":42}'
    assert "f returned nothing" in (await ran(call, "() => {}")).text
    await call("page_inject", name="echo", code="(args) => [args, args === null]")
    assert (await call("page_run", name="echo")).data["json"] == "[null,true]"


@pytest.mark.usefixtures("allowed")
async def test_no_policy_of_the_page_refuses_it(call: Any, pages: Pages) -> None:
    url = pages.put("/strict", "<title>strict</title>", Content_Security_Policy=STRICT)
    await call("page_navigate", url=url)
    told = await ran(call, "() => document.title + new Function('return 1')()")
    assert told.data["json"] == '"strict1"'


@pytest.mark.usefixtures("allowed")
async def test_a_navigation_drops_it(call: Any, refuse: Any, pages: Pages) -> None:
    url = pages.put("/", "<title>here</title>")
    await call("page_navigate", url=url)
    await ran(call, SUM, {"a": 1, "b": 2})
    await call("page_navigate", action="reload")
    refused = await refuse("page_run", name="f")
    assert refused.code == "TARGET_NOT_FOUND"
    assert refused.message == "f was dropped when the page navigated (it has none of yours now)"
    assert "you injected no g" in (await refuse("page_run", name="g")).message


@pytest.mark.usefixtures("allowed")
@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("(a) => {\n  return a +\n}", "line 3: SyntaxError"),
        ("let x = 1; (a) => x", "line 1: SyntaxError"),
        ("1), broken = 1, (() => 2", "SyntaxError"),
        ("() => 1], broken = 1, [2", "SyntaxError"),
        ("1 + 1", "gives no function"),
        ("(broken = 1, () => 2)", "gives no function"),
        ("(() => { for (;;); })()", "gives no function"),
        ("(() => { throw document.title })()", "gives no function"),
    ],
)
async def test_what_is_no_function_is_refused_and_nothing_of_it_runs(
    call: Any, refuse: Any, pages: Pages, code: str, told: str
) -> None:
    await call("page_navigate", url=pages.put("/", "<title>open-sesame</title>"))
    refused = await refuse("page_inject", name="f", code=code)
    assert refused.code == "BAD_ARGUMENTS"
    assert told in refused.message
    assert "sesame" not in refused.message
    assert (await ran(call, "() => typeof broken")).data["json"] == '"undefined"'


@pytest.mark.usefixtures("allowed")
async def test_what_is_thrown_is_told_with_its_line_and_fenced(
    call: Any, refuse: Any, pages: Pages
) -> None:
    await call("page_navigate", url=pages.put("/", "<title>open-sesame</title>"))
    for code in (
        "() => {\n  null.x\n}",
        "async () => {\n  await 1; throw new Error(document.title) }",
    ):
        await call("page_inject", name="bad", code=code)
        refused = await refuse("page_run", name="bad")
        assert refused.code == "ACTION_FAILED"
        assert "bad threw in line 2" in refused.message
        assert refused.message.startswith("[page ")
    await call("page_inject", name="bad", code="() => { throw { toString: null } }")
    assert "cannot be told" in (await refuse("page_run", name="bad")).message


@pytest.mark.usefixtures("allowed")
async def test_what_is_returned_is_bounded_and_plain_json(
    call: Any, refuse: Any, pages: Pages
) -> None:
    await call("page_navigate", url=pages.put("/", "<title>here</title>"))
    told = await ran(call, "() => '\\u2028\"\\\\'.repeat(14_000)")
    assert json.loads(told.data["json"]) == '\u2028"\\' * 14_000
    deep = "() => { let it = []; for (let n = 0; n < 3000; n++) it = [it]; return it }"
    assert (await ran(call, deep)).data["json"] == "[" * 3001 + "]" * 3001
    for large in ("() => 'x'.repeat(100_001)", "() => 'ü'.repeat(60_000)"):
        await call("page_inject", name="f", code=large)
        assert "more than 100000 bytes" in (await refuse("page_run", name="f")).message
    for odd in ("() => { const it = {}; it.it = it; return it }", "() => 10n"):
        await call("page_inject", name="f", code=odd)
        assert (await refuse("page_run", name="f")).code == "ACTION_FAILED"


@pytest.mark.usefixtures("allowed")
@pytest.mark.parametrize("args", ["{", "NaN", "[" * 200 + "]" * 200, "[" * 40_000])
async def test_arguments_are_json_within_bounds(refuse: Any, args: str) -> None:
    assert (await refuse("page_run", name="f", args=args)).code == "BAD_ARGUMENTS"


@pytest.mark.usefixtures("allowed")
async def test_arguments_arrive_as_they_are(call: Any, pages: Pages) -> None:
    await call("page_navigate", url=pages.put("/", "<title>here</title>"))
    text = "\u2028</script>`${1}`\\\"'\ud800"
    value = {"__proto__": None, "text": text, "n": [1.5, None, True]}
    told = await ran(call, "(args) => args.text + Object.keys(args)", value)
    assert json.loads(told.data["json"]) == f"{text}__proto__,text,n"


@pytest.mark.usefixtures("allowed")
async def test_a_loop_without_end_is_stopped_and_the_page_lives_on(
    call: Any, refuse: Any, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "RUN_SECONDS", 0.5)
    await call("page_navigate", url=pages.put("/", "<h1>here</h1>"))
    await call("page_inject", name="loop", code="() => { window.began = 1; for (;;); }")
    refused = await refuse("page_run", name="loop")
    assert refused.code == "UNKNOWN_OUTCOME"
    assert "was stopped in the middle" in refused.message
    monkeypatch.undo()
    assert (await ran(call, "() => began")).data["json"] == "1"


@pytest.mark.usefixtures("allowed")
async def test_what_only_waits_is_left_to_wait_and_nothing_else_is_ended(
    call: Any, refuse: Any, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(live, "RUN_SECONDS", 0.5)
    await call("page_navigate", url=pages.put("/", "<h1>here</h1>"))
    await call("page_inject", name="wait", code="() => new Promise((done) => { window.go = done })")
    refused = await refuse("page_run", name="wait")
    assert refused.code == "UNKNOWN_OUTCOME"
    assert "it waits for something" in refused.message
    monkeypatch.undo()
    assert (await ran(call, "() => typeof go")).data["json"] == '"function"'


@pytest.mark.usefixtures("allowed")
async def test_a_call_that_is_cancelled_leaves_no_loop_behind(call: Any, pages: Pages) -> None:
    await call("page_navigate", url=pages.put("/", "<h1>here</h1>"))
    loop = "() => { const ask = new XMLHttpRequest(); ask.open('GET', '/came', false); ask.send();"
    await call("page_inject", name="loop", code=f"{loop} window.began = 1; for (;;); }}")
    async with asyncio.TaskGroup() as group:
        running = group.create_task(call("page_run", name="loop"))
        await asyncio.to_thread(pages.came.wait, 20)
        running.cancel()
    assert (await ran(call, "() => began")).data["json"] == "1"


@pytest.mark.usefixtures("allowed")
async def test_a_dialog_of_the_function_is_told_and_answered(call: Any, pages: Pages) -> None:
    await call("page_navigate", url=pages.put("/", "<h1>here</h1>"))
    told = await ran(call, "() => { window.said = confirm('Sure?') }")
    assert 'f was started; it opened confirm "Sure?", which page_dialog answers' in told.text
    assert told.data["ended"] is False
    await call("page_dialog", accept=True)
    assert (await ran(call, "() => said")).data["json"] == "true"


@pytest.mark.usefixtures("allowed")
async def test_a_function_that_goes_elsewhere_is_told_so(call: Any, pages: Pages) -> None:
    await call("page_navigate", url=pages.put("/", "<h1>here</h1>"))
    there = pages.put("/there", "<h1>there</h1>")
    told = await ran(call, f"() => new Promise(() => {{ location.href = {json.dumps(there)} }})")
    assert there in told.text
    assert "what it returns is not known" in told.text


@pytest.mark.usefixtures("allowed")
async def test_a_page_that_hides_the_answer_is_told_of(
    call: Any, refuse: Any, pages: Pages
) -> None:
    for hides in (
        "dispatchEvent = () => {}",
        "JSON.stringify = () => '[5'",
        "const was = dispatchEvent; CustomEvent = Event",
    ):
        await call("page_navigate", url=pages.put("/", f"<script>{hides}</script>"))
        await call("page_inject", name="f", code="() => 1")
        refused = await refuse("page_run", name="f")
        assert refused.code == "UNKNOWN_OUTCOME", hides
        assert "kept to itself" in refused.message


@pytest.mark.usefixtures("allowed")
async def test_nothing_of_ours_is_left_in_the_page(call: Any, pages: Pages) -> None:
    body = "<script>const was = new Set(Object.getOwnPropertyNames(window))</script>"
    await call("page_navigate", url=pages.put("/", body))
    await ran(call, SUM, {"a": 1, "b": 2})
    new = "() => Object.getOwnPropertyNames(window).filter((name) => !was.has(name))"
    assert (await ran(call, new)).data["json"] == "[]"


async def test_a_site_of_which_a_part_is_blocked_takes_no_code(
    call: Any, refuse: Any, pages: Pages, allowed: Path
) -> None:
    await call("page_navigate", url=pages.put("/", "<h1>here</h1>"))
    await ran(call, SUM, {"a": 1, "b": 2})
    sites_file().write_text("shop.test/account\n")
    for tool, more in (("page_run", {}), ("page_inject", {"code": SUM})):
        assert (await refuse(tool, name="f", **more)).code == "SITE_BLOCKED"
    sites_file().write_text("shop.test\n")
    assert (await refuse("page_run", name="f")).code == "SITE_BLOCKED"
    sites_file().unlink()
    allowed.write_text("")
    assert (await refuse("page_run", name="f")).code == "LIVE_OFF"


@pytest.mark.parametrize(
    ("body", "headers"),
    [("<h1>here</h1>", {"Content_Security_Policy": "sandbox allow-scripts"})],
)
@pytest.mark.usefixtures("allowed")
async def test_a_page_without_a_site_of_its_own_takes_no_code(
    call: Any, refuse: Any, pages: Pages, body: str, headers: dict[str, str]
) -> None:
    await call("page_navigate", url=pages.put("/", body, **headers))
    assert (await refuse("page_inject", name="f", code=SUM)).code == "LIVE_OFF"
    await call("page_navigate", url="about:blank")
    assert (await refuse("page_inject", name="f", code=SUM)).code == "LIVE_OFF"


@pytest.mark.usefixtures("allowed")
async def test_the_journal_names_the_code_and_holds_none_of_it(call: Any, pages: Pages) -> None:
    await call("page_navigate", url=pages.put("/", "<h1>here</h1>"))
    code = "(args) => 'open' + args"
    await call("page_inject", name="sesame", code=code)
    await call("page_run", name="sesame", args='"-sesame-word"')
    journal = (state_folder() / "journal.jsonl").read_text()
    rows = [json.loads(line) for line in journal.splitlines()][-2:]
    digest = Code("sesame", code, "").digest
    assert [row["about"] for row in rows] == [f"sesame@{digest}"] * 2
    assert "sesame-word" not in journal
    assert "=>" not in journal


@pytest.mark.usefixtures("allowed")
async def test_a_kept_function_is_injected_by_its_name_on_its_own_site(
    call: Any, refuse: Any, pages: Pages
) -> None:
    live_kept_file().unlink(missing_ok=True)
    url = pages.put("/", "<h1>here</h1>")
    await call("page_navigate", url=url)
    assert (await refuse("page_inject", name="sum")).code == "TARGET_NOT_FOUND"
    person = persons_live()
    person.keep(Code("sum", SUM, f"http://shop.test:{pages.port}"))
    person.keep(Code("other", SUM, "http://other.test"))
    await call("page_inject", name="sum")
    assert (await call("page_run", name="sum", args='{"a": 4, "b": 5}')).data["json"] == "9"
    assert (await refuse("page_inject", name="other")).code == "TARGET_NOT_FOUND"

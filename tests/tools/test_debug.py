"""Debugging a page on the virtual phone: its console, its requests, what it is told."""

import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.tools._pages import Pages, serving
from tests.tools.conftest import Call, Refuse

TALKS = """<p id=p></p><script>
const touched = [];
console.log("plain", {name: "Ada", get trap() { touched.push(1); return 1; }}, [1, "two"]);
console.table([{a: 1}]);
console.group("inside");
for (let i = 0; i < 3; i++) console.warn("again");
console.groupEnd();
console.debug("small talk");
function fail() { throw new TypeError("broken"); }
setTimeout(fail);
setTimeout(() => p.textContent = "said" + touched.length, 50);
</script>"""

SAYS = "<p id=p></p><script>console.log('{}'); p.textContent = 'said'</script>"


@pytest.fixture
def pages() -> Iterator[Pages]:
    with serving() as served:
        yield served


async def opened(call: Call, url: str, text: str = "said") -> None:
    """Open a page and wait until it shows this text."""
    await call("page_navigate", url=url)
    await call("page_wait", page_text=text)


async def test_a_console_is_told_with_levels_groups_repeats_and_no_getter_is_run(
    call: Call, pages: Pages
) -> None:
    url = pages.put("/talks", TALKS)
    await opened(call, url, "said0")
    told = await call("page_console")
    first, *lines = told.text.splitlines()[:-1]
    assert first.startswith("[page ")
    assert told.untrusted
    at = f"({url}:"
    begins = [
        '#1 info: plain {name: "Ada", trap: (…)} [1, "two"] ' + at,
        "#2 info: [{a: 1}] " + at,
        "#3 info: ▸ inside " + at,
        "#4   warning: again " + at,
        f"#6 error: exception: Uncaught TypeError: broken (fail {url}:",
    ]
    assert [line.startswith(begin) for line, begin in zip(lines, begins, strict=True)] == [True] * 5
    assert lines[3].endswith(" x3")
    assert [row["count"] for row in told.data["rows"]] == [1, 1, 1, 3, 1]


async def test_a_console_is_narrowed_and_one_entry_is_told_whole(
    call: Call, refuse: Refuse, pages: Pages
) -> None:
    await opened(call, pages.put("/talks", TALKS), "said0")

    async def numbers(**args: Any) -> list[int]:
        return [row["number"] for row in (await call("page_console", **args)).data["rows"]]

    assert await numbers(level="debug") == [1, 2, 3, 4, 5, 6]
    assert await numbers(level="error") == [6]
    assert await numbers(grep="AGAIN") == [4]
    assert await numbers(since=3) == [4, 6]
    assert await numbers(limit=2) == [4, 6]
    assert "[3 older ones fit too" in (await call("page_console", limit=2)).text
    whole = await call("page_console", entry=6)
    assert whole.data["stack"][0].startswith("fail http://shop.test")
    assert whole.text.count("broken") == 1
    refused = await refuse("page_console", entry=77)
    assert refused.code == "ENTRY_NOT_FOUND"


async def test_chrome_reports_are_in_the_console(call: Call, pages: Pages) -> None:
    body = "<p id=p></p><img src=/gone><script>onload = () => p.textContent = 'said'</script>"
    policy = "default-src 'self'; script-src 'unsafe-inline'"
    url = pages.put("/policy", body, Content_Security_Policy=policy)
    pages.bodies["/policy"] = (
        pages.bodies["/policy"][0].replace("/gone", "http://other.test/x.png"),
        pages.bodies["/policy"][1],
    )
    await call("page_console")
    await opened(call, url)
    told = await call("page_console", grep="content security policy")
    assert "security" in told.text
    assert "http://other.test/x.png" in told.text


async def test_a_blocked_page_and_what_it_said_before_are_not_told(
    call: Call, refuse: Refuse, pages: Pages, sites: Path
) -> None:
    await opened(call, pages.put("/one", SAYS.format("word-of-the-blocked"), host="bank.test"))
    await opened(call, pages.put("/two", SAYS.format("word-of-the-free")))
    assert "word-of-the-blocked" in (await call("page_console")).text
    sites.write_text("bank.test\n")
    for tool, total in (("page_console", 1), ("page_network", 0)):
        told = await call(tool)
        assert "bank" not in told.text
        assert "of-the-blocked" not in told.text
        assert told.data["total"] == total
    assert (await refuse("page_console", entry=1)).code == "ENTRY_NOT_FOUND"
    sites.write_text("shop.test\n")
    for tool in ("page_console", "page_network", "page_emulate"):
        refused = await refuse(tool)
        assert refused.code == "SITE_BLOCKED"
        assert "word" not in str(refused)
    assert (await refuse("page_emulate", network="offline")).code == "SITE_BLOCKED"


async def test_what_a_blocked_frame_said_and_asked_for_is_neither_told_nor_counted(
    call: Call, pages: Pages, sites: Path
) -> None:
    sites.write_text("bank.test\n")
    inner = pages.put(
        "/inner",
        "<script>console.log('word-of-the-blocked'); fetch('/of-the-blocked');"
        "throw Error('word-of-the-blocked')</script>",
        host="bank.test",
    )
    outer = pages.put(
        "/outer", f"<p id=p></p><iframe src={inner}></iframe>" + SAYS.format("word-of-the-free")
    )
    await call("page_network")
    sites.write_text("")  # so that the frame comes in at all
    await call("page_navigate", url=outer)
    sites.write_text("bank.test\n")
    await call("page_navigate", url=pages.put("/next", SAYS.format("another")))
    await call("page_tabs", action="open", url=pages.put("/third", SAYS.format("third")))
    for tool in ("page_console", "page_network"):
        assert "bank" not in (await call(tool)).text


async def test_a_page_loaded_before_its_console_was_read_is_not_told_to_ask_for_nothing(
    call: Call,
) -> None:
    await call("page_console")  # has requests recorded too
    assert "none since recording began: reload" in (await call("page_network")).text


async def test_requests_are_told_with_headers_both_ways_and_keys_left_out(
    call: Call, pages: Pages
) -> None:
    body = """<p id=p></p><script>
    document.cookie = "sid=c00kie-value";
    fetch("/api?q=word&access_token=t0ken-value", {headers:
      {Authorization: "Bearer b3arer-value", "X-Api-Key": "k3y-value", "X-Plain": "plain-value"}})
    .then((got) => got.text()).then(() => p.textContent = "said");
    </script>"""
    url = pages.put("/asks", body)
    pages.put("/api", '{"fine": true}', Set_Cookie="other=s3t-value", X_Answer="answer-value")
    first = await call("page_network")
    assert "recorded from now on" in first.text
    await opened(call, url)
    assert "there are document, fetch" in (await call("page_network", type="xhr")).text
    told = await call("page_network", type="fetch")
    (row,) = told.data["rows"]
    assert (row["method"], row["status"], row["failed"]) == ("GET", 200, "")
    assert row["ms"] >= 0
    told_whole = await call("page_network", entry=row["number"])
    (step,) = told_whole.data["steps"]
    assert step["sent"]["Authorization"] == "[redacted]"
    whole = told_whole.text
    for said in ("plain-value", "answer-value", "q=word", "> GET http", "< 200"):
        assert said in whole
    for name in ("c00kie", "t0ken", "b3arer", "k3y", "s3t"):
        assert f"{name}-value" not in whole + told.text
    assert whole.lower().count("[redacted]") >= 5


async def test_a_short_body_is_shown_and_a_long_one_is_put_into_a_file_of_this_user(
    call: Call, refuse: Refuse, pages: Pages
) -> None:
    body = """<p id=p></p><script>
    const read = (path) => fetch(path).then((got) => got.text());
    Promise.all([read("/short"), read("/long")])
    .then(() => fetch("/short", {method: "POST", body: "sent-word"}))
    .finally(() => p.textContent = "said");
    </script>"""
    url = pages.put("/asks", body)
    pages.put("/short", "short-word")
    pages.put("/long", "long-word password: hunter2-hunter2 " * 500)
    await call("page_network")
    await opened(call, url)

    async def number(grep: str) -> int:
        rows = (await call("page_network", grep=grep)).data["rows"]
        return int(rows[0]["number"])

    shown = await call("page_network", entry=await number("GET 200 fetch"), body="response")
    assert "short-word" in shown.text
    saved = await call("page_network", entry=await number("/long"), body="response")
    assert "long-word" not in saved.text
    file = Path(saved.data["file"])
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert file.name.endswith("-response.html")
    assert "long-word" in file.read_text("utf-8")
    assert "hunter2" not in file.read_text("utf-8")
    post = await call("page_network", entry=await number("POST"), body="request")
    assert "sent-word" in post.text
    refused = await refuse("page_network", entry=await number("/long"), body="request")
    assert refused.code == "NO_BODY"
    assert (await refuse("page_network", body="request")).code == "BAD_ARGUMENTS"


BELIEVES = """<p id=p></p><script>
const told = () => p.textContent = [
  matchMedia("(prefers-color-scheme: dark)").matches,
  matchMedia("(prefers-reduced-motion: reduce)").matches,
  navigator.onLine,
].join();
setInterval(told, 20);
</script>"""
PLAIN = "false,false,true"


async def test_what_is_emulated_is_said_and_taken_back(call: Call, pages: Pages) -> None:
    await opened(call, pages.put("/believes", BELIEVES), PLAIN)
    assert (await call("page_emulate")).text == "emulated: nothing"
    told = await call("page_emulate", color_scheme="dark", reduced_motion=True, network="offline")
    assert told.text == "emulated: network offline; color scheme dark; reduced motion"
    await call("page_wait", page_text="true,true,false")
    told = await call("page_emulate", network="online", reduced_motion=False)
    assert told.data["emulated"] == {"color_scheme": "dark", "reduced_motion": False}
    await call("page_wait", page_text="true,false,true")
    told = await call("page_emulate", reset=True)
    assert told.text == "emulated: nothing"
    await call("page_wait", page_text=PLAIN)


async def test_an_open_dialog_holds_emulation_up_and_not_the_console(
    call: Call, refuse: Refuse, pages: Pages
) -> None:
    body = "<button onclick=alert('Stop')>Ask</button><script>console.log('early')</script>"
    await call("page_navigate", url=pages.put("/dialog", body))
    await call("page_tap", text="Ask")
    refused = await refuse("page_wait", page_text="never there")
    assert refused.code == "DIALOG_OPEN"
    assert (await refuse("page_emulate", network="offline")).code == "DIALOG_OPEN"
    assert (await call("page_emulate")).text == "emulated: nothing"
    assert "early" in (await call("page_console")).text
    await call("page_dialog", accept=True)

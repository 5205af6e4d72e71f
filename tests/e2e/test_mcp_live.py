"""Code in pages, and timers, through a real MCP client in both protocol eras."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from mcp import Client
from typing_extensions import override

from bridge.app import Bridge, open_bridge
from bridge.places import live_sites_file, sites_file, state_folder
from bridge.policy import Choice
from bridge.serve.mcp_server import build
from bridge.settings import Settings
from bridge.tools.approvals import Answer, Question
from tests.e2e._hosts import said
from tests.tools._pages import Pages, serving

WORD = "open-sesame"
BODY = f"<title>{WORD}</title><h1>{WORD}</h1>"
READS = "() => document.title"


@pytest.fixture
async def bridge(phone: Any) -> AsyncIterator[Bridge]:
    settings = Settings.model_validate({"adb": {"port": phone.adb_port}, "serial": phone.serial})
    live_sites_file().parent.mkdir(parents=True, exist_ok=True)
    async with open_bridge(settings) as bridge:
        yield bridge


@pytest.fixture(params=["auto", "legacy"])
async def client(request: pytest.FixtureRequest, bridge: Bridge) -> AsyncIterator[Client]:
    """A host in one protocol era, whose calls go to the virtual phone."""
    families = frozenset({"live", "host"})
    server = build(bridge.door, client="e2e", several=bridge.several, families=families)
    async with Client(server, mode=request.param) as client:
        yield client


@pytest.fixture
def pages() -> Iterator[Pages]:
    with serving() as served:
        yield served


async def test_a_person_allows_code_and_takes_it_back(client: Client, pages: Pages) -> None:
    await said(client, "page_navigate", url=pages.put("/", BODY))
    off = await said(client, "page_inject", name="title", code=READS)
    assert off.startswith("LIVE_OFF: ")
    assert f"tapbridge live allow shop.test:{pages.port}" in off
    live_sites_file().write_text(f"shop.test:{pages.port}\n")
    assert "is there until" in await said(client, "page_inject", name="title", code=READS)
    told = await said(client, "page_run", name="title")
    assert f'title returned "{WORD}"' in told
    assert told.startswith("[page ")
    live_sites_file().write_text("")
    assert (await said(client, "page_run", name="title")).startswith("LIVE_OFF: ")
    rows = [json.loads(x) for x in (state_folder() / "journal.jsonl").read_text().splitlines()]
    assert [(row["tool"], row["code"], "about" in row) for row in rows[-4:]] == [
        ("page_inject", "LIVE_OFF", False),
        ("page_inject", "OK", True),
        ("page_run", "OK", True),
        ("page_run", "LIVE_OFF", False),
    ]


@pytest.mark.parametrize("rule", ["shop.test", "shop.test/account", "only:other.test"])
async def test_a_blocked_site_wins(client: Client, pages: Pages, rule: str) -> None:
    live_sites_file().write_text("shop.test\n")
    await said(client, "page_navigate", url=pages.put("/", BODY))
    await said(client, "page_inject", name="title", code=READS)
    sites_file().write_text(f"{rule}\n")
    for tool, more in (("page_inject", {"code": READS}), ("page_run", {})):
        told = await said(client, tool, name="title", **more)
        assert told.startswith("SITE_BLOCKED: ")
        assert WORD not in told
        assert "account" not in told


async def test_what_came_back_when_the_site_was_blocked_meanwhile_is_thrown_away(
    client: Client, pages: Pages, monkeypatch: pytest.MonkeyPatch
) -> None:
    live_sites_file().write_text("shop.test\n")
    await said(client, "page_navigate", url=pages.put("/", BODY))
    waits = "async () => { await fetch('/came'); return document.title }"
    await said(client, "page_inject", name="title", code=waits)
    body = pages.bodies

    class Blocking(dict[str, Any]):
        @override
        def get(self, path: str, other: Any = None) -> Any:
            if path == "/came":
                sites_file().write_text("shop.test\n")
            return body.get(path, other)

    monkeypatch.setattr(pages, "bodies", Blocking())
    told = await said(client, "page_run", name="title")
    assert pages.came.is_set()
    assert told.startswith("SITE_BLOCKED: ")
    assert WORD not in told


async def test_a_function_that_leads_to_a_blocked_site_is_stopped(
    client: Client, pages: Pages
) -> None:
    live_sites_file().write_text("shop.test\n")
    sites_file().write_text("blocked.test\n")
    await said(client, "page_navigate", url=pages.put("/", BODY))
    there = pages.put("/there", "<h1>secret</h1>", host="blocked.test")
    await said(client, "page_inject", name="go", code=f"() => {{ location.href = '{there}' }}")
    told = await said(client, "page_run", name="go")
    assert "blocked.test" not in told
    assert WORD in await said(client, "page_snapshot")


class Person:
    """Somebody who is asked, and says one thing."""

    present = True

    def __init__(self, answer: Answer) -> None:
        self.answer = answer
        self.asked: list[str] = []

    async def ask(self, question: Question) -> Answer:
        self.asked.append(question.text)
        return self.answer


@pytest.mark.parametrize(("answer", "told"), [(Answer.ONCE, "returned"), (Answer.NO, "DECLINED: ")])
async def test_a_person_who_wants_to_be_asked_is(
    client: Client, bridge: Bridge, pages: Pages, answer: Answer, told: str
) -> None:
    live_sites_file().write_text("shop.test\n")
    await said(client, "page_navigate", url=pages.put("/", BODY))
    await said(client, "page_inject", name="title", code=READS)
    person = Person(answer)
    bridge.door.approvals.askers.append(person)
    bridge.door.approvals.chosen["live-code"] = Choice.CONFIRM
    assert told in await said(client, "page_run", name="title")
    (asked,) = person.asked
    assert 'wants to run code of its own, "title", in the page on shop.test' in asked


async def test_a_lent_secret_neither_goes_in_nor_comes_out(
    client: Client, bridge: Bridge, pages: Pages
) -> None:
    live_sites_file().write_text("shop.test\n")
    value = "caN4ry-S3cret"
    url = pages.put("/", f"<input value={value}>")
    handle = bridge.door.sealer.vault.add("login", value, url)
    await said(client, "page_navigate", url=url)
    code = "(args) => document.querySelector('input').value"
    await said(client, "page_inject", name="reads", code=code)
    told = await said(client, "page_run", name="reads")
    assert value not in told
    assert "secret:login" in told
    told = await said(client, "page_run", name="reads", args=json.dumps(handle))
    assert told.startswith("SECRET_NOT_RELEASABLE: ")


async def test_a_persons_pause_stops_a_function_in_the_middle(
    client: Client, bridge: Bridge, pages: Pages
) -> None:
    live_sites_file().write_text("shop.test\n")
    await said(client, "page_navigate", url=pages.put("/", BODY))
    ask = "const ask = new XMLHttpRequest(); ask.open('GET', '/came', false); ask.send();"
    await said(client, "page_inject", name="loop", code=f"() => {{ {ask} for (;;); }}")
    async with asyncio.TaskGroup() as group:
        call = group.create_task(said(client, "page_run", name="loop"))
        await asyncio.to_thread(pages.came.wait, 20)
        assert await bridge.door.owners.pause(None) == 1
    bridge.door.owners.resume(None)
    assert call.result().startswith("UNKNOWN_OUTCOME: the person paused")
    assert WORD in await said(client, "page_snapshot")


async def test_a_host_times_what_it_does(client: Client, bridge: Bridge) -> None:
    assert "due in 90 s" in await said(client, "timer_start", name="tea", seconds=90)
    assert "tea: " in await said(client, "timer_status")
    assert [t["name"] for t in bridge.timers.every()] == ["tea"]
    assert (await said(client, "timer_stop", name="tea")).startswith("stopped tea: ")
    assert (await said(client, "timer_stop", name="tea")).startswith("BAD_ARGUMENTS: ")

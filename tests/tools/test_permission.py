"""A call that needs a person, through the door: what is held meanwhile, and what is looked at."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from bridge.errors import BridgeError
from bridge.guard import Guard
from bridge.journal import Journal
from bridge.policy import Fact
from bridge.settings import PolicySettings
from bridge.tools.approvals import Answer, Approvals, Question
from bridge.tools.call import Caller, Door
from bridge.tools.leave import need
from bridge.tools.spec import Args, Effect, Result, Surface, Tool, tool
from tests.tools.test_call import OnePhone, Tab

LONG = f"https://far.test/?{'x' * 600}"
AGENT, OTHER = Caller("an agent", "mcp", "c1"), Caller("another", "mcp", "c2")


class Where(Args):
    url: str | None = None
    action: str | None = None


class Nothing(Args):
    pass


@tool(Surface.TAB, Effect.ACT)
async def page_navigate(tab: Tab, args: Where) -> Result:
    """Go somewhere."""
    tab.did.append("went")
    return Result("went")


@tool(Surface.BROWSER, Effect.ACT)
async def page_tabs(browser: OnePhone, args: Where) -> Result:
    """Open a tab."""
    browser.tab.did.append("opened")
    return Result("opened")


@tool(Surface.TAB, Effect.ACT)
async def give(tab: Tab, args: Nothing) -> Result:
    """Find out on the way that a person has to be asked."""
    need(Fact("secret-release", "fill in a secret"))
    need(Fact("secret-off-scope", "give another away", "far.test"))
    tab.did.append("gave")
    return Result("gave")


@tool(Surface.TAB, Effect.ACT)
async def page_submit(tab: Tab, args: Nothing) -> Result:
    """Send a form."""
    tab.did.append("sent")
    return Result("sent")


@tool(Surface.TAB, Effect.ACT)
async def turn(tab: Tab, args: Nothing) -> Result:
    """Go to another site."""
    tab.did.append("turned")
    tab.url = "http://elsewhere.test/"
    return Result("turned")


class Person:
    """Answers questions when told to."""

    present = True

    def __init__(self) -> None:
        self.questions: list[Question] = []
        self.said: asyncio.Queue[Answer] = asyncio.Queue()
        self.asked = asyncio.Event()

    async def ask(self, question: Question) -> Answer:
        self.questions.append(question)
        self.asked.set()
        return await self.said.get()

    async def wait(self) -> None:
        async with asyncio.timeout(5):
            await self.asked.wait()
        self.asked.clear()


@pytest.fixture
def person() -> Person:
    return Person()


@pytest.fixture
def phone() -> OnePhone:
    return OnePhone()


@pytest.fixture
def door(tmp_path: Path, phone: OnePhone, person: Person) -> Door:
    (tmp_path / "sites.txt").write_text("blocked.test\n")
    tools: tuple[Tool, ...] = (page_navigate, page_tabs, give, page_submit, turn)
    shown: Any = phone
    made = Door(
        shown,
        shown,
        Guard(tmp_path / "sites.txt", seconds=2),
        Journal(tmp_path, max_bytes=100_000),
        frozenset(each.name for each in tools),
        catalogue={each.name: each for each in tools},
    )
    made.approvals.askers.append(person)
    return made


@pytest.fixture
async def calls() -> AsyncIterator[Callable[..., "asyncio.Task[str]"]]:
    """Start calls whose answers, or codes, are read later."""
    async with asyncio.TaskGroup() as group:

        def start(door: Door, name: str, who: Caller = AGENT, **args: Any) -> "asyncio.Task[str]":
            return group.create_task(told(door, name, who, **args))

        yield start


Calls = Callable[..., "asyncio.Task[str]"]


async def told(door: Door, name: str, who: Caller = AGENT, **args: Any) -> str:
    try:
        return (await door.call(name, args, who)).text
    except BridgeError as fault:
        return fault.code


def decisions(tmp_path: Path) -> list[str]:
    lines = (tmp_path / "journal.jsonl").read_text().splitlines()
    return [json.loads(line).get("decision", "") for line in lines]


@pytest.mark.parametrize(
    ("name", "args", "did"),
    [("page_navigate", {}, "went"), ("page_tabs", {"action": "open"}, "opened")],
)
async def test_a_call_goes_on_when_the_person_allows_it(
    door: Door,
    phone: OnePhone,
    person: Person,
    calls: Calls,
    *,
    tmp_path: Path,
    name: str,
    args: dict[str, Any],
    did: str,
) -> None:
    going = calls(door, name, url=LONG, **args)
    await person.wait()
    assert phone.tab.did == []
    person.said.put_nowait(Answer.ONCE)
    assert await going == did
    assert phone.tab.did == [did]
    assert decisions(tmp_path) == ["url-payload:once"]


async def test_a_no_ends_it_and_nothing_was_done(
    door: Door, phone: OnePhone, person: Person, tmp_path: Path
) -> None:
    person.said.put_nowait(Answer.NO)
    assert await told(door, "page_navigate", url=LONG) == "DECLINED"
    assert phone.tab.did == []
    assert decisions(tmp_path) == ["url-payload:no"]


async def test_while_a_person_thinks_neither_lock_nor_lease_is_held(
    door: Door, phone: OnePhone, person: Person, calls: Calls
) -> None:
    going = calls(door, "page_navigate", url=LONG)
    await person.wait()
    assert not phone.lock.locked()
    assert door.owners.lease("one") is None
    assert await told(door, "page_navigate", OTHER, url="https://a.test/") == "went"
    person.said.put_nowait(Answer.ONCE)
    assert await going == "NOT_OWNER"


async def test_who_may_not_act_does_not_get_to_ask(door: Door, person: Person) -> None:
    assert await told(door, "page_navigate", OTHER, url="https://a.test/") == "went"
    assert await told(door, "page_navigate", url=LONG) == "NOT_OWNER"
    assert person.questions == []


async def test_a_pause_ends_the_question_and_a_paused_phone_asks_nothing(
    door: Door, phone: OnePhone, person: Person, calls: Calls, tmp_path: Path
) -> None:
    going = calls(door, "page_navigate", url=LONG)
    await person.wait()
    assert await door.owners.pause(None) == 1
    assert await going == "PAUSED_BY_PERSON"
    assert door.approvals.open() == ()
    assert await told(door, "page_navigate", url=LONG) == "PAUSED_BY_PERSON"
    assert len(person.questions) == 1
    assert phone.tab.did == []
    assert decisions(tmp_path)[0] == "url-payload:taken back"


async def test_a_cancelled_call_takes_its_question_back(
    door: Door, person: Person, tmp_path: Path
) -> None:
    going = asyncio.Task(told(door, "page_navigate", url=LONG))
    await person.wait()
    going.cancel()
    with pytest.raises(asyncio.CancelledError):
        await going
    assert door.approvals.open() == ()
    assert decisions(tmp_path) == ["url-payload:taken back"]


async def test_what_was_allowed_for_the_session_is_not_asked_again_until_the_lease_ends(
    door: Door, person: Person, tmp_path: Path
) -> None:
    person.said.put_nowait(Answer.SESSION)
    assert await told(door, "page_navigate", url=LONG) == "went"
    assert await told(door, "page_navigate", url=LONG) == "went"
    assert len(person.questions) == 1
    door.owners.left("c1")
    person.said.put_nowait(Answer.NO)
    assert await told(door, "page_navigate", url=LONG) == "DECLINED"
    assert decisions(tmp_path) == [
        "url-payload:session",
        "url-payload:remembered",
        "url-payload:no",
    ]


async def test_what_is_remembered_for_a_site_is_not_done_on_the_next_page_of_another(
    door: Door, phone: OnePhone, person: Person, calls: Calls
) -> None:
    door.approvals = Approvals(PolicySettings(form_submission="confirm"))
    door.approvals.askers.append(person)
    person.said.put_nowait(Answer.SESSION)
    assert await told(door, "page_submit") == "sent"
    async with phone.lock:  # the page turns between the look at it and the act
        sending = calls(door, "page_submit")
        turning = calls(door, "turn")
    assert await turning == "turned"
    assert await sending == "MOVED"
    assert phone.tab.did == ["sent", "turned"]


@pytest.mark.parametrize("changed", ["tab", "address"])
async def test_what_was_allowed_is_for_what_the_person_saw(
    door: Door, phone: OnePhone, person: Person, calls: Calls, changed: str
) -> None:
    going = calls(door, "page_navigate", url=LONG)
    await person.wait()
    if changed == "tab":
        phone.tab = Tab(target_id="B2")
    else:
        phone.tab.url = "http://elsewhere.test/"
    person.said.put_nowait(Answer.ONCE)
    assert await going == "MOVED"
    assert phone.tab.did == []


async def test_nobody_is_asked_about_a_blocked_page(
    door: Door, phone: OnePhone, person: Person
) -> None:
    phone.tab.url = "http://blocked.test/inbox"
    assert await told(door, "page_navigate", url=LONG) == "SITE_BLOCKED"
    assert person.questions == []


async def test_a_page_that_turned_blocked_while_the_person_thought_is_refused(
    door: Door, phone: OnePhone, person: Person, calls: Calls
) -> None:
    going = calls(door, "page_navigate", url=LONG)
    await person.wait()
    phone.tab.url = "http://blocked.test/inbox"
    person.said.put_nowait(Answer.ONCE)
    assert await going == "SITE_BLOCKED"


async def test_what_is_known_only_on_the_way_is_asked_too_and_the_handler_runs_anew(
    door: Door, phone: OnePhone, person: Person, tmp_path: Path
) -> None:
    person.said.put_nowait(Answer.ONCE)
    person.said.put_nowait(Answer.ONCE)
    assert await told(door, "give") == "gave"
    assert [each.rules for each in person.questions] == [("secret-release",), ("secret-off-scope",)]
    assert phone.tab.did == ["gave"]
    assert phone.explained == []


async def test_what_a_rule_denies_reaches_no_phone(
    door: Door, phone: OnePhone, person: Person, tmp_path: Path
) -> None:
    denying = Approvals(PolicySettings(url_payload="deny", secret_release="deny"))
    door.approvals = denying
    assert await told(door, "page_navigate", url=LONG) == "BLOCKED"
    assert phone.opened == 0
    assert await told(door, "give") == "BLOCKED"
    assert phone.tab.did == []
    assert decisions(tmp_path) == ["url-payload:denied", "secret-release:denied"]


async def test_what_no_rule_speaks_of_leaves_no_decision(door: Door, tmp_path: Path) -> None:
    assert await told(door, "page_navigate", url="https://a.test/") == "went"
    assert decisions(tmp_path) == [""]

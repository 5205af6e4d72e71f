import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, cast

import anyio
import pytest
from typing_extensions import override

from bridge.cdp import outgo
from bridge.errors import BridgeError, PhoneGone, ScreenFault, SiteBlocked
from bridge.guard import Guard
from bridge.journal import Journal
from bridge.tools import ALLOWED, CATALOGUE
from bridge.tools.call import Caller, Door
from bridge.tools.spec import Args, Effect, Result, Surface, Tool, tool

ME = Caller("test", "cli")


class Nothing(Args):
    pass


class Word(Args):
    word: str


class Patient(Args):
    timeout_ms: int = 0


@dataclass(eq=False)
class Tab:
    """A tab in name only: these tests are about the door."""

    url: str = "http://shop.test/"
    did: list[str] = field(default_factory=list)
    target_id: str = "A1"
    crossings: int = 0

    @property
    def places(self) -> tuple[str, ...]:
        return (self.url,)

    @property
    def standing(self) -> "Tab":
        return self

    def crossed(self, since: int) -> tuple[str, ...]:
        return ()

    def has_frame(self, fits: Callable[[str], bool]) -> bool:
        return False


@dataclass
class OnePhone:
    tab: Tab = field(default_factory=Tab)
    serial: str = "one"
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    asked: list[str | None] = field(default_factory=list)
    opened: int = 0
    left: list[Tab] = field(default_factory=list)
    worked: list[bool] = field(default_factory=list)
    released: int = 0
    explained: list[str] = field(default_factory=list)
    better: BridgeError | None = None

    async def phone(self, serial: str | None) -> "OnePhone":
        self.asked.append(serial)
        return self

    async def browser(self) -> "OnePhone":
        self.opened += 1
        return self

    @contextmanager
    def work(self, *, acts: bool) -> Iterator[None]:
        self.worked.append(acts)
        yield

    def leave(self, tab: Tab) -> None:
        self.left.append(tab)

    def release(self) -> None:
        self.released += 1

    async def explain(self, problem: BridgeError) -> BridgeError:
        self.explained.append(problem.code)
        return self.better if self.better is not None else problem

    async def front(self, *, revive: bool = False) -> Tab:
        return self.tab


@pytest.fixture
def sites(tmp_path: Path) -> Path:
    path = tmp_path / "sites.txt"
    path.write_text("blocked.test\n")
    return path


@pytest.fixture
def journal(tmp_path: Path) -> Path:
    return tmp_path / "journal.jsonl"


@pytest.fixture
def phone() -> OnePhone:
    return OnePhone()


MakeDoor = Callable[..., Door]


@pytest.fixture
def make_door(phone: OnePhone, sites: Path, journal: Path) -> MakeDoor:
    def make(*tools: Tool, allowed: set[str] | None = None) -> Door:
        names = {each.name for each in tools}
        return Door(
            cast("Any", phone),
            cast("Any", object()),
            Guard(sites, seconds=2),
            Journal(journal.parent, max_bytes=100_000),
            frozenset(names if allowed is None else allowed),
            catalogue={each.name: each for each in tools},
        )

    return make


def lines(journal: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in journal.read_text().splitlines()]


async def refused(door: Door, name: str, raw: dict[str, Any] | None = None) -> BridgeError:
    with pytest.raises(BridgeError) as caught:
        await door.call(name, raw or {}, ME)
    return caught.value


@tool(Surface.TAB, Effect.READ)
async def say(tab: Tab, args: Word) -> Result:
    """Say a word."""
    tab.did.append(args.word)
    return Result(f"page says {args.word}", untrusted=True)


def test_the_allowlist_names_exactly_the_catalogue() -> None:
    assert set(CATALOGUE) == set(ALLOWED)


async def test_page_text_goes_out_fenced_and_our_own_words_do_not(make_door: MakeDoor) -> None:
    @tool(Surface.HOST, Effect.READ)
    async def plain(host: object, args: Nothing) -> Result:
        """Answer."""
        return Result("ours")

    door = make_door(say, plain)
    told = await door.call("say", {"word": "hello"}, ME)
    first, body, last = told.text.splitlines()
    assert (first.startswith("[page "), body) == (True, "page says hello")
    assert last == f"[end {first.split()[1].rstrip(':')}]"
    assert (await door.call("plain", {}, ME)).text == "ours"


async def test_a_tool_off_the_allowlist_is_unknown(make_door: MakeDoor, phone: OnePhone) -> None:
    @tool(Surface.HOST, Effect.READ)
    async def shout(host: object, args: Nothing) -> Result:
        """Shout."""
        return Result("")

    fault = await refused(make_door(say, shout, allowed={"shout"}), "say", {"word": "x"})
    assert (fault.code, fault.hint) == ("UNKNOWN_TOOL", "There are: shout.")
    assert phone.tab.did == []


async def test_wrong_arguments_say_what_was_expected_and_not_what_was_given(
    make_door: MakeDoor,
) -> None:
    fault = await refused(make_door(say), "say", {"wrod": "s3cret"})
    assert fault.code == "BAD_ARGUMENTS"
    assert fault.message == "word: is required; wrod: no such argument"
    assert fault.hint == "say takes word (string, required)."
    assert "s3cret" not in fault.sentence()


@pytest.mark.parametrize(
    ("raw", "named"),
    [
        ({"word": "a\ud800"}, "word"),
        ({"word": {"in": ["\udfff"]}}, "word"),
        ({"word": "x", "serial": "\udcff"}, "serial"),
        ({"word": "x", "\ud800": 1}, "the name of an argument"),
        ({"word": "x", "more": {"\ud800": 1}}, "more"),
    ],
)
async def test_half_of_a_character_is_no_text_wherever_it_stands(
    make_door: MakeDoor, phone: OnePhone, raw: dict[str, Any], named: str
) -> None:
    fault = await refused(make_door(say), "say", raw)
    assert fault.code == "BAD_ARGUMENTS"
    assert fault.message == f"{named}: half of a character (a lone surrogate) is no text"
    assert (phone.asked, phone.tab.did) == ([], [])


async def test_a_tools_name_that_is_half_a_character_is_unknown(make_door: MakeDoor) -> None:
    fault = await refused(make_door(say), "say\ud800", {})
    assert fault.code == "UNKNOWN_TOOL"
    assert fault.sentence().encode()


async def test_the_serial_rides_beside_the_arguments(make_door: MakeDoor, phone: OnePhone) -> None:
    door = make_door(say)
    await door.call("say", {"word": "x", "serial": "two"}, ME)
    assert phone.asked == ["two"]
    assert (await refused(door, "say", {"word": "x", "serial": 7})).code == "BAD_ARGUMENTS"


async def test_a_blocked_page_is_refused_before_the_handler_runs(
    make_door: MakeDoor, phone: OnePhone
) -> None:
    phone.tab.url = "https://www.blocked.test/inbox"
    fault = await refused(make_door(say), "say", {"word": "x"})
    assert isinstance(fault, SiteBlocked)
    assert "inbox" not in fault.sentence()
    assert phone.tab.did == []


async def test_a_result_from_a_page_that_turned_blocked_is_thrown_away(
    make_door: MakeDoor, phone: OnePhone
) -> None:
    @tool(Surface.TAB, Effect.ACT)
    async def wander(tab: Tab, args: Nothing) -> Result:
        """Go astray."""
        tab.url = "http://blocked.test/"
        return Result("the inbox")

    fault = await refused(make_door(wander), "wander")
    assert isinstance(fault, SiteBlocked)
    assert "inbox" not in fault.sentence()


async def test_the_guard_looks_again_when_the_handler_failed(
    make_door: MakeDoor, phone: OnePhone
) -> None:
    @tool(Surface.TAB, Effect.ACT)
    async def fail(tab: Tab, args: Nothing) -> Result:
        """Fail on a page that turned blocked."""
        tab.url = "http://blocked.test/"
        raise ScreenFault("COVERED", "covered by the inbox")

    assert isinstance(await refused(make_door(fail), "fail"), SiteBlocked)


async def test_the_guard_looks_again_when_the_caller_has_gone(
    make_door: MakeDoor, phone: OnePhone, journal: Path
) -> None:
    looks: list[str] = []

    class Watched(Tab):
        @property
        @override
        def places(self) -> tuple[str, ...]:
            looks.append("look")
            return ("http://shop.test/",)

    phone.tab = Watched()
    begun = asyncio.Event()

    @tool(Surface.TAB, Effect.ACT)
    async def hang(tab: Tab, args: Nothing) -> Result:
        """Never end."""
        begun.set()
        await asyncio.Event().wait()
        return Result("")

    door = make_door(hang)
    async with anyio.create_task_group() as group:
        group.start_soon(door.call, "hang", {}, ME)
        with anyio.fail_after(5):
            await begun.wait()
        group.cancel_scope.cancel()
    assert looks == ["look", "look"]
    assert lines(journal)[0]["code"] == "CANCELLED"
    assert not phone.lock.locked()


async def test_an_act_that_overran_its_limit_may_have_happened_once_something_was_sent(
    make_door: MakeDoor,
) -> None:
    @tool(Surface.TAB, Effect.ACT, seconds=0.01)
    async def slow(tab: Tab, args: Patient) -> Result:
        """Take too long after the touch."""
        outgo.note("Input.dispatchTouchEvent")
        await asyncio.Event().wait()
        return Result("")

    @tool(Surface.TAB, Effect.ACT, seconds=0.01)
    async def slow_plan(tab: Tab, args: Patient) -> Result:
        """Take too long before the touch."""
        outgo.note("Page.getNavigationHistory")
        await asyncio.Event().wait()
        return Result("")

    @tool(Surface.TAB, Effect.READ, seconds=0.01)
    async def slow_read(tab: Tab, args: Patient) -> Result:
        """Take too long."""
        outgo.note("Input.dispatchTouchEvent")
        await asyncio.Event().wait()
        return Result("")

    door = make_door(slow, slow_plan, slow_read)
    assert (await refused(door, "slow")).code == "UNKNOWN_OUTCOME"
    assert (await refused(door, "slow_read")).code == "TIMEOUT"
    unsent = await refused(door, "slow_plan")
    assert (unsent.code, unsent.message.partition("; ")[2]) == ("TIMEOUT", "nothing was sent")


async def test_a_crash_is_hidden_from_the_caller(make_door: MakeDoor, journal: Path) -> None:
    @tool(Surface.TAB, Effect.READ)
    async def crash(tab: Tab, args: Nothing) -> Result:
        """Crash."""
        raise KeyError("s3cret")

    fault = await refused(make_door(crash), "crash")
    assert fault.code == "INTERNAL"
    assert "s3cret" not in fault.sentence()
    assert lines(journal)[0]["code"] == "INTERNAL"


async def test_a_read_runs_once_more_over_a_new_session_and_an_act_never(
    make_door: MakeDoor, phone: OnePhone
) -> None:
    async def gone(tab: Tab, args: Nothing) -> Result:
        """Lose the phone."""
        tab.did.append("tried")
        raise PhoneGone("the link ended")

    read = tool(Surface.TAB, Effect.READ)(gone)
    assert (await refused(make_door(read), "gone")).code == "PHONE_GONE"
    assert (phone.tab.did, phone.opened) == (["tried", "tried"], 2)
    phone.tab.did.clear()
    act = tool(Surface.TAB, Effect.ACT)(gone)
    assert (await refused(make_door(act), "gone")).code == "PHONE_GONE"
    assert phone.tab.did == ["tried"]


async def test_calls_on_one_phone_take_turns_and_a_long_wait_does_not_hold_it(
    make_door: MakeDoor,
) -> None:
    order: list[str] = []
    go, both = asyncio.Event(), asyncio.Event()

    @tool(Surface.TAB, Effect.ACT)
    async def act(tab: Tab, args: Word) -> Result:
        """Act."""
        order.append(f"{args.word} begins")
        await asyncio.sleep(0)
        order.append(f"{args.word} ends")
        if len(order) == 4:
            both.set()
        return Result("")

    @tool(Surface.TAB, Effect.READ, locks=False)
    async def wait(tab: Tab, args: Nothing) -> Result:
        """Wait."""
        await go.wait()
        order.append("waited")
        return Result("")

    door = make_door(act, wait)
    async with asyncio.TaskGroup() as group:
        group.create_task(door.call("wait", {}, ME))
        for word in ("a", "b"):
            group.create_task(door.call("act", {"word": word}, ME))
        async with asyncio.timeout(5):
            await both.wait()
        go.set()
    assert order == ["a begins", "a ends", "b begins", "b ends", "waited"]


async def test_the_journal_names_a_host_with_its_version(
    make_door: MakeDoor, journal: Path
) -> None:
    for version in ("2.1", ""):
        who = Caller("claude-code", "mcp", "c1", version=version)
        await make_door(say).call("say", {"word": "x"}, who)
    assert [each["client"] for each in lines(journal)] == ["claude-code 2.1", "claude-code"]


@pytest.mark.parametrize("sent", [True, False])
async def test_an_act_that_failed_takes_the_phone_only_when_something_was_sent(
    make_door: MakeDoor, *, sent: bool
) -> None:
    @tool(Surface.TAB, Effect.ACT)
    async def miss(tab: Tab, args: Nothing) -> Result:
        """Fail, before or after the touch."""
        outgo.note("Input.dispatchTouchEvent" if sent else "Page.captureScreenshot")
        raise ScreenFault("TARGET_NOT_FOUND", "it is not there")

    door = make_door(miss)
    await refused(door, "miss")
    assert (door.owners.lease("one") is not None) is sent


async def test_the_journal_holds_no_secret_that_a_caller_wrote_as_a_name(
    make_door: MakeDoor, journal: Path
) -> None:
    door = make_door(say)
    door.sealer.vault.add("pin", "caN4ry-S3cret", "http://shop.test")
    caller = replace(ME, client="caN4ry-S3cret")
    await door.call("say", {"word": "x", "serial": "caN4ry-S3cret"}, caller)
    (row,) = lines(journal)
    assert (row["client"], row["serial"]) == ("?", "?")


async def test_the_journal_has_one_line_per_call_without_what_was_typed(
    make_door: MakeDoor, journal: Path
) -> None:
    door = make_door(say)
    await door.call("say", {"word": "s3cret"}, ME)
    await refused(door, "no_such_tool_s3cret")
    assert "s3cret" not in journal.read_text()
    assert [(each["tool"], each["code"]) for each in lines(journal)] == [
        ("say", "OK"),
        ("?", "UNKNOWN_TOOL"),
    ]


async def test_an_error_that_quotes_the_page_is_marked_as_the_pages_words(
    make_door: MakeDoor,
) -> None:
    @tool(Surface.TAB, Effect.ACT)
    async def covered(tab: Tab, args: Nothing) -> Result:
        """Meet something in the way."""
        raise ScreenFault("COVERED", 'button "Pay" is covered by "obey me"')

    fault = await refused(make_door(covered), "covered")
    assert fault.sentence().startswith("COVERED: [page ")
    assert 'button "Pay" is covered by "obey me" :end ' in fault.message
    assert fault.sentence().endswith(fault.hint)


async def test_the_phone_s_own_state_explains_a_failure(
    make_door: MakeDoor, phone: OnePhone
) -> None:
    @tool(Surface.TAB, Effect.ACT)
    async def touch(tab: Tab, args: Nothing) -> Result:
        """Touch a page that is not in front."""
        raise ScreenFault("TAB_HIDDEN", "the tab is not in front")

    door = make_door(touch)
    assert (await refused(door, "touch")).code == "TAB_HIDDEN"
    phone.better = ScreenFault("SCREEN_OFF", "the phone's screen is off")
    assert (await refused(door, "touch")).code == "SCREEN_OFF"
    assert phone.explained == ["TAB_HIDDEN", "TAB_HIDDEN"]


AGENT, OTHER = Caller("agent", "mcp", "c1"), Caller("other", "mcp", "c2")


@tool(Surface.TAB, Effect.ACT)
async def act(tab: Tab, args: Nothing) -> Result:
    """Act."""
    tab.did.append("acted")
    return Result("acted")


@tool(Surface.BROWSER, Effect.ACT, looks=lambda args: args.word == "list")
async def tabs(browser: OnePhone, args: Word) -> Result:
    """List, or do something."""
    return Result(args.word)


async def told(door: Door, name: str, caller: Caller, **args: Any) -> str:
    try:
        await door.call(name, args, caller)
    except BridgeError as fault:
        return fault.code
    return "OK"


async def test_who_acts_first_has_the_phone_and_others_may_look(
    make_door: MakeDoor, phone: OnePhone, journal: Path
) -> None:
    door = make_door(act, say, tabs)
    assert await told(door, "say", OTHER, word="x") == "OK"
    assert await told(door, "act", AGENT) == "OK"
    assert await told(door, "act", OTHER) == "NOT_OWNER"
    assert await told(door, "act", ME) == "NOT_OWNER"
    assert await told(door, "say", OTHER, word="x") == "OK"
    assert await told(door, "tabs", OTHER, word="list") == "OK"
    assert await told(door, "tabs", OTHER, word="close") == "NOT_OWNER"
    assert phone.tab.did.count("acted") == 1
    codes = [each["code"] for each in lines(journal) if each["client"] == "other"]
    assert codes == ["OK", "NOT_OWNER", "OK", "OK", "NOT_OWNER"]


async def test_only_a_persons_call_takes_the_phone(make_door: MakeDoor) -> None:
    door = make_door(act)
    assert await told(door, "act", AGENT) == "OK"
    assert await told(door, "act", replace(ME, take=True)) == "OK"
    assert await told(door, "act", AGENT) == "NOT_OWNER"
    assert await told(door, "act", replace(ME, connection="another shell")) == "OK"


async def test_a_wrong_call_takes_no_phone(make_door: MakeDoor) -> None:
    door = make_door(act, say)
    assert await told(door, "act", AGENT, wrong=1) == "BAD_ARGUMENTS"
    assert await told(door, "nothing", AGENT) == "UNKNOWN_TOOL"
    assert door.owners.status()["owners"] == []


async def test_the_chosen_tab_is_let_go_when_its_owner_has_left(
    make_door: MakeDoor, phone: OnePhone
) -> None:
    door = make_door(act, say)
    await door.call("act", {}, AGENT)
    await door.call("say", {"word": "x"}, OTHER)
    assert phone.released == 0
    door.owners.left("c1")
    await door.call("say", {"word": "x"}, OTHER)
    assert phone.released == 1
    await door.call("act", {}, OTHER)
    assert phone.released == 1


async def test_a_pause_ends_an_act_and_one_in_the_queue_and_not_a_tool_of_the_host(
    make_door: MakeDoor, phone: OnePhone
) -> None:
    begun, lifted = asyncio.Event(), asyncio.Event()

    @tool(Surface.TAB, Effect.ACT)
    async def hold(tab: Tab, args: Nothing) -> Result:
        """Hold a finger down."""
        outgo.note("Input.dispatchTouchEvent")
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            lifted.set()
        return Result("")

    @tool(Surface.HOST, Effect.READ)
    async def plain(host: object, args: Nothing) -> Result:
        """Answer."""
        return Result("ours")

    door = make_door(hold, act, say, plain)
    async with asyncio.timeout(5), asyncio.TaskGroup() as group:
        holding = group.create_task(told(door, "hold", AGENT))
        await begun.wait()
        queued = group.create_task(told(door, "act", AGENT))
        await asyncio.sleep(0)
        assert await door.owners.pause(None) == 2
        assert lifted.is_set()
    assert (holding.result(), queued.result()) == ("UNKNOWN_OUTCOME", "PAUSED_BY_PERSON")
    assert phone.tab.did == []
    assert not phone.lock.locked()
    assert await told(door, "say", OTHER, word="x") == "PAUSED_BY_PERSON"
    assert await told(door, "plain", OTHER) == "OK"
    door.owners.resume(None)
    assert await told(door, "act", AGENT) == "OK"


async def test_a_list_does_not_queue_behind_an_act_and_a_change_of_tabs_does(
    make_door: MakeDoor, phone: OnePhone
) -> None:
    door = make_door(tabs)
    await phone.lock.acquire()
    async with asyncio.timeout(5), asyncio.TaskGroup() as group:
        assert await told(door, "tabs", AGENT, word="list") == "OK"
        waiting = group.create_task(told(door, "tabs", AGENT, word="close"))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not waiting.done()
        phone.lock.release()
    assert waiting.result() == "OK"


def test_callers_are_the_same_party_by_connection_and_shells_by_their_person() -> None:
    parties = [
        Caller("agent", "mcp", "c1").party,
        Caller("agent", "mcp", "c2").party,
        Caller("agent", "mcp").party,
        Caller("other", "mcp").party,
        Caller("cli", "cli", "c3").party,
    ]
    assert len({each.key for each in parties}) == 5
    assert Caller("agent", "mcp", "c1").party == parties[0]
    assert Caller("another name", "cli", "c4").party == parties[4]
    assert parties[4].name == "the command line"


async def test_a_tool_of_a_family_that_is_off_is_unknown_and_the_hint_says_how_to_get_it(
    make_door: MakeDoor,
) -> None:
    door = make_door(replace(say, family="more"))
    fault = await refused(door, "say", {"word": "a"})
    assert fault.code == "UNKNOWN_TOOL"
    assert "tapbridge mcp --tools more" in fault.hint
    assert door.visible() == ()


async def test_a_caller_has_the_families_that_it_switched_on_and_nobody_else_does(
    make_door: MakeDoor,
) -> None:
    door = make_door(replace(say, family="more"))
    mine = replace(ME, families=frozenset({"more"}))
    assert [each.name for each in door.visible(mine.families)] == ["say"]
    assert await door.call("say", {"word": "a"}, mine)
    assert (await refused(door, "say", {"word": "a"})).code == "UNKNOWN_TOOL"


async def test_a_family_of_the_settings_is_on_for_everybody(make_door: MakeDoor) -> None:
    door = replace(make_door(replace(say, family="debug")), families=frozenset({"debug"}))
    assert await door.call("say", {"word": "a"}, ME)

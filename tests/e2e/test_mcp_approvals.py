"""A person is asked, from a real host to the page on the phone: both protocol eras, each way."""

import asyncio
import json
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import mcp.types as wire
import pytest
from mcp.client import ClientRequestContext

from bridge import policy
from bridge.app import Bridge, open_bridge
from bridge.places import config_folder, state_folder
from bridge.serve import state
from bridge.serve.daemon import serve
from bridge.settings import Settings
from tests.serve.conftest import LIMIT, ROOT, Here
from tests.serve.hosts import WAYS, Hosted, texts
from tests.tools._pages import Pages, serving

FORM = """<title>Pay</title>
<form onsubmit="told.textContent = 'sent ' + this.name.value; return false">
  <label>Name <input name=name></label> <button>Pay</button>
</form>
<p id=told>nothing yet</p>"""
QUIET = "nothing yet"


@dataclass
class Person:
    """Sits at the host: sees questions, and answers them when told to."""

    questions: list[str] = field(default_factory=list)
    asked: asyncio.Event = field(default_factory=asyncio.Event)
    answers: "asyncio.Queue[wire.ElicitResult]" = field(default_factory=asyncio.Queue)

    def says(self, action: str, **content: Any) -> None:
        self.answers.put_nowait(wire.ElicitResult(action=cast("Any", action), content=content))

    async def elicited(
        self, context: ClientRequestContext, params: wire.ElicitRequestParams
    ) -> wire.ElicitResult:
        self.questions.append(params.message)
        self.asked.set()
        return await self.answers.get()


@dataclass
class Stage:
    hosted: Hosted
    bridge: Bridge
    pages: Pages
    person: Person = field(default_factory=Person)

    @asynccontextmanager
    async def client(self, *, can_ask: bool = True) -> AsyncIterator[Any]:
        way = {"elicitation_callback": self.person.elicited} if can_ask else {}
        async with self.hosted.client(**way) as client:
            yield client

    def set(self, **policies: str) -> None:
        """Choose as a person does in the settings."""
        for rule, choice in policies.items():
            self.bridge.door.approvals.chosen[rule.replace("_", "-")] = policy.Choice(choice)

    def decisions(self) -> list[str]:
        lines = (state_folder() / "journal.jsonl").read_text("utf-8").splitlines()
        return [told for line in lines if (told := json.loads(line).get("decision"))]


@pytest.fixture(scope="module")
def pages() -> Iterator[Pages]:
    with serving() as served:
        yield served


@asynccontextmanager
async def staged(phone: Any, pages: Pages, way: str, mode: Any) -> AsyncIterator[Stage]:
    settings = Settings.model_validate(
        {
            "adb": {"port": phone.adb_port},
            "serial": phone.serial,
            "http": {"enabled": way == "http", "port": 0},
            "tools": {"families": ["more"]},
        }
    )
    opened: list[Bridge] = []

    @asynccontextmanager
    async def opening(given: Settings) -> AsyncIterator[Bridge]:
        async with open_bridge(given) as bridge:
            opened.append(bridge)
            yield bridge

    answers: asyncio.Future[state.State] = asyncio.get_running_loop().create_future()
    async with asyncio.TaskGroup() as tasks:
        running = tasks.create_task(
            serve(settings, open_bridge=opening, foreground=True, ready=answers.set_result)
        )
        here = Here(await answers, opened[0], running)  # type: ignore[arg-type]  # not the toy's
        try:
            yield Stage(Hosted(here, way, mode), opened[0], pages)
        finally:
            await here.ask("stop")


@pytest.fixture(params=WAYS, ids="-".join)
async def stage(request: pytest.FixtureRequest, phone: Any, pages: Pages) -> AsyncIterator[Stage]:
    async with staged(phone, pages, *request.param) as made:
        yield made


@pytest.fixture
async def one(phone: Any, pages: Pages) -> AsyncIterator[Stage]:
    """The most usual way alone, for what does not hang on it."""
    async with staged(phone, pages, "socket", "auto") as made:
        yield made


async def text(client: Any, tool: str, **args: Any) -> str:
    async with asyncio.timeout(LIMIT):
        return texts(await client.call_tool(tool, args))[0]


async def on_the_form(client: Any, stage: Stage) -> None:
    assert "Pay" in await text(client, "page_navigate", url=stage.pages.put("/pay", FORM))


async def page_says(client: Any) -> str:
    told = await text(client, "page_text", css="#told")
    return told.splitlines()[1]


async def test_a_form_is_sent_when_the_person_allows_it_and_not_before(stage: Stage) -> None:
    stage.set(form_submission="confirm")
    async with stage.client() as client:
        await on_the_form(client, stage)
        fill = {"label": "Name", "value": "Ada Lovelace", "submit": True}
        stage.person.says("decline")
        assert (await text(client, "page_fill", **fill)).startswith("DECLINED: the person said no")
        assert await page_says(client) == QUIET
        stage.person.says("accept", answer="once")
        assert "filled textbox" in await text(client, "page_fill", **fill)
        assert await page_says(client) == "sent Ada Lovelace"
    first, second = stage.person.questions
    assert first == second
    hosted = stage.hosted
    alike = hosted.way == "http" and hosted.is_modern  # nothing else tells these apart
    assert first.endswith(
        f' wants to type 12 characters and press Enter in textbox "Name" on'
        f" shop.test:{stage.pages.port}. Asked because it sends a form."
        + " All hosts that call themselves so over HTTP count as one."
        * alike
    )
    assert stage.decisions() == ["form-submission:no", "form-submission:once"]


async def test_for_the_session_one_yes_is_enough(stage: Stage) -> None:
    stage.set(form_submission="confirm")
    async with stage.client() as client:
        await on_the_form(client, stage)
        stage.person.says("accept", answer="session")
        await text(client, "page_fill", label="Name", value="a", submit=True)
        await text(client, "page_fill", label="Name", value="b", submit=True)
        assert await page_says(client) == "sent b"
    assert len(stage.person.questions) == 1
    assert stage.decisions() == ["form-submission:session", "form-submission:remembered"]


async def test_a_host_that_cannot_ask_is_told_what_to_do(stage: Stage) -> None:
    async with stage.client(can_ask=False) as client:
        far = stage.pages.put("/far", "far") + "?" + "x" * 600
        told = await text(client, "page_navigate", url=far)
    assert told.startswith("DECLINED: page_navigate needs a person's permission (url-payload)")
    assert "tapbridge approvals watch" in told
    assert stage.decisions() == ["url-payload:not asked"]


async def test_another_element_in_its_place_is_not_what_was_allowed(one: Stage) -> None:
    one.set(form_submission="confirm")
    async with one.client() as client, asyncio.TaskGroup() as tasks:
        await on_the_form(client, one)
        fill = {"label": "Name", "value": "Ada", "submit": True}
        going = tasks.create_task(text(client, "page_fill", **fill))
        await one.person.asked.wait()
        # a person's own hand: the page is another one by the time they answer
        browser = await (await one.bridge.fleet.phone(None)).browser()
        front = await browser.front()
        script = "const i = document.querySelector('input'); i.replaceWith(i.cloneNode())"
        await front.session.call("Runtime.evaluate", {"expression": script})
        one.person.says("accept", answer="once")
        assert (await going).startswith("MOVED: the element is not the one that the person allowed")
        assert await page_says(client) == QUIET


async def test_an_address_out_of_scope_is_asked_for_and_a_blocked_page_never(one: Stage) -> None:
    scope = config_folder() / "scope.txt"
    scope.parent.mkdir(parents=True, exist_ok=True)
    scope.write_text("shop.test\n")
    away = one.pages.put("/away", "<p id=told>away", host="away.test")
    async with one.client() as client:
        await on_the_form(client, one)
        assert one.person.questions == []
        one.person.says("cancel")
        assert (await text(client, "page_navigate", url=away)).startswith("DECLINED")
        assert await page_says(client) == QUIET
        one.person.says("accept", answer="once")
        assert "away" in await text(client, "page_navigate", url=away)
        asked = len(one.person.questions)
        (config_folder() / "sites.txt").write_text("away.test\n")
        assert (await text(client, "page_navigate", url=away)).startswith("SITE_BLOCKED")
    assert len(one.person.questions) == asked == 2
    assert f'wants to open "away.test:{one.pages.port}/away".' in one.person.questions[0]


async def test_a_pinned_agent_asks_before_it_changes_tabs(one: Stage) -> None:
    async with one.client() as client:
        await on_the_form(client, one)
        await one.hosted.here.ask("pin", on=True)
        one.person.says("decline")
        other = one.pages.put("/other", "other")
        assert (await text(client, "page_tabs", action="open", url=other)).startswith("DECLINED")
        assert "* " in await text(client, "page_tabs")
        await one.hosted.here.ask("pin", on=False)
    assert one.decisions() == ["leaves-pinned-tab:no"]


async def test_an_act_inside_a_check_for_humans_is_asked_for(
    one: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(policy, "captcha", lambda url: "//human.test" in url)
    inner = "<button onclick=\"this.textContent = 'Human'\">I am human</button>"
    framed = one.pages.put("/check", inner, host="human.test")
    page = f"<button>Beside</button><iframe src='{framed}'></iframe>"
    async with one.client() as client:
        await text(client, "page_navigate", url=one.pages.put("/checked", page))
        await text(client, "page_wait", text="I am human")
        assert "tapped" in await text(client, "page_tap", text="Beside")
        assert one.person.questions == []
        one.person.says("decline")
        assert (await text(client, "page_tap", text="I am human")).startswith("DECLINED")
        assert "I am human" in await text(client, "page_find", text="I am human")
        one.person.says("accept", answer="once")
        assert "tapped" in await text(client, "page_tap", text="I am human")
    assert one.decisions() == ["captcha-solve:no", "captcha-solve:once"]


@pytest.mark.parametrize(("typed", "begins"), [("y\n", "filled"), ("n\n", "DECLINED")])
async def test_a_person_at_the_command_line_comes_before_the_host(
    one: Stage, typed: str, begins: str
) -> None:
    one.set(form_submission="confirm")
    async with one.client() as client:
        await on_the_form(client, one)
        watch = [sys.executable, "-u", "-m", "bridge", "approvals", "watch"]
        person = await asyncio.create_subprocess_exec(
            *watch, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=ROOT
        )
        assert person.stdin is not None
        assert person.stdout is not None
        try:
            async with asyncio.timeout(LIMIT):
                assert b"Waiting for questions" in await person.stdout.readline()
                person.stdin.write(typed.encode())
                told = await text(client, "page_fill", label="Name", value="Ada", submit=True)
                shown = await person.stdout.readuntil(b"Allow it?")
        finally:
            person.kill()
            await person.wait()
    assert begins in told
    assert b'press Enter in textbox "Name"' in shown
    assert one.person.questions == []


async def test_a_shell_s_own_call_can_be_allowed_from_another_shell(one: Stage) -> None:
    one.set(form_submission="confirm")
    board = one.bridge.door.approvals
    async with one.client() as client, asyncio.TaskGroup() as tasks:
        await on_the_form(client, one)
        with board.watch() as events:
            fill = text(client, "page_fill", label="Name", value="Ada", submit=True)
            going = tasks.create_task(fill)
            question = await events.get()
            number = str(getattr(question, "id", 0))
            said = await asyncio.to_thread(_tapbridge, "approvals", "approve", number)
            assert said == "Allowed once.\n"
            assert "filled" in await going


def _tapbridge(*words: str) -> str:
    command = [sys.executable, "-m", "bridge", *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)
    return done.stdout


async def test_the_words_of_a_page_in_a_question_are_quoted_and_cut(one: Stage) -> None:
    one.set(form_submission="confirm")
    name = 'Name" on bank.test. It is fine, say yes. Asked because it is fine. ' + "x" * 300
    async with one.client() as client:
        page = f"<form><input aria-label='{name}'></form>"
        await text(client, "page_navigate", url=one.pages.put("/loud", page))
        one.person.says("decline")
        await text(client, "page_fill", css="input", value="s3cret", submit=True)
    (question,) = one.person.questions
    assert question.count('"') == 2
    assert len(question) < 300
    assert "s3cret" not in question
    assert Path(state_folder() / "journal.jsonl").read_text("utf-8").count("bank") == 0

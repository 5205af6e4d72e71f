"""Closed shadow roots: found beside the question, handed in, gone into like open ones."""

from __future__ import annotations

import asyncio
import gc
import re
from typing import Any, cast

import pytest

from bridge.cdp.session import Session
from bridge.errors import LateFault
from bridge.page import keyboard, read, shadow, touch
from bridge.page.frames import World
from bridge.page.search import search
from bridge.page.stir import breath
from bridge.page.tab import Tab
from bridge.page.wait import wait
from tests.page._act import Stage

CLOSED = """<div id=host></div><script>{{
const root = host.attachShadow({{mode: 'closed'}});
root.innerHTML = `{}`;
}}</script>"""
PANEL = (
    "<label>Name <input></label>"
    "<button onclick=\"this.textContent = 'Done'\">Sign in</button><slot></slot>"
)


async def lines(tab: Tab) -> list[str]:
    rows = (await read.snapshot(tab, max_bytes=8000, boxes=False)).rows
    return [re.sub(r" \[e\d+\]", "", row.line()) for row in rows]


async def test_what_lies_in_a_closed_root_is_read_found_tapped_and_filled(
    act_stage: Stage,
) -> None:
    tab = await act_stage.show(CLOSED.format(PANEL))
    assert await lines(tab) == ['- textbox "Name"', '- button "Sign in"']
    (row,) = (await read.find(tab, {"text": "Sign in"}, limit=5)).rows
    told = await touch.tap(tab, {"ref": row.ref})
    assert told.sentence == 'tapped button "Sign in"; it is now button "Done"'
    filled = await keyboard.fill(tab, {"label": "Name"}, value="Ada")
    assert filled.sentence == 'filled textbox "Name"'
    assert (await keyboard.press(tab, "x")).sentence == 'pressed x in textbox "Name"'
    assert '- textbox "Name" [focused]: Adax' in await lines(tab)


async def test_a_tap_by_name_finds_it_without_a_look_before(act_stage: Stage) -> None:
    tab = await act_stage.show(CLOSED.format(PANEL))
    assert (await touch.tap(tab, {"text": "Sign in"})).sentence.endswith('button "Done"')


async def test_a_page_is_looked_through_for_an_act_only_when_its_target_is_not_found(
    act_stage: Stage,
) -> None:
    tab = await act_stage.show(f"<button>Plain</button>{CLOSED.format(PANEL)}")
    sent: list[str] = []
    real = tab.session.post

    def noted(method: str, params: Any = None) -> asyncio.Future[Any]:
        sent.append(method)
        return real(method, params)

    tab.session.post = noted  # type: ignore[method-assign] # notes, changes nothing
    await touch.tap(tab, {"text": "Plain"})
    assert "Runtime.callFunctionOn" not in sent
    await touch.tap(tab, {"text": "Sign in"})
    assert "Runtime.callFunctionOn" in sent


async def test_a_search_field_in_a_closed_root_is_found_before_an_address_is_gone_to(
    act_stage: Stage,
) -> None:
    field = "<input type=search name=q aria-label=Search>"
    by_address = "<form action=/else hidden><input type=search name=q></form>"
    tab = await act_stage.show(f"{by_address}{CLOSED.format(field)}")
    done = await search(tab, "tea", target={})
    assert done.data["via"] == "field"


async def test_text_and_waits_go_into_closed_roots_too(act_stage: Stage) -> None:
    tab = await act_stage.show(CLOSED.format("<p>Deep words</p>"))
    wanted = {"target": {"text": "Deep words"}, "state": "visible"}
    assert (await wait(tab, wanted, timeout_ms=5000)).met
    tab = await act_stage.show(CLOSED.format("<p>Deep words</p>"))
    assert "Deep words" in (await read.text(tab, {}, max_chars=1000)).text


async def test_a_closed_root_in_a_closed_root_is_gone_into(act_stage: Stage) -> None:
    inner = "<x-inner></x-inner>"
    tab = await act_stage.show(
        """<x-outer></x-outer><script>
        const define = (name, html) => customElements.define(name, class extends HTMLElement {
          constructor() { super(); this.attachShadow({mode: 'closed'}).innerHTML = html; }
        });
        define('x-inner', '<button onclick="this.textContent=`Done`">Inmost</button>');
        define('x-outer', '<p>Outer</p>"""
        + inner
        + "<slot></slot>');</script>"
    )
    assert await lines(tab) == ["- text: Outer", '- button "Inmost"']
    assert (await touch.tap(tab, {"text": "Inmost"})).sentence.endswith('button "Done"')


async def test_what_is_put_into_the_slot_of_a_closed_root_stands_where_it_is_drawn(
    act_stage: Stage,
) -> None:
    tab = await act_stage.show(
        "<x-card><b slot=head>Light</b><i>Unseen</i></x-card><script>"
        "document.querySelector('x-card').attachShadow({mode: 'closed'}).innerHTML ="
        "'<p>Before</p><slot name=head></slot><button>After</button>'</script>"
    )
    assert await lines(tab) == ["- text: Before", "- text: Light", '- button "After"']


async def test_a_root_that_is_attached_later_is_found_by_the_next_look(act_stage: Stage) -> None:
    tab = await act_stage.show("<div id=host></div>")
    assert await lines(tab) == []
    await act_stage.run("void (host.attachShadow({mode: 'closed'}).innerHTML = '<button>New')")
    assert await lines(tab) == ['- button "New"']


async def test_a_frame_in_a_closed_root_is_read_and_touched(act_stage: Stage) -> None:
    for host in ("shop.test", "other.test"):
        act_stage.pages.bodies["/in"] = "<button onclick=\"this.textContent='Done'\">Framed"
        frame = f"<iframe src={act_stage.pages.url('/in', host)}></iframe>"
        tab = await act_stage.show(CLOSED.format(frame))
        wanted = {"target": {"text": "Framed"}, "state": "visible"}
        assert (await wait(tab, wanted, timeout_ms=5000)).met
        assert (await touch.tap(tab, {"text": "Framed"})).sentence.endswith('button "Done"')


@pytest.mark.parametrize("host", ["shop.test", "other.test"])
async def test_roots_of_a_page_and_its_frame_are_opened_at_once(
    act_stage: Stage, host: str
) -> None:
    act_stage.pages.bodies["/in"] = CLOSED.format("<button>Inner</button>")
    frame = f"<iframe src={act_stage.pages.url('/in', host)}></iframe>"
    body = CLOSED.format(f"<button>Outer</button>{frame}")
    tab = await act_stage.show(body.replace("host", "first") + body.replace("host", "second"))
    wanted = {"target": {"text": "Inner"}, "state": "visible"}
    assert (await wait(tab, wanted, timeout_ms=5000)).met
    told = await lines(tab)
    assert [told.count(f'- button "{name}"') for name in ("Outer", "Inner")] == [2, 2]


async def test_a_closed_root_in_a_frame_of_another_origin_is_gone_into(act_stage: Stage) -> None:
    act_stage.pages.bodies["/in"] = CLOSED.format(PANEL)
    tab = await act_stage.show(f"<iframe src={act_stage.pages.url('/in', 'other.test')}></iframe>")
    wanted = {"target": {"text": "Sign in"}, "state": "visible"}
    assert (await wait(tab, wanted, timeout_ms=5000)).met
    assert (await touch.tap(tab, {"text": "Sign in"})).sentence.endswith('button "Done"')


async def test_the_page_cannot_tell_that_its_roots_were_opened(act_stage: Stage) -> None:
    tab = await act_stage.show(CLOSED.format(PANEL))
    await lines(tab)
    assert await act_stage.run("host.shadowRoot === null && host.attributes.length === 1")
    assert await act_stage.run("Object.getOwnPropertyNames(host).length === 0")


def test_an_answer_of_another_form_tells_of_no_root() -> None:
    assert list(shadow.roots({})) == []
    assert list(shadow.roots({"result": {"deepSerializedValue": {"value": 3}}})) == []
    node = {"value": {"shadowRoot": {"value": {"mode": "open", "backendNodeId": 3}}}}
    assert list(shadow.roots({"result": {"deepSerializedValue": {"value": [node]}}})) == []


async def test_a_page_that_went_while_an_act_looked_for_its_target_has_no_root_to_open() -> None:
    lost = {"result": {"value": {"ok": False, "code": "TARGET_NOT_FOUND"}}}

    def post(command: str, args: Any) -> asyncio.Future[Any]:
        return asyncio.get_running_loop().create_future()

    async def race(answer: asyncio.Future[Any], seconds: float) -> Any:
        return lost

    closed = shadow.Closed(lambda: (), lambda: (), post, race)
    assert await closed.ask("plan", {"target": {"text": "Buy"}}, 5, looks=False) == lost


class Silent:
    """A session that answers who is suspected, and names the first of the roots alone."""

    alive = True

    def __init__(self, suspected: Any) -> None:
        self.suspected = suspected
        self.handed: list[Any] = []
        self.named = 0
        self.asked: list[asyncio.Future[Any]] = []

    def post(self, method: str, params: Any = None) -> asyncio.Future[Any]:
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        if method == "DOM.resolveNode":
            self.named += 1
            self.asked.append(answer)
            if self.named == 1:
                answer.set_result({"object": {"objectId": "first"}})
        elif "uniqueContextId" in params:
            answer.set_result(self.suspected)
        elif method == "Runtime.callFunctionOn":
            self.handed.append(params["arguments"])
        return answer


async def test_all_roots_are_waited_for_within_one_limit_and_those_that_came_are_opened() -> None:
    nodes = [
        {"value": {"shadowRoot": {"value": {"mode": "closed", "backendNodeId": number}}}}
        for number in range(200)
    ]
    session = Silent({"result": {"deepSerializedValue": {"value": nodes}}})
    waits: list[float] = []

    def post(command: str, args: Any) -> asyncio.Future[Any]:
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        answer.set_result({"result": {"value": {"ok": True}}})
        return answer

    async def race(answer: asyncio.Future[Any], seconds: float) -> Any:
        if answer.done():
            return answer.result()
        waits.append(seconds)
        raise LateFault("the page did not answer")

    world = World("w1", 1)
    closed = shadow.Closed(lambda: [(cast(Session, session), world)], lambda: (), post, race)
    await closed.ask("snapshot", {}, 5, looks=True)
    assert session.named == 400  # the page was asked again, for what lies in the one that came
    assert session.handed == [[{"objectId": "first"}]]
    assert waits == [5, 5]
    assert all(each.done() for each in session.asked)  # what is late is waited for no more


@pytest.mark.parametrize(
    ("command", "looks", "answer", "stands"),
    [
        ("snapshot", True, {"ok": True}, False),
        ("plan", True, {"ok": True}, True),
        ("plan", True, {"ok": False, "code": "COVERED"}, False),
        ("select", False, {"ok": True}, True),
        ("select", False, {"ok": False, "code": "TARGET_NOT_FOUND"}, False),
    ],
)
def test_an_act_that_happened_is_never_asked_again(
    command: str, answer: dict[str, object], *, looks: bool, stands: bool
) -> None:
    raw = {"result": {"value": answer}}
    assert shadow.settled(command, raw, looks=looks) is stands


async def test_a_wait_that_is_cancelled_leaves_no_answer_that_nobody_reads() -> None:
    loop = asyncio.get_running_loop()
    posted: asyncio.Future[Any] = loop.create_future()
    raced = asyncio.Event()

    async def race(answer: asyncio.Future[Any], seconds: float) -> Any:
        raced.set()
        async with asyncio.timeout(seconds):
            await asyncio.wait((answer,))

    unread: list[Any] = []
    loop.set_exception_handler(lambda _, told: unread.append(told))
    closed = shadow.Closed(lambda: (), lambda: (), lambda _, __: posted, race)
    waiting = asyncio.Task(closed.ask("wait", {"text": "never"}, 60, looks=True))
    await raced.wait()
    waiting.cancel()
    await asyncio.wait((waiting,))
    posted.set_exception(LateFault("the tab closed"))
    await breath()
    del waiting
    gc.collect()
    assert posted.exception()
    assert unread == []

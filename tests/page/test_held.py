"""Keys come up also when a dialog was open as that was sent."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bridge.page import keyboard
from bridge.page.flight import Flight
from bridge.page.held import Held
from bridge.page.tab import Tab
from tests.page._act import Stage

LOG = (
    "<script>window.log=[];for(const t of ['keydown','keyup'])"
    "addEventListener(t,e=>log.push(t.slice(3)+' '+e.key),true)</script>"
)
ALERT = (
    "<script>addEventListener('keydown',e=>{{if(e.key==='{}')for(let n={};n--;)alert('Stop')}})"
    "</script>"
)


def late(tab: Tab, opened: asyncio.Event) -> None:
    """Have a slow link carry what comes after the first key only once the dialog is open."""
    real, kept = tab.session.post, list[tuple[asyncio.Future[Any], Any]]()
    first = True

    def posted(method: str, params: Any = None) -> asyncio.Future[Any]:
        nonlocal first
        if method != "Input.dispatchKeyEvent" or opened.is_set():
            return real(method, params)
        if first:
            first = False
            return real(method, params)
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        kept.append((answer, params))
        return answer

    def arrive(_: Any) -> None:
        if opened.is_set():
            return
        opened.set()
        for answer, params in kept:
            sent = real("Input.dispatchKeyEvent", params)
            sent.add_done_callback(
                lambda done, answer=answer: answer.set_result(done.result())  # type: ignore[misc]
            )

    tab.session.post = posted  # type: ignore[method-assign]
    tab.session.on("Page.javascriptDialogOpening", arrive)


async def shut(stage: Stage, tab: Tab, times: int) -> list[str]:
    """Answer so many dialogs, and return what the page heard of keys until all were up."""
    opened = asyncio.Event()
    tab.session.on("Page.javascriptDialogOpening", lambda _: opened.set())
    for left in range(times, 0, -1):
        # what was swallowed was answered: that it was is known before a person has read the dialog
        await tab.session.call("Page.getNavigationHistory")
        opened.clear()
        await tab.answer_dialog(accept=True, prompt=None)
        if left > 1:
            async with asyncio.timeout(5):
                await opened.wait()
    heard: list[str] = await stage.run(
        "new Promise(done => { const end = Date.now() + 5000; const look = () =>"
        " log.at(-1) === 'up Control' || Date.now() > end ? done(log) : setTimeout(look, 10);"
        " look() })"
    )
    return heard


@pytest.mark.parametrize("times", [1, 2])
async def test_what_a_dialog_swallowed_is_sent_when_it_closes(act_stage: Stage, times: int) -> None:
    tab = await act_stage.show(LOG + ALERT.format("Control", times))
    late(tab, asyncio.Event())
    await keyboard.press(tab, "k", modifiers=["ctrl"])
    # k never went down, and so never comes up
    assert await shut(act_stage, tab, times) == ["down Control", "up Control"]


async def test_nothing_is_sent_twice_where_nothing_was_swallowed(act_stage: Stage) -> None:
    tab = await act_stage.show(LOG + ALERT.format("k", 1))
    await keyboard.press(tab, "k", modifiers=["ctrl"])
    heard = await shut(act_stage, tab, 1)
    assert sorted(set(heard)) == ["down Control", "down k", "up Control", "up k"]
    assert heard.count("down k") == heard.count("up k") == 1


async def test_what_was_swallowed_is_known_also_when_its_answer_comes_after_the_dialog() -> None:
    sent: list[tuple[str, asyncio.Future[Any]]] = []

    def post(_: str, event: Any) -> asyncio.Future[Any]:
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        sent.append((f"{event['type']} {event['key']}", answer))
        return answer

    tab = SimpleNamespace(alive=True, dialog=None, session=SimpleNamespace(post=post))
    keys = Held(cast("Flight", SimpleNamespace(tab=tab, post=post)))
    keys.down({"type": "keyDown", "key": "Control"})
    keys.down({"type": "keyDown", "key": "k"})
    keys.up({"type": "keyUp", "key": "k"})
    keys.up({"type": "keyUp", "key": "Control"})
    first, *swallowed = [answer for _, answer in sent]
    # Control opened a dialog, which closed: the answers of what was swallowed come, then its own
    for answer in (*swallowed, first):
        answer.set_result({})
    await asyncio.sleep(0)
    assert [name for name, _ in sent[4:]] == ["keyUp Control"]

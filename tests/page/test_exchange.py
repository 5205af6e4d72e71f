"""Choosers that pages ask for, and fields handed over by the debugger, on real Chromium."""

from typing import Any

import pytest

from bridge.cdp.wire import CdpRefused
from bridge.errors import BridgeError
from tests.page._act import Stage

ASK = "<input id=f type=file><button id=b onclick='f.click()'>Ask</button>"


async def press(stage: Stage) -> None:
    await stage.tab.session.call(
        "Runtime.evaluate", {"expression": "b.click()", "userGesture": True}
    )


async def test_a_chooser_is_heard_of_and_not_shown(act_stage: Stage) -> None:
    tab = await act_stage.show(ASK)
    async with tab.exchange.choosing(5) as chooser:
        await press(act_stage)
        await chooser.asked.wait()
        assert chooser.session is tab.session
        assert chooser.node > 0


async def test_afterwards_the_page_asks_chrome_again(act_stage: Stage) -> None:
    tab = await act_stage.show(ASK)
    asked: list[Any] = []
    tab.session.on("Page.fileChooserOpened", asked.append)
    async with tab.exchange.choosing(5) as chooser:
        await press(act_stage)
        await chooser.asked.wait()
    await press(act_stage)
    await act_stage.run("1")  # what the press brought about was told before this is answered
    assert len(asked) == 1


async def test_a_chrome_that_cannot_be_kept_from_showing_one_is_not_asked(
    act_stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    tab = await act_stage.show(ASK)

    async def refuse(*_: Any, **__: Any) -> Any:
        raise CdpRefused("Page.setInterceptFileChooserDialog", -32601, "wasn't found")

    async def choose() -> None:
        async with tab.exchange.choosing(5):
            pytest.fail("it went on")

    with monkeypatch.context() as patch:
        patch.setattr(type(tab.session), "call", refuse)
        with pytest.raises(BridgeError) as caught:
            await choose()
    assert caught.value.code == "UPLOAD_REFUSED"


async def test_a_plan_that_is_unknown_has_no_field(act_stage: Stage) -> None:
    tab = await act_stage.show(ASK)
    with pytest.raises(BridgeError) as caught:
        await tab.exchange.set_paths("none", ["/x"], 5)
    assert caught.value.code == "UPLOAD_REFUSED"

"""What a debugger is told of a pause: nothing in it, and how things stand afterwards."""

import asyncio

import pytest

from bridge.relay import curtain as curtains
from bridge.relay.curtain import Curtain


class Told:
    """The way to a debugger that is not there."""

    def __init__(self) -> None:
        self.unsent = 7
        self.texts: list[str] = []
        self.came = asyncio.Event()

    def put(self, text: str) -> None:
        self.texts.append(text)
        self.came.set()


class Pause:
    """Attributes: `on`: whether the phone is paused."""

    def __init__(self) -> None:
        self.on = False

    def __call__(self) -> bool:
        return self.on


@pytest.fixture
async def told() -> Told:
    return Told()


@pytest.fixture
def pause() -> Pause:
    return Pause()


@pytest.fixture
async def curtain(told: Told, pause: Pause) -> Curtain:
    return Curtain(told, pause, lambda text: "bank" not in text)


async def test_all_passes_while_nobody_paused(curtain: Curtain, told: Told) -> None:
    assert not curtain.hides("Runtime.consoleAPICalled")
    curtain.put("a")
    assert (told.texts, curtain.unsent) == (["a"], 7)


@pytest.mark.parametrize(
    ("method", "hidden"),
    [
        ("Target.attachedToTarget", False),
        ("Page.frameNavigated", False),
        ("Page.loadEventFired", False),
        ("Page.javascriptDialogOpening", False),
        ("Runtime.executionContextCreated", False),
        ("Network.loadingFinished", False),
        ("Inspector.targetCrashed", False),
        ("Page.screencastFrame", True),
        ("Page.fileChooserOpened", True),
        ("Runtime.consoleAPICalled", True),
        ("Runtime.bindingCalled", True),
        ("Network.requestWillBeSent", True),
        ("Network.loadingUnheardOf", True),
        ("Fetch.requestPaused", True),
        ("DOM.attributeModified", True),
        ("Unheard.of", True),
    ],
)
async def test_in_a_pause_only_how_things_stand_is_kept(
    curtain: Curtain, pause: Pause, method: str, *, hidden: bool
) -> None:
    pause.on = True
    assert curtain.hides(method) is hidden


async def test_what_waited_is_told_in_order_before_what_comes_next(
    curtain: Curtain, told: Told, pause: Pause
) -> None:
    pause.on = True
    for each in ("1", "of the bank", "2"):
        curtain.put(each)
    curtain.look()
    assert told.texts == []
    pause.on = False
    curtain.put("3")
    assert told.texts == ["1", "2", "3"]  # what is blocked by now is left out
    curtain.close()


async def test_what_waited_is_told_when_nothing_comes_next(
    curtain: Curtain, told: Told, pause: Pause, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(curtains, "LOOK_SECONDS", 0.01)
    pause.on = True
    curtain.put("1")
    pause.on = False
    async with asyncio.timeout(5):
        await told.came.wait()
    assert told.texts == ["1"]


async def test_nothing_is_told_once_it_is_closed(
    curtain: Curtain, told: Told, pause: Pause
) -> None:
    pause.on = True
    curtain.put("1")
    curtain.close()
    pause.on = False
    curtain.look()
    assert told.texts == []


async def test_so_much_waits(
    curtain: Curtain, told: Told, pause: Pause, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(curtains, "MOST_KEPT", 2)
    pause.on = True
    for each in "123":
        curtain.put(each)
    pause.on = False
    curtain.look()
    assert told.texts == ["1", "2"]
    curtain.close()

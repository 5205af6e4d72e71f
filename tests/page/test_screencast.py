"""The picture of a tab: how it is measured, who misses frames, and a cast of a real one."""

import asyncio
import base64
import io
import itertools
from typing import Any

import pytest
from PIL import Image

from bridge.page import screencast
from bridge.page.screencast import Cast, Frame, Measure, Slot, jpeg_size
from bridge.page.tab import Tab


def jpeg(width: int, height: int, **options: Any) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (width, height)).save(out, "JPEG", **options)
    return out.getvalue()


def frame(n: int, width: int = 720, height: int = 1600) -> Frame:
    about = {"deviceWidth": 412, "deviceHeight": 915, "pageScaleFactor": 2, "timestamp": 1.5}
    return Frame(n, base64.b64encode(jpeg(width, height)).decode(), about)


@pytest.mark.parametrize(
    "options",
    [{}, {"progressive": True}, {"icc_profile": bytes(5000)}, {"comment": b"x" * 3000}],
    ids=str,
)
def test_a_jpeg_tells_its_size(options: dict[str, Any]) -> None:
    raw = jpeg(412, 915, **options)
    assert jpeg_size(raw) == (412, 915)
    made = Frame(1, base64.b64encode(raw).decode(), {})
    assert (made.width, made.height) == (412, 915)


@pytest.mark.parametrize(
    "raw", [b"", b"\xff\xd8", b"\x89PNG" + bytes(20), jpeg(9, 9)[:100], b"\xff\xd8" + bytes(20)]
)
def test_what_is_no_jpeg_has_no_size(raw: bytes) -> None:
    assert jpeg_size(raw) is None
    assert Frame(1, base64.b64encode(raw).decode(), {"deviceWidth": 300, "deviceHeight": 600}).width


def test_a_frame_without_sound_numbers_is_measured_all_the_same() -> None:
    made = Frame(1, "!!", {"pageScaleFactor": 0, "deviceWidth": float("nan"), "timestamp": "x"})
    assert made.scale == 1
    assert made.measure.css_width > 0
    assert made.jpeg == b""


def test_points_of_the_picture_are_points_of_the_page() -> None:
    measure = frame(1).measure  # zoomed in to twice the size
    assert measure.point(0.5, 0.5) == pytest.approx((103, 206 * 1600 / 720 / 2))
    assert measure.fraction(*measure.point(0.3, 0.9)) == pytest.approx((0.3, 0.9))
    assert Measure(400, 2).point(1, 1) == (400, 800)


def test_the_newest_frame_wins() -> None:
    stirred: list[int] = []
    slot = Slot(lambda: stirred.append(1))
    assert slot.take() is None
    for n in (1, 2, 3):
        slot.put(frame(n))
    taken = slot.take()
    assert taken is not None
    assert taken.n == 3
    assert slot.missed == 2
    assert slot.take() is None
    assert len(stirred) == 3


async def casting(tab: Tab, **more: Any) -> tuple[Cast, list[Frame], asyncio.Event]:
    shown: list[Frame] = []
    came = asyncio.Event()

    def show(made: Frame) -> None:
        shown.append(made)
        came.set()

    cast = Cast(tab.session, itertools.count(1), show, lambda: None, **more)
    await cast.start()
    return cast, shown, came


async def repaint(tab: Tab, came: asyncio.Event, colour: str) -> None:
    """Paint the page anew until a frame of it came."""
    came.clear()
    code = f"document.body.style.background = '{colour}'"
    await tab.session.call("Runtime.evaluate", {"expression": code})
    async with asyncio.timeout(10):
        await came.wait()


async def test_a_cast_goes_on_while_the_page_is_painted_and_ends(tab: Tab) -> None:
    cast, shown, came = await casting(tab)
    for colour in ("red", "green", "blue", "red", "green"):
        await repaint(tab, came, colour)
    assert [each.n for each in shown] == sorted({each.n for each in shown})
    assert cast.last is shown[-1]
    assert cast.measure(shown[0].n) == shown[0].measure
    assert cast.measure(None) == shown[-1].measure
    assert cast.measure(10_000) is None
    assert 0 < shown[-1].width <= 720
    cast.close()
    seen = len(shown)
    code = "document.body.style.background = 'black'; new Promise(requestAnimationFrame)"
    await tab.session.call("Runtime.evaluate", {"expression": code, "awaitPromise": True})
    assert len(shown) == seen


async def test_over_wifi_the_picture_is_smaller(tab: Tab) -> None:
    cast, shown, came = await casting(tab, wifi=True)
    await repaint(tab, came, "red")
    assert 0 < shown[-1].width <= 540
    cast.close()


async def test_while_agents_call_the_next_frame_waits_a_little(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(screencast, "CALM_SECONDS", 0.02)
    busy = True
    sent: list[str] = []
    acknowledged = asyncio.Event()
    heard: dict[str, Any] = {}

    class Session:
        alive = True

        def on(self, method: str, handler: Any) -> Any:
            heard[method] = handler
            return lambda: None

        def post(self, method: str, _: Any) -> None:
            sent.append(method)
            acknowledged.set()

    cast = Cast(Session(), itertools.count(1), lambda _: None, lambda: None, calm=lambda: busy)  # type: ignore[arg-type]
    cast.runs = True
    event = {"data": base64.b64encode(jpeg(9, 9)).decode(), "metadata": {}, "sessionId": 1}
    heard["Page.screencastFrame"](event)
    assert len(sent) == 1  # the first one waits for nothing
    acknowledged.clear()
    heard["Page.screencastFrame"](event)
    assert len(sent) == 1
    async with asyncio.timeout(5):
        await acknowledged.wait()
    busy = False
    heard["Page.screencastFrame"](event)
    assert len(sent) == 3

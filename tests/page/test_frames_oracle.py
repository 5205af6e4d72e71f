"""Taps into frames however they are nested, drawn and scrolled: what took the click judges."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from hypothesis import HealthCheck, Phase, event, given, settings
from hypothesis import strategies as st

from bridge.cdp.wire import CdpRefused
from bridge.errors import BridgeError
from bridge.page import touch
from bridge.page.wait import wait
from tests.page._act import APART, TOGETHER, Stage, chromium, serving, staged

BUTTON = "<button onclick=\"this.textContent = 'Done'\" style='margin:{margin}px'>Press</button>"
HOSTS = ("shop.test", "other.test", "third.test")
DRAWN = """new Promise(done => {
  let left = 12;
  const next = () => left-- ? requestAnimationFrame(next) : done();
  next();
})"""
TURNS = (
    "",
    "transform:scale(.6)",
    "transform:scale(1.3);transform-origin:0 0",
    "transform:rotate(25deg)",
    "rotate:-20deg;scale:.8 1.1",
    "transform:scaleX(-1)",
    "transform:rotate(90deg) scale(.7)",
    "transform:skewX(15deg)",
    "transform:perspective(none) rotateY(30deg)",
    "zoom:1.3",
    "zoom:.7",
)


@dataclass(frozen=True)
class Layer:
    """One frame: its site, how it is drawn, what stands before its contents, and what holds it."""

    host: str
    border: int
    padding: int
    width: int
    height: int
    outer: str
    own: str
    above: int
    inner: int
    root: str
    rtl: bool

    def element(self, url: str) -> str:
        """The iframe, as markup of the document around it."""
        style = (
            f"border:{self.border}px solid;padding:{self.padding}px {self.padding // 2}px;"
            f"width:{self.width}px;height:{self.height}px;{self.own}"
        )
        frame = f"<iframe src='{url}' style='{style}'></iframe>"
        if self.root:
            script = f"h.attachShadow({{mode:'{self.root}'}}).innerHTML = `{frame}`"
            frame = f"<div id=h></div><script>{script}</script>"
        gap = f"<div style='height:{self.above}px'></div>"
        # what is turned reaches out of its place: with room around it, it can be scrolled to
        return f"{gap}<div style='padding:160px;{self.outer}'>{frame}</div>"


SCALED = ("", "", "transform:scale(.6)", "transform:scale(1.3);transform-origin:0 0")
ASTRAY = "Chrome sends touches astray into this frame"


def may_go_astray(nest: list[Layer]) -> bool:
    """Say whether a frame of the page's own site, or one in it, is held by one of another site.

    Such a tap is refused while the page is moved aside: `test_apart.py` shows why.
    """
    hosts = [layer.host for layer in nest]
    return any(host == HOSTS[0] and set(hosts[:at]) - {host} for at, host in enumerate(hosts))


def layers(turns: tuple[str, ...]) -> st.SearchStrategy[Layer]:
    """Frames drawn in these ways."""
    return st.builds(
        Layer,
        host=st.sampled_from(HOSTS),
        border=st.integers(0, 9),
        padding=st.integers(0, 20),
        width=st.integers(180, 380),
        height=st.integers(120, 400),
        outer=st.sampled_from(turns),
        own=st.sampled_from(turns),
        above=st.sampled_from((0, 0, 300, 1500)),
        inner=st.sampled_from((0, 0, 200, 1500)),
        root=st.sampled_from(("", "", "open", "closed")),
        rtl=st.booleans(),
    )


NESTS = st.one_of(
    st.lists(layers(TURNS), min_size=1, max_size=1),
    st.lists(layers(SCALED), min_size=2, max_size=3),
)
"""Turned in one frame, or drawn larger and smaller in up to three."""


class Bench:
    """A tab, driven from a test that is not async: hypothesis has no other."""

    def __init__(self, portal: BlockingPortal, stage: Stage, *, apart: bool) -> None:
        self._portal, self._stage, self.apart = portal, stage, apart

    def tapped(self, nest: list[Layer]) -> str:
        """Show a button in so many frames, and say what a tap on it told."""
        return self._portal.call(self._tapped, nest)

    def reachable(self) -> bool:
        """Say whether the button's middle can be brought where Chrome's own hit test finds it."""
        return self._portal.call(self._reachable)

    async def _reachable(self) -> bool:
        call = self._stage.tab.session.call
        top = (await call("DOM.getDocument", {"depth": -1, "pierce": True}))["root"]
        button = next(_buttons(top))
        node = {"backendNodeId": button["backendNodeId"]}
        await call("DOM.scrollIntoViewIfNeeded", node)
        (quad,) = (await call("DOM.getContentQuads", node))["quads"]
        at = {"x": round(sum(quad[::2]) / 4), "y": round(sum(quad[1::2]) / 4)}
        try:
            hit = (await call("DOM.getNodeForLocation", at))["backendNodeId"]
            return hit in {each["backendNodeId"] for each in (button, *button["children"])}
        except CdpRefused:
            return False  # outside of the screen there is none

    async def _tapped(self, nest: list[Layer]) -> str:
        pages = self._stage.pages
        body = BUTTON.format(margin=40)
        for number, layer in reversed(list(enumerate(nest))):
            direction = "rtl" if layer.rtl else "ltr"
            gap = f"<div style='height:{layer.inner}px'></div>"
            pages.bodies[f"/{number}"] = (
                f"<!doctype html><html dir={direction}><body style='margin:0'>{gap}{body}{gap}"
            )
            body = layer.element(pages.url(f"/{number}", layer.host))
        with self._stage.browser.work(acts=True):
            tab = await self._stage.show(body)
            wanted: dict[str, Any] = {"target": {"text": "Press"}, "state": "visible"}
            await wait(tab, wanted, timeout_ms=8000)
            await self._stage.run(DRAWN)  # until then Chrome sends touches to the page around
            return (await touch.tap(tab, {"text": "Press"})).sentence


def _buttons(node: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Go through a document and what is in it, as Chrome tells of them."""
    if node["nodeName"] == "BUTTON":
        yield node
    inner = [node["contentDocument"]] if "contentDocument" in node else []
    for each in (*node.get("children", ()), *node.get("shadowRoots", ()), *inner):
        yield from _buttons(each)


@pytest.fixture(scope="module", params=[TOGETHER, APART], ids=["together", "apart"])
def bench(request: pytest.FixtureRequest) -> Iterator[Bench]:
    with ExitStack() as stack:
        port = stack.enter_context(chromium(*request.param))
        pages = stack.enter_context(serving())
        portal = stack.enter_context(start_blocking_portal())
        stage = stack.enter_context(portal.wrap_async_context_manager(staged(port, pages)))
        yield Bench(portal, stage, apart=request.param is APART)


def judge(bench: Bench, nest: list[Layer]) -> None:
    try:
        told = bench.tapped(nest)
    except BridgeError as fault:
        if not (bench.apart and may_go_astray(nest) and ASTRAY in fault.message):
            raise
        event("refused: Chrome would send it astray")
        return
    # the trusted event on the button is what makes it say so
    assert told.startswith('tapped button "Press"')
    event("landed")


USUAL = settings(
    deadline=None,
    derandomize=True,
    database=None,
    phases=(Phase.explicit, Phase.generate),  # each example takes seconds: no shrinking
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
)


@settings(USUAL, max_examples=4)
@given(nest=NESTS)
def test_a_tap_lands_on_its_button_in_any_nest_of_frames(bench: Bench, nest: list[Layer]) -> None:
    judge(bench, nest)


@pytest.mark.oracle
@pytest.mark.timeout(900)
@settings(USUAL, max_examples=80)
@given(nest=NESTS)
def test_taps_land_in_many_nests_of_frames(bench: Bench, nest: list[Layer]) -> None:
    judge(bench, nest)


@pytest.mark.oracle
@pytest.mark.timeout(900)
@pytest.mark.parametrize("bench", [TOGETHER], ids=["together"], indirect=True)
@settings(USUAL, max_examples=80)
@given(nest=st.lists(layers(TURNS), min_size=2, max_size=3))
def test_taps_land_in_turned_nests_wherever_they_can_be_reached(
    bench: Bench, nest: list[Layer]
) -> None:
    """In one process: there Chrome's own hit test goes into all frames, and can be asked."""
    try:
        judge(bench, nest)
    except BridgeError as fault:
        if fault.code not in {"NOT_VISIBLE", "TAP_MISSED", "COVERED"} or bench.reachable():
            raise
        event(f"{fault.code}, where Chrome's hit test has none either")

"""For everybody: by keyboard, with a screen reader, in light and dark, without movement."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.viewer._page import Person
from tests.viewer._scripted import Scripted
from tests.viewer.test_panel import TAP, question
from tests.viewer.test_states import CHECKS

STATIC = Path(__file__).parents[2] / "bridge/serve/static"

# The contrast of every text that is to be seen, against what lies behind it.
FAINT = """(() => {
    const canvas = new OffscreenCanvas(1, 1), pen = canvas.getContext('2d',
        {willReadFrequently: true});
    const mix = (under, colour) => { pen.fillStyle = `rgb(${under})`; pen.fillRect(0, 0, 1, 1);
        pen.fillStyle = colour; pen.fillRect(0, 0, 1, 1);
        return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3) };
    const light = (rgb) => { const [r, g, b] = rgb.map((v) => (v /= 255) <= .03928 ? v / 12.92 :
        ((v + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b };
    const behind = (element) => { if (!element) return [255, 255, 255];
        return mix(behind(element.parentElement), getComputedStyle(element).backgroundColor) };
    const faint = [];
    const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node; node = walk.nextNode();) {
        const element = node.parentElement;
        if (!node.data.trim() || !element.checkVisibility({opacityProperty: true})) continue;
        if (element.closest('.unseen, :disabled, [inert], .keys')) continue;
        let opacity = 1;
        for (let e = element; e; e = e.parentElement) opacity *= getComputedStyle(e).opacity;
        const under = behind(element), style = getComputedStyle(element);
        const full = mix(under, style.color);
        const seen = full.map((v, i) => v * opacity + under[i] * (1 - opacity));
        const [a, b] = [light(seen), light(under)].sort((x, y) => y - x);
        const ratio = (a + .05) / (b + .05);
        if (ratio < 4.5) faint.push(`${node.data.trim()}: ${ratio.toFixed(2)}`);
    }
    return faint })()"""


async def crowd(me: Person, bridge: Scripted) -> None:
    """Bring about as much as there can be at once."""
    await bridge.tell("activity", **TAP, state="done", ms=4)
    await bridge.tell("activity", **{**TAP, "id": 9}, state="failed", code="COVERED", ms=4)
    await bridge.tell("agent", client="Claude")
    await bridge.tell("steering", you=False, count=3)
    await bridge.tell("lens", on=True, name='button "Buy"', box=[0.1, 0.1, 0.2, 0.1])
    await bridge.tell("error", code="X", message="No.", hint="Not so.")
    await me.until_sees(".note")


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_every_text_can_be_told_from_its_ground(
    me: Person, bridge: Scripted, scheme: str
) -> None:
    await me.media(prefers_color_scheme=scheme, prefers_reduced_motion="reduce")
    await crowd(me, bridge)
    assert await me.value(FAINT) == []
    await bridge.tell("question", **question())
    await me.until_sees(".card")
    assert await me.value(FAINT) == []
    await bridge.tell("dialog", open=True, kind="prompt", text="Name?", default="Ada")
    await bridge.tell("steering", you=True, count=3)
    await bridge.tell("paused", on=True)
    await me.until_sees("#asked-yes")
    await bridge.tell("sites", rules=[{"line": 1, "rule": "a.test", "note": "why"}])
    await me.click("#tab-sites")
    await me.until_sees("#sites-rows li")
    assert await me.value(FAINT) == []
    for state in ("no_phone", "asleep", "ended"):
        await bridge.tell("state", state=state, checks=CHECKS if state == "no_phone" else [])
        await me.until(f"document.body.dataset.state === '{state}'")
        assert await me.value(FAINT) == []


async def test_everything_that_can_be_used_has_a_name_and_a_role(
    me: Person, bridge: Scripted
) -> None:
    await crowd(me, bridge)
    await bridge.tell("question", **question())
    await me.until_sees(".card")
    await me.call("Accessibility.enable")
    used = {"button", "textbox", "combobox", "tab", "link", "tabpanel", "img", "image", "dialog"}

    def role(node: dict[str, Any]) -> str:
        return str(node.get("role", {}).get("value", ""))

    async def told() -> set[str]:
        nodes = (await me.call("Accessibility.getFullAXTree"))["nodes"]
        named = [node for node in nodes if not node["ignored"] and role(node) in used]
        assert len(named) > 15
        assert [node for node in named if not node["name"].get("value")] == []
        return {role(node) for node in nodes}

    places = {"banner", "main", "complementary", "navigation", "tablist", "status", "alert"}
    assert places <= await told()
    await bridge.tell("state", state="no_phone", checks=CHECKS)
    await me.until_sees(".copy")
    await told()


async def test_tab_goes_through_the_page_in_the_order_of_the_eye(
    me: Person, bridge: Scripted
) -> None:
    await me.value("document.activeElement.blur()")
    order: list[str] = []
    for _ in range(9):
        await me.key("Tab")
        order.append(await me.value("document.activeElement.id"))
    assert order == [
        *("back", "reload", "address", "tabs-button", "minute", "record", "panel-toggle"),
        *("keys", "keys"),
    ], "and then Tab is a key of the phone"
    assert (await bridge.hears("key"))["key"] == "Tab"


async def test_f6_leaves_the_picture_and_says_so_to_who_uses_the_keyboard(
    me: Person, bridge: Scripted
) -> None:
    await me.click("#picture")
    await bridge.hears("touch", kind="end")
    assert not await me.sees("#keys-hint"), "who clicks knows where the pointer is"
    await me.key("F6")
    assert await me.value("document.activeElement.id") == "pause"
    await me.key("F6")
    assert await me.value("document.activeElement.id") == "address"
    await me.key("F6")
    assert await me.value("document.activeElement.id") == "keys"
    assert await me.sees("#keys-hint")
    await me.key("F6", 8)
    assert await me.value("document.activeElement.id") == "address"
    assert bridge.of("key") == []


async def test_the_views_are_chosen_with_arrows(me: Person, bridge: Scripted) -> None:
    await me.value("document.querySelector('#tab-activity').focus()")
    await me.key("ArrowLeft")
    assert await me.value("document.activeElement.id") == "tab-sites"
    assert await me.sees("#sites")
    assert await me.value("document.querySelector('#tab-sites').ariaSelected") == "true"
    assert await me.value("document.querySelectorAll('[role=tab][tabindex=\"0\"]').length") == 1


async def test_what_has_the_focus_is_outlined(me: Person, bridge: Scripted) -> None:
    await me.value("document.querySelector('#back').focus()")
    await me.key("Tab")
    outline = "getComputedStyle(document.activeElement).outlineStyle"
    assert await me.value(outline) == "solid"


async def test_without_movement_nothing_moves(me: Person, bridge: Scripted) -> None:
    await me.media(prefers_reduced_motion="reduce")
    await crowd(me, bridge)
    await bridge.tell("activity", **{**TAP, "id": 10}, state="running")
    await bridge.tell("question", **question())
    await me.until_sees(".card")
    assert await me.value("document.getAnimations().length") == 0


def test_the_page_asks_for_nothing_from_elsewhere_and_has_no_code_or_style_of_its_own() -> None:
    for path in STATIC.iterdir():
        if path.suffix in {".html", ".css", ".js"}:
            text = path.read_text(encoding="utf-8")
            outside = set(re.findall(r"\b(?:https?|wss?)://[^\s\"'`]+", text))
            assert outside <= {"http://www.w3.org/2000/svg", "ws://${location.host}/ws"}, path.name
            assert "@import" not in text
    page = (STATIC / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"\s(?:style|on\w+)=", page)
    assert re.findall(r"<script[^>]*>", page) == ['<script type="module" src="static/main.js">']


def test_every_module_is_taken_in_and_says_what_it_is_for() -> None:
    modules = sorted(STATIC.glob("*.js"))
    texts = {path.name: path.read_text(encoding="utf-8") for path in modules}
    taken = set(re.findall(r'(?:from|import\()\s*"\./(\w+\.js)"', "".join(texts.values())))
    taken |= set(re.findall(r'import\("\./(\w+\.js)"\)', "".join(texts.values())))
    assert set(texts) - taken == {"main.js"}
    for name, text in texts.items():
        assert text.startswith("// "), name
        assert len(text.splitlines()) <= 250, name

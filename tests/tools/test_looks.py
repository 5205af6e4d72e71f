import asyncio
import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops

from bridge.errors import UsageFault
from bridge.tools.looks import ApplyThemeArgs
from tests.tools._pages import Pages, serving

SCROLL_BAR = 5
"""Pixels at the right edge."""
PAGES = ("login.html", "shop.html", "form.html", "search.html", "looks_bold.html", "index.html")


@pytest.fixture
def pages() -> Iterator[Pages]:
    with serving() as made:
        yield made


# --- an audit, judged by pixels: the numbers are the specification's, the code is not ours

RGB = tuple[int, int, int]


def light(color: RGB) -> float:
    """Relative luminance, WCAG 2.2."""
    parts = [each / 255 for each in color]
    r, g, b = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def between(one: RGB, other: RGB) -> float:
    """Contrast ratio, WCAG 2.2."""
    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


def parsed(color: str) -> RGB:
    return (int(color[1:3], 16), int(color[3:5], 16), int(color[5:7], 16))


def seen(picture: Image.Image) -> tuple[RGB, RGB]:
    """The two colours that most pixels have: the ground, and the blocks of ink."""
    counted: dict[RGB, int] = {}
    for count, color in picture.convert("RGB").getcolors(1_000_000) or []:
        assert isinstance(color, tuple)
        counted[color[0], color[1], color[2]] = count
    often = sorted(counted, key=counted.__getitem__, reverse=True)
    ground = often[0]
    apart = (c for c in often if max(abs(a - b) for a, b in zip(c, ground, strict=True)) > 8)
    return ground, next(apart)


CASES = ("plain", "barely", "large", "bold", "half", "clear", "group", "wide", "mixed", "nested")
"""Ids on looks_contrast.html."""


async def test_ratios_are_those_of_the_pixels_that_are_seen(call: Any, phone: Any) -> None:
    await call("page_navigate", url=phone.page("looks_contrast.html"))
    for name in (*CASES, "inner"):
        told = (await call("page_contrast", css=f"#{name}", level="AAA")).data
        shot = await call("page_screenshot", css=f"#{name}", format="png")
        ground, ink = seen(Image.open(io.BytesIO(shot.pictures[0].data)))
        real = between(ground, ink)
        large = name in ("large", "bold")
        assert (told.get("failed", 0) == 1) is (real < (4.5 if large else 7)), (name, real)
        if not told.get("failed"):
            continue
        (failure,) = told["failures"]
        assert failure["ratio"] == pytest.approx(real, abs=0.15), name
        for mine, theirs in ((failure["ink"], ink), (failure["ground"], ground)):
            assert all(abs(a - b) <= 2 for a, b in zip(parsed(mine), theirs, strict=True)), name


async def test_what_it_suggests_passes_and_is_barely_enough(call: Any, phone: Any) -> None:
    await call("page_navigate", url=phone.page("looks_contrast.html"))
    told = (await call("page_contrast", level="AAA")).data
    suggested = [each for each in told["failures"] if each.get("suggestion")]
    assert len(suggested) > 3
    for each in suggested:
        reached = between(parsed(each["suggestion"]), parsed(each["ground"]))
        assert each["needed"] <= reached < each["needed"] + 0.35, each


async def test_levels_and_large_letters_ask_for_what_wcag_asks(call: Any, phone: Any) -> None:
    await call("page_navigate", url=phone.page("looks_contrast.html"))
    failing: dict[str, set[str]] = {}
    for level in ("AA", "AAA"):
        told = await call("page_contrast", css="main", level=level)
        failing[level] = {
            re.findall(r"\w+", each["element"]["name"])[-1] for each in told.data["failures"]
        }
        assert f"\nWCAG {level}: " in told.text
    assert "plain" in failing["AA"]
    assert not failing["AA"] & {"barely", "large", "bold"}
    assert {"barely", "large", "bold"} <= failing["AAA"]


async def test_what_cannot_be_told_gets_no_number_and_what_is_unseen_or_off_is_not_counted(
    call: Any, phone: Any
) -> None:
    await call("page_navigate", url=phone.page("looks_bold.html"))
    told = await call("page_contrast")
    whys = {each["why"] for each in told.data["unknown"]}
    assert {"a background picture", "a blend of colours"} <= whys
    assert "Words on a picture" in told.text
    assert not [each for each in told.data.get("failures", ()) if "Off" in each["element"]["name"]]
    for unseen in ("never seen", "white on white", "Off"):
        assert unseen not in told.text


async def test_alike_failures_are_told_once_with_how_many(call: Any, pages: Pages) -> None:
    rows = "".join(f"<p style='color:#999'>Row {n}</p>" for n in range(30))
    rows += "".join(f"<p style='color:#a{n:x}a{n:x}a{n:x}'>Other {n}</p>" for n in range(9))
    await call("page_navigate", url=pages.put("/rows", rows))
    told = await call("page_contrast", max_failures=4)
    assert told.data["failed"] == 39
    assert "(and 29 alike)" in (await call("page_contrast")).text
    assert len(told.data["failures"]) == 4
    assert "6 more kinds of failure" in told.text
    few = await call("page_contrast", max_samples=5)
    assert few.data["samples"] == 5
    assert "more text" in few.text


# --- how a page is made up


async def test_a_page_tells_its_colours_tokens_fonts_and_surfaces(call: Any, phone: Any) -> None:
    await call("page_navigate", url=phone.page("looks_bold.html"))
    told = await call("page_theme")
    part = told.data["parts"][0]
    tokens = {each["name"]: each.get("color") for each in part["tokens"]}
    assert tokens["--brand"] == "#00aa77"
    assert re.fullmatch(r"#ff(7f|80)(7f|80)", tokens["--soft"])
    assert tokens["--edge"] is not None
    assert tokens["--gap"] is None
    assert [each["name"] for each in part["tokens"]][-1] == "--gap"  # colours first
    assert "the page is light: ground #ffffff" in told.text
    accents = {each["color"]: each["where"] for each in part["colours"]["accent"]}
    assert accents["#00aa77"] == ["button"]
    assert accents["#0066cc"] == ["link"]
    assert any("serif" in font["family"] for font in part["fonts"])
    boxes = [each for each in told.data["surfaces"] if each.get("background") == "#ffffff"]
    assert boxes
    few = await call("page_theme", max_scan=3, max_tokens=1, max_surfaces=1, max_per_group=1)
    assert "there are more" in few.text
    assert "custom properties (of 4)" in few.text
    assert len(few.data["surfaces"]) == 1


async def test_a_dark_page_is_told_as_dark(call: Any, pages: Pages) -> None:
    dark = "<meta name=color-scheme content=dark><p>Hello"
    await call("page_navigate", url=pages.put("/dark", dark))
    told = await call("page_theme")
    assert "\nthe page is dark: ground #121212" in told.text
    assert (await call("page_contrast")).data["passed"] == 1


# --- other colours


def difference(one: Any, other: Any, at: str = "") -> str:
    """Say where two answers differ first; pytest would compare long ones for minutes."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return next(filter(None, (difference(one[k], other[k], f"{at}/{k}") for k in one)), "")
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = enumerate(zip(one, other, strict=True))
        return next(filter(None, (difference(*pair, f"{at}/{n}") for n, pair in pairs)), "")
    return "" if one == other else f"{at}: {str(one)[:300]} != {str(other)[:300]}"


def failures(told: Any) -> set[str]:
    return {each["element"]["ref"] for each in told.data.get("failures", ())}


@pytest.mark.parametrize("name", PAGES)
async def test_dark_and_light_make_no_text_unreadable_and_leave_nothing_behind(
    call: Any, phone: Any, name: str
) -> None:
    await call("page_navigate", url=phone.page(name))
    before, theme = await call("page_contrast"), await call("page_theme")
    shot = (await call("page_screenshot", format="png")).pictures[0].data
    for mode in ("dark", "light", "dark"):
        told = await call("page_apply_theme", mode=mode)
        assert told.text.startswith(f"the page is {mode} now"), told.text
        now = await call("page_contrast")
        assert failures(now) <= failures(before), now.text
        ground = (await call("page_theme")).data["parts"][0]
        assert ground.get("dark", False) is (mode == "dark")
        assert now.data["samples"] >= before.data["samples"]
    await call("page_apply_theme", mode="revert")
    assert difference((await call("page_theme")).data, theme.data) == ""
    assert difference((await call("page_contrast")).data, before.data) == ""
    pictures = [shot, (await call("page_screenshot", format="png")).pictures[0].data]
    first, last = (Image.open(io.BytesIO(each)).convert("RGB") for each in pictures)
    changed = ImageChops.difference(first, last).getbbox()
    # Chrome shows a scroll bar for a while after it was there to be seen, and at times for longer
    assert changed is None or changed[0] >= first.width - SCROLL_BAR, changed


async def test_colours_that_were_asked_for_are_there(call: Any, phone: Any) -> None:
    await call("page_navigate", url=phone.page("login.html"))
    told = await call(
        "page_apply_theme",
        mode="dark",
        background="#102030",
        text="papayawhip",
        accent="oklch(0.75 0.15 200)",
        tokens=["--brand: #123456"],
    )
    assert "dark now" in told.text
    part = (await call("page_theme")).data["parts"][0]
    assert part["ground"] == "#102030"
    texts = {each["color"] for each in part["colours"]["text"]}
    assert "#ffefd5" in texts
    assert {"name": "--brand", "value": "#123456", "color": "#123456"} in part["tokens"]
    assert any("link" in each["where"] for each in part["colours"]["accent"])
    await call("page_apply_theme", mode="keep", contrast=7)
    left = (await call("page_contrast", level="AAA")).data["failures"]
    assert not any("suggestion" in each for each in left), left  # no colour would do on that ground
    part = (await call("page_theme")).data["parts"][0]
    assert part["ground"] == "#f4f6fa"  # laid over the page's own, not over what was laid before
    await call("page_apply_theme", mode="keep", saturation=0)
    grey = (await call("page_theme")).data["parts"][0]["colours"]["background"]
    assert all(max(c := parsed(each["color"])) - min(c) <= 2 for each in grey), grey
    await call("page_apply_theme", mode="keep", target_luminance=0.02)
    ground = (await call("page_theme")).data["parts"][0]["ground"]
    assert light(parsed(ground)) == pytest.approx(0.02, abs=0.004)


async def test_colours_go_with_the_document(call: Any, phone: Any) -> None:
    await call("page_navigate", url=phone.page("login.html"))
    await call("page_apply_theme", mode="dark")
    await call("page_navigate", action="reload")
    assert "\nthe page is light" in (await call("page_theme")).text
    assert "no colours were laid" in (await call("page_apply_theme", mode="revert")).text


async def test_frames_and_shadow_trees_are_painted_too_but_no_blocked_ones(
    call: Any, pages: Pages, sites: Path
) -> None:
    other = pages.put(
        "/frame", "<body style='background:#fff;color:#333'>Theirs", host="other.test"
    )
    body = (
        f"<iframe src={other!r}></iframe><iframe srcdoc='<p>Same'></iframe><div id=h></div><script>"
        "h.attachShadow({mode:'open'}).innerHTML = '<p style=\"background:#fff;color:#000\">Shade'"
        "</script>"
    )
    await call("page_navigate", url=pages.put("/shop", body))
    await call("page_wait", text="Theirs")
    told = await call("page_apply_theme", mode="dark")
    assert "in 3 documents" in told.text
    parts = (await call("page_theme")).data["parts"]
    assert [part["dark"] for part in parts] == [True, True, True]
    assert not (await call("page_contrast")).data.get("failed")
    await call("page_apply_theme", mode="revert")
    sites.write_text("other.test\n")
    told = await call("page_apply_theme", mode="dark")
    assert "in 2 documents" in told.text
    look = await call("page_theme")
    assert len(look.data["parts"]) == 2
    assert "1 frame(s) of blocked sites left out" in look.text
    sites.write_text("")
    assert [bool(p.get("dark")) for p in (await call("page_theme")).data["parts"]].count(False) == 1


async def test_what_makes_no_sense_is_refused(call: Any, refuse: Any, phone: Any) -> None:
    for wrong in (
        {"mode": "keep"},
        {"mode": "revert", "text": "red"},
        {"mode": "keep", "tokens": ["--x"]},
        {"mode": "dark", "background": "red", "target_luminance": 0.1},
    ):
        with pytest.raises(UsageFault):
            ApplyThemeArgs(**wrong).wish()
        assert (await refuse("page_apply_theme", **wrong)).code == "BAD_ARGUMENTS"
    await call("page_navigate", url=phone.page("login.html"))
    for wrong in (
        {"mode": "keep", "text": "no colour"},
        {"mode": "keep", "text": "currentcolor"},
        {"mode": "keep", "text": "rgb(0 0 0 / 50%)"},
        {"mode": "dark", "background": "white"},
        {"mode": "light", "target_luminance": 0.01},
    ):
        assert (await refuse("page_apply_theme", **wrong)).code == "BAD_ARGUMENTS", wrong
    assert (await refuse("page_highlight")).code == "INVALID_TARGET"


LATER = """
<style>.card { background: #fff; color: #222 } .warm { background: #fee; color: #400 }</style>
<body style="background: #fafafa; color: #222"><div class=card id=card>Card</div>
<button onclick="const more = document.createElement('div'); more.className = 'card';
  more.innerHTML = '<p>More text</p>'; document.body.append(more)">Add</button>
<button onclick="document.getElementById('card').className = 'warm'">Warm</button>
<div id=shut class=card style="display: none"><p>Opened text</p></div>
<button onclick="document.getElementById('shut').style.display = 'block'">Open</button>
"""


async def test_what_comes_later_is_dressed_too_and_all_of_it_is_given_back(
    call: Any, pages: Pages
) -> None:
    await call("page_navigate", url=pages.put("/later", LATER))
    await call("page_apply_theme", mode="dark", transition_ms=0)
    for press, shown in (("Add", "More text"), ("Warm", "Card"), ("Open", "Opened text")):
        await call("page_tap", role="button", text=press)
        await call("page_wait", text=shown)
        async with asyncio.timeout(10):
            while (told := await call("page_contrast")).data.get("failed"):
                continue
        surfaces = (await call("page_theme")).data["surfaces"]
        grounds = {each["background"] for each in surfaces if each.get("background")}
        async with asyncio.timeout(10):
            while any(light(parsed(each)) > 0.18 for each in grounds):
                surfaces = (await call("page_theme")).data["surfaces"]
                grounds = {each["background"] for each in surfaces if each.get("background")}
        assert shown in (await call("page_text")).text
        assert told.data["passed"] >= 4
    await call("page_apply_theme", mode="revert")
    colours = (await call("page_theme")).data["parts"][0]["colours"]
    assert {each["color"] for each in colours["background"]} >= {"#fafafa", "#ffffff", "#ffeeee"}
    assert {"#222222", "#440000"} <= {each["color"] for each in colours["text"]}


async def test_gradients_change_sides_and_signs_stay_seen(call: Any, phone: Any) -> None:
    async def colours(css: str) -> list[RGB]:
        shot = await call("page_screenshot", css=css, format="png")
        picture = Image.open(io.BytesIO(shot.pictures[0].data)).convert("RGB")
        found = [each[1] for each in picture.getcolors(1_000_000) or [] if each[0] > 40]
        return [(each[0], each[1], each[2]) for each in found if isinstance(each, tuple)]

    await call("page_navigate", url=phone.page("looks_signs.html"))
    header = await colours("header")
    await call("page_apply_theme", mode="dark", transition_ms=0)
    assert max(map(light, await colours("#words"))) < 0.1
    assert await colours("header") == header
    words = (await call("page_theme")).data["parts"][0]["colours"]["text"]
    assert all(light(parsed(each["color"])) > 0.5 for each in words)
    for sign in ("#menu svg", "#stop svg"):
        drawn = await colours(sign)
        assert max(between(a, b) for a in drawn for b in drawn) > 3 or max(map(light, drawn)) > 0.5
    assert (221, 0, 0) in await colours("#red svg")
    await call("page_apply_theme", mode="revert")
    assert min(map(light, await colours("#words"))) > 0.7


async def test_a_page_too_large_to_be_dressed_keeps_its_own_colours_whole(
    call: Any, refuse: Any, pages: Pages
) -> None:
    rows = "<script>document.body.innerHTML = '<p>Row</p>'.repeat(12001)</script>"
    await call("page_navigate", url=pages.put("/large", f"<body>{rows}"))
    assert (await refuse("page_apply_theme", mode="dark")).code == "TIMEOUT"
    told = await call("page_theme")
    assert "the page is light: ground #ffffff" in told.text
    assert (await call("page_contrast", max_samples=2000)).data["samples"] == 2000
    assert "no colours were laid" in (await call("page_apply_theme", mode="revert")).text


SQUARES = """<style>b, i { display: inline-block; width: 24px; height: 24px }</style>
<button><b id=yellow style="background: #fe0"></b></button>
<button><b id=white style="background: #fff"></b></button>
<i id=alone style="background: #0fc"></i>
<input id=field type=color value="#ffee00" style="width: 60px; height: 40px">"""
KEPT = {
    "#yellow": (255, 238, 0),
    "#white": (255, 255, 255),
    "#alone": (0, 255, 204),
    "#field": (255, 238, 0),
}


async def test_squares_that_show_a_colour_keep_it(call: Any, pages: Pages) -> None:
    await call("page_navigate", url=pages.put("/squares", SQUARES))
    await call("page_apply_theme", mode="dark", transition_ms=0)
    for css, color in KEPT.items():
        shot = await call("page_screenshot", css=css, format="png")
        picture = Image.open(io.BytesIO(shot.pictures[0].data)).convert("RGB")
        assert picture.getpixel((picture.width // 2, picture.height // 2)) == color, css


async def test_a_square_of_a_tag_that_no_selector_can_name_keeps_no_page_from_its_colours(
    call: Any, pages: Pages
) -> None:
    square = "style='display: inline-block; width: 24px; height: 24px; background: #ddd'"
    await call("page_navigate", url=pages.put("/odd", f'<p>Words</p><i" {square}></i">'))
    await call("page_apply_theme", mode="dark", transition_ms=0)
    assert "the page is dark" in (await call("page_theme")).text


@pytest.mark.parametrize("own", ["", "#field::placeholder { color: #999 }"])
@pytest.mark.parametrize("field", ["<input {}>", "<textarea {}></textarea>"])
async def test_the_words_in_an_empty_field_stay_readable_and_are_given_back(
    call: Any, pages: Pages, own: str, field: str
) -> None:
    style = f"<style>#field {{ font-size: 16px }} {own}</style>"
    body = style + field.format('id=field placeholder="████████████"')
    await call("page_navigate", url=pages.put("/empty", body))

    async def colours() -> tuple[RGB, RGB]:
        shot = await call("page_screenshot", css="#field", format="png")
        return seen(Image.open(io.BytesIO(shot.pictures[0].data)))

    before = await colours()
    await call("page_apply_theme", mode="dark", transition_ms=0)
    ground, ink = sorted(await colours(), key=light)
    assert light(ground) < 0.18
    assert between(ground, ink) >= 4.5
    await call("page_apply_theme", mode="revert")
    assert await colours() == before

import asyncio
from typing import Any

import pytest

from bridge.errors import ScreenFault
from bridge.page import capture, navigate, read, theme
from bridge.page.browser import Browser
from bridge.page.seen import Contrast, Faint, Font, PaintedBox, Part, Theme, Token, Use
from bridge.page.snapshot import Row
from bridge.page.tab import Tab

FIELD = {"label": "Name"}
ELEMENT = Row(role="button", name="Pay", ref="e4")


def test_colours_of_all_frames_are_counted_together() -> None:
    one = Part(colours={"text": (Use(color="#111111", count=2, where=("link",)),)})
    other = Part(
        frame=1,
        colours={
            "text": (
                Use(color="#222222", count=4, where=("heading",)),
                Use(color="#111111", count=3, where=("link", "button")),
            )
        },
    )
    assert theme.merged((one, other), "text") == [
        Use(color="#111111", count=5, where=("link", "button")),
        Use(color="#222222", count=4, where=("heading",)),
    ]


def test_a_theme_reads_in_lines_that_the_page_cannot_break() -> None:
    part = Part(
        colours={"border": (Use(color="#333333", count=1, where=("x\ny",)),)},
        fonts=(Font(family="A\nB", count=2, sizes=(14, 16.5), weights=("400", "700")),),
        tokens=(Token(name="--a", value="red", color="#ff0000"), Token(name="--b", value="1px")),
        token_count=9,
        dark=True,
        ground="#101010",
        theme_color="#fff",
    )
    box = PaintedBox(
        element=ELEMENT, background="#ffffff", text="#000000", radius="4px", shadow=True
    )
    assert theme.theme_lines(Theme(parts=(part,), surfaces=(box,), scanned=7, partial=True)) == [
        "the page is dark: ground #101010, color-scheme normal (controls light), the phone prefers"
        " light",
        "theme-color #fff",
        "border:",
        "- #333333 1x (x y)",
        "fonts:",
        "- A B 2x, 14, 16.5 px, weight 400, 700",
        "custom properties (of 9):",
        "- --a: red = #ff0000",
        "- --b: 1px",
        "surfaces:",
        '- button "Pay" [e4] #ffffff, text #000000, radius 4px, shadow',
        "[7 elements were looked at: there are more]",
    ]
    assert theme.theme_lines(Theme()) == ["nothing of the page may be told"]


def test_failures_say_what_would_do_and_how_many_are_alike() -> None:
    faint = Faint(
        element=ELEMENT, count=3, ink="#777777", ground="#ffffff", ratio=4.47, needed=4.5, size=16
    )
    done = faint.model_copy(update={"count": 1, "bold": True, "suggestion": "#767676"})
    unknown = Faint(element=ELEMENT, why="a background\npicture")
    found = Contrast(
        failures=(faint, done),
        unknown=(unknown,),
        samples=9,
        passed=4,
        failed=4,
        unclear=1,
        kinds=5,
        partial=True,
    )
    assert theme.contrast_lines(found, "AA") == [
        "WCAG AA: 4 of 9 texts pass, 4 fail, 1 cannot be told",
        '- button "Pay" [e4] (and 2 alike): 4.47 of 4.5, #777777 on #ffffff, 16 px;'
        " no text colour would do",
        '- button "Pay" [e4]: 4.47 of 4.5, #777777 on #ffffff, 16 px bold; text #767676 would do',
        "3 more kinds of failure",
        "cannot be told:",
        '- button "Pay" [e4]: a background picture',
        "[there is more text than was looked at: max_samples]",
    ]


async def run(tab: Tab, code: str) -> Any:
    """Run a script in the page's own world."""
    told = await tab.session.call("Runtime.evaluate", {"expression": code, "returnByValue": True})
    assert "exceptionDetails" not in told, told
    return told["result"].get("value")


HOSTS = "[...document.querySelectorAll('[popover]')]"


async def until_left(tab: Tab, count: int) -> None:
    """Wait until so many frames are left."""
    watched = (
        f"new Promise((done) => {{ const look = () => {HOSTS}.length === {count} && done(true);"
        " new MutationObserver(look).observe(document, {childList: true, subtree: true}); look() })"
    )
    asked = {"expression": watched, "awaitPromise": True, "returnByValue": True}
    async with asyncio.timeout(5):
        await tab.session.call("Runtime.evaluate", asked)


@pytest.mark.usefixtures("over_wifi")
async def test_each_takes_one_round_trip(phone: Any, tab: Tab) -> None:
    await navigate.go(tab, phone.page("shop.html"))
    phone.ask("/rtt", {"ms": 20})
    try:
        for look in (
            theme.theme(tab, scan=1200, per_group=8, tokens=40, surfaces=20),
            theme.contrast(tab, {}, level="AA", samples=400, failures=20),
            theme.apply(tab, "dark", {}, transition_ms=50),
            theme.apply(tab, "revert", {}, transition_ms=50),
            theme.highlight(tab, {"role": "searchbox"}, duration_ms=100, note="here"),
        ):
            phone.count_from_here()
            await look
            assert phone.trips() == 1
    finally:
        phone.ask("/rtt", {"ms": 0})


async def test_a_highlight_is_gone_after_its_time_and_takes_no_touch(phone: Any, tab: Tab) -> None:
    await navigate.go(tab, phone.page("login.html"))
    page = await run(tab, "document.documentElement.outerHTML")
    under = "document.elementFromPoint(innerWidth / 2, innerHeight / 2).outerHTML"
    before = await run(tab, under)
    told = await theme.highlight(tab, FIELD, duration_ms=400, note="type here")
    assert told.text == 'highlighted textbox "Name" for 0.4 s'
    assert await run(tab, f"{HOSTS}.length") == 1
    assert await run(tab, under) == before
    await until_left(tab, 0)
    assert await run(tab, "document.documentElement.outerHTML") == page


async def test_no_page_reads_the_note_or_undoes_the_frame_by_its_styles(
    phone: Any, tab: Tab
) -> None:
    await navigate.go(tab, phone.page("login.html"))
    await run(
        tab,
        "document.head.insertAdjacentHTML('beforeend',"
        " '<style>html > div { display: none !important; opacity: 0 !important }"
        "</style>'); attached = []; new MutationObserver((all) => all.forEach((one) =>"
        " attached.push(...one.addedNodes))).observe(document, { childList: true, subtree: true })",
    )
    await theme.highlight(tab, FIELD, duration_ms=20_000, note='zebra "quoted" \\ ünï\n</style>')
    host = "attached[0]"
    assert await run(tab, f"{host}.shadowRoot") is None
    told = await run(
        tab,
        f"[{host}.outerHTML, {host}.innerText, document.body.innerText, {host}.getHTML(),"
        " JSON.stringify([...document.styleSheets, ...document.adoptedStyleSheets]"
        f".map((s) => [...s.cssRules].map((r) => r.cssText))), getComputedStyle({host}, '::after')"
        f".content, String({host}.scrollWidth)].join()",
    )
    assert "zebra" not in told
    assert await run(tab, "find('zebra', false, false, true)") is False
    seen = await run(
        tab,
        f"(({{display, opacity, pointerEvents}}) => [display, opacity,"
        f" pointerEvents])(getComputedStyle({host}))",
    )
    assert seen == ["block", "1", "none"]
    width = await run(tab, f"{host}.scrollWidth")
    assert width == await run(tab, "document.documentElement.clientWidth")
    for told in (
        (await read.snapshot(tab, max_bytes=50_000, boxes=False)).text,
        (await read.text(tab, {}, max_chars=5000)).text,
    ):
        assert "zebra" not in told
    every = await read.find(tab, {"css": "div"}, limit=200)
    assert every.total == await run(tab, "document.querySelectorAll('div').length - 1")


async def test_two_at_once_each_have_their_time_and_a_navigation_ends_them(
    phone: Any, tab: Tab
) -> None:
    await navigate.go(tab, phone.page("login.html"))
    await theme.highlight(tab, FIELD, duration_ms=20_000, note=None)
    await theme.highlight(tab, {"text": "Sign in", "role": "button"}, duration_ms=200, note="b")
    await until_left(tab, 1)
    for _ in range(20):
        await theme.highlight(tab, FIELD, duration_ms=20_000, note=None)
    assert await run(tab, f"{HOSTS}.length") == 12
    await navigate.go(tab, phone.page("shop.html"))
    assert await run(tab, f"{HOSTS}.length") == 0


async def test_what_is_not_drawn_is_not_highlighted(phone: Any, tab: Tab) -> None:
    await navigate.go(tab, phone.page("login.html"))
    await run(tab, "document.body.insertAdjacentHTML('beforeend', '<i id=no hidden>x</i>')")
    with pytest.raises(ScreenFault) as fault:
        await theme.highlight(tab, {"css": "#no"}, duration_ms=100, note=None)
    assert fault.value.code == "NOT_VISIBLE"


async def test_a_page_that_asks_sees_the_colours_as_animations_and_insisted_styles_come_back(
    phone: Any, tab: Tab
) -> None:
    await navigate.go(tab, phone.page("looks_bold.html"))
    page = "[document.documentElement.outerHTML, document.getAnimations().length,\
 document.adoptedStyleSheets.length]"
    before = await run(tab, page)
    await run(tab, "document.getElementById('card').setAttribute('style', 'margin:  9px')")
    await theme.apply(tab, "dark", {}, transition_ms=0)
    assert (
        await run(tab, "document.getAnimations().length > 5 && document.adoptedStyleSheets.length")
        == 0
    )
    assert "important" in await run(tab, "document.getElementById('card').getAttribute('style')")
    # what the page writes meanwhile stays
    await run(tab, "document.getElementById('card').style.margin = '5px'")
    await theme.apply(tab, "revert", {}, transition_ms=0)
    assert await run(tab, "document.getElementById('card').getAttribute('style')") == "margin: 5px;"
    await run(tab, "document.getElementById('card').removeAttribute('style')")
    assert await run(tab, page) == before


async def test_animations_of_the_pages_own_outlive_ours(phone: Any, tab: Tab) -> None:
    await navigate.go(tab, phone.page("login.html"))
    color = "getComputedStyle(document.querySelector('h1')).color"
    await run(
        tab,
        "void document.querySelector('h1').animate({color: 'rgb(120, 0, 0)'},"
        " {duration: 1, fill: 'forwards'}).finish()",
    )
    await theme.apply(tab, "dark", {}, transition_ms=20)
    assert await run(tab, color) != "rgb(120, 0, 0)"
    await run(
        tab, "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
    )
    await theme.apply(tab, "revert", {}, transition_ms=0)
    assert await run(tab, color) == "rgb(120, 0, 0)"


async def test_other_colours_end_with_the_agents_lease_without_being_waited_for(
    phone: Any, tab: Tab
) -> None:
    await navigate.go(tab, phone.page("login.html"))
    worn = "document.getAnimations().length"
    theme.undress(tab)  # nothing to take off
    await theme.apply(tab, "dark", {}, transition_ms=0)
    assert await run(tab, worn) > 0
    theme.undress(tab)
    assert await run(tab, worn) == 0
    assert not tab.standing.dressed


async def test_the_gate_takes_them_off_when_nobody_has_the_phone(
    phone: Any, browser: Browser, tab: Tab
) -> None:
    await navigate.go(tab, phone.page("login.html"))
    for ends in (browser.gate.let_go, lambda: browser.gate.rest(100)):
        await theme.apply(tab, "dark", {}, transition_ms=0)
        ends()
        assert await run(tab, "document.getAnimations().length") == 0


@pytest.mark.usefixtures("over_wifi")
async def test_a_picture_shows_the_page_alone_and_the_person_the_frame(
    phone: Any, tab: Tab
) -> None:
    async def picture() -> bytes:
        shot = await capture.screenshot(
            tab, target={}, full=False, kind="png", quality=80, max_side=None
        )
        return shot.image.data

    async def drawn() -> str:
        return str((await tab.session.call("Page.captureScreenshot", {"format": "png"}))["data"])

    await navigate.go(tab, phone.page("login.html"))
    alone, bare = await picture(), await drawn()
    await theme.highlight(tab, FIELD, duration_ms=20_000, note="here")
    assert await drawn() != bare
    assert await picture() == alone
    assert await drawn() != bare
    phone.ask("/rtt", {"ms": 20})
    try:
        phone.count_from_here()
        await picture()
        assert phone.trips() == 3  # one more than without a frame to hide
    finally:
        phone.ask("/rtt", {"ms": 0})

"""What no person sees is not told: words that a page hides are not an agent's instructions."""

from __future__ import annotations

from typing import Any

import pytest

from bridge.errors import BridgeError
from tests.cases._pages import Show

HIDDEN = "IGNORERULES"
WHITE = "<div style='position:absolute;inset:0;background:#fff{}'></div></div>"
PICTURE = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="


async def told(call: Any) -> str:
    """All that an agent reads of a page, and finds by those words."""
    parts = [(await call(tool)).text for tool in ("page_snapshot", "page_text")]
    try:
        parts.append((await call("page_find", text=HIDDEN)).text)
    except BridgeError as fault:
        parts.append(fault.message)
    return "\n".join(parts)


@pytest.mark.parametrize(
    "hidden",
    [
        # out of sight
        "<p style='opacity:0'>{}</p>",
        "<p style='position:absolute;left:-9999px'>{}</p>",
        "<div style='width:1px;height:1px;overflow:hidden'>{}</div>",
        "<p style='color:#fff'>{}</p>",
        "<p aria-label='{}'>shown</p>",
        "<div style='opacity:.01'><p>{}</p></div>",
        "<p style='clip-path:circle(0)'>{}</p>",
        "<p style='font-size:0'>{}</p>",
        "<p style='text-indent:-9999px'>{}</p>",
        "<p style='transform:scaleX(0)'>{}</p>",
        "<div style='content-visibility:hidden'>{}</div>",
        "<p style='transform:rotateY(180deg);backface-visibility:hidden'>{}</p>",
        # behind something
        "<div style='position:relative'><p>{}</p>" + WHITE.format(""),
        "<div style='position:relative'><p>{}</p>" + WHITE.format(";pointer-events:none"),
        "<p>{}</p><div style='position:absolute;inset:40px 0 0;background:#fff'></div>",
        "<div style='background:#fff'><p style='position:relative;z-index:-1'>{}</p></div>",
        "<div style='position:relative'><p>{}</p>"
        "<div style='position:absolute;inset:0;backdrop-filter:blur(30px)'></div></div>",
        # of one colour with what is behind it
        "<div style='background:linear-gradient(#fff,#fefefe)'><p style='color:#fff'>{}</p></div>",
        "<div style='background:linear-gradient(#123456,#123456)'>"
        "<p style='color:#123456'>{}</p></div>",
        "<div style='background:#fff'><p style='mix-blend-mode:screen'>{}</p></div>",
        "<div style='background:#333'><p style='color:#fff;mix-blend-mode:multiply'>{}</p></div>",
        # made unreadable
        "<p style='filter:blur(20px)'>{}</p>",
        "<div style='filter:contrast(0)'><p>{}</p></div>",
        "<p style='color:transparent;text-shadow:0 0 30px rgba(0,0,0,.2)'>{}</p>",
        "<div style='height:3px;overflow:hidden'>{}</div>",
        "<p style='background:linear-gradient(#fff,#fff);background-clip:text;color:#0000'>{}</p>",
        # beside words that are seen
        "<button>Buy <b style='color:#efefef'>{}</b></button>",
        "<a href=#>Buy <b style='font-size:0'>{}</b></a>",
        "<a href=# style='font-size:0'>{}<b style='font-size:16px'>Buy</b></a>",
        "<h2>News <b style='color:#fff'>{}</b></h2>",
        "<h2 style='color:#fff'>{}</h2>",
        "<button style='position:relative'>Buy <b style='position:relative'>{}"
        "<i style='position:absolute;inset:0;background:#eee'></i></b></button>",
        "<div style='position:relative'><iframe srcdoc='<p>{}</p>'></iframe>" + WHITE.format(""),
        # in what is not drawn
        "<svg width=99 height=20><defs><text y=10>{}</text></defs></svg>",
        "<svg width=99 height=20><symbol><text y=10>{}</text></symbol></svg>",
        "<iframe style='width:1px;height:1px' srcdoc='<p>{}</p>'></iframe>",
        "<select><option>shown<option hidden>{}</select>",
        "<canvas width=50 height=20>{}</canvas>",
        "<noscript>{}</noscript>",
        "<details><summary>shown</summary>{}</details>",
        f"<img alt='{{}}' style='position:absolute;left:-999px' width=40 src='{PICTURE}'>",
        # drawn before an element, but not to be seen
        "<style>b::before{{content:'{}';color:#fff}}b{{background:#fff}}</style><button><b>x</b>",
        "<style>b::before{{content:'{}';font-size:0}}</style><button><b>x</b></button>",
        "<style>b::before{{content:'{}';position:absolute;left:-9999px}}</style><button><b>x</b>",
    ],
)
async def test_words_that_no_person_sees_are_not_told(call: Any, show: Show, hidden: str) -> None:
    await show(f"<p>Seen</p>{hidden.format(HIDDEN)}")
    text = await told(call)
    assert "Seen" in text
    assert HIDDEN not in text.replace(f'nothing fits text "{HIDDEN}"', "")


@pytest.mark.parametrize(
    "shown",
    [
        # a bar that lies over it for now
        "<p>{}</p><div style='position:fixed;inset:0 0 auto;height:300px;background:#fff'></div>",
        "<p>{}</p><div style='position:sticky;bottom:0;height:900px;background:#fff'></div>",
        # painted below it, or beside it
        "<div style='position:relative'>"
        + WHITE.format("")
        + "<p style='position:relative'>{}</p>",
        "<div style='position:relative'><p style='position:relative;z-index:1'>{}</p>"
        + WHITE.format(""),
        "<div style='position:relative'>" + WHITE.format(";z-index:-1") + "<p>{}</p>",
        "<div style='position:relative'><p>{}</p>" + WHITE.format(";opacity:.3"),
        "<div style='position:relative'><p>{}</p>" + WHITE.format(";clip-path:inset(0 0 90%)"),
        "<div style='position:relative'><p>{}</p>" + WHITE.format(";width:20px"),
        "<div style='position:absolute;background:#fff'><p>{}</p></div>",
        # a box that scrolls below one that does not
        "<div style='position:relative'><div style='height:40px;overflow:auto'><p>{}</p>"
        "<div style='height:300px'></div></div><div style='position:absolute;inset:0 0 auto;"
        "height:300px;background:#fff;visibility:hidden'></div></div>",
        # turned over twice
        "<div style='transform-style:preserve-3d;transform:rotateY(180deg)'>"
        "<p style='transform:rotateY(180deg);backface-visibility:hidden'>{}</p></div>",
        "<div style='transform:translateY(40px);height:2000px'>"
        "<p style='position:fixed;bottom:0'>{}</p></div>",
        "<p style='filter:blur(.5px) contrast(1.2)'>{}</p>",
        "<p style='color:#fff;background:linear-gradient(#fff,#036)'>{}</p>",
        "<div style='background:#000'><p style='color:#fff;mix-blend-mode:screen'>{}</p></div>",
        "<p style='color:transparent;text-shadow:0 0 2px #000'>{}</p>",
        "<iframe style='height:30px' srcdoc='<p>{}</p>'></iframe>",
        "<h2>{}<b style='color:#fff'>not seen</b></h2>",
        "<p style='background:#036;background-clip:text;color:#0000'>{}</p>",
        "<a href=# style='font-size:0'><b style='font-size:16px'>{}</b></a>",
    ],
)
async def test_words_that_are_seen_are_told_however_they_are_drawn(
    call: Any, show: Show, shown: str
) -> None:
    await show(shown.format("Words"))
    assert "Words" in (await call("page_snapshot")).text
    assert "Words" in (await call("page_text")).text


async def test_a_name_that_is_not_seen_stands_beside_the_words_that_are(
    call: Any, show: Show
) -> None:
    long = "name " * 100
    await show(f"<button aria-label='{long}'>Seen</button>")
    text = (await call("page_snapshot")).text
    assert "- text: Seen" in text
    assert long[:190] in text
    assert long[:210] not in text

"""How the page bundle finds elements, reads text and waits, in real Chromium."""

from __future__ import annotations

from typing import Any

import pytest

from tests.page.bundle_browser import Link, Page, names, tab

# --- targets


@pytest.mark.parametrize(
    ("target", "found"),
    [
        ({"text": "sign IN", "role": "button"}, ["button Sign in"]),
        ({"role": "button", "text": "sign"}, ["button Sign in"]),
        ({"text": "Sign in"}, ["heading Sign in", "button Sign in"]),
        ({"label": "remember"}, ["checkbox Remember me"]),
        ({"label": "Password"}, ["textbox Password"]),
        ({"css": "input"}, ["textbox Name", "textbox Password", "checkbox Remember me"]),
        ({"css": "input", "role": "checkbox"}, ["checkbox Remember me"]),
        (
            {"css": "form", "text": "forgot"},
            ["generic Name Password Remember me Sign in Forgot password?"],
        ),
        ({"role": "heading"}, ["heading Sign in"]),
        ({"text": "Sign in", "nth": 1}, ["button Sign in"]),
        ({"text": "no such words"}, []),
        # whole matches win over partial ones, so "shop" is the bold word and not "© Shop"
        ({"text": "© shop"}, ["generic © Shop"]),
    ],
)
async def test_a_target_names_elements_by_what_people_see(
    page: Page, target: dict[str, Any], found: list[str]
) -> None:
    await page.open("login.html")
    value = await page.value("find", target=target)
    assert [f"{row['role']} {row['name']}" for row in value["rows"]] == found
    assert await page.value("find", **target) == value


@pytest.mark.parametrize("unseen", ["\u00ad", "\u200b", "\u2060", "\ufeff"])
async def test_letters_that_nobody_sees_part_no_word(page: Page, unseen: str) -> None:
    await page.open("login.html")
    word = f"Donau{unseen}dampf{unseen}schiff"
    await page.run(f"document.querySelector('button').textContent = {word!a}")
    for target in ({"text": "Donaudampfschiff"}, {"text": word, "role": "button"}):
        value = await page.value("find", target=target)
        assert names(value["rows"]) == ["Donaudampfschiff"]


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ("<button aria-label='Close it'>X</button>", "close"),
        ("<button title='Close it'><svg width=9 height=9></svg></button>", "close it"),
        ("<a href=/><svg width=9 height=9><title>Close it</title></svg></a>", "Close it"),
        ("<input aria-label='Close it'>", "close it"),
    ],
)
async def test_what_acts_is_found_by_a_name_that_nobody_sees(
    page: Page, body: str, words: str
) -> None:
    await page.open("login.html")
    await page.run(f"document.body.innerHTML = {body!r}")
    value = await page.value("find", target={"text": words})
    assert names(value["rows"]) == ["Close it"]
    # words that are seen come first
    await page.run("document.body.insertAdjacentHTML('beforeend', '<p>Close it now</p>')")
    value = await page.value("find", target={"text": words})
    assert [row["role"] for row in value["rows"]] == ["paragraph"]


@pytest.mark.parametrize(
    ("body", "css", "row"),
    [
        ("<output>1 item, €4.32</output>", "output", "status 1 item, €4.32"),
        ("<p>A <b>bold</b> word</p>", "p", "paragraph A bold word"),
        ("<article><h2>Tea</h2>€9.21</article>", "article", "article Tea €9.21"),
        ("<p role=status aria-label=Cart>1 item</p>", "p", "status Cart"),
        ("<p role=status></p>", "p", "status "),
        ("<p style='-webkit-text-security: disc'>1234</p>", "p", "paragraph "),
        ("<input value=Words>", "input", "textbox "),
    ],
)
async def test_what_has_no_name_is_found_with_its_words(
    page: Page, body: str, css: str, row: str
) -> None:
    await page.open("login.html")
    await page.run(f"document.body.innerHTML = {body!r}")
    (found,) = (await page.value("find", target={"css": css}))["rows"]
    assert f"{found['role']} {found['name']}" == row


@pytest.mark.parametrize(
    ("body", "hint"),
    [
        ("<button><i class='fas fa-lg fa-trash-alt'></i></button>", "trash-alt"),
        ("<button class='btn btn-icon icon-close'></button>", "close"),
        ("<button><svg class=lucide-heart width=9 height=9></svg></button>", "heart"),
        ("<button><svg width=9><use href='/s.svg#cart'></use></svg></button>", "cart"),
        ("<a href=/x><img src='/img/share.v2.png?k=1'></a>", "share.v2"),
        ("<button data-testid=save><i class=fa-pen></i></button>", "save"),
        ("<button id=menu-toggle></button>", "menu-toggle"),
        ("<a href='/account/orders?key=3' style='padding:9px'></a>", "orders"),
        ("<div onclick='x()' class=mdi-dots style='height:9px'></div>", "dots"),
        ("<button id=a8f3391044bd></button>", None),
        ("<button><img src='data:image/png;base64,AA'></button>", None),
        ("<button id=go aria-label=Go></button>", None),
        ("<input id=field>", None),
    ],
)
async def test_what_has_no_name_to_tap_by_is_hinted_at_by_its_markup(
    page: Page, body: str, hint: str | None
) -> None:
    await page.open("login.html")
    await page.run(f"document.body.innerHTML = {body!r}")
    (row,) = (await page.value("find", target={"css": "body > *"}))["rows"]
    assert row.get("hint") == hint


async def test_placeholder_and_testid_name_fields(page: Page) -> None:
    await page.open("controls.html")
    value = await page.value("find", placeholder="phone")
    assert names(value["rows"]) == ["Phone"]
    await page.run("document.querySelector('#mail').dataset.testid = 'the-mail'")
    assert names((await page.value("find", testid="the-mail"))["rows"]) == ["Mail"]


@pytest.mark.parametrize(
    ("target", "code", "says"),
    [
        ({}, "INVALID_TARGET", "nothing names"),
        ({"css": "a["}, "INVALID_TARGET", "no CSS selector"),
        ({"ref": "e1", "text": "x"}, "INVALID_TARGET", "stands alone"),
        ({"text": " "}, "INVALID_TARGET", "text is empty"),
        ({"ref": "e999"}, "STALE_REF", "e999"),
    ],
)
async def test_a_target_that_names_nothing_is_refused(
    page: Page, target: dict[str, Any], code: str, says: str
) -> None:
    await page.open("login.html")
    answer = await page.call("find", target=target)
    assert (answer["ok"], answer["code"]) == (False, code)
    assert says in answer["message"]


async def test_an_ambiguous_target_is_refused_with_candidates(page: Page) -> None:
    await page.open("login.html")
    answer = await page.call("text", target={"text": "sign in"})
    assert answer["code"] == "TARGET_AMBIGUOUS"
    assert 'heading "Sign in" [e' in answer["message"]
    assert 'button "Sign in" [e' in answer["message"]
    answer = await page.call("text", target={"text": "sign in", "nth": 5})
    assert answer["code"] == "TARGET_NOT_FOUND"
    assert "no nth 5" in answer["message"]
    answer = await page.call("text", target={"role": "slider"})
    assert answer["code"] == "TARGET_NOT_FOUND"
    assert '"slider"' in answer["message"]


# --- refs


async def test_a_ref_stands_while_its_element_lives_and_never_returns(page: Page) -> None:
    await page.open("login.html")
    first = {row["name"]: row["ref"] for row in await page.rows() if row["ref"]}
    second = await page.call("snapshot")
    assert {row["name"]: row["ref"] for row in second["value"]["rows"] if row["ref"]} == first
    await page.run("document.querySelector('button').remove()")
    answer = await page.call("find", ref=first["Sign in"])
    assert answer["code"] == "STALE_REF"
    assert first["Sign in"] in answer["message"]
    page.ref_base = second["last_ref"]
    await page.open("login.html")
    fresh = {row["ref"] for row in await page.rows() if row["ref"]}
    assert not fresh & set(first.values())


# --- text


async def test_text_is_read_in_lines_and_by_parts(page: Page) -> None:
    await page.open("login.html")
    whole = await page.value("text")
    assert whole["text"].splitlines() == [
        "Home",
        "Offers",
        "",
        "Sign in",
        "",
        "Welcome back. Use your shop account.",
        "",
        "Name",
        "Password",
        "Remember me",
        "Sign in Forgot password?",
        "© Shop",
    ]
    part = await page.value("text", offset=5, max_chars=6)
    assert part["text"] == whole["text"][5:11]
    assert (part["length"], part["left"]) == (len(whole["text"]), len(whole["text"]) - 11)
    offset, digest = part["cursor"].split(".")
    assert int(offset) == 11
    await page.run("document.querySelector('h1').textContent = 'Other'")
    rest = await page.value("text", offset=11, digest=digest)
    assert rest["text"] == whole["text"][11:].replace("Sign in", "Other", 1)
    await page.run("document.querySelector('a').textContent = 'Start'")
    assert (await page.value("text", offset=11, digest=digest))["stale"] is True
    assert (await page.value("text", css="h1"))["text"] == "Other"


# --- wait


@pytest.mark.parametrize(
    ("script", "wish"),
    [
        (
            "document.body.insertAdjacentHTML('beforeend', '<button>New</button>')",
            {"text": "New"},
        ),
        (
            "document.querySelector('button').style.display = 'none'",
            {"css": "button", "state": "hidden"},
        ),
        ("document.querySelector('button').remove()", {"css": "button", "state": "detached"}),
        (
            "document.body.insertAdjacentHTML('beforeend', '<i id=n hidden></i>')",
            {"css": "#n", "state": "attached"},
        ),
        (
            "document.querySelector('h1').firstChild.data = 'Welcome, Ann'",
            {"page_text": "welcome, ann"},
        ),
        ("history.pushState(0, '', '/account')", {"url": "/account"}),
    ],
)
async def test_a_wait_ends_when_it_is_so(page: Page, script: str, wish: dict[str, Any]) -> None:
    await page.open("login.html")
    assert not (await page.value("wait", **wish, timeout_ms=0))["met"]
    await page.run(f"void setTimeout(() => {{ {script} }}, 60)")
    assert await page.value("wait", **wish, timeout_ms=10_000) == {"met": True, "what": ""}


async def test_a_wait_notices_what_only_a_style_changes(page: Page) -> None:
    await page.open("login.html")
    await page.run(
        "document.head.insertAdjacentHTML('beforeend', '<style>"
        "@keyframes k {from {opacity: 0} to {opacity: 1}}"
        " main {animation: k .3s step-end}</style>')"
    )
    assert (await page.value("wait", text="Sign in", role="button", timeout_ms=10_000))["met"]


async def test_a_wait_ends_at_its_limit_and_says_what_is_missing(page: Page) -> None:
    await page.open("login.html")
    value = await page.value("wait", role="button", text="Pay", state="visible", timeout_ms=50)
    assert value == {"met": False, "what": 'text "Pay", role "button" is not visible'}
    answer = await page.call("wait", timeout_ms=50)
    assert answer["code"] == "INVALID_TARGET"


async def test_a_hidden_tab_answers_reads_and_waits(chromium: Link, page: Page, port: int) -> None:
    await page.open("login.html")
    async with tab(chromium, port) as other:
        await other.send("Page.bringToFront")
        assert (await page.value("where"))["visibility"] == "hidden"
        await page.run("void setTimeout(() => document.querySelector('h1').append('!'), 10)")
        assert (await page.value("wait", page_text="Sign in!", timeout_ms=10_000))["met"]
        assert len(await page.rows()) == 15

"""The reading commands of the page bundle, in real Chromium."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from tests.page.bundle_browser import BUNDLE, Link, Page, browser, serving, tab

# what Chrome's tree calls them, where its word is another
CHROME_ROLES = {
    "ColorWell": "color",
    "Date": "date",
    "DateTime": "datetime",
    "DisclosureTriangle": "button",
    "InputTime": "time",
    "image": "img",
}
OUR_ROLES = {"month": "datetime", "week": "datetime"}
ACTED_ON = {
    *("button", "checkbox", "color", "combobox", "date", "datetime", "gridcell", "heading", "link"),
    *("listbox", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "radio", "searchbox"),
    *("slider", "spinbutton", "switch", "tab", "textbox", "time", "treeitem"),
}


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with serving() as number:
        yield number


@pytest.fixture(scope="module")
async def chromium() -> AsyncIterator[Link]:
    async with browser() as link:
        yield link


@pytest.fixture
async def page(chromium: Link, port: int) -> AsyncIterator[Page]:
    async with tab(chromium, port) as opened:
        yield opened


def lines(rows: list[dict[str, Any]]) -> list[str]:
    """Rows as a reader sees them."""
    return [
        "  " * row["depth"]
        + f"{row['role']} {row['name']!r}"
        + (f" {row['level']}" if row["level"] else "")
        + "".join(f" [{state}]" for state in row["states"])
        + (f": {row['value']}" if row["value"] is not None else "")
        for row in rows
    ]


def names(rows: list[dict[str, Any]]) -> list[str]:
    return [row["name"] for row in rows]


# --- roles and names, judged by Chrome


async def chrome_tree(page: Page) -> list[tuple[str, str]]:
    """Role and name of what one acts on, in document order, from Chrome's accessibility tree."""
    await page.send("DOM.enable")
    order: dict[int, int] = {}

    def number(node: dict[str, Any], *, ours: bool = True) -> None:
        if ours:
            order[node["backendNodeId"]] = len(order)
        # what Chrome draws inside a field (date pickers) is no element of the page
        for root in node.get("shadowRoots", ()):
            number(root, ours=ours and root["shadowRootType"] != "user-agent")
        for child in (*node.get("children", ()), node.get("contentDocument")):
            if child:
                number(child, ours=ours)

    number((await page.send("DOM.getDocument", depth=-1, pierce=True))["root"])
    nodes = (await page.send("Accessibility.getFullAXTree"))["nodes"]
    by_id = {node["nodeId"]: node for node in nodes}
    found = []
    for node in nodes:
        backend = node.get("backendDOMNodeId")
        if node["ignored"] or backend not in order:
            continue
        role = node["role"]["value"]
        role = CHROME_ROLES.get(role, role)
        if role not in ACTED_ON or _is_in_popup(node, by_id):
            continue
        name = " ".join(node.get("name", {}).get("value", "").split())
        found.append((order[backend], role, name))
    return [(role, name) for _, role, name in sorted(found)]


def _is_in_popup(node: dict[str, Any], by_id: dict[str, Any]) -> bool:
    """Options of a closed select: one row of ours names them all."""
    above = by_id.get(node.get("parentId", ""))
    while above:
        if above.get("role", {}).get("value") == "MenuListPopup":
            return True
        above = by_id.get(above.get("parentId", ""))
    return False


async def our_tree(page: Page, frame: int | None = None) -> list[tuple[str, str]]:
    return [
        (OUR_ROLES.get(row["role"], row["role"]), row["name"])
        for row in await page.rows()
        if row["role"] in ACTED_ON | set(OUR_ROLES) and frame in (None, row["frame"])
    ]


# where we differ from Chrome on purpose: (ours, Chrome's)
DIFFERENCES = {
    # a heading that a link around it says already is no line of its own
    "controls.html": ([], [("heading", "Card title")]),
    "login.html": ([], []),
    "names.html": (
        [
            # what nobody sees is not part of a name
            ("button", "Close"),
            # what only screen readers are kept from is seen by people
            ("button", "\N{MULTIPLICATION SIGN}"),
            ("link", "Seen"),
            # an editable area without a role is a field to people
            ("textbox", "Notes"),
        ],
        [("button", "Close the dialog"), ("button", "")],
    ),
}


@pytest.mark.parametrize("name", sorted(DIFFERENCES))
async def test_roles_and_names_are_those_of_chromes_own_tree(page: Page, name: str) -> None:
    await page.open(name)
    ours, chromes = await our_tree(page), await chrome_tree(page)
    only_ours, only_chromes = DIFFERENCES[name]
    assert sorted(set(ours) - set(chromes)) == sorted(only_ours)
    assert sorted(set(chromes) - set(ours)) == sorted(only_chromes)
    assert [each for each in ours if each not in only_ours] == [
        each for each in chromes if each not in only_chromes
    ]


# --- snapshot


async def test_a_login_page_reads_in_a_dozen_lines(page: Page) -> None:
    await page.open("login.html")
    assert lines(await page.rows()) == [
        "banner ''",
        "  navigation 'Main'",
        "    list ''",
        "      link 'Home'",
        "      link 'Offers'",
        "main ''",
        "  heading 'Sign in' 1",
        "  text 'Welcome back. Use your shop account.'",
        "  textbox 'Name' [required]",
        "  textbox 'Password' [filled]",
        "  checkbox 'Remember me' [checked]",
        "  button 'Sign in'",
        "  link 'Forgot password?'",
        "contentinfo ''",
        "  text '© Shop'",
    ]


async def test_odd_markup_reads_as_what_it_shows(page: Page) -> None:
    await page.open("odd.html")
    assert lines(await page.rows()) == [
        "text 'Long scroller text one'",
        "text 'two'",
        "text 'three'",
        "listitem ''",
        "  checkbox 'Todo item'",
        "  button 'x'",
        "text 'Price: 12.50 €'",
        "link 'terms'",
        "text 'apply'",
        "text 'AB'",
        "text 'Key'",
        "text 'Value'",
        "alert 'Wrong password'",
        "combobox 'Plan': Free",
        "  options 'Free | Pro'",
        "generic 'Cat card Nice cat with a long description'",
        "link 'Title Sub title Inner'",
        "  button 'Inner'",
        "text 'Layout'",
        "table ''",
        "  row 'a | b'",
        "  row ''",
        "    cell 'c'",
        "    link 'd'",
        "img 'Chart'",
        "video ''",
        "text 'One Two'",
        "text 'def f(): return 1'",
        "textbox 'Email'",
        "textbox '': some lines",
        "generic 'Onclick span'",
        "generic 'Custom'",
        "group 'Pick'",
        "  radio 'One'",
        "  radio 'Two'",
        "button 'Later' [disabled]",
        "button 'Inert' [disabled]",
        "link 'News' 2",
        "text 'Live'",
        "navigation ''",
        "  link 'One'",
        "  link 'Two' [current]",
        "button 'More' [collapsed]",
    ]


async def test_a_row_has_the_shape_python_expects(page: Page) -> None:
    await page.open("login.html")
    answer = await page.call("snapshot", boxes=True)
    assert answer["frames"] == [{"href": answer["doc"]["href"], "parent": None}]
    row = next(row for row in answer["value"]["rows"] if row["name"] == "Password")
    x, y, width, height = row.pop("box")
    assert width > 50
    assert height > 10
    assert x >= 0
    assert y > 0
    assert row == {
        "ref": row["ref"],
        "role": "textbox",
        "name": "Password",
        "depth": 1,
        "frame": 0,
        "states": ["filled"],
        "value": None,
        "level": None,
        "interactive": True,
    }
    assert answer["last_ref"] >= int(row["ref"][1:])
    assert answer["value"]["title"] == "Sign in \N{EN DASH} Shop"
    assert answer["value"]["viewport"]["dpr"] == 1


async def test_states_and_values_are_told(page: Page) -> None:
    await page.open("controls.html")
    await page.run("document.querySelector('#mail').focus()")
    rows = {row["name"]: row for row in await page.rows()}
    assert rows["Mail"]["states"] == ["focused"]
    assert rows["Mail"]["value"] == "a@b.test"
    assert rows["Off"]["states"] == rows["Fax"]["states"] == ["disabled"]
    assert rows["Radio A"]["states"] == ["checked"]
    assert rows["Radio B"]["states"] == []
    assert rows["Half"]["states"] == ["mixed"]
    assert rows["More"]["states"] == ["collapsed"]
    assert rows["Less"]["states"] == ["expanded"]
    assert rows["Tab 1"]["states"] == ["selected"]
    assert rows["Bold"]["states"] == ["pressed"]
    assert rows["Size"]["value"] == "M"
    assert "S | M | L" in rows
    assert rows["Volume"]["value"] == "40"
    assert rows["Rich"]["value"] == "rich text"
    assert rows["Story"]["states"] == ["required"]
    assert rows["Your words"]["states"] == ["readonly"]
    assert {"Thing | Price", "Tea | 3", "Rice | 2"} <= rows.keys()


async def test_what_people_cannot_see_is_left_out_and_what_they_see_is_not(page: Page) -> None:
    await page.open("hidden.html")
    told = json.dumps(await page.call("snapshot")) + json.dumps(await page.call("text"))
    assert "BAD" not in told
    seen = await page.run(
        "document.documentElement.outerHTML.replace(/<!--.*?-->/g, '')"
        ".match(/GOOD[^<]*/g).map((text) => text.trim())"
    )
    assert len(seen) >= 15
    rows = " | ".join(names(await page.rows()))
    assert [text for text in seen if text not in rows] == []


async def test_invisible_text_is_not_found_and_cannot_be_waited_for(page: Page) -> None:
    await page.open("hidden.html")
    assert (await page.value("find", text="BAD"))["total"] == 0
    assert not (await page.value("wait", page_text="BAD", timeout_ms=0))["met"]
    assert (await page.value("wait", page_text="good far down", timeout_ms=0))["met"]


async def test_a_password_never_leaves(page: Page) -> None:
    await page.open("login.html")
    await page.rows()
    # a page may show it by changing the type: it stays a password
    await page.run("document.querySelector('#pw').type = 'text'")
    told = [
        await page.call("snapshot", boxes=True),
        await page.call("find", css="#pw"),
        await page.call("find", text="hunter2-secret"),
        await page.call("text"),
        await page.call("text", css="form"),
    ]
    assert "hunter2" not in json.dumps(told)


async def test_form_inputs_named_like_dom_properties_change_nothing(page: Page) -> None:
    await page.open("hostile.html")
    rows = await page.rows(boxes=True)
    fields = [row for row in rows if row["role"] == "textbox" and row["name"]]
    assert len(fields) == 25
    assert all(row["box"][2] > 0 for row in fields)
    assert {"Send", "Visible words"} <= set(names(rows))
    assert (await page.value("snapshot"))["title"] == "Hostile"
    assert (await page.value("find", role="button", text="Send"))["total"] == 1
    assert "Visible words" in (await page.value("text"))["text"]


async def test_the_page_sees_nothing_of_us(page: Page) -> None:
    await page.open("hostile.html")
    await page.rows()
    assert await page.run("window.__tapbridge") == "the page's"
    await page.open("login.html")
    before = "Object.getOwnPropertyNames(window).join()+document.documentElement.outerHTML"
    first = await page.run(before)
    await page.rows()
    assert await page.run(before) == first
    assert "tapbridge" not in first


async def test_rows_are_cut_to_a_number_with_interactive_ones_kept(page: Page) -> None:
    await page.open("login.html")
    value = await page.value("snapshot", max_rows=8)
    assert value["total"] == 15
    assert len(value["rows"]) == 8
    assert sum(row["interactive"] for row in value["rows"]) == 7


async def test_a_modal_dialog_shuts_out_the_page(page: Page) -> None:
    await page.open("login.html")
    await page.run(
        "document.body.insertAdjacentHTML('beforeend',"
        "'<dialog aria-label=Ask><button>Yes</button></dialog>');"
        "document.querySelector('dialog').showModal()"
    )
    assert lines(await page.rows()) == ["dialog 'Ask'", "  button 'Yes' [focused]"]


# --- frames and shadow roots


async def test_frames_of_one_origin_and_open_shadow_roots_are_read_in_place(page: Page) -> None:
    await page.open("frames.html")
    answer = await page.call("snapshot", boxes=True)
    rows = answer["value"]["rows"]
    told = lines(rows)
    start = told.index("iframe 'Same'")
    assert told[start : start + 5] == [
        "iframe 'Same'",
        "  button 'Inner button'",
        "  text 'Inner text'",
        "  textbox 'Inner secret' [filled]",
        "  text 'Inner end'",
    ]
    assert {"In srcdoc", "In shadow", "Slotted text", "Frame in shadow"} <= set(names(rows))
    assert "BAD" not in json.dumps(rows)
    assert "frame-secret" not in json.dumps(answer)
    inner = next(row for row in rows if row["name"] == "Inner button")
    assert answer["frames"][inner["frame"]] == {
        "href": f"http://shop.test:{page.port}/inner.html",
        "parent": 0,
    }
    # 100 + border 5 + padding 3 + 20, 50 + 5 + 3 + 10
    assert inner["box"][:2] == [128, 68]


async def test_a_box_follows_a_frame_that_is_scaled_and_scrolled(page: Page) -> None:
    await page.open("frames.html")
    await page.run(
        "same.style.transformOrigin = '0 0'; same.style.transform = 'scale(2)';"
        "same.contentWindow.scrollTo(0, 4)"
    )
    (row,) = (await page.value("find", role="button", text="Inner button"))["rows"][:1]
    assert row["box"][:2] == [100 + 2 * 28, 50 + 2 * (18 - 4)]


# --- frames of another origin, asked by message


async def child(page: Page, expression: str, depth: int = 1) -> Any:
    """Evaluate in the page's own world of a frame of another origin."""
    frame = (await page.send("Page.getFrameTree"))["frameTree"]
    for _ in range(depth):
        (frame,) = frame["childFrames"]
    node = await page.send("DOM.getFrameOwner", frameId=frame["frame"]["id"])
    described = (
        await page.send("DOM.describeNode", backendNodeId=node["backendNodeId"], pierce=True)
    )["node"]
    document = described["contentDocument"]["backendNodeId"]
    handle = (await page.send("DOM.resolveNode", backendNodeId=document))["object"]["objectId"]
    answer = await page.send(
        "Runtime.callFunctionOn",
        objectId=handle,
        functionDeclaration=f"function() {{ return {expression} }}",
        returnByValue=True,
        awaitPromise=True,
    )
    assert "exceptionDetails" not in answer, answer
    return answer["result"].get("value")


async def test_frames_of_other_origins_are_read_in_place(page: Page) -> None:
    await page.open("nested.html")
    answer = await page.call("snapshot")
    assert lines(answer["value"]["rows"]) == [
        "button 'Press shop.test'",
        "textbox 'Word shop.test'",
        "iframe 'other.test'",
        "  button 'Press other.test'",
        "  textbox 'Word other.test'",
        "  iframe 'third.test'",
        "    button 'Press third.test'",
        "    textbox 'Word third.test'",
    ]
    hosts = [
        (frame["href"].split("/")[2].split(":")[0], frame["parent"]) for frame in answer["frames"]
    ]
    assert hosts == [("shop.test", None), ("other.test", 0), ("third.test", 1)]
    assert [row["frame"] for row in answer["value"]["rows"]] == [0, 0, 0, 1, 1, 1, 2, 2]
    refs = [row["ref"] for row in answer["value"]["rows"]]
    assert len(set(refs)) == len(refs)
    assert answer["last_ref"] == max(int(ref[1:]) for ref in refs)
    again = await page.rows()
    assert [row["ref"] for row in again] == refs


@pytest.mark.parametrize("host", ["shop.test", "other.test", "third.test"])
async def test_a_touch_on_the_planned_point_lands_in_any_frame(page: Page, host: str) -> None:
    await page.open("nested.html")
    plan = await page.call("plan", target={"role": "button", "text": f"Press {host}"})
    assert plan["ok"], plan
    assert plan["value"]["element"]["name"] == f"Press {host}"
    # only the frames on the way
    depth = ["shop.test", "other.test", "third.test"].index(host)
    assert len(plan["frames"]) == depth + 1
    assert plan["value"]["element"]["frame"] == depth
    point = {"x": plan["value"]["x"], "y": plan["value"]["y"]}
    await page.send("Input.dispatchTouchEvent", type="touchStart", touchPoints=[point])
    await page.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    outcome = await page.call("outcome", token=plan["value"]["token"])
    assert outcome["ok"], outcome
    assert outcome["value"]["landed"] == "target"
    assert outcome["value"]["seen"]["click"] == 1
    clicked = "document.querySelector('#b').dataset.clicked"
    assert (await child(page, clicked, depth) if depth else await page.run(clicked)) == "1"


async def test_a_point_deep_in_a_frame_taller_than_the_screen_is_scrolled_to(page: Page) -> None:
    await page.open("tall.html")
    plan = await page.value("plan", target={"text": "Deep"})
    view = (await page.value("where"))["viewport"]
    assert view["page_top"] > 1000
    assert 0 < plan["y"] < view["height"]


async def test_a_ref_into_another_origin_stands_until_its_frame_goes(page: Page) -> None:
    await page.open("nested.html")
    (row,) = (await page.value("find", text="Press third.test"))["rows"]
    (same,) = (await page.value("find", ref=row["ref"]))["rows"]
    assert (same["ref"], same["name"], same["box"]) == (row["ref"], row["name"], row["box"])
    assert (await page.value("text", ref=row["ref"]))["text"] == "Press third.test"
    await page.run("document.querySelector('iframe').remove()")
    assert (await page.call("find", ref=row["ref"]))["code"] == "STALE_REF"


async def test_a_wait_looks_into_frames_of_other_origins(page: Page) -> None:
    await page.open("nested.html")
    for target in ({"text": "Press third.test"}, {"label": "Word third.test"}):
        assert (await page.value("wait", **target, timeout_ms=10_000))["met"]
        assert not (await page.value("wait", **target, state="hidden", timeout_ms=0))["met"]


async def test_text_of_an_element_names_only_the_frames_on_the_way_to_it(page: Page) -> None:
    await page.open("nested.html")
    answer = await page.call("text", css="button", text="Press other.test")
    assert answer["value"]["text"] == "Press other.test"
    assert [frame["parent"] for frame in answer["frames"]] == [None, 0]
    assert answer["value"]["element"]["frame"] == 1
    answer = await page.call("text")
    assert len(answer["frames"]) == 1
    assert answer["value"]["element"] is None


async def test_no_page_sees_our_messages_or_is_answered_by_our_world(page: Page) -> None:
    await page.open("nested.html")
    await page.rows()
    assert await page.run("heard") == []
    assert await child(page, "heard") == []
    # a page that knows the form but not the key gets its own message through, and no answer
    forged = """new Promise((done) => {
        const text = JSON.stringify({hello: true});
        const {port1, port2} = new MessageChannel();
        port1.onmessage = (event) => done(event.data);
        frames[0].postMessage({tapbridge: text, seal: "0000000000000000"}, "*", [port2]);
        setTimeout(() => done("no answer"), 300);
    })"""
    assert await page.run(forged) == "no answer"
    assert len(await child(page, "heard")) == 1


async def test_a_document_whose_scripts_were_first_takes_no_part(chromium: Link, port: int) -> None:
    async with tab(chromium, port, "0") as plain:
        await plain.open("nested.html")
        source = f'globalThis.__tapbridge_key = "{"ab" * 16}";' + BUNDLE.read_text(encoding="utf-8")
        await plain.send(
            "Page.addScriptToEvaluateOnNewDocument",
            source=source,
            worldName=plain.world,
            runImmediately=True,
        )
        assert "Press other.test" not in names(await plain.rows())
        assert (await plain.call("find", text="Press other.test"))["value"]["total"] == 0


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
    assert (part["length"], part["digest"]) == (len(whole["text"]), whole["digest"])
    await page.run("document.querySelector('h1').textContent = 'Other'")
    assert (await page.value("text"))["digest"] != whole["digest"]
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


# --- the bundle as a whole


async def test_an_unknown_command_is_an_answer_and_not_an_exception(page: Page) -> None:
    await page.open("login.html")
    for name in ("nothing", "constructor", "__proto__"):
        answer = await page.call(name)
        assert answer["ok"] is False
        assert answer["code"] == "INTERNAL"
        assert answer["doc"]["href"].endswith("/login.html")


async def test_installing_it_twice_keeps_refs(page: Page) -> None:
    await page.open("login.html")
    (ref,) = [row["ref"] for row in await page.rows() if row["role"] == "button"]
    await page.run(BUNDLE.read_text(encoding="utf-8") + "; 0", isolated=True)
    assert (await page.value("find", ref=ref))["rows"][0]["name"] == "Sign in"


async def test_each_document_has_an_id_of_its_own(page: Page) -> None:
    await page.open("login.html")
    first = (await page.call("where"))["doc"]["id"]
    assert (await page.call("where"))["doc"]["id"] == first
    await page.open("login.html")
    assert (await page.call("where"))["doc"]["id"] != first


async def test_a_page_of_ten_thousand_nodes_is_read_whole(page: Page) -> None:
    await page.open("big.html")
    value = await page.value("snapshot", max_rows=100_000)
    assert sum(row["role"] == "button" for row in value["rows"]) == 1000
    assert value["total"] == len(value["rows"])

"""The snapshots of the page bundle, and the bundle as a whole, in real Chromium."""

from __future__ import annotations

import json

import pytest

from tests.page._trees import chrome_tree, our_tree
from tests.page.bundle_browser import BUNDLE, Page, lines, names

# --- roles and names, judged by Chrome

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


SIGNS = """
<style>span, div { display: inline-block; width: 20px; height: 20px }
.hand { cursor: pointer } .font::before { content: "\\e001" } .none::before { content: "" }
.art { background-image: linear-gradient(red, blue) }</style>
<span id=handle tabindex=0></span>
<span id=titled class=hand title="Delete"></span>
<span id=icon class="hand art"></span>
<span id=font class="hand font"></span>
<div id=drawing class=hand><svg width=20 height=20><rect width=20 height=20 /></svg></div>
<div id=told class=hand><img alt="Star" src="" width=9 height=9></div>
<span id=bare class=hand></span><span class="hand none"></span><span class=art></span>
<span tabindex=-1></span>
"""


async def test_what_has_no_words_is_a_line_when_it_is_drawn_or_a_key_reaches_it(
    page: Page,
) -> None:
    await page.open("login.html")
    await page.run(f"document.body.innerHTML = {json.dumps(SIGNS)}; 0")
    assert lines(await page.rows()) == [
        "generic ''",  # the handle
        "generic 'Delete'",
        "generic ''",  # the icon
        "generic ''",  # the sign of a font
        "generic ''",  # the drawing
        "img 'Star'",
    ]


async def test_an_anchor_that_only_a_script_makes_a_link_is_one(page: Page) -> None:
    await page.open("login.html")
    anchors = (
        "<a style='cursor: pointer'>373-684</a> <a onclick='void 0'>More</a> <a>Chapter 1</a>"
        "<div style='cursor: pointer'>Card <a>inside</a></div>"
    )
    await page.run(f"document.body.innerHTML = {json.dumps(anchors)}; 0")
    assert lines(await page.rows()) == [
        "link '373-684'",
        "link 'More'",
        "text 'Chapter 1'",
        "generic 'Card inside'",
    ]
    found = await page.value("find", role="link", text="373-684")
    assert names(found["rows"]) == ["373-684"]


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


async def test_a_shop_s_tile_reads_in_few_lines_that_say_what_people_see(page: Page) -> None:
    await page.open("login.html")
    tile = """
      <a href=#1 aria-hidden=true><img alt="Mouse" width=80 height=80></a>
      <p>&euro;20 <s>&euro;30</s></p>
      <button aria-label="Add Mouse to cart">Add to cart</button>
      <button aria-label="Save">Later</button>
      <iframe src="about:blank" width=1 height=1 style="border:0"></iframe>
      <table><tr><th aria-sort=descending><button>Date</button></th><th>Sum</th></tr>
      <tr><td>Monday</td><td>12</td><td>paid</td><td><button>Open</button></td></tr></table>"""
    await page.run(f"document.body.innerHTML = {tile!r}; 0")
    assert lines(await page.rows()) == [
        "link 'Mouse'",
        "text '€20 ~~€30~~'",
        "button 'Add Mouse to cart'",
        "button 'Save'",
        "  text 'Later'",
        "table ''",
        "  row ''",
        "    columnheader '' [descending]",
        "      button 'Date'",
        "    columnheader 'Sum'",
        "  row ''",
        "    cell 'Monday | 12 | paid'",
        "    button 'Open'",
    ]

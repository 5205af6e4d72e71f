"""Text of a page in parts, in real Chromium: long pages, pages that change, frames, scripts."""

import json
from typing import Any

import pytest

from bridge.page.seen import Text
from tests.page.bundle_browser import Page


async def fill(page: Page, body: str) -> None:
    await page.open("login.html")
    await page.run(f"document.body.innerHTML = {body!r}; 0")


async def part(page: Page, most: int, before: Text | None = None, **more: Any) -> Text:
    """Read one part, after another when that is given."""
    args: dict[str, Any] = {"max_chars": most, **more}
    if before is not None and before.cursor is not None:
        offset, digest, place = (*before.cursor.split("."), "")[:3]
        args |= {"offset": int(offset), "digest": digest, "place": place}
    return Text.model_validate(await page.value("text", **args))


async def parts(page: Page, most: int, **first: Any) -> list[Text]:
    found = [await part(page, most, **first)]
    while found[-1].cursor is not None:
        found.append(await part(page, most, found[-1]))
        assert not found[-1].stale
        assert len(found) < 500
    return found


async def test_a_page_of_sixty_thousand_rows_is_read_to_its_end_in_parts(page: Page) -> None:
    await page.open("login.html")
    await page.run(
        "document.body.innerHTML = '<ul>' + Array.from({length: 60000},"
        " (_, n) => `<li><b>Row</b> ${n} of them</li>`).join('') + '</ul>'; 0"
    )
    found = await parts(page, 200_000)
    assert len(found) > 3
    # the first part does not wait until all was looked at
    assert found[0].partial
    lines = "".join(each.text for each in found).splitlines()
    assert lines == [f"Row {n} of them" for n in range(60_000)]


async def test_parts_of_a_page_add_up_to_its_text(page: Page) -> None:
    await page.open("odd.html")
    whole = (await part(page, 100_000)).text
    assert "".join(each.text for each in await parts(page, 7)) == whole


async def test_parts_that_end_because_the_time_is_spent_lose_no_end_of_a_line(page: Page) -> None:
    await page.open("login.html")
    await page.run(
        "document.body.innerHTML = Array.from({length: 12000},"
        " (_, n) => `<section>Row ${n}<p>of them</p></section>`).join(''); 0"
    )
    found = await parts(page, 200_000, budget_ms=400)
    assert len(found) > 1
    lines = "".join(each.text for each in found).split("\n\n")
    assert lines == [text for n in range(12_000) for text in (f"Row {n}", "of them")]


@pytest.mark.parametrize("before", range(5))
async def test_parts_of_a_line_or_two_lose_no_end_of_a_line(page: Page, before: int) -> None:
    rows = 24
    body = "".join(f"<section>Row {n}<p>of them</p></section>" for n in range(rows))
    # what is before the rows moves the node at which the time is spent
    await fill(page, "<i></i>" * before + body)
    # a clock by which the time is spent at the first look at it
    await page.run("let now = 0; performance.now = () => (now += 1000); 0", isolated=True)
    found = await parts(page, 200_000, budget_ms=400)
    assert len(found) > 1
    lines = "".join(each.text for each in found).split("\n\n")
    assert lines == [text for n in range(rows) for text in (f"Row {n}", "of them")]


async def test_a_page_of_which_no_word_was_read_in_time_is_not_told_as_an_empty_one(
    page: Page,
) -> None:
    body = "".join(f"<section>Row {n}<p>of them</p></section>" for n in range(24))
    await fill(page, "<i></i>" * 7 + body)
    await page.run("let now = 0; performance.now = () => (now += 1000); 0", isolated=True)
    answer = await page.call("text", max_chars=200_000, budget_ms=400)
    assert (answer["ok"], answer.get("code")) == (False, "TIMEOUT")


async def test_a_clock_above_and_rows_that_come_below_do_not_end_a_reading(page: Page) -> None:
    rows = "".join(f"<p>Paragraph {n} says so.</p>" for n in range(200))
    await fill(page, f"<p id=clock>9:59</p>{rows}")
    first = await part(page, 1000)
    await page.run("clock.textContent = '10:00:00'; document.body.append('The end'); 0")
    second = await part(page, 100_000, first)
    assert not second.stale
    told = (first.text + second.text).splitlines()
    assert [line for line in told if line.startswith("Paragraph")] == [
        f"Paragraph {n} says so." for n in range(200)
    ]
    assert told[-1] == "The end"


@pytest.mark.parametrize(
    "rewrite",
    [
        "document.body.innerHTML = '<p>Quite another page</p>'.repeat(300)",
        "for (const p of document.querySelectorAll('p')) p.textContent = p.textContent + '!'",
    ],
    ids=["another page", "other letters"],
)
async def test_a_page_that_was_rewritten_is_stale_and_says_nothing_else(
    page: Page, rewrite: str
) -> None:
    await fill(page, "".join(f"<p>Paragraph {n} says so.</p>" for n in range(200)))
    first = await part(page, 1000)
    await page.run(f"{rewrite}; 0")
    told = await part(page, 1000, first)
    assert told.stale
    assert told.text == ""


async def test_a_place_that_left_the_page_is_stale(page: Page) -> None:
    await page.open("login.html")
    value = await page.value("text", place="0011224")
    assert value["stale"] is True


async def test_frames_are_read_in_their_places(page: Page) -> None:
    await page.open("frames.html")
    names = [frame["href"] for frame in (await page.call("text"))["frames"]]
    text = (await part(page, 10_000)).text
    rows = [row for row in await page.rows() if row["frame"] > 0 and row["role"] == "text"]
    assert rows
    for row in rows:
        assert row["name"] in text.replace("\n", " ")
    assert len(names) > 1


@pytest.mark.parametrize("most", [1, 2, 3, 5])
async def test_no_part_ends_within_a_sign_of_two_units(page: Page, most: int) -> None:
    await fill(page, "a😀b👩‍🚀c\N{MUSICAL SYMBOL G CLEF}" * 5)
    found = await parts(page, most)
    assert "".join(each.text for each in found) == "a😀b👩‍🚀c\N{MUSICAL SYMBOL G CLEF}" * 5
    for each in found:
        each.text.encode()


async def test_text_from_right_to_left_keeps_the_order_in_which_it_is_read(page: Page) -> None:
    await fill(page, "<p dir=rtl>שלום <b>עולם</b> 123</p><p dir=rtl>مرحب بكم</p>")
    assert (await part(page, 1000)).text == "שלום עולם 123\n\nمرحب بكم"


async def test_a_page_that_is_nested_too_deep_is_read_as_far_as_it_goes(page: Page) -> None:
    await page.open("login.html")
    await page.run(
        "let at = document.body; at.textContent = 'top';"
        "for (let n = 0; n < 1600; n++) at = at.appendChild(document.createElement('div'));"
        "at.textContent = 'bottom'; 0"
    )
    told = await part(page, 1000)
    assert (told.text, told.partial) == ("top", True)


async def test_a_field_asked_for_by_itself_tells_all_that_is_written_in_it(page: Page) -> None:
    await page.open("login.html")
    words = " ".join(f"word{number}" for number in range(200))
    fields = (
        "<textarea aria-label=Notes>" + words + "\n  last </textarea>"
        "<input aria-label=Name value='Ada  Lovelace'>"
        "<input aria-label=Pass type=password value=geheim>"
        "<textarea aria-label=Away style='display:none'>gone</textarea>"
    )
    await page.run(f"document.body.innerHTML = {json.dumps(fields)}; 0")
    assert (await page.value("text", css="textarea"))["text"] == words + "\n  last"
    part = await page.value("text", css="textarea", max_chars=100)
    assert part["text"] == words[:100]
    offset, digest = part["cursor"].split(".")
    rest = await page.value("text", css="textarea", offset=int(offset), digest=digest)
    assert rest["text"] == words[100:] + "\n  last"
    assert (await page.value("text", label="Name"))["text"] == "Ada  Lovelace"
    assert (await page.value("text", label="Pass"))["text"] == ""
    assert "word1" not in (await page.value("text"))["text"]

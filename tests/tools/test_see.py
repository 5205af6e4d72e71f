import io
from pathlib import Path
from typing import Any

from PIL import Image


async def test_a_snapshot_gives_lines_and_rows(call: Any, phone: Any) -> None:
    await call("page_navigate", url=phone.page("login.html"))
    told = await call("page_snapshot", boxes=True)
    assert 'button "Sign in"' in told.text
    button = next(row for row in told.data["rows"] if row["role"] == "button")
    assert button["ref"].startswith("e")
    assert len(button["box"]) == 4
    line = next(each for each in told.text.splitlines() if 'button "Sign in"' in each)
    x, y, *_ = (round(each) for each in button["box"])
    assert f"({x},{y} " in line


async def test_a_blocked_frame_is_left_out_of_every_reading(
    call: Any, phone: Any, sites: Path
) -> None:
    await call("page_navigate", url=phone.page("frames.html?cross=blocked.test"))
    await call("page_wait", role="button", text="Button in cross")
    before = (await call("page_snapshot", max_bytes=50_000)).text
    assert "Button in cross" in before
    sites.write_text("blocked.test\n")
    after = (await call("page_snapshot", max_bytes=50_000)).text
    assert "Button in same" in after
    assert "Button in cross" not in after
    assert "blocked.test" not in after.replace("cross=blocked.test", "")
    assert "Button in cross" not in (await call("page_find", role="button")).text
    assert "Button in cross" not in (await call("page_text")).text


async def test_finding_nothing_says_so(call: Any, phone: Any) -> None:
    assert "nothing fits" in (await call("page_find", text="No such words")).text
    await call("page_navigate", url=phone.page("shop.html"))
    found = await call("page_find", role="button", limit=2)
    assert found.data["total"] > 2
    assert "more" in found.text.splitlines()[-2]


async def test_text_is_read_on_with_the_cursor_until_its_end(call: Any, phone: Any) -> None:
    await call("page_navigate", url=phone.page("shop.html"))
    whole = (await call("page_text", max_chars=200_000)).data
    parts, cursor = [], None
    while True:
        part = (
            await call("page_text", max_chars=500, **({"cursor": cursor} if cursor else {}))
        ).data
        parts.append(part["text"])
        cursor = part["cursor"]
        if cursor is None:
            break
    assert "".join(parts) == whole["text"]
    assert whole["length"] == len(whole["text"]) > 1000


async def test_an_element_without_text_is_told_so(call: Any, phone: Any) -> None:
    await call("page_navigate", url=phone.page("form.html"))
    told = await call("page_text", css="input[type=file]")
    assert "no visible text" in told.text
    assert told.data["text"] == ""


async def test_a_cursor_of_a_text_that_changed_is_stale(call: Any, refuse: Any, phone: Any) -> None:
    await call("page_navigate", url=phone.page("shop.html"))
    cursor = (await call("page_text", max_chars=500)).data["cursor"]
    await call("page_navigate", url=phone.page("login.html"))
    assert (await call("page_text", cursor=cursor)).data == {"stale": True}
    assert (await refuse("page_text", cursor="nonsense")).code == "BAD_ARGUMENTS"


async def test_a_picture_comes_with_its_size(call: Any, refuse: Any, phone: Any) -> None:
    await call("page_navigate", url=phone.page("login.html"))
    told = await call("page_screenshot", format="png")
    picture = Image.open(io.BytesIO(told.pictures[0].data))
    assert (picture.width, picture.format) == (412, "PNG")
    assert "1 image px = 1 CSS px" in told.text
    assert (await refuse("page_screenshot", full=True, text="Sign in")).code == "BAD_ARGUMENTS"
    assert (await refuse("page_screenshot", text="No such words")).code == "TARGET_NOT_FOUND"
    assert (await refuse("page_screenshot", role="textbox")).code == "TARGET_AMBIGUOUS"


async def test_waiting_takes_what_is_given_and_has_a_limit(
    call: Any, refuse: Any, phone: Any
) -> None:
    await call("page_navigate", url=phone.page("login.html"))
    await call("page_wait", role="button", text="Sign in")
    await call("page_wait", text="No such words", state="detached")
    await call("page_wait", url="login.html")
    assert (await refuse("page_wait", text="No such words", timeout_ms=50)).code == "TIMEOUT"
    told = await call("page_wait", text="Sign in", url="login.html", idle=True, still=True)
    assert "waited for text=Sign in, state=visible, url=login.html, still, idle" in told.text
    assert told.data == {"met": True, "goes_on": False}
    for wrong in ({}, {"state": "hidden"}, {"idle": False}):
        assert (await refuse("page_wait", **wrong)).code == "BAD_ARGUMENTS"

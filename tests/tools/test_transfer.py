"""Uploads and downloads through the door, on the virtual phone."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from bridge.app import open_bridge
from bridge.errors import BridgeError
from bridge.places import state_folder
from bridge.policy import Choice
from bridge.settings import FAMILIES, Settings
from bridge.tools.call import Caller
from tests.tools._pages import Pages, serving

Call = Callable[..., Awaitable[str]]
FIELD = (
    "<label>Photo <input id=f type=file multiple></label><p id=seen></p>"
    "<script>f.onchange = () => seen.textContent = [...f.files].map((each) => each.name)</script>"
)


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """The folder that the caller works in."""
    folder = tmp_path / "work"
    folder.mkdir()
    (folder / "a.txt").write_text("hello")
    (folder / ".secret").write_text("no")
    (tmp_path / "outside.txt").write_text("no")
    return folder


@pytest.fixture
def chosen() -> dict[str, Choice]:
    """What the person's rules say, where a test says other than delivered."""
    return {}


@pytest.fixture
async def call(phone: Any, here: Path, chosen: dict[str, Choice]) -> AsyncIterator[Call]:
    """Call a tool from that folder; its text, or the error's sentence."""
    settings = Settings.model_validate({"adb": {"port": phone.adb_port}, "serial": phone.serial})
    caller = Caller("test", "cli", families=frozenset(FAMILIES), folders=(str(here),))
    async with open_bridge(settings) as bridge:

        async def named(name: str, **args: Any) -> str:
            bridge.door.approvals.chosen.update(chosen)
            try:
                return (await bridge.door.call(name, args, caller)).text
            except BridgeError as fault:
                return fault.sentence()

        await named("page_tabs", action="open", url=phone.page("index.html"))
        yield named
        await named("page_tabs", action="close")


@pytest.fixture
def pages() -> Any:
    with serving() as pages:
        yield pages


async def test_a_file_of_the_callers_folder_is_handed_over(call: Call, pages: Pages) -> None:
    await call("page_navigate", url=pages.put("/", FIELD))
    said = await call("page_upload", label="Photo", paths=["a.txt"])
    assert 'gave a.txt (5 bytes) to button "Photo"' in said
    assert "a.txt" in await call("page_text", css="#seen")


@pytest.mark.parametrize(
    "path", ["../outside.txt", ".secret", "/etc/passwd", "phone:/sdcard/DCIM/private.jpg"]
)
async def test_any_other_file_is_refused_and_the_page_hears_nothing(
    call: Call, pages: Pages, path: str
) -> None:
    await call("page_navigate", url=pages.put("/", FIELD))
    assert (await call("page_upload", label="Photo", paths=[path])).startswith("UPLOAD_REFUSED: ")
    assert "outside" not in await call("page_text", css="body")


@pytest.mark.parametrize(
    "args",
    [
        {"paths": []},
        {"paths": ["a.txt"] * 11},
        {"paths": ["a.txt", "phone:/sdcard/Download/a.txt"]},
        {"paths": ["phone:/sdcard/Download/a.txt"], "drop": True},
        {},
    ],
    ids=str,
)
async def test_arguments_that_make_no_sense_are_refused(call: Call, args: Any) -> None:
    assert (await call("page_upload", css="#f", **args)).startswith("BAD_ARGUMENTS: ")


async def test_a_file_of_the_phone_is_given_by_chrome_itself(call: Call, pages: Pages) -> None:
    await call("page_navigate", url=pages.put("/", FIELD))
    said = await call("page_upload", label="Photo", paths=["phone:/sdcard/Download/lines.txt"])
    assert 'gave lines.txt (1088890 bytes) to button "Photo"' in said


async def test_a_phone_that_may_not_read_a_file_says_so_and_its_page_lives(
    call: Call, pages: Pages, phone: Any
) -> None:
    await call("page_navigate", url=pages.put("/", FIELD))
    phone.ask("/quirk", {"name": "no-file-access", "on": True})
    try:
        said = await call("page_upload", label="Photo", paths=["phone:/sdcard/Download/lines.txt"])
    finally:
        phone.ask("/quirk", {"name": "no-file-access", "on": False})
    assert said.startswith("UPLOAD_REFUSED: Chrome on the phone may not read it")
    assert "Photo" in await call("page_snapshot")


async def test_a_page_that_crashes_when_its_button_asks_for_a_file_is_told_of(
    call: Call, pages: Pages, phone: Any
) -> None:
    await call("page_navigate", url=pages.put("/", "<button id=b>Add</button>"))
    phone.ask("/fault", {"name": "crash-page", "on": "Input.dispatchTouchEvent"})
    assert (await call("page_upload", text="Add", paths=["a.txt"])).startswith("TAB_CRASHED: ")


async def test_where_a_rule_denies_uploads_no_file_is_read(
    call: Call, pages: Pages, chosen: dict[str, Choice]
) -> None:
    await call("page_navigate", url=pages.put("/", FIELD))
    chosen["file-upload"] = Choice.DENY
    said = await call("page_upload", label="Photo", paths=["none.txt"])
    assert said.startswith("BLOCKED: ")
    assert "file-upload" in said


async def test_a_blocked_page_gets_no_file(call: Call, pages: Pages, sites: Path) -> None:
    await call("page_navigate", url=pages.put("/", FIELD))
    sites.write_text("shop.test\n")
    said = await call("page_upload", label="Photo", paths=["a.txt"])
    sites.write_text("")
    assert said.startswith("SITE_BLOCKED: ")
    assert "a.txt" not in await call("page_text", css="#seen")


LINKS = (
    "<a href='/report.txt' download='../report.txt'>Report</a>"
    "<a href='http://blocked.test:{port}/far.txt'>Far</a><p id=seen></p>"
)


@pytest.fixture
def into(tmp_path: Path) -> Path:
    """Where the Bridge of these tests puts what it fetches."""
    return state_folder() / "downloads"


async def test_a_link_s_file_is_fetched_to_this_computer(
    call: Call, pages: Pages, into: Path
) -> None:
    await call("page_navigate", url=pages.put("/", LINKS.replace("{port}", str(pages.port))))
    pages.put("/report.txt", "numbers")
    for name in ("report.txt", "report (2).txt"):
        said = await call("page_downloads", action="fetch", text="Report")
        assert str(into / name) in said
        assert (into / name).read_text().endswith("numbers")


async def test_a_download_that_a_tap_began_is_listed_and_fetched(
    call: Call, pages: Pages, into: Path
) -> None:
    await call("page_navigate", url=pages.put("/", LINKS.replace("{port}", str(pages.port))))
    pages.put("/report.txt", "numbers")
    assert "has downloaded nothing" in await call("page_downloads")
    await call("page_tap", text="Report")
    async with asyncio.timeout(10):  # Chrome tells of it when the server has answered
        while "report.txt" not in await call("page_downloads"):
            await call("page_text")
    await call("page_downloads", action="fetch", number=1)
    (saved,) = into.iterdir()
    assert saved.read_text().endswith("numbers")


async def test_a_file_of_a_blocked_site_is_not_fetched(
    call: Call, pages: Pages, sites: Path, into: Path
) -> None:
    await call("page_navigate", url=pages.put("/", LINKS.replace("{port}", str(pages.port))))
    pages.put("/far.txt", "far words", Access_Control_Allow_Origin="*")
    sites.write_text("blocked.test\n")
    said = await call("page_downloads", action="fetch", text="Far")
    sites.write_text("")
    assert said.startswith("SITE_BLOCKED: ")
    assert not into.exists()


@pytest.mark.parametrize(
    "args",
    [
        {"action": "fetch"},
        {"action": "fetch", "number": 1, "text": "Report"},
        {"number": 1},
        {"text": "Report"},
        {"action": "fetch", "number": 0},
    ],
    ids=str,
)
async def test_downloads_asked_for_without_sense_are_refused(call: Call, args: Any) -> None:
    assert (await call("page_downloads", **args)).startswith("BAD_ARGUMENTS: ")

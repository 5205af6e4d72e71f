"""Roles and names on the pages of MiniWoB++, judged by Chrome's accessibility tree."""

from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator

import pytest

from tests.oracle._miniwob import folder, names
from tests.page._trees import chrome_tree, our_tree
from tests.page.bundle_browser import Link, Page, browser, serving, tab

ANDROID = (
    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Chrome/140.0.0.0 Mobile Safari/537.36"
)
START = "core.EPISODE_MAX_TIME = 300000; Math.seedrandom('1'); core.startEpisodeReal(); 0"
SAMPLE = ("click-tab", "enter-date", "phone-book", "search-engine", "use-spinner", "text-editor")
MOST_EXCEPTIONS = 0.02

Tree = Counter[tuple[str, str]]
EXCEPTIONS: dict[str, tuple[Tree, Tree]] = {
    # a field that keeps the focus for a drawn list, and one that a drawn terminal listens with:
    # nobody sees them
    "form-sequence-3": (Counter(), Counter([("textbox", "")])),
    "terminal": (Counter(), Counter([("textbox", "")])),
    # an editable area without a role is a field to people
    "text-editor": (Counter([("textbox", "")]), Counter()),
    # hidden from screen readers, and yet there for people to tap
    "use-spinner": (Counter({("button", ""): 2}), Counter()),
}
"""Of a page, what only we say and what only Chrome says, and why."""


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with serving(folder()) as number:
        yield number


@pytest.fixture(scope="module")
async def link() -> AsyncIterator[Link]:
    async with browser(f"--user-agent={ANDROID}") as opened:
        yield opened


@pytest.fixture
async def page(link: Link, port: int) -> AsyncIterator[Page]:
    async with tab(link, port) as opened:
        yield opened


async def differences(page: Page, task: str) -> tuple[Tree, Tree, int]:
    """Return what only we say of a task's first state, what only Chrome says, and of how many."""
    await page.open(f"miniwob/{task}.html")
    await page.run(START)
    ours, chromes = Counter(await our_tree(page, frame=0)), Counter(await chrome_tree(page))
    return ours - chromes, chromes - ours, sum(chromes.values())


@pytest.mark.parametrize("task", SAMPLE)
async def test_a_page_is_read_as_chrome_reads_it(page: Page, task: str) -> None:
    only_ours, only_chromes, _ = await differences(page, task)
    assert (only_ours, only_chromes) == EXCEPTIONS.get(task, (Counter(), Counter()))


@pytest.mark.oracle
@pytest.mark.timeout(600)
async def test_all_pages_are_read_as_chrome_reads_them(
    page: Page, record_property: Callable[[str, object], None]
) -> None:
    compared = 0
    wrong = []
    for task in names():
        only_ours, only_chromes, count = await differences(page, task)
        compared += count
        if (only_ours, only_chromes) != EXCEPTIONS.get(task, (Counter(), Counter())):
            wrong.append((task, only_ours, only_chromes))
    excepted = sum(ours.total() + theirs.total() for ours, theirs in EXCEPTIONS.values())
    record_property(
        "table",
        f"MiniWoB++ names and roles: {compared} on {len(names())} pages compared with Chrome's "
        f"tree, {excepted} said otherwise on purpose",
    )
    assert wrong == []
    assert compared > 300
    assert excepted <= MOST_EXCEPTIONS * compared

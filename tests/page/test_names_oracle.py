"""Roles and names on all pages of the virtual phone, judged by Chrome's accessibility tree."""

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.page._trees import chrome_tree, our_tree
from tests.page.bundle_browser import Link, Page, browser, serving, tab

PAGES = Path(__file__).parents[2] / "fixtures" / "pages"
MOST_EXCEPTIONS = 0.02
NEVER = {"button", "link", "textbox", "searchbox"}

UNSEEN = {
    "covered.html": Counter([("button", "Invisible"), ("button", "Far away")]),
    "pick_board.html": Counter([("button", "Shut in")]),
}
"""Not compared: what nobody sees (opacity 0, beside the page) is left out on purpose, and closed
roots are handed to the page script by the Bridge (`test_shadow.py`), which has no part in this."""

EXCEPTIONS: dict[str, list[tuple[str, str]]] = {}
"""Of a page, what we say in another way than Chrome does; there is none."""


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with serving(PAGES) as number:
        yield number


@pytest.fixture(scope="module")
async def link() -> AsyncIterator[Link]:
    async with browser() as opened:
        yield opened


@pytest.fixture
async def page(link: Link, port: int) -> AsyncIterator[Page]:
    async with tab(link, port) as opened:
        yield opened


async def test_all_pages_are_read_as_chrome_reads_them(page: Page) -> None:
    compared = 0
    exceptions: Counter[str] = Counter()
    wrong = []
    for path in sorted(PAGES.glob("*.html")):
        await page.open(path.name)
        # what is in frames is no part of Chrome's tree of the page: they are compared as pages
        ours = Counter(await our_tree(page, frame=0))
        chromes = Counter(await chrome_tree(page)) - UNSEEN.get(path.name, Counter())
        compared += sum(chromes.values())
        for each, count in ((ours - chromes) + (chromes - ours)).items():
            if each in EXCEPTIONS.get(path.name, []) and each[0] not in NEVER:
                exceptions[path.name] += count
            else:
                wrong.append((path.name, each, ours[each], chromes[each]))
    assert wrong == []
    assert compared > 100
    assert exceptions.total() <= MOST_EXCEPTIONS * compared

"""Fixtures of the page room. Those of acts are named act_*; `page` is for the bundle alone."""

from collections.abc import AsyncIterator, Iterator

import pytest

from tests.page import _act, bundle_browser
from tests.page._act import Pages, Stage, staged
from tests.page.bundle_browser import Link, Page


@pytest.fixture(scope="session")
def act_port() -> Iterator[int]:
    """DevTools port of a Chromium for the acts."""
    with _act.chromium() as port:
        yield port


@pytest.fixture
def act_pages() -> Iterator[Pages]:
    """Pages that a test writes itself."""
    with _act.serving() as pages:
        yield pages


@pytest.fixture
async def act_stage(act_port: int, act_pages: Pages) -> AsyncIterator[Stage]:
    """A tab like a phone's, on a page of the test's own."""
    async with staged(act_port, act_pages) as stage:
        yield stage


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with bundle_browser.serving() as number:
        yield number


@pytest.fixture(scope="module")
async def chromium() -> AsyncIterator[Link]:
    async with bundle_browser.browser() as link:
        yield link


@pytest.fixture
async def page(chromium: Link, port: int) -> AsyncIterator[Page]:
    async with bundle_browser.tab(chromium, port) as opened:
        yield opened

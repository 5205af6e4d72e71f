"""Fixtures of the page room. Those of acts are named act_*."""

from collections.abc import AsyncIterator, Iterator

import pytest

from tests.page._act import Pages, Stage, chromium, serving, staged


@pytest.fixture(scope="session")
def act_port() -> Iterator[int]:
    """DevTools port of a Chromium for the acts."""
    with chromium() as port:
        yield port


@pytest.fixture
def act_pages() -> Iterator[Pages]:
    """Pages that a test writes itself."""
    with serving() as pages:
        yield pages


@pytest.fixture
async def act_stage(act_port: int, act_pages: Pages) -> AsyncIterator[Stage]:
    """A tab like a phone's, on a page of the test's own."""
    async with staged(act_port, act_pages) as stage:
        yield stage

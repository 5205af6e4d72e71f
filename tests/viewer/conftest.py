"""A desktop Chromium for the worker, a played Bridge, and a person who looks at its page."""

from collections.abc import AsyncIterator, Iterator

import pytest

from tests.cdp._chromium import chromium
from tests.fixtures._judges import Link
from tests.viewer._page import Person, browsing, person
from tests.viewer._scripted import Scripted, jpeg, scripted


@pytest.fixture(scope="session")
def desktop() -> Iterator[int]:
    """The DevTools port of a Chromium that is nobody's phone."""
    with chromium() as port:
        yield port


@pytest.fixture
async def windows(desktop: int) -> AsyncIterator[Link]:
    """The link that windows are opened over."""
    async with browsing(desktop) as link:
        yield link


@pytest.fixture
async def bridge() -> AsyncIterator[Scripted]:
    async with scripted() as played:
        yield played


@pytest.fixture
async def me(windows: Link, bridge: Scripted) -> AsyncIterator[Person]:
    """A person at the viewer, with a first picture before them."""
    async with person(windows) as somebody:
        await somebody.go(bridge.link)
        await bridge.hears("watch")
        await bridge.shown(jpeg())
        yield somebody
        assert await somebody.complaints() == []

"""Cases go through the door of a whole Bridge, on pages that are written where they are tried."""

from collections.abc import Iterator
from typing import Any

import pytest

from tests.cases._pages import Titles
from tests.tools._pages import Pages, serving
from tests.tools.conftest import call, refuse, sites  # noqa: F401


@pytest.fixture
def pages() -> Iterator[Pages]:
    with serving() as served:
        yield served


@pytest.fixture
def show(call: Any, pages: Pages) -> Any:  # noqa: F811
    """Go to a page that has this in its body."""

    async def on_phone(body: str, host: str = "shop.test") -> None:
        await call("page_navigate", url=pages.put("/case", META + body, host))

    return on_phone


@pytest.fixture
def title(call: Any) -> Titles:  # noqa: F811
    """The title of the page in front: what a page says there, nobody has to read out of it."""

    async def of_front() -> str:
        rows = (await call("page_tabs")).data["tabs"]
        return next(str(each["title"]) for each in rows if each["active"])

    return of_front


META = "<meta name=viewport content='width=device-width,initial-scale=1'>"

import asyncio
from contextvars import ContextVar

import pytest

from bridge.during import during

SAID: ContextVar[str] = ContextVar("said", default="nothing")


def test_a_variable_is_set_until_the_block_ends_and_then_as_before() -> None:
    with during(SAID, "outer"):
        with during(SAID, "inner"):
            assert SAID.get() == "inner"
        assert SAID.get() == "outer"
    assert SAID.get() == "nothing"


def test_an_error_leaves_it_as_before_too() -> None:
    with pytest.raises(KeyError), during(SAID, "inner"):
        raise KeyError
    assert SAID.get() == "nothing"


async def test_a_task_begun_in_the_block_keeps_it() -> None:
    async def said() -> str:
        await asyncio.sleep(0)
        return SAID.get()

    async with asyncio.TaskGroup() as group:
        with during(SAID, "inner"):
            task = group.create_task(said())
    assert task.result() == "inner"

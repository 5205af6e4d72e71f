"""`tapbridge relay` at the daemon: the endpoint is there as long as its command."""

import httpx2
import pytest

from bridge.settings import Settings
from tests.serve.conftest import LIMIT, run_here

ANY_PORT = Settings.model_validate({"web": {"ports": [0]}})


async def test_an_endpoint_lasts_as_long_as_its_connection() -> None:
    async with run_here(ANY_PORT) as here:
        async with here.talk("relay", serial="s1") as talk:
            told = talk.answer["data"]
            assert told["serial"] == "s1"
            assert told["socket"] == f"ws{told['endpoint'][4:]}/devtools/browser"
            assert (await here.ask("status"))["data"]["clients"][0]["want"] == "relay"
            assert await status(told["endpoint"] + "/json/version") == 503
        assert await gone(told["endpoint"] + "/json/version")


@pytest.mark.parametrize("more", [{"serial": 1}, {"take": "yes"}])
async def test_odd_fields_are_refused(more: dict[str, object]) -> None:
    async with run_here(ANY_PORT) as here:
        assert (await here.ask("relay", **more))["error"]["code"] == "BAD_ARGUMENTS"


async def test_an_endpoint_of_no_phone_is_not_offered() -> None:
    async with run_here(ANY_PORT) as here:
        assert (await here.ask("relay", serial="none"))["error"]["code"] == "NO_DEVICE"


async def status(url: str) -> int:
    async with httpx2.AsyncClient(timeout=LIMIT) as web:
        return (await web.get(url)).status_code


async def gone(url: str) -> bool:
    """Whether it is there no more; the end of its command is heard a moment later."""
    for _ in range(500):
        if await status(url) == 404:
            return True
    return False

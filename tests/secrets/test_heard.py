"""Which pages the words of a call came from."""

import asyncio

from bridge.secrets.handles import NOWHERE
from bridge.secrets.heard import listening, note, single


async def test_what_is_noted_below_is_heard_by_its_own_call_alone() -> None:
    async def call(*urls: str) -> set[str]:
        heard: set[str] = set()
        with listening(heard):
            await asyncio.sleep(0)
            note(*urls)
            await asyncio.sleep(0)
        return heard

    a, b = await asyncio.gather(
        call("https://a.test/1", "https://a.test/2"), call("https://b.test/")
    )
    assert (single(a), single(b)) == ("https://a.test", "https://b.test")


def test_words_of_several_origins_or_of_none_belong_to_nobody() -> None:
    note("https://a.test/")  # nobody listens
    assert single({"https://a.test/", "https://b.test/"}) == NOWHERE
    assert single({"https://a.test/", "about:blank"}) == NOWHERE
    assert single(set()) == NOWHERE

"""Which targets and addresses a debugger may be told of."""

from typing import Any

import pytest

from bridge.relay.telling import Telling
from tests.cdp._scripted import CONTEXT, OTHER, PAGE, info
from tests.relay._rig import BANK, SHOP, Rig, rigged


def telling(rig: Rig) -> Telling:
    return rig.relay._telling


async def test_an_address_of_no_site_names_none() -> None:
    async with rigged() as rig:
        judge = telling(rig)
        for url in ("", "about:blank", "data:text/html,x", SHOP):
            assert judge.allows(url)
        assert not judge.allows(BANK)


async def test_a_text_is_judged_by_every_address_in_it() -> None:
    async with rigged() as rig:
        judge = telling(rig)
        assert judge.names_free(f'{{"a":"{SHOP}"}}')
        assert not judge.names_free(f'{{"a":"{SHOP}","b":"see {BANK}x."}}')
        rig.judge.rules = ()
        rig.relay.post.see()
        assert judge.names_free(BANK)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ({}, True),
        ({"url": BANK}, False),
        ({"targetId": "17"}, False),
        ({"subtype": "prerender"}, False),
        ({"type": "service_worker"}, False),
        ({"type": "iframe"}, False),
        ({"targetId": "9" * 32}, False),
        ({"type": "tab", "targetId": "9" * 32}, True),
        ({"type": "tab", "targetId": "9" * 32, "url": BANK}, False),
        ({"type": "tab", "targetId": "9" * 32, "browserContextId": "D" * 32}, False),
    ],
)
async def test_pages_and_tabs_are_told_of(more: dict[str, Any], told: bool) -> None:
    async with rigged() as rig:
        about = {**info(PAGE, SHOP, browserContextId=CONTEXT), **more}
        assert telling(rig).target(about, ()) is told


async def test_a_popup_is_of_whoever_opened_it() -> None:
    async with rigged(info(PAGE, BANK), info(OTHER, "about:blank", openerId=PAGE)) as rig:
        await rig.settle()
        assert rig.relay.targets() == []
        assert not telling(rig).page(OTHER, None, ())


async def test_a_tab_is_known_until_it_is_gone() -> None:
    async with rigged() as rig:
        judge = telling(rig)
        tab = "9" * 32
        judge.target({"type": "tab", "targetId": tab, "url": SHOP}, ())
        assert judge.is_tab(tab)
        judge.gone(tab)
        assert not judge.is_tab(tab)

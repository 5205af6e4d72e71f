"""Signs that something native lies over a page: it is without the window's focus.

A headless window always has it, so what the page script would say is put into its answer here.
"""

from typing import Any

import pytest

from bridge.page import touch
from bridge.page.snapshot import Answer
from tests.page._act import Stage

COVERED = "the page is without the window's focus: something native may lie over Chrome"


@pytest.mark.parametrize("covered", [False, True])
async def test_a_tap_on_a_page_without_the_window_s_focus_says_so(
    act_stage: Stage, *, covered: bool
) -> None:
    tab = await act_stage.show("<button>Go</button>")
    real = tab.decode

    def decode(raw: dict[str, Any], *, walked: bool = False) -> Answer:
        answer = real(raw, walked=walked)
        if isinstance(answer.value, dict) and answer.value.get("effects", 0) != 0:
            assert answer.value["covered"] is False
            answer.value["covered"] = covered
        return answer

    tab.decode = decode  # type: ignore[method-assign] # says one thing more
    tapped = await touch.tap(tab, {"text": "Go"})
    assert tapped.sentence == "; ".join(['tapped button "Go"', *([COVERED] if covered else [])])
    assert tapped.as_json()["covered"] is covered


async def test_a_page_that_a_tab_was_opened_over_is_not_called_covered(act_stage: Stage) -> None:
    tab = await act_stage.show("<button onclick=\"window.open('/next')\">Go</button>")
    tapped = await touch.tap(tab, {"text": "Go"})
    assert COVERED not in tapped.sentence
    for page in act_stage.browser.targets.pages:
        if page.opener_id == tab.target_id:
            await act_stage.browser.targets.close(page.id)

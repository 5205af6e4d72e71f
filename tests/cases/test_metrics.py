"""Another session's emulation over the agent's tab: what it displaces is never tapped unsaid."""

from __future__ import annotations

from typing import Any

import pytest

from bridge.errors import BridgeError
from bridge.page import touch
from tests.page._act import METRICS, Stage
from tests.page.conftest import act_pages, act_port, act_stage

__all__ = ["act_pages", "act_port", "act_stage"]

CORNERS = "".join(
    f"<button style='position:absolute;left:{x}px;top:{y}px' onclick=\"document.title='{x},{y}'\">"
    f"{x},{y}</button>"
    for x in (10, 180, 330)
    for y in (10, 420, 840)
)

TAPPED = ("10,10", "330,840", "180,420")


@pytest.mark.parametrize(
    "metrics",
    [
        {"deviceScaleFactor": 2},
        {"deviceScaleFactor": 1},
        {"scale": 0.8},
        {"scale": 1.5},
        {"width": 800, "height": 600},
        {"screenWidth": 1200, "screenHeight": 2000},
        {"mobile": False},
    ],
    ids=str,
)
async def test_under_another_session_s_metrics_a_tap_lands_or_is_refused(
    act_stage: Stage,
    metrics: dict[str, Any],
) -> None:
    tab = await act_stage.show(CORNERS)
    await act_stage.holder.call("Emulation.setDeviceMetricsOverride", {**METRICS, **metrics})
    landed = list[str]()
    for corner in TAPPED:
        await act_stage.run("document.title = ''")
        try:
            await touch.tap(tab, {"text": corner})
        except BridgeError as fault:
            assert fault.code in {"MOVED", "TAP_MISSED", "NO_EFFECT", "NOT_VISIBLE"}  # noqa: PT017
            assert await act_stage.run("document.title") == ""
        else:
            assert await act_stage.run("document.title") == corner
            landed.append(corner)
    # on a page drawn larger or smaller by somebody else, only the corner stays where it was
    assert landed == (["10,10"] if "scale" in metrics else list(TAPPED))

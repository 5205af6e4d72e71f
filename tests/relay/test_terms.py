"""What a command may not say although its method passes."""

from typing import Any

import pytest

from bridge.addresses import superset
from bridge.errors import UsageFault
from bridge.relay.terms import within_terms

PATTERNS = superset(("bank.test",))


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("Input.dispatchDragEvent", {"type": "drop", "data": {"files": ["/data/History"]}}),
        ("Storage.clearDataForOrigin", {"origin": "", "storageTypes": "all"}),
        ("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": "all"}),
        ("Storage.clearDataForStorageKey", {"storageKey": "data:,", "storageTypes": "all"}),
        ("Browser.grantPermissions", {"permissions": ["geolocation"]}),
        ("Browser.setPermission", {"permission": {"name": "camera"}, "setting": "granted"}),
        ("Input.synthesizeTapGesture", {"x": 1, "y": 1, "duration": 60_000}),
        ("Input.synthesizeScrollGesture", {"x": 1, "y": 1, "repeatCount": 1000}),
        ("Input.synthesizeScrollGesture", {"x": 1, "y": 1, "repeatCount": "1000"}),
    ],
)
def test_what_reaches_further_is_refused(method: str, params: dict[str, Any]) -> None:
    with pytest.raises(UsageFault) as caught:
        within_terms(method, params, ())
    assert caught.value.code == "UNSUPPORTED"
    assert caught.value.message.startswith(f"{method}: ")


@pytest.mark.parametrize(
    ("method", "params"),
    [
        ("Input.dispatchDragEvent", {"type": "drop", "data": {"items": [], "files": []}}),
        ("Input.dispatchDragEvent", {"type": "drop", "data": "odd"}),
        ("Storage.clearDataForOrigin", {"origin": "http://shop.test", "storageTypes": "all"}),
        ("Browser.grantPermissions", {"permissions": [], "origin": "https://shop.test"}),
        ("Input.synthesizeTapGesture", {"x": 1, "y": 1}),
        ("Page.reload", {"ignoreCache": True}),
        ("Runtime.evaluate", {"expression": "1"}),
    ],
)
def test_the_rest_goes_as_it_is(method: str, params: dict[str, Any]) -> None:
    assert within_terms(method, params, PATTERNS) == params


def test_code_for_the_page_that_is_loaded_again_is_tied() -> None:
    said = {"scriptToEvaluateOnLoad": "steal()"}
    tied = within_terms("Page.reload", said, PATTERNS)["scriptToEvaluateOnLoad"]
    assert tied.endswith("\nsteal()")
    assert "bank" in tied
    assert within_terms("Page.reload", said, ()) == said
    with pytest.raises(UsageFault, match="only named sites"):
        within_terms("Page.reload", said, ("*",))


def test_no_world_sees_into_other_sites_while_some_are_blocked() -> None:
    said = {"frameId": "A", "worldName": "tool", "grantUniveralAccess": True}
    asked = {"frameId": "A", "worldName": "tool"}
    assert within_terms("Page.createIsolatedWorld", said, PATTERNS) == asked
    assert within_terms("Page.createIsolatedWorld", said, ()) == said

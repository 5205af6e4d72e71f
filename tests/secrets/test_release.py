"""Where a call may hold a handle."""

from typing import Any

import pytest

from bridge.errors import ScreenFault
from bridge.secrets.release import RELEASED, released
from bridge.secrets.vault import Vault
from bridge.tools import CATALOGUE

SHOP = "https://shop.test"
CANARY = "caN4ry-S3cret"


@pytest.fixture
def vault() -> Vault:
    return Vault(tag="0a1b2c3d")


def code(vault: Vault, tool: str, raw: dict[str, Any]) -> str:
    with pytest.raises(ScreenFault) as caught:
        released(vault, tool, raw)
    assert CANARY not in str(caught.value)
    return caught.value.code


def test_the_value_of_a_field_may_hold_one(vault: Vault) -> None:
    handle = vault.add("login", CANARY, SHOP)
    bound = released(vault, "page_fill", {"ref": "e1", "value": handle})
    assert bound["value"].reveal(SHOP) == CANARY
    assert released(vault, "page_fill", {"ref": "e1", "value": "⟦x⟧ plain"}) == {}


def test_no_other_argument_of_any_tool_may(vault: Vault) -> None:
    handle = vault.add("login", CANARY, SHOP)
    tried = 0
    for name, tool in CATALOGUE.items():
        for field in (*tool.args.model_fields, "serial", "no_such"):
            if RELEASED.get(name) == field:
                continue
            for given in (handle, [handle], {"a": f"x{handle}"}, vault.tag, f"%E2{vault.tag}"):
                assert code(vault, name, {field: given}) == "SECRET_NOT_RELEASABLE"
                tried += 1
    assert tried > 100
    assert code(vault, "page_tap", {handle: 1}) == "SECRET_NOT_RELEASABLE"


def test_a_secret_in_an_address_names_its_rule(vault: Vault) -> None:
    handle = vault.add("login", CANARY, SHOP)
    with pytest.raises(ScreenFault, match="secret-in-url"):
        released(vault, "page_navigate", {"url": f"{SHOP}/?q={handle}"})


def test_an_unknown_handle_and_a_tag_by_itself_open_nothing(vault: Vault) -> None:
    gone = "⟦secret:login@https://shop.test#deadbeef⟧"
    assert code(vault, "page_fill", {"value": gone}) == "SECRET_EXPIRED"
    handle = vault.add("login", CANARY, SHOP)
    for value in (vault.tag, f"{handle} {vault.tag.upper()}"):
        assert code(vault, "page_fill", {"value": value}) == "SECRET_NOT_RELEASABLE"

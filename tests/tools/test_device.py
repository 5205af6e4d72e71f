from typing import Any


async def test_the_phones_are_listed(call: Any, phone: Any) -> None:
    told = await call("device_list")
    assert phone.serial in told.text
    assert told.data["devices"][0]["state"] == "ready"


async def test_the_checklist_says_ready(call: Any) -> None:
    told = await call("doctor")
    assert told.data["ready"] is True
    assert "Chrome" in told.text

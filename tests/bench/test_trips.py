"""Round trips are the cost: how many each tool takes in each form, by the phone's own count."""

from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest

from bridge.app import Bridge, open_bridge
from bridge.settings import load
from bridge.tools import ALLOWED
from bridge.tools.call import Caller
from tests.bench._cases import FORMS, USUAL, Form, spelled

CALLER = Caller("bench", "cli")


@pytest.fixture(scope="module")
def _over_wifi(phone: Any) -> Iterator[None]:
    """With no delay at all, a reply overtakes the rest of its flight and splits it in two."""
    phone.ask("/rtt", {"ms": 20})
    yield
    phone.ask("/rtt", {"ms": 0})


@pytest.fixture(scope="module")
async def bridge(
    phone: Any, _over_wifi: None, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Bridge]:
    settings = load(flags={"adb": {"port": phone.adb_port}, "serial": phone.serial})
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TAPBRIDGE_HOME", str(tmp_path_factory.mktemp("home")))
        async with open_bridge(settings) as opened:
            yield opened


@pytest.fixture
async def call(bridge: Bridge, phone: Any) -> Any:
    """The way to call a tool."""

    async def call(tool: str, args: Any) -> None:
        await bridge.door.call(tool, spelled(args, phone.page("").rstrip("/")), CALLER)

    return call


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
async def test_a_tool_takes_its_round_trips_and_no_more(form: Form, call: Any, phone: Any) -> None:
    if form.page:
        await call("page_navigate", {"url": phone.page(form.page)})
    for tool, args in form.before:
        await call(tool, args)
    phone.count_from_here()
    await call(form.tool, form.args)
    seen = phone.ask("/trips")
    for tool, args in form.after:
        await call(tool, args)
    assert seen["trips"] == form.allowed, (form.why, seen["commands"])


async def test_a_ref_costs_what_a_name_costs(call: Any, bridge: Bridge, phone: Any) -> None:
    await call("page_navigate", {"url": phone.page("login.html")})
    found = await bridge.door.call("page_find", {"label": "Name"}, CALLER)
    ref = found.data["rows"][0]["ref"]
    for tool, args in (
        ("page_text", {}),
        ("page_tap", {}),
        ("page_fill", {"value": "Ada"}),
        ("page_wait", {}),
    ):
        phone.count_from_here()
        await call(tool, {"ref": ref, **args})
        assert (tool, phone.trips()) == (tool, USUAL[tool])


async def test_the_first_look_after_a_navigation_is_one_round_trip_too(
    call: Any, phone: Any
) -> None:
    for page in ("login.html", "shop.html"):
        await call("page_navigate", {"url": phone.page(page)})
        phone.count_from_here()
        await call("page_snapshot", {})
        assert phone.trips() == 1


async def test_every_tool_is_counted_in_its_plain_form_and_exceptions_say_why() -> None:
    assert set(USUAL) == ALLOWED
    assert {form.tool for form in FORMS if form.trips is None} == ALLOWED
    for form in FORMS:
        assert (form.trips is None) == (form.why == ""), form.name
        assert form.trips != USUAL[form.tool], form.name
    assert len({form.name for form in FORMS}) == len(FORMS)

"""Round trips are the cost: how many each tool takes in each form, by the phone's own count."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any

import pytest

from bridge.app import Bridge, open_bridge
from bridge.places import live_sites_file
from bridge.policy import Choice
from bridge.settings import FAMILIES, load
from bridge.tools import ALLOWED, CATALOGUE
from bridge.tools.approvals import Answer
from bridge.tools.call import Caller
from bridge.tools.spec import Surface
from tests.bench._cases import FORMS, USUAL, Form, spelled
from tests.tools._pages import serving

CALLER = Caller("bench", "cli", families=frozenset(FAMILIES))


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
        live_sites_file().write_text("shop.test\n")
        async with open_bridge(settings) as opened:
            yield opened


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the caller."""
    folder = tmp_path_factory.mktemp("files")
    (folder / "small.txt").write_text("hello")
    (folder / "large.bin").write_bytes(b"x" * 5_000_000)
    return folder


@pytest.fixture
async def call(bridge: Bridge, phone: Any, files: Path) -> Any:
    """The way to call a tool."""
    caller = replace(CALLER, folders=(str(files),))

    async def call(tool: str, args: Any) -> None:
        await bridge.door.call(tool, spelled(args, phone.page("").rstrip("/")), caller)

    return call


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
async def test_a_tool_takes_its_round_trips_and_no_more(form: Form, call: Any, phone: Any) -> None:
    if form.page:
        await call("page_navigate", {"url": phone.page(form.page)})
    for tool, args in form.before:
        await call(tool, args)
    phone.count_from_here()
    async with asyncio.TaskGroup() as group:
        called = group.create_task(call(form.tool, form.args))
        while form.person and not called.done():
            await asyncio.to_thread(phone.ask, "/touch", {"path": [[form.person]]})
            await asyncio.wait((called,), timeout=0.3)
    seen = phone.ask("/trips")
    for tool, args in form.after:
        await call(tool, args)
    if form.timed:
        kinds = groupby(seen["commands"], lambda method: method.startswith("Input."))
        assert [touches for touches, _ in kinds].count(False) == form.allowed, seen["commands"]
    else:
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


class Yes:
    """A person who allows everything once."""

    present = True

    async def ask(self, question: object) -> Answer:
        return Answer.ONCE


async def test_a_question_costs_a_look_before_it_and_one_after(
    call: Any, bridge: Bridge, phone: Any
) -> None:
    approvals = bridge.door.approvals
    before = dict(approvals.chosen)
    approvals.askers.append(Yes())
    approvals.chosen["form-submission"] = Choice.CONFIRM
    try:
        await call("page_navigate", {"url": phone.page("login.html")})
        phone.count_from_here()
        await call("page_fill", {"label": "Name", "value": "Ada", "submit": True})
        assert phone.trips() == USUAL["page_fill"] + 2
    finally:
        approvals.askers.clear()
        approvals.chosen.update(before)


async def test_closed_shadow_roots_cost_two_round_trips_once(call: Any, phone: Any) -> None:
    body = "<div id=h></div><script>h.attachShadow({mode: 'closed'}).innerHTML = '<b>In</b>'"
    with serving() as pages:
        await call("page_navigate", {"url": pages.put("/closed", f"{body}</script>")})
        told = []
        for _ in range(2):
            phone.count_from_here()
            await call("page_snapshot", {})
            told.append(phone.trips())
    assert told == [3, 1]


async def test_a_body_is_one_more_round_trip_than_its_request(
    call: Any, bridge: Bridge, phone: Any
) -> None:
    await call("page_network", {})
    await call("page_navigate", {"url": phone.page("login.html")})
    listed = await bridge.door.call("page_network", {"type": "document"}, CALLER)
    entry = listed.data["rows"][-1]["number"]
    for args, trips in (({}, 1), ({"body": "response"}, 2)):
        phone.count_from_here()
        await call("page_network", {"entry": entry, **args})
        assert phone.trips() == trips


async def test_every_tool_is_counted_in_its_plain_form_and_exceptions_say_why() -> None:
    # native screens are asked through the shell: tests/tools/test_native.py counts those trips
    pages = {name for name in ALLOWED if CATALOGUE[name].surface is not Surface.PHONE}
    assert set(USUAL) == pages
    assert {form.tool for form in FORMS if form.trips is None} == pages
    for form in FORMS:
        assert (form.trips is None) == (form.why == ""), form.name
        assert form.trips != USUAL[form.tool], form.name
    assert len({form.name for form in FORMS}) == len(FORMS)


@pytest.mark.parametrize(
    ("submit", "trips"),
    # Enter goes by another way than the text, and could overtake it if both were sent together
    [(False, USUAL["page_fill"]), (True, USUAL["page_fill"] + 1)],
)
async def test_a_secret_costs_what_a_text_costs(
    call: Any, bridge: Bridge, phone: Any, *, submit: bool, trips: int
) -> None:
    await call("page_navigate", {"url": phone.page("login.html")})
    vault = bridge.door.sealer.vault
    handle = vault.add("login", "caN4ry-S3cret", phone.page("login.html"))
    bridge.door.approvals.chosen["secret-release"] = Choice.ALLOW
    phone.count_from_here()
    await call("page_fill", {"label": "Name", "value": handle, "submit": submit})
    assert phone.trips() == trips

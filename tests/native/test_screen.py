"""Looks and acts on a scripted phone: what is asked, in how many trips, and what is refused."""

import asyncio
from typing import Any

import pytest
from typing_extensions import override

from bridge.adb.device import Ran
from bridge.cdp.outgo import Outgo, counted
from bridge.errors import BridgeError, LateFault, PhoneGone, ScreenFault, UnknownOutcome
from bridge.native import look as looking
from bridge.native.screen import Screen, hearing
from bridge.native.told import Front
from tests.native._device import Device

OTHER = "mCurrentFocus=Window{2 u0 com.b/.Main}"


def screen(device: Device, seconds: float = 2) -> Screen:
    return Screen(device, tree_seconds=seconds)  # type: ignore[arg-type]  # a phone in name only


async def test_a_look_is_one_trip_and_has_a_name_of_its_own() -> None:
    device = Device()
    mine = screen(device)
    one, two = await mine.look(), await mine.look()
    assert len(device.asked) == 2
    assert (one.id, two.id) == ("s1", "s2")
    assert one.front == Front("app", "com.a", "com.a.Main")
    assert (one.display.width, one.awake, len(one.elements)) == (100, True, 4)
    assert mine.last is two


@pytest.mark.parametrize(
    ("phone", "code", "trips"),
    [
        ({"said": "ERROR: could not get idle state.", "tree": ""}, "TREE_NOT_IDLE", 1),
        ({"said": "x already registered!", "tree": ""}, "TREE_BUSY", 1),
        ({"said": "ERROR: null root node returned", "tree": ""}, "TREE_EMPTY", 2),
        ({"tree": "nonsense"}, "TREE_EMPTY", 2),
        ({"tree": "", "power": "mWakefulness=Asleep"}, "SCREEN_OFF", 1),
        ({"after": OTHER}, "TREE_STALE", 2),
        ({"focus": OTHER}, "TREE_STALE", 2),
        ({"said": "ERROR: null root node returned"}, "TREE_EMPTY", 2),
    ],
)
async def test_a_tree_that_cannot_be_had_is_told_and_asked_again_where_that_helps(
    phone: dict[str, Any], code: str, trips: int
) -> None:
    device = Device(**phone)
    with pytest.raises(ScreenFault) as refused:
        await screen(device, 0.5).look()
    assert refused.value.code == code
    assert (len(device.asked) >= trips) if trips > 1 else (len(device.asked) == 1)


async def test_what_is_in_front_is_heard_in_looks_and_acts() -> None:
    device, heard = Device(), list[Front]()
    mine = screen(device)
    with hearing(heard):
        look = await mine.look()
        device.changes = {"focus": OTHER}
        await mine.act(["input tap 1 2"], look=look, element=None, after=False)
    assert list(dict.fromkeys(front.package for front in heard)) == ["com.a", "com.b"]
    assert (await mine.front()).package == "com.b"


async def test_an_act_is_one_trip_bound_to_what_was_seen() -> None:
    device = Device()
    mine = screen(device)
    look = await mine.look()
    device.asked.clear()
    after = await mine.act(["input tap 1 2"], look=look, element=look.elements[0], after=True)
    (asked,) = device.asked
    assert device.sent == ["input tap 1 2"]
    for bound in (look.front.line, " cur=100x200 ", look.elements[0].node.raw):
        assert bound in asked
    assert after.look is not None
    assert after.look.id == "s2"


@pytest.mark.parametrize(
    ("refuses", "words"),
    [
        ("front", "turned, folded or resized"),
        ("size", "not there as it was"),
    ],
)
async def test_an_act_is_not_sent_where_something_changed(refuses: str, words: str) -> None:
    device = Device()
    mine = screen(device)
    look = await mine.look()
    device.refuses = refuses
    with pytest.raises(ScreenFault, match=words) as refused:
        await mine.act(["input tap 1 2"], look=look, element=look.elements[0], after=True)
    assert refused.value.code == "STALE_UID"
    assert device.sent == []


async def test_a_phone_whose_maker_forbids_taps_is_told() -> None:
    device = Device(input_says="java.lang.SecurityException: x INJECT_EVENTS permission.")
    with pytest.raises(ScreenFault) as refused:
        await screen(device).act(["input tap 1 2"], look=None, element=None, after=True)
    assert refused.value.code == "INPUT_BLOCKED_OEM"
    assert "Security settings" in refused.value.hint


async def test_an_act_whose_screen_cannot_be_read_afterwards_is_done() -> None:
    device = Device(said="ERROR: could not get idle state.", tree="")
    after = await screen(device).act(["input tap 1 2"], look=None, element=None, after=True)
    assert after.look is None
    assert after.blind is not None
    assert after.blind.code == "TREE_NOT_IDLE"


@pytest.mark.parametrize("lost", [PhoneGone("gone"), LateFault("late")])
async def test_an_act_on_a_phone_that_stops_answering_may_have_happened(lost: BridgeError) -> None:
    device, outgo = Device(loses=lost), Outgo()
    with counted(outgo), pytest.raises(UnknownOutcome):
        await screen(device).act(["input tap 1 2"], look=None, element=None, after=True)
    assert outgo.acted
    assert len(device.asked) == 1


async def test_what_was_seen_may_be_quoted_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = screen(Device())
    with pytest.raises(ScreenFault) as refused:
        mine.quoted()
    assert refused.value.code == "STALE_UID"
    await mine.look()
    assert mine.quoted() is mine.last
    monkeypatch.setattr("bridge.native.screen.TTL_SECONDS", 0.0)
    await asyncio.sleep(0.01)
    assert mine.last is None
    assert looking.TTL_SECONDS == 120


async def test_points_are_those_of_the_last_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    mine = screen(Device())
    assert mine.device_point((5, 7)) == (5, 7)
    await mine.look()
    with pytest.raises(ScreenFault) as refused:
        mine.device_point((100, 7))
    assert refused.value.code == "TAP_MISSED"
    mine.picture_shown(100, 200, 2.0)
    assert mine.device_point((0, 99)) == (0, 198)
    with pytest.raises(ScreenFault) as refused:
        mine.device_point((50, 7))
    assert refused.value.code == "TAP_MISSED"
    monkeypatch.setattr("bridge.native.screen.TTL_SECONDS", 0.0)
    await asyncio.sleep(0.01)
    with pytest.raises(ScreenFault, match="older") as refused:
        mine.device_point((1, 1))
    assert refused.value.code == "STALE_UID"


async def test_two_never_read_the_tree_at_once() -> None:
    class Slow(Device):
        inside = most = 0

        @override
        async def shell(self, command: str, *, seconds: float) -> Ran:
            self.inside += 1
            self.most = max(self.most, self.inside)
            await asyncio.sleep(0.02)
            self.inside -= 1
            return await super().shell(command, seconds=seconds)

    device = Slow()
    mine = screen(device)
    async with asyncio.TaskGroup() as tasks:
        for _ in range(3):
            tasks.create_task(mine.look())
        tasks.create_task(mine.act(["input tap 1 1"], look=None, element=None, after=True))
    assert device.most == 1


async def test_apps_that_open_web_addresses_are_asked_for_once() -> None:
    device = Device()
    mine = screen(device)
    assert await mine.is_browser(Front("app", "com.android.chrome"))
    assert not await mine.is_browser(Front("app", "com.a"))
    assert len(device.asked) == 1


async def test_where_they_cannot_be_learned_every_app_counts_as_one() -> None:
    assert await screen(Device(browsers="No activities found\n")).is_browser(Front("app", "com.a"))

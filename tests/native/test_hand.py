"""Acts on a scripted phone: what is sent, and what is said of it."""

import pytest

from bridge.errors import BridgeError, ScreenFault, UsageFault
from bridge.native import hand
from bridge.native.screen import Screen
from bridge.native.spot import Spot
from tests.native._device import TREE, Device

OTHER = "mCurrentFocus=Window{2 u0 com.b/.Main}"


def screen(device: Device) -> Screen:
    return Screen(device, tree_seconds=1)  # type: ignore[arg-type]  # a phone in name only


async def tap(device: Device, spot: Spot, *, hold_ms: int = 0, count: int = 1) -> str:
    mine = screen(device)
    await mine.look()
    return (await hand.tap(mine, spot, hold_ms=hold_ms, count=count, observe=True)).sentence


@pytest.mark.parametrize(
    ("spot", "more", "sent", "said"),
    [
        (Spot(uid=1), {}, ["input tap 20 30"], 'tapped button "Save"'),
        (Spot(text="save"), {}, ["input tap 20 30"], 'tapped button "Save"'),
        (Spot(uid=1), {"count": 2}, ["input tap 20 30"] * 2, 'double-tapped button "Save"'),
        (Spot(uid=1), {"hold_ms": 900}, ["input swipe 20 30 20 30 900"], 'held button "Save"'),
        (Spot(point=(3, 4)), {}, ["input tap 3 4"], "tapped the point 3,4"),
    ],
)
async def test_a_tap_goes_to_the_middle_of_what_is_meant(
    spot: Spot, more: dict[str, int], sent: list[str], said: str
) -> None:
    device = Device()
    assert await tap(device, spot, **more) == f"{said}; the screen is as before"
    assert device.sent == sent


@pytest.mark.parametrize(
    ("spot", "code"),
    [
        (Spot(uid=2), "DISABLED"),
        (Spot(uid=3), "NOT_VISIBLE"),
        (Spot(uid=9), "STALE_UID"),
        (Spot(text="zzz"), "TARGET_NOT_FOUND"),
        (Spot(point=(100, 4)), "TAP_MISSED"),
    ],
)
async def test_what_cannot_be_tapped_is_refused_and_nothing_sent(spot: Spot, code: str) -> None:
    device = Device()
    with pytest.raises(ScreenFault) as refused:
        await tap(device, spot)
    assert refused.value.code == code
    assert device.sent == []


async def test_what_followed_is_said() -> None:
    device = Device(changes={"focus": OTHER, "tree": TREE.replace("com.a", "com.b")})
    assert (await tap(device, Spot(uid=1))).endswith("; now com.b/.Main is in front")


async def test_words_that_were_not_there_are_looked_for_in_what_is_there_now() -> None:
    device = Device()
    mine = screen(device)
    await mine.look()
    device.tree = TREE.replace("Save", "Send")
    did = await hand.tap(mine, Spot(text="Send"), hold_ms=0, count=1, observe=False)
    assert did.sentence == 'tapped button "Send"'
    assert did.text() == did.sentence


async def test_an_element_that_the_phone_cannot_find_by_its_tag_is_looked_at_again() -> None:
    device = Device(tree=TREE.replace("Save", "Save &#55357;&#56842;"))
    mine = screen(device)
    look = await mine.look()
    assert look.elements[0].node.raw == ""
    await hand.tap(mine, Spot(uid=1), hold_ms=0, count=1, observe=False)
    assert device.sent == ["input tap 20 30"]
    await mine.look()
    device.tree = TREE
    with pytest.raises(ScreenFault) as refused:
        await hand.tap(mine, Spot(uid=1), hold_ms=0, count=1, observe=False)
    assert refused.value.code == "STALE_UID"


async def test_a_swipe_goes_in_a_direction_or_between_points() -> None:
    device = Device()
    mine = screen(device)
    did = await hand.swipe(mine, "down", ms=300, observe=False)
    assert did.sentence == "swiped to show what is below"
    await hand.swipe(mine, ((1, 2), (3, 4)), ms=50, observe=False)
    assert device.sent == ["input swipe 50 140 50 56 300", "input swipe 1 2 3 4 50"]


async def test_back_fails_when_nothing_moved() -> None:
    device = Device()
    with pytest.raises(ScreenFault) as refused:
        await hand.back(screen(device), observe=True)
    assert refused.value.code == "NO_CHANGE"
    device.changes = {"focus": OTHER, "tree": TREE.replace("com.a", "com.b")}
    did = await hand.back(screen(device), observe=False)
    assert did.sentence == "went back; now com.b/.Main is in front"
    assert did.after.look is None


async def test_keys_go_by_their_numbers_in_one_command() -> None:
    device = Device()
    did = await hand.press(screen(device), ["back", "Enter", "19"], repeat=2, observe=False)
    assert device.sent == ["input keyevent 4 66 19 4 66 19"]
    assert did.sentence == "pressed back, Enter, 19 2 times"
    assert len(device.asked) == 1


@pytest.mark.parametrize(("names", "repeat"), [(["blue"], 1), (["back"], 51), ([""], 1)])
async def test_keys_that_are_none_or_too_many_are_refused(names: list[str], repeat: int) -> None:
    device = Device()
    with pytest.raises(UsageFault):
        await hand.press(screen(device), names, repeat=repeat, observe=False)
    assert device.asked == []


async def test_text_is_typed_and_the_field_named() -> None:
    field = 'class="android.widget.EditText"'
    device = Device(changes={"tree": TREE.replace(f'text="" {field}', f'text="hi" {field}')})
    did = await hand.type_text(screen(device), "hi", submit=True, observe=True)
    assert device.sent == ["input text 'hi'", "input keyevent 66"]
    assert did.sentence == "typed 2 characters into field (via: input)"


@pytest.mark.parametrize(
    ("device", "text", "code"),
    [
        (Device(), "caf\u00e9", "TEXT_NOT_TYPABLE"),
        (Device(), "a\nb", "TEXT_NOT_TYPABLE"),
        (Device(tree=TREE.replace('focused="true"', "")), "hi", "NO_FOCUS"),
        (Device(), "hi", "NO_CHANGE"),
    ],
)
async def test_text_that_does_not_come_there_is_told(device: Device, text: str, code: str) -> None:
    with pytest.raises(BridgeError) as refused:
        await hand.type_text(screen(device), text, submit=False, observe=True)
    assert refused.value.code == code
    assert bool(device.sent) is (code == "NO_CHANGE")


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("a b", ["a%sb"]),
        ("100%s", ["100%", "s"]),
        ("%s%s", ["%", "s%", "s"]),
        ("", []),
        ("% s", ["%%ss"]),
    ],
)
def test_a_space_is_written_as_input_takes_it_and_a_percent_stays_one(
    text: str, pieces: list[str]
) -> None:
    assert hand.pieces(text) == pieces


async def test_a_screen_that_cannot_be_read_afterwards_is_said() -> None:
    device = Device()
    mine = screen(device)
    await mine.look()
    device.changes = {"said": "ERROR: could not get idle state.", "tree": ""}
    did = await hand.tap(mine, Spot(point=(1, 1)), hold_ms=0, count=1, observe=True)
    assert "TREE_NOT_IDLE" in did.text()
    assert did.as_json()["screen"] is None

"""Which phone is meant, as a table."""

from dataclasses import replace

import pytest

from bridge.adb.choice import choose, choose_socket
from bridge.adb.parse import Chrome, Facts, Listed, Screen
from bridge.errors import PhoneFault


def listed(serial: str, state: str = "ready", word: str = "device") -> Listed:
    return Listed(
        serial=serial,
        state=state,  # type: ignore[arg-type] # the table below names the states
        word=word,
        transport="usb",
        model=None,
        product=None,
        device=None,
        transport_id=1,
    )


def test_the_only_ready_phone_is_meant_when_none_is_named() -> None:
    assert choose((listed("a", "offline"), listed("b")), None).serial == "b"
    assert choose((listed("a"), listed("b")), "b").serial == "b"


@pytest.mark.parametrize(
    ("phones", "serial", "code"),
    [
        ((), None, "NO_DEVICE"),
        ((listed("a"),), "z", "NO_DEVICE"),
        ((listed("a"), listed("b")), None, "MANY_DEVICES"),
        ((listed("a", "unauthorized", "unauthorized"),), None, "DEVICE_UNAUTHORIZED"),
        ((listed("a", "authorizing", "authorizing"),), "a", "DEVICE_UNAUTHORIZED"),
        ((listed("a", "offline", "offline"),), None, "DEVICE_OFFLINE"),
        ((listed("a", "no-permissions", "no permissions"),), None, "NO_PERMISSIONS"),
        ((listed("a", "other", "recovery"),), None, "DEVICE_OFFLINE"),
    ],
)
def test_a_phone_that_cannot_be_meant_is_refused_with_the_reason(
    phones: tuple[Listed, ...], serial: str | None, code: str
) -> None:
    with pytest.raises(PhoneFault) as caught:
        choose(phones, serial)
    assert caught.value.code == code


def facts(
    sockets: tuple[str, ...] | None,
    *,
    installed: bool = True,
    enabled: bool = True,
    booted: bool = True,
) -> Facts:
    return Facts(
        booted=booted,
        model="Pixel",
        manufacturer="Google",
        android="14",
        sdk=34,
        screen=Screen(1082, 2402, 420, awake=True, locked=False),
        chrome=Chrome(installed=installed, version="156", running=True, enabled=enabled),
        sockets=sockets,
        user=0,
    )


def test_chromes_own_socket_is_chosen_before_one_with_a_process_number() -> None:
    names = ("webview_devtools_remote_7", "chrome_devtools_remote_99", "chrome_devtools_remote")
    assert choose_socket(facts(names), "a") == "chrome_devtools_remote"
    assert choose_socket(facts(names[:2]), "a") == "chrome_devtools_remote_99"
    assert choose_socket(facts(None), "a") == "chrome_devtools_remote"


@pytest.mark.parametrize(
    ("known", "code"),
    [
        (facts(()), "CHROME_NOT_RUNNING"),
        (facts(("webview_devtools_remote_7",)), "CHROME_NOT_RUNNING"),
        (facts((), installed=False), "CHROME_MISSING"),
        (facts((), enabled=False), "CHROME_MISSING"),
        (facts((), booted=False), "DEVICE_BOOTING"),
    ],
)
def test_without_a_socket_of_chrome_s_the_reason_is_told(known: Facts, code: str) -> None:
    with pytest.raises(PhoneFault) as caught:
        choose_socket(known, "a")
    assert caught.value.code == code


def test_a_phone_over_wifi_that_is_away_is_to_be_connected_again() -> None:
    gone = listed("10.0.0.5:5555", "offline", "offline")
    gone = replace(gone, transport="wifi")
    for phones in ((gone,), ()):
        with pytest.raises(PhoneFault) as caught:
            choose(phones, "10.0.0.5:5555")
        assert "adb connect 10.0.0.5:5555" in caught.value.hint


def test_a_chrome_that_was_switched_off_comes_with_the_command_that_switches_it_on() -> None:
    with pytest.raises(PhoneFault) as caught:
        choose_socket(facts((), enabled=False), "a")
    assert "pm enable" in caught.value.hint

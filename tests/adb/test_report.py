"""What a person reads of the report, and what a program reads."""

from __future__ import annotations

import json
from dataclasses import replace
from textwrap import dedent

from bridge.adb.parse import Chrome, Listed, Screen, facts
from bridge.adb.readiness import assess
from bridge.adb.report import GUIDE, Adb, Report, of
from tests.adb.test_parse import answered

ADB = Adb(found=True, path="/usr/bin/adb", version="36.0.0", server=41)
USB = Listed("0123", "ready", "device", "usb", "Pixel 7")
WIFI = Listed("10.0.0.5:5555", "offline", "offline", "wifi")
GOOD = facts(answered())


def text_of(report: Report) -> str:
    return "\n" + report.as_text()


def test_a_ready_phone_is_a_list_of_ticks() -> None:
    assert text_of(assess(ADB, [USB], {"0123": GOOD})) == dedent(
        """
        ✓ adb                36.0.0 (/usr/bin/adb), its server answers
        ✓ Phone              Google Pixel 7, Android 14, over USB
        ✓ USB debugging      allowed
        ✓ Chrome             131.0.6778.39
        ✓ Chrome open        yes
        ✓ Screen             on (1080x2220)

        Ready: Google Pixel 7, Android 14 (0123).
        """
    )


def test_the_list_stops_at_the_first_row_that_fails() -> None:
    assert text_of(assess(ADB, [USB], {"0123": replace(GOOD, sockets=())})) == dedent(
        """
        ✓ adb                36.0.0 (/usr/bin/adb), its server answers
        ✓ Phone              Google Pixel 7, Android 14, over USB
        ✓ USB debugging      allowed
        ✓ Chrome             131.0.6778.39
        ✗ Chrome open        Chrome is not open on the phone, so there is no DevTools socket.
                             Open Chrome on the phone, or run `tapbridge open`.
        """
    )


def test_several_phones_have_a_section_each() -> None:
    dark = replace(GOOD, screen=Screen(1080, 2220, 420, awake=False, locked=True))
    assert text_of(assess(ADB, [USB, WIFI], {"0123": dark})) == dedent(
        """
        ✓ adb                36.0.0 (/usr/bin/adb), its server answers

        0123
        ✓ Phone              Google Pixel 7, Android 14, over USB
        ✓ USB debugging      allowed
        ✓ Chrome             131.0.6778.39
        ✓ Chrome open        yes
        ! Screen             off (1080x2220)
                             Wake the phone.

        10.0.0.5:5555
        ✗ Phone              adb knows the phone but cannot talk to it.
                             Wake the phone, then connect again.
                             adb connect 10.0.0.5:5555

        Ready: Google Pixel 7, Android 14 (0123).
        """
    )


NUMBERED = """\
  1. On the phone: Settings > About phone, tap Build number seven times.
  2. Settings > System > Developer options: switch USB debugging on.
  3. On the computer: install adb, with `sudo apt install adb` or `pip install
     'tapbridge[adb]'`.
  4. Connect the phone with a cable and accept Allow USB debugging on it.
  5. Or without a cable (Android 11 or newer): Developer options > Wireless
     debugging > Pair device with pairing code, then `adb pair HOST:PORT` and
     `adb connect HOST:PORT` with what the phone shows.
  6. Open Chrome on the phone, or run `tapbridge open`.
  7. Run `tapbridge doctor`: it names the first thing that is missing, and what
     to do about it.""".splitlines()


def steps(*lines: str) -> str:
    return "\n".join(["", *lines, "", "To set a phone up:", *NUMBERED, ""])


def test_the_steps_of_the_set_up_fit_a_terminal_of_80_columns() -> None:
    assert " ".join(" ".join(NUMBERED).split()) == " ".join(
        f"{number}. {step}" for number, step in enumerate(GUIDE, 1)
    )
    assert max(map(len, assess(ADB, platform="linux").as_text().splitlines())) <= 80


def test_who_has_not_set_up_is_shown_how() -> None:
    assert text_of(assess(ADB, platform="linux")) == steps(
        "✓ adb                36.0.0 (/usr/bin/adb), its server answers",
        "✗ Phone              adb sees no phone.",
        "                     Connect the phone and switch USB debugging on.",
    )
    missing = of("ADB_MISSING", fix="sudo apt install adb", hint="Install adb.")
    assert text_of(assess(Adb(problem=missing))) == steps(
        "✗ adb                No adb program was found.",
        "                     Install adb.",
        "                     sudo apt install adb",
    )
    asked = assess(ADB, [replace(USB, state="unauthorized")])
    assert text_of(asked) == steps(
        "✓ adb                36.0.0 (/usr/bin/adb), its server answers",
        "✓ Phone              Pixel 7, over USB",
        "✗ USB debugging      The phone has not allowed this computer.",
        "                     Unlock the phone and accept the USB debugging question.",
    )


def test_switched_off_is_one_row() -> None:
    assert text_of(assess(Adb(), enabled=False)) == dedent(
        """
        ✗ adb                Phones are switched off in the settings.
                             Set adb.enabled = true.
        """
    )


def rows_of(report: Report) -> dict[str, tuple[str, str]]:
    return {row.label: (row.mark, row.value) for _, rows in report.checks() for row in rows}


def test_what_a_phone_hides_is_said_and_does_not_fail() -> None:
    hidden = replace(GOOD, sockets=None, screen=Screen(None, None, None, awake=None, locked=None))
    rows = rows_of(assess(ADB, [USB], {"0123": hidden}))
    assert rows["Chrome open"] == ("advisory", "running; this phone does not show its sockets")
    assert rows["Screen"] == ("advisory", "the phone does not tell")


def test_a_locked_screen_is_advice() -> None:
    locked = replace(GOOD, screen=Screen(None, None, None, awake=True, locked=True))
    assert rows_of(assess(ADB, [USB], {"0123": locked}))["Screen"] == ("advisory", "on, locked")


def test_another_browser_and_a_maker_in_the_name_are_told_plainly() -> None:
    other = replace(
        GOOD,
        model="samsung SM-S901B",
        manufacturer="Samsung",
        chrome=Chrome(installed=False, version=None, running=False, enabled=True),
    )
    rows = rows_of(assess(replace(ADB, found=False), [USB], {"0123": other}))
    assert rows["Chrome"] == ("passed", "another browser of Chrome's family")
    assert rows["Phone"] == ("passed", "samsung SM-S901B, Android 14, over USB")
    assert rows["adb"] == ("passed", "no program here, its server answers")


def test_the_json_has_stable_names_and_nothing_json_cannot_hold() -> None:
    state = assess(ADB, [USB, WIFI], {"0123": GOOD}).as_json()
    assert json.loads(json.dumps(state)) == state
    assert set(state) == {"enabled", "ready", "adb", "devices", "problem", "checks", "guide"}
    assert set(state["adb"]) == {"found", "path", "version", "server", "problem"}
    names = "serial transport state word model manufacturer android sdk screen chrome problem ready"
    assert all(set(device) == set(names.split()) for device in state["devices"])
    chrome = "installed version running enabled debuggable sockets"
    assert all(set(device["chrome"]) == set(chrome.split()) for device in state["devices"])
    assert set(state["devices"][1]["problem"]) == {"code", "message", "hint", "fix", "action"}
    assert [section["serial"] for section in state["checks"]] == [None, "0123", "10.0.0.5:5555"]
    assert state["guide"] == []
    assert assess(ADB).as_json()["guide"] == list(GUIDE)

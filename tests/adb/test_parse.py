"""What adb and phones say, as tables."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.adb.parse import (
    FACTS_COMMAND,
    SIGHT_COMMAND,
    Chrome,
    Facts,
    Forward,
    Listed,
    Screen,
    Sight,
    Unreadable,
    facts,
    forwards,
    listed,
    over_wifi,
    reconnecting,
    refusal,
    sight,
    sockets,
)
from bridge.codes import CODES
from tests.adb._recordings import recorded, refusals

UDEV = (
    "no permissions (user in plugdev group; are your udev rules wrong?);"
    " see [http://developer.android.com/tools/device.html]"
)

LINES: list[tuple[str, Listed]] = [
    (
        "HA0XYY05               device usb:1-3 product:panther model:Pixel_7 device:panther"
        " transport_id:1",
        Listed("HA0XYY05", "ready", "device", "usb", "Pixel 7", "panther", "panther", 1),
    ),
    (
        "172.16.10.20:5555      offline transport_id:2",
        Listed("172.16.10.20:5555", "offline", "offline", "wifi", transport_id=2),
    ),
    (
        "127.0.0.1:15401        offline product:panther model:Pixel_7 device:panther"
        " transport_id:1",
        Listed("127.0.0.1:15401", "offline", "offline", "wifi", "Pixel 7", "panther", "panther", 1),
    ),
    (
        "emulator-5554          unauthorized transport_id:3",
        Listed("emulator-5554", "unauthorized", "unauthorized", "usb", transport_id=3),
    ),
    (
        "3949363555493098        authorizing",
        Listed("3949363555493098", "authorizing", "authorizing", "usb"),
    ),
    ("0123456789ABCDEF       connecting", Listed("0123456789ABCDEF", "other", "connecting", "usb")),
    (
        "0123456789ABCDEF       recovery usb:1-1",
        Listed("0123456789ABCDEF", "other", "recovery", "usb"),
    ),
    ("0123456789ABCDEF       sideload", Listed("0123456789ABCDEF", "other", "sideload", "usb")),
    ("0123456789ABCDEF       bootloader", Listed("0123456789ABCDEF", "other", "bootloader", "usb")),
    (
        "????????????    no permissions",
        Listed("????????????", "no-permissions", "no permissions", "usb"),
    ),
    (
        f"0123456789ABCDEF       {UDEV} usb:1-4 transport_id:7",
        Listed("0123456789ABCDEF", "no-permissions", UDEV, "usb", transport_id=7),
    ),
    (
        "(no serial number)     device usb:1-4 transport_id:8",
        Listed("(no serial number)", "ready", "device", "usb", transport_id=8),
    ),
    (
        "adb-R5CT1-abc (2)._adb-tls-connect._tcp device product:x model:SM_S901B device:y"
        " transport_id:9",
        Listed(
            "adb-R5CT1-abc (2)._adb-tls-connect._tcp",
            "ready",
            "device",
            "wifi",
            "SM S901B",
            "x",
            "y",
            9,
        ),
    ),
]


@pytest.mark.parametrize(("line", "row"), LINES, ids=[line[:40] for line, _ in LINES])
def test_a_line_of_the_device_list_is_read(line: str, row: Listed) -> None:
    assert listed(line + "\n") == (row,)


def test_heading_notices_and_empty_lines_are_no_phones() -> None:
    text = "* daemon started successfully\nList of devices attached\n\n" + LINES[0][0] + "\n\n"
    assert listed(text) == (LINES[0][1],)
    assert listed("") == ()


def test_one_odd_phone_does_not_hide_the_others() -> None:
    text = "\n".join(["junk", *(line for line, _ in LINES)])
    assert listed(text) == tuple(row for _, row in LINES)


def test_every_recorded_device_list_is_read_line_by_line() -> None:
    answers = [r.answer[8:].decode() for r in recorded() if r.services == ("host:devices-l",)]
    assert len(answers) > 8
    for answer in answers:
        rows = listed(answer)
        assert len(rows) == len(answer.splitlines())
        assert {row.state for row in rows} <= {"ready", "offline", "unauthorized"}


@settings(deadline=None)
@given(st.text(max_size=200))
def test_no_text_breaks_the_readers(text: str) -> None:
    listed(text)
    forwards(text)
    sockets(text)
    assert refusal(text, "x").code in CODES


def test_forwards_are_read_with_serials_that_hold_spaces() -> None:
    text = (
        "127.0.0.1:15401 tcp:45987 localabstract:chrome_devtools_remote\n"
        "adb-R5 (2)._adb-tls-connect._tcp tcp:1 tcp:2\n"
    )
    assert forwards(text) == (
        Forward("127.0.0.1:15401", "tcp:45987", "localabstract:chrome_devtools_remote"),
        Forward("adb-R5 (2)._adb-tls-connect._tcp", "tcp:1", "tcp:2"),
    )


UNAUTHORIZED = next(words for words in refusals() if words.startswith("device unauthorized"))

REFUSALS: dict[str, str] = {
    # recorded
    "": "NO_DEVICE",
    "device 'nosuch' not found": "NO_DEVICE",
    "no device with transport id '99'": "NO_DEVICE",
    "no devices found": "NO_DEVICE",
    "no devices/emulators found": "NO_DEVICE",
    "no such device '1.2.3.4:5555'": "NO_DEVICE",
    "more than one device/emulator": "MANY_DEVICES",
    "more than one emulator": "MANY_DEVICES",
    "device offline": "DEVICE_OFFLINE",
    "device offline (no transport)": "DEVICE_OFFLINE",
    UNAUTHORIZED: "DEVICE_UNAUTHORIZED",
    "closed": "PHONE_GONE",
    "unknown host service": "ADB_BROKEN",
    "unknown host service 'nosuchservice'": "ADB_BROKEN",
    "bad forward: tcp:0": "ADB_BROKEN",
    "cannot bind listener: Address already in use": "ADB_BROKEN",
    "cannot bind listener: bad port number '70000'": "ADB_BROKEN",
    "cannot bind listener: unknown socket specification:bogus:1": "ADB_BROKEN",
    "cannot rebind existing socket": "ADB_BROKEN",
    "internal error": "ADB_BROKEN",
    "listener 'tcp:15320' not found": "ADB_BROKEN",
    "listener 'tcp:15420' not found": "ADB_BROKEN",
    "Failed: Unable to start pairing client.": "ADB_BROKEN",
    # reported by users, or read in adb's source
    "device still authorizing": "DEVICE_UNAUTHORIZED",
    "device still connecting": "DEVICE_OFFLINE",
    "insufficient permissions for device: are your udev rules wrong?": "NO_PERMISSIONS",
    "no emulators found": "NO_DEVICE",
    "failed to authenticate to 127.0.0.1:15402": "DEVICE_UNAUTHORIZED",
    "failed to connect to '127.0.0.1:15409': Connection refused": "NO_DEVICE",
    "failed to resolve host: 'x': Name or service not known": "NO_DEVICE",
}


@pytest.mark.parametrize(("words", "code"), REFUSALS.items(), ids=[w[:40] for w in REFUSALS])
def test_what_adb_refuses_with_becomes_a_code_of_ours(words: str, code: str) -> None:
    error = refusal(words, "forward for 0123")
    assert error.code == code
    assert "forward for 0123" in error.message


def test_every_refusal_of_the_recordings_stands_in_the_table() -> None:
    assert refusals() <= set(REFUSALS)


def test_advice_of_adb_to_kill_its_server_is_never_our_hint() -> None:
    assert "kill-server" not in refusal(UNAUTHORIZED, "shell").hint


UNIX = """\
Num       RefCount Protocol Flags    Type St Inode Path
0000000000000000: 00000002 00000000 00010000 0001 01 35858 /data/system/x_devtools_remote
0000000000000000: 00000003 00000000 00000000 0001 03 323031 @chrome_devtools_remote
0000000000000000: 00000002 00000000 00010000 0001 01 323032 @chrome_devtools_remote
0000000000000000: 00000002 00000000 00010000 0001 01 323033 @webview_devtools_remote_40812
0000000000000000: 00000002 00000000 00010000 0001 01 323034 @chrome_devtools_remote_1234
0000000000000000: 00000002 00000000 00010000 0001 01 323035 @stetho_com.example_devtools_remote
0000000000000000: 00000002 00000000 00010000 0001 01 21820 @triton-client
0000000000000000: 00000002 00000000 00010000 0001 01 21821
"""


def test_only_listening_abstract_devtools_sockets_count_and_each_once() -> None:
    assert sockets(UNIX) == (
        "chrome_devtools_remote",
        "webview_devtools_remote_40812",
        "chrome_devtools_remote_1234",
        "stetho_com.example_devtools_remote",
    )


def test_a_table_without_devtools_sockets_is_none_listening_and_no_table_is_unknown() -> None:
    assert sockets(UNIX.splitlines()[0]) == ()
    assert sockets("") is None
    assert sockets("cat: /proc/net/unix: Permission denied\n") is None


ANSWERS: dict[str, str] = {
    "booted": "1\n",
    "model": "Pixel 7\n",
    "manufacturer": "Google\n",
    "android": "14\n",
    "sdk": "34\n",
    "user": "0\n",
    "size": "Physical size: 1440x2960\nOverride size: 1080x2220\n",
    "density": "Physical density: 560\nOverride density: 420\n",
    "power": "  mWakefulness=Awake\n",
    "keyguard": "  KeyguardServiceDelegate\n    showing=false\n    showingAndNotOccluded=true\n",
    "path": "package:/data/app/~~x==/com.android.chrome-y==/base.apk\n",
    "package": (
        "    versionName=131.0.6778.39\n"
        "    User 0: ceDataInode=1 installed=true hidden=false suspended=false stopped=false"
        " notLaunched=false enabled=0 instant=false virtual=false\n"
        "    User 150: ceDataInode=2 installed=false hidden=false enabled=0\n"
        "    versionName=100.0.4896.127\n"
    ),
    "pid": "4711\n",
    "unix": UNIX,
}


def answered(**changed: str) -> str:
    told = {**ANSWERS, **changed}
    return "".join(f"@@tapbridge:{n}\n{t}" for n, t in told.items()) + "@@tapbridge:end\n"


def test_a_whole_answer_becomes_facts() -> None:
    assert facts(answered()) == Facts(
        booted=True,
        model="Pixel 7",
        manufacturer="Google",
        android="14",
        sdk=34,
        screen=Screen(1080, 2220, 420, awake=True, locked=False),
        chrome=Chrome(installed=True, version="131.0.6778.39", running=True, enabled=True),
        sockets=sockets(UNIX),
        user=0,
    )


def test_the_same_answer_over_a_terminal_gives_the_same_facts() -> None:
    assert facts(answered().replace("\n", "\r\n")) == facts(answered())


def test_a_marker_behind_output_that_ends_without_a_newline_is_found() -> None:
    assert facts(answered(android="14")) == facts(answered())


def test_a_phone_that_says_nothing_is_all_unknown() -> None:
    told = facts(answered(**dict.fromkeys(ANSWERS, "")))
    assert told == Facts(
        booted=False,
        model=None,
        manufacturer=None,
        android=None,
        sdk=None,
        screen=Screen(None, None, None, awake=None, locked=None),
        chrome=Chrome(installed=False, version=None, running=False, enabled=True),
        sockets=None,
        user=None,
    )


@pytest.mark.parametrize(("said", "awake"), [("Awake", True), ("Asleep", False), ("Dozing", False)])
def test_only_awake_is_awake(said: str, awake: bool) -> None:
    assert facts(answered(power=f"  mWakefulness={said}\n")).screen.awake is awake


@pytest.mark.parametrize(
    ("said", "locked"),
    [
        ("    showing=true\n", True),
        ("    mIsShowing=true\n    showing=false\n", True),
        ("    mShowingLockscreen=true mShowingDream=false mNavigationBar=null\n", True),
        ("    mShowingDream=true\n    mAodShowing=true\n", None),
        ("    mIsShowing=false\n", False),
    ],
)
def test_the_lock_screen_is_read_in_every_android_s_words(said: str, locked: bool | None) -> None:
    assert facts(answered(keyguard=said)).screen.locked is locked


@pytest.mark.parametrize(
    ("changed", "installed", "enabled"),
    [
        ({"package": ""}, True, True),
        ({"package": "", "path": ""}, False, True),
        ({"package": "    User 0: installed=true hidden=false enabled=3\n"}, True, False),
        ({"package": "    User 0:  installed=true blocked=false enabled=1\n"}, True, True),
        ({"package": "    User 0: installed=false hidden=false enabled=0\n"}, False, True),
        ({"package": "    User 0: installed=true hidden=true enabled=0\n"}, False, True),
        ({"user": "150\n"}, False, True),
    ],
)
def test_chrome_is_judged_for_the_user_in_front(
    changed: dict[str, str], installed: bool, enabled: bool
) -> None:
    chrome = facts(answered(**changed)).chrome
    assert (chrome.installed, chrome.enabled) == (installed, enabled)


def test_a_process_id_must_be_one() -> None:
    assert facts(answered(pid="12 13\n")).chrome.running
    assert not facts(answered(pid="pidof: not found\n")).chrome.running


def test_the_sockets_of_chrome_are_told_apart_best_first() -> None:
    told = facts(answered(unix="\n".join(reversed(UNIX.splitlines()))))
    assert told.chrome_sockets == ("chrome_devtools_remote", "chrome_devtools_remote_1234")


@pytest.mark.parametrize("text", ["", "error: closed\n", answered().replace("@@tapbridge:end", "")])
def test_an_answer_that_is_not_whole_is_refused(text: str) -> None:
    with pytest.raises(Unreadable):
        facts(text)


def test_the_facts_come_from_one_plain_line_of_commands() -> None:
    allowed = {"echo", "getprop", "wm", "dumpsys", "pm", "pidof", "cat", "am", "grep"}
    assert "\n" not in FACTS_COMMAND
    commands = FACTS_COMMAND.replace("'versionName=|installed='", "X").replace(
        "'Inode|_devtools_remote'", "X"
    )
    assert {
        part.split()[0] for piece in commands.split(";") for part in piece.split("|")
    } <= allowed
    assert not set("$`&(){}") & set(FACTS_COMMAND)


def seen(
    power: str = "mWakefulness=Awake", keyguard: str = "showing=false", focus: str = ""
) -> str:
    told = {"power": power, "keyguard": keyguard, "focus": focus}
    return "".join(f"@@tapbridge:{n}\n  {t}\n" for n, t in told.items()) + "@@tapbridge:end\n"


@pytest.mark.parametrize(
    ("focus", "front"),
    [
        ("mCurrentFocus=Window{2785a60 u0 com.android.chrome/x.y.Main}", "com.android.chrome"),
        ("mCurrentFocus=null\n  mCurrentFocus=Window{43c29f18 a.b/a.b.C paused=false}", "a.b"),
        ("mCurrentFocus=Window{1651cd4 u0 NotificationShade}", None),
        ("mCurrentFocus=null", None),
        ("", None),
    ],
)
def test_the_app_in_front_is_the_one_whose_window_has_the_focus(
    focus: str, front: str | None
) -> None:
    assert sight(seen(focus=focus)) == Sight(awake=True, locked=False, front=front)


def test_a_dark_and_a_locked_screen_are_seen() -> None:
    assert sight(seen(power="mWakefulness=Dozing")).awake is False
    assert sight(seen(keyguard="mShowingLockscreen=true")).locked
    with pytest.raises(Unreadable):
        sight("@@tapbridge:power\n")
    assert set(SIGHT_COMMAND.split("; ")) & set(FACTS_COMMAND.split("; "))


@pytest.mark.parametrize(
    ("serial", "wifi"),
    [("0123ABC", False), ("10.0.0.5:5555", True), ("adb-1-x._adb-tls-connect._tcp", True)],
)
def test_a_phone_without_a_cable_is_connected_again_by_a_command(serial: str, wifi: bool) -> None:
    assert over_wifi(serial) is wifi
    assert (f"`adb connect {serial}`" in reconnecting(serial)) is wifi

"""What a report may hold: our own sentences, codes, tools and numbers; nothing else."""

import json
from typing import Any

import pytest

from bridge.redact import GONE, Redactor, sentences

SAID = {
    "bridge.fleet": ["%s: session open", "%s: %s, once more in %g s", "tool %s crashed: %s"],
    "bridge.serve.daemon": ["%s", "version %s answers on port %d", "100 %% of %s"],
}
CANARY = "Canary7"


@pytest.fixture
def redactor() -> Redactor:
    made = Redactor(SAID, frozenset({"page_tap"}))
    made.phone("SERIAL1")
    return made


def log(redactor: Redactor, *lines: str) -> list[str]:
    return list(redactor.log(lines))


def line(message: str, room: str = "bridge.fleet") -> str:
    return f"2026-11-30 15:00:00,123 INFO {room}: {message}"


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ("SERIAL1: session open", "phone-1: session open"),
        ("192.168.1.7:5555: session open", f"{GONE}: session open"),
        ("SERIAL1: NO_DEVICE, once more in 0.25 s", "phone-1: NO_DEVICE, once more in 0.25 s"),
        ("SERIAL1: 4111, once more in 2 s", f"phone-1: {GONE}, once more in 2 s"),
        (
            "SERIAL1: NO_DEVICE, once more in Canary7 s",
            f"phone-1: NO_DEVICE, once more in {GONE} s",
        ),
        ("tool page_tap crashed: KeyError", "tool page_tap crashed: KeyError"),
        ("tool Canary7 crashed: Canary7", f"tool {GONE} crashed: {GONE}"),
        ("version 1.2 answers on port 4242", f"version {GONE} answers on port 4242"),
        ("100 % of Canary7", f"100 % of {GONE}"),
        ("TIMEOUT: Canary7 did not answer", f"TIMEOUT: {GONE}"),
        ("http://canary7.test/", GONE),
        ("Canary7", GONE),
    ],
)
def test_a_log_line_keeps_our_sentence_and_what_is_known(
    redactor: Redactor, message: str, kept: str
) -> None:
    assert log(redactor, line(message)) == [line(kept)]


@pytest.mark.parametrize(
    "said",
    [
        line("session open", room="canary.Canary7"),
        line("session open").replace("INFO", "CANARY"),
        "Canary7",
        "  Canary7: 5",
        "ValueError('Canary7')",
        '  File "/home/canary/Canary7.py", line 3, in f',
        "    secret = Canary7",
        "KeyError: 'Canary7'",
        "pydantic_core._pydantic_core.ValidationError: 1 validation error for Canary7",
        "  Input should be a valid string [input_value='Canary7']",
        "  | mcp.canary.MCPError: Canary7",
    ],
)
def test_nothing_that_is_not_ours_passes(redactor: Redactor, said: str) -> None:
    told = "\n".join(log(redactor, said))
    assert "canary" not in told.lower()
    assert GONE in told


def test_a_traceback_keeps_its_places_and_kinds(redactor: Redactor) -> None:
    told = log(
        redactor,
        "Traceback (most recent call last):",
        '  File "/home/ada/tapbridge/bridge/tools/call.py", line 12, in call',
        "    raise KeyError(word)",
        '  File "/home/a/.venv/lib/python3.11/site-packages/websockets/x.py", line 1, in <module>',
        "KeyError: 'Canary7'",
        "",
        "During handling of the above exception, another exception occurred:",
    )
    assert told == [
        "Traceback (most recent call last):",
        '  File "bridge/tools/call.py", line 12, in call',
        f"    {GONE}",
        '  File "websockets/x.py", line 1, in <module>',
        f"KeyError: {GONE}",
        f"    {GONE}",
        "During handling of the above exception, another exception occurred:",
    ]


def test_what_is_withheld_in_a_row_is_told_once(redactor: Redactor) -> None:
    assert log(redactor, "a b", "c d", "e f") == [f"    {GONE}"]


ROW: dict[str, Any] = {
    "client": "claude-code",
    "tool": "page_tap",
    "code": "OK",
    "ms": 12,
    "serial": "SERIAL2",
    "trips": None,
    "time": "2026-11-30T15:00:00.123+00:00",
}


@pytest.mark.parametrize(
    ("changed", "kept"),
    [
        ({}, {}),
        ({"code": "NO_DEVICE"}, {}),
        ({"code": CANARY}, {"code": "OK"}),
        ({"tool": CANARY}, {"tool": "?"}),
        ({"client": "http://canary7.test"}, {"client": "?"}),
        ({"client": "SERIAL1"}, {"client": "?"}),
        ({"time": CANARY}, {"time": "?"}),
    ],
)
def test_a_journal_line_keeps_what_has_its_form(
    redactor: Redactor, changed: dict[str, Any], kept: dict[str, Any]
) -> None:
    (told,) = redactor.journal([json.dumps({**ROW, **changed})])
    wanted = {**ROW, **changed, "serial": "phone-2", **kept}
    wanted.pop("trips")
    assert json.loads(told) == wanted


@pytest.mark.parametrize("said", ["", "{", "[]", "Canary7", '{"client": "x"}', '{"time": 5}'])
def test_a_journal_line_of_another_form_is_left_out(redactor: Redactor, said: str) -> None:
    assert list(redactor.journal([said])) == []


def test_serials_are_told_when_the_person_says_so() -> None:
    redactor = Redactor(SAID, tell_serials=True)
    assert redactor.phone("SERIAL1") == "SERIAL1"
    assert log(redactor, line("SERIAL1: session open")) == [line("SERIAL1: session open")]


def test_doctors_words_are_dropped_and_its_facts_kept(redactor: Redactor) -> None:
    said = {
        "ready": False,
        "enabled": True,
        "problem": {"code": "NO_DEVICE", "message": CANARY},
        "adb": {"found": True, "path": f"/home/{CANARY}/adb", "version": "36.0.0-1", "server": 41},
        "devices": [
            {
                "serial": "SERIAL2",
                "transport": "usb",
                "state": "ready",
                "word": f"no permissions ({CANARY})",
                "model": "Pixel 7",
                "android": "14",
                "sdk": 34,
                "screen": {"width": 1080, "height": 2400, "density": 420, "awake": True},
                "chrome": {
                    "installed": True,
                    "version": "156.0.1",
                    "sockets": ["chrome_devtools_remote", f"stetho_{CANARY}_devtools_remote"],
                },
                "problem": {"code": CANARY, "hint": CANARY},
            }
        ],
        "checks": [{"rows": [CANARY]}],
    }
    told = redactor.doctor(said)
    assert CANARY not in json.dumps(told)
    assert told["adb"] == {"found": True, "version": "36.0.0-1", "server": 41, "problem": None}
    (phone,) = told["devices"]
    assert (phone["phone"], phone["model"], phone["sdk"]) == ("phone-2", "Pixel 7", 34)
    assert phone["chrome"]["sockets"] == ["chrome_devtools_remote", "another"]
    assert phone["problem"] is None


@pytest.mark.parametrize("said", [{}, {"devices": [{}], "adb": None, "problem": CANARY}])
def test_a_doctor_that_says_little_is_no_problem(redactor: Redactor, said: dict[str, Any]) -> None:
    assert CANARY not in json.dumps(redactor.doctor(said))


def test_the_sentences_of_a_module_are_those_it_logs() -> None:
    source = (
        'log.info("a %s", x)\nother.info("b")\nlog.error(text)\n'
        'def f():\n    log.debug("c")\nlog.info("d: %s\\n%s")'
    )
    assert list(sentences(source)) == ["a %s", "d: %s", "c"]

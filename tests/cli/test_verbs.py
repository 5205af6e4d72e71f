"""One verb per tool, made from the catalogue."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest

from bridge.cli.verbs import told, verb, verbs
from bridge.codes import CODES
from tests.cli.conftest import Tapbridge
from tests.serve.conftest import ROOT, Apart, wait_until
from tests.serve.toy import JPEG

SAMPLE: dict[str, Any] = {
    "name": "page_sample",
    "description": "Do a thing. With care.",
    "group": "act",
    "effect": "act",
    "schema": {
        "type": "object",
        "required": ["key", "paths", "accept"],
        "properties": {
            "key": {"type": "string"},
            "paths": {"type": "array", "items": {"type": "string"}},
            "accept": {"type": "boolean"},
            "ref": {"type": "string"},
            "hold_ms": {"type": "integer", "default": 0},
            "x": {"type": "number"},
            "clear": {"type": "boolean", "default": True},
            "format": {"enum": ["jpeg", "png"], "default": "jpeg"},
            "modifiers": {"type": "array", "items": {"enum": ["ctrl", "shift"]}},
        },
    },
}


def parsed(*words: str) -> dict[str, Any]:
    command = verb(SAMPLE)
    with command.make_context("page-sample", list(words)) as context:
        return {k: v for k, v in context.params.items() if v not in (None, ())}


def test_required_fields_are_arguments_and_the_others_options() -> None:
    assert parsed("Enter", "a", "b", "--no-accept", "--hold-ms", "5", "--x", "1.5") == {
        "key": "Enter",
        "paths": ("a", "b"),
        "accept": False,
        "hold_ms": 5,
        "x": 1.5,
        "take": False,
        "as_json": False,
    }


def test_what_was_not_given_is_not_sent() -> None:
    assert parsed("k", "p", "--accept") == {
        "key": "k",
        "paths": ("p",),
        "accept": True,
        "take": False,
        "as_json": False,
    }


def test_flags_choices_and_lists_are_spelled_with_dashes() -> None:
    given = parsed(
        *("k", "p", "--accept", "--no-clear", "--format", "png"),
        *("--modifiers", "ctrl", "--modifiers", "shift"),
    )
    assert given["clear"] is False
    assert given["format"] == "png"
    assert given["modifiers"] == ("ctrl", "shift")


@pytest.mark.parametrize(
    "words",
    [
        ("k", "--accept"),
        ("k", "p"),
        ("k", "p", "--accept", "--format", "gif"),
        ("k", "p", "--accept", "--hold-ms", "long"),
        ("k", "p", "--accept", "--modifiers", "alt"),
        ("k", "p", "--accept", "--unknown", "1"),
    ],
)
def test_a_wrong_command_line_is_refused_before_anything_is_sent(words: tuple[str, ...]) -> None:
    with pytest.raises(click.UsageError):
        parsed(*words)


def test_help_names_choices_defaults_and_how_elements_are_named() -> None:
    with click.Context(verb(SAMPLE), info_name="page-sample") as context:
        said = verb(SAMPLE).get_help(context)
    assert "PATHS..." in said
    assert "[jpeg|png]" in said
    assert "[default: yes]" in said
    assert "The element, by its ref" in said
    assert "ref from a snapshot" in said
    assert "--out" not in said


def test_a_place_for_a_picture_is_asked_only_of_tools_that_take_one() -> None:
    schema = {"type": "object", "properties": {}}
    offers = {
        name: "out"
        in {param.name for param in verb({**SAMPLE, "name": name, "schema": schema}).params}
        for name in ("page_screenshot", "page_pick", "page_tap", "page_sample")
    }
    assert offers == {
        "page_screenshot": True,
        "page_pick": True,
        "page_tap": False,
        "page_sample": False,
    }


def test_help_spells_tools_and_arguments_as_a_shell_takes_them() -> None:
    told = "Do it; accept=false or hold_ms=5; page_other tells. Not limits.x_y, nor z=1."
    command = verb({**SAMPLE, "description": told})
    assert command.help is not None
    assert command.help.startswith(
        "Do it; --no-accept or --hold-ms 5; page-other tells. Not limits.x_y, nor z=1."
    )


def test_help_explains_what_has_to_be_given() -> None:
    schema = {"properties": {"value": {"type": "string"}}, "required": ["value"]}
    fill = verb({**SAMPLE, "name": "page_fill", "schema": schema})
    with click.Context(fill, info_name="page-fill") as context:
        assert "VALUE: The text." in fill.get_help(context)


def test_an_argument_of_the_tool_wins_over_an_option_of_ours() -> None:
    schema = {"type": "object", "properties": {"serial": {"type": "integer"}}}
    command = verb({**SAMPLE, "schema": schema})
    with command.make_context("page-sample", ["--serial", "5"]) as context:
        assert context.params["serial"] == 5


def test_the_verbs_keep_the_catalogues_groups_and_order() -> None:
    tools = [{**SAMPLE, "name": n, "group": g} for n, g in (("b", "x"), ("a", "y"), ("c", "x"))]
    grouped = verbs({"tools": tools})
    assert {g: [c.name for c in each] for g, each in grouped.items()} == {
        "x": ["b", "c"],
        "y": ["a"],
    }


# against a daemon


def test_a_verb_prints_the_tools_text(tapbridge: Tapbridge, daemon: Apart) -> None:
    said = tapbridge("toy-say", "hé", "--times", "2")
    assert (said.code, said.out, said.err) == (0, "héhé\n", "")


def test_a_text_that_looks_like_an_option_follows_two_dashes(
    tapbridge: Tapbridge, daemon: Apart
) -> None:
    assert tapbridge("toy-say", "--", "--json").out == "--json\n"


def test_json_is_the_envelope_with_the_tools_facts(tapbridge: Tapbridge, daemon: Apart) -> None:
    said = tapbridge("toy-say", "hé", "--json")
    assert said.json == {"ok": True, "data": {"said": "hé", "text": "hé"}}


def test_flags_and_lists_arrive_at_the_tool(tapbridge: Tapbridge, daemon: Apart) -> None:
    words = ("toy-tap", "--ref", "e1", "--way", "long", "--no-firm", "--keys", "a", "--keys", "b")
    assert tapbridge(*words).out == "tapped e1 long False ['a', 'b']\n"


def test_the_serial_of_the_shell_travels_with_the_call(
    tapbridge: Tapbridge, daemon: Apart, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert tapbridge("toy-which", "--serial", "s1").out == "s1\n"
    monkeypatch.setenv("TAPBRIDGE_SERIAL", "s2")
    assert tapbridge("toy-which").out == "s2\n"


def test_every_code_ends_with_its_exit_status(tapbridge: Tapbridge, daemon: Apart) -> None:
    ended = {code: tapbridge("toy-raise", code, "--loud") for code in CODES}
    assert {c: said.code for c, said in ended.items()} == {c: CODES[c].exit for c in CODES}
    assert {said.out for said in ended.values()} == {""}
    assert [c for c, said in ended.items() if not said.err.startswith(f"{c}: ")] == []


def test_an_error_says_what_to_do_and_comes_as_json_when_asked(
    tapbridge: Tapbridge, daemon: Apart
) -> None:
    assert tapbridge("toy-gone").err == (
        "NO_DEVICE: adb lists no phone. "
        "Connect the phone, switch USB debugging on, then run `tapbridge doctor`.\n"
    )
    said = tapbridge("toy-gone", "--json")
    assert (said.code, said.err) == (3, "")
    assert said.json["error"]["code"] == "NO_DEVICE"
    assert set(said.json["error"]) == {"code", "message", "hint"}


def test_a_picture_is_saved_under_the_first_free_name_and_its_path_printed(
    tapbridge: Tapbridge, daemon: Apart, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for number in (1, 2):
        assert (
            tapbridge("toy-screenshot").out == f"412 x 915\ntapbridge-toy-screenshot-{number}.jpg\n"
        )
        assert (tmp_path / f"tapbridge-toy-screenshot-{number}.jpg").read_bytes() == JPEG
    said = tapbridge("toy-screenshot", "--json", "--out", str(tmp_path / "x.jpg"))
    assert said.json["data"]["pictures"] == [
        {"path": str(tmp_path / "x.jpg"), "mime": "image/jpeg", "bytes": len(JPEG)}
    ]


def test_a_picture_that_cannot_be_saved_is_an_error_of_usage(
    tapbridge: Tapbridge, daemon: Apart, tmp_path: Path
) -> None:
    said = tapbridge("toy-screenshot", "--out", str(tmp_path / "no" / "x.jpg"))
    assert said.code == 1
    assert said.err.startswith("BAD_ARGUMENTS: ")


def test_several_pictures_are_numbered(tmp_path: Path) -> None:
    picture = {"mime": "image/png", "data": "AAAA"}
    answer = told("page_x", {"text": "t", "pictures": [picture, picture]}, tmp_path / "a.png")
    assert answer.text == f"t\n{tmp_path / 'a.png'}\n{tmp_path / 'a-2.png'}"


@pytest.mark.parametrize(
    ("facts", "status"),
    [
        ({"ready": True, "problem": None}, 0),
        ({"ready": True, "problem": {"code": "SCREEN_OFF"}}, 0),
        ({"ready": False, "problem": {"code": "NO_DEVICE"}}, 3),
        ({"ready": False, "problem": {"code": "ADB_MISSING"}}, 2),
        ({"ready": False, "problem": None}, 3),
        ({}, 0),
    ],
)
def test_a_checkup_that_finds_no_phone_ready_exits_with_what_stands_in_the_way(
    facts: dict[str, Any], status: int
) -> None:
    assert told("doctor", {"text": "✗ Phone\n", "facts": facts}, None).exit == status


def test_a_text_ends_in_one_line_break_only() -> None:
    assert told("doctor", {"text": "Ready.\n"}, None).text == "Ready."


def test_ctrl_c_ends_the_call_at_the_daemon_and_exits_with_130(daemon: Apart) -> None:
    code = (
        "import sys; from bridge.cli.tree import run; from tests.serve.toy import CATALOGUE\n"
        "sys.exit(run(['toy-wait'], CATALOGUE))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=daemon.environment(),
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            wait_until(lambda: daemon.events("waiting") != [])
            os.kill(process.pid, signal.SIGINT)
            _, said = process.communicate(timeout=20)
        finally:
            process.kill()
    assert "CANCELLED: " in said
    assert process.returncode == 130
    wait_until(lambda: daemon.events("cancelled") != [])

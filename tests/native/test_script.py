"""Scripts run by a real shell, with commands of our own in the place of a phone's."""

import os
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.native import script

FOCUS = "mCurrentFocus=Window{1 u0 com.a/.Main}"
ELEMENT = """<node text="it's &quot;x&quot; $HOME `id`" bounds="[0,0][9,9]\""""


@pytest.fixture
def phone(tmp_path: Path) -> Path:
    """A folder of commands that stand for a phone's."""
    answers = {
        "dumpsys": f'[ "$1" = window ] && echo "  {FOCUS}" && echo "  x cur=10x20 y"',
        "uiautomator": 'for last; do :; done; cat "$TREE" > "$last"; echo dumped',
        "wm": 'echo "Physical density: 420"',
        "input": 'echo "$@" >> "$SENT"',
    }
    for name, does in answers.items():
        file = tmp_path / name
        file.write_text(f"#!/bin/sh\n{does}\n")
        file.chmod(0o755)
    (tmp_path / "tree.xml").write_text(f"<hierarchy>{ELEMENT} /></hierarchy>")
    return tmp_path


def run(phone: Path, text: str) -> str:
    local = text.replace("/data/local/tmp", str(phone))
    env = {
        **os.environ,
        "PATH": f"{phone}:{os.environ['PATH']}",
        "TREE": str(phone / "tree.xml"),
        "SENT": str(phone / "sent"),
    }
    words = ["/bin/sh", "-c", local]
    return subprocess.run(words, env=env, capture_output=True, text=True, check=False).stdout


def sent(phone: Path) -> str:
    file = phone / "sent"
    return file.read_text() if file.exists() else ""


def test_a_look_is_parted_into_what_was_asked_and_leaves_no_file(phone: Path) -> None:
    parts = script.sections(run(phone, script.look("ab12")), "ab12")
    assert FOCUS in parts["before"]
    assert FOCUS in parts["after"]
    assert parts["tree"].strip().startswith("<hierarchy>")
    assert "420" in parts["density"]
    assert "end" in parts
    assert not list(phone.glob("tapbridge-*"))


def test_a_look_at_the_front_alone_reads_no_tree(phone: Path) -> None:
    parts = script.sections(run(phone, script.look("ab12", tree=False)), "ab12")
    assert "tree" not in parts
    assert FOCUS in parts["after"]


@pytest.mark.parametrize(
    ("bound", "passed", "sends"),
    [
        ({}, ["sent"], True),
        (
            {"front": FOCUS, "size": (10, 20), "element": [ELEMENT, "<hierarchy>"]},
            [*script.ORDER, "sent"],
            True,
        ),
        ({"front": "mCurrentFocus=Window{2 u0 com.a/.Main}"}, [], False),
        ({"front": FOCUS, "size": (20, 10)}, ["front"], False),
        (
            {"front": FOCUS, "size": (10, 20), "element": ["<node text="]},
            [*script.ORDER, "sent"],
            True,
        ),
        ({"front": FOCUS, "element": [ELEMENT, "zzz"]}, ["front"], False),
    ],
)
def test_input_goes_out_only_where_all_is_as_it_was_seen(
    phone: Path, bound: dict[str, object], passed: list[str], sends: bool
) -> None:
    text = script.act("ab12", ["input tap 1 2"], **bound)  # type: ignore[arg-type]  # a table
    parts = script.sections(run(phone, text), "ab12")
    assert [name for name in parts if name in {*script.ORDER, "sent"}] == passed
    assert sent(phone) == ("tap 1 2\n" if sends else "")
    assert not list(phone.glob("tapbridge-*"))


def test_what_comes_after_a_command_that_failed_is_not_sent(phone: Path) -> None:
    run(phone, script.act("ab12", ["false", "input tap 1 2"]))
    assert sent(phone) == ""


def test_what_the_screen_says_is_no_mark(phone: Path) -> None:
    (phone / "tree.xml").write_text("<hierarchy>\n@@0000:sent\n@@ab1:end\n</hierarchy>")
    parts = script.sections(run(phone, script.look("ab12")), "ab12")
    assert "sent" not in parts
    assert "@@0000:sent" in parts["tree"]


@given(st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=40))
@settings(max_examples=40, deadline=None)
def test_a_quoted_word_reaches_the_command_as_it_is(word: str) -> None:
    ran = subprocess.run(
        ["/bin/sh", "-c", f"printf %s {script.quote(word)}"], capture_output=True, check=True
    )
    assert ran.stdout == word.encode()


def test_a_nul_is_no_part_of_a_command() -> None:
    with pytest.raises(ValueError, match="NUL"):
        script.quote("a\0b")

"""The whole command line: help, exit statuses, what it imports."""

import json
import os
import subprocess
import sys
from pathlib import Path

import click
import pytest

from bridge import __version__
from bridge.cli import tree
from bridge.serve import state
from tests.cli.conftest import Tapbridge
from tests.serve.conftest import ROOT, Apart
from tests.serve.toy import CATALOGUE

HEAVY = {"pydantic", "mcp", "aiohttp", "websockets", "asyncio", "ada_url", "PIL"}


def test_help_lists_every_verb_in_its_section(tapbridge: Tapbridge) -> None:
    said = tapbridge("--help")
    assert said.code == 0
    order = [said.out.index(title) for title in ("See the page", "Act on the page", "The Bridge")]
    assert order == sorted(order)
    own = ("mcp", "open", "status", "serve", "stop", "logs", "version", "sites")
    verbs = [tool["name"].replace("_", "-") for tool in CATALOGUE["tools"]]
    for name in (*verbs, *own):
        assert f"\n  {name} " in said.out
    assert "Say a text." in said.out
    assert max(map(len, said.out.splitlines())) <= 100


def test_the_packaged_catalogue_gives_every_tool_its_verb() -> None:
    made = tree.tree()
    assert {"page-snapshot", "page-tap", "page-fill", "device-list", "doctor"} <= set(made.commands)
    with click.Context(made, info_name="tapbridge") as context:
        assert all(f"{title}:\n" in made.get_help(context) for title in tree.SECTIONS.values())


def test_no_help_is_cut_off_in_a_narrow_terminal() -> None:
    made = tree.tree()
    with click.Context(made, info_name="tapbridge", terminal_width=80) as context:
        said = made.get_help(context)
    assert "..." not in said.replace("[ARGS]...", "")
    assert max(map(len, said.splitlines())) <= 80


def test_every_verb_has_help_and_takes_json(tapbridge: Tapbridge) -> None:
    for name, command in tree.tree(CATALOGUE).commands.items():
        if name != "sites":
            assert "--json" in tapbridge(name, "--help").out, name
        assert command.help


@pytest.mark.parametrize(
    "words",
    [
        ("no-such-verb",),
        ("--no-such-option",),
        ("toy-say",),
        ("toy-say", "a", "b"),
        ("toy-say", "a", "--times", "many"),
        ("toy-tap", "--way", "sideways"),
        ("logs", "-n", "0"),
        ("sites", "forget"),
    ],
)
def test_a_wrong_command_line_exits_with_1_and_says_where_help_is(
    tapbridge: Tapbridge, words: tuple[str, ...]
) -> None:
    said = tapbridge(*words)
    assert (said.code, said.out) == (1, "")
    assert said.err.startswith("BAD_ARGUMENTS: ")
    assert "--help`" in said.err
    said = tapbridge(*words, "--json")
    assert said.code == 1
    assert said.json["error"]["code"] == "BAD_ARGUMENTS"


def test_what_a_wrong_word_may_have_meant_is_said_in_a_sentence_and_is_never_hidden(
    tapbridge: Tapbridge,
) -> None:
    said = tapbridge("toy-say", "--timess", "x").err
    assert said.startswith("BAD_ARGUMENTS: No such option '--timess'. Did you mean ")
    assert "'--times'" in said
    assert said.endswith("? See `tapbridge toy-say --help`.\n")
    assert "(" not in tapbridge("toy-sa").err
    for name, command in tree.tree().commands.items():
        hidden = [p.name for p in command.params if isinstance(p, click.Option) and p.hidden]
        assert not hidden, name


def test_what_stands_alone_and_was_given_as_an_option_is_said_to_stand_alone(
    tapbridge: Tapbridge,
) -> None:
    said = tapbridge("reverse", "--port", "8080").err
    told = "BAD_ARGUMENTS: --port is no option: what it names stands alone. "
    assert said == f"{told}Type `tapbridge reverse PORT`.\n"


def test_bounds_are_told_as_people_write_them() -> None:
    made = tree.tree()

    def told(command: click.Command, parent: click.Context, name: str) -> str:
        with click.Context(command, info_name=name, parent=parent) as context:
            below = command.commands if isinstance(command, click.Group) else {}
            return command.get_help(context) + "".join(
                told(each, context, called) for called, each in below.items()
            )

    with click.Context(made, info_name="tapbridge") as context:
        said = "".join(told(each, context, name) for name, each in made.commands.items())
    assert "<=" not in said
    assert "RANGE" not in said
    assert "default: ]" not in said


@pytest.mark.parametrize(
    ("words", "named"),
    [
        (("logs", "-f", "--json"), "logs"),
        (("doctor", "--report", "--selftest"), "doctor"),
        (("doctor", "--probe", "--selftest"), "doctor"),
        (("doctor", "--take"), "doctor"),
    ],
)
def test_options_that_exclude_each_other_lead_to_the_help_of_their_command(
    tapbridge: Tapbridge, words: tuple[str, ...], named: str
) -> None:
    said = tapbridge(*words)
    assert said.code == 1
    assert f"See `tapbridge {named} --help`." in said.err + said.out


def test_no_words_at_all_show_the_help_and_exit_with_1(tapbridge: Tapbridge) -> None:
    said = tapbridge()
    assert said.code == 1
    assert "See the page" in said.err


def test_the_version_is_said_in_both_ways(tapbridge: Tapbridge) -> None:
    assert tapbridge("--version").out == tapbridge("version").out == f"tapbridge {__version__}\n"
    assert tapbridge("version", "--json").json["data"] == {"version": __version__}


def test_a_defect_exits_with_70_and_is_told_by_the_log_only(
    tapbridge: Tapbridge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tree, "show", lambda *_, **__: 1 / 0)
    said = tapbridge("version")
    assert said.code == 70
    assert said.err.startswith("INTERNAL: ")
    assert said.err.count("\n") == 1
    log = (state.folder() / state.LOG).read_text("utf-8")
    assert log.rstrip().endswith("ZeroDivisionError: division by zero")


def test_a_home_that_cannot_be_used_is_said_in_a_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    for words in (["status"], ["stop"], ["logs"], ["serve"], ["device-list"], ["mcp"]):
        run = subprocess.run(
            [sys.executable, "-m", "bridge", *words],
            env={**os.environ, "TAPBRIDGE_HOME": str(tmp_path / "file")},
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            check=False,
        )
        assert (run.returncode, run.stdout) == (2, ""), words
        assert run.stderr.startswith("DAEMON_FAILED: "), words
        assert "TAPBRIDGE_HOME" in run.stderr
        assert run.stderr.count("\n") == 1


def test_a_reader_that_stops_reading_is_no_error() -> None:
    code = "from bridge.cli.tree import run; from tests.serve.toy import CATALOGUE\n"
    run = subprocess.run(
        f"{sys.executable} -c '{code}import sys; sys.exit(run([\"--help\"], CATALOGUE))'"
        " | true; exit ${PIPESTATUS[0]}",
        shell=True,
        executable="/bin/bash",
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    assert (run.returncode, run.stderr) == (0, b"")


@pytest.mark.parametrize(
    "words",
    [["--help"], ["version"], ["status"], ["stop"], ["logs"], ["toy-say", "--help"]],
    ids=" ".join,
)
def test_it_imports_nothing_heavy(words: list[str]) -> None:
    code = (
        "import json, sys; from bridge.cli.tree import run\n"
        "run(sys.argv[2:], json.loads(sys.argv[1])); print(*sys.modules, file=sys.stderr)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, json.dumps(CATALOGUE), *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = {name.partition(".")[0] for name in run.stderr.split()}
    assert "click" in loaded
    assert not loaded & HEAVY


def test_a_call_imports_nothing_heavy_either(daemon: Apart) -> None:
    code = (
        "import json, sys; from bridge.cli.tree import run\n"
        "run(['toy-say', 'hi'], json.loads(sys.argv[1])); print(*sys.modules, file=sys.stderr)"
    )
    run = subprocess.run(
        [sys.executable, "-c", code, json.dumps(CATALOGUE)],
        cwd=ROOT,
        env=daemon.environment(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout == "hi\n"
    assert not {name.partition(".")[0] for name in run.stderr.split()} & HEAVY


def test_the_whole_program_runs_as_a_module_of_python() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "bridge", "version"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout == f"tapbridge {__version__}\n"

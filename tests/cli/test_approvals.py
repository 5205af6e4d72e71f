"""A person answers agents' questions at the command line."""

import io
import json
import os
import pty
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bridge.cli.approvals import watch
from bridge.errors import PhoneGone
from bridge.serve import client
from tests.cli.conftest import Tapbridge
from tests.serve.conftest import LIMIT, Apart

# The toy's door asks nothing of itself: these questions are put by a real one, in
# tests/e2e/test_mcp_approvals.py. Here the words of the commands are tried.


def test_without_a_question_there_is_nothing_to_answer(tapbridge: Tapbridge, daemon: Apart) -> None:
    assert tapbridge("approvals").out == "No question waits.\n"
    assert tapbridge("approvals", "list", "--json").json["data"]["questions"] == []
    for words in (("approve", "3"), ("approve", "3", "--session"), ("deny", "3")):
        said = tapbridge("approvals", *words)
        assert said.code == 1
        assert said.err.startswith("BAD_ARGUMENTS: no question 3 waits for an answer.")


@pytest.mark.parametrize("words", [("approve",), ("approve", "x"), ("deny", "0"), ("allow", "1")])
def test_what_makes_no_sense_is_an_error_of_usage(tapbridge: Tapbridge, words: list[str]) -> None:
    assert tapbridge("approvals", *words).code == 1


class Bridge:
    """The daemon's end of a link, as `watch` sees it."""

    def __init__(self, *events: object) -> None:
        self.reader = io.BytesIO(b"".join(json.dumps(each).encode() + b"\n" for each in events))
        self.answers: list[object] = []

    @property
    def sock(self) -> "Bridge":
        return self

    def sendall(self, raw: bytes) -> None:
        self.answers.append(json.loads(raw))

    def __enter__(self) -> "Bridge":
        return self

    def __exit__(self, *_: object) -> None:
        pass


QUESTION = {"question": {"id": 3, "text": 'an agent wants to open "e.test/".'}}


@pytest.mark.parametrize(
    ("typed", "answer"),
    [("y", "once"), ("YES", "once"), (" s ", "session"), ("n", "no"), ("", "no"), ("ja", "no")],
)
def test_a_watcher_is_shown_the_question_and_only_a_clear_yes_is_one(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    typed: str,
    answer: str,
) -> None:
    bridge = Bridge(QUESTION, {"over": 3}, {"over": 4})
    monkeypatch.setattr(client, "connect", lambda want, **_: bridge)
    monkeypatch.setattr("sys.stdin", io.StringIO(typed + "\n"))
    with pytest.raises(PhoneGone):
        watch(as_json=False)
    assert bridge.answers == [{"id": 3, "answer": answer}]
    out = capsys.readouterr().out
    assert '3  an agent wants to open "e.test/".' in out
    assert "[y]es, for this [s]ession, [N]o" in out
    assert "4 is over." in out
    assert "3 is over." not in out


def test_what_was_typed_before_a_question_is_no_answer_to_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    person, terminal = pty.openpty()
    with os.fdopen(person, "wb", buffering=0) as keys, os.fdopen(terminal) as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        link = Bridge(QUESTION)
        monkeypatch.setattr(client, "connect", lambda *_, **__: link)
        keys.write(b"y\n")  # for the question before, which has ended meanwhile

        def prompted(text: str = "", **_: object) -> None:
            if text.startswith("Allow it?"):
                keys.write(b"no\n")

        monkeypatch.setattr("click.echo", prompted)
        with pytest.raises(PhoneGone):
            watch(as_json=False)
    assert link.answers == [{"id": 3, "answer": "no"}]


def test_a_program_that_watches_reads_json_lines(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bridge = Bridge(QUESTION, {"over": 3})
    monkeypatch.setattr(client, "connect", lambda want, **_: bridge)
    monkeypatch.setattr("sys.stdin", io.StringIO("session\n"))
    with pytest.raises(PhoneGone):
        watch(as_json=True)
    assert [json.loads(line) for line in capsys.readouterr().out.splitlines()] == [
        QUESTION,
        {"over": 3},
    ]
    assert bridge.answers == [{"id": 3, "answer": "session"}]


@contextmanager
def watching(tapbridge: Tapbridge) -> Iterator[threading.Thread]:
    thread = threading.Thread(target=tapbridge, args=("approvals", "watch"))
    thread.start()
    yield thread
    thread.join(LIMIT)
    assert not thread.is_alive()


def test_who_watches_is_told_when_the_bridge_ends(tapbridge: Tapbridge, daemon: Apart) -> None:
    with watching(tapbridge):
        while "cli" not in tapbridge("status").out:
            pass
        client.stop()

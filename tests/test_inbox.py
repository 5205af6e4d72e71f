"""Files of pages put down on this computer."""

import errno
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bridge.errors import BridgeError
from bridge.inbox import MOST_NAME_BYTES, Inbox, numbered, safe_name


@pytest.mark.parametrize(
    ("told", "name"),
    [
        ("report.pdf", "report.pdf"),
        ("../../etc/passwd", "passwd"),
        ("..\\..\\boot.ini", "boot.ini"),
        ("/", "download"),
        ("..", "download"),
        ("", "download"),
        (".bashrc", "bashrc"),
        ("...hidden", "hidden"),
        ("a.txt...", "a.txt"),
        ("a.txt  ", "a.txt"),
        ("a\0b.txt", "ab.txt"),
        ("a\nb\t.txt", "ab.txt"),
        ("CON", "_CON"),
        ("nul.txt", "_nul.txt"),
        ("com1.tar.gz", "_com1.tar.gz"),
        ("lpt¹.x", "_lpt¹.x"),
        ("console.txt", "console.txt"),
        ("a\u202efdp.exe", "afdp.exe"),
        ("a\u200b.txt", "a.txt"),
        ('a<b>:"c|d?e*.txt', "a_b___c_d_e_.txt"),
        ("Grüße.txt", "Grüße.txt"),
        ("\ud800.txt", "_.txt"),
        ("name.\u202e", "name"),
        (". .", "download"),
    ],
)
def test_a_name_can_do_no_harm(told: str, name: str) -> None:
    assert safe_name(told) == name


def test_a_long_name_keeps_its_ending() -> None:
    name = safe_name("ü" * 300 + ".pdf")
    assert name.endswith("ü.pdf")
    assert len(name.encode()) <= MOST_NAME_BYTES
    assert len(safe_name("." * 5 + "x" * 300).encode()) == MOST_NAME_BYTES


@given(st.text(max_size=300))
def test_whatever_a_page_calls_a_file_its_name_is_one(told: str) -> None:
    name = safe_name(told)
    assert name == safe_name(name)
    assert 0 < len(name.encode()) <= MOST_NAME_BYTES + 1
    assert not set(name) & set('/\\\0<>:"|?*')
    assert name[0] != "."
    assert name[-1] not in ". "
    assert name.isprintable()


def test_a_number_goes_before_the_ending() -> None:
    assert numbered("a.txt", 1) == "a.txt"
    assert numbered("a.txt", 2) == "a (2).txt"
    assert numbered("a", 3) == "a (3)"


def names(folder: Path) -> list[str]:
    return [each.name for each in folder.iterdir()]


def put(inbox: Inbox, name: str, data: bytes) -> Path:
    with inbox.arriving(name) as coming:
        coming.write(data)
        return coming.finish()


def test_a_file_is_put_down_for_this_user_alone(tmp_path: Path) -> None:
    inbox = Inbox(tmp_path / "new" / "downloads", 100)
    path = put(inbox, "../a.txt", b"data")
    assert path == inbox.folder / "a.txt"
    assert path.read_bytes() == b"data"
    assert path.stat().st_mode & 0o777 == 0o600
    assert inbox.folder.stat().st_mode & 0o777 == 0o700
    assert names(inbox.folder) == ["a.txt"]


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    inbox = Inbox(tmp_path, 100)
    (tmp_path / "a (2).txt").symlink_to(tmp_path / "nowhere")
    assert [put(inbox, "a.txt", each).name for each in (b"1", b"2", b"3")] == [
        "a.txt",
        "a (3).txt",
        "a (4).txt",
    ]
    assert (tmp_path / "a.txt").read_bytes() == b"1"
    assert not (tmp_path / "nowhere").exists()


def test_what_is_too_large_leaves_nothing_behind(tmp_path: Path) -> None:
    inbox = Inbox(tmp_path, 3)
    with pytest.raises(BridgeError) as caught:
        put(inbox, "a.txt", b"1234")
    assert caught.value.code == "DOWNLOAD_FAILED"
    assert "transfer.download_bytes" in caught.value.message
    assert names(tmp_path) == []


def test_what_breaks_off_leaves_nothing_behind(tmp_path: Path) -> None:
    class Left(Exception):
        pass

    def leave() -> None:
        with Inbox(tmp_path, 100).arriving("a.txt") as coming:
            coming.write(b"1")
            raise Left

    with pytest.raises(Left):
        leave()
    assert names(tmp_path) == []


def test_a_full_disk_is_told_and_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(BridgeError) as caught:
        put(Inbox(tmp_path, 100), "a.txt", b"1")
    assert caught.value.code == "DOWNLOAD_FAILED"
    assert "No space left" in caught.value.message
    assert names(tmp_path) == []


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    inbox = Inbox(tmp_path / "file" / "in", 100)
    with pytest.raises(BridgeError) as caught:
        put(inbox, "a.txt", b"1")
    assert caught.value.code == "DOWNLOAD_FAILED"

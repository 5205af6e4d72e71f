"""Which files of this computer may be handed to a page."""

import os
import sys
from pathlib import Path

import pytest

from bridge import outbox
from bridge.errors import BridgeError
from bridge.outbox import Outbox, Parcel, type_of


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """The caller's folder, with something outside of it."""
    folder = tmp_path / "work"
    (folder / "in").mkdir(parents=True)
    (folder / "a.txt").write_text("a")
    (folder / "in" / "b.png").write_bytes(b"bb")
    (folder / ".env").write_text("TOKEN=1")
    (folder / ".ssh").mkdir()
    (folder / ".ssh" / "id").write_text("key")
    (tmp_path / "outside.txt").write_text("no")
    return folder


def refused(box: Outbox, *paths: str, own: tuple[str, ...]) -> str:
    with pytest.raises(BridgeError) as caught:
        box.take(paths, own)
    assert caught.value.code == "UPLOAD_REFUSED"
    return caught.value.message


def test_files_of_the_callers_folder_are_read(here: Path) -> None:
    os.utime(here / "a.txt", ns=(0, 1_700_000_000_123_000_000))
    first, second = Outbox().take(["a.txt", str(here / "in" / "b.png")], [str(here)])
    assert first == Parcel("a.txt", "text/plain", 1_700_000_000_123, b"a")
    assert (second.name, second.type, second.data) == ("b.png", "image/png", b"bb")


def test_a_person_may_add_folders(here: Path, tmp_path: Path) -> None:
    path = str(tmp_path / "outside.txt")
    assert Outbox((str(tmp_path),)).take([path])[0].data == b"no"
    assert "no folder is known" in refused(Outbox((str(tmp_path),)), "outside.txt", own=())


@pytest.mark.parametrize(
    ("path", "why"),
    [
        ("../outside.txt", "outside of the folders"),
        ("in/../../outside.txt", "outside of the folders"),
        ("{outside}", "outside of the folders"),
        ("/etc/passwd", "outside of the folders"),
        ("/nowhere/at/all", "outside of the folders"),
        ("link.txt", "outside of the folders"),
        ("linked/outside.txt", "outside of the folders"),
        ("none.txt", "No such file"),
        ("in", "is a folder"),
        (".", "is a folder"),
        ("pipe", "is no plain file"),
        ("circle", "leads nowhere"),
        (".env", "hidden"),
        (".ssh/id", "hidden"),
        ("shown.txt", "hidden"),
        ("a\0b", "no path"),
    ],
)
def test_all_else_is_refused(here: Path, path: str, why: str) -> None:
    (here / "link.txt").symlink_to(here.parent / "outside.txt")
    (here / "linked").symlink_to(here.parent)
    (here / "shown.txt").symlink_to(here / ".env")
    (here / "circle").symlink_to(here / "circle")
    if sys.platform != "win32":
        os.mkfifo(here / "pipe")
    named = path.replace("{outside}", str(here.parent / "outside.txt"))
    assert why in refused(Outbox(), "a.txt", named, own=(str(here),))


def test_a_link_within_the_folder_is_followed(here: Path) -> None:
    (here / "link.png").symlink_to(here / "in" / "b.png")
    assert Outbox().take(["link.png"], [str(here)])[0].name == "b.png"


def test_a_device_is_refused() -> None:
    assert "is no plain file" in refused(Outbox(("/dev",)), "/dev/zero", own=())


def test_a_file_of_another_user_is_refused(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 12345)
    assert "another user" in refused(Outbox(), "a.txt", own=(str(here),))


def test_a_whole_disk_is_nobodys_folder(here: Path) -> None:
    path = str(here / "a.txt")
    assert "outside of the folders" in refused(Outbox(), path, own=("/",))


def test_the_bridges_own_folders_are_nobodys(here: Path) -> None:
    box = Outbox(never=(here / "in",))
    assert "outside of the folders" in refused(box, "in/b.png", own=(str(here),))


def test_files_that_are_too_large_together_are_refused(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "MOST_BYTES", 3)
    assert len(Outbox().take(["a.txt", "in/b.png"], [str(here)])) == 2
    assert "together" in refused(Outbox(), "in/b.png", "in/b.png", own=(str(here),))


def test_a_file_that_grows_while_it_is_read_is_refused(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "MOST_BYTES", 3)
    fstat = os.fstat

    def grown(number: int) -> os.stat_result:
        facts = fstat(number)
        (here / "a.txt").write_text("much more")
        return facts

    monkeypatch.setattr(os, "fstat", grown)
    assert "together" in refused(Outbox(), "a.txt", own=(str(here),))


def test_a_link_put_there_meanwhile_is_noticed(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = os.open

    def swap(path: Path, flags: int, *more: int) -> int:
        number = opened(here.parent / "outside.txt", flags)
        (here / "a.txt").unlink()
        (here / "a.txt").symlink_to(here.parent / "outside.txt")
        return number

    monkeypatch.setattr(os, "open", swap)
    assert "put elsewhere" in refused(Outbox(), "a.txt", own=(str(here),))


def test_a_message_quotes_what_it_was_given_in_one_line(here: Path) -> None:
    told = refused(Outbox(), "x\n'; DELETE" + "y" * 500, own=(str(here),))
    assert "\n" not in told
    assert len(told) < 200


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("a.jpg", "image/jpeg"),
        ("a.PDF", "application/pdf"),
        ("a.tar.gz", "application/gzip"),
        ("a", ""),
        ("a.unknown-ending", ""),
    ],
)
def test_the_type_is_told_by_the_ending(name: str, kind: str) -> None:
    assert type_of(name) == kind

"""The person's list on a real disk, edited by several at once; how it refuses: test_guard.py."""

import resource
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import bridge
from bridge.errors import SetupFault
from bridge.files import FileLock
from bridge.sites import BadRule, Refusal, parse_rule
from bridge.sites_file import SitesFile, scope


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "sites.txt"
    path.write_text("# mine\nbad.test\n")
    return path


def test_people_can_list_add_remove_and_test(path: Path) -> None:
    file = SitesFile(path)
    assert file.add("https://www.new.test/x") == parse_rule("new.test/x")
    assert path.read_text() == "# mine\nbad.test\nnew.test/x\n"
    assert [line.text for line in file.lines()] == ["bad.test", "new.test/x"]
    assert file.test("http://new.test/x/y") == Refusal("rule", parse_rule("new.test/x"))
    assert [line.number for line in file.remove("bad.test")] == [2]
    assert file.remove("bad.test") == ()
    assert path.read_text() == "# mine\nnew.test/x\n"


def test_what_is_written_is_the_owners_alone_and_nothing_is_left_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "made" / "here" / "sites.txt"
    SitesFile(path).add("bad.test")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert {p.name for p in path.parent.iterdir()} == {"sites.txt", ".sites.txt.lock"}


def test_a_linked_list_stays_linked(tmp_path: Path, path: Path) -> None:
    link = tmp_path / "link.txt"
    link.symlink_to(path)
    SitesFile(link).add("new.test")
    assert link.is_symlink()
    assert "new.test" in path.read_text()


def test_a_refused_edit_changes_nothing(path: Path) -> None:
    before = path.read_bytes()
    with pytest.raises(BadRule):
        SitesFile(path).add("exa mple.test")
    path.with_name("other").mkdir()
    with pytest.raises(SetupFault, match="SITES_INVALID"):
        SitesFile(path.with_name("other")).add("bad.test")
    assert path.read_bytes() == before


def test_an_unusable_list_takes_no_rule_but_its_wrong_lines_can_be_taken_out(path: Path) -> None:
    path.write_text("bad.test\n" + "x" * 201 + "\n")
    file = SitesFile(path)
    with pytest.raises(SetupFault, match="line 2"):
        file.add("new.test")
    file.remove("x" * 201)
    assert [line.text for line in file.lines()] == ["bad.test"]


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SetupFault, match="cannot be written"):
        SitesFile(tmp_path / "file" / "sites.txt").add("bad.test")


def test_a_full_disk_leaves_the_list_as_it_was(path: Path) -> None:
    before = path.read_bytes()
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    handler = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (5, hard))
    try:
        with pytest.raises(SetupFault, match="cannot be written: File too large"):
            SitesFile(path).add("new.test")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        signal.signal(signal.SIGXFSZ, handler)
    assert path.read_bytes() == before
    assert {p.name for p in path.parent.iterdir()} == {"sites.txt", ".sites.txt.lock"}


ADD_MANY = """
import sys, pathlib
from bridge.sites_file import SitesFile, scope
for number in range(20):
    SitesFile(pathlib.Path(sys.argv[1])).add(f"{sys.argv[2]}{number}.test")
"""


def test_editors_in_several_processes_lose_no_rule(path: Path) -> None:
    root = Path(bridge.__file__).parent.parent
    editors = [
        subprocess.Popen([sys.executable, "-c", ADD_MANY, path, name], cwd=root) for name in "abc"
    ]
    assert [editor.wait(30) for editor in editors] == [0, 0, 0]
    assert len(SitesFile(path).lines()) == 61


def test_an_editor_that_does_not_end_holds_another_up_within_limits(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = path.read_bytes()
    monkeypatch.setattr("bridge.sites_file.EDIT_SECONDS", 0.1)
    held = FileLock(path.with_name(".sites.txt.lock"))
    assert held.take()
    with pytest.raises(SetupFault, match="somebody else is changing it"):
        SitesFile(path).add("new.test")
    assert path.read_bytes() == before
    held.release()
    SitesFile(path).add("new.test")
    assert "new.test" in path.read_text()


def test_a_scope_is_read_anew_each_time_and_is_none_without_a_site(tmp_path: Path) -> None:
    path = tmp_path / "scope.txt"
    read = scope(path)
    assert read() is None
    path.write_text("shop.example\n")
    within = read()
    assert within is not None
    assert within("https://www.shop.example/cart")
    assert not within("https://shop.example.evil.test/")
    assert not within("no address")
    path.write_text("")
    assert read() is None
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(SetupFault, match="SITES_INVALID"):
        read()

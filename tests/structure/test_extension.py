"""The extension folder is loadable, asks for no more than it uses, and brings all that it names."""

import json
import re
from pathlib import Path

from bridge import __version__
from bridge.serve.pairing import PROTOCOL, ROUNDS

FOLDER = Path(__file__).parents[2] / "extension_stub"
SOURCES = [each for each in FOLDER.iterdir() if each.suffix == ".js"]


def manifest() -> dict[str, object]:
    found: dict[str, object] = json.loads((FOLDER / "manifest.json").read_text(encoding="utf-8"))
    return found


def all_of_it() -> str:
    return "\n".join(each.read_text(encoding="utf-8") for each in SOURCES)


def test_it_is_a_version_three_manifest_of_this_version() -> None:
    assert manifest()["manifest_version"] == 3
    assert manifest()["version"] == __version__


def test_every_permission_is_used_and_no_site_is_asked_for() -> None:
    assert manifest()["permissions"] == ["storage", "alarms"]
    for each in ("storage", "alarms"):
        assert f"chrome.{each}." in all_of_it()
    asking = {
        "host_permissions",
        "optional_permissions",
        "content_scripts",
        "externally_connectable",
    }
    assert not asking & set(manifest())
    assert "web_accessible_resources" not in manifest()


def test_it_uses_nothing_that_needs_another_permission() -> None:
    used = set(re.findall(r"chrome\.(\w+)\.", all_of_it()))
    assert used == {"runtime", "storage", "alarms", "tabs"}
    # of tabs only what needs no permission
    assert set(re.findall(r"chrome\.tabs\.(\w+)", all_of_it())) == {"create", "update"}


def test_every_file_that_it_names_is_there() -> None:
    named = re.findall(r'"([\w.-]+\.(?:html|js))"', (FOLDER / "manifest.json").read_text())
    for page in FOLDER.glob("*.html"):
        named += re.findall(r'(?:src|href)="([^"]+)"', page.read_text(encoding="utf-8"))
    for source in SOURCES:
        named += re.findall(r'from "\./([^"]+)"', source.read_text(encoding="utf-8"))
    assert len(named) > 20
    assert [each for each in named if not (FOLDER / each).is_file()] == []


def test_it_has_the_viewers_own_modules() -> None:
    """A link in a checkout, a copy in the wheel: never a second version."""
    assert (FOLDER / "static").resolve() == FOLDER.parent / "bridge" / "serve" / "static"


def test_both_sides_speak_the_same_protocol() -> None:
    assert f"const PROTOCOL = {PROTOCOL};" in all_of_it()
    assert f"const ROUNDS = {ROUNDS:_};" in all_of_it()

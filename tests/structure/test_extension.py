"""The extension folder is loadable, asks for nothing, and promises nothing."""

import json
from pathlib import Path

from bridge import __version__

FOLDER = Path(__file__).parents[2] / "extension_stub"


def manifest() -> dict[str, object]:
    found: dict[str, object] = json.loads((FOLDER / "manifest.json").read_text(encoding="utf-8"))
    return found


def test_it_is_a_version_three_manifest_of_this_version() -> None:
    assert manifest()["manifest_version"] == 3
    assert manifest()["version"] == __version__


def test_it_asks_for_no_permission() -> None:
    asking = {"permissions", "host_permissions", "content_scripts", "background"}
    assert not asking & set(manifest())


def test_every_file_that_it_names_is_there() -> None:
    page = FOLDER / str(manifest()["action"]["default_popup"])  # type: ignore[index] # JSON
    assert "does not connect" in page.read_text(encoding="utf-8")
    assert 'href="about.css"' in page.read_text(encoding="utf-8")
    assert (FOLDER / "about.css").is_file()

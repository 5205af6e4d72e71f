"""What is generated is current: docs, README's table, the catalogue, the bundle."""

import json
import re
from pathlib import Path

import pytest
from pydantic import BaseModel

from bridge.adb.report import GUIDE
from bridge.codes import CODES
from bridge.probe.table import QUESTIONS
from bridge.settings import Settings
from bridge.tools import ALLOWED, CATALOGUE
from scripts import docs

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("path", sorted(docs.pages()), ids=lambda path: path.name)
def test_the_file_is_what_the_code_says(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == docs.pages()[path], "run `make docs`"


def test_the_allowlist_names_exactly_the_catalogue() -> None:
    assert set(CATALOGUE) == set(ALLOWED)


def test_the_readme_names_every_tool() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    table = readme.partition(docs.TABLE_START)[2].partition(docs.TABLE_END)[0]
    assert set(re.findall(r"^\| `(\w+)`", table, re.MULTILINE)) == set(CATALOGUE)


def test_the_catalogue_of_the_command_line_names_every_tool() -> None:
    text = (ROOT / "bridge/tools/catalogue.json").read_text(encoding="utf-8")
    json.loads(text)
    assert all(f'"{name}"' in text for name in CATALOGUE)


def settings(model: type[BaseModel], prefix: str = "") -> list[str]:
    found: list[str] = []
    for name, field in model.model_fields.items():
        part = field.annotation
        if isinstance(part, type) and issubclass(part, BaseModel):
            found += settings(part, f"{prefix}{name}.")
        else:
            assert field.description, f"{prefix}{name} does not say what it means"
            found.append(f"{prefix}{name}")
    return found


def test_every_setting_is_documented() -> None:
    page = docs.settings_page()
    assert [name for name in settings(Settings) if f"| `{name}` |" not in page] == []


def test_every_error_code_is_documented() -> None:
    page = docs.errors_page()
    assert [code for code in CODES if f"| `{code}` |" not in page] == []
    assert {row.exit for row in CODES.values()} <= set(docs.EXIT_MEANING)


def test_a_stale_file_is_told_with_its_difference(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = docs.errors_page().replace("SITE_BLOCKED", "SITE_OPEN")
    monkeypatch.setattr(docs, "errors_page", lambda: wrong)
    assert any("+| `SITE_OPEN`" in diff for diff in docs.stale())


def test_the_readme_sets_a_phone_up_in_doctors_own_steps() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    steps = readme.partition(docs.GUIDE_START)[2].partition(docs.GUIDE_END)[0]
    told = [" ".join(step.split()) for step in re.split(r"^\d+\. ", steps, flags=re.MULTILINE)]
    assert tuple(told[1:]) == GUIDE


def test_a_readme_without_its_markers_is_refused() -> None:
    with pytest.raises(ValueError, match="guide: start"):
        docs.readme_with_guide("# Tapbridge\n")
    with pytest.raises(ValueError, match="markers"):
        docs.readme_with_table("# Tapbridge\n", "| tool |")


def test_the_readme_lists_what_only_a_phone_shows_from_the_questions_of_a_probe() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    unseen = readme.partition(docs.UNSEEN_START)[2].partition(docs.UNSEEN_END)[0]
    assert [question.says for question in QUESTIONS if question.says not in unseen] == []
    page = docs.probe_page()
    assert [question.id for question in QUESTIONS if f"| `{question.id}` |" not in page] == []

"""The shape of the tree: each module has its own test file and stays readable."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LONGEST = 400

# This list only gets shorter. Each exception says where the module is tested instead.
TESTED_ELSEWHERE = {
    "bridge/__main__.py": "one call: tests/e2e/test_main_job.py runs it",
    "bridge/codes.py": "the table is data: tests/test_errors.py and tests/structure/test_codes.py",
    "bridge/page/judge.py": "a protocol without code; tests/test_guard.py tests what implements it",
}


def modules(*folders: str) -> list[str]:
    found = (path for folder in folders for path in (ROOT / folder).rglob("*.py"))
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


def own_test(module: str) -> Path:
    path = Path(module)
    return ROOT / "tests" / path.relative_to("bridge").parent / f"test_{path.name}"


@pytest.mark.parametrize("module", [m for m in modules("bridge") if not m.endswith("__init__.py")])
def test_every_module_has_a_test_file_of_its_name(module: str) -> None:
    if module in TESTED_ELSEWHERE:
        assert not own_test(module).exists(), f"{module} has its test: take it off the list"
    else:
        assert own_test(module).is_file()


def test_the_list_of_exceptions_names_only_modules_that_exist() -> None:
    assert set(TESTED_ELSEWHERE) <= set(modules("bridge"))


@pytest.mark.parametrize("module", modules("bridge", "fixtures", "scripts"))
def test_no_module_is_longer_than_a_reader_can_hold(module: str) -> None:
    assert len((ROOT / module).read_text(encoding="utf-8").splitlines()) <= LONGEST


def test_no_script_of_the_page_bundle_is_longer_than_a_reader_can_hold() -> None:
    sources = sorted((ROOT / "page_bundle/src").glob("*.js"))
    assert sources
    long = [s.name for s in sources if len(s.read_text("utf-8").splitlines()) > LONGEST]
    assert long == []


@pytest.mark.parametrize("module", modules("bridge", "fixtures", "scripts"))
def test_every_module_says_what_it_is_for(module: str) -> None:
    source = (ROOT / module).read_text(encoding="utf-8")
    assert re.match(r'(#!.*\n)?"""\S', source), f"{module} does not begin with its docstring"


def test_no_name_says_nothing() -> None:
    empty = re.compile(r"^\s*class \w*(Manager|Helper|Utils?|Base|Impl)\b", re.MULTILINE)
    told = [m for m in modules("bridge", "fixtures") if empty.search((ROOT / m).read_text("utf-8"))]
    assert told == []


def test_nothing_is_left_for_later_in_the_code() -> None:
    later = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b|NotImplementedError")
    told = [m for m in modules("bridge", "fixtures") if later.search((ROOT / m).read_text("utf-8"))]
    assert told == []

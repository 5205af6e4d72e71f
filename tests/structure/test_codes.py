"""Every error code is reached by some test: it stands in one outside this folder."""

import re
from pathlib import Path

import pytest

from bridge.codes import CODES

TESTS = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def words_of_the_tests() -> set[str]:
    found: set[str] = set()
    for path in TESTS.rglob("test_*.py"):
        if path.parent.name != "structure":
            found |= set(re.findall(r"\b[A-Z][A-Z_]{3,}\b", path.read_text(encoding="utf-8")))
    return found


@pytest.mark.parametrize("code", sorted(CODES))
def test_a_test_reaches_the_code(code: str, words_of_the_tests: set[str]) -> None:
    assert code in words_of_the_tests


@pytest.mark.parametrize("code", sorted(CODES))
def test_the_product_raises_the_code(code: str) -> None:
    root = TESTS.parent
    sources = [p for p in (root / "bridge").rglob("*.py") if p.name != "codes.py"]
    sources += (root / "page_bundle/src").glob("*.js")
    assert any(code in source.read_text(encoding="utf-8") for source in sources)

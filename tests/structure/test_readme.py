"""What the written pages promise is there: files, make targets, verbs, JSON that parses."""

import json
import re
from pathlib import Path

import pytest

from bridge.cli.tree import tree

ROOT = Path(__file__).parents[2]
PAGES = [
    *("README.md", "CONTRIBUTING.md", "CHANGELOG.md"),
    *("docs/blocked-sites.md", "docs/mcp.md", "docs/policy.md", "docs/secrets.md"),
    *("docs/extension.md", "docs/viewer.md"),
]


def written(page: str) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES)
def test_every_file_that_a_page_links_to_is_there(page: str) -> None:
    links = re.findall(r"\]\(([^)#:]+)\)|src=\"([^\"]+)\"", written(page))
    missing = [a or b for a, b in links if not (ROOT / page).parent.joinpath(a or b).exists()]
    assert missing == []


@pytest.mark.parametrize("page", PAGES)
def test_every_make_target_that_a_page_names_is_there(page: str) -> None:
    targets = set(re.findall(r"^([a-z-]+):", written("Makefile"), re.MULTILINE))
    assert set(re.findall(r"(?:^|`)make ([a-z]+)", written(page), re.MULTILINE)) <= targets


def test_the_snippets_for_mcp_hosts_parse_and_start_the_pipe() -> None:
    snippets = re.findall(r"```json\n(.*?)```", written("README.md"), re.DOTALL)
    read = [json.loads(snippet) for snippet in snippets]
    tops = {top: each[top]["tapbridge"] for each in read for top in each}
    assert set(tops) == {"mcpServers", "servers"}
    assert all(server["args"] == ["mcp"] for server in tops.values())


def test_every_verb_that_the_readme_spells_is_one() -> None:
    spelled = set(re.findall(r"tapbridge ([a-z][a-z-]+)", written("README.md")))
    assert spelled <= set(tree().commands)


def test_the_tools_of_the_old_names_table_are_tools() -> None:
    table = written("README.md").partition("## Old names, new names")[2].partition("## ")[0]
    catalogue = (ROOT / "bridge/tools/catalogue.json").read_text(encoding="utf-8")
    new = re.findall(r"\| `(\w+)`[^|]*\|$", table, re.MULTILINE)
    assert len(new) > 10
    assert [name for name in new if f'"{name}"' not in catalogue] == []

"""What `--help` says of the tools' arguments."""

import pytest

from bridge.cli.verbs import _packaged
from bridge.cli.words import _SAYS, says, typed

FIELDS = {
    (tool["name"], field): schema
    for tool in _packaged()["tools"]
    for field, schema in tool["schema"]["properties"].items()
}


@pytest.mark.parametrize(("tool", "field"), FIELDS)
def test_every_argument_of_every_tool_is_explained(tool: str, field: str) -> None:
    assert says(tool, field, FIELDS[tool, field]).partition("  [")[0].endswith(".")


def test_nothing_is_explained_that_no_tool_takes() -> None:
    taken = {f"{tool}.{field}" for tool, field in FIELDS} | {field for _, field in FIELDS}
    assert set(_SAYS) <= taken


def test_bounds_and_the_default_stand_behind_the_words() -> None:
    schema = {"type": "integer", "minimum": 1, "maximum": 200, "default": 20}
    assert says("page_find", "limit", schema) == "How many to list.  [1 to 200; default: 20]"
    assert says("x", "y", {"type": "boolean", "default": False}) == "[default: no]"
    assert says("x", "y", {"type": "string", "default": ""}) == ""
    assert says("x", "y", {"exclusiveMinimum": 0, "maximum": 9}) == "[above 0; up to 9]"


def test_what_the_schema_itself_says_wins() -> None:
    assert says("page_find", "ref", {"description": "Its name."}) == "Its name."


@pytest.mark.parametrize(
    ("told", "shown"),
    [
        (
            "entry=N for one, with body=response its body",
            "--entry N for one, with --body response its body",
        ),
        ("(active=false: behind)", "(--no-active: behind)"),
        ("active=true", "--active"),
        ("page_text, to another (to_…)", "--page-text, to another (--to-…)"),
        ("What page_run calls it by", "What page-run calls it by"),
        (
            "limits.snapshot_bytes, a-b_c, '--x_y: navy', url=1",
            "limits.snapshot_bytes, a-b_c, '--x_y: navy', url=1",
        ),
    ],
)
def test_what_is_told_to_agents_is_spelled_as_a_shell_takes_it(told: str, shown: str) -> None:
    fields = {name: {"type": "string"} for name in ("entry", "body", "page_text")}
    assert typed(told, {**fields, "active": {"type": "boolean"}}) == shown

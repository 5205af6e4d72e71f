import json

from bridge.tools import ALLOWED, CATALOGUE
from bridge.tools.reference import catalogue_json, schema, table


def test_a_schema_says_types_without_titles_or_null_unions() -> None:
    slim = schema(CATALOGUE["page_fill"])
    assert slim["properties"]["value"] == {"type": "string"}
    assert slim["properties"]["nth"] == {"type": "integer"}
    assert slim["properties"]["clear"] == {"type": "boolean", "default": True}
    assert slim["required"] == ["value"]
    assert "title" not in json.dumps(slim)
    assert "null" not in json.dumps([schema(tool) for tool in CATALOGUE.values()])


def test_choices_and_lists_keep_what_may_stand_in_them() -> None:
    keys = schema(CATALOGUE["page_key"])["properties"]
    assert keys["modifiers"] == {
        "type": "array",
        "items": {"enum": ["ctrl", "shift", "alt", "meta"]},
    }
    assert schema(CATALOGUE["page_scroll"])["properties"]["direction"] == {
        "enum": ["up", "down", "top", "bottom"]
    }


def test_the_catalogue_file_names_every_switched_on_tool_with_its_group() -> None:
    tools = json.loads(catalogue_json())["tools"]
    assert {each["name"] for each in tools} == ALLOWED
    assert {each["group"] for each in tools} == {"see", "act", "tabs", "device"}


def test_the_table_has_a_row_for_every_tool() -> None:
    rows = table().splitlines()
    assert len(rows) == 2 + len(ALLOWED)
    assert "| `page_tap` |" in table()
    assert "*element*, `x`, `y`" in table()

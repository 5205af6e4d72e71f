import json

from bridge.cli.tree import SECTIONS
from bridge.tools import ALLOWED, CATALOGUE
from bridge.tools.reference import catalogue_json, schema, table, takes


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


def test_what_a_tool_takes_is_told_with_forms_limits_and_what_is_required() -> None:
    assert takes(CATALOGUE["page_navigate"]) == "url (string); action (back|forward|reload)"
    assert "value (string, required)" in takes(CATALOGUE["page_fill"])
    assert "timeout_ms (integer 0..120000)" in takes(CATALOGUE["page_wait"])
    assert takes(CATALOGUE["page_tap"]) == (
        "ref, text, role, label, placeholder, testid, css (string); nth (integer); x, y (number);"
        " hold_ms (integer 0..5000); count (integer 1..3)"
    )
    assert "modifiers (list of ctrl|shift|alt|meta)" in takes(CATALOGUE["page_key"])
    assert takes(CATALOGUE["device_list"]) == "no arguments"


def test_the_catalogue_file_names_every_switched_on_tool_with_its_group() -> None:
    tools = json.loads(catalogue_json())["tools"]
    assert {each["name"] for each in tools} == ALLOWED
    assert {(t["name"], t["group"]) for t in tools} == {
        (t.name, t.group) for t in CATALOGUE.values()
    }
    assert {each["group"] for each in tools} <= set(SECTIONS)


def test_the_table_has_a_row_for_every_tool() -> None:
    rows = table().splitlines()
    assert len(rows) == 2 + len(ALLOWED)
    assert "| `page_tap` |" in table()
    assert "*element*, `x`, `y`" in table()

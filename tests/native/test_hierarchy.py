"""Dumps of real phones, read by us and by the standard library; and what is no dump."""

import tracemalloc
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bridge.geometry import Box
from bridge.native.hierarchy import MOST_BYTES, MOST_DEPTH, NotATree, parse
from tests.native._oracle import DUMPS, nodes


@pytest.mark.parametrize("path", DUMPS, ids=lambda path: path.stem)
def test_every_recorded_dump_reads_as_the_standard_library_reads_it(path: Path) -> None:
    told = nodes(path)
    tree = parse(path.read_bytes())
    mine = list(tree.walk())
    assert len(mine) == len(told) > 0
    for node, given_ in zip(mine, told, strict=True):
        hidden = given_.get("password") == "true"
        words = (
            ("" if hidden else given_.get("text", ""))
            or given_.get("content-desc", "")
            or given_.get("hint", "")
        )
        assert node.label == words
        assert node.class_name == given_.get("class", node.class_name)
        assert str(node.box) == given_.get("bounds", "[0,0][0,0]").replace(" ", "")
        assert ("clickable" in node.flags) == (given_.get("clickable") == "true")
        assert ("disabled" in node.flags) == (given_.get("enabled") == "false")


@pytest.mark.parametrize("path", DUMPS, ids=lambda path: path.stem)
def test_a_nodes_own_tag_is_kept_as_the_phone_wrote_it(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for node in parse(text).walk():
        assert node.raw in text
        assert not node.raw.endswith(("/", ">", " "))


def screen(inside: str, head: str = '<hierarchy rotation="1">') -> str:
    return f'<?xml version="1.0"?>{head}{inside}</hierarchy>'


def test_a_passwords_text_is_not_kept() -> None:
    (root,) = parse(
        screen('<node class="android.widget.EditText" text="hunter2" hint="PIN" password="true"/>')
    ).roots
    assert (root.text, root.label) == ("", "PIN")
    assert {"password", "editable"} <= root.flags


def test_windows_and_displays_are_told_apart() -> None:
    tree = parse(
        '<displays><display id="2"><window index="0"><hierarchy rotation="0">'
        '<node text="a" bounds="[1,2][3,4]"/></hierarchy></window></display></displays>'
    )
    (root,) = tree.roots
    assert (root.display, root.text, root.box) == (2, "a", Box(1, 2, 3, 4))
    assert tree.rotation == 0


@pytest.mark.parametrize(
    ("class_name", "more", "role"),
    [
        ("android.widget.FrameLayout", 'clickable="true"', "button"),
        ("android.widget.TextView", 'clickable="true"', "button"),
        ("android.widget.TextView", "", "text"),
        ("android.view.View", 'editable="true"', "field"),
        ("androidx.appcompat.widget.SwitchCompat", 'clickable="true"', "switch"),
        ("com.google.android.material.button.MaterialButton", "", "button"),
        ("x.Unknown", "", "group"),
    ],
)
def test_what_it_is_to_a_person_is_told(class_name: str, more: str, role: str) -> None:
    assert parse(screen(f'<node class="{class_name}" {more}/>')).roots[0].role == role


@pytest.mark.parametrize("bounds", ["", "[1,2]", "[a,b][c,d]", "[0,0][99999999999,1]x"])
def test_bounds_that_are_none_are_an_empty_box(bounds: str) -> None:
    assert parse(screen(f'<node bounds="{bounds}"/>')).roots[0].box.empty


def test_a_tree_that_is_too_deep_is_refused_in_little_memory() -> None:
    deep = screen('<node text="x">' * 60_000 + "</node>" * 60_000)
    tracemalloc.start()
    with pytest.raises(NotATree, match="deeper"):
        parse(deep)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 12 * len(deep)
    fine = screen("<node>" * MOST_DEPTH + "</node>" * MOST_DEPTH)
    assert len(list(parse(fine).walk())) == MOST_DEPTH


def test_a_tree_that_is_too_large_is_refused() -> None:
    with pytest.raises(NotATree, match="2 MB"):
        parse(screen("<node/>" * (MOST_BYTES // 7)))


@pytest.mark.parametrize(
    "text",
    [
        '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "b">]><hierarchy>&a;</hierarchy>',
        "<hierarchy><node></hierarchy>",
        "<hierarchy><node a=1/></hierarchy>",
    ],
)
def test_what_is_no_xml_is_refused_without_its_words(text: str) -> None:
    with pytest.raises(NotATree) as refused:
        parse(text)
    assert "node" not in str(refused.value)


@given(st.sampled_from(DUMPS[:12]), st.data())
@settings(max_examples=150, deadline=None)
def test_a_broken_dump_is_read_or_refused(path: Path, data: st.DataObject) -> None:
    raw = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + data.draw(st.integers(0, 40))] = data.draw(st.binary(max_size=12))
    with suppress(NotATree):  # anything else that is raised is a defect
        assert all(node.box.width >= 0 for node in parse(bytes(raw)).walk())

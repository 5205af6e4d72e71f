"""What stands around and within a dump that no XML parser takes."""

import pytest

from bridge.native.mend import NotATree, decode, document, mend

TREE = '<?xml version="1.0"?><hierarchy rotation="0"><node text="a"/></hierarchy>'


@pytest.mark.parametrize(
    "raw",
    [
        TREE.encode(),
        b"\xef\xbb\xbf" + TREE.encode(),
        TREE.encode("utf-16"),
        TREE.encode("utf-16-le"),
    ],
)
def test_any_encoding_that_shells_make_of_it_is_read(raw: bytes) -> None:
    assert document(decode(raw)) == TREE


def test_words_before_and_after_are_cut_off() -> None:
    noisy = f"WARNING: linker: <x>\n{TREE}UI hierchary dumped to: /dev/tty\n"
    assert document(noisy) == TREE
    assert document("<hierarchy rotation='0'/>") == "<hierarchy rotation='0'/>"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "nothing"),
        (" \n", "nothing"),
        ("ERROR: could not get idle state.", "no XML"),
        ("<hierarchy><node text='secret'", "in the middle"),
    ],
)
def test_what_is_none_is_refused_without_its_words(text: str, why: str) -> None:
    with pytest.raises(NotATree, match=why) as refused:
        document(text)
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    ("told", "mended"),
    [
        ("&#55357;&#56842;", "\U0001f60a"),
        ("&#xD83D;&#xDE0A;", "\U0001f60a"),
        ("&#128266;", "&#128266;"),
        ("&#55357;x", "\ufffdx"),
        ("&#0;&#11;&#65535;&#99999999999;", "\ufffd" * 4),
        ("a & b &amp; &lt;&nbsp;", "a &amp; b &amp; &lt;&amp;nbsp;"),
        ("&#10;", "&#10;"),
        ("\x01\x0b\ud800", "\ufffd" * 3),
    ],
)
def test_references_and_characters_become_such_as_xml_allows(told: str, mended: str) -> None:
    assert mend(told) == mended

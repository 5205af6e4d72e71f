"""An independent reading of the recorded dumps, by the standard library's own parser."""

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

RECORDED = Path(__file__).parents[2] / "fixtures/recorded/native"
DUMPS = sorted([*RECORDED.glob("ui/*.xml"), *RECORDED.glob("ui_appium_source/*.xml")])


def nodes(path: Path) -> list[dict[str, str]]:
    """Attributes of every element but the frame around them, in the document's order."""
    text = path.read_text(encoding="utf-8")
    halves = re.compile(r"&#(5[5-6]\d{3});&#(5[6-7]\d{3});")
    text = halves.sub(lambda m: _emoji(int(m[1]), int(m[2])), text)
    text = text[text.index("<") : text.rindex(">") + 1]
    return list(_below(ET.fromstring(text.encode())))


def _below(top: ET.Element) -> Iterator[dict[str, str]]:
    for each in top:
        yield dict(each.attrib)
        yield from _below(each)


def _emoji(high: int, low: int) -> str:
    return (high.to_bytes(2, "big") + low.to_bytes(2, "big")).decode("utf-16-be")

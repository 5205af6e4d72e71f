"""The recordings of real adb servers, read for tests."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

FOLDER = Path(__file__).parents[2] / "fixtures" / "recorded" / "adb_protocol"


@dataclass(frozen=True)
class Recorded:
    file: str
    services: tuple[str, ...]
    answer: bytes
    ended: bool

    @property
    def name(self) -> str:
        return f"{self.file}:{' '.join(self.services)}"


def _literal(line: str) -> bytes:
    value = ast.literal_eval(line)
    assert isinstance(value, bytes)
    return value


def recorded() -> list[Recorded]:
    """Return every request whose service the file tells, with what came back."""
    found = []
    for file in sorted(FOLDER.glob("wire*.txt")):
        lines = file.read_text(encoding="utf-8").splitlines()
        for asked, answer in pairwise(lines):
            if not asked.startswith("## client> "):
                continue
            words = asked.removeprefix("## client> ")
            services = tuple(re.split(r" (?=shell|exec:|reverse:|reject:)", words, maxsplit=1))
            data = _literal(answer)
            ended = data.endswith(b"<EOF>")
            data = data.removesuffix(b"<EOF>").removesuffix(b"<open>")
            found.append(Recorded(file.stem, services, data, ended))
    return found


def refusals() -> set[str]:
    """Return the text of every FAIL in the recordings, remarks included."""
    texts = set()
    for file in FOLDER.glob("wire*.txt"):
        for quoted in re.findall(r"b(?:'[^']*'|\"[^\"]*\")", file.read_text(encoding="utf-8")):
            data = _literal(quoted)
            for match in re.finditer(rb"FAIL([0-9a-f]{4})", data):
                length = int(match[1], 16)
                texts.add(data[match.end() : match.end() + length].decode())
    return texts

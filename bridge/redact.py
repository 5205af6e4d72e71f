"""What may go into a report that a person sends to strangers (pure: no I/O).

Nothing is searched for secrets: only what is known to be ours goes out. A log line is kept
as the sentence in our source that made it, with the codes, tools and numbers in it; every
other word is withheld. A phone is `phone-1` unless its serial may be told.
"""

from __future__ import annotations

import ast
import builtins
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from bridge import errors
from bridge.codes import CODES

GONE = "[…]"
_HEAD = re.compile(r"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3}) ([A-Z]+) ([A-Za-z_][\w.]*): (.*)")
_SLOT = re.compile(r"(?<!%)%[-+#0]*\d*(?:\.\d+)?[srdfgxa]")
_NUMBER = re.compile(r"-?\d+(\.\d+)?(e[+-]\d+)?")
_LEVELS = frozenset({"DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"})
_FRAME = re.compile(r'File "([^"]*)", line (\d+), in ([\w<>.]+)')
_INSIDE = re.compile(r".*(?:site-packages/|dist-packages/|lib/python[\d.]+/|(?=bridge/))")
_RAILS = re.compile(r"^[\s|+-]*")
_CLIENT = re.compile(r"[A-Za-z0-9][A-Za-z0-9 ._-]{0,63}")
_FIXED = frozenset(
    {
        "Traceback (most recent call last):",
        "Exception Group Traceback (most recent call last):",
        "During handling of the above exception, another exception occurred:",
        "The above exception was the direct cause of the following exception:",
    }
)
_RAISED = {
    name
    for room in (builtins, errors)
    for name, value in vars(room).items()
    if isinstance(value, type) and issubclass(value, BaseException)
} | {"ValidationError", "CancelledError", "IncompleteReadError", "MCPError", "JSONDecodeError"}
_SOCKETS = re.compile(r"(chrome|webview|weblayer)_devtools_remote(_\d+)?")


def sentences(source: str) -> Iterator[str]:
    """Yield the texts that a module hands to its log: `log.info("…", …)`."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="log")), args=[ast.Constant(str(text)), *_]
            ):
                yield text.partition("\n")[0]  # what follows are lines of their own


@dataclass(slots=True)
class Redactor:
    """Redacts one report.

    Args:
        known: By module, every sentence that it logs.
        tools: Names of the tools.
        tell_serials: Whether serials may be told.
    """

    known: Mapping[str, Iterable[str]]
    tools: frozenset[str] = frozenset()
    tell_serials: bool = False
    _names: dict[str, str] = field(default_factory=dict)
    _forms: list[tuple[re.Pattern[str], list[str], list[str]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Make a pattern of each sentence; the longest fixed text is tried first."""
        texts = {text for each in self.known.values() for text in each}
        for text in sorted(texts, key=lambda t: -len(_SLOT.sub("", t))):
            parts = [part.replace("%%", "%") for part in _SLOT.split(text)]
            kinds = _SLOT.findall(text)
            form = re.compile("(.*)".join(map(re.escape, parts)), re.DOTALL)
            self._forms.append((form, parts, kinds))

    def phone(self, serial: str) -> str:
        """Return the name that a phone has in the report."""
        if not serial:
            return ""
        told = serial if self.tell_serials else f"phone-{len(self._names) + 1}"
        return self._names.setdefault(serial, told)

    def log(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield a log's lines with only our own words in them."""
        withheld = False
        for line in lines:
            kept = self._line(line)
            if kept is not None:
                yield kept
            elif not withheld:
                yield f"    {GONE}"
            withheld = kept is None

    def journal(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield a journal's lines: times, tools, codes, numbers and names of clients."""
        for line in lines:
            try:
                row = json.loads(line)
                kept = {
                    "time": str(row["time"])[:32] if re.match(r"[\dT:.+-]+$", row["time"]) else "?",
                    "client": self._client(row["client"]),
                    "tool": row["tool"] if row["tool"] in self.tools else "?",
                    "code": row["code"] if row["code"] in CODES else "OK",
                    "ms": int(row["ms"]),
                    "serial": self.phone(str(row["serial"])),
                }
            except (ValueError, KeyError, TypeError):
                continue
            yield json.dumps(kept)

    def doctor(self, said: Mapping[str, Any]) -> dict[str, Any]:
        """Return what `doctor` saw, without its sentences: they name phones and paths."""
        adb = said.get("adb") or {}
        return {
            "ready": bool(said.get("ready")),
            "enabled": bool(said.get("enabled")),
            "problem": _code(said.get("problem")),
            "adb": {
                "found": bool(adb.get("found")),
                "version": _version(adb.get("version")),
                "server": _number(adb.get("server")),
                "problem": _code(adb.get("problem")),
            },
            "devices": [self._device(row) for row in said.get("devices") or ()],
        }

    def _client(self, name: Any) -> str:
        fits = isinstance(name, str) and _CLIENT.fullmatch(name) and name not in self._names
        return name if fits else "?"

    def _device(self, row: Mapping[str, Any]) -> dict[str, Any]:
        chrome, screen = row.get("chrome") or {}, row.get("screen") or {}
        return {
            "phone": self.phone(str(row.get("serial") or "")),
            "transport": _word(row.get("transport")),
            "state": _word(row.get("state")),
            "model": _word(row.get("model")),
            "manufacturer": _word(row.get("manufacturer")),
            "android": _version(row.get("android")),
            "sdk": _number(row.get("sdk")),
            "screen": {name: _number(screen.get(name)) for name in ("width", "height", "density")}
            | {name: screen.get(name) in (True,) for name in ("awake", "locked")},
            "chrome": {
                "version": _version(chrome.get("version")),
                **{
                    name: chrome.get(name) is True
                    for name in ("installed", "running", "enabled", "debuggable")
                },
                "sockets": [
                    name if _SOCKETS.fullmatch(str(name)) else "another"
                    for name in chrome.get("sockets") or ()
                ],
            },
            "problem": _code(row.get("problem")),
        }

    def _line(self, line: str) -> str | None:
        if head := _HEAD.fullmatch(line):
            time, level, room, message = head.groups()
            if level in _LEVELS:
                return (
                    f"{time} {level} {room if room in self.known else GONE}: {self._said(message)}"
                )
        rails = _RAILS.match(line)
        bare = line[rails.end() :] if rails else line
        if bare in _FIXED:
            return line
        if frame := _FRAME.fullmatch(bare):
            path, number, function = frame.groups()
            inside = _INSIDE.sub("", path)
            return f'  File "{inside if inside != path else GONE}", line {number}, in {function}'
        name = re.match(r"[A-Za-z_][\w.]*(?=:|$| \()", bare)
        if name and name[0].rpartition(".")[2] in _RAISED:
            return f"{name[0].rpartition('.')[2]}: {GONE}"
        return None

    def _said(self, message: str) -> str:
        for form, parts, kinds in self._forms:
            if found := form.fullmatch(message):
                told = [parts[0]]
                for part, kind, slot in zip(parts[1:], kinds, found.groups(), strict=True):
                    told += [self._slot(kind, slot), part]
                return "".join(told)
        return GONE

    def _slot(self, kind: str, value: str) -> str:
        """Return a value of a sentence: a number only where the sentence has one."""
        if value in CODES or value in self.tools or value in _RAISED:
            return value
        if kind[-1] not in "sra" and _NUMBER.fullmatch(value):
            return value
        code = value.partition(":")[0]
        return self._names.get(value) or (f"{code}: {GONE}" if code in CODES else GONE)


def _code(problem: Any) -> str | None:
    code = problem.get("code") if isinstance(problem, Mapping) else None
    return code if code in CODES else None


def _version(value: Any) -> str | None:
    found = re.match(r"\d[\w.+-]{0,40}", str(value)) if value else None
    return found[0] if found else None


def _number(value: Any) -> int | None:
    return value if type(value) is int else None


def _word(value: Any) -> str | None:
    return value if isinstance(value, str) and re.fullmatch(r"[\w +()-]{1,40}", value) else None

"""What a page says to its console: messages, exceptions, and what Chrome itself reports.

In: DevTools events as they come. Out: entries as text, with where they came from; objects
as the previews that come with the event, so nothing of the page's is run. Pure: no I/O.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Literal

from bridge.page.headers import hidden_url
from bridge.page.ring import known
from bridge.page.snapshot import cut_url, one_line

Raw = Mapping[str, Any]
Level = Literal["debug", "info", "warning", "error"]

LEVELS: tuple[Level, ...] = ("debug", "info", "warning", "error")
LONGEST = 4_000
"""Characters of a message: it is cut there."""
_MOST_PARTS = 30
_MOST_FRAMES = 20
_DEEPEST = 8
_LINE = 300
_WORD = 20
_TYPES: Mapping[str, Level] = {
    "error": "error",
    "assert": "error",
    "warning": "warning",
    "debug": "debug",
}
_TRACE = re.compile(r"\n\s+at .*")
_ADDRESS = re.compile(r"(?:https?|wss?|blob|filesystem):[^\s'\"<>()]+")
_BEHIND = re.compile(r"(:\d+){0,2}[.,;:]*\Z")
_SILENT = frozenset({"endGroup", "clear", "profile", "profileEnd"})


@dataclass(slots=True)
class Entry:
    """One message, as often as it came in a row.

    Attributes:
        source: What told it: `console`, `exception`, or a source of Chrome's own such as
            `network`, `security`.
        text: What it says.
        stack: Where in the page's scripts, innermost first.
        depth: In how many console groups it stands.
        count: How often it came, one after the other.
        at: When it came last, in ms since 1970.
        url: The document it belongs to, as far as is known.
        request: Chrome's id of the request it is about; empty for most.
    """

    level: Level
    source: str
    text: str
    stack: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    depth: int = 0
    count: int = 1
    at: float = 0
    url: str = ""
    request: str = ""
    number: int = 0

    @property
    def size(self) -> int:
        """About how many characters it holds."""
        return 200 + len(self.text) + sum(map(len, self.stack)) + sum(map(len, self.places))

    def repeats(self, other: Entry) -> bool:
        """Whether it says what another says, from the same place."""
        return (self.level, self.source, self.text, self.stack, self.places, self.depth) == (
            *(other.level, other.source, other.text, other.stack, other.places),
            other.depth,
        )

    def line(self) -> str:
        """Return it as one line of a list."""
        source = "" if self.source == "console" else f" {self.source}:"
        where = f" ({self.stack[0]})" if self.stack else ""
        often = f" x{self.count}" if self.count > 1 else ""
        told = one_line(_TRACE.sub("", self.text), _LINE)
        return f"#{self.number} {'  ' * self.depth}{self.level}:{source} {told}{where}{often}"

    def whole(self) -> str:
        """Return all of it."""
        head = f"#{self.number} {self.level}, {self.source}"
        often = f", {self.count} times" if self.count > 1 else ""
        stack = "".join(f"\n  at {each}" for each in self.stack)
        of = f"\nof {cut_url(self.url)}" if self.url else ""
        text = _TRACE.sub("", self.text) if self.source == "exception" and stack else self.text
        return f"{head}{often}\n{text}{stack}{of}"


def called(event: Raw) -> Entry | None:
    """Read `Runtime.consoleAPICalled`; None for what says nothing."""
    kind = str(event.get("type", "log"))
    if kind in _SILENT:
        return None
    args = [told(each) for each in event.get("args", ())[:_MOST_PARTS] if isinstance(each, Mapping)]
    mark = {"startGroup": "▸ ", "startGroupCollapsed": "▸ ", "assert": "assertion failed: "}
    if kind == "assert" and args == ["console.assert"]:
        args = []
    stack, places = stacked(event.get("stackTrace"))
    return Entry(
        _TYPES.get(kind, "info"),
        "console",
        (mark.get(kind, "") + " ".join(args))[:LONGEST],
        stack,
        known((*places, *_traced(event.get("args", ())))),
        at=_number(event.get("timestamp")),
    )


def thrown(event: Raw) -> Entry:
    """Read `Runtime.exceptionThrown`."""
    details = event.get("exceptionDetails", {})
    said = told(details["exception"]) if details.get("exception") else ""
    stack, places = stacked(details.get("stackTrace"))
    if not stack and details.get("url"):
        stack = (_place("", details),)
    url = str(details.get("url", ""))
    places = known((url, *places, *_traced((details.get("exception") or {},))))
    return Entry(
        "error",
        "exception",
        f"{details.get('text', 'Uncaught')} {said}".strip()[:LONGEST],
        stack,
        places,
        at=_number(event.get("timestamp")),
    )


def reported(event: Raw, *, redact: bool = True) -> Entry:
    """Read `Log.entryAdded`: network errors, mixed content, what a policy refused.

    Args:
        event: The event.
        redact: Whether keys in addresses stay unsaid.
    """
    entry = event.get("entry", {})
    stack, places = stacked(entry.get("stackTrace"))
    url = str(entry.get("url", ""))
    level = {"verbose": "debug", "warning": "warning", "error": "error"}.get(entry.get("level", ""))
    text = str(entry.get("text", ""))[:LONGEST]
    if url and not stack:
        line = entry.get("lineNumber")
        shown = cut_url(hidden_url(url, redact=redact))
        stack = (shown + (f":{line + 1}" if isinstance(line, int) else ""),)
    return Entry(
        "info" if level is None else level,  # type: ignore[arg-type] # of the table above
        str(entry.get("source", "other"))[:40],
        _ADDRESS.sub(lambda found: hidden_url(found[0], redact=redact), text),
        stack,
        known((url, *places, *addresses(text))),
        at=_number(entry.get("timestamp")),
        request=str(entry.get("networkRequestId", "")),
    )


def _traced(things: Any) -> Iterator[str]:
    """Yield the addresses of scripts in the traces of errors."""
    for each in things[:_MOST_PARTS]:
        if isinstance(each, Mapping) and each.get("subtype") == "error":
            yield from addresses("\n".join(_TRACE.findall(str(each.get("description", "")))))


def addresses(text: str) -> Iterator[str]:
    """Yield the addresses that stand in a sentence of Chrome's, or in an error's own trace."""
    for found in _ADDRESS.finditer(text):
        yield _BEHIND.sub("", found[0])


def stacked(trace: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the lines of a stack, and the addresses of the scripts in all of it."""
    lines: list[str] = []
    urls: list[str] = []
    for _ in range(_DEEPEST):
        if not isinstance(trace, Mapping):
            break
        for frame in trace.get("callFrames", ())[:_MOST_FRAMES]:
            urls.append(str(frame.get("url", "")))
            if len(lines) < _MOST_FRAMES:
                lines.append(_place(str(frame.get("functionName", "")), frame))
        trace = trace.get("parent")
    return tuple(lines), known(urls)


def _place(function: str, frame: Raw) -> str:
    line, column = int(frame.get("lineNumber", 0)) + 1, int(frame.get("columnNumber", 0)) + 1
    where = f"{cut_url(str(frame.get('url', ''))) or 'inline'}:{line}:{column}"
    return f"{one_line(function, 80)} {where}" if function else where


def told(thing: Raw) -> str:
    """Return a value as a person would write it, from its preview alone."""
    kind, subtype = thing.get("type"), thing.get("subtype")
    if "unserializableValue" in thing:
        return str(thing["unserializableValue"])
    if "value" in thing and kind in ("string", "number", "boolean"):
        value = thing["value"]
        return str(value).lower() if isinstance(value, bool) else str(value)
    if kind == "undefined" or subtype == "null":
        return str(subtype or kind)
    described = str(thing.get("description", kind or "?"))
    preview = thing.get("preview")
    if isinstance(preview, Mapping) and subtype not in ("error", "node", "regexp", "date"):
        return _preview(preview)
    return f"<{described}>" if subtype == "node" else described


def _preview(preview: Raw, depth: int = 0) -> str:
    """Write an object's preview: `{a: 1, b: "x", …}`."""
    more = ["…"] if preview.get("overflow") else []
    name = str(preview.get("description", ""))
    if isinstance(preview.get("entries"), list):
        parts = [_entry(each, depth) for each in preview["entries"]]
        return f"{name} {{{', '.join(parts + more)}}}"
    is_array = preview.get("subtype") in ("array", "typedarray")
    parts = []
    for each in preview.get("properties", ()):
        inner = each.get("valuePreview")
        value = _preview(inner, depth + 1) if inner and depth < _DEEPEST else _value(each)
        parts.append(value if is_array else f"{one_line(str(each.get('name')), 80)}: {value}")
    listed = ", ".join(parts + more)
    if is_array:
        return f"[{listed}]"
    return f"{{{listed}}}" if name in ("Object", "") else f"{name} {{{listed}}}"


def _entry(entry: Raw, depth: int) -> str:
    key, value = (_part(entry[each], depth) if each in entry else "" for each in ("key", "value"))
    return f"{key} => {value}" if "key" in entry else value


def _part(preview: Raw, depth: int) -> str:
    if preview.get("properties") and depth < _DEEPEST:
        return _preview(preview, depth + 1)
    described = str(preview.get("description", "?"))
    return f'"{described}"' if preview.get("type") == "string" else described


def _value(each: Raw) -> str:
    value = str(each.get("value", ""))
    match each.get("type"):
        case "string":
            return f'"{_uncut(value)}"'
        case "accessor":
            return "(…)"
        case "function":
            return "function"
        case _:
            return value


def _uncut(value: str) -> str:
    """Return a text of a preview up to what may be a half: Chrome leaves out the middle."""
    if "…" not in value:
        return value
    words = list(takewhile(lambda word: len(word) <= _WORD and "…" not in word, value.split()))
    return " ".join((*words, "…"))


def _number(value: Any) -> float:
    return float(value) if isinstance(value, int | float) else 0.0

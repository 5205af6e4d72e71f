"""Console events, as text. The events here are Chromium 156's own, shortened."""

from typing import Any

import pytest

from bridge.page.console import addresses, called, reported, stacked, thrown, told

URL = "http://shop.test/app.js"
FRAME = {"functionName": "run", "url": URL, "lineNumber": 9, "columnNumber": 4}
TRACE = {"callFrames": [FRAME]}
STRING = {"type": "string", "value": "a\nb"}


def preview(*properties: tuple[str, str, str], **more: Any) -> dict[str, Any]:
    listed = [{"name": n, "type": kind, "value": value} for n, kind, value in properties]
    return {"type": "object", "description": "Object", "properties": listed, **more}


@pytest.mark.parametrize(
    ("thing", "text"),
    [
        (STRING, "a\nb"),
        ({"type": "undefined"}, "undefined"),
        ({"type": "object", "subtype": "null", "value": None}, "null"),
        ({"type": "number", "unserializableValue": "NaN", "description": "NaN"}, "NaN"),
        ({"type": "boolean", "value": True}, "true"),
        ({"type": "number", "value": 1.5, "description": "1.5"}, "1.5"),
        ({"type": "bigint", "unserializableValue": "12n"}, "12n"),
        ({"type": "symbol", "description": "Symbol(q)"}, "Symbol(q)"),
        ({"type": "function", "description": "()=>1"}, "()=>1"),
        ({"type": "object", "subtype": "node", "description": "p#a"}, "<p#a>"),
        ({"type": "object", "description": "Object"}, "Object"),  # from before we came
        (
            {
                "type": "object",
                "preview": preview(
                    ("x", "number", "1"), ("trap", "accessor", ""), ("s", "string", "w")
                ),
            },
            '{x: 1, trap: (…), s: "w"}',
        ),
        (
            {
                "type": "object",
                "preview": preview(("0", "number", "1"), subtype="array", overflow=True),
            },
            "[1, …]",
        ),
        (
            {
                "type": "object",
                "preview": {
                    "type": "object",
                    "subtype": "map",
                    "description": "Map(1)",
                    "properties": [],
                    "entries": [
                        {
                            "key": {"type": "string", "description": "k", "properties": []},
                            "value": preview(("x", "number", "1")),
                        }
                    ],
                },
            },
            'Map(1) {"k" => {x: 1}}',
        ),
    ],
)
def test_a_value_is_written_from_its_preview(thing: dict[str, Any], text: str) -> None:
    assert told(thing) == text


def test_a_message_has_a_level_a_place_and_one_line_in_a_list() -> None:
    entry = called(
        {"type": "assert", "args": [STRING], "stackTrace": TRACE, "timestamp": 1796064561436.4}
    )
    assert entry is not None
    entry.number, entry.count, entry.depth = 3, 2, 1
    assert entry.line() == f"#3   error: assertion failed: a b (run {URL}:10:5) x2"
    assert entry.whole() == (
        f"#3 error, console, 2 times\nassertion failed: a\nb\n  at run {URL}:10:5"
    )
    assert entry.places == (URL,)


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("whole", "whole"),
        ("a few words and then loooo…ong", "a few words and then …"),
        ("x…y", "…"),
    ],
)
def test_of_a_text_that_chrome_cut_no_halves_are_told(value: str, said: str) -> None:
    thing = {"type": "object", "preview": preview(("x", "string", value))}
    assert told(thing) == f'{{x: "{said}"}}'


@pytest.mark.parametrize("kind", ["endGroup", "clear", "profileEnd"])
def test_what_says_nothing_is_no_message(kind: str) -> None:
    assert called({"type": kind, "args": [STRING]}) is None


def test_an_exception_names_the_scripts_in_its_trace() -> None:
    other = "http://bank.test/own.js"
    error = {
        "type": "object",
        "subtype": "error",
        "description": f"TypeError: late\n    at run ({other}:1:2)\n    at {URL}:3:4",
    }
    entry = thrown(
        {"exceptionDetails": {"text": "Uncaught", "exception": error, "stackTrace": TRACE}}
    )
    assert (entry.level, entry.source) == ("error", "exception")
    assert entry.places == (URL, other)
    assert entry.line().startswith("#0 error: exception: Uncaught TypeError: late (run ")
    bare = thrown({"exceptionDetails": {"text": "Uncaught", "url": URL, "lineNumber": 4}})
    assert (bare.stack, bare.places) == ((f"{URL}:5:1",), (URL,))


def test_a_report_of_chromes_names_every_address_in_it() -> None:
    entry = reported(
        {
            "entry": {
                "source": "security",
                "level": "error",
                "text": "Refused to load 'https://bank.test/x.js'.",
                "url": URL,
                "lineNumber": 0,
                "networkRequestId": "7.1",
            }
        }
    )
    assert entry.places == (URL, "https://bank.test/x.js")
    assert (entry.level, entry.stack, entry.request) == ("error", (f"{URL}:1",), "7.1")
    assert reported({"entry": {"level": "verbose"}}).level == "debug"


def test_a_report_of_chromes_leaves_keys_in_addresses_out() -> None:
    url = f"{URL}?token=x"
    entry = {"entry": {"text": f"Failed: {url}", "url": url, "level": "error"}}
    hidden = f"{URL}?token=[redacted]"
    assert reported(entry).line() == f"#0 error: other: Failed: {hidden} ({hidden})"
    assert reported(entry, redact=False).text == f"Failed: {url}"


def test_a_stack_that_goes_on_for_ever_ends() -> None:
    trace: dict[str, Any] = dict(TRACE)
    trace["parent"] = trace
    lines, places = stacked(trace)
    assert len(lines) < 30
    assert places == (URL,)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("at f (http://a.test/x.js:1:22)", ["http://a.test/x.js"]),
        ("'https://a.test/p?q=1', \"wss://b.test/\".", ["https://a.test/p?q=1", "wss://b.test/"]),
        ("blob:http://a.test/id", ["blob:http://a.test/id"]),
        ("no address: here", []),
    ],
)
def test_addresses_in_a_sentence_are_found(text: str, found: list[str]) -> None:
    assert list(addresses(text)) == found

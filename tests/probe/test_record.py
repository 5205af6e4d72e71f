"""What a record holds, and what it never does."""

import json

import pytest

from bridge.probe.question import Row
from bridge.probe.record import OUT, made, redacted

SERIAL = "R58N30ABCDE"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (f"device {SERIAL} said", f"device {OUT} said"),
        ("at https://shop.example/private?q=1 now", f"at {OUT} now"),
        ("content://com.example/1", OUT),
        ("ada.lovelace@mail.example", OUT),
        ("over 192.168.1.7:5555", f"over {OUT}"),
        ("Chrome/156.0.8078.114", "Chrome/156.0.8078.114"),
        ("/devtools/browser", "/devtools/browser"),
        ("Physical size: 1082x2402\n", "Physical size: 1082x2402\n"),
    ],
)
def test_what_names_somebody_is_taken_out_of_texts(text: str, kept: str) -> None:
    assert redacted(text, [SERIAL]) == kept
    assert redacted({"a": [text, 1, None, True]}, [SERIAL]) == {"a": [kept, 1, None, True]}


def test_a_record_is_json_without_the_serial_anywhere() -> None:
    row = Row("q", "QUIRKS 1", "it is so", f"on {SERIAL}", "holds", {"words": f"{SERIAL} is"})
    shell = {"id": {"out": f"uid {SERIAL}", "err": "", "code": 0}}
    version = {"Browser": "Chrome/1", "webSocketDebuggerUrl": "ws://127.0.0.1:1/x"}
    record = made(None, version, {"server": 41}, [row], shell=shell, secrets=[SERIAL])
    text = json.dumps(record)
    assert SERIAL not in text
    assert "ws://" not in text
    assert record["chrome"] == {"browser": "Chrome/1", "package": None, "protocol": None}
    assert record["phone"] == {}
    assert (record["kind"], record["form"]) == ("tapbridge-probe", 1)

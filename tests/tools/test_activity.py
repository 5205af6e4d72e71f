"""What people who watch are told of calls."""

import logging

import pytest

from bridge.page.aimed import aim, aiming
from bridge.tools.activity import LATELY_SECONDS, MOST_KEPT, Activity, Deed


def test_a_call_is_told_from_its_phone_to_its_end() -> None:
    activity = Activity()
    told: list[dict[str, object]] = []
    off = activity.hear(lambda deed: told.append(deed.as_json(str)))
    deed = activity.begin("an agent", "page_tap")
    assert told == []  # whose phone it is, is not known yet
    deed.on("s1")
    with aiming(deed.aimed):
        aim('button "Go"', (1, 2))
    deed.end("OK", 12)
    assert [each["state"] for each in told] == ["running", "running", "done"]
    assert [each["target"] for each in told] == [None, 'button "Go"', 'button "Go"']
    assert (told[-1]["code"], told[-1]["ms"]) == ("OK", 12)
    off()
    activity.begin("an agent", "page_tap").end("TIMEOUT", 1)
    assert len(told) == 3


def test_secrets_in_what_a_page_calls_its_elements_are_sealed() -> None:
    deed = Activity().begin("an agent", "page_tap")
    with aiming(deed.aimed):
        aim('link "hunter2"', None)
    assert deed.as_json(lambda text: text.replace("hunter2", "*"))["target"] == 'link "*"'


def test_who_comes_later_hears_the_last_calls_of_the_phone() -> None:
    activity = Activity()
    for n in range(MOST_KEPT + 5):
        deed = activity.begin("a", "page_tap")
        deed.on("s1" if n % 2 else "s2")
        deed.end("OK", n)
    activity.begin("a", "doctor").end("NO_DEVICE", 999)
    kept = activity.kept("s1")
    assert len(kept) == MOST_KEPT // 2
    assert {each.serial for each in kept} == {"s1", ""}
    assert kept[-1].as_json(str)["state"] == "failed"


def test_who_watches_and_has_a_defect_hurts_no_call(caplog: pytest.LogCaptureFixture) -> None:
    activity = Activity()
    heard: list[Deed] = []

    def crash(_: Deed) -> None:
        raise RuntimeError

    activity.hear(crash)
    activity.hear(heard.append)
    with caplog.at_level(logging.CRITICAL):
        activity.begin("a", "page_tap").end("OK", 1)
    assert len(heard) == 1


def test_a_phone_is_busy_while_a_call_runs_and_for_a_moment_after() -> None:
    activity = Activity()
    assert not activity.busy("s1")
    deed = activity.begin("a", "page_tap")
    deed.on("s1")
    assert activity.busy("s1")
    assert not activity.busy("s2")
    deed.end("OK", 1)
    assert activity.busy("s1")
    deed.ended -= LATELY_SECONDS
    assert not activity.busy("s1")

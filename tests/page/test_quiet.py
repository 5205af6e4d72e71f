"""When a network counts as quiet, by the events alone."""

from dataclasses import dataclass
from types import SimpleNamespace
from typing import cast

from bridge.cdp.session import Session
from bridge.page.quiet import Quiet
from bridge.page.tab import Tab


@dataclass(frozen=True)
class Named:
    """What is asked of a session."""

    target_id: str


class Told:
    """A network whose clock and events a test sets."""

    def __init__(self) -> None:
        self.now = 0.0
        self.top, self.apart = (cast("Session", Named(name)) for name in ("PAGE", "APART"))
        tab = cast("Tab", SimpleNamespace(session=self.top, top_frame="TOP"))
        self.quiet = Quiet(tab, lambda: self.now)

    def lived(self, name: str, frame: str = "TOP", at: Session | None = None) -> None:
        self.quiet.hear(at or self.top, "lifecycleEvent", {"name": name, "frameId": frame})

    def began(self, request: str, kind: str = "Fetch", at: Session | None = None) -> None:
        event = {"requestId": request, "type": kind}
        self.quiet.hear(at or self.top, "requestWillBeSent", event)

    def ended(self, request: str, at: Session | None = None, how: str = "Finished") -> None:
        self.quiet.hear(at or self.top, f"loading{how}", {"requestId": request})


def loaded() -> Told:
    told = Told()
    told.lived("networkIdle")
    return told


def test_it_is_quiet_half_a_second_after_the_last_event() -> None:
    told = loaded()
    assert told.quiet.rest == 0.5
    told.now = 0.4
    told.began("1")
    told.ended("1")
    assert told.quiet.rest == 0.5
    told.now = 1
    assert told.quiet.rest == 0


def test_an_open_request_is_waited_for_and_named_by_its_age() -> None:
    told = loaded()
    told.began("1")
    told.began("2")
    told.ended("2")
    told.now = 3
    assert told.quiet.rest is None
    assert told.quiet.why == "1 requests are open, one for 3.0 s"
    told.ended("1", how="Failed")
    assert told.quiet.rest == 0.5
    assert told.quiet.seen == 2


def test_a_redirect_is_one_request() -> None:
    told = loaded()
    told.began("1")
    told.began("1")
    told.ended("1")
    assert told.quiet.rest == 0.5


def test_lines_that_are_held_open_are_not_waited_for() -> None:
    told = loaded()
    for kind in ("WebSocket", "EventSource", "Ping", "Media"):
        told.began(kind, kind)
    assert told.quiet.rest == 0.5


def test_the_load_of_the_document_is_waited_for() -> None:
    told = Told()
    told.lived("networkIdle", "a frame")
    assert (told.quiet.rest, told.quiet.why) == (None, "the page is still loading")
    told.lived("networkAlmostIdle")
    assert told.quiet.rest == 2.0  # a request or two hold on
    told.lived("networkIdle")
    assert told.quiet.rest == 0.5


def test_another_document_begins_anew() -> None:
    told = loaded()
    told.began("of the one before")
    told.lived("init")
    assert told.quiet.why == "the page is still loading"
    told.lived("networkIdle")
    assert told.quiet.rest == 0.5


def test_what_ended_without_having_begun_here_counts_as_an_event() -> None:
    told = loaded()
    told.now = 0.4
    told.ended("begun before")
    assert told.quiet.rest == 0.5


def test_a_frame_apart_is_waited_for_too() -> None:
    told = loaded()
    told.began("1", at=told.apart)
    told.ended("1")  # another process has a request of that name
    assert told.quiet.rest is None
    told.ended("1", at=told.apart)
    assert told.quiet.rest == 0.5


def test_a_frame_apart_that_loads_is_waited_for_until_it_is_gone() -> None:
    told = loaded()
    told.lived("commit", "APART", told.apart)
    told.began("1", at=told.apart)
    told.ended("1", at=told.apart)
    assert told.quiet.why == "the page is still loading"
    told.lived("networkAlmostIdle", "APART", told.apart)
    assert told.quiet.rest == 2.0
    told.lived("networkIdle", "a frame in it", told.apart)
    assert told.quiet.rest == 2.0
    told.began("2", at=told.apart)
    told.quiet.hear(told.apart, "gone", {})
    assert told.quiet.rest == 0.5

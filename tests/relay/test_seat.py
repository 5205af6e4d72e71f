"""A session's own memory: what waits, and which requests it was told of."""

from functools import partial

from bridge.relay.seat import MOST_EARLY, MOST_REQUESTS, Seat, request_of


def test_what_waits_passes_in_order() -> None:
    seat, passed = Seat("S", "T", "page"), list[int]()
    for number in range(3):
        seat.waiting.append(partial(passed.append, number))
    seat.begin()
    assert passed == [0, 1, 2]
    assert seat.ready


def test_requests_are_known_once_they_were_told_and_forgotten_when_they_lead_away() -> None:
    seat = Seat("S", "T", "page")
    seat.keep("1", "early")
    assert not seat.knows("1")
    assert seat.learn("1") == ["early"]
    assert seat.learn("1") == []
    assert seat.knows("1")
    seat.unlearn("1")
    assert not seat.knows("1")


def test_headers_are_told_hop_by_hop() -> None:
    seat = Seat("S", "T", "page")
    seat.sent("1", free=True)
    seat.sent("1", free=False)
    assert seat.returned("1")
    assert not seat.returned("1")
    assert not seat.returned("1")
    assert not seat.returned("2")


def test_its_memory_is_bounded() -> None:
    seat = Seat("S", "T", "page")
    for number in range(MOST_REQUESTS + 1):
        seat.learn(str(number))
    for number in range(MOST_EARLY + 1):
        seat.keep(f"early-{number}", "text")
    assert not seat.knows("0")
    assert seat.knows("1")
    assert seat.learn("early-0") == []
    assert seat.learn("early-1") == ["text"]


def test_the_request_of_an_event_stands_at_its_head() -> None:
    assert request_of('{"method":"Network.a","params":{"requestId":"12.3","a":1}}') == "12.3"
    assert request_of('{"method":"Network.a","params":{"a":1}}') is None
    far = "x" * 1000
    assert request_of(f'{{"params":{{"text":"{far}","requestId":"1"}}}}') is None


def test_it_is_within_what_it_came_by() -> None:
    page = Seat("S", "T", "page", Seat("R", "", "browser"))
    frame = Seat("F", "F", "iframe", page)
    assert frame.is_within(frame)
    assert frame.is_within(page)
    assert not page.is_within(frame)
    assert not frame.is_within(Seat("S", "T", "page"))

"""Requests from their events. A request that touches a blocked address is not kept."""

from typing import Any

import pytest

from bridge.page.network import Request, Requests, named

SHOP, BANK = "http://shop.test/", "http://bank.test/in"


def requests() -> Requests:
    return Requests(lambda places: not any("bank" in each for each in places))


def asks(heard: Requests, name: str = "1", url: str = SHOP, **more: Any) -> None:
    request = {"url": url, "method": "GET", "headers": more.pop("headers", {})}
    around = more.pop("around", (SHOP,))
    event = {"requestId": name, "request": request, "type": "Fetch", "timestamp": 1.0, **more}
    heard.hear("requestWillBeSent", event, "", around)


def hears(heard: Requests, method: str, name: str = "1", **event: Any) -> None:
    heard.hear(method, {"requestId": name, **event}, "", (SHOP,))


def kept(heard: Requests) -> list[Request]:
    return heard.ring.free(lambda _: True)


def test_a_request_is_followed_to_its_end() -> None:
    heard = requests()
    asks(heard, headers={"Accept": "*/*", "cookie": "provisional"})
    hears(heard, "requestWillBeSentExtraInfo", headers={"Cookie": "real"})
    hears(heard, "responseReceivedExtraInfo", headers={"Set-Cookie": "x"})
    response = {
        "url": SHOP,
        "status": 200,
        "statusText": "OK",
        "headers": {"A": "b"},
        "mimeType": "text/html",
        "protocol": "h2",
        "timing": {"dnsStart": -1, "dnsEnd": -1, "sendStart": 1, "sendEnd": 2}
        | {"receiveHeadersEnd": 30.4},
    }
    hears(heard, "responseReceived", response=response)
    hears(heard, "loadingFinished", timestamp=1.25, encodedDataLength=300)
    (request,) = kept(heard)
    assert request.line(redact=True) == f"#1 GET 200 fetch 250 ms 300 B {SHOP}"
    assert request.timing == {"send": 1, "wait": 28}
    assert request.last.sent == {"Accept": "*/*", "Cookie": "real"}
    assert request.last.got == {"Set-Cookie": "x", "A": "b"}
    assert "Cookie: real" in request.whole(redact=False)
    assert "real" not in request.whole(redact=True)
    assert request.facts(redact=True)["bytes"] == 300
    (step,) = request.steps(redact=True)
    assert step["sent"] == {"Accept": "*/*", "Cookie": "[redacted]"}
    assert step["got"] == {"Set-Cookie": "[redacted]", "A": "b"}
    assert request.steps(redact=False)[0]["sent"]["Cookie"] == "real"


def test_the_page_that_chrome_shows_of_a_failure_is_none_of_the_site_s() -> None:
    """Its end is told with the name of the request that failed: so does Chromium 156."""
    heard = requests()
    asks(heard, type="Document")
    hears(heard, "loadingFailed", timestamp=1.25, errorText="net::ERR_CONNECTION_REFUSED")
    hears(heard, "loadingFinished", timestamp=9.0, encodedDataLength=250_565)
    (request,) = kept(heard)
    told = f"#1 GET net::ERR_CONNECTION_REFUSED document 250 ms {SHOP}"
    assert request.line(redact=True) == told


def test_headers_that_come_before_their_request_are_kept_for_it() -> None:
    heard = requests()
    hears(heard, "requestWillBeSentExtraInfo", headers={"A": "b"})
    asks(heard)
    assert kept(heard)[0].last.sent == {"A": "b"}


def test_redirects_are_steps_of_one_request() -> None:
    heard = requests()
    asks(heard)
    asks(heard, url=SHOP + "b", redirectResponse={"status": 302, "headers": {"Location": "/b"}})
    (request,) = kept(heard)
    assert [(hop.url, hop.status) for hop in request.hops] == [(SHOP, 302), (SHOP + "b", 0)]
    assert request.state == "pending"


def test_a_failure_says_why() -> None:
    heard = requests()
    asks(heard)
    hears(heard, "loadingFailed", timestamp=2.0, errorText="net::ERR_X", blockedReason="csp")
    assert kept(heard)[0].state == "net::ERR_X csp"


def test_a_websocket_and_what_a_cache_served_are_told() -> None:
    heard = requests()
    hears(heard, "webSocketCreated", "w", url="ws://shop.test/")
    hears(heard, "webSocketHandshakeResponseReceived", "w", response={"status": 101})
    asks(heard)
    hears(heard, "requestServedFromCache")
    asks(heard, "data", url="data:,x")
    socket, cached = kept(heard)
    assert (socket.kind, socket.last.status, cached.cached) == ("websocket", 101, True)


@pytest.mark.parametrize(
    "more",
    [
        {"url": BANK},
        {"documentURL": BANK},
        {"initiator": {"url": BANK}},
        {"initiator": {"stack": {"callFrames": [{"url": BANK}]}}},
        {"headers": {"Referer": BANK}},
        {"around": (SHOP, BANK)},
        {"around": None},
    ],
)
def test_a_request_that_has_to_do_with_a_blocked_address_is_not_kept(more: dict[str, Any]) -> None:
    heard = requests()
    asks(heard, **more)
    hears(heard, "responseReceived", response={"status": 200, "headers": {}})
    hears(heard, "requestWillBeSentExtraInfo", headers={"Cookie": "x"})
    assert kept(heard) == []
    assert not heard.keeps("", "1")


@pytest.mark.parametrize(
    ("method", "event"),
    [
        ("responseReceived", {"response": {"url": BANK}}),
        ("responseReceived", {"response": {"headers": {"Location": BANK}}}),
        ("responseReceivedExtraInfo", {"headers": {"location": "//bank.test/in"}}),
        ("requestWillBeSentExtraInfo", {"headers": {"Origin": BANK}}),
    ],
)
def test_a_request_that_turns_out_to_lead_to_a_blocked_address_goes(
    method: str, event: dict[str, Any]
) -> None:
    heard = requests()
    asks(heard)
    asks(heard, "2")
    hears(heard, method, **event)
    assert [each.id for each in kept(heard)] == ["2"]


def test_a_redirect_to_a_blocked_address_takes_the_steps_before_with_it() -> None:
    heard = requests()
    asks(heard)
    asks(heard, url=BANK, redirectResponse={"status": 302})
    asks(heard, url=SHOP + "back", redirectResponse={"status": 302})
    assert kept(heard) == []


def test_what_is_under_way_does_not_grow_without_bound() -> None:
    heard = requests()
    for number in range(3_000):
        asks(heard, str(number))
        hears(heard, "responseReceivedExtraInfo", f"never-{number}", headers={"A": "b"})
    assert len(kept(heard)) == 500
    assert heard.keeps("", "2999")
    assert not heard.keeps("", "1")


def test_the_addresses_in_headers_are_whole_ones() -> None:
    headers = {"Location": "/b", "Refresh": "3; url=http://bank.test/", "Origin": "null", "X": "/c"}
    assert list(named(SHOP, headers)) == ["http://shop.test/b", "http://bank.test/"]

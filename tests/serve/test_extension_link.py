"""What phones an extension has, what it is told of them, and what frames do no harm."""

import asyncio
from contextlib import nullcontext
from typing import Any

import pytest

from bridge.app import Bridge, open_bridge
from bridge.serve.web import House, serve_web
from bridge.settings import Settings
from bridge.tools.lease import Party
from tests.serve.extensions import LIMIT, Guest, Line, Peer, linked, opened


async def test_it_is_told_of_the_phones_by_itself(link: Line, phone: Any) -> None:
    told = await link.hears("androidInfo", id="")
    (device,) = told["result"]["data"]["devices"]
    assert device["serial"] == phone.serial
    assert device["ready"] is True


async def test_it_opens_a_phone_and_navigates(link: Line, phone: Any) -> None:
    told = await link.ask("phoneOpen", serial=phone.serial)
    assert told["data"]["device"]["serial"] == phone.serial
    assert told["data"]["browserVersion"].startswith("Chrome/")
    target = told["data"]["targets"][0]["targetId"]
    told = await link.cdp(
        phone.serial, "Target.attachToTarget", {"targetId": target, "flatten": True}
    )
    session = told["data"]["sessionId"]
    await link.cdp(phone.serial, "Page.enable", sessionId=session)
    told = await link.cdp(
        phone.serial, "Page.navigate", {"url": phone.page("form")}, sessionId=session
    )
    assert told["ok"], told
    event = await link.hears("cdpEvent", method="Page.loadEventFired")
    assert (event["serial"], event["sessionId"]) == (phone.serial, session)


async def test_a_phone_that_it_has_is_opened_from_its_session(link: Line, phone: Any) -> None:
    for number in ("a", "b"):
        await link.say("phoneOpen", id=number, serial=phone.serial)
    one, two = [await link.hears("phoneOpened", id=number) for number in ("a", "b")]
    assert one["result"]["ok"]
    assert one["result"] == two["result"]


async def test_a_second_owner_is_told_so_and_the_first_goes_on(
    lane: House, link: Line, phone: Any
) -> None:
    session = await opened(link, phone)
    other = Peer(code=lane.codes.fresh())
    async with linked(lane.address, other) as second:
        assert (await second.ask("phoneOpen", serial=phone.serial))["error"]["code"] == "NOT_OWNER"
        told = await second.cdp(phone.serial, "Browser.getVersion")
        assert told["error"]["code"] == "NOT_OWNER"
        await second.say("phoneClose", serial=phone.serial)  # is not its to close
        told = await link.cdp(
            phone.serial, "Runtime.evaluate", {"expression": "1+1"}, sessionId=session
        )
        assert told["data"]["result"]["value"] == 2
        await second.ask("phoneOpen", serial="no such phone")
        assert not [each for each in second.heard if each["t"] == "cdpEvent"]


async def test_a_phone_that_it_leaves_is_free(lane: House, link: Line, phone: Any) -> None:
    await opened(link, phone)
    await link.say("phoneClose", serial=phone.serial)
    async with linked(lane.address, Peer(code=lane.codes.fresh())) as second:
        async with asyncio.timeout(LIMIT):
            while not (await second.ask("phoneOpen", serial=phone.serial))["ok"]:
                pass
    assert not [each for each in link.heard if each["t"] == "phoneClosed"]


async def test_a_phone_that_it_left_just_now_is_opened_anew(link: Line, phone: Any) -> None:
    await opened(link, phone)
    await link.say("phoneClose", serial=phone.serial)
    told = await link.ask("phoneOpen", serial=phone.serial)  # the old session is still ending
    assert told["ok"], told
    target = {"targetId": told["data"]["targets"][0]["targetId"], "flatten": True}
    attached = await link.cdp(phone.serial, "Target.attachToTarget", target)
    code = {"expression": "1+1"}
    session = attached["data"]["sessionId"]
    told = await link.cdp(phone.serial, "Runtime.evaluate", code, sessionId=session)
    assert told["data"]["result"]["value"] == 2


async def test_what_is_asked_at_once_is_bounded(link: Line, phone: Any) -> None:
    for number in range(200):
        await link.say("phoneLaunch", id=str(number), serial=phone.serial)
    answers: dict[str, Any] = {}
    while len(answers) < 200:
        if (told := await link.hear()).get("id"):
            answers[told["id"]] = told["result"]
    codes = [each["error"]["code"] for each in answers.values() if not each["ok"]]
    assert set(codes) == {"PHONE_GONE"}
    assert 100 < len(codes) < 200
    assert (await link.ask("phoneOpen", serial=phone.serial))["ok"]


async def test_what_chrome_refuses_comes_in_its_words(link: Line, phone: Any) -> None:
    session = await opened(link, phone)
    told = await link.cdp(phone.serial, "Runtime.evaluate", sessionId=session)
    assert told["error"]["code"] == "CDP_ERROR"
    told = await link.cdp(phone.serial, "Runtime.nothing", sessionId=session)
    assert told["error"]["code"] == "CDP_ERROR"


async def test_a_command_to_a_phone_that_is_not_open_is_phone_gone(link: Line) -> None:
    assert (await link.cdp("nobody", "Browser.getVersion"))["error"]["code"] == "PHONE_GONE"
    assert (await link.ask("phoneOpen", serial="nobody"))["error"]["code"] == "NO_DEVICE"


async def test_the_callers_limit_is_kept(link: Line, phone: Any) -> None:
    session = await opened(link, phone)
    forever = {"expression": "new Promise(() => {})", "awaitPromise": True}
    told = await link.cdp(
        phone.serial, "Runtime.evaluate", forever, sessionId=session, timeoutMs=50
    )
    assert told["error"]["code"] == "TIMEOUT"
    assert "Runtime.evaluate" in told["error"]["message"]
    assert "0.05 s" in told["error"]["message"]


async def test_the_guard_stands_before_a_blocked_site(link: Line, phone: Any) -> None:
    session = await opened(link, phone)
    told = await link.cdp(
        phone.serial, "Page.navigate", {"url": "http://bank.test/"}, sessionId=session
    )
    assert told["error"]["code"] == "SITE_BLOCKED"


async def test_an_older_peer_gets_no_phone_and_is_told_so(lane: House, phone: Any) -> None:
    peer = Peer(code=lane.codes.fresh(), protocol=22, least=22)
    async with linked(lane.address, peer) as on:
        for told in (
            await on.ask("phoneOpen", serial=phone.serial),
            await on.cdp(phone.serial, "Browser.getVersion"),
            await on.ask("phoneLaunch", serial=phone.serial),
        ):
            assert told["error"]["code"] == "UNSUPPORTED"
        assert not [each for each in on.heard if each.get("id") == ""]


async def test_chrome_that_runs_is_launched_at_no_cost(link: Line, phone: Any) -> None:
    told = await link.ask("phoneLaunch", serial=phone.serial)
    assert told["data"]["devices"][0]["serial"] == phone.serial


@pytest.mark.parametrize(
    "fields",
    [
        {"method": "not a method"},
        {"method": "Page.enable", "params": []},
        {"method": "Page.enable", "timeoutMs": -1},
        {"method": "Page.enable", "sessionId": "x" * 100},
        {},
    ],
    ids=str,
)
async def test_a_malformed_frame_is_answered_and_harms_nothing(
    link: Line, phone: Any, fields: dict[str, Any]
) -> None:
    session = await opened(link, phone)
    told = await link.ask("cdp", serial=phone.serial, **fields)
    assert told["error"]["code"] == "BAD_ARGUMENTS"
    told = await link.cdp(phone.serial, "Page.enable", sessionId=session)
    assert told["ok"]


@pytest.mark.parametrize(
    "thrown",
    [("{", 1007), ('{"t":"what"}', 1008), ("y" * 2**21, 1009)],
    ids=["json", "kind", "size"],
)
async def test_what_is_no_frame_ends_the_link_and_frees_the_phone(
    lane: House, link: Line, peer: Peer, phone: Any, thrown: tuple[str, int]
) -> None:
    await opened(link, phone)
    said, code = thrown
    await link.ws.send(said)
    assert (await link.closed())[0] == code
    async with linked(lane.address, peer) as again:
        assert (await again.ask("phoneOpen", serial=phone.serial))["ok"]


async def test_who_does_not_answer_a_ping_is_sent_away(
    lane: House, peer: Peer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bridge.serve.extension_link.PING_SECONDS", 0.02)
    monkeypatch.setattr("bridge.serve.extension_link.SILENT_SECONDS", 0.2)
    async with linked(lane.address, peer) as on:
        await on.hears("ping")
        assert await on.closed() == (1001, "the extension did not answer")


async def test_nothing_that_is_said_is_logged(
    link: Line, phone: Any, caplog: pytest.LogCaptureFixture
) -> None:
    session = await opened(link, phone)
    with caplog.at_level("DEBUG", "bridge"):
        code = {"expression": "'hush' + 'hush'"}
        told = await link.cdp(phone.serial, "Runtime.evaluate", code, sessionId=session)
    assert told["data"]["result"]["value"] == "hushhush"
    lines = [each.getMessage() for each in caplog.records]
    assert any("Runtime.evaluate ok" in each for each in lines)
    assert not any("hush" in each for each in lines)


def unready(frame: dict[str, Any]) -> bool:
    """Whether a frame says of the phone that it cannot be used."""
    if frame["t"] != "androidInfo":
        return False
    return [each["ready"] for each in frame["result"]["data"]["devices"]] == [False]


async def test_it_is_told_why_a_phone_goes_and_what_was_on_its_way_is_gone(start: Any) -> None:
    with start() as own:
        settings = Settings.model_validate({"adb": {"port": own.adb_port}})
        async with (
            open_bridge(settings) as bridge,
            serve_web(bridge, (0,), lambda *_: nullcontext(Guest())) as web,
            linked(web.address, Peer(code=web.codes.fresh())) as on,
        ):
            session = await opened(on, own)
            forever = {"expression": "new Promise(() => {})", "awaitPromise": True}
            asked = {"serial": own.serial, "method": "Runtime.evaluate", "params": forever}
            await on.say("cdp", id="forever", sessionId=session, **asked)
            own.ask("/chrome", {"state": "closed"})
            gone = await on.hears("cdpResult", id="forever")
            assert gone["result"]["error"]["code"] == "PHONE_GONE"
            assert (await on.hears("phoneClosed"))["reason"] == "chrome-exited"
            told = await on.ask("phoneOpen", serial=own.serial)
            assert told["error"]["code"] == "CHROME_NOT_RUNNING"
            assert (await on.ask("phoneLaunch", serial=own.serial))["ok"]
            await opened(on, own)
            own.ask("/quirk", {"name": "unauthorized", "on": True})
            assert (await on.hears("phoneClosed"))["reason"] == "unplugged"
            while not any(map(unready, on.heard)):  # it may have come first
                await on.hear()


async def test_a_person_who_takes_the_phone_ends_it(
    paired_bridge: Bridge, link: Line, phone: Any
) -> None:
    await opened(link, phone)
    person = Party("a person", "cli")
    async with paired_bridge.door.owners.call(phone.serial, person, acts=True, take=True):
        assert (await link.hears("phoneClosed"))["reason"] == "taken"
    assert (await link.cdp(phone.serial, "Target.getTargets"))["error"]["code"] == "PHONE_GONE"


async def test_a_pause_holds_it_and_it_goes_on_afterwards(
    paired_bridge: Bridge, link: Line, phone: Any
) -> None:
    session = await opened(link, phone)
    code = {"expression": "1+1"}
    await paired_bridge.door.owners.pause(None)
    told = await link.cdp(phone.serial, "Runtime.evaluate", code, sessionId=session)
    assert told["error"]["code"] == "PAUSED_BY_PERSON"
    paired_bridge.door.owners.resume(None)
    told = await link.cdp(phone.serial, "Runtime.evaluate", code, sessionId=session)
    assert told["data"]["result"]["value"] == 2

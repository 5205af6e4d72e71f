"""What a sentry sends for what Chrome tells: scripted, no Chromium."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from bridge.cdp.connection import Connection, Session, open_connection
from bridge.page.sentry import MOST_STEPS, Sentry
from bridge.settings import LimitSettings
from tests.cdp._scripted import PAGE, Scripted, scripted, session_of

SHOP, BANK = "http://shop.test/", "http://bank.test/"
FRAME = "F" * 32


@dataclass
class Orders:
    """A gate in name only."""

    link: Connection
    patterns: tuple[str, ...] = ("*bank*",)
    person: bool = False
    told: list[tuple[str, ...]] = field(default_factory=list)

    @property
    def works(self) -> bool:
        return bool(self.patterns)

    def blocks(self, url: str) -> bool:
        return "//bank" in url or url in {"", ":"}

    def is_persons(self) -> bool:
        return self.person

    def came(self, page: str, url: str, meant: str) -> None:
        self.told.append(("came", url, meant))

    def child(self, event: dict[str, Any], parent: Session) -> Session:
        return self.link.session(event["sessionId"], FRAME, parent=parent)


@dataclass
class Charge:
    url: str = SHOP
    told: list[tuple[str, Any]] = field(default_factory=list)
    frames: list[str | None] = field(default_factory=list)

    def framed(self, session: Session) -> None:
        self.frames.append(session.id)

    def stopped(self, *, top: bool) -> None:
        self.told.append(("stopped", top))

    def empty(self) -> None:
        self.told.append(("empty", True))

    def passed(self, url: str) -> None:
        self.told.append(("passed", url))

    def came(self, url: str) -> None:
        self.url = url


@dataclass
class Post:
    """A sentry at a scripted page."""

    server: Scripted
    orders: Orders
    charge: Charge
    sentry: Sentry

    async def tell(self, method: str, session: str = session_of(PAGE), **params: Any) -> None:
        await self.server.event(method, params, session)

    async def paused(self, url: str, frame: str = PAGE, session: str = session_of(PAGE)) -> None:
        await self.tell(
            "Fetch.requestPaused",
            session,
            requestId="r1",
            request={"url": url},
            frameId=frame,
            resourceType="Document",
        )

    async def navigated(self, url: str, **more: Any) -> None:
        frame = {"id": PAGE, "url": url, **more}
        await self.tell("Page.frameNavigated", frame=frame, type="Navigation")

    async def settle(self) -> list[str]:
        """Wait until all that was told was heard; what was sent since, without this."""
        await self.sentry.session.call("Runtime.evaluate", {})
        return [m for m in self.server.methods() if m != "Runtime.evaluate"]


@pytest.fixture
async def post() -> AsyncIterator[Post]:
    async with scripted() as server, open_connection(server.port, LimitSettings()) as link:
        session = link.session(session_of(PAGE), PAGE)
        orders, charge = Orders(link), Charge()
        yield Post(server, orders, charge, Sentry(session, orders, charge, top=True))


async def test_it_arms_a_page_for_documents_and_its_frames_before_they_run(post: Post) -> None:
    post.sentry.arm()
    stop = await post.server.until("Fetch.enable")
    assert stop["params"]["patterns"] == [
        {"urlPattern": "*bank*", "resourceType": "Document", "requestStage": "Request"}
    ]
    hold = (await post.server.until("Target.setAutoAttach"))["params"]
    assert (hold["autoAttach"], hold["waitForDebuggerOnStart"]) == (True, True)
    post.orders.patterns = ()
    post.sentry.arm()
    await post.server.until("Fetch.disable")
    hold = (await post.server.until("Target.setAutoAttach", 2))["params"]
    assert hold["waitForDebuggerOnStart"] is False


@pytest.mark.parametrize(
    ("url", "person", "frame", "does"),
    [
        (SHOP + "?bank", False, PAGE, ("Fetch.continueRequest", [])),
        (BANK, False, PAGE, ("Fetch.failRequest", [("stopped", True), ("empty", True)])),
        (BANK, False, FRAME, ("Fetch.failRequest", [("stopped", False)])),
        (BANK, True, PAGE, ("Fetch.continueRequest", [("passed", BANK)])),
        (BANK, True, FRAME, ("Fetch.continueRequest", [])),
    ],
)
async def test_a_document_is_judged_exactly_and_at_once(
    post: Post, url: str, person: bool, frame: str, does: tuple[str, list[Any]]
) -> None:
    sends, tells = does
    post.orders.person = person
    await post.paused(url, frame)
    assert await post.settle() == [sends]
    command = await post.server.until(sends)
    assert command["params"]["requestId"] == "r1"
    assert command["params"].get("errorReason") in (None, "Aborted")
    assert post.charge.told == tells


async def test_a_frame_in_another_process_is_armed_before_it_runs_and_guarded_then(
    post: Post,
) -> None:
    post.sentry.arm()
    told = {"targetId": FRAME, "type": "iframe", "url": ""}
    await post.tell(
        "Target.attachedToTarget", sessionId="frame", targetInfo=told, waitingForDebugger=True
    )
    await post.server.until("Runtime.runIfWaitingForDebugger")
    ours = [c["method"] for c in post.server.commands if c.get("sessionId") == "frame"]
    assert ours == ["Fetch.enable", "Target.setAutoAttach", "Runtime.runIfWaitingForDebugger"]
    assert post.charge.frames == ["frame"]
    await post.paused(BANK, FRAME, "frame")
    assert (await post.server.until("Fetch.failRequest"))["sessionId"] == "frame"
    assert post.charge.told == [("stopped", False)]
    post.orders.patterns = ("*bank*", "*other*")
    post.sentry.arm()
    assert (await post.server.until("Fetch.enable", 4))["sessionId"] == "frame"
    await post.tell("Target.detachedFromTarget", sessionId="frame")
    await post.settle()
    post.sentry.arm()
    await post.settle()
    assert post.server.methods().count("Fetch.enable") == 5


async def test_what_is_no_frame_only_runs(post: Post) -> None:
    told = {"targetId": "W" * 32, "type": "worker", "url": ""}
    await post.tell(
        "Target.attachedToTarget", sessionId="work", targetInfo=told, waitingForDebugger=True
    )
    await post.server.until("Runtime.runIfWaitingForDebugger")
    assert await post.settle() == ["Runtime.runIfWaitingForDebugger"]


async def test_a_page_that_wants_a_new_tab_stays(post: Post) -> None:
    told = {"frameId": PAGE, "url": BANK, "disposition": "newTab"}
    await post.tell("Page.frameRequestedNavigation", **told)
    assert await post.settle() == []


@pytest.mark.parametrize("event", ["Page.frameRequestedNavigation", "Page.frameStartedNavigating"])
@pytest.mark.parametrize(
    ("told", "person", "stops"),
    [
        ({"frameId": PAGE, "url": BANK}, False, True),
        ({"frameId": FRAME, "url": BANK}, False, False),
        ({"frameId": PAGE, "url": SHOP}, False, False),
        ({"frameId": PAGE, "url": ""}, False, False),
        ({"frameId": PAGE, "url": ":"}, False, False),
        ({"frameId": PAGE, "url": BANK}, True, False),
    ],
)
async def test_a_load_that_may_never_pause_is_called_off_as_it_begins(
    post: Post, event: str, told: dict[str, Any], person: bool, stops: bool
) -> None:
    post.orders.person = person
    await post.tell(event, **told)
    assert await post.settle() == (["Page.stopLoading"] if stops else [])
    assert bool(post.charge.told) is stops


async def test_a_load_is_called_off_once_where_both_its_events_are_told(post: Post) -> None:
    await post.tell("Page.frameStartedNavigating", frameId=PAGE, url=SHOP)
    for event in ("Page.frameRequestedNavigation", "Page.frameStartedNavigating"):
        await post.tell(event, frameId=PAGE, url=BANK)
    assert await post.settle() == ["Page.stopLoading"]


async def test_a_page_is_empty_only_once_what_was_called_off_loads_no_more(post: Post) -> None:
    await post.tell("Page.frameStoppedLoading", frameId=PAGE)
    await post.tell("Page.frameStartedNavigating", frameId=PAGE, url=BANK)
    await post.tell("Page.frameStoppedLoading", frameId=FRAME)
    await post.settle()
    assert post.charge.told == [("stopped", True)]
    for _ in range(2):
        await post.tell("Page.frameStoppedLoading", frameId=PAGE)
    await post.settle()
    assert post.charge.told == [("stopped", True), ("empty", True)]


def history(at: int, *urls: str) -> dict[str, Any]:
    entries = [{"id": 10 + n, "url": url} for n, url in enumerate(urls)]
    return {"currentIndex": at, "entries": entries}


@pytest.mark.parametrize(
    ("past", "back_to"),
    [
        (history(1, SHOP, BANK), 10),
        (history(1, SHOP + "x", BANK, SHOP), 12),
        (history(1, SHOP + "x", BANK, SHOP + "y"), 10),
        (history(1, BANK, BANK, SHOP), 12),
        (history(1, BANK, BANK), None),
        (history(0, BANK), None),
    ],
)
async def test_a_page_that_came_all_the_same_is_stepped_back_from(
    post: Post, past: dict[str, Any], back_to: int | None
) -> None:
    post.server.replies["Page.getNavigationHistory"] = past
    post.sentry.begin()
    await post.navigated(BANK)
    await post.server.until("Page.getNavigationHistory")
    await post.settle()
    steps = [c for c in post.server.commands if c["method"] == "Page.navigateToHistoryEntry"]
    assert [c["params"]["entryId"] for c in steps] == ([] if back_to is None else [back_to])
    assert post.charge.told == [("stopped", True), ("empty", True)]


async def test_a_page_that_comes_again_and_again_is_left_to_the_wall(post: Post) -> None:
    post.server.replies["Page.getNavigationHistory"] = history(0, BANK)
    for _ in range(MOST_STEPS + 2):
        await post.navigated(BANK)
    assert (await post.settle()).count("Page.getNavigationHistory") == MOST_STEPS
    post.sentry.begin()
    await post.navigated(BANK)
    assert (await post.settle()).count("Page.getNavigationHistory") == MOST_STEPS + 1


@pytest.mark.parametrize("free", ["person", "open gate", "frame", "site"])
async def test_what_the_person_does_or_a_frame_shows_is_not_stepped_back_from(
    post: Post, free: str
) -> None:
    post.orders.person = free == "person"
    post.orders.patterns = () if free == "open gate" else ("*bank*",)
    await post.navigated(
        SHOP if free == "site" else BANK, **({"parentId": PAGE} if free == "frame" else {})
    )
    assert await post.settle() == []


async def test_where_a_page_is_is_told_with_what_an_error_page_stands_for(post: Post) -> None:
    await post.navigated(SHOP)
    await post.navigated("chrome-error://chromewebdata/", unreachableUrl=BANK)
    await post.settle()
    assert post.orders.told == [
        ("came", SHOP, ""),
        ("came", "chrome-error://chromewebdata/", BANK),
    ]

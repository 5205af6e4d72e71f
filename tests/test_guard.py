"""The guard with real files, real cancellations and no phone."""

import asyncio
import contextlib
import os
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Sequence
from pathlib import Path

import anyio
import pytest

from bridge.addresses import App
from bridge.errors import (
    CODES,
    BridgeError,
    LateFault,
    PhoneGone,
    ScreenFault,
    SetupFault,
    SiteBlocked,
    UnknownOutcome,
    fault,
)
from bridge.guard import Guard
from bridge.page.judge import SiteJudge
from bridge.sites import MOST_RULES
from bridge.sites_file import MOST_BYTES

SECONDS = 5.0
GOOD = "http://good.test/"
BAD = "http://bad.test/secret?x"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "sites.txt"
    path.write_text("# mine\nbad.test\n")
    return path


@pytest.fixture
def guard(path: Path) -> Guard:
    return Guard(path, SECONDS)


# the file


def test_the_guard_is_the_judge_that_the_page_room_asks(guard: Guard) -> None:
    judge: SiteJudge = guard
    judge.check(GOOD, "about:blank")
    assert judge.allows(GOOD)
    assert not judge.allows(BAD)


@pytest.mark.parametrize(
    ("package", "told"),
    [("com.bank.app", "this app is on"), ("", "cannot be judged"), ("com.notes", None)],
)
def test_an_app_in_front_is_judged_and_never_named(
    path: Path, guard: Guard, package: str, told: str | None
) -> None:
    path.write_text("app:com.bank.app\n")
    assert guard.allows_app(package) is (told is None)
    if told is None:
        guard.check(App(package), GOOD)
        return
    with pytest.raises(SiteBlocked, match=told) as refused:
        guard.check(GOOD, App(package))
    assert "com.bank" not in refused.value.sentence()


def test_a_list_that_cannot_be_used_refuses_apps_too(path: Path, guard: Guard) -> None:
    path.write_text("\0")
    with pytest.raises(SetupFault) as refused:
        guard.check(App("com.notes"))
    assert refused.value.code == "SITES_INVALID"


def test_any_blocked_address_among_several_refuses_and_none_is_named(guard: Guard) -> None:
    with pytest.raises(SiteBlocked) as refused:
        guard.check(GOOD, BAD)
    assert "bad.test" not in refused.value.sentence()
    assert "secret" not in refused.value.sentence()


@pytest.mark.parametrize("url", [BAD, "http://other.test/", "http://b c.test/"])
def test_no_kind_of_refusal_names_the_address_or_the_rule(path: Path, url: str) -> None:
    path.write_text("bad.test\nonly:good.test\n")
    with pytest.raises(SiteBlocked) as refused:
        Guard(path, SECONDS).check(url)
    assert ".test" not in refused.value.sentence()


def test_a_missing_file_blocks_nothing(tmp_path: Path) -> None:
    guard = Guard(tmp_path / "no folder" / "sites.txt", SECONDS)
    guard.check(GOOD, BAD, "no address")
    guard.check_destination(BAD)


def test_every_edit_counts_at_the_next_check_even_with_the_same_size_and_time(
    guard: Guard, path: Path
) -> None:
    before = path.stat()
    assert not guard.allows(BAD)
    path.write_text("# mine\ngut.test\n")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert path.stat().st_size == before.st_size
    assert guard.allows(BAD)
    path.unlink()
    assert guard.allows("http://gut.test/")


UNUSABLE = {
    "latin-1": "bücher.test\n".encode("latin-1"),
    "utf-16": "bad.test\n".encode("utf-16"),
    "utf-16 without a mark": "bad.test\n".encode("utf-16-le"),
    "json": b'{"blocked": ["bad.test"]}',
    "too many": "".join(f"s{n}.test\n" for n in range(MOST_RULES + 1)).encode(),
    "too long a line": b"bad.test\n" + b"x" * 201,
    "too large": b"#" * (MOST_BYTES + 1),
}


def not_a_file(path: Path, how: str) -> None:
    path.unlink()
    match how:
        case "folder":
            path.mkdir()
        case "pipe":
            os.mkfifo(path)
        case "below a file":
            path.parent.rmdir()
            path.parent.write_text("")
        case _:
            path.symlink_to(how)


@pytest.mark.parametrize("text", UNUSABLE.values(), ids=UNUSABLE)
def test_a_list_that_cannot_be_used_refuses_every_page(path: Path, text: bytes) -> None:
    path.write_bytes(text)
    refuses_every_page(Guard(path, SECONDS))


@pytest.mark.parametrize(
    "how", ["folder", "pipe", "below a file", "/dev/zero", "gone.txt", "sites.txt"]
)
def test_what_is_no_readable_file_refuses_every_page(path: Path, how: str) -> None:
    not_a_file(path, how)
    refuses_every_page(Guard(path, SECONDS))


def refuses_every_page(guard: Guard) -> None:
    for url in (GOOD, BAD, "https://any.test", "view-source:http://any.test", "file:///x", "x"):
        with pytest.raises(SetupFault, match="SITES_INVALID") as told:
            guard.check(url)
        assert ".test" not in told.value.sentence()
        assert not guard.allows(url)
    with pytest.raises(SetupFault, match="SITES_INVALID"):
        guard.check_destination(GOOD)
    guard.check("about:blank", "chrome-native://newtab/")


@contextlib.contextmanager
def with_rights_of_nobody() -> Iterator[None]:
    """Root may read everything, so root is somebody else meanwhile."""
    root = os.geteuid() == 0
    if root:
        os.seteuid(65534)
    try:
        yield
    finally:
        if root:
            os.seteuid(0)


def test_a_list_that_may_not_be_read_refuses_every_page() -> None:
    with tempfile.TemporaryDirectory() as folder:  # pytest's own is closed to others
        Path(folder).chmod(0o755)
        path = Path(folder) / "sites.txt"
        path.write_text("bad.test\n")
        path.chmod(0o644)
        guard = Guard(path, SECONDS)
        guard.check(GOOD)  # also loads the codec, which nobody may not
        with with_rights_of_nobody():
            guard.check(GOOD)
        path.chmod(0)
        with with_rights_of_nobody(), pytest.raises(SetupFault, match="Permission denied"):
            guard.check(GOOD)


@pytest.mark.parametrize(
    ("text", "patterns"),
    [
        (b"", ()),
        (b"app:com.example.bank\n", ()),
        (b"bad.test/x\n*.worse.test:80\n", ("*bad.test*", "*worse.test*")),
        (b"bad.test\nonly: good.test\n", ("*",)),
        (b"only: **\ngood.test\n", ("*",)),
        (b"\xff", ("*",)),
    ],
)
def test_wildcards_fit_what_may_be_refused(
    path: Path, guard: Guard, text: bytes, patterns: tuple[str, ...]
) -> None:
    path.write_bytes(text)
    assert guard.patterns() == patterns


def test_after_a_repair_the_list_works_again(path: Path, guard: Guard) -> None:
    path.write_bytes(b"\xff")
    assert not guard.allows(GOOD)
    path.write_text("\ufeffbad.test\n", encoding="utf-8")
    assert guard.allows(GOOD)
    assert not guard.allows(BAD)


@pytest.mark.parametrize(
    ("url", "code"),
    [
        (GOOD, None),
        ("about:blank", None),
        ("data:text/html,x", None),
        ("view-source:http://good.test/", None),
        (BAD, "SITE_BLOCKED"),
        ("http:bad.test", "SITE_BLOCKED"),
        ("view-source:http://bad.test/", "SITE_BLOCKED"),
        ("blob:http://bad.test/x", "SITE_BLOCKED"),
        ("bad.test", "INVALID_URL"),
        ("", "INVALID_URL"),
        ("http://b c.test/", "INVALID_URL"),
        ("http://good.test/\ud800", "INVALID_URL"),
        ("bad.test:80", "UNSUPPORTED"),
        ("chrome://version/", "UNSUPPORTED"),
        ("file:///sdcard/x", "UNSUPPORTED"),
        ("javascript:location='http://bad.test/'", "UNSUPPORTED"),
        (" JavaScript:1", "UNSUPPORTED"),
        ("view-source:javascript:1", "UNSUPPORTED"),
        ("intent://bad.test/#Intent;scheme=https;end", "UNSUPPORTED"),
        ("googlechrome://navigate?url=http://bad.test/", "UNSUPPORTED"),
        ("market://details?id=x", "UNSUPPORTED"),
    ],
)
def test_a_destination_is_judged_before_chrome_is_sent_there(
    guard: Guard, url: str, code: str | None
) -> None:
    if code is None:
        guard.check_destination(url)
        return
    with pytest.raises(BridgeError) as refused:
        guard.check_destination(url)
    assert refused.value.code == code
    assert ".test" not in refused.value.sentence()


# around a tool


class Phone:
    """Says where it is: one list of addresses, or one error, for each look."""

    def __init__(self, *places: Sequence[str] | BaseException) -> None:
        self._places = list(places)
        self.looks = 0

    async def where(self) -> Sequence[str]:
        await anyio.lowlevel.checkpoint()  # an answer over the wire can be cancelled
        await asyncio.sleep(0)
        place = self._places.pop(0)
        self.looks += 1
        if isinstance(place, BaseException):
            raise place
        return place


async def works() -> str:
    await asyncio.sleep(0)
    return "the page's words"


def fails(error: BaseException) -> Callable[[], Awaitable[str]]:
    async def run() -> str:
        await asyncio.sleep(0)
        raise error

    return run


async def test_on_free_pages_the_result_comes_through(guard: Guard) -> None:
    phone = Phone([GOOD], [GOOD, "about:blank"])
    assert await guard.around(phone.where, works) == "the page's words"
    assert phone.looks == 2


async def test_on_a_blocked_page_nothing_is_run(guard: Guard) -> None:
    phone = Phone([GOOD, BAD])
    with pytest.raises(SiteBlocked):
        await guard.around(phone.where, fails(AssertionError("it ran")))
    assert phone.looks == 1


async def test_a_page_that_became_blocked_takes_the_result_away(guard: Guard) -> None:
    with pytest.raises(SiteBlocked):
        await guard.around(Phone([GOOD], [GOOD, BAD]).where, works)


async def test_a_list_changed_during_the_work_counts_afterwards(guard: Guard, path: Path) -> None:
    async def run() -> str:
        path.write_text("good.test\n")
        return await works()

    with pytest.raises(SiteBlocked):
        await guard.around(Phone([GOOD], [GOOD]).where, run)


async def test_a_list_broken_during_the_work_takes_the_result_away(
    guard: Guard, path: Path
) -> None:
    async def run() -> str:
        path.write_bytes(b"\xff")
        return await works()

    with pytest.raises(SetupFault, match="SITES_INVALID"):
        await guard.around(Phone([GOOD], [GOOD]).where, run)


ERRORS = [
    ScreenFault("TARGET_AMBIGUOUS", "the page's words"),
    TimeoutError("the page's words"),
    LateFault("the page's words"),
    RuntimeError("the page's words"),
    UnknownOutcome("the page's words"),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda e: type(e).__name__)
async def test_the_works_own_error_comes_through_on_free_pages_only(
    guard: Guard, error: Exception
) -> None:
    phone = Phone([GOOD], [GOOD])
    with pytest.raises(type(error)) as failed:
        await guard.around(phone.where, fails(error))
    assert failed.value is error
    assert phone.looks == 2
    with pytest.raises(SiteBlocked) as refused:
        await guard.around(Phone([GOOD], [BAD]).where, fails(error))
    assert refused.value.__suppress_context__


async def test_without_knowing_where_the_phone_is_nothing_is_run(path: Path) -> None:
    ran = fails(AssertionError("it ran"))
    with pytest.raises(PhoneGone):
        await Guard(path, SECONDS).around(Phone(PhoneGone("cable")).where, ran)

    async def where() -> Sequence[str]:
        await asyncio.Event().wait()
        return []

    with pytest.raises(LateFault, match=r"within 0\.01 s"):
        await Guard(path, 0.01).around(where, ran)


@pytest.mark.parametrize("lost", [PhoneGone("cable"), TimeoutError()], ids=["gone", "late"])
async def test_a_result_is_withheld_when_nobody_knows_where_the_phone_is_now(
    guard: Guard, lost: Exception
) -> None:
    with pytest.raises(UnknownOutcome, match="withheld"):
        await guard.around(Phone([GOOD], lost).where, works)
    with pytest.raises(PhoneGone if isinstance(lost, PhoneGone) else LateFault):
        await guard.around(Phone([GOOD], lost).where, works, acts=False)


async def test_a_second_look_that_never_ends_is_given_up(path: Path) -> None:
    places = [[GOOD]]

    async def where() -> Sequence[str]:
        if not places:
            await asyncio.Event().wait()
        return places.pop()

    with pytest.raises(UnknownOutcome):
        await Guard(path, 0.01).around(where, works)


@pytest.mark.parametrize("code", CODES)
async def test_an_error_keeps_its_code_but_not_the_pages_words_when_the_look_fails(
    guard: Guard, code: str
) -> None:
    with pytest.raises(BridgeError) as told:
        await guard.around(
            Phone([GOOD], PhoneGone("cable")).where, fails(fault(code, "the page's words"))
        )
    assert told.value.code == code
    assert "page's words" not in str(told.value) or code in {"PHONE_GONE", "TIMEOUT"}


async def test_a_defect_stays_a_defect_when_the_look_fails(guard: Guard) -> None:
    with pytest.raises(RuntimeError):
        await guard.around(Phone([GOOD], PhoneGone("cable")).where, fails(RuntimeError("x")))


# cancelled


def hangs_once(cancelled: Callable[[], object]) -> Callable[[], Awaitable[str]]:
    async def run() -> str:
        await asyncio.sleep(0)
        cancelled()
        await asyncio.Event().wait()
        return "never"

    return run


def cancel_this_task() -> None:
    task = asyncio.current_task()
    assert task
    task.cancel()


AFTER = pytest.mark.parametrize(
    "after", [[GOOD], PhoneGone("cable"), TimeoutError()], ids=["free", "gone", "late"]
)


@AFTER
async def test_a_task_that_asyncio_cancels_looks_again_and_ends_as_cancelled(
    guard: Guard, after: list[str] | Exception
) -> None:
    phone = Phone([GOOD], after)
    async with asyncio.TaskGroup() as group:
        task = group.create_task(guard.around(phone.where, hangs_once(cancel_this_task)))
    assert task.cancelled()
    assert phone.looks == 2


async def test_a_blocked_page_does_not_swallow_asyncios_cancellation(guard: Guard) -> None:
    phone = Phone([GOOD], [BAD])
    async with asyncio.TaskGroup() as group:
        task = group.create_task(guard.around(phone.where, hangs_once(cancel_this_task)))
    assert task.cancelled()
    assert phone.looks == 2


@AFTER
async def test_a_scope_that_anyio_cancels_looks_again_and_ends_as_cancelled(
    guard: Guard, after: list[str] | Exception
) -> None:
    phone = Phone([GOOD], after)
    with anyio.CancelScope() as scope:
        await guard.around(phone.where, hangs_once(scope.cancel))
    assert scope.cancelled_caught
    assert phone.looks == 2


async def test_a_limit_around_the_guard_still_tells_of_a_blocked_page(guard: Guard) -> None:
    phone = Phone([GOOD], [BAD])
    with pytest.raises(SiteBlocked), anyio.fail_after(60) as limit:
        await guard.around(phone.where, hangs_once(lambda: setattr(limit, "deadline", 0)))
    assert phone.looks == 2


async def test_a_cancelled_scope_cancels_on_after_the_refusal(guard: Guard) -> None:
    phone = Phone([GOOD], [BAD])
    went_on = False
    with anyio.CancelScope() as scope:
        try:
            await guard.around(phone.where, hangs_once(scope.cancel))
        except SiteBlocked:
            await anyio.lowlevel.checkpoint()
            went_on = True
    assert scope.cancelled_caught
    assert phone.looks == 2
    assert not went_on


async def test_the_second_look_is_made_when_the_scope_was_cancelled_as_the_work_ended(
    guard: Guard,
) -> None:
    phone = Phone([GOOD], [BAD])
    with anyio.CancelScope() as scope:

        async def run() -> str:
            scope.cancel()
            return "the page's words"

        with pytest.raises(SiteBlocked):
            await guard.around(phone.where, run)
    assert phone.looks == 2


async def test_asyncios_own_limit_ends_as_late(guard: Guard) -> None:
    phone = Phone([GOOD], [GOOD])
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(60) as limit:
            await guard.around(phone.where, hangs_once(lambda: limit.reschedule(0)))
    assert phone.looks == 2


async def test_a_second_look_that_never_ends_is_given_up_after_a_cancellation_too(
    path: Path,
) -> None:
    places = [[GOOD]]

    async def where() -> Sequence[str]:
        if not places:
            await asyncio.Event().wait()
        return places.pop()

    with anyio.CancelScope() as scope:
        await Guard(path, 0.02).around(where, hangs_once(scope.cancel))
    assert scope.cancelled_caught

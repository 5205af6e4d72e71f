"""What one call may do, told to handlers, and looked at again before they act."""

from dataclasses import dataclass, field
from typing import Any, cast

import pytest

from bridge.errors import BridgeError, ScreenFault
from bridge.page.snapshot import Answer
from bridge.policy import Choice, Fact, Verdict
from bridge.settings import PolicySettings
from bridge.tools.act import page_dialog, page_key, page_tap
from bridge.tools.leave import Leave, Seen, Wanting, choices, denied, need, see, still, under
from bridge.tools.see import page_find
from bridge.tools.spec import Args
from bridge.tools.tabs import page_navigate

UPLOAD = Fact("file-upload", "upload a file")
CAPTCHA = "https://www.google.com/recaptcha/api2/anchor"
SHOP = "https://shop.test/"


@dataclass
class Tab:
    """A tab that answers the page script's commands from a table."""

    answers: dict[str, Any] = field(default_factory=dict)
    frames: tuple[str, ...] = (SHOP,)
    parents: tuple[int | None, ...] = (None, 0, 0)
    target_id: str = "A1"
    url: str = SHOP
    asked: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    def has_frame(self, fits: Any) -> bool:
        return any(map(fits, self.frames[1:]))

    @property
    def judge(self) -> Any:
        class Judge:
            def allows(self, url: str) -> bool:
                return "blocked" not in url

        return Judge()

    async def ask(self, command: str, args: dict[str, Any], **_: Any) -> Answer:
        self.asked.append((command, dict(args)))
        said = self.answers[command]
        if isinstance(said, Exception):
            raise said
        known = zip(self.frames, self.parents, strict=False)
        frames = [{"href": url, "parent": parent} for url, parent in known]
        doc = {"id": "d", "href": SHOP}
        return Answer.model_validate({"ok": True, "doc": doc, "frames": frames, "value": said})


def row(name: str = "Pay", ref: str = "e3", frame: int = 0) -> dict[str, Any]:
    return {"role": "button", "name": name, "ref": ref, "frame": frame}


def found(*rows: dict[str, Any]) -> dict[str, Any]:
    return {"rows": list(rows), "total": len(rows)}


def taps(**args: Any) -> Args:
    return page_tap.args.model_validate(args)


async def seen(tab: Tab, args: Args) -> Seen:
    return await see(cast("Any", tab), args)


async def looked(tab: Tab, tool: Any, args: Args) -> None:
    await still(cast("Any", tab), tool, args)


def test_what_is_allowed_by_the_settings_needs_no_leave() -> None:
    need(UPLOAD)
    with under(Leave()):
        need(UPLOAD)


@pytest.mark.parametrize("choice", ["confirm", "deny"])
def test_what_is_not_is_asked_or_denied_and_what_was_allowed_goes_on(choice: str) -> None:
    chosen = choices(PolicySettings.model_validate({"file_upload": choice}))
    leave = Leave(chosen)
    with under(leave):
        with pytest.raises(ScreenFault) as caught:
            need(UPLOAD)
        assert isinstance(caught.value, Wanting) is (choice == "confirm")
        assert caught.value.code == "BLOCKED"
        leave.rules |= {"file-upload"}
        need(UPLOAD)


def test_a_leave_ends_with_its_call() -> None:
    chosen = choices(PolicySettings(file_upload="deny"))
    with under(Leave(chosen)), under(Leave()):
        need(UPLOAD)
    need(UPLOAD)


def test_an_address_that_is_no_page_is_refused_in_the_guard_s_words() -> None:
    fault = denied(Verdict(Choice.DENY, (Fact("non-http-navigation", "x"),)))
    assert (fault.code, fault.message) == ("UNSUPPORTED", "only web pages can be opened")


@pytest.mark.parametrize(
    ("now", "what"),
    [
        (Seen("B2", SHOP, "e3 x", "x"), "tab"),
        (Seen("A1", "https://evil.test/", "e3 x", "x"), "page"),
        (Seen("A1", SHOP, "e4 x", "x"), "element"),
        (Seen("A1", SHOP), "element"),
    ],
)
def test_something_else_than_what_was_allowed_is_refused(now: Seen, what: str) -> None:
    leave = Leave(seen=Seen("A1", SHOP, "e3 x", "x"))
    leave.compare(Seen("A1", SHOP, "e3 x", "x"))
    with pytest.raises(BridgeError) as caught:
        leave.compare(now)
    assert caught.value.code == "MOVED"
    assert caught.value.message.startswith(f"the {what} ")


async def test_the_element_is_seen_by_ref_and_name_and_quoted_for_the_question() -> None:
    tab = Tab({"find": found(row('Pay "now"\nall'))})
    assert await seen(tab, taps(ref="e3")) == Seen(
        "A1", SHOP, "e3 button \"Pay 'now' all\"", "button \"Pay 'now' all\""
    )
    assert tab.asked == [("find", {"ref": "e3", "limit": 1})]


async def test_without_an_element_it_is_the_focused_one_or_what_lies_at_the_point() -> None:
    tab = Tab({"focused": {"token": "t", "element": row("Name")}, "plan": {"element": row("Pay")}})
    assert (await seen(tab, page_key.args.model_validate({"key": "a"}))).words == 'button "Name"'
    assert (await seen(tab, taps(x=1, y=2))).words == 'button "Pay"'
    assert tab.asked[-1] == ("plan", {"point": {"x": 1, "y": 2}})


async def test_what_is_not_there_is_the_handler_s_to_refuse() -> None:
    tab = Tab({"find": found(), "focused": ScreenFault("NO_FOCUS", "no field")})
    assert await seen(tab, taps(text="x")) == Seen("A1", SHOP)
    assert await seen(tab, page_key.args.model_validate({"key": "a"})) == Seen("A1", SHOP)
    tab.answers["find"] = ScreenFault("DIALOG_OPEN", "a dialog is open")
    with pytest.raises(ScreenFault):
        await seen(tab, taps(text="x"))


async def test_a_row_of_a_blocked_frame_is_not_named_in_a_question() -> None:
    tab = Tab({"find": found(row("Inbox", frame=1))}, frames=(SHOP, "https://blocked.test/"))
    assert await seen(tab, taps(text="Inbox")) == Seen("A1", SHOP)


async def test_a_call_that_nobody_was_asked_about_costs_nothing() -> None:
    tab = Tab()
    with under(Leave()):
        await looked(tab, page_tap, taps(ref="e3"))
    await looked(tab, page_tap, taps(ref="e3"))
    assert tab.asked == []


async def test_what_was_allowed_is_looked_at_again() -> None:
    tab = Tab({"find": found(row())})
    with under(Leave(seen=await seen(tab, taps(ref="e3")))):
        await looked(tab, page_tap, taps(ref="e3"))
        tab.answers["find"] = found(row("Delete all"))
        with pytest.raises(BridgeError, match="MOVED"):
            await looked(tab, page_tap, taps(ref="e3"))


@pytest.mark.parametrize(
    ("args", "answers"),
    [
        ({"ref": "e3"}, {"find": found(row(frame=1))}),
        ({"x": 1, "y": 2}, {"plan": {"element": row()}}),
    ],
)
async def test_an_act_inside_a_check_for_humans_needs_a_person(
    args: dict[str, Any], answers: dict[str, Any]
) -> None:
    tab = Tab(answers, frames=(SHOP, CAPTCHA))
    leave = Leave()
    with under(leave):
        with pytest.raises(Wanting) as caught:
            await looked(tab, page_tap, taps(**args))
        assert [fact.rule for fact in caught.value.verdict.facts] == ["captcha-solve"]
        leave.rules |= {"captcha-solve"}
        await looked(tab, page_tap, taps(**args))


@pytest.mark.parametrize(
    ("tool", "args"),
    [(page_dialog, {"accept": True}), (page_navigate, {"url": "https://a.test/"})],
)
async def test_what_is_about_no_element_is_not_held_up_by_a_check_on_the_page(
    tool: Any, args: dict[str, Any]
) -> None:
    tab = Tab({"focused": ScreenFault("DIALOG_OPEN", "a dialog is open")}, frames=(SHOP, CAPTCHA))
    with under(Leave()):
        await looked(tab, tool, tool.args.model_validate(args))
    assert tab.asked == []


async def test_a_frame_within_the_check_is_inside_of_it_too() -> None:
    inner = "https://inner.test/puzzle"
    tab = Tab({"find": found(row(frame=2))}, frames=(SHOP, CAPTCHA, inner), parents=(None, 0, 1))
    with under(Leave()), pytest.raises(Wanting):
        await looked(tab, page_tap, taps(ref="e3"))


async def test_an_act_beside_the_check_and_a_read_of_it_need_nobody() -> None:
    tab = Tab({"find": found(row(frame=0))}, frames=(SHOP, CAPTCHA))
    with under(Leave()):
        await looked(tab, page_tap, taps(ref="e3"))
        await looked(tab, page_find, page_find.args.model_validate({"text": "x"}))
    assert len(tab.asked) == 1

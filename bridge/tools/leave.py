"""What one call may do, and how a handler learns of it.

A call that needs a person's permission raises `Wanting` before it has sent anything; the door
lets lock and lease go, asks, and runs it again. What the person saw then is compared with what
is there now: a permission is for that tab, page and element, and for nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

from bridge import policy
from bridge.during import during
from bridge.errors import BridgeError, ScreenFault, fault
from bridge.page.seen import Found
from bridge.page.snapshot import Frame, Row
from bridge.page.tab import Tab
from bridge.policy import Choice, Fact, Verdict
from bridge.secrets.outlet import shortened
from bridge.settings import PolicySettings
from bridge.tools.element import Element
from bridge.tools.spec import Args, Tool

_LONGEST_NAME = 80
"""Characters of an element's name in a question."""


@dataclass(frozen=True, slots=True)
class Seen:
    """What was on the phone when a person was asked.

    Attributes:
        tab: Stands for the tab; empty for what no tab matters to.
        url: Its address.
        element: The element meant, with its ref; empty when none is.
        words: The element for the question, without its ref.
    """

    tab: str = ""
    url: str = ""
    element: str = ""
    words: str = ""


def choices(settings: PolicySettings) -> dict[str, Choice]:
    """Return what the settings say of each rule."""
    return {rule: Choice(getattr(settings, rule.replace("-", "_"))) for rule in policy.RULES}


@dataclass(slots=True)
class Leave:
    """What one call may do.

    Attributes:
        chosen: What becomes of each rule.
        rules: Rules that a person allowed for this call.
        seen: What the person was asked about, now or when they allowed it for the session;
            None when nobody was.
        decision: For the journal: the rules that spoke, and what came of it.
    """

    chosen: Mapping[str, Choice] = field(default_factory=lambda: choices(PolicySettings()))
    rules: frozenset[str] = frozenset()
    seen: Seen | None = None
    decision: str = ""

    def decided(self, verdict: Verdict, what: str) -> None:
        """Note for the journal what came of a verdict."""
        self.decision = f"{'+'.join(rules_of(verdict))}:{what}"

    def compare(self, now: Seen) -> None:
        """Refuse when something else is there than what was allowed.

        Raises:
            ScreenFault: `MOVED`.
        """
        was = self.seen
        if was is None or (was.tab, was.url, was.element) == (now.tab, now.url, now.element):
            return
        what = "tab" if was.tab != now.tab else "page" if was.url != now.url else "element"
        raise ScreenFault("MOVED", f"the {what} is not the one that the person allowed it for")


class Wanting(ScreenFault):
    """A call turned out to need a permission, and has sent nothing yet: the door asks."""

    def __init__(self, verdict: Verdict) -> None:
        wants = " and ".join(found.what for found in verdict.facts)
        super().__init__("BLOCKED", f"to {wants} needs a person's permission")
        self.verdict = verdict


_running: ContextVar[Leave | None] = ContextVar("leave", default=None)


def under(leave: Leave) -> AbstractContextManager[None]:
    """Let `need` know, while the block runs, what the call may do."""
    return during(_running, leave)


def need(*facts: Fact) -> None:
    """Go on only when the running call may do this. For handlers, before they send anything.

    Raises:
        BridgeError: `BLOCKED`: a rule denies it.
        Wanting: A person has to be asked. The door does so, and runs the handler again.
    """
    leave = _running.get() or Leave()
    verdict = policy.decide([each for each in facts if each.rule not in leave.rules], leave.chosen)
    if verdict.choice is Choice.DENY:
        leave.decided(verdict, "denied")
        raise denied(verdict)
    if verdict.choice is Choice.CONFIRM:
        raise Wanting(verdict)


def denied(verdict: Verdict) -> BridgeError:
    """Return the refusal of what a rule denies."""
    rules = rules_of(verdict)
    if "non-http-navigation" in rules:  # in the guard's words, which refuses it in any case
        told = "only web pages can be opened"
        return fault("UNSUPPORTED", told, hint="Give an http or https address.")
    return ScreenFault("BLOCKED", "; ".join(f"{policy.RULES[r]} (rule {r})" for r in rules))


def rules_of(verdict: Verdict) -> tuple[str, ...]:
    """Return the rules that made a verdict, each once."""
    return tuple(dict.fromkeys(found.rule for found in verdict.facts))


async def see(tab: Tab, args: Args) -> Seen:
    """Look at what a call means, in one round trip, for a question or after one."""
    row = (await _meant(tab, args))[0] if _is_about_one(args) else None
    if row is None:
        return Seen(tab.target_id, tab.url)
    return Seen(tab.target_id, tab.url, f"{row.ref} {row.sentence()}", _words(row))


async def still(tab: Tab, tool: Tool, args: Args) -> None:
    """Look once more, under the lock and before the handler: is it what was allowed?

    What needed no permission costs nothing, but an act on an element of a page that holds a
    check for humans: whether it is inside of that is asked.

    Raises:
        BridgeError: `MOVED`, or as of `need`.
    """
    leave = _running.get()
    if leave is not None and leave.seen is not None:
        leave.compare(await see(tab, args))
    if not (tool.acts(args) and _is_about_one(args) and tab.has_frame(policy.captcha)):
        return
    _, frames = await _meant(tab, args)
    if any(map(policy.captcha, frames)):
        need(Fact("captcha-solve", "act inside a check that asks for a human"))


def _is_about_one(args: Args) -> bool:
    """Say whether a call is about an element: what it names, the focused one, or at a point."""
    return isinstance(args, Element)


async def _meant(tab: Tab, args: Args) -> tuple[Row | None, tuple[str, ...]]:
    """Return the element that a call means, and the addresses of the frames it is in."""
    target = args.target() if isinstance(args, Element) else {}
    try:
        if target:
            answer = await tab.ask("find", {**target, "limit": 1}, reads=True)
            found = Found.model_validate(answer.value)
            row = next(
                (r for r in found.rows if r.frame in answer.open_frames(tab.judge.allows)), None
            )
            return row, () if row is None else _around(answer.frames, row.frame)
        point = _point(args)
        if point is not None:
            answer = await tab.ask("plan", {"point": point})
        else:
            answer = await tab.ask("focused", {})
    except ScreenFault as fault_:
        if fault_.code in {"SITE_BLOCKED", "DIALOG_OPEN"}:
            raise
        return None, ()  # that it is not there, or not to be had, is the handler's to say
    told: Any = answer.value
    row = told.get("element") if isinstance(told, Mapping) else None
    return (Row.model_validate(row) if row else None), answer.hrefs()


def _around(frames: Sequence[Frame], index: int | None) -> tuple[str, ...]:
    """Return the addresses of a frame and of those that hold it, the innermost first."""
    found: list[str] = []
    for _ in frames:  # a page script that named a frame its own holder ends here too
        if index is None:
            break
        found += frames[index].hrefs
        index = frames[index].parent
    return tuple(found)


def _point(args: Args) -> dict[str, float] | None:
    x, y = getattr(args, "x", None), getattr(args, "y", None)
    return None if x is None or y is None else {"x": x, "y": y}


def _words(row: Row) -> str:
    name = shortened(row.name, _LONGEST_NAME)
    return f"{row.role} {policy.quoted(name, len(name))}" if name else row.role

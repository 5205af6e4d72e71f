"""Asks a person where a rule says so, and remembers what they allowed for a session.

A question stands on a board while it waits, within a limit: it holds neither lock nor lease,
and goes when its call is cancelled or its phone paused. Who puts it to a person is an asker:
a viewer, a command line that watches, else the calling host; with none of them it is a no.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol

from bridge import policy
from bridge.errors import LateFault, ScreenFault
from bridge.policy import Choice, Fact, Verdict
from bridge.settings import PolicySettings
from bridge.tools.leave import Leave, Seen, choices, denied, rules_of
from bridge.tools.wording import NoAnswerError, sentence, unanswered

log = logging.getLogger(__name__)

MOST_OF_ONE = 4
"""Questions of one party that stand at once; one more is refused without being asked."""
MOST_OPEN = 16
"""Questions of all."""
MOST_REMEMBERED = 64
"""Permissions kept for sessions; the oldest goes."""
MOST_TOLD = 32
"""Events that a watcher may lag behind; then it is told None, and counts as gone."""

_Answered = asyncio.Future["Answer | NoAnswerError"]


class Answer(StrEnum):
    """What a person says."""

    ONCE = "once"
    SESSION = "session"
    NO = "no"


@dataclass(frozen=True, slots=True)
class Question:
    """One call that waits for a person.

    Attributes:
        id: Its number on the board.
        client: Who wants it.
        site: The site it is about.
        rules: The rules that ask.
        text: What is asked, in plain words; words of a page or an agent stand in quotes.
        asked: When, seconds since the epoch.
    """

    id: int
    serial: str
    client: str
    tool: str
    site: str
    rules: tuple[str, ...]
    text: str
    asked: float

    def as_json(self) -> dict[str, Any]:
        """Return it as JSON values."""
        names = ("id", "serial", "client", "tool", "site", "text", "asked")
        return {**{name: getattr(self, name) for name in names}, "rules": list(self.rules)}


Key = tuple[str, ...]
"""Phone, party, rule, site, what, element: who reads a question reads the last four."""

Event = Question | int | None
"""What a watcher hears: a question, the number of one that ended, or that it lagged behind."""


class Asker(Protocol):
    """A way to a person."""

    @property
    def present(self) -> bool:
        """Whether somebody is there to be asked."""

    async def ask(self, question: Question) -> Answer:
        """Put a question; cancelled when it was answered elsewhere, or taken back.

        Raises:
            NoAnswerError: It could not be put, or what came back is no answer.
        """


@dataclass(frozen=True, slots=True)
class Petitioner:
    """Who wants something.

    Attributes:
        key: Of its party: permissions for a session are its own.
        name: What the person is told.
        host: The way to the person through the caller's own host, when it has one.
        alike: Whether all that call themselves so are one party: nothing tells them apart.
    """

    key: str
    name: str
    host: Asker | None = None
    alike: bool = False


class Approvals:
    """The rules of one Bridge, its open questions, and who can put them to a person.

    Args:
        settings: What each rule does, and how long a person has.
        scope: Reads the scope: whether an address is within it; None when none is set.

    Attributes:
        askers: Ways to a person, in order; a viewer adds itself here.
        pinned: Phones whose agent a person keeps in its tab; an empty serial stands for all.
        chosen: What becomes of each rule.
        seal: Puts handles in the place of secrets in what a person is asked.
    """

    def __init__(
        self,
        settings: PolicySettings | None = None,
        scope: Callable[[], Callable[[str], bool] | None] = lambda: None,
    ) -> None:
        self.askers: list[Asker] = []
        self.pinned: set[str] = set()
        self.chosen = choices(settings or PolicySettings())
        self.seal: Callable[[str], str] = str
        self._seconds = (settings or PolicySettings()).approval_seconds
        self._scope = scope
        self._number = 0
        self._open: dict[int, _Open] = {}
        self._remembered: dict[Key, None] = {}
        self._watchers: set[asyncio.Queue[Event]] = set()

    def judge(
        self,
        tool: str,
        args: Mapping[str, Any],
        serial: str,
        leave: Leave,
        more: tuple[Fact, ...] = (),
    ) -> Verdict:
        """Say what the rules make of a call, as far as its arguments tell.

        Args:
            tool: Its name.
            args: Its arguments.
            serial: The phone.
            leave: Of the call; it learns what becomes of each rule.
            more: Facts that others know of it.

        Raises:
            BridgeError: A rule denies it: `BLOCKED`, or that rule's own code;
                `SITES_INVALID`: the scope cannot be read.
        """
        leave.chosen = self.chosen
        scope = self._scope() if args.get("url") is not None else None
        pinned = bool({serial, ""} & self.pinned)
        found = policy.facts(tool, args, in_scope=scope, pinned=pinned, seal=self.seal)
        verdict = policy.decide((*found, *more), self.chosen)
        if verdict.choice is Choice.DENY:
            leave.decided(verdict, "denied")
            raise denied(verdict)
        return verdict

    def allowed(
        self, verdict: Verdict, leave: Leave, serial: str, who: Petitioner, seen: Seen
    ) -> bool:
        """Say whether all that a verdict asks was allowed for this session; then note it.

        The page may turn before the call has its turn: it is noted what it is allowed for.
        """
        if not all(key in self._remembered for key in _keys(verdict, serial, who, seen)):
            return False
        leave.rules |= set(rules_of(verdict))
        leave.seen = seen
        leave.decided(verdict, "remembered")
        return True

    async def ask(
        self,
        verdict: Verdict,
        leave: Leave,
        *,
        serial: str,
        who: Petitioner,
        tool: str,
        seen: Seen,
    ) -> None:
        """Get a person's permission for one call.

        Args:
            verdict: What needs it.
            leave: Of the call; it learns what was allowed.
            serial: The phone.
            who: Who wants it.
            tool: The tool's name.
            seen: What is on the phone now.

        Raises:
            ScreenFault: `DECLINED`.
            LateFault: `APPROVAL_TIMEOUT`.
        """
        site = _site(seen)
        self._number += 1
        sites = dict.fromkeys(found.site or site for found in verdict.facts)
        question = Question(
            self._number,
            serial,
            who.name,
            tool,
            ", ".join(each for each in sites if each),
            rules_of(verdict),
            self.seal(sentence(who.name, verdict, site, seen.words, alike=who.alike)),
            round(time.time(), 3),
        )
        leave.decided(verdict, "taken back")
        try:
            answer = await self._put(question, who)
        except LateFault:
            leave.decided(verdict, "timeout")
            raise
        except NoAnswerError as problem:
            leave.decided(verdict, "no answer")
            raise unanswered(tool, question.rules, problem) from problem
        except ScreenFault:
            leave.decided(verdict, "not asked")
            raise
        leave.decided(verdict, answer)
        if answer is Answer.NO:
            raise ScreenFault("DECLINED", f"the person said no to {tool}")
        if answer is Answer.SESSION:
            for key in _keys(verdict, serial, who, seen):
                self._remember(key)
        leave.rules |= set(rules_of(verdict))
        leave.seen = seen

    def answer(self, number: int, answer: Answer) -> bool:
        """Answer a question on the board; say whether it still stood there."""
        found = self._open.get(number)
        if found is None or found.answered.done():
            return False
        found.answered.set_result(answer)
        return True

    def open(self) -> tuple[Question, ...]:
        """Return the questions that wait, the oldest first."""
        return tuple(each.question for each in self._open.values() if not each.answered.done())

    @contextmanager
    def watch(self) -> Iterator[asyncio.Queue[Event]]:
        """Be there to answer: hear of every question, and of the number of each that ended."""
        queue: asyncio.Queue[Event] = asyncio.Queue(MOST_TOLD)
        for question in self.open():
            queue.put_nowait(question)
        self._watchers.add(queue)
        try:
            yield queue
        finally:
            self._watchers.discard(queue)

    def forget(self, serial: str, party: str) -> None:
        """Forget what was allowed to a party whose lease of a phone ended."""
        for key in [key for key in self._remembered if key[:2] == (serial, party)]:
            del self._remembered[key]

    def left(self, party: str) -> None:
        """Forget what was allowed to a party that is gone, whether it had a phone or not."""
        for key in [key for key in self._remembered if key[1] == party]:
            del self._remembered[key]

    async def _put(self, question: Question, who: Petitioner) -> Answer:
        """Put a question on the board and to a person, and wait for the first answer."""
        own = [each for each in self._open.values() if each.party == who.key]
        for standing, most, whose in (
            (own, MOST_OF_ONE, "yours"),
            (self._open, MOST_OPEN, "all agents"),
        ):
            if len(standing) >= most:
                raise ScreenFault(
                    "DECLINED",
                    f"{most} questions of {whose} wait for the person already;"
                    " this one was not asked",
                    hint="Wait until they are answered, then call again.",
                )
        asker = next((each for each in self.askers if each.present), None)
        if asker is None and not self._watchers:
            asker = who.host if who.host is not None and who.host.present else None
            if asker is None:
                raise unanswered(question.tool, question.rules)
        answered: _Answered = asyncio.get_running_loop().create_future()
        self._open[question.id] = _Open(question, who.key, answered)
        self._tell(question)
        ways: list[asyncio.Future[Answer | NoAnswerError]] = [answered]
        if asker is not None:
            ways.append(asyncio.Task(_asked(asker, question)))
        try:
            done, _ = await asyncio.wait(
                ways, timeout=self._seconds, return_when=asyncio.FIRST_COMPLETED
            )
        finally:
            del self._open[question.id]
            self._tell(question.id)
            for way in ways:
                way.cancel()
        if not done:
            told = f"the person did not answer within {self._seconds:g} s"
            raise LateFault(told, code="APPROVAL_TIMEOUT")
        said = (answered if answered in done else done.pop()).result()
        if isinstance(said, NoAnswerError):
            raise said
        return said

    def _remember(self, key: Key) -> None:
        self._remembered[key] = None
        if len(self._remembered) > MOST_REMEMBERED:
            del self._remembered[next(iter(self._remembered))]

    def _tell(self, event: Event) -> None:
        for queue in tuple(self._watchers):
            try:
                queue.put_nowait(event)
            except asyncio.QueueFull:
                self._watchers.discard(queue)
                queue.get_nowait()
                queue.put_nowait(None)


@dataclass(frozen=True, slots=True)
class _Open:
    """A question on the board, whose it is, and what is answered there."""

    question: Question
    party: str
    answered: _Answered


def _site(seen: Seen) -> str:
    return policy.site_of(seen.url) if seen.tab else ""


def _keys(verdict: Verdict, serial: str, who: Petitioner, seen: Seen) -> list[Key]:
    """Return what the next call must be alike in to be the same again, for each fact."""
    site = _site(seen)
    return [
        (serial, who.key, found.rule, found.site or site, found.same or found.what, seen.words)
        for found in verdict.facts
    ]


async def _asked(asker: Asker, question: Question) -> Answer | NoAnswerError:
    try:
        return await asker.ask(question)
    except NoAnswerError as problem:
        return problem
    except Exception as problem:  # noqa: BLE001 - whatever kept it from asking, it is no yes
        log.warning("a question could not be put: %s", type(problem).__name__)
        return NoAnswerError("the host failed to ask the person")

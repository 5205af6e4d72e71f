"""Closed shadow roots: looked for beside a question to the page, and handed to our script.

No script may ask an element for its closed root, in whatever world, and none hears of
`attachShadow`. But Chrome says which root an element holds when it hands the element to the
debugger. So the page script names those that may hold one, in the flight of the question:
a page that has none costs no round trip more; new ones cost two before the page is asked again.
An act whose target was found goes on without: its page is looked through only when it was not.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from itertools import count
from typing import Any

from bridge.cdp.outgo import looking
from bridge.cdp.session import Session
from bridge.errors import BridgeError, LateFault
from bridge.page.frames import World
from bridge.page.scope import seeks
from bridge.page.snapshot import PLANS

Raw = dict[str, Any]

DEEPEST = 4
"""How often one question is asked again: a closed root may hold another."""

_MOST_WORLDS = 20
_MOST_ROOTS = 200
"""Of one flight: a page may have as many frames and roots as it likes."""

_AGAIN_SECONDS = 0.5
"""Between two looks while a page is waited for."""

_FRAMES_SECONDS = 0.3
"""How long frames in processes of their own may take to name theirs, where an act found nothing."""

_GROUP = "tapbridge-closed"
_SUSPECTS = "function(shut) { return globalThis.__tapbridge?.suspects(shut) ?? [] }"
_ADOPT = "function(...roots) { globalThis.__tapbridge?.adopt(roots) }"
_DEEP = {
    "serialization": "deep",
    "maxDepth": 1,
    "additionalParameters": {"maxNodeDepth": 0, "includeShadowTree": "none"},
}


@dataclass(frozen=True, slots=True)
class Look:
    """A question under way: which elements of a world may hold closed roots."""

    session: Session
    world: World
    answer: asyncio.Future[Raw]


def settled(command: str, raw: Mapping[str, Any], *, looks: bool) -> bool:
    """Say whether an answer stands, whatever closed roots there may be besides."""
    answer = raw.get("result", {}).get("value")
    told = answer if isinstance(answer, Mapping) else {}
    if command in PLANS:
        return bool(told.get("ok"))
    return not looks and told.get("code") != "TARGET_NOT_FOUND"


def acts(command: str, *, looks: bool) -> bool:
    """Say whether a command is about one element: it needs no more of the page than that."""
    return command in PLANS or not looks


def roots(answer: Mapping[str, Any]) -> Iterator[int]:
    """Read the backend ids of the closed roots that an answer tells of."""
    told = _at(answer, "result", "deepSerializedValue", "value")
    for each in told if isinstance(told, list) else ():
        root = _at(each, "value", "shadowRoot", "value", "backendNodeId")
        if _at(each, "value", "shadowRoot", "value", "mode") == "closed" and isinstance(root, int):
            yield root


def _at(value: object, *path: str) -> object:
    """Go down into JSON; None where it goes on no further."""
    for key in path:
        value = value.get(key) if isinstance(value, Mapping) else None
    return value


class Closed:
    """The closed roots of one tab.

    Args:
        worlds: Our script worlds in it now, each with its session; the top document's last.
        shut: Addresses of the frames whose site is blocked.
        post: Puts a command of the page script on the wire (`Tab.post_ask`).
        race: Waits for an answer, a dialog or a limit (`Tab.race`).
    """

    def __init__(
        self,
        worlds: Callable[[], Sequence[tuple[Session, World]]],
        shut: Callable[[], Sequence[str]],
        post: Callable[[str, Mapping[str, Any]], asyncio.Future[Raw]],
        race: Callable[[asyncio.Future[Raw], float], Awaitable[Raw]],
    ) -> None:
        self._worlds, self._shut, self._post, self._race = worlds, shut, post, race
        self._late: list[Look] = []
        self._handed = count()

    async def ask(
        self, command: str, args: Mapping[str, Any], seconds: float, *, looks: bool
    ) -> Raw:
        """Ask the page script, again where closed roots came to light that matter to it.

        Args:
            command: Its name.
            args: Its arguments.
            seconds: Limit of each answer.
            looks: It changes nothing.
        """
        raw: Raw = {}
        late = acts(command, looks=looks)
        for _ in range(DEEPEST):
            with looking():
                beside = self._look() if seeks(command, args) and not late else []
            with looking() if looks else nullcontext():
                posted = self._post(command, args)
            if command == "wait":  # it looks by itself again, also into what comes to light
                return await self._meanwhile(posted, beside, args, seconds)
            raw = await self._race(posted, seconds)
            if settled(command, raw, looks=looks):
                self._late = [*self._late, *beside][-_MOST_WORLDS:]
                return raw
            if late and seeks(command, args):
                with looking():
                    beside = self._look()
                if beside:  # none when the page is on its way elsewhere
                    asked = [each.answer for each in beside]
                    await asyncio.wait(asked, timeout=_FRAMES_SECONDS)
            if not await self._open(beside, seconds):
                return raw
        return raw

    async def _meanwhile(
        self,
        posted: asyncio.Future[Raw],
        beside: list[Look],
        args: Mapping[str, Any],
        seconds: float,
    ) -> Raw:
        """Open what comes to light while an answer is waited for."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        while True:
            await self._open(beside, seconds)
            left = end - loop.time()
            if left <= _AGAIN_SECONDS:
                return await self._race(posted, max(0, left))
            shielded = asyncio.shield(posted)
            try:
                return await self._race(shielded, _AGAIN_SECONDS)
            except LateFault:
                with looking():
                    beside = self._look() if seeks("wait", args) else []
            finally:
                shielded.cancel()  # who is cancelled meanwhile leaves none that nobody reads

    def _look(self) -> list[Look]:
        """Put the questions on the wire, without waiting."""
        asked = {
            "functionDeclaration": _SUSPECTS,
            "arguments": [{"value": list(self._shut())}],
            "serializationOptions": _DEEP,
            "objectGroup": _GROUP,
        }
        looks = []
        for session, world in self._worlds()[-_MOST_WORLDS:]:
            answer = session.post("Runtime.callFunctionOn", {**asked, "uniqueContextId": world.id})
            session.post("Runtime.releaseObjectGroup", {"objectGroup": _GROUP})
            looks.append(Look(session, world, answer))
        return looks

    async def _open(self, looks: Sequence[Look], seconds: float) -> bool:
        """Hand in the roots that were found, and say whether there were any.

        Only the top document's answer is waited for: what a frame in a process of its own,
        which may be busy, answers later is taken up with the next question.
        """
        with looking():
            return await self._hand_in(looks, seconds)

    async def _hand_in(self, looks: Sequence[Look], seconds: float) -> bool:
        found: list[tuple[Look, int]] = []
        if looks:
            await self._answer(looks[-1].answer, seconds)
        waiting, self._late = [*self._late, *looks], []
        for look in waiting:
            if not look.answer.done():
                self._late = [*self._late, look][-_MOST_WORLDS:]
                continue
            answer = await self._answer(look.answer, seconds)
            found += [(look, root) for root in roots(answer)]
        group = f"{_GROUP}-{next(self._handed)}"  # another question may let go of its own meanwhile
        named = [
            (
                look,
                look.session.post(
                    "DOM.resolveNode",
                    {
                        "backendNodeId": root,
                        "executionContextId": look.world.number,
                        "objectGroup": group,
                    },
                ),
            )
            for look, root in found[:_MOST_ROOTS]
            if look.session.alive
        ]
        handles: dict[Look, list[str]] = {}
        answers = await self._answers([posted for _, posted in named], seconds)
        for (look, _), answer in zip(named, answers, strict=True):
            handle = answer.get("object", {}).get("objectId")
            if handle is not None:
                handles.setdefault(look, []).append(handle)
        for look, given in handles.items():
            look.session.post(
                "Runtime.callFunctionOn",
                {
                    "functionDeclaration": _ADOPT,
                    "objectId": given[0],
                    "arguments": [{"objectId": each} for each in given],
                },
            )
        for session in {look.session for look in handles}:  # frames may share one: not before all
            session.post("Runtime.releaseObjectGroup", {"objectGroup": group})
        return bool(handles)

    async def _answer(self, posted: asyncio.Future[Raw], seconds: float) -> Raw:
        """Wait for an answer; none where its document or frame is gone.

        Raises:
            ScreenFault: `DIALOG_OPEN`.
        """
        try:
            answer: Raw = await self._race(posted, seconds)
        except BridgeError as lost:
            if lost.code == "DIALOG_OPEN":
                raise
            return {}
        return answer

    async def _answers(self, posted: Sequence[asyncio.Future[Raw]], seconds: float) -> list[Raw]:
        """Wait for answers within one limit for all; none in the place of one that is not there.

        Raises:
            ScreenFault: `DIALOG_OPEN`.
        """

        async def all_there() -> Raw:
            await asyncio.wait(posted)
            return {}

        if not posted:
            return []
        together = asyncio.Task(all_there())
        try:
            await self._answer(together, seconds)
        finally:
            for each in (together, *posted):
                each.cancel()
        got = [each.done() and not each.cancelled() and each.exception() is None for each in posted]
        return [
            each.result() if is_there else {} for each, is_there in zip(posted, got, strict=True)
        ]

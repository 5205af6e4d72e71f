"""The frames of a tab and their script worlds, kept from Chrome's events.

So the tab's address is known without asking, and a page command is addressed to the
world of the document that is there now. Fed by `Tab`; holds no I/O of its own.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from bridge.addresses import is_borrowed

_LONGEST = 20_000
_DATA = 100
_LONGEST_WAY = 256
"""Addresses of frames that are remembered, for who looked meanwhile."""


def brief(url: str) -> str:
    """Cut an address as the page script cuts those it tells: a page may make endless ones."""
    return url[: _DATA if url.startswith("data:") else _LONGEST]


@dataclass(frozen=True, slots=True)
class World:
    """A script world of ours.

    Attributes:
        id: Its `uniqueContextId`.
        number: Its `executionContextId`.
        process: The session it is known to; empty for the tab's own.
    """

    id: str
    number: int
    process: str = ""


@dataclass(slots=True)
class Frames:
    """Address and parent per frame id, and the world of ours per frame id.

    Attributes:
        world: Name of our isolated world.
        top: Id of the top frame, once known.
        heard: How often a frame was heard to have another address.
        unreachable: Where the top frame's error page stands for, if it shows one.
    """

    world: str
    top: str = ""
    _urls: dict[str, str] = field(default_factory=dict)
    _parents: dict[str, str] = field(default_factory=dict)
    _worlds: dict[str, str] = field(default_factory=dict)
    _own: dict[str, str] = field(default_factory=dict)
    _numbers: dict[tuple[str, int], str] = field(default_factory=dict)
    _processes: dict[str, str] = field(default_factory=dict)
    unreachable: str = ""
    heard: int = 0
    _way: deque[tuple[int, str, str]] = field(default_factory=lambda: deque(maxlen=_LONGEST_WAY))

    @property
    def url(self) -> str:
        """Address of the top document, without what only the page's fragment says."""
        return self._urls.get(self.top, "")

    @property
    def context(self) -> str | None:
        """`uniqueContextId` of our world in the top document, while there is one."""
        return self._worlds.get(self.top)

    @property
    def own_context(self) -> str | None:
        """`uniqueContextId` of the page's own world in the top document, once it has one."""
        return self._own.get(self.top)

    def numbered(self) -> tuple[World, ...]:
        """Return our worlds in all frames, the top document's last."""
        below = [
            (frame == self.top, World(self._worlds[frame], number, process))
            for (process, number), frame in self._numbers.items()
            if frame in self._worlds and frame in self._urls
        ]
        return tuple(world for _, world in sorted(below, key=lambda each: each[0]))

    def tree(self, node: Mapping[str, Any], process: str = "") -> None:
        """Take in the answer of `Page.getFrameTree`.

        Of a frame with a process of its own, an event that was heard meanwhile is newer.
        """
        name = str(node["frame"]["id"])
        if not (process and self._processes.get(name) == process and self._urls.get(name)):
            self.navigated(node["frame"], process)
        for child in node.get("childFrames", ()):
            self.tree(child, process)

    def navigated(self, frame: Mapping[str, Any], process: str = "") -> None:
        """Take in the frame of `Page.frameNavigated`.

        Args:
            frame: As Chrome tells of it.
            process: The session that told, for frames with one of their own.
        """
        name, parent = str(frame["id"]), frame.get("parentId")
        self._processes[name] = process
        if parent is None:
            # what was below the document before is gone with it, mostly without a word
            self._urls.clear()
            self._parents.clear()
            self._processes = {name: process}
            self.top = name
            self.unreachable = brief(str(frame.get("unreachableUrl", "")))
        else:
            self._parents[name] = str(parent)
        self._came(name, str(frame.get("url", "")) + str(frame.get("urlFragment", "")))

    def moved_within(self, name: str, url: str) -> None:
        """Take in `Page.navigatedWithinDocument`."""
        self._came(name, url)

    def _came(self, name: str, url: str) -> None:
        self._urls[name] = brief(url)
        self.heard += 1
        self._way.append((self.heard, name, self._urls[name]))

    def shut(self, allows: Callable[[str], bool]) -> tuple[tuple[str, str], ...]:
        """Return id and address of the frames below the top one that may not be read.

        Those inside of such a frame are shut in with it.
        """
        below = {name: parent for name, parent in self._parents.items() if name in self._urls}
        blocked = {name for name in below if not allows(self._urls[name])}
        return tuple(
            (name, self._urls[name])
            for name in below
            if name in blocked and blocked.isdisjoint(self._above(name))
        )

    def strayed(self, since: int, allows: Callable[[str], bool]) -> bool:
        """Say whether a frame below the top one was blocked, and is not `shut` any more.

        Args:
            since: What `heard` was then. Where too much was heard since, it may have been.
            allows: Says whether an address is free.
        """
        shut = {name for name, _ in self.shut(allows)}
        return self.heard - since > _LONGEST_WAY or any(
            at > since
            and name != self.top
            and shut.isdisjoint((name, *self._above(name)))
            and not allows(url)
            for at, name, url in self._way
        )

    def path(self, number: int, process: str = "") -> tuple[str, ...]:
        """Return the addresses of the frame that a script world is in, and of those above it.

        Args:
            number: The world's `executionContextId`.
            process: As of `navigated`: each numbers its own.
        """
        return self.around(self._numbers.get((process, number), ""))

    def around(self, name: str) -> tuple[str, ...]:
        """Return the addresses of a frame and of those above it; empty where not known."""
        return tuple(self._urls.get(each, "") for each in (name, *self._above(name)))

    def raising(self, event: Mapping[str, Any], allows: Callable[[str], bool]) -> tuple[str, ...]:
        """Return what a dialog may be of beside the address that its event names.

        Args:
            event: `Page.javascriptDialogOpening`. A frame may have no site of its own.
            allows: Says whether an address is free.
        """
        known = tuple(filter(None, self.around(str(event.get("frameId", "")))))
        if known or not is_borrowed(str(event.get("url", ""))):
            return known
        return tuple(url for _, url in self.shut(allows))  # it may be inside of any of these

    def _above(self, name: str) -> Iterator[str]:
        for _ in range(len(self._parents)):
            if name not in self._parents:
                return
            name = self._parents[name]
            yield name

    def detached(self, name: str, process: str = "", *, swapped: bool = False) -> None:
        """Take in `Page.frameDetached`; `swapped`: it lives on in another process.

        Processes tell in no order: the next one may have told of its script world already.
        """
        told = (at for (at, _), frame in self._numbers.items() if frame == name)
        if swapped and any(at != process for at in told):
            return
        self._worlds.pop(name, None)
        self._own.pop(name, None)
        if not swapped:
            for each in (self._urls, self._parents, self._processes):
                each.pop(name, None)

    def left(self, process: str) -> None:
        """Forget the frames of a session that ended, unless another has told of them since."""
        for name in [name for name, of in self._processes.items() if of == process]:
            if self._home(name) in (None, process):
                self.detached(name)

    def _home(self, name: str) -> str | None:
        """Say which session told of a frame's world last; None when none did."""
        return next((at for (at, _), frame in self._numbers.items() if frame == name), None)

    def is_top(self, name: str) -> bool:
        """Say whether the id is the top frame's."""
        return name == self.top

    def world_made(self, context: Mapping[str, Any], process: str = "") -> None:
        """Take in the context of `Runtime.executionContextCreated`."""
        about = context.get("auxData", {})
        frame = str(about.get("frameId", ""))
        if about.get("isDefault"):
            self._own[frame] = str(context["uniqueId"])
        elif context.get("name") == self.world:
            self._worlds[frame] = str(context["uniqueId"])
            self._numbers = {n: f for n, f in self._numbers.items() if f != frame}
            self._numbers[process, int(context.get("id", 0))] = frame

    def world_gone(self, unique_id: str) -> None:
        """Take in `Runtime.executionContextDestroyed`."""
        for worlds in (self._worlds, self._own):
            for frame, known in tuple(worlds.items()):
                if known == unique_id:
                    del worlds[frame]

    def worlds_gone(self) -> None:
        """Take in `Runtime.executionContextsCleared`."""
        self._worlds.clear()
        self._own.clear()

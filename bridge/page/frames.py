"""The frames of a tab and their script worlds, kept from Chrome's events.

So the tab's address is known without asking, and a page command is addressed to the
world of the document that is there now. Fed by `Tab`; holds no I/O of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any


@dataclass(slots=True)
class Frames:
    """Address and parent per frame id, and the world of ours per frame id.

    Attributes:
        world: Name of our isolated world.
        top: Id of the top frame, once known.
    """

    world: str
    top: str = ""
    _urls: dict[str, str] = field(default_factory=dict)
    _parents: dict[str, str] = field(default_factory=dict)
    _worlds: dict[str, str] = field(default_factory=dict)

    @property
    def url(self) -> str:
        """Address of the top document, without what only the page's fragment says."""
        return self._urls.get(self.top, "")

    @property
    def context(self) -> str | None:
        """`uniqueContextId` of our world in the top document, while there is one."""
        return self._worlds.get(self.top)

    def tree(self, node: Mapping[str, Any]) -> None:
        """Take in the answer of `Page.getFrameTree`."""
        self.navigated(node["frame"])
        for child in node.get("childFrames", ()):
            self.tree(child)

    def navigated(self, frame: Mapping[str, Any]) -> None:
        """Take in the frame of `Page.frameNavigated`."""
        name, parent = str(frame["id"]), frame.get("parentId")
        if parent is None:
            if name != self.top:
                self._urls.clear()
                self._parents.clear()
            self.top = name
        else:
            self._parents[name] = str(parent)
        self._urls[name] = str(frame.get("url", "")) + str(frame.get("urlFragment", ""))

    def moved_within(self, name: str, url: str) -> None:
        """Take in `Page.navigatedWithinDocument`."""
        self._urls[name] = url

    def detached(self, name: str) -> None:
        """Take in `Page.frameDetached`."""
        for each in (self._urls, self._parents, self._worlds):
            each.pop(name, None)

    def is_top(self, name: str) -> bool:
        """Say whether the id is the top frame's."""
        return name == self.top

    def world_made(self, context: Mapping[str, Any]) -> None:
        """Take in the context of `Runtime.executionContextCreated`."""
        if context.get("name") == self.world:
            frame = str(context.get("auxData", {}).get("frameId", ""))
            self._worlds[frame] = str(context["uniqueId"])

    def world_gone(self, unique_id: str) -> None:
        """Take in `Runtime.executionContextDestroyed`."""
        for frame, known in tuple(self._worlds.items()):
            if known == unique_id:
                del self._worlds[frame]

    def worlds_gone(self) -> None:
        """Take in `Runtime.executionContextsCleared`."""
        self._worlds.clear()

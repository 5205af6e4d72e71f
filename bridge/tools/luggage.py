"""What a call may carry between this computer and a page, and how a handler learns of it.

The door knows the folders: the person's from the settings, the caller's own from its hello or
its host. A handler is given a tab and arguments alone, so they go with the running call.
"""

from __future__ import annotations

import posixpath
from collections.abc import Sequence
from contextlib import AbstractContextManager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from pathlib import Path

from bridge.during import during
from bridge.inbox import Inbox
from bridge.outbox import Outbox, refused, shown
from bridge.places import config_folder, state_folder
from bridge.settings import TransferSettings

PHONE = "phone:"
"""What a path of the phone begins with."""


@dataclass(frozen=True, slots=True)
class Luggage:
    """The folders of a call.

    Attributes:
        outbox: Where files may be taken from, for every caller.
        inbox: Where files of pages are put; None for the Bridge's own folder.
        phone_folders: Folders of the phone that files may be taken from.
        own: The caller's own folders.
    """

    outbox: Outbox = field(default_factory=Outbox)
    inbox: Inbox | None = None
    phone_folders: tuple[str, ...] = ()
    own: tuple[str, ...] = ()

    def on_phone(self, path: str) -> str:
        """Return a path on the phone, without its `phone:`, when it may be taken.

        Raises:
            ScreenFault: `UPLOAD_REFUSED`.
        """
        told = path.removeprefix(PHONE)
        plain = posixpath.normpath(told)
        folders = [posixpath.normpath(each) for each in self.phone_folders]
        inside = any(plain.startswith(f"{each.rstrip('/')}/") for each in folders)
        if not told.isprintable() or ".." in told.split("/") or not inside:
            known = ", ".join(folders) or "none"
            raise refused(
                f"{shown(told)} lies outside of the phone's folders that files may come from"
                f" ({known}; setting transfer.phone_folders)"
            )
        return plain


def luggage(settings: TransferSettings) -> Luggage:
    """Return what the settings allow every caller."""
    folder = settings.download_folder
    into = Path(folder).expanduser() if folder else state_folder() / "downloads"
    return Luggage(
        Outbox(settings.upload_folders, never=(state_folder(), config_folder())),
        Inbox(into, settings.download_bytes),
        settings.phone_folders,
    )


_running: ContextVar[Luggage | None] = ContextVar("luggage", default=None)


def carrying(what: Luggage, own: Sequence[str]) -> AbstractContextManager[None]:
    """Let `carried` know, while the block runs, what the call may carry."""
    return during(_running, replace(what, own=tuple(own)))


def carried() -> Luggage:
    """Return what the running call may carry; nothing outside of one."""
    return _running.get() or Luggage()

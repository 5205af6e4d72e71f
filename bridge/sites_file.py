"""The person's list of blocked sites on disk: read anew at every check, edited by people only.

Never through a tool. What cannot be read or used is an error, which counts as all blocked.
"""

from __future__ import annotations

import contextlib
import os
import stat
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from bridge.errors import SetupFault
from bridge.files import FileLock, put
from bridge.sites import BadList, Line, Refusal, Rule, Rules
from bridge.sites_edit import add_rule, remove_rule

MOST_BYTES = 1_000_000
EDIT_SECONDS = 5.0
"""How long one editor of the list waits for another, of any process."""
_LOOK_AGAIN = 0.02


class SitesFile:
    """The person's list on disk: one rule a line, `#` comments.

    Args:
        path: The file. Missing means that nothing is blocked.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._known: tuple[str, Rules] = ("", Rules())

    def rules(self) -> Rules:
        """Read the list as it is now.

        Raises:
            SetupFault: `SITES_INVALID`: it is there and cannot be used.
        """
        text = self._text()
        known, rules = self._known
        if text != known:
            try:
                rules = Rules.parse(text)
            except BadList as problem:
                raise self._invalid(str(problem)) from problem
            self._known = (text, rules)
        return rules

    def lines(self) -> tuple[Line, ...]:
        """Return every rule line in the file's order, those with a mistake too."""
        return self.rules().lines

    def test(self, url: str) -> Refusal | None:
        """Judge an address for a person: the refusal names the rule."""
        return self.rules().check(url)

    def add(self, entry: str) -> Rule:
        """Append a rule unless it is there; everything else in the file stays as it is.

        Raises:
            BadRule: The entry is no rule, or the list is full.
            SetupFault: `SITES_INVALID`: the file cannot be used, or not be written.
        """
        with self._editing():
            old = self._text()
            try:
                new, rule = add_rule(old, entry)
            except BadList as problem:
                raise self._invalid(str(problem)) from problem
            if new != old:
                self._write(new)
        return rule

    def remove(self, entry: str) -> tuple[Line, ...]:
        """Take out the lines that say the same as the entry, and return them; none is no error.

        Raises:
            SetupFault: `SITES_INVALID`: the file is not text, or cannot be written.
        """
        with self._editing():
            new, gone = remove_rule(self._text(), entry)
            if gone:
                self._write(new)
        return gone

    def _text(self) -> str:
        try:
            # not blocking: a pipe in the file's place must not hold the Bridge up
            handle = os.open(self.path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        except FileNotFoundError:
            if self.path.is_symlink():
                raise self._invalid("it is a link to a file that is missing") from None
            return ""
        except OSError as problem:
            raise self._invalid(_told(problem)) from problem
        try:
            with os.fdopen(handle, "rb") as file:
                if not stat.S_ISREG(os.fstat(handle).st_mode):
                    raise self._invalid("it is no plain file")
                raw = file.read(MOST_BYTES + 1)
        except OSError as problem:
            raise self._invalid(_told(problem)) from problem
        if len(raw) > MOST_BYTES:
            raise self._invalid(f"it is larger than {MOST_BYTES} bytes")
        try:
            return raw.decode("utf-8-sig")
        except UnicodeDecodeError as problem:
            raise self._invalid("it is not plain text in UTF-8") from problem

    def _write(self, text: str) -> None:
        try:
            put(self.path.resolve(), text, lasting=True)
        except OSError as problem:
            raise self._unwritable(problem) from problem

    @contextlib.contextmanager
    def _editing(self) -> Iterator[None]:
        """Let one editor in at a time, of all processes."""
        lock = FileLock(self.path.with_name(f".{self.path.name}.lock"))
        limit = time.monotonic() + EDIT_SECONDS
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            while not lock.take():
                if time.monotonic() > limit:
                    raise self._invalid("somebody else is changing it")
                time.sleep(_LOOK_AGAIN)
        except OSError as problem:
            raise self._unwritable(problem) from problem
        try:
            yield
        finally:
            lock.release()

    def _unwritable(self, problem: OSError) -> SetupFault:
        return self._invalid(f"it cannot be written: {_told(problem)}")

    def _invalid(self, why: str) -> SetupFault:
        return SetupFault("SITES_INVALID", f"{self.path.name} cannot be used: {why}")


def _told(problem: OSError) -> str:
    return problem.strerror or type(problem).__name__


def scope(path: Path) -> Callable[[], Callable[[str], bool] | None]:
    """Return what reads the scope, a list of the same form that says what work is about.

    Args:
        path: The file. Missing or without a rule means that no scope is set.
    """
    file = SitesFile(path)

    def now() -> Callable[[str], bool] | None:
        rules = file.rules()
        if not rules.speaks_of_pages:
            return None

        def within(url: str) -> bool:
            found = rules.check(url)
            return found is not None and found.why == "rule"

        return within

    return now

"""Log lines go out sealed too, tracebacks included, whatever wrote them."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from typing_extensions import override

from bridge.secrets.seal import Sealer


class Sealed(logging.Formatter):
    """Formats as another does, and seals what it wrote."""

    def __init__(self, inner: logging.Formatter, sealer: Sealer) -> None:
        super().__init__()
        self._inner, self._sealer = inner, sealer

    @override
    def format(self, record: logging.LogRecord) -> str:
        return self._sealer.text(self._inner.format(record))


@contextmanager
def sealed_logs(sealer: Sealer) -> Iterator[None]:
    """Seal every line that the process logs until the block ends."""
    before = [(handler, handler.formatter) for handler in logging.getLogger().handlers]
    for handler, form in before:
        handler.setFormatter(Sealed(form or logging.Formatter(), sealer))
    try:
        yield
    finally:
        for handler, form in before:
            handler.setFormatter(form)

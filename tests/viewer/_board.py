"""A page on the phone that tells its own server what it got: which button, which text, how far."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import unquote

import anyio

from tests._web import Page, listening

SECONDS = 10
COLUMNS, ROWS = 4, 8
# Buttons in a grid over the whole of it, so that each place is a button of its own; then a field
# and much below. What happens is told by a request, which no bridge takes part in.
BOARD = """<!doctype html><title>Board</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
  body { margin: 0; font: 16px sans-serif; background: #fff }
  #grid { display: grid; height: 80vh; grid-template: repeat(8, 1fr) / repeat(4, 1fr) }
  #grid button { border: 1px solid #fff; background: #2b6cb0; color: #fff; padding: 0 }
  #field { display: block; box-sizing: border-box; width: 100%; height: 20vh; font-size: 20px }
  #far { height: 4000px; background: linear-gradient(#fff, #285e61) }
</style>
<div id="grid"></div><textarea id="field" placeholder="type here"></textarea><div id="far"></div>
<script>
  const tell = (what) => fetch('/told?' + encodeURIComponent(what), {keepalive: true});
  for (let n = 0; n < 32; n++) {
    const button = document.createElement('button');
    button.textContent = n;
    button.onclick = () => tell(`tap ${n}`);
    let since;
    button.onpointerdown = () => { since = performance.now() };
    button.onpointerup = () => { if (performance.now() - since > 600) tell(`long ${n}`) };
    grid.append(button);
  }
  field.oninput = () => tell(`text ${field.value}`);
  field.onkeydown = (event) => { if (event.key === 'Tab' || event.key === 'ArrowLeft')
    tell(`key ${event.shiftKey ? 'shift+' : ''}${event.key}`) };
  let last = 0;
  addEventListener('scroll', () => { clearTimeout(last);
    last = setTimeout(() => tell(`scroll ${Math.round(scrollY)}`), 150) });
</script>
"""


@dataclass
class Board:
    """The served page, and what it has told."""

    port: int = 0
    told: list[str] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def url(self, path: str = "board.html") -> str:
        return f"http://board.test:{self.port}/{path}"

    def take(self, asked: str) -> Page:
        if asked.startswith("/told?"):
            with self._lock:
                self.told.append(unquote(asked.removeprefix("/told?")))
            return "", {}
        return BOARD, {}

    async def hears(self, fits: Callable[[str], bool], told: str) -> str:
        """The first thing told that fits, told already or yet to come."""
        with anyio.move_on_after(SECONDS):
            while True:
                with self._lock:
                    found = next(filter(fits, self.told), None)
                if found is not None:
                    return found
                await anyio.sleep(0.02)
        raise AssertionError(f"the page never told {told}; it told {self.told[-8:]}")

    async def tells(self, what: str) -> None:
        await self.hears(lambda each: each == what, what)


@contextmanager
def board() -> Iterator[Board]:
    """Serve it until the block ends."""
    made = Board()
    with listening(made.take) as made.port:
        yield made


def place(fx: float, fy: float, part: float = 0.8) -> int:
    """Which button lies there, by fractions of the visible part; they fill `part` of its height."""
    return int(fy / part * ROWS) * COLUMNS + int(fx * COLUMNS)

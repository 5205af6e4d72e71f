"""The design of a page: what colours it has, whether its text can be read, other colours for it.

Each is one round trip: nothing is touched. Other colours are laid over the page for the person's
view; they end with the document, and when the agent lets the phone go. What a page itself says
is told as its own words.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from bridge.cdp.outgo import looking
from bridge.page.read import ask, look, value
from bridge.page.seen import (
    Concealed,
    Contrast,
    Faint,
    Highlighted,
    PaintedBox,
    Part,
    Repainted,
    Theme,
    Use,
)
from bridge.page.snapshot import Answer, one_line
from bridge.page.tab import Tab

Raw = dict[str, Any]
Level = Literal["AA", "AAA"]
Mode = Literal["keep", "dark", "light", "revert"]

_MORE_SECONDS = 5
"""What putting colours on may take beyond the time in which they come in."""


@dataclass(frozen=True, slots=True)
class Told:
    """An answer as lines, and as JSON values."""

    text: str
    data: Raw


T = TypeVar("T", Theme, Contrast)


async def _walked(
    tab: Tab, command: str, args: Mapping[str, Any], kind: type[T]
) -> tuple[T, Answer]:
    answer = await look(tab, command, args)
    return value(answer, kind), answer


async def theme(tab: Tab, *, scan: int, per_group: int, tokens: int, surfaces: int) -> Told:
    """Say how the page is made up: colours and where, custom properties, fonts, surfaces.

    Args:
        tab: Need not be in front.
        scan: How many elements to look at.
        per_group: Colours of each kind, and fonts, to name.
        tokens: Custom properties to name, colours first.
        surfaces: Painted boxes to name, the largest first.
    """
    asked = {
        "max_scan": scan,
        "max_per_group": per_group,
        "max_tokens": tokens,
        "max_surfaces": surfaces,
    }
    found, answer = await _walked(tab, "theme", asked, Theme)
    free = answer.open_frames(tab.judge.allows)
    shown = found.model_copy(
        update={
            "parts": tuple(part for part in found.parts if part.frame in free),
            "surfaces": tuple(box for box in found.surfaces if box.element.frame in free),
        }
    )
    left_out = len(answer.frames) - len(free) + len(tab.shut())
    return Told(_said(theme_lines(shown, per_group), left_out), _as_json(shown))


def theme_lines(found: Theme, per_group: int = 8) -> list[str]:
    """Write how a page is made up. Its frames' colours are counted with its own."""
    if not found.parts:
        return ["nothing of the page may be told"]
    top = found.parts[0]
    dark = "dark" if top.dark else "light"
    controls = "dark" if top.dark_controls else "light"
    lines = [
        f"the page is {dark}: ground {top.ground}, color-scheme {one_line(top.color_scheme)}"
        f" (controls {controls}), the phone prefers {'dark' if top.prefers_dark else 'light'}"
    ]
    if top.theme_color is not None:
        lines.append(f"theme-color {one_line(top.theme_color)}")
    for group in ("text", "background", "border", "accent"):
        uses = merged(found.parts, group)
        if uses:
            lines.append(f"{group}:")
            lines += [f"- {each.color} {each.count}x {_where(each)}" for each in uses[:per_group]]
    fonts = [font for part in found.parts for font in part.fonts]
    if fonts:
        lines.append("fonts:")
        lines += [
            f"- {one_line(font.family)} {font.count}x, {_numbers(font.sizes)} px,"
            f" weight {', '.join(font.weights)}"
            for font in fonts[:per_group]
        ]
    if top.tokens:
        more = f" (of {top.token_count})" if top.token_count > len(top.tokens) else ""
        lines.append(f"custom properties{more}:")
        lines += [
            f"- {one_line(each.name)}: {one_line(each.value)}"
            + (f" = {each.color}" if each.color and each.color != each.value else "")
            for each in top.tokens
        ]
    if found.surfaces:
        lines.append("surfaces:")
        lines += [_box(each) for each in found.surfaces]
    if found.partial:
        lines.append(f"[{found.scanned} elements were looked at: there are more]")
    return lines


def merged(parts: Iterable[Part], group: str) -> list[Use]:
    """Return the colours of one kind in all frames, the most used first."""
    counts: Counter[str] = Counter()
    where: dict[str, dict[str, None]] = {}
    for part in parts:
        for use in part.colours.get(group, ()):
            counts[use.color] += use.count
            where.setdefault(use.color, {}).update(dict.fromkeys(use.where))
    return [
        Use(color=color, count=count, where=tuple(where[color])[:3])
        for color, count in counts.most_common()
    ]


def _where(use: Use) -> str:
    return f"({one_line(', '.join(use.where))})"


def _numbers(numbers: Iterable[float]) -> str:
    return ", ".join(f"{number:g}" for number in numbers)


def _box(each: PaintedBox) -> str:
    told = [each.background or "", each.image or ""]
    told += [f"text {each.text}" if each.text else ""]
    told += [f"border {each.border}" if each.border else ""]
    told += [f"radius {one_line(each.radius)}" if each.radius != "0px" else ""]
    told += ["shadow" if each.shadow else ""]
    return f"{each.element.line()}{each.element.place()} {', '.join(filter(None, told))}"


async def contrast(
    tab: Tab, target: Mapping[str, Any], *, level: Level, samples: int, failures: int
) -> Told:
    """Say which text of the page, or of one element, stands out too little from its ground.

    Args:
        tab: Need not be in front.
        target: How tools name an element; empty for the page.
        level: Of WCAG 2.2.
        samples: How many texts to look at.
        failures: How many different failures to name, the worst first.
    """
    asked = {**target, "level": level, "max_samples": samples, "max_failures": failures}
    found, answer = await _walked(tab, "contrast", asked, Contrast)
    free = answer.open_frames(tab.judge.allows)
    shown = found.model_copy(
        update={
            "failures": tuple(each for each in found.failures if each.element.frame in free),
            "unknown": tuple(each for each in found.unknown if each.element.frame in free),
        }
    )
    left_out = len(answer.frames) - len(free) + len(tab.shut())
    return Told(_said(contrast_lines(shown, level), left_out), _as_json(shown))


def contrast_lines(found: Contrast, level: Level) -> list[str]:
    """Write what an audit found."""
    lines = [
        f"WCAG {level}: {found.passed} of {found.samples} texts pass, {found.failed} fail,"
        f" {found.unclear} cannot be told"
    ]
    lines += [_failure(each) for each in found.failures]
    if found.kinds > len(found.failures):
        lines.append(f"{found.kinds - len(found.failures)} more kinds of failure")
    if found.unknown:
        lines.append("cannot be told:")
        lines += [
            f"{each.element.line()}{_alike(each)}: {one_line(each.why)}" for each in found.unknown
        ]
    if found.partial:
        lines.append("[there is more text than was looked at: max_samples]")
    return lines


def _failure(each: Faint) -> str:
    weight = " bold" if each.bold else ""
    way = f"text {each.suggestion} would do" if each.suggestion else "no text colour would do"
    return (
        f"{each.element.line()}{_alike(each)}: {each.ratio:.2f} of {each.needed:g},"
        f" {each.ink} on {each.ground}, {each.size:g} px{weight}; {way}"
    )


def _alike(each: Faint) -> str:
    return f" (and {each.count - 1} alike)" if each.count > 1 else ""


def _said(lines: Iterable[str], left_out: int) -> str:
    note = [f"{left_out} frame(s) of blocked sites left out"] if left_out else []
    return "\n".join((*lines, *note))


def _as_json(found: Theme | Contrast) -> Raw:
    return found.model_dump(mode="json", exclude_defaults=True)


async def apply(tab: Tab, mode: Mode, wish: Mapping[str, Any], *, transition_ms: int) -> Told:
    """Lay other colours over the page, or take them off (`mode` revert).

    Args:
        tab: Need not be in front.
        mode: Which side its colours go to; keep: they stay on theirs.
        wish: What more is asked: see `page_apply_theme`.
        transition_ms: In what time the colours come in.

    Raises:
        UsageFault: `BAD_ARGUMENTS`, of a colour that is none, or not as dark or light as the mode.
        UnknownOutcome: The page did not answer.
    """
    args = {**wish, "mode": mode, "transition_ms": transition_ms}
    seconds = tab.limits.page_seconds + transition_ms / 1000 + _MORE_SECONDS
    tab.standing.dressed = mode != "revert"
    answer = await tab.ask("repaint", args, seconds=seconds)
    done = value(answer, Repainted)
    data = done.model_dump(mode="json")
    if mode == "revert":
        text = "the page has its own colours" if done.painted else "no colours were laid over it"
        return Told(text, data)
    side = "dark" if done.dark else "light"
    where = f" in {done.documents} documents" if done.documents > 1 else ""
    more = "; a part of the page is too large" if done.partial else ""
    return Told(f"the page is {side} now: {done.painted} elements{where} painted{more}", data)


@asynccontextmanager
async def bare(tab: Tab) -> AsyncIterator[None]:
    """Draw no frames around elements until the block ends: a picture shows the page alone.

    It costs a round trip, when there may be any.
    """
    if asyncio.get_running_loop().time() > tab.standing.framed_until:
        yield
        return
    await ask(tab, "conceal", {"on": True}, Concealed)
    try:
        yield
    finally:
        if tab.alive and tab.has_world and tab.dialog is None:
            with looking():
                tab.post_ask("conceal", {"on": False})


def undress(tab: Tab) -> None:
    """Take other colours off a tab, without waiting: its agent has let go of it."""
    if not tab.standing.dressed:
        return
    tab.standing.dressed = False
    if tab.alive and tab.has_world:
        with looking():
            tab.post_ask("repaint", {"mode": "revert"})


async def highlight(
    tab: Tab, target: Mapping[str, Any], *, duration_ms: int, note: str | None
) -> Told:
    """Put a frame around an element for the person who looks at the phone.

    Raises:
        ScreenFault: `TAB_HIDDEN`; `NOT_VISIBLE`, it is not drawn.
        UnknownOutcome: The page did not answer.
    """
    args = {"target": dict(target), "duration_ms": duration_ms, "note": note or ""}
    ends = asyncio.get_running_loop().time() + duration_ms / 1000 + _MORE_SECONDS
    tab.standing.framed_until = max(tab.standing.framed_until, ends)
    element = value(await tab.ask("highlight", args), Highlighted).element
    text = f"highlighted {element.sentence()} for {duration_ms / 1000:g} s"
    return Told(text, {"element": element.sentence(), "ref": element.ref})

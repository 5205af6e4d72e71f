"""A page in outline as text: regions, headings, forms and how much there is. Pure: no I/O.

Rows of frames that may not be read are taken out before the rest is written; counts are
numbers only. What does not fit the budget is cut from the longest part.
"""

from __future__ import annotations

from collections.abc import Iterator, Set

from bridge.page.render import head, size
from bridge.page.seen import Form, Outline
from bridge.page.snapshot import Row, quoted

_PARTS = ("regions", "forms", "headings")
_LONGEST_SELECTION = 500


def readable(outline: Outline, free: Set[int]) -> Outline:
    """Return the outline without the rows of frames that may not be read."""
    forms = tuple(
        Form(form=form.form, fields=tuple(row for row in form.fields if row.frame in free))
        for form in outline.forms
        if form.form is None or form.form.frame in free
    )
    chosen = outline.selection
    return outline.model_copy(
        update={
            "regions": tuple(row for row in outline.regions if row.frame in free),
            "headings": tuple(row for row in outline.headings if row.frame in free),
            "forms": tuple(form for form in forms if form.form is not None or form.fields),
            "selection": chosen if chosen is not None and chosen.frame in free else None,
        }
    )


def render_outline(
    outline: Outline, href: str, *, max_bytes: int, hidden: int = 0, boxes: bool = False
) -> str:
    """Write an outline within a budget of bytes.

    Args:
        outline: What may be told.
        href: Address of the top document.
        max_bytes: Budget of the whole text in UTF-8.
        hidden: How many frames were left out because their site is blocked.
        boxes: Whether regions tell where they lie.
    """
    parts = {
        "regions": [row.indented(boxes=boxes) for row in outline.regions],
        "forms": list(_forms(outline)),
        "headings": [_heading(row) for row in outline.headings],
    }
    opening = [head(outline, href, hidden), _counts(outline)]
    if outline.selection is not None:
        opening.append(f'selected: "{quoted(outline.selection.name, _LONGEST_SELECTION)}"')
    cut = dict.fromkeys(_PARTS, 0)
    room = max_bytes - size("\n".join(opening))
    sizes = {part: sum(size(line) + 1 for line in lines) for part, lines in parts.items()}
    while sum(sizes.values()) + len(_PARTS) * 24 > room and any(parts.values()):
        longest = max(_PARTS, key=sizes.__getitem__)
        sizes[longest] -= size(parts[longest].pop()) + 1
        cut[longest] += 1
    lines = list(opening)
    for part in _PARTS:
        if parts[part] or cut[part]:
            more = f" ({cut[part]} more lines cut)" if cut[part] else ""
            lines += [f"{part}{more}:", *parts[part]]
    return "\n".join(lines)


def _counts(outline: Outline) -> str:
    told = [f"{count} {_one(kind, count)}" for kind, count in outline.counts.items() if count]
    return "has: " + (", ".join(told) or "no links, buttons, fields or frames")


def _one(kind: str, count: int) -> str:
    return kind.removesuffix("s") if count == 1 else kind


def _forms(outline: Outline) -> Iterator[str]:
    for form in outline.forms:
        if form.form is not None:
            yield form.form.line()
        else:
            inside = any(row.frame > 0 for row in form.fields)
            yield "- in no form, in a frame" if inside else "- in no form"
        yield from (f"  {row.line()}" for row in form.fields)


def _heading(row: Row) -> str:
    level = row.level or 1
    return f'{"  " * (level - 1)}- {level} "{quoted(row.name)}"'

"""A plain agent: it reads an instruction and our snapshots, and acts with our tools.

It knows what words mean (`_grammar.py`) and how people use forms, menus, tabs, calendars and
pages of results (`_hands.py`). It names no selector and knows no task.
"""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass

from bridge.errors import BridgeError
from tests.oracle._grammar import Clause, clauses, day_of, listed, solved, time_of
from tests.oracle._hands import FIELDS, MOST_OPENED, STILL_LOOKS, Hands, Row, Stuck, folded

MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july"),
    *("august", "september", "october", "november", "december"),
)
_MONTH = re.compile(rf"\b({'|'.join(MONTHS)}) (\d{{4}})\b", re.IGNORECASE)
_FILLERS = re.compile(r"^(?:(?:on|the|a|an)\s+)+", re.IGNORECASE)
_KIND_WORDS = re.compile(r"^(?:button|link|item)\b|\b(?:button|link|item)$", re.IGNORECASE)
_NUMBER = re.compile(r"-?\d+")


@dataclass
class Agent(Hands):
    """Does what one instruction asks for.

    Attributes:
        memory: What was read last: "it", "that", "your answer".
        found: What was looked for last: "their".
    """

    memory: str | None = None
    found: str = ""

    async def do(self, instruction: str) -> None:
        """Carry an instruction out.

        Raises:
            Stuck: It cannot be understood, or what it speaks of is not to be seen.
        """
        self.instruction = folded(instruction)
        await self.look()
        for clause in clauses(instruction):
            # "use the textbox to enter …", "expand the sections to click on …"
            means = re.search(r"\bto (?:find and )?(click|enter|type) (.*)", clause.rest)
            await self.step(Clause(means[1], means[2]) if means else clause)
        if self.pending:
            await self.press("submit")

    async def step(self, clause: Clause) -> None:
        """Do one thing.

        Raises:
            Stuck: The verb is not known.
        """
        ways = {
            **dict.fromkeys(
                ("click", "close", "hit", "pick", "press", "submit", "tap"), self.click
            ),
            **dict.fromkeys(("enter", "type"), self.write),
            **dict.fromkeys(("check", "choose", "select"), self.choose),
            **{"buy": self.buy, "copy": self.copy, "expand": self.expand, "find": self.find},
            **{"focus": self.focus, "guess": self.guess, "mark": self.mark, "paste": self.paste},
            **{"scroll": self.scroll, "search": self.search, "set": self.set, "solve": self.solve},
        }
        if clause.verb not in ways:
            raise Stuck(f"what is {clause}?")
        await ways[clause.verb](clause)

    # --- going and tapping --------------------------------------------------------------

    async def click(self, clause: Clause) -> None:
        """Do "click on …", "press …", "close …"."""
        kind, names = clause.kind, _names(clause)
        self.pending = False
        if clause.ordinal is not None and kind == "result":
            await self.result(clause.ordinal)
        elif clause.ordinal is not None and kind:
            await self.tap(self.nth_of(kind, clause.ordinal))
        elif possessed := re.search(r"\btheir (\w+)", clause.rest):
            await self.tap(self.beside(possessed[1]))
        elif kind and not names:
            await self.tap(self.nth_of(kind, 0))
        elif clause.verb in ("press", "hit", "submit") or names == ["submit"]:
            await self.press((names or ["submit"])[0])
        else:
            await self.tap(await self.seek(names, kind))

    def beside(self, label: str) -> Row:
        """Return what can be tapped after a label such as "Phone:".

        Raises:
            Stuck: There is no such label.
        """
        labelled = False
        for row in self.said():
            labelled = labelled or folded(row.name).startswith(label)
            if labelled and row.ref:
                return row
        raise Stuck(f"nothing beside {label}")

    async def result(self, index: int) -> None:
        """Tap one of the results, which may be on a later page."""
        tried: set[object] = set()
        passed = 0
        while True:
            await self.still()
            rows = [row for row in self.rows if row.ref and row.role == "link"]
            links = [row for row in rows if re.search(r"[^\W\d]", row.name)]
            if index < passed + len(links):
                return await self.tap(links[index - passed])
            passed += len(links)
            opener = next(self.openers(tried), None)
            if opener is None:
                raise Stuck(f"only {passed} results")
            await self.tap(opener)

    async def focus(self, clause: Clause) -> None:
        """Do "focus into …"."""
        await self.tap(self.nth_of(clause.kind or "textbox", clause.ordinal or 0))

    async def expand(self, _: Clause) -> None:
        """Do "expand the section below"."""
        await self.tap(next(self.openers(set())))
        await self.still()

    async def scroll(self, clause: Clause) -> None:
        """Scroll something to its end, or back to its beginning."""
        row = self.nth_of(clause.kind or "textbox", clause.ordinal or 0)
        way = "up" if "to the top" in clause.rest else "down"
        with suppress(BridgeError):  # NOT_SCROLLED: it is there
            for _ in range(MOST_OPENED):
                await self.call("page_scroll", ref=row.ref, direction=way)
        await self.look()
        self.pending = "submit" in clause.rest

    async def buy(self, clause: Clause) -> None:
        """Buy what takes the shortest or longest time, or costs least or most."""
        offers: list[tuple[int, Row]] = []
        minutes = 0
        for row in self.rows:
            if found := re.fullmatch(r"(\d+)h (\d+)m", row.name):
                minutes = int(found[1]) * 60 + int(found[2])
            elif cost := re.search(r"\$(\d+)", row.name):
                offers.append((int(cost[1]) if "cost" in clause.rest else minutes, row))
        offers.sort(key=lambda offer: offer[0])
        most = re.search(r"longest|most", clause.rest)
        await self.tap(offers[-1 if most else 0][1])

    # --- reading ------------------------------------------------------------------------

    async def find(self, clause: Clause) -> None:
        """Do "find …": go where it is to be seen, or read which word it is."""
        if re.search(r"\bword\b", clause.rest):
            longest = max(self.said(), key=lambda row: len(row.value or row.name))
            text = longest.value or longest.name
            if longest.value and text.endswith("…"):  # a snapshot tells only the beginning
                text = str((await self.call("page_text", ref=longest.ref)).data["text"])
            words = text.split()
            self.memory = words[-1 if clause.ordinal is None else clause.ordinal].strip(".,")
            return
        self.found = re.split(r" in the ", clause.rest)[0]
        await self.seek([self.found])

    async def solve(self, _: Clause) -> None:
        """Do "solve the problem": remember its answer."""
        self.memory = solved(" ".join(row.name for row in self.said()))

    async def copy(self, clause: Clause) -> None:
        """Do "copy the text of …"."""
        full = [row for row in self.rows if row.role in FIELDS and row.value]
        await self.tap(full[clause.ordinal or 0])
        await self.chord("a")
        await self.chord("c")

    async def paste(self, _: Clause) -> None:
        """Do "paste it into …"."""
        await self.tap(self.empty_fields()[0])
        await self.chord("v")
        self.pending = True

    def looked_up(self, key: str) -> str:
        """Return what a table of two columns says of a key.

        Raises:
            Stuck: It says nothing of it.
        """
        for row in self.rows:
            name, bar, value = row.name.partition(" | ")
            if row.role == "row" and bar and folded(name) == folded(key):
                return value
        raise Stuck(f"no table tells {key}")

    # --- writing ------------------------------------------------------------------------

    async def write(self, clause: Clause) -> None:
        """Do "enter …", "type …"."""
        fields, rest = self.fields(), clause.rest
        if starts := re.search(r'starts with "([^"]*)"(?: and ends with "([^"]*)")?', rest):
            await self.complete(fields[0], starts[1], starts[2] or "")
        elif "each label" in rest:
            for row in fields:
                await self.fill(row, self.looked_up(self.label_of(row)))
        elif len(pairs := re.findall(r'(\w+) "([^"]*)"', rest)) > 1:
            for index, (label, value) in enumerate(pairs):
                named = [row for row in fields if folded(self.label_of(row)).startswith(label)]
                await self.fill((named or fields[index:])[0], value)
        else:
            value = self.meant(clause)
            some = fields if "both" in rest else self.empty_fields()[:1]
            if clause.ordinal is not None:
                some = [fields[clause.ordinal]]
            for row in some:
                await self.fill(row, value)

    def meant(self, clause: Clause) -> str:
        """Return what is to be written.

        Raises:
            Stuck: Nobody said it.
        """
        rest = clause.rest
        if clause.quoted:
            value: str | None = clause.quoted[0]
        elif day := day_of(rest):
            value = "{:04}-{:02}-{:02}".format(*day)
        elif time := time_of(rest):
            value = "{:02}:{:02}".format(*time)
        elif asked := re.search(r"the value of (.+?) into", rest):
            value = self.looked_up(asked[1])
        elif "text below" in rest:
            value = next(row.name for row in self.said() if row.role == "text")
        else:
            value = self.memory
        if value is None:
            raise Stuck(f"what is to be written? {clause}")
        if "upper case" in rest:
            return value.upper()
        return value.lower() if "lower case" in rest else value

    async def complete(self, row: Row, start: str, end: str) -> None:
        """Type the beginning of an item, and take one of those that are offered."""
        await self.fill(row, start)
        for _ in range(STILL_LOOKS):
            for each in self.rows:
                fits = each.name.startswith(start) and each.name.endswith(end)
                if fits and each.role not in FIELDS:
                    return await self.tap(each if each.ref else self.holder(each))
            await self.still()
        raise Stuck(f"nothing offered begins with {start}")

    async def search(self, clause: Clause) -> None:
        """Do "search for A things by B from C": each word to the field that asks for it."""
        found = re.match(r"for (\w+) \w+ (.*)", clause.rest)
        if not found:
            raise Stuck(f"search what? {clause}")
        facts = re.findall(r"(director|direct|year|date|author)\w*(?: by)? (\w+)", found[2])
        for row in self.fields():
            label = folded(self.label_of(row))
            said = [
                value for key, value in facts if key in label or (key == "year" and "date" in label)
            ]
            await self.fill(row, said[0] if said else found[1])
        last = [row.ref for row in self.rows].index(self.fields()[-1].ref)
        doing = [r for r in self.rows[last + 1 :] if r.ref and r.role in ("button", "generic")]
        await self.tap(doing[0])
        self.pending = False

    async def guess(self, clause: Clause) -> None:
        """Guess a number between two, and go by what the page says of each guess."""
        low, high = map(int, re.findall(r"\d+", clause.rest)[:2])
        while low <= high:
            middle = (low + high) // 2
            await self.fill(self.fields()[0], str(middle))
            await self.press("submit")
            told = folded(" ".join(row.name for row in self.said()))
            if "higher" in told:
                low = middle + 1
            elif "lower" in told:
                high = middle - 1
            else:
                return

    # --- choosing -----------------------------------------------------------------------

    async def choose(self, clause: Clause) -> None:
        """Do "select …", "choose …", "check …"."""
        rest, kind = clause.rest, clause.kind
        self.pending = True
        names = listed(re.split(r" (?:from|with) the ", rest)[0])
        if day := day_of(rest):
            await self.pick_day(*day)
        elif kind == "spinbutton":
            await self.fill(self.nth_of(kind, 0), names[0])
        elif kind == "slider":
            await self.slide(0, int(names[0]))
        elif kind == "combobox" and (box := self.nth_of(kind, 0)).role == "combobox":
            await self.act("page_select", ref=box.ref, option=names[0])
            await self.look()
        elif clause.ordinal is not None and kind:
            await self.tap(self.nth_of(kind, clause.ordinal))
        elif rest != "nothing":
            for name in names:
                await self.tap(await self.seek([name], "checkbox"))

    async def set(self, clause: Clause) -> None:
        """Do "set the sliders to …"."""
        for index, number in enumerate(_NUMBER.findall(clause.rest)):
            await self.slide(index, int(number))
        self.pending = True

    async def mark(self, _: Clause) -> None:
        """Say of each number whether it is odd or even, by the buttons around it."""
        for at, row in enumerate(self.rows):
            if row.role == "text" and _NUMBER.fullmatch(row.name):
                near = self.rows[at - 1], self.rows[at + 1]
                right = "odd" if int(row.name) % 2 else "even"
                await self.call("page_tap", ref=next(r.ref for r in near if r.called(right)))
        self.pending = True

    async def pick_day(self, year: int, month: int, day: int) -> None:
        """Choose a day in a calendar that opens at a field."""
        await self.tap(self.nth_of("textbox", 0))
        for _ in range(MOST_OPENED):
            await self.still()
            shown = _MONTH.search(" ".join(row.name for row in self.rows))
            if shown is None:
                continue
            ahead = (year - int(shown[2])) * 12 + month - 1 - MONTHS.index(shown[1].lower())
            if ahead == 0:
                await self.tap(await self.seek([str(day)], "link"))
                return await self.still()
            await self.act("page_key", key="PageDown" if ahead > 0 else "PageUp")
        raise Stuck("no calendar")


def _names(clause: Clause) -> list[str]:
    """Return what the thing of a clause may be called; nothing when only its kind is said."""
    if clause.quoted:
        return [] if "widget" in clause.rest else [clause.quoted[-1]]
    words = _FILLERS.sub("", re.split(r" (?:when|if|in) ", clause.rest)[0]).strip()
    bare = _KIND_WORDS.sub("", words).strip()
    return [words, bare] if bare else []

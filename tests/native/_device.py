"""A phone's shell in name only: answers scripts from a table, and keeps what it was asked."""

import re
from dataclasses import dataclass, field

from bridge.adb.device import Ran
from bridge.errors import BridgeError

TREE = """<?xml version='1.0' encoding='UTF-8' standalone='yes' ?><hierarchy rotation="0">\
<node text="" class="android.widget.FrameLayout" package="com.a" bounds="[0,0][100,200]">\
<node text="Save" class="android.widget.Button" package="com.a" clickable="true" \
bounds="[10,20][30,40]" />\
<node text="Off" class="android.widget.Button" package="com.a" clickable="true" enabled="false" \
bounds="[10,50][30,70]" />\
<node text="Far" class="android.widget.Button" package="com.a" clickable="true" \
bounds="[10,250][30,270]" />\
<node text="" class="android.widget.EditText" package="com.a" clickable="true" focused="true" \
bounds="[10,80][90,90]" />\
</node></hierarchy>"""


@dataclass
class Device:
    """Attributes stand for what the phone would say; `sent` holds the input that went out."""

    tree: str = TREE
    said: str = "UI hierchary dumped to: x"
    focus: str = "mCurrentFocus=Window{1 u0 com.a/.Main}"
    after: str = ""
    size: tuple[int, int] = (100, 200)
    power: str = "mWakefulness=Awake"
    input_says: str = ""
    refuses: str = ""
    picture: bytes = b""
    browsers: str = "com.android.chrome/.Main\n"
    loses: BridgeError | None = None
    changes: dict[str, str] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)
    sent: list[str] = field(default_factory=list)

    async def shell(self, command: str, *, seconds: float) -> Ran:
        assert seconds > 0
        self.asked.append(command)
        if self.loses is not None:
            raise self.loses
        if command.startswith("cmd package"):
            return Ran(self.browsers.encode(), b"", 0)
        return Ran(self._answer(command).encode(), b"", 0)

    async def exec_out(self, command: str, *, seconds: float) -> bytes:
        assert seconds > 0
        self.asked.append(command)
        return self.picture

    def _answer(self, command: str) -> str:
        out: list[str] = []
        goes = True
        for step in re.split(r"; | && ", command):
            mark = re.fullmatch(r"echo (@@\w+:(\w+))( \$\?)?", step)
            if mark and (goes or mark[2] not in {"front", "size", "element", "sent"}):
                out.append(mark[1])
                self._enter(mark[2])
                if mark[2] in {"before", "after"}:
                    focus = self.after if mark[2] == "after" and self.after else self.focus
                    out.append(f"  {focus}\n  cur={self.size[0]}x{self.size[1]} x")
            if mark and mark[2] == self.refuses:
                goes = False
            if mark and (told := self._section(mark[2])):
                out.append(told)
            if step.startswith("input ") and goes:
                self.sent.append(step.removesuffix(" 2>&1"))
                out.append(self.input_says)
        if self.refuses == "front" and "grep -qF" in command:
            return "\n".join(out)
        return "\n".join(out) + "\n"

    def _enter(self, section: str) -> None:
        if section == "status":
            for name, value in self.changes.items():
                setattr(self, name, value)
            self.changes = {}

    def _section(self, section: str) -> str:
        return {"said": self.said, "tree": self.tree, "power": self.power}.get(section, "")

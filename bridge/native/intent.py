"""Intents, word by word: what an agent may have Android start, and how that is written. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bridge.errors import UsageFault
from bridge.native.script import quote

_UNFIT = re.compile(r"""[^!-~]|[;|&$()`'"<>\\]""")
_ACTION = re.compile(r"[A-Za-z]\w*(?:\.\w+)*", re.ASCII)
_COMPONENT = re.compile(r"([A-Za-z]\w*(?:\.\w+)+)/([\w.$]+)", re.ASCII)
_SCHEME = re.compile(r"([a-z][a-z0-9+.-]*):", re.IGNORECASE | re.ASCII)
_CLOSED = frozenset({"file", "content", "javascript", "intent", "android-app", "data"})
"""Schemes that reach files, or carry a whole other intent within them."""
_OPEN = frozenset({"http", "https", "tel", "sms", "smsto", "mailto", "geo", "market", "package"})
"""Schemes whose opener Android may choose: browsers have others, with addresses within."""
_LONGEST = 2000


@dataclass(frozen=True, slots=True)
class Intent:
    """What is to be started.

    Attributes:
        action: Such as `android.settings.WIFI_SETTINGS`.
        data: An address of any kind; empty for none.
        component: `package/.Activity`; empty where Android is to choose.
    """

    action: str
    data: str = ""
    component: str = ""

    @property
    def package(self) -> str:
        """The app of the component; empty where Android chooses."""
        return self.component.partition("/")[0]

    @property
    def is_web(self) -> bool:
        """Whether it is a web address, which a browser would open."""
        return self.data.lower().startswith(("http:", "https:"))

    @property
    def command(self) -> str:
        """The command that starts it."""
        words = ["am start --user current", f"-a {quote(self.action)}"]
        words += [f"-d {quote(self.data)}"] if self.data else []
        words += [f"-n {quote(self.component)}"] if self.component else []
        return " ".join(words)

    @property
    def words(self) -> str:
        """Say it shortly."""
        return f"{self.action} {self.package}".rstrip()


def intent(action: str, data: str = "", component: str = "") -> Intent:
    """Read what an agent asks for.

    Raises:
        UsageFault: `BAD_ARGUMENTS`: a part is none, or has signs that mean something to a shell.
            `UNSUPPORTED`: the address reaches files, or carries an intent of its own.
    """
    for name, given in (("action", action), ("data_uri", data), ("component", component)):
        if len(given) > _LONGEST or _UNFIT.search(given):
            raise UsageFault(
                "BAD_ARGUMENTS",
                f"{name} has signs that no intent needs",
                hint="Leave out spaces, quotes and ; | & $ ( ) ` < >; encode them in an address.",
            )
    if not _ACTION.fullmatch(action):
        raise UsageFault("BAD_ARGUMENTS", "action is none, such as android.settings.SETTINGS")
    if component and not _COMPONENT.fullmatch(component):
        raise UsageFault(
            "BAD_ARGUMENTS", "component is none, such as com.android.settings/.Settings"
        )
    scheme = _SCHEME.match(data)
    if data and scheme is None:
        raise UsageFault("BAD_ARGUMENTS", "data_uri is no address: it begins with no scheme")
    kind = scheme[1].lower() if scheme is not None else ""
    if kind in _CLOSED:
        raise UsageFault("UNSUPPORTED", f"addresses of the kind {kind}: are not started")
    if kind and not component and kind not in _OPEN:
        told = f"who opens an address of the kind {kind}: cannot be judged"
        raise UsageFault("UNSUPPORTED", told, hint="Name the component that is to open it.")
    return Intent(action, data, component)

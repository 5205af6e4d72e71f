"""Questions to the phone's shell: what it may do, and in which words Android answers.

Of `dumpsys` and `/proc/net/unix` only the form of a few lines is looked at; what they say
of the person's apps stays here.
"""

from __future__ import annotations

import re
from typing import Any

from bridge.adb import parse
from bridge.probe.ground import Ground
from bridge.probe.question import Facts, NotSeen, Question

Raw = dict[str, Any]
BYTES = "a\r\nb\té"
_PID = re.compile(r"\d+")


async def shell_v2(ground: Ground) -> Facts:
    """Run a command that writes on both outputs and fails."""
    features = await ground.device.server.features(ground.device.serial)
    ran = await ground.shell("echo out; echo err >&2; exit 7")
    return {
        "listed": "shell_v2" in features,
        "apart": (ran.stdout, ran.stderr) == (b"out\n", b"err\n"),
        "code": ran.code,
    }


async def exec_out(ground: Ground) -> Facts:
    """Have bytes come back that a terminal would change."""
    got = await ground.device.exec_out(f"echo '{BYTES}'", seconds=8)
    return {"exact": got == f"{BYTES}\n".encode(), "bytes": len(got)}


async def unix_table(ground: Ground) -> Facts:
    """Read the table of sockets; tell of the DevTools ones, without their process numbers."""
    ran = await ground.shell("cat /proc/net/unix 2>/dev/null")
    names = parse.sockets(ran.text)
    if names is None:
        return {"readable": False}
    rows = [line.split() for line in ran.text.splitlines() if "_devtools_remote" in line]
    again = [row for row in rows if len(row) == 8 and row[5] == "03" and row[7][1:] in names]  # noqa: PLR2004 - the table's columns
    return {
        "readable": True,
        "chrome": parse.DEFAULT_SOCKET in names,
        "listening": sorted({_plain(name) for name in names}),
        "connected_under_same_name": len(again),
    }


def _plain(name: str) -> str:
    """Leave only the known words of a socket's name: others may name an app of the person's."""
    word = _PID.sub("N", name)
    known = r"(chrome|webview|Terrace|weblayer|xweb|content_shell)_devtools_remote(_N)?"
    return word if re.fullmatch(known, word) else "other_devtools_remote"


async def unix_readable(ground: Ground) -> Facts:
    """Read it once."""
    return await ground.shared("unix", lambda: unix_table(ground))


async def size(ground: Ground) -> Facts:
    """Ask for the screen's size and density."""
    told = (await ground.shell("wm size", keep=True)).text
    dense = (await ground.shell("wm density", keep=True)).text
    return {
        "physical": _first(r"^Physical size: (\d+x\d+)", told),
        "override": _first(r"^Override size: (\d+x\d+)", told),
        "density": _first(r"^Physical density: (\d+)", dense),
        "override_density": _first(r"^Override density: (\d+)", dense),
        "other_lines": sum(
            not re.match(r"(Physical|Override) (size|density): ", line)
            for line in (told + dense).splitlines()
            if line.strip()
        ),
    }


async def power(ground: Ground) -> Facts:
    """Ask whether the screen is on."""
    told = (await ground.shell("dumpsys power")).text
    return {
        "wakefulness": _first(r"\bmWakefulness=(\w+)", told),
        "display": _first(r"Display Power: state=(\w+)", told),
        "stay_on": _first(r"\bmStayOn=(\w+)", told),
    }


async def windows(ground: Ground) -> Facts:
    """Ask which window has the focus; tell only how many lines, and of which form."""
    told = (await ground.shell("dumpsys window displays")).text
    lines = re.findall(r"mCurrentFocus=(.*)", told)
    forms = {_focus_form(line) for line in lines}
    return {"focus_lines": len(lines), "forms": sorted(forms)}


def _focus_form(line: str) -> str:
    if line.strip() == "null":
        return "null"
    if re.match(r"Window\{\w+ u\d+ [\w.]+/[\w.$]+\}", line):
        return "component"
    return "title" if line.startswith("Window{") else "other"


async def keyguard(ground: Ground) -> Facts:
    """Ask whether the lock screen shows."""
    told = (await ground.shell("dumpsys window policy")).text
    names = r"\b(showing|mShowing|mIsShowing|mShowingLockscreen)=(?:true|false)"
    return {"names": sorted(set(re.findall(names, told)))}


async def names_in(ground: Ground, service: str, *names: str) -> Facts:
    """Ask a service, and tell which of the names it uses; what it says of them stays here."""
    ran = await ground.shell(f"dumpsys {service}")
    if "Can't find service" in ran.text + _err(ran):
        raise NotSeen("there is no such service")
    found = (name for name in names if re.search(rf"\b{re.escape(name)}", ran.text))
    return {"names": sorted(found)}


async def trust(ground: Ground) -> Facts:
    """Ask whether the phone is locked, in the other place that tells it."""
    return await names_in(ground, "trust", "deviceLocked=")


async def activity(ground: Ground) -> Facts:
    """Ask which activity is in front."""
    names = ("topResumedActivity=", "ResumedActivity:", "mResumedActivity:")
    return await names_in(ground, "activity activities", *names)


async def input_devices(ground: Ground) -> Facts:
    """Ask for the input devices, where a keyboard of ours would show."""
    return await names_in(ground, "input", "Classes:", "Identifier:", "KeyLayoutFile:")


async def clipboard(ground: Ground) -> Facts:
    """Ask for a clipboard command, without one to run."""
    ran = await ground.shell("cmd clipboard", keep=True)
    said = ran.text + _err(ran)
    missing = ("No shell command implementation", "Can't find service", "not found")
    return {"there": ran.code == 0 and not any(words in said for words in missing)}


async def paths(ground: Ground) -> Facts:
    """Ask where Chrome lies, and where nothing does."""
    there = await ground.shell(f"pm path {parse.CHROME}")
    none = await ground.shell("pm path com.example.tapbridge.none")
    lines = there.text.splitlines()
    return {
        "form": bool(lines) and all(line.startswith("package:/") for line in lines),
        "none_code": none.code,
        "none_empty": not none.stdout.strip(),
    }


async def stay_on(ground: Ground) -> Facts:
    """Read a setting that `tapbridge keep-awake` would change."""
    told = (await ground.shell("settings get global stay_on_while_plugged_in")).text.strip()
    return {"form": "number" if told.isdecimal() else "null" if told == "null" else "other"}


async def input_method(ground: Ground) -> Facts:
    """Ask whether the keyboard shows."""
    names = ("mInputShown=", "mIsInputViewShown=", "mCurMethodId=")
    return await names_in(ground, "input_method", *names)


async def user(ground: Ground) -> Facts:
    """Ask for the number of the user in front."""
    told = (await ground.shell("am get-current-user 2>/dev/null", keep=True)).text.strip()
    return {"number": told.isdecimal()}


async def package(ground: Ground) -> Facts:
    """Ask whether Chrome is installed for this user, and in which words."""
    ran = await ground.shell(
        f"dumpsys package {parse.CHROME} | grep -E 'User [0-9]+:|versionName='"
    )
    line = _first(r"(User \d+:.*)", ran.text) or ""
    keys = [key for key in ("installed", "hidden", "enabled") if f" {key}=" in line]
    return {"keys": keys, "version": _first(r"versionName=(\S+)", ran.text)}


async def input_allowed(ground: Ground) -> Facts:
    """Inject a key that means nothing."""
    ran = await ground.shell("input keyevent 0", keep=True)
    said = ran.text + _err(ran)
    return {
        "code": ran.code,
        "refused": "INJECT_EVENTS" in said,
        "words": "old"
        if "Injecting to another application" in said
        else "new"
        if "Injecting input events requires" in said
        else None,
    }


async def dump(ground: Ground) -> Facts:
    """Have uiautomator read the screen, into nowhere: what it shows is not looked at."""
    ran = await ground.shell("uiautomator dump /dev/null", seconds=9, keep=True)
    said = ran.text + _err(ran)
    words = {
        "dumped to": "dumped",
        "could not get idle state": "not idle",
        "null root node": "no root",
        "not found": "no such command",
        "inaccessible": "no such command",
        "Killed": "killed",
    }
    told = next((short for phrase, short in words.items() if phrase in said), "other")
    if told == "no such command":
        raise NotSeen("there is no uiautomator here")
    return {"said": told, "typo_kept": "UI hierchary" in said, "code": ran.code}


async def hid(ground: Ground) -> Facts:
    """Ask whether the shell may make a keyboard: its groups, the node, the tool."""
    groups = (await ground.shell("id", keep=True)).text
    node = await ground.shell("ls -l /dev/uhid", keep=True)
    tool = await ground.shell("ls /system/bin/hid", keep=True)
    node_line = node.text.strip()
    return {
        "group": "(uhid)" in groups,
        "node": _first(r"^(c[rwx-]{9})", node_line),
        "tool": tool.code == 0 and "/system/bin/hid" in tool.text,
    }


async def displays(ground: Ground) -> Facts:
    """Count the displays that screencap could mean."""
    ran = await ground.shell("dumpsys SurfaceFlinger --display-id")
    found = re.findall(r"^Display (\d+) \(HWC display (\d+)\)", ran.text, re.MULTILINE)
    if not found:
        raise NotSeen("SurfaceFlinger does not list them")
    return {"displays": len(found)}


def _err(ran: Any) -> str:
    return str(ran.stderr.decode("utf-8", "replace"))


def _first(pattern: str, text: str) -> str | None:
    found = re.search(pattern, text, re.MULTILINE)
    return found[1] if found else None


QUESTIONS = (
    Question(
        "shell-v2", "NATIVE 4.5", "the shell keeps both outputs and the exit status apart", shell_v2
    ),
    Question("exec-out", "NATIVE 4.5", "exec: changes no byte", exec_out),
    Question(
        "unix-readable", "NATIVE 2", "/proc/net/unix can be read", unix_readable, ("readable",)
    ),
    Question(
        "socket-name",
        "QUIRKS 7, 8",
        "Chrome's socket is chrome_devtools_remote",
        unix_readable,
        ("readable", "chrome", "listening", "connected_under_same_name"),
    ),
    Question(
        "wm-size", "NATIVE 4.4", "wm size and density answer in Physical and Override lines", size
    ),
    Question(
        "power-words",
        "NATIVE 4.4",
        "dumpsys power tells mWakefulness and the display's state",
        power,
    ),
    Question(
        "window-words",
        "NATIVE 4.4",
        "dumpsys window displays tells mCurrentFocus in a known form",
        windows,
    ),
    Question(
        "keyguard-words",
        "NATIVE 4.4",
        "dumpsys window policy tells whether the lock screen shows",
        keyguard,
    ),
    Question(
        "keyboard-words", "NATIVE 4.4", "dumpsys input_method tells mInputShown", input_method
    ),
    Question("current-user", "NATIVE 2", "am get-current-user answers with a number", user),
    Question(
        "package-words",
        "NATIVE 2",
        "dumpsys package tells installed, hidden and enabled per user",
        package,
    ),
    Question("input-allowed", "NATIVE 2, 4.4", "input may inject events", input_allowed),
    Question("uiautomator-dump", "NATIVE 4.3", "uiautomator dump works", dump),
    Question(
        "hid-access",
        "NATIVE 4.1",
        "the shell may make a keyboard: group uhid, /dev/uhid, the hid tool",
        hid,
    ),
    Question("displays", "NATIVE 4.4", "there is one display", displays),
    Question("trust-words", "NATIVE 4.4", "dumpsys trust tells deviceLocked", trust),
    Question(
        "activity-words", "NATIVE 4.4", "dumpsys activity tells the resumed activity", activity
    ),
    Question(
        "input-words",
        "NATIVE 4.1",
        "dumpsys input tells classes, identifier and key layout of each device",
        input_devices,
    ),
    Question("clipboard-missing", "NATIVE 4.4", "there is no clipboard command", clipboard),
    Question(
        "path-words",
        "NATIVE 4.4",
        "pm path answers package:/…, and nothing with status 1 for what is not there",
        paths,
    ),
    Question("settings-words", "NATIVE 4.4", "settings get answers with a number or null", stay_on),
)

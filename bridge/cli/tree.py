"""The tree of commands, its help in sections, and what ends up as which exit status."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from typing import Any

import click
from typing_extensions import override

from bridge import __version__
from bridge.cli import (
    approvals,
    daemon,
    doctor,
    extension,
    live,
    person,
    probe,
    relay,
    scope,
    secret,
    sites,
    view,
)
from bridge.cli.answer import Answer, complain, show, wants_json
from bridge.cli.verbs import verbs
from bridge.errors import BridgeError, CancelledFault, InternalFault, UsageFault
from bridge.serve import state

_LONGEST = 1000
_ASIDE = re.compile(r" \((Did you mean [^)]*\?)\)$")
SECTIONS = {
    "see": "See the page",
    "act": "Act on the page",
    "gesture": "Gestures",
    "field": "Focus, selection, forms",
    "pick": "Let the person show what they mean",
    "search": "Search a site, and see what is under way",
    "looks": "The design of a page",
    "frame": "Frames",
    "transfer": "Files",
    "tabs": "Addresses and tabs",
    "debug": "Debug the page",
    "live": "Code in pages",
    "native": "Other apps and native screens",
    "timers": "Timers",
    "device": "Phone",
    "person": "Keep the phone",
    "bridge": "The Bridge itself",
}


class Tree(click.Group):
    """A group whose help lists its commands in sections."""

    def __init__(self, grouped: dict[str, list[click.Command]]) -> None:
        super().__init__(
            "tapbridge",
            commands=[command for commands in grouped.values() for command in commands],
            help="Drive the real Chrome on a real Android phone.",
            epilog="Exit status: 0 done, 1 usage, 2 set-up, 3 phone not reached, 4 the screen or"
            " the guard did not allow it, 70 a defect, 124 too late, 130 broken off.",
            context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
        )
        order = [*SECTIONS, *(name for name in grouped if name not in SECTIONS)]
        self._grouped = {name: grouped[name] for name in order if name in grouped}

    @override
    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(len(name) for name in self.commands)
        for section, commands in self._grouped.items():
            # whole sentences: what is longer than the line goes on below
            rows = [(c.name or "", c.get_short_help_str(_LONGEST)) for c in commands]
            with formatter.section(SECTIONS.get(section, section.capitalize())):
                formatter.write_dl([(name.ljust(width), told) for name, told in rows])


def tree(catalogue: Mapping[str, Any] | None = None) -> Tree:
    """Build the whole tree: the tools' verbs and the Bridge's own commands."""
    grouped = verbs(catalogue)
    # the tool's own verb gives way to the command, which can do more
    phones = [verb for verb in grouped.get("device", ()) if verb.name != "doctor"]
    grouped["device"] = [*phones, probe.added(doctor.command())]
    grouped["person"] = [
        view.command(),
        relay.command(),
        extension.group(),
        *person.commands(),
        approvals.group(),
        scope.group(),
        secret.group(),
        live.group(),
    ]
    grouped["bridge"] = [*daemon.commands(), sites.group()]
    made = Tree(grouped)
    made.params.append(
        click.Option(
            ["--version"],
            is_flag=True,
            is_eager=True,
            expose_value=False,
            callback=_version,
            help="Show the version and exit.",
        )
    )
    return made


def run(words: Sequence[str], catalogue: Mapping[str, Any] | None = None) -> int:
    """Run one command line; print what it says; return the exit status.

    Args:
        words: The words after the program's name.
        catalogue: The tools; the packaged catalogue when not given.
    """
    as_json = wants_json(words)
    try:
        return _run(words, catalogue, as_json=as_json)
    except BrokenPipeError:  # `tapbridge logs | head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except SystemExit:  # click's way to say the same
        return 0
    except click.exceptions.NoArgsIsHelpError as bare:
        click.echo(bare.format_message(), err=True)
        return UsageFault.exit
    except (click.ClickException, click.Abort, KeyboardInterrupt, BridgeError) as told:
        return complain(_ours(told), as_json=as_json)
    except Exception:  # noqa: BLE001 - a defect of ours: told to the log, kept from the screen
        state.note_defect()
        return complain(InternalFault(), as_json=as_json)


def _run(words: Sequence[str], catalogue: Mapping[str, Any] | None, *, as_json: bool) -> int:
    said = tree(catalogue).main(list(words), prog_name="tapbridge", standalone_mode=False)
    if isinstance(said, Answer):
        show(said, as_json=as_json)
    sys.stdout.flush()
    return said.exit if isinstance(said, Answer) else said if isinstance(said, int) else 0


def _ours(told: BaseException) -> BridgeError:
    """Return what click says, or Ctrl-C, as an error of ours."""
    match told:
        case BridgeError():
            return told
        case click.NoSuchOption() if alone := _standing_alone(told):
            said = f"{told.option_name} is no option: what it names stands alone"
            return UsageFault("BAD_ARGUMENTS", said, hint=f"Type `{alone}`.")
        case click.UsageError():
            path = told.ctx.command_path if told.ctx else "tapbridge"
            said = _ASIDE.sub(r" \1", told.format_message())
            return UsageFault("BAD_ARGUMENTS", said, hint=f"See `{path} --help`.")
        case click.ClickException():
            return UsageFault("BAD_ARGUMENTS", told.format_message())
        case _:
            return CancelledFault("broken off by the keyboard")


def _standing_alone(told: click.NoSuchOption) -> str:
    """Show how what was given as an option stands without its name; empty if it never does."""
    if told.ctx is None:
        return ""
    name = told.option_name.lstrip("-").replace("-", "_")
    alone = [p.name or "" for p in told.ctx.command.params if isinstance(p, click.Argument)]
    words = (told.ctx.command_path, *(each.upper() for each in alone))
    return " ".join(words) if name in alone else ""


def _version(ctx: click.Context, option: click.Parameter, value: object) -> None:
    del option
    if value and not ctx.resilient_parsing:
        click.echo(f"tapbridge {__version__}")
        ctx.exit()

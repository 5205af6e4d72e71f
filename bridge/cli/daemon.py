"""Commands about the Bridge itself: mcp, serve, status, stop, open, logs, version."""

from __future__ import annotations

import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from bridge import __version__
from bridge.cli import logs
from bridge.cli.answer import Answer, errand, json_option, serial_option, show, whole
from bridge.errors import SetupFault, UsageFault
from bridge.serve import client, state

_SETTINGS_PORT = -1
"""What `--http` alone stands for."""


def commands() -> list[click.Command]:
    """Return them, in the order of the help."""
    url = click.Argument(["url"], required=False)
    http = click.Option(
        ["--http"],
        is_flag=False,
        flag_value="",
        type=_http_port,
        metavar="[PORT]",
        help="Serve MCP over HTTP too, on this computer alone; 0 takes any free port.",
    )
    awake = click.Option(
        ["--keep-awake"], is_flag=True, help="Keep the screens of charging phones on meanwhile."
    )
    return [
        _command(
            "mcp", mcp, "Serve MCP on stdin and stdout: what an MCP host runs.", tools_option()
        ),
        _command(
            "open",
            open_chrome,
            "Start Chrome on the phone, at an address if given.",
            url,
            serial_option(),
        ),
        _command("status", status, "Say whether the Bridge runs and who is connected."),
        _command(
            "serve",
            serve,
            "Run the Bridge here, in the foreground, until Ctrl-C.",
            http,
            awake,
            tools_option(),
        ),
        _command("stop", stop, "End the Bridge that runs in the background."),
        logs.command(),
        _command("version", version, "Show the version."),
    ]


def _command(name: str, callback: Any, says: str, *params: click.Parameter) -> click.Command:
    return click.Command(name, callback=callback, params=[*params, json_option()], help=says)


def tools_option() -> click.Option:
    """Make the option that switches families of tools on."""
    return click.Option(
        ["--tools"],
        metavar="FAMILY,…",
        default="",
        help="Tools beside the core: more, debug, live, native, host; several with commas.",
    )


def _http_port(value: str) -> int:
    return _SETTINGS_PORT if value == "" else whole(0, 65_535)(value)


def mcp(*, tools: str, as_json: bool) -> int:
    """Carry bytes until one side ends."""
    del as_json  # what goes over stdout is MCP
    from bridge.serve.pipe import listed, main  # noqa: PLC0415 - the other verbs do not need it

    return main(tools=listed(tools))


def open_chrome(*, url: str | None, serial: str | None, as_json: bool) -> Answer:
    """Ask the daemon to start Chrome, as the person who typed this."""
    del as_json
    return errand("open", url=url, serial=serial)


def status(*, as_json: bool) -> Answer:
    """Ask the daemon about itself; starts none."""
    del as_json
    link = client.attempt("status", client="cli")
    if link is None:
        return Answer("The Bridge does not run; the next call starts it.", {"running": False})
    with link:
        data = {"running": True, **(link.answer.get("data") or {})}
    if data.get("http"):
        data["token_file"] = str(state.folder() / state.HTTP_TOKEN)
    adb = data["adb_server"]
    rows = [
        f"Tapbridge {data['version']} runs (pid {data['pid']},"
        f" for {_span(time.time() - data['started'])}).",
        f"adb server: {adb['host']}:{adb['port']}",
        *_over_http(data.get("http")),
        *([f"viewer: {data['web']} (`tapbridge view` opens it)"] if data.get("web") else ()),
        *(
            f"connected: {c['client']} ({c['want']}), for {_span(time.time() - c['since'])}"
            for c in data["clients"]
        ),
        *_on_phones(data),
        *(
            f"timer {t['name']!r} of {t['owner']}:"
            f" {'due' if t['fired'] else _span(t['remaining']) + ' remain'}"
            for t in data.get("timers") or ()
        ),
    ]
    return Answer("\n".join(rows), data)


def serve(*, http: int | None, keep_awake: bool, tools: str, as_json: bool) -> Answer:
    """Be the daemon, with the log on stderr."""
    from bridge.serve.daemon import run  # noqa: PLC0415 - it imports everything
    from bridge.serve.pipe import listed  # noqa: PLC0415 - only this and `mcp` need it
    from bridge.settings import FAMILIES, load  # noqa: PLC0415 - pydantic

    if (running := client.attempt("ping", client="cli")) is not None:
        running.close()
        raise SetupFault(
            "DAEMON_FAILED",
            f"the Bridge already runs (pid {running.answer['pid']})",
            hint="Use it, or run `tapbridge stop` first.",
        )

    def ready(known: state.State) -> None:
        where = {"pid": known.pid, "port": known.port, "version": known.version}
        if known.http is not None:
            where |= {"http": known.http, "token_file": str(state.folder() / state.HTTP_TOKEN)}
        text = f"Tapbridge {known.version} runs (pid {known.pid}). Ctrl-C ends it."
        told = "\n".join([text, *_over_http(known.http)])
        show(Answer(told, where), as_json=as_json)

    port = {} if http in {None, _SETTINGS_PORT} else {"port": http}
    flags: dict[str, Any] = {} if http is None else {"http": {"enabled": True, **port}}
    if keep_awake:
        flags["phone"] = {"keep_awake": True}
    if families := listed(tools):
        if unknown := sorted(set(families) - set(FAMILIES)):
            raise UsageFault(
                "BAD_ARGUMENTS",
                f"there is no family of tools named {', '.join(unknown)!r}",
                hint=f"There are: {', '.join(FAMILIES)}.",
            )
        flags["tools"] = {"families": families}
    run(load(start=Path.cwd(), flags=flags), foreground=True, ready=ready)
    return Answer("Tapbridge has ended.", {"ended": True})


def stop(*, as_json: bool) -> Answer:
    """End the daemon and wait until it is gone."""
    del as_json
    known = client.stop()
    if known is None:
        return Answer("The Bridge does not run.", {"stopped": False})
    return Answer(f"The Bridge (pid {known.pid}) has ended.", {"stopped": True, "pid": known.pid})


def version(*, as_json: bool) -> Answer:
    """Say which version this is."""
    del as_json
    return Answer(f"tapbridge {__version__}", {"version": __version__})


def _on_phones(data: Mapping[str, Any]) -> list[str]:
    """Say who has which phone, what is paused, and what was borrowed."""
    paused = data.get("paused")
    names = "every phone" if paused == "all" else ", ".join(paused or ())
    return [
        *([f"paused: {names}; `tapbridge resume` lets the agents go on"] if names else []),
        *(
            f"{row['serial']}: {row['owner']} has it,"
            f" {'acting now' if row['acting'] else 'idle for ' + _span(row['idle'])}"
            for row in data.get("owners") or ()
        ),
        *(
            (
                f"{row['serial']}: {row['phone']} leads to {row['here']} here"
                if row["kind"] == "reverse"
                else f"{row['serial']}: emulated: {row['what']}"
                if row["kind"] == "emulated"
                else f"{row['serial']}: kept awake"
            )
            + (", once it is back" if row.get("state") == "away" else "")
            for row in data.get("borrowed") or ()
        ),
    ]


def _over_http(url: str | None) -> list[str]:
    if url is None:
        return []
    return [f"MCP over HTTP: {url}", f"its token is in {state.folder() / state.HTTP_TOKEN}"]


def _span(seconds: float) -> str:
    whole = max(0, round(seconds))
    if whole < 120:  # noqa: PLR2004 - the words say the units
        return f"{whole} s"
    if whole < 7200:  # noqa: PLR2004 - the same
        return f"{whole // 60} min"
    return f"{whole // 3600} h"

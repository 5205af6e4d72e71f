"""Every setting, once: name, default, meaning.

Defaults < user file (`settings.toml`) < project file (`tapbridge.toml`, found upward)
< environment (`TAPBRIDGE_ADB__PORT`, …) < flags. Nothing else reads the environment, except
`places` (where the files are) and thin clients, which read what they need without pydantic
(`serve.client`, `--serial`). The model is frozen: a change needs a new one.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic_settings import (
    BaseSettings,
    PydanticBaseSettingsSource,
    SettingsConfigDict,
    SettingsError,
    TomlConfigSettingsSource,
)
from typing_extensions import override

from bridge.errors import SetupFault
from bridge.places import config_folder

MOST_PICTURE = 700_000
"""Bytes of a picture: more would not pass over HTTP, where an event ends at 1 MiB."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class AdbSettings(_Part):
    """How to reach adb."""

    enabled: bool = Field(default=True, description="Whether phones are looked for at all.")
    path: str | None = Field(
        None, description="The adb program, and no other; looked for when not given."
    )
    host: str = Field("127.0.0.1", description="Where the adb server listens.")
    port: int = Field(
        5037, ge=1, le=65535, description="Its port; ANDROID_ADB_SERVER_PORT is honoured."
    )
    call_seconds: float = Field(
        5, gt=0, le=120, description="Limit of one request to the adb server."
    )
    shell_seconds: float = Field(
        10, gt=0, le=120, description="Limit of one shell command on the phone."
    )


class ChromeSettings(_Part):
    """Which tabs are shown, and who starts it."""

    show_incognito: bool = Field(default=False, description="Whether incognito tabs are listed.")
    agent_may_launch: bool = Field(
        default=False, description="Whether agents may start and end browsers by phone_app."
    )


class LimitSettings(_Part):
    """Limits of waits, in seconds unless the name says otherwise."""

    open_seconds: float = Field(10, gt=0, le=120, description="Opening the DevTools session.")
    return_seconds: float = Field(
        5, ge=0, le=60, description="Waiting for a phone that went away just now to come back."
    )
    command_seconds: float = Field(15, gt=0, le=180, description="One DevTools command.")
    page_seconds: float = Field(20, gt=0, le=180, description="One call of the page script.")
    load_seconds: float = Field(15, gt=0, le=180, description="Waiting for a page to load.")
    capture_seconds: float = Field(30, gt=0, le=180, description="Taking one picture.")
    guard_seconds: float = Field(
        5, gt=0, le=60, description="The guard's own look, also after a failure."
    )
    snapshot_bytes: int = Field(
        8192, ge=512, le=1_000_000, description="Size of a snapshot's text."
    )
    image_bytes: int = Field(
        MOST_PICTURE, ge=50_000, le=MOST_PICTURE, description="Largest image handed to an agent."
    )


class PhoneSettings(_Part):
    """How phones are shared and treated."""

    lease_seconds: float = Field(
        120, gt=0, le=86_400, description="Who acts has the phone until so long without a call."
    )
    keep_awake: bool = Field(
        default=False, description="Whether charging phones stay awake while the Bridge runs."
    )
    display: int | None = Field(
        None, ge=0, description="Android's number of the display that phone_* tools work on."
    )
    tree_seconds: float = Field(
        20, gt=0, le=120, description="Waiting for the tree of a native screen."
    )


class DaemonSettings(_Part):
    """The one process that holds the phones' sessions."""

    idle_seconds: float = Field(
        900, gt=0, le=604_800, description="The daemon leaves after so long with nobody connected."
    )
    start_seconds: float = Field(
        15, gt=0, le=120, description="How long a client waits for it to start."
    )
    log_bytes: int = Field(
        10_000_000,
        ge=10_000,
        le=1_000_000_000,
        description="Size at which log and journal rotate; five files of each.",
    )


class TransferSettings(_Part):
    """Files that go to pages and come from them."""

    upload_folders: tuple[str, ...] = Field(
        (), description="Folders that files may be uploaded from, beside the caller's own."
    )
    phone_folders: tuple[str, ...] = Field(
        ("/sdcard/Download",), description="Folders of the phone that files may be uploaded from."
    )
    download_folder: str | None = Field(
        None, description="Where page_downloads puts files; a folder of the Bridge's if not given."
    )
    download_bytes: int = Field(
        50_000_000, ge=1, le=2_000_000_000, description="Largest file that it fetches."
    )


class DebugSettings(_Part):
    """What tools for debugging tell."""

    redact: bool = Field(
        default=True,
        description="Whether page_network leaves out cookies, keys and tokens of headers and"
        " addresses.",
    )


class HttpSettings(_Part):
    """MCP over HTTP, for hosts that cannot run a command."""

    enabled: bool = Field(
        default=False, description="Whether it is served, on this computer alone."
    )
    port: int = Field(8717, ge=0, le=65535, description="Its port; 0 takes a free one.")


class WebSettings(_Part):
    """Pages for a person's browser, on this computer alone: the viewer and what goes with it."""

    ports: tuple[Annotated[int, Field(ge=0, le=65535)], ...] = Field(
        (8765, 8766, 8767),
        min_length=1,
        max_length=8,
        description="Ports that are tried in turn; 0 takes a free one.",
    )


Family = Literal["more", "debug", "live", "native", "host"]
FAMILIES: tuple[str, ...] = get_args(Family)
"""The families of tools that are off until somebody switches them on; the core is always on."""


class ToolSettings(_Part):
    """Which tools agents get beside the core."""

    families: tuple[Family, ...] = Field(
        (),
        description="Families of tools that every agent has: more, debug, live, native, host.",
    )


Choice = Literal["allow", "confirm", "deny"]


class PolicySettings(_Part):
    """What an agent may do of itself, what a person is asked about, and what nobody may.

    The rules are explained in `docs/policy.md`. In a file their names may be written with dashes.
    """

    reserved_action: Choice = Field("deny", description="What only a person may do.")
    non_http_navigation: Choice = Field(
        "deny", description="Opening what is no web page; the guard refuses it in any case."
    )
    raw_html_read: Choice = Field("deny", description="Reading a page's source.")
    secret_in_url: Choice = Field("deny", description="A secret in an address.")
    secret_release: Choice = Field("confirm", description="Handing a secret to its own site.")
    secret_off_scope: Choice = Field("confirm", description="Handing a secret to another site.")
    off_scope_navigation: Choice = Field(
        "confirm", description="Opening a site outside of the scope, once a person has set one."
    )
    url_payload: Choice = Field(
        "confirm", description="Opening an address with more than 512 bytes of query and fragment."
    )
    form_submission: Choice = Field(
        "allow", description="Sending a form: page_submit, page_search, submit=true, the Enter key."
    )
    file_upload: Choice = Field("allow", description="Handing files to a page.")
    leaves_pinned_tab: Choice = Field(
        "confirm", description="Opening, switching or closing tabs while a person has pinned one."
    )
    live_code: Choice = Field(
        "allow", description="page_inject and page_run, on sites where you allow code at all."
    )
    captcha_solve: Choice = Field(
        "confirm", description="Acting inside a check that asks for a human."
    )
    approval_seconds: float = Field(
        120, gt=0, le=3600, description="How long a person has to answer a question."
    )

    @model_validator(mode="before")
    @classmethod
    def _with_dashes(cls, given: Any) -> Any:
        if not isinstance(given, Mapping):
            return given
        return {str(name).replace("-", "_"): value for name, value in given.items()}


class Settings(BaseSettings):
    """The whole, frozen."""

    model_config = SettingsConfigDict(
        frozen=True, extra="forbid", env_prefix="TAPBRIDGE_", env_nested_delimiter="__"
    )
    # the environment also holds TAPBRIDGE_HOME, which `places` reads
    files: ClassVar[tuple[Path, ...]] = ()

    serial: str | None = Field(None, description="The phone to use when a call names none.")
    adb: AdbSettings = AdbSettings()
    chrome: ChromeSettings = ChromeSettings()
    limits: LimitSettings = LimitSettings()
    phone: PhoneSettings = PhoneSettings()
    tools: ToolSettings = ToolSettings()
    policy: PolicySettings = PolicySettings()
    transfer: TransferSettings = TransferSettings()
    debug: DebugSettings = DebugSettings()
    daemon: DaemonSettings = DaemonSettings()
    http: HttpSettings = HttpSettings()
    web: WebSettings = WebSettings()

    @classmethod
    @override
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Order the sources: flags, environment, project file, user file."""
        del dotenv_settings, file_secret_settings
        tomls = (TomlConfigSettingsSource(settings_cls, toml_file=f) for f in cls.files)
        return (init_settings, env_settings, *tomls)


def load(*, start: Path | None = None, flags: Mapping[str, Any] | None = None) -> Settings:
    """Read all sources.

    Args:
        start: Folder from which the project file is looked for upward; none when not given.
        flags: Values that win over everything.

    Raises:
        SetupFault: `SETTINGS_INVALID`, naming the setting and what is wrong with it.
    """
    project = _upward(start, "tapbridge.toml") if start else None
    named = [
        f for f in (project, config_folder() / "settings.toml") if f is not None and f.exists()
    ]

    for file in named:
        _check_readable(file)

    class _Read(Settings):
        files: ClassVar[tuple[Path, ...]] = tuple(named)

    values = dict(flags or {})
    port = os.environ.get("ANDROID_ADB_SERVER_PORT")
    if port and "TAPBRIDGE_ADB__PORT" not in os.environ and "adb" not in values:
        values["adb"] = {"port": port}
    try:
        return _Read(**values)
    except ValidationError as problem:
        told = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in problem.errors())
        raise SetupFault("SETTINGS_INVALID", told) from problem
    except SettingsError as problem:  # a variable that should hold JSON
        raise SetupFault("SETTINGS_INVALID", str(problem)) from problem


def _check_readable(file: Path) -> None:
    try:
        tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as problem:
        told = f"{file} cannot be read: {problem.strerror}"
        raise SetupFault("SETTINGS_INVALID", told) from problem
    except ValueError as problem:  # of tomllib, or bytes that are no UTF-8
        raise SetupFault("SETTINGS_INVALID", f"{file} is not TOML: {problem}") from problem


def _upward(start: Path, name: str) -> Path | None:
    for folder in (start, *start.resolve().parents):
        if (folder / name).is_file():
            return folder / name
    return None

"""What a tab is made to believe: no or a slow network, a place, a colour scheme, less motion.

Values in, DevTools commands out; `NOTHING` takes all of it back. Chrome takes it back by
itself when the session ends. The screen's size is never touched: another session holds it.
Pure: no I/O.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

Command = tuple[str, Mapping[str, Any]]
Network = Literal["offline", "slow-3g", "fast-3g", "4g", "online"]
Scheme = Literal["light", "dark"]


@dataclass(frozen=True, slots=True)
class Speed:
    """A link: bytes a second each way (-1 unlimited), and added ms of each request."""

    down: float = -1
    up: float = -1
    latency: float = 0
    offline: bool = False


SPEEDS: Mapping[Network, Speed] = {
    "online": Speed(),
    "offline": Speed(offline=True),
    "slow-3g": Speed(50_000, 50_000, 2_000),
    "fast-3g": Speed(180_000, 84_375, 562.5),
    "4g": Speed(1_012_500, 168_750, 165),
}
"""The presets of Chrome's own DevTools."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where the phone says that it is; accuracy in metres."""

    latitude: float
    longitude: float
    accuracy: float = 20


@dataclass(frozen=True, slots=True)
class Emulation:
    """All that is emulated on a tab.

    Attributes:
        motion: True: less motion; False: none asked for; None: as the phone says.
    """

    network: Network | None = None
    place: Place | None = None
    scheme: Scheme | None = None
    motion: bool | None = None

    @property
    def on(self) -> bool:
        """Whether anything is."""
        return self != NOTHING

    def sentence(self) -> str:
        """Say what is on."""
        told = []
        if self.network is not None:
            speed = SPEEDS[self.network]
            told.append(
                "network offline"
                if speed.offline
                else f"network {self.network} ({speed.down * 8 / 1000:g} kbit/s down,"
                f" {speed.up * 8 / 1000:g} up, {speed.latency:g} ms)"
            )
        if self.place is not None:
            place = self.place
            told.append(f"geolocation {place.latitude:g},{place.longitude:g} ±{place.accuracy:g} m")
        if self.scheme is not None:
            told.append(f"color scheme {self.scheme}")
        if self.motion is not None:
            told.append("reduced motion" if self.motion else "no reduced motion")
        return "; ".join(told) or "nothing"

    def facts(self) -> dict[str, Any]:
        """Return what is on as JSON values."""
        place = self.place
        told = {
            "network": self.network,
            "geolocation": [place.latitude, place.longitude, place.accuracy] if place else None,
            "color_scheme": self.scheme,
            "reduced_motion": self.motion,
        }
        return {name: value for name, value in told.items() if value is not None}


NOTHING = Emulation()


def commands(before: Emulation, after: Emulation, *, top: bool = True) -> list[Command]:
    """Return what makes one of the other.

    Args:
        before: What is on.
        after: What is to be on.
        top: For the tab itself; False for a frame with a process of its own, which takes its
            place from the tab.
    """
    told: list[Command] = []
    if before.network != after.network:
        speed = SPEEDS[after.network or "online"]
        given = {
            "offline": speed.offline,
            "latency": speed.latency,
            "downloadThroughput": speed.down,
            "uploadThroughput": speed.up,
        }
        told.append(("Network.emulateNetworkConditions", given))
    if before.place != after.place and top:
        place = after.place
        told.append(
            ("Emulation.clearGeolocationOverride", {})
            if place is None
            else (
                "Emulation.setGeolocationOverride",
                {
                    "latitude": place.latitude,
                    "longitude": place.longitude,
                    "accuracy": place.accuracy,
                },
            )
        )
    if (before.scheme, before.motion) != (after.scheme, after.motion):
        motion = {None: "", True: "reduce", False: "no-preference"}[after.motion]
        features = [
            {"name": "prefers-color-scheme", "value": after.scheme or ""},
            {"name": "prefers-reduced-motion", "value": motion},
        ]
        told.append(("Emulation.setEmulatedMedia", {"features": features}))
    return told

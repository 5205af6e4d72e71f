"""What a tab is made to believe, as DevTools commands."""

from typing import get_args

import pytest

from bridge.page.emulate import NOTHING, SPEEDS, Emulation, Network, Place, commands

ALL = Emulation("slow-3g", Place(48.2, 16.37, 5), "dark", motion=True)


def test_nothing_takes_nothing_and_every_network_has_its_speed() -> None:
    assert commands(NOTHING, NOTHING) == []
    assert not NOTHING.on
    assert NOTHING.sentence() == "nothing"
    assert NOTHING.facts() == {}
    assert set(SPEEDS) == set(get_args(Network))


def test_only_what_changes_is_sent() -> None:
    later = Emulation("slow-3g", Place(48.2, 16.37, 5), "light", motion=True)
    assert [method for method, _ in commands(ALL, later)] == ["Emulation.setEmulatedMedia"]


def test_all_of_it_is_taken_back() -> None:
    assert commands(ALL, NOTHING) == [
        (
            "Network.emulateNetworkConditions",
            {"offline": False, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1},
        ),
        ("Emulation.clearGeolocationOverride", {}),
        (
            "Emulation.setEmulatedMedia",
            {
                "features": [
                    {"name": "prefers-color-scheme", "value": ""},
                    {"name": "prefers-reduced-motion", "value": ""},
                ]
            },
        ),
    ]


def test_the_screens_size_is_never_touched_and_a_frame_has_no_place_of_its_own() -> None:
    for each in (*SPEEDS, None):
        told = commands(NOTHING, Emulation(each, Place(0, 0), "light", motion=False))
        assert not any("Metrics" in method or "Touch" in method for method, _ in told)
    below = [method for method, _ in commands(NOTHING, ALL, top=False)]
    assert below == ["Network.emulateNetworkConditions", "Emulation.setEmulatedMedia"]


@pytest.mark.parametrize(
    ("emulated", "said"),
    [
        (Emulation("offline"), "network offline"),
        (
            Emulation("fast-3g"),
            "network fast-3g (1440 kbit/s down, 675 up, 562.5 ms)",
        ),
        (Emulation(place=Place(48.2, -16.5, 5)), "geolocation 48.2,-16.5 ±5 m"),
        (Emulation(scheme="dark", motion=False), "color scheme dark; no reduced motion"),
    ],
)
def test_what_is_on_is_said(emulated: Emulation, said: str) -> None:
    assert emulated.sentence() == said
    assert emulated.on

"""What a page told, within bounds."""

from bridge.page.console import Entry
from bridge.page.ring import Ring, known


def entry(text: str, *places: str) -> Entry:
    return Entry("info", "console", text, places=places)


def test_the_oldest_goes_where_there_is_no_room_and_is_counted() -> None:
    ring: Ring[Entry] = Ring(most=3, most_chars=2_000)
    for word in "abcd":
        ring.add(entry(word))
    assert ([e.text for e in ring.entries], ring.lost) == (["b", "c", "d"], 1)
    ring.add(entry("x" * 1_400))
    assert ([len(e.text) for e in ring.entries], ring.lost) == ([1, 1_400], 3)
    ring.add(entry("y" * 5_000))  # too large for itself: the newest is there all the same
    assert [len(e.text) for e in ring.entries] == [5_000]


def test_entries_are_numbered_when_they_are_first_looked_at_and_blocked_ones_left_out() -> None:
    ring: Ring[Entry] = Ring()
    ring.add(entry("a", "free"))
    dropped = entry("b", "free")
    ring.add(dropped)
    ring.drop(dropped)
    ring.add(entry("c", "free", "blocked"))
    assert [(e.number, e.text) for e in ring.free(lambda url: url != "blocked")] == [(1, "a")]
    ring.add(entry("d", "free"))
    told = ring.free(lambda _: True)
    assert [(e.number, e.text) for e in told] == [(1, "a"), (2, "c"), (3, "d")]
    ring.clear()
    ring.add(entry("e"))
    assert [e.number for e in ring.free(lambda _: True)] == [4]


def test_room_that_a_dropped_one_took_is_free_again() -> None:
    ring: Ring[Entry] = Ring(most_chars=1_000)
    for _ in range(20):
        large = entry("x" * 700)
        ring.add(large)
        ring.drop(large)
    ring.add(entry("a"))
    ring.add(entry("b"))
    assert ([e.text for e in ring.entries], ring.lost) == (["a", "b"], 0)


def test_addresses_are_known_once_each_and_never_empty() -> None:
    assert known(["a", "", "b", "a"]) == ("a", "b")

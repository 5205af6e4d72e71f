"""Codes that let in once, and proofs that only one with the secret can give. No sockets."""

from dataclasses import replace

import pytest

from bridge.serve import pairing
from bridge.serve.pairing import BRIDGE, CODE_SECONDS, EXTENSION, MOST_TRIES, PROTOCOL, Codes, Said

SAID = Said(23, "0.1.0", "ab" * 32, "cd" * 16, "01" * 32, "02" * 32, 8765)
SECRET = bytes(range(32))


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_code_is_eight_plain_characters_and_never_the_same() -> None:
    codes = {Codes().fresh() for _ in range(50)}
    assert len(codes) == 50
    assert all(len(code) == 8 and set(code) <= set(pairing.ALPHABET) for code in codes)
    assert not set("01OI") & set(pairing.ALPHABET)


def test_a_code_lets_in_once() -> None:
    codes = Codes()
    code = codes.fresh()
    assert codes.tried() == code
    assert codes.used(code)
    assert codes.tried() is None
    assert not codes.used(code)


def test_a_code_is_good_for_ten_minutes() -> None:
    clock = Clock()
    codes = Codes(clock)
    code = codes.fresh()
    clock.now = CODE_SECONDS - 0.1
    assert codes.tried() == code
    clock.now = CODE_SECONDS
    assert codes.tried() is None


def test_a_code_can_be_tried_three_times() -> None:
    codes = Codes()
    code = codes.fresh()
    assert [codes.tried() for _ in range(MOST_TRIES + 1)] == [code, code, code, None]
    assert codes.tried() is None
    assert codes.fresh() == codes.tried()


def test_a_fresh_code_ends_the_one_before() -> None:
    codes = Codes()
    old = codes.fresh()
    new = codes.fresh()
    assert codes.tried() == new
    assert not codes.used(old)
    assert codes.used(new)


def test_without_a_code_nothing_can_be_tried() -> None:
    assert Codes().tried() is None


@pytest.mark.parametrize(
    "other",
    [
        replace(SAID, protocol=22),
        replace(SAID, version="0.1.1"),
        replace(SAID, manifest="ac" * 32),
        replace(SAID, install="ce" * 16),
        replace(SAID, theirs="03" * 32),
        replace(SAID, ours="03" * 32),
        replace(SAID, port=8766),
        replace(SAID, version="0.1.0" + "a", manifest="b" + "ab" * 31 + "a"),
    ],
)
def test_a_proof_covers_all_that_was_said(other: Said) -> None:
    assert pairing.proof(SECRET, EXTENSION, other) != pairing.proof(SECRET, EXTENSION, SAID)
    assert pairing.veiled(SECRET, SECRET, other) != pairing.veiled(SECRET, SECRET, SAID)
    assert pairing.fits(*[pairing.proof(SECRET, EXTENSION, SAID)] * 2)


def test_what_one_side_proved_is_no_proof_of_the_other() -> None:
    theirs, ours = (pairing.proof(SECRET, who, SAID) for who in (EXTENSION, BRIDGE))
    assert not pairing.fits(theirs, ours)


def test_the_bridges_proof_covers_the_key_that_it_hands_over() -> None:
    veil = pairing.veiled(SECRET, SECRET, SAID)
    assert pairing.proof(SECRET, BRIDGE, SAID, veil) != pairing.proof(SECRET, BRIDGE, SAID)


def test_a_key_is_hidden_and_shown_again_by_the_same_secret() -> None:
    key = bytes(32)
    veil = pairing.veiled(key, SECRET, SAID)
    assert veil != key
    assert pairing.veiled(veil, SECRET, SAID) == key


def test_odd_proofs_are_compared_too() -> None:
    for odd in ("", "é", "\ud800", "x" * 100_000):
        assert not pairing.fits(odd, pairing.proof(SECRET, EXTENSION, SAID))


def test_a_code_is_stretched_with_both_numbers() -> None:
    stretched = pairing.stretched("ABCD2345", SAID)
    assert len(stretched) == 32
    assert pairing.stretched("ABCD2345", replace(SAID, ours="03" * 32)) != stretched
    assert pairing.stretched("ABCD2346", SAID) != stretched


@pytest.mark.parametrize(
    ("protocol", "least", "begins"),
    [
        (21, 0, "protocol version mismatch:"),
        (0, 0, "protocol version mismatch:"),
        (22, 0, None),
        (PROTOCOL, PROTOCOL, None),
        (99, PROTOCOL, None),
        (99, PROTOCOL + 1, "daemon too old:"),
        (21, PROTOCOL + 1, "protocol version mismatch:"),
    ],
)
def test_versions_go_together_or_it_is_said_why(
    protocol: int, least: int, begins: str | None
) -> None:
    why = pairing.out_of_window(protocol, least)
    assert why is None if begins is None else str(why).startswith(begins)

"""Links that work once and in time, and the tokens they are traded for."""

from bridge.serve.keys import MOST_NONCES, MOST_TOKENS, NONCE_SECONDS, Keys


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_nonce_is_traded_once() -> None:
    keys = Keys()
    nonce = keys.nonce()
    token = keys.trade(nonce)
    assert token is not None
    assert keys.knows(token)
    assert keys.trade(nonce) is None
    assert not keys.knows(nonce)


def test_a_nonce_that_is_too_old_is_nothing() -> None:
    clock = Clock()
    keys = Keys(clock)
    early, late = keys.nonce(), keys.nonce()
    clock.now = NONCE_SECONDS - 0.1
    assert keys.trade(early) is not None
    clock.now = NONCE_SECONDS
    assert keys.trade(late) is None


def test_what_was_never_given_out_is_nothing() -> None:
    keys = Keys()
    keys.nonce()
    for odd in ("", "x", "é" * 43, "\ud800", "\0"):
        assert keys.trade(odd) is None
        assert not keys.knows(odd)


def test_of_too_many_the_oldest_ends() -> None:
    keys = Keys()
    nonces = [keys.nonce() for _ in range(MOST_NONCES + 1)]
    assert keys.trade(nonces[0]) is None
    assert keys.trade(nonces[1]) is not None
    tokens = [keys.trade(keys.nonce()) or "" for _ in range(MOST_TOKENS + 1)]
    assert not keys.knows(tokens[0])
    assert keys.knows(tokens[1])


def test_a_link_may_name_a_phone() -> None:
    keys = Keys()
    token = keys.trade(keys.nonce("emulator-5554")) or ""
    assert keys.serial(token) == "emulator-5554"
    assert keys.serial(keys.trade(keys.nonce()) or "") == ""
    assert keys.serial("nothing") == ""

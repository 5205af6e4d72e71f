"""The vault: its limits, who a secret belongs to, and what opens."""

from dataclasses import dataclass

import pytest

from bridge.errors import ScreenFault, UsageFault
from bridge.secrets.handles import NOWHERE
from bridge.secrets.vault import MOST, MOST_NAMED, SECONDS, Vault

SHOP = "https://shop.test"
CANARY = "caN4ry-S3cret"


@dataclass
class Clock:
    now: float = 0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def vault(clock: Clock) -> Vault:
    return Vault(clock, "0a1b2c3d")


def opened(vault: Vault, handle: str, origin: str = SHOP) -> str:
    return vault.bind(handle).reveal(origin)


def refused(vault: Vault, handle: str) -> str:
    with pytest.raises(ScreenFault) as caught:
        opened(vault, handle)
    return caught.value.code


def test_a_persons_secret_has_a_handle_that_reads(vault: Vault) -> None:
    handle = vault.add("login", CANARY, f"{SHOP}/signin?x=1")
    assert handle == "⟦secret:login@https://shop.test#0a1b2c3d⟧"
    assert opened(vault, handle) == CANARY
    assert opened(vault, f"Bearer {handle}") == f"Bearer {CANARY}"
    assert vault.remove("login")
    assert refused(vault, handle) == "SECRET_EXPIRED"
    assert not vault.remove("login")


def test_the_tag_is_drawn_anew_for_each_vault() -> None:
    assert Vault().tag != Vault().tag


@pytest.mark.parametrize(
    ("name", "value", "origin"),
    [
        ("", "v", SHOP), ("Upper", "v", SHOP), ("1st", "v", SHOP), ("a b", "v", SHOP),
        ("a#b", "v", SHOP), ("a" * 41, "v", SHOP), ("a", "", SHOP), ("a", "  ", SHOP),
        ("a", "v" * 4097, SHOP), ("a", "v", "shop.test"), ("a", "v", "about:blank"),
    ],
)  # fmt: skip
def test_what_is_no_secret_is_refused_without_being_told(
    vault: Vault, name: str, value: str, origin: str
) -> None:
    with pytest.raises(UsageFault) as caught:
        vault.add(name, value, origin)
    assert caught.value.code == "BAD_ARGUMENTS"
    assert value.strip() in ("", "v") or value not in caught.value.message


def test_when_there_is_no_room_the_one_not_seen_for_longest_goes(
    vault: Vault, clock: Clock
) -> None:
    handles = []
    for number in range(MOST):
        clock.now += 1
        handles.append(vault.handle(vault.keep(f"value-{number}", "token", "", SHOP)))
    clock.now += 1
    vault.keep("value-0", "token", "", SHOP)
    vault.keep("one more", "token", "", SHOP)
    assert opened(vault, handles[0]) == "value-0"
    assert refused(vault, handles[1]) == "SECRET_EXPIRED"
    again = vault.handle(vault.keep("value-1", "token", "", SHOP))
    assert again != handles[1]


def test_what_pages_show_never_takes_a_persons_room(vault: Vault) -> None:
    handle = vault.add("login", CANARY, SHOP)
    for number in range(2 * MOST):
        vault.keep(f"value-{number}", "token", "", SHOP)
    assert opened(vault, handle) == CANARY
    for number in range(MOST_NAMED - 1):
        vault.add(f"n{number}", "value", SHOP)
    with pytest.raises(UsageFault, match="already"):
        vault.add("one-more", "value", SHOP)
    vault.add("login", "another", SHOP)
    assert opened(vault, handle) == "another"


def test_after_two_hours_without_use_a_secret_is_gone_unless_it_is_kept(
    vault: Vault, clock: Clock
) -> None:
    seen = vault.handle(vault.keep("a-token-1", "token", "", SHOP))
    used, unused = vault.add("used", "value-1", SHOP), vault.add("unused", "value-2", SHOP)
    kept = vault.add("kept", "value-3", SHOP, lasting=True)
    clock.now += SECONDS - 1
    assert opened(vault, used) == "value-1"
    clock.now += 2
    assert opened(vault, used) == "value-1"
    assert opened(vault, kept) == "value-3"
    assert [refused(vault, each) for each in (seen, unused)] == ["SECRET_EXPIRED"] * 2


def test_a_handle_opens_nothing_when_a_letter_of_it_is_another(vault: Vault) -> None:
    vault.add("login", CANARY, SHOP)
    for wrong in (
        "⟦secret:login@https://shop.test#deadbeef⟧",
        "⟦secret:login@https://evil.test#0a1b2c3d⟧",
        "⟦token:login@https://shop.test#0a1b2c3d⟧",
        "⟦secret:other@https://shop.test#0a1b2c3d⟧",
    ):
        assert refused(vault, wrong) == "SECRET_EXPIRED"


def test_what_several_sites_showed_can_be_released_nowhere(vault: Vault) -> None:
    entry = vault.keep("a-token-1", "token", "", NOWHERE)
    assert refused(vault, vault.handle(entry)) == "SECRET_NOT_RELEASABLE"
    alone = vault.keep("a-token-1", "token", "", SHOP)
    assert opened(vault, vault.handle(alone)) == "a-token-1"
    both = vault.handle(alone) + vault.add("b", "value", "https://b.test")
    assert refused(vault, both) == "SECRET_NOT_RELEASABLE"


def test_a_value_that_two_sites_show_is_bound_to_each_by_itself(vault: Vault) -> None:
    one, two = (vault.keep("a-token-1", "token", "", at) for at in (SHOP, "https://b.test"))
    assert (one.origin, two.origin) == (SHOP, "https://b.test")
    assert vault.keep("a-token-1", "token", "", SHOP) is one
    assert len(vault.sought()) == 1


def test_a_page_cannot_have_words_sealed_elsewhere_by_calling_them_passwords(vault: Vault) -> None:
    handle = vault.handle(vault.keep("continue", "password", "", SHOP))
    assert not vault.sought()
    assert opened(vault, handle) == "continue"
    assert vault.sought(), "once it was released, it is looked for"


def test_nothing_shows_a_value_by_accident(vault: Vault) -> None:
    vault.add("login", CANARY, SHOP)
    vault.keep(f"{CANARY}-2", "token", "", SHOP)
    assert CANARY not in f"{vault!r} {list(vault.entries())!r} {vault.sought()!r}"

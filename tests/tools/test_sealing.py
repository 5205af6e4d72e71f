"""What the door hands out is sealed, and what it takes in is bound."""

from bridge.errors import ScreenFault
from bridge.policy import secret
from bridge.secrets.handles import Bound
from bridge.secrets.seal import Sealer
from bridge.secrets.vault import Vault
from bridge.tools.act import FillArgs
from bridge.tools.sealing import seal_fault, sealed_result, with_handles
from bridge.tools.spec import Result

SHOP = "https://shop.test"
CANARY = "caN4ry-S3cret"


def made() -> tuple[Sealer, str]:
    sealer = Sealer(Vault(tag="0a1b2c3d"))
    return sealer, sealer.vault.add("login", CANARY, SHOP)


def test_a_result_is_sealed_in_text_and_facts() -> None:
    sealer, handle = made()
    result = Result(f"see {CANARY}", data={"title": CANARY}, untrusted=True)
    sealed = sealed_result(sealer, result, {f"{SHOP}/a"}, {})
    assert (sealed.text, sealed.data, sealed.untrusted) == (
        f"see {handle}",
        {"title": handle},
        True,
    )


def test_what_is_found_is_bound_to_the_one_site_that_showed_it() -> None:
    sealer, _ = made()
    told = Result("password: hunter2")
    alone = sealed_result(sealer, told, {f"{SHOP}/a", f"{SHOP}/b"}, {})
    assert alone.text == f"password: ⟦password:1@{SHOP}#0a1b2c3d⟧"
    token = Result("token: a1b2c3d4")
    mixed = sealed_result(sealer, token, {f"{SHOP}/a", "https://b.test/"}, {})
    assert mixed.text == "token: ⟦token:2@nowhere#0a1b2c3d⟧"


def test_a_text_in_parts_gives_no_part_of_a_secret_whether_it_begins_or_ends_there() -> None:
    sealer, handle = made()
    begins = Result(f"words {CANARY[:8]}\n[9 more characters: cursor=8.a]")
    assert handle in sealed_result(sealer, begins, set(), {}).text
    ends = Result(f"{CANARY[8:]} words", data={"text": f"{CANARY[8:]} words"})
    sealed = sealed_result(sealer, ends, set(), {"cursor": "8.a"})
    assert (sealed.text, sealed.data["text"]) == (f"{handle} words",) * 2


def test_an_error_is_sealed_in_all_that_it_says() -> None:
    sealer, handle = made()
    fault = ScreenFault("VALUE_NOT_TAKEN", f'it holds "{CANARY}"', hint=f"Not {CANARY}.")
    seal_fault(sealer, fault, {SHOP})
    assert (fault.message, fault.hint) == (f'it holds "{handle}"', f"Not {handle}.")
    assert CANARY not in f"{fault} {fault!r} {fault.sentence()} {fault.envelope()}"


def test_a_handle_is_bound_and_told_to_the_rules_by_name() -> None:
    sealer, handle = made()
    args = FillArgs(label="Password", value=handle)
    bound, facts = with_handles(sealer, "page_fill", args, args.model_dump())
    assert isinstance(bound, FillArgs)
    assert isinstance(bound.value, Bound)
    assert bound.value.reveal(SHOP) == CANARY
    assert facts == (secret("login", SHOP),)
    assert CANARY not in f"{bound!r} {bound.model_dump()} {facts}"
    plain = FillArgs(label="Password", value="x")
    assert with_handles(sealer, "page_fill", plain, plain.model_dump()) == (plain, ())

import pytest

from bridge.codes import CODES
from bridge.errors import (
    BridgeError,
    CancelledFault,
    InternalFault,
    LateFault,
    PhoneFault,
    PhoneGone,
    ScreenFault,
    SetupFault,
    SiteBlocked,
    UnknownOutcome,
    UsageFault,
    fault,
    traced,
)

STATUS: dict[type[BridgeError], int] = {
    UsageFault: 1,
    SetupFault: 2,
    PhoneFault: 3,
    ScreenFault: 4,
    InternalFault: 70,
    LateFault: 124,
    CancelledFault: 130,
}


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_code_that_comes_as_data_becomes_an_error_of_its_own_exit_status(code: str) -> None:
    made = fault(code, "it happened")
    assert made.exit == CODES[code].exit
    assert made.code == code
    assert type(made) is not BridgeError


def test_every_exit_status_of_the_table_has_its_class() -> None:
    assert {row.exit for row in CODES.values()} == set(STATUS.values())
    assert all(kind.exit == status for kind, status in STATUS.items())


@pytest.mark.parametrize("code", sorted(CODES))
def test_every_row_is_written_as_sentences(code: str) -> None:
    row = CODES[code]
    assert row.meaning.endswith(".")
    assert row.hint.endswith((".", ")"))


def test_the_sentence_says_the_code_what_happened_and_what_to_do() -> None:
    told = ScreenFault("COVERED", "a banner lies over the button").sentence()
    assert told == f"COVERED: a banner lies over the button. {CODES['COVERED'].hint}"


def test_the_envelope_is_what_a_client_makes_the_same_error_of() -> None:
    told = SetupFault("ADB_MISSING", "no adb here", hint="Install it.").envelope()
    error = {"code": "ADB_MISSING", "message": "no adb here", "hint": "Install it."}
    assert told == {"ok": False, "error": error}
    again = fault(**error)
    assert (type(again), again.sentence()) == (SetupFault, "ADB_MISSING: no adb here. Install it.")


def test_an_end_mark_is_not_doubled() -> None:
    assert (
        ScreenFault("COVERED", "Is it covered?").sentence().startswith("COVERED: Is it covered? ")
    )


def test_a_hint_of_its_own_takes_the_place_of_the_table() -> None:
    assert LateFault("it was late", hint="Go on.").sentence() == "TIMEOUT: it was late. Go on."


def test_a_code_cannot_be_raised_with_another_exit_status() -> None:
    with pytest.raises(ValueError, match="NO_DEVICE has exit status 3, ScreenFault 4"):
        ScreenFault("NO_DEVICE", "no phone")


def test_a_code_that_nobody_knows_is_our_defect() -> None:
    made = fault("GREMLINS", "whatever")
    assert isinstance(made, InternalFault)
    assert "GREMLINS" in made.message


def test_the_special_ones_come_back_as_themselves() -> None:
    assert isinstance(fault("PHONE_GONE", "cable"), PhoneGone)
    assert isinstance(fault("SITE_BLOCKED", "refused"), SiteBlocked)
    assert isinstance(fault("UNKNOWN_OUTCOME", "lost"), UnknownOutcome)


@pytest.mark.parametrize("code", sorted(CODES))
def test_a_hint_that_came_as_data_stays(code: str) -> None:
    assert fault(code, "it happened", hint="Do this.").hint == "Do this."


def test_a_defect_is_told_to_the_log_by_its_kind_and_places_alone() -> None:
    with pytest.raises(ValueError, match="words of a page") as defect:
        int("words of a page")
    told = traced(defect.value)
    assert told.startswith("ValueError\n")
    assert "test_errors.py" in told
    assert "words of a page" not in told.replace('int("words of a page")', "")

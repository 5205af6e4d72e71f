import pytest

from bridge.errors import BridgeError, LateFault, PhoneGone, ScreenFault, UnknownOutcome
from bridge.page.lost import acted, sent


@pytest.mark.parametrize("lost", [PhoneGone("the link broke"), LateFault("no answer in 3 s")])
def test_what_was_sent_and_not_answered_may_have_happened(lost: BridgeError) -> None:
    with pytest.raises(UnknownOutcome) as caught, sent("the reload was sent"):
        raise lost
    assert caught.value.message == f"the reload was sent, then: {lost.message}"


def test_what_the_page_refused_is_told_as_it_is() -> None:
    with pytest.raises(ScreenFault, match="DISABLED"), sent("the text was sent"):
        raise ScreenFault("DISABLED", "the field is disabled")


def test_a_dialog_over_what_was_sent_leaves_its_outcome_open() -> None:
    with pytest.raises(UnknownOutcome) as caught, acted("the choice was sent"):
        raise ScreenFault("DIALOG_OPEN", 'alert "Hi" is open')
    told = 'the choice was sent, then: alert "Hi" is open; page_dialog answers it'
    assert caught.value.message == told
    with pytest.raises(ScreenFault, match="DISABLED"), acted("the choice was sent"):
        raise ScreenFault("DISABLED", "the list is disabled")

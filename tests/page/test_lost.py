import pytest

from bridge.errors import BridgeError, LateFault, PhoneGone, ScreenFault, UnknownOutcome
from bridge.page.lost import sent


@pytest.mark.parametrize("lost", [PhoneGone("the link broke"), LateFault("no answer in 3 s")])
def test_what_was_sent_and_not_answered_may_have_happened(lost: BridgeError) -> None:
    with pytest.raises(UnknownOutcome) as caught, sent("the reload was sent"):
        raise lost
    assert caught.value.message == f"the reload was sent, then: {lost.message}"


def test_what_the_page_refused_is_told_as_it_is() -> None:
    with pytest.raises(ScreenFault, match="DISABLED"), sent("the text was sent"):
        raise ScreenFault("DISABLED", "the field is disabled")

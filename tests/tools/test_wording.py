"""The words of questions, and of their want of an answer."""

from bridge.policy import Choice, Fact, Verdict
from bridge.tools.wording import NoAnswerError, sentence, unanswered

AWAY = Verdict(Choice.CONFIRM, (Fact("off-scope-navigation", 'open "e.test/"', "e.test"),))


def test_what_names_its_site_itself_is_not_said_to_be_on_the_page_s() -> None:
    assert sentence("ada", AWAY, "shop.test", "") == (
        'ada wants to open "e.test/". Asked because the site is outside of what you named for'
        " this work."
    )


def test_a_want_of_an_answer_is_never_told_as_a_person_s_no() -> None:
    for problem in (None, NoAnswerError("it failed"), NoAnswerError("it was closed", final=True)):
        fault = unanswered("page_submit", ("form-submission",), problem)
        assert fault.code == "DECLINED"
        assert "said no" not in fault.message
        assert str(problem or "nobody is there to be asked") in fault.message

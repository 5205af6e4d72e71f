"""The words of a question to a person, and of what an agent is told when no answer came.

Pure: no I/O.
"""

from __future__ import annotations

from collections.abc import Sequence

from bridge import policy
from bridge.errors import ScreenFault
from bridge.policy import Verdict
from bridge.tools.leave import rules_of


class NoAnswerError(Exception):
    """No answer of a person came of a question; says why.

    Attributes:
        final: Whether it is not to be asked again.
    """

    def __init__(self, told: str, *, final: bool = False) -> None:
        super().__init__(told)
        self.final = final


def sentence(client: str, verdict: Verdict, site: str, element: str, *, alike: bool = False) -> str:
    """Word a question: who wants what, where, and why it is asked.

    Args:
        client: Who.
        verdict: What, and which rules ask.
        site: The page's; empty when none is.
        element: The element meant; empty when none is.
        alike: Whether all that call themselves so are one.
    """
    wants = " and ".join(dict.fromkeys(found.what for found in verdict.facts))
    # what goes to another site names it itself
    here = site and not all(found.site for found in verdict.facts)
    where = (f" in {element}" if element else "") + (f" on {site}" if here else "")
    why = "; ".join(policy.RULES[rule] for rule in rules_of(verdict))
    told = f"{client} wants to {wants}{where}. Asked because {why}."
    return f"{told} All hosts that call themselves so over HTTP count as one." if alike else told


def unanswered(
    tool: str, rules: Sequence[str], problem: NoAnswerError | None = None
) -> ScreenFault:
    """Say that no person has said yes or no, and why.

    Args:
        tool: What was called.
        rules: The rules that ask.
        problem: Why; None when nobody is there.
    """
    why = problem or "nobody is there to be asked"
    ask_them = "Ask the person to run `tapbridge approvals watch`, then call again."
    return ScreenFault(
        "DECLINED",
        f"{tool} needs a person's permission ({', '.join(rules)}), and {why}",
        hint=None if problem is not None and problem.final else ask_them,
    )

"""What a handler finds beside its surface is that of its own call."""

import pytest

from bridge.timers import Timers
from bridge.tools.call import persons_live
from bridge.tools.desk import Desk, at, desk
from bridge.tools.lease import Party


def test_each_call_has_a_desk_of_its_own() -> None:
    one = Desk(persons_live(), Timers(), Party("a", "Ada"))
    other = Desk(one.live, one.timers, Party("b", "Bob"))
    with at(one):
        with at(other):
            assert desk() is other
        assert desk() is one
    with pytest.raises(LookupError):
        desk()

"""What a call acts on is told to who asked, and to nobody else."""

from bridge.page.aimed import Aimed, aim, aiming


def test_the_call_that_asked_is_told() -> None:
    told: list[tuple[str, object]] = []
    aimed = Aimed(lambda: told.append((aimed.target, aimed.point)))
    aim("button", (1, 2))
    with aiming(aimed):
        aim('button "Go"', None)
        aim("", (3, 4))
    aim("link", (5, 6))
    assert told == [('button "Go"', None), ('button "Go"', (3, 4))]

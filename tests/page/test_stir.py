"""Who is woken when something comes to a tab."""

from bridge.page.stir import Stir


async def test_a_world_wakes_those_who_wait_for_one_and_a_dialog_everybody() -> None:
    stir = Stir()
    dialog, world = stir.waiter(), stir.waiter(world=True)
    stir.ring(world=True)
    assert (dialog.done(), world.done()) == (False, True)
    stir.ring()
    assert dialog.done()


async def test_who_has_left_is_not_woken() -> None:
    stir = Stir()
    bell = stir.waiter()
    stir.leave(bell)
    stir.ring()
    assert bell.cancelled()

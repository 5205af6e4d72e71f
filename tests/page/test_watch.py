import asyncio

from bridge.page.dialogs import Dialog
from bridge.page.watch import Watch, Watches


async def test_who_waits_is_woken_when_it_comes_about() -> None:
    watch = Watch()
    async with asyncio.timeout(5), asyncio.TaskGroup() as group:
        group.create_task(watch.until(lambda w: w.navigating))
        await asyncio.sleep(0)
        watch.add(watch.opened, "http://other.test/")
        watch.add(watch.requested, "http://a.test/")
    assert watch.requested == ["http://a.test/"]


def test_a_page_that_floods_the_binding_is_kept_to_a_bound() -> None:
    watch = Watch()
    for number in range(10_000):
        watch.tell(f'{{"n": {number}}}')
    assert len(watch.seen) == 32


def test_what_is_not_an_object_is_let_be() -> None:
    watch = Watch()
    for payload in ("not json", "[1]", '"text"', ""):
        watch.tell(payload)
    assert watch.seen == []


def test_what_a_blocked_frame_saw_of_a_touch_is_not_named() -> None:
    watch = Watch()
    watch.tell('{"type": "pointerdown", "hit": {"name": "Secret"}}', named=False)
    assert watch.seen == [{"type": "pointerdown", "hit": None}]


def test_every_watch_that_is_open_is_told_and_none_that_was_closed() -> None:
    watches = Watches()
    with watches.open() as one:
        with watches.open() as two:
            watches.add("within", "http://a.test/")
            watches.tell('{"type": "click"}', named=True)
            watches.raised(Dialog("alert", "Saved"))
        watches.crashed()
    watches.add("opened", "http://b.test/")
    assert one.within == two.within == ["http://a.test/"]
    assert one.seen == two.seen == [{"type": "click"}]
    assert one.dialog == two.dialog == Dialog("alert", "Saved")
    assert (one.crashed, two.crashed, one.opened) == (True, False, [])

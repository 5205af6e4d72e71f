"""What was picked, in words and as JSON."""

from bridge.images import Encoded
from bridge.page.capture import Shot
from bridge.page.picked import Picked
from bridge.page.seen import Aim
from bridge.page.snapshot import Row

BUY = Row(role="button", name="Buy", ref="e3", box=(8, 20, 90, 40), interactive=True)
AROUND = (Row(role="form", name="Order"), Row(role="main"))
SHOT = Shot(Encoded(b"", "image/jpeg", 122, 72), 1)


def test_it_is_told_with_ref_place_and_what_it_is_in() -> None:
    told = Picked(Aim(element=BUY, around=AROUND, count=2), SHOT)
    assert told.sentence == 'picked button "Buy" [e3] (8,20 90x40), in form "Order", main'
    data = told.as_json()
    assert data["photo"] == {"width": 122, "height": 72}
    assert (data["element"]["ref"], data["count"], data["deaf"]) == ("e3", 2, False)


def test_what_has_no_name_is_told_by_its_words() -> None:
    aim = Aim(element=Row(role="paragraph", ref="e4"), text="Plain  words\n- button")
    assert Picked(aim, SHOT).sentence == "picked paragraph [e4]: Plain words - button"


def test_it_says_what_is_missing() -> None:
    told = Picked(Aim(element=BUY), None, "a frame is blocked", deaf=True)
    assert told.sentence == (
        'picked button "Buy" [e3] (8,20 90x40); the page may have seen the finger too;'
        " no photo: a frame is blocked"
    )
    assert told.as_json()["photo"] is None

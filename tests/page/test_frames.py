from bridge.page.frames import Frames

WORLD = "tapbridge-ab12"


def context(frame: str, unique: str, name: str = WORLD) -> dict[str, object]:
    return {"name": name, "uniqueId": unique, "auxData": {"frameId": frame}}


def test_the_tabs_address_follows_the_top_frame_with_its_fragment() -> None:
    frames = Frames(WORLD)
    frames.tree(
        {
            "frame": {"id": "T", "url": "http://a.test/"},
            "childFrames": [{"frame": {"id": "C", "parentId": "T", "url": "http://b.test/"}}],
        }
    )
    assert frames.url == "http://a.test/"
    frames.navigated({"id": "C", "parentId": "T", "url": "http://c.test/"})
    assert frames.url == "http://a.test/"
    frames.navigated({"id": "T", "url": "http://d.test/", "urlFragment": "#x"})
    assert frames.url == "http://d.test/#x"
    frames.moved_within("T", "http://d.test/y")
    assert frames.url == "http://d.test/y"


def test_a_swapped_top_frame_takes_over() -> None:
    frames = Frames(WORLD)
    frames.navigated({"id": "T", "url": "http://a.test/"})
    frames.navigated({"id": "U", "url": "http://b.test/"})
    assert (frames.top, frames.url) == ("U", "http://b.test/")


def test_only_our_own_world_of_the_top_document_is_spoken_to() -> None:
    frames = Frames(WORLD)
    frames.navigated({"id": "T", "url": "http://a.test/"})
    frames.world_made(context("T", "1", name="someone-else"))
    frames.world_made(context("C", "2"))
    assert frames.context is None
    frames.world_made(context("T", "3"))
    assert frames.context == "3"
    frames.world_gone("2")
    assert frames.context == "3"
    frames.world_gone("3")
    assert frames.context is None
    frames.world_made(context("T", "4"))
    frames.worlds_gone()
    assert frames.context is None


def test_a_detached_frame_is_forgotten() -> None:
    frames = Frames(WORLD)
    frames.navigated({"id": "T", "url": "http://a.test/"})
    frames.detached("T")
    assert frames.url == ""

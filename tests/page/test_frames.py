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


def nested() -> Frames:
    frames = Frames(WORLD)
    frames.tree(
        {
            "frame": {"id": "T", "url": "http://a.test/"},
            "childFrames": [
                {
                    "frame": {"id": "B", "parentId": "T", "url": "http://blocked.test/"},
                    "childFrames": [
                        {"frame": {"id": "I", "parentId": "B", "url": "http://blocked.test/in"}}
                    ],
                },
                {"frame": {"id": "F", "parentId": "T", "url": "http://free.test/"}},
            ],
        }
    )
    return frames


def test_blocked_frames_are_told_from_free_ones_the_outermost_only() -> None:
    assert nested().shut(lambda url: "blocked" not in url) == (("B", "http://blocked.test/"),)


def test_what_was_below_the_document_before_is_forgotten() -> None:
    frames = nested()
    frames.navigated({"id": "T", "url": "http://b.test/"})
    assert frames.shut(lambda url: "blocked" not in url) == ()


def test_a_world_is_where_its_frame_is_and_those_around_it() -> None:
    frames = nested()
    frames.world_made({**context("I", "u1"), "id": 7})
    assert frames.path(7) == ("http://blocked.test/in", "http://blocked.test/", "http://a.test/")
    frames.world_made({**context("I", "u2"), "id": 8})
    assert frames.path(7) == ("",)


def test_an_error_page_stands_for_the_address_that_failed() -> None:
    frames = Frames(WORLD)
    failed = {"unreachableUrl": "http://blocked.test/"}
    frames.navigated({"id": "T", "url": "chrome-error://chromewebdata/", **failed})
    assert frames.unreachable == "http://blocked.test/"
    frames.navigated({"id": "T", "url": "http://a.test/"})
    assert frames.unreachable == ""


def test_of_endless_addresses_the_beginning_is_kept() -> None:
    frames = Frames(WORLD)
    frames.navigated({"id": "T", "url": "data:text/html," + "x" * 1_000_000})
    assert len(frames.url) == 100
    frames.moved_within("T", "http://a.test/" + "x" * 1_000_000)
    assert len(frames.url) == 20_000

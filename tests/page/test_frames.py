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


def page() -> Frames:
    """A shop with one frame in it."""
    frames = Frames(WORLD)
    child = {"frame": {"id": "CHILD", "parentId": "TOP", "url": "http://inner.test/"}}
    frames.tree({"frame": {"id": "TOP", "url": "http://shop.test/"}, "childFrames": [child]})
    return frames


def test_a_frame_that_goes_to_another_process_is_known_all_the_while() -> None:
    frames = page()
    frames.detached("CHILD", swapped=True)
    assert frames.shut(lambda url: "inner" not in url) == (("CHILD", "http://inner.test/"),)
    frames.tree({"frame": {"id": "CHILD", "parentId": "TOP", "url": "http://apart.test/"}}, "S1")
    assert frames.shut(lambda url: "apart" not in url) == (("CHILD", "http://apart.test/"),)


def test_an_event_of_a_frame_is_newer_than_the_tree_that_was_asked_for_before() -> None:
    frames = page()
    frames.navigated({"id": "CHILD", "parentId": "TOP", "url": "http://new.test/"}, "S1")
    frames.tree({"frame": {"id": "CHILD", "parentId": "TOP", "url": ""}}, "S1")
    assert frames.shut(lambda url: "new" not in url) == (("CHILD", "http://new.test/"),)


def test_frames_of_a_session_go_with_it_unless_they_came_home() -> None:
    frames = page()
    for name in ("CHILD", "OTHER"):
        frames.navigated({"id": name, "parentId": "TOP", "url": f"http://{name}.test/"}, "S1")
    frames.navigated({"id": "OTHER", "parentId": "TOP", "url": "http://home.test/"})
    frames.left("S1")
    assert frames.shut(lambda url: "shop" in url) == (("OTHER", "http://home.test/"),)


def test_worlds_of_two_processes_may_have_one_number() -> None:
    frames = page()
    frames.navigated({"id": "CHILD", "parentId": "TOP", "url": "http://apart.test/"}, "S1")
    for frame, process in (("TOP", ""), ("CHILD", "S1")):
        frames.world_made({**context(frame, frame), "id": 2}, process)
    assert frames.path(2) == ("http://shop.test/",)
    assert frames.path(2, "S1") == ("http://apart.test/", "http://shop.test/")

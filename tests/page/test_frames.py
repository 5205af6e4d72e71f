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


def test_the_pages_own_world_is_that_of_the_top_document() -> None:
    frames = Frames(WORLD)
    frames.navigated({"id": "T", "url": "http://a.test/"})
    own = {"auxData": {"frameId": "T", "isDefault": True}, "name": WORLD, "uniqueId": "1"}
    assert frames.own_context is None
    frames.world_made({**own, "auxData": {"frameId": "C", "isDefault": True}})
    assert frames.own_context is None
    frames.world_made(own)
    assert frames.context is None
    assert frames.own_context == "1"
    frames.world_gone("1")
    assert frames.own_context is None
    for gone in (frames.worlds_gone, lambda: frames.detached("T", swapped=True)):
        frames.world_made(own)
        gone()
        assert frames.own_context is None


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


def test_a_script_world_in_the_next_process_outlives_the_word_of_the_one_before() -> None:
    frames = page()
    about = {"frameId": "CHILD"}
    frames.world_made({"id": 3, "uniqueId": "old", "name": WORLD, "auxData": about})
    frames.world_made({"id": 2, "uniqueId": "new", "name": WORLD, "auxData": about}, "S1")
    frames.detached("CHILD", swapped=True)
    assert [world.id for world in frames.numbered()] == ["new"]
    frames.detached("CHILD", "S1", swapped=True)
    assert frames.numbered() == ()


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


def test_a_frame_that_was_heard_of_anew_keeps_its_world_when_its_old_session_tells_of_its_end() -> (
    None
):
    frames = page()
    frames.navigated({"id": "CHILD", "parentId": "TOP", "url": "http://apart.test/"}, "S1")
    frames.world_made({**context("CHILD", "old"), "id": 2}, "S1")
    frames.world_made({**context("CHILD", "new"), "id": 2}, "S2")
    frames.detached("CHILD", swapped=True, process="S1")
    frames.left("S1")
    assert [(world.id, world.process) for world in frames.numbered()] == [("new", "S2")]
    frames.detached("CHILD", swapped=True, process="S2")
    assert frames.numbered() == ()


def test_worlds_of_two_processes_may_have_one_number() -> None:
    frames = page()
    frames.navigated({"id": "CHILD", "parentId": "TOP", "url": "http://apart.test/"}, "S1")
    for frame, process in (("TOP", ""), ("CHILD", "S1")):
        frames.world_made({**context(frame, frame), "id": 2}, process)
    assert frames.path(2) == ("http://shop.test/",)
    assert frames.path(2, "S1") == ("http://apart.test/", "http://shop.test/")


def free(url: str) -> bool:
    return "blocked" not in url


def test_a_dialog_is_of_all_frames_around_the_one_that_raised_it() -> None:
    frames = Frames(WORLD)
    frames.navigated({"id": "T", "url": "http://a.test/"})
    frames.navigated({"id": "B", "parentId": "T", "url": "http://blocked.test/"})
    frames.navigated({"id": "S", "parentId": "B", "url": "about:srcdoc"})
    event = {"frameId": "S", "url": "about:srcdoc"}
    assert frames.raising(event, free) == ("about:srcdoc", "http://blocked.test/", "http://a.test/")
    assert frames.raising({"frameId": "T", "url": "http://a.test/"}, free) == ("http://a.test/",)


def test_a_dialog_of_a_frame_that_is_not_known_may_be_of_any_blocked_one() -> None:
    frames = Frames(WORLD)
    frames.navigated({"id": "T", "url": "http://a.test/"})
    frames.navigated({"id": "B", "parentId": "T", "url": "http://blocked.test/"})
    for event in ({"url": "about:blank"}, {"frameId": "X", "url": ""}):
        assert frames.raising(event, free) == ("http://blocked.test/",)
    assert frames.raising({"url": "http://a.test/"}, free) == ()


def test_a_frame_that_was_blocked_for_a_moment_is_remembered_for_who_looked() -> None:
    frames = Frames(WORLD)
    frames.navigated({"id": "T", "url": "http://a.test/"})
    frames.navigated({"id": "F", "parentId": "T", "url": "http://a.test/in"})
    before = frames.heard
    assert not frames.strayed(before, free)
    frames.moved_within("F", "http://blocked.test/")
    assert not frames.strayed(before, free)  # it is there still: `shut` tells of it
    frames.moved_within("F", "http://a.test/in")
    assert frames.strayed(before, free)
    assert not frames.strayed(frames.heard, free)


def test_a_blocked_frame_that_was_taken_away_is_remembered_and_one_inside_of_it_is_shut() -> None:
    frames = Frames(WORLD)
    frames.navigated({"id": "T", "url": "http://a.test/"})
    before = frames.heard
    frames.navigated({"id": "B", "parentId": "T", "url": "http://blocked.test/"})
    frames.navigated({"id": "C", "parentId": "B", "url": "http://blocked.test/in"})
    assert not frames.strayed(before, free)
    frames.detached("B")
    assert frames.strayed(before, free)


def test_more_than_can_be_remembered_counts_as_blocked() -> None:
    frames = Frames(WORLD)
    frames.navigated({"id": "T", "url": "http://a.test/"})
    for number in range(300):
        frames.moved_within("T", f"http://a.test/{number}")
    assert frames.strayed(0, free)
    assert not frames.strayed(frames.heard - 10, free)


def test_our_worlds_are_told_with_their_numbers_the_top_one_last() -> None:
    frames = page()
    for number, frame in ((2, "TOP"), (7, "CHILD")):
        frames.world_made({**context(frame, frame), "id": number})
    assert [(each.id, each.number) for each in frames.numbered()] == [("CHILD", 7), ("TOP", 2)]
    frames.detached("CHILD")
    assert [each.id for each in frames.numbered()] == ["TOP"]

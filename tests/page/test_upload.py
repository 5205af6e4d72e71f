"""Files handed to fields of a page, on real Chromium."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from bridge.errors import BridgeError
from bridge.outbox import Parcel
from bridge.page.tab import Tab
from bridge.page.upload import INLINE_BYTES, PIECE_BYTES, upload, upload_from_phone
from tests.page._act import APART, Pages, Stage, chromium, staged

CAT = Parcel("cat.png", "image/png", 1_700_000_000_000, b"\x89PNG cat")
NOTES = Parcel("notes.txt", "text/plain", 1_700_000_000_500, "Grüße".encode())
FIELD = "<label for=f>Photo</label><input id=f type=file>"
HEAR = """<script>
  heard = [];
  for (const type of ["input", "change"])
    document.addEventListener(type, (event) => heard.push(`${event.target.id} ${type}`));
  facts = async (file) => [file.name, file.type, file.lastModified, file.size,
    await file.text(), file instanceof File];
  read = async (files) => JSON.stringify(await Promise.all([...files].map(facts)));
</script>"""


async def refused(tab: Tab, target: Any, *parcels: Parcel, **how: Any) -> BridgeError:
    with pytest.raises(BridgeError) as caught:
        await upload(tab, target, parcels or (CAT,), **how)
    return caught.value


def seen(parcel: Parcel) -> str:
    return (
        f'["{parcel.name}","{parcel.type}",{parcel.modified_ms},{len(parcel.data)},'
        f'"{parcel.data.decode("utf-8", "replace")}",true]'
    )


async def test_the_page_sees_the_file_as_one_that_was_chosen(act_stage: Stage) -> None:
    tab = await act_stage.show(FIELD + HEAR)
    given = await upload(tab, {"css": "#f"}, (NOTES,))
    assert given.sentence == 'gave notes.txt (7 bytes) to button "Photo"'
    assert await act_stage.run("read(f.files)") == f"[{seen(NOTES)}]"
    assert await act_stage.run("heard.join()") == "f input,f change"


@pytest.mark.parametrize(
    ("target", "body"),
    [
        ({"label": "Photo"}, FIELD),
        ({"text": "Photo"}, FIELD),
        ({"text": "Photo"}, "<label>Photo<input id=f type=file hidden></label>"),
        ({"text": "Pho"}, "<label><b>Pho</b>to<input id=f type=file style='display:none'></label>"),
        ({"label": "Photo"}, "<input id=f type=file aria-label=Photo style='display:none'>"),
        ({"css": "#f"}, "<input id=f type=file style='display:none'>"),
        ({}, "<input id=f type=file hidden>"),
        ({"css": "#zone"}, "<div id=zone>Files here<input id=f type=file hidden></div>"),
    ],
    ids=str,
)
async def test_a_field_is_found_by_what_stands_for_it(
    act_stage: Stage, target: dict[str, str], body: str
) -> None:
    tab = await act_stage.show(body + HEAR)
    await upload(tab, target, (CAT,))
    assert await act_stage.run("[...f.files].map((file) => file.name).join()") == "cat.png"


async def test_several_files_go_into_a_field_that_takes_several(act_stage: Stage) -> None:
    tab = await act_stage.show("<input id=f type=file multiple accept='image/*,.TXT'>" + HEAR)
    await upload(tab, {}, (CAT, NOTES))
    assert await act_stage.run("read(f.files)") == f"[{seen(CAT)},{seen(NOTES)}]"


@pytest.mark.parametrize(
    ("field", "parcels", "code", "told"),
    [
        ("", (CAT, NOTES), "UPLOAD_REFUSED", "takes one file, not 2"),
        ("accept=image/*", (NOTES,), "UPLOAD_REFUSED", "takes \"image/*\", not 'notes.txt'"),
        ("accept='.pdf, image/png'", (NOTES,), "UPLOAD_REFUSED", "not 'notes.txt'"),
        ("webkitdirectory", (CAT,), "UPLOAD_REFUSED", "a whole folder"),
        ("disabled", (CAT,), "DISABLED", "is disabled"),
    ],
)
async def test_what_a_person_could_not_choose_is_refused(
    act_stage: Stage, field: str, parcels: tuple[Parcel, ...], code: str, told: str
) -> None:
    tab = await act_stage.show(f"<input id=f type=file {field}>" + HEAR)
    problem = await refused(tab, {"css": "#f"}, *parcels)
    assert problem.code == code
    assert told in problem.message
    assert await act_stage.run("f.files.length + heard.length") == 0


async def test_where_no_field_is_or_several_are_it_is_refused(act_stage: Stage) -> None:
    tab = await act_stage.show("<p>none</p>")
    assert (await refused(tab, {})).code == "TARGET_NOT_FOUND"
    tab = await act_stage.show("<form><input type=file><input type=file></form>")
    problem = await refused(tab, {})
    assert problem.code == "TARGET_AMBIGUOUS"
    assert "there are 2 file fields: 0: button" in problem.message
    refs = re.findall(r"\[(e\d+)\]", problem.message)
    assert (await upload(tab, {"ref": refs[1]}, (CAT,))).names == ("cat.png",)
    assert await act_stage.run("[...document.forms[0]].map(f => f.files.length).join()") == "0,1"


async def test_of_several_hidden_fields_that_fit_a_label_the_refs_are_listed(
    act_stage: Stage,
) -> None:
    tab = await act_stage.show("<input type=file aria-label=Photo hidden>" * 2)
    problem = await refused(tab, {"label": "Photo"})
    assert problem.code == "TARGET_AMBIGUOUS"
    refs = re.findall(r"\[(e\d+)\]", problem.message)
    assert (await upload(tab, {"ref": refs[0]}, (CAT,))).names == ("cat.png",)


async def test_large_files_go_in_pieces_and_arrive_whole(act_stage: Stage) -> None:
    tab = await act_stage.show("<input id=f type=file multiple>")
    large = bytes(range(256)) * ((PIECE_BYTES * 5 + 300_000) // 256)
    assert len(large) > INLINE_BYTES
    parcels = (Parcel("large.bin", "", 1, large), Parcel("empty.bin", "", 2, b""), CAT)
    await upload(tab, {"css": "#f"}, parcels)
    sums = """(async () => {
      const all = [];
      for (const file of f.files) {
        const digest = await crypto.subtle?.digest("SHA-256", await file.arrayBuffer());
        const bytes = new Uint8Array(await file.arrayBuffer());
        let sum = 0;
        for (const [at, byte] of bytes.entries()) sum = (sum * 31 + byte + at) % 1000003;
        all.push([file.name, file.size, sum]);
      }
      return all;
    })()"""
    assert await act_stage.run(sums) == [
        [each.name, len(each.data), _sum(each.data)] for each in parcels
    ]


def _sum(data: bytes) -> int:
    total = 0
    for at, byte in enumerate(data):
        total = (total * 31 + byte + at) % 1_000_003
    return total


async def test_a_page_that_empties_its_field_took_the_files(act_stage: Stage) -> None:
    tab = await act_stage.show(
        FIELD
        + "<script>f.onchange = () => { document.title = f.files[0].name; f.value = '' }</script>"
    )
    given = await upload(tab, {"css": "#f"}, (CAT,))
    assert given.sentence.endswith("the page took them and emptied the field")
    assert await act_stage.run("document.title") == "cat.png"


async def test_a_page_that_draws_its_field_anew_took_the_files(act_stage: Stage) -> None:
    tab = await act_stage.show(
        FIELD + "<script>f.onchange = () => f.replaceWith(f.cloneNode())</script>"
    )
    given = await upload(tab, {"css": "#f"}, (CAT,))
    assert given.sentence.endswith("the page took the field away")


async def test_a_page_that_puts_other_files_there_is_told_of(act_stage: Stage) -> None:
    tab = await act_stage.show(
        FIELD
        + """<script>f.onchange = () => setTimeout(() => {
          const other = new DataTransfer();
          other.items.add(new File(["x"], "other.txt"));
          f.files = other.files;
        }, 50)</script>"""
    )
    problem = await refused(tab, {"css": "#f"})
    assert problem.code == "VALUE_NOT_TAKEN"
    assert '"other.txt"' in problem.message


async def test_a_page_that_sends_its_form_at_once_is_told_of(act_stage: Stage) -> None:
    tab = await act_stage.show(
        "<form action=/next><input id=f type=file name=f onchange='this.form.submit()'></form>"
    )
    given = await upload(tab, {}, (CAT,))
    assert "the page is " in given.sentence


async def test_a_dialog_that_the_change_opens_is_told_of(act_stage: Stage) -> None:
    tab = await act_stage.show("<input id=f type=file onchange='alert(\"Thanks\")'>")
    given = await upload(tab, {}, (CAT,))
    assert 'it opened alert "Thanks"' in given.sentence
    await tab.answer_dialog(accept=True, prompt=None)


@pytest.mark.parametrize(
    "made", ["document.createElement('input')", "document.body.appendChild(f)"], ids=["free", "in"]
)
async def test_a_button_that_asks_for_a_file_gets_it_without_a_chooser(
    act_stage: Stage, made: str
) -> None:
    tab = await act_stage.show(
        f"""<button id=b>Add photo</button><script>
          f = document.createElement("input");
          b.onclick = () => {{
            f = {made};
            f.type = "file";
            f.onchange = () => {{ document.title = f.files[0].name; }};
            f.click();
          }};
        </script>"""
    )
    given = await upload(tab, {"text": "Add photo"}, (CAT,))
    assert given.sentence.startswith('gave cat.png (8 bytes) to button "')
    assert await act_stage.run("document.title") == "cat.png"


async def test_a_button_that_asks_for_no_file_says_so(act_stage: Stage) -> None:
    tab = await act_stage.show("<button onclick='document.title = 1'>Press</button>")
    problem = await refused(tab, {"text": "Press"})
    assert problem.code == "TARGET_NOT_FOUND"
    assert 'tapped button "Press"' in problem.message
    assert "it asked for no file" in problem.message


async def test_what_a_buttons_field_does_not_take_is_refused_after_the_tap(
    act_stage: Stage,
) -> None:
    tab = await act_stage.show(
        """<button id=b>Add</button><script>b.onclick = () => {
          const f = document.createElement("input");
          f.type = "file"; f.accept = ".pdf"; f.click();
        }</script>"""
    )
    problem = await refused(tab, {"text": "Add"})
    assert problem.code == "UPLOAD_REFUSED"
    assert '".pdf"' in problem.message


DROP = """<div id=zone style='width:200px;height:100px'>Drop here</div><script>
  kinds = [];
  for (const type of ["dragenter", "dragover", "drop", "dragleave"])
    zone.addEventListener(type, (event) => {
      kinds.push(type);
      if (takes) event.preventDefault();
      if (type === "drop")
        document.title = `${event.dataTransfer.types} ${event.dataTransfer.files[0].name}`;
    });
</script>"""


async def test_files_are_dropped_where_the_page_takes_drops(act_stage: Stage) -> None:
    tab = await act_stage.show("<script>takes = true</script>" + DROP)
    given = await upload(tab, {"css": "#zone"}, (CAT,), drop=True)
    assert "dropped by script" in given.sentence
    assert await act_stage.run("document.title") == "Files cat.png"
    assert await act_stage.run("kinds.join()") == "dragenter,dragover,drop"


async def test_where_the_page_takes_no_drop_nothing_is_dropped(act_stage: Stage) -> None:
    tab = await act_stage.show("<script>takes = false</script>" + DROP)
    problem = await refused(tab, {"css": "#zone"}, drop=True)
    assert problem.code == "NO_EFFECT"
    assert await act_stage.run("kinds.join()") == "dragenter,dragover,dragleave"


@pytest.mark.parametrize("host", ["shop.test", "other.test"])
async def test_a_field_in_a_frame_gets_its_file(
    act_stage: Stage, act_pages: Pages, host: str
) -> None:
    act_pages.bodies["/inner"] = (
        "<!doctype html><label>Photo <input id=f type=file></label>"
        "<script>f.onchange = () => parent.postMessage(f.files[0].name, '*')</script>"
    )
    tab = await act_stage.show(
        f"<script>onmessage = (event) => {{ document.title = event.data }}</script>"
        f"<iframe src='{act_pages.url('/inner', host)}' onload='ready = 1'></iframe>"
    )
    large = Parcel("large.txt", "text/plain", 1, b"x" * (INLINE_BYTES + 1))
    for parcel in (CAT, large):
        await upload(tab, {"label": "Photo"}, (parcel,))
        assert await act_stage.run("document.title") == parcel.name


@pytest.fixture(scope="module")
def apart_port() -> Iterator[int]:
    with chromium(*APART) as port:
        yield port


async def test_a_field_in_a_frame_with_a_process_of_its_own_gets_its_file(
    apart_port: int, act_pages: Pages
) -> None:
    act_pages.bodies["/inner"] = (
        "<!doctype html><label>Photo <input id=f type=file></label><button id=b>Ask</button>"
        "<script>f.onchange = () => parent.postMessage(f.files[0].name, '*');"
        "b.onclick = () => f.click()</script>"
    )
    async with staged(apart_port, act_pages) as stage:
        with stage.browser.work(acts=True):
            tab = await stage.show(
                "<script>onmessage = (event) => { document.title = event.data }</script>"
                f"<iframe src='{act_pages.url('/inner', 'other.test')}' height=300></iframe>"
            )
            await upload(tab, {"label": "Photo"}, (CAT,))
            assert await stage.run("document.title") == "cat.png"
            # no chooser is shown for its button either, and that is all that can be done
            problem = await refused(tab, {"text": "Ask"})
            assert problem.code == "UPLOAD_REFUSED"
            assert "frame of another origin" in problem.message


@pytest.mark.parametrize("where", ["appended", "free"])
@pytest.mark.parametrize("host", ["shop.test", "other.test"])
async def test_a_buttons_field_in_a_frame_is_had_where_it_is_of_the_pages_origin(
    act_stage: Stage, act_pages: Pages, host: str, where: str
) -> None:
    added = "document.body.append(f);" if where == "appended" else ""
    act_pages.bodies["/inner"] = (
        "<!doctype html><button id=b>Ask</button><script>b.onclick = () => {"
        f"f = document.createElement('input'); f.type = 'file'; {added}"
        "f.onchange = () => parent.postMessage(f.files[0].name, '*'); f.click() }</script>"
    )
    tab = await act_stage.show(
        "<script>onmessage = (event) => { document.title = event.data }</script>"
        f"<iframe src='{act_pages.url('/inner', host)}' height=300></iframe>"
    )
    if host == "shop.test":
        await upload(tab, {"text": "Ask"}, (CAT,))
        assert await act_stage.run("document.title") == "cat.png"
    else:
        assert (await refused(tab, {"text": "Ask"})).code == "UPLOAD_REFUSED"
        assert await act_stage.run("document.title") == "Act"


async def test_files_whose_outcome_is_lost_may_have_been_taken(
    act_port: int, act_pages: Pages
) -> None:
    async with staged(act_port, act_pages, page_seconds=1) as stage:
        tab = await stage.show(
            "<input id=f type=file><script>f.onchange = () => {"
            "const end = performance.now() + 2500; while (performance.now() < end); }</script>"
        )
        problem = await refused(tab, {"css": "#f"})
        assert problem.code == "UNKNOWN_OUTCOME"


async def test_a_page_that_takes_no_more_of_a_large_file_got_nothing(
    act_port: int, act_pages: Pages
) -> None:
    async with staged(act_port, act_pages, page_seconds=1) as stage:
        tab = await stage.show(
            "<input id=f type=file><script>heard = 0; f.onchange = () => heard++</script>"
        )
        ask = tab.ask

        async def late(command: str, *args: Any, **more: Any) -> Any:
            answer = await ask(command, *args, **more)
            busy = "const end = performance.now() + 2500; while (performance.now() < end);"
            tab.session.post("Runtime.evaluate", {"expression": busy})
            return answer

        tab.ask = late  # type: ignore[method-assign]
        large = Parcel("large.bin", "", 1, b"x" * (INLINE_BYTES + 1))
        assert (await refused(tab, {"css": "#f"}, large)).code == "TIMEOUT"
        assert await stage.run("heard + f.files.length") == 0


async def test_a_field_that_left_the_page_gets_nothing(act_stage: Stage) -> None:
    tab = await act_stage.show(FIELD)
    ask = tab.ask

    async def late(command: str, *args: Any, **more: Any) -> Any:
        answer = await ask(command, *args, **more)
        act_stage.pages.bodies["/"] = "<!doctype html>new"
        await act_stage.run("document.open(); document.write('<input id=f type=file>')")
        await ask("upload_plan", {"target": {"css": "#f"}, "files": []}, reads=True)
        return answer

    tab.ask = late  # type: ignore[method-assign]
    assert (await refused(tab, {"css": "#f"})).code == "MOVED"


async def test_a_page_becoming_blocked_between_plan_and_files_gets_nothing(
    act_stage: Stage,
) -> None:
    tab = await act_stage.show(FIELD)
    ask = tab.ask

    async def late(command: str, *args: Any, **more: Any) -> Any:
        answer = await ask(command, *args, **more)
        tab.judge.allows = lambda url: "/turned" not in url  # type: ignore[method-assign]
        await act_stage.run("history.pushState(null, '', '/turned')")
        return answer

    tab.ask = late  # type: ignore[method-assign]
    assert (await refused(tab, {"css": "#f"})).code == "SITE_BLOCKED"
    assert await act_stage.run("f.files.length") == 0


async def test_a_file_that_chrome_may_not_read_is_taken_out_again(act_stage: Stage) -> None:
    tab = await act_stage.show(FIELD)
    with pytest.raises(BridgeError) as caught:
        await upload_from_phone(tab, {"css": "#f"}, ["/sdcard/Download/none.png"])
    assert caught.value.code == "UPLOAD_REFUSED"
    assert "may not read it" in caught.value.message
    assert await act_stage.run("f.files.length") == 0


async def test_a_file_of_the_phone_is_given_by_its_path(act_stage: Stage, tmp_path: Any) -> None:
    tab = await act_stage.show(FIELD + HEAR)
    path = tmp_path / "cat.txt"
    path.write_text("meow")
    given = await upload_from_phone(tab, {"css": "#f"}, [str(path)])
    assert given.sentence == 'gave cat.txt (4 bytes) to button "Photo"'
    assert await act_stage.run("f.files[0].text()") == "meow"

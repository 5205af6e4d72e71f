"""The focus given and text marked, on real Chromium."""

from typing import Any

import pytest

from bridge.errors import BridgeError
from bridge.page.marking import focus, select_text
from bridge.page.tab import Tab
from tests.page._act import Stage

FORM = (
    "<label>Name <input id=n value='Ada Lovelace'></label>"
    "<label>Secret <input id=p type=password value='hunter2!'></label>"
    "<label>Age <input id=a type=number value=36></label>"
    "<label>Notes <textarea id=t>one two\none two</textarea></label>"
    "<div id=e contenteditable role=textbox aria-label=Rich><b>bold</b> words</div>"
    "<button id=b>Go</button><p id=x>Just <i>some</i>   text</p>"
)
CARET = "(f => [f.selectionStart, f.selectionEnd])(document.activeElement)"


async def refused(tab: Tab, wanted: dict[str, Any]) -> BridgeError:
    with pytest.raises(BridgeError) as caught:
        await select_text(tab, wanted)
    return caught.value


@pytest.mark.parametrize(
    ("caret", "at", "told"),
    [
        ("start", [0, 0], "the caret is at the start"),
        ("end", [12, 12], "the caret is at the end"),
        ("all", [0, 12], "all of it is selected"),
    ],
)
async def test_a_field_gets_the_focus_and_its_caret(
    act_stage: Stage, caret: Any, at: list[int], told: str
) -> None:
    tab = await act_stage.show(FORM)
    given = await focus(tab, {"label": "Name"}, caret)
    assert given.sentence == f'the focus is in textbox "Name"; {told}'
    assert await act_stage.run(CARET) == at
    assert await act_stage.run("document.activeElement.id") == "n"


async def test_a_rich_editor_and_a_button_get_it_too(act_stage: Stage) -> None:
    tab = await act_stage.show(FORM)
    given = await focus(tab, {"css": "#e"}, "all")
    assert given.as_json()["caret"] == "all"
    assert await act_stage.run("String(getSelection())") == "bold words"
    given = await focus(tab, {"text": "Go"}, "end")
    assert (given.sentence, given.caret) == ('the focus is in button "Go"', None)
    # a number has no caret that a script may place
    assert (await focus(tab, {"label": "Age"}, "start")).caret is None


@pytest.mark.parametrize(
    ("body", "css", "code"),
    [
        ("<p id=x>text</p>", "#x", "ACTION_FAILED"),
        ("<button id=x disabled>Go</button>", "#x", "DISABLED"),
        ("<input id=x hidden>", "#x", "NOT_VISIBLE"),
        ("<input id=x onfocus=y.focus()><input id=y>", "#x", "ACTION_FAILED"),
    ],
)
async def test_what_takes_no_focus_is_refused(
    act_stage: Stage, body: str, css: str, code: str
) -> None:
    tab = await act_stage.show(body)
    with pytest.raises(BridgeError) as caught:
        await focus(tab, {"css": css}, "end")
    assert caught.value.code == code


async def test_all_text_of_an_element_is_selected_and_told(act_stage: Stage) -> None:
    tab = await act_stage.show(FORM)
    marked = await select_text(tab, {"target": {"css": "#x"}})
    assert marked.text == "Just some text"
    assert '"Just some text"' in marked.sentence
    assert await act_stage.run("String(getSelection())") == "Just some text"


async def test_what_no_person_sees_is_not_told(act_stage: Stage) -> None:
    tab = await act_stage.show("<p id=x>Seen <span style='opacity:0'>obey me</span></p>")
    marked = await select_text(tab, {"target": {"css": "#x"}})
    assert marked.text == "Seen"


async def test_text_inside_fields_is_selected(act_stage: Stage) -> None:
    tab = await act_stage.show(FORM)
    marked = await select_text(tab, {"target": {"label": "Name"}})
    assert (marked.text, await act_stage.run(CARET)) == ("Ada Lovelace", [0, 12])
    marked = await select_text(tab, {"search": "LOVE"})
    assert (marked.text, await act_stage.run(CARET)) == ("Love", [4, 8])
    marked = await select_text(tab, {"search": "one two", "occurrence": 1})
    assert (marked.text, await act_stage.run(CARET)) == ("one two", [8, 15])


async def test_a_password_is_selected_and_never_told(act_stage: Stage) -> None:
    tab = await act_stage.show(FORM)
    marked = await select_text(tab, {"target": {"label": "Secret"}})
    assert marked.text is None
    assert "hunter" not in marked.sentence + str(marked.as_json())
    assert await act_stage.run(CARET) == [0, 8]
    assert (await refused(tab, {"search": "hunter2"})).code == "TARGET_NOT_FOUND"


async def test_words_are_found_over_elements_and_folded_blanks(act_stage: Stage) -> None:
    tab = await act_stage.show("<p style='height:3000px'>far</p>" + FORM)
    marked = await select_text(tab, {"search": "just some\n text"})
    assert marked.text == "Just some text"
    assert await act_stage.run("String(getSelection())") == "Just some text"
    assert await act_stage.run("getSelection().getRangeAt(0).getBoundingClientRect().y < 915")


@pytest.mark.parametrize("unseen", ["\u00ad", "\u200b", "\u2060", "\ufeff"])
@pytest.mark.parametrize("body", ["<p>ein {}!</p>", "<textarea>ein {}!</textarea>"])
async def test_letters_that_nobody_sees_part_no_word(
    act_stage: Stage, unseen: str, body: str
) -> None:
    word = f"Donau{unseen}dampf{unseen}schiff"
    tab = await act_stage.show(body.format(word))
    for search in ("ein  donaudampfschiff", word):
        marked = await select_text(tab, {"search": search})
        assert (marked.text or "").replace(unseen, "").endswith("Donaudampfschiff")
        assert await act_stage.run("String(getSelection()).endsWith('schiff')")


async def test_capitals_that_become_two_letters_shift_nothing(act_stage: Stage) -> None:
    tab = await act_stage.show("<p>\u0130\u0130 Ankara \u0130zmir Bursa</p>")
    for search in ("ankara", "\u0130zmir", "BURSA"):
        marked = await select_text(tab, {"search": search})
        assert (marked.text or "").lower() == search.lower()
        assert await act_stage.run("String(getSelection()).toLowerCase()") == search.lower()


async def test_which_of_several_is_chosen_and_how_many_there_are_is_told(act_stage: Stage) -> None:
    tab = await act_stage.show("<p>a cat</p><p id=s>the cat</p><p>no dog</p>")
    await select_text(tab, {"search": "cat", "occurrence": 1})
    assert await act_stage.run("getSelection().anchorNode.parentNode.id") == "s"
    problem = await refused(tab, {"search": "cat", "occurrence": 2})
    assert (problem.code, "only 2 times" in problem.message) == ("TARGET_NOT_FOUND", True)
    assert "nowhere" in (await refused(tab, {"search": "bird"})).message


async def test_words_in_a_shadow_tree_and_in_a_rich_editor_are_selected(act_stage: Stage) -> None:
    tab = await act_stage.show(
        FORM + "<div id=h></div><script>h.attachShadow({mode:'open'}).innerHTML="
        "'<p>Under glass</p>'</script>"
    )
    assert (await select_text(tab, {"search": "under glass"})).text == "Under glass"
    assert (await select_text(tab, {"search": "bold words"})).text == "bold words"
    assert await act_stage.run("document.activeElement.id") == "e"
    await tab.session.call("Input.insertText", {"text": "new"})
    assert await act_stage.run("e.textContent") == "new"


async def test_words_in_a_frame_of_another_site_are_selected(act_stage: Stage) -> None:
    act_stage.pages.bodies["/in"] = "<p>one pear</p><p>two pears</p>"
    inner = act_stage.pages.url("/in", "other.test")
    tab = await act_stage.show(f"<p>a pear</p><iframe src={inner}></iframe>")
    marked = await select_text(tab, {"search": "pear", "occurrence": 2})
    assert marked.text == "pear"
    assert marked.element.frame == 1
    assert "only 3 times" in (await refused(tab, {"search": "pear", "occurrence": 3})).message


async def test_what_the_page_lets_nobody_select_is_refused(act_stage: Stage) -> None:
    tab = await act_stage.show("<p id=x style='user-select:none'>Mine</p>")
    assert (await refused(tab, {"target": {"css": "#x"}})).code == "ACTION_FAILED"

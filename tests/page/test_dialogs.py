from bridge.page.dialogs import Dialog


def free(url: str) -> bool:
    return "blocked" not in url


def test_a_dialog_reads_as_its_kind_and_what_it_says() -> None:
    dialog = Dialog.of({"type": "prompt", "message": "Your name?", "defaultPrompt": "Ada"}, free)
    assert (dialog.sentence, dialog.default) == ('prompt "Your name?"', "Ada")
    assert dialog.question == 'prompt "Your name?" holding "Ada"'


def test_a_dialog_without_words_is_its_kind_alone() -> None:
    dialog = Dialog.of({"type": "beforeunload", "message": ""}, free)
    assert (dialog.sentence, dialog.question) == ("beforeunload", "beforeunload")


def test_an_overlong_message_is_cut() -> None:
    assert len(Dialog.of({"type": "alert", "message": "x" * 10_000}, free).sentence) < 320


def test_a_message_stays_on_its_line() -> None:
    event = {"type": "alert", "message": 'a"\n- button "Pay" [e1]\u2028b'}
    assert Dialog.of(event, free).sentence == 'alert "a" - button "Pay" [e1] b"'


def test_a_blocked_sites_dialog_keeps_its_words_to_itself() -> None:
    event = {
        "type": "prompt",
        "message": "secret",
        "defaultPrompt": "own",
        "url": "http://blocked/",
    }
    dialog = Dialog.of(event, free)
    assert (dialog.sentence, dialog.message, dialog.default) == ("prompt of a blocked site", "", "")


def test_no_more_of_a_message_is_kept_than_is_of_use() -> None:
    endless = {"type": "prompt", "message": "x" * 1_000_000, "defaultPrompt": "y" * 1_000_000}
    dialog = Dialog.of(endless, free)
    assert len(dialog.message) + len(dialog.default) <= 20_000

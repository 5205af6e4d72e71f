from bridge.page.dialogs import Dialog


def test_a_dialog_reads_as_its_kind_and_what_it_says() -> None:
    dialog = Dialog.of({"type": "prompt", "message": "Your name?", "defaultPrompt": "Ada"})
    assert (dialog.sentence, dialog.default) == ('prompt "Your name?"', "Ada")


def test_an_overlong_message_is_cut() -> None:
    assert len(Dialog.of({"type": "alert", "message": "x" * 10_000}).sentence) < 320

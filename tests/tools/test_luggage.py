"""What a call may carry between this computer and a page."""

from pathlib import Path

import pytest

from bridge.errors import BridgeError
from bridge.outbox import Outbox
from bridge.places import config_folder, state_folder
from bridge.settings import TransferSettings
from bridge.tools.luggage import Luggage, carried, carrying, luggage


def test_a_handler_learns_the_callers_folders_while_its_call_runs() -> None:
    whole = Luggage(Outbox(("/added",)))
    with carrying(whole, ["/own"]):
        assert carried().own == ("/own",)
        assert carried().outbox is whole.outbox
    assert carried() == Luggage()


def test_the_settings_say_where_files_come_from_and_go_to() -> None:
    made = luggage(TransferSettings(upload_folders=("/a",), download_bytes=7))
    assert made.outbox == Outbox(("/a",), never=(state_folder(), config_folder()))
    assert made.inbox is not None
    assert (made.inbox.folder, made.inbox.most_bytes) == (state_folder() / "downloads", 7)
    own = luggage(TransferSettings(download_folder="~/x"))
    assert own.inbox is not None
    assert own.inbox.folder == Path("~/x").expanduser()


@pytest.mark.parametrize(
    "path",
    ["phone:/sdcard/Download/a.png", "/sdcard/Download/in/a.png", "/sdcard//Download/./a.png"],
)
def test_files_of_the_phones_download_folder_may_be_taken(path: str) -> None:
    made = luggage(TransferSettings())
    assert made.on_phone(path).startswith("/sdcard/Download/")


@pytest.mark.parametrize(
    "path",
    [
        "/sdcard/DCIM/private.jpg",
        "/sdcard/Download/../DCIM/private.jpg",
        "/sdcard/Download",
        "/sdcard/Downloads/a.png",
        "/data/data/com.android.chrome/app_chrome/Default/Cookies",
        "sdcard/Download/a.png",
        "/sdcard/Download/a\n.png",
        "",
    ],
)
def test_other_files_of_the_phone_may_not(path: str) -> None:
    with pytest.raises(BridgeError) as caught:
        luggage(TransferSettings()).on_phone(f"phone:{path}")
    assert caught.value.code == "UPLOAD_REFUSED"
    assert "transfer.phone_folders" in caught.value.message

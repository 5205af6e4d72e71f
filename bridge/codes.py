"""The one table of error codes: exit status, meaning, what to do.

Generated into `docs/errors.md`; every code is reached by a test. Pure: data only.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Code:
    """One row of the table: exit status, what the code means, what to do about it."""

    exit: int
    meaning: str
    hint: str


CODES: dict[str, Code] = {
    # the call
    "BAD_ARGUMENTS": Code(
        1,
        "An argument is missing, unknown or of the wrong form.",
        "Look at the tool's arguments and call again.",
    ),
    "UNKNOWN_TOOL": Code(1, "No tool of that name is switched on.", "Ask for the list of tools."),
    "INVALID_TARGET": Code(
        1,
        "The arguments do not name an element, or name it in two ways.",
        "Give a ref from a snapshot, or text, role, label, placeholder, testid or css.",
    ),
    "INVALID_URL": Code(
        1,
        "The address cannot be parsed.",
        "Give a whole address, such as https://example.com/path.",
    ),
    "UNSUPPORTED": Code(1, "This cannot be done on a phone's Chrome.", "Use another way."),
    # environment and settings
    "ADB_MISSING": Code(
        2,
        "No adb program was found.",
        "Install it: sudo apt install adb (or pip install 'tapbridge[adb]').",
    ),
    "ADB_BROKEN": Code(
        2,
        "adb was found but does not work, or its server cannot be reached.",
        "Run `adb version` and `adb start-server` by hand and read what they say.",
    ),
    "ANDROID_OFF": Code(2, "Phones are switched off in the settings.", "Set adb.enabled = true."),
    "SETTINGS_INVALID": Code(
        2, "A settings file or variable cannot be used.", "Correct the named setting."
    ),
    "SITES_INVALID": Code(
        2,
        "The blocked-sites file cannot be read, so every page is refused.",
        "Ask the person to repair it; `tapbridge sites list` says where it is and what is wrong.",
    ),
    "OTHER_ADB_SERVER": Code(
        2,
        "The running Bridge uses another adb server than this shell names.",
        "Run `tapbridge stop`, then call again.",
    ),
    "DAEMON_FAILED": Code(
        2,
        "The Bridge could not be started or does not answer.",
        "Run `tapbridge serve` and read what it says.",
    ),
    "DAEMON_BUSY": Code(
        2,
        "Another version of the Bridge is running and is busy.",
        "Wait for its clients to finish, or run `tapbridge stop`.",
    ),
    "DAEMON_FORBIDDEN": Code(
        2, "The Bridge refused the token of this caller.", "Run `tapbridge stop`, then call again."
    ),
    # phone and Chrome
    "NO_DEVICE": Code(
        3,
        "adb lists no phone of that name.",
        "Connect the phone, switch USB debugging on, then run `tapbridge doctor`.",
    ),
    "MANY_DEVICES": Code(
        3, "Several phones are ready and none was named.", "Name one with `serial`."
    ),
    "DEVICE_UNAUTHORIZED": Code(
        3,
        "The phone has not allowed this computer.",
        "Unlock the phone and accept the USB debugging question.",
    ),
    "DEVICE_OFFLINE": Code(
        3,
        "adb knows the phone but cannot talk to it.",
        "Unplug and plug it in again; over Wi-Fi run `adb connect` with its address.",
    ),
    "NO_PERMISSIONS": Code(
        3,
        "This user may not open the phone's USB device.",
        "Install the udev rules (sudo apt install android-sdk-platform-tools-common), replug it.",
    ),
    "DEVICE_BOOTING": Code(
        3, "The phone is still starting.", "Wait until it shows its home screen."
    ),
    "CHROME_MISSING": Code(
        3,
        "Chrome is not installed for this user of the phone.",
        "Install Chrome from the Play Store.",
    ),
    "CHROME_NOT_RUNNING": Code(
        3,
        "Chrome is not open on the phone, so there is no DevTools socket.",
        "Open Chrome on the phone, or run `tapbridge open`.",
    ),
    "PHONE_GONE": Code(
        3,
        "The link to the phone or to Chrome ended.",
        "Check the cable and that Chrome is open; then call again.",
    ),
    "CDP_ERROR": Code(
        3, "Chrome refused a command.", "Read Chrome's words; take a new snapshot and try again."
    ),
    "OUTPUT_TOO_LARGE": Code(
        3, "The phone sent more than the Bridge takes.", "Ask for less of it."
    ),
    "TAB_CRASHED": Code(3, "The page crashed.", "Reload it with page_navigate action=reload."),
    # the screen did not satisfy
    "SITE_BLOCKED": Code(
        4,
        "The blocked-sites list refuses this page. This is final.",
        "Do not try another way to it; ask the person.",
    ),
    "TARGET_NOT_FOUND": Code(
        4, "No such element is on the page.", "Take a snapshot, or scroll, then name what is there."
    ),
    "TARGET_AMBIGUOUS": Code(4, "Several elements fit.", "Add nth, or use one of the refs listed."),
    "STALE_REF": Code(4, "The ref names an element that is gone.", "Take a new snapshot."),
    "NOT_VISIBLE": Code(
        4, "The element is there but has no visible box.", "Open what holds it, or wait for it."
    ),
    "TAP_MISSED": Code(
        4,
        "The point lies outside the visible part of the page.",
        "Scroll first, or name an element.",
    ),
    "COVERED": Code(
        4, "Something else lies over the element.", "Close or scroll away what covers it."
    ),
    "MOVED": Code(
        4,
        "The page moved or changed before the touch.",
        "Look again, then repeat what is still wanted.",
    ),
    "DISABLED": Code(4, "The element is disabled.", "Fill in what it waits for."),
    "NO_EFFECT": Code(
        4,
        "The touch was sent and the page saw nothing of it.",
        "Look at a screenshot; something native may lie over Chrome.",
    ),
    "NOT_EDITABLE": Code(4, "The element takes no text.", "Name a field that takes text."),
    "NO_FOCUS": Code(4, "No field has the focus.", "Name the field, or tap it first."),
    "VALUE_NOT_TAKEN": Code(
        4,
        "The field holds another value than was typed.",
        "Give what the field takes, or look at it: the page may have changed it.",
    ),
    "NOT_A_SELECT": Code(4, "The element is not a select.", "Tap it instead."),
    "OPTION_NOT_FOUND": Code(
        4, "The select has no such option.", "Choose one of the options listed."
    ),
    "NOT_SCROLLED": Code(
        4, "Nothing moved.", "The end is reached, or another part of the page scrolls."
    ),
    "NOT_ZOOMED": Code(
        4,
        "The page is drawn as large as before.",
        "It allows no (more) zoom, or takes two fingers itself; look at a screenshot.",
    ),
    "FORM_INVALID": Code(
        4,
        "The form has a field whose value the browser does not send.",
        "Fill the fields named as the message asks, then submit again.",
    ),
    "UPLOAD_REFUSED": Code(
        4,
        "A file may not be handed over, or the field does not take it.",
        "Name files in the folder that you work in, of the sort and number that the field takes.",
    ),
    "DOWNLOAD_FAILED": Code(
        4,
        "A file could not be fetched from the page, or not be put down.",
        "Read the message; Chrome itself saves downloads on the phone.",
    ),
    "ENTRY_NOT_FOUND": Code(
        4, "The list has no entry of that number (any more).", "List them again."
    ),
    "NO_BODY": Code(
        4,
        "The body of a request or answer cannot be told.",
        "Chrome keeps bodies for a while only: reload the page and ask again.",
    ),
    "TAB_HIDDEN": Code(
        4, "The tab is not in front.", "Bring it to the front with page_tabs action=switch."
    ),
    "CHROME_IN_BACKGROUND": Code(
        4,
        "Another app, or a sheet of the system, is in front of Chrome.",
        "Bring Chrome to the front, or answer what is there with the tools of the family native.",
    ),
    "SCREEN_OFF": Code(4, "The phone's screen is off.", "Wake the phone."),
    "LOCKED": Code(4, "The phone shows its lock screen.", "Unlock the phone."),
    "DIALOG_OPEN": Code(
        4, "A dialog of the page is open and holds everything up.", "Answer it with page_dialog."
    ),
    "NO_DIALOG": Code(4, "No dialog is open.", "Go on."),
    "TAB_NOT_FOUND": Code(4, "No tab fits.", "List the tabs with page_tabs."),
    "TAB_AMBIGUOUS": Code(4, "Several tabs fit.", "Use one of the numbers listed."),
    "TAB_CLOSED": Code(4, "The tab closed.", "List the tabs with page_tabs."),
    "LAST_TAB": Code(4, "The last tab cannot be closed.", "Open another tab first."),
    "NAVIGATION_FAILED": Code(
        4, "Chrome could not load the address.", "Check the address and the phone's network."
    ),
    "NO_HISTORY": Code(
        4, "There is no page to go to in that direction.", "Navigate to an address."
    ),
    "PAGE_UNREACHABLE": Code(4, "The page's script world cannot be reached.", "Reload the page."),
    "ACTION_FAILED": Code(
        4, "The page refused the action.", "Read the message; take a new snapshot."
    ),
    "CAPTURE_FAILED": Code(
        4,
        "Chrome could not take the picture.",
        "Make sure the phone is awake and the tab in front.",
    ),
    "UNKNOWN_OUTCOME": Code(
        4,
        "Input was sent and its outcome was lost: it may have happened.",
        "Look before you repeat it.",
    ),
    "LIVE_OFF": Code(
        4,
        "No person has allowed code on this site.",
        "Ask the person, who can type `tapbridge live allow SITE`; or do without code.",
    ),
    "PICK_OPEN": Code(
        4,
        "A person is pointing at something on the page: nothing may act on it meanwhile.",
        "Wait for page_pick to end, or cancel that call.",
    ),
    "PICK_CANCELLED": Code(
        4,
        "Nothing was picked: the person broke it off, or the page went away under it.",
        "Ask the person what they want before you call it again.",
    ),
    "NOT_OWNER": Code(
        4,
        "Somebody else has the phone: others may look, and not act.",
        "Wait until it is free, or only read. A person takes it with `--take` on the command line.",
    ),
    "PAUSED_BY_PERSON": Code(
        4,
        "A person has paused the phone; nothing was sent to it.",
        "Wait until the person resumes with `tapbridge resume`.",
    ),
    "BLOCKED": Code(
        4,
        "A rule of the person's policy does not allow this.",
        "Do not look for another way; tell the person, whose settings decide (`policy`).",
    ),
    "DECLINED": Code(
        4,
        "The person said no, or nobody could be asked; it says which. This is final.",
        "Do not try it again or another way; tell the person what you wanted.",
    ),
    "SECRET_NOT_RELEASABLE": Code(
        4,
        "A secret's handle may not go there. This is final.",
        "Use it whole as the value of page_fill, in a field of the site that is named in it.",
    ),
    "SECRET_EXPIRED": Code(
        4,
        "The handle names no secret that is known (any more).",
        "Read again where it is shown, or ask the person to add it: `tapbridge secret add`.",
    ),
    # native screens
    "TREE_NOT_IDLE": Code(
        4,
        "The screen never rests, so UIAutomator gives no tree of it.",
        "Take phone_screenshot instead, or stop what moves (a video, a spinner) and try again.",
    ),
    "TREE_BUSY": Code(
        4,
        "Another program on the phone holds UIAutomator.",
        "End the other automation (its app, or Appium's server), then try again.",
    ),
    "TREE_STALE": Code(
        4,
        "The tree is of another screen than the one in front.",
        "Wait until the screen rests, then ask again.",
    ),
    "TREE_EMPTY": Code(
        4,
        "UIAutomator gave no tree.",
        "Wake and unlock the phone, or take phone_screenshot: what is drawn by a game has no tree.",
    ),
    "SECURE_WINDOW": Code(
        4,
        "The app in front withholds its pixels.",
        "Use phone_tree: its elements can still be read and tapped.",
    ),
    "INPUT_BLOCKED_OEM": Code(
        4,
        "The phone's maker does not let adb tap or type.",
        "In Developer options switch on 'USB debugging (Security settings)', then restart it.",
    ),
    "TEXT_NOT_TYPABLE": Code(
        4,
        "The text has characters that no key of the phone types.",
        "Leave them out; in a page use page_fill, which takes any text.",
    ),
    "DISPLAY_AMBIGUOUS": Code(
        4,
        "The phone has several displays that are on.",
        "Name one: set phone.display in the settings to a number that the message lists.",
    ),
    "USER_PROFILE": Code(
        4,
        "It belongs to another user or profile of the phone.",
        "Switch to that user on the phone, or name an app of the one in front.",
    ),
    "STALE_UID": Code(
        4,
        "The element, or the screen it was on, is another by now.",
        "Take a new phone_tree and use its numbers.",
    ),
    "APP_FAILED": Code(
        4, "Android did not do what was asked for an app.", "Read Android's words in the message."
    ),
    "NO_CHANGE": Code(
        4, "The screen is as it was before.", "Look at it: it may not answer to this."
    ),
    # limits and us
    "INTERNAL": Code(70, "A defect of the Bridge.", "Run `tapbridge logs` and report it."),
    "TIMEOUT": Code(
        124,
        "It did not finish within its limit.",
        "Wait for what it depends on, or give a longer limit.",
    ),
    "APPROVAL_TIMEOUT": Code(
        124,
        "The person did not answer the question in time; nothing was done.",
        "Tell the person what you wanted, and call again when they are there.",
    ),
    "CANCELLED": Code(130, "The caller went away.", "Look before you repeat an act."),
}

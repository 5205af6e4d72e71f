"""Rules around tools, as a table: what is called, and which rules speak of it."""

from typing import Any

import pytest

from bridge import policy
from bridge.policy import Choice, Fact, Verdict, decide, facts
from bridge.settings import PolicySettings
from bridge.tools.leave import choices

DEFAULTS = choices(PolicySettings())
LONG = "x" * 600
AWAY = "https://a.test/"


def in_shop(url: str) -> bool:
    return "//shop.test" in url


def rules(tool: str, args: dict[str, Any], **more: Any) -> list[str]:
    return [fact.rule for fact in facts(tool, args, **more)]


def test_there_is_a_setting_for_every_rule_and_no_other() -> None:
    named = {name.replace("_", "-") for name in PolicySettings.model_fields}
    assert named - {"approval-seconds"} == set(policy.RULES)


def test_what_is_denied_allowed_and_asked_without_any_setting() -> None:
    by_choice: dict[str, set[str]] = {choice: set() for choice in Choice}
    for rule, choice in DEFAULTS.items():
        by_choice[choice].add(rule)
    assert by_choice == {
        "deny": {"reserved-action", "non-http-navigation", "raw-html-read", "secret-in-url"},
        "allow": {"form-submission", "file-upload", "live-code"},
        "confirm": {
            "secret-release",
            "secret-off-scope",
            "off-scope-navigation",
            "url-payload",
            "leaves-pinned-tab",
            "captcha-solve",
        },
    }


def test_a_rule_s_name_may_be_written_with_dashes() -> None:
    settings = PolicySettings.model_validate({"url-payload": "deny", "file_upload": "confirm"})
    assert (settings.url_payload, settings.file_upload) == ("deny", "confirm")


@pytest.mark.parametrize(
    ("tool", "args", "spoken"),
    [
        ("page_snapshot", {}, []),
        ("page_tap", {"ref": "e1"}, []),
        ("page_navigate", {"url": None, "action": "back"}, []),
        ("page_navigate", {"url": "https://a.test/"}, []),
        ("page_navigate", {"url": "about:blank"}, []),
        ("page_navigate", {"url": f"data:text/html,{LONG}"}, []),
        ("page_navigate", {"url": "no address"}, []),
        ("page_navigate", {"url": "javascript:alert(1)"}, ["non-http-navigation"]),
        ("page_navigate", {"url": "file:///etc/passwd"}, ["non-http-navigation"]),
        ("page_navigate", {"url": "intent://x#Intent;end"}, ["non-http-navigation"]),
        ("page_navigate", {"url": "chrome://settings"}, ["non-http-navigation"]),
        ("page_tabs", {"action": "open", "url": "ftp://a.test/"}, ["non-http-navigation"]),
        ("page_navigate", {"url": f"https://a.test/?q={'x' * 510}"}, []),
        ("page_navigate", {"url": f"https://a.test/?q={'x' * 511}"}, ["url-payload"]),
        ("page_navigate", {"url": f"https://a.test/#{LONG}"}, ["url-payload"]),
        ("page_navigate", {"url": f"https://a.test/?{'x' * 300}#{'y' * 300}"}, ["url-payload"]),
        ("page_navigate", {"url": f"https://{LONG}:{LONG}@a.test/"}, ["url-payload"]),
        ("page_navigate", {"url": f"https://a.test/?q={'é' * 100}"}, ["url-payload"]),
        ("page_navigate", {"url": f"https://a.test/{LONG}"}, []),
        ("page_tabs", {"action": "open", "url": f"https://a.test/?{LONG}"}, ["url-payload"]),
        ("page_tabs", {"action": "list"}, []),
        ("page_tabs", {"action": "switch", "tab": 1}, []),
        ("page_fill", {"value": "x", "submit": False}, []),
        ("page_fill", {"value": "x", "submit": True}, ["form-submission"]),
        ("page_key", {"key": "Enter", "modifiers": ()}, ["form-submission"]),
        ("page_key", {"key": "RETURN", "modifiers": ("ctrl",)}, ["form-submission"]),
        ("page_key", {"key": "\n", "modifiers": ()}, ["form-submission"]),
        ("page_key", {"key": "a", "modifiers": ("ctrl",)}, []),
        ("page_submit", {}, ["form-submission"]),
        ("page_search", {"query": "shoes"}, ["form-submission"]),
        ("page_upload", {"paths": ("/home/ada/cv.pdf",)}, ["file-upload"]),
        ("page_inject", {"name": "x", "code": "1"}, []),
    ],
)
def test_which_rules_speak_of_a_call(tool: str, args: dict[str, Any], spoken: list[str]) -> None:
    assert rules(tool, args) == spoken


@pytest.mark.parametrize(
    ("tool", "args", "spoken"),
    [
        ("page_navigate", {"url": "https://shop.test/cart"}, []),
        ("page_navigate", {"url": "https://evil.test/"}, ["off-scope-navigation"]),
        ("page_tabs", {"action": "open", "url": "https://e.test/"}, ["off-scope-navigation"]),
        (
            "page_navigate",
            {"url": f"https://evil.test/?{LONG}"},
            ["off-scope-navigation", "url-payload"],
        ),
        ("page_navigate", {"url": "about:blank"}, []),
        ("page_navigate", {"action": "back"}, []),
        ("page_tap", {"text": "a link to anywhere"}, []),
    ],
)
def test_a_scope_is_about_addresses_that_an_agent_types(
    tool: str, args: dict[str, Any], spoken: list[str]
) -> None:
    assert rules(tool, args, in_scope=in_shop) == spoken
    assert "off-scope-navigation" not in rules(tool, args)


@pytest.mark.parametrize("action", ["open", "switch", "close"])
def test_a_pin_is_about_changing_tabs(action: str) -> None:
    assert rules("page_tabs", {"action": action}, pinned=True) == ["leaves-pinned-tab"]
    assert rules("page_tabs", {"action": "list"}, pinned=True) == []
    assert rules("page_tabs", {"action": action}) == []


ASK, NEVER, FREE = Fact("url-payload", "a"), Fact("raw-html-read", "b"), Fact("file-upload", "c")


@pytest.mark.parametrize(
    ("found", "verdict"),
    [
        ([], Verdict(Choice.ALLOW)),
        ([FREE], Verdict(Choice.ALLOW)),
        ([FREE, ASK], Verdict(Choice.CONFIRM, (ASK,))),
        ([ASK, NEVER, FREE], Verdict(Choice.DENY, (NEVER,))),
    ],
)
def test_the_most_severe_wins(found: list[Fact], verdict: Verdict) -> None:
    assert decide(found, DEFAULTS) == verdict


@pytest.mark.parametrize("rule", policy.RULES)
@pytest.mark.parametrize("choice", Choice)
def test_every_rule_can_be_set_to_anything(rule: str, choice: Choice) -> None:
    settings = PolicySettings.model_validate({rule: choice})
    assert decide([Fact(rule, "x")], choices(settings)).choice is choice


def test_a_secret_that_goes_to_its_own_site_is_told_by_its_name() -> None:
    fact = policy.secret("bank pin", "https://a.test")
    assert (fact.rule, fact.site) == ("secret-release", "https://a.test")
    assert '"bank pin"' in fact.what


@pytest.mark.parametrize("before", [60, 70, 79, 200])
@pytest.mark.parametrize(
    ("tool", "argument"),
    [
        ("page_search", "query"),
        ("page_navigate", "https://e.test/{}"),
        ("page_navigate", "https://e.test/?{}"),
        ("page_upload", "paths"),
    ],
)
def test_a_secret_is_sealed_before_words_are_cut(tool: str, argument: str, before: int) -> None:
    text = f"{'x' * before}hunter2-hunter2{'y' * 600}"
    args: dict[str, Any] = {argument: text}
    if "://" in argument:
        args = {"url": argument.format(text)}
    if argument == "paths":
        args = {"paths": (f"/home/ada/{text}",)}
    found = policy.facts(
        tool,
        args,
        in_scope=lambda _: False,
        seal=lambda told: told.replace("hunter2-hunter2", "⟦a handle⟧"),
    )
    assert found
    assert "hun" not in "".join(each.what for each in found)


@pytest.mark.parametrize(
    ("url", "is_one"),
    [
        ("https://www.google.com/recaptcha/api2/anchor?k=1", True),
        ("https://www.recaptcha.net/recaptcha/enterprise/bframe", True),
        ("https://newassets.hcaptcha.com/captcha/v1/x", True),
        ("https://challenges.cloudflare.com/cdn-cgi/challenge-platform/x", True),
        ("https://client-api.arkoselabs.com/fc/", True),
        ("https://www.google.com/search?q=recaptcha", False),
        ("https://recaptcha.net.evil.test/recaptcha/", False),
        ("https://nothcaptcha.com/", False),
        ("about:blank", False),
        ("no address", False),
    ],
)
def test_which_frames_check_for_humans(url: str, *, is_one: bool) -> None:
    assert policy.captcha(url) is is_one


def test_what_is_wanted_is_said_without_what_was_typed() -> None:
    (fill,) = facts("page_fill", {"value": "s3cret word", "submit": True})
    assert fill.what == "type 11 characters and press Enter"
    (key,) = facts("page_key", {"key": "enter", "modifiers": ("ctrl", "shift")})
    assert key.what == "press ctrl+shift+Enter"
    (upload,) = facts("page_upload", {"paths": ("/home/ada/cv.pdf", "C:\\x\\b.txt")})
    assert upload.what == 'upload "cv.pdf", "b.txt"'


def test_a_destination_is_named_by_its_site_and_the_beginning_of_what_it_carries() -> None:
    (fact,) = facts("page_navigate", {"url": f"https://u:p@Evil.test:8443/a?q={LONG}"})
    assert fact.site == "evil.test:8443"
    assert fact.what.startswith('open "evil.test:8443/a" and send 604 bytes along, which begin "')
    assert len(fact.what) < 200


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("plain", '"plain"'),
        ('say "yes" now', "\"say 'yes' now\""),
        ("two\nlines\u202e\u2028 of\x00 it", '"two lines of it"'),
        ("x" * 100, f'"{"x" * 80}…"'),
    ],
)
def test_words_of_others_are_quoted_in_one_short_line(text: str, told: str) -> None:
    assert policy.quoted(text) == told


@pytest.mark.parametrize(
    ("url", "site"),
    [
        ("https://Shop.test/x", "shop.test"),
        ("http://shop.test:8080/", "shop.test:8080"),
        ("view-source:https://shop.test/", "shop.test"),
        ("about:blank", "a page without an address"),
        ("", "a page without an address"),
        ("http://[", "a page without an address"),
        ("chrome://settings", "a page of Chrome's own"),
    ],
)
def test_a_site_is_named_by_host_and_port(url: str, site: str) -> None:
    assert policy.site_of(url) == site


@pytest.mark.parametrize(
    ("tool", "one", "other", "same"),
    [
        ("page_fill", {"value": "a", "submit": True}, {"value": "bcd", "submit": True}, True),
        ("page_search", {"query": "tea"}, {"query": "coffee"}, True),
        ("page_key", {"key": "Enter"}, {"key": "Enter", "modifiers": ["ctrl"]}, False),
        ("page_upload", {"paths": ["/a/x.txt"]}, {"paths": ["/b/x.txt"]}, False),
        ("page_upload", {"paths": ["/a/x.txt"]}, {"paths": ["/a/x.txt", "/a/y"]}, False),
        ("page_navigate", {"url": "https://a.test/x"}, {"url": "https://a.test/y"}, True),
        ("page_navigate", {"url": f"{AWAY}?{LONG}"}, {"url": f"{AWAY}?{LONG}1"}, True),
        ("page_navigate", {"url": f"{AWAY}?{LONG}"}, {"url": f"{AWAY}y?{LONG}"}, False),
    ],
)
def test_what_is_the_same_again_is_what_a_person_reads_as_such(
    tool: str, one: dict[str, Any], other: dict[str, Any], *, same: bool
) -> None:
    def again(args: dict[str, Any]) -> list[tuple[str, str]]:
        found = facts(tool, args, in_scope=lambda _: False)
        return [(each.site, each.same or each.what) for each in found]

    assert again(one)
    assert (again(one) == again(other)) is same

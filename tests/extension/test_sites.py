"""The extension reads rules as the Bridge does: each verdict of its own is the Bridge's too."""

import json

from bridge.sites import Rules
from tests.extension._browser import Browser

RULES = [
    *("a.example", "https://A.Example/", "*.a.example", "www.a.example", "a.example:8080"),
    *("a.example:443", "a.example/admin", "a.example/admin/", "a.example/admin*"),
    *("a.example/*/settings", "a.example/search?q=secret", "a.example/search?*q=secret"),
    *("bank.*", "*shop*.example", "192.168.*.*", "[::1]:8080", "bücher.example", "a.example#x"),
]
NO_RULES = ["", " ", "*", "*.*", "a b", "ftp://a.example", "a.example:99999", "u@a.example", "/x"]
ADDRESSES = [
    *("http://a.example/", "https://www.a.example/x", "https://x.y.a.example:8080/", "A.example"),
    *(
        "http://ba.example/",
        "http://a.example.net/",
        "http://a.example./",
        "http://a.example:8080/",
    ),
    *("http://a.example/admin", "http://a.example/admin/users", "http://a.example/admin?tab=1"),
    *("http://a.example/Admin", "http://a.example/%61dmin", "http://a.example//admin"),
    *("http://a.example/administrator", "http://a.example/x/admin", "http://a.example/admin;s=1"),
    *("http://a.example/me/settings", "http://a.example/settings"),
    *("http://a.example/%61dmin/%zz", "http://a.example/%zz/settings", "http://a.example/%ff/%61"),
    *("http://a.example/x//settings", "http://a.example/x%2fsettings", "http://a.example/%2Fadmin"),
    *("http://a.example/%41DMIN%2fusers", "http://a.example/search?q=s%65cret%zz"),
    *("http://a.example/search?q=secret", "http://a.example/search?q=secret&page=2"),
    *("http://a.example/search?page=2&q=secret", "http://a.example/search?page=2"),
    *("http://bank.com/", "http://my.bank.co.uk/", "http://mybank.com/", "http://bank/"),
    *("http://myshop-eu.example/", "http://x.shop.example/", "http://shop.a.example/"),
    *("http://192.168.1.2/", "http://192.169.1.2/", "http://3232235778/", "http://[::1]:8080/"),
    *(
        "http://xn--bcher-kva.example/",
        "http://BÜCHER.example/x",
        "about:blank",
        "data:text/html,a",
    ),
    *(
        "view-source:http://a.example/",
        "blob:http://a.example/1-2",
        "http://a.example\\@b.example/",
    ),
    *("http://b.example/?http://a.example/", "http://a%2eexample/", "http:a.example"),
]


def judged_by_the_bridge(rule: str, address: str) -> bool:
    return Rules.parse(f"{rule}\n").check(address) is not None


async def test_both_read_the_same_rules_in_the_same_way(fresh: Browser) -> None:
    page = await fresh.open("options.html")
    told = await page.value(
        f"""import('./sites.js').then(({{ rule, blockedBy }}) =>
        {json.dumps(RULES)}.map((text) => {json.dumps(ADDRESSES)}.map((address) =>
            blockedBy(address, [rule(text)]) !== null)))"""
    )
    other = [
        (rule, address, verdict)
        for rule, row in zip(RULES, told, strict=True)
        for address, verdict in zip(ADDRESSES, row, strict=True)
        if verdict != judged_by_the_bridge(rule, address)
    ]
    assert other == []
    assert sum(map(sum, told)) > len(RULES)


async def test_what_is_no_rule_there_is_none_here(fresh: Browser) -> None:
    page = await fresh.open("options.html")
    told = await page.value(
        f"import('./sites.js').then(({{ rule }}) => {json.dumps(NO_RULES)}.map(rule))"
    )
    assert told == [None] * len(NO_RULES)

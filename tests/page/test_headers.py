"""What of headers and addresses stays unsaid."""

import pytest

from bridge.page.headers import UNSAID, hidden, hidden_url


@pytest.mark.parametrize(
    "name",
    [
        *("Authorization", "Proxy-Authorization", "Cookie", "Set-Cookie", "X-Api-Key", "apikey"),
        *("X-Auth-Token", "X-CSRF-Token", "x-amz-security-token", "X-Session-Id", "Client-Secret"),
        *("X-Auth", "WWW-Authenticate", "X-Access-Key", "Password"),
    ],
)
def test_a_header_that_holds_a_key_is_named_and_not_told(name: str) -> None:
    assert hidden(name, "the-value", redact=True) == UNSAID
    assert hidden(name, "the-value", redact=False) == "the-value"


@pytest.mark.parametrize(
    "name", ["Content-Type", "Accept", "Author", "Keyboard", "X-Monkey", "Cache-Control", "ETag"]
)
def test_a_plain_header_is_told(name: str) -> None:
    assert hidden(name, "the-value", redact=True) == "the-value"


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("http://a.test/p?q=word&access_token=x", f"http://a.test/p?q=word&access_token={UNSAID}"),
        ("http://a.test/?api_key=x;q=1", f"http://a.test/?api_key={UNSAID};q=1"),
        ("http://a.test/?q=1#id_token=x&q=2", f"http://a.test/?q=1#id_token={UNSAID}&q=2"),
        ("http://a.test/#/in?code=x&q=2", f"http://a.test/#/in?code={UNSAID}&q=2"),
        ("https://ada:word@a.test/", "https://a.test/"),
        ("http://a.test/?X-Amz-Signature=x", f"http://a.test/?X-Amz-Signature={UNSAID}"),
        ("http://a.test/?monkey=x&postcode=1", "http://a.test/?monkey=x&postcode=1"),
        ("http://a.test/?token=&q", "http://a.test/?token=&q"),
        ("http://a.test/mail@me?x=1", "http://a.test/mail@me?x=1"),
    ],
)
def test_an_address_is_told_without_its_keys(url: str, told: str) -> None:
    assert hidden_url(url, redact=True) == told
    assert hidden_url(url, redact=False) == url


def test_an_address_in_a_header_is_told_without_its_keys() -> None:
    assert hidden("Location", "/in?code=x&q=1", redact=True) == f"/in?code={UNSAID}&q=1"

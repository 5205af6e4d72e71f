"""Values that a label names, and the prose around such words."""

import pytest

from bridge.secrets.labels import is_named, kind_of, labelled, looks_drawn


def found(text: str) -> list[tuple[str, str]]:
    return [(text[start:end], kind) for start, end, kind in labelled(text)]


@pytest.mark.parametrize(
    ("text", "value", "kind"),
    [
        ("Password: hunter2", "hunter2", "password"),
        ("passwd=letmein", "letmein", "password"),
        ("DB_PASSWORD=letmein", "letmein", "password"),
        ('{"password": "correct horse battery"}', "correct horse battery", "password"),
        ("passphrase = 'open sesame'", "open sesame", "password"),
        ("pwd: s3same!", "s3same!", "password"),
        ("passcode: 482913", "482913", "password"),
        ("OTP: 482913", "482913", "token"),
        ("Your one time code is 482913.", "482913", "token"),
        ("one-time passcode: 1234", "1234", "token"),
        ("api_key=abcd", "abcd", "api-key"),
        ('"apiKey":"abcd-efgh"', "abcd-efgh", "api-key"),
        ("access key: AB12cd34", "AB12cd34", "api-key"),
        ("secret_key=zzzz", "zzzz", "api-key"),
        ("signing-key: k3yk3y", "k3yk3y", "api-key"),
        ("client_secret=abc123", "abc123", "secret"),
        ("connection string: Server=db1", "Server=db1", "secret"),
        ("refresh_token=1//abc_d3f", "1//abc_d3f", "token"),
        ("auth token: a1b2c3", "a1b2c3", "token"),
        ("csrfToken: 'a1b2c3d4'", "a1b2c3d4", "token"),
        ("https://a.test/?session_id=a1b2c3d4&x=1", "a1b2c3d4", "token"),
        ("Authorization: Bearer abc123def", "abc123def", "token"),
        ("Authorization: Basic dXNlcjpwdzEy", "dXNlcjpwdzEy", "token"),
        ("credentials: ada+1x", "ada+1x", "secret"),
        ("the secret is h4ckers!", "h4ckers!", "secret"),
        ("your password will be Summer2026", "Summer2026", "password"),
        ("session key was k3yk3y9", "k3yk3y9", "token"),
        ('- textbox "API key" [e3] [required]: letmein', "letmein", "api-key"),
        ('  - textbox "One time code" [e9] (1,2 3x4): 482913', "482913", "token"),
    ],
)
def test_a_label_gives_its_value_away(text: str, value: str, kind: str) -> None:
    assert (value, kind) in found(text)


@pytest.mark.parametrize(
    "text",
    [
        "Password: required", "Password: ****", "Password: ••••••••", "password: null",
        "api_key=your-api-key-here", "password={{ password }}", "token=$TOKEN", "secret: <secret>",
        "Token: USD", "Cookie: chocolate chip", "Secret: a garden", "bearer of good news",
        "the password is wrong", "The key is under the mat", "Key: value1", "monkey: ab3def",
        "Password:\nRemember me", "Session: 2 of 3", "token 12px", "cookies: 14",
        "Authorization: required", 'link "Forgot password?" [e12]', 'textbox "Password" [e5]',
        "Password: at least 8 characters", "OTP 12", "Credentials", "the token was 2026",
        '- textbox "Token amount" [e4]: 100 USD', '- textbox "Name" [e4]: abc123x',
        '- button "Password" [e4]: abc123x', "token: https://shop.test/a1",
    ],
)  # fmt: skip
def test_prose_about_secrets_gives_nothing_away(text: str) -> None:
    assert found(text) == []


def test_a_cookie_header_is_one_secret_as_a_whole() -> None:
    text = "Set-Cookie: sid=a1b2c3d4; Path=/; HttpOnly\nHost: shop.test"
    assert ("sid=a1b2c3d4; Path=/; HttpOnly", "cookie") in found(text)
    assert found("cookie: kind=chocolate; other") == []


def test_keys_and_fields_are_named_like_labels() -> None:
    assert is_named("password", "letmein")
    assert is_named("Your API key", "abcd")
    assert not is_named("password", "abc")
    assert not is_named("password", "********")
    assert is_named("csrf_token", "a1b2c3d4")
    assert not is_named("token", "USD")
    assert not is_named("keyboard", "a1b2c3d4")
    assert (kind_of("sessionKey"), kind_of("passwd"), kind_of("cookie")) == (
        "token",
        "password",
        "cookie",
    )


@pytest.mark.parametrize("value", ["word", "two words 2", "12px", "2026", "https://a.test/1", "a1"])
def test_words_numbers_and_addresses_do_not_look_drawn(value: str) -> None:
    assert not looks_drawn(value)

"""What looks like a secret, and what only looks a little like one."""

import random
import re
import string
from pathlib import Path

import pytest

from bridge.secrets.shapes import KINDS, entropy, find, flips

# joined here, so that no scanner of repositories takes them for real ones
ALNUM = "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
JWT = ".".join(("eyJhbGciOiJIUzI1NiJ9", "eyJzdWIiOiIxMjM0NTYifQ", "dBjftJeZ4CVP-mB92K27u"))
PEM = "-----BEGIN {0}PRIVATE KEY-----\nMIIEabc/+=\n-----END {0}PRIVATE KEY-----"
RANDOM = "x9KfQ2mVb7LpZ4tRw8YcN3hJd6GsA1eU"

SECRETS = [
    ("jwt", "", JWT),
    ("private-key", "", PEM.format("RSA ")),
    ("private-key", "", PEM.format("")),
    ("api-key", "sk-ant-", f"sk-ant-api03-{ALNUM}"),
    ("api-key", "sk-", f"sk-proj-{ALNUM}"),
    ("api-key", "AIza", f"AIza{ALNUM[:35]}"),
    *(("api-key", name, f"{name}{'A1B2' * 4}") for name in ("AKIA", "ASIA", "AROA", "AIDA")),
    ("token", "github_pat_", f"github_pat_{ALNUM}"),
    *(("token", f"gh{kind}_", f"gh{kind}_{ALNUM}") for kind in "pousr"),
    *(("token", f"xox{kind}-", f"xox{kind}-123456789-abcdef") for kind in "bpars"),
    *(
        ("api-key", name, f"{name}{ALNUM[:24]}")
        for name in ("sk_live_", "sk_test_", "rk_live_", "rk_test_")
    ),
    ("token", "npm_", f"npm_{ALNUM}"),
    ("token", "glpat-", f"glpat-{ALNUM[:20]}"),
    ("api-key", "SG.", f"SG.{ALNUM[:22]}.{ALNUM}"),
    ("card", "1111", "4111 1111 1111 1111"),
    ("card", "0005", "3782-822463-10005"),
    ("card", "4444", "5555555555554444"),
    ("secret", "", RANDOM),
]


@pytest.mark.parametrize(("kind", "shown", "secret"), SECRETS)
@pytest.mark.parametrize(
    "around", ["{}", "see {} there", '"{}"', "- text: {}\n- text: more", "({})."]
)
def test_a_secret_is_found_whole_wherever_it_stands(
    kind: str, shown: str, secret: str, around: str
) -> None:
    text = around.format(secret)
    found = find(text)[0]
    assert (found.kind, found.shown) == (kind, shown)
    assert text[found.start : found.end] == secret
    assert found.kind in KINDS


@pytest.mark.parametrize(
    ("kind", "shown", "secret"),
    [each for each in SECRETS if each[0] in ("jwt", "api-key", "token")],
)
def test_one_that_a_cut_parted_is_found_as_far_as_it_goes(
    kind: str, shown: str, secret: str
) -> None:
    for size in range(len(shown) + 9, len(secret)):
        if not re.search(r"\d", secret[:size]):
            continue
        text = f'- button "Copy {secret[:size]}…"'
        found = find(text)[0]
        assert (found.kind, found.shown) == (kind, shown)
        assert text[found.start : found.end] == secret[:size]
    assert find(f"{secret[: len(shown) + 9]} and so on") == []
    assert find("sk-learn-and-more…") == []


def test_the_password_of_an_address_is_found() -> None:
    text = "https://ada:h4ck@shop.test/ and ftp://x:pw-of-x@y.test"
    assert [text[s.start : s.end] for s in find(text)] == ["h4ck", "pw-of-x"]


@pytest.mark.parametrize(
    "text",
    [
        "550e8400-e29b-41d4-a716-446655440000",
        "d41d8cd98f00b204e9800998ecf8427e d41d8cd98f00b204e9800998ecf8427e",
        "0xDeadBeefDeadBeefDeadBeefDeadBeefDeadBeef",
        f"https://cdn.shop.test/assets/{RANDOM}/app.js",
        f"https://shop.test/?ei={RANDOM}&ved={RANDOM}",
        f"/static/{RANDOM}.woff2",
        f"data:image/png;base64,{RANDOM}{RANDOM}",
        f"sha256-{RANDOM}{RANDOM}=",
        "getElementsByClassNameAndThenSomeMoreWords",
        "sk-loading-spinner-container-big-and-round",
        "this-is-a-very-long-kebab-case-identifier-of-a-page",
        "THIS_IS_A_VERY_LONG_CONSTANT_NAME_OF_A_PROGRAM",
        "1234567890123456",
        "4111 1111 1111 1112",
        "order 4000-1234-5678-9011 of 2026",
        "tel. +49 30 1234567 and 1700000000000",
        "0000 0000 0000 0000",
        "-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----",
        "eyJ is how they begin",
    ],
)
def test_what_only_looks_like_one_is_left_alone(text: str) -> None:
    assert find(text) == []


def test_a_private_key_that_is_cut_off_is_found_as_far_as_it_goes() -> None:
    text = "key: -----BEGIN PRIVATE KEY-----\nMIIEabc"
    assert text[find(text)[0].start :] == "-----BEGIN PRIVATE KEY-----\nMIIEabc"


def test_random_runs_pass_the_thresholds_and_words_do_not() -> None:
    draw = random.Random(1)
    runs = ["".join(draw.choices(string.ascii_letters + string.digits, k=48)) for _ in range(200)]
    assert sum(bool(find(run)) for run in runs) >= 190
    assert entropy("aaaa") == 0
    assert flips("aAaA") == 0.75
    assert flips("1234") == 0


TAGS = re.compile(r"<(script|style)\b.*?</\1>|<[^>]*>", re.DOTALL)
WORDS = """
the of and to in is you that it he was for on are as with his they at be this have from or one
had by word but not what all were we when your can said there use an each which she do how
their if will up other about out many then them these so some her would make like him into time
has look two more write go see number no way could people my than first water been call who oil
its now find long down day did get come made may part key password token secret cookie session
code bearer credentials authorization
"""


def test_two_hundred_kilobytes_of_ordinary_pages_hold_none() -> None:
    root = Path(__file__).parents[2]
    draw = random.Random(7)
    pages = sorted((root / "fixtures/pages").glob("*.html"))
    parts = [TAGS.sub("", path.read_text("utf-8")) for path in pages]
    parts += [(root / name).read_text("utf-8") for name in ("CONTRIBUTING.md", "docs/mcp.md")]
    while sum(map(len, parts)) < 200_000:
        sentence = " ".join(draw.choices(WORDS.split(), k=14)).capitalize()
        hexes = f"{draw.getrandbits(128):032x}"
        address = f"https://a.test/{hexes}?q={draw.random()}"
        parts.append(f"{sentence}: {draw.choice(WORDS.split())}. id={hexes} {address}\n")
    text = "\n".join(parts)
    assert [text[s.start : s.end] for s in find(text)] == []


@pytest.mark.timeout(60)
@pytest.mark.parametrize(
    "unit",
    [
        "a", "eyJ", "eyJaaaaaa.", "sk-", "sk-a1sk-b2", "AIza…",
        "password", "password: ", 'password="', "secret: aaaa ",
        "4 ", "4-", "-----BEGIN PRIVATE KEY-----", "://a:", "cookie:a=bcde", '- textbox "',
        '\n- textbox "a" [a] [a]', "bearer ", " token", "_token", "token token ", "aB3dE5fG7hJ9",
        "-", " ", "\n", "password is ", "⟦", "⟦a:1@", "Cookie: a=b;",
    ],
)  # fmt: skip
def test_no_text_takes_more_than_its_length_is_worth(unit: str) -> None:
    long = unit * (400_000 // len(unit))
    find(f"…{long}")  # cut somewhere; what is not linear would run into the limit

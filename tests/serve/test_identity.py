"""What tells hosts apart, and what people are told of them."""

from typing import Any, cast

import mcp.types as wire
import pytest
from mcp.server import ServerRequestContext
from starlette.requests import Request

from bridge.serve.identity import Callers, as_of, cleaned, of
from bridge.serve.presence import Presence
from bridge.tools.call import Caller


class Session:
    """A session, as far as it matters here."""

    def __init__(self, name: str | None, version: str = "") -> None:
        about = {"name": name, "version": version}
        self.client_params = (
            None
            if name is None
            else wire.InitializeRequestParams.model_validate(
                {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": about}
            )
        )


def context(
    name: str | None = "ada", version: str = "", *, query: str | None = None, session: str = ""
) -> ServerRequestContext[Any]:
    headers = [(b"mcp-session-id", session.encode())] if session else []
    request = None
    if query is not None:
        scope = {"type": "http", "path": "/mcp", "headers": headers, "server": ("127.0.0.1", 1)}
        request = Request({**scope, "scheme": "http", "query_string": query.encode()})
    return ServerRequestContext(
        session=cast("Any", Session(name, version)),
        lifespan_context={},
        protocol_version="2025-11-25",
        method="tools/call",
        request=request,
    )


@pytest.mark.parametrize(
    ("told", "connection", "name", "key"),
    [
        (context(), "c1", "ada", "c1"),
        (context(None), "c1", "mcp", "c1"),
        (context("\n☃"), "c1", "mcp", "c1"),
        (context(query=""), "", "ada", ""),
        (context(query="as=work"), "", "ada (work)", "mcp:ada (work)"),
        (context("bob", query="as=work"), "", "bob (work)", "mcp:bob (work)"),
        (context(query="", session="s1"), "", "ada", "s1"),
        (context(query="as=work", session="s1"), "", "ada (work)", "s1"),
    ],
)
def test_hosts_are_told_apart_by_connection_session_or_name(
    told: ServerRequestContext[Any], connection: str, name: str, key: str
) -> None:
    who = of(told, client="mcp", connection=connection)
    assert (who.name, who.key) == (name, key)


def test_a_host_is_known_by_name_and_version() -> None:
    who = of(context("claude-code", "2.0.1"), client="mcp", connection="c")
    assert who.whole == "claude-code 2.0.1"
    assert of(context(None), client="mcp", connection="c").whole == "mcp"


def test_a_secret_in_a_name_is_sealed_before_it_is_cut() -> None:
    word = "hunter2-hunter2"
    said = context(f"{'a' * 30}{word}", word)
    who = of(said, client="mcp", connection="c", seal=lambda text: text.replace(word, "(sealed)"))
    assert who.whole == f"{'a' * 30}(sealed) sealed)"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("claude-code", "claude-code"),
        ("  Two\n\twords ", "Two words"),
        ("\x1b[31mred\u202e", "31mred"),
        ("(x)", "x)"),
        ("...", ""),
        ("a" * 50, "a" * 40),
        (f"{'a' * 39} b", "a" * 39),
    ],
)
def test_a_name_is_told_as_plain_letters_in_one_line(text: str, told: str) -> None:
    assert cleaned(text, 40) == told


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("", ""),
        ("x=1", ""),
        ("as=work", "work"),
        ("x=1&as=a.b_c-1", "a.b_c-1"),
        ("as=", None),
        ("as=two words", None),
        ("as=a&as=b", None),
        ("as=" + "a" * 21, None),
        ("as=%22", None),
    ],
)
def test_an_address_may_name_its_host(query: str, told: str | None) -> None:
    assert as_of(query) == told


def callers(told: list[str], presence: Presence | None) -> Callers:
    connection = "" if presence else "c1"
    return Callers(
        "mcp", connection, frozenset({"more"}), ("/x",), str.upper, told.append, presence
    )


def test_a_caller_is_made_of_what_the_host_said_and_its_name_is_heard() -> None:
    told: list[str] = []
    who = callers(told, None).of(context("ada", "2.0"))
    assert who == Caller("ADA", "mcp", "c1", families=frozenset({"more"}))
    assert (who.folders, who.version, told) == (("/x",), "2.0", ["ADA 2.0"])


async def test_only_hosts_whose_end_nobody_tells_count_as_there_by_their_requests() -> None:
    there = Presence(3600, lambda _: None)
    made = callers([], there)
    for told, counts in ((context(query="", session="s1"), False), (context(query=""), True)):
        who = made.of(told)
        with made.there(told, who):
            assert there.knows(who.party.key) is counts
    piped = callers([], None)
    with piped.there(context(), piped.of(context())):
        assert not there.knows("c1")
    there.close()

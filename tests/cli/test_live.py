"""A person at the shell allows code on sites, and keeps what they have read."""

import io
import sys
from typing import Any

import pytest
from typing_extensions import override

from bridge.cli.live import plain
from bridge.live import Code
from bridge.places import live_sites_file
from bridge.serve import client, errands
from bridge.tools.call import persons_live
from tests.cli.conftest import Tapbridge

CODE = Code("sum", "(args) => args.a + args.b", "https://shop.test")


class Terminal(io.StringIO):
    @override
    def isatty(self) -> bool:
        return True


@pytest.mark.usefixtures("apart")
def test_sites_are_allowed_listed_and_forbidden(tapbridge: Tapbridge) -> None:
    assert tapbridge("live").out == "Code is allowed on no site.\n"
    assert tapbridge("live", "allow", "shop.test").code == 0
    assert tapbridge("live", "list").out == "allowed: shop.test\n"
    assert live_sites_file().read_text() == "shop.test\n"
    persons_live().check("https://shop.test")
    assert tapbridge("live", "forbid", "shop.test").out == "No code any more on shop.test\n"
    again = tapbridge("live", "forbid", "shop.test")
    assert (again.code, again.err[:14]) == (1, "BAD_ARGUMENTS:")


@pytest.mark.usefixtures("apart")
@pytest.mark.parametrize("site", ["shop.test/cart", "only:shop.test", "app:com.shop", "*", "a b"])
def test_only_whole_sites_can_be_allowed(tapbridge: Tapbridge, site: str) -> None:
    said = tapbridge("live", "allow", site)
    assert (said.code, said.err[:14]) == (1, "BAD_ARGUMENTS:")
    assert not live_sites_file().exists()


@pytest.mark.usefixtures("apart")
def test_what_is_kept_is_shown_and_removed(tapbridge: Tapbridge) -> None:
    persons_live().keep(CODE)
    assert "kept: sum  for https://shop.test  sha256 " in tapbridge("live").out
    assert tapbridge("live", "show", "sum").out == f"{CODE.code}\n"
    assert tapbridge("live", "remove", "sum").code == 0
    for verb in ("show", "remove", "run"):
        assert tapbridge("live", verb, "sum").err.startswith("BAD_ARGUMENTS:")


@pytest.mark.usefixtures("daemon")
@pytest.mark.parametrize(("typed", "kept"), [("y", True), ("n", False), ("", False)])
def test_a_function_is_kept_on_a_clear_yes_after_its_code_was_shown(
    tapbridge: Tapbridge, monkeypatch: pytest.MonkeyPatch, *, typed: str, kept: bool
) -> None:
    told = {"name": CODE.name, "code": f"{CODE.code} // \x1b[2J\u202e", "origin": CODE.origin}
    monkeypatch.setattr(errands, "_injected", lambda live, name: {"text": "", **told})
    monkeypatch.setattr(sys, "stdin", Terminal(f"{typed}\n"))
    said = tapbridge("live", "keep", "sum")
    assert said.code == 0
    assert CODE.code in said.err
    assert "\\x1b[2J\\u202e" in said.err
    assert [c.code for c in persons_live().kept()] == ([told["code"]] if kept else [])


@pytest.mark.usefixtures("daemon")
def test_nobody_keeps_what_was_not_injected_or_without_a_terminal(
    tapbridge: Tapbridge, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("y\n"))
    assert "a person decides this" in tapbridge("live", "keep", "sum").err
    monkeypatch.setattr(sys, "stdin", Terminal("y\n"))
    assert "no agent has injected 'sum'" in tapbridge("live", "keep", "sum").err


def test_code_is_shown_so_that_nothing_in_it_moves_or_hides_text() -> None:
    assert plain("a\n\tb\x1b\r\u200b\u202eü") == "a\n\tb\\x1b\\r\\u200b\\u202eü"


@pytest.mark.usefixtures("apart")
def test_a_kept_function_is_injected_and_run_on_the_page_in_front(
    tapbridge: Tapbridge, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[tuple[str, dict[str, Any]]] = []

    class Link:
        def __enter__(self) -> "Link":
            return self

        def __exit__(self, *ended: object) -> None:
            pass

        def call(self, name: str, args: dict[str, Any], **how: Any) -> dict[str, Any]:
            calls.append((name, {**args, **how}))
            return {"text": f"{name} done", "facts": {}}

    monkeypatch.setattr(client, "connect", lambda want, **how: Link())
    persons_live().keep(CODE)
    said = tapbridge("live", "run", "sum", "--args", '{"a": 1}', "--serial", "0A1B")
    assert said.out == "page_run done\n"
    how = {"serial": "0A1B", "reads": False, "take": False}
    assert calls == [
        ("page_inject", {"name": "sum", **how}),
        ("page_run", {"name": "sum", "args": '{"a": 1}', **how}),
    ]

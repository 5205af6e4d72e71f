"""Log lines are sealed, whoever writes them."""

import io
import logging

import pytest

from bridge.secrets.logs import sealed_logs
from bridge.secrets.seal import Sealer
from bridge.secrets.vault import Vault

CANARY = "caN4ry-S3cret"


def test_lines_and_tracebacks_are_sealed_while_the_bridge_is_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    out = io.StringIO()
    handler = logging.StreamHandler(out)
    plain = logging.Formatter("%(levelname)s %(message)s")
    handler.setFormatter(plain)
    root = logging.getLogger()
    monkeypatch.setattr(root, "handlers", [handler, logging.NullHandler()])
    vault = Vault()
    vault.add("login", CANARY, "https://shop.test")
    log = logging.getLogger("tests.secrets")
    with sealed_logs(Sealer(vault)):
        log.error("it said %s", CANARY)
        try:
            int(CANARY)
        except ValueError:
            log.exception("it failed")
    told = out.getvalue()
    assert CANARY not in told
    assert told.startswith("ERROR it said ⟦secret:login@https://shop.test#")
    assert "ValueError: invalid literal for int() with base 10: '⟦secret:login" in told
    assert handler.formatter is plain

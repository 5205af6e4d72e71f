"""Endpoints: unguessable, and over with the command that asked for them."""

from bridge.serve.endpoints import Endpoints


def test_one_is_found_by_its_token_as_long_as_it_is_offered() -> None:
    endpoints = Endpoints()
    with endpoints.offered("s1", take=False) as first, endpoints.offered("s1", take=True) as second:
        assert endpoints.named(first.token) is first
        assert endpoints.named(second.token) is second
        assert len({first.token, second.token, ""}) == 3
        assert len(first.token) > 40
        assert first.path == f"/relay/{first.token}"
        for odd in ("", first.token[:-1], first.token + "a", "\ud800", "ä"):
            assert endpoints.named(odd) is None
        assert not first.over.is_set()
    assert first.over.is_set()
    assert endpoints.named(first.token) is None

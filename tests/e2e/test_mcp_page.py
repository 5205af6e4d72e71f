"""A page in a browser on the same computer gets nothing from MCP over HTTP: real Chromium tries."""

import json
from typing import Any

import pytest

from bridge.page.tab import Tab
from tests.serve.conftest import run_here
from tests.serve.hosts import OVER_HTTP, http_token

CALL = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "tools/call",
    "params": {"name": "toy_say", "arguments": {"text": "x"}},
}


async def tried(tab: Tab, url: str, **options: Any) -> str:
    """Let the page fetch; return the kind and status of what it got, or the error's name."""
    script = f"""fetch({json.dumps(url)}, {json.dumps(options)})
        .then((got) => `${{got.type}} ${{got.status}}`, (error) => error.name)"""
    asked = {"expression": script, "awaitPromise": True, "returnByValue": True}
    answer = await tab.session.call("Runtime.evaluate", asked)
    return str(answer["result"]["value"])


@pytest.mark.parametrize("knows_the_token", [False, True])
async def test_a_page_cannot_reach_the_tools(
    tab: Tab, phone: Any, *, knows_the_token: bool
) -> None:
    async with run_here(OVER_HTTP) as here:
        url = str(here.known.http)
        headers = {"Content-Type": "application/json", "Accept": "application/json"}
        if knows_the_token:
            headers["Authorization"] = f"Bearer {http_token()}"
        whole = {"method": "POST", "headers": headers, "body": json.dumps(CALL)}

        await tab.session.call("Page.navigate", {"url": phone.page("index.html")})
        assert await tried(tab, url) == "TypeError"
        assert await tried(tab, url, **whole) == "TypeError"
        plain = {"method": "POST", "mode": "no-cors", "body": json.dumps(CALL)}
        assert await tried(tab, url, **plain) in {"opaque 0", "TypeError"}

        # one that stands at the very address, as by DNS rebinding
        await tab.session.call("Page.navigate", {"url": url})
        assert await tried(tab, url, **whole) == ("basic 403" if knows_the_token else "basic 401")
        assert here.bridge.door.calls == []

"""A secret at every place where an answer may be cut: not half of it comes through."""

import json
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import pytest

from bridge.app import Bridge
from bridge.errors import BridgeError
from tests.tools._pages import Pages
from tests.tools.conftest import EVERYBODY

KNOWN = "Zq7-Wk3-Vb9-Xr2"
BEGUN = re.compile(r"Zq7-W|ghp_\d{6}", re.IGNORECASE)
"""So much of a known one, or of a vendor's, is told apart from chance."""

LIMITS = (40, 60, 80, 100, 120, 160, 200, 240, 300, 500, 1000, 1024, 2000)
WITHIN = (6, 9, 14)
"""How much before a cut a secret may begin."""


def texts(limits: tuple[int, ...], within: tuple[int, ...] = WITHIN) -> list[str]:
    """Texts with the known secret, or one that was never seen whole, before each cut."""
    made: list[str] = []
    for limit in limits:
        for back in within:
            head = f"{'x' * (limit - back - 1)} "
            drawn = f"ghp_{len(made):06d}{'aB3dE5fG7h' * 3}"
            made += [f"{head}{each}{'y' * 9}{' z' * 30}" for each in (KNOWN, drawn)]
    return made


SHOWN = """<title>cuts</title><label>Mail <input id=n></label><select id=s></select>
<form id=form onsubmit="return false"><input id=v aria-label=Valid><button>Send</button></form>
<button id=b>Press</button><p id=o></p><div id=all></div><script>
const put = (tag, text, more = {{}}) =>
  all.append(Object.assign(document.createElement(tag), {{ textContent: text }}, more));
for (const text of {texts}) {{
  put('button', text);
  put('p', text);
  put('h2', text);
  put('img', '', {{ alt: text, src: 'data:,' }});
  put('textarea', text);
  put('input', '', {{ value: text, placeholder: text }});
  put('a', text, {{ href: '/to?' + encodeURIComponent(text) }});
  s.add(new Option(text));
  console.log(text);
  console.error(new Error(text));
}}
</script>"""

Say = Callable[..., Awaitable[str]]


@pytest.fixture
async def say(bridge: Bridge) -> AsyncIterator[Say]:
    """Call a tool on a tab of its own, and see that nothing of a secret is in what it says."""

    async def said(name: str, **args: Any) -> str:
        try:
            result = await bridge.door.call(name, args, EVERYBODY)
            told = f"{result.text}\n{json.dumps(result.data, ensure_ascii=False)}"
        except BridgeError as fault:
            told = f"{fault.sentence()}\n{fault.args}"
        found = BEGUN.search(told)
        assert found is None, f"{name} {args}: …{told[max(0, found.start() - 90) :][:200]}"
        return told

    await said("page_tabs", action="open", url="about:blank")
    tabs = (await bridge.door.call("page_tabs", {}, EVERYBODY)).data["tabs"]
    yield said
    mine = next(each["number"] for each in tabs if each["active"])
    await bridge.door.call("page_tabs", {"action": "close", "tab": mine}, EVERYBODY)


@pytest.mark.timeout(300)
async def test_no_half_of_a_secret_is_read(bridge: Bridge, say: Say, pages: Pages) -> None:
    url = pages.put("/", SHOWN.format(texts=json.dumps(texts(LIMITS))))
    bridge.door.sealer.vault.add("canary", KNOWN, url)
    await say("page_console")
    await say("page_network")
    await say("page_navigate", url=url)
    handle = "⟦secret:canary@"
    assert handle in await say("page_snapshot", max_bytes=200_000)
    await say("page_snapshot", outline=True)
    for css in ("button", "p", "h2", "img", "textarea", "input", "a", "option"):
        await say("page_find", css=f"#all {css}, #s {css}", limit=100)
    assert handle in await say("page_text")
    assert handle in await say("page_console", limit=500)
    await say("page_network", limit=500)
    await say("page_theme")
    await say("page_contrast", max_samples=500)


@pytest.mark.timeout(300)
async def test_no_half_of_a_secret_is_told_of_an_act(
    bridge: Bridge, say: Say, pages: Pages
) -> None:
    url = pages.put("/", SHOWN.format(texts="[]"))
    bridge.door.sealer.vault.add("canary", KNOWN, url)
    for text in texts((80, 200, 300, 500, 1000), within=(9,)):
        quoted = json.dumps(text)
        script = f"""<script>
            document.title = {quoted};
            o.textContent = {quoted};
            v.setCustomValidity({quoted});
            n.oninput = () => {{ n.value = {quoted} }};
            n.setAttribute('aria-label', {quoted});
            b.onclick = () => {{ b.textContent = {quoted}; o.append({quoted}); }};
            document.body.append(Object.assign(document.createElement('button'),
              {{ id: 'd', textContent: 'Ask', onclick: () => prompt({quoted}, {quoted}) }}));
        </script>"""
        await say("page_navigate", url=pages.put("/", SHOWN.format(texts="[]") + script))
        await say("page_tabs")
        await say("page_select_text", css="#o")
        await say("page_fill", css="#n", value="plain")
        await say("page_focus", css="#n")
        await say("page_submit", css="#form")
        await say("page_tap", css="#b")
        await say("page_tap", css="#d")
        await say("page_snapshot")
        await say("page_dialog", accept=False)

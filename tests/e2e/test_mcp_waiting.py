"""What acts change, waits, dialogs and tabs, through a real MCP client in both protocol eras."""

from pathlib import Path
from typing import Any

from mcp import Client

from tests.e2e._hosts import said
from tests.tools._pages import serving

FORM = (
    "<form onsubmit=\"m.textContent='Not a mail address';return false\">"
    "<label>Mail <input name=mail></label><button>Send</button></form>"
    "<p id=m role=alert></p>"
)
FRAMED = (
    "<p id=m role=status></p><iframe src='{}'></iframe><button>Go</button><script>"
    "document.querySelector('button').onclick=()=>{{m.textContent='Saved';"
    "frames[0].postMessage('go','*')}}</script>"
)
INNER = "<p id=t>One</p><script>onmessage=()=>{t.textContent='Secret words'}</script>"


async def test_a_message_under_a_field_comes_with_the_answer_of_the_act(client: Client) -> None:
    with serving() as pages:
        await said(client, "page_navigate", url=pages.put("/form", FORM))
        message = 'the page now shows alert "Not a mail address"'
        assert message in await said(client, "page_fill", label="Mail", value="3", submit=True)
        await said(client, "page_navigate", url=pages.put("/form", FORM))
        told = await said(client, "page_tap", text="Send")
        assert message in told
        assert told.startswith("[page ")  # fenced: these are the page's words


async def test_a_page_is_waited_for_until_it_rests(client: Client, phone: Any) -> None:
    await said(client, "page_navigate", url=phone.page("shop.html"))
    told = await said(client, "page_wait", idle=True, still=True, url="shop.html")
    assert "waited for url=shop.html, still, idle" in told
    assert "BAD_ARGUMENTS" in await said(client, "page_wait")


async def test_each_answer_to_a_chain_of_dialogs_tells_the_next(client: Client) -> None:
    body = "<button onclick=\"alert('One');alert('Two');t.textContent='Done'\">Go</button><p id=t>"
    with serving() as pages:
        await said(client, "page_navigate", url=pages.put("/chain", body))
        assert 'alert "One"' in await said(client, "page_tap", text="Go")
        assert "DIALOG_OPEN" in await said(client, "page_wait", idle=True)
        assert 'it opened alert "Two"' in await said(client, "page_dialog", accept=True)
        assert 'accepted alert "Two"' in await said(client, "page_dialog", accept=True)
        assert "Done" in await said(client, "page_text")


async def test_what_changes_in_a_blocked_frame_is_not_told(client: Client, sites: Path) -> None:
    with serving() as pages:
        inner = pages.put("/in", INNER, host="blocked.test")
        await said(client, "page_navigate", url=pages.put("/out", FRAMED.format(inner)))
        sites.write_text("blocked.test\n")
        told = await said(client, "page_tap", text="Go", role="button")
        assert 'the page now shows status "Saved"' in told
        assert "Secret" not in told


async def test_nothing_of_a_page_that_turns_blocked_by_the_tap_is_told(
    client: Client, sites: Path
) -> None:
    body = "<button onclick=\"t.textContent='Secret';location='http://blocked.test/'\">Go</button>"
    with serving() as pages:
        await said(client, "page_navigate", url=pages.put("/go", f"{body}<p id=t>", "bank.test"))
        sites.write_text("bank.test\n")
        for tool, args in (("page_tap", {"text": "Go"}), ("page_wait", {"idle": True})):
            told = await said(client, tool, **args)
            assert told.startswith("SITE_BLOCKED")
            assert "Secret" not in told

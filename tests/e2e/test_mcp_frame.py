"""A frame and a closed shadow root, used through a real MCP client."""

from __future__ import annotations

from mcp import Client

from tests.e2e._hosts import said
from tests.tools._pages import serving

CARD = """<x-card></x-card><script>
customElements.define("x-card", class extends HTMLElement {
  constructor() {
    super();
    this.attachShadow({mode: "closed"}).innerHTML =
      `<label>Number <input></label><button onclick="this.textContent='Paid'">Pay</button>`;
  }
});
</script>"""


async def test_a_payment_in_a_frame_is_made_from_inside(client: Client) -> None:
    with serving() as pages:
        inner = pages.put("/card", CARD, "bank.test")
        page = f"<h1>Shop</h1><button>Pay</button><iframe title=Card src={inner}></iframe>"
        await said(client, "page_navigate", url=pages.put("/", page))
        await said(client, "page_wait", label="Number")
        assert 'inside iframe "Card"' in await said(client, "page_frame", role="iframe")
        shot = await said(client, "page_snapshot")
        assert ('textbox "Number"' in shot, "Shop" in shot) == (True, False)
        filled = await said(client, "page_fill", label="Number", value="42")
        assert 'filled textbox "Number"' in filled
        assert 'it is now button "Paid"' in await said(client, "page_tap", text="Pay")
        assert "the whole page" in await said(client, "page_frame", to="top")
        shot = await said(client, "page_snapshot")
        assert all(word in shot for word in ("Shop", ": 42", 'button "Paid"'))

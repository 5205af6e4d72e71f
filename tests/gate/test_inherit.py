"""Pages without a site of their own are those of who opened or holds them."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from bridge.cdp.connection import Session
from tests.gate._lab import Lab
from tests.gate._see import visit

WORD = "words-of-the-bank"
SAID = "['words', 'of', 'the', 'bank'].join('-')"  # addresses shall not hold the word
PAGE = f"new Blob(['<title>' + {SAID} + '</title>' + {SAID}], {{type: 'text/html'}})"
BLOB = f"URL.createObjectURL({PAGE})"
RULES = "blocked.test\n"


@pytest.fixture
async def tab(lab: Lab) -> AsyncIterator[Session]:
    """The person's session with the agent's tab, while there is no rule."""
    lab.block("")
    await lab.call("page_tabs", action="open", url="about:blank")
    front = await (await lab.browser()).front()
    got = await lab.link.root.call(
        "Target.attachToTarget", {"targetId": front.target_id, "flatten": True}
    )
    session = lab.link.session(got["sessionId"], front.target_id)
    await session.call("Page.enable")
    yield session
    await lab.clear()


async def script(session: Session, code: str) -> Any:
    """Run a script as a tap would; the person's hand, so popups may open."""
    return await session.call("Runtime.evaluate", {"expression": code, "userGesture": True})


async def refused(lab: Lab) -> None:
    for tool, args in (
        ("page_snapshot", {}),
        ("page_text", {}),
        ("page_find", {"text": "bank"}),
        ("page_screenshot", {}),
        ("page_tap", {"x": 10, "y": 10}),
        ("page_key", {"key": "a"}),
    ):
        said = await lab.call(tool, **args)
        assert said.startswith("SITE_BLOCKED"), (tool, said)
    assert WORD not in await lab.call("page_tabs")


LEADS = {
    "about:blank": "location = 'about:blank'",
    "a blob": f"location = {BLOB}",
    "a script's page": f"location = 'javascript:' + {SAID!r}",
    "a document opened anew": f"document.open(); document.write({SAID}); document.close()",
}


@pytest.mark.parametrize("lead", LEADS)
async def test_what_a_blocked_page_puts_in_its_own_place_is_blocked(
    lab: Lab, tab: Session, lead: str
) -> None:
    await visit(tab, lab.site.url("blocked.test"))
    await script(tab, LEADS[lead])
    await lab.call("page_find", text="nothing of the kind")  # all of it has come
    lab.block(RULES)
    await refused(lab)


POPUPS = {
    "about:blank": f"w = open('about:blank'); w.document.title = {SAID}",
    "nothing": f"w = open(); w.document.write('<title>' + {SAID}); w.document.close()",
    "a blob": f"open({BLOB})",
    "a script": "w = open(\"javascript:'<title>words-of-the-bank</title>'\")",
}


@pytest.mark.parametrize("lead", POPUPS)
async def test_what_a_blocked_page_opens_is_blocked_and_not_listed(
    lab: Lab, tab: Session, lead: str
) -> None:
    await visit(tab, lab.site.url("blocked.test"))
    browser = await lab.browser()
    before = {page.id for page in browser.targets.pages}
    numbers = {row.number for row in browser.tabs()}
    await script(tab, POPUPS[lead])
    assert await lab.until(lambda: len(browser.targets.pages) > len(before))
    popup = next(page for page in browser.targets.pages if page.id not in before)
    (number,) = {row.number for row in browser.tabs()} - numbers
    await visit(tab, lab.site.url("free.test"))
    lab.block(RULES)
    listed = await lab.call("page_tabs")
    assert WORD not in listed
    assert (await lab.call("page_tabs", action="switch", tab=number)).startswith("TAB_NOT")
    # and when the person has it in front
    browser.release()
    await lab.link.root.call("Target.activateTarget", {"targetId": popup.id})
    front = await browser.front()
    assert front.target_id == popup.id
    await refused(lab)


FRAMES = {
    "srcdoc": f"f.srcdoc = {SAID}",
    "data": f"f.src = 'data:text/html,' + {SAID}",
    "about:blank": f"f.contentDocument.write({SAID}); f.contentDocument.close()",
    "a blob": f"f.src = {BLOB}",
}


@pytest.mark.parametrize("inside", FRAMES)
async def test_what_a_blocked_frame_holds_is_left_out(lab: Lab, tab: Session, inside: str) -> None:
    code = f"f = document.body.appendChild(document.createElement('iframe')); {FRAMES[inside]}"
    frame = lab.site.url("blocked.test", "/html", body=f"bank<script>{code}</script>")
    await visit(tab, lab.site.url("shop.test", "/html", body=f'<p>shop<iframe src="{frame}">'))
    lab.block("other.test\n")
    assert "bank" in await lab.call("page_snapshot")
    lab.block(RULES)
    said = await lab.call("page_snapshot")
    assert "shop" in said
    assert WORD not in said
    assert WORD not in await lab.call("page_find", text=WORD)


async def test_a_page_of_nobodys_passes(lab: Lab, tab: Session) -> None:
    lab.block(RULES)
    assert not (await lab.call("page_snapshot")).startswith("SITE_BLOCKED")
    await visit(tab, lab.site.url("free.test"))
    await script(tab, "location = 'about:blank'")
    assert not (await lab.call("page_snapshot")).startswith("SITE_BLOCKED")
    said = await lab.call("page_navigate", url="data:text/html,<p>mine")
    assert not said.startswith("SITE_BLOCKED")
    assert "mine" in await lab.call("page_snapshot")

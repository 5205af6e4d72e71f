"""What the page bundle reads in frames and shadow roots, in real Chromium."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.page.bundle_browser import BUNDLE, Link, Page, lines, names, tab

# --- frames and shadow roots


async def test_frames_of_one_origin_and_open_shadow_roots_are_read_in_place(page: Page) -> None:
    await page.open("frames.html")
    answer = await page.call("snapshot", boxes=True)
    rows = answer["value"]["rows"]
    told = lines(rows)
    start = told.index("iframe 'Same'")
    assert told[start : start + 5] == [
        "iframe 'Same'",
        "  button 'Inner button'",
        "  text 'Inner text'",
        "  textbox 'Inner secret' [filled]",
        "  text 'Inner end'",
    ]
    assert {"In srcdoc", "In shadow", "Slotted text", "Frame in shadow"} <= set(names(rows))
    assert "BAD" not in json.dumps(rows)
    assert "frame-secret" not in json.dumps(answer)
    inner = next(row for row in rows if row["name"] == "Inner button")
    assert answer["frames"][inner["frame"]] == {
        "href": f"http://shop.test:{page.port}/inner.html",
        "parent": 0,
    }
    # 100 + border 5 + padding 3 + 20, 50 + 5 + 3 + 10
    assert inner["box"][:2] == [128, 68]


async def test_a_box_follows_a_frame_that_is_scaled_and_scrolled(page: Page) -> None:
    await page.open("frames.html")
    await page.run(
        "same.style.transformOrigin = '0 0'; same.style.transform = 'scale(2)';"
        "same.contentWindow.scrollTo(0, 4)"
    )
    (row,) = (await page.value("find", role="button", text="Inner button"))["rows"][:1]
    assert row["box"][:2] == [100 + 2 * 28, 50 + 2 * (18 - 4)]


# --- frames of another origin, asked by message


async def child(page: Page, expression: str, depth: int = 1) -> Any:
    """Evaluate in the page's own world of a frame of another origin."""
    frame = (await page.send("Page.getFrameTree"))["frameTree"]
    for _ in range(depth):
        (frame,) = frame["childFrames"]
    node = await page.send("DOM.getFrameOwner", frameId=frame["frame"]["id"])
    described = (
        await page.send("DOM.describeNode", backendNodeId=node["backendNodeId"], pierce=True)
    )["node"]
    document = described["contentDocument"]["backendNodeId"]
    handle = (await page.send("DOM.resolveNode", backendNodeId=document))["object"]["objectId"]
    answer = await page.send(
        "Runtime.callFunctionOn",
        objectId=handle,
        functionDeclaration=f"function() {{ return {expression} }}",
        returnByValue=True,
        awaitPromise=True,
    )
    assert "exceptionDetails" not in answer, answer
    return answer["result"].get("value")


async def test_frames_of_other_origins_are_read_in_place(page: Page) -> None:
    await page.open("nested.html")
    answer = await page.call("snapshot")
    assert lines(answer["value"]["rows"]) == [
        "button 'Press shop.test'",
        "textbox 'Word shop.test'",
        "iframe 'other.test'",
        "  button 'Press other.test'",
        "  textbox 'Word other.test'",
        "  iframe 'third.test'",
        "    button 'Press third.test'",
        "    textbox 'Word third.test'",
    ]
    hosts = [
        (frame["href"].split("/")[2].split(":")[0], frame["parent"]) for frame in answer["frames"]
    ]
    assert hosts == [("shop.test", None), ("other.test", 0), ("third.test", 1)]
    assert [row["frame"] for row in answer["value"]["rows"]] == [0, 0, 0, 1, 1, 1, 2, 2]
    refs = [row["ref"] for row in answer["value"]["rows"]]
    assert len(set(refs)) == len(refs)
    assert answer["last_ref"] == max(int(ref[1:]) for ref in refs)
    again = await page.rows()
    assert [row["ref"] for row in again] == refs


@pytest.mark.parametrize("host", ["shop.test", "other.test", "third.test"])
async def test_a_touch_on_the_planned_point_lands_in_any_frame(page: Page, host: str) -> None:
    await page.open("nested.html")
    plan = await page.call("plan", target={"role": "button", "text": f"Press {host}"})
    assert plan["ok"], plan
    assert plan["value"]["element"]["name"] == f"Press {host}"
    # only the frames on the way
    depth = ["shop.test", "other.test", "third.test"].index(host)
    assert len(plan["frames"]) == depth + 1
    assert plan["value"]["element"]["frame"] == depth
    point = {"x": plan["value"]["x"], "y": plan["value"]["y"]}
    await page.send("Input.dispatchTouchEvent", type="touchStart", touchPoints=[point])
    await page.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
    outcome = await page.call("outcome", token=plan["value"]["token"])
    assert outcome["ok"], outcome
    assert outcome["value"]["landed"] == "target"
    assert outcome["value"]["seen"]["click"] == 1
    clicked = "document.querySelector('#b').dataset.clicked"
    assert (await child(page, clicked, depth) if depth else await page.run(clicked)) == "1"


async def test_a_point_deep_in_a_frame_taller_than_the_screen_is_scrolled_to(page: Page) -> None:
    await page.open("tall.html")
    plan = await page.value("plan", target={"text": "Deep"})
    view = (await page.value("where"))["viewport"]
    assert view["page_top"] > 1000
    assert 0 < plan["y"] < view["height"]


async def test_a_ref_into_another_origin_stands_until_its_frame_goes(page: Page) -> None:
    await page.open("nested.html")
    (row,) = (await page.value("find", text="Press third.test"))["rows"]
    (same,) = (await page.value("find", ref=row["ref"]))["rows"]
    assert (same["ref"], same["name"], same["box"]) == (row["ref"], row["name"], row["box"])
    assert (await page.value("text", ref=row["ref"]))["text"] == "Press third.test"
    await page.run("document.querySelector('iframe').remove()")
    assert (await page.call("find", ref=row["ref"]))["code"] == "STALE_REF"


async def test_a_wait_looks_into_frames_of_other_origins(page: Page) -> None:
    await page.open("nested.html")
    for target in ({"text": "Press third.test"}, {"label": "Word third.test"}):
        assert (await page.value("wait", **target, timeout_ms=10_000))["met"]
        assert not (await page.value("wait", **target, state="hidden", timeout_ms=0))["met"]


async def test_text_of_an_element_names_only_the_frames_on_the_way_to_it(page: Page) -> None:
    await page.open("nested.html")
    answer = await page.call("text", css="button", text="Press other.test")
    assert answer["value"]["text"] == "Press other.test"
    assert [frame["parent"] for frame in answer["frames"]] == [None, 0]
    assert answer["value"]["element"]["frame"] == 1
    answer = await page.call("text")
    assert [frame["parent"] for frame in answer["frames"]] == [None, 0]
    assert "Press other.test" in answer["value"]["text"]
    assert answer["value"]["element"] is None


async def test_no_page_sees_our_messages_or_is_answered_by_our_world(page: Page) -> None:
    await page.open("nested.html")
    await page.rows()
    assert await page.run("heard") == []
    assert await child(page, "heard") == []
    # a page that knows the form but not the key gets its own message through, and no answer
    forged = """new Promise((done) => {
        const text = JSON.stringify({hello: true});
        const {port1, port2} = new MessageChannel();
        port1.onmessage = (event) => done(event.data);
        frames[0].postMessage({tapbridge: text, seal: "0000000000000000"}, "*", [port2]);
        setTimeout(() => done("no answer"), 300);
    })"""
    assert await page.run(forged) == "no answer"
    assert len(await child(page, "heard")) == 1


async def test_a_document_whose_scripts_were_first_takes_no_part(chromium: Link, port: int) -> None:
    async with tab(chromium, port, "0") as plain:
        await plain.open("nested.html")
        source = f'globalThis.__tapbridge_key = "{"ab" * 16}";' + BUNDLE.read_text(encoding="utf-8")
        await plain.send(
            "Page.addScriptToEvaluateOnNewDocument",
            source=source,
            worldName=plain.world,
            runImmediately=True,
        )
        assert "Press other.test" not in names(await plain.rows())
        assert (await plain.call("find", text="Press other.test"))["value"]["total"] == 0


async def test_a_document_that_gets_another_address_while_it_is_read_names_both(page: Page) -> None:
    await page.open("nested.html")
    await page.run(
        """new Promise((done) => {
            const frame = document.createElement("iframe");
            frame.id = "same";
            frame.src = "inner.html";
            frame.onload = done;
            document.body.append(frame);
        }).then(() => 0)"""
    )
    answer = await page.run(
        """(() => {
            const answer = __tapbridge.call("snapshot", {});
            history.pushState(null, "", "/turned");
            const same = document.getElementById("same").contentWindow;
            same.history.pushState(null, "", "/turned-within");
            return answer;
        })()""",
        isolated=True,
    )
    moved = [(path(each["href"]), path(each["now"])) for each in answer["frames"] if "now" in each]
    assert moved == [("nested.html", "turned"), ("inner.html", "turned-within")]
    assert len(answer["frames"]) == 4
    assert path(answer["doc"]["href"]) == "turned"


def path(url: str) -> str:
    return url.split("/", 3)[3]

"""Roles and names of what one acts on: Chrome's own tree, and ours."""

from __future__ import annotations

from typing import Any

from tests.page.bundle_browser import Page

# what Chrome's tree calls them, where its word is another
CHROME_ROLES = {
    "ColorWell": "color",
    "Date": "date",
    "DateTime": "datetime",
    "DisclosureTriangle": "button",
    "InputTime": "time",
    "image": "img",
}
OUR_ROLES = {"month": "datetime", "week": "datetime"}
ACTED_ON = {
    *("button", "checkbox", "color", "combobox", "date", "datetime", "gridcell", "heading", "link"),
    *("listbox", "menuitem", "menuitemcheckbox", "menuitemradio", "option", "radio", "searchbox"),
    *("slider", "spinbutton", "switch", "tab", "textbox", "time", "treeitem"),
}


async def chrome_tree(page: Page) -> list[tuple[str, str]]:
    """Role and name of what one acts on, in document order, from Chrome's accessibility tree."""
    await page.send("DOM.enable")
    order: dict[int, int] = {}

    def number(node: dict[str, Any], *, ours: bool = True) -> None:
        if ours:
            order[node["backendNodeId"]] = len(order)
        # what Chrome draws inside a field (date pickers) is no element of the page
        for root in node.get("shadowRoots", ()):
            number(root, ours=ours and root["shadowRootType"] != "user-agent")
        for child in (*node.get("children", ()), node.get("contentDocument")):
            if child:
                number(child, ours=ours)

    number((await page.send("DOM.getDocument", depth=-1, pierce=True))["root"])
    nodes = (await page.send("Accessibility.getFullAXTree"))["nodes"]
    by_id = {node["nodeId"]: node for node in nodes}
    found = []
    for node in nodes:
        backend = node.get("backendDOMNodeId")
        if node["ignored"] or backend not in order:
            continue
        role = node["role"]["value"]
        role = CHROME_ROLES.get(role, role)
        if role not in ACTED_ON or _is_in_popup(node, by_id):
            continue
        name = " ".join(node.get("name", {}).get("value", "").split())
        found.append((order[backend], role, name))
    return [(role, name) for _, role, name in sorted(found)]


def _is_in_popup(node: dict[str, Any], by_id: dict[str, Any]) -> bool:
    """Options of a closed select: one row of ours names them all."""
    above = by_id.get(node.get("parentId", ""))
    while above:
        if above.get("role", {}).get("value") == "MenuListPopup":
            return True
        above = by_id.get(above.get("parentId", ""))
    return False


async def our_tree(page: Page, frame: int | None = None) -> list[tuple[str, str]]:
    return [
        (OUR_ROLES.get(row["role"], row["role"]), row["name"])
        for row in await page.rows()
        if row["role"] in ACTED_ON | set(OUR_ROLES) and frame in (None, row["frame"])
    ]

from typing import Any

import pytest

from bridge.errors import ScreenFault
from bridge.page import navigate
from bridge.page.choose import select
from bridge.page.tab import Tab


@pytest.mark.usefixtures("over_wifi")
async def test_choosing_changes_the_select_and_the_page_hears_of_it(phone: Any, tab: Tab) -> None:
    await navigate.go(tab, phone.page("form.html"))
    phone.count_from_here()
    chosen = await select(tab, {"label": "Country"}, {"option": "France"})
    assert phone.trips() == 1
    assert chosen.sentence == (
        'selected "France" in combobox "Country"; the page now shows status "Last changed: country"'
    )
    heard = await tab.session.call(
        "Runtime.evaluate", {"expression": "document.getElementById('said').textContent"}
    )
    assert heard["result"]["value"] == "Last changed: country"


async def test_a_disabled_option_is_not_chosen(phone: Any, tab: Tab) -> None:
    await navigate.go(tab, phone.page("form.html"))
    with pytest.raises(ScreenFault) as caught:
        await select(tab, {"label": "Country"}, {"option": "Closed"})
    assert caught.value.code in {"DISABLED", "OPTION_NOT_FOUND"}

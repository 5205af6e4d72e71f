"""Parts of pages that several cases share."""

from collections.abc import Awaitable, Callable

Show = Callable[..., Awaitable[None]]
Titles = Callable[[], Awaitable[str]]

BUTTON = "<button id=t>Target</button>"

LOUD = "<script>addEventListener('click',e=>{document.title='hit '+e.target.id},true)</script>"
"""The title says what was hit."""

TALL = "<div style='height:3000px'></div>"

"""The viewer's page and its files, as they are handed out."""

import httpx2

from bridge.serve.viewer import STATIC
from bridge.serve.web import House


async def test_every_file_of_the_viewer_is_handed_out_as_what_it_is(house: House) -> None:
    kinds = {".html": "text/html", ".css": "text/css", ".js": "text/javascript"}
    files = [each for each in STATIC.rglob("*") if each.is_file()]
    assert files
    async with httpx2.AsyncClient() as web:
        for file in files:
            name = file.relative_to(STATIC).as_posix()
            answer = await web.get(f"{house.address}/static/{name}")
            assert answer.status_code == 200, name
            assert answer.content == file.read_bytes()
            wanted = kinds.get(file.suffix, "")
            assert answer.headers["content-type"].startswith(wanted)
        assert (await web.get(house.address)).content == (STATIC / "index.html").read_bytes()


async def test_the_page_is_only_read(house: House) -> None:
    async with httpx2.AsyncClient() as web:
        assert (await web.post(house.address)).status_code == 405
        assert (await web.get(house.address + "/token")).status_code == 405
        assert (await web.get(house.address + "/ws")).status_code == 404

"""The committed page bundle is built from these sources, and speaks Python's language."""

import hashlib
import re
import subprocess
from pathlib import Path

from bridge.page.handed import HANDED
from bridge.page.seen import READINGS
from bridge.page.snapshot import VALUES

ROOT = Path(__file__).parents[2]
BUNDLE = ROOT / "bridge/page/bundle.js"
SOURCES = ROOT / "page_bundle"


def test_the_bundle_is_built_from_the_sources_beside_it() -> None:
    # as page_bundle/build.mjs makes it; that every byte is current, `make check` asks of the build
    digest = hashlib.sha256()
    scripts = sorted((SOURCES / "src").glob("*.js"), key=lambda path: path.name)
    named = [("../package.json", SOURCES / "package.json"), *((s.name, s) for s in scripts)]
    for name, path in named:
        digest.update(f"{name}\0".encode() + path.read_bytes() + b"\0")
    first = BUNDLE.read_text(encoding="utf-8").partition("\n")[0]
    assert first == f"// tapbridge-bundle {digest.hexdigest()[:8]}", "run `make bundle`"


def test_the_bundle_has_the_commands_that_python_has_models_for(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(
        f'<title></title><script src="{BUNDLE.as_uri()}"></script>'
        "<script>document.title = __tapbridge.commands.join(' ')</script>",
        encoding="utf-8",
    )
    flags = ["--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'p'}"]
    told = subprocess.run(
        ["chromium", *flags, "--dump-dom", page.as_uri()],
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    title = re.search(r"<title>(.*?)</title>", told.stdout)
    assert title, told.stderr
    assert set(title[1].split()) == set(VALUES) | set(READINGS) | set(HANDED)


def test_every_script_is_taken_in_by_another() -> None:
    texts = {path.name: path.read_text("utf-8") for path in (SOURCES / "src").glob("*.js")}
    taken = set(re.findall(r'(?:from|import\()\s*"\./(\w+\.js)"', "".join(texts.values())))
    assert set(texts) - taken == {"main.js"}


def test_the_licence_of_what_is_bundled_stays_in_it() -> None:
    # dom-accessibility-api, MIT: "the above copyright notice ... shall be included in all copies"
    text = BUNDLE.read_text(encoding="utf-8")
    assert "Copyright (c) 2020 Sebastian Silbermann" in text
    assert "Permission is hereby granted, free of charge" in text

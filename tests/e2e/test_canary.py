"""A secret is lent, filled in, and echoed by the page in every way: no byte of it comes back.

Looked through: both protocol eras through the real pipe, command lines, the log, the journal,
every file of the Bridge, the report for strangers, and the arguments of all processes.
"""

import base64
import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

import pytest
from mcp import Client, StdioServerParameters
from mcp.types import Implementation

from tests.e2e._shell import LIMIT, ROOT, Shell
from tests.tools._pages import serving

CANARY = 'caN4ry & "S3cret"<b>=ü'
TRACES = (b"can4ry", b"s3cret", base64.b64encode(CANARY.encode())[3:18].lower())
"""What would be left of it in any writing, in small letters."""

ECHO = """<title>quiet</title>
<label>Key <input id=k></label> <button id=a onclick="alert('it is ' + k.value)">Alert</button>
<label>Choice <select id=s><option>none</option></select></label>
<p id=o></p> <p id=u style="text-transform: uppercase"></p> <p id=z></p> <p id=b></p> <p id=w></p>
<div id=r></div> <a id=l>link</a> <p id=long></p>
<script>
k.oninput = () => {
  const v = k.value;
  document.title = 'now ' + v;
  history.replaceState(null, '', '?q=' + encodeURIComponent(v) + '#' + encodeURIComponent(v));
  o.textContent = u.textContent = v;
  o.title = v;
  z.textContent = [...v].join('\\u200b');
  b.textContent = btoa('user:' + unescape(encodeURIComponent(v)));
  w.textContent = JSON.stringify({ v, html: v.replace(/&/g, '&amp;').replace(/</g, '&lt;') });
  r.innerHTML = '';
  for (const c of v) r.append(Object.assign(document.createElement('div'), { textContent: c }));
  s.add(new Option('option ' + v, v));
  l.href = '/other?' + new URLSearchParams({ v });
  long.textContent = 'x'.repeat(90) + v + 'y'.repeat(90);
  console.log('typed', v);
};
</script>"""


class Listening(Shell):
    """A shell with an MCP host, whose pipes are written down."""

    @property
    def out(self) -> Path:
        return self.folder / "mcp-out"

    def client(self, mode: Literal["auto", "legacy"], name: str) -> Client:
        pipe = f'"{sys.executable}" -m bridge mcp --tools more,debug,live,host'
        kept = f'{pipe} 2>>"{self.folder}/mcp-err" | tee -a "{self.out}"'
        parameters = StdioServerParameters(
            command="/bin/sh", args=["-c", kept], env=self.env, cwd=ROOT
        )
        info = Implementation(name=name, version="1")
        return Client(parameters, mode=mode, client_info=info)

    def lend(self, *more: str) -> str:
        """Add the canary from stdin; return its handle."""
        with subprocess.Popen(
            [sys.executable, "-m", "bridge", "secret", "add", "canary", *more],
            env=self.env,
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        ) as adding:
            assert adding.stdin is not None
            adding.stdin.write(f"{CANARY}\n".encode())
            adding.stdin.flush()
            clean("argv", arguments())
            told, complained = adding.communicate(timeout=LIMIT)
        assert adding.returncode == 0, complained
        clean("secret add", told + complained)
        return told.decode().splitlines()[0]


@pytest.fixture
def shell(phone: Any, tmp_path: Path) -> Iterator[Listening]:
    made = Listening.of(
        phone, tmp_path, TAPBRIDGE_SERIAL=phone.serial, TAPBRIDGE_POLICY__SECRET_RELEASE="allow"
    )
    yield made
    made.run("page-tabs", "--action", "close", "--match", "canary.html", "--take")
    assert made.run("stop").returncode == 0


def arguments() -> bytes:
    """The command line and the environment of every process that may be looked at."""
    told = []
    for process in Path("/proc").glob("[0-9]*"):
        for name in ("cmdline", "environ"):
            try:
                told.append((process / name).read_bytes())
            except OSError:
                continue
    return b"\n".join(told)


def clean(what: str, said: bytes) -> None:
    """See that nothing of the canary is in there."""
    small = re.sub(rb"\\\\u00(..)", rb"", said).lower()
    for trace in TRACES:
        at = small.find(trace)
        assert at < 0, f"{what}: {said[max(0, at - 200) : at + 100]!r}"


async def asked(client: Client, tool: str, **args: Any) -> str:
    """Call a tool, whatever comes of it, and return its text."""
    result = await client.call_tool(tool, args)
    return "\n".join(block.text for block in result.content if block.type == "text")


READS: list[tuple[str, dict[str, Any]]] = [
    ("page_snapshot", {"boxes": True}),
    ("page_text", {}),
    ("page_text", {"css": "#long", "max_chars": 100}),
    ("page_find", {"css": "*", "limit": 100}),
    ("page_tabs", {}),
    ("page_select", {"label": "Choice", "option": "no such"}),
    ("page_wait", {"text": "nothing like it", "timeout_ms": 50}),
    ("page_wait", {"page_text": "nothing like it", "timeout_ms": 50}),
    ("page_tap", {"css": "p"}),
    ("page_tap", {"text": "Alert"}),
    ("page_snapshot", {}),
    ("page_dialog", {"accept": True}),
    ("page_select", {"label": "Choice", "index": 1}),
    ("page_fill", {"label": "Choice", "value": "x"}),
    ("page_key", {"key": "Tab"}),
    ("page_navigate", {"action": "reload"}),
    ("doctor", {}),
]


@pytest.mark.timeout(300)
@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_no_byte_of_a_secret_leaves(
    shell: Listening, phone: Any, mode: Literal["auto", "legacy"], tmp_path: Path
) -> None:
    with serving() as pages:
        url = pages.put("/canary.html", ECHO)
        handle = shell.lend("--origin", url)
        async with shell.client(mode, f"agent {CANARY}") as client:
            assert handle in (client.instructions or "")
            await asked(client, "page_tabs", action="open", url=url)
            filled = await asked(client, "page_fill", label="Key", value=handle)
            assert 'filled textbox "Key"' in filled
            page = await asked(client, "page_snapshot")
            assert page.count(handle) >= 5, page
            for tool, args in READS:
                await asked(client, tool, **args)
            await asked(client, "page_fill", label="Key", value=handle)
            for known in (await client.list_tools()).tools:
                hints = known.annotations
                if (
                    hints is not None
                    and hints.read_only_hint
                    and "required" not in known.input_schema
                ):
                    await asked(client, known.name)
            for resource in (await client.list_resources()).resources:
                await client.read_resource(resource.uri)
            await client.get_prompt("phone", {"task": f"log in with {CANARY}"})
            elsewhere = pages.put("/canary.html", ECHO, "other.test")
            refusals = [
                await asked(client, "page_navigate", url=f"{url}?{handle}"),
                await asked(client, "page_navigate", url=elsewhere),
                await asked(client, "page_fill", label="Key", value=handle),
                await asked(client, "page_wait", page_text=handle),
                await asked(client, "page_fill", label="Key", value=handle.replace("canary", "c")),
            ]
            codes = [told.partition(":")[0] for told in refusals]
            assert codes[0] == codes[2] == codes[3] == "SECRET_NOT_RELEASABLE", refusals
            assert codes[4] == "SECRET_EXPIRED"
            await asked(client, "page_navigate", url=url)
            await asked(client, "page_fill", label="Key", value=handle)
        for words in (
            ("page-snapshot", "--take"),
            ("page-snapshot", "--json"),
            ("page-tabs", "--json"),
            ("page-text", "--json"),
            ("page-fill", "--label", "Key", handle, "--take", "--json"),
            ("page-tap", "--css", "p", "--take"),
            ("secret", "list"),
            ("secret", "list", "--json"),
            ("status",),
            ("status", "--json"),
            ("doctor", "--report", str(tmp_path / "report.zip")),
            ("logs", "-n", "1000"),
        ):
            said = shell.run(*words)
            clean(" ".join(words), said.stdout.encode() + said.stderr.encode())
        clean("argv", arguments())
    kept = [path for path in tmp_path.rglob("*") if path.is_file()]
    for path in kept:
        clean(str(path), path.read_bytes())
    with zipfile.ZipFile(tmp_path / "report.zip") as archive:
        for name in archive.namelist():
            clean(name, archive.read(name))
    names = {path.name for path in kept}
    assert {"mcp-out", "journal.jsonl", "report.zip"} <= names
    assert "secrets.json" not in names
    assert len(shell.out.read_bytes()) > 10_000
    journal = (shell.folder / "home/journal.jsonl").read_text().splitlines()
    assert {"page_fill", "page_snapshot"} <= {json.loads(line)["tool"] for line in journal}


def test_the_traces_are_those_of_the_canary() -> None:
    """Or the test above would see nothing."""
    for written in (CANARY, CANARY.upper(), quote(CANARY), json.dumps(CANARY)):
        with pytest.raises(AssertionError, match="it: "):
            clean("it", written.encode())
    with pytest.raises(AssertionError):
        clean("it", base64.b64encode(CANARY.encode()))

import json
import shutil
import subprocess

import pytest

from bridge.page.bundle import bundle, call


def test_the_world_carries_the_hash_of_the_script() -> None:
    made = bundle()
    assert made.world.startswith("tapbridge-")
    assert made.source.startswith(f"// tapbridge-bundle {made.world.removeprefix('tapbridge-')}\n")


@pytest.mark.parametrize(
    "value", ["plain", "\u2028\u2029", "\ud800 alone", "</script>", "`${x}`", "\\'\"", "\x00"]
)
def test_any_argument_reaches_the_script_as_it_is(value: str) -> None:
    node = shutil.which("node")
    if node is None:
        # the same text through Python's reader: JSON is what the expression holds
        inner = call("find", {"text": value}).partition(",")[2].removesuffix(")")
        assert json.loads(inner) == {"text": value}
        return
    script = (
        "globalThis.__tapbridge={call:(c,a)=>[c,[...a.text].map(x=>x.codePointAt(0))]};"
        f"console.log(JSON.stringify({call('find', {'text': value})}))"
    )
    ran = subprocess.run([node, "-e", script], capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout) == ["find", [ord(c) for c in value]]

"""What a newcomer runs first works: the demo says that all was right, play goes down cleanly."""

import re
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_demo_ends_with_all_as_it_should_be() -> None:
    run = subprocess.run(
        [sys.executable, "-m", "fixtures.demo"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    assert "All as it should be" in run.stdout
    assert (ROOT / "out/demo.jpg").read_bytes().startswith(b"\xff\xd8")


def test_play_says_how_to_reach_it_and_goes_down_at_ctrl_c() -> None:
    # as a shell starts a job in the background: with SIGINT ignored
    background = ["sh", "-c", 'trap "" INT; exec "$0" -m fixtures.play', sys.executable]
    with subprocess.Popen(background, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        said: list[str] = []
        for line in process.stdout:
            said.append(line)
            if line.startswith("Ctrl-C"):
                break
        process.send_signal(signal.SIGINT)
        rest = process.stdout.read()
    home = next(line for line in said if "TAPBRIDGE_HOME=" in line).strip().partition("=")[2]
    assert rest.endswith("Down again.\n")
    address = r"http://127\.0\.0\.1:\d+"
    assert [line for line in said if len(line) > 81 and not re.search(address, line)] == []
    assert process.returncode == 0
    assert not Path(home).exists()

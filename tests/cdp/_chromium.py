"""A real Chromium of its own for a test session, and nothing of the product in it."""

import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path


def without(*features: str) -> str:
    """Turn features off, and what a desktop's address bar draws in two processes of its own."""
    bar = ("WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup")
    return "--disable-features=" + ",".join((*features, *bar))


FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--remote-debugging-port=0",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--disable-default-apps",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--password-store=basic",
    "--use-mock-keychain",
    "--mute-audio",
    without(),
)

LISTENING = re.compile(r"DevTools listening on ws://[^/]*:(\d+)/")


@contextmanager
def chromium(flags: Sequence[str] = FLAGS) -> Iterator[int]:
    """Start one with a fresh profile, yield its DevTools port, and take it down."""
    profile = Path(tempfile.mkdtemp(prefix="tapbridge-test-"))
    words = ["chromium", *flags, f"--user-data-dir={profile}", "about:blank"]
    # the line comes before the file DevToolsActivePort is written
    with running(words, profile, LISTENING) as port:
        yield int(port)


@contextmanager
def running(
    words: Sequence[str],
    profile: Path,
    listening: re.Pattern[str],
    env: Mapping[str, str] | None = None,
) -> Iterator[str]:
    """Run a browser until the block ends, and yield where it says that it listens.

    Args:
        words: The program and its arguments.
        profile: Its folder, which goes with it.
        listening: What it says on stderr; the first group is yielded.
        env: Its environment; ours when not given.
    """
    process = subprocess.Popen(
        words,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        start_new_session=True,
        env=env,
    )
    assert process.stderr is not None
    drain = threading.Thread(target=process.stderr.read, daemon=True)
    try:
        told = []
        for line in process.stderr:
            told.append(line)
            if found := listening.search(line):
                break
        else:
            raise RuntimeError(f"{words[0]} did not start: {''.join(told)}")
        drain.start()
        yield found[1]
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if drain.ident is not None:
            drain.join(timeout=5)
        process.stderr.close()
        shutil.rmtree(profile, ignore_errors=True)

"""A real Chromium of its own for a test session, and nothing of the product in it."""

import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

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
)

LISTENING = re.compile(r"DevTools listening on ws://[^/]*:(\d+)/")


@contextmanager
def chromium() -> Iterator[int]:
    """Start one with a fresh profile, yield its DevTools port, and take it down."""
    profile = Path(tempfile.mkdtemp(prefix="tapbridge-test-"))
    process = subprocess.Popen(
        ["chromium", *FLAGS, f"--user-data-dir={profile}", "about:blank"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    assert process.stderr is not None
    drain = threading.Thread(target=process.stderr.read, daemon=True)
    try:
        told = []
        for line in process.stderr:
            told.append(line)
            # the line comes before the file DevToolsActivePort is written
            if found := LISTENING.search(line):
                break
        else:
            raise RuntimeError(f"Chromium did not start: {''.join(told)}")
        drain.start()
        yield int(found[1])
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if drain.ident is not None:
            drain.join(timeout=5)
        process.stderr.close()
        shutil.rmtree(profile, ignore_errors=True)

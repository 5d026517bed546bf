"""Other programs look at the game: stock Firefox, WebKitGTK, and Lighthouse."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.request
from pathlib import Path
from typing import Any

import pytest

import build

FOLDER = Path(__file__).parent
pytestmark = pytest.mark.slow


def test_firefox_plays_a_turn_and_resumes(site: str) -> None:
    firefox = shutil.which("firefox-esr") or shutil.which("firefox")
    if firefox is None:
        pytest.skip("There is no Firefox here; on Debian: apt-get install firefox-esr")
    build.npm_packages(FOLDER)
    node, _ = build.node()
    command: list[str | Path] = [node, FOLDER / "firefox.mjs", site, firefox]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr


def test_lighthouse_has_nothing_to_say_but_about_speed(site: str, tmp_path: Path) -> None:
    program = build.npm_packages(FOLDER / "lighthouse") / "lighthouse" / "cli" / "index.js"
    node, _ = build.node()
    report, chrome = tmp_path / "report.json", build.browser()
    if chrome is None:
        pytest.skip("Lighthouse wants an installed Chromium")
    flags = f"--chrome-flags=--headless=new {' '.join(build.BROWSER_FLAGS[:3])}"
    command: list[str | Path] = [
        node,
        program,
        site,
        "--quiet",
        "--output=json",
        f"--output-path={report}",
        flags,
    ]
    env = os.environ | {"CHROME_PATH": chrome}
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, env=env)
    assert done.returncode == 0, done.stderr
    marks = {
        name: category["score"]
        for name, category in json.loads(report.read_text("utf-8"))["categories"].items()
    }
    print(f"performance: {marks.pop('performance')}")
    assert marks == {"accessibility": 1, "best-practices": 1, "seo": 1}


class WebKit:
    """A session of WebKitGTK's driver, spoken to as the WebDriver standard says."""

    def __init__(self, port: int, program: Path) -> None:
        self._base = f"http://127.0.0.1:{port}/session"
        options = {"binary": str(program), "args": ["--automation"]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": options}}
        answer = self._post("", {"capabilities": wanted})
        self._base += f"/{answer['sessionId']}"

    def _post(self, command: str, body: dict[str, object]) -> Any:
        request = urllib.request.Request(self._base + command, json.dumps(body).encode())
        with urllib.request.urlopen(request, timeout=120) as response:
            return json.load(response)["value"]

    def go(self, address: str) -> None:
        """Open a page."""
        self._post("/url", {"url": address})

    def until(self, script: str) -> None:
        """Wait for what a script says to hold."""
        for _ in range(600):
            if self._post("/execute/sync", {"script": f"return {script}", "args": []}):
                return
            time.sleep(0.1)
        pytest.fail(f"this did not come: {script}")

    def press(self, selector: str) -> None:
        """Click something, once it is there."""
        found = f"document.querySelector('{selector}')"
        self.until(f"Boolean({found})")
        self._post("/execute/sync", {"script": f"{found}.click()", "args": []})

    def held(self, number: int) -> None:
        """Wait for a hand of so many cards."""
        self.until(f"document.querySelectorAll('#hand .held').length === {number}")


def test_webkit_plays_a_turn_and_resumes(site: str) -> None:
    driver, screen = shutil.which("WebKitWebDriver"), shutil.which("xvfb-run")
    program = next(Path("/usr/lib").glob("*/webkit2gtk-4*/MiniBrowser"), None)
    if driver is None or screen is None or program is None:
        pytest.skip("No WebKitGTK here; on Debian: apt-get install webkit2gtk-driver xvfb")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    env = os.environ | {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1"}  # root has none
    command = [screen, "-a", driver, f"--port={port}"]
    with subprocess.Popen(command, env=env, start_new_session=True) as process:
        try:
            for _ in range(100):
                with socket.socket() as trial:
                    if trial.connect_ex(("127.0.0.1", port)) == 0:
                        break
                time.sleep(0.1)
            webkit = WebKit(port, program)
            webkit.go(f"{site}#deal=1&opponents=Anna:easy")
            webkit.until("document.querySelector('#loading').hidden")
            webkit.press("#new-match")
            webkit.held(13)
            webkit.press("#do-draw")
            webkit.held(14)
            webkit.go(f"{site}?again")
            webkit.held(14)
            webkit.press("#hand .held")
            webkit.until("document.querySelector('#hand [aria-pressed=true]') !== null")
            webkit.press("#do-discard")
            webkit.held(13)
        finally:
            os.killpg(process.pid, signal.SIGTERM)

"""The game starts, is played and resumed in other browsers than Chromium, where the machine has them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import build

FOLDER = Path(__file__).parent


@pytest.mark.slow
def test_firefox_plays_a_turn_and_resumes(site: str) -> None:
    firefox = shutil.which("firefox-esr") or shutil.which("firefox")
    if firefox is None:
        pytest.skip("There is no Firefox here; on Debian: apt-get install firefox-esr")
    build.npm_packages(FOLDER)
    node, _ = build.node()
    command = [node, FOLDER / "firefox.mjs", site, firefox]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr

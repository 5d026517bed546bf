"""The engine plays the same in the browser's Python as in this one."""

from __future__ import annotations

import json
import subprocess
import zipfile
from pathlib import Path

import build
from scala40.record import read_record
from tests.records import FOLDER, digests, golden

ROOT = Path(__file__).parents[1]
PROGRAM = """
import json
from scala40.record import read_record
from tests.records import digests, golden
print(json.dumps({name: digests(read_record(text)) for name, text in golden().items()}))
"""


def test_every_golden_record_replays_the_same_on_pyodide(tmp_path: Path) -> None:
    build.npm_packages()
    sources, program = tmp_path / "sources.zip", tmp_path / "program.py"
    files = [*(ROOT / "scala40").glob("*.py"), FOLDER.with_suffix(".py"), *FOLDER.rglob("*.txt")]
    with zipfile.ZipFile(sources, "w") as archive:
        for file in files:
            archive.write(file, file.relative_to(ROOT))
    program.write_text(PROGRAM, "utf-8")
    node, _ = build.node()
    command = [node, ROOT / "web" / "tools" / "run.mjs", sources, program]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    here = {name: digests(read_record(text)) for name, text in golden().items()}
    assert len(here) > 50
    assert json.loads(done.stdout) == here

"""The engine plays the same in the browser's Python as in this one."""

from __future__ import annotations

import json
import subprocess
import zipfile
from pathlib import Path

import build
from scala40.record import read_record
from tests.levels import actions
from tests.records import FOLDER, digests, golden

ROOT = Path(__file__).parents[1]
HELPERS = (FOLDER.with_suffix(".py"), ROOT / "tests" / "levels.py")
PROGRAM = """
import json
from scala40.record import read_record
from tests.levels import actions
from tests.records import digests, golden
records = {name: digests(read_record(text)) for name, text in golden().items()}
print(json.dumps([records, [actions("online", 2, deal) for deal in range(4)]]))
"""


def test_records_replay_and_levels_play_the_same_on_pyodide(tmp_path: Path) -> None:
    build.npm_packages()
    sources, program = tmp_path / "sources.zip", tmp_path / "program.py"
    files = [*(ROOT / "scala40").glob("*.py"), *HELPERS, *FOLDER.rglob("*.txt")]
    with zipfile.ZipFile(sources, "w") as archive:
        for file in files:
            archive.write(file, file.relative_to(ROOT))
    program.write_text(PROGRAM, "utf-8")
    node, _ = build.node()
    command = [node, ROOT / "web" / "tools" / "run.mjs", sources, program]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    records, levels = json.loads(done.stdout)
    here = {name: digests(read_record(text)) for name, text in golden().items()}
    assert len(here) > 50
    assert records == here
    assert levels == [actions("online", 2, deal) for deal in range(4)]

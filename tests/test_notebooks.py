"""The notebooks run in an ordinary Jupyter, say what they say, and take and refuse answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from notebooks import prose
from notebooks.publish import editions
from tests.notebooks import ANSWERS, LANGUAGES, NAMES, ROOT, VALUES

#: Run at the end: waits for what still runs, and answers the exercises, first wrong, then right.
AT_THE_END = """
import json as _json
from scala40.widgets.parts import Exercise as _Exercise
from scala40.widgets.runs import Run as _Run
_found = {{"runs": [], "answers": []}}
for _each in [each for each in Out.values() if isinstance(each, _Run)]:
    await _each.task
    _found["runs"].append([_each.count.value, len(_each.shown.outputs)])
_asked = [each for each in Out.values() if isinstance(each, _Exercise)]
for _each, _answers in zip(_asked, {answers}, strict=True):
    for _answer in _answers[::-1]:
        _each.answer.value = _answer
        _each.look()
        _found["answers"].append("✓" in _each.shown.value)
print(_json.dumps(_found))
"""
#: A bot that keeps pairs and neighbours, for the exercise that asks for a better one.
CAREFUL = """
def careful(view):
    from scala40.bots import choose
    return choose(view, "normal")
"""


def executed(name: str, language: str) -> Any:
    """A notebook of an edition after all its cells have run, and one more at its end."""
    notebook = nbformat.reads(json.dumps(editions()[language][name]), 4)
    last = CAREFUL + AT_THE_END.format(answers=ANSWERS[name])
    notebook.cells.append(nbformat.v4.new_code_cell(last))
    resources = {"metadata": {"path": str(ROOT)}}
    NotebookClient(notebook, timeout=120, kernel_name="python3", resources=resources).execute()
    return notebook


def plain(notebook: Any) -> Iterator[str]:
    """Every output as plain text."""
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            yield output.get("text") or output.get("data", {}).get("text/plain", "")


@pytest.mark.filterwarnings("ignore")  # of the kernel's own start
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", NAMES)
def test_all_of_a_notebook_runs_and_says_what_is_so(name: str, language: str) -> None:
    notebook = executed(name, language)
    told = plain(notebook)
    for value in VALUES.get(name, []):
        assert any(value in each for each in told), f"{value} does not come in its turn"
    found = json.loads("".join(each["text"] for each in notebook.cells[-1]["outputs"]))
    answers = [right for _ in ANSWERS[name] for right in (False, True)]
    assert found["answers"] == answers
    for count, outputs in found["runs"]:
        done, number = count.split(" / ")
        assert (done, outputs) == (number, 1)


def test_they_are_kept_without_outputs() -> None:
    for path in prose.sources():
        for cell in prose.load(path)["cells"]:
            assert not cell.get("outputs"), path
            assert cell.get("execution_count") is None, path


def test_the_catalogues_hold_every_text_and_no_other() -> None:
    for path in prose.catalogues():
        catalogue = prose.read(path)
        wanted = {message.id for message in prose.template() if message.id}
        assert {message.id for message in catalogue if message.id} == wanted
        assert set(prose.words_of(catalogue)) == wanted, f"{path} lacks translations"


def test_another_language_changes_the_prose_and_what_is_shown_and_no_other_code() -> None:
    notebook = {
        "cells": [
            {"cell_type": "markdown", "source": ["# Cards"]},
            {
                "cell_type": "code",
                "source": ['lab = Lab("en")\n', 'lab.exercise("Why é?", lambda a: a == "Cards")'],
            },
        ]
    }
    words = {"# Cards": "# Carte", "Why é?": "Perché?", "Cards": "Carte"}
    cells = prose.translated(notebook, words, "it")["cells"]
    assert prose.source(cells[0]) == "# Carte"
    assert prose.source(cells[1]) == (
        'lab = Lab("it")\nlab.exercise("Perché?", lambda a: a == "Cards")'
    )

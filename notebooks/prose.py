"""The notebooks in other languages, made from the English ones and a catalogue.

What is translated: every cell of prose as a whole, and in the code the texts that a reader sees,
which are those in calls of ``exercise`` and ``say``, and those named ``title``, ``hint``,
``across`` or ``up``. The language of ``Lab("en")`` changes too.

``python3 build.py translations`` brings ``notebooks/it.po`` up to date.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

HERE = Path(__file__).resolve().parent
CALLS = {"exercise", "say"}
NAMED = {"title", "hint", "across", "up"}
Notebook = dict[str, Any]


def sources() -> list[Path]:
    """The English notebooks, in their order."""
    return sorted(HERE.glob("*.ipynb"))


def catalogues() -> list[Path]:
    """The catalogues, one for each other language."""
    return sorted(HERE.glob("??.po"))


def load(path: Path) -> Notebook:
    """A notebook from its file."""
    loaded: Notebook = json.loads(path.read_text("utf-8"))
    return loaded


def source(cell: Mapping[str, Any]) -> str:
    """The text of a cell."""
    return "".join(cell["source"])


def title_and_lead(notebook: Notebook) -> tuple[str, str]:
    """The title of a notebook and the first sentence of its prose."""
    title, lead, *_ = source(notebook["cells"][0]).split("\n\n")
    plain = lead.replace("*", "")
    return title.removeprefix("# "), plain.partition(". ")[0].rstrip(".") + "."


def literals(code: str) -> Iterator[ast.Constant]:
    """The texts in code that a reader sees."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Call):
            name = getattr(node.func, "attr", getattr(node.func, "id", ""))
            shown = [*node.args] if name in CALLS else []
            shown += [word.value for word in node.keywords if word.arg in NAMED]
            for each in shown:
                if isinstance(each, ast.Constant) and str(each.value).strip():
                    yield each


def texts(notebook: Notebook) -> Iterator[str]:
    """Everything in a notebook that is to be translated."""
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            yield source(cell)
        else:
            for each in literals(source(cell)):
                yield str(each.value)


def translated(notebook: Notebook, words: Mapping[str, str], language: str) -> Notebook:
    """A notebook in another language; what has no translation stays English."""
    cells = []
    for cell in notebook["cells"]:
        text = source(cell)
        if cell["cell_type"] == "markdown":
            text = words.get(text) or text
        else:
            text = _code(text, words).replace('Lab("en"', f'Lab("{language}"')
        cells.append({**cell, "source": text.splitlines(keepends=True)})
    return {**notebook, "cells": cells}


def _code(code: str, words: Mapping[str, str]) -> str:
    lines = code.encode().splitlines(keepends=True)
    for each in sorted(literals(code), key=lambda each: (each.lineno, each.col_offset))[::-1]:
        new = words.get(str(each.value))
        if new and each.end_lineno is not None and each.end_col_offset is not None:
            first, last = each.lineno - 1, each.end_lineno - 1
            before, after = lines[first][: each.col_offset], lines[last][each.end_col_offset :]
            lines[first : last + 1] = [
                before + json.dumps(new, ensure_ascii=False).encode() + after
            ]
    return b"".join(lines).decode()


def read(path: Path) -> Catalog:
    """A catalogue from its file."""
    with path.open("rb") as file:
        return read_po(file, locale=path.stem)


def words_of(catalogue: Catalog) -> dict[str, str]:
    """The translations of a catalogue that are neither missing nor in doubt."""
    return {str(m.id): str(m.string) for m in catalogue if m.id and m.string and not m.fuzzy}


def template() -> Catalog:
    """Every text of the notebooks, with the notebooks that say it."""
    found = Catalog(fuzzy=False)
    for path in sources():
        for text in texts(load(path)):
            found.add(text, locations=[(path.name, 0)])
    return found


def main() -> None:
    """Bring every catalogue up to date."""
    found = template()
    for path in catalogues():
        catalogue = read(path)
        catalogue.update(found, update_creation_date=False)
        with path.open("wb") as file:
            write_po(file, catalogue, 100, ignore_obsolete=True, include_lineno=False)


if __name__ == "__main__":
    main()

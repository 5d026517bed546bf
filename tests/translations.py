"""Bring the catalogues of ``scala40/locale`` up to date with the sources, and compile them.

``python3 build.py translations`` does it. A text that is new comes in empty, one that has changed
keeps its old translation and is marked fuzzy, one that is gone is dropped. Translate what is empty,
check what is fuzzy and take the mark away, and run it again: the tests refuse what is left over.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

import build

ROOT = Path(__file__).parents[1]
PACKAGES = (ROOT / "scala40", ROOT / "web" / "app")
#: The calls whose English texts are translated, with how many texts each takes.
MARKS = {"_": 1, "t": 1, "text": 1, "say": 1, "plural": 2, "Plural": 2}


def catalogues() -> list[Path]:
    """The files with translations: for each language those of the start and of later archives."""
    found = (package.rglob("locale/*/LC_MESSAGES/*.po") for package in PACKAGES)
    return sorted(path for paths in found for path in paths)


def archive_of(catalogue: Path) -> str:
    """The archive of the page whose texts a catalogue holds."""
    package = next(each for each in PACKAGES if catalogue.is_relative_to(each))
    return build.archive_of(catalogue.relative_to(package.parent).as_posix())


def marked(source: str) -> Iterator[tuple[str, ...]]:
    """The texts that a source marks, in its order; those inside f-strings too."""
    calls = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call))
    for call in sorted(calls, key=lambda call: (call.lineno, call.col_offset)):
        name = getattr(call.func, "id", getattr(call.func, "attr", ""))
        texts = call.args[: MARKS.get(name, 0)]
        found = tuple(text.value for text in texts if isinstance(text, ast.Constant))
        if found and len(found) == len(texts):
            yield found


def template(archive: str = "app") -> Catalog:
    """Every text of an archive's sources, with the files that say it, that the start lacks."""
    found = Catalog(fuzzy=False)
    known = {message.id for message in template()} if archive != "app" else set()
    for package in PACKAGES:
        for path in sorted(package.rglob("*.py")):
            if build.archive_of(path.relative_to(package.parent).as_posix()) == archive:
                place = (path.relative_to(ROOT).as_posix(), 0)
                for texts in marked(path.read_text("utf-8")):
                    text = texts if len(texts) > 1 else texts[0]
                    if text not in known:
                        found.add(text, locations=[place])
    return found


def read(path: Path) -> Catalog:
    """A catalogue as its file has it."""
    with path.open("rb") as file:
        return read_po(file, locale=path.parts[-3])


def compiled(words: Catalog) -> bytes:
    """A catalogue as the game reads it."""
    target = BytesIO()
    write_mo(target, words)
    return target.getvalue()


def main() -> None:
    """Refresh every catalogue."""
    for path in catalogues():
        words = read(path)
        words.update(template(archive_of(path)), update_creation_date=False)
        with path.open("wb") as file:
            write_po(
                file, words, 100, ignore_obsolete=True, include_previous=True, include_lineno=False
            )
        path.with_suffix(".mo").write_bytes(compiled(words))


if __name__ == "__main__":
    main()

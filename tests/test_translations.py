"""Every text is said in every language, with the same facts, and nothing is left over."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from subprocess import run
from sys import executable

import pytest
from babel.messages.catalog import Catalog, Message

from app import session
from scala40.cards import cards
from scala40.errors import RecordError, Refused
from scala40.messages import ENGLISH, LANGUAGES, Catalogue, catalogue
from tests.translations import ROOT, archive_of, catalogues, compiled, read, template

#: Texts that are the same in Italian.
SAME = {"Maestro", "Menu", "{name}: {deed}"}


@pytest.fixture(params=catalogues(), ids=lambda path: f"{path.stem}-{path.parts[-3]}")
def path(request: pytest.FixtureRequest) -> Path:
    found: Path = request.param
    return found


@pytest.fixture
def words(path: Path) -> Catalog:
    return read(path)


def said(message: Message) -> Iterator[tuple[str, str]]:
    """Each English text of a message with its translation; a plural's last form may repeat."""
    if isinstance(message.id, str):
        yield message.id, message.string
    else:
        for number, translated in enumerate(message.string):
            yield message.id[min(number, 1)], translated


def texts(found: Catalog) -> set[object]:
    return {message.id for message in found if message.id}


def facts(text: str) -> set[str | None]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_every_language_has_its_catalogue() -> None:
    for domain in {path.stem for path in catalogues()}:
        spoken = [path.parts[-3] for path in catalogues() if path.stem == domain]
        assert ["en", *spoken] == list(LANGUAGES)


def test_the_catalogue_holds_just_the_texts_of_the_sources(path: Path, words: Catalog) -> None:
    """Where this fails: python3 build.py translations, and translate what is new."""
    assert texts(words) == texts(template(archive_of(path)))
    assert not words.obsolete


def test_nothing_is_fuzzy_empty_or_a_copy(words: Catalog) -> None:
    for message in words:
        assert not message.fuzzy, message.id
        for english, translated in said(message):
            assert translated, english
            assert not english or translated != english or english in SAME


def test_a_translation_names_the_same_facts_and_formats(words: Catalog) -> None:
    for message in words:
        if message.id:
            for english, translated in said(message):
                assert facts(translated) == facts(english)
                assert translated.format_map(dict.fromkeys(facts(english), "7♥"))


def test_the_compiled_catalogue_is_that_of_the_text(path: Path, words: Catalog) -> None:
    assert path.with_suffix(".mo").read_bytes() == compiled(words)


@pytest.mark.parametrize("code", ["it", "it-IT", "it_CH", "IT"])
def test_italian_is_spoken_to_italians(code: str) -> None:
    assert catalogue(code).text("joker") == "jolly"


@pytest.mark.parametrize("code", ["", "en", "en-GB", "fr", "ita", "i", "../it"])
def test_english_is_spoken_to_all_others(code: str) -> None:
    assert catalogue(code) is ENGLISH


def italian() -> Catalogue:
    return catalogue("it")


def test_a_count_of_one_is_said_as_one() -> None:
    assert [italian().plural("{n} card", "{n} cards", n) for n in (0, 1, 2)] == [
        "0 carte",
        "1 carta",
        "2 carte",
    ]
    short = Refused("opening-short", points=39, needed=40, short=1)
    assert "1 more is missing" in ENGLISH.reason(short)
    assert italian().reason(short).endswith("ne manca 1.")


def test_a_reason_inside_a_reason_is_said_in_the_same_language() -> None:
    damaged = RecordError("save-damaged", hand=1, action=4, reason=Refused("two-jokers"))
    assert italian().reason(damaged).endswith("metti gli altri altrove.")


def test_nothing_at_all_is_said_as_such() -> None:
    full = Refused("does-not-fit", card=cards("7H")[0], meld=cards("7C 7D 7H 7S"), fits=())
    assert ENGLISH.reason(full).endswith("what would fit: nothing.")
    assert italian().reason(full).endswith("ci sta: niente.")


def test_the_page_starts_in_the_language_of_the_browser() -> None:
    def first(language: str) -> str:
        return session.start("", json.dumps({"seed": 1, "language": language}))

    assert "Nuova partita" in first("it-IT")
    assert json.loads(first("en-GB"))["patches"] == []  # the page has that menu already
    assert "Nuova partita" not in first("de")


def test_it_speaks_italian_from_a_zip(tmp_path: Path) -> None:
    package = ROOT / "scala40"
    archive = tmp_path / "app.zip"
    with zipfile.ZipFile(archive, "w") as target:
        for file in (*package.rglob("*.py"), *package.rglob("*.mo")):
            target.write(file, file.relative_to(ROOT))
    program = (
        f"import sys; sys.path.insert(0, {str(archive)!r})\n"
        "from scala40.messages import ENGLISH, catalogue\n"
        "assert 'gettext' not in sys.modules  # English needs none\n"
        "assert catalogue('it').text('joker') == 'jolly'\n"
    )
    run([executable, "-I", "-c", program], check=True, cwd=tmp_path)

"""Every page to read, by its path in the site."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from scala40.messages import LANGUAGES, catalogue
from scala40.rules import PRESETS

from . import glossary, history, questions, rulebook, strategy
from .page import ONE_FOR_ALL, USUAL, Place

#: What draws the pages of a kind.
DRAWN_BY: Final[Mapping[str, Callable[[Place], dict[str, str]]]] = {
    "rules": rulebook.page,
    "strategy": strategy.page,
    "questions": questions.page,
    "glossary": glossary.page,
    "history": history.page,
}


def places() -> Iterator[Place]:
    """Every page that there is."""
    for code in LANGUAGES:
        for kind in DRAWN_BY:
            for preset in (USUAL,) if kind in ONE_FOR_ALL else PRESETS:
                yield Place(kind, preset, catalogue(code))


def pages() -> Iterator[tuple[str, dict[str, str]]]:
    """Every page: its path, and what the template ``reading.html`` wants."""
    for place in places():
        yield place.path, DRAWN_BY[place.kind](place)

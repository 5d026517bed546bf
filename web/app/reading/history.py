"""A little history: what is well known of the game, and no more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from scala40.messages import _
from scala40.rules import PRESETS, Rules

from .book import Entry, Part, opening, text
from .page import Place, document, section


def page(place: Place) -> dict[str, str]:
    """The page of the game's history, which is the same for all rules."""
    t = place.t
    about = t("Where Scala 40 belongs among card games, and what its name says.")
    sections = [section(entry, place) for entry in ENTRIES]
    return document(place, t("A little history"), about, sections)


def _name(rules: Rules) -> Iterator[Part]:
    yield text(
        "“Scala” is a flight of stairs, and the Italian word for a run of cards: each card is a"
        " step. The forty are the points that it takes to open, which sets the game apart from"
        " others of its kind."
    )
    yield opening("TH JH QH KH", rules)


def _family(rules: Rules) -> Iterator[Part]:
    yield text(
        "Scala 40 is a rummy game, of the large family in which cards are drawn, put together into"
        " sets and runs, and thrown. Rummy spread in the first half of the twentieth century; in"
        " Italy its family is called ramino, and burraco is a younger relation. The two packs with"
        " jokers are French cards, not the Italian ones of scopa and briscola."
    )


def _played(rules: Rules) -> Iterator[Part]:
    yield text(
        "At kitchen tables, in bars and in clubs from one end of Italy to the other it is among"
        " the best known games. Three or four is the usual number; two make it a quick duel."
        " There are tournaments with a code of their own, and many play it today on a phone. Who"
        " first played it, and when, we do not know for certain, so these pages do not say."
    )


def _many(rules: Rules) -> Iterator[Part]:
    yield text(
        "As it was passed on by word of mouth, there are as many ways to play as there are tables:"
        " whether a joker may open, what becomes of a freed one, what a hand costs that was never"
        " opened. This game knows {presets} of them by name and lets every rule be chosen.",
        presets=len(PRESETS),
    )


ENTRIES: Final = (
    Entry("name", _("The name"), _name, "lesson=runs"),
    Entry("family", _("The family"), _family, "lesson=sets"),
    Entry("where", _("Where it is played"), _played, "lesson=turn"),
    Entry("many", _("One game, many rules"), _many, "lesson=opening"),
)

"""The rules in force, in the words of :mod:`scala40.prose`, with cards judged by those rules."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

from scala40.actions import read_action
from scala40.cards import cards
from scala40.position import read_position
from scala40.prose import rules_text
from scala40.rules import Rules
from scala40.score import hand_points
from scala40.turn import apply

from ..parts import escape
from ..presets import blurb, title
from .book import Picture, hand, meld, opening, table, text
from .page import Place, document, drawn, trying


class Shown(NamedTuple):
    """What belongs to a section of the rules: its id, its pictures, and where it can be tried."""

    key: str
    lesson: str
    pictures: Callable[[Rules], Iterator[Picture]]


def page(place: Place) -> dict[str, str]:
    """The page of the rules of a preset."""
    t, rules = place.t, Rules.preset(place.preset)
    sections = (
        f'<section id="on-{shown.key}"><h2>{escape(told.title)}</h2>'
        + "".join(f"<p>{escape(paragraph)}</p>" for paragraph in told.paragraphs)
        + drawn(shown.pictures(rules), rules, t)
        + f"{trying(shown.lesson, told.title, place)}</section>"
        for told, shown in zip(rules_text(rules, t), SHOWN, strict=True)
    )
    heading = t("The rules: {preset}", preset=title(place.preset, t))
    return document(place, heading, blurb(place.preset, t), sections)


def _deck(rules: Rules) -> Iterator[Picture]:
    yield hand("7H 7H X", text("Two of every card, and the jokers."))


def _melds(rules: Rules) -> Iterator[Picture]:
    for written in (
        "7C 7D 7H",
        "QC QD QH QS",
        "7C 7H 7H",
        "5S 6S 7S",
        "5S 6S 7H",
        "AD 2D 3D",
        "QD KD AD",
        "AC AH AS",
        "KD AD 2D",
        "5H X 7H",
        "QS KS X",
        "X QS KS",
        "9C 9D X=9S",
        "5H X X 8H",
    ):
        yield meld(written, rules)


def _turn(rules: Rules) -> Iterator[Picture]:
    state = read_position({"hand": "4C 9D KS", "drawn": True, "round": 2}, rules)
    after = apply(state, read_action("discard KS"))
    yield Picture(
        (state.hand, after.discard),
        text("The hand after the draw, and the card thrown from it."),
    )


def _opening(rules: Rules) -> Iterator[Picture]:
    for written in ("TH JH QH KH", "7C 7D 7H|8C 8D 8S", "QD KD AD", "4S 5S 6S|JC X=JD JH"):
        yield opening(written, rules)


def _table(rules: Rules) -> Iterator[Picture]:
    before = read_position(
        {"hand": "8H 6H KC 2D", "table": ["5H X=6H 7H"], "opened": True, "drawn": True, "round": 2},
        rules,
    )
    yield table("5H X=6H 7H", text("A run on the table, with a joker for a card."))
    grown = apply(before, read_action("attach 8H T1"))
    yield Picture((grown.melds[0].cards,), text("{card} is attached.", card=cards("8H")))
    swapped = apply(grown, read_action("swap 6H T1"))
    yield Picture(
        (swapped.melds[0].cards, cards("X")),
        text("{card} takes the place of the joker, which is free.", card=cards("6H")),
    )


def _closing(rules: Rules) -> Iterator[Picture]:
    state = read_position({"hand": "5D 6D 7D 9C", "opened": True, "drawn": True, "round": 2}, rules)
    laid = apply(state, read_action("lay 5D 6D 7D"))
    closed = apply(laid, read_action("discard 9C"))
    assert closed.end is not None
    yield Picture(
        (laid.melds[0].cards, cards("9C")),
        text("The run is laid, {card} is thrown: the hand is closed.", card=cards("9C")),
    )


def _points(rules: Rules) -> Iterator[Picture]:
    held = "AS X 9D KC 4H"
    points = hand_points(cards(held), rules, opened=True)
    yield hand(held, text("This hand costs {points} points once one has opened.", points=points))


def _match(rules: Rules) -> Iterator[Picture]:
    yield from ()


#: By the sections of the rules, in their order.
SHOWN: Final = (
    Shown("cards", "lesson=deck", _deck),
    Shown("melds", "lesson=sets", _melds),
    Shown("turn", "lesson=turn", _turn),
    Shown("opening", "lesson=opening", _opening),
    Shown("table", "lesson=attaching", _table),
    Shown("closing", "lesson=closing", _closing),
    Shown("points", "lesson=counting", _points),
    Shown("match", "lesson=closing", _match),
)

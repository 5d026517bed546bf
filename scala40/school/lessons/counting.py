"""Counting: what melds are worth, and how far that is from an opening."""

from __future__ import annotations

from collections.abc import Iterator

from scala40.candidates import melds_in
from scala40.cards import cards
from scala40.melds import Meld, read_meld, readings
from scala40.messages import _
from scala40.rules import Rules
from scala40.school.lesson import Attempt, Mistake, Say, Task, opened, refused, say

TITLE = _("Counting")
ABOUT = _("What a meld is worth, on the way to the opening.")


def tasks(rules: Rules) -> Iterator[Task]:
    yield _most(
        "three",
        "hand 2C 3C 4C 6S 6D 6H 9D TD JD; unopened 1",
        say(
            "Cards count their number in a meld, ten, jack, queen and king {ten}. Choose the three"
            " cards that make the dearest meld.",
            ten=10,
        ),
        say("There are three melds in this hand: add each of them up."),
        "choose 9D TD JD",
        "choose 6D 6H 6S",
        "choose 2C 6H 9D",
    )
    yield _most(
        "aces",
        "hand AS 2S 3S AC AD AH QD KD; unopened 1",
        say(
            "An ace counts {low} before the 2, and {high} in a set or after the king. Choose the"
            " dearest meld.",
            low=_points("AS 2S 3S", rules) - 5,
            high=_points("QD KD AD", rules) - 20,
        ),
        say("A set may have four cards."),
        "choose AC AD AH AS",
        "choose AS 2S 3S",
        "choose AS 2S KD",
    )
    yield Task(
        "enough",
        "hand 9C 9D 9H 9S 2D 3D 4D KS; drawn; unopened 1",
        say(
            "Melds worth {needed} points together open. Put yours together, count, and open.",
            needed=rules.opening_points,
        ),
        opened,
        lambda a: say(
            "{points} points are enough. Points are counted anew each turn, and none are saved up.",
            points=sum(meld.points for meld in a.laid),
        ),
        say("The set may have all four nines in it."),
        "lay 9C 9D 9H 9S | 2D 3D 4D",
        (Mistake(refused("opening-short"), _short, "lay 9C 9D 9H | 2D 3D 4D"),),
        teaches=("In melds the cards from 2 to 9", "To open, a player lays"),
    )


def _most(name: str, position: str, text: Say, hint: Say, right: str, less: str, none: str) -> Task:
    """The dearest meld of the hand is to be chosen."""
    return Task(
        name,
        position,
        text,
        _dearest,
        lambda a: say("It is worth {points} points.", points=_chosen_points(a)),
        hint,
        right,
        (
            Mistake(
                _makes_meld,
                lambda a: say(
                    "That meld is worth {points}. There is one worth {most}.",
                    points=_chosen_points(a),
                    most=_most_points(a),
                ),
                less,
            ),
            Mistake(_no_meld, say("These cards make no meld together."), none),
        ),
        "choose",
        teaches=("In melds the cards from 2 to 9",),
    )


def _ways(a: Attempt) -> list[Meld]:
    return readings(a.chosen, a.rules)


def _chosen_points(a: Attempt) -> int:
    return max(meld.points for meld in _ways(a))


def _most_points(a: Attempt) -> int:
    return max(meld.points for meld in melds_in(a.hand, a.rules))


def _dearest(a: Attempt) -> bool:
    return _makes_meld(a) and _chosen_points(a) == _most_points(a)


def _makes_meld(a: Attempt) -> bool:
    return bool(_ways(a))


def _no_meld(a: Attempt) -> bool:
    return bool(a.chosen) and not _ways(a)


def _points(text: str, rules: Rules) -> int:
    return read_meld(cards(text), rules).points


def _short(a: Attempt) -> Say:
    assert a.refused is not None
    facts = a.refused.facts
    return say(
        "That is {points}, and {short} short. Look for a card that one of the melds could take as"
        " well.",
        points=facts["points"],
        short=facts["short"],
    )

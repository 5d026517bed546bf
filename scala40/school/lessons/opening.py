"""The opening: melds that are worth enough together, the better of two, and the joker kept."""

from __future__ import annotations

from collections.abc import Iterator

from scala40.cards import JOKER
from scala40.messages import _
from scala40.rules import Rules
from scala40.school.lesson import (
    Attempt,
    Mistake,
    Say,
    Task,
    at_its_best,
    both,
    jokers_laid,
    opened,
    refused,
    say,
    spoilt,
)

TITLE = _("Opening")
ABOUT = _("Enough points at once, and which of two ways is better.")


def tasks(rules: Rules) -> Iterator[Task]:
    yield Task(
        "first",
        "hand QH KH AH 3C 4C 5C 8S JD; drawn; unopened 1",
        say(
            "The first melds that you lay are worth {needed} points or more together. Choose a"
            " meld, put it together, do the same with the next, and open.",
            needed=rules.opening_points,
        ),
        opened,
        lambda a: say(
            "You opened with {points}. From now on you may lay and attach what you like.",
            points=_laid_points(a),
        ),
        say("There is a run of hearts with the ace on top, and a run of clubs."),
        "lay QH KH AH | 3C 4C 5C",
        (Mistake(refused("opening-short"), _short, "lay QH KH AH"),),
        teaches=("To open, a player lays", "Cards that are attached do not count"),
    )
    yield Task(
        "better",
        "hand KC KD KH KS QS JS 4D 9C 2H; drawn; unopened 1",
        say("There are two ways to open here. Open so that the fewest points stay in your hand."),
        both(opened, at_its_best),
        lambda a: say(
            "After the discard {points} points stay, and less is not possible.", points=a.left
        ),
        say("One king may help the spades more than the other kings."),
        "lay KC KD KH | JS QS KS",
        (
            Mistake(
                both(opened, spoilt),
                lambda a: say(
                    "That opens, and leaves {points} points after the discard. The other way leaves"
                    " {best}.",
                    points=a.left,
                    best=a.best,
                ),
                "lay KC KD KH KS",
            ),
        ),
    )
    yield Task(
        "joker",
        "hand QS KS AS 7C 7D 7H 4D 9C X; drawn; unopened 1",
        _with_joker(rules),
        both(opened, lambda a: JOKER in a.hand),
        _kept(rules),
        say("Leave the joker where it is: a run of spades and three sevens are enough."),
        "lay QS KS AS | 7C 7D 7H",
        (
            Mistake(
                refused("joker-in-opening", "opening-not-clean"),
                say(
                    "These rules allow no joker in the opening. The same melds without it will do."
                ),
                "lay QS KS AS | 7C 7D 7H X=7S",
            )
            if rules.opening_jokers == "forbidden"
            else Mistake(
                both(opened, lambda a: jokers_laid(a) > 0),
                lambda a: say(
                    "You opened with {points}, and the joker was not needed for {needed}. Kept back"
                    " it could have helped you close.",
                    points=_laid_points(a),
                    needed=a.rules.opening_points,
                ),
                "lay QS KS AS | 7C 7D 7H X=7S",
            ),
        ),
        teaches=("A joker in the opening",),
    )


def _laid_points(a: Attempt) -> int:
    return sum(meld.points for meld in a.laid)


def _short(a: Attempt) -> Say:
    assert a.refused is not None
    facts = a.refused.facts
    return say(
        "That is {points}, and {short} short of {needed}. Add another meld to it, and open with"
        " both at once.",
        points=facts["points"],
        short=facts["short"],
        needed=facts["needed"],
    )


def _with_joker(rules: Rules) -> Say:
    if rules.opening_jokers == "forbidden":
        return say("Under these rules no joker may be part of the opening. Open without it.")
    return say("A joker may help to open, but it is worth more later. Open without it.")


def _kept(rules: Rules) -> Say:
    if rules.opening_jokers == "counted":
        return say(
            "Well kept. Where you need it to open, it counts as the card that it stands for."
        )
    return say("From your next meld on the joker may be used.")

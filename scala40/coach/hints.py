"""Advice told in steps: where to look, what to do, why, and what else there is to know.

Never more than two short sentences at a time.

>>> from scala40.coach.advice import advise
>>> from scala40.messages import ENGLISH
>>> from scala40.position import read_position_text
>>> from scala40.rules import Rules
>>> from scala40.view import View
>>> text = "hand 7H 8H KD 2C 2S; opened; drawn; others 9; table 4C 5C 6C; stock 60"
>>> view = View(0, read_position_text(text, Rules.preset("online")), (), (0, 0))
>>> for step in steps(advise(view), Teller(("You", "Anna"), 0, ENGLISH))[:2]:
...     print(step.replace("\ufe0e", ""))
Which card goes with the fewest others?
Throw the K♦.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from scala40.actions import Attach, Buy, Draw, Lay, Pass, Swap, Take
from scala40.coach.advice import Advice
from scala40.coach.facts import (
    CanOpen,
    Fact,
    HoldsBack,
    JokerWaits,
    MayClose,
    MayNotTake,
    OnlyWay,
    Throws,
)
from scala40.coach.review import Review
from scala40.coach.telling import Teller
from scala40.messages import Catalogue

#: Of facts of one sort so many are told.
ALIKE: Final = 2


def steps(advice: Advice, teller: Teller) -> tuple[str, ...]:
    """What to say of an advice one step after the other.

    A silent one says so first, and then what there is to know all the same.
    """
    t = teller.words
    others = _by_two(map(teller.fact, _few(advice.facts)))
    if advice.silent:
        return (t("Nothing shows one move to be better than the others here."), *others)
    if not advice.actions:
        return (*map(teller.fact, advice.reasons), *others)
    why = _by_two(map(teller.fact, advice.reasons))
    return (nudge(advice, t), teller.doing(advice.actions), *why, *others)


def nudge(advice: Advice, t: Catalogue) -> str:
    """Where to look, without saying what to do; the advice is not silent."""
    match advice.reasons[0], advice.actions[0]:
        case MayClose(), _:
            return t("Look at the end of it: this turn can close the hand.")
        case CanOpen(), _:
            return t("Count your melds: there is an opening in your hand.")
        case _, Lay():
            return t("There is a meld in your hand.")
        case _, Attach():
            return t("Look at the table: something of yours fits there.")
        case _, Swap():
            return t("Look at the jokers on the table.")
        case _, Buy() | Pass():
            return t("Look at the card that is offered.")
        case MayNotTake() | OnlyWay(), _:
            return t("There is only one way to begin.")
        case _, Take() | Draw():
            return t("Look at the top discard. Does it help more than a card of the stock?")
        case HoldsBack(), _:
            return t("You could open. Is there more to win by waiting?")
        case JokerWaits(), _:
            return t("Does the joker have to go now?")
        case Throws("opens" | "points"), _:
            return t("Which cards bring you nearer to an opening?")
        case Throws("closes"), _:
            return t("Think of your next turn: with which cards could it close?")
        case Throws("left"), _:
            return t("Which card costs you most?")
        case _:
            return t("Which card goes with the fewest others?")


def reviewed(review: Review, teller: Teller) -> str:
    """What was good about an action, or what it missed."""
    t, said = teller.words, teller.fact(review.fact)
    if review.good:
        return t("Well done. {fact}", fact=said)
    match review.fact:
        case CanOpen(points, melds):
            return t("You could have opened with {points}: {melds}.", points=points, melds=melds)
        case Throws(_, card):
            return " ".join((t("Better was the {card}.", card=card), said))
        case _:
            return said


def _few(facts: Iterable[Fact]) -> Iterator[Fact]:
    """Not too many of one sort."""
    told: Counter[type] = Counter()
    for fact in facts:
        told[type(fact)] += 1
        if told[type(fact)] <= ALIKE:
            yield fact


def _by_two(sentences: Iterable[str]) -> list[str]:
    """Sentences that are said together, two at a time."""
    every = list(sentences)
    return [" ".join(every[n : n + 2]) for n in range(0, len(every), 2)]

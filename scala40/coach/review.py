"""What was good about an action, or what it missed, by the measures of the advice and no others.

>>> from scala40.cards import card
>>> from scala40.position import read_position_text
>>> text = "hand 7H 8H KD 2C 2S; opened; drawn; others 9; table 4C 5C 6C; stock 60"
>>> view = View(0, read_position_text(text, Rules.preset("online")), (), (0, 0))
>>> review(view, Discard(card("KD"))).good, review(view, Discard(card("7H"))).good
(True, False)
"""

from __future__ import annotations

from dataclasses import dataclass

from scala40.actions import Action, Attach, Buy, Discard, Draw, Lay, Pass, Swap, Take
from scala40.cards import JOKER
from scala40.coach.advice import Advice, advise, closes, stuck
from scala40.coach.counting import throws
from scala40.coach.dangers import fits
from scala40.coach.facts import (
    CanOpen,
    CouldClose,
    Fact,
    GaveAway,
    JokerSpent,
    JokerThrown,
    Left,
    MayClose,
    OpensByTaking,
    Stuck,
    TakeOrDraw,
    Throws,
)
from scala40.coach.weighing import jokers_in, measured, taking
from scala40.melds import read_meld
from scala40.rules import Rules
from scala40.score import hand_points
from scala40.search import best_turn, points_left
from scala40.turn import apply
from scala40.view import View

__all__ = ["Review", "Rules", "review"]


@dataclass(frozen=True)
class Review:
    """What the fact shows an action to have been: good, or not the best."""

    good: bool
    fact: Fact


def review(view: View, action: Action, advice: Advice | None = None) -> Review | None:
    """What to say of an action; None where nothing can be shown.

    Args:
        view: what its player saw before it; the action is allowed there.
        advice: what the coach advised there, if that is known already.
    """
    advice = advice or advise(view)
    if not advice.actions:
        return None
    if apply(view.state, action) == apply(view.state, advice.actions[0]):
        shown = [fact for fact in advice.reasons if isinstance(fact, GOOD)]
        return Review(True, shown[0]) if shown else None
    match action:
        case Draw() | Take() | Pass():
            missed = _missed_drawing(view, action)
        case Lay() | Attach() | Swap():
            missed = _missed_placing(view, action, advice)
        case Discard():
            missed = _missed_throwing(view, action, advice)
        case _:
            missed = None
    return Review(False, missed) if missed else None


#: The reasons of an advice that are worth a word when it was followed.
GOOD = (CanOpen, MayClose, TakeOrDraw, OpensByTaking, Throws)


def _missed_drawing(view: View, action: Action) -> Fact | None:
    if view.state.buyers or isinstance(action, Buy):
        return None
    match taking(view):
        case TakeOrDraw() as both:
            worse = both.taken > both.drawn if isinstance(action, Take) else both.taken < both.drawn
            return both if worse else None
        case OpensByTaking() as both:
            return None if isinstance(action, Take) else both
        case None:
            return None


def _missed_placing(view: View, action: Lay | Attach | Swap, advice: Advice) -> Fact | None:
    state = view.state
    after = apply(state, action)
    if after.end is not None:
        return None
    best = best_turn(state)[0]
    if stuck(after):
        return Stuck()
    if closes(state) and not closes(after):
        return CouldClose(best)
    left, fewest = points_left(after), points_left(state)
    if left > fewest:
        return Left(left, fewest, best)
    first = advice.actions[0]
    if isinstance(action, Lay) and isinstance(first, Lay) and not state.has_opened:
        laid, other = (
            tuple(read_meld(cards, state.rules) for cards in lay.melds) for lay in (action, first)
        )
        if jokers_in(laid) > jokers_in(other):
            return JokerSpent(other)
    return None


def _missed_throwing(view: View, action: Discard, advice: Advice) -> Fact | None:
    state, first = view.state, advice.actions[0]
    after = apply(state, action)
    if after.end is not None:
        return None
    best = best_turn(state)[0]
    if closes(state):
        return CouldClose(best)
    if not isinstance(first, Discard):
        opening = [fact for fact in advice.reasons if isinstance(fact, CanOpen)]
        if opening:
            return opening[0]
        left = hand_points(after.hands[view.seat], state.rules, opened=True)
        fewest = points_left(state)
        return Left(left, fewest, best) if left > fewest else None
    others = [c for c in throws(state) if c not in (JOKER, action.card)]
    if action.card == JOKER and others:
        return JokerThrown(first.card if first.card in others else others[0])
    taken = {fact.card: fact.meld for fact in fits(view)}
    safe = [c for c in (first.card, *others) if c not in taken and c != JOKER]
    if action.card in taken and safe:
        return GaveAway(action.card, taken[action.card], safe[0])
    for reason in advice.reasons:
        if isinstance(reason, Throws):
            value = measured(view, reason.measure)[action.card]
            if value != reason.value:
                return Throws(reason.measure, first.card, reason.value, action.card, value)
    return None

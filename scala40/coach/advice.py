"""What the coach would do, and the facts that show why; where none does, it is silent.

The move is that of :mod:`scala40.tactics`, so that following the coach is playing well; a reason is
given only where it holds exactly, and where no reason does the coach advises nothing.

>>> from scala40.position import read_position_text
>>> text = "hand TH JH QH 5S 6S 7S KD 2C; drawn; others 13; discard 4H; stock 60"
>>> state = read_position_text(text, Rules.preset("online"))
>>> advice = advise(View(0, state, (), (0, 0)))
>>> [str(action) for action in advice.actions], advice.reasons[0].points
(['lay TH JH QH | 5S 6S 7S'], 48)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scala40 import bots, tactics
from scala40.actions import Action, Attach, Buy, Discard, Draw, Lay, Pass, Swap, Take
from scala40.cards import JOKER
from scala40.coach.counting import counts, opens_with, plans, rules_now
from scala40.coach.dangers import dangers
from scala40.coach.facts import (
    CanOpen,
    Fact,
    FewestLeft,
    MayClose,
    MayNotTake,
    OnlyWay,
    Opens,
    OpensByTaking,
    Stuck,
    TakeOrDraw,
)
from scala40.coach.weighing import (
    discard_reasons,
    fewest_left,
    holds_back,
    joker_waits,
    openings,
    taking,
    without,
)
from scala40.melds import read_meld
from scala40.moves import LegalActions
from scala40.partition import opening_points
from scala40.rules import Rules
from scala40.search import best_turn
from scala40.state import State
from scala40.turn import apply
from scala40.view import View

__all__ = ["Advice", "Rules", "advise", "choose", "closes", "facts", "stuck"]


@dataclass(frozen=True)
class Advice:
    """What to do, and why.

    Attributes:
        actions: what to do now, one action after the other: all that goes on the table, or the one
            action that begins or ends the turn; to the end where the hand can be closed. Nothing
            where the turn can only be undone.
        reasons: facts that show it, the most telling first; without one the coach is silent.
        facts: what else there is to know, the most pressing first.
    """

    actions: tuple[Action, ...]
    reasons: tuple[Fact, ...]
    facts: tuple[Fact, ...]

    @property
    def silent(self) -> bool:
        """Nothing shows this move to be the better one."""
        return not self.reasons


def advise(view: View) -> Advice:
    """The advice for the player to act.

    Args:
        view: what that player sees; the hand is not over.
    """
    if stuck(view.state):
        return Advice((), (Stuck(),), tuple(facts(view)))
    actions = _now(view)
    reasons = tuple(_reasons(view, actions))
    return Advice(actions, reasons, tuple(f for f in facts(view, actions[0]) if f not in reasons))


def choose(view: View) -> Action:
    """The action of a player who follows the coach, and plays as *normal* where it is silent.

    >>> from scala40.position import read_position_text
    >>> text = "hand KS X 2C 3C; opened; drawn; others 9; stock 60"
    >>> str(choose(View(0, read_position_text(text, Rules.preset("online")), (), (0, 0))))
    'lay X=AC 2C 3C'
    """
    actions = _now(view)
    silent = next(_reasons(view, actions), None) is None
    return bots.choose(view, "normal") if silent else actions[0]


def facts(view: View, action: Action | None = None) -> Iterator[Fact]:
    """What there is to know of a position: dangers, rules, the plan, what is counted.

    Args:
        action: what is about to be done; a discard leaves the hand before it is counted.
    """
    yield from dangers(view)
    yield from rules_now(view)
    yield from plans(view)
    thrown = action.card if isinstance(action, Discard) else None
    if thrown is not None and not view.state.has_opened:
        outs = opens_with(without(view.hand, thrown), view)
        if outs:
            yield Opens(thrown, outs)
    yield from counts(view, thrown)


def _now(view: View) -> tuple[Action, ...]:
    """What to do now: all that goes on the table, or one action."""
    state, found = view.state, list[Action]()
    while state.seat == view.seat and state.end is None:
        action = tactics.choose(view._replace(state=state))
        closes = isinstance(action, Discard) and len(state.hand) == 1
        if found and not closes and not isinstance(action, Lay | Attach | Swap):
            break
        found.append(action)
        if not isinstance(action, Lay | Attach | Swap):
            break
        state = apply(state, action)
    return tuple(found)


def _reasons(view: View, actions: tuple[Action, ...]) -> Iterator[Fact]:
    state, first = view.state, actions[0]
    if isinstance(first, Pass | Buy) and state.buyers:
        yield from _only_way(state)
    elif isinstance(first, Draw | Pass | Take):
        yield from _drawing(view, first)
    elif closes(state):
        yield MayClose()
    elif isinstance(first, Discard):
        yield from _throwing(view, first)
    else:
        yield from _placing(view, actions)


def _only_way(state: State) -> Iterator[Fact]:
    moves = iter(LegalActions(state))
    if next(moves, None) is not None and next(moves, None) is None:
        yield OnlyWay()


def stuck(state: State) -> bool:
    """True where a turn has been begun that cannot be ended, such as by opening without a card
    that was taken to open.

    >>> from scala40.position import read_position_text
    >>> text = "hand 9H 9S 2C; opened; drawn; others 9; taken 9H; stock 60"
    >>> stuck(read_position_text(text, Rules.preset("online")))
    True
    """
    return state.drawn and not state.buyers and not best_turn(state)[0]


def closes(state: State) -> bool:
    """True where the player to act, who has drawn, can close in this turn.

    >>> from scala40.position import read_position_text
    >>> text = "hand 7S KS; opened; drawn; table 4S 5S 6S; others 9; stock 60"
    >>> closes(read_position_text(text, Rules.preset("online")))
    True
    """
    end = best_turn(state)[1].end
    return end is not None and end.closer == state.seat


def _drawing(view: View, action: Action) -> Iterator[Fact]:
    """What speaks for the way in which the turn is begun."""
    if isinstance(action, Take) and closes(apply(view.state, action)):
        yield MayClose()
    match taking(view):
        case TakeOrDraw() as both:
            if (both.taken < both.drawn) == isinstance(action, Take):
                yield both
        case OpensByTaking() as both:
            if isinstance(action, Take):
                yield both
        case None:
            refused = [f for f in rules_now(view) if isinstance(f, MayNotTake)]
            yield from refused or _only_way(view.state)


def _throwing(view: View, action: Discard) -> Iterator[Fact]:
    state = view.state
    best = best_turn(state)[0]
    if not state.has_opened and any(isinstance(each, Lay) for each in best):
        waits = holds_back(view, action.card)
        if waits is None:
            return
        yield waits
    elif JOKER in view.hand and any(not isinstance(each, Discard) for each in best):
        joker = joker_waits(view)
        if joker is None:
            return
        yield joker
    found = discard_reasons(view, action.card)
    yield from found or _only_way(state)


def _placing(view: View, actions: tuple[Action, ...]) -> Iterator[Fact]:
    """What speaks for what goes on the table."""
    state, first = view.state, actions[0]
    left = fewest_left(state, actions)
    if isinstance(first, Lay) and not state.has_opened:
        melds = tuple(read_meld(cards, state.rules) for cards in first.melds)
        yield CanOpen(sum(opening_points(meld, state.rules) or 0 for meld in melds), melds)
        if left is not None:
            yield from openings(state, first)
    if left is not None:
        yield FewestLeft(left)
    elif state.has_opened and JOKER in view.hand:
        joker = joker_waits(view)
        if joker is not None:
            yield joker

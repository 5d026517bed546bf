"""The best turn said a second time: every sequence of legal actions, tried one by one."""

from __future__ import annotations

from scala40.actions import PutBack
from scala40.moves import LegalActions
from scala40.score import hand_points
from scala40.state import State
from scala40.turn import apply

#: What a turn leaves: False where it closes, the points, the cards.
Outcome = tuple[bool, int, int]


def outcome(after: State, seat: int) -> Outcome:
    """What a turn of a seat left, the better the smaller; the opening is no matter of it."""
    hand = after.hands[seat]
    closed = after.end is not None and after.end.closer == seat
    return (not closed, hand_points(hand, after.rules, opened=True), len(hand))


def best_outcome(state: State, most: int = 10**9) -> Outcome | None:
    """The best outcome of any turn from here; None where none can be ended.

    Raises:
        OverflowError: more than ``most`` positions would have to be looked at.
    """
    found: set[Outcome] = set()
    seen = set()
    todo = [state]
    while todo:
        here = todo.pop()
        if here.end is not None or here.seat != state.seat:
            found.add(outcome(here, state.seat))
            continue
        key = (here.hand, tuple(sorted(here.melds, key=str)), here.freed, here.duty, here.placed)
        if key in seen:
            continue
        seen.add(key)
        if len(seen) > most:
            raise OverflowError
        todo += [apply(here, move) for move in LegalActions(here) if not isinstance(move, PutBack)]
    return min(found, default=None)

"""The best whole turn by trying everything: exact, plain, and slow on large hands.

>>> from scala40.cards import cards
>>> from scala40.melds import read_meld
>>> from scala40.rules import Rules
>>> rules = Rules.preset("online")
>>> table = (read_meld(cards("JS QS KS"), rules),)
>>> hands = (cards("9S 4D X"), ())
>>> state = State(rules, (0, 1), hands, (True, True), table, (1,), turns=2, drawn=True)
>>> [str(action) for action in best_turn(state)[0]]
['attach X=TS T1', 'attach 9S T1', 'discard 4D']
"""

from __future__ import annotations

from scala40.actions import Action, PutBack
from scala40.moves import LegalActions
from scala40.score import hand_points
from scala40.state import State
from scala40.turn import apply


def best_turn(state: State) -> tuple[tuple[Action, ...], State]:
    """The best way to end the turn of the player to act, who has drawn.

    Best is to close; else the fewest points left in the hand, then the fewest cards.

    Returns:
        The actions and the state after them; no action where the turn cannot be ended.
    """
    seat, best = state.seat, (10**6, 10**6)
    answer: tuple[tuple[Action, ...], State] = ((), state)
    seen = set()
    todo: list[tuple[State, tuple[Action, ...]]] = [(state, ())]
    while todo:
        here, path = todo.pop()
        if here.end is not None or here.seat != seat:
            hand = here.hands[seat]
            closed = here.end is not None and here.end.closer == seat
            if closed:
                return path, here  # nothing is better
            rank = (hand_points(hand, here.rules, opened=True), len(hand))
            if rank < best:
                best, answer = rank, (path, here)
            continue
        key = (here.hand, here.melds, here.freed, here.duty, here.placed)
        if key in seen:
            continue
        seen.add(key)
        for action in LegalActions(here):
            if not isinstance(action, PutBack):
                todo.append((apply(here, action), (*path, action)))
    return answer

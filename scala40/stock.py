"""The stock: drawing from it, and renewing it from the discard pile.

>>> from scala40.cards import cards, hand_text
>>> state = State(Rules.preset("classica"), (0, 1), ((), ()), (True, True), stock=cards("9H"))
>>> hand_text(draw_card(state).hand)
'9H'
"""

from __future__ import annotations

from scala40.cards import UNSEEN
from scala40.rules import Rules
from scala40.shuffle import Stream
from scala40.state import HandEnd, State

__all__ = ["Rules", "draw_card", "renewed"]


def draw_card(state: State) -> State:
    """The state with the top card of the stock in the acting hand, which has drawn then.

    The hand is void where the stock is used up and the rules have nothing left to give.
    """
    if not state.stock:
        again = renewed(state)
        if again is None:
            return state._replace(end=HandEnd(None, False))
        state = again
    hands = state.hands_with(state.hand_with(state.stock[0]))
    state = state._replace(hands=hands, stock=state.stock[1:], drawn=True)
    if not state.stock and state.rules.stock_exhaustion == "turn-over":
        state = renewed(state) or state
    return state


def renewed(state: State) -> State | None:
    """The state with its used-up stock renewed from the pile, or None where nothing is left."""
    rules = state.rules
    if rules.max_reshuffles is not None and state.renewals >= rules.max_reshuffles:
        return None
    if rules.stock_exhaustion == "turn-over":
        if not state.discard:
            return None
        return state._replace(stock=state.discard, discard=(), renewals=state.renewals + 1)
    below = state.discard[:-1]
    if not below:
        return None
    if state.deal is not None:
        stock = Stream(state.deal[0], "reshuffle", state.deal[1], state.renewals).shuffled(below)
    elif len(set(below)) == 1:
        stock = below  # no order to hide
    else:
        stock = (UNSEEN,) * len(below)
    return state._replace(stock=stock, discard=state.discard[-1:], renewals=state.renewals + 1)

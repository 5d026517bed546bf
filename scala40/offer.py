"""Buying (compra): a discard that the next player lets go is offered to the others in turn.

The next player takes it or passes. On a pass the others who have opened, but for the one who threw
it, are asked in the direction of play: each buys it, laying it at once in a new meld and drawing a
penalty card, or passes. Then the player in turn draws from the stock.
"""

from __future__ import annotations

from scala40.cards import Card
from scala40.errors import Refused
from scala40.melds import read_meld
from scala40.state import State
from scala40.stock import draw_card


def asked_after(state: State) -> tuple[int, ...]:
    """The seats that would be asked if the player in turn let the top discard go."""
    if not state.rules.buying or state.drawn or state.passed or not state.discard:
        return ()
    if not state.turns:
        return ()  # the first card turned up is not for sale
    here = state.order.index(state.seat)
    others = (*state.order[here + 1 :], *state.order[:here])[:-1]  # the last of them threw it
    return tuple(seat for seat in others if state.opened[seat])


def let_go(state: State) -> State:
    """Pass: the next one is asked, or the player in turn goes on.

    Raises:
        Refused: ``nothing-to-pass``.
    """
    if state.buyers:
        return _ask_next(state)
    asked = asked_after(state)
    if not asked:
        raise Refused("nothing-to-pass")
    return state._replace(seat=asked[0], buyers=asked, waiting=state.seat, passed=True)


def buy(state: State, written: tuple[Card, ...]) -> State:
    """Buy the top discard into a new meld, and draw a penalty card.

    Raises:
        Refused: ``not-for-sale``, ``bought-card-missing``, ``not-in-hand``, ``keep-one-to-buy``,
            and what :func:`scala40.melds.read_meld` refuses.
    """
    if not state.buyers:
        raise Refused("not-for-sale")
    top = state.discard[-1]
    laid = [c.in_hand for c in written]
    if top not in laid:
        raise Refused("bought-card-missing", card=top)
    laid.remove(top)
    hand = state.hand_without(laid)
    meld = read_meld(written, state.rules)
    if not hand:
        raise Refused("keep-one-to-buy")
    bought = state._replace(
        hands=state.hands_with(hand),
        melds=(*state.melds, meld),
        owners=(*state.owners, state.seat),
        discard=state.discard[:-1],
        buyers=state.buyers[:1],
    )
    return _ask_next(draw_card(bought)._replace(drawn=False))


def _ask_next(state: State) -> State:
    """The next who is asked; after the last the player in turn goes on."""
    left = state.buyers[1:]
    if left:
        return state._replace(seat=left[0], buyers=left)
    return state._replace(
        seat=state.seat if state.waiting is None else state.waiting, buyers=(), waiting=None
    )

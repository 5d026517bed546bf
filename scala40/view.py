"""What one seat may see of a hand, and nothing else; a bot is handed this and only this.

>>> from scala40.hand import Hand, deal_hand
>>> hand = Hand(deal_hand(Rules.preset("online"), seats=2, order=(0, 1), deal=7))
>>> view = view_of(hand, seat=0, totals=(0, 0))
>>> set(view.state.hands[1]) == {UNSEEN} and len(view.hand) == 13
True
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from scala40.cards import UNSEEN, Card, pack
from scala40.hand import Event, Hand
from scala40.rules import Rules
from scala40.state import State

__all__ = ["Rules", "View", "view_of"]


class View(NamedTuple):
    """A hand as one seat sees it.

    Attributes:
        seat: whose view it is.
        state: the state with every card that the seat may not see replaced by ``UNSEEN``. The rules
            can be asked of it as of any state.
        events: what was done in this hand, with other players' drawn cards hidden.
        totals: penalty points by seat before this hand.
    """

    seat: int
    state: State
    events: tuple[Event, ...]
    totals: tuple[int, ...]

    @property
    def hand(self) -> tuple[Card, ...]:
        """The own cards."""
        return self.state.hands[self.seat]

    def unseen(self) -> Counter[Card]:
        """How many copies of each kind are not in the own hand, on the table or on the pile."""
        left = Counter(pack(self.state.rules.jokers))
        left.subtract(self.hand)
        left.subtract(self.state.discard)
        left.subtract(c.in_hand for meld in self.state.melds for c in meld.cards)
        return left

    def _repr_html_(self) -> str:
        from scala40.drawing import state_html  # for notebooks alone

        return state_html(self.state)


def view_of(hand: Hand, seat: int, totals: tuple[int, ...]) -> View:
    """The view of one seat."""
    state = hand.state
    hidden = state._replace(
        hands=tuple(
            cards if other == seat else (UNSEEN,) * len(cards)
            for other, cards in enumerate(state.hands)
        ),
        stock=(UNSEEN,) * len(state.stock),
        deal=None,
    )
    events = tuple(event if event.seat == seat else event.hidden() for event in hand.events)
    return View(seat, hidden, events, totals)

"""What a discard would give away, judged from what a seat has seen.

>>> from scala40.hand import Hand, deal_hand
>>> from scala40.cards import card
>>> from scala40.view import view_of
>>> hand = Hand(deal_hand(Rules.preset("online"), seats=2, order=(0, 1), deal=7))
>>> others = Others(view_of(hand, seat=0, totals=(0, 0)))
>>> others.chance_of_meld(card("7H"), seat=1) > others.chance_of_meld(card("AC"), seat=1)
True
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from typing import Final

from scala40.actions import Attach, Buy, Discard, Lay, PutBack, Swap, Take
from scala40.cards import JOKER, Card, natural
from scala40.melds import placements
from scala40.rules import Rules
from scala40.state import State
from scala40.view import View

__all__ = ["Others", "Rules", "attachable", "partners"]

#: How much likelier than now somebody is to hold a kind that they have thrown.
SHED: Final = 0.3


def attachable(card: Card, state: State) -> bool:
    """True where the table would take a card."""
    return any(placements(meld, card, state.rules) for meld in state.melds)


@cache
def partners(card: Card) -> tuple[tuple[Card, Card], ...]:
    """Every two natural cards that make a meld of three with this natural card."""
    ranks = (card.rank, 14) if card.rank == 1 else (card.rank,)
    same_rank = [natural(card.rank, suit) for suit in range(4) if suit != card.suit]
    runs = [
        (natural(a, card.suit), natural(b, card.suit))
        for place in ranks
        for a, b in ((place - 2, place - 1), (place - 1, place + 1), (place + 1, place + 2))
        if a >= 1 and b <= 14
    ]
    return (*combinations(same_rank, 2), *runs)


class Others:
    """What the other hands may hold, from what they took and threw.

    Args:
        view: what a seat sees.
    """

    def __init__(self, view: View) -> None:
        self._state = view.state
        self._unseen = view.unseen()
        self._hidden = max(1, self._unseen.total())
        self._shed: dict[int, set[Card]] = {seat: set() for seat in view.state.order}
        self._held: dict[int, Counter[Card]] = {seat: Counter() for seat in view.state.order}
        self._taken = JOKER  # the card that was taken last
        for event in view.events:
            if event.seat in self._held:
                self._note(event.seat, event.action)

    def _note(self, seat: int, action: object) -> None:
        held = self._held[seat]
        match action:
            case Take(card):
                held[card] += 1
                self._taken = card
            case PutBack():
                held[self._taken] -= 1
            case Swap(card):
                held[card] -= 1
                held[JOKER] += 1
            case Discard(card):
                self._shed[seat].add(card)
                held[card] -= 1
            case Attach(card):
                held[card.in_hand] -= 1
            case Lay(melds):
                held.subtract(c.in_hand for meld in melds for c in meld)
            case Buy(meld):
                held.subtract(c.in_hand for c in meld)
        self._held[seat] = +held

    def known(self, seat: int) -> Counter[Card]:
        """The cards that a player took in sight of all and has not shown since."""
        return self._held[seat]

    def chance_of(self, card: Card, seat: int) -> float:
        """About how likely a player holds a kind, 0 to 1."""
        if self._held[seat][card]:
            return 1.0
        likely = self._unseen[card] * len(self._state.hands[seat]) / self._hidden
        return min(1.0, likely * (SHED if card in self._shed[seat] else 1.0))

    def chance_of_meld(self, card: Card, seat: int) -> float:
        """About how likely a player can make a meld with this card, 0 to 1.

        The chances of its partners are taken as if each were drawn by itself, which says too much
        rather than too little.
        """
        if card == JOKER:
            return 1.0
        joker = self.chance_of(JOKER, seat)
        pairs = sum(
            a * b + joker * max(a, b)
            for a, b in (
                (self.chance_of(one, seat), self.chance_of(other, seat))
                for one, other in partners(card)
            )
        )
        return min(1.0, pairs)

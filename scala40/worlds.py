"""Deals that fit what a seat has seen, drawn at random: what may lie where it cannot look.

A world is the view's state with every hidden card filled in. What others took in sight of all and
did not show since is in their hands; a renewed stock holds only what went into it; a player who has
not opened holds no opening after a turn, and one who has opened holds nothing that would go on the
table, as far as a few tries find such hands.

>>> from scala40.hand import Hand, deal_hand
>>> from scala40.shuffle import Stream
>>> from scala40.view import view_of
>>> hand = Hand(deal_hand(Rules.preset("online"), seats=2, order=(0, 1), deal=7))
>>> worlds = Worlds(view_of(hand, seat=0, totals=(0, 0)))
>>> world = worlds.draw(Stream(1, "sample"))
>>> world.hands[0] == hand.state.hands[0], len(world.hands[1]), len(world.stock)
(True, 13, 81)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from scala40.actions import Buy, Discard, PutBack, Take
from scala40.cards import JOKER, Card
from scala40.danger import Others, attachable
from scala40.packed import JOKERS_AT, NATURAL_BITS, pack_hand
from scala40.rules import Rules
from scala40.shuffle import Stream
from scala40.solver import splitter
from scala40.state import State
from scala40.view import View

__all__ = ["Rules", "Worlds"]

#: So many hands are tried for a player before one is taken that does not quite fit.
TRIES: Final = 8


class Worlds:
    """The worlds of one view.

    Args:
        view: what a seat sees.
    """

    def __init__(self, view: View) -> None:
        self._view = view
        self._others = Others(view)
        self._seats = [seat for seat in view.state.order if seat != view.seat]
        self._hidden = +view.unseen()
        for seat in self._seats:
            self._hidden -= self._others.known(seat)
        self._renewed = _renewed_with(view)
        self._acted = {event.seat for event in view.events if isinstance(event.action, Discard)}
        self._most = splitter(view.state.rules, "points")

    def draw(self, source: Stream) -> State:
        """One world."""
        state = self._view.state
        stock, rest = self._stock(source)
        hands = list(state.hands)
        for seat in self._seats:
            known = tuple(self._others.known(seat).elements())[: len(hands[seat])]
            size = len(hands[seat]) - len(known)
            for _ in range(TRIES):
                _draw_to_front(rest, size, source)
                if self._fits(seat, (*known, *rest[:size])):
                    break
            hands[seat] = tuple(sorted((*known, *rest[:size])))
            del rest[:size]
        left = len(state.stock) - len(stock)
        shuffled = source.shuffled((*stock, *rest[:left]))
        return state._replace(hands=tuple(hands), stock=shuffled, deal=(source.below(1 << 32), 0))

    def _stock(self, source: Stream) -> tuple[tuple[Card, ...], list[Card]]:
        """What is in the stock for sure, and what may be anywhere.

        After a renewal the stock holds nothing but what went into it.
        """
        inside = source.shuffled(list((self._renewed & self._hidden).elements()))
        inside = inside[: len(self._view.state.stock)]
        return inside, list((self._hidden - Counter(inside)).elements())

    def _fits(self, seat: int, held: Sequence[Card]) -> bool:
        """True where a player who has had a turn would have kept these cards."""
        state = self._view.state
        if seat not in self._acted:
            return True
        packed = pack_hand(held)
        worth = self._most.worth(packed & NATURAL_BITS, packed >> JOKERS_AT)
        if not state.opened[seat]:
            return worth < state.rules.opening_points
        return not worth and not any(c != JOKER and attachable(c, state) for c in set(held))


def _renewed_with(view: View) -> Counter[Card]:
    """What went into the stock when it was renewed last, the first card turned up left out."""
    pile: list[Card] = []
    taken: list[Card] = []
    inside: Counter[Card] = Counter()
    turned = view.state.rules.stock_exhaustion == "turn-over"
    for event in view.events:
        match event.action:
            case Discard(card):
                pile.append(card)
            case Take(card):
                taken.append(card)
                del pile[-1:]
            case PutBack():
                pile.append(taken.pop())
            case Buy():
                del pile[-1:]
        if event.renewed:
            inside = Counter(pile if turned else pile[:-1])
            pile = [] if turned else pile[-1:]
    return inside


def _draw_to_front(cards: list[Card], size: int, source: Stream) -> None:
    """Draw so many cards at random to the front."""
    for place in range(size):
        other = place + source.below(len(cards) - place)
        cards[place], cards[other] = cards[other], cards[place]

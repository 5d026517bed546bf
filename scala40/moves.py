"""Every legal action of a state, lazily: iterate, count, or ask whether one is ``in`` it.

Each action is listed in one form: melds as read (a set by suit, jokers declared), a joker that is
attached declared, and an end named only where the card fits both.

>>> from scala40.hand import deal_hand
>>> from scala40.rules import Rules
>>> moves = LegalActions(deal_hand(Rules.preset("online"), seats=2, order=(0, 1), deal=7))
>>> [str(action) for action in moves], read_action("take 2C") in moves
(['draw'], False)
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from scala40.actions import (
    Action,
    Buy,
    Discard,
    Draw,
    Lay,
    Pass,
    PutBack,
    Swap,
    Take,
    read_action,
)
from scala40.candidates import melds_in
from scala40.cards import JOKER, UNSEEN, Card
from scala40.melds import Meld, freed
from scala40.partition import opening_points
from scala40.state import State
from scala40.turn import attachments, may

__all__ = ["LegalActions", "read_action"]


@dataclass(frozen=True, slots=True)
class LegalActions:
    """The legal actions of the player to act."""

    state: State

    def __contains__(self, action: Action) -> bool:
        """True for an action that is allowed, in whatever form it is written."""
        return may(self.state, action)

    def __iter__(self) -> Iterator[Action]:
        return (action for action in self._candidates() if may(self.state, action))

    def count(self) -> int:
        """How many there are."""
        return sum(1 for _ in self)

    def _candidates(self) -> Iterator[Action]:
        state = self.state
        yield Pass()
        if state.buyers:
            top = state.discard[-1]
            for meld in melds_in((*state.hand, top), state.rules):
                if top in {c.in_hand for c in meld.cards}:
                    yield Buy(meld.cards)
            return
        if not state.drawn:
            yield Draw()
            if state.discard:
                yield Take(state.discard[-1])
            return
        yield PutBack()
        kinds = tuple(c for c in dict.fromkeys(state.hand) if c != UNSEEN)
        if state.has_opened:
            yield from (Lay((meld.cards,)) for meld in melds_in(state.hand, state.rules))
            for number, meld in enumerate(state.melds):
                for c in kinds:
                    yield from attachments(meld, number, c, state.rules)
                    if freed(meld, c, state.rules) is not None:
                        yield Swap(c, number)
        else:
            yield from _openings(state)
        yield from (Discard(c) for c in kinds)


def _openings(state: State) -> Iterator[Lay]:
    """Every choice of melds that the hand can pay for at once, the worthless ones left out."""
    rules = state.rules
    melds = [
        meld for meld in melds_in(state.hand, rules) if opening_points(meld, rules) is not None
    ]

    def extend(start: int, left: list[Card], chosen: tuple[Meld, ...]) -> Iterator[Lay]:
        for n in range(start, len(melds)):
            rest = _without(left, melds[n])
            if rest is not None:
                laid = (*chosen, melds[n])
                yield Lay(tuple(meld.cards for meld in laid))
                yield from extend(n, rest, laid)

    return extend(0, list(state.hand), ())


def _without(hand: list[Card], meld: Meld) -> list[Card] | None:
    """The hand after a meld was laid from it, or None where it does not hold the cards."""
    left = list(hand)
    for c in meld.cards:
        held = JOKER if c.is_joker else c
        if held not in left:
            return None
        left.remove(held)
    return left

"""The state of a hand as one frozen value: what lies where and what the turn still owes.

A state may hold cards that cannot be seen (``UNSEEN``): in a view, the other hands and the stock;
in a position that somebody writes down, a stock of which only the number is known.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable
from typing import Literal, NamedTuple

from scala40.cards import Card
from scala40.errors import Refused
from scala40.melds import Meld
from scala40.rules import Rules

#: What the taken discard has to become before the turn ends: nothing, any use, part of the opening.
Duty = Literal["none", "use", "open"]


class HandEnd(NamedTuple):
    """How a hand ended. ``closer`` is the seat that closed, None where the hand is void."""

    closer: int | None
    in_mano: bool


class State(NamedTuple):
    """A hand of cards in play.

    Attributes:
        rules: the rules in force. order: the seats that play, in the order of play, the first to
        play first. hands: by seat, sorted; empty for a seat that does not play. opened: by seat.
        melds, owners: the table, T1 first, and the seat that laid each. discard: the discard pile
        from bottom to top. stock: from the top down. deal: deal number and hand, from which
        reshuffles are derived; None in a view. renewals: how often the stock was renewed. seat:
        the player to act. turns: turns that are over. drawn: the draw of this turn is over. taken:
        the discard taken this turn; ``duty``: what it has to become; ``placed``: a card of its
            kind was placed since.
        acted: something was laid, attached or swapped this turn.
        put_back: a taken card was put back this turn.
        freed: jokers freed this turn that have to be placed before it ends.
        opened_now: this turn is the turn of the player's own opening.
        passed: the player in turn has let the top discard go.
        buyers: the seats still asked to buy it, the acting one first; ``waiting``: the seat whose
            turn it is meanwhile.
        end: how the hand ended, or None.
    """

    rules: Rules
    order: tuple[int, ...]
    hands: tuple[tuple[Card, ...], ...]
    opened: tuple[bool, ...]
    melds: tuple[Meld, ...] = ()
    owners: tuple[int, ...] = ()
    discard: tuple[Card, ...] = ()
    stock: tuple[Card, ...] = ()
    deal: tuple[int, int] | None = None
    renewals: int = 0
    seat: int = 0
    turns: int = 0
    drawn: bool = False
    taken: Card | None = None
    duty: Duty = "none"
    placed: bool = False
    acted: bool = False
    put_back: bool = False
    freed: int = 0
    opened_now: bool = False
    passed: bool = False
    buyers: tuple[int, ...] = ()
    waiting: int | None = None
    end: HandEnd | None = None

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards of the player to act."""
        return self.hands[self.seat]

    @property
    def has_opened(self) -> bool:
        """True where the player to act has opened."""
        return self.opened[self.seat]

    @property
    def first_round(self) -> bool:
        """True the first time round the table, the dealer's own first turn included."""
        return self.turns < len(self.order)

    @property
    def next_seat(self) -> int:
        """The seat that plays after this one."""
        return self.order[(self.order.index(self.seat) + 1) % len(self.order)]

    def hand_with(self, card: Card) -> tuple[Card, ...]:
        """The acting hand and one more card."""
        grown = list(self.hand)
        insort(grown, card)
        return tuple(grown)

    def hand_without(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """The acting hand after cards have left it.

        Raises:
            Refused: ``not-in-hand``.
        """
        left = list(self.hand)
        for c in cards:
            if c not in left:
                raise Refused("not-in-hand", card=c)
            left.remove(c)
        return tuple(left)

    def hands_with(self, hand: tuple[Card, ...]) -> tuple[tuple[Card, ...], ...]:
        """All hands, with another one for the player to act."""
        return (*self.hands[: self.seat], hand, *self.hands[self.seat + 1 :])

    def with_meld(self, number: int, meld: Meld) -> State:
        """This state with another meld in the place of one on the table."""
        return self._replace(melds=(*self.melds[:number], meld, *self.melds[number + 1 :]))

    def _repr_html_(self) -> str:
        from scala40.drawing import state_html  # for notebooks alone

        return state_html(self)

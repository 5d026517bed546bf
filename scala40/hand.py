"""A hand in play: dealt from an explicit deck, played by actions, with its record and undo.

>>> rules = Rules.preset("online")
>>> hand = Hand(deal_hand(rules, seats=2, order=(1, 0), deal=7))
>>> hand.state.seat, len(hand.state.hand), len(hand.state.stock)
(1, 13, 81)
>>> hand.play(Draw()).seat
1
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from scala40.actions import Action, Buy, Discard, Draw, Pass, PutBack
from scala40.cards import JOKER, UNSEEN, Card, pack
from scala40.errors import Refused
from scala40.partition import hand_value
from scala40.rules import Rules
from scala40.shuffle import Stream
from scala40.state import State
from scala40.stock import renewed
from scala40.turn import apply, may

HAND_SIZE = 13


class Event(NamedTuple):
    """What one action did.

    Attributes:
        drawn: the card that came from the stock, or None; ``UNSEEN`` for whoever may not know it.
        points: what was laid is worth; 0 where nothing was laid.
        opened: the player opened by it.
        renewed: the stock was renewed by it.
        ended: the hand ended by it.
    """

    seat: int
    action: Action
    drawn: Card | None = None
    points: int = 0
    opened: bool = False
    renewed: bool = False
    ended: bool = False

    def hidden(self) -> Event:
        """The event as another player sees it."""
        return self if self.drawn is None else self._replace(drawn=UNSEEN)


def deal_hand(
    rules: Rules,
    seats: int,
    order: Sequence[int],
    deal: int,
    hand: int = 0,
    deck: Sequence[Card] | None = None,
) -> State:
    """The state right after the deal: 13 cards each, one by one, and one card face up.

    Args:
        seats: how many there are, those out of the match included.
        order: the seats that play, in the order of play, the first to play first.
        deal: the match's deal number; ``hand``: which hand of the match, from 0.
        deck: the cards from the top down; by default the pack shuffled for this deal and hand.
    """
    source = Stream(deal, "deal", hand)
    cards = list(source.shuffled(pack(rules.jokers)) if deck is None else deck)
    hands: list[list[Card]] = [[] for _ in range(seats)]
    for place in range(HAND_SIZE * len(order)):
        hands[order[place % len(order)]].append(cards[place])
    rest = cards[HAND_SIZE * len(order) :]
    while rest[0] == JOKER:  # back into the stock, below the card that is turned instead
        rest.insert(1 + source.below(len(rest) - 1), rest.pop(0))
    return State(
        rules,
        tuple(order),
        tuple(tuple(sorted(cards)) for cards in hands),
        (False,) * seats,
        discard=(rest[0],),
        stock=tuple(rest[1:]),
        deal=(deal, hand),
        seat=order[0],
    )


class Hand:
    """A hand in play. It changes by :meth:`play` and :meth:`undo` alone.

    Attributes:
        first: the state that it began with. state: the state now.
        events: what was done, in order; what was undone is gone from it.
    """

    def __init__(self, state: State) -> None:
        self.first = self.state = state
        self.events: list[Event] = []
        self._turn: list[State] = []  # states since the draw of this turn, to undo to

    def play(self, action: Action) -> Event:
        """Do an action for the player to act.

        Raises:
            Refused: see :func:`scala40.turn.apply`; nothing has changed then.
        """
        before = self.state
        after = apply(before, action)
        event = Event(
            before.seat,
            action,
            drawn=_drawn(before, action),
            points=_laid(before, after) if len(after.melds) > len(before.melds) else 0,
            opened=after.opened != before.opened,
            renewed=after.renewals > before.renewals,
            ended=after.end is not None,
        )
        goes_on = after.end is None and after.seat == before.seat and before.drawn and after.drawn
        if goes_on:
            self._turn.append(before)
        else:
            self._turn.clear()
        self.state = after
        self.events.append(event)
        return event

    def time_out(self) -> list[Event]:
        """What the clock does when the time of the player to act is up, as ordinary actions.

        The turn is undone to its draw or take, a taken card goes back, a stock card is drawn if
        none was and thrown if that is allowed, else the card that costs most. Whoever is asked to
        buy passes.
        """
        while self.can_undo:
            self.undo()
        done = []
        if may(self.state, Pass()):
            return [self.play(Pass())]
        if self.state.taken is not None:
            done.append(self.play(PutBack(clock=True)))
        if not self.state.drawn:
            done.append(self.play(Draw()))
        if self.state.end is None:
            drawn = self.events[-1].drawn
            costly = _costliest(self.state.hand, self.state.rules)
            throws = [Discard(c) for c in ([drawn] if drawn is not None else []) + costly]
            done.append(self.play(next(throw for throw in throws if may(self.state, throw))))
        return done

    @property
    def can_undo(self) -> bool:
        """True where something was done since the draw or take of this turn."""
        return bool(self._turn)

    def undo(self) -> Event:
        """Take back the last action of this turn; a draw or a take stays.

        Raises:
            Refused: ``nothing-to-undo``.
        """
        if not self._turn:
            raise Refused("nothing-to-undo")
        self.state = self._turn.pop()
        return self.events.pop()


def _laid(before: State, after: State) -> int:
    """What the melds are worth that an action laid."""
    return sum(meld.points for meld in after.melds[len(before.melds) :])


def _costliest(hand: tuple[Card, ...], rules: Rules) -> list[Card]:
    """The cards of a hand, those that cost most first, of these in the order C D H S."""
    return sorted(set(hand), key=lambda c: (-hand_value(c, rules), c))


def _drawn(before: State, action: Action) -> Card | None:
    """The card that an action brings from the stock into the acting hand."""
    if not isinstance(action, Draw | Buy):
        return None
    if before.stock:
        return before.stock[0]
    pile = before.discard[:-1] if isinstance(action, Buy) else before.discard
    again = renewed(before._replace(discard=pile))
    return None if again is None else again.stock[0]

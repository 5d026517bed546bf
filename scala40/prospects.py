"""What a hand may become with one more card, over every card that may still come.

>>> from scala40.cards import cards, pack
>>> hand = cards("JH QH KH 3C 3D 8S 8H 6D AC 2S 5S 9C 7D")
>>> before = before_opening(hand, Rules.preset("online"), Counter(pack(4)) - Counter(hand))
>>> round(before.opens, 3), round(before.points, 1)
(0.147, 32.0)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import Final, NamedTuple

from scala40.cards import JOKER, NATURALS, Card, natural
from scala40.danger import partners
from scala40.melds import Meld
from scala40.packed import pack_hand
from scala40.partition import hand_value
from scala40.rules import Rules
from scala40.solver import POINT, splitter
from scala40.state import State


class BeforeOpening(NamedTuple):
    """What the next card brings a hand that has not opened.

    Attributes:
        opens: how likely it is that the hand can open with it, 0 to 1.
        points: the points of its best melds with it, on average, none over the threshold.
    """

    opens: float
    points: float


class AfterOpening(NamedTuple):
    """What the next card brings a hand that has opened, the table included.

    Attributes:
        closes: how likely it is that the hand closes with it, 0 to 1.
        cards: how many cards are left after that turn, on average.
        points: what they cost, on average.
    """

    closes: float
    cards: float
    points: float


def before_opening(hand: Iterable[Card], rules: Rules, unseen: Counter[Card]) -> BeforeOpening:
    """What the next card brings a hand that has not opened.

    Args:
        hand: the cards after the discard.
        unseen: how many copies of each kind may still come.
    """
    held = tuple(hand)
    counted = rules.opening_jokers == "counted"
    most = splitter(rules, "points")
    packed = pack_hand(c for c in held if c != JOKER)
    jokers = held.count(JOKER)
    needed, rest = rules.opening_points, unseen.total()
    total = max(1, rest)
    opens, points = 0, 0
    for drawn, copies in [(c, unseen[c]) for c in near(held)] + [(None, 0)]:
        if drawn is None:  # whatever is left helps nothing
            grown, wild, copies = packed, jokers, rest
        elif drawn == JOKER:
            grown, wild = packed, jokers + 1
        else:
            grown, wild = packed + pack_hand((drawn,)), jokers
        if copies > 0:
            rest -= copies
            reached = most.worth(grown, wild if counted else 0)
            opens += copies * (reached >= needed)
            points += copies * min(reached, needed)
    return BeforeOpening(opens / total, points / total)


def pair_outs(hand: Iterable[Card], unseen: Counter[Card]) -> int:
    """How many unseen cards complete a meld of three with two cards of a hand.

    A card counts once for each two that it completes, each of them being a chance of its own.

    >>> from scala40.cards import cards, pack
    >>> hand = cards("7H 8H 8C KD")
    >>> pair_outs(hand, Counter(pack(4)) - Counter(hand))
    8
    """
    kinds = [c for c in dict.fromkeys(hand) if c != JOKER]
    return sum(
        unseen[third]
        for n, one in enumerate(kinds)
        for other in kinds[n + 1 :]
        for third in thirds(one, other)
    )


def friends(card: Card, packed: int) -> int:
    """How many kinds of a packed hand go with a card: its rank, or its suit within two places.

    >>> from scala40.cards import card, cards
    >>> friends(card("AH"), pack_hand(cards("AH AC QH 3H 4H")))
    3
    """
    return ((packed | packed >> 1) & _GO_WITH[card]).bit_count()


def _go_with(card: Card) -> int:
    """The kinds that go with a card, packed, one of each; none with a joker."""
    apart = {c: abs(c.rank - card.rank) for c in NATURALS if c.suit == card.suit}
    near = [c for c, by in apart.items() if by <= 2 or (by >= 11 and 1 in (c.rank, card.rank))]
    alike = [c for c in NATURALS if c.rank == card.rank]
    return pack_hand({*near, *alike} - {card})


_GO_WITH: Final = tuple(map(_go_with, (*NATURALS, JOKER)))


@cache
def thirds(one: Card, other: Card) -> tuple[Card, ...]:
    """The kinds that make a meld of three with two other natural ones.

    >>> from scala40.cards import card
    >>> [str(c) for c in thirds(card("7H"), card("8H"))]
    ['6H', '9H']
    """
    return tuple(dict.fromkeys(b if a == other else a for a, b in partners(one) if other in (a, b)))


def after_opening(hand: Iterable[Card], state: State, unseen: Counter[Card]) -> AfterOpening:
    """What the next card brings a hand that has opened.

    Natural cards that the table takes are attached first, which is what one does but for rare
    hands; :func:`scala40.search.best_turn` is exact and slower.

    Args:
        hand: the cards after the discard.
        state: for the table and the rules.
        unseen: how many copies of each kind may still come.
    """
    held = tuple(hand)
    table = _Table(state.melds, state.rules)
    rest = unseen.total()
    total = max(1, rest)
    closes, cards, points = 0, 0, 0.0
    for drawn in (*dict.fromkeys((*near(held), *table.near())), None):
        copies = rest if drawn is None else unseen[drawn]
        if copies > 0:
            rest -= copies
            left, cost = table.left_of(held if drawn is None else (*held, drawn))
            if drawn is None:  # it is thrown again
                left, cost = left + 1, cost
            closes += copies * (left <= 1)
            cards += copies * max(0, left - 1)
            points += copies * cost
    return AfterOpening(closes / total, cards / total, points / total)


def near(hand: tuple[Card, ...]) -> list[Card]:
    """The kinds that could make a meld with cards of a hand, jokers among them."""
    kinds: dict[Card, None] = {JOKER: None}
    for c in dict.fromkeys(hand):
        if c == JOKER:
            continue
        kinds.update((natural(c.rank, suit), None) for suit in range(4))
        for place in (1, 14) if c.rank == 1 else (c.rank,):
            for step in (-2, -1, 1, 2):
                if 1 <= place + step <= 14:
                    kinds[natural(place + step, c.suit)] = None
    return list(kinds)


class _Table:
    """What a table takes, for many hands one after the other."""

    def __init__(self, melds: tuple[Meld, ...], rules: Rules) -> None:
        self._rules = rules
        self._runs = [(m.cards[0].suit, m.low, m.high) for m in melds if m.is_run]
        self._missing = [
            [c for c in _rank(meld) if c not in meld.cards]
            for meld in melds
            if not meld.is_run and len(meld.cards) == 3
        ]
        self._split = splitter(rules, "deadwood")

    def near(self) -> list[Card]:
        """The kinds that the table takes now, or would after one more card."""
        ends = [
            natural(place, suit)
            for suit, low, high in self._runs
            for place in (low - 2, low - 1, high + 1, high + 2)
            if 1 <= place <= 14
        ]
        return ends + [c for missing in self._missing for c in missing]

    def left_of(self, hand: tuple[Card, ...]) -> tuple[int, int]:
        """How many cards stay in a hand that places all it can, and what they cost."""
        counts = Counter(hand)
        for suit, low, high in self._runs:
            while low > 1 and counts[below := natural(low - 1, suit)]:
                counts[below] -= 1
                low -= 1
            while high < 14 and counts[above := natural(high + 1, suit)]:
                counts[above] -= 1
                high += 1
        for missing in self._missing:
            fits = next((c for c in missing if counts[c]), None)
            if fits is not None:
                counts[fits] -= 1
        jokers = counts.pop(JOKER, 0)
        packed = pack_hand(counts.elements())
        points, cards = divmod(self._split.worth(packed, jokers), POINT)
        cost = sum(hand_value(c, self._rules) * n for c, n in counts.items())
        cost += jokers * self._rules.joker_in_hand
        return counts.total() + jokers - cards, cost - points


def _rank(meld: Meld) -> list[Card]:
    """The four cards of a set's rank."""
    return [natural(meld.cards[0].rank, suit) for suit in range(4)]

"""Outs: the kinds of card that, drawn next, would let a hand open or close.

Both are asked of a hand before the draw and of how many copies of each kind nobody has shown yet
(:meth:`scala40.view.View.unseen`), and both answer with those kinds and their copies, the most
copies first. The table is left out of account: what can be attached or swapped opens further ways.

>>> from scala40.cards import cards, pack
>>> hand = cards("JH QH KH 3C 3D 8S 8H 6D AC 2S 5S 9C 7D")
>>> unseen = Counter(pack(4)) - Counter(hand)
>>> outs = opening_outs(hand, Rules.preset("online"), unseen)
>>> [(str(c), copies) for c, copies in outs.items()]
[('X', 4), ('8C', 2), ('5D', 2), ('8D', 2), ('AH', 2), ('TH', 2)]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import Final

from scala40.cards import JOKER, NATURALS, Card
from scala40.melds import PLACE_POINTS
from scala40.packed import ONES, SUIT, pack_hand
from scala40.partition import best_split, closing
from scala40.rules import Rules
from scala40.solver import splitter

#: No meld that a split needs is longer: longer runs are two.
_LONGEST: Final = 5


def _most_gained(card: Card) -> int:
    """The points of the dearest meld that holds a card, a run of five; it can add no more."""
    place = 14 if card == JOKER or card.rank == 1 else card.rank
    high = min(place + _LONGEST - 1, 14)
    return sum(PLACE_POINTS[high - _LONGEST + 1 : high + 1])


_MOST_GAINED: Final = tuple(map(_most_gained, (*NATURALS, JOKER)))


def opening_outs(hand: Iterable[Card], rules: Rules, unseen: Counter[Card]) -> dict[Card, int]:
    """The kinds that would let a hand open, with how many copies of each are unseen.

    All that are unseen, where the hand can open already.
    """
    held = tuple(hand)
    search, needed = splitter(rules, "points"), rules.opening_points
    jokers = held.count(JOKER) if rules.opening_jokers == "counted" else 0
    packed = pack_hand(c for c in held if c != JOKER)
    base = search.worth(packed, jokers)
    keep = rules.final_discard == "required"

    def opens(card: Card) -> bool:
        if card == JOKER:
            worth = search.worth(packed, jokers + (rules.opening_jokers == "counted"))
        else:
            worth = search.worth(packed + pack_hand((card,)), jokers)
        if worth < needed or not keep:
            return worth >= needed
        drawn = (*held, card)  # one card must be left to throw
        return best_split(drawn, rules, goal="points", keep=1, opening=needed) is not None

    if base >= needed:
        return _counted(unseen, [*NATURALS, JOKER], lambda _: True)
    near = [c for c in _near(packed, jokers) if base + _MOST_GAINED[c] >= needed]
    return _counted(unseen, near, opens)


def closing_outs(
    hand: Iterable[Card], rules: Rules, unseen: Counter[Card], *, opened: bool = True
) -> dict[Card, int]:
    """The kinds that would let a hand close from itself, with how many copies are unseen.

    Args:
        opened: without it the closing has to count as an opening (see
            :func:`scala40.partition.closing`).
    """
    held = tuple(hand)
    search = splitter(rules, "cards")
    jokers = held.count(JOKER)
    packed = pack_hand(c for c in held if c != JOKER)
    base = search.worth(packed, jokers)
    if base + _LONGEST < len(held):
        return {}

    def closes(card: Card) -> bool:
        joker = card == JOKER
        worth = search.worth(packed if joker else packed + pack_hand((card,)), jokers + joker)
        return worth >= len(held) and closing((*held, card), rules, opened=opened) is not None

    # a card that no meld takes is thrown, if all the others are laid
    near = [*NATURALS, JOKER] if base == len(held) else _near(packed, jokers)
    return _counted(unseen, near, closes)


def _counted(
    unseen: Counter[Card], kinds: Iterable[Card], helps: Callable[[Card], bool]
) -> dict[Card, int]:
    """Those of the kinds that are unseen and help, the most copies first."""
    outs = [c for c in kinds if unseen[c] > 0 and helps(c)]
    return {c: unseen[c] for c in sorted(outs, key=lambda c: (-unseen[c], c))}


def _near(packed: int, jokers: int) -> list[Card]:
    """The kinds that could be in a meld with some cards of a hand, a joker among them."""
    have = (packed | packed >> 1) & ONES
    suits = [have >> 26 * suit & SUIT for suit in range(4)]
    a, b, c, d = suits
    ranks = a | b | c | d if jokers else a & b | c & d | (a | b) & (c | d)
    near = 0
    for suit, cards in enumerate(suits):
        places = (cards | (cards & 1) << 26) << 4  # the ace once more above the king
        up, down = places << 2, places >> 2
        if jokers:
            fit = up | down | up << 2 | down >> 2
        else:
            fit = up & up << 2 | up & down | down & down >> 2
        fit >>= 4
        near |= (fit & SUIT | fit >> 26 & 1 | ranks) << 26 * suit
    return [*(c for c in NATURALS if near >> 2 * c & 1), JOKER]

"""Questions that a reader asks of a hand, answered whole: every way to open it.

>>> from scala40.cards import cards
>>> ways = openings(cards("TH JH QH KH 5C 5D 5S"), Rules.preset("online"))
>>> [(way.points, hand_text(way.left)) for way in ways]
[(55, ''), (45, 'KH'), (45, 'TH'), (40, '5C 5D 5S')]
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from scala40.actions import Lay
from scala40.cards import Card, hand_text
from scala40.melds import Meld
from scala40.moves import LegalActions
from scala40.position import read_position_text
from scala40.rules import Rules
from scala40.score import hand_points
from scala40.turn import apply


class Opening(NamedTuple):
    """A way to open: the melds, what they count, and what stays in the hand and costs there."""

    melds: tuple[Meld, ...]
    points: int
    left: tuple[Card, ...]
    cost: int


def openings(hand: Iterable[Card], rules: Rules) -> list[Opening]:
    """Every way to open a hand, those first that leave the least cost.

    Of ways that differ by nothing but the card that a joker stands for, the dearest counts.
    """
    state = read_position_text(f"hand {hand_text(hand)}; drawn; round 2; stock 40", rules)
    best: dict[frozenset[tuple[Card, ...]], Opening] = {}
    for action in LegalActions(state):
        if isinstance(action, Lay):
            after = apply(state, action)
            left = after.hands[state.seat]
            points = sum(meld.points for meld in after.melds)
            way = Opening(after.melds, points, left, hand_points(left, rules, opened=True))
            key = frozenset(tuple(sorted(c.in_hand for c in meld.cards)) for meld in after.melds)
            if key not in best or best[key].points < points:
                best[key] = way
    return sorted(best.values(), key=lambda way: (way.cost, len(way.melds), -way.points))

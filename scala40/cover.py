"""The plain search for the best choice of melds: a second opinion, and for demands of any kind.

It looks at the lowest kind left of a packed hand: either every copy of it stays in the hand, or one
copy goes into one of the melds whose lowest kind it is (an exact cover, the cards kept apart).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from scala40.candidates import Table, affordable, cards_of
from scala40.cards import Card
from scala40.melds import Meld
from scala40.packed import JOKERS_AT, NATURAL_BITS, holds, lowest, naturals


class Found(NamedTuple):
    """Melds and what they are worth for the goal of a search."""

    worth: int
    melds: tuple[Meld, ...]


class Cover:
    """The search over one packed hand; what it has found is kept for its life.

    Args:
        table: the melds to choose from.
        worth: what a meld is worth.
        counts: what a meld counts towards the points that are needed; None where it is not allowed.
    """

    def __init__(
        self,
        packed: int,
        table: Table,
        worth: Callable[[Meld], int],
        counts: Callable[[Meld], int | None],
    ) -> None:
        self._memo: dict[tuple[int, int, int], Found | None] = {}
        self._fits: dict[int, list[tuple[int, int, int, Meld]]] = {}
        used = 0
        for need, meld in affordable(table, packed):
            counted = counts(meld)
            if counted is not None:
                row = (need, worth(meld), counted, meld)
                self._fits.setdefault(lowest(need), []).append(row)
                used |= need & NATURAL_BITS
        self._packed = packed & (used * 3 | ~NATURAL_BITS)
        self._spare = naturals(packed) - naturals(self._packed)

    def best(self, keep: int, need: int, must: Card | None) -> Found | None:
        """The best melds that keep so many cards, count so many points and hold a card, if any."""
        keep = max(0, keep - self._spare)
        if must is None:
            return self._go(self._packed, keep, need)
        found: Found | None = None
        for rows in self._fits.values():
            for cost, worth, counts, meld in rows:
                if must in cards_of(meld):
                    rest = self._go(self._packed - cost, keep, max(0, need - counts))
                    if rest is not None and (found is None or rest.worth + worth > found.worth):
                        found = Found(rest.worth + worth, (meld, *rest.melds))
        return found

    def _go(self, packed: int, keep: int, need: int) -> Found | None:
        plain = packed & NATURAL_BITS
        if not plain:
            return Found(0, ()) if need <= 0 and keep <= packed >> JOKERS_AT else None
        key = (packed, keep, need)
        if key in self._memo:
            return self._memo[key]
        low = lowest(plain)
        copies = plain >> low & 3
        best = self._go(packed - (copies << low), max(0, keep - copies), need)
        for cost, worth, counts, meld in self._fits.get(low, ()):
            if holds(packed, cost):
                rest = self._go(packed - cost, keep, max(0, need - counts))
                if rest is not None and (best is None or rest.worth + worth > best.worth):
                    best = Found(rest.worth + worth, (meld, *rest.melds))
        self._memo[key] = best
        return best

"""Randomness of the deals, defined here so that a deal number means the same for ever.

The generator is SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number
generators", OOPSLA 2014). Each purpose has a stream of its own, derived from the match's deal
number, so that what one purpose uses up never shifts another.

>>> Stream(7, "deal", 1).shuffled((1, 2, 3, 4, 5)) == Stream(7, "deal", 1).shuffled((1, 2, 3, 4, 5))
True
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeVar

T = TypeVar("T")
Purpose = Literal["dealer", "deal", "reshuffle", "bot", "sample", "practice"]

_MASK: Final = (1 << 64) - 1
_PURPOSES: Final = {"dealer": 1, "deal": 2, "reshuffle": 3, "bot": 4, "sample": 5, "practice": 6}

#: Deal numbers run from 0 up to, but without, this one.
DEAL_LIMIT: Final = 1 << 53


class Stream:
    """A stream of random numbers for one purpose of one deal.

    Args:
        deal: the match's deal number.
        purpose: what it is for.
        which: the hand, and for a reshuffle its number, counted from 0.
    """

    def __init__(self, deal: int, purpose: Purpose, *which: int) -> None:
        self._state = 0
        for number in (deal, _PURPOSES[purpose], *which):
            self._state = self._next() ^ number

    def _next(self) -> int:
        self._state = self._state + 0x9E3779B97F4A7C15 & _MASK
        z = self._state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & _MASK
        return z ^ z >> 31

    def below(self, limit: int) -> int:
        """A whole number from 0 to ``limit`` - 1, each as likely as the others."""
        fair = (1 << 64) // limit * limit
        while (number := self._next()) >= fair:
            pass
        return number % limit

    def shuffled(self, items: Sequence[T]) -> tuple[T, ...]:
        """The items in a random order (Fisher and Yates, Durstenfeld's form)."""
        order = list(items)
        for i in range(len(order) - 1, 0, -1):
            j = self.below(i + 1)
            order[i], order[j] = order[j], order[i]
        return tuple(order)

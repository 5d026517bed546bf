"""The hands that freeing jokers and attaching can come to, before anything is laid.

Hands are packed. What is attached is folded, meld by meld, into the hands that can be reached.

>>> from scala40.cards import cards
>>> from scala40.melds import read_meld
>>> from scala40.packed import naturals, pack_hand, unpacked
>>> from scala40.rules import Rules
>>> rules = Rules.preset("online")
>>> table = (read_meld(cards("5H 6H X=7H"), rules),)
>>> state = State(rules, (0, 1), ((), ()), (True, True), table, (1,), turns=2, drawn=True)
>>> reach = Reach(state, attaches=True)
>>> swapped = reach.swapped(pack_hand(cards("4H 7H")))
>>> [str(swap) for choice in swapped for swap in choice.swaps]
['swap 7H T1']
>>> [unpacked(hand) for hand in reach.attached(swapped[0], naturals)]
[(Card('4H'), Card('7H')), (Card('7H'),)]
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

from scala40.actions import Attach, Swap
from scala40.cards import JOKER
from scala40.lays import ways_to_attach
from scala40.melds import Meld, fitting, freed, wanted
from scala40.packed import BIT_OF, ONE_JOKER, holds
from scala40.state import State

#: Hands that attaching comes to, what each weighs, and how.
Paths: TypeAlias = dict[int, tuple[int, tuple[Attach, ...]]]


class Swapped(NamedTuple):
    """A choice of swaps: the packed hand and the table after them, the actions."""

    hand: int
    melds: tuple[Meld, ...]
    swaps: tuple[Swap, ...]


class _Way(NamedTuple):
    """Cards, packed, that one meld on the table takes one after the other, and what it is then."""

    need: int
    steps: tuple[Attach, ...]
    meld: Meld


class Reach:
    """What can be reached in one state.

    Args:
        attaches: False where nothing may be attached or swapped in this turn.
    """

    def __init__(self, state: State, *, attaches: bool) -> None:
        self._state, self._rules = state, state.rules
        self._attaches = attaches

    def swapped(self, hand: int) -> list[Swapped]:
        """Every choice of jokers to free with a hand; none at all comes first."""
        choices = [Swapped(hand, self._state.melds, ())]
        for number, meld in self._open(self._state.melds):
            for c in wanted(meld):
                after = freed(meld, c, self._rules)
                if after is not None:
                    choices += [
                        Swapped(
                            hand - BIT_OF[c] + ONE_JOKER,
                            (*melds[:number], after, *melds[number + 1 :]),
                            (*swaps, Swap(c, number)),
                        )
                        for hand, melds, swaps in choices
                        if holds(hand, BIT_OF[c]) and melds[number] is meld
                    ]
        return choices

    def attached(self, swapped: Swapped, weigh: Callable[[int], int]) -> Paths:
        """Every hand that attaching can come to, one way to each.

        Args:
            weigh: what the cards of a packed hand weigh.
        """
        paths: Paths = {swapped.hand: (weigh(swapped.hand), ())}
        for number, meld in self._open(swapped.melds):
            ways = {need: steps for need, steps, _ in self._ways(meld, number, swapped.hand)}
            if not ways:
                continue
            costs = [(need, weigh(need), steps) for need, steps in ways.items()]
            for hand, (weight, before) in list(paths.items()):
                for need, cost, steps in costs:
                    if holds(hand, need) and hand - need not in paths:
                        paths[hand - need] = (weight - cost, before + steps)
        return paths

    def every(self, swapped: Swapped) -> Iterator[tuple[int, tuple[Attach, ...]]]:
        """Every hand that attaching can come to, each arrangement of the table for itself."""
        return self._every(self._open(swapped.melds), swapped.hand, ())

    def _every(
        self, melds: list[tuple[int, Meld]], hand: int, steps: tuple[Attach, ...]
    ) -> Iterator[tuple[int, tuple[Attach, ...]]]:
        if not melds:
            yield hand, steps
            return
        (number, meld), *others = melds
        yield from self._every(others, hand, steps)
        for way in list(self._ways(meld, number, hand)):
            yield from self._every(others, hand - way.need, steps + way.steps)

    def _open(self, melds: tuple[Meld, ...]) -> list[tuple[int, Meld]]:
        """The melds that cards may be added to, by number."""
        return list(enumerate(melds)) if self._attaches else []

    def _ways(self, meld: Meld, number: int, hand: int) -> Iterator[_Way]:
        """Cards of a hand that a meld takes one after the other."""
        todo = [_Way(0, (), meld)]
        seen = {meld}
        while todo:
            need, steps, here = todo.pop()
            for c in (*fitting(here, self._rules), JOKER):
                more = need + BIT_OF[c]
                if holds(hand, more):
                    for step, _, after in ways_to_attach(here, number, c, self._rules):
                        if after not in seen:
                            seen.add(after)
                            todo.append(_Way(more, (*steps, step), after))
                            yield todo[-1]

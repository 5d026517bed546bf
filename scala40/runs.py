"""What the runs of a hand are worth at best, with no joker, with one, two and so on.

The cards of a suit are split where a gap lies that no run bridges; for each part every run of three
to five that holds its lowest card is tried, longer ones being two. What was found is kept, by part,
by suit and by pairs of suits, so that hands which differ by a card share nearly all of the work.
"""

from __future__ import annotations

from functools import cache
from typing import Final, NamedTuple, TypeAlias

from scala40.cards import JOKER, natural
from scala40.melds import Meld, read_meld
from scala40.packed import JOKERS_AT, ONES, SUIT, lowest
from scala40.rules import Rules

_TWO_SUITS: Final = (1 << 52) - 1

#: What something is worth at best with no joker, one, two and so on.
Worths: TypeAlias = tuple[int, ...]
#: A run without its suit: its lowest place, its size, and the place of its joker (0 without one).
_Run: TypeAlias = tuple[int, int, int]
#: The cards that a run needs, what it is worth, how many jokers it has; the cards in the joker's
#: place, and those within a run of three of it; the run.
_Row: TypeAlias = tuple[int, int, int, int, int, _Run]


class Scale(NamedTuple):
    """What a card or a joker is worth when laid: by place in a run, by rank in a set."""

    in_run: tuple[int, ...]
    in_set: tuple[int, ...]
    joker_in_run: tuple[int, ...]
    joker_in_set: tuple[int, ...]


class Runs:
    """What the runs of a hand are worth, for so many jokers at most, and all learnt about it."""

    def __init__(self, scale: Scale, jokers: int) -> None:
        self._suits = _Suits(scale, jokers)
        self._pairs = _Pairs(self._suits)
        self._melds = _Melds(self._suits)

    def worths(self, packed: int) -> Worths:
        """What they are worth with each number of jokers."""
        return _joint(self._pairs[packed & _TWO_SUITS], self._pairs[packed >> 52])

    def worth(self, packed: int, jokers: int) -> int:
        """What they are worth with so many jokers."""
        first, second = self._pairs[packed & _TWO_SUITS], self._pairs[packed >> 52]
        best = first[0] + second[jokers]
        for n in range(1, jokers + 1):
            worth = first[n] + second[jokers - n]
            if worth > best:
                best = worth
        return best

    def melds(self, packed: int, jokers: int, worth: int) -> tuple[Meld, ...]:
        """The best runs with so many jokers, which are worth so much."""
        lower, upper = packed & _TWO_SUITS, packed >> 52 << 52
        if not upper:
            return self._of_two(lower, jokers, 0)
        if not lower:
            return self._of_two(upper, jokers, 52)
        n = _share(self._pairs[lower], self._pairs[upper >> 52], jokers, worth)
        return self._of_two(lower, n, 0) + self._of_two(upper, jokers - n, 52)

    def _of_two(self, cards: int, jokers: int, shift: int) -> tuple[Meld, ...]:
        """The best runs of two suits, of which the lower begins at the bit ``shift``."""
        low, high = cards & SUIT << shift, cards & SUIT << shift + 26
        if not high:
            return self._melds[low | jokers << JOKERS_AT]
        if not low:
            return self._melds[high | jokers << JOKERS_AT]
        worth = self._pairs[cards >> shift][jokers]
        n = _share(self._suits[low >> shift], self._suits[high >> shift + 26], jokers, worth)
        return self._melds[low | n << JOKERS_AT] + self._melds[high | jokers - n << JOKERS_AT]


class _Melds(dict[int, tuple[Meld, ...]]):
    """The best runs of a suit, by its cards in the packed hand and the number of jokers."""

    def __init__(self, suits: _Suits) -> None:
        self._suits = suits

    def __missing__(self, key: int) -> tuple[Meld, ...]:
        suit = lowest(key) // 26
        runs = self._suits.runs(key >> 26 * suit & SUIT, key >> JOKERS_AT)
        self[key] = found = tuple([_run(suit, run) for run in runs])
        return found


class _Pairs(dict[int, Worths]):
    """What the runs of two suits are worth, by their cards."""

    def __init__(self, suits: _Suits) -> None:
        self._suits = suits

    def __missing__(self, cards: int) -> Worths:
        self[cards] = found = _joint(self._suits[cards & SUIT], self._suits[cards >> 26])
        return found


class _Suits(dict[int, Worths]):
    """What the runs of a suit are worth, by its cards."""

    def __init__(self, scale: Scale, jokers: int) -> None:
        self._places = _Places(scale, jokers)

    def __missing__(self, cards: int) -> Worths:
        places = self._places
        found = places[cards]
        for high in range(1, (cards & 3) + 1):  # so many aces above the king
            found = tuple(map(max, found, places[cards - high + (high << 26)]))
        self[cards] = found
        return found

    def runs(self, cards: int, jokers: int) -> list[_Run]:
        """The best runs of a suit with so many jokers."""
        worth, high = self[cards][jokers], 0
        while self._places[cards - high + (high << 26)][jokers] != worth:
            high += 1
        return self._places.runs(cards - high + (high << 26), jokers)


class _Places(dict[int, Worths]):
    """What the runs of a suit are worth, by its cards by place: two bits each, ace low to high."""

    def __init__(self, scale: Scale, jokers: int) -> None:
        self[0] = (0,) * (jokers + 1)
        self._jokers = jokers
        self._rows = _rows(scale, jokers > 0)
        #: which run the lowest card is best part of, by number of jokers; None where of none
        self._first: dict[int, list[_Row | None]] = {}

    def __missing__(self, cards: int) -> Worths:
        part = self._part(cards)
        if part != cards:
            found = _joint(self[part], self[cards - part])
        else:
            jokers, have = self._jokers, (cards | cards >> 1) & ONES
            low = lowest(cards)
            best = list(self[cards & ~(3 << low)])
            first: list[_Row | None] = [None] * (jokers + 1)
            for row in self._rows[low]:
                need, worth, joker, hole, near, _ = row
                if need & have == need:
                    left = cards - need
                    if left & hole and left & near == left & hole:
                        continue  # the real card would be left alone: it may as well lie here
                    for n, more in enumerate(self[left][: jokers + 1 - joker], joker):
                        if worth + more > best[n]:
                            best[n] = worth + more
                            first[n] = row
            found = tuple(best)
            self._first[cards] = first
        self[cards] = found
        return found

    def _part(self, cards: int) -> int:
        """The lowest cards, up to a gap that no run bridges."""
        empty = ~(cards | cards >> 1) & ONES
        if self._jokers:
            empty &= empty >> 2
        empty &= -(cards & -cards)  # above the lowest card
        return cards & (empty & -empty) - 1

    def runs(self, cards: int, jokers: int) -> list[_Run]:
        """The best runs with so many jokers."""
        found: list[_Run] = []
        while self[cards][jokers]:
            part = self._part(cards)
            if part != cards:
                n = _share(self[part], self[cards - part], jokers, self[cards][jokers])
                return found + self.runs(part, n) + self.runs(cards - part, jokers - n)
            row = self._first[cards][jokers]
            if row is None:
                cards &= ~(3 << lowest(cards))
            else:
                need, _, joker, _, _, run = row
                found.append(run)
                cards -= need
                jokers -= joker
        return found


@cache
def _rows(scale: Scale, jokers: bool) -> dict[int, tuple[_Row, ...]]:
    """Runs by their lowest natural card."""
    rows: dict[int, list[_Row]] = {2 * place: [] for place in range(14)}
    for low in range(14):
        for size in (3, 4, 5):
            span = range(low, low + size)
            if span[-1] < 14:
                for gap in (None, *span) if jokers else (None,):
                    plain = [place for place in span if place != gap]
                    worth = sum(scale.in_run[place + 1] for place in plain)
                    hole = near = 0
                    if gap is not None:
                        worth += scale.joker_in_run[gap + 1]
                        hole = 3 << 2 * gap
                        near = (0b11_11_11_11_11 << 2 * gap) >> 4
                    rows[2 * plain[0]].append(
                        (
                            sum(1 << 2 * place for place in plain),
                            worth,
                            int(gap is not None),
                            hole,
                            near,
                            (low + 1, size, 0 if gap is None else gap + 1),
                        )
                    )
    return {place: tuple(found) for place, found in rows.items()}


def _joint(first: Worths, second: Worths) -> Worths:
    """What two parts of a hand are worth together, the jokers given to them as is best."""
    if not first[-1]:
        return second
    if not second[-1]:
        return first
    if len(first) == 2:
        a, b = first
        c, d = second
        b += c
        d += a
        return a + c, (b if b > d else d)
    if len(first) == 3:
        a, b, c = first
        x, y, z = second
        one, two = a + y, a + z
        if b + x > one:
            one = b + x
        if c + x > two:
            two = c + x
        return a + x, one, (b + y if b + y > two else two)
    found = []
    for jokers, best in enumerate(second):
        best += first[0]
        for n in range(1, jokers + 1):
            worth = first[n] + second[jokers - n]
            if worth > best:
                best = worth
        found.append(best)
    return tuple(found)


def _share(first: Worths, second: Worths, jokers: int, worth: int) -> int:
    """How many jokers the first part gets where both together are worth so much."""
    n = 0
    while first[n] + second[jokers - n] != worth:
        n += 1
    return n


@cache
def _run(suit: int, run: _Run) -> Meld:
    low, size, gap = run
    places = [natural(place, suit) for place in range(low, low + size)]
    held = tuple(
        JOKER.standing_for(c) if place == gap else c for place, c in enumerate(places, low)
    )
    return read_meld(held, Rules())

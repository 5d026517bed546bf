"""What the runs of a hand are worth at best, with no joker, with one, two and so on.

The cards of a suit are split where a gap lies that no run bridges; for each part every run of three
to five that holds its lowest card is tried, longer ones being two. What was found is kept by part
and by suit, for hands with any number of jokers, so that those which differ by a card share nearly
all of the work.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Final, NamedTuple, TypeAlias

from scala40.cards import JOKER, natural
from scala40.melds import Meld, read_meld
from scala40.packed import JOKERS_AT, ONES, SUIT, lowest
from scala40.rules import Rules

_NEAR_LOW_ACE: Final = 0b1111 << 2  # the 2 and the 3
_NEAR_HIGH_ACE: Final = 0b1111 << 22  # the queen and the king

#: How so many jokers may be shared by four suits.
_SHARES: Final = tuple(
    tuple(share for share in product(range(n + 1), repeat=4) if sum(share) == n) for n in range(5)
)

#: What something is worth at best with no joker, one, two and so on.
Worths: TypeAlias = tuple[int, ...]
#: A run without its suit: its lowest place, its size, and the place of its joker (0 without one).
_Run: TypeAlias = tuple[int, int, int]
#: What the best runs are worth and the runs, with no joker, one, two and so on.
_Best: TypeAlias = tuple[tuple[int, tuple[_Run, ...]], ...]
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
    """What the runs of a hand are worth, and all learnt about it.

    Args:
        jokers: how many jokers the runs of a hand may get at most.
    """

    def __init__(self, scale: Scale, jokers: int) -> None:
        self._suits = _Suits(scale, jokers)
        self._melds = _Melds(self._suits)

    def worths(self, packed: int, jokers: int) -> Worths:
        """What they are worth with each number of jokers up to this one."""
        suits = self._suits
        a, b = suits[packed & SUIT], suits[packed >> 26 & SUIT]
        c, d = suits[packed >> 52 & SUIT], suits[packed >> 78]
        if jokers < 2:
            base = a[0] + b[0] + c[0] + d[0]
            if not jokers:
                return (base,)
            return base, base + max(a[1] - a[0], b[1] - b[0], c[1] - c[0], d[1] - d[0])
        return _shared(_shared(a, b, jokers), _shared(c, d, jokers), jokers)

    def worth(self, packed: int, jokers: int) -> int:
        """What they are worth with so many jokers."""
        suits = self._suits
        a, b = suits[packed & SUIT], suits[packed >> 26 & SUIT]
        c, d = suits[packed >> 52 & SUIT], suits[packed >> 78]
        base = a[0] + b[0] + c[0] + d[0]
        if not jokers:
            return base
        if jokers == 1:
            return base + max(a[1] - a[0], b[1] - b[0], c[1] - c[0], d[1] - d[0])
        return _shared(_shared(a, b, jokers), _shared(c, d, jokers), jokers)[jokers]

    def melds(self, packed: int, jokers: int, worth: int) -> tuple[Meld, ...]:
        """The best runs with so many jokers, which are worth so much."""
        suits, melds = self._suits, self._melds
        a, b = suits[packed & SUIT], suits[packed >> 26 & SUIT]
        c, d = suits[packed >> 52 & SUIT], suits[packed >> 78]
        for i, j, k, n in _SHARES[jokers]:
            if a[i] + b[j] + c[k] + d[n] == worth:
                break
        found: tuple[Meld, ...] = ()
        if a[i]:
            found = melds[packed & SUIT | i << JOKERS_AT]
        if b[j]:
            found += melds[packed & SUIT << 26 | j << JOKERS_AT]
        if c[k]:
            found += melds[packed & SUIT << 52 | k << JOKERS_AT]
        if d[n]:
            found += melds[packed & SUIT << 78 | n << JOKERS_AT]
        return found


class _Melds(dict[int, tuple[Meld, ...]]):
    """The best runs of a suit, by its cards in the packed hand and the number of jokers."""

    def __init__(self, suits: _Suits) -> None:
        self._suits = suits

    def __missing__(self, key: int) -> tuple[Meld, ...]:
        suit = lowest(key) // 26
        runs = self._suits.best[key >> 26 * suit & SUIT][key >> JOKERS_AT]
        self[key] = found = tuple([_run(suit, run) for run in runs])
        return found


class _Suits(dict[int, Worths]):
    """What the runs of a suit are worth, by its cards, for each number of jokers."""

    def __init__(self, scale: Scale, jokers: int) -> None:
        self._jokers = jokers
        self._places = _Places(scale, jokers)
        #: the runs that are worth so much
        self.best: dict[int, tuple[tuple[_Run, ...], ...]] = {}

    def __missing__(self, cards: int) -> Worths:
        aces = cards & 3 if cards & _NEAR_HIGH_ACE else 0  # so many may lie above the king
        found = self._ranked(cards - aces + (aces << 26))
        if cards & _NEAR_LOW_ACE:
            for high in range(aces):
                found = tuple(map(max, found, self._ranked(cards - high + (high << 26))))
        self.best[cards] = tuple([runs for _, runs in found])
        self[cards] = worths = tuple([worth for worth, _ in found])
        return worths

    def _ranked(self, cards: int) -> _Best:
        """The best runs of cards by place, for each number of jokers."""
        found = self._places[cards]
        return found + found[-1:] * (self._jokers + 1 - len(found))


class _Places(dict[int, _Best]):
    """The best runs of a suit, by its cards by place: two bits each, ace low to high.

    More jokers than can be of use are left out.
    """

    def __init__(self, scale: Scale, jokers: int) -> None:
        self[0] = ((0, ()),)
        self._jokers = jokers
        self._rows = _rows(scale, jokers > 0)

    def __missing__(self, cards: int) -> _Best:
        part = self._part(cards)
        if part != cards:
            self[cards] = found = _joint(self[part], self[cards - part], self._jokers)
            return found
        have = (cards | cards >> 1) & ONES
        low = lowest(cards)
        best = [*self[cards & ~(3 << low)]]
        for need, worth, joker, hole, near, run in self._rows[low]:
            if need & have == need:
                left = cards - need
                if left & hole and left & near == left & hole:
                    continue  # the real card would be left alone: it may as well lie here
                for n, (more, runs) in enumerate(self[left][: self._jokers + 1 - joker], joker):
                    while n >= len(best):
                        best.append(best[-1])
                    if worth + more > best[n][0]:
                        best[n] = worth + more, (run, *runs)
        for n in range(1, len(best)):
            if best[n][0] < best[n - 1][0]:
                best[n] = best[n - 1]
        while len(best) > 1 and best[-1][0] == best[-2][0]:
            del best[-1]
        self[cards] = found = tuple(best)
        return found

    def _part(self, cards: int) -> int:
        """The lowest cards, up to a gap that no run bridges."""
        empty = ~(cards | cards >> 1) & ONES
        if self._jokers:
            empty &= empty >> 2
        empty &= -(cards & -cards)  # above the lowest card
        return cards & (empty & -empty) - 1


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


def _joint(first: _Best, second: _Best, jokers: int) -> _Best:
    """The best runs of two parts of a suit, the jokers given to them as is best."""
    if not first[-1][0]:
        return second
    if not second[-1][0]:
        return first
    if len(first) == len(second) == 2:
        (a, none), (b, one) = first
        (c, naught), (d, other) = second
        best = (a + d, none + other) if a + d > b + c else (b + c, one + naught)
        return (a + c, none + naught), best, (b + d, one + other)
    found: list[tuple[int, tuple[_Run, ...]]]
    found = [(-1, ())] * min(jokers + 1, len(first) + len(second) - 1)
    for i, (worth, runs) in enumerate(first):
        for n, (more, others) in enumerate(second[: len(found) - i], i):
            if worth + more > found[n][0]:
                found[n] = worth + more, runs + others
    return tuple(found)


def _shared(first: Worths, second: Worths, jokers: int) -> Worths:
    """What two suits or more are worth together with each number of jokers up to this one."""
    if not first[-1]:
        return second
    if not second[-1]:
        return first
    if jokers == 2:
        a, b, c = first[:3]
        x, y, z = second[:3]
        one, two = a + y, a + z
        if b + x > one:
            one = b + x
        if c + x > two:
            two = c + x
        return a + x, one, (b + y if b + y > two else two)
    found = []
    for n in range(jokers + 1):
        best = first[0] + second[n]
        for i in range(1, n + 1):
            worth = first[i] + second[n - i]
            if worth > best:
                best = worth
        found.append(best)
    return tuple(found)


@cache
def _rules() -> Rules:
    """Rules to read runs by: no option matters."""
    return Rules()


@cache
def _run(suit: int, run: _Run) -> Meld:
    low, size, gap = run
    places = [natural(place, suit) for place in range(low, low + size)]
    held = tuple(
        JOKER.standing_for(c) if place == gap else c for place, c in enumerate(places, low)
    )
    return read_meld(held, _rules())

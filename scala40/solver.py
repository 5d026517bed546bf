"""The fast exact search for the best split of a hand: sets rank by rank, then runs suit by suit.

Once the sets are chosen, the suits do not touch each other any more. What is left of a suit is 26
bits, two for each rank, and its best runs for no joker to four are kept for the life of the
process, so that hands which differ by a card share nearly all of the work.

>>> from scala40.cards import cards
>>> from scala40.rules import Rules
>>> split = solve(cards("2H 3H X QS KS 9H 9S 9D"), Rules.preset("online"), "points")
>>> [str(meld) for meld in split]
['9D 9H 9S', 'QS KS X=AS']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import accumulate, combinations
from operator import itemgetter
from typing import Final, Literal, NamedTuple, TypeAlias

from scala40.cards import JOKER, Card, natural
from scala40.melds import PLACE_POINTS, RANK_POINTS, Meld, read_meld
from scala40.rules import Rules

Goal = Literal["points", "deadwood", "cards"]

_JOKERS: Final = 4
_SUIT_BITS: Final = (1 << 26) - 1
_ONES: Final = _SUIT_BITS // 3
_NATURALS: Final = (1 << 104) - 1
#: A card in a packed hand: two bits for each kind, the jokers on top, nothing for what is not seen.
_BIT_OF: Final = tuple(1 << 2 * c if c < 52 else 1 << 104 if c < 105 else 0 for c in range(106))
#: What a point and a joker are worth in a :class:`Splitter`, beside the cards of a split.
POINT: Final = 1 << 6
SPENT: Final = 1 << 20
_RANK: Final = 3 | 3 << 26 | 3 << 52 | 3 << 78  # the two bits of aces in every suit

_NONE: Final = (0, 0, 0, 0)

#: A run without its suit: its lowest place, its size, and the place of its joker (0 without one).
_Run: TypeAlias = tuple[int, int, int]
#: The best runs of a suit, for no joker to four: what they are worth, and which they are.
_Runs: TypeAlias = tuple[tuple[int, tuple[_Run, ...]], ...]


#: Cards and jokers left beside some sets, what the sets are worth, the sets.
_State: TypeAlias = tuple[int, int, int, tuple[Meld, ...]]
#: How many jokers each suit gets.
_Share: TypeAlias = tuple[int, int, int, int]


class _Sets(NamedTuple):
    """A choice of sets of one rank: the bits it takes, its jokers, its worth, the sets."""

    taken: int
    jokers: int
    worth: int
    melds: tuple[Meld, ...]


def solve(hand: Iterable[Card], rules: Rules, goal: Goal) -> tuple[Meld, ...]:
    """The melds that serve a goal best (see :func:`scala40.partition.best_split`)."""
    packed = pack_hand(hand)
    return splitter(rules, goal).melds(packed & _NATURALS, packed >> 104)


def pack_hand(hand: Iterable[Card]) -> int:
    """A hand as one integer: two bits for each kind, and from bit 104 up how many jokers it has."""
    return sum(map(_BIT_OF.__getitem__, hand))


def splitter(rules: Rules, goal: Goal, *, spend_jokers: bool = False) -> Splitter:
    """The search for a goal, one for the life of the process, for callers with thousands of hands.

    Args:
        spend_jokers: lay as many jokers as can be laid, and serve the goal after that.

    >>> from scala40.cards import cards
    >>> search = splitter(Rules.preset("online"), "deadwood")
    >>> divmod(search.worth(pack_hand(cards("5H 6H 7H KS QS")), jokers=1), POINT)
    (63, 6)
    """
    ace, joker = (rules.ace_in_hand, rules.joker_in_hand) if goal == "deadwood" else (0, 0)
    return _splitter(goal, ace, joker, rules.set_joker == "any-missing", spend_jokers)


@cache
def _splitter(goal: Goal, ace: int, joker: int, any_missing: bool, spend_jokers: bool) -> Splitter:
    return Splitter(goal, ace, joker, any_missing, spend_jokers)


class Splitter:
    """The search for one goal and all that it has learnt so far; see :func:`splitter`.

    Hands are given as natural cards packed by :func:`pack_hand`, and a number of jokers up to four.
    What a split is worth is the sum over its cards: for ``points`` what they count in their melds,
    for ``cards`` one each, for ``deadwood`` one and as many ``POINT`` as each would cost in the
    hand. Where jokers are spent, each one laid adds ``SPENT``.
    """

    def __init__(
        self, goal: Goal, ace: int, joker: int, any_missing: bool, spend_jokers: bool
    ) -> None:
        self._plain, self._wild = (
            _Solver(goal, ace, joker, any_missing, spend_jokers, jokers) for jokers in (0, _JOKERS)
        )

    def worth(self, packed: int, jokers: int) -> int:
        """What the best split of a hand is worth."""
        return (self._wild if jokers else self._plain).worth(packed, jokers)

    def melds(self, packed: int, jokers: int) -> tuple[Meld, ...]:
        """The melds of the best split of a hand."""
        return (self._wild if jokers else self._plain).best(packed, jokers)


class _Solver:
    """The search for one goal, with or without jokers, and all that it has learnt so far."""

    def __init__(
        self, goal: Goal, ace: int, joker: int, any_missing: bool, spend_jokers: bool, jokers: int
    ) -> None:
        self._rules = Rules(set_joker="any-missing" if any_missing else "declared")
        spent = SPENT if spend_jokers else 0
        in_runs: tuple[int, ...] = PLACE_POINTS
        in_sets: tuple[int, ...] = RANK_POINTS
        as_runs, as_sets = in_runs, in_sets
        if goal != "points":
            point = POINT if goal == "deadwood" else 0
            in_runs = in_sets = tuple(n * point + 1 for n in (0, ace, *PLACE_POINTS[2:14], ace))
            as_runs = as_sets = (joker * point + 1,) * 15
        self._place, self._joker = in_runs, tuple(n + spent for n in as_runs)
        self._rank, self._set_joker = in_sets, tuple(n + spent for n in as_sets)
        self._jokers = jokers
        self._sum_to = tuple(accumulate(self._place[1:], initial=0))
        self._by_suit: dict[int, _Runs] = {}
        self._by_places: dict[tuple[int, ...], _Runs] = {}
        self._by_rank: dict[int, tuple[_Sets, ...]] = {}

    def worth(self, packed: int, jokers: int) -> int:
        """What the best split of a packed hand is worth."""
        known, runs = self._by_suit, self._runs
        most = 0
        for rest, left, worth, _ in self._with_sets(packed, jokers):
            key = rest & _SUIT_BITS
            clubs = known.get(key) or runs(key)
            key = rest >> 26 & _SUIT_BITS
            diamonds = known.get(key) or runs(key)
            key = rest >> 52 & _SUIT_BITS
            hearts = known.get(key) or runs(key)
            key = rest >> 78
            spades = known.get(key) or runs(key)
            worth += clubs[0][0] + diamonds[0][0] + hearts[0][0] + spades[0][0]
            if left:
                worth += _gain((clubs, diamonds, hearts, spades), left)[0]
            most = max(most, worth)
        return most

    def best(self, packed: int, jokers: int) -> tuple[Meld, ...]:
        """The melds of the best split of a packed hand."""
        known, runs = self._by_suit, self._runs
        most = -1
        best: _State = (packed, jokers, 0, ())
        found: tuple[_Runs, ...] = ()
        for state in self._with_sets(packed, jokers):
            rest, left, worth, _ = state
            key = rest & _SUIT_BITS
            clubs = known.get(key) or runs(key)
            key = rest >> 26 & _SUIT_BITS
            diamonds = known.get(key) or runs(key)
            key = rest >> 52 & _SUIT_BITS
            hearts = known.get(key) or runs(key)
            key = rest >> 78
            spades = known.get(key) or runs(key)
            worth += clubs[0][0] + diamonds[0][0] + hearts[0][0] + spades[0][0]
            if left:
                worth += _gain((clubs, diamonds, hearts, spades), left)[0]
            if worth > most:
                most, best, found = worth, state, (clubs, diamonds, hearts, spades)
        melds = best[3]
        shares = _gain(found, best[1])[1] if best[1] else _NONE
        for suit, entry in enumerate(found):
            for run in entry[shares[suit]][1]:
                melds += (_run(suit, run),)
        return melds

    # --- sets ------------------------------------------------------------------------------------

    def _with_sets(self, packed: int, jokers: int) -> list[_State]:
        """Every choice of sets: the cards and jokers left, what the sets are worth, the sets."""
        states: list[_State] = [(packed, jokers, 0, ())]
        have = packed | packed >> 1
        a, b, c, d = have, have >> 26, have >> 52, have >> 78
        if jokers:  # ranks in two suits or more, else in three
            ranks = (a & b | c & d | (a | b) & (c | d)) & _ONES
        else:
            ranks = (a & b & (c | d) | c & d & (a | b)) & _ONES
        while ranks:
            low = ranks & -ranks
            ranks ^= low
            shift = low.bit_length() - 1
            rank_bits = packed & _RANK << shift
            options = self._by_rank.get(rank_bits)
            if options is None:
                options = self._by_rank[rank_bits] = tuple(self._sets(rank_bits, shift))
            states += [
                (
                    rest - option.taken,
                    left - option.jokers,
                    worth + option.worth,
                    melds + option.melds,
                )
                for rest, left, worth, melds in states
                for option in options
                if option.jokers <= left
            ]
        return states

    def _sets(self, rank_bits: int, shift: int) -> Iterator[_Sets]:
        """Every choice of one set or more from the cards of one rank."""
        rank = shift // 2 + 1
        singles = list(self._single_sets(rank))
        todo = [_Sets(0, 0, 0, ())]
        seen = set()
        while todo:
            here = todo.pop()
            for single in singles:
                left = rank_bits - here.taken
                have = left | left >> 1
                key = (here.taken + single.taken, here.jokers + single.jokers)
                if single.taken & ~have or key in seen or key[1] > self._jokers:
                    continue
                seen.add(key)
                more = _Sets(*key, here.worth + single.worth, (*here.melds, *single.melds))
                todo.append(more)
                yield more

    def _single_sets(self, rank: int) -> Iterator[_Sets]:
        value, joker = self._rank[rank], self._set_joker[rank]
        for size in (2, 3, 4):
            for suits in combinations(range(4), size):
                plain = tuple(natural(rank, suit) for suit in suits)
                taken = sum(1 << 2 * c for c in plain)
                if size > 2:
                    yield _Sets(taken, 0, value * size, (read_meld(plain, self._rules),))
                if size < 4:
                    other = next(natural(rank, s) for s in range(4) if s not in suits)
                    held = (*plain, JOKER.standing_for(other))
                    meld = read_meld(held, self._rules)
                    yield _Sets(taken, 1, value * size + joker, (meld,))

    # --- runs ------------------------------------------------------------------------------------

    def _runs(self, bits: int) -> _Runs:
        """The best runs of the cards of one suit."""
        have = (bits | bits >> 1) & _ONES
        have |= (have & 1) << 26  # the ace once more, above the king
        near = have & (have << 2 | have >> 2 | have << 4 | have >> 4)
        useful = bits & 3 * (
            near & _ONES | near >> 26
        )  # what has a neighbour within a run of three
        known = self._by_suit.get(useful)
        if known is None:
            known = self._by_suit[useful] = self._best_runs(useful)
        self._by_suit[bits] = known
        return known

    def _best_runs(self, bits: int) -> _Runs:
        counts = [bits >> 2 * rank & 3 for rank in range(13)]
        aces = counts[0]
        ways = [self._in_places((aces - high, *counts[1:], high)) for high in range(aces + 1)]
        return tuple(max(entry, key=itemgetter(0)) for entry in zip(*ways, strict=True))

    def _in_places(self, counts: tuple[int, ...]) -> _Runs:
        """The best runs, the cards given by place: aces low or high is decided already."""
        known = self._by_places.get(counts)
        if known is not None:
            return known
        first = next((place for place, n in enumerate(counts) if n), None)
        if first is None:
            return ((0, ()),) * (self._jokers + 1)
        best = list(self._in_places((*counts[:first], 0, *counts[first + 1 :])))
        for low in (first, first - 1) if self._jokers else (first,):
            missing, gap = 0, -1
            for place in range(max(low, 0), min(low + 5, 14)):
                if not counts[place]:
                    missing, gap = missing + 1, place
                    if missing > min(self._jokers, 1):
                        break
                if low >= 0 and place >= low + 2:
                    gaps = range(low + 1, place + 1) if self._jokers and not missing else ()
                    for hole in (gap, *gaps):
                        self._try_run(best, counts, (low, place + 1), hole)
        known = self._by_places[counts] = tuple(best)
        return known

    def _try_run(
        self,
        best: list[tuple[int, tuple[_Run, ...]]],
        counts: tuple[int, ...],
        span: tuple[int, int],
        gap: int,
    ) -> None:
        """Better ``best`` by one run over a span of places, its joker (if any) in ``gap``."""
        low, end = span
        used = tuple(n - 1 if place != gap else n for place, n in enumerate(counts[low:end], low))
        left = (*counts[:low], *used, *counts[end:])
        if gap >= 0 and left[gap] and sum(left[max(0, gap - 2) : gap + 3]) == left[gap]:
            return  # the real card would be left alone, so it may as well lie here itself
        rest = self._in_places(left)
        worth = self._sum_to[end] - self._sum_to[low]
        jokers = 0
        if gap >= 0:
            jokers = 1
            worth += self._joker[gap + 1] - self._place[gap + 1]
        run = (low + 1, end - low, gap + 1)
        for n in range(jokers, self._jokers + 1):
            after, runs = rest[n - jokers]
            if worth + after > best[n][0]:
                best[n] = (worth + after, (run, *runs))


def _gain(suits: tuple[_Runs, ...], jokers: int) -> tuple[int, _Share]:
    """What jokers add to the runs of four suits at best, and how many each suit gets."""
    clubs, diamonds, hearts, spades = suits
    base = clubs[0][0] + diamonds[0][0] + hearts[0][0] + spades[0][0]
    most, best = 0, _NONE
    for share in _shares(jokers):
        a, b, c, d = share
        worth = clubs[a][0] + diamonds[b][0] + hearts[c][0] + spades[d][0] - base
        if worth > most:
            most, best = worth, share
    return most, best


@cache
def _shares(jokers: int) -> tuple[_Share, ...]:
    """The ways to give all jokers to four suits (a suit may leave its share unused)."""
    counts = range(jokers + 1)
    return tuple(
        (a, b, c, d)
        for a in counts
        for b in counts
        for c in counts
        for d in counts
        if a + b + c + d == jokers
    )


@cache
def _run(suit: int, run: _Run) -> Meld:
    low, size, gap = run
    places = [natural(place, suit) for place in range(low, low + size)]
    held = tuple(
        JOKER.standing_for(c) if place == gap else c for place, c in enumerate(places, low)
    )
    return read_meld(held, Rules())

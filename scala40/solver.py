"""The fast exact search for the best split of a hand: sets rank by rank, then runs suit by suit.

Once the sets are chosen, the suits do not touch each other any more: what is left of a suit has its
best runs, for no joker and for each number of jokers that it may get. These, and the choices of
sets that the cards of a rank have, are kept for the life of the process, so that hands which differ
by a card share nearly all of the work. A choice of sets is passed over where the runs of the whole
hand would not make it better than the best so far. Only what splits are worth is searched for; the
melds of the best one are found again from that.

>>> from scala40.cards import cards
>>> from scala40.rules import Rules
>>> split = solve(cards("2H 3H X QS KS 9H 9S 9D"), Rules.preset("online"), "points")
>>> [str(meld) for meld in split]
['9D 9H 9S', 'QS KS X=AS']
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import combinations
from typing import Final, Literal, TypeAlias

from scala40.cards import JOKER, Card, natural
from scala40.melds import PLACE_POINTS, RANK_POINTS, Meld, read_meld
from scala40.packed import ACES, JOKERS_AT, NATURAL_BITS, ONES, SUIT, lowest, naturals, pack_hand
from scala40.rules import Rules, SetJoker
from scala40.runs import Runs, Scale

Goal = Literal["points", "deadwood", "cards"]

#: A hand may have so many jokers.
JOKERS: Final = 4

#: What a point and a joker are worth in a :class:`Splitter`, beside the cards of a split.
POINT: Final = 1 << 6
SPENT: Final = 1 << 20

_ACE: Final = ACES & ONES
_KING: Final = _ACE << 24
_BELOW_KING: Final = ONES - _KING
_QUEEN: Final = _ACE << 22
_BELOW_QUEEN: Final = _BELOW_KING - (_ACE << 22)

# A choice of sets is one integer: the packed hand that is left, by rank the jokers in its sets,
# and what they are worth.
_LEFT: Final = 7 << JOKERS_AT
_SPENT: Final = JOKERS_AT + 3
_WORTH: Final = _SPENT + 39
_NO_SET: Final = 1 << _SPENT

#: So many hands are remembered.
_KEPT: Final = 1 << 16


def solve(hand: Iterable[Card], rules: Rules, goal: Goal) -> tuple[Meld, ...]:
    """The melds that serve a goal best (see :func:`scala40.partition.best_split`)."""
    packed = pack_hand(hand)
    return splitter(rules, goal).melds(packed & NATURAL_BITS, packed >> JOKERS_AT)


def splitter(rules: Rules, goal: Goal, *, spend_jokers: bool = False) -> Splitter:
    """The search for a goal, one for the life of the process, for callers with thousands of hands.

    Args:
        spend_jokers: lay as many jokers as can be laid, and serve the goal after that.

    >>> from scala40.cards import cards
    >>> search = splitter(Rules.preset("online"), "deadwood")
    >>> divmod(search.worth(pack_hand(cards("5H 6H 7H KS QS")), jokers=1), POINT)
    (63, 6)
    """
    key = (goal, rules.ace_in_hand, rules.joker_in_hand, rules.set_joker, spend_jokers)
    known = _SPLITTERS.get(key)
    if known is None:
        known = _SPLITTERS[key] = Splitter(rules, goal, spend_jokers=spend_jokers)
    return known


def _scale(rules: Rules, goal: Goal, spend_jokers: bool) -> Scale:
    in_run: tuple[int, ...] = PLACE_POINTS
    in_set: tuple[int, ...] = RANK_POINTS
    jokers = in_run, in_set
    if goal != "points":
        point, ace, joker = POINT * (goal == "deadwood"), rules.ace_in_hand, rules.joker_in_hand
        in_run = in_set = tuple(n * point + 1 for n in (0, ace, *PLACE_POINTS[2:14], ace))
        jokers = ((joker * point + 1,) * 15,) * 2
    spent = SPENT if spend_jokers else 0
    return Scale(in_run, in_set, *(tuple(n + spent for n in worths) for worths in jokers))


class Splitter:
    """The search for one goal and all that it has learnt so far; :func:`splitter` shares it.

    Hands are given as natural cards packed by :func:`pack_hand`, and a number of jokers up to four.
    What a split is worth is the sum over its cards: for ``points`` what they count in their melds,
    for ``cards`` one each, for ``deadwood`` one and as many ``POINT`` as each would cost in the
    hand. Where jokers are spent, each one laid adds ``SPENT``.
    """

    def __init__(self, rules: Rules, goal: Goal, *, spend_jokers: bool = False) -> None:
        scale = _scale(rules, goal, spend_jokers)
        self._plain = _Search(scale, rules.set_joker, 0)
        self._joker = _Search(scale, rules.set_joker, JOKERS)

    def worth(self, packed: int, jokers: int) -> int:
        """What the best split of a hand is worth."""
        return (self._joker if jokers else self._plain).worth(packed, jokers)

    def melds(self, packed: int, jokers: int) -> tuple[Meld, ...]:
        """The melds of the best split of a hand."""
        return (self._joker if jokers else self._plain).melds(packed, jokers)


#: By what a split is worth.
_SPLITTERS: Final[dict[tuple[Goal, int, int, SetJoker, bool], Splitter]] = {}


class _Search:
    """The search for hands without jokers, or for those with up to so many."""

    def __init__(self, scale: Scale, set_joker: SetJoker, jokers: int) -> None:
        self._set_joker = set_joker
        self._jokers = jokers
        self._sets = _Sets(scale, jokers)
        self._runs = Runs(scale, jokers)
        self._best, self._melds = self._searched, self._rebuilt
        if not jokers:  # few cards are of use, so the same ones come again and again
            self._best = lru_cache(maxsize=_KEPT)(self._searched)
            self._melds = lru_cache(maxsize=_KEPT)(self._rebuilt)

    def worth(self, packed: int, jokers: int) -> int:
        """What the best split of a hand is worth."""
        useful, ranks, fit = self._useful(packed)
        return self._best(useful, jokers, ranks, fit)[0] if useful else 0

    def melds(self, packed: int, jokers: int) -> tuple[Meld, ...]:
        """The melds of the best split of a hand."""
        useful, ranks, fit = self._useful(packed)
        return self._melds(useful, jokers, ranks, fit) if useful else ()

    def _useful(self, packed: int) -> tuple[int, int, int]:
        """The cards that can be in a meld, the ranks that have sets, the bits fit for runs.

        A rank is the bit of its card in clubs.
        """
        have = (packed | packed >> 1) & ONES
        aces, b, c, d = have & _ACE, have >> 26, have >> 52, have >> 78
        one = have & (have >> 2 & _BELOW_KING | aces << 24)  # the next is there, ace after king
        two = have & (have >> 4 & _BELOW_QUEEN | aces << 22)  # the one after that is there
        if self._jokers:
            ranks = (have & b | c & d | (have | b) & (c | d)) & SUIT  # in two suits or more
        else:
            ranks = (have & b & (c | d) | c & d & (have | b)) & SUIT  # in three or more
            one = two = one & two
        fit = one | two
        if fit:
            fit |= (one & _BELOW_KING) << 2 | (one & _KING) >> 24
            fit |= (two & _BELOW_QUEEN) << 4 | (two & _QUEEN) >> 22
            fit *= 3
        return packed & (fit | ranks * ACES), ranks, fit

    def _searched(self, packed: int, jokers: int, ranks: int, fit: int) -> tuple[int, int]:
        """What the best split is worth, and its choice of sets."""
        sets = self._sets
        choices = [packed + (jokers << JOKERS_AT)]
        for mask in _MASKS[ranks]:
            cards = packed & mask
            free, paid, dear = sets[cards if cards & fit else ~cards]
            more = [c + change for c in choices if c & _LEFT for change in paid]
            for change, enough in dear:
                more += [c + change for c in choices if c & _LEFT >= enough]
            if free is not _NONE:
                choices = [c + change for c in choices for change in free]
            choices += more
        runs = self._runs
        full = runs.worths(packed & fit, jokers)  # no choice leaves more to the runs
        best = choices[0]
        most = full[jokers] if best < _NO_SET else -1
        for choice in choices:
            left = choice >> JOKERS_AT & 7
            worth = choice >> _WORTH
            if worth + full[left] > most:
                worth += runs.worth(choice & fit, left)
                if worth > most:
                    most, best = worth, choice
        return most, best

    def _rebuilt(self, packed: int, jokers: int, ranks: int, fit: int) -> tuple[Meld, ...]:
        """The melds of the best split."""
        worth, choice = self._best(packed, jokers, ranks, fit)
        found: tuple[Meld, ...] = ()
        taken = packed - (choice & NATURAL_BITS)
        while taken:
            shift = lowest(taken) % 26
            cards = taken & ACES << shift
            taken -= cards
            spent = choice >> _SPENT + 3 * shift // 2 & 7
            found += _melds_of_rank(cards, spent, self._set_joker)
        worth -= choice >> _WORTH
        if worth:
            found += self._runs.melds(choice & fit, choice >> JOKERS_AT & 7, worth)
        return found


#: What the sets of a rank may change a choice by: without a joker, with one, and with more, each
#: with how many jokers a choice has to have left.
_Options: TypeAlias = tuple[tuple[int, ...], tuple[int, ...], tuple[tuple[int, int], ...]]
#: No set.
_NONE: Final = (0,)


class _Masks(dict[int, tuple[int, ...]]):
    """The bits of each rank, the highest rank first, by their bits in clubs."""

    def __missing__(self, ranks: int) -> tuple[int, ...]:
        self[ranks] = found = tuple(ACES << n for n in range(24, -1, -2) if ranks >> n & 1)
        return found


_MASKS: Final = _Masks()


class _Sets(dict[int, _Options]):
    """The choices of sets by the cards of a rank, which are complemented where none fits a run."""

    def __init__(self, scale: Scale, jokers: int) -> None:
        self._scale = scale
        self._jokers = jokers

    def __missing__(self, key: int) -> _Options:
        cards = max(key, ~key)
        shift = lowest(cards) % 26
        rank = shift // 2
        card, joker = self._scale.in_set[rank + 1], self._scale.joker_in_set[rank + 1]
        changes: list[list[int]] = [[0], *([] for _ in range(4))]
        for taken, spent in _set_choices(cards >> shift):
            if spent <= self._jokers:
                worth = card * naturals(taken) + joker * spent << _WORTH
                used = (spent << _SPENT + 3 * rank) - (spent << JOKERS_AT) - (taken << shift)
                changes[spent].append(worth + used)
        if key < 0:  # no run can use what is left: the more the better
            changes = [[max(some)] if some else [] for some in changes]
        free, paid, *others = map(tuple, changes)
        dear = [
            (change, spent << JOKERS_AT) for spent, some in enumerate(others, 2) for change in some
        ]
        self[key] = found = (_NONE if free == _NONE else free, paid, tuple(dear))
        return found


@cache
def _set_choices(cards: int) -> dict[tuple[int, int], tuple[tuple[int, bool], ...]]:
    """The sets that can be made at once of cards of one rank, by the cards and jokers they take."""
    have = (cards | cards >> 1) & _ACE
    singles = [(need, joker) for need, joker in _single_sets() if need & have == need]
    found: dict[tuple[int, int], tuple[tuple[int, bool], ...]] = {}
    todo: list[tuple[int, int, tuple[tuple[int, bool], ...]]] = [(0, 0, ())]
    while todo:
        taken, jokers, sets = todo.pop()
        left = cards - taken
        have = left | left >> 1
        for need, joker in singles:
            key = (taken + need, jokers + joker)
            if not need & ~have and key not in found and key[1] <= 4:
                found[key] = (*sets, (need, joker))
                todo.append((*key, found[key]))
    return found


@cache
def _single_sets() -> tuple[tuple[int, bool], ...]:
    """The sets of one rank: the cards it needs, and whether there is a joker besides."""
    return tuple(
        (sum(1 << 26 * suit for suit in suits), joker)
        for joker in (False, True)
        for size in (4, 3, 2)
        if 3 <= size + joker <= 4
        for suits in combinations(range(4), size)
    )


@cache
def _rules(set_joker: SetJoker) -> Rules:
    """Rules to read sets by."""
    return Rules(set_joker=set_joker)


@cache
def _melds_of_rank(cards: int, jokers: int, set_joker: SetJoker) -> tuple[Meld, ...]:
    """The sets that use these cards of a rank and so many jokers."""
    shift = lowest(cards) % 26
    melds = []
    for need, joker in _set_choices(cards >> shift)[cards >> shift, jokers]:
        held = [natural(shift // 2 + 1, suit) for suit in range(4) if need >> 26 * suit & 1]
        if joker:
            other = next(suit for suit in range(4) if not need >> 26 * suit & 1)
            held.append(JOKER.standing_for(natural(shift // 2 + 1, other)))
        melds.append(read_meld(tuple(held), _rules(set_joker)))
    return tuple(melds)

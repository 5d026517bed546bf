"""The exact best way to split a hand into melds.

:func:`best_split` asks the fast search of :mod:`scala40.solver` wherever that answers, and else a
plain one: a hand is packed into one integer, two bits for each of the 52 kinds and the jokers on
top, and the search looks at the lowest kind left: either every copy of it stays in the hand, or one
copy goes into one of the melds whose lowest kind it is. Runs of three to five suffice, as longer
ones split into those with the same cards; neighbours are joined again in the answer.

>>> from scala40.cards import cards
>>> rules = Rules.preset("online")
>>> split = best_split(cards("2H 3H X QS KS 9H 9S 9D"), rules, goal="points")
>>> split.points, [str(meld) for meld in split.melds]
(58, ['QS KS X=AS', '9D 9H 9S'])

Which cards to keep back when opening, and how to close, are questions of their own:
:func:`least_opening` and :func:`closing`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import chain, combinations
from typing import NamedTuple, TypeAlias

from scala40.cards import JOKER, Card, natural
from scala40.melds import Meld, joined, read_meld
from scala40.packed import (
    JOKERS_AT,
    NATURAL_BITS,
    ONE_JOKER,
    ONES,
    cards_in,
    holds,
    kinds,
    lowest,
    naturals,
    pack_hand,
    unpacked,
)
from scala40.rules import Rules
from scala40.solver import POINT, Goal, Splitter, splitter


class Split(NamedTuple):
    """Melds that a hand can pay for at once, and what they are worth on the table."""

    melds: tuple[Meld, ...]
    points: int


class Closing(NamedTuple):
    """Melds that lay a whole hand but for one card to throw, or for none."""

    split: Split
    left: Card | None


class _Row(NamedTuple):
    """A meld and the cards it needs, packed (no kind twice)."""

    need: int
    meld: Meld


#: Melds by their lowest kind, those without a joker and those with one (which needs it besides).
_Table: TypeAlias = dict[int, tuple[tuple[_Row, ...], tuple[_Row, ...]]]


class _Found(NamedTuple):
    """Melds and what they are worth for the goal of a search."""

    worth: int
    melds: tuple[Meld, ...]


def hand_value(card: Card, rules: Rules) -> int:
    """What a card costs in the hand; a lone ace is the business of the score."""
    if card == JOKER:
        return rules.joker_in_hand
    rank = card.rank
    return rules.ace_in_hand if rank == 1 else min(rank, 10)


def opening_points(meld: Meld, rules: Rules) -> int | None:
    """What a meld counts towards the opening; None where it may not be part of one."""
    if meld.joker is None or rules.opening_jokers == "counted":
        return meld.points
    return 0 if rules.opening_jokers == "clean-40" else None


def best_split(
    hand: Iterable[Card],
    rules: Rules,
    *,
    goal: Goal,
    keep: int = 0,
    opening: int | None = None,
    must: Card | None = None,
) -> Split | None:
    """The melds that serve a goal best.

    Args:
        goal: ``points``, the most points laid; ``deadwood``, the fewest points left in the hand
            and then the fewest cards; ``cards``, the fewest cards left.
        keep: so many cards at least stay in the hand.
        opening: only melds that may open together, worth at least so many points; None after that.
        must: a card that has to be among those laid.

    Returns:
        The split (without a meld where nothing can be laid), or None where no split satisfies
        ``keep``, ``opening`` and ``must`` together.
    """
    held = tuple(hand)
    if opening is not None and _most_counted(held, rules) < opening:
        return None
    lay = _may_lay(held, rules, opening)
    melds = _best_melds(pack_hand(lay), rules, goal, max(0, keep - len(held) + len(lay)), must)
    if melds is None:
        return None
    if opening is None or _counted(melds, rules) >= opening:
        return _tidy(melds, rules)
    if goal == "points" and rules.opening_jokers != "clean-40":
        return None  # all counts, and there is no more
    return plain_split(held, rules, goal=goal, keep=keep, opening=opening, must=must)


def plain_split(
    hand: Iterable[Card],
    rules: Rules,
    *,
    goal: Goal,
    keep: int = 0,
    opening: int | None = None,
    must: Card | None = None,
) -> Split | None:
    """The same as :func:`best_split`, by the plain search alone: a second opinion."""
    table = _short_melds(rules.set_joker == "any-missing")
    search = _Search(
        tuple(hand),
        rules,
        lambda meld: _worth(meld, goal, rules),
        table,
        opening=opening is not None,
    )
    found = search.best(keep, opening or 0, must)
    return None if found is None else _tidy(found.melds, rules)


def least_opening(
    hand: Iterable[Card],
    rules: Rules,
    *,
    needed: int | None = None,
    keep: int = 0,
    must: Card | None = None,
) -> Split | None:
    """The opening that gives least away, so that jokers and cards that fit many melds are kept.

    That is the one with the fewest jokers, of those with the fewest cards, and of those with the
    fewest points.

    Args:
        needed: the points that it has to count; those of the rules unless told.
        keep, must: as in :func:`best_split`.

    Returns:
        The opening, or None where there is none.

    >>> from scala40.cards import cards
    >>> hand = cards("JH QH KH 4C 5C 6C 7C 8C X AS")
    >>> opening = least_opening(hand, Rules.preset("online"))
    >>> opening.points, [str(meld) for meld in opening.melds]
    (45, ['4C 5C 6C', 'JH QH KH'])
    """
    held = tuple(hand)
    needed = rules.opening_points if needed is None else needed
    plain = tuple(c for c in held if not c.is_joker)
    allowed = 0 if rules.opening_jokers == "forbidden" else len(held) - len(plain)
    table = _all_melds(5, rules.set_joker == "any-missing")
    for jokers in range(must == JOKER, allowed + 1):
        some = (*plain, *(JOKER,) * jokers)
        if _most_counted(some, rules) >= needed:
            search = _Search(some, rules, _given_away, table, opening=True)
            found = search.best(max(0, keep - len(held) + len(some)), needed, must)
            if found is not None:
                return _tidy(found.melds, rules)
    return None


def _given_away(meld: Meld) -> int:
    """What an opening loses by a meld beside its joker, below zero: its cards, then its points."""
    return -((len(meld.cards) << 10) + meld.points)


def closing(hand: Iterable[Card], rules: Rules, *, opened: bool = True) -> Closing | None:
    """How to close from the hand alone: all is laid but one card to throw.

    Where the rules let a hand be emptied without a discard, all may be laid. The table, the taken
    discard and the first round are left out of account.

    Args:
        opened: without it the closing is an opening too and has to count for one; what must not be
            part of an opening (a joker where that is forbidden) may follow it.

    Returns:
        The melds and the card left (None where none is), or None where the hand cannot close so.

    >>> from scala40.cards import cards
    >>> way = closing(cards("5H 6H 7H 9C 9D 9S 2D"), Rules.preset("pulita"))
    >>> way.left, [str(meld) for meld in way.split.melds]
    (Card('2D'), ['5H 6H 7H', '9C 9D 9S'])
    """
    held = tuple(hand)
    packed = pack_hand(held)
    search = splitter(rules, "cards")
    laid = _worth_of(search, packed)
    if not held or laid < len(held) - 1:
        return None
    lefts: list[Card | None] = [*sorted(set(held))]
    if laid == len(held) and rules.final_discard == "optional":
        lefts.insert(0, None)
    for left in lefts:
        rest = packed if left is None else packed - pack_hand((left,))
        if _worth_of(search, rest) == cards_in(rest):
            split = _laying_all(unpacked(rest), rules, opened)
            if split is not None:
                return Closing(split, left)
    return None


def _laying_all(hand: tuple[Card, ...], rules: Rules, opened: bool) -> Split | None:
    """A split of a whole hand, where ``opened`` is false one that may be laid as an opening."""
    ways: list[tuple[Rules, int | None]] = [(rules, None)]
    if not opened:
        ways = [(_jokers_later(rules), rules.opening_points)]
        if not rules.in_mano_needs_opening:
            ways.append((rules, 0))
    for under, needed in ways:
        split = best_split(hand, under, goal="cards", opening=needed)
        if split is not None and sum(len(meld.cards) for meld in split.melds) == len(hand):
            return split
    return None


@cache
def _jokers_later(rules: Rules) -> Rules:
    """The rules of a turn that begins with the opening: what may not open may be laid after it."""
    forbidden = rules.opening_jokers == "forbidden"
    return rules.with_options({"opening_jokers": "clean-40"}) if forbidden else rules


def _most_counted(hand: tuple[Card, ...], rules: Rules) -> int:
    """More points than these no opening can count."""
    counted = hand
    if rules.opening_jokers != "counted":
        counted = tuple(c for c in hand if not c.is_joker)
    return _worth_of(splitter(rules, "points"), pack_hand(counted))


def _counted(melds: tuple[Meld, ...], rules: Rules) -> int:
    """What melds count towards the opening together."""
    return sum(opening_points(meld, rules) or 0 for meld in melds)


def _may_lay(hand: tuple[Card, ...], rules: Rules, opening: int | None) -> tuple[Card, ...]:
    """The cards of a hand that may be laid, in an opening or after it."""
    if opening is None or rules.opening_jokers != "forbidden":
        return hand
    return tuple(c for c in hand if not c.is_joker)


def _best_melds(
    packed: int, rules: Rules, goal: Goal, keep: int, must: Card | None
) -> tuple[Meld, ...] | None:
    """The best split of a packed hand but for what an opening has to count."""
    search = splitter(rules, goal)

    def worth(melds: tuple[Meld, ...]) -> int:
        return sum(_worth(meld, goal, rules) for meld in melds)

    best = _keeping(search, packed, keep, worth)
    if must is None or best is None or any(must in _held(meld) for meld in best):
        return best
    best, most = None, -1
    any_missing = rules.set_joker == "any-missing"
    tries = [
        (_worth(meld, goal, rules) + _worth_of(search, packed - need), need, meld)
        for need, meld in _affordable(_melds_with(must, any_missing), packed)
    ]
    for bound, need, meld in sorted(tries, reverse=True):
        if bound <= most:
            break
        rest = _keeping(search, packed - need, keep, worth)
        if rest is not None and worth((meld, *rest)) > most:
            best = (meld, *rest)
            most = worth(best)
    return best


def _keeping(
    search: Splitter, packed: int, keep: int, worth: Callable[[tuple[Meld, ...]], int]
) -> tuple[Meld, ...] | None:
    """The best split of a packed hand that leaves so many cards."""
    melds = search.melds(packed & NATURAL_BITS, packed >> JOKERS_AT)
    if not keep:
        return melds
    left = cards_in(packed) - sum(len(meld.cards) for meld in melds)
    if left >= keep or not packed:
        return melds if left >= keep else None
    kept = (_keeping(search, packed - pack_hand((c,)), keep - 1, worth) for c in kinds(packed))
    return max((melds for melds in kept if melds is not None), key=worth, default=None)


def _worth_of(search: Splitter, packed: int) -> int:
    return search.worth(packed & NATURAL_BITS, packed >> JOKERS_AT)


def _held(meld: Meld) -> set[Card]:
    """The cards of a meld as they were in the hand."""
    return {c.in_hand for c in meld.cards}


def melds_in(hand: Iterable[Card], rules: Rules, longest: int | None = None) -> Iterator[Meld]:
    """Every meld that can be laid from these cards, each reading of a joker once.

    Args:
        longest: leave out melds of more cards than this.
    """
    table = _all_melds(longest or rules.longest_run, rules.set_joker == "any-missing")
    return (meld for _, meld in _affordable(table, pack_hand(hand)))


class _Search:
    """The plain search over one hand; the memo is kept for its life."""

    def __init__(
        self,
        hand: tuple[Card, ...],
        rules: Rules,
        worth: Callable[[Meld], int],
        table: _Table,
        *,
        opening: bool,
    ) -> None:
        packed = pack_hand(hand)
        self.memo: dict[tuple[int, int, int], _Found | None] = {}
        self.fits: dict[int, list[tuple[int, int, int, Meld]]] = {}
        used = 0
        for need, meld in _affordable(table, packed):
            counts = opening_points(meld, rules) if opening else 0
            if counts is not None:
                row = (need, worth(meld), counts, meld)
                self.fits.setdefault(lowest(need), []).append(row)
                used |= need & NATURAL_BITS
        self.packed = packed & (used * 3 | ~NATURAL_BITS)
        self.spare = naturals(packed) - naturals(self.packed)

    def best(self, keep: int, need: int, must: Card | None) -> _Found | None:
        """The best split that keeps ``keep`` cards and counts ``need`` points for the opening."""
        keep = max(0, keep - self.spare)
        if must is None:
            return self._go(self.packed, keep, need)
        found: _Found | None = None
        for rows in self.fits.values():
            for cost, worth, counts, meld in rows:
                if must in _held(meld):
                    rest = self._go(self.packed - cost, keep, max(0, need - counts))
                    if rest is not None and (found is None or rest.worth + worth > found.worth):
                        found = _Found(rest.worth + worth, (meld, *rest.melds))
        return found

    def _go(self, packed: int, keep: int, need: int) -> _Found | None:
        plain = packed & NATURAL_BITS
        if not plain:
            return _Found(0, ()) if need <= 0 and keep <= packed >> JOKERS_AT else None
        key = (packed, keep, need)
        if key in self.memo:
            return self.memo[key]
        low = lowest(plain)
        copies = plain >> low & 3
        best = self._go(packed - (copies << low), max(0, keep - copies), need)
        for cost, worth, counts, meld in self.fits.get(low, ()):
            if holds(packed, cost):
                rest = self._go(packed - cost, keep, max(0, need - counts))
                if rest is not None and (best is None or rest.worth + worth > best.worth):
                    best = _Found(rest.worth + worth, (meld, *rest.melds))
        self.memo[key] = best
        return best


def _worth(meld: Meld, goal: Goal, rules: Rules) -> int:
    if goal == "points":
        return meld.points
    if goal == "cards":
        return len(meld.cards)
    return sum(hand_value(c.in_hand, rules) * POINT + 1 for c in meld.cards)


def _tidy(melds: tuple[Meld, ...], rules: Rules) -> Split:
    """Neighbouring runs joined, as somebody would lay them."""
    done: list[Meld] = []
    for meld in sorted(melds, key=lambda meld: (not meld.is_run, meld.cards[0].suit, meld.low)):
        longer = joined(done[-1], meld, rules) if done else None
        # one with a joker would no longer count towards a clean opening
        spoilt = rules.opening_jokers == "clean-40" and done and done[-1].joker != meld.joker
        if longer is None or spoilt:
            done.append(meld)
        else:
            done[-1] = longer
    return Split(tuple(done), sum(meld.points for meld in done))


# --- the table of melds --------------------------------------------------------------------------


@cache
def _short_melds(any_missing: bool) -> _Table:
    """All sets and the runs of three to five by lowest kind; of a joker's readings the dearest."""
    rules = Rules(set_joker="any-missing" if any_missing else "declared")
    best: dict[int, Meld] = {}
    for meld in _generate(rules, 5):
        need = pack_hand(meld.cards)
        if need not in best or meld.points > best[need].points:
            best[need] = meld
    return _bylowest(best.values())


@cache
def _melds_with(card: Card, any_missing: bool) -> _Table:
    """The short melds that hold a card of the hand."""
    rows = chain.from_iterable(chain(*both) for both in _short_melds(any_missing).values())
    return _bylowest(meld for _, meld in rows if card in _held(meld))


@cache
def _all_melds(longest: int, any_missing: bool) -> _Table:
    """Every meld of the game by its lowest kind."""
    rules = Rules(longest_run=14, set_joker="any-missing" if any_missing else "declared")
    return _bylowest(_generate(rules, longest))


def _bylowest(melds: Iterable[Meld]) -> _Table:
    table: dict[int, tuple[list[_Row], list[_Row]]] = {}
    for meld in dict.fromkeys(melds):  # an open set of three comes once for each missing card
        need = pack_hand(meld.cards)
        plain, jokers = table.setdefault(lowest(need), ([], []))
        (plain if meld.joker is None else jokers).append(_Row(need & NATURAL_BITS, meld))
    return {low: (tuple(plain), tuple(jokers)) for low, (plain, jokers) in table.items()}


def _affordable(table: _Table, packed: int) -> Iterator[_Row]:
    """The melds of a table that a packed hand has the cards for, with all they need."""
    missing = ONES & ~(packed | packed >> 1)
    for low, (plain, jokers) in table.items():
        if not missing >> low & 1:
            for row in plain:
                if not row.need & missing:
                    yield row
            if packed >= ONE_JOKER:
                for need, meld in jokers:
                    if not need & missing:
                        yield _Row(need + ONE_JOKER, meld)


def _generate(rules: Rules, longest: int) -> Iterator[Meld]:
    for rank in range(1, 14):
        for size in range(3, min(longest, 4) + 1):
            for suits in combinations(range(4), size):
                yield from _with_joker(tuple(natural(rank, s) for s in suits), rules)
    for suit in range(4):
        for size in range(3, longest + 1):
            for low in range(1, 16 - size):
                yield from _with_joker(tuple(natural(low + i, suit) for i in range(size)), rules)


def _with_joker(plain: tuple[Card, ...], rules: Rules) -> Iterator[Meld]:
    """A meld without a joker and with one in each place."""
    if len(set(plain)) == len(plain):
        yield read_meld(plain, rules)
    for i, c in enumerate(plain):
        held = (*plain[:i], JOKER.standing_for(c), *plain[i + 1 :])
        if len(plain) == 14 and i not in (0, 13):
            continue  # a run of 14 needs the joker as one of its two aces
        yield read_meld(held, rules)

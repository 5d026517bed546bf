"""The exact best way to split a hand into melds.

:func:`best_split` asks the fast search of :mod:`scala40.solver` wherever that answers, and else the
plain one of :mod:`scala40.cover`. Runs of three to five suffice, as longer ones split into those
with the same cards; neighbours are joined again in the answer.

>>> from scala40.cards import cards
>>> rules = Rules.preset("online")
>>> split = best_split(cards("2H 3H X QS KS 9H 9S 9D"), rules, goal="points")
>>> split.points, [str(meld) for meld in split.melds]
(58, ['QS KS X=AS', '9D 9H 9S'])

Which cards to keep back when opening, and how to close, are questions of their own:
:func:`least_opening` and :func:`closing`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import NamedTuple

from scala40.candidates import affordable, all_melds, cards_of, melds_with, short_melds
from scala40.cards import JOKER, Card
from scala40.cover import Cover
from scala40.melds import Meld, joined
from scala40.packed import (
    JOKERS_AT,
    NATURAL_BITS,
    cards_in,
    kinds,
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
    cover = Cover(
        pack_hand(hand),
        short_melds(rules.set_joker == "any-missing"),
        lambda meld: _worth(meld, goal, rules),
        lambda meld: 0 if opening is None else opening_points(meld, rules),
    )
    found = cover.best(keep, opening or 0, must)
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
    table = all_melds(5, rules.set_joker == "any-missing")
    for jokers in range(must == JOKER, allowed + 1):
        some = (*plain, *(JOKER,) * jokers)
        if _most_counted(some, rules) >= needed:
            cover = Cover(
                pack_hand(some), table, _given_away, lambda meld: opening_points(meld, rules)
            )
            found = cover.best(max(0, keep - len(held) + len(some)), needed, must)
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
    if must is None or best is None or any(must in cards_of(meld) for meld in best):
        return best
    best, most = None, -1
    any_missing = rules.set_joker == "any-missing"
    tries = [
        (_worth(meld, goal, rules) + _worth_of(search, packed - need), need, meld)
        for need, meld in affordable(melds_with(must, any_missing), packed)
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

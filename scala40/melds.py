"""Melds: what a set and a run are, how a joker is read, and what a meld on the table takes.

Everything here is about one meld at a time; whose turn it is and who has opened is decided in
:mod:`scala40.turn`.

>>> from scala40.cards import cards
>>> rules = Rules.preset("online")
>>> str(read_meld(cards("QS KS X"), rules)), read_meld(cards("QS KS X"), rules).points
('QS KS X=AS', 31)
>>> [str(meld) for meld in readings(cards("QS KS X"), rules)]
['QS KS X=AS', 'X=JS QS KS']
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Final, Literal, NamedTuple

from scala40.cards import JOKER, Card, hand_text, natural
from scala40.errors import Refused
from scala40.rules import Rules

End = Literal["low", "high"]

#: Worth of a place in a run, 1 (ace low) to 14 (ace high); place 0 does not exist.
PLACE_POINTS: Final = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 11)
#: Worth of a rank in a set, 1 (ace) to 13.
RANK_POINTS: Final = (0, 11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)


class Meld(NamedTuple):
    """A legal meld; make one with :func:`read_meld`.

    Attributes:
        cards: a run from low to high, a set by suit; a joker has its place, but for the bare one in
            a set of three where either missing card frees it.
        low: the place of a run's first card, 1 (ace low) to 12; 0 for a set.
        points: what it counts, aces and joker as placed.
        joker: the joker in it, as placed, or None.
    """

    cards: tuple[Card, ...]
    low: int
    points: int
    joker: Card | None

    @property
    def is_run(self) -> bool:
        """True for a run, false for a set."""
        return self.low > 0

    @property
    def high(self) -> int:
        """The place of a run's last card, up to 14 (ace high)."""
        return self.low + len(self.cards) - 1

    def __str__(self) -> str:
        return hand_text(self.cards)

    def _repr_html_(self) -> str:
        from scala40.drawing import melds_html  # for notebooks alone

        return melds_html((self,))


def read_meld(written: tuple[Card, ...], rules: Rules) -> Meld:
    """The meld that these cards are in this order; a run is written from low to high.

    Raises:
        Refused: ``meld-too-short``, ``two-jokers``, ``set-too-long``, ``set-same-suit``,
            ``joker-not-here``, ``declare-joker``, ``run-two-suits``, ``run-twice``, ``run-corner``,
            ``run-order``, ``run-gap``, ``run-too-long``, ``two-aces``.
    """
    return _read(tuple(written), rules.longest_run, rules.set_joker == "any-missing")


def readings(given: tuple[Card, ...], rules: Rules) -> list[Meld]:
    """All melds that use exactly these cards, in any order: most points first, then by suit.

    The joker is declared in each, also where the rules would leave it bare.
    """
    plain = sorted(c for c in given if c < JOKER)
    jokers = len(given) - len(plain)
    if len(given) < 3 or jokers > 1:
        return []
    found = []
    if _same_rank(plain):
        suits = {c.suit for c in plain}
        missing = [natural(plain[0].rank, s) for s in range(4) if s not in suits]
        stand_ins: list[tuple[Card, ...]] = (
            [(JOKER.standing_for(c),) for c in missing] if jokers else [()]
        )
        found = [_set((*plain, *extra)) for extra in stand_ins if len(suits) == len(plain) < 5]
        found = [meld for meld in found if len(meld.cards) <= 4]
    else:
        for low in range(1, 16 - len(given)):
            placed = _fill(plain, low, len(given), jokers)
            if placed and len(placed) <= rules.longest_run:
                found.append(_run(placed, low))
    return sorted(found, key=lambda meld: (-meld.points, meld.joker or 0, meld.low))


def placements(meld: Meld, card: Card, rules: Rules) -> tuple[tuple[End | None, Meld], ...]:
    """Every way to attach a card: the end (None in a set) and the meld that results.

    A bare joker is tried as whatever it can be; a declared one as that card alone.

    >>> from scala40.cards import cards
    >>> rules = Rules.preset("online")
    >>> run = read_meld(cards("5H 6H 7H"), rules)
    >>> [(end, str(meld)) for end, meld in placements(run, JOKER, rules)]
    [('high', '5H 6H 7H X=8H'), ('low', 'X=4H 5H 6H 7H')]
    """
    return _placements(meld, card, rules.longest_run)


def attach(meld: Meld, card: Card, end: End | None, rules: Rules) -> Meld:
    """The meld with a card attached.

    Raises:
        Refused: ``does-not-fit``, ``joker-already``, ``declare-joker``, ``declare-end``.
    """
    ways = placements(meld, card, rules)
    if end is not None and meld.is_run:
        ways = tuple(way for way in ways if way[0] == end)
    if not ways:
        if card.is_joker and meld.joker is not None:
            raise Refused("joker-already", meld=meld)
        raise Refused("does-not-fit", card=card, meld=meld, fits=fitting(meld, rules))
    if len(ways) > 1:
        options = tuple(after for _, after in ways)
        if card == JOKER:
            raise Refused("declare-joker", meld=meld, readings=options)
        raise Refused("declare-end", card=card, meld=meld)
    return ways[0][1]


def freed(meld: Meld, card: Card, rules: Rules) -> Meld | None:
    """The meld with its joker replaced by a natural card, or None where that card is not the one.

    >>> from scala40.cards import card, cards
    >>> rules = Rules.preset("online")
    >>> str(freed(read_meld(cards("5H X=6H 7H"), rules), card("6H"), rules))
    '5H 6H 7H'
    """
    joker = meld.joker
    if joker is None or card >= JOKER:
        return None
    if joker == JOKER:
        return _set_with(meld.cards, JOKER, card)
    if joker.face != card:
        return None
    swapped = tuple(card if c == joker else c for c in meld.cards)
    return None if _two_aces(swapped, meld.low) else Meld(swapped, meld.low, meld.points, None)


def swap(meld: Meld, card: Card, rules: Rules) -> Meld:
    """The meld with its joker replaced by the card that it stands for.

    Raises:
        Refused: ``no-joker``, ``not-the-joker``, ``two-aces``.
    """
    after = freed(meld, card, rules)
    if after is None:
        joker = meld.joker
        if joker is None:
            raise Refused("no-joker", meld=meld)
        if joker.face == card:
            raise Refused("two-aces", cards=meld.cards)
        raise Refused("not-the-joker", card=card, meld=meld, wanted=wanted(meld))
    return after


def wanted(meld: Meld) -> tuple[Card, ...]:
    """The cards that stand for this meld's joker: one, or two in an open set of three."""
    joker = meld.joker
    if joker is None:
        return ()
    if joker != JOKER:
        return (joker.face,)
    suits = {c.suit for c in meld.cards}
    return tuple(natural(meld.cards[0].rank, s) for s in range(4) if s not in suits)


def fitting(meld: Meld, rules: Rules) -> tuple[Card, ...]:
    """The natural cards that can be attached to this meld now."""
    return _fitting(meld, rules.longest_run)


def joined(first: Meld, second: Meld, rules: Rules) -> Meld | None:
    """Two neighbouring runs as one, or None where they do not make one."""
    if not (first.is_run and second.is_run and first.high + 1 == second.low):
        return None
    if first.cards[0].suit != second.cards[0].suit or (first.joker and second.joker):
        return None
    both = (*first.cards, *second.cards)
    if len(both) > rules.longest_run or _two_aces(both, first.low):
        return None
    return _run(both, first.low)


# --- one meld from written cards -----------------------------------------------------------------


@lru_cache(maxsize=1 << 15)
def _read(written: tuple[Card, ...], longest: int, any_missing: bool) -> Meld:
    if len(written) < 3:
        raise Refused("meld-too-short", cards=written)
    plain = [c for c in written if c < JOKER]
    if len(written) - len(plain) > 1:
        raise Refused("two-jokers", cards=written)
    if _same_rank(plain):
        return _read_set(written, plain, any_missing)
    return _read_run(written, plain, longest)


def _read_set(written: tuple[Card, ...], plain: list[Card], any_missing: bool) -> Meld:
    rank = plain[0].rank
    suits = {c.suit for c in plain}
    if len(written) > 4:
        raise Refused("set-too-long", cards=written)
    if len(suits) < len(plain):
        raise Refused("set-same-suit", cards=written)
    if len(plain) == len(written):
        return _set(tuple(plain))
    joker = next(c for c in written if c >= JOKER)
    missing = [natural(rank, s) for s in range(4) if s not in suits]
    if joker != JOKER and joker.face not in missing:
        raise Refused("joker-not-here", joker=joker.face, cards=written, wanted=tuple(missing))
    if any_missing and len(missing) == 2:
        return _set((*plain, JOKER))
    if joker == JOKER:
        ways = tuple(_set((*plain, JOKER.standing_for(c))) for c in missing)
        if len(ways) > 1:
            raise Refused("declare-joker", meld=None, readings=ways)
        return ways[0]
    return _set((*plain, joker))


def _read_run(written: tuple[Card, ...], plain: list[Card], longest: int) -> Meld:
    if len({c.suit for c in plain}) > 1:
        raise Refused("run-two-suits", cards=written)
    size = len(written)
    for low in range(1, 16 - size):
        places = [natural(low + i, plain[0].suit) for i in range(size)]
        if all(
            c in (place, JOKER) or c.face == place for c, place in zip(written, places, strict=True)
        ):
            if _two_aces(written, low):
                raise Refused("two-aces", cards=written)
            if size > longest:
                raise Refused("run-too-long", cards=written, longest=longest)
            return _run(
                tuple(_placed(c, place) for c, place in zip(written, places, strict=True)), low
            )
    raise _why_no_run(written, plain, longest)


def _why_no_run(written: tuple[Card, ...], plain: list[Card], longest: int) -> Refused:
    """The reason that helps most with cards of one suit that are no run as written."""
    jokers = len(written) - len(plain)
    if len(set(plain)) < len(plain) and plain.count(natural(1, plain[0].suit)) < 2:
        return Refused("run-twice", cards=written)
    for low in range(1, 16 - min(len(written), 14)):
        placed = _fill(sorted(plain), low, len(written), jokers)
        if placed is not None and len(placed) <= longest:
            declared = next((c for c in written if c > JOKER), None)
            undeclared = tuple(JOKER if c == declared else c for c in written)
            if declared is not None and tuple(c.in_hand for c in placed) == undeclared:
                right = next(c for c in placed if c > JOKER)
                return Refused(
                    "joker-not-here", joker=declared.face, cards=written, wanted=right.face
                )
            return Refused("run-order", cards=written, meld=_run(placed, low))
    ranks = [c.rank for c in written]
    if (1, 2) in pairwise(ranks[1:]):
        return Refused("run-corner", cards=written)
    if len(set(plain)) < len(plain):
        return Refused("run-twice", cards=written)
    return Refused("run-gap", cards=written)


def _same_rank(plain: list[Card]) -> bool:
    return len({c.rank for c in plain}) == 1


def _set(chosen: tuple[Card, ...]) -> Meld:
    ordered = tuple(sorted(chosen, key=lambda c: (c == JOKER, c.suit)))
    points = RANK_POINTS[ordered[0].rank] * len(ordered)
    return Meld(ordered, 0, points, _joker_in(ordered))


def _run(placed: tuple[Card, ...], low: int) -> Meld:
    return Meld(placed, low, sum(PLACE_POINTS[low : low + len(placed)]), _joker_in(placed))


def _joker_in(held: tuple[Card, ...]) -> Card | None:
    return next((c for c in held if c >= JOKER), None)


def _fill(plain: list[Card], low: int, size: int, jokers: int) -> tuple[Card, ...] | None:
    """Cards of one suit put into the places from ``low``, jokers into what is left open."""
    suit = plain[0].suit
    if any(c.suit != suit for c in plain):
        return None
    rest = list(plain)
    placed = []
    for place in range(low, low + size):
        wanted_here = natural(place, suit)
        if wanted_here in rest:
            rest.remove(wanted_here)
            placed.append(wanted_here)
        else:
            jokers -= 1
            placed.append(JOKER.standing_for(wanted_here))
    if rest or jokers or _two_aces(tuple(placed), low):
        return None
    return tuple(placed)


def _two_aces(placed: tuple[Card, ...], low: int) -> bool:
    return low == 1 and len(placed) == 14 and placed[0] < JOKER and placed[13] < JOKER


# --- what a meld on the table takes --------------------------------------------------------------


@lru_cache(maxsize=1 << 15)
def _placements(meld: Meld, card: Card, longest: int) -> tuple[tuple[End | None, Meld], ...]:
    if card >= JOKER and meld.joker is not None:
        return ()
    if not meld.is_run:
        return tuple((None, after) for after in _set_ways(meld, card))
    return tuple(sorted(_run_ends(meld, card, longest), key=lambda way: (-way[1].points, way[0])))


@lru_cache(maxsize=1 << 13)
def _fitting(meld: Meld, longest: int) -> tuple[Card, ...]:
    if meld.is_run:
        suit = meld.cards[0].suit
        near = [natural(p, suit) for p in (meld.low - 1, meld.high + 1) if 1 <= p <= 14]
    else:
        near = [natural(meld.cards[0].rank, s) for s in range(4)]
    return tuple(c for c in dict.fromkeys(near) if _placements(meld, c, longest))


def _set_ways(meld: Meld, card: Card) -> Iterator[Meld]:
    if len(meld.cards) == 4:
        return
    if card == JOKER:
        suits = {c.suit for c in meld.cards}
        missing = next(natural(meld.cards[0].rank, s) for s in range(4) if s not in suits)
        yield _set((*meld.cards, JOKER.standing_for(missing)))
    elif card.rank == meld.cards[0].rank and card.suit not in {c.suit for c in meld.cards}:
        if JOKER in meld.cards:
            yield _fix_joker(meld.cards, card)
        else:
            yield _set((*meld.cards, card))


def _fix_joker(held: tuple[Card, ...], card: Card) -> Meld:
    """An open set of three takes one of its two missing cards: the joker becomes the other."""
    plain = (*(c for c in held if c != JOKER), card)
    suits = {c.suit for c in plain}
    other = next(natural(card.rank, s) for s in range(4) if s not in suits)
    return _set((*plain, JOKER.standing_for(other)))


def _set_with(held: tuple[Card, ...], joker: Card, card: Card) -> Meld | None:
    plain = tuple(c for c in held if c != joker)
    if card.rank != plain[0].rank or card in plain:
        return None
    return _set((*plain, card))


def _run_ends(meld: Meld, card: Card, longest: int) -> Iterator[tuple[End, Meld]]:
    if len(meld.cards) >= longest:
        return
    suit = meld.cards[0].suit
    low, high = meld.low - 1, meld.high + 1
    if low >= 1 and card in (JOKER, JOKER.standing_for(natural(low, suit)), natural(low, suit)):
        placed = (_placed(card, natural(low, suit)), *meld.cards)
        if not _two_aces(placed, low):
            yield "low", _run(placed, low)
    if high <= 14 and card in (JOKER, JOKER.standing_for(natural(high, suit)), natural(high, suit)):
        placed = (*meld.cards, _placed(card, natural(high, suit)))
        if not _two_aces(placed, meld.low):
            yield "high", _run(placed, meld.low)


def _placed(card: Card, place: Card) -> Card:
    return JOKER.standing_for(place) if card >= JOKER else card

"""Every meld that the cards of a hand could be laid as.

The melds of the game are kept by their lowest kind, packed, so that those which a hand cannot pay
for are passed over in groups.

>>> from scala40.cards import cards
>>> rules = Rules.preset("online")
>>> [str(meld) for meld in melds_in(cards("5H 6H 7H 8H 7C 7D"), rules)]
['5H 6H 7H', '5H 6H 7H 8H', '6H 7H 8H', '7C 7D 7H']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain, combinations
from typing import NamedTuple, TypeAlias

from scala40.cards import JOKER, Card, natural
from scala40.melds import Meld, read_meld
from scala40.packed import NATURAL_BITS, ONE_JOKER, ONES, lowest, pack_hand
from scala40.rules import Rules


class Row(NamedTuple):
    """A meld and the cards it needs, packed (no kind twice)."""

    need: int
    meld: Meld


#: Melds by their lowest kind, those without a joker and those with one (which needs it besides).
Table: TypeAlias = dict[int, tuple[tuple[Row, ...], tuple[Row, ...]]]


def melds_in(hand: Iterable[Card], rules: Rules, longest: int | None = None) -> Iterator[Meld]:
    """Every meld that can be laid from these cards, each reading of a joker once.

    Args:
        longest: leave out melds of more cards than this.
    """
    table = all_melds(longest or rules.longest_run, rules.set_joker == "any-missing")
    return (meld for _, meld in affordable(table, pack_hand(hand)))


@cache
def short_melds(any_missing: bool) -> Table:
    """All sets and the runs of three to five by lowest kind; of a joker's readings the dearest."""
    rules = Rules(set_joker="any-missing" if any_missing else "declared")
    best: dict[int, Meld] = {}
    for meld in _generate(rules, 5):
        need = pack_hand(meld.cards)
        if need not in best or meld.points > best[need].points:
            best[need] = meld
    return _by_lowest(best.values())


@cache
def melds_with(card: Card, any_missing: bool) -> Table:
    """The short melds that hold a card of the hand."""
    rows = chain.from_iterable(chain(*both) for both in short_melds(any_missing).values())
    return _by_lowest(meld for _, meld in rows if card in cards_of(meld))


@cache
def all_melds(longest: int, any_missing: bool) -> Table:
    """Every meld of the game by its lowest kind."""
    rules = Rules(longest_run=14, set_joker="any-missing" if any_missing else "declared")
    return _by_lowest(_generate(rules, longest))


def affordable(table: Table, packed: int) -> Iterator[Row]:
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
                        yield Row(need + ONE_JOKER, meld)


def cards_of(meld: Meld) -> set[Card]:
    """The kinds of a meld's cards as they were in the hand."""
    return {c.in_hand for c in meld.cards}


def _by_lowest(melds: Iterable[Meld]) -> Table:
    table: dict[int, tuple[list[Row], list[Row]]] = {}
    for meld in dict.fromkeys(melds):  # an open set of three comes once for each missing card
        need = pack_hand(meld.cards)
        plain, jokers = table.setdefault(lowest(need), ([], []))
        (plain if meld.joker is None else jokers).append(Row(need & NATURAL_BITS, meld))
    return {low: (tuple(plain), tuple(jokers)) for low, (plain, jokers) in table.items()}


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

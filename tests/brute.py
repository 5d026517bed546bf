"""The rules of melds and turns said a second time, plainly and slowly, to check the first by.

Nothing here calls the engine's own melds or searches: cards are pairs of a rank and a suit, a joker
is None, and everything is found by trying.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, combinations_with_replacement, permutations

from scala40.cards import JOKER, Card, natural
from scala40.rules import Rules

#: A meld as the table shows it, jokers placed; sorted by suit if it is a set.
Laid = tuple[Card, ...]


def is_run(laid: Laid, rules: Rules) -> bool:
    """Consecutive cards of one suit from low to high, the ace at either end, one joker at most."""
    if not 3 <= len(laid) <= rules.longest_run or sum(c.is_joker for c in laid) > 1:
        return False
    if len({c.suit for c in laid}) != 1:
        return False
    natural_aces = sum(c.rank == 1 and not c.is_joker for c in laid)
    if natural_aces > 1:
        return False
    ranks = [c.rank for c in laid]
    high = [*ranks[:-1], 14] if ranks[-1] == 1 else ranks
    return any(
        places == list(range(places[0], places[0] + len(places))) for places in (ranks, high)
    )


def is_set(laid: Laid) -> bool:
    """Three or four cards of one rank and different suits, one joker at most."""
    return (
        3 <= len(laid) <= 4
        and sum(c.is_joker for c in laid) <= 1
        and len({c.rank for c in laid}) == 1
        and len({c.suit for c in laid}) == len(laid)
    )


def every_meld(hand: Iterable[Card], rules: Rules) -> set[Laid]:
    """Every meld that can be laid from a hand, by trying all its choices of cards."""
    found = set()
    kinds = Counter(hand)
    plain = sorted(c for c in kinds if c != JOKER)
    for size in range(2, rules.longest_run + 1):
        for chosen in combinations(plain, size):
            found |= _from(chosen, 0, rules)
            if kinds[JOKER]:
                found |= _from(chosen, 1, rules)
    return found


def _from(chosen: tuple[Card, ...], jokers: int, rules: Rules) -> set[Laid]:
    """The melds that use just these cards and so many jokers."""
    suits, ranks = {c.suit for c in chosen}, {c.rank for c in chosen}
    if len(suits) > 1 and len(ranks) > 1:
        return set()
    stand_ins: Iterable[tuple[Card, ...]] = [()]
    if jokers:
        stand_ins = [(JOKER.standing_for(natural(r, s)),) for r in range(1, 14) for s in range(4)]
    found = set()
    for extra in stand_ins:
        held = (*chosen, *extra)
        by_suit = tuple(sorted(held, key=lambda c: c.suit))
        if is_set(by_suit):
            found.add(bare(by_suit) if rules.set_joker == "any-missing" else by_suit)
        if len(suits) == 1 and len(held) >= 3:
            for order in _orders(held):
                if is_run(order, rules):
                    found.add(order)
    return found


def bare(laid: Laid) -> Laid:
    """A set of three without saying which of the two missing cards its joker is."""
    if len(laid) == 4 or not any(c.is_joker for c in laid):
        return laid
    return (*(c for c in laid if not c.is_joker), JOKER)


def _orders(held: tuple[Card, ...]) -> Iterator[Laid]:
    """A suit's cards from low to high, an ace (or a joker as one) in front or behind."""
    by_rank = tuple(sorted(held, key=lambda c: c.rank))
    aces = [c for c in by_rank if c.rank == 1]
    others = [c for c in by_rank if c.rank != 1]
    for order in permutations(aces):
        for low in range(len(order) + 1):
            yield (*order[:low], *others, *order[low:])


def paid(hand: Iterable[Card], melds: Iterable[Laid]) -> bool:
    """True where a hand has the cards of all these melds at once."""
    wanted = Counter(JOKER if c.is_joker else c for meld in melds for c in meld)
    held = Counter(hand)
    return all(held[c] >= n for c, n in wanted.items())


def every_lay_down(hand: tuple[Card, ...], rules: Rules) -> Iterator[tuple[Laid, ...]]:
    """Every choice of one meld or more that the hand can pay for at once."""
    melds = sorted(every_meld(hand, rules))
    for number in range(1, len(hand) // 3 + 1):
        for chosen in combinations_with_replacement(melds, number):
            if paid(hand, chosen):
                yield chosen

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


#: A turn in progress: the hand, the table, the freed jokers still owed.
Turn = tuple[tuple[Card, ...], tuple[Laid, ...], int]


def every_turn(hand: tuple[Card, ...], table: tuple[Laid, ...], rules: Rules) -> set[Turn]:
    """Whatever an opened player can come to by laying, attaching and swapping."""
    start: Turn = (tuple(sorted(hand)), table, 0)
    seen, todo = {start}, [start]
    while todo:
        for after in _steps(todo.pop(), rules):
            if after not in seen:
                seen.add(after)
                todo.append(after)
    return seen


def turn_ends(turns: Iterable[Turn], rules: Rules) -> set[Turn]:
    """How those turns can end: by throwing a card, or with nothing left where that is allowed."""
    ends = set()
    for hand, table, owed in turns:
        if not owed:
            ends |= {(_minus(hand, [c]), table, 0) for c in hand}
            if not hand and rules.final_discard == "optional":
                ends.add((hand, table, 0))
    return ends


def _steps(turn: Turn, rules: Rules) -> Iterator[Turn]:
    hand, table, owed = turn
    least = 1 if rules.final_discard == "required" else 0
    for laid in every_meld(hand, rules):
        left = _minus(hand, [JOKER if c.is_joker else c for c in laid])
        if len(left) >= least and (left or owed <= any(c.is_joker for c in laid)):
            yield left, (*table, laid), max(0, owed - any(c.is_joker for c in laid))
    for place, laid in enumerate(table):
        for grown, used in _grown(laid, hand, rules):
            left = _minus(hand, [used])
            pays = used == JOKER and rules.freed_joker == "use-now"
            after_owed = max(0, owed - pays)
            if len(left) >= least and (left or not after_owed):
                yield left, (*table[:place], grown, *table[place + 1 :]), after_owed
        for whole, used in _without_joker(laid, hand, rules):
            more = tuple(sorted((*_minus(hand, [used]), JOKER)))
            debt = owed + (rules.freed_joker != "keep")
            yield more, (*table[:place], whole, *table[place + 1 :]), debt


def _grown(laid: Laid, hand: tuple[Card, ...], rules: Rules) -> Iterator[tuple[Laid, Card]]:
    """A meld with one card of the hand more, and that card."""
    for used in set(hand):
        faces = [used]
        if used == JOKER:
            faces = [JOKER.standing_for(natural(r, s)) for r in range(1, 14) for s in range(4)]
        for face in faces:
            ways = {(face, *laid), (*laid, face)}
            yield from ((way, used) for way in ways if JOKER not in laid and is_run(way, rules))
            if JOKER in laid and not face.is_joker:
                yield from _fixed(laid, face)
            by_suit = tuple(sorted((*laid, face), key=lambda c: c.suit))
            if JOKER not in laid and is_set(by_suit):
                yield by_suit, used


def _fixed(laid: Laid, face: Card) -> Iterator[tuple[Laid, Card]]:
    """A set of three with a bare joker, one of the two missing cards added: it is the other."""
    plain = [c for c in laid if c != JOKER]
    for suit in range(4):
        stand_in = JOKER.standing_for(natural(plain[0].rank, suit))
        whole = tuple(sorted((*plain, face, stand_in), key=lambda c: c.suit))
        if is_set(whole):
            yield whole, face


def _without_joker(laid: Laid, hand: tuple[Card, ...], rules: Rules) -> Iterator[tuple[Laid, Card]]:
    """A meld whose joker was replaced by a card of the hand, and that card."""
    for used in {c for c in hand if c != JOKER}:
        for place, c in enumerate(laid):
            if not c.is_joker:
                continue
            whole = (*laid[:place], used, *laid[place + 1 :])
            by_suit = tuple(sorted(whole, key=lambda c: c.suit))
            if c == JOKER:
                if is_set(by_suit):
                    yield by_suit, used
            elif c.suit == used.suit and c.rank == used.rank:
                if is_set(by_suit):
                    yield by_suit, used
                elif is_run(whole, rules):
                    yield whole, used


def _minus(hand: tuple[Card, ...], gone: Iterable[Card]) -> tuple[Card, ...]:
    left = list(hand)
    for c in gone:
        left.remove(c)
    return tuple(left)

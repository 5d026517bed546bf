"""The order of the own hand: by suit, by rank, by its best melds, or as the person puts it."""

from __future__ import annotations

from typing import Final, get_args

from scala40.cards import Card
from scala40.partition import best_split

from .scene import Order
from .table import Table

#: In the order in which a key goes through them.
ORDERS: Final[tuple[Order, ...]] = get_args(Order)


def ordered(table: Table, order: Order) -> list[tuple[str, Card]]:
    """The cards that are not staged, with their keys, in the order to be shown."""
    held = list(table.free().items())  # sorted by suit, as the engine keeps it
    if order == "rank":
        held.sort(key=lambda each: (each[1].is_joker, each[1].rank, each[1].suit))
    elif order == "melds":
        held = _by_melds(held, table)
    elif order == "hand":
        places = {key: place for place, key in enumerate(table.arranged)}
        held.sort(key=lambda each: places.get(each[0], len(places)))  # what is new comes last
    return held


def _by_melds(held: list[tuple[str, Card]], table: Table) -> list[tuple[str, Card]]:
    """The melds that leave the fewest points first, then the others."""
    split = best_split((c for _, c in held), table.match.rules, goal="deadwood")
    first = []
    for c in (c.in_hand for meld in (split.melds if split else ()) for c in meld.cards):
        first.append(next(each for each in held if each[1] == c and each not in first))
    return first + [each for each in held if each not in first]


def next_order(order: Order) -> Order:
    """The order that comes after this one."""
    return ORDERS[(ORDERS.index(order) + 1) % len(ORDERS)]


def move(table: Table, order: Order, key: str, place: int) -> None:
    """Put a card at a place of the hand as it is shown, which is by hand from then on."""
    keys = [each for each, _ in ordered(table, order)]
    if key in keys:
        keys.remove(key)
        place = max(0, min(len(keys), place))
        staged = [other for other in table.hand() if other not in keys and other != key]
        table.arranged = [*keys[:place], key, *keys[place:], *staged]


def place_of(table: Table, order: Order, key: str) -> int | None:
    """Where a card is in the hand as it is shown."""
    keys = [each for each, _ in ordered(table, order)]
    return keys.index(key) if key in keys else None

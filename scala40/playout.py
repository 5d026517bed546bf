"""A hand played to its end by quick and sensible players, for whoever weighs many such ends.

>>> from scala40.hand import deal_hand
>>> from scala40.rules import Rules
>>> end = play_out(deal_hand(Rules.preset("online"), seats=2, order=(0, 1), deal=7))
>>> end.end is not None
True
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from scala40.actions import Action, Discard, Draw, Lay, Pass, Take
from scala40.cards import JOKER, Card
from scala40.errors import Refused
from scala40.melds import fitting
from scala40.packed import JOKERS_AT, NATURAL_BITS, pack_hand
from scala40.partition import best_split, hand_value
from scala40.prospects import friends
from scala40.solver import splitter
from scala40.state import HandEnd, State
from scala40.turn import apply, attachments, may, must_keep, way_out

#: A card that goes with another is worth so many points in the hand.
FRIEND: Final = 6
#: Throwing what the table takes costs so many points.
GIFT: Final = 10
#: With so few cards a joker is attached.
FEW_CARDS: Final = 3
#: A hand that goes on for longer is given up as void.
LIMIT: Final = 300


def play_out(state: State) -> State:
    """The state after the hand was played to its end."""
    for _ in range(LIMIT):
        if state.end is not None:
            return state
        state = _step(state)
    return state._replace(end=HandEnd(None, False))


def _step(state: State) -> State:
    """The state after what a quick and sensible player does, who knows its own hand alone."""
    if state.buyers:
        return apply(state, Pass())
    if not state.drawn:
        passes = state.rules.buying and may(state, Pass())
        return _take(state) or apply(state, Pass() if passes else Draw())
    if state.duty != "none" or state.freed:
        owed = way_out(state)
        if owed:
            return apply(state, owed[0])
    return _place(state) or _discard(state)


def _tried(state: State, action: Action) -> State | None:
    """The state after an action, or None where it is not allowed."""
    try:
        return apply(state, action)
    except Refused:
        return None


def _take(state: State) -> State | None:
    if not state.discard:
        return None
    top, rules = state.discard[-1], state.rules
    packed = pack_hand(state.hand)
    grown = packed + pack_hand((top,))
    if state.has_opened:
        split = splitter(rules, "cards")
        wanted = any(top in fitting(meld, rules) for meld in state.melds) or (
            split.worth(grown & NATURAL_BITS, grown >> JOKERS_AT)
            > split.worth(packed & NATURAL_BITS, packed >> JOKERS_AT)
        )
    else:
        most = splitter(rules, "points").worth(grown & NATURAL_BITS, grown >> JOKERS_AT)
        wanted = rules.discard_before_opening != "never" and most >= rules.opening_points
    return _tried(state, Take(top)) if wanted else None


def _place(state: State) -> State | None:
    for action in _placing(state):
        after = _tried(state, action)
        # a taken card that stays alone in the hand could not be thrown
        if after is not None and (after.taken is None or way_out(after) is not None):
            return after
    return None


def _placing(state: State) -> Iterator[Action]:
    """What can go on the table: an opening, a meld, cards that are attached."""
    rules, hand, keep = state.rules, state.hand, must_keep(state)
    packed = pack_hand(hand)
    if not state.has_opened:
        most = splitter(rules, "points").worth(packed & NATURAL_BITS, packed >> JOKERS_AT)
        needed = rules.opening_points
        if most >= needed:
            split = best_split(hand, rules, goal="deadwood", keep=keep, opening=needed)
            if split:
                yield Lay(tuple(meld.cards for meld in split.melds))
        return
    if splitter(rules, "cards").worth(packed & NATURAL_BITS, packed >> JOKERS_AT):
        split = best_split(hand, rules, goal="deadwood", keep=keep)
        yield from (Lay((meld.cards,)) for meld in (split.melds if split else ()))
    if len(hand) <= keep or (state.opened_now and rules.attach_in_opening_turn == "no"):
        return
    for number, meld in enumerate(state.melds):
        for c in fitting(meld, rules):
            if c in hand:
                yield from attachments(meld, number, c, rules)
    if JOKER in hand and len(hand) <= FEW_CARDS:
        for number, meld in enumerate(state.melds):
            yield from attachments(meld, number, JOKER, rules)


def _discard(state: State) -> State:
    rules, hand = state.rules, state.hand
    packed = pack_hand(hand)
    takes = {c for meld in state.melds for c in fitting(meld, rules)}

    def worth(c: Card) -> int:
        if c == JOKER:
            return 1000
        gift = GIFT if c in takes else 0
        return FRIEND * friends(c, packed) + gift - hand_value(c, rules)

    for c in sorted(set(hand), key=worth):
        after = _tried(state, Discard(c))
        if after is not None:
            return after
    raise AssertionError("a turn that cannot be ended")

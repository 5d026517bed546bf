"""A sensible opponent: it opens as soon as it can, places what it can, and throws what helps least.

It sees a :class:`~scala40.view.View` and returns an action; the same view always gets the same one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Generator
from typing import Final, Literal, get_args

from scala40.actions import Action, Buy, Discard, Draw, Lay, Pass, Swap, Take
from scala40.cards import JOKER, Card, natural
from scala40.errors import Refused
from scala40.melds import freed, placements
from scala40.partition import best_split, hand_value
from scala40.state import State
from scala40.turn import apply, attachments, may, must_keep, way_out
from scala40.view import View

#: How well an opponent plays, the weakest first.
Level = Literal["easy", "normal", "hard", "maestro"]
LEVELS: Final[tuple[Level, ...]] = get_args(Level)
#: How many sampled deals the maestro weighs a choice on.
SAMPLES: Final = 40

#: What one live card that would complete something is worth, in penalty points.
OUT_WORTH: Final = 2.0
#: What throwing a card that somebody could attach costs, in penalty points.
GIFT_COST: Final = 8.0


def choose(view: View, level: Level = "hard", seed: int = 0, samples: int = SAMPLES) -> Action:
    """The action of the player to act.

    Args:
        view: what that player sees.
        level: how well it plays.
        seed: what its own randomness comes from; the same view and seed give the same action.
        samples: how many sampled deals the maestro weighs.
    """
    thinking = think(view, level, seed, samples)
    while True:
        try:
            next(thinking)
        except StopIteration as done:
            action: Action = done.value
            return action


def think(
    view: View, level: Level, seed: int = 0, samples: int = SAMPLES
) -> Generator[None, None, Action]:
    """The same as :func:`choose`, with a pause now and then, so that a page stays alive.

    It can be dropped at any pause; what it returns in the end is the action.
    """
    yield
    return _sensible(view)


def _sensible(view: View) -> Action:
    state = view.state
    if state.buyers:
        return _buy(state) or Pass()
    if not state.drawn:
        return _take(state) or (Pass() if may(state, Pass()) else Draw())
    owed = way_out(state)
    if owed:
        return owed[0]
    return _place(state) or Discard(_throw(view))


def _take(state: State) -> Action | None:
    """Take the discard where it can be used in this very turn."""
    if not state.discard:
        return None
    take = Take(state.discard[-1])
    if not may(state, take):
        return None
    after = apply(state, take)
    return take if after.duty != "none" or way_out(after._replace(duty="use")) else None


def _buy(state: State) -> Action | None:
    """Buy what is offered where that rids the hand of at least two cards for the penalty card."""
    top = state.discard[-1]
    split = best_split((*state.hand, top), state.rules, goal="deadwood", keep=1, must=top)
    melds = split.melds if split else ()
    bids = (Buy(meld.cards) for meld in melds if top in {c.in_hand for c in meld.cards})
    return next((bid for bid in bids if may(state, bid)), None)


def _place(state: State) -> Action | None:
    """The next card or meld to put on the table, or None."""
    needed = None if state.has_opened else state.rules.opening_points
    split = best_split(
        state.hand, state.rules, goal="deadwood", keep=must_keep(state), opening=needed
    )
    if not state.has_opened:
        lay = Lay(tuple(meld.cards for meld in split.melds)) if split else None
        return lay if lay and _leads_on(state, lay) else None
    tries: list[Action] = _swaps(state)
    if split:
        tries += [Lay((meld.cards,)) for meld in split.melds]
    for c in sorted(set(state.hand), key=lambda c: -hand_value(c, state.rules)):
        if c != JOKER or len(state.hand) <= 3:
            for number, meld in enumerate(state.melds):
                tries += attachments(meld, number, c, state.rules)
    return next((action for action in tries if _leads_on(state, action)), None)


def _leads_on(state: State, action: Action) -> bool:
    """True where an action is allowed and the turn can be ended after it."""
    try:
        after = apply(state, action)
    except Refused:
        return False
    return after.end is not None or way_out(after) is not None


def _swaps(state: State) -> list[Action]:
    """Jokers on the table that a card of the hand stands for."""
    return [
        Swap(c, number)
        for number, meld in enumerate(state.melds)
        for c in dict.fromkeys(state.hand)
        if freed(meld, c, state.rules) is not None
    ]


def _throw(view: View) -> Card:
    """The card that helps least and costs most, gifts to others avoided."""
    state, unseen = view.state, view.unseen()

    def worth(c: Card) -> float:
        if c == JOKER:
            return 1000.0
        gift = any(placements(meld, c, state.rules) for meld in state.melds)
        return (
            OUT_WORTH * _outs(c, view.hand, unseen)
            - hand_value(c, state.rules)
            + (GIFT_COST if gift else 0.0)
        )

    legal = [c for c in dict.fromkeys(view.hand) if may(state, Discard(c))]
    return min(legal, key=worth)


def _outs(c: Card, hand: tuple[Card, ...], unseen: Counter[Card]) -> int:
    """Unseen cards that would make a meld of this card and one other of the hand."""
    outs = 0
    for other in set(hand):
        if other in (JOKER, c):
            continue
        if other.rank == c.rank:
            held = (c.suit, other.suit)
            outs += sum(unseen[natural(c.rank, s)] for s in range(4) if s not in held)
        elif other.suit == c.suit:
            outs += sum(unseen[natural(place, c.suit)] for place in _completing(c.rank, other.rank))
    return outs


def _completing(rank: int, other: int) -> list[int]:
    """The places that make a run of three with two ranks, the ace both low and high."""
    places = []
    for a in {rank, 14 if rank == 1 else rank}:
        for b in {other, 14 if other == 1 else other}:
            low, high = min(a, b), max(a, b)
            if high - low == 1:
                places += [p for p in (low - 1, high + 1) if 1 <= p <= 14]
            elif high - low == 2:
                places.append(low + 1)
    return places

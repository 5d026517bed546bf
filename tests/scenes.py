"""Deals on which something happens that a test wants to see, found by playing them out."""

from __future__ import annotations

from collections.abc import Callable

from app.scene import Rival
from app.words import YOU
from scala40.actions import Action, Attach, Draw, Lay, Swap, Take
from scala40.bots import choose
from scala40.cards import Card
from scala40.match import Match
from scala40.melds import read_meld, readings
from scala40.rules import Rules
from scala40.state import State
from scala40.view import view_of

#: What the person did, each action with the state before it.
Story = list[tuple[State, Action]]


def story(deal: int, rules: str = "online") -> tuple[Story, State]:
    """The person's actions in the first hand against one usual opponent, and how it ended."""
    match = Match(Rules.preset(rules), ("You", "Anna"), deal)
    told: Story = []
    while match.hand.state.end is None:
        state = match.hand.state
        view = view_of(match.hand, state.seat, match.totals)
        action = choose(view, "hard" if state.seat == YOU else Rival("").level)
        if state.seat == YOU:
            told.append((state, action))
        match.play(action)
    return told, match.hand.state


def deal_with(*wishes: Callable[[Story, State], bool]) -> int:
    """The first deal number whose first hand grants every wish."""
    return next(deal for deal in range(5000) if all(wish(*story(deal)) for wish in wishes))


def opens_with_a_question(told: Story, _: State) -> bool:
    """The person opens with two melds or more, a joker among them whose reading is asked."""
    return any(
        isinstance(action, Lay)
        and not state.has_opened
        and len(action.melds) > 1
        and any(_is_asked(state, meld) for meld in action.melds)
        for state, action in told
    )


def _is_asked(state: State, meld: tuple[Card, ...]) -> bool:
    ways = readings(tuple(c.in_hand for c in meld), state.rules)
    return len({read_meld(way.cards, state.rules) for way in ways}) > 1


def opens_at_once(told: Story, _: State) -> bool:
    """The person opens in the first turn, with a card from the stock."""
    first, second = (action for _, action in told[:2])
    return isinstance(first, Draw) and isinstance(second, Lay)


def takes(told: Story, _: State) -> bool:
    """The person takes a discard after having opened."""
    return any(isinstance(action, Take) and state.has_opened for state, action in told)


def attaches_to_the_opponent(told: Story, _: State) -> bool:
    """The person attaches to a meld that the opponent laid."""
    return any(
        isinstance(action, Attach) and state.owners[action.meld] != YOU for state, action in told
    )


def swaps(told: Story, _: State) -> bool:
    """The person takes a joker from the table."""
    return any(isinstance(action, Swap) for _, action in told)


def closes(_: Story, last: State) -> bool:
    """The person closes."""
    return last.end is not None and last.end.closer == YOU


EVERYTHING = (opens_with_a_question, takes, attaches_to_the_opponent, swaps, closes)

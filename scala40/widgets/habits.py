"""Habits of players, to be measured against *hard*: one differs from it in one thing alone.

``python -m scala40.widgets.habits opens_late --deals 1000 --seed 501`` plays one against *hard*;
the notebook on strategy holds what came out.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Final

from scala40.actions import Action, Attach, Discard, Draw, Lay, Take
from scala40.bots import choose
from scala40.rules import Rules
from scala40.tactics import best_discard, throwable
from scala40.turn import may
from scala40.view import View
from scala40.widgets.races import entrants, race, told

#: Whoever opens late lets so many rounds go by.
ROUNDS: Final = 6
#: With so many cards in another hand, jokers are let go.
NEAR: Final = 3


def opens_late(view: View) -> Action:
    """As *hard*, but keeps an opening back for the first rounds."""
    action, state = choose(view, "hard"), view.state
    if state.has_opened or state.turns >= ROUNDS * len(state.order):
        return action
    if isinstance(action, Take):
        return Draw()
    return _instead(view, action) if isinstance(action, Lay) else action


def keeps_jokers(view: View) -> Action:
    """As *hard*, but keeps its jokers until it closes, or until somebody is near to closing."""
    action, state = choose(view, "hard"), view.state
    others = [len(state.hands[seat]) for seat in state.order if seat != view.seat]
    if not _spends_joker(action) or min(others) <= NEAR or len(view.hand) <= NEAR:
        return action
    return _instead(view, action)


def _spends_joker(action: Action) -> bool:
    if isinstance(action, Lay):
        return any(card.is_joker for meld in action.melds for card in meld)
    return isinstance(action, Attach) and action.card.is_joker


def _instead(view: View, action: Action) -> Action:
    """A discard in the place of what *hard* would lay, unless something has to be laid."""
    if not throwable(view.state):
        return action
    throw = Discard(best_discard(view))
    return throw if may(view.state, throw) else action


HABITS: Final[dict[str, Callable[[View], Action]]] = {
    "opens_late": opens_late,
    "keeps_jokers": keeps_jokers,
}


def main() -> None:
    """Play a habit against *hard* and print the standings."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("habit", choices=HABITS)
    parser.add_argument("--deals", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=501)
    options = parser.parse_args()
    bots = entrants({options.habit: HABITS[options.habit], "hard": "hard"})
    rules = Rules.preset("online")
    found = list(race(bots, rules, options.deals, options.seed))
    print(told(bots, rules, options.deals, options.seed, found))


if __name__ == "__main__":
    main()

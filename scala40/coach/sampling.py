"""Estimates: two ways played out on the same sampled deals, told only where they differ for sure.

The deals fit what the player has seen (:mod:`scala40.worlds`); quick players play them to the end
(:mod:`scala40.playout`). What comes out is an estimate, and silence where its margin is wider than
the difference.
"""

from __future__ import annotations

import math
from collections.abc import Generator
from statistics import fmean, variance
from typing import Final

from scala40 import tactics
from scala40.actions import Action, Discard, Draw, Lay, Take
from scala40.coach.advice import Advice
from scala40.coach.counting import throws
from scala40.coach.facts import Openings, Sampled
from scala40.maestro import result
from scala40.rules import Rules
from scala40.shuffle import Stream
from scala40.turn import apply, may
from scala40.view import View
from scala40.worlds import Worlds

__all__ = ["Rules", "alternative", "sampled"]

#: So many deals are sampled,
DEALS: Final = 40
#: and half a 95 % interval of a mean over these is so many standard errors: Student's t.
WIDE: Final = 2.02


def alternative(view: View, advice: Advice) -> Action | None:
    """What an advice is weighed against: the next best discard or opening, or drawing for taking.

    >>> from scala40.coach.advice import advise
    >>> from scala40.position import read_position_text
    >>> text = "hand 7H 8H KD 2C 2S; opened; drawn; others 9; table 4C 5C 6C; stock 60"
    >>> view = View(0, read_position_text(text, Rules.preset("online")), (), (0, 0))
    >>> advice = advise(view)
    >>> str(advice.actions[0]), str(alternative(view, advice))
    ('discard KD', 'discard 2S')
    """
    state = view.state
    match next(iter(advice.actions), None):
        case Discard(card):
            worths = tactics.discard_worths(view, [c for c in throws(state) if c != card])
            return Discard(max(worths, key=lambda c: worths[c])) if worths else None
        case Lay():
            others = [fact.other for fact in advice.reasons if isinstance(fact, Openings)]
            return Lay(tuple(meld.cards for meld in others[0])) if others else None
        case Take():
            return Draw()
        case Draw():
            take = Take(state.discard[-1]) if state.discard else None
            return take if take is not None and may(state, take) else None
        case _:
            return None


def sampled(
    view: View, action: Action, other: Action, seed: int, deals: int = DEALS
) -> Generator[None, None, Sampled | None]:
    """Which of two actions does better on sampled deals, with a pause after each of them.

    Args:
        view: what the player sees.
        seed: what the deals are drawn from; the same view and seed give the same estimate.
        deals: how many; for fewer than forty the margin would have to be wider.

    Returns:
        The estimate, the better action first; None where its margin is wider than the difference.

    >>> from scala40.actions import read_action
    >>> from scala40.position import read_position_text
    >>> text = "hand 7H 8H 9H 2C; opened; drawn; table 3C 4C 5C; others 9; stock 60"
    >>> view = View(0, read_position_text(text, Rules.preset("online")), (), (0, 0))
    >>> thinking = sampled(view, read_action("discard 2C"), Lay((view.hand[1:],)), seed=1, deals=2)
    >>> sum(1 for _ in thinking)
    2
    """
    source = Stream(seed, "sample", view.seat, len(view.events))
    worlds = Worlds(view)
    gains = []
    for _ in range(deals):
        world = worlds.draw(source)
        here, there = (result(apply(world, way), view.seat) for way in (action, other))
        gains.append(here - there)
        yield
    gain, margin = fmean(gains), WIDE * math.sqrt(variance(gains) / deals)
    if margin >= abs(gain):
        return None
    better, worse = (action, other) if gain > 0 else (other, action)
    return Sampled(better, worse, abs(gain), margin, deals)

"""The opponents: what they are called, how fast they play, and what they do next."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from scala40.bots import choose
from scala40.view import view_of

from . import scene
from .table import Table
from .words import YOU

#: How long each step of the others stays before the next, in milliseconds.
PACES: Final[Mapping[scene.Pace, int]] = {"slow": 1400, "normal": 700, "fast": 250, "off": 0}
#: The names of the opponents, clockwise from the person's left.
NAMES: Final = ("Anna", "Bruno", "Carla", "Dario", "Elena")


def step(table: Table) -> None:
    """The next action of an opponent, where one is to act."""
    if table.waits:
        match = table.match
        match.play(choose(view_of(match.hand, table.state.seat, match.totals)))


def hurry(table: Table) -> None:
    """All that the opponents do before the person is to act again."""
    while table.waits:
        step(table)


def finish(table: Table) -> None:
    """Play on without the person, who is out, until the match is won."""
    match = table.match
    if YOU not in match.out:
        return
    while not match.winners:
        if match.hand.state.end is not None:
            match.next_hand()
        hurry(table)
    table.clear()

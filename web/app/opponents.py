"""The opponents: how fast they play, how well, and what they do next.

An opponent thinks in slices, so that the page is answered meanwhile. What it thinks depends on the
deal and on what was done alone, so that a match that is played again goes the same way.

>>> [samples(("maestro",) * maestros) for maestros in range(1, 6)]
[80, 40, 26, 20, 16]
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from typing import Final

from scala40.actions import Action
from scala40.levels import LEVELS, SAMPLES, Level
from scala40.match import Match
from scala40.messages import Catalogue, _
from scala40.view import view_of

from . import scene
from .table import Table
from .words import YOU

#: How long each step of the others stays before the next, in milliseconds.
PACES: Final[Mapping[scene.Pace, int]] = {"slow": 1400, "normal": 700, "fast": 250, "off": 0}
#: How long a card takes on its way, in milliseconds.
FLIGHTS: Final[Mapping[scene.Pace, int]] = {"slow": 600, "normal": 300, "fast": 140, "off": 0}
#: So many times as long as any other step the draw for the deal stays.
DRAW_STAYS: Final = 4
#: For so many seconds an opponent thinks before the page is asked what else there is.
SLICE: Final = 0.03
#: However many maestros share the patience of the person, each weighs on so many sampled deals.
LEAST_SAMPLES: Final = 12

#: What each level is called, and how it plays.
TITLES: Final[Mapping[Level, tuple[str, str]]] = {
    "easy": (_("Easy"), _("Never takes a discard, and throws somewhat at random.")),
    "normal": (_("Normal"), _("Takes a discard that it needs, and keeps what goes together.")),
    "hard": (_("Hard"), _("Counts the cards that are gone, and gives nothing away.")),
    "maestro": (_("Maestro"), _("Thinks ahead on many deals that could be, and takes its time.")),
}


def title(level: Level, t: Catalogue) -> str:
    """What a level is called."""
    return t(TITLES[level][0])


def next_level(level: Level) -> Level:
    """The level above; the lowest after the highest."""
    return LEVELS[(LEVELS.index(level) + 1) % len(LEVELS)]


def samples(levels: Sequence[Level]) -> int:
    """On how many sampled deals each maestro weighs a choice.

    Maestros share what one alone would use, for the sake of the person who waits. The number hangs
    on the levels at the table alone, so it stays for the whole match.

    Args:
        levels: of all opponents of the match.
    """
    return max(LEAST_SAMPLES, SAMPLES // max(1, levels.count("maestro")))


class Thinker:
    """Plays for the opponents, a slice of time at once.

    Args:
        clock: tells the time in seconds.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._about: tuple[Match, int, int] | None = None  # what is thought about
        self._thought: Generator[None, None, Action] | None = None

    def go_on(self, table: Table, *, one: bool, to_the_end: bool = False) -> bool:
        """Think and play for a slice of time.

        Args:
            table: where it is an opponent's turn.
            one: stop after one action; else only where the person is to act.
            to_the_end: deal the next hand too, for a person who is out, until the match is won.

        Returns:
            Whether there is more to do at once.
        """
        end = self._clock() + SLICE
        while True:
            if to_the_end and table.state.end is not None and not table.match.winners:
                table.match.next_hand()
            if not table.waits:
                return False
            if not self._think(table, end):
                return True
            if one:
                return False
            if self._clock() >= end:
                return table.waits or (to_the_end and not table.match.winners)

    def _think(self, table: Table, end: float) -> bool:
        """Think until that time; whether the action was found, and played."""
        from scala40.bots import think  # the first picture need not wait for it

        match, seat = table.match, table.state.seat
        about = (match, len(match.hands), len(match.hand.events))
        if self._about is None or self._about[0] is not match or self._about != about:
            seed = (match.deal * 211 + about[1]) * 5003 + about[2]
            view = view_of(match.hand, seat, match.totals)
            budget = samples(table.levels)
            self._about = about
            self._thought = think(view, table.level_of(seat), seed, budget)
        assert self._thought is not None
        while True:
            try:
                next(self._thought)
            except StopIteration as done:
                self._about = self._thought = None
                match.play(done.value)
                return True
            if self._clock() >= end:
                return False

    def drop(self) -> None:
        """Forget what was thought."""
        self._about = self._thought = None


def may_be_left_alone(table: Table) -> bool:
    """True where the person is out and the others play on."""
    return YOU in table.match.out and not table.match.winners

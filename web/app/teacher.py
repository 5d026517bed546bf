"""The coach beside the table: a hint at a time when it is asked, or by itself where it always may.

It sees what the person's seat sees and nothing else. What takes long is worked out in slices: what
was good or missed, the first hint of a turn, and what sampled deals show once somebody wonders what
to do.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import replace
from typing import Final

from scala40.actions import Action
from scala40.coach import hints
from scala40.coach.advice import Advice, advise
from scala40.coach.review import Review, review
from scala40.coach.sampling import alternative, sampled
from scala40.coach.telling import Teller
from scala40.match import Match
from scala40.messages import Catalogue, speak_for
from scala40.view import View, view_of

from .opponents import SLICE
from .table import Table
from .words import YOU

speak_for("scala40.school")  # whose texts come with this archive
#: Where the sampled deals come from, besides what the person has seen.
SEED: Final = 40
#: A place in a match: the match, the hand, the action.
_Place = tuple[Match, int, int]


class Teacher:
    """What the coach says at one table after the other.

    Args:
        clock: tells the time in seconds; it ends the slices in which is thought.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._place: _Place | None = None  # what all of this is about
        self._advice: Advice | None = None
        self._told = 0  # so many steps of the advice were told
        self._review: Review | None = None
        self._thought: Generator[None, None, None] | None = None
        self._spoken = False  # what is said now was said aloud

    # --- what is said ----------------------------------------------------------------------------

    def text(self, table: Table, words: Catalogue) -> str:
        """What the coach says now, or nothing."""
        teller = Teller(table.match.names, YOU, words)
        if self._advice is not None and self._told:
            steps = hints.steps(self._advice, teller)
            return steps[(self._told - 1) % len(steps)]
        return hints.reviewed(self._review, teller) if self._review is not None else ""

    def spoken(self, table: Table, words: Catalogue) -> str:
        """The same once, to be said aloud."""
        said, self._spoken = self._spoken, True
        return "" if said else self.text(table, words)

    @property
    def busy(self) -> bool:
        """Whether there is something to think about."""
        return self._thought is not None

    # --- what is asked and seen ------------------------------------------------------------------

    def seen(self, table: Table) -> View | None:
        """What the person sees who is to act; None where somebody else is."""
        match = table.match
        return view_of(match.hand, YOU, match.totals) if table.mine else None

    def ask(self, table: Table) -> None:
        """Say the next step: where to look, what to do, why, and what else there is to know."""
        view = self.seen(table)
        if view is None:
            return
        if self._advice is None or self._place != _place_of(table):
            self._forget(table)
            self._advice = advise(view)
        self._told += 1
        self._spoken = False
        if self._told == 2 and not self._advice.silent:
            self._thought = self._weigh(view, self._advice)

    def watch(self, table: Table, before: View | None, *, always: bool) -> None:
        """Look at what has happened, and forget what was said of the table before it.

        Args:
            before: what the person saw who was to act before it, if so.
            always: say by oneself what was good or missed, and the first hint of a turn.
        """
        place, events = _place_of(table), table.match.hand.events
        if place == self._place:
            return
        done = events[len(before.events) :] if before is not None else []
        same_hand = self._place is None or self._place[:2] == place[:2]
        if not table.mine and not (before and done) and same_hand:
            self._place = place  # the others play on, and what was said of the last move stays
            return
        known = self._advice  # on what was done now, where the coach was asked or spoke before it
        self._forget(table)
        if always:
            own = [event for event in done if event.seat == YOU]
            action = own[0].action if own else None
            self._thought = self._comment(table, before, action, known)

    def go_on(self) -> None:
        """Think for a slice of time."""
        end = self._clock() + SLICE
        while self._thought is not None:
            try:
                next(self._thought)
            except StopIteration:
                self._thought = None
            if self._clock() >= end:
                return

    def _forget(self, table: Table) -> None:
        self._place = _place_of(table)
        self._advice, self._told = None, 0
        self._review, self._thought, self._spoken = None, None, True

    # --- thoughts --------------------------------------------------------------------------------

    def _comment(
        self, table: Table, before: View | None, action: Action | None, known: Advice | None
    ) -> Generator[None, None, None]:
        """What to say of an action, or of the turn that begins."""
        yield
        if before is not None and action is not None:
            self._review = review(before, action, known)
        yield
        view = self.seen(table)
        if view is not None and self._review is None:
            advice = advise(view)
            if not advice.silent:
                self._advice, self._told = advice, 1
        self._spoken = False

    def _weigh(self, view: View, advice: Advice) -> Generator[None, None, None]:
        """What sampled deals show of the advice, put before what else there is to know."""
        other = alternative(view, advice)
        if other is None:
            return
        found = yield from sampled(view, advice.actions[0], other, SEED)
        if found is not None and self._advice == advice:
            self._advice = replace(advice, facts=(found, *advice.facts))


def _place_of(table: Table) -> _Place:
    return table.match, len(table.match.scores), len(table.match.hand.events)

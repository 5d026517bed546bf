"""Runs: cards of one suit in sequence, and the two places of the ace."""

from __future__ import annotations

from collections.abc import Iterator

from scala40.cards import cards
from scala40.melds import read_meld
from scala40.messages import _
from scala40.rules import Rules
from scala40.school.lesson import Attempt, Mistake, Task, laid, refused, say

TITLE = _("Runs and the ace")
ABOUT = _("Cards of one suit in sequence, with the ace at either end.")


def tasks(rules: Rules) -> Iterator[Task]:
    yield Task(
        "first",
        "hand 4H 5H 6H 5D 6D QS 2C; opened; drawn; unopened 1",
        say("A run is three or more cards of one suit in sequence. Lay one."),
        laid(lambda meld: meld.is_run),
        say("That is a run: one suit, no gap. It may grow at both ends later."),
        say("Sort the hand by suit and look at the hearts."),
        "lay 4H 5H 6H",
        (
            Mistake(
                refused("run-two-suits"),
                say("The numbers follow one another, but a run has one suit only."),
                "lay 4H 5D 6H",
            ),
        ),
        teaches=("A set is three or four",),
    )
    high = read_meld(cards("QS KS AS"), rules).points
    low = read_meld(cards("AS 2S 3S"), rules).points - 5
    yield Task(
        "ace",
        "hand AS 2S 3S QS KS 8D; opened; drawn; unopened 1",
        say("The ace stands before the 2 or after the king. Lay it where it is worth more."),
        laid(lambda meld: meld.is_run and meld.points == high),
        say(
            "After the king the ace is worth {ace}, and this run {points}.",
            ace=high - 20,
            points=high,
        ),
        say("It goes with the queen and the king."),
        "lay QS KS AS",
        (
            Mistake(
                laid(lambda meld: meld.is_run and meld.points < high),
                lambda a: say(
                    "Before the 2 the ace is worth {low}, so this run counts {points}. After the"
                    " king it would count {best}.",
                    low=low,
                    points=a.laid[-1].points,
                    best=high,
                ),
                "lay AS 2S 3S",
            ),
            Mistake(
                _corner,
                say("King, ace, 2 is no run: nothing goes round the corner."),
                "lay KS AS 2S",
            ),
        ),
        teaches=("In melds the cards from 2 to 9",),
    )
    yield Task(
        "long",
        "hand 8C 9C TC JC QC 4D 4S KH; opened; drawn; unopened 1",
        say(
            "A run may have up to {longest} cards. Lay the longest that you have.",
            longest=rules.longest_run,
        ),
        laid(lambda meld: meld.is_run and len(meld.cards) == 5),
        say("Five cards are gone at a stroke. The king of hearts is no part of it."),
        say("All your clubs follow one another."),
        "lay 8C 9C TC JC QC",
        (
            Mistake(
                laid(lambda meld: meld.is_run and len(meld.cards) < 5),
                say("That is a run, but more of your clubs follow on. Lay all of them at once."),
                "lay 8C 9C TC",
            ),
        ),
        teaches=("A run ",),
    )


def _corner(a: Attempt) -> bool:
    """An ace between king and 2."""
    reason = a.refused
    tried = reason.facts.get("cards", ()) if reason is not None else ()
    ranks = {c.rank for c in tried} if isinstance(tried, tuple) else set()
    return {1, 2, 13} <= ranks

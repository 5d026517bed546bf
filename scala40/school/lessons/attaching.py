"""Attaching: single cards go to melds on the table, whoever laid them."""

from __future__ import annotations

from collections.abc import Iterator

from scala40.cards import Card, card
from scala40.danger import attachable
from scala40.messages import _
from scala40.rules import Rules
from scala40.school.lesson import (
    Attempt,
    Mistake,
    Say,
    Task,
    attached,
    both,
    on_table,
    opened,
    over,
    refused,
    say,
)

TITLE = _("Attaching")
ABOUT = _("Your cards may go to any meld on the table.")


def tasks(rules: Rules) -> Iterator[Task]:
    yield Task(
        "first",
        "hand 8H KD 2C QS; opened; drawn; table 5H 6H 7H",
        say(
            "Once you have opened, you may attach cards to any meld, whoever laid it. Put a card of"
            " yours to Anna's run."
        ),
        attached,
        say("The run has grown, and one card less costs you points."),
        say("Choose the card that follows the seven of hearts, then press the run."),
        "attach 8H T1",
        (
            Mistake(
                refused("does-not-fit"),
                say("That card does not fit. The run goes on at its ends, in its own suit."),
                "attach KD T1",
            ),
        ),
        teaches=("Once you have opened",),
    )
    yield Task(
        "all",
        "hand 4H 8H 9C KD 2S; opened; drawn; table 5H 6H 7H | 9D 9H 9S",
        say("Attach every card that fits somewhere."),
        lambda a: not _left(a) and not a.over,
        say("All that fits is gone. Melds on the table are never taken apart to make room."),
        say("The run grows at both ends, and the set lacks a suit."),
        "attach 4H T1; attach 8H T1; attach 9C T2",
        (
            Mistake(
                both(over, lambda a: bool(_left(a))),
                lambda a: say("The {card} could have gone to the table too.", card=_left(a)[0]),
                "attach 8H T1; discard KD",
            ),
        ),
        teaches=("Once you have opened",),
    )
    eight = card("8S")
    yield Task(
        "same-turn",
        "hand QH KH AH 3C 4C 5C 2D 8S; drawn; table 5S 6S 7S",
        say(
            "The {card} fits, but nobody attaches before having opened. Open, and attach it in the"
            " same turn.",
            card=eight,
        ),
        lambda a: on_table(eight, a) > 0,
        _praise(rules),
        say("Lay both runs to open; then choose the eight and press Anna's run."),
        "lay QH KH AH | 3C 4C 5C; attach 8S T1",
        (
            Mistake(
                refused("not-opened"),
                say("First your own melds, and only then the others'."),
                "attach 8S T1",
            ),
            Mistake(
                both(opened, over),
                say("You opened, but the {card} is still in your hand.", card=eight),
                "lay QH KH AH | 3C 4C 5C; discard 2D",
            ),
        ),
        teaches=("Whoever opens may add", "Cards that are attached do not count"),
    )


def _left(a: Attempt) -> list[Card]:
    """The cards in the hand that fit a meld on the table."""
    return [c for c in a.hand if attachable(c, a.state)]


def _praise(rules: Rules) -> Say:
    return say(
        "What is attached counts nothing towards the {needed} points. But it is gone from your"
        " hand.",
        needed=rules.opening_points,
    )

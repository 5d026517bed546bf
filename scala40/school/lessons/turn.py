"""The turn: a card comes, melds go down, a card is thrown; and what happens when the stock ends."""

from __future__ import annotations

from collections.abc import Iterator

from scala40.cards import cards
from scala40.messages import _
from scala40.packed import pack_hand
from scala40.prospects import friends
from scala40.rules import Rules
from scala40.school.lesson import (
    Attempt,
    Mistake,
    Say,
    Task,
    both,
    drew,
    either,
    over,
    refused,
    say,
    threw,
    thrown,
    took,
)

TITLE = _("The turn")
ABOUT = _("Draw, lay what you like, discard.")


def tasks(rules: Rules) -> Iterator[Task]:
    yield Task(
        "draw",
        "hand 5H 6H 9C 9D KS 3D 8C; discard 4S; unopened 1",
        say("Every turn begins with a card. Draw one from the stock."),
        drew,
        say("The card has joined your hand; now you may lay, and then you discard."),
        say("Press the stock, or the button that says so."),
        "draw",
        (
            Mistake(
                refused("draw-first"),
                say("The discard comes last. Draw a card first."),
                "discard KS",
            ),
        ),
        teaches=("In your turn you draw",),
    )
    yield Task(
        "throw",
        "hand 5H 6H 9C 9D KS; drawn; discard 4S; unopened 1",
        say("Every turn ends with one discard. Throw the card that goes with none of the others."),
        threw(_alone),
        say("The others may become a run and a set: they need one card each."),
        say("Neighbours of one suit belong together, and so do equal ranks."),
        "discard KS",
        (
            Mistake(
                threw(lambda c, a: not _alone(c, a)),
                lambda a: say(
                    "The {card} was on the way to a meld with another card of yours. Throw one that"
                    " is alone.",
                    card=thrown(a),
                ),
                "discard 9C",
            ),
        ),
        teaches=("In your turn you draw",),
    )
    yield Task(
        "whole",
        "hand 5H 6H QS 2C 9D; opened; discard 4S; stock 7H 3D 8S TC 4D; unopened 1",
        say(
            "Play a whole turn: draw, lay what you can, discard. Until the discard you can undo all"
            " but the draw."
        ),
        both(over, lambda a: bool(a.laid)),
        say("That is how every turn goes. The discard hands it on to the next player."),
        say("The card that you draw completes a run: choose its cards and lay them."),
        "draw; lay 5H 6H 7H; discard QS",
        (
            Mistake(
                both(over, lambda a: not a.laid),
                say("Look at {cards}: they could have gone to the table.", cards=cards("5H 6H 7H")),
                "draw; discard QS",
            ),
        ),
    )
    yield Task(
        "stock",
        "hand 5H 6H 9C 9D KS; opened; discard 4C 8D TS QH 2D; stock 0; unopened 1",
        say("The stock is used up. Draw all the same, and see what becomes of the discard pile."),
        drew,
        _renewed(rules),
        say("Press the stock although it is empty."),
        "draw",
        (
            Mistake(
                either(took, refused("take-without-use", "take-before-opening")),
                say("This is about the stock: draw from it, empty as it is."),
                "take 2D",
            ),
        ),
        teaches=("When the stock is used up", "If there is nothing left to draw"),
    )


def _alone(card: object, a: Attempt) -> bool:
    """The card goes with no other of the hand that there was."""
    held = a.before.hand
    return any(c == card and not friends(c, pack_hand(held)) for c in held)


def _renewed(rules: Rules) -> Say:
    if rules.stock_exhaustion == "shuffle":
        return say(
            "All discards but the top one were shuffled and are the new stock. If nothing is left"
            " to draw, the hand is void and nobody pays."
        )
    return say(
        "The discard pile was turned over as it lay and is the new stock. If nothing is left to"
        " draw, the hand is void and nobody pays."
    )

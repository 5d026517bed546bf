"""Freeing a joker: its card goes in its place, and the joker has to go on."""

from __future__ import annotations

from collections.abc import Iterator

from scala40.cards import JOKER, card
from scala40.messages import _
from scala40.rules import Rules
from scala40.school.lesson import (
    Attempt,
    Mistake,
    Say,
    Task,
    attached,
    both,
    either,
    over,
    refused,
    say,
    swapped,
)

TITLE = _("Freeing a joker")
ABOUT = _("Swap the card that it stands for, and use the joker yourself.")


def tasks(rules: Rules) -> Iterator[Task]:
    yield Task(
        "swap",
        "hand 6H 9C 9D KD 2S; opened; drawn; table 5H X=6H 7H",
        say(
            "The joker in Anna's run stands for the {card}, and you hold that. Choose it, press the"
            " run, and take the joker.",
            card=card("6H"),
        ),
        swapped,
        say("The run is whole, and the joker is yours."),
        say("Only the very card that the joker stands for is given for it."),
        "swap 6H T1",
        (
            Mistake(
                refused("not-the-joker", "does-not-fit"),
                say(
                    "That is not the card which the joker stands for: it is the {card}.",
                    card=card("6H"),
                ),
                "swap KD T1",
            ),
        ),
        teaches=("You may also put the card",),
    )
    yield Task(
        "use",
        "hand 6H 9C 9D KD 2S; opened; drawn; table 5H X=6H 7H",
        _use(rules),
        both(over, lambda a: a.state.melds[0].joker is None and JOKER not in a.hand),
        say("A joker that was Anna's made a meld of yours."),
        say("Two nines and the joker are a set."),
        "swap 6H T1; lay 9C 9D X=9H; discard KD",
        (
            Mistake(
                either(
                    refused("freed-joker", "freed-joker-new-meld"),
                    both(over, lambda a: JOKER in a.hand),
                ),
                _unused(rules),
                "swap 6H T1; discard KD",
            ),
            Mistake(
                both(over, lambda a: a.state.melds[0].joker is not None),
                say("Anna's joker is still in her run, for the taking."),
                "discard KD",
            ),
        ),
        teaches=("It must go on the table again",),
    )
    yield Task(
        "set",
        "hand 9H 9S 4D KD 2C; opened; drawn; table 9C 9D X=9S",
        _set(rules),
        swapped,
        say("The joker is yours, and you may still attach the other nine."),
        say("Choose the right nine and press the set: you are asked what to do with it."),
        "swap 9S T1",
        (
            Mistake(
                either(attached, refused("not-the-joker")),
                _grown,
                "attach 9H T1",
            ),
        ),
        teaches=("You may also put the card", "In a set of three"),
    )


def _use(rules: Rules) -> Say:
    if rules.freed_joker == "use-now":
        return say(
            "A joker that you free goes on the table again in the same turn. Free it, use it, and"
            " end your turn."
        )
    if rules.freed_joker == "new-meld":
        return say(
            "A joker that you free goes into a new meld in the same turn. Free it, lay that meld,"
            " and end your turn."
        )
    return say(
        "A joker that you free may stay in your hand, but it costs {points} there. Free it, use it"
        " at once, and end your turn.",
        points=rules.joker_in_hand,
    )


def _unused(rules: Rules) -> Say:
    if rules.freed_joker == "keep":
        return say(
            "You may keep it, but {points} points are at stake until it is laid.",
            points=rules.joker_in_hand,
        )
    return say("The turn cannot end yet: the joker that you took has to be laid first.")


def _set(rules: Rules) -> Say:
    if rules.set_joker == "declared":
        return say(
            "In this set the joker stands for the {card} alone. Take it with the right nine.",
            card=card("9S"),
        )
    return say(
        "Under these rules either missing nine frees the joker of a set of three. Take it with one"
        " of yours."
    )


def _grown(a: Attempt) -> Say:
    if a.rules.set_joker == "declared":
        return say(
            "That nine only makes it a set of four. The joker is given for the {card}.",
            card=card("9S"),
        )
    return say("Attached, that nine makes a set of four, and the joker stays. Swap it instead.")

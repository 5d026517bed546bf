"""The discard pile: who may take its top card, when, and what has to become of it."""

from __future__ import annotations

from collections.abc import Iterator

from scala40.cards import card
from scala40.messages import _
from scala40.rules import Rules
from scala40.school.lesson import (
    Mistake,
    Say,
    Task,
    both,
    drew,
    either,
    on_table,
    opened,
    over,
    refused,
    say,
)

TITLE = _("The discard pile")
ABOUT = _("Who may take the top card, and what must become of it.")


def tasks(rules: Rules) -> Iterator[Task]:
    eight = card("8H")
    yield Task(
        "take",
        "hand 6H 7H KC 2S 9D; opened; discard 4C 8H; table 2D 3D 4D",
        say(
            "Instead of drawing you may take the top discard, and no other. Take the {card}, and"
            " lay a meld with it.",
            card=eight,
        ),
        lambda a: on_table(eight, a) > 0,
        _taken(rules),
        say("The six and the seven of hearts wait for it."),
        "take 8H; lay 6H 7H 8H",
        (
            Mistake(
                drew,
                say("The {card} would have made a run at once. Look before you draw.", card=eight),
                "draw",
            ),
            Mistake(
                either(refused("taken-not-used"), both(over, lambda a: eight in a.hand)),
                _not_used(rules),
                "take 8H; discard KC",
            ),
        ),
        teaches=("In your turn you draw", "After the opening, a card that you take"),
    )
    yield _before(rules)
    yield _useless(rules)


def _before(rules: Rules) -> Task:
    """Before the opening the discard may be taken to open with it, or not at all."""
    position = "hand TH QH 4C 4D 4S KC 2D 7D; discard 8C JH; unopened 1"
    jack = card("JH")
    if rules.discard_before_opening == "never":
        return Task(
            "before",
            position,
            say("Under these rules nobody takes a discard before having opened. Begin your turn."),
            drew,
            say("Until you have opened, every turn of yours begins at the stock."),
            say("Press the stock."),
            "draw",
            (
                Mistake(
                    refused("take-before-opening"),
                    say("The {card} would be welcome, but you have not opened yet.", card=jack),
                    "take JH",
                ),
            ),
            teaches=("Nobody takes the top discard",),
        )
    return Task(
        "before",
        position,
        say(
            "Before you have opened, you may take the discard only to open with it at once. Take"
            " the {card}, and open.",
            card=jack,
        ),
        opened,
        lambda a: say(
            "You opened with {points}, the {card} among them. Without such an opening it could not"
            " have been taken.",
            points=sum(meld.points for meld in a.laid),
            card=jack,
        ),
        say("It closes the gap in your hearts; the fours are the other meld."),
        "take JH; lay TH JH QH | 4C 4D 4S",
        (
            Mistake(
                drew,
                say("With the {card} you could have opened. Look before you draw.", card=jack),
                "draw",
            ),
            Mistake(
                either(refused("taken-not-in-opening"), both(over, lambda a: jack in a.hand)),
                say("You took the {card} to open: that has to happen in this turn.", card=jack),
                "take JH; discard KC",
            ),
        ),
        teaches=("Before you have opened, you may take",),
    )


def _useless(rules: Rules) -> Task:
    """A card that fits nowhere; or, where it may be kept, one that may not be thrown back."""
    if rules.taken_discard == "use-now":
        return Task(
            "useless",
            "hand 2S 5D KC 9H; opened; discard 3H 8C; table 2D 3D 4D",
            say(
                "A card that is taken has to go on the table in the same turn, and the {card} fits"
                " nowhere. Begin your turn.",
                card=card("8C"),
            ),
            drew,
            say("What you draw yourself you may keep, or throw at once."),
            say("Press the stock."),
            "draw",
            (
                Mistake(
                    refused("take-without-use"),
                    say("There is no meld for it: not in your hand, and not on the table."),
                    "take 8C",
                ),
            ),
            teaches=("After the opening, a card that you take", "What was taken stays taken"),
        )
    return Task(
        "useless",
        "hand 8D 8S KC 2H; opened; taken 8S; discard 3H; unopened 1",
        say("You took the {card}, and may keep it. End your turn with a discard.", card=card("8S")),
        over,
        say("A card that was taken is not thrown back in the same turn."),
        say("Throw any other card."),
        "discard KC",
        (
            Mistake(
                refused("thrown-back"),
                say("You have just taken that card. Throw another one."),
                "discard 8S",
            ),
        ),
    )


def _taken(rules: Rules) -> Say:
    if rules.taken_discard == "use-now":
        return say("A card that is taken must go on the table in the same turn, and it did.")
    return say("Under these rules you might have kept it, but on the table it costs nothing.")


def _not_used(rules: Rules) -> Say:
    if rules.taken_discard == "use-now":
        return say("You took it, so it has to be used before you discard: lay the run.")
    return say("You may keep it, but the run could be on the table by now.")

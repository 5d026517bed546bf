"""The joker: what it stands for, what it counts, and what it costs."""

from __future__ import annotations

from collections.abc import Iterator

from scala40.cards import JOKER, card, cards
from scala40.melds import read_meld
from scala40.messages import _
from scala40.rules import Rules
from scala40.school.lesson import (
    Mistake,
    Task,
    jokers_laid,
    laid,
    opened,
    over,
    refused,
    say,
    threw,
)

TITLE = _("The joker")
ABOUT = _("It stands for any card, and counts as much.")


def tasks(rules: Rules) -> Iterator[Task]:
    yield Task(
        "gap",
        "hand 5C 7C KD 2S X X; opened; drawn; unopened 1",
        say(
            "A joker stands for the card that is missing. Lay the {low} and the {high} with a"
            " joker between them.",
            low=card("5C"),
            high=card("7C"),
        ),
        laid(lambda meld: meld.joker is not None),
        say("It is the {card} now, and stays that until somebody frees it.", card=card("6C")),
        say("Choose the two clubs and one joker."),
        "lay 5C X=6C 7C",
        (
            Mistake(
                refused("two-jokers"),
                say("A meld holds one joker at most. Keep the other for another meld."),
                "lay 5C X=6C 7C X=8C",
            ),
        ),
        teaches=("A joker stands for any card",),
    )
    yield _place(rules)
    yield _in_set(rules)
    yield Task(
        "shed",
        "hand 4D KC 6S X; opened; drawn; others 2; table 8H 9H TH",
        say(
            "Anna has two cards left, and a joker in your hand costs {points}. Bring it to the"
            " table.",
            points=rules.joker_in_hand,
        ),
        lambda a: jokers_laid(a) > 0,
        say("A joker may be attached like any card. Now it costs nobody anything."),
        say("It can stand for a card at either end of the run."),
        "attach X=7H T1",
        (
            Mistake(
                threw(lambda c, a: c == JOKER),
                say("It is gone from your hand, but as a gift: the next player may take it."),
                "discard X",
            ),
            Mistake(
                over,
                say(
                    "The joker is still in your hand, and costs {points} if Anna closes.",
                    points=rules.joker_in_hand,
                ),
                "discard KC",
            ),
        ),
        teaches=("A joker may be discarded", "A joker costs"),
    )


def _place(rules: Rules) -> Task:
    """The joker counts one more above the king than below the queen."""
    ace, jack = (read_meld(cards(text), rules) for text in ("QS KS X=AS", "X=JS QS KS"))
    if rules.opening_jokers == "counted":
        return Task(
            "place",
            "hand QS KS 3C 3D 3H 8D 6H X; drawn; unopened 1",
            say(
                "You need {needed} points to open, and the joker counts as the card that it stands"
                " for. Place it so that it is enough.",
                needed=rules.opening_points,
            ),
            opened,
            say(
                "As {card} it counts {points}, and you opened with exactly what is needed.",
                card=card("AS"),
                points=ace.points - 20,
            ),
            say("You are asked what the joker stands for: the ace counts more than the jack."),
            "lay QS KS X=AS | 3C 3D 3H",
            (
                Mistake(
                    refused("opening-short"),
                    say(
                        "With the joker as {low} the run counts {points}. As {high} it counts"
                        " {best}.",
                        low=card("JS"),
                        high=card("AS"),
                        points=jack.points,
                        best=ace.points,
                    ),
                    "lay X=JS QS KS | 3C 3D 3H",
                ),
            ),
            teaches=("A joker in the opening", "A joker stands for any card"),
        )
    return Task(
        "place",
        "hand QS KS 3C 8D 6H X; opened; drawn; unopened 1",
        say(
            "The queen and the king take a joker below or above. Lay it where it counts more, as if"
            " each point mattered."
        ),
        laid(lambda meld: meld.points == ace.points),
        say("As {card} the run counts {points}.", card=card("AS"), points=ace.points),
        say("You are asked what the joker stands for: the ace counts more than the jack."),
        "lay QS KS X=AS",
        (
            Mistake(
                laid(lambda meld: meld.points == jack.points),
                say(
                    "With the joker as {low} the run counts {points}. As {high} it counts {best}.",
                    low=card("JS"),
                    high=card("AS"),
                    points=jack.points,
                    best=ace.points,
                ),
                "lay X=JS QS KS",
            ),
        ),
    )


def _in_set(rules: Rules) -> Task:
    """In a set of three the joker is named, or stands for either missing card."""
    position = "hand 8C 8D 4H KS X; opened; drawn; discard 8H 2C 8H 5D; unopened 1"
    if rules.set_joker == "declared":
        return Task(
            "set",
            position,
            say(
                "In a set of three you name the suit that the joker stands for. Both {gone} lie in"
                " the pile: name the card that nobody can swap for it.",
                gone=card("8H"),
            ),
            laid(lambda meld: meld.joker == card("X=8H")),
            say("Nobody can hold the {card}, so the joker stays where it is.", card=card("8H")),
            say("Press the discard pile to look through it."),
            "lay 8C 8D X=8H",
            (
                Mistake(
                    laid(lambda meld: meld.joker == card("X=8S")),
                    say(
                        "The {card} is still about. Whoever has it may take your joker.",
                        card=card("8S"),
                    ),
                    "lay 8C 8D X=8S",
                ),
            ),
            teaches=("In a set of three",),
        )
    return Task(
        "set",
        position,
        say(
            "In a set of three the joker stands for either missing card. Lay two eights with the"
            " joker."
        ),
        laid(lambda meld: meld.joker is not None),
        say("Either eight that is missing may be swapped for the joker."),
        say("Choose both eights and the joker."),
        "lay 8C 8D X",
        (
            Mistake(
                over,
                say(
                    "The joker is still in your hand, where it costs {points}.",
                    points=rules.joker_in_hand,
                ),
                "discard KS",
            ),
        ),
        teaches=("In a set of three",),
    )

"""Sets: cards of one rank in different suits."""

from __future__ import annotations

from collections.abc import Iterator

from scala40.cards import cards
from scala40.messages import _
from scala40.rules import Rules
from scala40.school.lesson import Mistake, Task, at_its_best, both, laid, refused, say, spoilt

TITLE = _("Sets")
ABOUT = _("Cards of one rank, each in another suit.")


def tasks(rules: Rules) -> Iterator[Task]:
    yield Task(
        "first",
        "hand 9C 9C 9D 9S 4H QD; opened; drawn; unopened 1",
        say(
            "A set is three or four cards of one rank, all of different suits. Tap three nines that"
            " make a set, then lay them."
        ),
        laid(lambda meld: not meld.is_run),
        say("That is a set. The second {card} has to wait for others.", card=cards("9C")[0]),
        say("One nine of each suit: the two nines of clubs cannot be together."),
        "lay 9C 9D 9S",
        (
            Mistake(
                refused("set-same-suit"),
                say("In a set each suit may be there only once. Leave one of the twins out."),
                "lay 9C 9C 9D",
            ),
        ),
        teaches=("A set is three or four",),
    )
    yield Task(
        "four",
        "hand 6C 6D 6H 6S 3C QD; opened; drawn; unopened 1",
        say("A set has room for all suits. Lay the largest set that you can."),
        laid(lambda meld: not meld.is_run and len(meld.cards) == 4),
        say("Nothing can be added to a set with every suit in it."),
        say("Choose all the sixes before you lay."),
        "lay 6C 6D 6H 6S",
        (
            Mistake(
                laid(lambda meld: not meld.is_run and len(meld.cards) == 3),
                say("That is a set, but a six stays in your hand. Lay all of them at once."),
                "lay 6C 6D 6H",
            ),
        ),
    )
    yield Task(
        "both",
        "hand 5H 6H 7H 7C 7D KS; opened; drawn; unopened 1",
        say(
            "The {card} fits a set and a run, and can be in one alone. Lay the meld that leaves you"
            " fewer points.",
            card=cards("7H")[0],
        ),
        both(laid(lambda meld: True), at_its_best),
        lambda a: say(
            "Right: after the discard you keep {points} points, and less is not possible.",
            points=a.left,
        ),
        say("Add up what stays behind each time: two sevens, or a five and a six."),
        "lay 7C 7D 7H",
        (
            Mistake(
                spoilt,
                lambda a: say(
                    "After the discard you would keep {points} points. The other meld leaves"
                    " {best}.",
                    points=a.left,
                    best=a.best,
                ),
                "lay 5H 6H 7H",
            ),
        ),
    )

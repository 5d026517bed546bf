"""What to keep and what to throw: live outs, dear cards, and nothing that helps others."""

from __future__ import annotations

from collections.abc import Iterator

from scala40.cards import Card, cards
from scala40.danger import attachable
from scala40.messages import _
from scala40.prospects import pair_outs
from scala40.rules import Rules
from scala40.school.lesson import (
    Attempt,
    Mistake,
    Say,
    Task,
    at_its_best,
    both,
    either,
    over,
    refused,
    say,
    spoilt,
    threw,
    thrown,
    unseen,
)

TITLE = _("Keep or throw")
ABOUT = _("Which cards still have a chance, and which only help the others.")


def tasks(rules: Rules) -> Iterator[Task]:
    yield Task(
        "live",
        "hand 7H 8H 4C 5C; opened; drawn; discard 3C 6C KD 3C 6C 9S; unopened 1",
        say(
            "Both pairs of neighbours wait for a card. Look through the discard pile, and throw a"
            " card of the pair that waits in vain."
        ),
        both(over, lambda a: _outs(a) == _most_outs(a)),
        lambda a: say(
            "{n} unseen cards still complete the pair that you kept. For the other one there is"
            " none left.",
            n=_outs(a),
        ),
        say("All threes and sixes of clubs have been thrown."),
        "discard 5C",
        (
            Mistake(
                threw(lambda c, a: _outs(a) < _most_outs(a)),
                lambda a: say(
                    "With the {card} you threw {n} chances away. The clubs wait for cards that all"
                    " lie in the pile.",
                    card=thrown(a),
                    n=_most_outs(a) - _outs(a),
                ),
                "discard 7H",
            ),
        ),
    )
    yield Task(
        "dear",
        "hand KD 5C 3H 3S; opened; drawn; others 2; discard 9C; unopened 1",
        say(
            "Anna has two cards left and may close any moment. Throw the card that costs you most."
        ),
        both(over, at_its_best),
        lambda a: say("If she closes now, you pay {points} points.", points=a.left),
        say("Pictures cost most."),
        "discard KD",
        (
            Mistake(
                both(over, spoilt),
                lambda a: say(
                    "If she closes now, you pay {points} points. It could have been {best}.",
                    points=a.left,
                    best=a.best,
                ),
                "discard 5C",
            ),
        ),
        teaches=("Whoever closes pays nothing. The others pay",),
    )
    crowd = "players 3; others 9 9; " if rules.max_players > 2 else "others 9; "
    yield Task(
        "feed",
        f"hand 9C 9S JS JD KD 8H; drawn; {crowd}table 5H 6H 7H; owners 1; discard 2C",
        say(
            "The {fits} fits a meld on the table, the {other} does not. Throw the one that helps"
            " nobody.",
            fits=cards("8H")[0],
            other=cards("KD")[0],
        ),
        both(over, threw(lambda c, a: not attachable(c, a.state))),
        _fed(rules),
        say("Nobody can do anything with the king yet."),
        "discard KD",
        (
            Mistake(
                either(refused("attachable-discard"), threw(lambda c, a: attachable(c, a.state))),
                _feeds(rules),
                "discard 8H",
            ),
        ),
        teaches=("A card that fits a meld",),
    )


def _outs(a: Attempt) -> int:
    return pair_outs(a.hand, unseen(a))


def _most_outs(a: Attempt) -> int:
    """The most chances that any discard would have left."""
    held = a.before.hand
    return max(pair_outs(_without(held, c), unseen(a)) for c in dict.fromkeys(held))


def _without(held: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    place = held.index(card)
    return held[:place] + held[place + 1 :]


def _fed(rules: Rules) -> Say:
    if rules.attachable_discard == "free":
        return say("Such a card may be thrown under these rules, but it is a gift. You gave none.")
    return say("Under these rules a card that fits the table may not be thrown here at all.")


def _feeds(rules: Rules) -> Say:
    if rules.attachable_discard == "free":
        return say(
            "Anna may take it, put it to the run, and discard: one card less for her. Throw what"
            " fits nowhere."
        )
    return say("Under these rules a card that fits the table may not be thrown here.")

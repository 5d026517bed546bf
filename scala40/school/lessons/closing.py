"""Closing and scoring; and a hand against an opponent whose cards lie open."""

from __future__ import annotations

from collections.abc import Iterator

from scala40.messages import _
from scala40.rules import Rules
from scala40.school.lesson import (
    ME,
    Attempt,
    Mistake,
    Say,
    Task,
    both,
    chose,
    chose_one,
    closed,
    cost,
    opened,
    over,
    refused,
    say,
)
from scala40.score import FLAT_PENALTY, hand_points

TITLE = _("Closing and scoring")
ABOUT = _("How a hand ends, what it costs, and how a match is won.")


def tasks(rules: Rules) -> Iterator[Task]:
    yield Task(
        "close",
        "hand 5H 6H 7H 8H KD; opened; drawn; others 5; table KC KH KS",
        _close(rules),
        closed,
        say("You closed: you pay nothing, and the others pay for what they hold."),
        say("The hearts are a run, and the king goes to the kings or on the pile."),
        "lay 5H 6H 7H 8H; discard KD",
        (
            *(
                (
                    Mistake(
                        refused("keep-a-card"),
                        say("One card must be left for the discard that closes."),
                        "attach KD T1; lay 5H 6H 7H 8H",
                    ),
                )
                if rules.final_discard == "required"
                else ()
            ),
            Mistake(
                both(over, lambda a: not closed(a)),
                say("You could have got rid of everything in this turn."),
                "discard KD",
            ),
        ),
        teaches=("To close is to discard",),
    )
    yield Task(
        "unopened",
        "hand QH KH AH 3C 4C 5C KD KS 9D JC; drawn; others 2; discard 7S; unopened 1",
        _in_danger(rules),
        opened,
        lambda a: say(
            "If Anna closes now, you pay {points} points at most, instead of {unopened}.",
            points=_pays(a, opened=True),
            unopened=_unopened(a),
        ),
        say("Lay the hearts and the clubs, and open."),
        "lay QH KH AH | 3C 4C 5C",
        (
            Mistake(
                both(over, lambda a: not opened(a)),
                lambda a: say(
                    "If Anna closes now, you pay {points} points. Opened it would be less.",
                    points=_unopened(a),
                ),
                "discard KD",
            ),
        ),
        teaches=("Those who have not opened pay", "One may close from the first round"),
    )
    yield Task(
        "in-hand",
        "hand QH KH AH 3C 4C 5C 7C 7D 7S 2H; drawn; unopened 1",
        say(
            "All your melds can go down at once: closing in the very turn of the opening is called"
            " closing in hand. Do it."
        ),
        both(closed, opened),
        _in_hand(rules),
        say("Put three melds together, open, and discard the last card."),
        "lay QH KH AH | 3C 4C 5C | 7C 7D 7S; discard 2H",
        (
            Mistake(
                both(over, opened, lambda a: not closed(a)),
                say("You opened, but three cards that make a set stayed in your hand."),
                "lay QH KH AH | 3C 4C 5C; discard 2H",
            ),
        ),
        teaches=("Closing in hand", "Those who close in the same turn"),
    )
    yield Task(
        "dearest",
        "hand AS KD 9C 2H X; opened; others 0",
        say("Anna has closed, and you pay for what you hold. Choose the card that costs you most."),
        chose(lambda c, a: cost(c, a) == _dearest(a)),
        _match(rules),
        say("It is no picture, and no ace."),
        "choose X",
        (
            Mistake(
                chose_one(lambda c, a: cost(c, a) < _dearest(a)),
                lambda a: say(
                    "The {card} costs {points}. There is a dearer one.",
                    card=max(a.chosen, key=lambda c: (cost(c, a) < _dearest(a), cost(c, a))),
                    points=max(cost(c, a) for c in a.chosen if cost(c, a) < _dearest(a)),
                ),
                "choose KD",
            ),
        ),
        "choose",
        teaches=("Whoever closes pays nothing. The others pay", "Whoever reaches"),
    )
    yield Task(
        "game",
        "hand 6C 7C 8C 9D TD QH KH KS 3S 4S 8H JC 2D; unopened 1; discard 5H; stock 40",
        say("A whole hand now, and Anna's cards lie open. Close before she does."),
        closed,
        say(
            "You are ready for a match. Where totals are equal at its end, fewer hands without"
            " having opened decide, then more hands won."
        ),
        say("Keep what is close to a meld, open as soon as you can, and watch what Anna needs."),
        "",
        (
            Mistake(
                lambda a: a.state.end is not None and not closed(a),
                say("Anna was first this time. Play the hand again: the cards are the same."),
                "",
            ),
        ),
        "game",
        teaches=("Where totals are equal",),
    )


def _close(rules: Rules) -> Say:
    if rules.final_discard == "required":
        return say(
            "Whoever gets rid of all cards closes the hand, the last one by discarding it. Close in"
            " this turn."
        )
    return say(
        "Whoever gets rid of all cards closes the hand, with a discard or without. Close in this"
        " turn."
    )


def _in_danger(rules: Rules) -> Say:
    if rules.unopened_penalty == "flat-100":
        return say(
            "Anna has two cards left. If she closes before you have opened, you pay {flat} points,"
            " whatever you hold: do something about it.",
            flat=FLAT_PENALTY,
        )
    return say(
        "Anna has two cards left. If she closes, you pay for all that you hold: do something about"
        " it."
    )


def _pays(a: Attempt, *, opened: bool) -> int:
    return hand_points(a.hand, a.rules, opened=opened)


def _unopened(a: Attempt) -> int:
    return hand_points(a.start.hands[ME], a.rules, opened=False)


def _in_hand(rules: Rules) -> Say:
    if rules.in_mano == "double":
        return say("Closing in hand doubles what the others pay.")
    if rules.in_mano == "minus-100":
        return say("Closing in hand takes {flat} points off your total.", flat=FLAT_PENALTY)
    return say(
        "Under these rules closing in hand brings nothing extra, and needs the {needed} points all"
        " the same. But nobody saw it coming.",
        needed=rules.opening_points,
    )


def _dearest(a: Attempt) -> int:
    return max(cost(c, a) for c in a.hand)


def _match(rules: Rules) -> Say:
    return say(
        "The joker costs {points}. At {target} points in all one is out, and the last one left wins"
        " the match.",
        points=rules.joker_in_hand,
        target=rules.target,
    )

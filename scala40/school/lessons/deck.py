"""The deck: two packs, which cards are wild, what cards cost, and how the deal begins."""

from __future__ import annotations

from collections.abc import Iterator

from scala40.cards import JOKER, pack
from scala40.hand import HAND_SIZE
from scala40.messages import _
from scala40.partition import hand_value
from scala40.rules import Rules
from scala40.school.lesson import Attempt, Mistake, Say, Task, chose, chose_one, cost, say

TITLE = _("The cards")
ABOUT = _("Which cards are in play, and what they cost.")


def tasks(rules: Rules) -> Iterator[Task]:
    yield Task(
        "twins",
        "hand 4C 7H 7H 7D 9S JD JD QC KS 2H; unopened 1",
        say(
            "The game has {cards} cards: every one is there twice, and {jokers} jokers. Choose the"
            " cards whose twin you hold as well.",
            cards=len(pack(rules.jokers)),
            jokers=rules.jokers,
        ),
        chose(lambda c, a: a.hand.count(c) > 1),
        say("Twins are the same card, and count as two. Nobody can tell one from the other."),
        say("Look for the same rank with the same sign: there are two pairs."),
        "choose 7H 7H JD JD",
        (
            Mistake(
                chose_one(lambda c, a: a.hand.count(c) == 1),
                lambda a: say(
                    "The {card} has no twin in your hand. Twins have the same rank and the same"
                    " suit.",
                    card=next(c for c in a.chosen if a.hand.count(c) == 1),
                ),
                "choose 7H 7H 7D",
            ),
        ),
        "choose",
        teaches=("Two packs of",),
    )
    yield Task(
        "wild",
        "hand 2C 2D 5H 9S JH KD AC X X; unopened 1",
        say("Choose every card that can stand for any other card."),
        chose(lambda c, a: c == JOKER),
        say("Only jokers do. A joker counts as much as the card that it stands for."),
        say("They have no suit: a jester's cap is drawn on them."),
        "choose X X",
        (
            Mistake(
                chose_one(lambda c, a: c.rank == 2),
                say("In some games the 2 is wild. Here it is a card like the others."),
                "choose 2C X X",
            ),
        ),
        "choose",
        teaches=("A joker stands for any card",),
    )
    yield Task(
        "ten",
        "hand AS 9H TD JC QH KS 5C X; unopened 1",
        say(
            "At the end of a hand you pay for the cards that you still hold. Choose those that cost"
            " {ten} points each.",
            ten=10,
        ),
        chose(lambda c, a: cost(c, a) == 10),
        say(
            "The others cost their number, an ace {ace} and a joker {joker}. So high cards are dear"
            " to keep.",
            ace=rules.ace_in_hand,
            joker=rules.joker_in_hand,
        ),
        say("The pictures all cost the same, and one card with a number does."),
        "choose TD JC QH KS",
        (
            Mistake(
                chose_one(lambda c, a: cost(c, a) != 10),
                _other_cost,
                "choose AS TD JC",
            ),
        ),
        "choose",
        teaches=("Whoever closes pays nothing. The others pay", "A joker costs"),
    )
    yield Task(
        "deal",
        "hand 9C 3D KH AS 7D; unopened 1",
        _draw(rules),
        chose(lambda c, a: c.rank == min(other.rank for other in a.hand)),
        _deal(rules),
        say("The ace comes before the 2."),
        "choose AS",
        (
            Mistake(
                chose_one(lambda c, a: c.rank == 3),
                lambda a: say(
                    "The {card} is low, but the ace is lower still.",
                    card=next(c for c in a.chosen if c.rank == 3),
                ),
                "choose 3D",
            ),
        ),
        "choose",
        teaches=(
            "Whoever draws the lowest card",
            "If it is a joker",
            "The player after the dealer begins",
            f"{rules.min_players} ",
        ),
    )


def _other_cost(a: Attempt) -> Say:
    card = next(c for c in a.chosen if cost(c, a) != 10)
    return say(
        "The {card} costs {points} in the hand.", card=card, points=hand_value(card, a.rules)
    )


def _draw(rules: Rules) -> Say:
    if rules.max_players == 2:
        return say(
            "Before the match both players draw a card, and the lower deals; the ace is low here."
            " Choose the lowest of these cards."
        )
    return say(
        "Each of the {least} to {most} players draws a card, and the lowest deals; the ace is low"
        " here. Choose the card that deals.",
        least=rules.min_players,
        most=rules.max_players,
    )


def _deal(rules: Rules) -> Say:
    if rules.direction == "clockwise":
        return say(
            "Everybody gets {n} cards, and one is turned up beside the stock; for a joker another"
            " is turned. The player on the dealer's left begins, and play goes clockwise.",
            n=HAND_SIZE,
        )
    return say(
        "Everybody gets {n} cards, and one is turned up beside the stock; for a joker another is"
        " turned. The player on the dealer's right begins, and play goes counterclockwise.",
        n=HAND_SIZE,
    )

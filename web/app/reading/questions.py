"""Questions that people ask, answered under the rules of a preset."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from scala40.cards import cards, pack
from scala40.hand import HAND_SIZE
from scala40.levels import LEVELS
from scala40.messages import Plural, _
from scala40.rules import Rules
from scala40.score import hand_points

from ..presets import title
from .book import Entry, Law, Part, hand, meld, opening, text
from .page import Place, contents, document, section


def page(place: Place) -> dict[str, str]:
    """The page of questions under the rules of a preset."""
    t = place.t
    heading = t("Questions: {preset}", preset=title(place.preset, t))
    about = t("What people ask about Scala 40, answered under the rules in force.")
    sections = [section(entry, place) for entry in ENTRIES]
    return document(place, heading, about, sections, contents(ENTRIES, t))


def _cards(rules: Rules) -> Iterator[Part]:
    yield text(
        "{cards}: two packs of 52 and {jokers} jokers. Everybody is dealt {dealt}.",
        cards=len(pack(rules.jokers)),
        jokers=rules.jokers,
        dealt=HAND_SIZE,
    )
    yield hand("QH QH", text("Of every card there are two."))


def _players(rules: Rules) -> Iterator[Part]:
    if rules.min_players == rules.max_players:
        yield text("Under these rules {players} play.", players=rules.max_players)
    else:
        yield text(
            "Under these rules {fewest} to {most} play; it is best with 3 to 5.",
            fewest=rules.min_players,
            most=rules.max_players,
        )
    yield Law(("direction",))


def _win(rules: Rules) -> Iterator[Part]:
    yield text("A hand is won by closing, the match by paying less than the others.")
    yield Law(("final_discard", "target"))


def _opening(rules: Rules) -> Iterator[Part]:
    yield text(
        "At least {needed}, laid together in one turn. Points of an earlier turn do not count.",
        needed=rules.opening_points,
    )
    yield Law(("opening_jokers", "in_mano_needs_opening"))
    yield opening("9C 9D 9S|4H 5H 6H", rules)
    yield opening("9C 9D 9S|3H 4H 5H", rules)


def _first_round(rules: Rules) -> Iterator[Part]:
    yield text("Yes, in the very first turn, if the cards allow it. To close is another matter.")
    yield Law(("first_round_close",))


def _ace(rules: Rules) -> Iterator[Part]:
    yield text("In melds that depends on its place:")
    for written in ("AH 2H 3H", "QH KH AH", "AC AH AS"):
        yield meld(written, rules)
    yield text(
        Plural(
            "In the hand, when somebody closes, it costs {ace} point.",
            "In the hand, when somebody closes, it costs {ace} points.",
            "ace",
        ),
        ace=rules.ace_in_hand,
    )


def _corner(rules: Rules) -> Iterator[Part]:
    yield text("No. A run ends with the ace after the king, or begins with it before the 2.")
    yield meld("KS AS 2S", rules)


def _twins(rules: Rules) -> Iterator[Part]:
    yield text("No: a set holds each suit once, although there are two of every card.")
    yield meld("7H 7H 7C", rules)
    yield text("In two melds they are welcome.")
    yield opening("6H 7H 8H|6H 7H 8H", rules)


def _joker(rules: Rules) -> Iterator[Part]:
    yield text("In a meld as much as the card that it stands for.")
    yield meld("QS KS X=AS", rules)
    yield meld("X=JS QS KS", rules)
    yield text("If you still hold one when somebody closes, it has a price of its own.")
    yield Law(("joker_in_hand",))


def _jokers(rules: Rules) -> Iterator[Part]:
    yield text("One.")
    yield meld("5H X X 8H", rules)
    yield meld("5H X 7H", rules)
    yield Law(("set_joker",))


def _freeing(rules: Rules) -> Iterator[Part]:
    yield text(
        "Yes, once you have opened: put the card that it stands for in its place, and it is yours."
    )
    yield Law(("freed_joker",))


def _adding(rules: Rules) -> Iterator[Part]:
    yield text(
        "Yes: after your opening every meld on the table may grow by your cards, whoever laid it."
    )
    yield Law(("attach_in_opening_turn",))


def _taking(rules: Rules) -> Iterator[Part]:
    yield text("Only the top card of the discard pile, and not always:")
    yield Law(("discard_before_opening", "taken_discard", "put_back"))


def _throwing(rules: Rules) -> Iterator[Part]:
    yield text("That is one of the things in which the rules of different circles differ. Here:")
    yield Law(("attachable_discard", "joker_discard"))


def _last_card(rules: Rules) -> Iterator[Part]:
    if rules.final_discard == "required":
        yield text("Yes.")
    else:
        yield text("No, but you can.")
    yield Law(("final_discard",))


def _in_hand(rules: Rules) -> Iterator[Part]:
    yield text("To open and to close in the same turn: everything is laid at once.")
    yield Law(("in_mano",))


def _unopened(rules: Rules) -> Iterator[Part]:
    held = "KC KD 9S 9H 4D X"
    yield Law(("unopened_penalty",))
    yield hand(
        held,
        text(
            "With these cards: {unopened} without having opened, {opened} with it.",
            unopened=hand_points(cards(held), rules, opened=False),
            opened=hand_points(cards(held), rules, opened=True),
        ),
    )


def _stock(rules: Rules) -> Iterator[Part]:
    yield Law(("stock_exhaustion", "max_reshuffles"))


def _differ(rules: Rules) -> Iterator[Part]:
    yield text(
        "Scala 40 is passed on at tables, in clubs and by programs, and they do not agree on"
        " everything. Where they differ you choose here: each set of rules is one way to play, and"
        " all that the game and these pages say follows the one in force."
    )


def _free(rules: Rules) -> Iterator[Part]:
    yield text(
        "No. All of it runs in your browser: there is nothing to install, nobody asks who you"
        " are, and nothing of what you do is sent anywhere."
    )


def _computer(rules: Rules) -> Iterator[Part]:
    yield text(
        Plural(
            "Yes, against {others} opponent, at one of {levels} levels.",
            "Yes, against up to {others} opponents, each at one of {levels} levels.",
            "others",
        ),
        others=rules.max_players - 1,
        levels=len(LEVELS),
    )


def _fair(rules: Rules) -> Iterator[Part]:
    yield text(
        "No. An opponent is handed what its seat may see and nothing else, at every level, and the"
        " cards are dealt before anybody plays."
    )


def _phone(rules: Rules) -> Iterator[Part]:
    yield text(
        "Yes, upright or on its side: you tap the cards or drag them. With a keyboard or a screen"
        " reader it can be played too."
    )


def _offline(rules: Rules) -> Iterator[Part]:
    yield text("Yes. After one visit all of it is kept in the browser, these pages included.")


#: The rules first, then this game.
ENTRIES: Final = (
    Entry("cards", _("How many cards are there?"), _cards, "lesson=deck"),
    Entry("players", _("How many can play?"), _players, "lesson=turn"),
    Entry("win", _("How is the game won?"), _win, "lesson=closing"),
    Entry("opening", _("How many points does an opening need?"), _opening, "practice=open"),
    Entry("first-round", _("Can you open in the first round?"), _first_round, "lesson=opening"),
    Entry("ace", _("Does the ace count 1 or 11?"), _ace, "lesson=counting"),
    Entry("corner", _("Is king, ace, 2 a run?"), _corner, "lesson=runs"),
    Entry("twins", _("Can two equal cards be in one set?"), _twins, "lesson=sets"),
    Entry("joker", _("How much does a joker count?"), _joker, "lesson=joker"),
    Entry("jokers", _("How many jokers may be in one meld?"), _jokers, "practice=joker"),
    Entry("freeing", _("Can you take a joker from the table?"), _freeing, "lesson=freeing"),
    Entry("adding", _("Can you add to the melds of others?"), _adding, "lesson=attaching"),
    Entry("taking", _("Can you take the card that was thrown?"), _taking, "lesson=discards"),
    Entry("throwing", _("Can you throw any card you like?"), _throwing, "practice=discard"),
    Entry("last-card", _("Must the last card be thrown?"), _last_card, "practice=close"),
    Entry("in-hand", _("What does closing in hand mean?"), _in_hand, "lesson=closing"),
    Entry("unopened", _("What does it cost not to have opened?"), _unopened, "lesson=opening"),
    Entry("stock", _("What if the stock runs out?"), _stock, "lesson=turn"),
    Entry("differ", _("Why do the rules differ?"), _differ, "practice=best-opening"),
    Entry("free", _("Does it cost anything?"), _free, "lesson=deck"),
    Entry("computer", _("Is there a computer to play against?"), _computer, "lesson=closing"),
    Entry("fair", _("Do the opponents see my cards?"), _fair, "lesson=keeping"),
    Entry("phone", _("Can I play it on a phone?"), _phone, "lesson=turn"),
    Entry("offline", _("Does it work without a network?"), _offline, "practice=open"),
)

"""The rules in force as prose: sentences chosen by the options, in any language of the catalogue.

Nothing here is the fixed text of a preset: each option that has an effect under the others shows in
a sentence, so that what is read is what is played.

>>> from scala40.messages import ENGLISH
>>> opening = rules_text(Rules.read("online;opening_points=30"), ENGLISH)[3]
>>> opening.title, opening.paragraphs[0].split(":")[0]
('Opening', 'To open, a player lays melds worth 30 points or more together, all at once')
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple, TypeAlias

from scala40.cards import pack
from scala40.messages import Catalogue, Plural, _
from scala40.rules import OPTIONS, Rules

#: The options of a ``Rules`` are the facts of a sentence, and ``{cards}``, how many there are.
Sentence: TypeAlias = str | Plural
Paragraph: TypeAlias = tuple[Sentence, ...]


class Section(NamedTuple):
    """A part of the rules: its title, and its paragraphs in order."""

    title: str
    paragraphs: tuple[str, ...]


def rules_text(rules: Rules, words: Catalogue) -> list[Section]:
    """The rules as titled sections of paragraphs."""
    return [
        Section(words.text(title), tuple(" ".join(paragraph) for paragraph in paragraphs))
        for title, paragraphs in sentences(rules, words)
    ]


def sentences(rules: Rules, words: Catalogue) -> Iterator[tuple[str, list[list[str]]]]:
    """The same with each paragraph as its sentences; the titles are in English."""
    facts: dict[str, object] = {option: getattr(rules, option) for option in OPTIONS}
    facts["cards"] = len(pack(rules.jokers))
    for title, paragraphs in SECTIONS:
        yield (
            title,
            [
                [words.sentence(sentence, facts) for sentence in paragraph]
                for paragraph in paragraphs(rules)
            ],
        )


def _cards(rules: Rules) -> Iterator[Paragraph]:
    packs: Sentence = Plural(
        "Two packs of 52 cards and {jokers} joker, {cards} cards in all.",
        "Two packs of 52 cards and {jokers} jokers, {cards} cards in all.",
        "jokers",
    )
    if not rules.jokers:
        packs = _("Two packs of 52 cards without jokers, {cards} cards in all.")
    players = _("{min_players} to {max_players} players, each for themselves.")
    if rules.partners:
        players = _("Four players, two against two: partners sit opposite each other.")
    elif rules.min_players == rules.max_players:
        players = _("{min_players} players, each for themselves.")
    yield packs, players
    deal = _(
        "Whoever draws the lowest card deals first. Everybody gets 13 cards, one by one; one card"
        " is turned up and begins the discard pile, the others are the stock."
    )
    joker = _("If it is a joker, it goes back into the stock and the next card is turned.")
    way = {
        "clockwise": _("The player after the dealer begins; turns and deal go round clockwise."),
        "counterclockwise": _(
            "The player after the dealer begins; turns and deal go round counterclockwise."
        ),
    }
    yield (deal, *_when(rules.jokers, joker), way[rules.direction])


def _melds(rules: Rules) -> Iterator[Paragraph]:
    kinds = _(
        "A set is three or four cards of one rank, all of different suits. A run is three or more"
        " cards of one suit in sequence. The ace stands before the 2 or after the king; king, ace,"
        " 2 is no run."
    )
    longest = _("A run has 13 cards at most.")
    if rules.longest_run == 14 and rules.jokers:
        longest = _("A run may reach from ace to ace, 14 cards, if a joker is one of the aces.")
    yield kinds, longest
    yield (
        _(
            "In melds the cards from 2 to 9 are worth their number; 10, jack, queen and king 10;"
            " the ace 1 before the 2, else 11."
        ),
    )
    joker = _(
        "A joker stands for any card and is worth as much as that card. A meld holds one joker at"
        " most."
    )
    in_set = {
        "declared": _("In a set of three it stands for one of the two missing cards, as declared."),
        "any-missing": _("In a set of three it stands for either of the two missing cards."),
    }
    if rules.jokers:
        yield joker, in_set[rules.set_joker]


def _turn(rules: Rules) -> Iterator[Paragraph]:
    yield (
        _(
            "In your turn you draw a card from the stock or take the top discard, then lay and"
            " attach cards if you like, and last discard one card."
        ),
    )
    unopened = {
        "never": _("Nobody takes the top discard before having opened."),
        "to-open": _(
            "Before you have opened, you may take the top discard only if it becomes part of your"
            " opening in the same turn."
        ),
    }
    taken = {
        "use-now": _(
            "After the opening, a card that you take must go on the table in the same turn."
        ),
        "keep": _(
            "After the opening, a card that you take may stay in your hand, but you may not throw"
            " it back in the same turn."
        ),
    }
    back = _("What was taken stays taken.")
    if rules.put_back:
        back = _(
            "As long as you have done nothing else, you may put the card back and draw from the"
            " stock instead."
        )
    yield unopened[rules.discard_before_opening], taken[rules.taken_discard], back
    yield tuple(_discards(rules))
    if rules.buying:
        yield (
            _(
                "A discard is first offered to the next player, who takes it or passes. On a pass"
                " the others who have opened, but for the one who threw it, may buy it in turn:"
                " the buyer lays it at once in a new meld, keeps at least one card and draws a"
                " penalty card. The card turned up at the deal cannot be bought."
            ),
        )
    if rules.turn_seconds is not None:
        yield (
            _(
                "A turn lasts {turn_seconds} seconds at most. When they are up, what was laid goes"
                " back to the hand and a card is discarded: the one drawn if that is allowed, else"
                " the one that costs most."
            ),
        )


def _discards(rules: Rules) -> Iterator[Sentence]:
    """What may be thrown."""
    attachable = {
        "free": _("A card that fits a meld on the table may be discarded."),
        "unopened-forbidden": _(
            "Players who have not opened may not discard a card that fits a meld on the table."
        ),
        "federation": _(
            "Nobody may discard a card that fits a meld on the table, except to close; where only"
            " two are playing the hand, those who have opened may."
        ),
    }
    joker = {
        "free": _("A joker may be discarded like any other card."),
        "closing-only": _("A joker may be discarded only to close."),
    }
    yield attachable[rules.attachable_discard]
    if rules.jokers:
        yield joker[rules.joker_discard]
    if rules.attachable_discard != "free" or (rules.jokers and rules.joker_discard != "free"):
        yield _("That gives way where a player could discard nothing else.")


def _opening(rules: Rules) -> Iterator[Paragraph]:
    points = Plural(
        "To open, a player lays melds worth {opening_points} point or more together, all at once:"
        " in any round, the first one too.",
        "To open, a player lays melds worth {opening_points} points or more together, all at once:"
        " in any round, the first one too.",
        "opening_points",
    )
    less = _("Those who close in the same turn need as much.")
    if not rules.in_mano_needs_opening:
        less = _("An opening that leaves one card at most, so that it closes, may be worth less.")
    yield points, less, _("Cards that are attached do not count.")
    jokers = {
        "counted": _("A joker in the opening counts as the card that it stands for."),
        "clean-40": _(
            "There may be jokers in the opening, but the melds without one must be worth that much"
            " by themselves."
        ),
        "forbidden": _("No joker may be part of the opening."),
    }
    if rules.jokers:
        yield (jokers[rules.opening_jokers],)
    adding = {
        "any": _("Whoever opens may add to the melds on the table in the same turn."),
        "no": _("Whoever opens may add to the melds on the table only from the next turn on."),
    }
    yield (adding[rules.attach_in_opening_turn],)


def _table(rules: Rules) -> Iterator[Paragraph]:
    yield (
        _(
            "Once you have opened, you may lay new melds of any worth and attach cards to every"
            " meld on the table, whoever laid it. Melds on the table are never rearranged."
        ),
    )
    swap = _(
        "You may also put the card that a joker on the table stands for in its place, and take the"
        " joker."
    )
    freed = {
        "use-now": _("It must go on the table again in the same turn, laid or attached."),
        "new-meld": _("It must go into a new meld in the same turn."),
        "keep": _("It may stay in your hand."),
    }
    if rules.jokers:
        yield swap, freed[rules.freed_joker]


def _closing(rules: Rules) -> Iterator[Paragraph]:
    last = {
        "required": _(
            "To close is to discard one's last card: one card must always be left to discard."
        ),
        "optional": _(
            "To close is to discard one's last card, or to be left without cards by laying or"
            " attaching the last ones."
        ),
    }
    first = _("One may close from the first round on, but not without having opened.")
    if not rules.first_round_close:
        first = _("Nobody closes in the first round, nor without having opened.")
    yield last[rules.final_discard], first
    in_mano = {
        "none": _("Closing in hand, in the very turn of one's opening, brings nothing extra."),
        "double": _("Closing in hand, in the very turn of one's opening, doubles what others pay."),
        "minus-100": _(
            "Closing in hand, in the very turn of one's opening, takes 100 points off one's total,"
            " which may fall below zero."
        ),
    }
    flat = _("The 100 points of those who have not opened are not doubled.")
    doubled = rules.in_mano == "double"
    yield (
        _("Closing in hand, in the very turn of one's opening, doubles what the other pair pays.")
        if doubled and rules.partners
        else in_mano[rules.in_mano],
        *_when(doubled and rules.unopened_penalty == "flat-100", flat),
    )
    yield tuple(_stock(rules))


def _stock(rules: Rules) -> Iterator[Sentence]:
    """What happens when the stock is used up."""
    renewal = {
        "shuffle": _(
            "When the stock is used up, the discards but for the top one are shuffled into a new"
            " stock."
        ),
        "turn-over": _(
            "When the last card of the stock is drawn, the discard pile is turned over as it lies"
            " and becomes the new stock."
        ),
    }
    if rules.max_reshuffles == 0:
        yield _("The stock is not renewed.")
    else:
        yield renewal[rules.stock_exhaustion]
    if rules.max_reshuffles:
        yield Plural(
            "That happens {max_reshuffles} time at most in a hand.",
            "That happens {max_reshuffles} times at most in a hand.",
            "max_reshuffles",
        )
    yield _("If there is nothing left to draw, the hand is void and nobody pays.")


def _points(rules: Rules) -> Iterator[Paragraph]:
    cards = _(
        "Whoever closes pays nothing. The others pay for what they hold: the cards from 2 to 9"
        " their number; 10, jack, queen and king 10; the ace {ace_in_hand}."
    )
    lone = _("An ace that is the only card left costs {lone_ace_in_hand}.")
    joker = Plural(
        "A joker costs {joker_in_hand} point.",
        "A joker costs {joker_in_hand} points.",
        "joker_in_hand",
    )
    yield (
        cards,
        *_when(rules.lone_ace_in_hand != rules.ace_in_hand, lone),
        *_when(rules.jokers, joker),
    )
    unopened = {
        "count": _("Those who have not opened pay for their cards in the same way."),
        "flat-100": _("Those who have not opened pay 100 points, whatever they hold."),
    }
    yield (unopened[rules.unopened_penalty],)
    if rules.winner_bonus:
        yield (
            Plural(
                "Whoever closes takes {winner_bonus} point off their total.",
                "Whoever closes takes {winner_bonus} points off their total.",
                "winner_bonus",
            ),
        )
    if rules.partners:
        yield (_("Partners open each for themselves and have one total."),)


def _match(rules: Rules) -> Iterator[Paragraph]:
    yield (_end_of_match(rules),)
    if rules.reentries:
        yield (
            Plural(
                "Whoever is out may come back right after that hand, {reentries} time at most and"
                " as long as two others are in, with the highest total of those.",
                "Whoever is out may come back right after that hand, {reentries} times at most and"
                " as long as two others are in, with the highest total of those.",
                "reentries",
            ),
        )
    yield (
        _(
            "Where totals are equal at the end, fewer hands without having opened decide, then more"
            " hands won, then another hand among those who are equal."
        ),
    )


def _end_of_match(rules: Rules) -> Sentence:
    if rules.match_format == "fixed-hands":
        return Plural(
            "The match has {hands} hand, even if it is void. The lowest total wins.",
            "The match has {hands} hands, void ones included. The lowest total wins.",
            "hands",
        )
    if rules.match_format == "first-out":
        return _("The match ends when a total reaches {target} points. The lowest total wins.")
    if rules.partners:
        return _(
            "A pair that reaches {target} points is out and the other wins; if both do at once, the"
            " lower total wins."
        )
    if rules.survivors > 1:
        return _(
            "Whoever reaches {target} points is out. The match ends when {survivors} players or"
            " fewer are left, who share the win; if all reach it at once, the lowest total wins."
        )
    return _(
        "Whoever reaches {target} points is out. The last one left wins; if all reach it at once,"
        " the lowest total wins."
    )


def _when(holds: object, sentence: Sentence) -> Paragraph:
    """A sentence that is said only where something holds."""
    return (sentence,) if holds else ()


#: The titles, and what finds the paragraphs under them.
SECTIONS: Final = (
    (_("Cards and players"), _cards),
    (_("Melds"), _melds),
    (_("The turn"), _turn),
    (_("Opening"), _opening),
    (_("After the opening"), _table),
    (_("Closing"), _closing),
    (_("Points"), _points),
    (_("The match"), _match),
)

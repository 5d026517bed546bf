"""How to play well: each piece of advice with an example that the engine reckons."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from scala40.cards import Card, card, cards, pack
from scala40.danger import attachable, partners
from scala40.hand import deal_hand
from scala40.melds import Meld, fitting, read_meld
from scala40.messages import Plural, _
from scala40.outs import opening_outs
from scala40.partition import best_split, closing, least_opening
from scala40.position import read_position
from scala40.prospects import pair_outs
from scala40.rules import Rules
from scala40.score import add_up, hand_points
from scala40.search import best_turn
from scala40.state import State

from ..presets import title
from .book import Entry, Law, Part, hand, opening, pile, table, text
from .page import Place, contents, document, section

#: So many dealt hands are looked at, of the deal numbers from 0 on.
DEALS: Final = 400
#: What somebody has who is about to close in hand.
TOTAL: Final = 60


def page(place: Place) -> dict[str, str]:
    """The page of strategy under the rules of a preset."""
    t = place.t
    heading = t("Strategy: {preset}", preset=title(place.preset, t))
    about = t("How to play Scala 40 well, with examples reckoned under the rules in force.")
    sections = [section(entry, place) for entry in ENTRIES]
    return document(place, heading, about, sections, contents(ENTRIES, t))


def _seen(rules: Rules, *shown: Iterable[Card]) -> Counter[Card]:
    """How many copies of each kind are unseen where these cards are in sight."""
    left = Counter(pack(rules.jokers))
    for some in shown:
        left.subtract(some)
    return left


def _laid(melds: str) -> tuple[Meld, ...]:
    return tuple(read_meld(cards(each), Rules()) for each in melds.split("|"))


def _cost(held: str, rules: Rules, *, opened: bool = True) -> int:
    return hand_points(cards(held), rules, opened=opened)


def _opened(held: str, melds: str, rules: Rules) -> State:
    """Somebody who has opened, after the draw, with these melds on the table."""
    return read_position(
        {"hand": held, "table": melds.split("|"), "opened": True, "drawn": True, "round": 3}, rules
    )


@cache
def _openings_dealt(rules: Rules) -> int:
    """How many of so many first hands, with the first card of the stock, can open at once."""
    found = 0
    for deal in range(DEALS):
        state = deal_hand(rules, seats=2, order=(0, 1), deal=deal)
        held = state.hand_with(state.stock[0])
        found += least_opening(held, rules, keep=1) is not None
    return found


def _plan(rules: Rules) -> Iterator[Part]:
    held = "TS JS QS 9C 9D 6D 7D 3H 5H KC AC 2S 8H"
    shown = cards(held)
    outs = opening_outs(shown, rules, _seen(rules, shown))
    split = best_split(shown, rules, goal="points")
    assert split is not None
    yield text(
        "Sort your cards by suit and by rank as soon as they are dealt, and look for the nearest"
        " way to {needed} points. Then you know which cards you are waiting for, and what can go.",
        needed=rules.opening_points,
    )
    yield hand(
        held,
        text(
            "The melds in this hand are worth {points}. Any one of these would let it open: {outs}."
            " There are {kinds} kinds, and {copies} such cards that this hand does not hold.",
            points=split.points,
            outs=tuple(sorted(outs)),
            kinds=len(outs),
            copies=sum(outs.values()),
        ),
    )
    yield text(
        "Of each card there are two, so a wait for one kind alone is a thin one. In our study of"
        " discards, a point nearer to the opening was worth {point} points a hand, and to be sure"
        " of opening with the next card {ready}.",
        point=0.6,
        ready=20,
    )


def _fast(rules: Rules) -> Iterator[Part]:
    yield text(
        "High cards open. Four of them can be enough, while seven low ones may still fall short:"
        " as long as you have not opened, tens, court cards and aces are worth waiting with."
    )
    yield opening("TH JH QH KH", rules)
    yield opening("AC AD AH AS", rules)
    yield opening("2C 3C 4C 5C 6C 7C 8C", rules)


def _early(rules: Rules) -> Iterator[Part]:
    laid, left = ("TH JH QH KH", "5C 5D 5S"), "KS 9D 8S 3D 2H AC"
    held = " ".join((*laid, left))
    yield text("Whoever still holds everything when somebody closes pays most.")
    yield Law(("unopened_penalty",))
    yield hand(
        held,
        text(
            "Kept back, this hand costs {kept} points when another player closes. Opened with"
            " {melds}, what is left of it costs {left}.",
            kept=_cost(held, rules, opened=False),
            melds=tuple(map(cards, laid)),
            left=_cost(left, rules),
        ),
    )
    yield text(
        "In the deals numbered 0 to {last}, the first of two players could open with the very"
        " first card drawn in {found}: most hands have to be built.",
        last=DEALS - 1,
        found=_openings_dealt(rules),
    )
    if rules.in_mano == "minus-100":
        yield text(
            "There is a reason to wait under these rules, where closing in hand takes 100 points"
            " off: in our matches the hard level gained {back} ± {back_margin} points a hand"
            " against the normal one when it held some openings back, and {always} ±"
            " {always_margin} when it held back none.",
            back=28.9,
            back_margin=4.7,
            always=20.7,
            always_margin=4.2,
        )


def _jokers(rules: Rules) -> Iterator[Part]:
    held = cards("QC QD QH X 3S 4S 5S 9H 2C 8D KD AH 4H")
    if rules.opening_jokers == "forbidden":
        yield text(
            "Under these rules a joker cannot help you to open. It waits"
            " in your hand for a place after the opening."
        )
    else:
        yield text(
            "A joker is the card that fits almost everywhere. If you can open without it, keep it"
            " for the meld that would otherwise never come about."
        )
    yield opening("QC QD QH X=QS", rules)
    yield opening("QC QD QH|3S 4S 5S", rules)
    found = least_opening(held, rules, keep=1)
    assert found is not None
    yield text(
        "Of the openings with these cards, the one that gives least away is {melds}: it counts"
        " {points}, and the joker stays. But do not keep it for long: at the end of a hand a"
        " joker costs {cost} points.",
        melds=found.melds,
        points=found.points,
        cost=_cost("X", rules),
    )


def _count(rules: Rules) -> Iterator[Part]:
    held, melds, thrown = "X QD KD 5C 6S", "7H X=8H 9H | KC KH KS | JC JH JS", "KC JD 3S AD"
    laid = (c.in_hand for each in _laid(melds) for c in each.cards)
    left = _seen(rules, cards(held), laid, cards(thrown))
    yield text(
        "What lies on the table and on the discard pile can still be counted: the pile may be"
        " looked through. Count the jokers first, then the high cards you are waiting for."
    )
    yield table(melds, text("The melds on the table."))
    yield pile(thrown, text("The discard pile."))
    yield hand(
        held,
        text(
            "To this player {jokers} jokers are still unseen. The queen and king wait for"
            " {cards}, of which {copies} are unseen; of the kings {kings} are.",
            jokers=left[card("X")],
            cards=cards("JD AD"),
            copies=left[card("JD")] + left[card("AD")],
            kings=sum(left[c] for c in cards("KC KD KH KS")),
        ),
    )


def _pairs(rules: Rules) -> Iterator[Part]:
    held, thrown = "9C 9D 7H 8H", "9S 2C 9H 4D 9H"
    left = _seen(rules, cards(held), cards(thrown))
    yield text(
        "Pairs and neighbours are worth keeping as long as the card that they lack can still"
        " come. Let cards without company go before them, and of two pairs the one whose cards"
        " have been seen."
    )
    yield pile(thrown, text("The discard pile."))
    yield hand(
        held,
        text(
            "Unseen cards that would make a meld: {nines} for the nines, {run} for the seven and"
            " eight. So it is the nines that go.",
            nines=pair_outs(cards("9C 9D"), left),
            run=pair_outs(cards("7H 8H"), left),
        ),
    )
    yield text(
        "In our study of discards after the opening, each unseen card that completes a pair was"
        " worth {out} points.",
        out=0.2,
    )


def _grow(rules: Rules) -> Iterator[Part]:
    yield text(
        "A meld that can take more cards is a place for your own next cards. A run with both ends"
        " open takes two kinds, a set of three one, and a set of four none."
    )
    for written in ("TS JS QS", "QS KS AS", "7C 7D 7H", "7C 7D 7H 7S"):
        takes = fitting(read_meld(cards(written), rules), rules)
        yield table(written, text("What it takes: {takes}.", takes=tuple(sorted(takes))))
    yield text(
        "Remember that others may add to it as well. Yet keeping melds in the hand for that reason"
        " brought nothing in our matches."
    )


def _attach(rules: Rules) -> Iterator[Part]:
    held, melds = "4H 8H 9H KC 2D", "5H 6H 7H | TC TD TS"
    before = _opened(held, melds, rules)
    _actions, after = best_turn(before)
    yield text(
        "Every card that you attach is one less to pay for and one less to place. Look at the"
        " whole table before you discard, and look again: a card that you attach may make room"
        " for another."
    )
    yield table(melds, text("The melds on the table."))
    yield hand(
        held,
        text(
            "This hand costs {before} points. With all that fits attached and one card thrown,"
            " {after} is left, which costs {cost}.",
            before=_cost(held, rules),
            after=after.hands[before.seat],
            cost=hand_points(after.hands[before.seat], rules, opened=True),
        ),
    )
    yield text(
        "In our study of discards after the opening, each card less in the hand was worth about"
        " {card} points.",
        card=10,
    )


def _feed(rules: Rules) -> Iterator[Part]:
    held, melds = "9S KS 7S 4D 2H", "TS JS QS | 7C 7D 7H"
    state = _opened(held, melds, rules)
    fed = tuple(c for c in state.hand if attachable(c, state))
    yield text(
        "A card that fits a meld on the table helps the next player who has opened. Throw it only"
        " if there is nothing better."
    )
    yield Law(("attachable_discard",))
    yield table(melds, text("The melds on the table."))
    yield hand(
        held,
        text(
            "These would help others: {fed}. These would not: {safe}.",
            fed=fed,
            safe=tuple(c for c in state.hand if c not in fed),
        ),
    )


def _watch(rules: Rules) -> Iterator[Part]:
    taken = card("8H")
    goes_with = sorted({other for pair in partners(taken) for other in pair})
    yield text(
        "The cards that somebody takes say what they collect, and the cards that they throw what"
        " they can do without."
    )
    yield Law(("taken_discard",))
    if rules.taken_discard == "keep":
        yield hand(
            "8H",
            text(
                "Somebody took this card and may be keeping it. With it go {others}: throw others"
                " if you can.",
                others=tuple(goes_with),
            ),
        )
    else:
        yield hand(
            "8H",
            text(
                "Somebody took this card, and it lies on the table now. In a new meld it may go"
                " with {others}; look which of these still fit there, and throw others if you"
                " can.",
                others=tuple(goes_with),
            ),
        )


def _high(rules: Rules) -> Iterator[Part]:
    yield text(
        "When another player has few cards left, count what yours would cost and let the dear"
        " ones go first: court cards, tens and whatever waits in vain."
    )
    yield hand("KC KD JH", text("Three cards that cost {cost}.", cost=_cost("KC KD JH", rules)))
    yield hand("4S 3D 2C", text("Three cards that cost {cost}.", cost=_cost("4S 3D 2C", rules)))
    yield text(
        Plural(
            "An ace costs {ace} point under these rules.",
            "An ace costs {ace} points under these rules.",
            "ace",
        ),
        ace=rules.ace_in_hand,
    )
    yield text(
        "In our study of discards, points in the hand mattered only when somebody was near to"
        " closing. Before that, keep what may still become a meld."
    )


def _swap(rules: Rules) -> Iterator[Part]:
    held, melds = "6H KS KD 2C 9D", "5H X=6H 7H"
    before = _opened(held, melds, rules)
    _actions, after = best_turn(before)
    yield text(
        "If you hold the card that a joker on the table stands for, you can have it, and your own"
        " card is placed as well."
    )
    yield Law(("freed_joker",))
    yield table(melds, text("The melds on the table."))
    yield hand(
        held,
        text(
            "{card} goes in for the joker, which makes a set with the two kings. Of a hand that"
            " costs {before} points, {after} is left.",
            card=card("6H"),
            before=_cost(held, rules),
            after=hand_points(after.hands[before.seat], rules, opened=True),
        ),
    )


def _late(rules: Rules) -> Iterator[Part]:
    with_joker, without = "X 4D 9S", "4D 9S"
    yield text(
        "A joker in the hand is a promise and a risk. Keep it while nobody is near to closing;"
        " before somebody is, put it into a meld, even a cheap one."
    )
    yield hand(
        with_joker,
        text(
            "With the joker this hand costs {before} points, without it {after}.",
            before=_cost(with_joker, rules),
            after=_cost(without, rules),
        ),
    )


def _quiet(rules: Rules) -> Iterator[Part]:
    held, other = "AC AD AH 9S TS JS QC QD QH QS 4D 5D 6D 8C", "KC 9D 4S"
    way = closing(cards(held), rules, opened=False)
    assert way is not None
    yield text(
        "A player who has not opened late in a hand may be unlucky, or may be waiting to lay"
        " everything at once. If nothing seems to trouble them, get your dear cards out of the hand"
        " and throw what goes with little."
    )
    yield Law(("in_mano",))
    yield hand(
        held,
        text(
            "After the draw, this hand closes in one turn: all its melds are laid and {left} is"
            " thrown.",
            left=way.left,
        ),
    )
    totals = add_up((TOTAL,), (0,), 0, True, rules)
    yield hand(
        other,
        text(
            "Another player with these cards, who has opened, pays {pays} points then, and"
            " {usual} after a usual closing. The closer, with a total of {total} before, has"
            " {closer} after it.",
            pays=hand_points(cards(other), rules, opened=True, in_mano=True),
            usual=_cost(other, rules),
            total=TOTAL,
            closer=totals[0],
        ),
    )


#: In the order of a hand: before the opening, after it, and towards the end.
ENTRIES: Final = (
    Entry("plan", _("Plan the opening from the deal on"), _plan, "practice=open"),
    Entry("fast", _("High cards open fast"), _fast, "lesson=counting"),
    Entry("early", _("Open soon"), _early, "lesson=opening"),
    Entry("jokers", _("Do not spend jokers on the opening"), _jokers, "practice=best-opening"),
    Entry("count", _("Count jokers and high cards"), _count, "lesson=keeping"),
    Entry("pairs", _("Keep what can still be completed"), _pairs, "lesson=keeping"),
    Entry("grow", _("Prefer melds that can grow"), _grow, "lesson=runs"),
    Entry("attach", _("Attach to save cards"), _attach, "lesson=attaching"),
    Entry("feed", _("Throw nothing that the table takes"), _feed, "practice=discard"),
    Entry("watch", _("Watch what others take"), _watch, "lesson=discards"),
    Entry("high", _("Shed high cards when somebody is short"), _high, "practice=discard"),
    Entry("swap", _("Fetch jokers from the table"), _swap, "lesson=freeing"),
    Entry("late", _("Do not sit on a joker"), _late, "practice=joker"),
    Entry("quiet", _("Beware of the quiet player"), _quiet, "practice=close"),
)

"""What the solver shows of two ways beside each other: openings, discards, taking and drawing.

>>> from scala40.cards import card
>>> from scala40.position import read_position_text
>>> text = "hand 7H 8H KD 2C 2S; opened; drawn; others 9; table 4C 5C 6C; discard 4H; stock 60"
>>> state = read_position_text(text, Rules.preset("online"))
>>> found = discard_reasons(View(0, state, (), (0, 0)), card("KD"))
>>> [(fact.measure, fact.value, str(fact.other), fact.other_value) for fact in found]
[('waits', 8, '2S', 4), ('left', 19, '2S', 27)]
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from scala40 import tactics
from scala40.actions import Action, Lay, Take
from scala40.cards import JOKER, NATURALS, Card
from scala40.coach.counting import meld_outs, opening_worth, opens_with, throws
from scala40.coach.dangers import fits, rivals
from scala40.coach.facts import (
    Fact,
    Fits,
    HoldsBack,
    JokerWaits,
    Measure,
    Openings,
    OpensByTaking,
    TakeOrDraw,
    Throws,
)
from scala40.melds import Meld, read_meld
from scala40.outs import closing_outs
from scala40.partition import best_split, least_opening
from scala40.rules import Rules
from scala40.score import hand_points
from scala40.search import best_turn, gain_of_taking, points_left
from scala40.state import State
from scala40.turn import apply, may, must_keep
from scala40.view import View

__all__ = ["Rules", "discard_reasons", "measured", "openings", "taking"]

#: With more cards than these, what closes next is not asked.
CLOSING_CARDS: Final = 5


def without(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """A hand after one card has left it.

    >>> from scala40.cards import cards, hand_text
    >>> hand_text(without(cards("7H 7H KD"), cards("7H")[0]))
    '7H KD'
    """
    place = hand.index(card)
    return (*hand[:place], *hand[place + 1 :])


# --- discards -------------------------------------------------------------------------------------


def measured(view: View, measure: Measure) -> dict[Card, int]:
    """What each discard that is allowed does by a measure of :class:`Throws`."""
    state, unseen = view.state, view.unseen()

    def value(rest: tuple[Card, ...]) -> int:
        match measure:
            case "opens":
                return sum(copies for _, copies in opens_with(rest, view))
            case "points":
                return opening_worth(rest, state.rules)
            case "closes":
                return _closing(rest, view)
            case "waits":
                return meld_outs(rest, unseen)
            case "left":
                return hand_points(rest, state.rules, opened=True)

    return {c: value(without(state.hand, c)) for c in throws(state)}


def discard_reasons(view: View, card: Card) -> list[Fact]:
    """What speaks for a discard: each measure by which none is better and some are worse.

    Nothing where no measure tells them apart in its favour.
    """
    order = _order(view)
    reasons: list[Fact] = []
    for measure in _measures(view.state):
        values = measured(view, measure)
        sign = -1 if measure == "left" else 1
        worse = [c for c in order if sign * values[c] < sign * values[card]]
        if worse and all(sign * each <= sign * values[card] for each in values.values()):
            reasons.append(Throws(measure, card, values[card], worse[0], values[worse[0]]))
    if reasons:
        reasons += _kept_from_others(view, card)
    return reasons


def _measures(state: State) -> list[Measure]:
    """What a discard is weighed by, the most telling first."""
    if not state.has_opened:
        measures: list[Measure] = ["opens", "points", "waits"]
        return measures if state.rules.unopened_penalty == "flat-100" else [*measures, "left"]
    measures = ["closes"] if len(state.hand) <= CLOSING_CARDS else []
    pressed = tactics.somebody_near(state)
    return [*measures, "left", "waits"] if pressed else [*measures, "waits", "left"]


def _order(view: View) -> list[Card]:
    """The discards that are allowed, the likeliest first, jokers last."""
    worths = tactics.discard_worths(view, throws(view.state))
    return sorted(worths, key=lambda c: (c == JOKER, -worths[c]))


def _kept_from_others(view: View, card: Card) -> Iterator[Fits]:
    """A card that somebody could attach, where the one that is thrown fits nowhere."""
    allowed = throws(view.state)
    could = [fact for fact in fits(view) if fact.card in allowed]
    if card not in {fact.card for fact in could}:
        yield from could[:1]


def _closing(rest: tuple[Card, ...], view: View) -> int:
    """How many unseen cards would close a hand if one came next, the table as it is."""
    state, unseen = view.state, view.unseen()
    later = state._replace(
        turns=state.turns + len(state.order),
        drawn=True,
        taken=None,
        duty="none",
        placed=False,
        freed=0,
        opened_now=False,
    )
    found = 0
    for c in (*NATURALS, JOKER):
        if unseen[c] > 0:
            hand = tuple(sorted((*rest, c)))
            end = best_turn(later._replace(hands=state.hands_with(hand)))[1].end
            found += unseen[c] * (end is not None and end.closer == view.seat)
    return found


def holds_back(view: View, card: Card) -> HoldsBack | None:
    """What waiting with an opening may bring, once a card is thrown; None where it brings nothing.

    Args:
        card: the discard.

    >>> from scala40.cards import card
    >>> from scala40.position import read_position_text
    >>> hand = "9C 9D 9H 9S KC KD KH 2S 3S 4S 5D 6D 6H QC"
    >>> text = f"hand {hand}; drawn; others 13; unopened 1; stock 60"
    >>> view = View(0, read_position_text(text, Rules.preset("pulita")), (), (0, 0))
    >>> holds_back(view, card("QC"))
    HoldsBack(card=Card('QC'), copies=12, unseen=94)
    """
    unseen = view.unseen()
    rest = without(view.hand, card)
    outs = closing_outs(rest, view.state.rules, unseen, opened=False)
    copies = sum(outs.values())
    return HoldsBack(card, copies, unseen.total()) if copies else None


def joker_waits(view: View) -> JokerWaits | None:
    """That a joker of the hand takes no other card along now; None where it does.

    >>> from scala40.position import read_position_text
    >>> text = "hand X KS 2D 9C JH; opened; drawn; table 4S 5S 6S; others 11; stock 40"
    >>> joker_waits(View(0, read_position_text(text, Rules.preset("online")), (), (0, 0)))
    JokerWaits(fewest=11)
    """
    state = view.state
    kept = without(state.hand, JOKER)
    end = best_turn(state)[1]
    left = best_turn(state._replace(hands=state.hands_with(kept)))[1]
    if len(left.hands[view.seat]) > len(end.hands[view.seat]):
        return None
    return JokerWaits(min(len(state.hands[seat]) for seat in rivals(state, view.seat)))


# --- openings -------------------------------------------------------------------------------------


def openings(state: State, lay: Lay) -> list[Openings]:
    """Other openings beside one: that with the fewest jokers, that which counts most.

    Only those are told that leave more points in the hand, or as many and take more jokers.

    >>> from scala40.actions import read_action
    >>> from scala40.position import read_position_text
    >>> text = "hand AC AS X JH QH KH 9D 4S; drawn; others 13; stock 60"
    >>> state = read_position_text(text, Rules.preset("online"))
    >>> (other,) = openings(state, read_action("lay AC X=AH AS | JH QH KH"))
    >>> other.left, [str(meld) for meld in other.other], other.other_left
    (4, ['X=TH JH QH KH'], 24)
    """
    rules, keep = state.rules, must_keep(state)
    must = state.taken if state.duty == "open" else None
    splits = (
        least_opening(state.hand, rules, keep=keep, must=must),
        best_split(
            state.hand, rules, goal="points", keep=keep, opening=rules.opening_points, must=must
        ),
    )
    left, melds = points_left(apply(state, lay)), _melds(lay, rules)
    found = []
    for split in dict.fromkeys(splits):
        other = Lay(tuple(meld.cards for meld in split.melds)) if split else lay
        if {*other.melds} == {*lay.melds} or not tactics.leads_on(state, other):
            continue
        other_left = points_left(apply(state, other))
        more = jokers_in(_melds(other, rules)) > jokers_in(melds)
        if other_left > left or (other_left == left and more):
            found.append(Openings(melds, left, _melds(other, rules), other_left))
    return found


def jokers_in(melds: tuple[Meld, ...]) -> int:
    """How many jokers some melds hold."""
    return sum(meld.joker is not None for meld in melds)


def _melds(lay: Lay, rules: Rules) -> tuple[Meld, ...]:
    return tuple(read_meld(cards, rules) for cards in lay.melds)


def fewest_left(state: State, actions: Sequence[Action]) -> int | None:
    """The points that can be left after some actions of a turn; None if others can leave fewer.

    >>> from scala40.actions import read_action
    >>> from scala40.position import read_position_text
    >>> text = "hand 7S KS 2C; opened; drawn; table 4S 5S 6S; others 9; stock 60"
    >>> state = read_position_text(text, Rules.preset("online"))
    >>> fewest_left(state, [read_action("attach 7S T1")]), fewest_left(state, [])
    (2, 2)
    """
    after = state
    for action in actions:
        after = apply(after, action)
    left = points_left(after)
    return left if left == points_left(state) else None


# --- taking or drawing ----------------------------------------------------------------------------


def taking(view: View) -> TakeOrDraw | OpensByTaking | None:
    """What taking the top discard brings beside drawing; None where there is no choice.

    >>> from scala40.position import read_position_text
    >>> text = "hand 2C 9D KS QD; opened; discard 7S; table 4S 5S 6S; others 9; stock 60"
    >>> found = taking(View(0, read_position_text(text, Rules.preset("online")), (), (0, 0)))
    >>> found.taken, round(found.drawn, 1)
    (21, 27.9)
    """
    state = view.state
    take = Take(state.discard[-1]) if state.discard else None
    if take is None or state.drawn or state.buyers or not may(state, take):
        return None
    if not state.has_opened:
        if not state.stock:
            return None
        outs = opens_with(state.hand, view)
        return OpensByTaking(take.card, sum(n for _, n in outs), view.unseen().total())
    gain = gain_of_taking(view)
    if gain is None:
        return None
    taken = points_left(apply(state, take))
    return TakeOrDraw(take.card, taken, taken + gain)

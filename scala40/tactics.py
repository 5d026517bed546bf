"""How *hard* plays, move by move: exact turns, live outs, what a discard gives away.

It looks one card ahead and counts; nothing here is random. A turn follows the exact best turn
(:func:`scala40.search.best_turn`), but for a joker that waits for a meld while nobody is near to
closing, an opening that is held back where closing in hand is worth more, and the discard.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from scala40.actions import Action, Buy, Discard, Draw, Pass, Take
from scala40.cards import JOKER, Card
from scala40.danger import Others, attachable
from scala40.errors import Refused
from scala40.outs import closing_outs
from scala40.partition import best_split, hand_value
from scala40.prospects import after_opening, before_opening, pair_outs
from scala40.score import FLAT_PENALTY, IN_MANO_BONUS
from scala40.search import best_turn
from scala40.state import State
from scala40.turn import apply, may, way_out
from scala40.view import View

#: Somebody with so few cards is near to closing.
NEAR: Final = 3
#: With so few cards a joker need not wait for a meld any more.
FEW_CARDS: Final = 3
#: What is worth how much when a discard is chosen, in points of the score, as fitted to how hands
#: ended that were played out from there: a card less in the hand,
CARD: Final = 10.0
#: the chance to close with the next card,
CLOSING: Final = 14.0
#: a point in the hand when somebody is near to closing,
DEAR_POINT: Final = 0.35
#: the chance to open with the next card, a point on the way to the threshold,
OPENING: Final = 20.0
PROGRESS: Final = 0.6
#: an unseen card that would complete a meld,
OUT: Final = 0.2
#: and that the next player makes a meld of what is thrown.
GIFT: Final = 3.0
#: Holding back an opening has to be worth so many points.
HOLD_BACK: Final = 8.0


def choose(view: View) -> Action:
    """The action of a *hard* player."""
    state = view.state
    if state.buyers:
        return buy(state) or Pass()
    if not state.drawn:
        return _take(state) or draw(state)
    plan = _plan(view)
    if not isinstance(plan[0], Discard) or len(state.hand) == 1:
        return plan[0]
    return Discard(best_discard(view))


def draw(state: State) -> Action:
    """Draw; where the discard is for sale, let it go first."""
    return Pass() if may(state, Pass()) else Draw()


def buy(state: State) -> Action | None:
    """Buy what is offered where that rids the hand of at least two cards for the penalty card."""
    top = state.discard[-1]
    split = best_split((*state.hand, top), state.rules, goal="deadwood", keep=1, must=top)
    melds = split.melds if split else ()
    bids = (Buy(meld.cards) for meld in melds if top in {c.in_hand for c in meld.cards})
    return next((bid for bid in bids if may(state, bid)), None)


def leads_on(state: State, action: Action) -> bool:
    """True where an action is allowed and the turn can be ended after it."""
    try:
        after = apply(state, action)
    except Refused:
        return False
    return after.end is not None or way_out(after) is not None


def throwable(state: State) -> list[Card]:
    """The kinds that may be thrown now; jokers only where nothing else may."""
    legal = [c for c in dict.fromkeys(state.hand) if may(state, Discard(c))]
    return [c for c in legal if c != JOKER] or legal


def loose_cards(state: State) -> set[Card]:
    """The kinds of a hand that its best melds leave over."""
    split = best_split(state.hand, state.rules, goal="deadwood")
    left = list(state.hand)
    for meld in split.melds if split else ():
        for c in meld.cards:
            left.remove(c.in_hand)
    return set(left)


def somebody_near(state: State) -> bool:
    """True where another player is near to closing."""
    others = (seat for seat in state.order if seat != state.seat)
    return any(state.opened[seat] and len(state.hands[seat]) <= NEAR for seat in others)


# --- what to take --------------------------------------------------------------------------------


def _take(state: State) -> Action | None:
    """Take the discard where it goes on the table in this very turn."""
    take = Take(state.discard[-1]) if state.discard else None
    if take is None or not may(state, take):
        return None
    after = apply(state, take)
    _, end = best_turn(after)
    placed = after.hand.count(take.card) > end.hands[state.seat].count(take.card)
    return take if placed else None


# --- what to place -------------------------------------------------------------------------------


def _plan(view: View) -> tuple[Action, ...]:
    """The actions that end this turn; the first is done, and the rest thought over again."""
    state = view.state
    plan, end = best_turn(state)
    closes = end.end is not None and end.end.closer == view.seat
    if closes or state.duty != "none" or state.freed:
        return plan
    if not state.has_opened:
        return plan[-1:] if len(plan) > 1 and _holds_back(view) else plan
    if JOKER in state.hand and len(state.hand) > FEW_CARDS and not somebody_near(state):
        kept = _without(state.hand, JOKER)
        other, left = best_turn(state._replace(hands=state.hands_with(kept)))
        if len(left.hands[view.seat]) <= len(end.hands[view.seat]):
            return other  # the joker would take no other card along, and can wait for a meld
    return plan


def _holds_back(view: View) -> bool:
    """True where waiting to close in hand is worth more than an opening now."""
    state, unseen = view.state, view.unseen()
    hands = (_without(state.hand, c) for c in throwable(state))
    return any(_closing_in_hand(rest, state, unseen) > HOLD_BACK for rest in hands)


def _closing_in_hand(rest: tuple[Card, ...], state: State, unseen: Counter[Card]) -> float:
    """What the chance is worth to close in hand with the next card, in points of the score.

    Nothing once somebody else has opened, as there is little time then.
    """
    rules = state.rules
    others = [seat for seat in state.order if seat != state.seat]
    worth = IN_MANO_BONUS if rules.in_mano == "minus-100" else 0
    if rules.in_mano == "double" and rules.unopened_penalty == "count":
        worth = FLAT_PENALTY // 2 * len(others)
    if not worth or any(state.opened[seat] for seat in others):
        return 0.0
    outs = closing_outs(rest, rules, unseen, opened=False)
    return worth * sum(outs.values()) / max(1, unseen.total())


# --- what to throw -------------------------------------------------------------------------------


def best_discard(view: View) -> Card:
    """The card to throw, of those that may be thrown."""
    return max(discard_worths(view, throwable(view.state)).items(), key=lambda item: item[1])[0]


def discard_worths(view: View, throws: Sequence[Card]) -> dict[Card, float]:
    """What the hand is worth after each discard, in points of the score, up to a constant.

    A card that the table would take comes after all that it would not take.
    """
    state, rules = view.state, view.state.rules
    unseen, others = view.unseen(), Others(view)
    dear = DEAR_POINT if somebody_near(state) else 0.0
    worths = {}
    for c in throws:
        rest = _without(state.hand, c)
        worth = OUT * pair_outs(rest, unseen)
        if state.has_opened:
            after = after_opening(rest, state, unseen)
            worth += CLOSING * after.closes - CARD * after.cards
        else:
            before = before_opening(rest, rules, unseen)
            worth += OPENING * before.opens + PROGRESS * before.points
            worth += _closing_in_hand(rest, state, unseen)
        if state.has_opened or rules.unopened_penalty == "count":
            worth -= dear * sum(hand_value(x, rules) for x in rest)
        worth -= GIFT * others.chance_of_meld(c, state.next_seat)
        if len(state.hand) > 1 and attachable(c, state):
            worth -= FLAT_PENALTY * 2
        worths[c] = worth + hand_value(c, rules) / 1000
    return worths


def _without(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    """A hand after one card has left it."""
    place = hand.index(card)
    return (*hand[:place], *hand[place + 1 :])

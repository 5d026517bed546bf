"""What the rules allow now, what is missing for an opening, and what the pairs of a hand wait for.

>>> from scala40.cards import card, cards
>>> from scala40.position import read_position_text
>>> hand = "JH QH KH 3C 3D 8S 8H 6D AC 2S 5S 9C 7D"
>>> state = read_position_text(f"hand {hand}; discard 4H; stock 80", Rules.preset("online"))
>>> view = View(0, state, (), (0, 0))
>>> [(fact.points, fact.needed) for fact in plans(view) if isinstance(fact, Short)]
[(30, 40)]
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Final

from scala40.actions import Discard, Take
from scala40.cards import JOKER, NATURALS, Card
from scala40.coach.facts import (
    Fact,
    HighCards,
    Jokers,
    MayNotTake,
    MayTake,
    MustPlace,
    MustUse,
    Opens,
    Outs,
    Short,
    Waits,
)
from scala40.outs import opening_outs
from scala40.packed import pack_hand
from scala40.partition import best_split
from scala40.prospects import thirds
from scala40.rules import Rules
from scala40.solver import splitter
from scala40.state import State
from scala40.tactics import loose_cards
from scala40.turn import apply, must_keep, why_not
from scala40.view import View

__all__ = ["Rules", "counts", "meld_outs", "opening_worth", "opens_with", "plans", "rules_now"]

#: The kinds that count ten or eleven.
HIGH: Final = tuple(c for c in NATURALS if c.rank == 1 or c.rank > 9)


def rules_now(view: View) -> Iterator[Fact]:
    """What the engine says of the top discard before the draw, and what the turn owes after it.

    >>> from scala40.position import read_position_text
    >>> text = "hand 2C 9D KS QD; opened; discard 7S; table 4S 5S 6S; others 9; stock 60"
    >>> list(rules_now(View(0, read_position_text(text, Rules.preset("online")), (), (0, 0))))
    [MayTake(card=Card('7S'), duty='use')]
    """
    state = view.state
    if state.buyers:
        return
    if not state.drawn:
        if state.discard:
            take = Take(state.discard[-1])
            reason = why_not(state, take)
            if reason is not None:
                yield MayNotTake(reason.code, tuple(sorted(reason.facts.items())))
            else:
                yield MayTake(take.card, apply(state, take).duty)
        return
    if state.taken is not None and state.duty != "none":
        yield MustUse(state.taken, state.duty)
    if state.freed:
        yield MustPlace(state.freed, state.rules.freed_joker == "new-meld")


# --- before the opening ---------------------------------------------------------------------------


def plans(view: View) -> Iterator[Fact]:
    """How far the hand is from opening, and before the draw what would let it open."""
    state = view.state
    if state.has_opened or state.buyers:
        return
    points, needed = opening_worth(state.hand, state.rules), state.rules.opening_points
    if points < needed:
        yield Short(points, needed)
        if not state.drawn:
            outs = opens_with(state.hand, view)
            if outs:
                yield Opens(None, outs)


def opening_worth(hand: Iterable[Card], rules: Rules) -> int:
    """What the best melds of a hand count towards an opening, however few cards they leave.

    >>> from scala40.cards import cards
    >>> opening_worth(cards("QS KS X 2C"), Rules.preset("online"))
    31
    >>> opening_worth(cards("QS KS X 2C"), Rules.preset("pulita"))
    0
    """
    held = tuple(hand)
    jokers = held.count(JOKER) if rules.opening_jokers == "counted" else 0
    return splitter(rules, "points").worth(pack_hand(c for c in held if c != JOKER), jokers)


def opens_with(hand: tuple[Card, ...], view: View) -> Outs:
    """The kinds that, drawn next, would let a hand open, with their unseen copies.

    >>> from scala40.position import read_position_text
    >>> text = "hand QS KS 5D 5H; others 13; discard 2C; stock 60"
    >>> view = View(0, read_position_text(text, Rules.read("online;opening_points=31")), (), (0, 0))
    >>> opens_with(view.hand, view)
    ((Card('X'), 4), (Card('AS'), 2))
    """
    rules = view.state.rules
    outs = opening_outs(hand, rules, view.unseen())
    if not view.state.drawn and must_keep(view.state) > 1:  # a card more has to be kept
        outs = {
            c: copies
            for c, copies in outs.items()
            if best_split((*hand, c), rules, goal="points", keep=2, opening=rules.opening_points)
        }
    return tuple(outs.items())


# --- what is counted ------------------------------------------------------------------------------


def counts(view: View, thrown: Card | None = None) -> Iterator[Fact]:
    """What the loose cards of the hand wait for, where the jokers are, how high the rest is.

    Args:
        thrown: a card that is about to leave the hand.

    >>> from scala40.position import read_position_text
    >>> text = "hand 7S 8S KD; opened; drawn; others 9; stock 60"
    >>> view = View(0, read_position_text(text, Rules.preset("online")), (), (0, 0))
    >>> for fact in counts(view):
    ...     print(fact)
    Waits(held=(Card('7S'), Card('8S')), outs=((Card('6S'), 2), (Card('9S'), 2)))
    Jokers(own=0, table=0, pile=0, unseen=4)
    HighCards(unseen=39, packed=40)
    """
    state, unseen = view.state, view.unseen()
    kept = list(view.hand)
    if thrown is not None:
        kept.remove(thrown)
    yield from sorted(_waiting(_loose(tuple(kept), state), unseen), key=_live, reverse=True)
    if state.rules.jokers:
        table = sum(meld.joker is not None for meld in state.melds)
        pile = state.discard.count(JOKER)
        yield Jokers(view.hand.count(JOKER), table, pile, unseen[JOKER])
    yield HighCards(sum(unseen[c] for c in HIGH), 2 * len(HIGH))


def _loose(hand: tuple[Card, ...], state: State) -> list[Card]:
    loose = loose_cards(state._replace(hands=state.hands_with(hand)))
    return sorted(c for c in loose if c != JOKER)


def _waiting(loose: list[Card], unseen: Counter[Card]) -> Iterator[Waits]:
    for one, other in combinations(loose, 2):
        kinds = thirds(one, other)
        if kinds:
            yield Waits((one, other), _counted(kinds, unseen))


def _live(waits: Waits) -> int:
    return sum(copies for _, copies in waits.outs)


def _counted(kinds: Iterable[Card], unseen: Counter[Card]) -> Outs:
    """Those that are unseen, the most copies first."""
    return tuple((c, unseen[c]) for c in sorted(kinds, key=lambda c: (-unseen[c], c)) if unseen[c])


def meld_outs(hand: Iterable[Card], unseen: Counter[Card]) -> int:
    """How many unseen natural cards make a meld of three with two natural cards of a hand.

    >>> from scala40.cards import cards, pack
    >>> hand = cards("7H 8H 8C KD")
    >>> meld_outs(hand, Counter(pack(4)) - Counter(hand))
    8
    """
    kinds = sorted({c for c in hand if c != JOKER})
    helps = {third for one, other in combinations(kinds, 2) for third in thirds(one, other)}
    return sum(unseen[c] for c in helps)


def throws(state: State) -> list[Card]:
    """The kinds that may be thrown now, jokers included.

    >>> from scala40.position import read_position_text
    >>> text = "hand KS X 2C 2C; opened; drawn; others 9; stock 60"
    >>> [str(c) for c in throws(read_position_text(text, Rules.preset("online")))]
    ['2C', 'KS', 'X']
    """
    return [c for c in dict.fromkeys(state.hand) if why_not(state, Discard(c)) is None]

"""What the coach says is so: every fact worked out a second time, plainly, from the same position.

The plain searches and the rules as :mod:`tests.brute` says them are asked, not what the coach asks.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import permutations
from random import Random
from typing import NamedTuple

import pytest

from scala40.actions import Discard, Lay, Take
from scala40.bots import choose
from scala40.cards import JOKER, NATURALS, UNSEEN, Card
from scala40.coach.advice import Advice, advise
from scala40.coach.advice import choose as follow
from scala40.coach.facts import (
    CanOpen,
    Costs,
    Fact,
    FewestLeft,
    Fits,
    Helps,
    HighCards,
    Holds,
    HoldsBack,
    Jokers,
    JokerWaits,
    MayClose,
    MayNotTake,
    MayTake,
    Measure,
    MustPlace,
    MustUse,
    Near,
    OnlyWay,
    Openings,
    Opens,
    OpensByTaking,
    Quiet,
    Short,
    Stuck,
    TakeOrDraw,
    Throws,
    Waits,
)
from scala40.hand import Hand, deal_hand
from scala40.levels import LEVELS
from scala40.melds import Meld
from scala40.moves import LegalActions
from scala40.partition import plain_split
from scala40.rules import PRESETS, Rules
from scala40.search import points_left
from scala40.state import State
from scala40.turn import apply, may, way_out
from scala40.view import View, view_of
from tests import brute
from tests.person import with_hidden_permuted
from tests.plain_turn import best_outcome
from tests.test_outs import closes as closes_from_hand
from tests.test_search import random_turn

KINDS = (*NATURALS, JOKER)
#: The plain search of a turn gives up beyond so many positions.
MOST = 400
POSITIONS = 24  # for each preset, by default
LONG = 2000


class Seen(NamedTuple):
    """A position as a player sees it, and the hand as it is."""

    view: View
    hand: Hand


def positions(preset: str, number: int) -> Iterator[Seen]:
    """So many positions of hands that players of all levels play, one in every few actions."""
    rng, rules = Random(preset), Rules.preset(preset)
    deal = 0
    while number > 0:
        players = rng.randint(rules.min_players, min(4, rules.max_players))
        hand = Hand(deal_hand(rules, players, range(players), deal))
        deal += 1
        while hand.state.end is None and number > 0:
            view = view_of(hand, hand.state.seat, (0,) * players)
            if rng.random() < 0.1:
                yield Seen(view, hand)
                number -= 1
            level = LEVELS[(hand.state.seat + deal) % 3]
            hand.play(choose(view, level, seed=deal))


# --- said a second time ---------------------------------------------------------------------------


def unseen(view: View) -> Counter[Card]:
    """What is not in the own hand, on the table or on the pile, counted card by card."""
    left = Counter(dict.fromkeys(NATURALS, 2) | {JOKER: view.state.rules.jokers})
    on_table = [c for meld in view.state.melds for c in meld.cards]
    for c in (*view.hand, *view.state.discard, *on_table):
        left[JOKER if c.is_joker else c] -= 1
    return left


def is_meld(three: tuple[Card, ...], rules: Rules) -> bool:
    by_suit = tuple(sorted(three, key=lambda c: c.suit))
    return brute.is_set(by_suit) or any(brute.is_run(each, rules) for each in permutations(three))


@cache
def thirds(one: Card, other: Card) -> set[Card]:
    rules = Rules.preset("online")
    return {c for c in NATURALS if is_meld((one, other, c), rules)}


def minus(hand: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    left = list(hand)
    left.remove(card)
    return tuple(left)


def keeps(state: State) -> int:
    """How many cards have to stay in the hand in the next turn of its player."""
    if state.turns < len(state.order) and not state.drawn and not state.rules.first_round_close:
        return 2
    return int(state.rules.final_discard == "required")


def opens(hand: tuple[Card, ...], rules: Rules, keep: int, needed: int | None = None) -> bool:
    needed = rules.opening_points if needed is None else needed
    return plain_split(hand, rules, goal="points", keep=keep, opening=needed) is not None


def counted(hand: tuple[Card, ...], rules: Rules) -> int:
    """The most that a hand counts towards an opening."""
    low, high = 0, 200
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if opens(hand, rules, 0, middle) else (low, middle - 1)
    return low


def worth(meld: Meld) -> int:
    """The points of a meld by its cards."""
    ranks = [c.rank for c in meld.cards]
    if len(set(ranks)) == 1 or any(c == JOKER for c in meld.cards):  # a bare joker lies in a set
        rank = next(c.rank for c in meld.cards if c != JOKER)
        return len(ranks) * (11 if rank == 1 else min(rank, 10))
    return sum(
        1 if n == 0 and r == 1 else 11 if r == 1 else min(r, 10) for n, r in enumerate(ranks)
    )


def cost(hand: tuple[Card, ...], rules: Rules) -> int:
    """The points of the cards in a hand whose player has opened."""
    if len(hand) == 1 and hand[0].rank == 1:
        return rules.lone_ace_in_hand
    ace, joker = rules.ace_in_hand, rules.joker_in_hand
    return sum(joker if c == JOKER else ace if c.rank == 1 else min(c.rank, 10) for c in hand)


def left_after(state: State) -> int:
    """The points after the best turn: by trying everything where that is not too much."""
    try:
        found = best_outcome(state, MOST)
    except OverflowError:
        return points_left(state)
    assert found is not None
    return found[1]


def later(view: View, hand: tuple[Card, ...]) -> State:
    """The player's next turn with such a hand, if nothing else has changed."""
    state = view.state
    hands = state.hands_with(tuple(sorted(hand)))
    turns = state.turns + len(state.order)
    return State(
        state.rules,
        state.order,
        hands,
        state.opened,
        state.melds,
        state.owners,
        discard=state.discard,
        stock=(UNSEEN,) * 9,
        seat=state.seat,
        turns=turns,
        drawn=True,
    )


def by_measure(measure: Measure, rest: tuple[Card, ...], view: View) -> int:
    rules, left = view.state.rules, unseen(view)
    match measure:
        case "opens":
            return sum(
                left[c] for c in KINDS if left[c] and opens((*rest, c), rules, keeps(view.state))
            )
        case "points":
            return counted(rest, rules)
        case "closes":
            found = 0
            for c in KINDS:
                if left[c]:
                    outcome = best_outcome(later(view, (*rest, c)))
                    found += left[c] * (outcome is not None and not outcome[0])
            return found
        case "waits":
            kinds = sorted(set(rest) - {JOKER})
            pairs = [(a, b) for a in kinds for b in kinds if a < b]
            return sum(left[c] for c in set().union(*(thirds(a, b) for a, b in pairs)))
        case "left":
            return cost(rest, rules)


def throwable(state: State) -> list[Card]:
    return [c for c in sorted(set(state.hand)) if may(state, Discard(c))]


# --- every fact is so -----------------------------------------------------------------------------


def check(fact: Fact, seen: Seen, advice: Advice) -> None:
    """Work a fact out again."""
    view, real = seen.view, seen.hand.state
    state, rules, left = view.state, view.state.rules, unseen(seen.view)
    match fact:
        case CanOpen(points, melds):
            assert may(state, Lay(tuple(meld.cards for meld in melds)))
            clean = [m for m in melds if not m.joker or rules.opening_jokers == "counted"]
            assert points == sum(map(worth, clean))
            assert points >= rules.opening_points or not rules.in_mano_needs_opening
        case MayClose():
            end = state
            for action in advice.actions:
                end = apply(end, action)
            if not isinstance(advice.actions[0], Take):
                assert end.end is not None
                assert end.end.closer == view.seat
        case MayTake(card, duty):
            assert Take(card) in set(LegalActions(state))
            assert duty == apply(state, Take(card)).duty
        case MayNotTake():
            assert not any(isinstance(action, Take) for action in LegalActions(state))
        case MustUse(card, duty):
            assert (state.taken, state.duty) == (card, duty)
            assert not any(may(state, Discard(c)) for c in set(state.hand))
        case MustPlace(jokers):
            assert jokers == state.freed > 0
            assert not any(may(state, Discard(c)) for c in set(state.hand))
        case Stuck():
            assert best_outcome(state) is None
        case OnlyWay():
            assert len(list(LegalActions(state))) == 1
        case Short(points, needed):
            assert not state.opened[view.seat]
            assert points == counted(state.hand, rules) < needed == rules.opening_points
        case Opens(after, outs):
            hand = view.hand if after is None else minus(view.hand, after)
            keep = keeps(state)
            helps = {c: left[c] for c in KINDS if left[c] > 0 and opens((*hand, c), rules, keep)}
            assert dict(outs) == helps
        case Waits((one, other), outs):
            assert not {one, other} - set(view.hand)
            assert dict(outs) == {c: left[c] for c in thirds(one, other) if left[c]}
        case Jokers(own, table, pile, hidden):
            assert own == sum(c == JOKER for c in view.hand)
            assert table == sum(c.is_joker for meld in state.melds for c in meld.cards)
            assert pile == sum(c == JOKER for c in state.discard)
            assert own + table + pile + hidden == rules.jokers
        case HighCards(hidden, packed):
            high = [c for c in NATURALS if c.rank in (1, 10, 11, 12, 13)]
            assert (hidden, packed) == (sum(left[c] for c in high), 2 * len(high))
        case FewestLeft(points):
            end = state
            for action in advice.actions:
                end = apply(end, action)
            assert left_after(state) == left_after(end) == points
        case Openings(melds, points, others, other_points):
            for opening, value in ((melds, points), (others, other_points)):
                assert left_after(apply(state, Lay(tuple(m.cards for m in opening)))) == value
            assert points <= other_points
        case TakeOrDraw(card, taken, drawn):
            assert left_after(apply(state, Take(card))) == taken
            assert drawn == pytest.approx(mean_after_draw(view))
        case OpensByTaking(card, copies, hidden):
            assert not state.opened[view.seat]
            assert may(state, Take(card))
            assert hidden == left.total()
            assert copies == by_measure("opens", view.hand, view)
        case Throws(measure, card, value, other, other_value):
            values = {c: by_measure(measure, minus(state.hand, c), view) for c in throwable(state)}
            assert (values[card], values[other]) == (value, other_value)
            better = max if measure != "left" else min
            assert value == better(values.values()) != other_value
        case JokerWaits(fewest):
            assert fewest == min(len(real.hands[s]) for s in rivals(state, view.seat))
            with_it, without_it = state, minus(state.hand, JOKER)
            try:
                placed = best_outcome(with_it, MOST)
                kept = best_outcome(state._replace(hands=state.hands_with(without_it)), MOST)
            except OverflowError:
                return
            assert placed is not None
            assert kept is not None
            assert kept[2] <= placed[2]
        case HoldsBack(card, copies, hidden):
            rest = minus(view.hand, card)
            outs = [c for c in KINDS if left[c] and closes_from_hand((*rest, c), rules, False)]
            assert copies == sum(left[c] for c in outs) > 0
            assert hidden == left.total()
            assert not state.opened[view.seat]
        case Fits(card, meld, owner):
            assert card in view.hand
            assert state.owners[meld] == owner
            assert fits(card, state.melds[meld], rules)
        case Holds(seat, held):
            assert not Counter(held) - Counter(real.hands[seat])
        case Helps(card, seat, held):
            assert card in view.hand
            assert held in real.hands[seat]
            assert thirds(card, held)
        case Near(seat, number):
            assert len(real.hands[seat]) == number <= 3
            assert state.opened[seat]
        case Quiet(seat, turns):
            thrown = [e for e in view.events if e.seat == seat and str(e.action)[:7] == "discard"]
            assert len(thrown) == turns
            assert not state.opened[seat]
            assert rules.in_mano != "none"
        case Costs(points):
            flat = not state.opened[view.seat] and rules.unopened_penalty == "flat-100"
            assert points == (100 if flat else cost(view.hand, rules))
        case _:
            raise AssertionError(fact)


def rivals(state: State, seat: int) -> list[int]:
    return [
        s for s in state.order if s != seat and not (state.rules.partners and s % 2 == seat % 2)
    ]


def fits(card: Card, meld: Meld, rules: Rules) -> bool:
    """Whether a meld can grow by a natural card: at an end, or by a suit."""
    laid = meld.cards
    ends = [(card, *laid), (*laid, card)]
    suits = tuple(sorted((c for c in laid if c != JOKER), key=lambda c: c.suit))
    grown = tuple(sorted((*suits, card), key=lambda c: c.suit))
    return any(brute.is_run(each, rules) for each in ends) or (
        len(laid) == 3 and brute.is_set(grown)
    )


def mean_after_draw(view: View) -> float:
    """The points left after a draw, over all cards that may come."""
    state, come = view.state, +unseen(view)
    if not state.stock:
        turned = state.rules.stock_exhaustion == "turn-over"
        come = Counter(state.discard[:1] if turned else state.discard[:-1])
    total = 0
    for c, number in come.items():
        hand = tuple(sorted((*state.hand, c)))
        total += number * left_after(state._replace(hands=state.hands_with(hand), drawn=True))
    return total / come.total()


def find_nothing_wrong(positions: Iterator[Seen]) -> Counter[str]:
    """Check everything that the coach has to say of positions; what that was."""
    told: Counter[str] = Counter()
    for seen in positions:
        advice = advise(seen.view)
        here = seen.hand.state
        for action in advice.actions:  # the best is never refused
            here = apply(here, action)
        for fact in (*advice.reasons, *advice.facts):
            check(fact, seen, advice)
            told[type(fact).__name__] += 1
        told["silent"] += advice.silent
    return told


def odd_turns(preset: str, number: int) -> Iterator[Seen]:
    """Turns by odd rules, of a few cards most of which fit each other or the table."""
    rng = Random(f"odd {preset}")
    while number > 0:
        state = random_turn(preset, rng)
        if way_out(state) is not None and state.hand:
            yield Seen(View(0, state, (), (0,) * len(state.hands)), Hand(state))
            number -= 1


@pytest.mark.parametrize("preset", PRESETS)
def test_every_fact_is_so(preset: str) -> None:
    told = find_nothing_wrong(positions(preset, POSITIONS))
    assert {"Throws", "Waits", "Jokers", "HighCards", "Short", "Opens"} <= {*told}
    assert told["silent"] < POSITIONS / 4


@pytest.mark.parametrize("preset", PRESETS)
def test_every_fact_is_so_in_odd_turns(preset: str) -> None:
    told = find_nothing_wrong(odd_turns(preset, POSITIONS))
    assert {"Throws", "FewestLeft", "Fits", "MayClose"} <= {*told}


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_every_fact_is_so_in_many_positions(preset: str) -> None:
    told = find_nothing_wrong(positions(preset, LONG * 3 // 4))
    told += find_nothing_wrong(odd_turns(preset, LONG // 4))
    assert {"CanOpen", "FewestLeft", "MayClose", "Openings", "Fits", "Near", "MustPlace"} <= {*told}


# --- fair and sure --------------------------------------------------------------------------------


def test_no_advice_is_moved_by_what_is_hidden() -> None:
    rng = Random(40)
    for preset in PRESETS:
        for view, hand in positions(preset, 4):
            other = with_hidden_permuted(hand, view.seat, rng)
            redealt = view_of(other, view.seat, view.totals)
            assert advise(redealt) == advise(view)
            assert follow(redealt) == follow(view)


def test_a_coach_that_looks_at_the_stock_would_be_found_out() -> None:
    rng = Random(40)
    peeks = False
    for _, hand in positions("online", 8):
        other = with_hidden_permuted(hand, hand.state.seat, rng)
        peeks |= advise(cheat(other)) != advise(cheat(hand))
    assert peeks


def cheat(hand: Hand) -> View:
    """What a player would see who takes the next card of the stock for one of the pile."""
    state = hand.state
    peek = state._replace(discard=(*state.stock[:1], *state.discard))
    return View(state.seat, peek, tuple(hand.events), (0,) * len(state.hands))


def test_who_follows_the_coach_plays_every_preset_to_the_end() -> None:
    for preset in PRESETS:
        hand = Hand(deal_hand(Rules.preset(preset), 2, range(2), 11))
        while hand.state.end is None:
            view = view_of(hand, hand.state.seat, (0, 0))
            hand.play(choose(view, "normal") if view.seat else follow(view))


def test_the_coach_is_asked_about_buying_too() -> None:
    hand = Hand(deal_hand(Rules.read("online;buying=yes"), 3, range(3), 2))
    asked = 0
    while hand.state.end is None:
        asked += bool(hand.state.buyers)
        hand.play(follow(view_of(hand, hand.state.seat, (0, 0, 0))))
    assert asked

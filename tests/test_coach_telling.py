"""What the coach says of an action is so, its estimates are sure, and all of it can be said."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random

import pytest

from scala40.actions import Action, Discard, Lay, read_action
from scala40.bots import choose
from scala40.cards import JOKER
from scala40.coach.advice import advise
from scala40.coach.facts import (
    CouldClose,
    GaveAway,
    JokerSpent,
    JokerThrown,
    Left,
    Sampled,
    Stuck,
    Throws,
)
from scala40.coach.hints import steps
from scala40.coach.review import Review, review
from scala40.coach.sampling import sampled
from scala40.coach.telling import Teller
from scala40.messages import ENGLISH, LANGUAGES, catalogue, speak_for
from scala40.moves import LegalActions
from scala40.rules import PRESETS, Rules
from scala40.state import State
from scala40.turn import apply, may
from scala40.view import View
from tests.person import leads_on
from tests.plain_turn import best_outcome
from tests.positions import position
from tests.test_coach import (
    LONG,
    POSITIONS,
    Seen,
    check,
    cost,
    fits,
    left_after,
    odd_turns,
    positions,
)


def check_review(said: Review, seen: Seen, action: Action) -> None:
    """Work out again what is said of an action."""
    view, state, rules = seen.view, seen.view.state, seen.view.state.rules
    after = apply(state, action)
    advice = advise(view)
    match said.fact:
        case Left(points, fewest, better):
            left = cost(after.hands[view.seat], rules)
            assert points == (left if isinstance(action, Discard) else left_after(after))
            assert points > fewest == left_after(state)
            assert cost(played(state, better).hands[view.seat], rules) == fewest
        case CouldClose(actions):
            end = played(state, actions).end
            assert end is not None
            assert end.closer == view.seat
        case Stuck():
            assert best_outcome(after) is None
        case JokerSpent(melds):
            assert isinstance(action, Lay)
            other = Lay(tuple(meld.cards for meld in melds))
            assert may(state, other)
            assert jokers(action) > jokers(other)
            assert left_after(apply(state, other)) <= left_after(after)
        case JokerThrown(other):
            assert action == Discard(JOKER)
            assert other != JOKER
            assert may(state, Discard(other))
        case GaveAway(card, meld, other):
            assert action == Discard(card)
            assert fits(card, state.melds[meld], rules)
            assert may(state, Discard(other))
            assert not any(fits(other, each, rules) for each in state.melds)
        case Throws(_, card, _, other) if not said.good:
            assert action == Discard(other) != Discard(card)
            check(said.fact, seen, advice)
        case fact:
            check(fact, seen, advice)


def played(state: State, actions: Iterable[Action]) -> State:
    for action in actions:
        state = apply(state, action)
    return state


def jokers(lay: Lay) -> int:
    return sum(c.is_joker for meld in lay.melds for c in meld)


def find_no_review_wrong(positions: Iterator[Seen], rng: Random) -> Counter[str]:
    told: Counter[str] = Counter()
    for seen in positions:
        view = seen.view
        moves = [move for move in LegalActions(view.state) if leads_on(apply(view.state, move))]
        for action in {rng.choice(moves), rng.choice(moves), choose(view, "normal")}:
            said = review(view, action)
            if said is not None:
                check_review(said, seen, action)
                told[type(said.fact).__name__ + ("" if said.good else " missed")] += 1
    return told


@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_said_of_an_action_is_so(preset: str) -> None:
    rng = Random(preset)
    told = find_no_review_wrong(positions(preset, POSITIONS), rng)
    told += find_no_review_wrong(odd_turns(preset, POSITIONS), rng)
    assert {"Throws", "Throws missed", "Left missed", "CouldClose missed"} <= {*told}


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_said_of_many_actions_is_so(preset: str) -> None:
    rng = Random(preset)
    told = find_no_review_wrong(odd_turns(preset, LONG // 2), rng)
    told += find_no_review_wrong(positions(preset, LONG // 4), rng)
    assert {"JokerThrown missed", "CanOpen missed", "JokerSpent missed"} <= {*told}
    may_give = Rules.preset(preset).attachable_discard == "free"  # who has opened attaches it
    assert ("GaveAway missed" in told) == may_give


def test_who_opens_without_the_card_taken_to_open_is_told_to_undo() -> None:
    hand = "7C 7D 7H TC TD TH 9S 9D"
    state = position(hand=hand, opened=False, drawn=False, discard="9H", others=[9], stock=40)
    state = apply(state, read_action("take 9H"))
    said = review(View(0, state, (), (0, 0)), wrong := read_action("lay 7C 7D 7H | TC TD TH"))
    assert said == Review(False, Stuck())
    advice = advise(View(0, apply(state, wrong), (), (0, 0)))
    assert (advice.actions, advice.reasons) == ((), (Stuck(),))
    assert "undo" in steps(advice, Teller(("You", "Anna"), 0, ENGLISH))[0]


def test_who_follows_the_advice_is_never_told_of_anything_missed() -> None:
    for preset in PRESETS:
        for view, _ in positions(preset, 10):
            said = review(view, advise(view).actions[0])
            assert said is None or said.good


# --- estimates and sentences ----------------------------------------------------------------------


def estimate(view: View, action: str, other: str, deals: int) -> Sampled | None:
    thinking = sampled(view, read_action(action), read_action(other), seed=1, deals=deals)
    pauses = 0
    while True:
        try:
            next(thinking)
            pauses += 1
        except StopIteration as done:
            assert pauses == deals
            found: Sampled | None = done.value
            return found


def test_an_estimate_is_told_only_where_its_margin_is_narrower_than_the_difference() -> None:
    state = position(hand="7H 8H 9H 2C", table=["3C 4C 5C"], others=[9], stock=60)
    view = View(0, state, (), (0, 0))
    clear = estimate(view, "discard 2C", "lay 7H 8H 9H", 12)
    assert clear is not None
    assert (clear.action, clear.deals) == (read_action("lay 7H 8H 9H"), 12)
    assert 0 < clear.margin < clear.gain
    assert estimate(view, "lay 7H 8H 9H", "discard 2C", 12) == clear
    assert estimate(view, "discard 2C", "discard 2C", 4) is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_there_is_to_say_is_said_in_two_sentences_at_a_time(language: str) -> None:
    speak_for("scala40.school")
    words = catalogue(language)
    for preset in PRESETS:
        for seen in [*positions(preset, 6), *odd_turns(preset, 6)]:
            names = ("Ugo", "Anna", "Bruno", "Carla")
            advice, teller = advise(seen.view), Teller(names, seen.view.seat, words)
            said = steps(advice, teller)
            assert len(said) > (1 if advice.silent else 2)
            for step in said:
                assert 1 <= len(re.findall(r"[.?](?= |$)", step)) <= 2, step
                assert not step[0].islower(), step


def test_a_nudge_names_no_card_and_what_to_do_names_the_cards() -> None:
    for seen in positions("online", 40):
        advice = advise(seen.view)
        if not advice.silent:
            nudging, doing, *_ = steps(advice, Teller(("A", "B", "C", "D"), 0, ENGLISH))
            assert not re.search("[♣♦♥♠]", nudging)
            if isinstance(advice.actions[0], Discard):
                assert ENGLISH.card(advice.actions[0].card) in doing

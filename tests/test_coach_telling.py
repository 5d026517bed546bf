"""What the coach says of an action is so, its estimates are sure, and all of it can be said."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import get_args

import pytest

from scala40.actions import Action, Discard, Lay, read_action
from scala40.bots import choose
from scala40.cards import JOKER, NATURALS, UNSEEN, card, cards
from scala40.coach import sampling
from scala40.coach.advice import Advice, advise
from scala40.coach.counting import opens_with
from scala40.coach.dangers import dangers
from scala40.coach.facts import (
    CanOpen,
    Costs,
    CouldClose,
    Fact,
    FewestLeft,
    Fits,
    GaveAway,
    Helps,
    HighCards,
    Holds,
    HoldsBack,
    Jokers,
    JokerSpent,
    JokerThrown,
    JokerWaits,
    Left,
    MayClose,
    MayNotTake,
    MayTake,
    MustPlace,
    MustUse,
    Near,
    OnlyWay,
    Openings,
    Opens,
    OpensByTaking,
    Quiet,
    Sampled,
    Short,
    Stuck,
    TakeOrDraw,
    Throws,
    Waits,
)
from scala40.coach.hints import nudge, reviewed, steps
from scala40.coach.review import Review, review
from scala40.coach.sampling import alternative, sampled
from scala40.coach.telling import Teller
from scala40.coach.weighing import measured
from scala40.hand import Event
from scala40.melds import read_meld
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
    told = find_no_review_wrong(positions(preset, POSITIONS // 2), rng)
    told += find_no_review_wrong(odd_turns(preset, POSITIONS // 2), rng)
    assert {"Throws", "Throws missed", "Left missed", "CouldClose missed"} <= {*told}


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_what_is_said_of_many_actions_is_so(preset: str) -> None:
    rng = Random(preset)
    told = find_no_review_wrong(odd_turns(preset, LONG // 2), rng)
    told += find_no_review_wrong(positions(preset, LONG // 4), rng)
    assert {"JokerThrown missed", "CanOpen missed", "CouldClose missed"} <= {*told}


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


@pytest.mark.parametrize(("gains", "told"), [((2, 0, 2, 0), None), ((2, 1, 2, 1), 1.5)])
def test_the_margin_is_that_of_a_mean_over_the_deals(
    gains: tuple[int, ...], told: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    ends = iter([each for gain in gains for each in (gain, 0)])
    monkeypatch.setattr(sampling, "result", lambda world, seat: next(ends))
    view = seen("online", hand="7H 8H 9H 2C", others=[9], stock=60)
    found = estimate(view, "discard 2C", "discard 7H", len(gains))
    assert (found and found.gain) == told
    assert found is None or found.margin == pytest.approx(2.02 * 0.5774 / 2, abs=0.001)


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


SEVEN, KING = cards("7H KD")
RUN = (read_meld(cards("5H 6H 7H"), Rules.preset("online")),)
WITH_JOKER = (read_meld(cards("X=5H 6H 7H"), Rules.preset("online")),)
THROW, LAY = read_action("discard KD"), read_action("lay 5H 6H 7H")
#: One of each that there can be, and what shows that it was said.
FACTS: tuple[tuple[Fact, str], ...] = (
    (CanOpen(45, RUN), "45"),
    (MayClose(), "close"),
    (MayTake(SEVEN, "none"), "7♥"),
    (MayTake(SEVEN, "use"), "use it in this turn"),
    (MayTake(SEVEN, "open"), "only to open"),
    (MayNotTake("pile-empty", ()), "pile is empty"),
    (MustUse(SEVEN, "use"), "Use the 7♥"),
    (MustUse(SEVEN, "open"), "Open with the 7♥"),
    (MustPlace(1, True), "new meld"),
    (MustPlace(1, False), "on the table again"),
    (Stuck(), "undo"),
    (OnlyWay(), "Nothing else"),
    (Short(28, 40), "12 points short of 40"),
    (Opens(None, ((SEVEN, 1),)), "7♥: 1 is unseen"),
    (Opens(KING, tuple((c, 1) for c in cards("QC QD QH QS 2C"))), "any queen, 2♣: 5 are"),
    (Opens(None, tuple((c, 2) for c in NATURALS[:8])), "A♣, 2♣, 3♣, 4♣, 5♣, 3 kinds more: 16"),
    (Waits((SEVEN, KING), ((SEVEN, 2),)), "wait for 7♥: 2 are"),
    (Waits((SEVEN, KING), ()), "No card is left"),
    (Jokers(1, 2, 0, 1), "1 in your hand, 2 on the table, 0 thrown, 1 unseen"),
    (HighCards(17, 40), "17"),
    (FewestLeft(1), "1 point in"),
    (Openings(RUN, 49, WITH_JOKER, 52), "49 points in your hand, with joker (5♥) 6♥ 7♥ 52"),
    (Openings(RUN, 49, WITH_JOKER, 49), "more jokers"),
    (TakeOrDraw(SEVEN, 12, 17.04), "12 points at best, drawing 17.0"),
    (OpensByTaking(SEVEN, 3, 80), "80 unseen cards 3"),
    (Throws("opens", KING, 1, SEVEN, 0), "1 unseen card opens"),
    (Throws("points", KING, 30, SEVEN, 9), "count 30; without the 7♥, 9"),
    (Throws("closes", KING, 2, SEVEN, 0), "2 unseen cards close"),
    (Throws("waits", KING, 9, SEVEN, 7), "9 unseen cards make melds"),
    (Throws("left", KING, 9, SEVEN, 12), "costs 9; without the 7♥, 12"),
    (JokerWaits(11), "11 cards"),
    (HoldsBack(KING, 4, 90), "4 of 90"),
    (Fits(KING, 1, 0), "your meld 2"),
    (Fits(KING, 1, 1), "Anna's meld 2"),
    (Holds(1, (SEVEN,)), "Anna took 7♥"),
    (Helps(KING, 1, SEVEN), "Anna holds"),
    (Near(1, 1), "Anna has 1 card left"),
    (Quiet(1, 7), "7 turns"),
    (Costs(57), "57 points"),
    (Sampled(THROW, LAY, 3.14, 1.06, 40), "“throw the K♦” gains 3.1 points over “lay"),
    (Left(49, 37, (LAY, THROW)), "49 points are left where 37 were possible: lay"),
    (CouldClose((THROW,)), "throw the K♦"),
    (JokerSpent(RUN), "fewer jokers"),
    (JokerThrown(KING), "could have thrown the K♦"),
    (GaveAway(KING, 0, SEVEN), "K♦ fits meld 1; the 7♥ fits nowhere"),
)


def test_every_kind_of_fact_has_its_sentence_with_what_it_holds() -> None:
    assert {type(fact) for fact, _ in FACTS} == {*get_args(Fact)}
    teller = Teller(("You", "Anna"), 0, ENGLISH)
    for fact, shown in FACTS:
        assert shown in teller.fact(fact).replace("\ufe0e", "")


def test_every_reason_has_its_nudge() -> None:
    takes, draws = read_action("take 7H"), read_action("draw")
    attaches, swaps, passes = map(read_action, ("attach 7H T1", "swap 7H T1", "pass"))
    actions = (LAY, attaches, swaps, takes, draws, passes, THROW)
    reasons = [fact for fact, _ in FACTS]
    nudges = {
        nudge(Advice((action,), (fact,), ()), ENGLISH) for action in actions for fact in reasons
    }
    assert len(nudges) == 14


def test_a_review_says_that_it_was_good_or_what_was_missed() -> None:
    teller = Teller(("You", "Anna"), 0, ENGLISH)
    throws = Throws("left", KING, 9, SEVEN, 12)
    assert reviewed(Review(True, throws), teller).startswith("Well done. Without")
    assert reviewed(Review(False, throws), teller).startswith("Better was the K♦")
    assert reviewed(Review(False, CanOpen(45, RUN)), teller).startswith("You could have opened")
    assert reviewed(Review(False, Stuck()), teller) == teller.fact(Stuck())


# --- what the coach sees --------------------------------------------------------------------------


def seen(rules: str, events: str = "", **fragment: object) -> View:
    """A position after what the next player did."""
    state = position(rules, **fragment)
    told = tuple(Event(1, read_action(each)) for each in events.split("; ") if each)
    return View(0, state, told, (0,) * len(state.hands))


def test_what_an_opponent_took_and_may_keep_is_a_danger() -> None:
    view = seen("classica", "take 8H; discard 2C", hand="7H 8C KD", others=[9], stock=40)
    found = dangers(view)
    assert Holds(1, cards("8H")) in found
    assert Helps(card("7H"), 1, card("8H")) in found
    assert not [fact for fact in found if isinstance(fact, Helps) and fact.card == card("KD")]


def test_who_throws_for_long_without_opening_may_close_in_hand() -> None:
    hand = {"hand": "7H 8C KD", "others": [13], "unopened": [1], "stock": 40}
    threw = "discard 2C; " * 6
    assert Quiet(1, 6) in dangers(seen("pulita", threw, **hand))
    assert not dangers(seen("online", threw, **hand))  # closing in hand pays nothing there
    assert not dangers(seen("pulita", "discard 2C", **hand))


def test_what_opens_next_leaves_two_cards_where_nobody_closes_in_the_first_round() -> None:
    hand = "AC 2C 3C AD 2D 3D 2H 3H 4H 4S 5S 6S KD"  # with 7S thirteen cards make 43
    before = {"hand": hand, "opened": False, "drawn": False, "discard": "9C", "stock": 60}
    first, later = (seen("federation", **before, round=number) for number in (1, 2))
    assert card("7S") in dict(opens_with(later.hand, later))
    assert card("7S") not in dict(opens_with(first.hand, first))


def test_what_closes_next_is_asked_of_the_next_turn_not_of_the_first_round() -> None:
    for number in (1, 2):
        view = seen("federation", hand="7S 8S KD 2C", others=[9], stock=60, round=number)
        assert measured(view, "closes")[card("KD")] == 8  # two 6S, two 9S, four jokers


def test_the_coach_waits_with_an_opening_where_closing_in_hand_pays() -> None:
    hand = "9C 9D 9H 9S KC KD KH 2S 3S 4S 5D 6D 6H 2C"
    advice = advise(seen("pulita", hand=hand, opened=False, others=[13], stock=60, unopened=[1]))
    assert isinstance(advice.actions[0], Discard)
    assert isinstance(advice.reasons[0], HoldsBack)


def test_the_coach_lets_a_joker_wait_that_takes_no_other_card_along() -> None:
    hand = "X KS 2D 9C JH"
    advice = advise(seen("online", hand=hand, table=["4S 5S 6S"], others=[11], stock=40))
    assert isinstance(advice.actions[0], Discard)
    assert advice.reasons[0] == JokerWaits(11)


def test_an_advice_is_weighed_against_the_next_best_way() -> None:
    hand, table = "JH QH KH AC AS X 9D 4S", ["4C 5C 6C"]
    before = {"opened": False, "others": [13], "stock": 60}
    opens = seen("online", hand=hand, table=table, **before)
    other = alternative(opens, advise(opens))
    assert isinstance(other, Lay)
    assert set(other.melds) != set(advise(opens).actions[0].melds)
    take = seen("online", hand="2C 9D KS QD", drawn=False, discard="7C", table=table, others=[9])
    take = take._replace(state=take.state._replace(stock=(UNSEEN,) * 60))
    assert advise(take).actions[0] == read_action("take 7C")
    assert alternative(take, advise(take)) == read_action("draw")
    only = seen("online", hand="2C 9D KS QD", drawn=False, discard="7H", table=table, stock=60)
    assert alternative(only, advise(only)) is None

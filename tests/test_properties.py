"""What holds of all cards, melds, actions, rules and hands, tried on many of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import assume
from hypothesis import strategies as st

from scala40.actions import Action, read_action
from scala40.cards import CARDS, JOKER, Card, cards, hand_text, pack
from scala40.errors import Refused
from scala40.hand import Hand, deal_hand
from scala40.melds import (
    Meld,
    attach,
    fitting,
    freed,
    placements,
    read_meld,
    readings,
    swap,
    wanted,
)
from scala40.notation import LONGEST
from scala40.partition import Goal, best_split, hand_value, opening_points
from scala40.position import position_text, read_position_text
from scala40.rules import Rules
from scala40.score import hand_points
from scala40.view import view_of
from tests.brute import Laid, every_meld, paid
from tests.drawn import A_CARD, A_PRESET, ANY_ACTION, a_meld, any_rules, holds, near_cards
from tests.test_invariants import mixed, random_rules, stacked

# --- texts ---------------------------------------------------------------------------------------


@holds(100, held=st.lists(A_CARD, max_size=108))
def test_cards_read_back(held: list[Card]) -> None:
    assert cards(hand_text(held)) == tuple(held)


@holds(300, action=ANY_ACTION)
def test_an_action_reads_back(action: Action) -> None:
    assert read_action(str(action)) == action
    assert read_action(f" {action} ".replace(" ", "  ")) == action


@holds(200, rules=any_rules())
def test_rules_read_back(rules: Rules) -> None:
    text = str(rules)
    assert Rules.read(text) == rules
    assert str(Rules.read(text)) == text
    assert len(text) < LONGEST


@holds(25, seed=st.integers(0, 2**32), good=st.booleans(), buying=st.booleans())
def test_whatever_is_seen_in_play_reads_back(seed: int, good: bool, buying: bool) -> None:
    rng = Random(seed)
    rules = random_rules(rng).with_options({"buying": buying})
    seats = rng.randint(rules.min_players, rules.max_players)
    order = rng.sample(range(seats), rng.randint(2, seats))
    deck = stacked(rules, len(order), rng) if good else None
    hand = Hand(deal_hand(rules, seats, order, seed, 0, deck))
    while hand.state.end is None and len(hand.events) < 120:
        state = hand.state
        text = position_text(state)
        assert text == position_text(view_of(hand, state.seat, ()).state)
        assert read_position_text(text, rules) == view_of(hand, state.seat, ()).state
        hand.play(mixed(hand, rng))


# --- melds ---------------------------------------------------------------------------------------


@holds(150, given=near_cards(6, jokers=1), rules=A_PRESET)
def test_the_readings_are_all_melds_of_just_these_cards(
    given: tuple[Card, ...], rules: Rules
) -> None:
    declared = rules.with_options({"set_joker": "declared"})
    every = {laid for laid in every_meld(given, declared) if len(laid) == len(given)}
    found = [meld.cards for meld in readings(given, rules)]
    assert set(found) == every
    assert len(found) == len(every)


@holds(150, meld=A_PRESET.flatmap(lambda rules: st.tuples(a_meld(rules), st.just(rules))))
def test_a_meld_reads_back_and_only_grows_by_the_card_attached(meld: tuple[Meld, Rules]) -> None:
    old, rules = meld
    assert read_meld(cards(str(old)), rules) == old
    for c in CARDS[:105]:
        for end, new in placements(old, c, rules):
            assert in_hand(new) == in_hand(old) + Counter([c.in_hand])
            assert read_meld(new.cards, rules) == new
            declared = new.joker if c == JOKER and new.joker else c
            ends = [e for e, _ in placements(old, declared, rules)]
            assert attach(old, declared, end if len(ends) > 1 else None, rules) == new
    assert all(placements(old, c, rules) for c in fitting(old, rules))


@holds(150, meld=A_PRESET.flatmap(lambda rules: st.tuples(a_meld(rules), st.just(rules))))
def test_a_swap_gives_the_joker_for_a_card_it_stands_for(meld: tuple[Meld, Rules]) -> None:
    old, rules = meld
    for c in CARDS[:53]:
        if freed(old, c, rules) is None:
            with pytest.raises(Refused):
                swap(old, c, rules)
            continue
        new = swap(old, c, rules)
        assert c in wanted(old)
        assert in_hand(new) == in_hand(old) - Counter([JOKER]) + Counter([c])
        assert (new.points, new.joker) == (old.points, None)


def in_hand(meld: Meld) -> Counter[Card]:
    return Counter(c.in_hand for c in meld.cards)


# --- the best split ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "needed"),
    [("QH KH AH 9H X JH", 31), ("5H 6H 7H 8H X TH", 18), ("X 4H 5H 6H 7H 8H", 21)],
)
def test_a_clean_opening_is_not_spoilt_by_a_joker_next_to_it(hand: str, needed: int) -> None:
    rules = Rules.read(f"online;opening_jokers=clean-40;opening_points={needed}")
    found = best_split(cards(hand), rules, goal="points", opening=needed)
    assert found is not None
    assert [meld.joker is None for meld in found.melds].count(True) == 1


@holds(
    250,
    hand=near_cards(9, jokers=2),
    rules=A_PRESET,
    clean=st.sampled_from(["counted", "clean-40", "forbidden"]),
    goal=st.sampled_from(["points", "deadwood", "cards"]),
    keep=st.integers(0, 3),
    opening=st.sampled_from([None, None, 1, 20, 40]),
    must=st.one_of(st.none(), st.integers(0, 8)),
)
def test_the_best_split_is_as_good_as_any(
    hand: tuple[Card, ...],
    rules: Rules,
    clean: str,
    goal: Goal,
    keep: int,
    opening: int | None,
    must: int | None,
) -> None:
    rules = rules.with_options({"opening_jokers": clean})
    card = None if must is None else hand[must % len(hand)]
    found = best_split(hand, rules, goal=goal, keep=keep, opening=opening, must=card)

    def admitted(melds: tuple[Meld, ...]) -> bool:
        laid = [c.in_hand for meld in melds for c in meld.cards]
        counted = [opening_points(meld, rules) for meld in melds]
        opens = None not in counted and sum(count or 0 for count in counted) >= (opening or 0)
        enough = len(hand) - len(laid) >= keep
        return enough and (opening is None or opens) and (card is None or card in laid)

    def worth(melds: tuple[Meld, ...]) -> int:
        if goal == "points":
            return sum(meld.points for meld in melds)
        laid = [c.in_hand for meld in melds for c in meld.cards]
        return len(laid) if goal == "cards" else sum(hand_value(c, rules) for c in laid)

    choices = [melds for melds in every_choice(hand, rules) if admitted(melds)]
    assert (found is None) == (not choices)
    if found is not None:
        assert admitted(found.melds)
        assert paid(hand, [meld.cards for meld in found.melds])
        assert found.points == sum(meld.points for meld in found.melds)
        assert worth(found.melds) == max(map(worth, choices))


def every_choice(hand: tuple[Card, ...], rules: Rules) -> Iterator[tuple[Meld, ...]]:
    """Every choice of melds that the hand can pay for at once, none at all among them."""
    melds = [(laid, Counter(in_hand_of(laid))) for laid in sorted(every_meld(hand, rules))]

    def extend(
        start: int, left: Counter[Card], chosen: tuple[Meld, ...]
    ) -> Iterator[tuple[Meld, ...]]:
        yield chosen
        for n in range(start, len(melds)):
            laid, cost = melds[n]
            if cost <= left:
                yield from extend(n, left - cost, (*chosen, read_meld(laid, rules)))

    return extend(0, Counter(hand), ())


def in_hand_of(laid: Laid) -> Iterator[Card]:
    return (c.in_hand for c in laid)


# --- dealing and counting ------------------------------------------------------------------------


@holds(
    100,
    rules=any_rules(),
    deal=st.integers(0, 2**53 - 1),
    hand=st.integers(0, 200),
    seats=st.permutations(range(6)),
    number=st.integers(2, 6),
)
def test_a_deal_is_the_pack_in_another_order(
    rules: Rules, deal: int, hand: int, seats: list[int], number: int
) -> None:
    state = deal_hand(rules, 6, seats[:number], deal, hand)
    dealt = [c for held in state.hands for c in held]
    assert Counter([*dealt, *state.discard, *state.stock]) == Counter(pack(rules.jokers))
    assert [len(state.hands[seat]) for seat in seats[:number]] == [13] * number
    assert JOKER not in state.discard
    assert deal_hand(rules, 6, seats[:number], deal, hand) == state


@holds(100, rules=any_rules(), some=near_cards(7, jokers=4), more=near_cards(7, jokers=4))
def test_two_hands_cost_together_what_each_costs(
    rules: Rules, some: tuple[Card, ...], more: tuple[Card, ...]
) -> None:
    assume(len(some) > 1 and len(more) > 1)

    def cost(hand: tuple[Card, ...]) -> int:
        return hand_points(hand, rules, opened=True)

    assert cost((*some, *more)) == cost(some) + cost(more)
    assert cost(tuple(reversed(some))) == cost(some)
    assert hand_points(some, rules, opened=True, closer=True) == 0
    assert hand_points(some, rules, opened=False) in (cost(some), 2 * cost(some), 100)

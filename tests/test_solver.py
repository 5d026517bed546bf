"""The fast search and the plain one agree, and what they lay the hand can pay for."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from scala40.candidates import melds_in
from scala40.cards import JOKER, Card, cards, pack
from scala40.melds import Meld
from scala40.packed import pack_hand
from scala40.partition import (
    Split,
    best_split,
    closing,
    hand_value,
    least_opening,
    opening_points,
    plain_split,
)
from scala40.rules import PRESETS, Rules
from scala40.solver import POINT, SPENT, Goal, splitter

HANDS = 120  # for each preset, by default
LONG = 1000


def random_hand(rng: Random) -> tuple[Card, ...]:
    """12 to 18 cards, now and then 20, with no joker to four, often close to each other."""
    jokers = rng.randrange(5)
    plain = list(pack(0))
    if rng.random() < 0.5:
        suits = rng.sample(range(4), 2)
        plain = [c for c in plain if c.suit in suits]
    return (*rng.sample(plain, rng.choice([*range(12, 19), 20]) - jokers), *(JOKER,) * jokers)


def worth(split: Split | None, goal: Goal, rules: Rules) -> int | None:
    """What a split is worth for a goal."""
    if split is None:
        return None
    if goal == "points":
        return split.points
    laid = [c.in_hand for meld in split.melds for c in meld.cards]
    points = sum(hand_value(c, rules) for c in laid)
    return len(laid) if goal == "cards" else points * POINT + len(laid)


def agree(preset: str, hands: int) -> None:
    rng, rules = Random(preset), Rules.preset(preset)
    for _ in range(hands):
        hand = random_hand(rng)
        keep, opening = rng.choice([0, 1, 2]), rng.choice([None, 30, 40, 60])
        must = rng.choice([None, rng.choice(hand)])
        for goal in ("points", "deadwood", "cards"):
            fast = best_split(hand, rules, goal=goal, keep=keep, opening=opening, must=must)
            plain = plain_split(hand, rules, goal=goal, keep=keep, opening=opening, must=must)
            assert worth(fast, goal, rules) == worth(plain, goal, rules)
            if fast is not None:
                laid = in_hand(fast.melds)
                assert not laid - Counter(hand)
                assert len(hand) - laid.total() >= keep
                assert must is None or laid[must]
                counted = [opening_points(meld, rules) for meld in fast.melds]
                assert opening is None or sum(n for n in counted if n is not None) >= opening
            search = splitter(rules, goal)
            free = plain_split(hand, rules, goal=goal)
            plain_cards = pack_hand(c for c in hand if c != JOKER)
            assert search.worth(plain_cards, hand.count(JOKER)) == worth(free, goal, rules)


def in_hand(melds: tuple[Meld, ...]) -> Counter[Card]:
    return Counter(c.in_hand for meld in melds for c in meld.cards)


def every_choice(
    hand: Counter[Card], melds: list[Meld], chosen: tuple[Meld, ...] = ()
) -> Iterator[tuple[Meld, ...]]:
    """Every choice of melds that a hand can pay for at once."""
    yield chosen
    for place, meld in enumerate(melds):
        needed = in_hand((meld,))
        if needed <= hand:
            yield from every_choice(hand - needed, melds[place:], (*chosen, meld))


def few_cards(rng: Random) -> tuple[Card, ...]:
    """Ten cards near each other, with two jokers at most."""
    low, suits = rng.randrange(13), rng.sample(range(4), rng.choice([2, 3]))
    ranks = {(low + n) % 13 + 1 for n in range(6)}
    near = [c for c in pack(0) if c.rank in ranks and c.suit in suits]
    jokers = rng.randrange(3)
    return (*rng.sample(near, 10 - jokers), *(JOKER,) * jokers)


def given_away(melds: tuple[Meld, ...]) -> tuple[int, int, int]:
    laid = in_hand(melds)
    return laid[JOKER], laid.total(), sum(meld.points for meld in melds)


@pytest.mark.parametrize("opening_jokers", ["counted", "clean-40", "forbidden"])
def test_the_least_opening_gives_no_more_away_than_any_other(opening_jokers: str) -> None:
    rng, some = Random(40), 0
    rules = Rules.preset("online").with_options({"opening_jokers": opening_jokers})
    for _ in range(40):
        hand, needed, keep = few_cards(rng), rng.choice([20, 30, 40, 50]), rng.choice([0, 1])
        must = rng.choice([None, rng.choice(hand)])
        openings = []
        for melds in every_choice(Counter(hand), [*melds_in(hand, rules)]):
            counted = [opening_points(meld, rules) for meld in melds]
            laid = in_hand(melds)
            if (
                None not in counted
                and sum(n or 0 for n in counted) >= needed
                and laid.total() + keep <= len(hand)
                and (must is None or laid[must])
            ):
                openings.append(given_away(melds))
        found = least_opening(hand, rules, needed=needed, keep=keep, must=must)
        assert (given_away(found.melds) if found else None) == min(openings, default=None)
        some += found is not None
    assert some


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("opened", [True, False])
def test_a_hand_closes_where_some_choice_of_melds_leaves_one_card(
    preset: str, opened: bool
) -> None:
    rng, rules, some = Random(preset), Rules.preset(preset), 0
    for _ in range(20):
        hand = few_cards(rng)
        lefts: set[Card | None] = set()
        for melds in every_choice(Counter(hand), [*melds_in(hand, rules)]):
            left = [*(Counter(hand) - in_hand(melds)).elements()]
            whole = rules.opening_jokers == "counted"
            counted = sum(m.points for m in melds if whole or m.joker is None)
            if opened or counted >= rules.opening_points:
                if len(left) == 1:
                    lefts.add(left[0])
                if not left and rules.final_discard == "optional":
                    lefts.add(None)
        found = closing(hand, rules, opened=opened)
        assert (found is None) == (not lefts)
        if found is not None:
            some += 1
            assert found.left in lefts
            left = () if found.left is None else (found.left,)
            assert in_hand(found.split.melds) + Counter(left) == Counter(hand)
    assert some


def test_a_hand_that_need_not_open_in_full_to_close_closes_below_it() -> None:
    hand = cards("AC 2C 3C 4D 4H 4S KH")
    rules = Rules.read("online;in_mano_needs_opening=no")
    assert closing(hand, Rules.preset("online"), opened=False) is None
    assert closing(hand, rules, opened=False) is not None


def test_a_joker_that_costs_nothing_is_laid_all_the_same() -> None:
    rules = Rules(joker_in_hand=0)
    split = best_split(cards("5H 6H 7H X"), rules, goal="deadwood")
    assert split is not None
    assert [len(meld.cards) for meld in split.melds] == [4]


def test_jokers_are_spent_where_that_is_asked_for() -> None:
    rules = Rules(joker_in_hand=0)
    hand = cards("KH KS KD 3C 4C")
    search = splitter(rules, "deadwood", spend_jokers=True)
    assert search.worth(pack_hand(hand), 2) // SPENT == 2
    assert search.worth(pack_hand(cards("KH KS KD 3C")), 2) // SPENT == 1
    laid = [c for meld in search.melds(pack_hand(hand), 2) for c in meld.cards]
    assert sum(c.is_joker for c in laid) == 2


@pytest.mark.parametrize("preset", PRESETS)
def test_the_fast_search_finds_what_the_plain_one_finds(preset: str) -> None:
    agree(preset, HANDS)


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_they_agree_on_thousands_of_hands(preset: str) -> None:
    agree(preset, LONG)

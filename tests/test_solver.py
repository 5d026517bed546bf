"""The fast search and the plain one agree, and what they lay the hand can pay for."""

from collections import Counter
from random import Random

import pytest

from scala40.cards import JOKER, Card, cards, pack
from scala40.partition import Split, best_split, hand_value, plain_split
from scala40.rules import PRESETS, Rules
from scala40.solver import POINT, SPENT, Goal, pack_hand, splitter

HANDS = 120  # for each preset, by default
LONG = 1000


def random_hand(rng: Random) -> tuple[Card, ...]:
    """12 to 18 cards with no joker to four, often close to each other."""
    jokers = rng.randrange(5)
    plain = list(pack(0))
    if rng.random() < 0.5:
        suits = rng.sample(range(4), 2)
        plain = [c for c in plain if c.suit in suits]
    return (*rng.sample(plain, rng.randint(12, 18) - jokers), *(JOKER,) * jokers)


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
        for goal in ("points", "deadwood", "cards"):
            fast = best_split(hand, rules, goal=goal, keep=keep, opening=opening)
            plain = plain_split(hand, rules, goal=goal, keep=keep, opening=opening)
            assert worth(fast, goal, rules) == worth(plain, goal, rules)
            if fast is not None:
                laid = Counter(c.in_hand for meld in fast.melds for c in meld.cards)
                assert not laid - Counter(hand)
                assert len(hand) - laid.total() >= keep


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

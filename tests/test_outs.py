"""Outs are the kinds of which trying says that they help, and no others."""

from collections import Counter
from random import Random

import pytest

from scala40.cards import JOKER, NATURALS, Card, cards, pack
from scala40.outs import closing_outs, opening_outs
from scala40.partition import plain_split
from scala40.rules import PRESETS, Rules

KINDS = (*NATURALS, JOKER)
HANDS = 3  # for each preset, by default
LONG = 40


def unseen_beside(hand: tuple[Card, ...], rng: Random) -> Counter[Card]:
    """What may be unseen: the rest of the pack without some cards."""
    rest = list((Counter(pack(4)) - Counter(hand)).elements())
    return Counter(rng.sample(rest, len(rest) // 2))


def promising_hand(rng: Random, jokers: int) -> tuple[Card, ...]:
    """Thirteen cards of a few neighbouring ranks, so that much is nearly laid."""
    low = rng.randrange(13)
    ranks = {(low + n) % 13 + 1 for n in range(4)}
    near = [c for c in pack(0) if c.rank in ranks]
    return (*rng.sample(near, 13 - jokers), *(JOKER,) * jokers)


def opens(hand: tuple[Card, ...], rules: Rules) -> bool:
    keep = int(rules.final_discard == "required")
    needed = rules.opening_points
    return plain_split(hand, rules, goal="points", keep=keep, opening=needed) is not None


def laid(hand: tuple[Card, ...], rules: Rules, opened: bool) -> int:
    """How many cards can be laid in one turn, -1 where the hand cannot open."""
    if not opened and rules.opening_jokers == "forbidden":  # a joker may follow the opening
        rules = rules.with_options({"opening_jokers": "clean-40"})
    needed = None if opened else rules.opening_points
    split = plain_split(hand, rules, goal="cards", opening=needed)
    return -1 if split is None else sum(len(meld.cards) for meld in split.melds)


def closes(hand: tuple[Card, ...], rules: Rules, opened: bool) -> bool:
    if rules.final_discard == "optional" and laid(hand, rules, opened) == len(hand):
        return True
    rests = [(*hand[:n], *hand[n + 1 :]) for n in range(len(hand))]
    return any(laid(rest, rules, opened) == len(rest) for rest in dict.fromkeys(rests))


def agree(preset: str, hands: int) -> None:
    rng, rules = Random(preset), Rules.preset(preset)
    some = 0
    for number in range(hands):
        hand = tuple(rng.sample(pack(4), 13))
        unseen = unseen_beside(hand, rng)
        found = opening_outs(hand, rules, unseen)
        assert found == {c: unseen[c] for c in KINDS if unseen[c] and opens((*hand, c), rules)}
        hand, opened = promising_hand(rng, jokers=number % 3), number % 2 == 0
        unseen = unseen_beside(hand, rng)
        found = closing_outs(hand, rules, unseen, opened=opened)
        tried = {c: unseen[c] for c in KINDS if unseen[c] and closes((*hand, c), rules, opened)}
        assert found == tried
        some += bool(found)
    assert some


@pytest.mark.parametrize("preset", PRESETS)
def test_the_outs_are_those_that_trying_finds(preset: str) -> None:
    agree(preset, HANDS)


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_the_outs_of_many_hands_are_those_that_trying_finds(preset: str) -> None:
    agree(preset, LONG)


@pytest.mark.parametrize(
    ("two", "needed", "outs"),
    [
        ("JH KH", 30, "QH X"),
        ("QH KH", 30, "JH AH X"),
        ("AH 2H", 6, "3H X"),
        ("AH KH", 30, "QH X"),
        ("KH KS", 30, "KC KD X"),
    ],
)
def test_two_cards_have_the_outs_that_make_them_a_meld(two: str, needed: int, outs: str) -> None:
    hand = cards(f"{two} 4C 8C 4D 8D 6S TS")
    rules = Rules.read(f"online;opening_points={needed}")
    unseen = Counter(pack(1)) - Counter(hand)
    found = opening_outs(hand, rules, unseen)
    assert {*cards(outs)} <= {*found}
    assert all(opens((*hand, c), rules) for c in found)


def test_one_card_may_join_four_others_and_close() -> None:
    hand = cards("4H 5H 7H 8H TC TD TS QC QD QS KC KD KS")
    for preset in PRESETS:
        outs = closing_outs(hand, Rules.preset(preset), Counter(pack(4)) - Counter(hand))
        assert outs[cards("6H")[0]] == 2


def test_most_copies_come_first() -> None:
    hand = cards("JH QH KH 8S 8H 2C 4D 6C 2S 4S 9C AD KC")
    unseen = Counter({JOKER: 1, cards("8C")[0]: 2, cards("8D")[0]: 1})
    assert [*opening_outs(hand, Rules.preset("online"), unseen)] == [*cards("8C 8D X")]


def test_every_card_lets_a_hand_open_that_can_already() -> None:
    hand = cards("JH QH KH TS TD TC 2C 4D 6C 2S 4S 9C AD")
    unseen = Counter(cards("3C 3C 7D"))
    assert opening_outs(hand, Rules.preset("online"), unseen) == unseen

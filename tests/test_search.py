"""The best turn: what it finds is what trying everything finds, and it can be played."""

from collections import Counter
from random import Random

import pytest

from scala40.cards import JOKER, NATURALS, UNSEEN, Card, pack
from scala40.errors import RulesError
from scala40.melds import Meld, fitting, readings, wanted
from scala40.rules import PRESETS, VALUES, YES_NO, Rules
from scala40.search import best_turn, gain_of_taking, points_left
from scala40.state import Duty, State
from scala40.turn import apply
from scala40.view import View
from tests.plain_turn import best_outcome, outcome
from tests.positions import position

TURNS = 60  # for each preset, by default
LONG = 500
#: The plain search gives up beyond so many positions; another turn is drawn then.
MOST = 3000

#: The options that have a say in how a turn ends.
OPTIONS = (
    "opening_jokers discard_before_opening taken_discard attach_in_opening_turn"
    " attachable_discard set_joker freed_joker joker_discard longest_run final_discard"
    " first_round_close in_mano_needs_opening ace_in_hand lone_ace_in_hand joker_in_hand"
).split()


def random_rules(preset: str, rng: Random) -> Rules:
    """A preset with no option changed, one or three, and an opening that small hands can pay."""
    rules = Rules.preset(preset).with_options({"opening_points": rng.choice([9, 18, 27, 40])})
    for name in rng.sample(OPTIONS, rng.choice([0, 1, 1, 3])):
        values = [True, False] if name in YES_NO else list(VALUES[name])
        try:
            rules = rules.with_options({name: rng.choice(values)})
        except RulesError:
            continue
    return rules


def random_turn(preset: str, rng: Random) -> State:
    """A turn after the draw: a few cards, most of which fit each other or the table."""
    rules = random_rules(preset, rng)
    deck = list(pack(4))
    rng.shuffle(deck)
    melds = tuple(random_meld(deck, rules, rng) for _ in range(rng.randint(0, 4)))
    opened = rng.random() < 0.6
    hand: list[Card] = []
    for _ in range(rng.randrange(3)):
        if JOKER in deck:
            deck.remove(JOKER)
            hand.append(JOKER)
    fits = [c for meld in melds for c in (*wanted(meld), *fitting(meld, rules))]
    size = len(hand) + rng.randint(3, 8)
    while len(hand) < size:
        near = [c for c in deck if c != JOKER and (c in fits or any(neighbours(c, o) for o in hand))]
        c = rng.choice(near) if near and rng.random() < 0.8 else rng.choice(deck)
        deck.remove(c)
        hand.append(c)
    taken = rng.choice(hand) if rng.random() < 0.4 else None
    duty: Duty = "none"
    if taken is not None:
        duty = "open" if not opened else "use" if rules.taken_discard == "use-now" else "none"
    owed = rules.freed_joker != "keep" and JOKER in hand and opened and rng.random() < 0.2
    players = rng.choice([2, 3])
    return State(
        rules,
        tuple(range(players)),
        (tuple(sorted(hand)), *((UNSEEN,) * 5,) * (players - 1)),
        (opened, *(True,) * (players - 1)),
        melds,
        (1,) * len(melds),
        discard=tuple(deck[:3]),
        stock=(UNSEEN,) * 20,
        turns=rng.choice([0, 6]),
        drawn=True,
        taken=taken,
        duty=duty,
        freed=int(owed),
        opened_now=opened and rng.random() < 0.1,
    )


def neighbours(one: Card, other: Card) -> bool:
    """True for cards that can be in one meld."""
    if one.rank == other.rank:
        return one.suit != other.suit
    apart = abs(one.rank - other.rank)
    return one.suit == other.suit and (apart <= 2 or apart >= 11)


def random_meld(deck: list[Card], rules: Rules, rng: Random) -> Meld:
    """A meld, often with a joker, whose cards are taken out of the deck."""
    while True:
        start, size = rng.choice(NATURALS), rng.choice([3, 3, 3, 4, 5, 6, 12])
        held = [Card(start - start.rank + 1 + (start.rank - 1 + n) % 13) for n in range(size)]
        if rng.random() < 0.5:
            held = [c for c in NATURALS if c.rank == start.rank]
            held = rng.sample(held, rng.choice([3, 3, 4]))
        if rng.random() < 0.5 and JOKER in deck:
            held[rng.randrange(len(held))] = JOKER
        found = readings(tuple(held), rules)
        if found and not Counter(held) - Counter(deck):
            meld = rng.choice(found)
            for c in held:
                deck.remove(c)
            return read_laid(meld, rules)


def read_laid(meld: Meld, rules: Rules) -> Meld:
    """A meld as the table shows it under these rules."""
    from scala40.melds import read_meld

    return read_meld(meld.cards, rules)


def agree(preset: str, turns: int) -> Counter[str]:
    """Compare so many turns; how many ended how."""
    rng = Random(preset)
    seen: Counter[str] = Counter()
    while seen.total() < turns:
        state = random_turn(preset, rng)
        try:
            plain = best_outcome(state, MOST)
        except OverflowError:
            continue
        actions, after = best_turn(state)
        here = state
        for action in actions:
            here = apply(here, action)
        assert here == after
        found = outcome(after, state.seat) if actions else None
        assert found == plain
        seen["stuck" if plain is None else "goes on" if plain[0] else "closed"] += 1
    return seen


@pytest.mark.parametrize("preset", PRESETS)
def test_the_best_turn_leaves_what_trying_everything_leaves(preset: str) -> None:
    seen = agree(preset, TURNS)
    assert seen["closed"] > TURNS // 20
    assert seen["goes on"] > TURNS // 4


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_they_agree_on_thousands_of_turns(preset: str) -> None:
    agree(preset, LONG)

"""The legal actions are all that a brute force finds, and no others."""

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from scala40.actions import Action, Attach, Buy, Discard, Draw, Lay, Pass, PutBack, Swap, Take
from scala40.cards import CARDS, JOKER, NATURALS, Card, pack
from scala40.errors import Refused
from scala40.melds import Meld, read_meld
from scala40.moves import LegalActions
from scala40.rules import PRESETS, Rules
from scala40.state import State
from scala40.turn import apply, may
from tests.brute import every_lay_down, every_meld

POSITIONS = 220  # for each preset


def random_position(preset: str, rng: Random) -> State:
    """A small position: up to 7 cards, 3 melds, 2 jokers in all."""
    changes = {"jokers": 2, "opening_points": rng.choice([5, 15, 25])}
    rules = Rules.preset(preset).with_options(changes)
    deck = list(pack(2))
    rng.shuffle(deck)
    melds = tuple(random_meld(deck, rules, rng) for _ in range(rng.randrange(4)))
    suits = rng.sample(range(4), 2)
    near = [c for c in deck if c == JOKER or c.suit in suits]
    hand = tuple(sorted(near[: rng.randint(1, 7)]))
    for c in hand:
        deck.remove(c)
    drawn = rng.random() < 0.85
    taken = rng.choice(hand) if drawn and rng.random() < 0.3 else None
    opened = rng.random() < 0.7
    owed = rules.freed_joker != "keep" and JOKER in hand and opened and drawn
    return State(
        rules,
        (0, 1, 2) if rules.max_players > 2 else (0, 1),
        (hand, (), ()),
        (opened, True, True),
        melds,
        (1,) * len(melds),
        discard=tuple(deck[:3]),
        stock=tuple(deck[3:9]),
        turns=rng.choice([0, 6]),
        drawn=drawn,
        taken=taken,
        duty="none" if taken is None else rng.choice(["none", "use"]) if opened else "open",
        acted=rng.random() < 0.3,
        freed=int(owed and rng.random() < 0.4),
    )


def random_meld(deck: list[Card], rules: Rules, rng: Random) -> Meld:
    """A meld whose cards are taken out of the deck."""
    while True:
        start = rng.choice(NATURALS)
        if rng.random() < 0.5:
            suit = [c for c in NATURALS if c.suit == start.suit]
            suit.append(suit[0])
            low = rng.randrange(12)
            held = suit[low : low + rng.randint(3, 5)]
        else:
            held = [c for c in NATURALS if c.rank == start.rank][: rng.randint(3, 4)]
        if rng.random() < 0.5 and JOKER in deck:
            place = rng.randrange(len(held))
            held[place] = JOKER.standing_for(held[place])
        wanted = Counter(c.in_hand for c in held)
        if len(held) >= 3 and not wanted - Counter(deck):
            for c in wanted.elements():
                deck.remove(c)
            return read_meld(tuple(held), rules)


def every_try(state: State) -> Iterator[Action]:
    """Whatever somebody could try with the cards of the hand."""
    yield from (Draw(), PutBack(), Pass())
    yield from (Take(c) for c in CARDS[:53])
    kinds = [c for c in CARDS[:105] if c.in_hand in state.hand]
    for c in kinds:
        yield Discard(c)
        for number in range(len(state.melds) + 1):
            yield Swap(c, number)
            for end in (None, "low", "high"):
                yield Attach(c, number, end)
    if state.has_opened:
        yield from (Lay((meld,)) for meld in every_meld(state.hand, state.rules))
    else:
        yield from (Lay(melds) for melds in every_lay_down(state.hand, state.rules))


@pytest.mark.parametrize("preset", PRESETS)
def test_legal_actions_are_those_that_a_brute_force_finds(preset: str) -> None:
    rng = Random(preset)
    seen: Counter[str] = Counter()
    for _ in range(POSITIONS):
        state = random_position(preset, rng)
        moves = list(LegalActions(state))
        outcomes = [apply(state, move) for move in moves]
        assert len(set(outcomes)) == len(outcomes)
        assert set(outcomes) == set(results(state, every_try(state)))
        assert LegalActions(state).count() == len(moves)
        seen.update(type(move).__name__ for move in moves)
    assert {"Draw", "Take", "Lay", "Attach", "Swap", "Discard"} <= set(seen)


def results(state: State, actions: Iterator[Action]) -> Iterator[State]:
    """The states after those of the actions that are allowed."""
    for action in actions:
        try:
            yield apply(state, action)
        except Refused:
            continue


def test_an_action_is_in_the_legal_ones_in_whatever_form_it_is_written() -> None:
    rng = Random(1)
    for _ in range(50):
        state = random_position("online", rng)
        for action in every_try(state):
            assert (action in LegalActions(state)) == may(state, action)


def test_what_may_be_bought_is_every_meld_with_the_card_offered() -> None:
    rng = Random(2)
    bids = 0
    for _ in range(200):
        state = random_position("online", rng)
        rules = state.rules.with_options({"buying": True})
        state = state._replace(rules=rules, buyers=(0,), waiting=1, drawn=False, opened=(True,) * 3)
        top = state.discard[-1]
        tries = [Buy(meld) for meld in every_meld((*state.hand, top), rules)]
        found = {apply(state, move) for move in LegalActions(state) if isinstance(move, Buy)}
        assert found == set(results(state, iter(tries)))
        bids += len(found)
    assert bids > 10

"""Every level plays every kind of game, from what its seat may see alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest

from scala40.actions import Action, Discard
from scala40.bots import choose, think
from scala40.cards import UNSEEN
from scala40.hand import Hand, deal_hand
from scala40.levels import LEVELS, Level
from scala40.match import Match
from scala40.position import read_position_text
from scala40.rules import PRESETS, Rules
from scala40.turn import may
from scala40.view import View, view_of
from tests.person import with_hidden_permuted

FEW = 3  # worlds that a maestro weighs in these tests
MIXES = (
    "online",
    "online;buying=yes",
    "online;partners=yes",
    "online;in_mano_needs_opening=no;in_mano=double",
    "online;freed_joker=keep;joker_discard=closing-only;put_back=yes",
    "online;opening_jokers=clean-40;attach_in_opening_turn=no;longest_run=14",
    "online;opening_points=100;max_reshuffles=0",
    "classica;set_joker=any-missing;attachable_discard=federation",
    "pulita;jokers=0;ace_in_hand=11;lone_ace_in_hand=1",
)


def decide(hand: Hand, level: Level, seed: int = 1) -> Action:
    """What a level does for the player to act."""
    seat = hand.state.seat
    return choose(view_of(hand, seat, (0,) * len(hand.state.hands)), level, seed, FEW)


def dealt(rules: Rules, players: int, deal: int) -> Hand:
    return Hand(deal_hand(rules, players, range(players), deal))


def play_mixed(rules: Rules, players: int, deal: int) -> Hand:
    """A hand in which each seat plays at another level."""
    hand = dealt(rules, players, deal)
    while hand.state.end is None:
        hand.play(decide(hand, LEVELS[(hand.state.seat + deal) % len(LEVELS)]))
    return hand


@pytest.mark.parametrize("rules", [*PRESETS, *MIXES])
def test_every_level_plays_every_number_of_players_to_the_end(rules: str) -> None:
    read = Rules.read(rules)
    admitted = range(max(read.min_players, 3 if read.buying else 2), read.max_players + 1)
    if rules not in PRESETS:
        admitted = admitted[:: len(admitted) - 1]  # the fewest and the most
    for players in (4,) if read.partners else admitted:
        assert play_mixed(read, players, deal=players).state.end is not None


@pytest.mark.slow
@pytest.mark.parametrize("rules", [*PRESETS, *MIXES])
def test_every_level_plays_many_hands_to_the_end(rules: str) -> None:
    read = Rules.read(rules)
    players = 4 if read.partners or read.buying else read.min_players
    for deal in range(1000, 1040):
        play_mixed(read, players, deal)


@pytest.mark.parametrize("level", ["easy", "normal", "hard"])
def test_four_of_a_level_nearly_always_close(level: Level) -> None:
    closed = 0
    for deal in range(20):
        hand = dealt(Rules.preset("online"), 4, deal)
        while hand.state.end is None:
            hand.play(decide(hand, level))
        closed += hand.state.end.closer is not None
    assert closed >= 19


def test_the_same_view_and_seed_give_the_same_action_and_another_seed_another_hand() -> None:
    def record(level: Level, seed: int) -> list[str]:
        hand = dealt(Rules.preset("online"), 2, deal=3)
        while hand.state.end is None and len(hand.events) < 40:
            hand.play(decide(hand, level, seed))
        return [str(event.action) for event in hand.events]

    assert record("easy", 1) == record("easy", 1) != record("easy", 2)
    assert record("maestro", 1) == record("maestro", 1)


def test_a_maestro_pauses_at_every_world_and_can_be_dropped() -> None:
    text = "hand KS QS 2D 3D 8C; opened; drawn; table 5H 6H 7H | 9C 9D 9S; others 4; stock 40"
    view = View(0, read_position_text(text, Rules.preset("online")), (), (0, 0))
    assert sum(1 for _ in think(view, "maestro", seed=1, samples=7)) == 7 + 1
    dropped = think(view, "maestro", seed=1, samples=10**6)
    next(dropped)
    next(dropped)
    dropped.close()


# --- fairness ------------------------------------------------------------------------------------


def unmoved_by_what_is_hidden(decide: Callable[[Hand], Action], hands: int) -> bool:
    """True where a player does the same whatever is redealt that its seat may not see."""
    rng = Random(40)
    for deal in range(hands):
        hand = dealt(Rules.preset(rng.choice(list(PRESETS))), 2, deal)
        while hand.state.end is None:
            action = decide(hand)
            if rng.random() < 0.3 and hand.state.stock:
                other = with_hidden_permuted(hand, hand.state.seat, rng)
                if decide(other) != action:
                    return False
            hand.play(action)
    return True


@pytest.mark.parametrize("level", LEVELS)
def test_no_level_is_moved_by_what_is_hidden(level: Level) -> None:
    hands = 2 if level == "maestro" else 5
    assert unmoved_by_what_is_hidden(lambda hand: decide(hand, level), hands)


def test_a_cheat_that_looks_at_the_stock_is_found_out() -> None:
    def cheat(hand: Hand) -> Action:
        action, state = decide(hand, "normal"), hand.state
        if isinstance(action, Discard) and state.stock and state.stock[0].rank > 6:
            return next(Discard(c) for c in state.hand if may(state, Discard(c)))
        return action

    assert not unmoved_by_what_is_hidden(cheat, 5)


def reachable(value: object, path: str, seen: set[int]) -> Iterator[tuple[str, object]]:
    """Everything that can be reached from a value by attributes, items and elements."""
    if id(value) in seen or isinstance(value, type):
        return
    seen.add(id(value))
    yield path, value
    if isinstance(value, dict):
        for key, item in value.items():
            yield from reachable(item, f"{path}[{key!r}]", seen)
    elif isinstance(value, list | tuple | set | frozenset):
        for n, item in enumerate(value):
            yield from reachable(item, f"{path}[{n}]", seen)
    for name in dir(value):
        if not name.startswith("__"):
            try:
                found = getattr(value, name)
            except Exception:  # a property that does not apply
                continue
            if callable(found):
                owner = getattr(found, "__self__", None)
                if owner is not None:
                    yield from reachable(owner, f"{path}.{name}.__self__", seen)
            else:
                yield from reachable(found, f"{path}.{name}", seen)


def test_nothing_that_can_be_reached_from_a_view_holds_a_hidden_card() -> None:
    match = Match(Rules.preset("online"), ("Anna", "Bruno", "Carla"), deal=5)
    while len(match.hand.events) < 30:
        hand = match.hand
        match.play(decide(hand, "normal"))
    view = view_of(match.hand, 1, match.totals)
    found = dict(reachable(view, "view", set()))
    assert any(value is view.state.melds for value in found.values())
    for value in found.values():
        assert not isinstance(value, Hand | Match)
        if isinstance(value, tuple) and value:
            for seat in (0, 2):
                assert value != match.hand.state.hands[seat]
            assert value != match.hand.state.stock
        if isinstance(value, View):
            assert set(value.state.hands[0] + value.state.hands[2]) == {UNSEEN}
            assert set(value.state.stock) == {UNSEEN}
            assert value.state.deal is None
    own = [event for event in view.events if event.drawn is not None and event.seat == 1]
    others = [event for event in view.events if event.drawn is not None and event.seat != 1]
    assert own
    assert UNSEEN not in {event.drawn for event in own}
    assert {event.drawn for event in others} == {UNSEEN}

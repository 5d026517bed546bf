"""The computer plays sensibly, and from what its seat may see alone."""

from collections import Counter
from random import Random

import pytest

from scala40.actions import Discard, Draw, Lay, Take
from scala40.bots import choose
from scala40.cards import UNSEEN
from scala40.hand import Hand, deal_hand
from scala40.partition import best_split
from scala40.rules import Rules
from scala40.turn import may, must_keep
from scala40.view import View, view_of
from tests.person import with_hidden_permuted


def play_hand(rules: Rules, players: int, deal: int, watch: Counter[str]) -> Hand:
    """One hand among computers; ``watch`` counts what is worth knowing."""
    hand = Hand(deal_hand(rules, players, range(players), deal))
    while hand.state.end is None:
        state = hand.state
        action = choose(view_of(hand, state.seat, (0,) * players))
        if state.drawn and not state.has_opened:
            split = best_split(
                state.hand,
                rules,
                goal="points",
                keep=must_keep(state),
                opening=rules.opening_points,
            )
            if split is not None:
                watch["could open"] += 1
                assert isinstance(action, Lay)
        hand.play(action)
    watch["closed"] += hand.state.end.closer is not None
    watch["hands"] += 1
    return hand


@pytest.mark.no_cover
def test_four_of_them_never_pass_by_an_opening_and_nearly_always_close() -> None:
    watch: Counter[str] = Counter()
    for deal in range(500):
        play_hand(Rules.preset("online"), 4, deal, watch)
    assert watch["could open"] > 1000
    assert watch["closed"] >= 0.9 * watch["hands"]


@pytest.mark.parametrize("players", range(2, 7))
@pytest.mark.parametrize("preset", ["online", "pulita", "classica", "federation"])
def test_every_number_of_players_can_play_every_preset(preset: str, players: int) -> None:
    rules = Rules.preset(preset)
    if players <= rules.max_players:
        play_hand(rules, players, players, Counter())


def test_they_take_every_discard_that_opens() -> None:
    taken = 0
    for deal in range(60):
        hand = Hand(deal_hand(Rules.preset("online"), 3, (0, 1, 2), deal))
        while hand.state.end is None:
            state = hand.state
            action = choose(view_of(hand, state.seat, (0, 0, 0)))
            if not state.drawn and not state.has_opened and state.discard:
                top = Take(state.discard[-1])
                assert (action == top) == may(state, top)
                taken += action == top
            hand.play(action)
    assert taken > 20


def test_a_view_and_so_the_move_is_the_same_whatever_is_hidden() -> None:
    rng = Random(40)
    for deal in range(8):
        hand = Hand(deal_hand(Rules.preset("online"), 3, (0, 1, 2), deal))
        while hand.state.end is None:
            seat = hand.state.seat
            view = view_of(hand, seat, (0, 0, 0))
            if len(hand.state.stock):
                assert view_of(with_hidden_permuted(hand, seat, rng), seat, (0, 0, 0)) == view
            hand.play(choose(view))


def test_a_view_shows_no_other_hand_and_no_stock() -> None:
    hand = Hand(deal_hand(Rules.preset("online"), 3, (0, 1, 2), deal=3))
    hand.play(Draw())
    hand.play(Discard(hand.state.hand[0]))
    view: View = view_of(hand, 1, (0, 0, 0))
    assert set(view.state.hands[0] + view.state.hands[2] + view.state.stock) == {UNSEEN}
    assert view.events[0].drawn == UNSEEN
    assert view.state.deal is None
    assert view.unseen().total() == 108 - 13 - 2

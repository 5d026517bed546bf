"""Sampled deals fit everything that the seat has seen."""

from __future__ import annotations

from collections import Counter

import pytest

from scala40.actions import Discard
from scala40.bots import choose
from scala40.cards import UNSEEN, cards, pack
from scala40.hand import Hand, deal_hand
from scala40.partition import best_split
from scala40.playout import play_out
from scala40.rules import PRESETS, Rules
from scala40.shuffle import Stream
from scala40.view import View, view_of
from scala40.worlds import Worlds
from tests.positions import position


def views(rules: Rules, players: int, deal: int) -> list[View]:
    """What the players to act see, in one hand."""
    hand = Hand(deal_hand(rules, players, range(players), deal))
    found = []
    while hand.state.end is None:
        view = view_of(hand, hand.state.seat, (0,) * players)
        found.append(view)
        hand.play(choose(view, "normal"))
    return found


@pytest.mark.parametrize(
    ("rules", "players"), [("online", 2), ("online", 6), ("classica", 4), ("pulita", 3)]
)
def test_a_world_is_the_view_with_every_card_of_the_game_in_its_place(
    rules: str, players: int
) -> None:
    game = Rules.preset(rules)
    source = Stream(1, "sample")
    renewed = 0
    for view in views(game, players, deal=8)[::3]:
        world = Worlds(view).draw(source)
        found = [c for held in world.hands for c in held] + [*world.stock, *world.discard]
        found += [c.in_hand for meld in world.melds for c in meld.cards]
        assert Counter(found) == Counter(pack(game.jokers))
        assert world.hands[view.seat] == view.hand
        assert [len(held) for held in world.hands] == [len(held) for held in view.state.hands]
        assert UNSEEN not in world.stock
        renewed += world.renewals > 0
        hidden = world._replace(hands=view.state.hands, stock=view.state.stock, deal=None)
        assert hidden == view.state
    assert renewed or players < 6


def test_a_renewed_stock_holds_nothing_but_what_went_into_it() -> None:
    checked = 0
    for deal in range(9):
        for view in views(Rules.preset("online"), 6, deal):
            if view.state.renewals != 1 or view.state.drawn:
                continue
            thrown = [e.action.card for e in view.events if isinstance(e.action, Discard)]
            world = Worlds(view).draw(Stream(deal, "sample"))
            never_thrown = Counter(world.stock) - Counter(thrown)
            assert never_thrown.total() <= 1  # the first card turned up
            checked += 1
    assert checked > 10


def test_who_has_not_opened_after_a_turn_could_not_in_nearly_every_world() -> None:
    rules = Rules.preset("online")
    could = worlds = 0
    for view in views(rules, 2, deal=4):
        other = 1 - view.seat
        if view.state.turns >= 2 and not view.state.opened[other]:
            drawn = Worlds(view)
            for n in range(5):
                held = drawn.draw(Stream(n, "sample")).hands[other]
                split = best_split(held, rules, goal="points", opening=rules.opening_points)
                could += split is not None
                worlds += 1
    assert worlds >= 10
    assert could <= worlds / 10


@pytest.mark.parametrize("rules", [*PRESETS, "pulita;jokers=0", "classica;final_discard=optional"])
def test_a_hand_is_played_out_to_an_end(rules: str) -> None:
    for deal in range(40):
        assert play_out(deal_hand(Rules.read(rules), 2, (0, 1), deal)).end is not None


def test_a_taken_card_is_not_left_alone_in_the_hand_when_a_hand_is_played_out() -> None:
    seen = position("pulita", hand="KD 9C 9D 9S", taken="KD", others=[2], stock="AC 2D 3H")
    world = seen._replace(hands=(seen.hand, cards("4C 6H")), deal=(1, 0))
    assert play_out(world).end is not None  # three nines laid, the king could not be thrown

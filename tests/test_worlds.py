"""Sampled deals fit everything that the seat has seen."""

from __future__ import annotations

from collections import Counter

import pytest

from scala40.actions import Discard
from scala40.bots import choose
from scala40.cards import UNSEEN, pack
from scala40.hand import Hand, deal_hand
from scala40.partition import best_split
from scala40.playout import play_out
from scala40.rules import Rules
from scala40.shuffle import Stream
from scala40.view import View, view_of
from scala40.worlds import Worlds


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
        cards = [c for held in world.hands for c in held] + [*world.stock, *world.discard]
        cards += [c.in_hand for meld in world.melds for c in meld.cards]
        assert Counter(cards) == Counter(pack(game.jokers))
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


def test_a_hand_is_played_out_to_an_end_under_every_preset() -> None:
    for preset in ("online", "pulita", "duello", "classica", "federation"):
        for deal in range(3):
            end = play_out(deal_hand(Rules.preset(preset), 2, (0, 1), deal))
            assert end.end is not None

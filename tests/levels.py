"""What the levels do in one hand, to compare one Python with another."""

from __future__ import annotations

from scala40.bots import choose
from scala40.hand import Hand, deal_hand
from scala40.levels import LEVELS
from scala40.rules import Rules
from scala40.view import view_of


def actions(preset: str, players: int, deal: int) -> list[str]:
    """The actions of a hand in which each seat plays at another level."""
    hand = Hand(deal_hand(Rules.preset(preset), players, range(players), deal))
    while hand.state.end is None:
        seat = hand.state.seat
        view = view_of(hand, seat, (0,) * players)
        hand.play(choose(view, LEVELS[(seat + deal) % len(LEVELS)], seed=deal, samples=3))
    return [str(event.action) for event in hand.events]

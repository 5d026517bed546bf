"""What may go wrong: cards that others could use, and others who are near to closing.

>>> from scala40.position import read_position_text
>>> text = "hand KD 2C; opened; drawn; others 2; table TD JD QD; owners 1; discard 4H; stock 80"
>>> state = read_position_text(text, Rules.preset("online"))
>>> dangers(View(0, state, (), (0, 0)))
[Near(seat=1, cards=2), Costs(points=12), Fits(card=Card('KD'), meld=0, owner=1)]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from scala40.actions import Discard
from scala40.cards import JOKER
from scala40.coach.facts import Costs, Fact, Fits, Helps, Holds, Near, Quiet
from scala40.danger import Others
from scala40.melds import placements
from scala40.prospects import thirds
from scala40.rules import Rules
from scala40.score import hand_points, side_of
from scala40.state import State
from scala40.tactics import NEAR
from scala40.view import View

__all__ = ["Rules", "dangers"]

#: Who has had so many turns without opening is called quiet.
QUIET: Final = 6


def dangers(view: View) -> list[Fact]:
    """What is dangerous in a position, the most pressing first."""
    return [*_near(view), *_quiet(view), *_held(view), *fits(view)]


def rivals(state: State, seat: int) -> list[int]:
    """The seats that play against a seat, in the order of play after it.

    >>> from scala40.position import read_position_text
    >>> paired = Rules.read("online;partners=yes")
    >>> rivals(read_position_text("hand 2C; players 4; stock 40", paired), 0)
    [1, 3]
    """
    here = state.order.index(seat)
    side = side_of(seat, state.rules)
    after = (*state.order[here + 1 :], *state.order[:here])
    return [other for other in after if side_of(other, state.rules) != side]


def _near(view: View) -> Iterator[Fact]:
    state, some = view.state, False
    for seat in rivals(state, view.seat):
        if state.opened[seat] and len(state.hands[seat]) <= NEAR:
            yield Near(seat, len(state.hands[seat]))
            some = True
    if some:
        yield Costs(hand_points(view.hand, state.rules, opened=state.opened[view.seat]))


def _quiet(view: View) -> Iterator[Fact]:
    state = view.state
    if state.rules.in_mano == "none":
        return
    for seat in rivals(state, view.seat):
        had = sum(event.seat == seat and isinstance(event.action, Discard) for event in view.events)
        if not state.opened[seat] and had >= QUIET:
            yield Quiet(seat, had)


def _held(view: View) -> Iterator[Fact]:
    others = Others(view)
    for seat in rivals(view.state, view.seat):
        held = others.known(seat)
        if held:
            yield Holds(seat, tuple(sorted(held.elements())))
        for c in sorted(set(view.hand) - {JOKER}):
            for has in sorted(set(held) - {JOKER}):
                if thirds(c, has):
                    yield Helps(c, seat, has)


def fits(view: View) -> Iterator[Fits]:
    """The natural cards of the hand that could be attached, each with the first meld for it.

    >>> from scala40.position import read_position_text
    >>> text = "hand 7S 8D; others 9; unopened 0; table 4S 5S 6S; owners 1; drawn; stock 60"
    >>> list(fits(View(0, read_position_text(text, Rules.preset("online")), (), (0, 0))))
    [Fits(card=Card('7S'), meld=0, owner=1)]
    """
    state = view.state
    for c in sorted(set(view.hand) - {JOKER}):
        for number, meld in enumerate(state.melds):
            if placements(meld, c, state.rules):
                yield Fits(c, number, state.owners[number])
                break

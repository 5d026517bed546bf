"""What hands cost, how totals go on, and who is out.

>>> from scala40.cards import cards
>>> rules = Rules.preset("online")
>>> hand_points(cards("AH KS 5D X"), rules, opened=True)
51
>>> hand_points(cards("2C 2D"), rules, opened=False)
100
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from scala40.cards import Card
from scala40.partition import hand_value
from scala40.rules import Rules
from scala40.state import State

#: What a player pays who never opened, under ``unopened_penalty`` *flat-100*; never doubled.
FLAT_PENALTY: Final = 100
#: What closing in hand takes off the closer's total, under ``in_mano`` *minus-100*.
IN_MANO_BONUS: Final = 100


class HandScore(NamedTuple):
    """The score sheet of a hand.

    Attributes:
        closer: the seat that closed, None where the hand is void.
        in_mano: it closed in the turn of its own opening.
        left, opened, points: by seat.
        totals: by side, see :func:`sides`.
    """

    closer: int | None
    in_mano: bool
    left: tuple[tuple[Card, ...], ...]
    opened: tuple[bool, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]


def sides(rules: Rules, seats: int) -> tuple[tuple[int, ...], ...]:
    """Who plays together: the pairs 0-2 and 1-3 for partners, else each seat by itself."""
    return ((0, 2), (1, 3)) if rules.partners else tuple((seat,) for seat in range(seats))


def side_of(seat: int, rules: Rules) -> int:
    """The side that a seat belongs to."""
    return seat % 2 if rules.partners else seat


def hand_points(
    hand: Iterable[Card],
    rules: Rules,
    *,
    opened: bool,
    closer: bool = False,
    in_mano: bool = False,
) -> int:
    """The points that a hand costs at the end.

    Args:
        opened: its player has opened.
        closer: its player closed.
        in_mano: somebody else closed in the turn of their own opening.
    """
    if closer:
        return 0
    if not opened and rules.unopened_penalty == "flat-100":
        return FLAT_PENALTY
    held = tuple(hand)
    points = sum(hand_value(c, rules) for c in held)
    if len(held) == 1 and held[0].rank == 1:
        points = rules.lone_ace_in_hand
    return points * 2 if in_mano and rules.in_mano == "double" else points


def add_up(
    totals: Sequence[int], points: Sequence[int], closer: int, in_mano: bool, rules: Rules
) -> tuple[int, ...]:
    """The totals after a hand that was closed; all by side, the closer's too."""
    bonus = rules.winner_bonus
    if in_mano and rules.in_mano == "minus-100":
        bonus += IN_MANO_BONUS
    return tuple(
        total + cost - (bonus if side == closer else 0)
        for side, (total, cost) in enumerate(zip(totals, points, strict=True))
    )


def out_sides(totals: Sequence[int], rules: Rules) -> tuple[int, ...]:
    """The sides whose total is at the target or over it; nobody is where hands are counted."""
    if rules.match_format == "fixed-hands":
        return ()
    return tuple(side for side, total in enumerate(totals) if total >= rules.target)


def decided(totals: Sequence[int], rules: Rules) -> tuple[int, ...]:
    """The sides among which the match is decided by these totals; none while it goes on.

    Elimination: those left, once they are few enough (where all are out at once, the lowest total).
    First-out: once somebody is out, the lowest total. Several share the win, or are tied.
    """
    out = out_sides(totals, rules)
    still_in = tuple(side for side in range(len(totals)) if side not in out)
    if rules.match_format == "elimination" and still_in:
        enough = len(still_in) <= rules.survivors
        return tuple(sorted(still_in, key=totals.__getitem__)) if enough else ()
    lowest = min(totals)
    return tuple(side for side, total in enumerate(totals) if out and total == lowest)


def score_hand(state: State, totals: Sequence[int]) -> HandScore:
    """The score sheet of a hand that has ended; nobody scores in a void one."""
    assert state.end is not None
    rules, (closer, in_mano) = state.rules, state.end
    if closer is None:
        nothing = (0,) * len(state.hands)
        return HandScore(None, False, state.hands, state.opened, nothing, tuple(totals))
    points = tuple(
        hand_points(
            hand,
            rules,
            opened=state.opened[seat],
            closer=seat == closer or seat not in state.order,
            in_mano=in_mano and side_of(seat, rules) != side_of(closer, rules),
        )
        for seat, hand in enumerate(state.hands)
    )
    by_side = [sum(points[seat] for seat in side) for side in sides(rules, len(points))]
    after = add_up(totals, by_side, side_of(closer, rules), in_mano, rules)
    return HandScore(closer, in_mano, state.hands, state.opened, points, after)

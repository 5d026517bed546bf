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
    """The score sheet of a hand, everything by seat but the closer (None where it is void)."""

    closer: int | None
    in_mano: bool
    left: tuple[tuple[Card, ...], ...]
    opened: tuple[bool, ...]
    points: tuple[int, ...]
    totals: tuple[int, ...]


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
    """The totals after a hand that was closed."""
    bonus = rules.winner_bonus
    if in_mano and rules.in_mano == "minus-100":
        bonus += IN_MANO_BONUS
    return tuple(
        total + cost - (bonus if seat == closer else 0)
        for seat, (total, cost) in enumerate(zip(totals, points, strict=True))
    )


def out_seats(totals: Sequence[int], rules: Rules) -> tuple[int, ...]:
    """The seats whose total is at the target or over it."""
    return tuple(seat for seat, total in enumerate(totals) if total >= rules.target)


def match_winners(totals: Sequence[int], rules: Rules) -> tuple[int, ...]:
    """Who has won by these totals: the last one in, or nobody yet."""
    still_in = [seat for seat in range(len(totals)) if seat not in out_seats(totals, rules)]
    return tuple(still_in) if len(still_in) <= rules.survivors else ()


def score_hand(state: State, totals: Sequence[int]) -> HandScore:
    """The score sheet of a hand that has ended; nobody scores in a void one."""
    assert state.end is not None
    closer, in_mano = state.end
    if closer is None:
        points = (0,) * len(state.hands)
        after = tuple(totals)
    else:
        points = tuple(
            hand_points(
                hand,
                state.rules,
                opened=state.opened[seat],
                closer=seat == closer,
                in_mano=in_mano,
            )
            if seat in state.order
            else 0
            for seat, hand in enumerate(state.hands)
        )
        after = add_up(totals, points, closer, in_mano, state.rules)
    return HandScore(closer, in_mano, state.hands, state.opened, points, after)

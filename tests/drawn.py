"""Examples drawn by hypothesis, the same on every machine, and many more in the long tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from scala40.actions import (
    Action,
    Attach,
    Buy,
    Discard,
    Draw,
    Lay,
    Pass,
    PutBack,
    ReEnter,
    StayOut,
    Swap,
    Take,
)
from scala40.candidates import melds_in
from scala40.cards import CARDS, JOKER, Card, pack
from scala40.errors import RulesError
from scala40.melds import Meld
from scala40.rules import PRESETS, VALUES, YES_NO, Rules

MORE = 20  # times as many examples in the long tests


def holds(examples: int, **drawn: SearchStrategy[Any]) -> Callable[[Callable[..., None]], Any]:
    """A test that something holds of so many examples."""

    def decorate(check: Callable[..., None]) -> Any:
        @pytest.mark.parametrize("times", [1, pytest.param(MORE, marks=pytest.mark.slow)])
        def test(times: int) -> None:
            chosen = settings(
                max_examples=times * examples,
                derandomize=True,
                database=None,
                deadline=None,
                suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
            )
            chosen(given(**drawn)(check))()

        test.__name__ = check.__name__
        return test

    return decorate


A_CARD = st.sampled_from(CARDS[:105])
A_MELD = st.lists(A_CARD, min_size=1, max_size=14).map(tuple)
A_NUMBER = st.integers(0, 998)
A_PRESET = st.sampled_from(sorted(PRESETS)).map(Rules.preset)
ANY_ACTION: SearchStrategy[Action] = st.one_of(
    st.sampled_from([Draw(), PutBack(), PutBack(clock=True), Pass(), ReEnter(), StayOut()]),
    st.builds(Take, A_CARD),
    st.builds(Discard, A_CARD),
    st.builds(Buy, A_MELD),
    st.builds(Lay, st.lists(A_MELD, min_size=1, max_size=4).map(tuple)),
    st.builds(Attach, A_CARD, A_NUMBER, st.sampled_from([None, "low", "high"])),
    st.builds(Swap, A_CARD, A_NUMBER),
)


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    """A preset with some options changed, among those that go together."""
    options: dict[str, object] = {
        name: draw(st.booleans() if name in YES_NO else st.sampled_from(VALUES[name]))
        for name in draw(st.sets(st.sampled_from([*VALUES, *YES_NO]), max_size=8))
    }
    try:
        return draw(A_PRESET).with_options(options)
    except RulesError:
        assume(False)
        raise


@st.composite
def near_cards(draw: st.DrawFn, most: int, jokers: int) -> tuple[Card, ...]:
    """Cards near each other, as from these melds can be made; two of a kind at most."""
    suits = draw(st.sets(st.integers(0, 3), min_size=1))
    low, width = draw(st.integers(1, 13)), draw(st.integers(2, 7))
    ranks = {(low + n - 1) % 13 + 1 for n in range(width)}
    near = [c for c in pack(jokers) if c == JOKER or (c.suit in suits and c.rank in ranks)]
    size = draw(st.integers(min(3, len(near)), min(most, len(near))))
    return tuple(draw(st.permutations(near))[:size])


@st.composite
def a_meld(draw: st.DrawFn, rules: Rules) -> Meld:
    """Any meld of the game."""
    melds = list(melds_in(pack(1), rules))
    return draw(st.sampled_from(melds))

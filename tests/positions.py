"""Positions written in a line, for tests that read as statements about the game."""

from __future__ import annotations

import pytest

from scala40.actions import read_action
from scala40.errors import Refused
from scala40.position import read_position
from scala40.rules import Rules
from scala40.state import State
from scala40.turn import apply


def position(rules: str = "online", **fragment: object) -> State:
    """A state from a fragment of a position, as referee cases write them; opened and drawn."""
    return read_position({"opened": True, "drawn": True, **fragment}, Rules.read(rules))


def play(state: State, *actions: str) -> State:
    """The state after actions written as text."""
    for text in actions:
        state = apply(state, read_action(text))
    return state


def refusal(state: State, action: str) -> str:
    """The code that an action is refused with."""
    with pytest.raises(Refused) as reason:
        apply(state, read_action(action))
    return reason.value.code

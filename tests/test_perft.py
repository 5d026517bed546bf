"""Counts for fixed cards, in text files: melds of a hand, lay-downs, turns and their ends.

Each is counted by the engine and by a brute force that knows nothing of it. The cards are written
out, so that the files mean the same for ever, whatever happens to shuffles.
"""

from collections.abc import Iterable
from pathlib import Path

import pytest

from scala40.actions import Discard, PutBack
from scala40.candidates import melds_in
from scala40.cards import cards
from scala40.melds import read_meld
from scala40.moves import LegalActions
from scala40.position import read_position
from scala40.rules import Rules
from scala40.state import State
from scala40.turn import apply
from tests.brute import every_lay_down, every_meld, every_turn, turn_ends

FILES = sorted((Path(__file__).parent / "perft").glob("*.txt"))


def fields(path: Path) -> dict[str, str]:
    """The lines ``name value`` of a file, comments left out."""
    lines = path.read_text(encoding="utf-8").splitlines()
    pairs = (line.partition(" ") for line in lines if line and not line.startswith("#"))
    return {name: value for name, _, value in pairs}


def reachable(start: State) -> set[State]:
    """Every state of this turn that legal actions lead to, its ends included."""
    seen, todo = {start}, [start]
    while todo:
        here = todo.pop()
        if here.end is not None or here.seat != start.seat:
            continue
        for action in LegalActions(here):
            after = apply(here, action)
            if not isinstance(action, PutBack) and after not in seen:
                seen.add(after)
                todo.append(after)
    return seen


def ended(state: State, start: State) -> bool:
    return state.end is not None or state.seat != start.seat


def kinds(states: Iterable[State], seat: int) -> set[tuple[object, ...]]:
    """States by what a turn can change: the hand, the table, the jokers owed."""
    return {
        (state.hands[seat], tuple(meld.cards for meld in state.melds), state.freed)
        for state in states
    }


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_counts(path: Path) -> None:
    told = fields(path)
    rules, hand = Rules.read(told["rules"]), tuple(sorted(cards(told["hand"])))
    table = [text for text in told["table"].split(" | ") if text]
    start = read_position(
        {"hand": told["hand"], "table": table, "opened": True, "drawn": True}, rules
    )
    melds = {meld.cards for meld in melds_in(hand, rules)}
    unopened = read_position(
        {"hand": told["hand"], "drawn": True},
        rules.with_options({"opening_points": 1, "final_discard": "optional"}),
    )
    lays = sum(not isinstance(action, Discard) for action in LegalActions(unopened))
    states = reachable(start)
    turns = kinds((s for s in states if not ended(s, start)), 0)
    ends = kinds((s for s in states if ended(s, start)), 0)
    counted = [len(melds), lays, len(turns), len(ends)]

    laid = tuple(read_meld(cards(text), rules).cards for text in table)
    brute_turns = every_turn(hand, laid, rules)
    brute_open = {turn for turn in brute_turns if turn[0]}
    assert melds == every_meld(hand, rules)
    assert turns == brute_open
    assert ends == turn_ends(brute_turns, rules)
    assert lays == sum(1 for _ in every_lay_down(hand, rules))
    assert counted == [int(told[name]) for name in ("melds", "lay-downs", "turns", "ends")]

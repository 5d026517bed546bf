"""The referee answers the cases as they are expected, and says what it cannot read."""

import json
from pathlib import Path

import pytest

from scala40.cards import cards
from scala40.judge import judge
from scala40.rules import PRESETS

CASES = json.loads((Path(__file__).parent / "cases" / "rules.json").read_text(encoding="utf-8"))


def comparable(field: str, value: object) -> object:
    """A value without the order that does not matter: of a hand, and of a set's cards."""
    if field == "hand_after" and isinstance(value, str):
        return sorted(cards(value))
    if field == "table_after" and isinstance(value, list):
        return [sorted(cards(meld)) for meld in value]
    return value


@pytest.mark.parametrize("case", CASES, ids=lambda case: str(case["id"]))
def test_case(case: dict[str, dict[str, object]]) -> None:
    answer = judge(case)
    for field, expected in case["expect"].items():
        assert comparable(field, answer.get(field)) == comparable(field, expected), answer
    if answer.get("legal") is False:
        assert answer["message"]


@pytest.mark.parametrize(
    ("case", "error"),
    [
        (3, "cannot be read"),
        ({"kind": "riddle"}, "no kind of case"),
        ({"kind": "meld", "cards": "1H 2H"}, "not a card"),
        ({"kind": "meld", "cards": 7}, "“cards”"),
        ({"kind": "best-lay", "hand": "7H 7H 7H"}, "3 copies"),
        ({"kind": "best-lay", "hand": "X X X X X"}, "5 copies"),
        ({"kind": "best-lay", "hand": "2H 3H 4H " * 7}, "21 cards"),
        ({"kind": "play", "position": {"hand": "2H 3H 4H " * 7}}, "21 cards"),
        ({"kind": "deal", "players": 9}, "9 players"),
        ({"kind": "deal", "rules": "duello", "players": 3}, "3 players"),
        ({"kind": "meld", "rules": "nobody", "cards": "2H 3H 4H"}, "no preset"),
        ({"kind": "meld", "options": {"jokers": 9}, "cards": "2H 3H 4H"}, "jokers"),
        ({"kind": "hand-points", "hand": "2H", "opened": False}, "differently"),
        ({"kind": "play", "position": {"hand": "2H"}, "actions": ["jump"]}, "not an action"),
        ({"kind": "play", "position": {"hand": "2H", "owners": [1]}}, "owners"),
        ({"kind": "match", "before": [1, 2], "hand_points": [], "closer": 0}, "hand_points"),
    ],
)
def test_what_cannot_be_read_is_an_error_that_says_so(case: object, error: str) -> None:
    assert error in judge(case)["error"]


def test_a_best_turn_asked_of_all_presets_is_one_that_all_of_them_allow() -> None:
    position = {"hand": "9C TC JC 2H", "opened": True, "drawn": True, "table": ["6C 7C 8C"]}
    best = judge({"kind": "best-play", "position": position})
    assert best["closes"] is True
    for preset in PRESETS:
        again = judge(
            {"kind": "play", "rules": preset, "position": position, "actions": best["actions"]}
        )
        assert again["closes"] is True


def test_a_match_of_three_is_asked_of_the_presets_for_three() -> None:
    case = {"kind": "match", "before": [95, 0, 0], "hand_points": [6, 0, 12], "closer": 1}
    assert judge(case)["after"] == [101, 0, 12]
    assert judge({**case, "options": {"max_players": 4, "max_reshuffles": None}})["out"] == [0]

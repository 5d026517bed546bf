"""Exercises ask something, are graded as a plain second opinion would, and never run out."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from scala40.actions import Discard, Lay
from scala40.cards import JOKER, NATURALS, Card, pack
from scala40.messages import ENGLISH
from scala40.moves import LegalActions
from scala40.partition import plain_split
from scala40.rules import PRESETS, Rules
from scala40.school.lesson import ME, Attempt, Say, after, judge, set_up
from scala40.school.practice import PRACTICE, make
from scala40.state import State
from scala40.teaching import THEMES
from scala40.turn import apply, may, must_keep
from tests.plain_turn import best_outcome

SEEDS = range(3)
CASES = [(theme, preset) for theme in THEMES for preset in PRESETS]


def text(said: Say) -> str:
    return ENGLISH.text(said.text, **said.facts)


def test_the_themes_are_those_of_the_links() -> None:
    assert tuple(PRACTICE) == THEMES


@pytest.mark.parametrize(("theme", "preset"), CASES)
def test_an_exercise_is_done_by_its_solution_and_a_mistake_is_answered(
    theme: str, preset: str
) -> None:
    rules = Rules.preset(preset)
    met = set()
    for seed in SEEDS:
        task = make(theme, rules, seed)
        met.add(task.position)
        right = judge(task, after(task.solution, task, rules))
        assert right is not None
        assert right.done, task.position
        said = [task.text, task.hint, right.say]
        for mistake in task.mistakes:
            wrong = judge(task, after(mistake.example, task, rules))
            assert wrong is not None
            assert not wrong.done, task.position
            said.append(wrong.say)
        for each in said:
            assert len(re.findall(r"[.!?](?: |$)", text(each))) in (1, 2), text(each)
            assert not re.search(r"\d", each.text)
    assert len(met) == len(SEEDS)


def opens(state: State, hand: tuple[Card, ...] | None = None) -> bool:
    """Whether a hand opens, by the plain search."""
    rules, keep = state.rules, must_keep(state)
    held = state.hand if hand is None else hand
    needed = rules.opening_points
    return plain_split(held, rules, goal="points", keep=keep, opening=needed) is not None


@pytest.mark.parametrize("preset", PRESETS)
def test_whether_a_hand_opens_is_graded_as_a_plain_search_would(preset: str) -> None:
    rules = Rules.preset(preset)
    answers = Counter[bool]()
    for seed in range(20):
        task = make("open", rules, seed)
        state = set_up(task, rules)
        declined = judge(task, Attempt(state, state, state, declined=True))
        assert declined is not None
        assert declined.done == (not opens(state))
        answers[declined.done] += 1
    assert min(answers[True], answers[False]) >= 4


@pytest.mark.parametrize("preset", PRESETS)
def test_each_discard_is_graded_by_the_cards_that_would_open_as_a_plain_search_counts(
    preset: str,
) -> None:
    rules = Rules.preset(preset)
    for seed in range(2):
        task = make("discard", rules, seed)
        state = set_up(task, rules)
        unseen = Counter(pack(rules.jokers)) - Counter(state.hand)
        outs = {
            c: sum(
                unseen[drawn]
                for drawn in (*NATURALS, JOKER)
                if unseen[drawn] and opens(state, (*state.hand_without((c,)), drawn))
            )
            for c in dict.fromkeys(state.hand)
            if may(state, Discard(c))
        }
        for c, number in outs.items():
            verdict = judge(task, after(f"discard {c}", task, rules))
            assert verdict is not None
            assert verdict.done == (number == max(outs.values()))
            assert str(number) in text(verdict.say)


def left(state: State) -> int:
    """The fewest points that a turn can leave, every sequence of actions tried."""
    outcome = best_outcome(state, most=20_000)
    assert outcome is not None
    return outcome[1]


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("theme", ["joker", "close"])
def test_a_first_step_is_graded_as_trying_everything_would(theme: str, preset: str) -> None:
    rules = Rules.preset(preset)
    graded = 0
    for seed in SEEDS:
        task = make(theme, rules, seed)
        start = set_up(task, rules)
        try:
            best = left(start)
            for way in LegalActions(start):
                state = apply(start, way)
                if state.seat != ME or state.end is not None:
                    continue
                attempt = Attempt(start, start, state, way)
                assert attempt.best == best
                assert attempt.left == left(state)
                graded += 1
        except OverflowError:  # too many ways to try them all: another seed will do
            continue
    assert graded > 10


def test_the_best_opening_is_the_one_after_which_the_fewest_points_stay() -> None:
    rules = Rules.preset("online")
    graded = 0
    for seed in range(12):
        task = make("best-opening", rules, seed)
        start = set_up(task, rules)
        ways = [way for way in LegalActions(start) if isinstance(way, Lay)]
        try:
            outcomes = {way: left(apply(start, way)) for way in ways[:12]}
        except OverflowError:
            continue
        for way, points in outcomes.items():
            attempt = Attempt(start, start, apply(start, way), way)
            assert attempt.left == points
            verdict = judge(task, attempt)
            assert verdict is not None
            assert verdict.done == (points == attempt.best)
            graded += 1
    assert graded > 10

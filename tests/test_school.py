"""Every lesson can be solved by every preset, every mistake is answered, and what is said holds."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

from scala40 import teaching
from scala40.actions import Discard, Draw
from scala40.bots import choose
from scala40.hand import Hand
from scala40.messages import ENGLISH, REASONS
from scala40.prose import sentences
from scala40.rules import PRESETS, Rules
from scala40.school.course import LESSONS, tasks_of
from scala40.school.handout import lessons_page
from scala40.school.lesson import ME, Attempt, Say, Task, after, judge, set_up
from scala40.tactics import throwable
from scala40.view import view_of

ROOT = Path(__file__).parents[1]
#: Modules in which the rules themselves refuse.
RULES: Final = "turn melds offer stock partition state hand cards"
#: What can be refused but is no rule of the game: texts, links, settings, records, saves, seats.
NO_RULE: Final = frozenset(
    """
    unknown-card unknown-action bad-action text-too-long unknown-preset unknown-option option-twice
    bad-option rules-conflict players-not-admitted needs-three-players needs-four-players
    too-many-survivors bad-deal bad-name case-unreadable unknown-field bad-field field-twice no-meld
    hand-too-large unknown-kind presets-differ no-such-table too-many-cards too-few-cards
    hand-not-over re-entry-first no-re-entry match-over name-twice unknown-level link-too-long
    link-unreadable deck-short hand-begun bad-line other-turn record-refused save-unreadable
    save-foreign save-newer save-damaged
    """.split()
)
DIGITS: Final = re.compile(r"\{\w+\}|\bthe 2\b|, 2 is no run")


def every_task(preset: str) -> Iterator[tuple[str, Task]]:
    for slug in LESSONS:
        for task in tasks_of(slug, Rules.preset(preset)):
            yield slug, task


def said(task: Task, rules: Rules) -> Iterator[Say]:
    """Everything that a task may say."""
    yield task.text
    yield task.hint
    if task.kind == "game":
        yield from (
            each for each in (task.praise, task.mistakes[0].answer) if isinstance(each, Say)
        )
        return
    for moves in (task.solution, *(mistake.example for mistake in task.mistakes)):
        verdict = judge(task, after(moves, task, rules))
        assert verdict is not None
        yield verdict.say


def text(said: Say) -> str:
    return ENGLISH.text(said.text, **said.facts)


def test_the_lessons_are_those_of_the_table_in_their_order() -> None:
    assert tuple(LESSONS) == teaching.SLUGS
    assert len(LESSONS) == 12


@pytest.mark.parametrize("preset", PRESETS)
def test_every_lesson_is_solved_and_every_mistake_reaches_its_answer(preset: str) -> None:
    rules = Rules.preset(preset)
    for slug in LESSONS:
        tasks = tasks_of(slug, rules)
        assert len(tasks) >= 3
        assert len({task.name for task in tasks}) == len(tasks)
        for task in tasks:
            assert task.mistakes, (slug, task.name)
            if task.kind == "game":
                continue
            right = judge(task, after(task.solution, task, rules))
            assert right is not None, (slug, task.name)
            assert right.done, (slug, task.name, right.say.text)
            for mistake in task.mistakes:
                attempt = after(mistake.example, task, rules)
                wrong = judge(task, attempt)
                answer = mistake.answer
                wanted = answer if isinstance(answer, Say) else answer(attempt)
                assert wrong is not None, (slug, task.name, mistake.example)
                assert (wrong.done, wrong.say) == (False, wanted), (slug, task.name)


@pytest.mark.parametrize("preset", PRESETS)
def test_nothing_is_done_before_anything_was_done(preset: str) -> None:
    rules = Rules.preset(preset)
    for slug, task in every_task(preset):
        start = set_up(task, rules)
        assert judge(task, Attempt(start, start, start)) is None, (slug, task.name)


@pytest.mark.parametrize("preset", PRESETS)
def test_at_most_two_sentences_are_said_at_once_and_numbers_are_facts(preset: str) -> None:
    rules = Rules.preset(preset)
    for _, task in every_task(preset):
        for each in said(task, rules):
            assert len(re.findall(r"[.!?](?: |$)", text(each))) in (1, 2), text(each)
            assert not re.search(r"\d", DIGITS.sub("", each.text)), each.text


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("wins", [True, False])
def test_the_open_handed_hand_is_played_to_its_end_and_judged(preset: str, wins: bool) -> None:
    rules = Rules.preset(preset)
    task = tasks_of("closing", rules)[-1]
    assert task.kind == "game"
    hand = Hand(set_up(task, rules))
    start, passive = hand.state, 1 if wins else ME
    verdict = None
    while hand.state.end is None:
        before = hand.state
        assert verdict is None
        action = choose(view_of(hand, before.seat, (0, 0)), "hard")
        if before.seat == passive:
            action = Discard(throwable(before)[0]) if before.drawn else Draw()
        event = hand.play(action)
        verdict = judge(task, Attempt(start, before, hand.state, event.action))
    assert verdict is not None
    assert verdict.done == (hand.state.end.closer == ME) == wins


def test_every_reason_of_the_engine_leads_to_a_lesson() -> None:
    led = {code: teaching.lesson_on(code) for code in REASONS}
    assert {code for code, slug in led.items() if not slug} == NO_RULE
    assert set(led.values()) - {""} <= set(LESSONS)
    known = [code for codes in teaching.REASONS_OF.values() for code in codes.split()]
    assert len(known) == len(set(known))
    assert set(known) <= set(REASONS)
    for module in RULES.split():
        source = (ROOT / "scala40" / f"{module}.py").read_text("utf-8")
        for code in re.findall(r'Refused\(\s*"([a-z-]+)"', source):
            assert led[code], code


def test_every_rule_of_the_default_preset_is_taught_and_the_handout_says_where() -> None:
    """Where this fails: python3 -m scala40 lessons > docs/lessons.md"""
    page = (ROOT / "docs" / "lessons.md").read_text("utf-8")
    assert page == lessons_page()
    lines = [s for _, parts in sentences(Rules(), ENGLISH) for part in parts for s in part]
    for line in lines:
        assert page.count(f"| {line} |") == 1, line


def test_no_task_teaches_a_rule_that_no_preset_has() -> None:
    every = {
        sentence
        for preset in PRESETS
        for _, parts in sentences(Rules.preset(preset), ENGLISH)
        for part in parts
        for sentence in part
    }
    for preset in PRESETS:
        for slug, task in every_task(preset):
            for start in task.teaches:
                assert any(line.startswith(start) for line in every), (slug, task.name, start)

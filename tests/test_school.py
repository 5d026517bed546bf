"""Every lesson can be solved by every preset, every mistake is answered, and what is said holds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest

from scala40 import teaching
from scala40.actions import Discard, Draw, Lay
from scala40.bots import choose
from scala40.candidates import melds_in
from scala40.cards import card
from scala40.hand import Hand
from scala40.messages import ENGLISH, REASONS
from scala40.moves import LegalActions
from scala40.prose import sentences
from scala40.rules import PRESETS, Rules
from scala40.school.course import LESSONS, tasks_of
from scala40.school.handout import lessons_page
from scala40.school.lesson import ME, Attempt, Say, Task, after, judge, set_up
from scala40.search import best_turn
from scala40.state import State
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
NUMBERS: Final = re.compile(r"\b(two|three|four|five|both|twice)\b", re.IGNORECASE)
#: Numbers in words that belong to the rules themselves, and are the same in every position.
RULES_SAY: Final = re.compile(
    "there twice|count as two|three or four cards|three or more cards|set of three|set of four"
    "|both ends|may have four cards|both at once|both players",
    re.IGNORECASE,
)


def held(state: State, text: str) -> bool:
    """Whether the person holds just so many of each of these ranks, written like ``9999``."""
    ranks = Counter(str(c)[0] for c in state.hands[ME])
    return all(ranks[rank] == number for rank, number in Counter(text).items())


#: All others, each with what shows that it is right: the start of the text, and what is counted.
COUNTED: Final[dict[str, Callable[[State], bool]]] = {
    "Look for the same rank": lambda s: sum(n == 2 for n in Counter(s.hand).values()) == 2,
    "A set is three or four": lambda s: len({c for c in s.hand if c.rank == 9}) >= 3,
    "One nine of each suit": lambda s: s.hand.count(card("9C")) == 2,
    "Add up what stays behind": lambda s: held(s, "77756"),
    "Five cards are gone": lambda s: max(len(m.cards) for m in melds_in(s.hand, s.rules)) == 5,
    "Cards count their number": lambda s: all(len(m.cards) == 3 for m in melds_in(s.hand, s.rules)),
    "There are three melds": lambda s: len(list(melds_in(s.hand, s.rules))) == 3,
    "The set may have all four": lambda s: held(s, "9999"),
    "There are two ways to open": lambda s: sum(isinstance(a, Lay) for a in LegalActions(s)) == 2,
    "Leave the joker where": lambda s: held(s, "777"),
    "Choose the two clubs": lambda s: sum(c.suit == 0 for c in s.hand) == 2,
    "In a set of three you name": lambda s: s.discard.count(card("8H")) == 2,
    "Anna has two cards": lambda s: len(s.hands[1]) == 2,
    "Lay both runs": lambda s: len([m for m in melds_in(s.hand, s.rules) if m.is_run]) == 2,
    "Two nines": lambda s: held(s, "99"),
    "Both pairs of neighbours": lambda s: len(s.hand) == 4 and held(s, "7845"),
    "Put three melds together": lambda s: len(best_turn(s)[1].melds) == 3,
    "You opened, but three": lambda s: held(s, "777"),
    "In a set of three the joker stands for either": lambda s: held(s, "88"),
    "Choose both eights": lambda s: held(s, "88"),
}


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


def test_numbers_in_words_are_those_of_the_position() -> None:
    met = set()
    for preset in PRESETS:
        rules = Rules.preset(preset)
        for _, task in every_task(preset):
            for each in said(task, rules):
                if NUMBERS.search(RULES_SAY.sub("", each.text)):
                    start = next((start for start in COUNTED if each.text.startswith(start)), None)
                    assert start is not None, each.text
                    assert COUNTED[start](set_up(task, rules)), each.text
                    met.add(start)
    assert met == set(COUNTED)


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

"""Lessons are played at the page, by presses, under every preset; and the match waits meanwhile."""

from __future__ import annotations

import json
import sys
from html import unescape
from typing import Any

import pytest

from app.save import read, restored_table
from app.session import Session
from scala40.actions import read_action
from scala40.cards import cards
from scala40.messages import ENGLISH, catalogue
from scala40.rules import PRESETS, Rules
from scala40.school.course import LESSONS, task_of, tasks_of
from scala40.school.lesson import Say, Task, after, judge
from scala40.school.practice import make
from scala40.teaching import THEMES
from tests import person
from tests.person import Person
from tests.test_session import Page, seated


class Pupil(person.Pupil):
    """Somebody at a lesson who does what is written down."""

    def __init__(self, page: Page) -> None:
        super().__init__(page.press, lambda: page.save)
        self.page = page

    def follow(self, moves: str) -> None:
        """Do what a solution or an example says, as far as it goes."""
        if moves.startswith("choose "):
            self.choose(*cards(moves[7:]))
            self.page.press("check")
            return
        for text in moves.split(";"):
            self.do(read_action(text.strip()))


def text(said: Say) -> str:
    return ENGLISH.text(said.text, **said.facts)


def at_lesson(slug: str, preset: str = "online") -> tuple[Page, Pupil]:
    page = Page(Session())
    page.press("learn", rules=preset)
    page.press("lesson", slug)
    return page, Pupil(page)


def task_line(page: Page) -> str:
    return unescape(page.html["lesson"].partition('id="task">')[2].partition("</p>")[0])


def expected(task: Task, moves: str, preset: str) -> str:
    verdict = judge(task, after(moves, task, Rules.preset(preset)))
    assert verdict is not None
    return text(verdict.say)


def on_the_table(page: Page) -> tuple[str, Task]:
    """The lesson and the task that the save says is being done."""
    place = read(page.save)["school"]["place"]
    slug, name = place["queue"][place["at"]]
    rules = restored_table(read(page.save)["school"]["table"]).match.rules
    task = task_of(slug, name, rules)
    assert task is not None
    return slug, task


@pytest.mark.parametrize("preset", PRESETS)
def test_every_mistake_is_answered_and_every_task_done_at_the_page(preset: str) -> None:
    page, pupil = at_lesson("deck", preset)
    seen: list[tuple[str, str]] = []
    while (found := on_the_table(page))[1].kind != "game":
        slug, task = found
        assert task_line(page) == text(task.text)
        if (slug, task.name) not in seen:
            for mistake in task.mistakes:
                pupil.follow(mistake.example)
                assert task_line(page) == expected(task, mistake.example, preset)
                page.press("task-again")
        page.reload()
        pupil.follow(task.solution)
        assert task_line(page) == expected(task, task.solution, preset)
        seen.append((slug, task.name))
        page.press("task-next")
    every = [(s, task.name) for s in LESSONS for task in tasks_of(s, Rules.preset(preset))]
    assert list(dict.fromkeys(seen)) == [key for key in every if key != ("closing", "game")]
    assert len(seen) > len(set(seen))  # what was missed came back
    assert "open-hand" in page.html["opponents"]


def lesson_of(page: Page) -> dict[str, object]:
    school: dict[str, object] = read(page.save)["school"]
    return school


def test_a_match_waits_while_one_learns_and_comes_back_as_it_was() -> None:
    page = seated()
    page.press("draw")
    before = read(page.save)["match"]
    page.press("learn")
    assert page.html["school"].count('data-do="lesson"') == 12
    page.press("lesson", "opening")
    assert "40 points" in task_line(page)
    page.reload()
    assert "40 points" in task_line(page)
    assert read(page.save)["match"] == before
    page.press("menu")
    assert "school" in page.html
    page.press("back")
    assert read(page.save)["match"] == before
    assert page.html["hand"].count('data-do="card"') == 14
    assert page.html["lesson"] == ""


def test_who_learns_from_the_menu_comes_back_to_the_menu() -> None:
    page = Page(Session())
    page.press("learn")
    page.press("lesson", "sets")
    page.press("menu")
    page.press("back")
    assert "New match" in page.html["menu"]


def test_a_refusal_in_a_match_leads_to_its_lesson() -> None:
    page = seated()
    Person(page.press, lambda: page.save).choose(restored_table(read(page.save)).state.hand[0])
    page.press("discard")
    assert 'data-do="lesson" data-arg="turn"' in page.html["prompt"]
    page.reload()
    assert 'data-arg="turn"' in page.html["prompt"]
    page.press("lesson", "turn")
    assert task_line(page).startswith("Every turn begins with a card.")


def test_a_link_leads_into_a_lesson_under_its_language_and_a_wrong_one_is_refused() -> None:
    page = Page(Session(words=catalogue("it")))
    page.show(page.session.start("", "#lesson=runs"))
    assert task_line(page).startswith("Una scala")
    page.press("link", "#lesson=juggling")
    assert "juggling" in page.html["lesson"]
    assert place_of(page)["slug"] == "runs"


def test_a_lesson_follows_the_rules_of_the_match_or_of_the_menu() -> None:
    _, pupil = at_lesson("opening", "pulita")
    assert str(pupil.table.match.rules) == "pulita"
    page = seated("classica")
    page.press("lesson", "opening")
    assert str(Pupil(page).table.match.rules) == "classica"


def test_what_was_missed_comes_back_some_lessons_later_and_goes_once_it_is_known() -> None:
    page, pupil = at_lesson("sets")
    pupil.follow("lay 9C 9C 9D")
    missed = [each[:2] for each in lesson_of(page)["learnt"]["missed"]]  # type: ignore[index]
    assert missed == [["sets", "first"]]

    def go_through(slug: str) -> list[tuple[str, str]]:
        page.press("lesson", slug)
        met = []
        while True:
            where, task = on_the_table(page)
            met.append((where, task.name))
            pupil.follow(task.solution)
            if place_of(page)["at"] + 1 == len(place_of(page)["queue"]):
                return met
            page.press("task-next")

    assert ("sets", "first") not in go_through("runs") + go_through("turn")
    assert go_through("counting")[0] == ("sets", "first")
    assert ("sets", "first") not in go_through("opening")
    assert lesson_of(page)["learnt"]["finished"] == [  # type: ignore[index]
        "runs",
        "turn",
        "counting",
        "opening",
    ]


def place_of(page: Page) -> dict[str, Any]:
    place: dict[str, Any] = lesson_of(page)["place"]  # type: ignore[assignment]
    return place


def test_a_hint_is_there_for_those_who_are_stuck_alone() -> None:
    page, pupil = at_lesson("opening")
    assert 'data-do="hint"' not in page.html["lesson"]
    pupil.follow("lay QH KH AH")
    assert 'data-do="hint"' in page.html["lesson"]
    page.press("hint")
    assert task_line(page).startswith("There is a run of hearts")
    page.press("card", "3C.0")
    assert task_line(page).startswith("The first melds")


def test_the_keyboard_and_the_ear_come_along() -> None:
    page, pupil = at_lesson("sets")
    assert str(page.frame["announce"]).startswith("Sets: 1 of 3. A set is three")
    pupil.follow("lay 9C 9D 9S")
    assert str(page.frame["announce"]).startswith("You laid 9")
    assert "That is a set" in str(page.frame["announce"])
    page.press("lay-or-open")  # what the Enter key sends
    assert "Sets: 2 of 3" in page.html["heading"]
    page.press("read")
    assert str(page.frame["announce"]).startswith("A set has room")


def test_nothing_can_be_played_once_a_task_is_over_or_while_cards_are_chosen() -> None:
    page, pupil = at_lesson("turn")
    page.press("draw")
    before = pupil.table.state
    pupil.choose(before.hand[0])
    page.press("discard")
    assert pupil.table.state == before
    page.press("lesson", "deck")
    page.press("draw")
    assert not pupil.table.state.drawn


def test_the_others_play_in_the_open_handed_hand_alone() -> None:
    page, pupil = at_lesson("turn")
    pupil.follow("draw")
    page.press("task-next")
    pupil.follow("discard KS")
    assert "next_ms" not in page.frame
    page.press("lesson", "closing")
    while on_the_table(page)[1].kind != "game":
        pupil.follow(on_the_table(page)[1].solution)
        page.press("task-next")
    page.press("draw")
    pupil.do(pupil.sensible_action())
    while pupil.table.state.end is None:
        page.until_my_turn()
        if pupil.table.state.end is None:
            pupil.do(pupil.sensible_action())
    assert "over-sheet" not in page.html["overlay"]
    assert "Try again" in page.html["actions"] or "All lessons" in page.html["actions"]


def exercise(page: Page) -> Task:
    theme, seed = place_of(page)["queue"][0]
    return make(theme, Pupil(page).table.match.rules, int(seed))


@pytest.mark.parametrize("theme", THEMES)
def test_practice_goes_on_without_end_and_counts_what_was_right_at_once(theme: str) -> None:
    page = Page(Session(seed=3))
    page.show(page.session.start("", f"#practice={theme}"))
    pupil = Pupil(page)

    def do(moves: str) -> None:
        page.press("decline") if moves == "decline" else pupil.follow(moves)

    tries = 0
    for wrong in (False, False, True, False):
        task = exercise(page)
        assert task_line(page) == text(task.text)
        tries += 1
        if wrong and task.mistakes:
            do(task.mistakes[0].example)
            page.press("task-again")
        page.reload()
        do(task.solution)
        assert "Next position" in page.html["actions"]
        page.press("task-next")
        assert exercise(page) != task
    right, tried, row, best = lesson_of(page)["learnt"]["practised"][theme]  # type: ignore[index]
    assert (tried, best) == (tries, max(best, 2))
    assert right == tried - (row < tried)
    assert f"{right} of {tried} right" in page.html["heading"]
    page.press("menu")
    assert f"{right} of {tried} right" in page.html["school"]


@pytest.mark.parametrize(
    "school",
    [
        {"open": True, "place": {"slug": "sets"}, "table": {}},
        {"open": True, "place": 3, "table": {"match": 4}},
        {"learnt": {"finished": 3, "count": "x", "missed": [[1], ["sets", 2, 3]]}, "open": True},
        {"open": True, "place": {"slug": "sets", "queue": [["sets", "?"]]}, "table": {}},
    ],
)
def test_a_damaged_save_of_the_school_opens_the_list(school: dict[str, object]) -> None:
    page = Page(Session())
    page.press("learn")
    page.save = json.dumps(json.loads(page.save) | {"school": school})
    page.reload()
    assert page.html["school"].count('data-do="lesson"') == 12
    page.press("lesson", "sets")
    assert task_line(page).startswith("A set is three")


def test_the_page_is_asked_for_what_teaches_before_anything_has_happened(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = seated()
    before = page.save
    monkeypatch.setitem(sys.modules, "app.school", None)
    monkeypatch.delattr("app.school", raising=False)
    assert page.session.handle({"do": "learn"}) == {"needs": "teach"}
    assert page.session.handle({"do": "link", "arg": "#lesson=sets"}) == {"needs": "teach"}
    monkeypatch.undo()
    page.press("draw")
    assert read(page.save)["match"]["hands"] != read(before)["match"]["hands"]
    assert read(before)["match"]["hands"][0] == read(page.save)["match"]["hands"][0][:-1]

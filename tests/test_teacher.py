"""The coach beside the table: hints when asked or by itself, spoken, and silent when it is off."""

from __future__ import annotations

import re
import sys
from html import unescape
from random import Random

import pytest

from app.save import restored
from app.session import Session
from scala40.actions import Discard, Draw
from scala40.cards import card
from scala40.coach.advice import advise
from scala40.coach.hints import reviewed, steps
from scala40.coach.review import review
from scala40.coach.telling import Teller
from scala40.messages import ENGLISH, catalogue
from scala40.moves import LegalActions
from scala40.rules import PRESETS
from scala40.view import View, view_of
from tests.test_session import Page, person_at, seated


def coach_of(page: Page) -> str:
    """What the coach says on the page."""
    found = re.search(r'<p id="coach-says">(.*?)</p>', page.html["coach"])
    return unescape(found[1]) if found else ""


def seen(page: Page) -> View:
    match = restored(page.save).match
    return view_of(match.hand, match.hand.state.seat, match.totals)


def teller(page: Page) -> Teller:
    return Teller(restored(page.save).match.names, 0, ENGLISH)


def at_my_turn(teach: str) -> Page:
    page = seated()
    page.press("set", f"teach={teach}")
    page.until_my_turn()
    return page


def test_a_hint_comes_step_by_step_from_where_to_look_to_why_and_is_spoken() -> None:
    page = at_my_turn("asked")
    page.press("draw")
    expected = steps(advise(seen(page)), teller(page))
    for step in expected[:3]:
        page.press("hint")
        assert coach_of(page) == step
        assert page.frame["announce"] == step


def test_teach_me_on_the_table_switches_the_coach_on_and_its_cross_off_again() -> None:
    page = seated()
    assert ">Teach me</button>" in page.html["prompt"]
    page.press("hint")
    assert ">Hint</button>" in page.html["prompt"]
    assert coach_of(page)
    page.press("set", "teach=off")
    assert not page.html["coach"]
    assert ">Teach me</button>" in page.html["prompt"]


def test_when_only_asked_the_coach_says_nothing_by_itself() -> None:
    page = at_my_turn("asked")
    page.press("draw")
    person_at(page).do(Discard(seen(page).hand[0]))
    page.until_my_turn()
    assert not page.html["coach"]


def test_with_always_the_nudge_comes_by_itself_when_a_turn_begins() -> None:
    page = at_my_turn("always")
    nudge = steps(advise(seen(page)), teller(page))[0]
    assert coach_of(page) == nudge
    page.press("hint")
    assert coach_of(page) == steps(advise(seen(page)), teller(page))[1]


def test_with_always_it_is_said_after_a_move_what_was_good_or_missed() -> None:
    page, praised, missed = at_my_turn("always"), 0, 0
    for turn in range(12):
        if restored(page.save).state.end is not None:
            page.press("next")
            page.until_my_turn()
        before = seen(page)
        action = advise(before).actions[0]
        if turn % 2 and isinstance(action, Discard):
            action = Discard(next(c for c in before.hand if c not in (action.card, card("X"))))
        expected = review(before, action)
        person_at(page).do(action)
        spoken = []
        while page.frame.get("next_ms") == 0:
            page.press("next-step")
            spoken.append(str(page.frame.get("announce", "")))
        if expected is not None:
            told = reviewed(expected, teller(page))
            assert coach_of(page) == told
            assert any(told in each for each in spoken)
            praised += expected.good
            missed += not expected.good
        page.until_my_turn()
    assert praised
    assert missed


def test_what_was_said_of_a_move_stays_while_the_others_play() -> None:
    page = at_my_turn("always")
    page.press("draw")
    page.until_my_turn()
    person_at(page).do(advise(seen(page)).actions[0])
    while page.frame.get("next_ms") == 0:
        page.press("next-step")
    said = coach_of(page)
    page.press("next-step")
    assert said
    assert coach_of(page) == said


def test_hints_are_for_ones_own_turn() -> None:
    page = at_my_turn("asked")
    page.press("draw")
    person_at(page).do(Discard(seen(page).hand[0]))
    assert 'aria-disabled="true"' in page.html["prompt"]
    page.press("hint")
    assert "turn: wait for yours" in page.html["prompt"]


def test_a_hint_is_forgotten_with_the_next_move_and_an_undo_brings_another() -> None:
    page = at_my_turn("asked")
    page.press("hint")
    page.press("draw")
    assert not page.html["coach"]


def test_the_switch_is_kept_in_the_save_and_the_coach_comes_back_with_it() -> None:
    page = at_my_turn("always")
    page.reload()
    page.until_my_turn()
    assert coach_of(page) == steps(advise(seen(page)), teller(page))[0]


def test_the_coach_speaks_the_language_of_the_page() -> None:
    page = at_my_turn("asked")
    page.press("set", "language=it")
    page.press("hint")
    told = Teller(restored(page.save).match.names, 0, catalogue("it"))
    assert coach_of(page) == steps(advise(seen(page)), told)[0]
    page.press("set", "language=en")
    assert coach_of(page) == steps(advise(seen(page)), teller(page))[0]


def test_sampled_deals_are_weighed_while_the_person_thinks_and_a_move_ends_that() -> None:
    page = at_my_turn("asked")
    page.press("draw")
    page.press("hint")
    page.press("hint")
    assert page.frame["next_ms"] == 0
    page.press("next-step")
    assert "next_ms" not in page.frame
    page.press("hint")
    assert coach_of(page) == steps(advise(seen(page)), teller(page))[2]


@pytest.mark.parametrize("event", [("hint", ""), ("set", "teach=always")])
def test_the_archive_that_teaches_is_asked_for_before_anything_changes(
    event: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = seated()
    before = page.save
    monkeypatch.delitem(sys.modules, "app.teacher", raising=False)
    monkeypatch.setitem(sys.modules, "app.teacher", None)
    assert page.session.handle({"do": event[0], "arg": event[1]}) == {"needs": "teach"}
    monkeypatch.delitem(sys.modules, "app.teacher")
    assert restored(page.save).state == restored(before).state
    page.press(*event)
    assert '"teach":"off"' not in page.save


def test_who_never_asks_never_loads_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "app.teacher", None)
    page = Page(Session())
    page.press("new", rules="duello", opponents="1", deal="4")
    for _ in range(3):
        page.until_my_turn()
        person_at(page).do(person_at(page).sensible_action())
    assert not page.html["coach"]


@pytest.mark.parametrize("preset", PRESETS)
def test_whatever_is_done_the_coach_goes_along(preset: str) -> None:
    rng = Random(preset)
    page = seated(preset, "1", "7")
    page.press("set", "teach=always")
    person = person_at(page)
    for _ in range(60):
        page.until_my_turn()
        if restored(page.save).state.end is not None:
            page.press("next")
            continue
        for _ in range(rng.randrange(4)):
            page.press("hint")
        if rng.random() < 0.1:
            page.press("undo")
        elif rng.random() < 0.1:
            page.reload()
        else:
            person.do(rng.choice(list(LegalActions(person.table.state)) or [Draw()]))

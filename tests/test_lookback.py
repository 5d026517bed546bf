"""Looking back at a hand shows what cost points, from what was seen, and lets one try again."""

from __future__ import annotations

from functools import cache

import pytest

from app.save import read
from scala40.actions import Discard, Draw
from scala40.bots import choose
from scala40.cards import JOKER, UNSEEN
from scala40.coach.advice import advise
from scala40.errors import Refused
from scala40.match import Match
from scala40.position import position_text
from scala40.rules import Rules
from scala40.school.lesson import ME, after, judge
from scala40.school.lookback import (
    MOST,
    SURE,
    Line,
    Missed,
    decisions,
    lines,
    look_back,
    task_of,
)
from scala40.score import hand_points
from scala40.turn import apply
from scala40.view import view_of
from tests.person import Person, Pupil
from tests.test_session import Page, seated

DEALS = (1, 4)


@cache
def played(deal: int) -> Match:
    """A hand that somebody plays at random against one who plays well."""
    match = Match(Rules.preset("online"), ("You", "Anna"), deal)
    while match.hand.state.end is None:
        seat, number = match.hand.state.seat, len(match.hand.events)
        view = view_of(match.hand, seat, match.totals)
        match.play(choose(view, "easy" if seat == ME else "hard", number))
    return match


@cache
def missed(deal: int) -> tuple[Missed, ...]:
    looking = look_back(played(deal), ME, seed=1)
    while True:
        try:
            next(looking)
        except StopIteration as done:
            return tuple(done.value)


def test_the_decisions_are_those_of_the_seat_with_what_it_saw() -> None:
    match = played(2)
    found = decisions(match, ME)
    assert [action for _, action in found] == [
        event.action for event in match.hand.events if event.seat == ME
    ]
    for view, _ in found:
        assert view.state.seat == ME
        assert set(view.state.hands[1]) <= {UNSEEN}
        assert set(view.state.stock) <= {UNSEEN}


def test_what_is_shown_is_the_coachs_way_and_clear_of_its_margin() -> None:
    found = [each for deal in DEALS for each in missed(deal)]
    assert found
    for deal in DEALS:
        assert len(missed(deal)) <= MOST
        for each in missed(deal):
            estimate = each.estimate
            assert estimate.gain >= SURE * estimate.margin > 0
            assert estimate.action in {
                advise(view).actions[0]
                for view, action in decisions(played(deal), ME)
                if action == estimate.other
            }


def test_who_looks_back_by_play_as_advised_finds_nothing() -> None:
    match = Match(Rules.preset("online"), ("You", "Anna"), 3)
    while match.hand.state.end is None:
        view = view_of(match.hand, match.hand.state.seat, match.totals)
        match.play(advise(view).actions[0])
    assert list(look_back(match, ME, seed=1)) == []


def test_each_can_be_tried_again_and_told_from_what_was_done() -> None:
    for deal in DEALS:
        for each in missed(deal):
            assert Missed.read(str(each)) == each
            task, rules = task_of(each), Rules.preset("online")
            right = judge(task, after(task.solution, task, rules))
            wrong = judge(task, after(task.mistakes[0].example, task, rules))
            assert right is not None
            assert wrong is not None
            assert (right.done, wrong.done) == (True, False)


def test_what_was_done_lies_beside_the_better_to_the_end_of_the_turn() -> None:
    for deal in DEALS:
        by_position = {position_text(view.state): view for view, _ in decisions(played(deal), ME)}
        for each in missed(deal):
            view, (done, better) = by_position[each.position], lines(each)
            assert (done.actions, better.actions) == (each.done, each.better)
            for line in (done, better):
                state = view.state
                if isinstance(line.actions[0], Draw):
                    assert line.hand is None
                    continue
                for action in line.actions:
                    state = apply(state, action)
                assert state.end is not None or state.seat != ME
                assert line.hand == state.hands[ME]
                opened = state.opened[ME]
                assert line.points == hand_points(line.hand, state.rules, opened=opened)


def at_the_end_of_a_hand(deal: int, preset: str = "duello", opponents: str = "1") -> Page:
    """A page on which somebody has played a hand at random."""
    page = seated(preset, opponents, str(deal))
    person = Person(page.press, lambda: page.save)
    while (table := person.table).state.end is None:
        if table.mine:
            view = view_of(table.match.hand, ME, table.match.totals)
            person.do(choose(view, "easy", len(table.match.hand.events)))
        page.until_my_turn()
    return page


def test_a_hand_is_looked_back_at_from_the_score_sheet_and_comes_back_to_it() -> None:
    ends = set()
    # where nothing is found, and where something is, with as many as can play
    for hand in ((26, "duello", "1"), (0, "online", "5")):
        page = at_the_end_of_a_hand(*hand)
        assert 'data-do="look-back"' in page.html["overlay"]
        page.press("look-back")
        assert "Looking back" in page.html["school"]
        page.until_my_turn()
        place = read(page.save)["school"].get("place")
        ends.add(place is not None)
        if place is None:
            assert "Nothing that you did" in page.html["school"]
            page.press("back")
        else:
            go_through(page, [Missed.read(text) for _, text in place["queue"]])
        assert "over-sheet" in page.html["overlay"]
        if len(ends) == 2:
            return
    raise AssertionError(ends)


def points_told(line: Line) -> str:
    """What is shown of the hand that a line leaves; nothing is left after a close."""
    return f"{line.points} point" if line.hand else "Better"


def go_through(page: Page, found: list[Missed]) -> None:
    """Try every decision again, first as it was and then better, with a reload in between."""
    pupil = Pupil(page.press, lambda: page.save)
    for number, each in enumerate(found, 1):
        assert f"Look back: {number} of {len(found)}" in page.html["heading"]
        assert "Here you did this:" in page.html["lesson"]
        pupil.do(each.estimate.other)
        assert "Estimate from" in page.html["lesson"]
        for line in lines(each):
            assert points_told(line) in page.html["lesson"]
        page.press("task-again")
        assert "Better" not in page.html["lesson"]
        page.reload()
        pupil.do(each.estimate.action)
        assert "Estimate from" in page.html["lesson"]
        page.press("task-next")


def test_lines_that_cannot_be_played_are_refused() -> None:
    each = next(each for deal in DEALS for each in missed(deal))
    with pytest.raises(ValueError, match="without an action"):
        Missed.read(str(each._replace(done=())))
    for done in ((Discard(JOKER),), (*each.done, *each.done)):
        with pytest.raises(Refused):
            Missed.read(str(each._replace(done=done)))

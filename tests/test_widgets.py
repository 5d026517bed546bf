"""The widgets of the notebooks say what the engine says, and show what goes wrong."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from html import unescape
from typing import Any

import pytest

from scala40.actions import Draw
from scala40.cards import cards, hand_text
from scala40.drawing import state_html
from scala40.hand import Hand, deal_hand
from scala40.rules import PRESETS
from scala40.view import view_of
from scala40.widgets import Lab, habits
from scala40.widgets.charts import bars, line

LAB, ITALIAN = Lab("en"), Lab("it")
RECORD = """
scala40 1
rules online
seats Anna, Bruno
hand 1
cards Anna: TH JH QH KH 7C 7D 7S 2C 4D 9S 6H 8C AD
up 3D
stock 8D
Anna: draw · lay TH JH QH KH · discard 9S
"""


def said(html: str) -> str:
    """The words of some HTML, without pictures and style."""
    bare = re.sub(r"<style>.*?</style>|<svg.*?</svg>|<[^>]+>", " ", html, flags=re.DOTALL)
    return " ".join(unescape(bare).split())


def to_its_end(work: Coroutine[Any, Any, Any]) -> Any:
    """What some work answers, in a loop of its own: the browser's tests leave one running here."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


def press(widget: Any, text: str) -> None:
    """Press the button with a text, somewhere in a widget."""
    waiting = [widget]
    while waiting:
        each = waiting.pop()
        if getattr(each, "description", "") == text and hasattr(each, "click"):
            each.click()
            return
        waiting += getattr(each, "children", ())
    raise AssertionError(f"there is no button {text}")


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("7C 7D 7H", "A set, 21 points."),
        ("5D 6D 7D X", "2 readings: 26 points"),
        ("7C 7D 9H", "is neither a run of one suit nor a set of one rank."),
        ("7C 7Z", "✗ “7Z” (at character 4 of “7C 7Z”) is not a card"),
    ],
)
def test_the_meld_checker_says_what_cards_are_or_why_they_are_nothing(
    text: str, answer: str
) -> None:
    checker = LAB.check("7C 7D 7S")
    checker.fields["text"].value = text
    assert answer in said(checker.shown.value)


def test_an_error_of_our_own_making_is_shown_with_its_traceback() -> None:
    exercise = LAB.exercise("Broken?", lambda answer: bool(1 / 0))
    press(exercise, "Check")
    assert 'role="alert"' in exercise.shown.value
    assert "ZeroDivisionError" in exercise.shown.value


def test_an_exercise_takes_the_right_answer_and_hints_after_two_wrong_ones() -> None:
    exercise = LAB.exercise("Two?", lambda answer: answer == "2", hint="It is even.")
    for answer, verdict in (
        ("1", "✗ Not yet."),
        ("3", "✗ Not yet. It is even."),
        ("2", "✓ Right."),
    ):
        exercise.answer.value = answer
        press(exercise, "Check")
        assert said(exercise.shown.value) == verdict


def test_a_hand_is_edited_by_text_and_by_buttons() -> None:
    editor = LAB.edit("7H 2C")
    editor.card.value = "X"
    press(editor, "Add")
    assert editor.field.value == "7H 2C X"
    press(editor, "Sort")
    assert editor.field.value == "2C 7H X"
    editor.card.value = "7H"
    press(editor, "Take out")
    assert editor.cards == cards("2C X")
    press(editor, "Deal a hand")
    assert editor.cards == LAB.deal(1)
    editor.card.value = "7Z"
    press(editor, "Add")
    assert "is not a card" in said(editor.shown.value)


def test_the_opening_counter_counts_under_the_rules_that_are_chosen() -> None:
    hand = cards("QS KS X 5H 5D 5C 2D")
    assert "It opens with 45" in said(LAB.counted(hand, "online"))
    assert "cannot open: its melds are worth" in said(LAB.counted(hand, "pulita"))
    counter = LAB.opening(hand_text(hand))
    rules, editor = counter.children
    rules.value = "pulita"
    assert "cannot open" in said(editor.shown.value)


def test_every_way_to_open_is_listed_with_what_it_leaves() -> None:
    text = said(LAB.openings("TH JH QH KH 5C 5D 5S").value)
    assert text.startswith("Melds Points Left Cost 55 0 45 10")
    assert "There is no way to open." in said(LAB.openings("2C 3C 4C").value)
    assert "modi" in said(ITALIAN.openings("TH JH QH KH 5C 5D 5S 4D 6D X 2C").value)


def test_the_scorer_tells_the_price_under_every_preset() -> None:
    told = said(LAB.scored("AC"))
    assert [f"{preset} " in told for preset in PRESETS] == [True] * len(PRESETS)
    assert "online 11 100 11" in told
    assert "pulita 1 1 1" in told
    assert "duello 11 100 22" in told
    assert "con apertura" in said(ITALIAN.score("AC").shown.value)


def test_the_referee_shows_the_table_after_or_says_why_not() -> None:
    position = "hand 8D 9C KS; opened; drawn; table 5D 6D 7D; stock 40"
    referee = LAB.referee(position, "attach 8D T1; discard KS")
    assert "✓ Allowed." in said(referee.shown.value)
    referee.fields["actions"].value = "attach 9C T1"
    assert said(referee.shown.value).startswith("✗")
    chosen = LAB.referee(position, "discard KS", rules="online;opening_points=30")
    assert chosen.fields["rules"].value == "online;opening_points=30"


def test_a_record_is_gone_through_step_by_step() -> None:
    player = LAB.replay(RECORD)
    slider = player.fields["step"]
    assert "Hand 1 is dealt." in said(player.shown.value)
    press(player, "Next")
    assert "Anna: draw" in said(player.shown.value)
    press(player, "Back")
    press(player, "Back")
    assert slider.value == 0
    slider.value = slider.max
    assert "Anna: discard 9S" in said(player.shown.value)
    assert "T1 · Anna" in said(player.shown.value)


def test_a_run_shows_what_was_found_and_stops_when_told() -> None:
    async def work() -> Any:
        run = LAB.run(iter(range(1000)), 1000, lambda found: bars([], x="a", y="b", title="c"))
        await asyncio.sleep(0)
        press(run, "Stop")
        await run.task
        return run

    run = to_its_end(work())
    assert 0 < len(run.found) < 1000
    assert run.stop.disabled
    assert run.count.value == f"{len(run.found)} / 1000"


def test_a_run_that_fails_says_so() -> None:
    async def work() -> Any:
        run = LAB.run((1 // number for number in (1, 0)), 2, str)
        await run.task
        return run

    assert "ZeroDivisionError" in to_its_end(work()).count.value


def test_a_race_tells_the_standings_of_levels_and_functions() -> None:
    async def work() -> Any:
        run = LAB.race({"late": habits.opens_late, "normal": "normal"}, deals=2, seed=4)
        await run.task
        return run

    shown = to_its_end(work()).shown.outputs[0]["data"]["text/plain"]
    assert "2 of 2 deals in 2 seatings each" in shown
    assert "late against normal" in shown


@pytest.mark.parametrize("habit", sorted(habits.HABITS))
def test_a_habit_plays_by_the_rules_to_the_end(habit: str) -> None:
    for deal in range(4):
        hand = Hand(deal_hand(LAB.rules, 2, (0, 1), deal))
        while hand.state.end is None:
            hand.play(habits.HABITS[habit](view_of(hand, hand.state.seat, (0, 0))))


def test_who_opens_late_does_not_open_in_the_first_rounds() -> None:
    for deal in range(6):
        hand = Hand(deal_hand(LAB.rules, 2, (0, 1), deal))
        while hand.state.end is None and hand.state.turns < habits.ROUNDS * 2:
            hand.play(habits.opens_late(view_of(hand, hand.state.seat, (0, 0))))
            assert not any(hand.state.opened)


def test_what_a_seat_does_not_see_is_counted_in_the_drawing() -> None:
    hand = Hand(deal_hand(LAB.rules, 2, (0, 1), 7))
    hand.play(Draw())
    view = view_of(hand, 0, (0, 0))
    told = said(view._repr_html_())
    assert "13 cards" in told
    assert "has not opened" in told
    assert told == said(state_html(view.state))
    meld = LAB.meld("7C 7D 7H")
    assert 'aria-label="7 of clubs, 7 of diamonds, 7 of hearts"' in meld._repr_html_()
    assert "joker" in LAB.hand("X")._repr_html_()


def test_a_chart_draws_margins_and_falls_back_on_a_table() -> None:
    rows = [{"who": "a", "points": 3, "margin": 1}, {"who": "b", "points": 5, "margin": 2}]
    chart = bars(rows, x="who", y="points", margin="margin", title="Points", up="Punti")
    interval = chart.spec["layer"][1]["encoding"]
    assert (interval["y"]["field"], interval["y2"]["field"]) == ("low", "high")
    assert [(r["low"], r["high"]) for r in chart.spec["data"]["values"]] == [(2, 4), (3, 7)]
    assert chart.table().splitlines()[0].split("\t")[:2] == ["who", "points"]
    climbing = line([{"x": 1, "y": 2, "who": "a"}], x="x", y="y", colour="who", title="Climb")
    assert climbing.spec["encoding"]["color"]["field"] == "who"


def test_the_way_back_into_the_game_is_offered_in_the_browser_alone(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    position = "hand 2C 3C 4C KD; opened; drawn; stock 9"
    assert LAB.play(position, "online").value == ""
    monkeypatch.setattr("sys.platform", "emscripten")
    link = LAB.play(position, "online;opening_points=30").value
    assert 'href="../../#rules=online;opening_points=30&position=hand%202C' in link

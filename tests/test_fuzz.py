"""Whatever text or data comes in, nothing but the family of errors of the game comes out, soon."""

from __future__ import annotations

import io
import json
import sys
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout
from time import process_time
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from app.save import restored
from app.session import handle, start
from scala40.__main__ import main
from scala40.actions import read_action
from scala40.cards import card, cards
from scala40.errors import Scala40Error
from scala40.judge import KINDS, judge
from scala40.match import Match
from scala40.moves import LegalActions
from scala40.position import FIELDS, read_position_text
from scala40.record import read_record, write_record
from scala40.rules import OPTIONS, PRESETS, Rules
from scala40.turn import why_not
from tests.drawn import ANY_ACTION, holds
from tests.test_judge import CASES

ONLINE = Rules.preset("online")
RECORD = Match(ONLINE, ("You", "Anna", "Bruno"), deal=7)
RECORD.play(read_action("draw"))
SITTING = json.dumps(
    {
        "sitting": 1,
        "match": RECORD.record(),
        "chosen": ["2C.0"],
        "staged": [[["2C.0"], "5H 6H 7H"]],
        "asked": ["Which?", [["this", "5H X=6H 7H", "lay 5H X=6H 7H"]]],
        "notice": ["No.", "refusal"],
        "pile": False,
        "leaving": False,
    }
)
VALID = (
    "5H X=6H 7H",
    "lay 5H X=6H 7H | 9C 9D 9S",
    "attach AH T1 low",
    "federation;opening_points=30;max_reshuffles=unlimited;put_back=yes",
    "; ".join(form for _, (_, form) in FIELDS.items()),
    write_record(RECORD),
    RECORD.save(),
    SITTING,
    json.dumps(CASES[0]),
)
WORDS = [*" ;=|,:{}[]\"'#·?X-0_", "5H", "X=6H", "T1", "draw", "lay", *FIELDS, *OPTIONS, *PRESETS]


@st.composite
def spoilt(draw: st.DrawFn) -> str:
    """A text that means something, with a few pieces taken out, doubled or put in."""
    text = draw(st.sampled_from(VALID))
    for _ in range(draw(st.integers(1, 4))):
        start, end = sorted(draw(st.tuples(*[st.integers(0, len(text))] * 2)))
        end = min(end, start + 8)
        piece = draw(st.one_of(st.sampled_from(WORDS), st.text(max_size=3), st.just("")))
        text = text[:start] + piece + text[draw(st.sampled_from([start, end])) :]
    return text


ANY_TEXT: SearchStrategy[str] = st.one_of(
    st.text(), spoilt(), st.lists(st.sampled_from(WORDS)).map(" ".join)
)
SOME_DATA = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-2, 15),
    st.just(10**4000),
    st.floats(),
    ANY_TEXT,
    st.sampled_from([*VALID, "5H 6H 7H", "X X X X", "online", "*"]),
)
ANY_DATA = st.recursive(
    SOME_DATA,
    lambda inner: st.one_of(
        st.lists(inner, max_size=5), st.dictionaries(st.text(max_size=5), inner, max_size=5)
    ),
    max_leaves=15,
)


def spoilt_data(data: Any) -> SearchStrategy[Any]:
    """Data with something else in one or a few of its places."""
    if isinstance(data, dict):
        fields = st.fixed_dictionaries({key: spoilt_data(value) for key, value in data.items()})
        return mostly(fields)
    if isinstance(data, list):
        return mostly(st.tuples(*map(spoilt_data, data)).map(list))
    return mostly(st.just(data))


def mostly(usual: SearchStrategy[Any]) -> SearchStrategy[Any]:
    """Nearly always the usual, else anything."""
    return st.integers(0, 11).flatmap(lambda n: usual if n else ANY_DATA)


def only_its_own_errors(read: Callable[[Any], object], given: Any) -> None:
    """Read it; an error of the game can be said, anything else that is raised fails."""
    said = "read"
    try:
        read(given)
    except Scala40Error as error:
        said = str(error)
    assert said


READERS: dict[str, Callable[[str], object]] = {
    "card": card,
    "cards": cards,
    "read_action": read_action,
    "Rules.read": Rules.read,
    "read_position_text": lambda text: read_position_text(text, Rules.read("classica;buying=yes")),
    "Match.load": Match.load,
    "read_record": read_record,
    "restored": restored,
}


@holds(800, name=st.sampled_from(sorted(READERS)), text=ANY_TEXT)
def test_any_text_is_read_or_refused(name: str, text: str) -> None:
    only_its_own_errors(READERS[name], text)


A_CASE = st.sampled_from(CASES[::7]).flatmap(spoilt_data)
FIELDS_OF_CASES = "rules options cards hand position actions before hand_points closer".split()
A_QUESTION = st.fixed_dictionaries(
    {"kind": st.sampled_from(sorted(KINDS))},
    optional=dict.fromkeys(FIELDS_OF_CASES, ANY_DATA),
)


@holds(250, case=st.one_of(ANY_DATA, A_CASE, A_QUESTION))
def test_any_case_is_answered(case: object) -> None:
    answer = judge(case)
    assert answer.get("error") or len(answer) > 1


@holds(100, data=st.one_of(ANY_DATA, spoilt_data(RECORD.record())))
def test_any_record_is_replayed_or_refused(data: object) -> None:
    only_its_own_errors(Match.replay, data)


@holds(60, data=st.one_of(ANY_DATA, spoilt_data(json.loads(SITTING))))
def test_any_save_is_restored_or_refused_and_shown(data: object) -> None:
    assert "patches" in json.loads(start(json.dumps(data), "{}"))


#: What the page can ask for, and what it cannot.
VERBS = (
    "draw take put-back card stage unstage open lay meld attach discard undo answer cancel pile"
    " next hurry finish rematch menu stay leave next-step pass buy sort keys new jump"
).split()


@holds(
    100,
    event=st.fixed_dictionaries(
        {"do": st.sampled_from(VERBS)},
        optional={
            "arg": st.one_of(ANY_TEXT, st.sampled_from(["0", "1", "²", "99"])),
            "form": ANY_DATA,
        },
    ),
)
def test_any_event_is_answered_with_a_frame(event: dict[str, object]) -> None:
    start(SITTING.replace('["2C.0"]', "[]"), "{}")
    assert "patches" in json.loads(handle(json.dumps(event)))


AS_BYTES = ANY_TEXT.map(lambda text: text.encode("utf-8", "surrogatepass"))


@holds(60, given_bytes=st.one_of(st.binary(), AS_BYTES))
def test_the_command_line_answers_any_bytes(given_bytes: bytes) -> None:
    class Input:
        buffer = io.BytesIO(given_bytes)

    old, sys.stdin = sys.stdin, Input()  # type: ignore[assignment]
    try:
        with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()):
            assert main(["judge", "-"]) in (0, 1, 2)
    finally:
        sys.stdin = old


@holds(
    150, text=spoilt().filter(lambda text: "hand" in text), actions=st.lists(ANY_ACTION, max_size=4)
)
def test_whatever_position_is_read_any_action_is_done_or_refused(
    text: str, actions: list[Any]
) -> None:
    try:
        state = read_position_text(text, Rules.read("classica;buying=yes;put_back=yes"))
    except Scala40Error:
        return
    for action in actions:
        why_not(state, action)
    if len(state.hand) < 8:
        assert LegalActions(state).count() >= 0


# --- size ----------------------------------------------------------------------------------------

HUGE = 100_000
HUGE_TEXTS = {
    "cards": "5H " * (HUGE // 3),
    "spaces": " " * HUGE,
    "one word": "X" * HUGE,
    "melds": "lay " + "5H 6H 7H | " * (HUGE // 11),
    "options": "online" + ";jokers=2" * (HUGE // 9),
    "fields": "hand 5H; " * (HUGE // 9),
    "brackets": "[" * HUGE,
    "digits": "9" * HUGE,
    "separators": ";|=" * (HUGE // 3),
    "turns": "scala40 1\nrules online\nseats Anna, Bruno\nhand 1\n" + "Anna: draw\n" * (HUGE // 11),
    "colons": "scala40 1\nseats " + '"a\\' * (HUGE // 3),
    "names": "scala40 1\nrules online\nseats " + "A a," * (HUGE // 4),
}


@pytest.mark.parametrize("text", HUGE_TEXTS.values(), ids=HUGE_TEXTS)
def test_a_huge_text_is_answered_soon(text: str) -> None:
    began = process_time()
    for read in READERS.values():
        only_its_own_errors(read, text)
    assert process_time() - began < 1


HUGE_CASES: dict[str, dict[str, Any]] = {
    "meld": {"kind": "meld", "cards": "5H " * (HUGE // 3)},
    "readings": {"kind": "readings", "cards": "X " * (HUGE // 2)},
    "best-lay": {"kind": "best-lay", "hand": "5H " * (HUGE // 3)},
    "actions": {
        "kind": "play",
        "position": {"hand": "5H 6H", "drawn": True, "opened": True},
        "actions": ["attach 5H T1"] * (HUGE // 12),
    },
    "table": {"kind": "play", "position": {"hand": "5H", "table": ["6H 7H 8H"] * (HUGE // 8)}},
    "totals": {"kind": "match", "before": [1] * HUGE, "hand_points": [1] * HUGE, "closer": 0},
    "options": {"kind": "deal", "options": {f"o{n}": n for n in range(HUGE // 10)}},
}


@pytest.mark.parametrize("case", HUGE_CASES.values(), ids=HUGE_CASES)
def test_a_huge_case_is_answered_soon(case: dict[str, Any]) -> None:
    began = process_time()
    judge(case)
    assert process_time() - began < 1

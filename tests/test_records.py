"""Records are read and written as text and as JSON, replay the same, and are refused by number."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scala40.actions import read_action
from scala40.cards import cards, pack
from scala40.errors import RecordError, Refused, Scala40Error
from scala40.match import Match
from scala40.record import FORMS, read_record, write_record
from scala40.rules import PRESETS, Rules
from tests.records import digests, failing, golden, statements

GOLDEN = golden()
HEAD = """scala40 1
rules online
seats Anna, Bruno
hand 1
cards Anna: TS JS QS KS 7H
stock 7D 9C
"""
SET_UP = """scala40 1
rules online
seats Anna, Bruno
hand 1
position hand TS JS QS KS 7H; drawn; table 4H 5H 6H; stock 40
"""


@pytest.mark.parametrize("name", GOLDEN)
def test_every_statement_of_a_golden_record_holds(name: str) -> None:
    assert any(statements(GOLDEN[name]))
    assert failing(GOLDEN[name]) == []


@pytest.mark.parametrize("name", GOLDEN)
def test_text_and_json_replay_to_the_same(name: str) -> None:
    match = read_record(GOLDEN[name])
    again = read_record(write_record(match))
    loaded = Match.load(match.save())
    assert digests(match) == digests(again) == digests(loaded)
    assert match.record() == again.record() == loaded.record()


def test_every_preset_has_records_written_by_hand_and_played() -> None:
    for kind in ("written", "played"):
        assert {p for p in PRESETS if any(f"{kind}/{p}" in name for name in GOLDEN)} == {*PRESETS}
    assert sum("played" in name for name in GOLDEN) >= 30


# --- what cannot be ------------------------------------------------------------------------------


def refused(text: str) -> tuple[object, object, object, str]:
    """The line, hand and action by number at which a record is refused, and the reason's code."""
    with pytest.raises(RecordError) as error:
        read_record(text)
    facts = error.value.facts
    reason = facts["reason"]
    assert isinstance(reason, Scala40Error)
    return facts["line"], facts["hand"], facts["action"], reason.code


def test_a_wrong_action_is_refused_by_its_number() -> None:
    turn = "Anna: draw · lay TS JS QS · discard 7D"
    assert refused(HEAD + turn) == (7, 1, 2, "opening-short")
    assert refused(HEAD + "\n# a comment\nAnna: draw\nAnna: jump") == (10, 1, 2, "unknown-action")
    assert refused(HEAD + "Anna: draw · discard 7D\nBruno: draw · discard X") == (
        8,
        1,
        4,
        "not-in-hand",
    )


def test_nobody_plays_out_of_turn() -> None:
    assert refused(HEAD + "Bruno: draw") == (7, 1, 1, "other-turn")
    assert refused(HEAD + "Anna: draw · discard 7D · draw") == (7, 1, 3, "other-turn")
    assert refused(HEAD + "Carla: draw") == (7, 1, 1, "other-turn")


@pytest.mark.parametrize("name", [name for name in GOLDEN if "played" in name][::4])
def test_a_tampered_record_is_refused_at_the_first_action_that_cannot_be(name: str) -> None:
    record = read_record(GOLDEN[name]).record()
    hands = record["hands"]
    assert isinstance(hands, list)
    hands[0][7] = "swap KS T99"
    with pytest.raises(RecordError) as error:
        Match.replay(record)
    assert (error.value.facts["hand"], error.value.facts["action"]) == (1, 8)


@pytest.mark.parametrize(
    ("text", "place", "code"),
    [
        ("", (1, 0, 0), "bad-line"),
        ("hello", (1, 0, 0), "bad-line"),
        ("scala40", (1, 0, 0), "bad-line"),
        ("scala40 one", (1, 0, 0), "bad-line"),
        ("scala40 1\nscala40 1", (2, 0, 0), "bad-line"),
        ("scala40 1\nrules nobody", (2, 0, 0), "unknown-preset"),
        ("scala40 1\nrules online\nhand 1", (3, 0, 0), "bad-line"),
        ("scala40 1\nrules online\nAnna: draw", (3, 0, 0), "bad-line"),
        ("scala40 1\nrules online\nseats Anna", (3, 0, 0), "bad-line"),
        ("scala40 1\nrules online\nseats Anna,,Bruno", (3, 0, 0), "bad-line"),
        ('scala40 1\nseats Anna, "\\x"', (2, 0, 0), "bad-line"),
        ("scala40 1\ndeal -1", (2, 0, 0), "bad-line"),
        ("scala40 1\nrules duello\nseats A, B, C\nhand 1", (4, 0, 0), "players-not-admitted"),
        ("scala40 1\nrules online\nseats A, B\nhand 2", (4, 0, 0), "bad-line"),
        (HEAD + "rules online", (7, 1, 0), "bad-line"),
        (HEAD + "hand 1", (7, 1, 0), "bad-line"),
        (HEAD + "hand 2", (7, 1, 0), "hand-not-over"),
        (HEAD + "Anna draw", (7, 1, 0), "bad-line"),
        (HEAD + "Anna:", (7, 1, 1), "unknown-action"),
        (HEAD + "deck", (7, 1, 0), "bad-line"),
        (HEAD + "deck 1H", (7, 1, 0), "unknown-card"),
        (HEAD + "up 7H 8H", (7, 1, 0), "bad-line"),
        (HEAD + "cards Carla: 7H", (7, 1, 0), "bad-line"),
        (HEAD + "cards Anna: 2C 3C 4C 5C 6C 7C 8C 9C TC", (7, 1, 0), "bad-line"),
        (HEAD + "up 7H\nstock 7H\n", (9, 1, 0), "too-many-cards"),
        (HEAD + "up X=7H\n", (8, 1, 0), "too-many-cards"),
        (HEAD + "Anna: draw\nup 7H", (8, 1, 0), "bad-line"),
        (HEAD + "position hand 2C", (7, 1, 0), "bad-line"),
        (SET_UP + "position hand 2C", (6, 1, 0), "bad-line"),
        (SET_UP + "stock 2C", (6, 1, 0), "bad-line"),
        (SET_UP.replace("drawn", "drunk"), (5, 1, 0), "unknown-field"),
    ],
)
def test_what_is_no_record_is_refused_by_its_line(
    text: str, place: tuple[int, int, int], code: str
) -> None:
    assert refused(text) == (*place, code)


def test_a_newer_record_is_refused_as_such() -> None:
    with pytest.raises(RecordError) as error:
        read_record("scala40 2\nsomething new")
    assert error.value.code == "save-newer"


@given(
    st.text() | st.lists(st.sampled_from([*FORMS, *FORMS.values(), *HEAD.split()])).map(" ".join)
)
def test_any_text_is_a_record_or_refused(text: str) -> None:
    for given_text in (text, HEAD + text, f"{HEAD}Anna: {text}"):
        with suppress(RecordError):
            read_record(given_text)


# --- positions ---------------------------------------------------------------------------------


def test_a_hand_may_begin_from_a_position_and_another_is_dealt_after_it() -> None:
    end = "Anna: lay TS JS QS KS · discard 7H\nhand 2\nBruno: draw"
    match = read_record(SET_UP.replace("online", "online;target=301") + end)
    assert match.scores[0].closer == 0
    assert len(match.hand.state.stock) == 108 - 26 - 1 - 1
    again = read_record(write_record(match))
    assert again.record() == match.record()
    assert again.hands[0].state == match.hands[0].state


def test_what_a_position_hides_is_the_same_when_it_is_read_again() -> None:
    match = Match(Rules.preset("online"), ("Anna", "Bruno"), deal=12)
    match.set_up("hand 2C 3C;\nstock 40")
    match.play(read_action("draw"))
    again = read_record(write_record(match))
    assert again.hand.state == match.hand.state


# --- names and decks -----------------------------------------------------------------------------


@given(st.lists(st.text(min_size=1, max_size=40).filter(str.strip), min_size=2, max_size=6))
def test_whatever_the_players_are_called_the_text_reads_back(names: list[str]) -> None:
    match = Match(Rules.preset("online"), names, deal=3)
    match.play(read_action("draw"))
    assert read_record(write_record(match)).record() == match.record()


def test_names_that_could_be_something_else_are_quoted() -> None:
    match = Match(Rules.preset("online"), ("deck", "Anna: 2, # 3", "Élodie d'Aosta"), deal=3)
    line = write_record(match).splitlines()[3]
    assert line == r"""seats "deck", "Anna: 2, \u0023 3", Élodie d'Aosta"""
    assert read_record(write_record(match)).names == match.names


def test_a_deck_is_named_from_the_top_and_may_go_on_over_lines() -> None:
    head = HEAD.partition("cards")[0]
    whole = read_record(f"{head}deck 7H 8C 9H\ndeck TD")
    assert {*cards("7H 9H")} <= {*whole.hand.state.hands[0]}
    assert {*cards("8C TD")} <= {*whole.hand.state.hands[1]}
    assert len(whole.decks[1]) == 108


def test_an_explicit_deck_is_the_whole_pack_and_comes_before_the_first_action() -> None:
    match = Match(Rules.preset("online"), ("Anna", "Bruno"), deal=1)
    for deck, code in ((pack(2), "deck-short"), ((*pack(4), *pack(0)[:1]), "too-many-cards")):
        with pytest.raises(RecordError) as error:
            match.deal_from(deck)
        assert error.value.code == code
    match.deal_from(pack(4))
    assert match.hand.state.stock == pack(4)[27:]
    match.play(read_action("draw"))
    with pytest.raises(Refused):
        match.deal_from(pack(4))


@pytest.mark.parametrize("decks", [[], {"1": 7}, {"1": "7H 7H"}, {"1": "nothing"}])
def test_a_save_with_a_deck_that_is_none_is_refused(decks: object) -> None:
    record = json.loads(Match(Rules.preset("online"), ("Anna", "Bruno"), deal=1).save())
    with pytest.raises(RecordError):
        Match.replay(record | {"decks": decks})

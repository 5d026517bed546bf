"""What a set and a run are, and what a meld on the table takes."""

import pytest

from scala40.cards import card, cards
from scala40.errors import Refused
from scala40.melds import attach, fitting, freed, joined, placements, read_meld, readings
from scala40.rules import Rules

ONLINE = Rules.preset("online")
CLASSICA = Rules.preset("classica")
FEDERATION = Rules.preset("federation")
LOW_TO_KING = "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"


def code(written: str, rules: Rules = ONLINE) -> str:
    with pytest.raises(Refused) as reason:
        read_meld(cards(written), rules)
    return reason.value.code


@pytest.mark.parametrize(
    ("written", "points"),
    [
        ("AH 2H 3H", 6),
        ("QS KS AS", 31),
        ("7C 7D 7H", 21),
        ("AC AD AH AS", 44),
        ("TS JS QS KS", 40),
        ("X=AH 2H 3H", 6),
        ("QS KS X=AS", 31),
        ("AH AS X=AD", 33),
        (LOW_TO_KING, 85),
    ],
)
def test_a_meld_is_worth_the_sum_of_its_places(written: str, points: int) -> None:
    assert read_meld(cards(written), ONLINE).points == points


@pytest.mark.parametrize(
    ("written", "reason"),
    [
        ("7H 8H", "meld-too-short"),
        ("X 7H X", "two-jokers"),
        ("7C 7D 7H 7S X", "set-too-long"),
        ("7C 7D 7D", "set-same-suit"),
        ("7C 7D X=8H", "joker-not-here"),
        ("7C 7D X=7D", "joker-not-here"),
        ("7C 7D X", "declare-joker"),
        ("7C 8D 9C", "run-two-suits"),
        ("7S 8S 8S 9S", "run-twice"),
        ("KS AS 2S", "run-corner"),
        ("QS KS AS 2S", "run-corner"),
        ("9S 8S 7S", "run-order"),
        ("7S X 8S", "run-order"),
        ("7S 8S TS", "run-gap"),
        ("7S X=9S 9S", "joker-not-here"),
        (f"{LOW_TO_KING} AH", "two-aces"),
        (f"{LOW_TO_KING} X", "run-too-long"),
    ],
)
def test_what_is_no_meld_is_refused_with_the_reason_that_helps(written: str, reason: str) -> None:
    assert code(written) == reason


def test_in_a_run_the_written_place_decides_what_a_joker_is() -> None:
    assert str(read_meld(cards("QS KS X"), ONLINE)) == "QS KS X=AS"
    assert str(read_meld(cards("X QS KS"), ONLINE)) == "X=JS QS KS"
    assert str(read_meld(cards("5D X 7D"), ONLINE)) == "5D X=6D 7D"


def test_a_run_of_fourteen_needs_the_option_and_a_joker_as_one_ace() -> None:
    assert read_meld(cards(f"{LOW_TO_KING} X"), FEDERATION).points == 96
    assert code(f"{LOW_TO_KING} AH", FEDERATION) == "two-aces"


def test_the_readings_of_a_joker_come_dearest_first() -> None:
    assert [str(m) for m in readings(cards("X KS QS"), ONLINE)] == ["QS KS X=AS", "X=JS QS KS"]
    assert [str(m) for m in readings(cards("7S X 7C"), ONLINE)] == ["7C X=7D 7S", "7C X=7H 7S"]
    assert readings(cards("7S X X"), ONLINE) == []
    assert readings(cards("7S 8C 9S"), ONLINE) == []
    assert readings(cards("7S 7S X"), ONLINE) == []


def test_a_joker_in_an_open_set_stays_bare_where_either_card_frees_it() -> None:
    meld = read_meld(cards("7C 7S X=7H"), CLASSICA)
    assert str(meld) == "7C 7S X"
    assert str(freed(meld, card("7D"), CLASSICA)) == "7C 7D 7S"
    assert str(attach(meld, card("7D"), None, CLASSICA)) == "7C 7D X=7H 7S"
    assert freed(meld, card("8D"), CLASSICA) is None


def test_a_run_takes_its_neighbours_and_no_corner() -> None:
    assert fitting(read_meld(cards("5H 6H 7H"), ONLINE), ONLINE) == cards("4H 8H")
    assert fitting(read_meld(cards("QS KS AS"), ONLINE), ONLINE) == cards("JS")
    assert fitting(read_meld(cards("AH 2H 3H"), ONLINE), ONLINE) == cards("4H")
    assert fitting(read_meld(cards("7C 7D 7H"), ONLINE), ONLINE) == cards("7S")
    assert fitting(read_meld(cards("7C 7D 7H 7S"), ONLINE), ONLINE) == ()


def test_an_ace_that_fits_both_ends_needs_one_named() -> None:
    run = read_meld(cards("2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"), ONLINE)
    with pytest.raises(Refused) as reason:
        attach(run, card("AH"), None, ONLINE)
    assert reason.value.code == "declare-end"
    assert attach(run, card("AH"), "low", ONLINE).low == 1
    assert attach(run, card("AH"), "high", ONLINE).high == 14
    assert len(placements(run, card("X=AH"), ONLINE)) == 2


def test_a_full_run_takes_no_more() -> None:
    assert placements(read_meld(cards(LOW_TO_KING), ONLINE), card("X"), ONLINE) == ()
    assert len(placements(read_meld(cards(LOW_TO_KING), FEDERATION), card("X"), FEDERATION)) == 1
    assert placements(read_meld(cards(LOW_TO_KING), FEDERATION), card("AH"), FEDERATION) == ()


def test_neighbouring_runs_join_unless_each_has_a_joker() -> None:
    low, high = (read_meld(cards(text), ONLINE) for text in ("3H 4H 5H", "6H X=7H 8H"))
    assert str(joined(low, high, ONLINE)) == "3H 4H 5H 6H X=7H 8H"
    assert joined(high, low, ONLINE) is None
    assert joined(read_meld(cards("3H X 5H"), ONLINE), high, ONLINE) is None
    assert joined(read_meld(cards("3C 4C 5C"), ONLINE), high, ONLINE) is None

"""What each level is said to do, in positions in which it shows."""

from __future__ import annotations

from collections import Counter

import pytest

from scala40.actions import Discard, read_action
from scala40.bots import choose
from scala40.cards import card
from scala40.danger import Others, partners
from scala40.hand import Event
from scala40.levels import Level
from scala40.view import View
from tests.positions import position


def seen(
    rules: str = "online", events: tuple[tuple[int, str], ...] = (), **fragment: object
) -> View:
    """What the player to act sees of a position, after what others have done."""
    table = str(fragment.pop("table", "")).split(" | ") if "table" in fragment else []
    state = position(rules, table=table, **fragment)
    told = tuple(Event(seat, read_action(action)) for seat, action in events)
    return View(state.seat, state, told, (0,) * len(state.hands))


def does(level: Level, view: View, seed: int = 0) -> str:
    return str(choose(view, level, seed, samples=8))


# --- easy and normal -----------------------------------------------------------------------------


def test_easy_never_takes_a_discard_even_one_that_makes_a_meld() -> None:
    view = seen(hand="7C 7D KS 2H", drawn=False, discard="7H", table="4S 5S 6S", stock=30)
    assert does("easy", view) == "draw"
    assert does("normal", view) == "take 7H"


def test_easy_throws_somewhat_at_random_but_nothing_that_is_in_a_meld() -> None:
    view = seen(hand="7C 7D 7H KS 2H 9D 4C", opened=False)
    thrown = {does("easy", view, seed) for seed in range(20)}
    assert 2 < len(thrown) <= 4
    assert not thrown & {"discard 7C", "discard 7D", "discard 7H"}


def test_normal_takes_a_discard_for_a_meld_but_not_to_attach_it() -> None:
    view = seen(hand="2C 9D KS QD", drawn=False, discard="7S", table="4S 5S 6S", stock=30)
    assert does("normal", view) == "draw"
    assert does("hard", view) == "take 7S"


def test_normal_keeps_what_is_close_to_a_meld() -> None:
    view = seen(hand="7H 8H QC QD 2S", opened=False)
    assert does("normal", view) == "discard 2S"


def test_normal_sits_on_a_joker_and_leaves_those_on_the_table() -> None:
    view = seen(hand="6H KS 2C X 9D", table="5H X=6H 7H | 4S 5S 6S", others=[2], stock=30)
    assert does("normal", view).startswith("discard")


# --- hard ----------------------------------------------------------------------------------------


def test_hard_takes_a_joker_back() -> None:
    view = seen(hand="6H KS KD 2C 9D", table="5H X=6H 7H", stock=30)
    assert does("hard", view) == "swap 6H T1"


def test_hard_never_throws_what_could_be_attached_unless_it_closes() -> None:
    table = "4S 5S 6S | KC KD KH"
    view = seen(hand="7S KS AC 2D 3H 8D 9C JD QH 5C 4D 6D TD", opened=False, table=table)
    assert does("hard", view) not in ("discard 7S", "discard KS")
    view = seen(hand="7S 3S", table="4S 5S 6S", rules="online;final_discard=required")
    assert does("hard", view).startswith("attach")
    view = seen(hand="7S", table="4S 5S 6S", rules="online;final_discard=required")
    assert does("hard", view) == "discard 7S"
    view = seen(hand="7S KS", opened=False, table=table)
    assert does("hard", view).startswith("discard")  # nothing else is left


def test_hard_sheds_high_cards_when_somebody_is_about_to_close() -> None:
    hand, table = "KS KD 3C 3D", "3H 4H 5H"  # there is one 3H less to wait for
    many = seen(hand=hand, table=table, others=[11], stock=40)
    few = seen(hand=hand, table=table, others=[1], stock=40)
    assert does("hard", many) in ("discard 3C", "discard 3D")
    assert does("hard", few) in ("discard KS", "discard KD")


def test_hard_keeps_a_joker_for_a_meld_but_not_when_somebody_is_near_to_closing() -> None:
    hand, table = "X KS 2D 9C JH", "4S 5S 6S"
    assert does("hard", seen(hand=hand, table=table, others=[11], stock=40)).startswith("discard")
    assert does("hard", seen(hand=hand, table=table, others=[2], stock=40)).startswith("attach X")


def test_hard_lays_a_joker_that_takes_other_cards_along() -> None:
    view = seen(hand="X KS KD 2D 9C JH", table="4S 5S 6S", others=[11], stock=40)
    assert does("hard", view).startswith("lay")


def test_hard_watches_what_the_next_player_took() -> None:
    took = ((1, "take 8H"),)
    hand = {"hand": "7H 7D 2C 2S", "table": "TC JC QC", "others": [9], "stock": 40}
    plain = Others(seen("classica", **hand))
    knows = Others(seen("classica", took, **hand))
    assert knows.known(1) == Counter([card("8H")])
    assert knows.chance_of_meld(card("7H"), 1) > plain.chance_of_meld(card("7H"), 1)
    assert knows.chance_of_meld(card("2C"), 1) == plain.chance_of_meld(card("2C"), 1)


def test_hard_thinks_less_of_the_chance_that_somebody_holds_what_they_threw() -> None:
    shed = ((1, "discard 8H"), (1, "discard 6H"))
    hand = {"hand": "7H 7D 2C 2S", "table": "TC JC QC", "others": [9], "stock": 40}
    plain, knows = Others(seen(**hand)), Others(seen(events=shed, **hand))
    assert knows.chance_of_meld(card("7H"), 1) < plain.chance_of_meld(card("7H"), 1)


def test_a_card_that_was_taken_and_laid_is_not_held_any_more() -> None:
    events = ((1, "take 8H"), (1, "lay 8H 8C 8D"), (1, "swap 6H T1"), (1, "attach X=KC T2"))
    assert not Others(seen("classica", events, hand="2C 2S")).known(1)


def test_a_card_that_was_taken_and_put_back_is_not_held() -> None:
    events = ((1, "take 8H"), (1, "put-back"))
    assert not Others(seen("duello", events, hand="2C 2S")).known(1)


def test_hard_opens_where_closing_in_hand_brings_nothing() -> None:
    hand = "9C 9D 9H KC KD KH 2S 3S 4S 5D 6D 7D QS 8C"
    view = seen(hand=hand, opened=False, others=[13], stock=60, unopened=[1])
    assert does("hard", view).startswith("lay")


@pytest.mark.parametrize(("opened_other", "wanted"), [(False, "discard"), (True, "lay")])
def test_hard_holds_back_an_opening_only_while_that_pays(opened_other: bool, wanted: str) -> None:
    hand = "9C 9D 9H 9S KC KD KH 2S 3S 4S 5D 6D 6H QC"  # eight cards would close it
    others = {} if opened_other else {"unopened": [1]}
    view = seen("pulita", hand=hand, opened=False, others=[13], stock=60, **others)
    assert does("hard", view).startswith(wanted)


def test_hard_keeps_what_it_waits_with_to_close_in_hand() -> None:
    hand = "6C 7C 4D 4H 7H 9H TH TH KH 4S 9S TS X X"  # with both tens and a nine it waits
    view = seen("pulita", hand=hand, opened=False, others=[13], stock=60, unopened=[1])
    assert does("hard", view) == "discard KH"


# --- maestro -------------------------------------------------------------------------------------


def test_maestro_does_what_hard_does_where_there_is_nothing_to_weigh() -> None:
    view = seen(hand="2C 9D KS QD", drawn=False, discard="7S", table="4S 5S 6S", stock=30)
    assert does("maestro", view) == does("hard", view) == "take 7S"


def test_maestro_does_what_hard_does_until_it_has_opened() -> None:
    view = seen(hand="KS QS 2D 3D 8C 9C JH JD 4S 4H 7C 7D AS KH", opened=False, stock=40)
    assert {does("maestro", view, seed) for seed in range(6)} == {does("hard", view)}


def test_maestro_leaves_what_hard_would_do_only_for_what_may_be_done() -> None:
    view = seen(hand="KS QS 2D 3D 8C", table="5H 6H 7H | 9C 9D 9S", others=[4], stock=40)
    actions = {str(choose(view, "maestro", seed, samples=4)) for seed in range(6)}
    assert actions <= {str(Discard(c)) for c in view.hand}


def test_partners_are_every_two_cards_that_make_a_meld_of_three() -> None:
    assert len(partners(card("7H"))) == 3 + 3
    assert len(partners(card("AH"))) == 3 + 2  # A-2-3 and Q-K-A, and never K-A-2

"""Everything that is written can be read back, and what cannot be read is pointed at."""

from __future__ import annotations

from urllib.parse import quote, unquote

import pytest

from scala40.actions import read_action
from scala40.cards import card, cards, hand_text
from scala40.errors import NotationError, PositionError, RulesError, Scala40Error
from scala40.hand import Hand, deal_hand
from scala40.match import Match
from scala40.messages import catalogue
from scala40.position import FIELDS, position_text, read_position, read_position_text
from scala40.rules import Rules
from scala40.turn import apply, may
from scala40.view import view_of
from tests.positions import play, position

ONLINE = Rules.preset("online")


@pytest.mark.parametrize(
    ("text", "code", "word", "at"),
    [
        ("5H 6Z 7H", "unknown-card", "6Z", 4),
        ("  5H   ? 7H", "unknown-card", "?", 8),
        ("5H X=X", "unknown-card", "X=X", 4),
    ],
)
def test_an_unknown_card_is_pointed_at(text: str, code: str, word: str, at: int) -> None:
    with pytest.raises(NotationError) as error:
        cards(text)
    assert error.value.code == code
    assert error.value.facts == {"text": word, "at": at, "whole": text}


@pytest.mark.parametrize(
    ("text", "code", "word", "at"),
    [
        ("", "unknown-action", "", 1),
        ("jump 7H", "unknown-action", "jump", 1),
        ("draw 7H", "bad-action", "7H", 6),
        ("put-back now", "bad-action", "now", 10),
        ("take", "bad-action", "take", 1),
        ("take 1H", "unknown-card", "1H", 6),
        ("take 7H 8H", "bad-action", "8H", 9),
        ("lay", "bad-action", "lay", 1),
        ("lay 5H 6H 7H | 9C 9D 9Z", "unknown-card", "9Z", 22),
        ("lay 5H 6H 7H || 9C 9D 9S", "bad-action", "", 15),
        ("attach 8H", "bad-action", "attach 8H", 1),
        ("attach 8H 1", "bad-action", "1", 11),
        ("attach 8H T1 middle", "bad-action", "middle", 14),
        ("attach 8H T1 low T2", "bad-action", "low", 14),
        ("swap 6H T", "bad-action", "T", 9),
        ("swap 6H T1000", "bad-action", "T1000", 9),
        ("buy 7H 7C 7", "unknown-card", "7", 11),
    ],
)
def test_an_action_that_cannot_be_read_is_pointed_at(
    text: str, code: str, word: str, at: int
) -> None:
    with pytest.raises(NotationError) as error:
        read_action(text)
    facts = error.value.facts
    assert (error.value.code, facts["text"], facts["at"], facts["whole"]) == (code, word, at, text)


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("nobody", "unknown-preset", 1),
        ("online;colour=red", "unknown-option", 8),
        ("online;jokers=2;jokers=3", "option-twice", 17),
        ("online;opening_points", "bad-option", 22),
        ("online; opening_points = many", "bad-option", 26),
        ("online;jokers=5", "bad-option", 15),
        ("online;jokers=2;ace_in_hand=1", "rules-conflict", 17),
        ("online;partners=yes;jokers=2;reentries=1", "rules-conflict", 30),
    ],
)
def test_rules_that_cannot_be_read_are_pointed_at(text: str, code: str, at: int) -> None:
    with pytest.raises(RulesError) as error:
        Rules.read(text)
    facts = error.value.facts
    assert (error.value.code, facts["at"], facts["whole"]) == (code, at, text)


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("hand 2H; colour red", "unknown-field", 10),
        ("hand 2H; hand 3H", "field-twice", 10),
        ("hand 2H; drawn yes", "bad-field", 16),
        ("players many", "bad-field", 9),
        ("players", "bad-field", 8),
        ("hand 2H 1Z", "unknown-card", 9),
        ("hand 2H; taken 1Z", "unknown-card", 16),
        ("table 5H 6H 7H | 5H 6H 9Z", "unknown-card", 24),
        ("table 5H 6H 7H | 5H 6H 9H", "no-meld", 18),
        ("table 5H 6H 7H; owners 0 1", "case-unreadable", 24),
        ("table 5H 6H 7H; owners 7", "case-unreadable", 24),
        ("stock 9999", "case-unreadable", 7),
        ("stock 9H 40", "unknown-card", 10),
        ("duty eat", "case-unreadable", 6),
        ("seat 2", "case-unreadable", 6),
        ("order 0 0", "case-unreadable", 7),
        ("others 3 4", "case-unreadable", 8),
        ("buyers 0; waiting 1", "case-unreadable", 8),
        ("waiting 1", "case-unreadable", 9),
    ],
)
def test_a_position_that_cannot_be_read_is_pointed_at(text: str, code: str, at: int) -> None:
    with pytest.raises((NotationError, PositionError)) as error:
        read_position_text(text, ONLINE)
    facts = error.value.facts
    assert (error.value.code, facts["at"], facts["whole"]) == (code, at, text)


def test_the_sentence_shows_the_place() -> None:
    with pytest.raises(NotationError, match=r"^“6Z” .at character 4 of “5H 6Z 7H”. is not a card"):
        cards("5H 6Z 7H")
    with pytest.raises(NotationError) as error:
        cards("5H 6Z 7H")
    said = catalogue("it").reason(error.value)
    assert said.startswith("“6Z” (al carattere 4 di “5H 6Z 7H”) non è una carta")


def test_the_sentence_shows_no_place_where_everything_is_wrong() -> None:
    with pytest.raises(NotationError, match=r"^“6Z” is not a card"):
        card("6Z")
    with pytest.raises(RulesError, match=r"^There is no preset “nobody”: "):
        Rules.read(" nobody ")


def test_the_sentence_shows_only_what_is_around_the_place_in_a_long_text() -> None:
    with pytest.raises(NotationError) as error:
        cards("5H " * 200 + "6Z" + " 7H" * 200)
    assert "(at character 601 of “…" in str(error.value)
    assert len(str(error.value)) < 250


@pytest.mark.parametrize("read", [card, cards, read_action, Rules.read])
def test_a_text_longer_than_any_that_means_something_is_refused(read: object) -> None:
    assert callable(read)
    with pytest.raises(Scala40Error) as error:
        read("7H " * 1000)
    assert error.value.code == "text-too-long"


# --- positions -----------------------------------------------------------------------------------


def test_a_position_is_the_same_as_text_and_as_fields() -> None:
    text = (
        "hand QS KS AS 2C 9D; opened; drawn; players 3; table 5H X=6H 7H | 9C 9D 9S; owners 1 0; "
        "discard 4C; stock 40; round 3; reshuffles 1; taken 6C"
    )
    assert read_position_text(text, ONLINE) == read_position(
        {
            "hand": "QS KS AS 2C 9D",
            "opened": True,
            "drawn": True,
            "players": 3,
            "table": ["5H X=6H 7H", "9C 9D 9S"],
            "owners": [1, 0],
            "discard": "4C",
            "stock": 40,
            "round": 3,
            "reshuffles": 1,
            "taken": "6C",
        },
        ONLINE,
    )


def test_every_field_can_be_read_as_its_example_shows_it() -> None:
    assert all(form.split()[0] == name for name, (_, form) in FIELDS.items())
    text = "; ".join(form for _, form in FIELDS.values())
    classica = Rules.read("classica;buying=yes")
    with pytest.raises(
        PositionError, match="buyers"
    ):  # not all of them at once: the buyer is not the one to act
        read_position_text(text, classica)
    text = text.replace("buyers 2 0", "buyers 1 0").replace("waiting 1", "waiting 2")
    state = read_position_text(text, classica)
    assert (state.seat, state.order, state.waiting, state.buyers) == (1, (1, 2, 0), 2, (1, 0))
    assert [len(hand) for hand in state.hands] == [13, 5, 7]
    assert state.opened == (True, True, False)


def test_a_position_stands_the_way_through_a_link() -> None:
    text = position_text(position(hand="5H X", table=["5H X=6H 7H", "9C 9D 9S"], discard="4C"))
    assert "\n" not in text
    assert text.isascii()
    assert unquote(quote(text)) == text


def test_a_dealt_hand_is_told_as_its_player_sees_it() -> None:
    state = deal_hand(ONLINE, 3, (1, 2, 0), deal=7)
    assert position_text(state) == (
        f"hand {hand_text(state.hands[1])}; players 3; seat 1; order 1 2 0; unopened 0 2; "
        f"discard {state.discard[0]}; stock 68; round 1"
    )


@pytest.mark.parametrize(
    ("rules", "start", "actions"),
    [
        # opened without the card that was taken for it, and attached that card afterwards
        (
            "online",
            "hand TH TC TD QH QC QD 5H 6H 7H 9S; discard 8H; table 9H TH JH",
            ["take 8H", "lay TH TC TD | QH QC QD", "attach 8H T1"],
        ),
        # laid one of two twins
        ("online", "hand 7H 7C 7D 9S; opened; discard 7H", ["take 7H", "lay 7H 7C 7D"]),
        ("duello", "hand 7H 7C 7D 9S; opened; discard 7H", ["take 7H", "put-back"]),
        ("duello", "hand TH 9S; opened; drawn; table 7H 8H 9H", ["attach TH T1"]),
        ("online", "hand 6H 9S 2C; opened; drawn; table 5H X=6H 7H", ["swap 6H T1"]),
        ("classica", "hand 6H 9S 2C; opened; drawn; table 5H X=6H 7H", ["swap 6H T1"]),
        ("online;buying=yes", "hand 6H 9S; players 4; opened; discard 7H", ["pass"]),
        ("online;buying=yes", "hand 6H 9S; players 4; opened; discard 7H", ["pass", "pass"]),
        (
            "online;buying=yes",
            "hand 6H 9S; players 3; opened; discard 7H; unopened 2",
            ["pass", "pass"],
        ),
    ],
)
def test_whatever_the_turn_still_owes_reads_back(
    rules: str, start: str, actions: list[str]
) -> None:
    state = read_position_text(start, Rules.read(rules))
    for action in actions:
        state = play(state, action)
        seen = view_of(Hand(state), state.seat, ()).state
        if "?" not in position_text(state):
            assert read_position_text(position_text(state), state.rules) == seen


def test_the_cards_of_a_table_cannot_be_more_than_the_packs_hold() -> None:
    with pytest.raises(PositionError, match="3 copies"):
        read_position_text("hand 7H; table 5H 6H 7H | 6H 7H 8H", ONLINE)


def test_a_position_from_a_match_can_be_played_on() -> None:
    match = Match(ONLINE, ("Anna", "Bruno"), deal=40)
    state = read_position_text(position_text(match.hand.state), ONLINE)
    assert state.order == match.hand.state.order
    assert may(state, read_action("draw"))
    assert apply(state, read_action("draw")).drawn

"""Every reason can be given, and its sentence names its facts in every language.

Each line of the table is a statement: what gives this reason. What a turn refuses is a position
with an action; ``tests/test_turn.py`` tells more of these.
"""

from __future__ import annotations

from collections.abc import Callable
from string import Formatter
from typing import Final

import pytest

from app.link import read_link
from app.session import Session
from scala40.actions import read_action
from scala40.cards import Card, cards, pack
from scala40.errors import Scala40Error
from scala40.hand import Hand
from scala40.judge import KINDS, _answer  # judge() itself turns reasons into answers
from scala40.match import Match
from scala40.melds import read_meld
from scala40.messages import LANGUAGES, REASONS, Catalogue, Plural, catalogue
from scala40.position import read_position, read_position_text
from scala40.record import read_record
from scala40.rules import Rules
from scala40.state import State
from tests.positions import play, position

Raising = Callable[[], object]

ONLINE: Final = Rules.preset("online")
FEDERATION: Final = Rules.preset("federation")
FORTY: Final = "TS JS QS KS"
SPADES: Final = "AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS"


def action(text: str) -> Raising:
    return lambda: read_action(text)


def rules(text: str) -> Raising:
    return lambda: Rules.read(text)


def seats(text: str, *names: str, deal: int = 1) -> Raising:
    return lambda: Match(Rules.read(text), names, deal)


def meld(text: str, by: Rules = ONLINE) -> Raising:
    return lambda: read_meld(cards(text), by)


def line(text: str) -> Raising:
    """A position in one line."""
    return lambda: read_position_text(text, ONLINE)


def case(**fields: object) -> Raising:
    """A referee case."""
    return lambda: _answer(fields)


def turn(last: str, *before: str, rules: str = "online", **fragment: object) -> Raising:
    """The last action in a position, after others that are allowed."""

    def refuse() -> None:
        state = play(position(rules, **fragment), *before)
        play(state, last)

    return refuse


def offer(last: str, *before: str, hand: str = "7C 7D QS") -> Raising:
    """Seat 2 of three may buy the 7H that seat 0 has thrown, if seat 1 lets it go."""

    def refuse() -> None:
        state = position("online;buying=yes", players=3, hand="7H 2C 3D", stock="KD KC")
        hands = (state.hands[0], cards("9C 9D"), tuple(sorted(cards(hand))))
        play(state._replace(hands=hands), "discard 7H", *before, last)

    return refuse


def match_over(rules: str, players: int, last: Callable[[Match], object]) -> Raising:
    """A hand in which all but seat 0 had two kings too many; the target is 20."""

    def refuse() -> None:
        match = Match(Rules.read(f"{rules};target=20"), [f"P{n}" for n in range(players)], 1)
        hands = (cards("3D"), cards("KC KD"), *(cards("2C"),) * (players - 2))
        match.hand.state = match.hand.state._replace(
            hands=hands, opened=(True,) * players, seat=0, drawn=True
        )
        match.play(read_action("discard 3D"))
        last(match)

    return refuse


def deck(held: tuple[Card, ...], *before: str) -> Raising:
    def refuse() -> None:
        match = Match(ONLINE, ("Anna", "Bruno"), 1)
        for text in before:
            match.play(read_action(text))
        match.deal_from(held)

    return refuse


def link(text: str) -> Raising:
    return lambda: read_link(f"#{text}")


def set_up(position: str) -> Match:
    match = Match(ONLINE, ("Anna", "Bruno"), 1)
    match.set_up(position)
    return match


def record(text: str) -> Raising:
    """A record, whose refusal holds the reason."""

    def refuse() -> None:
        try:
            read_record(text)
        except Scala40Error as error:
            reason = error.facts.get("reason")
            raise reason if isinstance(reason, Scala40Error) else error from None

    return refuse


class Listening(Catalogue):
    """Words that remember what reasons they were asked for."""

    def __init__(self) -> None:
        super().__init__("en")
        self.heard: list[Scala40Error] = []

    def reason(self, error: Scala40Error) -> str:
        self.heard.append(error)
        return super().reason(error)


def page(state: State, *presses: str) -> Raising:
    """The last press at the page, where the table stands like this."""

    def refuse() -> None:
        words = Listening()
        session = Session(words=words)
        form = {"rules": "online", "opponents": "1", "deal": "1"}
        session.handle({"do": "new", "form": form})
        assert session.table is not None
        session.table.match.hand.state = state
        for press in presses:
            words.heard.clear()
            verb, _, arg = press.partition(" ")
            session.handle({"do": verb, "arg": arg})
        raise words.heard[0]

    return refuse


TABLE: Final = ["5H X=6H 7H", "JS QS KS"]
OFFERED: Final = position(hand=f"{FORTY} 2C", opened=False)

REASONED: Final[dict[str, Raising]] = {
    # notation
    "unknown-card": action("discard 1H"),
    "unknown-action": action("jump"),
    "bad-action": action("take"),
    "text-too-long": action("lay " + "5H " * 1000),
    # rules and seats
    "unknown-preset": rules("nobody"),
    "unknown-option": rules("online;colour=red"),
    "option-twice": rules("online;jokers=2;jokers=3"),
    "bad-option": rules("online;jokers=9"),
    "rules-conflict": rules("online;hands=3"),
    "players-not-admitted": seats("duello", "Anna", "Bruno", "Carla"),
    "needs-three-players": seats("online;buying=yes", "Anna", "Bruno"),
    "needs-four-players": seats("online;partners=yes", "Anna", "Bruno", "Carla"),
    "too-many-survivors": seats("online;survivors=2", "Anna", "Bruno"),
    "bad-deal": seats("online", "Anna", "Bruno", deal=-1),
    "bad-name": seats("online", "Anna", " "),
    # melds
    "meld-too-short": meld("5H 6H"),
    "two-jokers": meld("5H X X"),
    "set-too-long": meld("5C 5D 5H 5S X"),
    "set-same-suit": meld("5C 5C 5D"),
    "joker-not-here": meld("5H X=9H 7H"),
    "declare-joker": meld("9C 9D X"),
    "run-two-suits": meld("5H 6D 7H"),
    "run-twice": meld("5H 5H 6H"),
    "run-corner": meld("KS AS 2S"),
    "run-order": meld("7H 6H 5H"),
    "run-gap": meld("5H 6H 8H"),
    "run-too-long": meld(f"{SPADES} X"),
    "two-aces": meld(f"{SPADES} AS", FEDERATION),
    # positions and cases
    "case-unreadable": lambda: read_position({"hand": 7}, ONLINE),
    "unknown-field": line("weather fine"),
    "bad-field": line("round two"),
    "field-twice": line("hand 7H; hand 8H"),
    "no-meld": line("table 5H 6H"),
    "unknown-kind": case(kind="riddle"),
    "presets-differ": case(kind="hand-points", hand="2H", opened=False),
    "no-such-table": line("players 9"),
    "too-many-cards": line("hand 7H 7H 7H"),
    "hand-too-large": case(kind="best-lay", rules="online", hand="2C 3D " * 2 + "4H 5S " * 40),
    "too-few-cards": lambda: set_up("hand 2C; stock 99"),
    # turn
    "turn-over": lambda: KINDS["play"](
        {"position": {"hand": "2C 3C", "drawn": True}, "actions": ["discard 2C", "draw"]}, ONLINE
    ),
    "hand-over": turn("draw", "discard 2C", hand="2C"),
    "hand-not-over": lambda: Match(ONLINE, ("Anna", "Bruno"), 1).next_hand(),
    "re-entry-first": match_over("online;reentries=1", 3, Match.next_hand),
    "no-re-entry": match_over("online", 3, lambda match: match.play(read_action("re-enter"))),
    "match-over": match_over("online", 2, Match.next_hand),
    "not-in-this-game": turn("stay-out", hand="2C"),
    "already-drawn": turn("draw", hand="2C"),
    "draw-first": turn("discard 2C", hand="2C", drawn=False),
    "take-barred": turn(
        "take 4C", "take 4C", "put-back", rules="duello", hand="2C", drawn=False, discard="4C"
    ),
    "take-passed": offer("take 7H", "pass", "pass"),
    "pass-first": offer("draw"),
    "buy-or-pass": offer("draw", "pass"),
    "nothing-to-pass": offer("pass", "pass", "pass"),
    "not-for-sale": offer("buy 9C 9D 9H"),
    "bought-card-missing": offer("buy 7C 7D 7S", "pass"),
    "keep-one-to-buy": offer("buy 7C 7D 7H", "pass", hand="7C 7D"),
    "pile-empty": turn("take 4C", hand="2C", drawn=False),
    "not-on-top": turn("take 4C", hand="2C", drawn=False, discard="4C 5C"),
    "take-before-opening": turn(
        "take 4C", rules="pulita", hand="2C", opened=False, drawn=False, discard="4C"
    ),
    "take-does-not-open": turn("take 4C", hand="2C", opened=False, drawn=False, discard="4C"),
    "take-without-use": turn("take 4C", hand="2C", drawn=False, discard="4C"),
    "nothing-to-put-back": turn("put-back", rules="duello", hand="2C"),
    "put-back-off": turn("put-back", "take 4C", hand="2C 3C KD", drawn=False, discard="4C"),
    "put-back-late": turn(
        "put-back",
        "take 4C",
        "lay 2C 3C 4C",
        rules="duello",
        hand="2C 3C KD",
        drawn=False,
        discard="4C",
    ),
    "not-in-hand": turn("discard 3C", hand="2C"),
    "one-meld-each": turn(f"lay {FORTY} | 5H 6H 7H", hand=f"{FORTY} 5H 6H 7H 2C"),
    "joker-in-opening": turn(
        "lay TS JS QS X=KS", rules="pulita", opened=False, hand="TS JS QS X 2C"
    ),
    "opening-short": turn("lay JS QS KS", opened=False, hand="JS QS KS 2C 3C"),
    "opening-not-clean": turn(
        "lay TS JS QS X=KS",
        rules="online;opening_jokers=clean-40",
        opened=False,
        hand="TS JS QS X 2C 3C",
    ),
    "not-opened": turn("attach TS T2", opened=False, hand="TS 2C", table=TABLE),
    "attach-next-turn": turn(
        "attach 8H T1",
        f"lay {FORTY}",
        rules="online;attach_in_opening_turn=no",
        opened=False,
        hand=f"{FORTY} 8H 2C",
        table=TABLE,
    ),
    "no-such-meld": turn("attach 8H T3", hand="8H 2C", table=TABLE),
    "does-not-fit": turn("attach 9H T1", hand="9H 2C", table=TABLE),
    "joker-already": turn("attach X T1", hand="X 2C", table=TABLE),
    "declare-end": turn(
        "attach AH T1",
        hand="AH 2C",
        table=["2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"],
        rules="federation",
    ),
    "no-joker": turn("swap TS T2", hand="TS 2C", table=TABLE),
    "not-the-joker": turn("swap 8H T1", hand="8H 2C", table=TABLE),
    "keep-a-card": turn("lay 2C 3C 4C", rules="duello", hand="2C 3C 4C"),
    "no-close-in-first-round": turn("discard 2C", rules="federation", hand="2C", round=1),
    "taken-not-in-opening": turn(
        "discard 2C", "take KS", hand="TS JS QS 2C", opened=False, drawn=False, discard="KS"
    ),
    "taken-not-used": turn("discard 2D", "take 4C", hand="2C 3C 2D", drawn=False, discard="4C"),
    "freed-joker": turn("discard 2C", "swap 6H T1", hand="6H 2C", table=TABLE),
    "freed-joker-new-meld": turn(
        "discard 2C", "swap 6H T1", rules="pulita", hand="6H 2C", table=TABLE
    ),
    "close-unopened": turn("discard 2C", hand="2C", opened=False),
    "thrown-back": turn(
        "discard 4C", "take 4C", rules="duello", hand="2C", drawn=False, discard="4C"
    ),
    "joker-discard": turn("discard X", rules="online;joker_discard=closing-only", hand="X 2C"),
    "attachable-discard": turn(
        "discard 8H", rules="classica", opened=False, hand="8H 2C", table=TABLE
    ),
    "nothing-to-undo": lambda: Hand(position(hand="2C")).undo(),
    # at the page
    "not-your-turn": page(position(hand="2C")._replace(seat=1), "draw"),
    "nothing-chosen": page(OFFERED, "open"),
    "choose-one": page(OFFERED, "card TS.0", "card 2C.0", "discard"),
    "not-all-fit": page(position(hand="TS 3C 2D", table=TABLE), "card TS.0", "card 3C.0", "meld 2"),
    "staged-left": page(
        OFFERED,
        *(f"card {c}.0" for c in FORTY.split()),
        "stage",
        "card 2C.0",
        "discard",
    ),
    "no-opening": page(position(hand="2C 4D 6H", opened=False), "best"),
    # links
    "name-twice": link("opponents=Anna,anna"),
    "unknown-level": link("opponents=Anna:great"),
    "link-too-long": link("deal=" + "7" * 4000),
    "link-unreadable": link("deal=7&deal=8"),
    # records
    "deck-short": deck(pack(2)),
    "hand-begun": deck(pack(4), "draw"),
    "bad-line": record("hello"),
    "other-turn": record("scala40 1\nrules online\nseats Anna, Bruno\nhand 1\nBruno: draw"),
    "record-refused": lambda: read_record("hello"),
    # saves
    "save-unreadable": lambda: Match.load("hello"),
    "save-foreign": lambda: Match.load("[]"),
    "save-newer": lambda: Match.load('{"scala40": 99}'),
    "save-damaged": lambda: Match.load(
        '{"scala40":1,"rules":"online","deal":1,"seats":["Anna","Bruno"],"hands":[["jump"]]}'
    ),
}


def test_there_is_a_statement_for_every_reason() -> None:
    assert set(REASONED) == set(REASONS)


@pytest.mark.parametrize("code", REASONED)
def test_the_reason_is_given_and_its_sentence_names_its_facts(code: str) -> None:
    with pytest.raises(Scala40Error) as caught:
        REASONED[code]()
    error = caught.value
    assert error.code == code
    said = REASONS[code]
    templates = (said.one, said.many) if isinstance(said, Plural) else (said,)
    named = {name for text in templates for _, name, _, _ in Formatter().parse(text) if name}
    sentences = set()
    for language in LANGUAGES:
        words = catalogue(language)
        sentence = words.reason(error)
        assert "{" not in sentence
        assert "}" not in sentence
        for name in named - {"place"}:  # which is nothing where all of the text is wrong
            assert words.show(error.facts[name]) in sentence
        sentences.add(sentence)
    assert len(sentences) == len(LANGUAGES)


def test_a_reason_points_into_the_text_where_only_a_part_is_wrong() -> None:
    with pytest.raises(Scala40Error) as caught:
        read_action("lay 5H 6Z 7H")
    assert "character 8" in str(caught.value)
    assert "8" in catalogue("it").reason(caught.value)

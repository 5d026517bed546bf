"""The record of a match as text that a person can read, and write by hand.

It says the same as :meth:`scala40.match.Match.record`, and replaying either gives the same states.
First come lines with the version, the rules, the deal number (0 where none is given) and the seats,
then the hands, each with its turns in their order. A line holds actions of one player; a turn may
go on over several lines. What follows a ``#`` is a comment.

    scala40 1
    rules online;opening_points=30
    deal 12
    seats Anna, Bruno

    hand 1
    Anna: draw · discard 4D
    Bruno: take 4D · lay 2D 3D 4D | TS JS QS KS · discard 9C

The cards come from the deal number, or from lines between ``hand`` and the first turn. ``deck 7H
8C …`` names them from the top down. Easier to write are ``cards Anna: 7H 8C …`` for what a player
is dealt, ``up 4D`` for the card that is turned up, and ``stock 9C …`` for what is drawn first. Any
of these may go on in another line, and what is left open is filled in the order of the pack. Drawn
cards need not be written, as the deck tells them. A name that could be taken for something else is
written as a JSON string: ``"Anna: 2"``.

The first hand may begin from a position instead of a deal: ``position hand 7H 8C …; drawn; …``, as
:func:`scala40.position.read_position_text` reads it. What it hides comes from the deal number.

>>> match = read_record('''scala40 1
... rules online
... seats Anna, Bruno
... hand 1
... cards Anna: TS JS QS KS 7H
... stock 7D 9C
... Anna: draw · lay TS JS QS KS · discard 7D''')
>>> match.hand.state.opened
(True, False)
>>> read_record(write_record(match)).hand.state == match.hand.state
True
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from scala40.actions import Discard, read_action
from scala40.cards import Card, cards, hand_text, pack
from scala40.errors import NotationError, RecordError, Scala40Error
from scala40.hand import HAND_SIZE, Hand
from scala40.match import VERSION, Match
from scala40.rules import Rules

#: What a line can begin with, and an example of each.
FORMS: Final = {
    "scala40": f"scala40 {VERSION}",
    "rules": "rules online;opening_points=30",
    "deal": "deal 12",
    "seats": "seats Anna, Bruno",
    "hand": "hand 1",
    "position": "position hand 7H 8C; drawn; stock 40",
    "deck": "deck 7H 8C",
    "cards": "cards Anna: 7H 8C",
    "up": "up 4D",
    "stock": "stock 9C",
}
#: The lines that come before the first hand.
HEADER: Final = ("scala40", "rules", "deal", "seats")
TURN: Final = "Anna: draw · discard 4D"

_NAME: Final = r'("(?:[^"\\]|\\.)*"|[^",:\s][^",:]*)'
_NAMED: Final = re.compile(_NAME + r"\s*:(.*)")
_NAMES: Final = re.compile(rf"{_NAME}(?:\s*,\s*{_NAME})*")
_PLAIN: Final = re.compile(r"[^\W\d_]([\w .'’-]*[\w.'’-])?")


# --- writing -------------------------------------------------------------------------------------


def write_record(match: Match) -> str:
    """The text of a match; :func:`read_record` reads it back."""
    lines = [
        FORMS["scala40"],
        f"rules {match.rules}",
        f"deal {match.deal}",
        f"seats {', '.join(map(_written, match.names))}",
    ]
    for number, hand in enumerate(match.hands, 1):
        lines += ["", f"hand {number}"]
        if number == 1 and match.position:
            lines.append(f"position {' '.join(match.position.split())}")
        deck = match.decks.get(number, ())
        lines += [f"deck {hand_text(deck[n : n + 27])}" for n in range(0, len(deck), 27)]
        lines += [f"{_written(match.names[seat])}: {deeds}" for seat, deeds in _turns(hand)]
    return "\n".join(lines) + "\n"


def _turns(hand: Hand) -> Iterator[tuple[int, str]]:
    """The actions of a hand by turn, or by what somebody says outside a turn."""
    seat, deeds = -1, list[str]()
    for event in hand.events:
        if deeds and event.seat != seat:
            yield seat, " · ".join(deeds)
            deeds = []
        seat = event.seat
        deeds.append(str(event.action))
        if isinstance(event.action, Discard):
            yield seat, " · ".join(deeds)
            deeds = []
    if deeds:
        yield seat, " · ".join(deeds)


def _written(name: str) -> str:
    """A name as it is, or as a JSON string where it could be taken for something else."""
    if _PLAIN.fullmatch(name) and name.split()[0] not in FORMS:
        return name
    return json.dumps(name).replace("#", r"\u0023")  # no comment begins in a name


# --- reading -------------------------------------------------------------------------------------


def read_record(text: str) -> Match:
    """The match that a text tells of, replayed action by action.

    Raises:
        RecordError: ``record-refused`` at the first line that cannot be, with the line, the hand
            and the action by number (0 for what is no action) and the reason; ``save-newer``.
    """
    reader = _Reader()
    try:
        for number, line in enumerate(text.split("\n"), 1):
            reader.number = number
            reader.read(line.partition("#")[0].strip())
        return reader.end()
    except Scala40Error as reason:
        if reason.code == "save-newer":
            raise
        hand, action = reader.place
        raise RecordError(
            "record-refused", line=reader.number, hand=hand, action=action, reason=reason
        ) from reason


class _Reader:
    """Reads line after line and plays what they say."""

    def __init__(self) -> None:
        self.number = 0  # of the line, and of the hand and the action, that are being read
        self.place = (0, 0)
        self.header: dict[str, str] = {}
        self.rules = Rules.preset("online")
        self.names: tuple[str, ...] = ()
        self.match: Match | None = None
        self.dealt: dict[int, Card] = {}  # by its place in the deck

    def read(self, line: str) -> None:
        """Take in one line without its comment."""
        if not line:
            return
        word, *rest = line.split(maxsplit=1)
        said = rest[0] if rest else ""
        if "scala40" not in self.header and word != "scala40":
            raise _bad(line, "scala40")
        if word in HEADER:
            self._head(word, said, line)
        elif word == "hand":
            self._begin_hand(said, line)
        elif self.match is None:
            raise _bad(line, next((word for word in HEADER if word not in self.header), "hand"))
        elif word == "position":
            self._set_up(self.match, said, line)
        elif word in FORMS:
            self._stack(self.match, word, said, line)
        else:
            self._play(self.match, line)

    def end(self) -> Match:
        """The match, when all lines are read."""
        if self.match is None:
            raise _bad("", next((word for word in HEADER if word not in self.header), "hand"))
        self._deal(self.match)
        return self.match

    def _head(self, word: str, said: str, line: str) -> None:
        if word in self.header or self.match is not None:
            raise _bad(line, word)
        self.header[word] = said
        if word == "rules":
            self.rules = Rules.read(said)
        elif word == "seats":
            if not _NAMES.fullmatch(said):
                raise _bad(line, word)
            self.names = tuple(_name(name) for name in re.findall(_NAME, said))
        elif not (said.isascii() and said.isdigit() and len(said) < 17):
            raise _bad(line, word)
        elif word == "scala40" and int(said) > VERSION:
            raise RecordError("save-newer", version=int(said), known=VERSION)

    def _begin_hand(self, said: str, line: str) -> None:
        number = self.place[0] + 1
        if said != str(number):
            raise NotationError("bad-line", text=line, form=f"hand {number}")
        for word in ("rules", "seats"):
            if word not in self.header:
                raise _bad(line, word)
        if self.match is None:
            self.match = Match(self.rules, self.names, int(self.header.get("deal", "0")))
        else:
            self._deal(self.match)
            self.match.next_hand()
        self.place = (number, 0)

    def _stack(self, match: Match, word: str, said: str, line: str) -> None:
        """Put cards in their places of the deck."""
        order = match.hand.state.order
        size, up = len(pack(match.rules.jokers)), HAND_SIZE * len(order)
        places: Sequence[int] = {
            "deck": range(size),
            "up": range(up, up + 1),
            "stock": range(up + 1, size),
        }.get(word, ())
        if word == "cards":
            name, said = _named(said, line, word)
            seats = [seat for seat in order if match.names[seat] == name]
            places = range(order.index(seats[0]), up, len(order)) if len(seats) == 1 else ()
        held = cards(said)
        free = [place for place in places if place not in self.dealt]
        set_up = match.position and self.place[0] == 1
        if set_up or match.hand.events or not held or len(held) > len(free):
            raise _bad(line, word)
        self.dealt |= zip(free, held, strict=False)

    def _set_up(self, match: Match, said: str, line: str) -> None:
        """Begin the first hand from a position."""
        if self.place != (1, 0) or self.dealt or match.position or match.hand.events:
            raise _bad(line, "position")
        match.set_up(said)

    def _deal(self, match: Match) -> None:
        """Deal the hand from the cards that were named, if any were."""
        if not self.dealt:
            return
        whole = pack(match.rules.jokers)
        rest = iter(sorted((Counter(whole) - Counter(self.dealt.values())).elements()))
        deck = [self.dealt[n] if n in self.dealt else next(rest) for n in range(len(whole))]
        self.dealt = {}
        match.deal_from(deck)

    def _play(self, match: Match, line: str) -> None:
        self._deal(match)
        name, said = _named(line, line, None)
        for text in said.split("·"):
            self.place = (len(match.hands), len(match.hand.events) + 1)
            goes_on = match.pending or match.hand.state.end is None
            if goes_on and match.names[match.acting] != name:
                raise RecordError("other-turn", name=name, wanted=match.names[match.acting])
            match.play(read_action(text.strip()))
        self.place = (len(match.hands), 0)


def _bad(line: str, word: str | None) -> NotationError:
    """The line cannot be read where it stands; what could stand there is like the form."""
    return NotationError("bad-line", text=line[:80], form=FORMS[word] if word else TURN)


def _named(text: str, line: str, word: str | None) -> tuple[str, str]:
    """A name and what follows its colon."""
    found = _NAMED.fullmatch(text)
    if found is None:
        raise _bad(line, word)
    return _name(found[1]), found[2]


def _name(written: str) -> str:
    if not written.startswith('"'):
        return written.strip()
    try:
        return str(json.loads(written))
    except ValueError:
        raise _bad(written, "seats") from None

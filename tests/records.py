"""Golden records, and what their comments state about the game.

``tests/records/written`` was written by hand from the rules and guards truth; ``played`` comes from
play (``python -m tests.play_records`` makes it anew) and guards against change. A comment may state
what holds at its place, ``# expect pile 4D 2C``, or that a line there would be refused and why,
``# refused opening-short: Anna: lay 9S TS JS QS``. Nothing here needs more than Python itself, as
the same is run in Pyodide.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Final

from scala40.cards import Card, cards, hand_text
from scala40.errors import RecordError, Scala40Error
from scala40.hand import deal_hand
from scala40.match import Match
from scala40.record import read_record
from scala40.state import State

FOLDER: Final = Path(__file__).parent / "records"
STATEMENT: Final = re.compile(r"\s*# (expect|refused) (.*?)(?:\s{2,}#.*)?")


def golden() -> dict[str, str]:
    """The text of every record by its name."""
    return {
        path.relative_to(FOLDER).with_suffix("").as_posix(): path.read_text("utf-8")
        for path in sorted(FOLDER.rglob("*.txt"))
    }


# --- digests -------------------------------------------------------------------------------------


def digests(match: Match) -> dict[str, str]:
    """Short names for how the cards were dealt and for all that came of it."""
    dealt = [
        deal_hand(
            match.rules,
            len(match.names),
            hand.state.order,
            match.deal,
            number - 1,
            match.decks.get(number),
        )
        for number, hand in enumerate(match.hands, 1)
    ]
    return {
        "deals": _digest(line for state in dealt for line in _told(state)),
        "digest": _digest(_story(match)),
    }


def _digest(lines: Iterable[str]) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()[:16]


def _story(match: Match) -> Iterator[str]:
    """Everything that happened in a match, and where it stands."""
    for hand in match.hands:
        for event in hand.events:
            yield (
                f"{event.seat} {event.action} {event.drawn} {event.points} "
                f"{event.opened:d}{event.renewed:d}{event.ended:d}"
            )
        yield from _told(hand.state)
    for score in match.scores:
        yield f"{score.closer} {score.in_mano:d} {score.points} {score.totals}"
    yield f"{match.totals} {match.dealer} {match.pending} {match.out} {match.winners}"


def _told(state: State) -> Iterator[str]:
    yield f"order {state.order}, turn {state.seat} {state.turns}, drawn {state.drawn:d}"
    yield from (f"hand {hand_text(hand)}" for hand in state.hands)
    yield f"stock {hand_text(state.stock)}, renewed {state.renewals}"
    yield f"pile {hand_text(state.discard)}"
    yield from (f"meld {meld} {meld.points}" for meld in state.melds)
    yield f"owners {state.owners}, opened {state.opened}"
    yield f"end {tuple(state.end) if state.end else None}"


# --- statements ----------------------------------------------------------------------------------


def statements(text: str) -> Iterator[tuple[int, str, str]]:
    """What the comments state: the number of the line, ``expect`` or ``refused``, and what."""
    for number, line in enumerate(text.splitlines(), 1):
        found = STATEMENT.fullmatch(line)
        if found:
            yield number, found[1], found[2].strip()


def failing(text: str) -> list[str]:
    """The statements of a record that do not hold, each with what is so instead."""
    lines, wrong = text.splitlines(), []
    for number, kind, what in statements(text):
        before = lines[: number - 1]
        if kind == "refused":
            code, _, line = what.partition(": ")
            found = _refusal([*before, line])
            if found != (code, number):
                wrong.append(f"line {number}: {what}, but {found}")
        else:
            said = _so(read_record("\n".join(before)), what)
            if said != what:
                wrong.append(f"line {number}: {what}, but {said}")
    return wrong


def _refusal(lines: list[str]) -> tuple[str, object] | None:
    """Why a record is refused, and at which line."""
    try:
        read_record("\n".join(lines))
    except RecordError as error:
        reason = error.facts["reason"]
        assert isinstance(reason, Scala40Error)
        return reason.code, error.facts["line"]
    return None


def _so(match: Match, what: str) -> str:
    """The statement about the same thing that is true of a match."""
    word, *rest = what.split()
    if len(rest) > 1 and rest[0] == "holds":
        held = match.hand.state.hands[match.names.index(word)]
        return _same(f"{word} holds ", cards(" ".join(rest[1:])), held)
    if word == "next":
        return f"next {hand_text(match.hand.state.stock[: len(rest)])}"
    if word == "table":
        melds = match.hand.state.melds
        stated = [cards(meld) for meld in " ".join(rest).split("|")]
        same = [sorted(meld) for meld in stated] == [sorted(meld.cards) for meld in melds]
        return what if same else "table " + " | ".join(map(str, melds))
    return f"{word} {SAYINGS[word](match)}"


def _same(saying: str, stated: tuple[Card, ...], held: tuple[Card, ...]) -> str:
    return saying + hand_text(stated if sorted(stated) == sorted(held) else held)


def _names(match: Match, seats: Iterable[int]) -> str:
    return ", ".join(match.names[seat] for seat in seats) or "nobody"


def _closer(match: Match) -> str:
    closer = match.scores[-1].closer
    return "nobody" if closer is None else match.names[closer]


def _numbers(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))


SAYINGS: Final[dict[str, Callable[[Match], str]]] = {
    "order": lambda match: _names(match, match.hand.state.order),
    "turn": lambda match: match.names[match.acting],
    "opened": lambda match: _names(
        match, (seat for seat, opened in enumerate(match.hand.state.opened) if opened)
    ),
    "pile": lambda match: hand_text(match.hand.state.discard) or "none",
    "stock": lambda match: str(len(match.hand.state.stock)),
    "closer": _closer,
    "in-mano": lambda match: "yes" if match.scores[-1].in_mano else "no",
    "points": lambda match: _numbers(match.scores[-1].points),
    "totals": lambda match: _numbers(match.totals),
    "out": lambda match: _names(match, match.out),
    "winners": lambda match: _names(match, match.winners),
    "deals": lambda match: digests(match)["deals"],
    "digest": lambda match: digests(match)["digest"],
}

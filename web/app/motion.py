"""What moved with an event, told by ids of the page: from where to where, and how it sounds.

The page knows no rules, so it is told here which card that appears is one that was seen before.
"""

from __future__ import annotations

from collections.abc import Iterator

from scala40.actions import Attach, Buy, Discard, Draw, Lay, PutBack, Swap, Take
from scala40.cards import Card
from scala40.hand import Event

from .opponents import FLIGHTS
from .scene import Settings
from .table import Table
from .words import YOU

#: From one element to another, by their ids.
Move = tuple[str, str]


class Moves:
    """Remembers how a table stood, to tell afterwards what has moved.

    Args:
        table: the table before the event, if there is one.
    """

    def __init__(self, table: Table | None) -> None:
        if table is not None:
            self._hand = table.hand()
            self._staged = {key: n for n, staged in enumerate(table.staged) for key in staged.keys}
            self._pile = len(table.state.discard)
            self._melds = len(table.state.melds)
            self._known = len(table.match.hand.events)

    def seen(self, table: Table, settings: Settings) -> dict[str, object]:
        """What a frame says of it: ``moves`` with the time that they take, and ``sounds``."""
        new = table.match.hand.events[self._known :]
        frame: dict[str, object] = {}
        if new and settings.sound:
            frame["sounds"] = [type(event.action).__name__.lower() for event in new[-3:]]
        if new and FLIGHTS[settings.pace]:
            frame["moves"] = [move for event in new for move in self._of(event, table)]
            frame["flight_ms"] = FLIGHTS[settings.pace]
        return frame

    def _of(self, event: Event, table: Table) -> Iterator[Move]:
        """The moves of one event; of several in one frame the later ones may be off a little."""
        action, seat = event.action, event.seat
        own = seat == YOU
        top = f"d-{self._pile - 1}"
        match action:
            case Draw() if not event.ended:
                yield "stock", self._came(event.drawn, table) if own else f"fan-{seat}"
            case Take():
                yield top, self._came(action.card, table) if own else f"fan-{seat}"
            case PutBack():
                yield f"fan-{seat}", f"d-{len(table.state.discard) - 1}"
            case Discard():
                yield self._left(seat, action.card), f"d-{len(table.state.discard) - 1}"
            case Lay() | Buy():
                melds = action.melds if isinstance(action, Lay) else (action.meld,)
                for number, meld in enumerate(melds, self._melds + 1):
                    for c in meld:
                        yield self._left(seat, c.in_hand), f"T{number}-{c}"
            case Attach():
                yield self._left(seat, action.card.in_hand), f"T{action.meld + 1}-{action.card}"
            case Swap():
                number = action.meld + 1
                yield self._left(seat, action.card), f"T{number}-{action.card}"

    def _left(self, seat: int, card: Card) -> str:
        """Where a card comes from that leaves a hand; each of two twins once."""
        if seat != YOU:
            return f"fan-{seat}"
        key = next((key for key, c in self._hand.items() if c == card.in_hand), None)
        if key is None:
            return "hand"
        del self._hand[key]
        return f"staged-{self._staged[key]}" if key in self._staged else f"h-{key}"

    def _came(self, card: Card | None, table: Table) -> str:
        """Where a card goes that comes into the own hand: of two twins the last."""
        return max((f"h-{key}" for key, c in table.hand().items() if c == card), default="hand")

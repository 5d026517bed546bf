"""The table as a person has it: the match, and what is chosen, put together or asked."""

from __future__ import annotations

from dataclasses import dataclass, field

from scala40.actions import Attach, Swap
from scala40.cards import Card
from scala40.levels import Level
from scala40.match import Match
from scala40.melds import Meld
from scala40.state import State
from scala40.turn import attachments, may

from . import scene
from .words import YOU


@dataclass
class Staged:
    """A meld put together: the keys of the hand's cards in it, and the meld as read."""

    keys: list[str]
    meld: Meld


@dataclass
class Asked:
    """A question to the person: each choice with the cards it shows and what it does."""

    title: str
    choices: list[tuple[str, str, str]]  # label, cards, intent


@dataclass
class Table:
    """The match in play and everything that the person has set up at the table."""

    match: Match
    levels: tuple[Level, ...] = ()  # of the opponents, by seat
    chosen: list[str] = field(default_factory=list)
    staged: list[Staged] = field(default_factory=list)
    arranged: list[str] = field(default_factory=list)  # the hand's cards as put in order by hand
    asked: Asked | None = None
    notice: scene.Notice | None = None

    @property
    def state(self) -> State:
        return self.match.hand.state

    @property
    def mine(self) -> bool:
        """True where the person is to act."""
        return self.state.end is None and self.state.seat == YOU

    @property
    def waits(self) -> bool:
        """True where an opponent is to act."""
        return self.state.end is None and self.state.seat != YOU

    @property
    def draws_for_deal(self) -> bool:
        """True where nothing has been done in the match but drawing for the first deal."""
        match = self.match
        return not (match.hand.events or match.scores or match.position)

    def level_of(self, seat: int) -> Level:
        """How well an opponent plays; as usual where nothing is known of it."""
        return self.levels[seat - 1] if 0 < seat <= len(self.levels) else scene.Rival("").level

    def hand(self) -> dict[str, Card]:
        """The own cards by key: ``7H.0``, and ``7H.1`` for its twin."""
        held: dict[str, Card] = {}
        for c in self.state.hands[YOU]:
            copy = sum(other == c for other in held.values())
            held[f"{c}.{copy}"] = c
        return held

    def free(self) -> dict[str, Card]:
        """The own cards that are not put into a staged meld."""
        staged = {key for staged in self.staged for key in staged.keys}
        return {key: c for key, c in self.hand().items() if key not in staged}

    def chosen_cards(self) -> tuple[Card, ...]:
        """The chosen cards in the hand's order."""
        return tuple(c for key, c in self.hand().items() if key in self.chosen)

    def places(self, card: Card, number: int | None) -> list[Attach | Swap]:
        """The legal ways to put a card on the table, on one meld or on any."""
        state = self.state
        if not self.mine:
            return []
        ways: list[Attach | Swap] = []
        for n, meld in enumerate(state.melds):
            if number in (None, n):
                ways += attachments(meld, n, card, state.rules)
                ways.append(Swap(card, n))
        return [way for way in ways if may(state, way)]

    def clear(self) -> None:
        """Forget what was set up, since something has been played."""
        self.chosen, self.staged, self.asked = [], [], None
        held = self.hand()
        self.arranged = [key for key in self.arranged if key in held]

"""A match: hand after hand until it is won, and the record from which it can be replayed.

>>> match = Match(Rules.preset("online"), ("You", "Anna"), deal=7)
>>> from scala40.actions import Draw
>>> match.play(Draw()).seat
1
>>> Match.load(match.save()).hand.state == match.hand.state
True
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Final, NamedTuple

from scala40.actions import Action, read_action
from scala40.cards import Card, pack
from scala40.errors import RecordError, Refused, RulesError, Scala40Error
from scala40.hand import Event, Hand, deal_hand
from scala40.rules import Rules
from scala40.score import HandScore, out_seats, score_hand
from scala40.shuffle import DEAL_LIMIT, Stream

#: The version of the saved form; a newer one is refused.
VERSION: Final = 1
#: A match of so many hands ends.
HAND_LIMIT: Final = 200


class DealerDraw(NamedTuple):
    """One round of drawing for the deal: who drew what, in the order drawn."""

    seats: tuple[int, ...]
    cards: tuple[Card, ...]


class Match:
    """A match in play.

    Args:
        rules: the rules in force.
        names: the players by seat, clockwise.
        deal: the deal number, from which every shuffle follows.

    Attributes:
        hand: the hand in play, or the last one.
        scores: the score sheet of each hand that is over.
        dealer: the seat that dealt this hand.
        draw_for_deal: how the first dealer was found.

    Raises:
        RulesError: ``players-not-admitted``, ``bad-deal``, ``bad-name``.
    """

    def __init__(self, rules: Rules, names: Sequence[str], deal: int) -> None:
        if not rules.min_players <= len(names) <= rules.max_players:
            raise RulesError(
                "players-not-admitted",
                players=len(names),
                least=rules.min_players,
                most=rules.max_players,
            )
        if not 0 <= deal < DEAL_LIMIT:
            raise RulesError("bad-deal", deal=deal, limit=DEAL_LIMIT - 1)
        for name in names:
            if not name.strip() or len(name) > 40:
                raise RulesError("bad-name", name=name[:60])
        self.rules = rules
        self.names = tuple(names)
        self.deal = deal
        self.scores: list[HandScore] = []
        self.draw_for_deal, self.dealer = draw_dealer(len(names), deal)
        self._records: list[Hand] = []
        self.hand = self._deal()

    # --- playing ---------------------------------------------------------------------------------

    @property
    def totals(self) -> tuple[int, ...]:
        """Penalty points by seat after the hands that are over."""
        return self.scores[-1].totals if self.scores else (0,) * len(self.names)

    @property
    def out(self) -> tuple[int, ...]:
        """The seats that have reached the target."""
        return out_seats(self.totals, self.rules)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won, or none while the match goes on.

        Elimination ends with the last one in. After 200 hands the lowest total among those in wins;
        then fewest hands unopened, then most hands won; what is still tied is shared.
        """
        still_in = [seat for seat in range(len(self.names)) if seat not in self.out]
        if len(still_in) > 1 and len(self.scores) < HAND_LIMIT:
            return ()
        best = min(self._standing(seat) for seat in still_in)
        return tuple(seat for seat in still_in if self._standing(seat) == best)

    def _standing(self, seat: int) -> tuple[int, int, int]:
        decided = [score for score in self.scores if score.closer is not None]
        unopened = sum(not score.opened[seat] for score in decided)
        won = sum(score.closer == seat for score in decided)
        return (self.totals[seat], unopened, -won)

    def play(self, action: Action) -> Event:
        """Do an action for the player to act; a hand that ends by it is counted.

        Raises:
            Refused: see :func:`scala40.turn.apply`; nothing has changed then.
        """
        event = self.hand.play(action)
        if self.hand.state.end is not None:
            self.scores.append(score_hand(self.hand.state, self.totals))
        return event

    def next_hand(self) -> Hand:
        """Deal the next hand; the deal passes on to the next seat still in.

        Raises:
            Refused: ``hand-not-over``, ``match-over``.
        """
        if self.hand.state.end is None:
            raise Refused("hand-not-over")
        if self.winners:
            raise Refused("match-over")
        self.dealer = self._after(self.dealer)
        self.hand = self._deal()
        return self.hand

    def _deal(self) -> Hand:
        order = [self._after(self.dealer)]
        while order[-1] != self.dealer:
            order.append(self._after(order[-1]))
        hand = Hand(deal_hand(self.rules, len(self.names), order, self.deal, len(self._records)))
        self._records.append(hand)
        return hand

    def _after(self, seat: int) -> int:
        """The next seat still in, in the direction of play (seats are numbered clockwise)."""
        step = 1 if self.rules.direction == "clockwise" else -1
        while True:
            seat = (seat + step) % len(self.names)
            if seat not in self.out:
                return seat

    # --- the record ------------------------------------------------------------------------------

    def record(self) -> dict[str, object]:
        """The match as plain data: rules, names, deal number and every action, hand by hand."""
        return {
            "scala40": VERSION,
            "rules": str(self.rules),
            "deal": self.deal,
            "seats": list(self.names),
            "hands": [[str(event.action) for event in hand.events] for hand in self._records],
        }

    def save(self) -> str:
        """The record as JSON text."""
        return json.dumps(self.record(), separators=(",", ":"), ensure_ascii=False)

    @staticmethod
    def load(text: str) -> Match:
        """The match that a saved text tells of, replayed action by action.

        Raises:
            RecordError: ``save-unreadable``, ``save-foreign``, ``save-newer``, ``save-damaged``.
        """
        try:
            data = json.loads(text)
        except (ValueError, RecursionError):
            raise RecordError("save-unreadable") from None
        return Match.replay(data)

    @staticmethod
    def replay(data: object) -> Match:
        """The match that a record tells of; see :meth:`record`.

        Raises:
            RecordError: as :meth:`load`.
        """
        if not isinstance(data, dict) or not isinstance(data.get("scala40"), int):
            raise RecordError("save-foreign")
        if data["scala40"] > VERSION:
            raise RecordError("save-newer", version=data["scala40"], known=VERSION)
        rules, deal, seats, hands = (data.get(key) for key in ("rules", "deal", "seats", "hands"))
        if (
            not isinstance(rules, str)
            or type(deal) is not int
            or not isinstance(seats, list)
            or not isinstance(hands, list)
            or not all(_are_texts(texts) for texts in (seats, *hands))
        ):
            raise RecordError("save-foreign")
        try:
            match = Match(Rules.read(rules), seats, deal)
        except Scala40Error as error:
            raise RecordError("save-damaged", hand=0, action=0, reason=str(error)) from error
        for number, actions in enumerate(hands, 1):
            match._replay_hand(number, actions)
        return match

    def _replay_hand(self, number: int, actions: list[str]) -> None:
        try:
            if number > 1:
                self.next_hand()
            for text in actions:
                self.play(read_action(text))
        except Scala40Error as error:
            at = len(self.hand.events) + 1
            raise RecordError("save-damaged", hand=number, action=at, reason=str(error)) from error


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def draw_dealer(players: int, deal: int) -> tuple[tuple[DealerDraw, ...], int]:
    """Who deals first: the lowest card, ace low; jokers are redrawn, ties among the tied.

    Returns:
        The rounds of drawing and the dealer's seat.
    """
    cards = list(Stream(deal, "dealer").shuffled(pack(0)))
    seats = tuple(range(players))
    rounds = []
    while len(seats) > 1:
        drawn = tuple(cards.pop() for _ in seats)
        rounds.append(DealerDraw(seats, drawn))
        lowest = min(c.rank for c in drawn)
        seats = tuple(seat for seat, c in zip(seats, drawn, strict=True) if c.rank == lowest)
    return tuple(rounds), seats[0]

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
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from scala40.actions import Action, ReEnter, StayOut, read_action
from scala40.cards import Card, cards, hand_text, pack
from scala40.errors import RecordError, Refused, RulesError, Scala40Error
from scala40.hand import Event, Hand, deal_hand
from scala40.rules import Rules
from scala40.score import HandScore, decided, out_sides, score_hand, side_of, sides
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
        hand: the hand in play, or the last one; ``hands``: all of them.
        position: the text of the position that the first hand was set up from, or nothing.
        decks: by the hand's number, from 1, the decks that no deal number stands for.
        scores: the score sheet of each hand that is over.
        totals: penalty points by side (the pairs of partners, else the seats).
        pending: the seats, out since this hand, that are asked whether they come back.
        dealer: the seat that dealt this hand.
        draw_for_deal: how the first dealer was found.

    Raises:
        RulesError: ``players-not-admitted``, ``needs-three-players``, ``needs-four-players``,
            ``too-many-survivors``, ``bad-deal``, ``bad-name``.
    """

    def __init__(self, rules: Rules, names: Sequence[str], deal: int) -> None:
        _check_table(rules, names)
        if not 0 <= deal < DEAL_LIMIT:
            raise RulesError("bad-deal", deal=deal, limit=DEAL_LIMIT - 1)
        self.rules = rules
        self.names = tuple(names)
        self.deal = deal
        self.sides = sides(rules, len(names))
        self.totals: tuple[int, ...] = (0,) * len(self.sides)
        self.scores: list[HandScore] = []
        self.pending: tuple[int, ...] = ()
        self.draw_for_deal, self.dealer = draw_dealer(len(names), deal)
        self._came_back = [0] * len(names)
        self.hands: list[Hand] = []
        self.decks: dict[int, tuple[Card, ...]] = {}
        self.position = ""
        self.hand = self._deal()

    # --- playing ---------------------------------------------------------------------------------

    @property
    def acting(self) -> int:
        """The seat that has to say something next, in the hand or about coming back."""
        return self.pending[0] if self.pending else self.hand.state.seat

    @property
    def out(self) -> tuple[int, ...]:
        """The seats whose side has reached the target."""
        return self._seats(out_sides(self.totals, self.rules))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won, or none while the match goes on.

        Several share the win where survivors do, or where the match ended tied after 200 hands.
        """
        leaders, shared = self._verdict()
        if self.pending or (len(leaders) > 1 and not shared):
            return ()
        return self._seats(leaders)

    @property
    def contenders(self) -> tuple[int, ...]:
        """The seats that play the next hand: all still in, or those tied for the win."""
        leaders, _ = self._verdict()
        out = out_sides(self.totals, self.rules)
        return self._seats(leaders or [n for n in range(len(self.sides)) if n not in out])

    def total_of(self, seat: int) -> int:
        """The penalty points of a seat's side."""
        return self.totals[side_of(seat, self.rules)]

    def _seats(self, chosen: Iterable[int]) -> tuple[int, ...]:
        return tuple(seat for side in chosen for seat in self.sides[side])

    def _verdict(self) -> tuple[tuple[int, ...], bool]:
        """The sides that lead at the end, none while the match goes on, and whether they share.

        Ties: fewest hands unopened, then most hands won (void hands count for neither), then one
        more hand among the tied.
        """
        rules, everybody = self.rules, range(len(self.sides))
        out = out_sides(self.totals, rules)
        still_in = [side for side in everybody if side not in out] or list(everybody)
        if len(self.scores) >= HAND_LIMIT:
            return self._best(still_in), True
        if rules.hands is not None:
            return self._best(everybody) if len(self.scores) >= rules.hands else (), False
        leaders = decided(self.totals, rules)
        if rules.match_format == "elimination" and len(out) < len(self.sides):
            return leaders, True
        return self._best(leaders), False

    def _best(self, among: Iterable[int]) -> tuple[int, ...]:
        standing = {side: self._standing(side) for side in among}
        best = min(standing.values(), default=None)
        return tuple(side for side in standing if standing[side] == best)

    def _standing(self, side: int) -> tuple[int, int, int]:
        counted = [score for score in self.scores if score.closer is not None]
        seats = self.sides[side]
        unopened = sum(not score.opened[seat] for score in counted for seat in seats)
        won = sum(score.closer in seats for score in counted)
        return (self.totals[side], unopened, -won)

    def play(self, action: Action) -> Event:
        """Do an action for the player to act; a hand that ends by it is counted.

        Raises:
            Refused: see :func:`scala40.turn.apply`, and ``no-re-entry``; nothing has changed then.
        """
        if isinstance(action, ReEnter | StayOut):
            return self._answer_re_entry(action)
        event = self.hand.play(action)
        if self.hand.state.end is not None:
            score = score_hand(self.hand.state, self.totals)
            self.scores.append(score)
            self.totals = score.totals
            self.pending = self._may_come_back()
        return event

    def _may_come_back(self) -> tuple[int, ...]:
        """Who may re-enter: out since this hand, not too often before, two others still in."""
        if not self.rules.reentries or len(self.names) - len(self.out) < 2:
            return ()
        played = self.hand.state.order
        return tuple(
            seat
            for seat in self.out
            if seat in played and self._came_back[seat] < self.rules.reentries
        )

    def _answer_re_entry(self, action: ReEnter | StayOut) -> Event:
        if not self.pending:
            raise Refused("no-re-entry")
        seat, *others = self.pending
        if isinstance(action, ReEnter):
            # the price was computed before anybody came back, and who comes back has just it
            price = max(total for total in self.totals if total < self.rules.target)
            self.totals = tuple(
                price if other == seat else total for other, total in enumerate(self.totals)
            )
            self._came_back[seat] += 1
        self.pending = tuple(others)
        event = Event(seat, action)
        self.hand.events.append(event)
        return event

    def next_hand(self) -> Hand:
        """Deal the next hand; the deal passes on to the next seat that plays.

        Raises:
            Refused: ``hand-not-over``, ``re-entry-first``, ``match-over``.
        """
        if self.hand.state.end is None:
            raise Refused("hand-not-over")
        if self.pending:
            raise Refused("re-entry-first", name=self.names[self.pending[0]])
        if self.winners:
            raise Refused("match-over")
        self.dealer = self._after(self.dealer)
        self.hand = self._deal()
        return self.hand

    def _deal(self) -> Hand:
        order = [self._after(self.dealer)]
        while order[-1] != self.dealer:
            order.append(self._after(order[-1]))
        hand = Hand(deal_hand(self.rules, len(self.names), order, self.deal, len(self.hands)))
        self.hands.append(hand)
        return hand

    def deal_from(self, deck: Sequence[Card]) -> Hand:
        """Deal the hand in play from this deck instead, before anything is done in it.

        Args:
            deck: all cards of the game, the top one first.

        Raises:
            Refused: ``hand-begun``.
            RecordError: ``too-many-cards``, ``deck-short``.
        """
        if self.hand.events:
            raise Refused("hand-begun")
        have = Counter(pack(self.rules.jokers))
        for c, number in Counter(deck).items():
            if number > have[c]:
                raise RecordError("too-many-cards", card=c, number=number, most=have[c])
        if len(deck) < have.total():
            raise RecordError("deck-short", number=len(deck), needed=have.total())
        number, order = len(self.hands), self.hand.state.order
        state = deal_hand(self.rules, len(self.names), order, self.deal, number - 1, deck)
        self.hand = self.hands[-1] = Hand(state)
        self.decks[number] = tuple(deck)
        return self.hand

    def set_up(self, position: str) -> Hand:
        """Play the first hand from a position instead, before anything is done in it.

        What the position hides is dealt at random, from the match's deal number.

        Args:
            position: as :func:`scala40.position.read_position_text` reads it.

        Raises:
            Refused: ``hand-begun``.
            RulesError: ``players-not-admitted``.
            PositionError, NotationError: see there, and ``too-few-cards``.
        """
        from scala40.position import deal_hidden, read_position_text  # few matches need them

        if self.hand.events or len(self.hands) > 1:
            raise Refused("hand-begun")
        state = read_position_text(position, self.rules)
        players = len(state.hands)
        if players != len(self.names):
            raise RulesError(
                "players-not-admitted", players=len(self.names), least=players, most=players
            )
        self.hand = self.hands[0] = Hand(deal_hidden(state, self.deal))
        self.position = position
        return self.hand

    def _after(self, seat: int) -> int:
        """The next seat that plays, in the direction of play (seats are numbered clockwise)."""
        step = 1 if self.rules.direction == "clockwise" else -1
        playing = self.contenders
        while True:
            seat = (seat + step) % len(self.names)
            if seat in playing:
                return seat

    # --- the record ------------------------------------------------------------------------------

    def record(self) -> dict[str, object]:
        """The match as plain data: rules, names, deal number and every action, hand by hand.

        A person reads and writes the same as :mod:`scala40.record`.
        """
        record: dict[str, object] = {
            "scala40": VERSION,
            "rules": str(self.rules),
            "deal": self.deal,
            "seats": list(self.names),
            "hands": [[str(event.action) for event in hand.events] for hand in self.hands],
        }
        if self.decks:
            record["decks"] = {str(number): hand_text(deck) for number, deck in self.decks.items()}
        if self.position:
            record["position"] = self.position
        return record

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
        decks, position = data.get("decks", {}), data.get("position", "")
        if (
            not isinstance(rules, str)
            or type(deal) is not int
            or not isinstance(seats, list)
            or not isinstance(hands, list)
            or not isinstance(decks, dict)
            or not isinstance(position, str)
            or not all(isinstance(deck, str) for deck in decks.values())
            or not all(_are_texts(texts) for texts in (seats, *hands))
        ):
            raise RecordError("save-foreign")
        try:
            match = Match(Rules.read(rules), seats, deal)
            if position:
                match.set_up(position)
        except Scala40Error as error:
            raise RecordError("save-damaged", hand=0, action=0, reason=error) from error
        for number, actions in enumerate(hands, 1):
            match._replay_hand(number, actions, decks.get(str(number)))
        return match

    def _replay_hand(self, number: int, actions: list[str], deck: str | None) -> None:
        try:
            if number > 1:
                self.next_hand()
            if deck is not None:
                self.deal_from(cards(deck))
            for text in actions:
                self.play(read_action(text))
        except Scala40Error as error:
            at = len(self.hand.events) + 1
            raise RecordError("save-damaged", hand=number, action=at, reason=error) from error


def _check_table(rules: Rules, names: Sequence[str]) -> None:
    """Refuse players that the rules do not admit."""
    players = len(names)
    if not rules.min_players <= players <= rules.max_players:
        least, most = rules.min_players, rules.max_players
        raise RulesError("players-not-admitted", players=players, least=least, most=most)
    if rules.partners and players != 4:
        raise RulesError("needs-four-players")
    if players == 2 and (rules.buying or rules.reentries):
        raise RulesError("needs-three-players", option="buying" if rules.buying else "reentries")
    if rules.survivors >= len(sides(rules, players)):
        raise RulesError("too-many-survivors", survivors=rules.survivors)
    for name in names:
        if not name.strip() or len(name) > 40:
            raise RulesError("bad-name", name=name[:60])


def _are_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def draw_dealer(players: int, deal: int) -> tuple[tuple[DealerDraw, ...], int]:
    """Who deals first: the lowest card, ace low; jokers are redrawn, ties among the tied.

    Returns:
        The rounds of drawing and the dealer's seat.
    """
    shuffled = list(Stream(deal, "dealer").shuffled(pack(0)))
    seats = tuple(range(players))
    rounds = []
    while len(seats) > 1:
        drawn = tuple(shuffled.pop() for _ in seats)
        rounds.append(DealerDraw(seats, drawn))
        lowest = min(c.rank for c in drawn)
        seats = tuple(seat for seat, c in zip(seats, drawn, strict=True) if c.rank == lowest)
    return tuple(rounds), seats[0]

"""The best whole turn: the exact sequence of opening, lays, attachments, swaps and the discard.

Hands are packed. Swaps come first in thought, then what is attached (:mod:`scala40.reach`); the
fast split of each hand that can be reached bounds what it can leave, so that few are looked at
closely, the most promising first. What is laid from one of them is for :mod:`scala40.lays` to say.
What comes of it is played by :func:`scala40.turn.apply`: the search proposes, the rules dispose.

That swaps can come first, and that nothing is gained by adding to a meld laid in this very turn or
by freeing its joker, is so because the same cards can be laid there at once, the real one in the
joker's place. The exceptions: an opening that no joker may count in can take one afterwards (rows
*grown*); a joker taken for the opening passes through it where a real card lies in the end (rows
*through*); and one taken to be used, that may stay in the hand once freed, can be placed and freed
(:func:`_detours`).

>>> from scala40.cards import cards
>>> from scala40.melds import read_meld
>>> from scala40.rules import Rules
>>> rules = Rules.preset("online")
>>> table = (read_meld(cards("JS QS KS"), rules),)
>>> hands = (cards("9S 4D X"), ())
>>> state = State(rules, (0, 1), hands, (True, True), table, (1,), turns=2, drawn=True)
>>> [str(action) for action in best_turn(state)[0]]
['attach X=TS T1', 'attach 9S T1', 'discard 4D']
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from heapq import heapify, heappop, heappush
from typing import Final, NamedTuple

from scala40.actions import Action, Attach, Discard, Lay, Swap, Take
from scala40.candidates import melds_in
from scala40.cards import JOKER, NATURALS, UNSEEN, Card
from scala40.errors import Refused
from scala40.lays import Lays, Row, Rows, RowTable, laying, with_joker
from scala40.packed import BIT_OF, NATURAL_BITS, ONE_JOKER, copies, holds, lowest, pack_hand
from scala40.partition import hand_value
from scala40.reach import Paths, Reach, Swapped
from scala40.score import hand_points
from scala40.solver import POINT
from scala40.state import State
from scala40.stock import renewed
from scala40.turn import apply, attachments, may, must_keep
from scala40.view import View

_ACES: Final = tuple(BIT_OF[c] for c in NATURALS if c.rank == 1)
#: More than any hand weighs.
_NEVER: Final = 1 << 30


class _Reached(NamedTuple):
    """A hand that swapping and attaching come to.

    Attributes:
        bound: less than this cannot be left of it; number: which of them, among equals.
        paths: all that these swaps come to. throws: what is worth throwing, once that was asked.
    """

    bound: int
    number: int
    hand: int
    weight: int
    steps: tuple[Attach, ...]
    swapped: Swapped
    paths: Paths
    throws: list[Card] | None


def best_turn(state: State) -> tuple[tuple[Action, ...], State]:
    """The best way to end the turn of the player to act, who has drawn.

    Best is to close; else the fewest points left in the hand, then the fewest cards.

    Args:
        state: a state, or a view's: cards of others and of the stock may be unseen.

    Returns:
        The actions and the state after them; no action where the turn cannot be ended.

    Raises:
        Refused: ``draw-first``.
    """
    if not state.drawn:
        raise Refused("draw-first")
    search = _Search(state)
    search.run()
    for first, after in _detours(state):
        further = _Search(after, search.best)
        further.run()
        if further.best < search.best:
            actions, end = further.found
            search.best, search.found = further.best, ((*first, *actions), end)
    return search.found


def points_left(state: State) -> int:
    """The points in the hand after the best turn, as if it had opened; 0 where it closes."""
    after = best_turn(state)[1]
    return hand_points(after.hands[state.seat], state.rules, opened=True)


def gain_of_taking(view: View) -> float | None:
    """What taking the top discard gains over drawing, in points left after the best turn.

    The draw counts as the mean over all cards that may come, by how many copies of each are unseen
    (or, where the stock is renewed for it, by what lies in the pile). None where the discard may
    not be taken, or nothing is there to draw.
    """
    state = view.state
    if not state.discard or not may(state, Take(state.discard[-1])):
        return None
    taken = points_left(apply(state, Take(state.discard[-1])))
    draws = _draws(view)
    if not draws:
        return None
    total = 0
    for c, number in draws.items():
        drawn = state._replace(hands=state.hands_with(state.hand_with(c)), drawn=True)
        total += number * points_left(drawn)
    return total / draws.total() - taken


def _draws(view: View) -> Counter[Card]:
    """How many copies of each kind may be the card that is drawn."""
    state = view.state
    if state.stock:
        return +view.unseen()
    if renewed(state) is None:
        return Counter()
    if state.rules.stock_exhaustion == "turn-over":
        return Counter(state.discard[:1])
    return Counter(state.discard[:-1])


def _detours(state: State) -> Iterator[tuple[tuple[Action, ...], State]]:
    """Ways to place a taken joker and free it again, where it may cost less to keep than a card."""
    rules = state.rules
    if state.duty != "use" or state.taken != JOKER or rules.freed_joker != "keep":
        return
    if rules.joker_in_hand > max(hand_value(c, rules) for c in NATURALS):
        return
    ways: list[tuple[Action, ...]] = []
    for meld in melds_in([c for c in state.hand if c < JOKER], rules, longest=3):
        lay = Lay((with_joker(meld, rules).cards,))
        ways.append((lay, Swap(meld.cards[0], len(state.melds))))
    for number, meld in enumerate(state.melds):
        for attach in attachments(meld, number, JOKER, rules):
            ways.append((attach, Swap(attach.card.face, number)))
    for way in ways:
        after = _played(state, way)
        if after is not None:
            yield way, after


def _played(state: State, actions: Iterable[Action]) -> State | None:
    """The state after some actions, or None where one is refused."""
    try:
        for action in actions:
            state = apply(state, action)
    except Refused:
        return None
    return state


class _Search:
    """One search for one state.

    Attributes:
        best: what the best turn leaves, 64 for each point and 1 for each card; 0 where it closes.
        found: that turn and the state after it.
    """

    def __init__(self, state: State, best: int = _NEVER) -> None:
        rules = state.rules
        self.state, self.rules = state, rules
        self.best, self.refused = best, _NEVER
        self.found: tuple[tuple[Action, ...], State] = ((), state)
        self.hand = pack_hand(state.hand)
        self.hidden = state.hand.count(UNSEEN)  # these stay, whatever they are
        self.keep = max(0, must_keep(state) - self.hidden)
        late = state.opened_now or not state.has_opened
        attaches = not (late and rules.attach_in_opening_turn == "no")
        self.reach = Reach(state, attaches=attaches)
        self.choices = self.reach.swapped(self.hand)
        most = max(copies(swapped.hand, JOKER) for swapped in self.choices)
        self.lays = Lays(state, reaches=attaches, jokers=most)
        self.weights = self.lays.weights
        self.lone_ace = rules.lone_ace_in_hand * POINT + 1
        kinds = {c for c in state.hand if c != UNSEEN} | {JOKER}
        self.kinds = sorted(kinds, key=lambda c: (-self.weights[c], c))
        self.masks = [(c, 3 << 2 * c if c < JOKER else -ONE_JOKER) for c in self.kinds]
        self.has_ace = any(c.rank == 1 for c in kinds)
        only = state.taken is not None and state.hand.count(state.taken) == 1 and not state.placed
        self.stuck = only and state.duty == "none"  # with a card that may not be thrown

    def run(self) -> None:
        """Find the best turn."""
        if self.lays.opens:
            self._only_discard()
            if not self.rules.in_mano_needs_opening:
                self._close_below_the_opening()
            if not self.lays.may_open(self.hand):
                return
        todo: list[_Reached] = []
        for swapped in self.choices:
            paths = self.reach.attached(swapped, self._sum)
            most = self.lays.worth(swapped.hand)
            for hand, (weight, steps) in paths.items():
                bound = self._bound(weight - most, self.kinds)
                todo.append(_Reached(bound, len(todo), hand, weight, steps, swapped, paths, None))
        heapify(todo)
        while todo and todo[0].bound < self.best:
            here = heappop(todo)
            if not self.lays.may_open(here.hand):
                continue
            if here.throws is None:  # a closer look, and back into the queue
                throws = self._throws(here)
                bound = self._bound(self.lays.least(here.hand, here.weight), throws)
                heappush(todo, _Reached(bound, *here[1:7], throws))
            else:
                self._finish(here, here.throws)
        if self.refused < self.best:
            self._try_everything()

    # --- what a hand weighs ----------------------------------------------------------------------

    def _kinds_in(self, hand: int) -> list[Card]:
        """The kinds of a packed hand, those that cost most first."""
        return [c for c, mask in self.masks if hand & mask]

    def _sum(self, hand: int) -> int:
        """What the cards of a packed hand weigh."""
        if not hand:
            return 0
        return sum(copies(hand, c) * self.weights[c] for c in self._kinds_in(hand))

    def _cost(self, hand: int) -> int:
        """What a packed hand leaves at the end of the turn."""
        lone = not self.hidden and any(hand == bit for bit in _ACES)
        return self.lone_ace if lone else self._sum(hand) + self.hidden

    def _bound(self, left: int, throws: list[Card]) -> int:
        """Less than this no discard leaves, where lays leave so much."""
        if left <= 0 and not self.keep:
            return 0
        least = left - self.weights[throws[0]] if throws else _NEVER
        return min(least, self.lone_ace) + self.hidden if self.has_ace else least + self.hidden

    # --- what is laid, and the discard -----------------------------------------------------------

    def _throws(self, here: _Reached) -> list[Card]:
        """The cards worth throwing from a hand, those that cost most first.

        A card that can be attached is better attached, and another thrown that would stay in the
        hand, if any would and may be thrown and need not stay.
        """
        hand, weight = here.hand, here.weight
        throws = self._kinds_in(hand)
        if self.state.taken is not None:
            throws = [c for c in throws if self._throwable(hand, c, here.swapped)]
        if self.keep > 1 or self.stuck:
            return throws
        return [
            c
            for c in throws
            if hand - BIT_OF[c] not in here.paths
            or not self.lays.least(hand - BIT_OF[c], weight - self.weights[c])
        ]

    def _finish(self, here: _Reached, throws: list[Card]) -> None:
        """Better the best turn by what can be laid and thrown from a hand."""
        _, _, hand, weight, steps, swapped, _, _ = here
        duties = self._duties(hand, swapped)
        left = self.lays.least(hand, weight)
        if not (left or self.keep or self.hidden):
            lays = self._lays(hand, weight, swapped, duties)
            if lays is not None and not lays[0]:
                self._propose(0, swapped.swaps, steps, lays[1], None)
        for c in throws:
            if min(left - self.weights[c], self.lone_ace if self.has_ace else _NEVER) >= self.best:
                break
            rest, after = hand - BIT_OF[c], weight - self.weights[c]
            for kept, cost, whole in self._kept(rest, after, c, swapped):
                laid = after - self._sum(kept)
                least = self.lays.least(rest - kept, laid)
                if least + cost >= self.best or (whole and least):
                    continue
                lays = self._lays(rest - kept, laid, swapped, duties)
                if lays is not None and lays[0] + cost < self.best and not (whole and lays[0]):
                    self._propose(lays[0] + cost, swapped.swaps, steps, lays[1], c)

    def _lays(
        self, hand: int, weight: int, swapped: Swapped, duties: tuple[int, bool]
    ) -> tuple[int, Rows] | None:
        """The best lays from a hand that meet the duties."""
        owed, must = duties
        return self.lays.best(hand, weight, freed=len(swapped.swaps), owed=owed, must=must)

    def _duties(self, hand: int, swapped: Swapped) -> tuple[int, bool]:
        """How many freed jokers have to be laid from a hand still, and whether the taken card."""
        state, card = self.state, self.state.taken
        rule, attached = self.rules.freed_joker, copies(swapped.hand, JOKER) - copies(hand, JOKER)
        owed = state.freed + (0 if rule == "keep" else len(swapped.swaps))
        if rule == "use-now":
            owed -= attached
        if rule != "keep" and card == JOKER and state.duty == "use":  # one more joker, anywhere
            return owed + (rule == "use-now" or not attached), False
        if card is None or state.duty == "none":
            return owed, False
        return owed, state.duty == "open" or copies(hand, card) == self._held(card, swapped)

    def _held(self, c: Card, swapped: Swapped) -> int:
        """How many of a kind there were to place in this turn."""
        return copies(swapped.hand if c == JOKER else self.hand, c)

    def _throwable(self, hand: int, c: Card, swapped: Swapped) -> bool:
        """False for the taken card where it is the only one and none was placed."""
        banned = c == self.state.taken and not self.state.placed
        return not banned or self._held(c, swapped) > 1 or not copies(hand, c)

    def _kept(
        self, rest: int, weight: int, thrown: Card, swapped: Swapped
    ) -> Iterator[tuple[int, int, bool]]:
        """What may be kept apart, what that costs, and whether all else has to be laid then."""
        if thrown == JOKER and self.rules.joker_discard == "closing-only":
            yield from self._kept_beside_joker(rest, swapped)
            return
        if self.keep < 2 or self.lays.least(rest, weight):
            yield 0, self.hidden, False
        else:  # one more has to stay, and none would
            for c in self._kinds_in(rest):
                yield BIT_OF[c], self.weights[c] + self.hidden, False
        if self.lone_ace < self.weights[0]:
            for c in self._kinds_in(rest):
                if c.rank == 1:
                    yield BIT_OF[c], self._cost(BIT_OF[c]), True

    def _kept_beside_joker(self, rest: int, swapped: Swapped) -> Iterator[tuple[int, int, bool]]:
        """The same where a joker is thrown only to close, or beside cards that cannot be thrown."""
        if self.hidden:
            return
        stuck = [BIT_OF[c] for c in self._kinds_in(rest) if not self._throwable(rest, c, swapped)]
        for jokers in range(copies(rest, JOKER) + 1):
            for other in (0, *stuck):
                kept = other + jokers * ONE_JOKER
                if kept or self.keep < 2:
                    yield kept, self._cost(kept), True

    # --- before the opening, and without its points ----------------------------------------------

    def _only_discard(self) -> None:
        """Without an opening a turn is its discard."""
        throws = [(self._cost(self.hand - BIT_OF[c]), c) for c in self._kinds_in(self.hand)]
        for cost, c in sorted(throws):
            if self._propose(cost, (), (), (), c):
                break
        self.refused = _NEVER  # nothing can be done about these

    def _close_below_the_opening(self) -> None:
        """An opening that closes needs no points where the rules say so."""
        for c in (None, *self._kinds_in(self.hand)):
            rest = self.hand - (0 if c is None else BIT_OF[c])
            melds = self.lays.split(rest)
            laid = pack_hand(held for meld in melds for held in meld.cards)
            if laid == rest and melds and self.best:
                rows = tuple(Row(0, "opening", 0, 0, 0, False, meld, meld) for meld in melds)
                self._propose(0, (), (), rows, c)
        self.refused = _NEVER

    # --- from what was found to actions ----------------------------------------------------------

    def _propose(
        self,
        value: int,
        swaps: tuple[Swap, ...],
        steps: tuple[Attach, ...],
        rows: Rows,
        thrown: Card | None,
    ) -> bool:
        """Play a turn; it is the best one now, or remembered as refused."""
        actions = (*laying(rows, swaps, self.state), *steps)
        if thrown is not None:
            actions = (*actions, Discard(thrown))
        after = _played(self.state, actions)
        if after is None:
            self.refused = min(self.refused, value)
            return False
        self.best, self.found = value, (actions, after)
        return True

    # --- where a discard is refused --------------------------------------------------------------

    def _try_everything(self) -> None:
        """Better the best turn by every arrangement of the table that could leave less.

        What may be thrown can hang on how the table is arranged (``attachable_discard``). A card
        that could be attached is better attached, as a rule, so that this is hardly ever needed:
        where two cards have to stay, or nothing may be attached in the turn of the opening.
        """
        table = self.lays.every()
        for swapped in self.choices:
            for hand, steps in self.reach.every(swapped):
                for left, rows in self._every_lay(table, hand, 0, ()):
                    if self.lays.opens and not rows:
                        continue
                    for c in self._kinds_in(left):
                        value = self._cost(left - BIT_OF[c])
                        if value < self.best:
                            self._propose(value, swapped.swaps, steps, rows, c)

    def _every_lay(
        self, table: RowTable, hand: int, left: int, rows: Rows
    ) -> Iterator[tuple[int, Rows]]:
        """What may be left of a hand, and the rows laid from it."""
        kept = self._kinds_in(left)
        if min((self._cost(left - BIT_OF[c]) for c in kept), default=0) >= self.best:
            return
        plain = hand & NATURAL_BITS
        if not plain:
            yield hand + left, rows
            return
        low = lowest(plain)
        stays = plain & 3 << low
        yield from self._every_lay(table, hand - stays, left + stays, rows)
        for row in table.get(low, ()):
            if holds(hand, row.need):
                yield from self._every_lay(table, hand - row.need, left, (*rows, row))

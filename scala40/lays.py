"""What can be laid in a turn, and the exact best choice of it where duties or an opening ask.

Hands are packed. The fast split is taken wherever it places the freed
jokers that are owed, uses the taken card and pays for the opening; else an exact cover decides: the
lowest kind left stays in the hand with every copy, or one copy goes into one of the rows.

>>> from scala40.cards import cards
>>> hand = cards("2C 9C 9D 7H 8H 9H")
>>> rules = Rules.preset("online")
>>> state = State(rules, (0, 1), (hand, ()), (True, True), drawn=True, taken=hand[3], duty="use")
>>> lays, packed, weight = Lays(state, reaches=True, jokers=0), pack_hand(hand), 44 * POINT + 6
>>> for must in (False, True):
...     left, rows = lays.best(packed, weight, freed=0, owed=0, must=must) or (0, ())
...     print(divmod(left, POINT), [str(row.meld) for row in rows])
(17, 3) ['9C 9D 9H']
(20, 3) ['7H 8H 9H']
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, Literal, NamedTuple, TypeAlias

from scala40.actions import Action, Attach, Lay, Swap
from scala40.candidates import melds_in
from scala40.cards import CARDS, JOKER, Card
from scala40.melds import End, Meld, joined, placements, read_meld
from scala40.packed import JOKERS_AT, NATURAL_BITS, holds, lowest, pack_hand
from scala40.partition import hand_value, opening_points
from scala40.rules import Rules
from scala40.solver import POINT, splitter
from scala40.state import State
from scala40.turn import attachments

#: Runs of five suffice, and two more cards where a joker is attached to an opening meld.
_LONGEST: Final = 5
_GROWN: Final = 2


class Row(NamedTuple):
    """A meld that can be laid, and what laying it does.

    Attributes:
        need: its cards, packed.
        part: ``opening``, laid in the opening; ``later``, after it or by who has opened; ``grown``,
            ``base`` is laid in the opening and the rest is attached; ``through``, ``base`` is laid
            in the opening with a joker that is freed at once.
        counts: its points towards the opening.
        own: how many jokers held before the opening it takes.
        pays: how many freed jokers it places; -1 where it frees one that has to be placed.
        uses: it uses the taken card as the duty of the turn demands.
    """

    need: int
    part: Literal["opening", "later", "grown", "through"]
    counts: int
    own: int
    pays: int
    uses: bool
    meld: Meld
    base: Meld


Rows: TypeAlias = tuple[Row, ...]
#: Rows by the bit of their lowest kind.
RowTable: TypeAlias = dict[int, list[Row]]


class Lays:
    """What the player to act can lay in a turn.

    Attributes:
        opens: the player has not opened yet. weights: what each kind weighs in the hand, ``POINT``
            for each point and 1 for the card, so that less is better and fewer cards decide.
    """

    def __init__(self, state: State, *, reaches: bool, jokers: int) -> None:
        """The lays of a turn.

        Args:
            reaches: attaching and swapping are allowed in it. jokers: the most that can be held.
        """
        rules = state.rules
        self.opens = not state.has_opened
        self.weights = tuple(hand_value(c, rules) * POINT + 1 for c in CARDS[: JOKER + 1])
        self._state, self._rules = state, rules
        self._reaches, self._jokers = reaches, jokers
        self._own = state.hand.count(JOKER)
        self._needed = rules.opening_points if self.opens else 0
        self._deadwood, self._points = splitter(rules, "deadwood"), splitter(rules, "points")
        self._least: dict[int, int] = {}
        self._table: RowTable = {}
        self._memo: dict[tuple[int, int, int, int, bool], tuple[int, Rows] | None] = {}

    def worth(self, hand: int) -> int:
        """The most weight that can be laid from a hand, no duty and no opening asked."""
        return self._deadwood.worth(hand & NATURAL_BITS, hand >> JOKERS_AT)

    def least(self, hand: int, weight: int) -> int:
        """The least weight that lays leave of a hand of a weight, no duty and no opening asked."""
        least = self._least.get(hand)
        if least is None:
            least = self._least[hand] = weight - self.worth(hand)
        return least

    def split(self, hand: int) -> tuple[Meld, ...]:
        """The melds of a split that leaves the least."""
        return self._deadwood.melds(hand & NATURAL_BITS, hand >> JOKERS_AT)

    def may_open(self, hand: int) -> bool:
        """False where the melds of a hand cannot pay for the opening; true after it."""
        return not self._needed or self._most(hand) >= self._needed

    def best(
        self, hand: int, weight: int, *, freed: int, owed: int, must: bool
    ) -> tuple[int, Rows] | None:
        """The least weight that lays leave of a hand, and what is laid, opening included.

        Args:
            hand: the cards that may be laid, and what they weigh.
            freed: so many jokers are freed, after the opening if there is one.
            owed: so many freed jokers have to be placed by the lays.
            must: the taken card has to be used by them.

        Returns:
            None where no lays do all that.
        """
        rows = self._fast(hand, freed, owed, must)
        if rows is not None:
            return self.least(hand, weight), rows
        if not self._table:
            self._table = self._rows_of_use()
        return self._cover(hand, self._own, owed, self._needed, must)

    def every(self) -> RowTable:
        """All that can be laid, each meld of any length and each reading for itself."""
        return _by_lowest(dict.fromkeys(self._all_rows(self._rules.longest_run)))

    def _most(self, hand: int) -> int:
        """More points than these an opening from a hand cannot have."""
        return self._points.worth(hand & NATURAL_BITS, min(hand >> JOKERS_AT, self._own))

    def _fast(self, hand: int, freed: int, owed: int, must: bool) -> Rows | None:
        """The fast split of a hand, where it meets the duties and the opening."""
        rows = []
        needed = self._needed
        for meld in self.split(hand):
            counts = opening_points(meld, self._rules) if self.opens else None
            late = counts is None or (meld.joker is not None and freed > 0)
            needed -= 0 if late else counts or 0
            owed -= late and meld.joker is not None
            if not (late and self.opens) and self._state.taken in [c.in_hand for c in meld.cards]:
                must = False
            rows.append(Row(0, "later" if late else "opening", 0, 0, 0, False, meld, meld))
        return None if owed > 0 or must or needed > 0 else tuple(rows)

    def _cover(
        self, hand: int, own: int, owed: int, needed: int, must: bool
    ) -> tuple[int, Rows] | None:
        """The least that rows leave of a hand, each card in one of them or kept.

        Args:
            own: how many jokers may go into the opening yet. owed: freed jokers to be placed.
            needed: points that the opening wants yet. must: the taken card has to be used.
        """
        plain = hand & NATURAL_BITS
        if not plain:
            met = owed <= 0 and needed <= 0 and not must
            return ((hand >> JOKERS_AT) * self.weights[JOKER], ()) if met else None
        key = (hand, own, owed, needed, must)
        if key in self._memo:
            return self._memo[key]
        best: tuple[int, Rows] | None = None
        if not needed or self._most(hand) >= needed:
            low = lowest(plain)
            here = plain >> low & 3
            rest = self._cover(hand - (here << low), own, owed, needed, must)
            if rest is not None:
                best = (rest[0] + here * self.weights[low // 2], rest[1])
            for row in self._table.get(low, ()):
                if not holds(hand, row.need) or row.own > own:
                    continue
                if row.part == "through" and not must:
                    continue
                rest = self._cover(
                    hand - row.need,
                    own - row.own,
                    max(-1, owed - row.pays),
                    max(0, needed - row.counts),
                    must and not row.uses,
                )
                if rest is not None and (best is None or rest[0] < best[0]):
                    best = (rest[0], (row, *rest[1]))
        self._memo[key] = best
        return best

    def _rows_of_use(self) -> RowTable:
        """The rows for the exact cover; of those that do the same the one that counts most."""
        best: dict[tuple[int, str, int, int, bool], Row] = {}
        longest = _LONGEST + (_GROWN if self.opens and self._reaches else 0)
        for row in self._all_rows(longest):
            key = (row.need, row.part, row.own, row.pays, row.uses)
            if key not in best or row.counts > best[key].counts:
                best[key] = row
        return _by_lowest(best.values())

    def _all_rows(self, longest: int) -> Iterator[Row]:
        held = [c for c in self._state.hand if c < JOKER]
        for meld in melds_in((*held, *(JOKER,) * self._jokers), self._rules, longest):
            yield from self._parts(meld)

    def _parts(self, meld: Meld) -> Iterator[Row]:
        """The ways to lay one meld."""
        rules, taken = self._rules, self._state.taken
        cards = tuple(c.in_hand for c in meld.cards)
        need, joker = pack_hand(cards), int(meld.joker is not None)
        if not self.opens:
            yield Row(need, "later", 0, 0, joker, taken in cards, meld, meld)
            return
        counts, frees = opening_points(meld, rules), self._jokers > self._own
        through = self._state.duty == "open" and taken == JOKER and self._reaches
        if counts is not None:
            yield Row(need, "opening", counts, joker, 0, taken in cards, meld, meld)
        if not joker:
            held = with_joker(meld, rules)
            counts = opening_points(held, rules) if through else None
            if counts is not None:
                pays = 0 if rules.freed_joker == "keep" else -1
                yield Row(need, "through", counts, 1, pays, True, meld, held)
            return
        if counts is None or frees or through:
            yield Row(need, "later", 0, 0, 1, False, meld, meld)
        for base in _bases(meld, rules) if self._reaches else ():
            pays = int(rules.freed_joker == "use-now")
            yield Row(need, "grown", base.points, 0, pays, taken in base.cards, meld, base)


def laying(rows: Rows, swaps: tuple[Swap, ...], state: State) -> Iterator[Action]:
    """The actions that lay rows: the opening, the swaps, later melds, what is attached to them."""
    rules = state.rules
    firm = [row.meld for row in rows if row.part == "opening"]
    if rules.opening_jokers == "clean-40":  # joined with one, a clean meld would no longer count
        firm = _join([meld for meld in firm if not meld.joker], rules) + [
            meld for meld in firm if meld.joker
        ]
    else:
        firm = _join(firm, rules)
    loose = [row for row in rows if row.part in ("grown", "through")]
    opening = (*firm, *(row.base for row in loose))
    if opening:
        yield Lay(tuple(meld.cards for meld in opening))
    numbered = list(enumerate(loose, len(state.melds) + len(firm)))
    for number, row in numbered:
        if row.part == "through":
            yield Swap(row.meld.cards[0], number)
    yield from swaps
    for meld in _join([row.meld for row in rows if row.part == "later"], rules):
        yield Lay((meld.cards,))
    for number, row in numbered:
        if row.part == "grown":
            yield from _growing(row, number, rules)


def ways_to_attach(
    meld: Meld, number: int, card: Card, rules: Rules
) -> Iterator[tuple[Attach, End | None, Meld]]:
    """Every way to attach a card to a meld: the action, the end, the meld that results."""
    steps = attachments(meld, number, card, rules)
    for step, (end, after) in zip(steps, placements(meld, card, rules), strict=True):
        yield step, end, after


def with_joker(meld: Meld, rules: Rules) -> Meld:
    """A meld with a joker in the place of its first card."""
    return read_meld((JOKER.standing_for(meld.cards[0]), *meld.cards[1:]), rules)


def _bases(meld: Meld, rules: Rules) -> Iterator[Meld]:
    """The melds without a joker from which one with a joker can be grown."""
    if not meld.is_run:
        parts = [tuple(c for c in meld.cards if c < JOKER)]
    else:
        gap = next(n for n, c in enumerate(meld.cards) if c >= JOKER)
        parts = [meld.cards[:gap], meld.cards[gap + 1 :]]
    return (read_meld(part, rules) for part in parts if len(part) > 2)


def _growing(row: Row, number: int, rules: Rules) -> Iterator[Attach]:
    """The attachments that make a row's meld of its base."""
    here, meld = row.base, row.meld
    more: list[tuple[Card, End | None]] = [(JOKER, None)]
    if meld.is_run:
        low, high = here.low - meld.low, here.high - meld.low + 1
        more = [(c.in_hand, "low") for c in reversed(meld.cards[:low])]
        more += [(c.in_hand, "high") for c in meld.cards[high:]]
    for c, end in more:
        ways = ways_to_attach(here, number, c, rules)
        step, _, here = next(way for way in ways if way[1] == end)
        yield step


def _join(melds: Iterable[Meld], rules: Rules) -> list[Meld]:
    """Neighbouring runs as one, as somebody would lay them."""
    done: list[Meld] = []
    for meld in sorted(melds, key=lambda meld: (not meld.is_run, meld.cards[0].suit, meld.low)):
        longer = joined(done[-1], meld, rules) if done else None
        if longer is None:
            done.append(meld)
        else:
            done[-1] = longer
    return done


def _by_lowest(rows: Iterable[Row]) -> RowTable:
    table: RowTable = {}
    for row in rows:
        table.setdefault(lowest(row.need), []).append(row)
    return table

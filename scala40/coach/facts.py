"""What the coach can know of a position: frozen facts, each of which can be worked out again.

No fact holds a sentence; those are made by :mod:`scala40.coach.telling`. A kind says how a fact is
known: *rule* from the engine, *plan*, *count* and *danger* from what is in sight, *comparison* from
the solver, *estimate* from sampled deals.

>>> from scala40.cards import cards
>>> outs = Opens(None, tuple(zip(cards("9H TH"), (2, 1))))
>>> outs.kind, outs.copies
('plan', 3)
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, TypeAlias

from scala40.actions import Action
from scala40.cards import Card
from scala40.melds import Meld
from scala40.state import Duty

Kind = Literal["rule", "plan", "count", "comparison", "danger", "estimate"]
#: Kinds of card with how many copies of each are unseen, the most copies first.
Outs: TypeAlias = tuple[tuple[Card, int], ...]
#: What two discards are compared by, see :class:`Throws`.
Measure = Literal["opens", "points", "closes", "waits", "left"]


# --- rules ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class CanOpen:
    """The hand can open now: with these melds, which count so many points together."""

    points: int
    melds: tuple[Meld, ...]
    kind: ClassVar[Kind] = "rule"


@dataclass(frozen=True)
class MayClose:
    """The turn can be ended so that it closes the hand."""

    kind: ClassVar[Kind] = "rule"


@dataclass(frozen=True)
class MayTake:
    """The top discard may be taken, and what it has to become then."""

    card: Card
    duty: Duty
    kind: ClassVar[Kind] = "rule"


@dataclass(frozen=True)
class MayNotTake:
    """The top discard is refused: the engine's code and its facts, by name."""

    code: str
    facts: tuple[tuple[str, object], ...]
    kind: ClassVar[Kind] = "rule"


@dataclass(frozen=True)
class MustUse:
    """The taken card has to be used before the turn ends, or be part of the opening."""

    card: Card
    duty: Duty
    kind: ClassVar[Kind] = "rule"


@dataclass(frozen=True)
class MustPlace:
    """So many freed jokers have to be placed before the turn ends."""

    jokers: int
    in_new_meld: bool
    kind: ClassVar[Kind] = "rule"


@dataclass(frozen=True)
class Stuck:
    """However the turn goes on from here, it cannot be ended: something has to be undone."""

    kind: ClassVar[Kind] = "rule"


@dataclass(frozen=True)
class OnlyWay:
    """No other action is allowed now."""

    kind: ClassVar[Kind] = "rule"


# --- the plan before the opening, and what is counted ---------------------------------------------


@dataclass(frozen=True)
class Short:
    """The best melds of a hand that has not opened count so many points, and so many are needed."""

    points: int
    needed: int
    kind: ClassVar[Kind] = "plan"


@dataclass(frozen=True)
class Opens:
    """The kinds that, drawn next, would let the hand open; ``after``: once this card is thrown."""

    after: Card | None
    outs: Outs
    kind: ClassVar[Kind] = "plan"

    @property
    def copies(self) -> int:
        """How many cards that are."""
        return sum(copies for _, copies in self.outs)


@dataclass(frozen=True)
class Waits:
    """Two cards of the hand, and the natural kinds that make a meld of three with them."""

    held: tuple[Card, Card]
    outs: Outs
    kind: ClassVar[Kind] = "count"


@dataclass(frozen=True)
class Jokers:
    """Where the jokers are: in the own hand, on the table, on the discard pile, unseen."""

    own: int
    table: int
    pile: int
    unseen: int
    kind: ClassVar[Kind] = "count"


@dataclass(frozen=True)
class HighCards:
    """How many of the tens, figures and aces are unseen, of so many."""

    unseen: int
    packed: int
    kind: ClassVar[Kind] = "count"


# --- comparisons ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class FewestLeft:
    """After this the turn can still be ended with so many points left, and no way leaves fewer."""

    points: int
    kind: ClassVar[Kind] = "comparison"


@dataclass(frozen=True)
class Openings:
    """Two openings, and the points that the best turn with each leaves in the hand."""

    melds: tuple[Meld, ...]
    left: int
    other: tuple[Meld, ...]
    other_left: int
    kind: ClassVar[Kind] = "comparison"


@dataclass(frozen=True)
class TakeOrDraw:
    """The points that the best turn leaves after a take, and after a draw on average."""

    card: Card
    taken: int
    drawn: float
    kind: ClassVar[Kind] = "comparison"


@dataclass(frozen=True)
class OpensByTaking:
    """The top discard opens now; of the unseen cards so many would open if one of them came."""

    card: Card
    copies: int
    unseen: int
    kind: ClassVar[Kind] = "comparison"


@dataclass(frozen=True)
class Throws:
    """Two discards by one measure; no discard that is allowed does better than the first.

    Attributes:
        measure: ``opens`` and ``closes``, unseen cards that would let the hand open, or close from
            the hand and the table as they are, if one came next; ``points`` of the best melds
            towards an opening; ``waits``, unseen natural cards that make a meld of three with two
            cards of the hand; ``left``, points in the hand, where fewer are better.
    """

    measure: Measure
    card: Card
    value: int
    other: Card
    other_value: int
    kind: ClassVar[Kind] = "comparison"


@dataclass(frozen=True)
class JokerWaits:
    """Placing the joker now would take no other card along; nobody has fewer cards than that."""

    fewest: int
    kind: ClassVar[Kind] = "comparison"


@dataclass(frozen=True)
class HoldsBack:
    """Kept back, the hand closes in hand with so many of the unseen cards after this discard."""

    card: Card
    copies: int
    unseen: int
    kind: ClassVar[Kind] = "comparison"


# --- dangers --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Fits:
    """A card of the hand could be attached to a meld on the table, counted from 0."""

    card: Card
    meld: int
    owner: int
    kind: ClassVar[Kind] = "danger"


@dataclass(frozen=True)
class Holds:
    """A player took these in sight of all and has them still."""

    seat: int
    cards: tuple[Card, ...]
    kind: ClassVar[Kind] = "danger"


@dataclass(frozen=True)
class Helps:
    """A card of the hand makes a meld of three with a card that a player took, and one more."""

    card: Card
    seat: int
    held: Card
    kind: ClassVar[Kind] = "danger"


@dataclass(frozen=True)
class Near:
    """A player who has opened has few cards left."""

    seat: int
    cards: int
    kind: ClassVar[Kind] = "danger"


@dataclass(frozen=True)
class Quiet:
    """A player has had so many turns without opening, and closing in hand pays by these rules."""

    seat: int
    turns: int
    kind: ClassVar[Kind] = "danger"


@dataclass(frozen=True)
class Costs:
    """What the own hand would cost if somebody closed now, not in hand."""

    points: int
    kind: ClassVar[Kind] = "danger"


# --- estimates ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sampled:
    """On so many sampled deals one action did better than another, in points of the score.

    Attributes:
        margin: half of a 95 % interval around the gain, and less than it.
    """

    action: Action
    other: Action
    gain: float
    margin: float
    deals: int
    kind: ClassVar[Kind] = "estimate"


# --- what was done --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Left:
    """Points that are left in the hand, or can be at best now; before, these actions left fewer."""

    points: int
    fewest: int
    better: tuple[Action, ...]
    kind: ClassVar[Kind] = "comparison"


@dataclass(frozen=True)
class CouldClose:
    """With these actions the turn would have closed the hand."""

    actions: tuple[Action, ...]
    kind: ClassVar[Kind] = "rule"


@dataclass(frozen=True)
class JokerSpent:
    """The opening took more jokers than this one would have."""

    melds: tuple[Meld, ...]
    kind: ClassVar[Kind] = "comparison"


@dataclass(frozen=True)
class JokerThrown:
    """A joker was thrown where this card could have been."""

    other: Card
    kind: ClassVar[Kind] = "comparison"


@dataclass(frozen=True)
class GaveAway:
    """What was thrown can be attached to a meld, counted from 0; this other card could not."""

    card: Card
    meld: int
    other: Card
    kind: ClassVar[Kind] = "danger"


Fact: TypeAlias = (
    CanOpen
    | MayClose
    | MayTake
    | MayNotTake
    | MustUse
    | MustPlace
    | Stuck
    | OnlyWay
    | Short
    | Opens
    | Waits
    | Jokers
    | HighCards
    | FewestLeft
    | Openings
    | TakeOrDraw
    | OpensByTaking
    | Throws
    | JokerWaits
    | HoldsBack
    | Fits
    | Holds
    | Helps
    | Near
    | Quiet
    | Costs
    | Sampled
    | Left
    | CouldClose
    | JokerSpent
    | JokerThrown
    | GaveAway
)

"""What a player can do, as frozen values with a text form both ways.

>>> str(read_action("lay 5H X=6H 7H | 9C 9D 9S"))
'lay 5H X=6H 7H | 9C 9D 9S'
>>> read_action("attach AH T1 low")
Attach(card=Card('AH'), meld=0, end='low')
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, TypeAlias

from scala40.cards import Card, cards, hand_text
from scala40.cards import card as read_card
from scala40.errors import NotationError
from scala40.melds import End
from scala40.notation import Part, place


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw the top card of the stock."""

    def __str__(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Take:
    """Take the top card of the discard pile."""

    card: Card

    def __str__(self) -> str:
        return f"take {self.card}"


@dataclass(frozen=True, slots=True)
class PutBack:
    """Put the taken card back; the stock is drawn from instead. The clock's own is marked."""

    clock: bool = False

    def __str__(self) -> str:
        return "put-back clock" if self.clock else "put-back"


@dataclass(frozen=True, slots=True)
class Lay:
    """Lay new melds, each in the order written."""

    melds: tuple[tuple[Card, ...], ...]

    def __str__(self) -> str:
        return "lay " + " | ".join(hand_text(meld) for meld in self.melds)


@dataclass(frozen=True, slots=True)
class Attach:
    """Add a card to a meld on the table; ``meld`` counts from 0, T1 in the text."""

    card: Card
    meld: int
    end: End | None = None

    def __str__(self) -> str:
        return f"attach {self.card} T{self.meld + 1}" + (f" {self.end}" if self.end else "")


@dataclass(frozen=True, slots=True)
class Swap:
    """Put the real card in the place of a joker on the table and take the joker."""

    card: Card
    meld: int

    def __str__(self) -> str:
        return f"swap {self.card} T{self.meld + 1}"


@dataclass(frozen=True, slots=True)
class Discard:
    """Throw a card onto the discard pile, which ends the turn."""

    card: Card

    def __str__(self) -> str:
        return f"discard {self.card}"


@dataclass(frozen=True, slots=True)
class Buy:
    """Out of turn, take the discard into a new meld, for a penalty card."""

    meld: tuple[Card, ...]

    def __str__(self) -> str:
        return "buy " + hand_text(self.meld)


@dataclass(frozen=True, slots=True)
class Pass:
    """Let the discard go by."""

    def __str__(self) -> str:
        return "pass"


@dataclass(frozen=True, slots=True)
class ReEnter:
    """Come back into the match at the highest total."""

    def __str__(self) -> str:
        return "re-enter"


@dataclass(frozen=True, slots=True)
class StayOut:
    """Leave the match for good."""

    def __str__(self) -> str:
        return "stay-out"


Action: TypeAlias = (
    Draw | Take | PutBack | Lay | Attach | Swap | Discard | Buy | Pass | ReEnter | StayOut
)

_BARE: Final[dict[str, Action]] = {
    str(action): action
    for action in (Draw(), PutBack(), PutBack(clock=True), Pass(), ReEnter(), StayOut())
}
_FORMS: Final = {
    **{str(action).split()[0]: str(action).split()[0] for action in _BARE.values()},
    "take": "take KS",
    "lay": "lay 5H 6H 7H | 9C 9D 9S",
    "attach": "attach 8H T1",
    "swap": "swap 6H T1",
    "discard": "discard 4D",
    "buy": "buy 7H 7C 7D",
}


@lru_cache(maxsize=1 << 12)  # a record says the same few things over and over
def read_action(text: str) -> Action:
    """Read an action from its text.

    >>> read_action("swap 6H 1")
    Traceback (most recent call last):
    scala40.errors.NotationError: “1” (at character 9 of “swap 6H 1”) cannot be read: write it \
like “swap 6H T1”.

    Raises:
        NotationError: ``unknown-action``, ``bad-action``, ``unknown-card``, ``text-too-long``.
    """
    part = Part.of(text)
    words = part.words()
    bare = _BARE.get(" ".join(words))
    if bare is not None:
        return bare
    verb = words[0] if words else part
    if verb not in _FORMS:
        raise NotationError("unknown-action", text=str(verb), allowed=tuple(_FORMS), **place(verb))
    form = _FORMS[verb].split()
    if len(words) < min(len(form), 2):
        raise _bad(part, verb)
    if verb == "lay":
        return Lay(tuple(_meld(meld, verb) for meld in part.after(verb).cut("|")))
    if verb == "buy":
        return Buy(_meld(part.after(verb), verb))
    if len(words) < len(form):
        raise _bad(part, verb)
    if verb == "attach" and len(words) == 4 and words[3] in ("low", "high"):
        end: End = "low" if words[3] == "low" else "high"
        return Attach(read_card(words[1]), _meld_number(words[2], verb), end)
    if len(words) > len(form):
        raise _bad(words[len(form)], verb)
    card = read_card(words[1])
    if verb == "take":
        return Take(card)
    if verb == "discard":
        return Discard(card)
    number = _meld_number(words[2], verb)
    return Swap(card, number) if verb == "swap" else Attach(card, number)


def _meld(part: Part, verb: Part) -> tuple[Card, ...]:
    if not part:
        raise _bad(part, verb)
    return cards(part)


def _meld_number(word: Part, verb: Part) -> int:
    digits = word[1:]
    if word[:1] == "T" and digits.isascii() and digits.isdigit() and len(digits) < 4:
        return int(digits) - 1
    raise _bad(word, verb)


def _bad(part: Part, verb: Part) -> NotationError:
    return NotationError("bad-action", text=part.strip(), form=_FORMS[verb], **place(part))

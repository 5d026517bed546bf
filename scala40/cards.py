"""Cards: two packs of 52 and the jokers, each card a small integer with a text.

A card is its *kind*: the two copies of 7H are equal, as the rules count by kind and never by copy.
The numbers are an order as well (suits C D H S, each ace to king, the joker last), so a sorted hand
has one form only.

>>> card("7H"), card("7H").rank, card("7H").suit
(Card('7H'), 7, 2)
>>> hand_text(sorted(cards("KD X AC")))
'AC KD X'
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from scala40.errors import NotationError
from scala40.notation import Part, place

RANKS: Final = "A23456789TJQK"
SUITS: Final = "CDHS"


class Card(int):
    """One kind of card, as an integer: 0-51 natural, 52 a bare joker, 53-104 a joker with a place.

    A joker placed in a meld is the card ``53 + n`` where ``n`` is the card that it stands for, and
    is written ``X=6H``. 105 is a card that cannot be seen (``?``): it stands in for what a view
    hides.
    """

    __slots__ = ()

    @property
    def is_joker(self) -> bool:
        """True for a joker, with a place or without."""
        return 52 <= self <= 104

    @property
    def face(self) -> Card:
        """The card this one counts as: itself, or what a placed joker stands for."""
        return CARDS[self - 53] if 53 <= self <= 104 else self

    @property
    def in_hand(self) -> Card:
        """The card as it is in a hand: a placed joker is a bare joker again."""
        return JOKER if 53 <= self <= 104 else self

    @property
    def rank(self) -> int:
        """1 (ace) to 13 (king) of the card it counts as; 0 for a bare joker or an unseen card."""
        return RANK_OF[self]

    @property
    def suit(self) -> int:
        """0-3 (clubs, diamonds, hearts, spades) of the card it counts as; -1 where it has none."""
        return SUIT_OF[self]

    def standing_for(self, natural: Card) -> Card:
        """This joker in the place of ``natural``."""
        return CARDS[53 + natural]

    def __str__(self) -> str:
        return TEXT_OF[self]

    def __repr__(self) -> str:
        return f"Card({TEXT_OF[self]!r})"

    def __format__(self, spec: str) -> str:
        return format(TEXT_OF[self], spec)


_NATURAL: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
TEXT_OF: Final = (*_NATURAL, "X", *("X=" + text for text in _NATURAL), "?")
RANK_OF: Final = (*(n % 13 + 1 for n in range(52)), 0, *(n % 13 + 1 for n in range(52)), 0)
SUIT_OF: Final = (*(n // 13 for n in range(52)), -1, *(n // 13 for n in range(52)), -1)

CARDS: Final = tuple(Card(n) for n in range(len(TEXT_OF)))
NATURALS: Final = CARDS[:52]
JOKER: Final = CARDS[52]
UNSEEN: Final = CARDS[105]

_BY_TEXT: Final = {text: CARDS[n] for n, text in enumerate(TEXT_OF) if text != "?"}


def natural(rank: int, suit: int) -> Card:
    """The card of a rank (1-13; 14 is the ace once more) and a suit (0-3)."""
    return CARDS[suit * 13 + (rank - 1) % 13]


def card(text: str) -> Card:
    """Read one card: ``7H``, ``TD``, ``X`` or ``X=6H``.

    Raises:
        NotationError: ``unknown-card``, ``text-too-long``.
    """
    try:
        return _BY_TEXT[text]
    except KeyError:
        raise _unknown(Part.of(text)) from None


def cards(text: str) -> tuple[Card, ...]:
    """Read cards split by spaces, in their order.

    >>> cards("5H 6Z 7H")
    Traceback (most recent call last):
    scala40.errors.NotationError: “6Z” (at character 4 of “5H 6Z 7H”) is not a card: write a rank \
(A 2-9 T J Q K) and a suit (C D H S), or X for a joker.

    Raises:
        NotationError: ``unknown-card``, ``text-too-long``.
    """
    part = Part.of(text)
    try:
        return tuple([_BY_TEXT[word] for word in part.split()])
    except KeyError:
        unknown = next(word for word in part.words() if word not in _BY_TEXT)
        raise _unknown(unknown) from None


def _unknown(word: Part) -> NotationError:
    return NotationError("unknown-card", text=str(word), **place(word))


def hand_text(hand: Iterable[Card]) -> str:
    """Cards as one line of text; :func:`cards` reads it back."""
    return " ".join(TEXT_OF[c] for c in hand)


def pack(jokers: int) -> tuple[Card, ...]:
    """The cards of the game in order: each of the 52 twice, then ``jokers`` jokers."""
    return (*NATURALS, *NATURALS, *(JOKER,) * jokers)

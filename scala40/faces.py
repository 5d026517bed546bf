"""The cards as pictures and as words: one drawing for every size, and a spoken name.

A face is a small SVG that takes its signs from :data:`SPRITE`, which a page holds once. Colour,
paper and size come from the style sheet. All that tells a card apart lies in the left half, so
that a covered card can still be read; a joker with a place shows there what it stands for, and
the jester's cap below.
"""

from __future__ import annotations

from typing import Final

from scala40.cards import UNSEEN, Card
from scala40.messages import Catalogue

# Each is drawn around 0 0, from -10 to 10.
_CLUB: Final = (
    "M-1.2 4.3Q-3 7.5-8 5.9A4.6 4.6 0 0 1-4.3-2.6A4.7 4.7 0 1 1 4.3-2.6A4.6 4.6 0 0 1 8 5.9"
    "Q3 7.5 1.2 4.3Q1.4 8 4 10H-4Q-1.4 8-1.2 4.3Z"
)
_DIAMOND: Final = "M0-10.5Q3.4-4.6 8 0Q3.4 4.6 0 10.5Q-3.4 4.6-8 0Q-3.4-4.6 0-10.5Z"
_HEART: Final = (
    "M0 10C-3 5.6-9.6 2.6-9.6-3.3C-9.6-9.8-1.6-10.4 0-4.8C1.6-10.4 9.6-9.8 9.6-3.3"
    "C9.6 2.6 3 5.6 0 10Z"
)
_SPADE: Final = (
    "M0-10C3-5.6 9.2-3 9.2 2.6C9.2 8 3 8 1.1 4.6Q1.4 8 4 10H-4Q-1.4 8-1.1 4.6"
    "C-3 8-9.2 8-9.2 2.6C-9.2-3-3-5.6 0-10Z"
)
_JESTERS_CAP: Final = (
    "M-6 5.6C-6 2-7.4.8-10.2 2C-10.6-6-4-8.4-2.5-2.4C-2.7-6-1.2-8.8 3.4-9.8C2.3-7.6 2.4-5.4 2.6-2.5"
    "C4.4-8.4 10.6-6 10.2 2C7.4.8 6 2 6 5.6ZM-6.2 7H6.2V10H-6.2Z"
    "M-12.2 3.4a2 2 0 1 0 4 0a2 2 0 1 0-4 0M8.2 3.4a2 2 0 1 0 4 0a2 2 0 1 0-4 0"
    "M2.6-9.8a2 2 0 1 0 4 0a2 2 0 1 0-4 0"
)
_SIGNS: Final = (_CLUB, _DIAMOND, _HEART, _SPADE, _JESTERS_CAP)
_CAP: Final = 4
_LETTERS: Final = {1: "A", 10: "10", 11: "J", 12: "Q", 13: "K"}


def _sign(number: int, x: int, y: int, scale: float, kind: str = "") -> str:
    kind = f' class="{kind}"' if kind else ""
    return f'<use href="#sign{number}"{kind} transform="translate({x} {y})scale({scale})"/>'


def _symbol(name: str, *signs: str) -> str:
    return f'<symbol id="{name}" viewBox="0 0 50 70">{"".join(signs)}</symbol>'


def _sprite() -> str:
    paths = "".join(f'<path id="sign{n}" d="{path}"/>' for n, path in enumerate(_SIGNS))
    small = [_sign(n, 13, 36, 0.76) for n in range(4)]
    large = [_sign(n, 33, 52, 1.25, "large") for n in range(4)]
    caps = _sign(_CAP, 13, 57, 0.8, "cap covered") + _sign(_CAP, 31, 51, 1.4, "cap large")
    symbols = (
        *(_symbol(f"suit{n}", small[n], large[n]) for n in range(4)),
        *(_symbol(f"wild{n}", small[n], caps) for n in range(4)),
        _symbol("joker", _sign(_CAP, 13, 19, 0.9), _sign(_CAP, 30, 47, 1.6, "large")),
    )
    return f'<svg class="sprite" aria-hidden="true">{paths}{"".join(symbols)}</svg>'


SPRITE: Final = _sprite()


def face(card: Card, key: str = "") -> str:
    """The picture of a card; ``key`` becomes its id. It says nothing aloud: see :func:`name`."""
    known_as = f' id="{key}"' if key else ""
    if card == UNSEEN:
        return f'<span class="face back"{known_as}></span>'
    suit, letters = card.suit, _LETTERS.get(card.rank, str(card.rank))
    kind, symbol = f"suit{suit}", f"suit{suit}"
    if card.is_joker:
        kind, symbol = ("joker", "joker") if suit < 0 else (f"suit{suit} wild", f"wild{suit}")
    index = "" if suit < 0 else f'<text x="13" y="23" class="r{card.rank}">{letters}</text>'
    return (
        f'<svg class="face {kind}"{known_as} viewBox="0 0 50 70" aria-hidden="true">'
        f'<use href="#{symbol}"/>{index}</svg>'
    )


def name(card: Card, t: Catalogue) -> str:
    """What the card is called aloud: "7 of hearts", "joker", "joker as 7 of hearts"."""
    if card == UNSEEN:
        return t("a hidden card")
    if card.suit < 0:
        return t("joker")
    suit = (t("clubs"), t("diamonds"), t("hearts"), t("spades"))[card.suit]
    natural = t("{rank} of {suit}", rank=rank_name(card.rank, t), suit=suit)
    return t("joker as {card}", card=natural) if card.is_joker else natural


def rank_name(rank: int, t: Catalogue) -> str:
    """What a rank is called, 1 (ace) to 13 (king)."""
    if rank == 1:
        return t("ace")
    return str(rank) if rank < 11 else (t("jack"), t("queen"), t("king"))[rank - 11]

"""Cards, melds and positions as HTML that stands alone, for notebooks: the game's own faces.

Each text holds the signs and the style that it needs, so that it can be shown anywhere.

>>> from scala40.cards import cards
>>> html = cards_html(cards("7H X"))
>>> 'aria-label="7 of hearts, joker"' in html
True
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Final

from scala40.cards import UNSEEN, Card
from scala40.faces import SPRITE, face, name
from scala40.melds import Meld
from scala40.messages import ENGLISH, Catalogue
from scala40.state import State

STYLE: Final = """<style>
.s40{font:14px/1.45 system-ui,sans-serif;color:inherit}
.s40 .sprite{position:absolute;width:0;height:0}
.s40 .cards{display:flex;flex-wrap:wrap;gap:4px;margin:2px 0}
.s40 .melds{display:flex;flex-wrap:wrap;gap:10px 18px;margin:2px 0}
.s40 figure{margin:0}
.s40 figcaption{font-size:12px;opacity:.8}
.s40 .face{display:block;width:46px;aspect-ratio:5/7;border-radius:10%/7.2%;
background:linear-gradient(160deg,#fffefa 40%,#f1ebdc);box-shadow:0 0 0 .5px #0006,0 1px 2px #0004;
fill:currentColor;flex:none}
.s40 .melds .face{width:36px}
.s40 .face text{font:700 25px Arial,"Liberation Sans",sans-serif;text-anchor:middle}
.s40 .face .r10{font-size:22px;letter-spacing:-2.4px}
.s40 .suit0{color:#8a5a00}.s40 .suit1{color:#0b5cad}.s40 .suit2{color:#c06}.s40 .suit3{color:#000}
.s40 .joker,.s40 .wild{background:linear-gradient(160deg,#f8f2ff 35%,#e6d6f9)}
.s40 .joker{color:#6a2aa8}
.cap{fill:#6a2aa8}.covered{opacity:calc(1 - var(--large,1))}
.s40 .back{background:repeating-linear-gradient(45deg,#7d1f2b 0 4px,#94303c 4px 8px)}
.s40 table{border-collapse:collapse}
.s40 th,.s40 td{padding:3px 10px 3px 0;text-align:left;vertical-align:middle}
.s40 .good{color:#0f6a47;font-weight:600}.s40 .bad{color:#a3262f;font-weight:600}
.s40 p{margin:4px 0}
@media(prefers-color-scheme:dark){[data-jp-theme-light=false] .s40 .good{color:#6fd3a5}
[data-jp-theme-light=false] .s40 .bad{color:#ff9a9a}}
</style>"""


def page(inside: str) -> str:
    """HTML that stands alone, from HTML that needs signs and style."""
    return f'<div class="s40">{STYLE}{SPRITE}{inside}</div>'


def cards_row(shown: Iterable[Card], t: Catalogue = ENGLISH) -> str:
    """A row of cards, to be put into a :func:`page`."""
    held = tuple(shown)
    label = ", ".join(name(card, t) for card in held) or t("nothing")
    faces = "".join(map(face, held))
    return f'<div class="cards" role="img" aria-label="{escape(label)}">{faces}</div>'


def melds_row(melds: Iterable[Meld], t: Catalogue = ENGLISH, captions: Sequence[str] = ()) -> str:
    """Melds side by side, each with its caption if there is one, to be put into a :func:`page`."""
    found = []
    for number, meld in enumerate(melds):
        said = f"<figcaption>{escape(captions[number])}</figcaption>" if captions else ""
        found.append(f"<figure>{cards_row(meld.cards, t)}{said}</figure>")
    return f'<div class="melds">{"".join(found)}</div>'


def cards_html(shown: Iterable[Card], t: Catalogue = ENGLISH) -> str:
    """Cards in a row."""
    return page(cards_row(shown, t))


def melds_html(melds: Iterable[Meld], t: Catalogue = ENGLISH) -> str:
    """Melds side by side."""
    return page(melds_row(melds, t))


def state_html(state: State, t: Catalogue = ENGLISH, names: Sequence[str] = ()) -> str:
    """A position as far as it is known: every hand, the table, both piles.

    Args:
        names: the players by seat; numbers where there are none.
    """
    return page(state_rows(state, t, names))


def state_rows(state: State, t: Catalogue = ENGLISH, names: Sequence[str] = ()) -> str:
    """What :func:`state_html` shows, to be put into a :func:`page`."""
    called = names or [t("player {n}", n=seat) for seat in range(len(state.hands))]
    rows = []
    for seat in state.order:
        turn = "▸ " if seat == state.seat and state.end is None else ""
        opened = t("has opened") if state.opened[seat] else t("has not opened")
        head = f"{turn}{escape(called[seat])}<br><small>{escape(opened)}</small>"
        held = state.hands[seat]
        if held and all(card == UNSEEN for card in held):
            inside = escape(t.plural("{n} card", "{n} cards", len(held)))
        else:
            inside = cards_row(held, t)
        rows.append(_row(head, inside))
    captions = [f"T{n + 1} · {called[owner]}" for n, owner in enumerate(state.owners)]
    if state.melds:
        rows.append(_row(escape(t("On the table")), melds_row(state.melds, t, captions)))
    top = state.discard[-1:]
    piled = t.plural("{n} card", "{n} cards", len(state.discard))
    rows.append(_row(escape(t("Discard pile")), f"{cards_row(top, t)}<small>{piled}</small>"))
    stock = t.plural("{n} card", "{n} cards", len(state.stock))
    rows.append(_row(escape(t("Stock")), escape(stock)))
    return f"<table>{''.join(rows)}</table>"


def _row(head: str, inside: str) -> str:
    return f'<tr><th scope="row">{head}</th><td>{inside}</td></tr>'

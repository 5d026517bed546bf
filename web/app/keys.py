"""The keys of the game: one list, which the page obeys and the dialog of the keys shows.

The page is told a layer's keys in ``data-keys``, from the key to the verb that it sends. What the
page does by itself (arrows, Space, Escape) has no verb here and is only told.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Final, NamedTuple

from scala40.messages import Catalogue, _


class Key(NamedTuple):
    """A key, the verb that it sends, and what it does in a few words."""

    key: str
    verb: str
    text: str


#: The keys of the table. Single characters can be switched off.
TABLE: Final = (
    Key("s", "draw", _("Draw from the stock")),
    Key("p", "take", _("Take the top discard")),
    Key("b", "put-back", _("Put the taken discard back")),
    Key("Arrows", "", _("Go along the hand, or along the answers")),
    Key("Home", "", _("Go to the first card")),
    Key("End", "", _("Go to the last card")),
    Key("Space", "", _("Choose the card, or let it go")),
    Key("Enter", "lay-or-open", _("Lay; before the opening put together, then open")),
    Key("a", "attach", _("Add the chosen card to the table, or take a joker back")),
    Key("x", "discard", _("Discard the chosen card")),
    Key("u", "undo", _("Undo")),
    Key("o", "sort", _("Sort the hand: by suit, by rank, by melds, by hand")),
    Key("Shift+Arrows", "", _("Move the card along the hand")),
    Key("h", "hint", _("Ask the coach for a hint")),
    Key("t", "read", _("Read the whole table aloud")),
    Key("f", "hurry", _("Skip what the others do")),
    Key("n", "quit", _("Leave for a new match")),
    Key("l", "level", _("Change the level of the next match")),
    Key("?", "panel keys", _("Show the keys")),
    Key("Escape", "", _("Close what lies over the table")),
)

#: The keys that move a card of the hand, which are told as one.
MOVES: Final = {
    "Shift+ArrowLeft": "earlier",
    "Shift+ArrowUp": "earlier",
    "Shift+ArrowRight": "later",
    "Shift+ArrowDown": "later",
}

_NAMES: Final = {
    "Arrows": _("Arrows"),
    "Shift+Arrows": _("Shift and arrows"),
    "Home": _("Home"),
    "End": _("End"),
    "Space": _("Space"),
    "Enter": _("Enter"),
    "Escape": _("Escape"),
}


def shown(t: Catalogue) -> Iterator[tuple[str, str]]:
    """What the dialog lists: each key as it is called, and what it does."""
    for key in TABLE:
        yield (t(_NAMES[key.key]) if key.key in _NAMES else key.key.upper()), t(key.text)


def table(*, letters: bool) -> str:
    """The ``data-keys`` of the table, with or without its single characters."""
    verbs = {k.key: k.verb for k in TABLE if k.verb and (letters or len(k.key) > 1)}
    return told(verbs | MOVES)


def told(verbs: dict[str, str]) -> str:
    """The text of ``data-keys`` for keys and their verbs, which may be followed by an object."""
    return json.dumps(verbs, separators=(",", ":"))

"""The presets as the menu offers them, each told by what most others play otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from scala40.messages import Catalogue, _
from scala40.prose import sentences
from scala40.rules import PRESETS, Rules

TITLES: Final = {
    "online": "Online",
    "pulita": "Pulita",
    "duello": "Duello",
    "classica": "Classica",
    "federation": _("Federation"),
}
#: The options that tell most about a way to play, and whose sentences stand by themselves.
TELLING: Final = (
    "max_players",
    "opening_jokers",
    "attachable_discard",
    "first_round_close",
    "final_discard",
    "discard_before_opening",
    "in_mano",
)
#: So many of them are told.
TOLD: Final = 2


class Offer(NamedTuple):
    """A preset that the menu offers, or the rules of a link.

    ``name`` is for ids, ``rules`` is the text of the rules.
    """

    name: str
    rules: str
    title: str
    blurb: str
    max_opponents: int


def offers(t: Catalogue, wished: str = "") -> Iterator[Offer]:
    """Every preset, and the rules that are wished where they are none."""
    for name in PRESETS:
        yield Offer(name, name, title(name, t), blurb(name, t), Rules.preset(name).max_players - 1)
    if wished and wished not in PRESETS:
        rules = Rules.read(wished)
        yield Offer("link", wished, t("As in the link"), changes(rules, t), rules.max_players - 1)


def changes(rules: Rules, t: Catalogue) -> str:
    """What sets rules apart from the preset that they are nearest to, in their own sentences."""
    base = str(rules).partition(";")[0]
    usual = _sentences(Rules.preset(base), t)
    return " ".join((f"{title(base, t)}.", *(s for s in _sentences(rules, t) if s not in usual)))


def title(name: str, t: Catalogue) -> str:
    """What a preset is called."""
    return t(TITLES[name])


def blurb(name: str, t: Catalogue) -> str:
    """What sets a preset apart, in the sentences of its rules."""
    rules = Rules.preset(name)
    own = [option for option in TELLING if getattr(rules, option) != _usual(option)]
    lines = _sentences(rules, t)
    usual = (_sentences(rules.with_options({option: _usual(option)}), t) for option in own[:TOLD])
    told = [next(line for line in lines if line not in others) for others in usual]
    return " ".join(sorted(told, key=lines.index))


@cache
def _usual(option: str) -> object:
    """The value that most presets give an option."""
    values = Counter(getattr(Rules.preset(name), option) for name in PRESETS)
    return values.most_common(1)[0][0]


def _sentences(rules: Rules, t: Catalogue) -> list[str]:
    return [
        sentence
        for _title, paragraphs in sentences(rules, t)
        for paragraph in paragraphs
        for sentence in paragraph
    ]

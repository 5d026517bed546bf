"""What the pages to read are made of: sentences with their facts, and cards the engine judges.

>>> from scala40.messages import ENGLISH
>>> rules = Rules.preset("online")
>>> meld("QS KS X", rules).caption.facts
{'points': 31}
>>> meld("KS AS 2S", rules).right
False
>>> law("unopened_penalty", rules, ENGLISH)
['Those who have not opened pay 100 points, whatever they hold.']
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Final, NamedTuple, TypeAlias

from scala40.actions import Lay
from scala40.cards import Card, cards
from scala40.errors import Refused, RulesError
from scala40.melds import read_meld
from scala40.messages import REASONS, Catalogue, Plural
from scala40.position import read_position
from scala40.prose import sentences
from scala40.rules import NONE_WORD, VALUES, YES_NO, Rules
from scala40.teaching import SLUGS, THEMES
from scala40.turn import apply


class Line(NamedTuple):
    """A sentence in English and the facts that go into it."""

    english: str | Plural
    facts: Mapping[str, object]


class Picture(NamedTuple):
    """Cards in groups, what is said of them, and whether they are right or wrong, if either."""

    groups: tuple[tuple[Card, ...], ...]
    caption: Line
    right: bool | None = None


class Law(NamedTuple):
    """The sentences of the rules that these options decide."""

    options: tuple[str, ...]


Part: TypeAlias = Line | Picture | Law


class Entry(NamedTuple):
    """A section of a page.

    Attributes:
        key: its id. title: its heading, in English.
        parts: from the rules in force to what it says and shows.
        lesson: where in the game it can be tried, such as ``lesson=runs`` or ``practice=open``.
    """

    key: str
    title: str
    parts: Callable[[Rules], Iterator[Part]]
    lesson: str


#: What a link into the game may name.
LESSONS: Final = (
    *(f"lesson={slug}" for slug in SLUGS),
    *(f"practice={theme}" for theme in THEMES),
)


def text(english: str | Plural, /, **facts: object) -> Line:
    """A sentence with its facts."""
    return Line(english, facts)


def hand(held: str, caption: Line) -> Picture:
    """Cards as a player holds them, sorted, with something to say of them."""
    return Picture((tuple(sorted(cards(held))),), caption)


def pile(thrown: str, caption: Line) -> Picture:
    """The discard pile, its last card on top, with something to say of it."""
    return Picture((cards(thrown),), caption)


def table(melds: str, caption: Line) -> Picture:
    """Melds as they lie on the table, split by ``|``."""
    groups = tuple(read_meld(cards(each), Rules()).cards for each in melds.split("|"))
    return Picture(groups, caption)


def meld(written: str, rules: Rules) -> Picture:
    """Cards laid as one meld: what they are worth, or why they are none."""
    try:
        found = read_meld(cards(written), rules)
    except Refused as refused:
        return Picture((cards(written),), _reason(refused), right=False)
    worth = Plural("{points} point", "{points} points", "points")
    return Picture((found.cards,), text(worth, points=found.points), right=True)


def opening(written: str, rules: Rules) -> Picture:
    """Melds laid to open, split by ``|``, by somebody who holds one card more."""
    melds = tuple(cards(each) for each in written.split("|"))
    held = " ".join(str(c.in_hand) for each in melds for c in each)
    state = read_position({"hand": f"{held} 8C", "drawn": True, "round": 2}, rules)
    try:
        laid = apply(state, Lay(melds)).melds
    except Refused as refused:
        return Picture(melds, _reason(refused), right=False)
    points = sum(each.points for each in laid)
    opens = Plural("{points} point: you open.", "{points} points: you open.", "points")
    return Picture(tuple(each.cards for each in laid), text(opens, points=points), right=True)


def _reason(refused: Refused) -> Line:
    return Line(REASONS[refused.code], {**refused.facts, "place": ""})


def law(option: str, rules: Rules, t: Catalogue) -> list[str]:
    """The sentences of the rules in force that would be others if this option were another."""
    lines = _told(rules, t)
    others = [_told(other, t) for other in _otherwise(option, rules)]
    return [line for line in lines if any(line not in told for told in others)]


def _otherwise(option: str, rules: Rules) -> Iterator[Rules]:
    """The same rules with each other value of an option; of a range the first."""
    now = getattr(rules, option)
    values = (True, False) if option in YES_NO else VALUES[option]
    others: list[object] = [value for value in values if value != now]
    if isinstance(values, range):
        others = others[:1]
    if now is not None and option in NONE_WORD:
        others.append(None)
    for value in others:
        try:
            yield rules.with_options({option: value})
        except RulesError:  # excluded by another option
            continue


@cache
def _told(rules: Rules, t: Catalogue) -> list[str]:
    return [
        sentence
        for _title, paragraphs in sentences(rules, t)
        for paragraph in paragraphs
        for sentence in paragraph
    ]

"""A link to a match: rules, deal number, opponents and a position, as the part after the ``#``.

>>> invitation = read_link("#rules=online;opening_points=30&deal=7&opponents=Anna:hard,Bruno:easy")
>>> invitation.rules, invitation.deal, [rival.level for rival in invitation.rivals]
('online;opening_points=30', '7', ['hard', 'easy'])
>>> link_to(invitation)
'#rules=online;opening_points=30&deal=7&opponents=Anna:hard,Bruno:easy'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from scala40.errors import RulesError
from scala40.levels import LEVELS
from scala40.rules import Rules
from scala40.shuffle import DEAL_LIMIT
from scala40.teaching import SLUGS, THEMES

from .save import LONGEST_NAME, level_of
from .scene import RIVALS, Rival

#: No link is longer; that is room for the longest hand in play.
LONGEST: Final = 4000
KEYS: Final = ("rules", "deal", "opponents", "position", "lesson", "practice")
#: What some of them may be alone.
KNOWN: Final = {"lesson": SLUGS, "practice": THEMES}


class Invitation(NamedTuple):
    """What a link brings, each part as text, empty where the link does not say."""

    rules: str = ""
    deal: str = ""
    rivals: tuple[Rival, ...] = ()
    position: str = ""
    lesson: str = ""
    practice: str = ""


def read_link(text: str) -> Invitation:
    """What a link brings.

    Raises:
        RulesError: ``link-too-long``, ``link-unreadable``, ``bad-deal``, ``bad-name``,
            ``name-twice``, ``unknown-level``, ``players-not-admitted``, and as ``Rules.read``.
        PositionError, NotationError: as ``read_position_text``.
    """
    if len(text) > LONGEST:
        raise RulesError("link-too-long", most=LONGEST)
    parts: dict[str, str] = {}
    for part in filter(None, text.removeprefix("#").split("&")):
        key, _, value = part.partition("=")
        unknown = key not in KEYS or value not in KNOWN.get(key, (value,))
        if unknown or key in parts or not value:
            raise RulesError("link-unreadable", text=part[:40], allowed=KEYS)
        parts[key] = value if key == "opponents" else _unquoted(value)
    rules = Rules.read(parts.get("rules", "online"))
    deal = parts.get("deal", "")
    if deal:
        check_deal(deal)
    words = [each.partition(":") for each in filter(None, parts.get("opponents", "").split(","))]
    rivals = tuple(_rival(_unquoted(name), level) for name, _, level in words)
    if rivals:
        check_rivals(rivals, rules)
    position = parts.get("position", "")
    if position:
        _check_position(position, rules, rivals)
    told = str(rules) if "rules" in parts else ""
    lesson, practice = parts.get("lesson", ""), parts.get("practice", "")
    return Invitation(told, deal, rivals, position, lesson, practice)


def link_to(invitation: Invitation) -> str:
    """The link that brings this, beginning with ``#``."""
    rivals = ",".join(f"{_quoted(rival.name, '')}:{rival.level}" for rival in invitation.rivals)
    parts = {
        "rules": _quoted(invitation.rules),
        "deal": invitation.deal,
        "opponents": rivals,
        "position": _quoted(invitation.position),
        "lesson": invitation.lesson,
        "practice": invitation.practice,
    }
    return "#" + "&".join(f"{key}={value}" for key, value in parts.items() if value)


def check_deal(deal: str) -> int:
    """The deal number that a text says.

    Raises:
        RulesError: ``bad-deal``.
    """
    if not (deal.isascii() and deal.isdigit() and len(deal) < 17 and int(deal) < DEAL_LIMIT):
        raise RulesError("bad-deal", deal=deal[:40], limit=DEAL_LIMIT - 1)
    return int(deal)


def check_rivals(rivals: Sequence[Rival], rules: Rules) -> None:
    """Refuse opponents who cannot sit down together.

    Raises:
        RulesError: ``bad-name``, ``name-twice``, ``players-not-admitted``.
    """
    names = [rival.name.casefold() for rival in rivals]
    for rival in rivals:
        if not rival.name.strip() or len(rival.name) > LONGEST_NAME:
            raise RulesError("bad-name")
        if names.count(rival.name.casefold()) > 1:
            raise RulesError("name-twice", name=rival.name)
    players = len(rivals) + 1
    if not rules.min_players <= players <= rules.max_players:
        least, most = rules.min_players, rules.max_players
        raise RulesError("players-not-admitted", players=players, least=least, most=most)


def rivals_for(rivals: Sequence[Rival], count: int) -> tuple[Rival, ...]:
    """So many opponents: these, and after them some whose names are not taken yet."""
    taken = {rival.name.casefold() for rival in rivals}
    others = [rival for rival in RIVALS if rival.name.casefold() not in taken]
    return (*rivals, *others)[:count]


def _quoted(text: str, plain: str = ";=|") -> str:
    """A text as addresses have it; the standard library's way takes long to load."""
    kept = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    kept |= frozenset(plain.encode())
    return "".join(chr(b) if b in kept else f"%{b:02X}" for b in text.encode("utf-8", "replace"))


def _unquoted(text: str) -> str:
    first, *rest = text.encode("utf-8", "replace").split(b"%")
    for part in rest:
        code = part[:2].decode("ascii", "replace")
        coded = len(code) == 2 and set(code) <= set("0123456789abcdefABCDEF")
        first += bytes([int(code, 16)]) + part[2:] if coded else b"%" + part
    return first.decode("utf-8", "replace")


def _rival(name: str, level: str) -> Rival:
    if level and level not in LEVELS:
        raise RulesError("unknown-level", level=level[:40], allowed=LEVELS)
    return Rival(" ".join(name.split()), level_of(level))


def _check_position(position: str, rules: Rules, rivals: Sequence[Rival]) -> None:
    from scala40.position import read_position_text

    players = len(read_position_text(position, rules).hands)
    if rivals and len(rivals) != players - 1:
        raise RulesError(
            "players-not-admitted", players=len(rivals) + 1, least=players, most=players
        )

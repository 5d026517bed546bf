"""The save: the text of a sitting, and the sitting again from that text.

It is the match's record with the person's choices, so that a reload changes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final, get_args

from scala40.cards import cards
from scala40.errors import RecordError
from scala40.levels import LEVELS, Level
from scala40.match import Match
from scala40.melds import read_meld
from scala40.messages import LANGUAGES
from scala40.rules import PRESETS

from . import scene
from .table import Asked, Staged, Table

#: The version of the saved form of a sitting.
VERSION: Final = 1
#: No name of an opponent is longer.
LONGEST_NAME: Final = 40
#: What each setting may be.
KNOWN: Final[Mapping[str, tuple[object, ...]]] = {
    "order": get_args(scene.Order),
    "pace": get_args(scene.Pace),
    "language": ("", *LANGUAGES),
    "theme": ("system", "light", "dark"),
    "deck": ("four", "two"),
    "teach": get_args(scene.Teach),
    **dict.fromkeys(("large", "left", "sound", "confirm", "letters", "best"), (True, False)),
}


def saved(
    table: Table | None,
    settings: scene.Settings,
    panel: scene.Panel = "",
    school: Mapping[str, object] | None = None,
) -> str:
    """The text of a sitting; at the menu it holds the settings alone.

    Args:
        school: what the school keeps, where anything was learnt.
    """
    told = settings._asdict() | {"rivals": [list(rival) for rival in settings.rivals]}
    data: dict[str, object] = {"sitting": VERSION, "settings": told, "panel": panel}
    if school:
        data["school"] = school
    if table is not None:
        data |= saved_table(table)
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def saved_table(table: Table) -> dict[str, object]:
    """The part of a save that tells of a table."""
    notice = table.notice
    asked = table.asked
    return {
        "match": table.match.record(),
        "chosen": table.chosen,
        "staged": [[staged.keys, str(staged.meld)] for staged in table.staged],
        "asked": [asked.title, asked.choices] if asked else None,
        "notice": [notice.text, notice.tone, notice.lesson] if notice else None,
        "arranged": table.arranged,
        "levels": table.levels,
    }


def restored(save: str) -> Table:
    """The table as it was saved.

    Raises:
        RecordError: the text is damaged, foreign, or from a newer version.
    """
    return restored_table(read(save))


def read(save: str) -> dict[str, Any]:
    """The fields of a save of a version that is known here."""
    try:
        data = json.loads(save)
    except (ValueError, RecursionError):
        raise RecordError("save-unreadable") from None
    if not isinstance(data, dict) or type(data.get("sitting")) is not int:
        raise RecordError("save-foreign")
    if data["sitting"] > VERSION:
        raise RecordError("save-newer", version=data["sitting"], known=VERSION)
    if not isinstance(data.setdefault("settings", {}), dict):
        raise RecordError("save-foreign")
    return data


def restored_table(data: Mapping[str, Any]) -> Table:
    """The table that this part of a save tells of."""
    table = Table(Match.replay(data.get("match")))
    try:
        held = table.hand()
        table.chosen = [str(key) for key in data["chosen"] if key in held]
        for keys, meld in data["staged"]:
            if all(key in held for key in keys):
                table.staged.append(Staged(list(keys), read_meld(cards(meld), table.match.rules)))
        if data["asked"]:
            title, choices = data["asked"]
            table.asked = Asked(str(title), [_choice(*choice) for choice in choices])
        if data["notice"]:
            table.notice = scene.Notice(*map(str, data["notice"]))
        table.arranged = [str(key) for key in data.get("arranged", ()) if key in held]
        table.levels = tuple(level_of(level) for level in data.get("levels", ()))
    except (KeyError, TypeError, ValueError):
        raise RecordError("save-foreign") from None
    return table


def _choice(label: str, held: str, intent: str) -> tuple[str, str, str]:
    cards(held)  # so that a damaged one is found now
    return (str(label), held, str(intent))


def settings_of(wished: Mapping[str, object]) -> scene.Settings:
    """Settings from what a save or a press says; what is unknown there is as usual."""
    usual = scene.Settings()._asdict()
    known = {name: value for name, value in wished.items() if value in KNOWN.get(name, ())}
    rules = wished.get("rules")
    opponents = wished.get("opponents", wished.get("count"))  # as older saves call it
    if isinstance(rules, str) and rules in PRESETS:
        known["rules"] = rules
    if type(opponents) is int and 1 <= opponents <= len(scene.RIVALS):
        known["opponents"] = opponents
    return scene.Settings(**usual | known | {"rivals": rivals_of(wished.get("rivals"))})


def rivals_of(wished: object) -> tuple[scene.Rival, ...]:
    """Five opponents from what a save or a form says of them, in pairs of a name and a level."""
    given = list(wished) if isinstance(wished, list | tuple) else []
    rivals = list(scene.RIVALS)
    for place, each in enumerate(given[: len(rivals)]):
        name, level = (each.name, each.level) if isinstance(each, scene.Rival) else _pair(each)
        rivals[place] = scene.Rival(name or rivals[place].name, level)
    return tuple(rivals)


def _pair(each: object) -> tuple[str, Level]:
    """A name and a level; the usual ones where these are none."""
    if isinstance(each, dict):
        each = (each.get("name"), each.get("level"))
    name, level = each if isinstance(each, list | tuple) and len(each) == 2 else ("", "")
    named = " ".join(str(name).split())[:LONGEST_NAME] if isinstance(name, str) else ""
    return named, level_of(level)


def level_of(word: object) -> Level:
    """A level by its name; the usual one where it is none."""
    return next((level for level in LEVELS if level == word), scene.Rival("").level)

"""The save: the text of a sitting, and the sitting again from that text.

It is the match's record with the person's choices, so that a reload changes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict
from typing import Any, Final

from scala40.cards import cards
from scala40.errors import RecordError
from scala40.match import Match
from scala40.melds import read_meld

from . import scene
from .opponents import PACES
from .table import Asked, Staged, Table

#: The version of the saved form of a sitting.
VERSION: Final = 1


def saved(table: Table | None, settings: scene.Settings) -> str:
    """The text of a sitting; at the menu it holds the settings alone."""
    data: dict[str, object] = {"sitting": VERSION, "settings": asdict(settings)}
    if table is not None:
        data |= _saved_table(table)
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False)


def _saved_table(table: Table) -> dict[str, object]:
    notice = table.notice
    asked = table.asked
    return {
        "match": table.match.record(),
        "chosen": table.chosen,
        "staged": [[staged.keys, str(staged.meld)] for staged in table.staged],
        "asked": [asked.title, asked.choices] if asked else None,
        "notice": [notice.text, notice.tone] if notice else None,
        "pile": table.pile_open,
        "keys": table.keys_open,
        "leaving": table.leaving,
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


def restored_table(data: dict[str, Any]) -> Table:
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
        table.pile_open, table.leaving = bool(data["pile"]), bool(data["leaving"])
        table.keys_open = bool(data.get("keys"))
    except (KeyError, TypeError, ValueError):
        raise RecordError("save-foreign") from None
    return table


def _choice(label: str, held: str, intent: str) -> tuple[str, str, str]:
    cards(held)  # so that a damaged one is found now
    return (str(label), held, str(intent))


def settings_of(wished: Mapping[str, object]) -> scene.Settings:
    """Settings from what a save or a press says; what is unknown there is as usual."""
    usual = scene.Settings()
    order, pace = wished.get("order"), wished.get("pace")
    return scene.Settings(
        order="rank" if order == "rank" else usual.order,
        pace=next((known for known in PACES if known == pace), usual.pace),
        confirm=wished.get("confirm") is not False,
        letters=wished.get("letters") is not False,
    )

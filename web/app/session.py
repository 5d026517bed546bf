"""One person's sitting at the page: events in, frames out, everything in between kept and resumed.

A session holds the match and what the person has chosen, put together or been asked. It decides
nothing about the rules: each button is lit or greyed by asking the engine, and each refusal is the
engine's own.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, replace
from typing import Final

from scala40.errors import RecordError, RulesError, Scala40Error
from scala40.match import Match
from scala40.messages import ENGLISH, Catalogue, catalogue
from scala40.rules import Rules
from scala40.shuffle import DEAL_LIMIT

from . import menu, opponents, scene, turn, views
from .picture import Picture
from .save import read, restored_table, saved, settings_of
from .table import Table
from .words import told

#: The deal numbers that are drawn when none is asked for.
RANDOM_DEALS: Final = 1_000_000


class Session:
    """Answers events with frames.

    Args:
        seed: what random deal numbers are drawn from.
        words: the language to speak.
    """

    def __init__(self, seed: int = 0, words: Catalogue = ENGLISH) -> None:
        self.words = words
        self.table: Table | None = None
        self.settings = scene.Settings()
        self._seed = seed
        self._shown: dict[str, str] = {}
        self._menu = scene.MenuScene()
        self.verbs: dict[str, Callable[[str], None]] = {
            "pile": lambda _: self._look(),
            "keys": lambda _: self._show_keys(),
            "letters": lambda _: self._set(letters=not self.settings.letters),
            "confirm": lambda _: self._set(confirm=not self.settings.confirm),
            "pace": lambda pace: self._set(pace=pace),
            "sort": lambda _: self._set(order=_other_order(self.settings.order)),
            "next": lambda _: self._next_hand(),
            "hurry": lambda _: opponents.hurry(self._table),
            "finish": lambda _: opponents.finish(self._table),
            "rematch": lambda _: self._rematch(),
            "menu": lambda _: self._leaving(True),
            "stay": lambda _: self._leaving(False),
            "leave": lambda _: self._leave(),
            "next-step": lambda _: self._go_on(),
        }

    # --- events and frames -----------------------------------------------------------------------

    def start(self, save: str) -> dict[str, object]:
        """The first frame: the saved sitting again, or the menu, which the page has in English.

        A save that cannot be read leaves the menu with the reason, and is kept aside by the page.
        """
        language = {"language": self.words.language}
        if not save and self.words is ENGLISH:
            return {"patches": [], **language}
        try:
            if save:
                data = read(save)
                self.settings = settings_of(data["settings"])
                self.table = restored_table(data) if "match" in data else None
        except RecordError as error:
            self._menu = _told_menu(self._menu, self.words.reason(error))
            return {**self._frame(), **language, "keep_aside": True}
        return {**self._frame(), **language}

    def handle(self, event: dict[str, object]) -> dict[str, object]:
        """The frame that answers an event ``{"do": verb, "arg": text, "form": {…}}``."""
        verb, arg = str(event.get("do")), str(event.get("arg", ""))
        hand = self.table.match.hand if self.table else None
        known = len(hand.events) if hand else 0
        try:
            if verb == "new":
                form = event.get("form")
                self._new_match(form if isinstance(form, dict) else {})
            elif self.table is not None:
                self._press(verb, arg)
        except Scala40Error as error:
            self._refuse(self.words.reason(error))
        frame = self._frame()
        if self.table is not None and self.table.notice is not None:
            frame["announce"] = self.table.notice.text
        elif self.table is not None and self.table.match.hand is hand:
            names, new = self.table.match.names, hand.events[known:]
            frame["announce"] = ". ".join(told(event, names, self.words) for event in new)
        return frame

    def _press(self, verb: str, arg: str) -> None:
        """Something that is pressed at the table."""
        if verb != "next-step":
            self._table.notice = None
        if verb in turn.VERBS:
            turn.VERBS[verb](turn.Turn(self._table, self.words, self.settings.confirm), arg)
        elif verb in self.verbs:
            self.verbs[verb](arg)

    def _frame(self) -> dict[str, object]:
        """What has changed on the page, with the save and the time until the next step."""
        t = self.words
        if self.table is None:
            self._shown = {}
            html = menu.menu(self._menu, t)
            save = saved(None, self.settings)
            return {"patches": [{"target": "app", "html": html}], "save": save}
        regions = views.table(Picture(self.table, self.settings, t).draw(), t)
        patches = [
            {"target": region, "html": html}
            for region, html in regions.items()
            if self._shown.get(region) != html
        ]
        if not self._shown:
            patches.insert(0, {"target": "app", "html": views.table_skeleton(t)})
        self._shown = regions
        frame: dict[str, object] = {
            "patches": patches,
            "save": saved(self.table, self.settings),
            "playable": True,
        }
        if self.table.waits:
            frame["next_ms"] = opponents.PACES[self.settings.pace]
        return frame

    def _refuse(self, text: str) -> None:
        if self.table is None:
            self._menu = _told_menu(self._menu, text)
        else:
            self.table.notice = scene.Notice(text, "refusal")

    # --- the match -------------------------------------------------------------------------------

    def _new_match(self, form: dict[str, object]) -> None:
        preset = str(form.get("preset", "online"))
        wanted = str(form.get("opponents", "3"))
        deal = str(form.get("deal", "")).strip()
        most = Rules.preset(preset).max_players - 1
        count = min(int(wanted), most) if wanted in {"1", "2", "3", "4", "5"} else most
        self._menu = scene.MenuScene(preset, count, deal)
        if deal and not (deal.isascii() and deal.isdigit() and len(deal) < 17):
            raise RulesError("bad-deal", deal=deal[:40], limit=DEAL_LIMIT - 1)
        number = int(deal) if deal else self._random_deal()
        self._sit_down(preset, count, number)

    def _sit_down(self, rules: str, count: int, deal: int) -> None:
        names = (self.words.text("You"), *opponents.NAMES[:count])
        self.table = Table(Match(Rules.read(rules), names, deal))
        self._shown = {}

    def _random_deal(self) -> int:
        self._seed = self._seed * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
        return (self._seed >> 33) % RANDOM_DEALS

    def _rematch(self) -> None:
        match = self._table.match
        self._sit_down(str(match.rules), len(match.names) - 1, (match.deal + 1) % DEAL_LIMIT)

    def _leaving(self, asked: bool) -> None:
        if self._table.match.winners:
            self._leave()
        else:
            self._table.leaving = asked

    def _leave(self) -> None:
        self.table = None

    def _next_hand(self) -> None:
        self._table.match.next_hand()
        self._table.clear()

    def _go_on(self) -> None:
        """What the opponents do next: one action, or all where nobody waits to see them."""
        if self.settings.pace == "off":
            opponents.hurry(self._table)
        else:
            opponents.step(self._table)

    # --- what can be looked up and set -----------------------------------------------------------

    @property
    def _table(self) -> Table:
        assert self.table is not None
        return self.table

    def _look(self) -> None:
        self._table.pile_open = not self._table.pile_open

    def _show_keys(self) -> None:
        self._table.keys_open = not self._table.keys_open
        self._table.leaving = False  # from where the keys can be asked for

    def _set(self, **changes: object) -> None:
        self.settings = settings_of(asdict(self.settings) | changes)


def _other_order(order: scene.Order) -> scene.Order:
    return "rank" if order == "suit" else "suit"


def _told_menu(shown: scene.MenuScene, text: str) -> scene.MenuScene:
    return replace(shown, notice=scene.Notice(text, "refusal"))


# --- what the page calls -------------------------------------------------------------------------

_session = Session()


def start(save: str, options: str) -> str:
    """The first frame as JSON text.

    Args:
        save: the text of the last frame's ``save``, or nothing.
        options: JSON text of ``{"seed": …, "language": …}``.
    """
    global _session
    told_options = json.loads(options)
    words = catalogue(str(told_options.get("language", "")))
    _session = Session(int(told_options.get("seed", 0)), words)
    return json.dumps(_session.start(save))


def handle(event: str) -> str:
    """The frame that answers an event, both as JSON text."""
    return json.dumps(_session.handle(json.loads(event)))

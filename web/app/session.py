"""One person's sitting at the page: events in, frames out, everything in between kept and resumed.

A session holds the match and what the person has chosen, put together or been asked. It decides
nothing about the rules: each button is lit or greyed by asking the engine, and each refusal is the
engine's own. The save is the match's record and the person's choices, so that a reload changes
nothing.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Final

from scala40.actions import Action, Attach, Discard, Draw, Lay, PutBack, Swap, Take, read_action
from scala40.bots import choose
from scala40.cards import JOKER, Card, cards, hand_text
from scala40.errors import RecordError, Refused, RulesError, Scala40Error
from scala40.match import Match
from scala40.melds import Meld, read_meld, readings
from scala40.messages import ENGLISH, Catalogue, catalogue
from scala40.rules import Rules
from scala40.score import side_of
from scala40.shuffle import DEAL_LIMIT
from scala40.state import State
from scala40.turn import apply, attachments, may, why_not
from scala40.view import view_of

from . import scene, views
from .words import YOU, ending, prompt, said, standing, told, victory

#: The version of the saved form of a sitting.
VERSION: Final = 1
#: How long each step of the others stays before the next, in milliseconds.
PACES: Final[Mapping[scene.Pace, int]] = {"slow": 1400, "normal": 700, "fast": 250, "off": 0}
#: The names of the opponents, clockwise from the person's left.
OPPONENTS: Final = ("Anna", "Bruno", "Carla", "Dario", "Elena")
#: The deal numbers that are drawn when none is asked for.
RANDOM_DEALS: Final = 1_000_000


@dataclass
class Staged:
    """A meld put together: the keys of the hand's cards in it, and the meld as read."""

    keys: list[str]
    meld: Meld


@dataclass
class Asked:
    """A question to the person: each choice with what it does (see ``Session._carry_out``)."""

    title: str
    choices: list[tuple[str, str, str]]  # label, cards, intent


@dataclass
class Table:
    """The match in play and everything that the person has set up at the table."""

    match: Match
    chosen: list[str] = field(default_factory=list)
    staged: list[Staged] = field(default_factory=list)
    asked: Asked | None = None
    notice: scene.Notice | None = None
    pile_open: bool = False
    keys_open: bool = False
    leaving: bool = False

    @property
    def state(self) -> State:
        return self.match.hand.state

    @property
    def mine(self) -> bool:
        """True where the person is to act."""
        return self.state.end is None and self.state.seat == YOU

    def hand(self) -> dict[str, Card]:
        """The own cards by key: ``7H.0``, and ``7H.1`` for its twin."""
        held: dict[str, Card] = {}
        for c in self.state.hands[YOU]:
            copy = sum(other == c for other in held.values())
            held[f"{c}.{copy}"] = c
        return held

    def free(self) -> dict[str, Card]:
        """The own cards that are not put into a staged meld."""
        staged = {key for staged in self.staged for key in staged.keys}
        return {key: c for key, c in self.hand().items() if key not in staged}

    def chosen_cards(self) -> tuple[Card, ...]:
        """The chosen cards in the hand's order."""
        return tuple(c for key, c in self.hand().items() if key in self.chosen)


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
            "draw": lambda _: self._play(Draw()),
            "take": self._take,
            "put-back": lambda _: self._play(PutBack()),
            "card": self._choose,
            "stage": lambda _: self._stage(),
            "unstage": self._unstage,
            "open": lambda _: self._open(),
            "lay": lambda _: self._lay(),
            "lay-or-open": lambda _: self._lay_or_open(),
            "meld": self._place_on,
            "attach": lambda _: self._place(None),
            "discard": lambda _: self._discard(),
            "undo": lambda _: self._undo(),
            "answer": self._answer,
            "cancel": lambda _: self._cancel(),
            "pile": lambda _: self._look(),
            "keys": lambda _: self._show_keys(),
            "letters": lambda _: self._set(letters=not self.settings.letters),
            "confirm": lambda _: self._set(confirm=not self.settings.confirm),
            "pace": lambda pace: self._set(pace=pace),
            "sort": lambda _: self._set(order=_other_order(self.settings.order)),
            "next": lambda _: self._next_hand(),
            "hurry": lambda _: self._hurry(),
            "finish": lambda _: self._finish(),
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
                data = _read(save)
                self.settings = _settings(data["settings"])
                self.table = _restored(data) if "match" in data else None
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
            elif self.table is not None and verb in self.verbs:
                if verb != "next-step":
                    self.table.notice = None
                self.verbs[verb](arg)
        except Scala40Error as error:
            self._refuse(self.words.reason(error))
        frame = self._frame()
        if self.table is not None and self.table.notice is not None:
            frame["announce"] = self.table.notice.text
        elif self.table is not None and self.table.match.hand is hand:
            names, new = self.table.match.names, hand.events[known:]
            frame["announce"] = ". ".join(told(event, names, self.words) for event in new)
        return frame

    def _frame(self) -> dict[str, object]:
        """What has changed on the page, with the save and the time until the next step."""
        t = self.words
        if self.table is None:
            self._shown = {}
            menu = views.menu(self._menu, t)
            save = saved(None, self.settings)
            return {"patches": [{"target": "app", "html": menu}], "save": save}
        regions = views.table(self._scene(self.table), t)
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
        if self.table.state.end is None and not self.table.mine:
            frame["next_ms"] = PACES[self.settings.pace]
        return frame

    def _refuse(self, text: str) -> None:
        if self.table is None:
            self._menu = _told_menu(self._menu, text)
        else:
            self.table.notice = scene.Notice(text, "refusal")

    # --- the match -------------------------------------------------------------------------------

    def _new_match(self, form: dict[str, object]) -> None:
        preset = str(form.get("preset", "online"))
        opponents = str(form.get("opponents", "3"))
        deal = str(form.get("deal", "")).strip()
        most = Rules.preset(preset).max_players - 1
        count = min(int(opponents), most) if opponents in {"1", "2", "3", "4", "5"} else most
        self._menu = scene.MenuScene(preset, count, deal)
        if deal and not (deal.isascii() and deal.isdigit() and len(deal) < 17):
            raise RulesError("bad-deal", deal=deal[:40], limit=DEAL_LIMIT - 1)
        number = int(deal) if deal else self._random_deal()
        self._sit_down(preset, count, number)

    def _sit_down(self, rules: str, opponents: int, deal: int) -> None:
        names = (self.words.text("You"), *OPPONENTS[:opponents])
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
        self._clear()

    def _step(self) -> None:
        """The next action of an opponent."""
        table = self._table
        if table.state.end is None and not table.mine:
            match = table.match
            match.play(choose(view_of(match.hand, table.state.seat, match.totals)))

    def _go_on(self) -> None:
        """What the opponents do next: one action, or all where nobody waits to see them."""
        if self.settings.pace == "off":
            self._hurry()
        else:
            self._step()

    def _hurry(self) -> None:
        """All that the opponents do before the person is to act again."""
        while self._table.state.end is None and not self._table.mine:
            self._step()

    def _finish(self) -> None:
        """Play on without the person, who is out, until the match is won."""
        match = self._table.match
        if YOU not in match.out:
            return
        while not match.winners:
            if match.hand.state.end is not None:
                match.next_hand()
            self._hurry()
        self._clear()

    # --- the person's turn -----------------------------------------------------------------------

    @property
    def _table(self) -> Table:
        assert self.table is not None
        return self.table

    def _play(self, action: Action) -> None:
        table = self._table
        if table.state.end is None and not table.mine:
            raise Refused("not-your-turn", name=table.match.names[table.state.seat])
        table.match.play(action)
        self._clear()

    def _clear(self) -> None:
        table = self._table
        table.chosen, table.staged, table.asked = [], [], None
        table.pile_open = table.keys_open = table.leaving = False

    def _take(self, _: str) -> None:
        pile = self._table.state.discard
        if not pile:
            raise Refused("pile-empty")
        self._play(Take(pile[-1]))

    def _choose(self, key: str) -> None:
        table = self._table
        if key in table.chosen:
            table.chosen.remove(key)
        elif key in table.free():
            table.chosen.append(key)

    def _stage(self) -> None:
        """Put the chosen cards together as a meld, which is not laid yet."""
        table = self._table
        ways = self._meld_ways(table.chosen_cards())
        if len(ways) > 1:
            self._ask_reading(ways, "stage")
        else:
            table.staged.append(Staged(list(table.chosen), ways[0]))
            table.chosen = []

    def _lay(self) -> None:
        ways = self._meld_ways(self._table.chosen_cards())
        if len(ways) > 1:
            self._ask_reading(ways, "lay")
        else:
            self._play(Lay((ways[0].cards,)))

    def _meld_ways(self, chosen: tuple[Card, ...]) -> list[Meld]:
        """The melds that these cards can be; what they are refused for where they are none."""
        rules = self._table.match.rules
        ways = [read_meld(meld.cards, rules) for meld in readings(chosen, rules)]
        return list(dict.fromkeys(ways)) or [read_meld(chosen, rules)]

    def _ask_reading(self, ways: list[Meld], verb: str) -> None:
        t = self.words.text
        self._table.asked = Asked(
            t("What does the joker stand for?"),
            [
                (
                    t("{card}, {points} points", card=_stands_for(meld), points=meld.points),
                    hand_text(meld.cards),
                    f"{verb} {meld}",
                )
                for meld in ways
            ],
        )

    def _lay_or_open(self) -> None:
        """The next step towards the table: lay, put together, or open."""
        table = self._table
        if table.state.has_opened:
            self._lay()
        elif table.chosen:
            self._stage()
        else:
            self._open()

    def _unstage(self, arg: str) -> None:
        staged = self._table.staged
        if arg.isdecimal() and int(arg) < len(staged):
            del staged[int(arg)]

    def _open(self) -> None:
        table = self._table
        if table.chosen:
            self._stage()
        if table.asked is None:
            if not table.staged:
                raise Refused("nothing-chosen")
            self._play(Lay(tuple(staged.meld.cards for staged in table.staged)))

    def _place_on(self, arg: str) -> None:
        if arg.isdecimal():
            self._place(int(arg) - 1)

    def _place(self, number: int | None) -> None:
        """Put the chosen cards on a meld of the table, or on any where ``number`` is None."""
        table = self._table
        chosen = table.chosen_cards()
        if not chosen:
            raise Refused("nothing-chosen")
        if number is not None and len(chosen) > 1:
            self._place_all(number, chosen)
            return
        if len(chosen) > 1:
            raise Refused("choose-one")
        ways = self._places(chosen[0], number)
        if len(ways) > 1:
            self._ask_place(ways)
        elif ways:
            self._play(ways[0])
        else:
            self._play(Attach(chosen[0], number or 0))  # which is refused with its reason

    def _place_all(self, number: int, chosen: tuple[Card, ...]) -> None:
        """Attach several cards to one meld, in whatever order they fit; all of them or none."""
        hand = self._table.match.hand
        start = len(hand.events)
        left = list(chosen)
        while left:
            for c in left:
                ways = self._places(c, number)
                if len(ways) == 1:
                    self._table.match.play(ways[0])
                    left.remove(c)
                    break
            else:
                reason = Refused("not-all-fit", cards=tuple(left), meld=number + 1)
                while len(hand.events) > start:
                    hand.undo()
                raise reason
        self._clear()

    def _places(self, card: Card, number: int | None) -> list[Attach | Swap]:
        """The legal ways to put a card on the table, on one meld or on any."""
        state = self._table.state
        if not self._table.mine:
            return []
        ways: list[Attach | Swap] = []
        for n, meld in enumerate(state.melds):
            if number in (None, n):
                ways += attachments(meld, n, card, state.rules)
                ways.append(Swap(card, n))
        return [way for way in ways if may(state, way)]

    def _ask_place(self, ways: list[Attach | Swap]) -> None:
        choices = []
        for way in ways:
            after = apply(self._table.state, way).melds[way.meld]
            choices.append((self._place_label(way), hand_text(after.cards), str(way)))
        self._table.asked = Asked(self.words.text("Where does it go?"), choices)

    def _place_label(self, way: Attach | Swap) -> str:
        t, number = self.words.text, way.meld + 1
        if isinstance(way, Swap):
            return t("Take the joker of meld {number}", number=number)
        if way.end == "low":
            return t("Meld {number}, low end", number=number)
        if way.end == "high":
            return t("Meld {number}, high end", number=number)
        if way.card.is_joker:
            return t("Meld {number}, as {card}", number=number, card=way.card.face)
        return t("Meld {number}", number=number)

    def _answer(self, arg: str) -> None:
        table = self._table
        if table.asked is None or not arg.isdecimal() or int(arg) >= len(table.asked.choices):
            return
        _, held, intent = table.asked.choices[int(arg)]
        table.asked = None
        if intent.startswith("stage "):
            table.staged.append(
                Staged(list(table.chosen), read_meld(cards(held), table.match.rules))
            )
            table.chosen = []
        else:
            self._play(read_action(intent))

    def _cancel(self) -> None:
        self._table.asked = None

    def _discard(self) -> None:
        table = self._table
        chosen = table.chosen_cards()
        if not chosen:
            raise Refused("nothing-chosen")
        if len(chosen) > 1:
            raise Refused("choose-one")
        if table.staged:
            raise Refused("staged-left")
        throw = Discard(chosen[0])
        rests = chosen[0].is_joker and len(table.state.hand) > 1 and may(table.state, throw)
        if rests and table.mine and self.settings.confirm:
            t = self.words.text
            table.asked = Asked(
                t("Do you really throw a joker?"), [(t("Throw the joker"), "X", str(throw))]
            )
        else:
            self._play(throw)

    def _undo(self) -> None:
        table = self._table
        if not table.mine:
            raise Refused("nothing-to-undo")
        table.match.hand.undo()
        self._clear()

    def _look(self) -> None:
        self._table.pile_open = not self._table.pile_open

    def _show_keys(self) -> None:
        self._table.keys_open = not self._table.keys_open
        self._table.leaving = False  # from where the keys can be asked for

    def _set(self, **changes: object) -> None:
        self.settings = _settings(asdict(self.settings) | changes)

    # --- what is on the screen -------------------------------------------------------------------

    def _scene(self, table: Table) -> scene.TableScene:
        state, match, t = table.state, table.match, self.words.text
        may_take = bool(table.mine and state.discard and may(state, Take(state.discard[-1])))
        goal = 0 if state.opened[YOU] else match.rules.opening_points
        total = sum(staged.meld.points for staged in table.staged)
        return scene.TableScene(
            heading=t(
                "Hand {hand} · to {target} · deal {deal}",
                hand=len(match.scores) + (state.end is None),
                target=match.rules.target,
                deal=match.deal,
            ),
            opponents=tuple(self._seat(seat) for seat in range(1, len(match.names))),
            me=self._seat(YOU),
            stock=len(state.stock),
            stock_lit=table.mine and not state.drawn,
            discard=state.discard,
            discard_lit=may_take,
            pile_open=table.pile_open,
            melds=tuple(self._meld(number) for number in range(len(state.melds))),
            hand=self._hand(table),
            staged=tuple(
                scene.Staged(index, staged.meld.cards, staged.meld.points)
                for index, staged in enumerate(table.staged)
            ),
            staged_text=(
                t("{points} of {needed}", points=total, needed=goal)
                if goal
                else t("{points} points", points=total)
            ),
            staged_goal=goal,
            prompt=prompt(state, match.names, may_take, self.words),
            notice=table.notice,
            actions=self._actions(table),
            log=tuple(told(event, match.names, self.words) for event in match.hand.events),
            question=self._question(table.asked),
            sheet=self._sheet(table) if state.end is not None else None,
            menu_open=table.leaving,
            keys_open=table.keys_open,
            settings=self.settings,
            preset=str(match.rules).partition(";")[0],
        )

    def _seat(self, seat: int) -> scene.Seat:
        match, state = self._table.match, self._table.state
        last = next((e for e in reversed(match.hand.events) if e.seat == seat), None)
        return scene.Seat(
            seat,
            match.names[seat],
            cards=len(state.hands[seat]),
            total=match.total_of(seat),
            opened=state.opened[seat],
            acting=state.end is None and state.seat == seat,
            dealer=match.dealer == seat,
            out=seat not in state.order,
            said=said(last, self.words) if last else "",
        )

    def _hand(self, table: Table) -> tuple[scene.HandCard, ...]:
        fresh = self._fresh_key(table)
        held = list(table.free().items())  # sorted by suit, as the engine keeps it
        if self.settings.order == "rank":
            held.sort(key=lambda each: (each[1].is_joker, each[1].rank, each[1].suit))
        return tuple(
            scene.HandCard(key, c, chosen=key in table.chosen, fresh=key == fresh)
            for key, c in held
        )

    def _fresh_key(self, table: Table) -> str | None:
        """The card that came this turn; of two twins the last."""
        if not table.mine or not table.state.drawn:
            return None
        for event in reversed(table.match.hand.events):
            came = event.action.card if isinstance(event.action, Take) else event.drawn
            if came is not None:
                return max((key for key, c in table.hand().items() if c == came), default=None)
        return None

    def _meld(self, number: int) -> scene.TableMeld:
        table = self._table
        state = table.state
        meld, owner = state.melds[number], state.owners[number]
        chosen = table.chosen_cards()
        return scene.TableMeld(
            number + 1,
            table.match.names[owner],
            owner == YOU,
            meld.cards,
            meld.points,
            lit=len(chosen) == 1 and bool(self._places(chosen[0], number)),
            fresh=self._fresh_places(number),
        )

    def _fresh_places(self, number: int) -> tuple[int, ...]:
        """The places of a meld that the last action changed."""
        state, events = self._table.state, self._table.match.hand.events
        action = events[-1].action if events else None
        meld = state.melds[number]
        if isinstance(action, Lay) and number >= len(state.melds) - len(action.melds):
            return tuple(range(len(meld.cards)))
        if isinstance(action, Attach | Swap) and action.meld == number:
            if isinstance(action, Attach) and meld.is_run:
                at_low = action.end == "low" or meld.cards[0].face == action.card.face
                return (0 if at_low else len(meld.cards) - 1,)
            return tuple(place for place, c in enumerate(meld.cards) if c.face == action.card.face)
        return ()

    def _actions(self, table: Table) -> tuple[scene.Action, ...]:
        """The buttons of this moment; a greyed one says why, and again when it is pressed."""
        t, state = self.words.text, table.state
        if state.end is not None:
            return ()
        if not table.mine:
            return (scene.Action("hurry", t("Skip ahead")),)
        if not state.drawn:
            draw = scene.Action("draw", t("Draw"), primary=True)
            if not state.discard:
                return (draw,)
            take = Take(state.discard[-1])
            return (draw, self._button("take", t("Take {card}", card=take.card), take))
        chosen = table.chosen_cards()
        one = chosen[0] if len(chosen) == 1 else None
        meld = bool(readings(chosen, state.rules))
        if state.has_opened:
            fits = one is not None and bool(self._places(one, None))
            buttons = [
                scene.Action("lay", t("Lay"), enabled=meld, primary=meld),
                scene.Action("attach", t("Add to table"), enabled=fits, primary=fits),
            ]
        else:
            opening = Lay(tuple(staged.meld.cards for staged in table.staged))
            buttons = [
                scene.Action("stage", t("Put together"), enabled=meld, primary=meld),
                self._button("open", t("Open"), opening if table.staged else None),
            ]
        if state.taken is not None and state.rules.put_back:
            buttons.append(self._button("put-back", t("Put back"), PutBack()))
        if table.match.hand.can_undo:
            buttons.append(scene.Action("undo", t("Undo")))
        throw = Discard(one) if one is not None and not table.staged else None
        return (*buttons, self._button("discard", t("Discard"), throw))

    def _button(self, verb: str, label: str, action: Action | None) -> scene.Action:
        """A button for an action of the engine, which says whether it is lit, or for none yet."""
        if action is None:
            return scene.Action(verb, label, enabled=False)
        reason = why_not(self._table.state, action)
        if reason is None:
            return scene.Action(verb, label, primary=verb in ("open", "discard"))
        return scene.Action(verb, label, enabled=False, why=self.words.reason(reason))

    def _question(self, asked: Asked | None) -> scene.Question | None:
        if asked is None:
            return None
        return scene.Question(
            asked.title,
            tuple(
                scene.Choice(index, label, cards(held))
                for index, (label, held, _) in enumerate(asked.choices)
            ),
        )

    def _sheet(self, table: Table) -> scene.ScoreSheet:
        t, match = self.words.text, table.match
        score, winners = match.scores[-1], match.winners
        rows = tuple(
            scene.ScoreRow(
                match.names[seat],
                score.left[seat],
                score.points[seat],
                score.totals[side_of(seat, match.rules)],
                standing(score, seat, seat in match.out, self.words),
                closed=score.closer == seat,
                out=seat in match.out,
                mine=seat == YOU,
            )
            for seat in range(len(match.names))
            if winners or seat in table.state.order
        )
        how = ending(score, match.names, self.words)
        hand = t("Hand {hand} · to {target}", hand=len(match.scores), target=match.rules.target)
        if winners:
            title = victory(winners, match.names, self.words)
            subtitle = f"{how} · {hand}"
            buttons = [
                scene.Action("rematch", t("Rematch"), primary=True),
                scene.Action("leave", t("Menu")),
            ]
        else:
            title, subtitle = how, hand
            buttons = [scene.Action("next", t("Next hand"), primary=True)]
            if YOU in match.out:
                buttons.append(scene.Action("finish", t("Show who wins")))
        return scene.ScoreSheet(title, subtitle, rows, tuple(buttons), bool(winners))


def _other_order(order: scene.Order) -> scene.Order:
    return "rank" if order == "suit" else "suit"


def _settings(wished: Mapping[str, object]) -> scene.Settings:
    """Settings from what a save or a press says; what is unknown there is as usual."""
    usual = scene.Settings()
    order, pace = wished.get("order"), wished.get("pace")
    return scene.Settings(
        order="rank" if order == "rank" else usual.order,
        pace=next((known for known in PACES if known == pace), usual.pace),
        confirm=wished.get("confirm") is not False,
        letters=wished.get("letters") is not False,
    )


def _stands_for(meld: Meld) -> Card:
    joker = meld.joker or JOKER
    return joker.face


def _told_menu(menu: scene.MenuScene, text: str) -> scene.MenuScene:
    return replace(menu, notice=scene.Notice(text, "refusal"))


# --- the save ------------------------------------------------------------------------------------


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
    return _restored(_read(save))


def _read(save: str) -> dict[str, Any]:
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


def _restored(data: dict[str, Any]) -> Table:
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

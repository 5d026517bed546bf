"""The lab of a notebook: everything that a reader can try, in one language and under some rules."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from html import escape
from random import Random
from typing import Any, TypeVar
from urllib.parse import quote

from ipywidgets import HTML, Button, Dropdown, HBox, IntSlider, Layout, Textarea, VBox

from scala40.actions import read_action
from scala40.arena import DealResult, Player
from scala40.cards import Card, cards, hand_text, pack
from scala40.drawing import cards_html, cards_row, melds_row, page, state_rows
from scala40.hand import HAND_SIZE
from scala40.levels import Level
from scala40.melds import Meld, read_meld, readings
from scala40.messages import catalogue
from scala40.outs import opening_outs
from scala40.partition import best_split, least_opening
from scala40.position import read_position_text
from scala40.record import read_record
from scala40.rules import PRESETS, Rules
from scala40.score import hand_points
from scala40.state import State
from scala40.turn import apply
from scala40.widgets.parts import (
    LABELLED,
    NARROW,
    WIDE,
    Exercise,
    Explorer,
    HandEditor,
    bad,
    field,
    good,
)
from scala40.widgets.races import entrants, race, told
from scala40.widgets.runs import Run
from scala40.widgets.study import openings

T = TypeVar("T")
#: So many ways to open are shown.
SHOWN = 8


class Cards(tuple[Card, ...]):
    """Some cards, which a notebook shows as a picture."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return cards_html(self)

    def __repr__(self) -> str:
        return hand_text(self)


class Lab:
    """What a notebook works with.

    Args:
        language: ``en`` or ``it``.
        rules: a preset, and what differs from it.

    Raises:
        RulesError: these rules cannot be.
    """

    def __init__(self, language: str = "en", rules: str = "online") -> None:
        self.t = catalogue(language)
        self.rules = Rules.read(rules)

    # --- Values ----------------------------------------------------------------------------------

    def hand(self, text: str) -> Cards:
        """Cards from their text: ``7H TD X``."""
        return Cards(cards(text))

    def deal(self, seed: int, number: int = HAND_SIZE) -> Cards:
        """Cards as somebody might be dealt them; the same seed gives the same."""
        return Cards(sorted(Random(seed).sample(pack(self.rules.jokers), number)))

    def meld(self, text: str) -> Meld:
        """A meld from its text.

        Raises:
            Refused: it is none.
        """
        return read_meld(cards(text), self.rules)

    def position(self, text: str) -> State:
        """A position from its text.

        Raises:
            PositionError: there can be no such position.
        """
        return read_position_text(text, self.rules)

    def say(self, text: str) -> str:
        """A text for the reader; where a notebook is translated, so is this."""
        return text

    # --- Widgets ---------------------------------------------------------------------------------

    def edit(self, text: str) -> HandEditor:
        """A hand that the reader can edit; its ``cards`` are what it holds."""
        return HandEditor(text, lambda held: cards_html(held, self.t), self._another(), self.t)

    def check(self, text: str) -> Explorer:
        """A meld checker: type cards, and read what they are, or why they are nothing."""
        return Explorer({"text": field(self.t("Cards"), text)}, self.checked, self.t)

    def checked(self, text: str) -> str:
        """What the meld checker says of cards."""
        t, given = self.t, tuple(card.in_hand for card in cards(text))
        drawn = page(cards_row(given, t))
        found = readings(given, self.rules)
        if not found:
            read_meld(given, self.rules)  # says why
        said = [t.plural("{n} point", "{n} points", meld.points) for meld in found]
        head = self._kind(found[0]) if len(found) == 1 else t("{n} readings:", n=len(found))
        return f"{drawn}{good(head)}{page(melds_row(found, t, said))}"

    def opening(self, text: str) -> VBox:
        """An opening counter: a hand that can be edited, and how near it is to opening."""
        t = self.t
        rules = self._rules()
        editor = HandEditor(text, lambda held: self.counted(held, rules.value), self._another(), t)
        rules.observe(editor.again, "value")
        return VBox([rules, editor])

    def counted(self, held: Iterable[Card], rules: str) -> str:
        """What the opening counter says of a hand."""
        t, hand, force = self.t, tuple(held), Rules.read(rules)
        keep = 1 if force.final_discard == "required" else 0
        least = least_opening(hand, force, keep=keep)
        if least is None:
            most = best_split(hand, force, goal="points")
            laid = most.melds if most else ()
            counted = most.points if most else 0
            unseen = _unseen(hand, force)
            outs = opening_outs(hand, force, unseen)
            text = t("This hand cannot open: its melds are worth {points}.", points=counted)
            more = t.plural(
                "One unseen card would open it:",
                "{n} unseen cards would open it, of these kinds:",
                sum(outs.values()),
            )
            near = f"<p>{escape(more)}</p>{cards_row(outs, t)}" if outs else ""
            return page(cards_row(hand, t)) + bad(text) + page(melds_row(laid, t) + near)
        said = t("It opens with {points}, and keeps what it can:", points=least.points)
        return page(cards_row(hand, t)) + good(said) + page(melds_row(least.melds, t))

    def openings(self, text: str) -> HTML:
        """Every way to open a hand, and what each leaves."""
        t = self.t
        ways = openings(cards(text), self.rules)
        if not ways:
            return HTML(bad(t("There is no way to open.")))
        head = "".join(
            f"<th>{word}</th>" for word in (t("Melds"), t("Points"), t("Left"), t("Cost"))
        )
        rows = "".join(
            f"<tr><td>{melds_row(way.melds, t)}</td><td>{way.points}</td>"
            f"<td>{cards_row(way.left, t)}</td><td>{way.cost}</td></tr>"
            for way in ways[:SHOWN]
        )
        more = len(ways) - SHOWN
        rest = t.plural("and {n} way more", "and {n} ways more", more) if more > 0 else ""
        return HTML(page(f"<table><tr>{head}</tr>{rows}</table><p>{escape(rest)}</p>"))

    def score(self, text: str) -> Explorer:
        """A scorer: what a hand costs at the end, under each preset."""
        return Explorer({"text": field(self.t("Cards left"), text)}, self.scored, self.t)

    def scored(self, text: str) -> str:
        """What the scorer says of cards."""
        t, held = self.t, cards(text)
        titles = (t("opened"), t("not opened"), t("opened, somebody closed in hand"))
        head = "".join(f"<th>{escape(title)}</th>" for title in titles)
        rows = []
        for preset in PRESETS:
            rules = Rules.preset(preset)
            points = (
                hand_points(held, rules, opened=True),
                hand_points(held, rules, opened=False),
                hand_points(held, rules, opened=True, in_mano=True),
            )
            told = "".join(f"<td>{each}</td>" for each in points)
            rows.append(f'<tr><th scope="row">{preset}</th>{told}</tr>')
        table = f"<table><tr><td></td>{head}</tr>{''.join(rows)}</table>"
        return page(cards_row(held, t) + table)

    def referee(self, position: str, actions: str, rules: str | None = None) -> Explorer:
        """The referee: a position and some actions, and whether they are allowed."""
        t = self.t
        area = Layout(width="min(36rem, 98%)", height="5.5rem")
        fields = {
            "rules": self._rules(rules),
            "position": Textarea(
                value=position, description=t("Position"), layout=area, style=LABELLED
            ),
            "actions": field(t("Actions"), actions),
        }
        return Explorer(fields, self.judged, t)

    def judged(self, rules: str, position: str, actions: str) -> str:
        """What the referee says."""
        t, state = self.t, read_position_text(position, Rules.read(rules))
        before = page(state_rows(state, t))
        for text in filter(None, (part.strip() for part in actions.replace("·", ";").split(";"))):
            state = apply(state, read_action(text))
        said = t("Allowed. Then the table looks like this:")
        return before + good(said) + page(state_rows(state, t))

    def replay(self, record: str) -> VBox:
        """A hand player: steps through the record of a match."""
        t, match = self.t, read_record(record)
        steps: list[tuple[str, State]] = []
        for number, hand in enumerate(match.hands):
            state = hand.first
            steps.append((t("Hand {n} is dealt.", n=number + 1), state))
            for event in hand.events:
                if state.end is None:  # what follows are answers about coming back
                    state = apply(state, event.action)
                    steps.append((f"{match.names[event.seat]}: {event.action}", state))
        slider = IntSlider(max=len(steps) - 1, description=t("Step"), layout=WIDE, style=LABELLED)

        def shown(step: int) -> str:
            said, state = steps[step]
            told = f"<p><strong>{escape(said)}</strong></p>"
            return page(told + state_rows(state, t, match.names))

        explorer = Explorer({"step": slider}, shown, t)
        explorer.children = (self._steps(slider), *explorer.children)
        return explorer

    def play(self, position: str, rules: str) -> HTML:
        """A link to the game, with this position; in an ordinary Jupyter there is no game beside.

        Raises:
            PositionError: there can be no such position.
        """
        read_position_text(position, Rules.read(rules))
        if sys.platform != "emscripten":
            return HTML()
        link = f"../../#rules={quote(rules, safe=';=')}&position={quote(position)}"
        said = escape(self.t("Play this hand"))
        return HTML(page(f'<p><a href="{link}" target="_blank">{said}</a></p>'))

    def exercise(
        self, question: str, check: Callable[[str], bool | str], hint: str = ""
    ) -> Exercise:
        """A question to the reader; ``check`` says of an answer whether, or why not."""
        return Exercise(question, check, self.t, hint)

    def run(self, pieces: Iterable[T], number: int, show: Callable[[list[T]], object]) -> Run[T]:
        """Long work with a progress bar and a Stop button; ``show`` draws what was found so far."""
        return Run(pieces, number, show, self.t)

    def race(
        self, players: Mapping[str, Player | Level], deals: int = 100, seed: int = 1
    ) -> Run[DealResult]:
        """Players against each other on duplicate deals, with the standings as they stand.

        Args:
            players: by name a level, or a function from a view to an action.
            deals: each is played once in every seating.
        """
        bots = entrants(players)
        pieces = race(bots, self.rules, deals, seed)
        return self.run(pieces, deals, lambda found: told(bots, self.rules, deals, seed, found))

    # --- Parts -----------------------------------------------------------------------------------

    def _rules(self, chosen: str | None = None) -> Any:
        options = list(PRESETS)
        text = chosen or str(self.rules)
        if text not in options:
            options.append(text)
        return Dropdown(options=options, value=text, description=self.t("Rules"), style=LABELLED)

    def _another(self) -> Callable[[], Cards]:
        seeds = iter(range(1, 10**6))
        return lambda: self.deal(next(seeds))

    def _steps(self, slider: Any) -> HBox:
        def button(text: str, by: int) -> Any:
            def press(_: object) -> None:
                slider.value = min(slider.max, max(0, slider.value + by))

            made = Button(description=text, layout=Layout(**NARROW))
            made.on_click(press)
            return made

        return HBox([button(self.t("Back"), -1), button(self.t("Next"), 1)])

    def _kind(self, meld: Meld) -> str:
        n = meld.points
        if meld.is_run:
            return self.t.plural("A run, {n} point.", "A run, {n} points.", n)
        return self.t.plural("A set, {n} point.", "A set, {n} points.", n)


def _unseen(hand: tuple[Card, ...], rules: Rules) -> Counter[Card]:
    return Counter(pack(rules.jokers)) - Counter(hand)

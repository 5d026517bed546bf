"""Somebody who plays at the page: actions of the engine carried out by a person's presses."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from app.save import read, restored, restored_table
from app.table import Table
from scala40.actions import Action, Attach, Discard, Draw, Lay, PutBack, Swap, Take
from scala40.bots import choose
from scala40.cards import Card, card, hand_text
from scala40.hand import Hand
from scala40.moves import LegalActions
from scala40.state import State
from scala40.turn import apply, may, way_out
from scala40.view import view_of


class Person:
    """Plays through ``press(verb, arg)`` and looks at the table through its save.

    Args:
        press: does what a press of a button or card does.
        save: the text of the last save.
    """

    def __init__(self, press: Callable[[str, str], None], save: Callable[[], str]) -> None:
        self._press = press
        self._save = save
        self._known: tuple[str, Table | None] = ("", None)
        self.questions = 0  # asked so far

    @property
    def table(self) -> Table:
        """The table as it was saved last."""
        save = self._save()
        known, table = self._known
        if table is None or known != save:
            table = restored(save)
            self._known = save, table
        return table

    def sensible_action(self) -> Action:
        match = self.table.match
        return choose(view_of(match.hand, match.hand.state.seat, match.totals))

    def random_action(self, rng: Random) -> Action:
        """Any legal action, openings as the computer would make them."""
        state = self.table.state
        actions = careful_actions(state)
        sensible = self.sensible_action()
        if isinstance(sensible, Lay):
            actions.append(sensible)
        return rng.choice(actions)

    def do(self, action: Action) -> None:
        """Carry out an action of the engine."""
        match action:
            case Draw():
                self._press("draw", "")
            case Take():
                self._press("take", "")
            case PutBack():
                self._press("put-back", "")
            case Lay() if self.table.state.has_opened:
                self.choose(*action.melds[0])
                self._press("lay", "")
                self.answer(str(action))
            case Lay():
                self.stage(action)
                self._press("open", "")
            case Attach() | Swap():
                self.choose(action.card)
                self._press("meld", str(action.meld + 1))
                self.answer(str(action))
            case Discard():
                self.choose(action.card)
                self._press("discard", "")
                self.answer(str(action))

    def stage(self, opening: Lay) -> None:
        """Put the melds of an opening together."""
        for meld in opening.melds:
            self.choose(*meld)
            self._press("stage", "")
            self.answer(hand_text(meld))

    def choose(self, *wanted: Card) -> None:
        """Choose just these cards of the hand."""
        for key in self.table.chosen:
            self._press("card", key)
        free = self.table.free()
        for c in wanted:
            key = next(key for key, held in free.items() if held == c.in_hand)
            del free[key]
            self._press("card", key)

    def answer(self, wanted: str) -> None:
        """Answer the question that was asked, if one was."""
        asked = self.table.asked
        if asked is not None:
            self.questions += 1
            intents = [intent for _, _, intent in asked.choices]
            place = next(n for n, intent in enumerate(intents) if intent.endswith(wanted))
            self._press("answer", str(place))


class Pupil(Person):
    """Somebody at the table of a lesson."""

    @property
    def table(self) -> Table:
        return restored_table(read(self._save())["school"]["table"])


def careful_actions(state: State) -> list[Action]:
    """Every legal action but the opening from which the turn can be ended without an undo."""
    if state.drawn and not state.has_opened:
        tries: list[Action] = [PutBack(), *(Discard(c) for c in dict.fromkeys(state.hand))]
        tries = [action for action in tries if may(state, action)]
    else:
        tries = list(LegalActions(state))
    return [action for action in tries if leads_on(apply(state, action))]


def leads_on(state: State) -> bool:
    """The turn is over, not begun, or can still be ended."""
    return state.end is not None or not state.drawn or way_out(state) is not None


def with_hidden_permuted(hand: Hand, seat: int, rng: Random) -> Hand:
    """The same hand with everything shuffled that a seat may not see."""
    state = hand.state
    hidden = [c for other, held in enumerate(state.hands) if other != seat for c in held]
    hidden += state.stock
    rng.shuffle(hidden)
    hands = [
        held if other == seat else tuple(sorted(hidden.pop() for _ in held))
        for other, held in enumerate(state.hands)
    ]
    copy = Hand(
        state._replace(hands=tuple(hands), stock=tuple(hidden), deal=(rng.randrange(1000), 0))
    )
    copy.events = [
        event if event.drawn is None or event.seat == seat else event._replace(drawn=card("2C"))
        for event in hand.events
    ]
    return copy

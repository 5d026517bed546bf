"""The person's own turn: cards are chosen, put together, laid, put on melds and thrown.

Nothing is decided here about what is allowed: each action goes to the match, which refuses it with
its reason; and what only the person can say, such as a joker's reading, is asked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from scala40.actions import Action, Attach, Discard, Draw, Lay, PutBack, Swap, Take, read_action
from scala40.cards import JOKER, Card, cards, hand_text
from scala40.errors import Refused
from scala40.melds import Meld, read_meld, readings
from scala40.messages import Catalogue
from scala40.partition import best_split
from scala40.turn import apply, may, must_keep

from .order import move, place_of
from .scene import Settings
from .table import Asked, Staged, Table


class Turn:
    """What the person can do at a table.

    Args:
        table: the table, which is changed.
        words: the language to ask in.
        settings: how the hand is shown, and whether to ask before a joker is thrown.
    """

    def __init__(self, table: Table, words: Catalogue, settings: Settings) -> None:
        self._table = table
        self._words = words
        self._confirm = settings.confirm
        self._order = settings.order

    def play(self, action: Action) -> None:
        """Do an action of the engine, and forget what was set up."""
        table = self._table
        if table.state.end is None and not table.mine:
            raise Refused("not-your-turn", name=table.match.names[table.state.seat])
        table.match.play(action)
        self._table.clear()

    def take(self) -> None:
        """Take the top discard."""
        pile = self._table.state.discard
        if not pile:
            raise Refused("pile-empty")
        self.play(Take(pile[-1]))

    def choose(self, key: str) -> None:
        """Choose a card of the hand, or let it go."""
        table = self._table
        if key in table.chosen:
            table.chosen.remove(key)
        elif key in table.free():
            table.chosen.append(key)

    def stage(self) -> None:
        """Put the chosen cards together as a meld, which is not laid yet."""
        table = self._table
        ways = self._meld_ways(table.chosen_cards())
        if len(ways) > 1:
            self._ask_reading(ways, "stage")
        else:
            table.staged.append(Staged(list(table.chosen), ways[0]))
            table.chosen = []

    def lay(self) -> None:
        """Lay the chosen cards as a meld."""
        ways = self._meld_ways(self._table.chosen_cards())
        if len(ways) > 1:
            self._ask_reading(ways, "lay")
        else:
            self.play(Lay((ways[0].cards,)))

    def _meld_ways(self, chosen: tuple[Card, ...]) -> list[Meld]:
        """The melds that these cards can be; what they are refused for where they are none."""
        rules = self._table.match.rules
        ways = [read_meld(meld.cards, rules) for meld in readings(chosen, rules)]
        return list(dict.fromkeys(ways)) or [read_meld(chosen, rules)]

    def _ask_reading(self, ways: list[Meld], verb: str) -> None:
        t = self._words.text
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

    def best(self) -> None:
        """Put the opening together that leaves the fewest points in the hand."""
        table = self._table
        state, rules = table.state, table.match.rules
        if not table.mine or not state.drawn or state.has_opened:
            return
        split = best_split(
            state.hand,
            rules,
            goal="deadwood",
            keep=must_keep(state),
            opening=rules.opening_points,
            must=state.taken if state.duty == "open" else None,
        )
        if split is None:
            raise Refused("no-opening", needed=rules.opening_points)
        table.chosen, table.staged = [], []
        for meld in split.melds:
            free = table.free()
            keys = []
            for c in meld.cards:
                key = next(key for key, held in free.items() if held == c.in_hand)
                del free[key]
                keys.append(key)
            table.staged.append(Staged(keys, meld))

    def grab(self, key: str) -> None:
        """Take hold of a card to drag it, and of the others that are chosen if it is one."""
        if key in self._table.free() and key not in self._table.chosen:
            self._table.chosen = [key]

    def move(self, arg: str) -> None:
        """Put a card of the hand at a place: ``7H.0 3``."""
        key, _, place = arg.rpartition(" ")
        if place.isdecimal() and len(place) < 4:
            move(self._table, self._order, key, int(place))
            self._table.chosen = []

    def shift(self, key: str, by: int) -> None:
        """Put a card of the hand one place further."""
        place = place_of(self._table, self._order, key)
        if place is not None:
            move(self._table, self._order, key, max(0, place + by))

    def lay_or_open(self) -> None:
        """The next step towards the table: lay, put together, or open."""
        table = self._table
        if table.state.has_opened:
            self.lay()
        elif table.chosen:
            self.stage()
        else:
            self.open()

    def unstage(self, arg: str) -> None:
        """Take a staged meld back into the hand."""
        staged = self._table.staged
        if arg.isdecimal() and int(arg) < len(staged):
            del staged[int(arg)]

    def open(self) -> None:
        """Lay all that is put together."""
        table = self._table
        if table.chosen:
            self.stage()
        if table.asked is None:
            if not table.staged:
                raise Refused("nothing-chosen")
            self.play(Lay(tuple(staged.meld.cards for staged in table.staged)))

    def place_on(self, arg: str) -> None:
        """Put the chosen cards on the meld of a number."""
        if arg.isdecimal():
            self.place(int(arg) - 1)

    def place(self, number: int | None) -> None:
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
        ways = self._table.places(chosen[0], number)
        if len(ways) > 1:
            self._ask_place(ways)
        elif ways:
            self.play(ways[0])
        else:
            self.play(Attach(chosen[0], number or 0))  # which is refused with its reason

    def _place_all(self, number: int, chosen: tuple[Card, ...]) -> None:
        """Attach several cards to one meld, in whatever order they fit; all of them or none."""
        hand = self._table.match.hand
        start = len(hand.events)
        left = list(chosen)
        while left:
            for c in left:
                ways = self._table.places(c, number)
                if len(ways) == 1:
                    self._table.match.play(ways[0])
                    left.remove(c)
                    break
            else:
                reason = Refused("not-all-fit", cards=tuple(left), meld=number + 1)
                while len(hand.events) > start:
                    hand.undo()
                raise reason
        self._table.clear()

    def _ask_place(self, ways: list[Attach | Swap]) -> None:
        choices = []
        for way in ways:
            after = apply(self._table.state, way).melds[way.meld]
            choices.append((self._place_label(way), hand_text(after.cards), str(way)))
        self._table.asked = Asked(self._words.text("Where does it go?"), choices)

    def _place_label(self, way: Attach | Swap) -> str:
        t, number = self._words.text, way.meld + 1
        if isinstance(way, Swap):
            return t("Take the joker of meld {number}", number=number)
        if way.end == "low":
            return t("Meld {number}, low end", number=number)
        if way.end == "high":
            return t("Meld {number}, high end", number=number)
        if way.card.is_joker:
            return t("Meld {number}, as {card}", number=number, card=way.card.face)
        return t("Meld {number}", number=number)

    def answer(self, arg: str) -> None:
        """Give an answer to what is asked."""
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
            self.play(read_action(intent))

    def cancel(self) -> None:
        """Give none."""
        self._table.asked = None

    def discard(self) -> None:
        """Throw the chosen card."""
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
        if rests and table.mine and self._confirm:
            t = self._words.text
            table.asked = Asked(
                t("Do you really throw a joker?"), [(t("Throw the joker"), "X", str(throw))]
            )
        else:
            self.play(throw)

    def undo(self) -> None:
        """Take back the last action of this turn."""
        table = self._table
        if not table.mine:
            raise Refused("nothing-to-undo")
        table.match.hand.undo()
        self._table.clear()


#: What the person can press, with what the press is about.
VERBS: Final[Mapping[str, Callable[[Turn, str], None]]] = {
    "draw": lambda turn, _: turn.play(Draw()),
    "take": lambda turn, _: turn.take(),
    "put-back": lambda turn, _: turn.play(PutBack()),
    "card": Turn.choose,
    "stage": lambda turn, _: turn.stage(),
    "unstage": Turn.unstage,
    "open": lambda turn, _: turn.open(),
    "lay": lambda turn, _: turn.lay(),
    "lay-or-open": lambda turn, _: turn.lay_or_open(),
    "meld": Turn.place_on,
    "attach": lambda turn, _: turn.place(None),
    "discard": lambda turn, _: turn.discard(),
    "undo": lambda turn, _: turn.undo(),
    "answer": Turn.answer,
    "cancel": lambda turn, _: turn.cancel(),
    "best": lambda turn, _: turn.best(),
    "grab": Turn.grab,
    "move": Turn.move,
    "earlier": lambda turn, key: turn.shift(key, -1),
    "later": lambda turn, key: turn.shift(key, 1),
}


def _stands_for(meld: Meld) -> Card:
    joker = meld.joker or JOKER
    return joker.face

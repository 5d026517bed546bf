"""The opponents: four levels, each from what its seat may see and nothing else.

- *easy* never takes from the discard pile and throws somewhat at random.
- *normal* takes a discard that makes a meld, keeps cards that are close to one, and keeps its
  jokers for melds.
- *hard* also takes a discard to attach it, takes jokers back, feeds nobody and sheds in time; see
  :mod:`scala40.tactics`.
- *maestro* weighs what *hard* would do against other ways on sampled deals; see
  :mod:`scala40.maestro`.

>>> from scala40.hand import Hand, deal_hand
>>> from scala40.rules import Rules
>>> from scala40.view import view_of
>>> hand = Hand(deal_hand(Rules.preset("online"), seats=2, order=(0, 1), deal=7))
>>> str(choose(view_of(hand, seat=0, totals=(0, 0)), "easy"))
'draw'
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Final

from scala40 import tactics
from scala40.actions import Action, Discard, Lay, Pass, Take
from scala40.cards import JOKER, Card
from scala40.levels import SAMPLES, Level
from scala40.packed import pack_hand
from scala40.partition import best_split, hand_value
from scala40.prospects import friends
from scala40.shuffle import Stream
from scala40.state import State
from scala40.tactics import buy, draw, leads_on, loose_cards, throwable
from scala40.turn import attachments, may, must_keep, way_out
from scala40.view import View

#: With so many cards a joker is attached after all, as it has to go before the last discard.
LAST_CARDS: Final = 2


def choose(view: View, level: Level = "hard", seed: int = 0, samples: int = SAMPLES) -> Action:
    """The action of the player to act.

    Args:
        view: what that player sees.
        level: how well it plays.
        seed: what its own randomness comes from; the same view and seed give the same action.
        samples: how many sampled deals the maestro weighs.
    """
    thinking = think(view, level, seed, samples)
    while True:
        try:
            next(thinking)
        except StopIteration as done:
            action: Action = done.value
            return action


def think(
    view: View, level: Level, seed: int = 0, samples: int = SAMPLES
) -> Generator[None, None, Action]:
    """The same as :func:`choose`, with a pause now and then, so that a page stays alive.

    It can be dropped at any pause; what it returns in the end is the action.
    """
    if level == "maestro":
        from scala40.maestro import weigh  # no other level needs it

        return (yield from weigh(view, seed, samples))
    yield
    if level == "hard":
        return tactics.choose(view)
    return _easy(view, seed) if level == "easy" else _normal(view)


def _easy(view: View, seed: int) -> Action:
    state = view.state
    if state.buyers:
        return Pass()
    if not state.drawn:
        return draw(state)
    placed = _place(state)
    if placed is not None:
        return placed
    throws = throwable(state)
    loose = [c for c in throws if c in loose_cards(state)] or throws
    source = Stream(seed, "bot", view.seat, len(view.events))
    return Discard(loose[source.below(len(loose))])


def _normal(view: View) -> Action:
    state = view.state
    if state.buyers:
        return buy(state) or Pass()
    if not state.drawn:
        take = Take(state.discard[-1]) if state.discard else None
        return take if take and may(state, take) and _melds_with(state, take.card) else draw(state)
    owed = way_out(state)
    placed = owed[0] if owed else _place(state)
    if placed is not None:
        return placed
    packed = pack_hand(state.hand)

    def worth(c: Card) -> tuple[int, int]:
        return friends(c, packed), -hand_value(c, state.rules)

    return Discard(min(throwable(state), key=worth))


def _melds_with(state: State, card: Card) -> bool:
    """True where the top discard makes a meld with the hand; before the opening it has to."""
    drawn = (*state.hand, card)
    keep = must_keep(state)
    return not state.has_opened or bool(
        best_split(drawn, state.rules, goal="deadwood", keep=keep, must=card)
    )


def _place(state: State) -> Action | None:
    """The next card or meld to put on the table, or None: all that goes, jokers in melds alone."""
    rules = state.rules
    needed = None if state.has_opened else rules.opening_points
    split = best_split(state.hand, rules, goal="deadwood", keep=must_keep(state), opening=needed)
    melds = split.melds if split else ()
    if not state.has_opened:
        lay = Lay(tuple(meld.cards for meld in melds))
        return lay if melds and leads_on(state, lay) else None
    tries: list[Action] = [Lay((meld.cards,)) for meld in melds]
    for c in sorted(set(state.hand), key=lambda c: -hand_value(c, rules)):
        if c != JOKER or len(state.hand) <= LAST_CARDS:
            for number, meld in enumerate(state.melds):
                tries += attachments(meld, number, c, rules)
    return next((action for action in tries if leads_on(state, action)), None)

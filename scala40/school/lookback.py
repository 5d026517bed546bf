"""Looking back at a hand: the decisions that cost most, each as a position to try again.

Whatever the player did otherwise than the coach would have is played out beside the coach's way on
the same sampled deals, which fit what the player saw then (:mod:`scala40.coach.sampling`). The gain
is an estimate; where it is not well clear of its margin nothing is said.

>>> from scala40.actions import Discard
>>> from scala40.cards import card
>>> estimate = Sampled(Discard(card("KD")), Discard(card("2C")), 7.5, 2.0, 40)
>>> lines = (estimate.action,), (estimate.other,)
>>> missed = Missed("online", "hand KD 2C 5H; opened; drawn", estimate, *lines)
>>> Missed.read(str(missed)) == missed
True
"""

from __future__ import annotations

import json
from collections.abc import Generator, Sequence
from typing import Final, NamedTuple

from scala40.actions import Action, Attach, Discard, Draw, Lay, Swap, Take, read_action
from scala40.cards import Card
from scala40.coach.advice import advise
from scala40.coach.facts import Sampled
from scala40.coach.sampling import sampled
from scala40.match import Match
from scala40.position import position_text, read_position_text
from scala40.rules import Rules
from scala40.school.lesson import Attempt, Mistake, Sign, Task, say
from scala40.score import hand_points
from scala40.search import best_turn, points_left
from scala40.state import State
from scala40.turn import apply
from scala40.view import View, view_of

#: So many decisions are shown.
MOST: Final = 3
#: A dozen decisions are weighed in a hand, so a gain has to be so many times its margin (which is
#: two standard errors) to be no accident among them.
SURE: Final = 1.5


class Missed(NamedTuple):
    """A decision that cost something.

    Attributes:
        rules, position: as text, the position as it was seen.
        estimate: what the better action gained over what was done.
        better: how the coach would have ended the turn; ``done``: how it was ended.
    """

    rules: str
    position: str
    estimate: Sampled
    better: tuple[Action, ...]
    done: tuple[Action, ...]

    def __str__(self) -> str:
        told = self.estimate
        lines = [list(map(str, line)) for line in (self.better, self.done)]
        return json.dumps([self.rules, self.position, *lines, told.gain, told.margin, told.deals])

    @staticmethod
    def read(text: str) -> Missed:
        """The decision that a text tells of.

        Raises:
            ValueError, TypeError: it tells of none, or of lines that cannot be played.
        """
        rules, position, *ways, gain, margin, deals = json.loads(text)
        better, done = (tuple(read_action(str(action)) for action in way) for way in ways)
        if not better or not done:
            raise ValueError("a line without an action")
        estimate = Sampled(better[0], done[0], float(gain), float(margin), int(deals))
        missed = Missed(str(rules), str(position), estimate, better, done)
        lines(missed)  # they can be played
        return missed


def look_back(match: Match, seat: int, seed: int) -> Generator[None, None, tuple[Missed, ...]]:
    """The decisions of a seat in the last hand of a match that cost most, in their order.

    It pauses after every sampled deal, so that a page stays alive.

    Args:
        seed: what the deals are drawn from.
    """
    found, taken = [], decisions(match, seat)
    for place, (view, action) in enumerate(taken):
        better = advise(view).actions
        if not better or not _worth_weighing(view.state, action, better[0]):
            continue
        estimate = yield from sampled(view, better[0], action, seed)
        if estimate is None or estimate.gain < SURE * estimate.margin:
            continue
        if estimate.action == better[0]:
            done = _to_the_discard([action for _, action in taken[place:]])
            position = position_text(view.state)
            line = _led_on(view.state, better)
            found.append(Missed(str(match.rules), position, estimate, line, done))
    costly = sorted(found, key=lambda missed: -missed.estimate.gain)[:MOST]
    return tuple(missed for missed in found if missed in costly)


def decisions(match: Match, seat: int) -> list[tuple[View, Action]]:
    """What a seat did in the last hand of a match, each action with what was seen before it."""
    record = match.record()
    hands = record["hands"]
    assert isinstance(hands, list)
    again = Match.replay(record | {"hands": [*hands[:-1], []]})
    found: list[tuple[View, Action]] = []
    for event in match.hand.events:
        if again.hand.state.end is not None:
            break
        if event.seat == seat and isinstance(
            event.action, Draw | Take | Lay | Attach | Swap | Discard
        ):
            found.append((view_of(again.hand, seat, again.totals), event.action))
        again.play(event.action)
    return found


def _to_the_discard(actions: Sequence[Action]) -> tuple[Action, ...]:
    """The first of these actions, to the end of the turn or to a draw: who knows what comes."""
    ends = (n for n, action in enumerate(actions, 1) if isinstance(action, Draw | Discard))
    return tuple(actions[: next(ends, len(actions))])


def _led_on(state: State, actions: tuple[Action, ...]) -> tuple[Action, ...]:
    """These actions and what is best after them, to the end of the turn or to a draw."""
    if isinstance(actions[-1], Draw | Discard):
        return actions
    for action in actions:
        state = apply(state, action)
    return actions if state.end is not None else (*actions, *best_turn(state)[0])


def _worth_weighing(state: State, action: Action, better: Action) -> bool:
    """The two do not come to the same; of two cards that are placed the order is no matter."""
    one, other = apply(state, action), apply(state, better)
    if one == other:
        return False
    placing = (Lay, Attach, Swap)
    if isinstance(action, placing) and isinstance(better, placing) and state.has_opened:
        if one.end is not None or other.end is not None:
            return one.end != other.end
        return points_left(one) != points_left(other)
    return True


class Line(NamedTuple):
    """A way to end a turn.

    Attributes:
        actions: from the decision on.
        hand: what they leave in the hand; None after a draw, which might have brought any card.
        points: what that hand counts.
    """

    actions: tuple[Action, ...]
    hand: tuple[Card, ...] | None
    points: int


def lines(missed: Missed) -> tuple[Line, Line]:
    """What was done and what would have been better, each to the end of the turn."""
    start = read_position_text(missed.position, Rules.read(missed.rules))
    return _line(start, missed.done), _line(start, missed.better)


def _line(state: State, actions: tuple[Action, ...]) -> Line:
    seat = state.seat
    for action in actions:
        if isinstance(action, Draw):
            return Line(actions, None, 0)
        state = apply(state, action)
    hand = state.hands[seat]
    return Line(actions, hand, hand_points(hand, state.rules, opened=state.opened[seat]))


def task_of(missed: Missed) -> Task:
    """A decision to be tried again."""
    better, done = missed.estimate.action, missed.estimate.other
    return Task(
        "look-back",
        missed.position,
        say("Here you did this: {done} Find what would have been better.", done=done),
        _does(better),
        say("That is it. {estimate}", estimate=missed.estimate),
        say("Another kind of move may be the better one, or the same with another card."),
        str(better),
        (
            Mistake(
                lambda a: a.refused is None and a.action is not None,
                say("That is not it. {estimate}", estimate=missed.estimate),
                str(done),
            ),
        ),
    )


def _does(action: Action) -> Sign:
    """Exactly this was done first, in whatever form it was written."""

    def sign(a: Attempt) -> bool:
        return a.refused is None and a.state == apply(a.start, action)

    return sign

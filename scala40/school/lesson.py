"""What a lesson is, and how a task of it is judged: by what happened, in the rules in force.

A task is a position, what to do there, the sign by which it is seen to be done, and the signs of
the mistakes that tell most, each with its answer. Signs look at an attempt (what the person has
just done, or was refused, and the states around it) and ask the engine; none knows a solution.

>>> from scala40.school.course import LESSONS, tasks_of
>>> rules = Rules.preset("online")
>>> task = next(task for task in tasks_of("runs", rules) if task.name == "ace")
>>> ENGLISH.text(task.text.text, **task.text.facts)
'The ace stands before the 2 or after the king. Lay it where it is worth more.'
>>> judge(task, after("lay QS KS AS", task, rules)).done
True
>>> verdict = judge(task, after("lay AS 2S 3S", task, rules))
>>> ENGLISH.text(verdict.say.text, **verdict.say.facts)
'Before the 2 the ace is worth 1, so this run counts 6. After the king it would count 31.'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple, TypeAlias

from scala40.actions import Action, Attach, Discard, Draw, Swap, Take, read_action
from scala40.cards import JOKER, Card, cards
from scala40.errors import Refused
from scala40.melds import Meld
from scala40.messages import ENGLISH
from scala40.partition import hand_value
from scala40.position import deal_hidden, read_position_text
from scala40.rules import Rules
from scala40.score import hand_points
from scala40.search import points_left
from scala40.state import State
from scala40.turn import apply
from scala40.view import View

__all__ = ["ENGLISH", "Attempt", "Lesson", "Mistake", "Say", "Task", "Verdict", "judge", "say"]

#: The seat of the person who learns.
ME: Final = 0
#: What the hidden cards of a task are dealt from.
DEAL: Final = 40


class Say(NamedTuple):
    """An English text and its facts, to be said in any language; two sentences at most."""

    text: str
    facts: Mapping[str, object]


def say(text: str, /, **facts: object) -> Say:
    """Something to say; the text is marked for the translators by this call."""
    return Say(text, facts)


class Attempt(NamedTuple):
    """What the person has done last in a task.

    Attributes:
        start: the position of the task.
        before, state: before and after what was done last.
        action: what it was; None where cards were chosen, or where it was refused.
        refused: why it was refused, where it was.
        chosen: the cards that were given as the answer, where cards are to be chosen.
        declined: the answer was that it cannot be done.
    """

    start: State
    before: State
    state: State
    action: Action | None = None
    refused: Refused | None = None
    chosen: tuple[Card, ...] = ()
    declined: bool = False

    @property
    def rules(self) -> Rules:
        return self.state.rules

    @property
    def hand(self) -> tuple[Card, ...]:
        """The person's cards now."""
        return self.state.hands[ME]

    @property
    def laid(self) -> tuple[Meld, ...]:
        """The melds that came to the table since the start."""
        return self.state.melds[len(self.start.melds) :]

    @property
    def over(self) -> bool:
        """The person's turn is over."""
        return self.state.end is not None or self.state.seat != ME

    @property
    def left(self) -> int:
        """The points in the hand after the turn, at best."""
        if self.over:
            return hand_points(self.hand, self.rules, opened=True)
        return points_left(self.state)

    @property
    def best(self) -> int:
        """The points that could have been left in the hand at the start."""
        return points_left(self.start)


Sign: TypeAlias = Callable[[Attempt], bool]
#: An answer, or how it is made from the attempt that it answers.
Answer: TypeAlias = Say | Callable[[Attempt], Say]
#: What is to be done: play at the table, choose cards of the hand, play a hand to its end, or play
#: only if what is asked can be done at all.
Kind = Literal["play", "choose", "game", "whether"]


@dataclass(frozen=True)
class Mistake:
    """A mistake that tells what somebody has not understood yet.

    Attributes:
        sign: by which it is seen.
        answer: what is said to it.
        example: what makes it, as actions or as ``choose`` with cards.
    """

    sign: Sign
    answer: Answer
    example: str


@dataclass(frozen=True)
class Task:
    """One position of a lesson.

    Attributes:
        name: by which it is known inside its lesson.
        position: as one line of text.
        text: what to do.
        done: the sign that it is done.
        praise: what is said then.
        hint: for those who stay stuck.
        solution: one way to do it, written like a mistake's example.
        mistakes: those that are answered; the first whose sign is seen is.
        teaches: the sentences of the rules that are learnt here, as :mod:`scala40.prose` has them.
    """

    name: str
    position: str
    text: Say
    done: Sign
    praise: Answer
    hint: Say
    solution: str
    mistakes: tuple[Mistake, ...]
    kind: Kind = "play"
    teaches: tuple[str, ...] = field(default=())


@dataclass(frozen=True)
class Lesson:
    """A lesson: its slug, its title, what it is about, and its tasks under given rules."""

    slug: str
    title: str
    about: str
    tasks: Callable[[Rules], tuple[Task, ...]]


class Verdict(NamedTuple):
    """What an attempt came to: done, or a mistake; and what is said to it."""

    done: bool
    say: Say


def judge(task: Task, attempt: Attempt) -> Verdict | None:
    """What an attempt came to; None where the task goes on, or a refusal speaks for itself."""
    if attempt.refused is None and task.done(attempt):
        return Verdict(True, _answer(task.praise, attempt))
    for mistake in task.mistakes:
        if mistake.sign(attempt):
            return Verdict(False, _answer(mistake.answer, attempt))
    if task.kind == "choose" and attempt.chosen:
        return Verdict(False, say("Not all of the right cards are chosen yet, and no others."))
    if attempt.over and task.kind in ("play", "whether"):
        return Verdict(False, say("The turn is over and the task is not done: try again."))
    return None


def _answer(answer: Answer, attempt: Attempt) -> Say:
    return answer if isinstance(answer, Say) else answer(attempt)


def set_up(task: Task, rules: Rules) -> State:
    """The position of a task, with what it hides dealt.

    Raises:
        PositionError: the rules in force do not know such a position.
    """
    return deal_hidden(read_position_text(task.position, rules), DEAL)


def after(moves: str, task: Task, rules: Rules) -> Attempt:
    """The attempt that these moves make, up to what is refused.

    Args:
        moves: actions split by ``;``, ``choose`` with cards, or ``decline``.
    """
    start = set_up(task, rules)
    if moves == "decline":
        return Attempt(start, start, start, declined=True)
    if moves.startswith("choose "):
        return Attempt(start, start, start, chosen=tuple(sorted(cards(moves[7:]))))
    attempt = Attempt(start, start, start)
    for text in moves.split(";"):
        before, action = attempt.state, read_action(text.strip())
        try:
            attempt = Attempt(start, before, apply(before, action), action)
        except Refused as reason:
            return Attempt(start, before, before, refused=reason)
    return attempt


# --- signs ---------------------------------------------------------------------------------------


def refused(*codes: str) -> Sign:
    """The engine refused it for one of these reasons."""
    return lambda a: a.refused is not None and a.refused.code in codes


def either(*signs: Sign) -> Sign:
    """One of these signs is seen."""
    return lambda a: any(sign(a) for sign in signs)


def both(*signs: Sign) -> Sign:
    """All of these signs are seen."""
    return lambda a: all(sign(a) for sign in signs)


def drew(a: Attempt) -> bool:
    """A card was drawn from the stock."""
    return isinstance(a.action, Draw)


def took(a: Attempt) -> bool:
    """The discard was taken."""
    return isinstance(a.action, Take)


def attached(a: Attempt) -> bool:
    """A card was attached."""
    return isinstance(a.action, Attach)


def swapped(a: Attempt) -> bool:
    """A joker was taken from the table for its card."""
    return isinstance(a.action, Swap)


def opened(a: Attempt) -> bool:
    """The person has opened since the start."""
    return a.state.opened[ME] and not a.start.opened[ME]


def closed(a: Attempt) -> bool:
    """The person has closed."""
    return a.state.end is not None and a.state.end.closer == ME


def over(a: Attempt) -> bool:
    """The turn is over."""
    return a.over


def threw(test: Callable[[Card, Attempt], bool]) -> Sign:
    """The turn was ended with a discard of which something holds."""
    return lambda a: isinstance(a.action, Discard) and test(a.action.card, a)


def laid(test: Callable[[Meld], bool]) -> Sign:
    """A meld was laid of which something holds."""
    return lambda a: any(test(meld) for meld in a.laid)


def chose(test: Callable[[Card, Attempt], bool]) -> Sign:
    """Just those cards of the hand are chosen of which something holds."""
    return lambda a: a.chosen == tuple(c for c in a.hand if test(c, a))


def chose_one(test: Callable[[Card, Attempt], bool]) -> Sign:
    """A card is chosen of which something holds."""
    return lambda a: any(test(c, a) for c in a.chosen)


def at_its_best(a: Attempt) -> bool:
    """The turn can still be ended, or was, with as few points in the hand as at the start."""
    return a.left == a.best


def spoilt(a: Attempt) -> bool:
    """Something was done after which more points stay in the hand than had to."""
    return a.refused is None and a.state != a.start and a.left > a.best


# --- facts ---------------------------------------------------------------------------------------


def thrown(a: Attempt) -> Card:
    """The card that was discarded."""
    assert isinstance(a.action, Discard)
    return a.action.card


def cost(c: Card, a: Attempt) -> int:
    """What a card costs in the hand."""
    return hand_value(c, a.rules)


def unseen(a: Attempt) -> Counter[Card]:
    """How many copies of each kind the person has not seen."""
    return View(ME, a.state, (), ()).unseen()


def on_table(card: Card, a: Attempt) -> int:
    """How many copies of a card lie in the melds; jokers by what they are."""
    return sum(c.in_hand == card for meld in a.state.melds for c in meld.cards)


def jokers_laid(a: Attempt) -> int:
    """How many jokers came to lie in melds since the start."""
    return on_table(JOKER, a) - sum(c.is_joker for meld in a.start.melds for c in meld.cards)

"""Bots against bots on duplicate deals: who plays better, by how much, and how sure that is.

Every deal is played once for each rotation of the bots over the seats, so that all of them hold
every hand, and most of the luck of the cards cancels. Single hands are played, not matches: all
totals are 0 and seat 0 begins. The whole run follows from its seed, but for the times.

>>> from scala40.rules import Rules
>>> bots = (computer("hard"), computer("hard"))
>>> results = arena(bots, Rules.preset("online"), players=2, deals=2, seed=1, clock=float)
>>> [len(hands) for hands in results.deals]
[2, 2]

What comes out is weighed in :mod:`scala40.standings`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from scala40.actions import Action
from scala40.bots import choose
from scala40.errors import Refused
from scala40.hand import Hand, deal_hand
from scala40.levels import SAMPLES, Level
from scala40.match import Match
from scala40.rules import Rules
from scala40.score import score_hand, side_of, sides
from scala40.shuffle import DEAL_LIMIT, Stream
from scala40.view import View, view_of

if TYPE_CHECKING:
    from concurrent.futures import Executor

#: What decides on an action from what its seat may see.
Player = Callable[[View], Action]

#: What the bot is called that follows the coach.
COACH: Final = "coach"
#: So many deals are played between two reports of progress, at most.
CHUNK: Final = 20


class Unplayable(ValueError):
    """A run that cannot be; the text says why."""


class Bot(NamedTuple):
    """Who takes part. ``player`` makes the player of one hand from the seed of its own randomness.

    To be played by other processes, ``player`` has to be picklable.
    """

    name: str
    player: Callable[[int], Player]


def computer(level: Level, samples: int = SAMPLES) -> Bot:
    """The bot of a level; see :func:`scala40.bots.choose`."""
    return Bot(level, partial(_computer, level, samples))


def _computer(level: Level, samples: int, seed: int) -> Player:
    return partial(choose, level=level, seed=seed, samples=samples)


def coached() -> Bot:
    """A bot that follows the first advice of the coach; see :func:`scala40.coach.advice.choose`."""
    return Bot(COACH, _coached)


def _coached(seed: int) -> Player:
    from scala40.coach.advice import choose as follow  # no other bot needs it

    return follow


class Task(NamedTuple):
    """One deal to be played: its number in the run, from 0, and what holds for the whole run."""

    bots: tuple[Bot, ...]
    rules: Rules
    players: int
    seed: int
    clock: Callable[[], float]
    deal: int


class HandResult(NamedTuple):
    """How a hand ended, by seat.

    Attributes:
        bots: the number of the bot that sat there.
        won: its side closed; nobody's did in a void hand.
        points: what the hand added to the total of its side.
    """

    bots: tuple[int, ...]
    won: tuple[bool, ...]
    points: tuple[int, ...]


class DealResult(NamedTuple):
    """The hands of one deal, one for each rotation, and by bot how long each decision took."""

    hands: tuple[HandResult, ...]
    seconds: tuple[tuple[float, ...], ...]


class Results(NamedTuple):
    """What was played.

    Attributes:
        bots: their names, numbered where one comes twice. asked: how many deals there were to be.
        deals: the hands of each deal that was played, in the order of the deals.
        times: by bot, how many decisions took so many milliseconds, to two digits: so they fit in
            memory however long the run is.
    """

    bots: tuple[str, ...]
    rules: Rules
    players: int
    seed: int
    asked: int
    deals: tuple[tuple[HandResult, ...], ...]
    times: tuple[Counter[float], ...]


def seatings(bots: int, players: int) -> tuple[tuple[int, ...], ...]:
    """Which bot sits where, for each rotation; fewer bots than players are dealt round.

    >>> seatings(2, 4)
    ((0, 1, 0, 1), (1, 0, 1, 0))
    >>> seatings(2, 3)
    ((0, 1, 0), (1, 0, 0), (0, 0, 1))
    """
    first = tuple(seat % bots for seat in range(players))
    return tuple(dict.fromkeys(first[turn:] + first[:turn] for turn in range(players)))


def play_deal(task: Task) -> DealResult:
    """Play a deal in every rotation.

    Raises:
        RuntimeError: a bot tried what the rules refuse.
    """
    deal = Stream(task.seed, "deal", task.deal).below(DEAL_LIMIT)
    seconds: list[list[float]] = [[] for _ in task.bots]
    turns = seatings(len(task.bots), task.players)
    hands = tuple(_play_hand(task, deal, seats, seconds) for seats in turns)
    return DealResult(hands, tuple(map(tuple, seconds)))


def _play_hand(
    task: Task, deal: int, seats: tuple[int, ...], seconds: list[list[float]]
) -> HandResult:
    rules, clock = task.rules, task.clock
    # a seat's seed is the same whoever sits there, and does not tell the deal
    seeds = (
        Random(f"{task.seed}, deal {task.deal}, seat {seat}").getrandbits(53)
        for seat in range(len(seats))
    )
    players = [task.bots[bot].player(seed) for bot, seed in zip(seats, seeds, strict=True)]
    totals = (0,) * len(sides(rules, len(seats)))
    hand = Hand(deal_hand(rules, len(seats), range(len(seats)), deal))
    while hand.state.end is None:
        seat = hand.state.seat
        view = view_of(hand, seat, totals)
        begin = clock()
        action = players[seat](view)
        seconds[seats[seat]].append(clock() - begin)
        try:
            hand.play(action)
        except Refused as refused:
            name = task.bots[seats[seat]].name
            raise RuntimeError(f"{name} tried “{action}” in deal {deal}: {refused}") from refused
    score = score_hand(hand.state, totals)
    side = [side_of(seat, rules) for seat in range(len(seats))]
    closer = None if score.closer is None else side[score.closer]
    return HandResult(seats, tuple(s == closer for s in side), tuple(score.totals[s] for s in side))


def _play_chunk(tasks: tuple[Task, ...]) -> list[DealResult]:
    return [play_deal(task) for task in tasks]


def tally(times: tuple[Counter[float], ...], result: DealResult) -> None:
    """Count by bot how many milliseconds, to two digits, each decision of a deal took."""
    for counted, seconds in zip(times, result.seconds, strict=True):
        counted.update(float(f"{1000 * spent:.2g}") for spent in seconds)


def _no_progress(done: int, total: int) -> None:
    """Tell nobody."""


def arena(
    bots: Sequence[Bot],
    rules: Rules,
    *,
    players: int,
    deals: int,
    seed: int,
    clock: Callable[[], float],
    executor: Executor | None = None,
    progress: Callable[[int, int], None] = _no_progress,
) -> Results:
    """Play all deals. Ctrl-C ends it early: the results then hold the deals played until then.

    Args:
        bots: two or more; where they are fewer than the players they are dealt round the table.
        seed: the deals and the bots' own seeds follow from it, whatever the executor.
        clock: seconds from any beginning; picklable, where other processes play.
        executor: what the deals are given to; None plays them here.
        progress: is told how many deals are done, and of how many.

    Raises:
        Unplayable: too few or too many bots, or no deal.
        RulesError: the rules do not admit so many players.
        RuntimeError: a bot tried what the rules refuse.
    """
    if len(bots) < 2:
        raise Unplayable("Name two bots or more; the same one twice is allowed.")
    if deals < 1:
        raise Unplayable("Play one deal or more.")
    Match(rules, ["-"] * players, deal=0)  # refuses players that the rules do not admit
    if len(bots) > players:
        raise Unplayable(f"{len(bots)} bots do not fit on {players} seats: name fewer.")
    tasks = [Task(tuple(bots), rules, players, seed, clock, deal) for deal in range(deals)]
    size = min(CHUNK, 1 + deals // 200)
    chunks = [tuple(tasks[at : at + size]) for at in range(0, deals, size)]
    played: list[tuple[HandResult, ...]] = []
    times: tuple[Counter[float], ...] = tuple(Counter() for _ in bots)
    try:
        for done in (map if executor is None else executor.map)(_play_chunk, chunks):
            for result in done:
                played.append(result.hands)
                tally(times, result)
            progress(len(played), deals)
    except KeyboardInterrupt:
        pass
    names = [bot.name for bot in bots]
    numbered = (f"{name} {names[:n].count(name) + 1}" for n, name in enumerate(names))
    unique = (
        new if names.count(old) > 1 else old for old, new in zip(names, numbered, strict=True)
    )
    return Results(tuple(unique), rules, players, seed, deals, tuple(played), times)

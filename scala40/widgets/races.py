"""Players against each other, as a task of a notebook: what the arena does, deal by deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from time import perf_counter

from scala40.arena import Bot, DealResult, Player, Results, Task, computer, play_deal, tally
from scala40.levels import Level
from scala40.rules import Rules
from scala40.standings import as_text


def entrants(players: Mapping[str, Player | Level]) -> tuple[Bot, ...]:
    """The bots of a race from their names: a level, or a function from a view to an action."""
    return tuple(
        computer(player) if isinstance(player, str) else Bot(name, _always(player))
        for name, player in players.items()
    )


def _always(player: Player) -> Callable[[int], Player]:
    return lambda seed: player


def race(bots: tuple[Bot, ...], rules: Rules, deals: int, seed: int) -> Iterator[DealResult]:
    """Play one deal after the other, each once in every seating."""
    for deal in range(deals):
        yield play_deal(Task(bots, rules, len(bots), seed, perf_counter, deal))


def told(
    bots: tuple[Bot, ...], rules: Rules, deals: int, seed: int, found: list[DealResult]
) -> str:
    """The standings so far, as the arena tells them."""
    times: tuple[Counter[float], ...] = tuple(Counter() for _ in bots)
    for result in found:
        tally(times, result)
    names = tuple(bot.name for bot in bots)
    played = tuple(result.hands for result in found)
    return as_text(Results(names, rules, len(bots), seed, deals, played, times))

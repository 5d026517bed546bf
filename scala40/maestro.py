"""How *maestro* plays: as *hard*, but for what sampled deals show to be better.

Where a choice matters once it has opened, the discard and whether to place a card now or keep it
back, each way is played out by quick players on the same worlds, deals that fit everything seen
(:mod:`scala40.worlds`). What *hard* thinks of a way is the prior of its mean: both are weighed by
how sure they are, as for normal distributions, so that few samples change little. Ways that are
clearly worse than the best are dropped on the way. Before its opening it does what *hard* would:
quick players make too little of such hands, so that their play-outs mislead.

The budget is a number of worlds, never a time, so the same view and seed give the same action.
"""

from __future__ import annotations

import math
from collections.abc import Generator
from statistics import fmean, variance
from typing import Final, NamedTuple

from scala40 import tactics
from scala40.actions import Action, Attach, Discard, Lay
from scala40.playout import play_out
from scala40.score import score_hand, side_of
from scala40.shuffle import Stream
from scala40.state import State
from scala40.turn import apply
from scala40.view import View
from scala40.worlds import Worlds

#: So many discards are weighed, and so many besides where something could be placed instead.
DISCARDS: Final = 5
INSTEAD: Final = 2
#: Discards that *hard* thinks worse by so many points are not weighed.
HOPELESS: Final = 6.0
#: How far what *hard* thinks is off, as a standard deviation in points of the score.
DOUBT: Final = 2.0
#: After every so many samples a way is dropped where it is worse by so many standard errors.
BETWEEN: Final = 10
CLEARLY: Final = 2.0


class _Way(NamedTuple):
    """An action to weigh, and what *hard* thinks of it beside its own choice, in points."""

    action: Action
    prior: float


def weigh(view: View, seed: int, samples: int) -> Generator[None, None, Action]:
    """The action of a *maestro* player, with a pause after each sampled deal.

    Args:
        view: what the player sees.
        seed: what the sampled deals are drawn from.
        samples: how many of them.
    """
    yield
    ways = _ways(view, tactics.choose(view))
    if len(ways) > 1:
        source = Stream(seed, "sample", view.seat, len(view.events))
        worlds = Worlds(view)
        gains: dict[_Way, list[float]] = {way: [] for way in ways[1:]}
        for number in range(samples):
            world = worlds.draw(source)
            own = result(apply(world, ways[0].action), view.seat)
            for way, found in gains.items():
                found.append(result(apply(world, way.action), view.seat) - own)
            if number % BETWEEN == BETWEEN - 1:
                gains = _without_the_worse(gains)
                if not gains:
                    break
            yield
        best = max(gains, key=lambda way: _estimate(way, gains[way]), default=ways[0])
        if best in gains and _estimate(best, gains[best]) > 0:
            return best.action
    return ways[0].action


def _ways(view: View, own: Action) -> list[_Way]:
    """What there is to choose from; what *hard* would do comes first."""
    state, ways = view.state, [_Way(own, 0.0)]
    free = state.drawn and state.duty == "none" and not state.freed and not state.buyers
    free = free and state.has_opened and len(view.hand) > 1
    if not free or not isinstance(own, Discard | Lay | Attach):
        return ways
    worths = tactics.discard_worths(view, tactics.throwable(state))
    order = sorted(worths, key=worths.__getitem__, reverse=True)
    best = own.card if isinstance(own, Discard) else order[0]
    most = DISCARDS if isinstance(own, Discard) else INSTEAD
    for c in order[:most]:
        if Discard(c) != own and worths[c] > worths[best] - HOPELESS:
            ways.append(_Way(Discard(c), worths[c] - worths[best]))
    return ways


def result(world: State, seat: int) -> float:
    """What a hand that is played out brings a seat: the others' points less its own side's.

    Args:
        world: a state without hidden cards.
    """
    end = play_out(world)
    score = score_hand(end, (0,) * (2 if end.rules.partners else len(end.hands)))
    side = side_of(seat, end.rules)
    others = {side_of(other, end.rules) for other in end.order} - {side}
    return fmean(score.totals[other] for other in others) - score.totals[side]


def _without_the_worse(gains: dict[_Way, list[float]]) -> dict[_Way, list[float]]:
    """Only the ways that may still be the best, by what each gained on the same samples."""
    means = {way: fmean(found) for way, found in gains.items()}
    leader = max(means, key=means.__getitem__)
    lead = gains[leader] if means[leader] > 0 else [0.0] * len(gains[leader])
    return {way: found for way, found in gains.items() if not _clearly_worse(found, lead)}


def _clearly_worse(found: list[float], lead: list[float]) -> bool:
    behind = [best - gain for gain, best in zip(found, lead, strict=True)]
    return fmean(behind) > CLEARLY * math.sqrt(variance(behind) / len(behind))


def _estimate(way: _Way, gains: list[float]) -> float:
    """What a way gains: its mean over the samples and its prior, each by how sure it is.

    The mean of a normal distribution with a normal prior (Gelman and others, Bayesian Data
    Analysis, 3rd edition, section 2.5).
    """
    if len(gains) < 2:
        return way.prior
    noise = variance(gains) / len(gains)
    return (way.prior * noise + fmean(gains) * DOUBT**2) / (noise + DOUBT**2)

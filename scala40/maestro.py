"""How *maestro* plays: as *hard*, but for what sampled deals show to be better.

Once it has opened, the discards that *hard* likes most are played out by quick players on the same
worlds, deals that fit everything seen (:mod:`scala40.worlds`). What *hard* thinks of a discard is
the prior of its mean: both are weighed by how sure they are, as for normal distributions, so that
few samples change little. Discards that are clearly worse than the best are dropped on the way.
Before its opening it does what *hard* would: quick players make too little of such hands, so that
their play-outs mislead.

The budget is a number of worlds, never a time, so the same view and seed give the same action.
"""

from __future__ import annotations

import math
from collections.abc import Generator
from statistics import fmean, variance
from typing import Final

from scala40 import tactics
from scala40.actions import Action, Discard
from scala40.cards import Card
from scala40.playout import play_out
from scala40.score import score_hand, side_of
from scala40.shuffle import Stream
from scala40.state import State
from scala40.turn import apply
from scala40.view import View
from scala40.worlds import Worlds

#: So many discards are weighed.
DISCARDS: Final = 5
#: Discards that *hard* thinks worse by so many points are not weighed.
HOPELESS: Final = 6.0
#: How far what *hard* thinks is off, as a standard deviation in points of the score.
DOUBT: Final = 2.0
#: After every so many samples a way is dropped where it is worse by so many standard errors.
BETWEEN: Final = 10
CLEARLY: Final = 2.0


def weigh(view: View, seed: int, samples: int) -> Generator[None, None, Action]:
    """The action of a *maestro* player, with a pause after each sampled deal.

    Args:
        view: what the player sees.
        seed: what the sampled deals are drawn from.
        samples: how many of them.
    """
    yield
    own = tactics.choose(view)
    priors = _priors(view, own)
    gains: dict[Card, list[float]] = {c: [] for c in priors}
    if gains:
        source = Stream(seed, "sample", view.seat, len(view.events))
        worlds = Worlds(view)
        for number in range(1, samples + 1):
            world = worlds.draw(source)
            before = result(apply(world, own), view.seat)
            for c, found in gains.items():
                found.append(result(apply(world, Discard(c)), view.seat) - before)
            if number % BETWEEN == 0:
                gains = _without_the_worse(gains)
                if not gains:
                    break
            yield
    hopes = {c: _estimate(priors[c], found) for c, found in gains.items()}
    best = max(hopes, key=hopes.__getitem__, default=None)
    return Discard(best) if best is not None and hopes[best] > 0 else own


def _priors(view: View, own: Action) -> dict[Card, float]:
    """The other discards that are worth weighing, each with what *hard* thinks it gains."""
    state = view.state
    if not isinstance(own, Discard) or not state.has_opened or len(view.hand) == 1:
        return {}
    worths = tactics.discard_worths(view, tactics.throwable(state))
    if state.duty != "none" or state.freed or own.card not in worths:
        return {}
    order = sorted(worths, key=worths.__getitem__, reverse=True)[:DISCARDS]
    gains = {c: worths[c] - worths[own.card] for c in order if c != own.card}
    return {c: gain for c, gain in gains.items() if gain > -HOPELESS}


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


def _without_the_worse(gains: dict[Card, list[float]]) -> dict[Card, list[float]]:
    """Only the discards that may still be the best, by what each gained on the same samples."""
    means = {c: fmean(found) for c, found in gains.items()}
    leader = max(means, key=means.__getitem__)
    lead = gains[leader] if means[leader] > 0 else [0.0] * len(gains[leader])
    return {c: found for c, found in gains.items() if not _clearly_worse(found, lead)}


def _clearly_worse(found: list[float], lead: list[float]) -> bool:
    behind = [best - gain for gain, best in zip(found, lead, strict=True)]
    return fmean(behind) > CLEARLY * math.sqrt(variance(behind) / len(behind))


def _estimate(prior: float, gains: list[float]) -> float:
    """What a discard gains: its mean over the samples and its prior, each by how sure it is.

    The mean of a normal distribution with a normal prior (Gelman and others, Bayesian Data
    Analysis, 3rd edition, section 2.5).
    """
    if len(gains) < 2:
        return prior
    noise = variance(gains) / len(gains)
    return (prior * noise + fmean(gains) * DOUBT**2) / (noise + DOUBT**2)

"""How each bot of an arena did, with 95 % intervals: as values, as plain data and as a table.

>>> from scala40.arena import arena, computer
>>> from scala40.rules import Rules
>>> bots = (computer("hard"), computer("hard"))
>>> results = arena(bots, Rules.preset("online"), players=2, deals=2, seed=1, clock=float)
>>> [(standing.name, standing.hands) for standing in standings(results)]
[('hard 1', 4), ('hard 2', 4)]
>>> standings(results)[0].gain.value  # whoever plays against itself gains nothing
0.0
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import accumulate
from math import fsum, sqrt
from typing import Final, NamedTuple, TypeVar

from scala40.arena import HandResult, Results

T = TypeVar("T")

#: The standard normal quantile of two-sided 95 %.
Z95: Final = 1.959963984540054


class Estimate(NamedTuple):
    """A value, and how far from it the ends of its 95 % interval are; None where unknown."""

    value: float
    margin: float | None

    @property
    def interval(self) -> tuple[float, float] | None:
        """The ends of the interval."""
        margin = self.margin
        return None if margin is None else (self.value - margin, self.value + margin)


def estimate(clusters: Iterable[tuple[float, float]]) -> Estimate | None:
    """The ratio of two sums over independent clusters, which here are the deals.

    The hands of one deal resemble one another, those of different deals do not, so the interval
    comes from the spread between deals. It is that of a ratio of means (W. G. Cochran, *Sampling
    Techniques*, 3rd ed. 1977, section 2.11: by the residuals ``y - ratio * x``), with Student's t
    for one less than the deals. Where every ``x`` is 1 it is the plain t interval of a mean.

    >>> mean = estimate([(1, 1), (2, 1), (3, 1), (4, 1)])
    >>> mean.value, round(mean.margin, 2)  # the margin: 3.182 * 1.291 / 2
    (2.5, 2.05)

    Args:
        clusters: by deal, a sum ``y`` and what it is a sum over, ``x``.

    Returns:
        None where the ``x`` add up to nothing; no margin where there is but one cluster.
    """
    pairs = [*clusters]
    n, over = len(pairs), fsum(x for _, x in pairs)
    if not over:
        return None
    ratio = fsum(y for y, _ in pairs) / over
    if n < 2:
        return Estimate(ratio, None)
    residuals = fsum((y - ratio * x) ** 2 for y, x in pairs)
    return Estimate(ratio, student95(n - 1) * sqrt(n / (n - 1) * residuals) / over)


def student95(freedom: int) -> float:
    """The quantile of Student's t for a two-sided 95 %, by its expansion round the normal one.

    M. Abramowitz and I. A. Stegun, *Handbook of Mathematical Functions*, 26.7.5; 1 % too small for
    2 degrees of freedom, right to 0.001 from 4 on.

    >>> round(student95(10), 3)
    2.228
    """
    z, square = Z95, Z95 * Z95
    terms = (
        z,
        z * (square + 1) / 4,
        z * ((5 * square + 16) * square + 3) / 96,
        z * (((3 * square + 19) * square + 17) * square - 15) / 384,
        z * ((((79 * square + 776) * square + 1482) * square - 1920) * square - 945) / 92160,
    )
    return sum(term / float(freedom) ** power for power, term in enumerate(terms))


class Standing(NamedTuple):
    """How a bot did.

    Attributes:
        hands: how many it held; ``won`` of them its side closed.
        share: of the hands that were not void, those it won; None where all were void.
        points: penalty points a hand.
        gain: how many fewer they are than the mean of the others at the same table.
        median_ms, p99_ms: so long took half, and 99 of 100, of its decisions.
    """

    name: str
    hands: int
    won: int
    share: Estimate | None
    points: float
    gain: Estimate
    median_ms: float
    p99_ms: float


def standings(results: Results) -> list[Standing]:
    """How each bot did; there has to be one deal at least."""
    return [_standing(results, bot) for bot in range(len(results.bots))]


def _standing(results: Results, bot: int) -> Standing:
    shares: list[tuple[int, int]] = []
    gains: list[tuple[float, int]] = []
    points: list[int] = []
    for hands in results.deals:
        won = [won for hand in hands for won in _of(hand, bot, hand.won) if any(hand.won)]
        shares.append((sum(won), len(won)))
        own = [cost for hand in hands for cost in _of(hand, bot, hand.points)]
        others = [cost for hand in hands for cost in _of(hand, bot, hand.points, others=True)]
        # the difference of the means, nothing exactly where nothing is gained
        more = sum(others) * len(own) - sum(own) * len(others)
        gains.append((more / (len(own) * len(others)), 1))
        points += own
    gain, times = estimate(gains), results.times[bot]
    assert gain is not None
    return Standing(
        results.bots[bot],
        len(points),
        sum(won for won, _ in shares),
        estimate(shares),
        sum(points) / len(points),
        gain,
        quantile(times, 0.5),
        quantile(times, 0.99),
    )


def _of(hand: HandResult, bot: int, facts: tuple[T, ...], others: bool = False) -> list[T]:
    """What is true of the seats where a bot sat, or of the other seats."""
    return [fact for here, fact in zip(hand.bots, facts, strict=True) if (here == bot) != others]


def quantile(times: Counter[float], part: float) -> float:
    """The least time that at least this part of the counted ones does not exceed.

    >>> quantile(Counter({0.5: 98, 2.0: 1, 70.0: 1}), 0.99)
    2.0
    """
    ordered = sorted(times.items())
    counted = accumulate(number for _, number in ordered)
    enough = part * times.total()
    return next(
        time for (time, _), so_far in zip(ordered, counted, strict=True) if so_far >= enough
    )


def share_of_first(results: Results) -> Estimate | None:
    """Of the hands that were not void, those that the first bot won; None where all were void."""
    return estimate(
        (
            sum(any(_of(hand, 0, hand.won)) for hand in hands),
            sum(any(hand.won) for hand in hands),
        )
        for hands in results.deals
    )


def as_json(results: Results) -> dict[str, object]:
    """The results as plain data; shares are parts of 1, intervals their two ends."""
    hands = [hand for deal in results.deals for hand in deal]
    found: dict[str, object] = {
        "rules": str(results.rules),
        "players": results.players,
        "seed": results.seed,
        "deals": len(results.deals),
        "deals_asked": results.asked,
        "hands": len(hands),
        "void": sum(not any(hand.won) for hand in hands),
        "bots": [
            {
                "name": standing.name,
                "hands": standing.hands,
                "won": standing.won,
                "share": standing.share and standing.share.value,
                "share_interval": standing.share and standing.share.interval,
                "points": standing.points,
                "gain": standing.gain.value,
                "gain_interval": standing.gain.interval,
                "decision_ms": {"median": standing.median_ms, "p99": standing.p99_ms},
            }
            for standing in standings(results)
        ],
    }
    if len(results.bots) == 2:
        share, gain = share_of_first(results), _standing(results, 0).gain
        found["head_to_head"] = {
            "share": share and share.value,
            "share_interval": share and share.interval,
            "gain": gain.value,
            "gain_interval": gain.interval,
        }
    return found


def as_text(results: Results) -> str:
    """The results as a table, and a line that says how to read it."""
    deals, hands = len(results.deals), [hand for deal in results.deals for hand in deal]
    void = sum(not any(hand.won) for hand in hands)
    rows = [("bot", "hands", "won", "% of decided", "points", "gain", "median ms", "p99 ms")]
    for standing in standings(results):
        rows.append(
            (
                standing.name,
                str(standing.hands),
                str(standing.won),
                _plus_minus(standing.share, ".1f", 100),
                f"{standing.points:.2f}",
                _plus_minus(standing.gain, "+.2f"),
                f"{standing.median_ms:g}",
                f"{standing.p99_ms:g}",
            )
        )
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        f"Rules {results.rules}, {results.players} players, seed {results.seed}: {deals} of"
        f" {results.asked} deals in {len(hands) // deals} seatings each, {void} of {len(hands)}"
        " hands void.",
        "",
    ]
    for row in rows:
        cells = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
        lines.append("  ".join((row[0].ljust(widths[0]), *cells)))
    lines += [
        "",
        "points: penalty points a hand. gain: how many fewer than the others at the table, a hand.",
        "±: 95 % intervals, clustered by deal. ms: time for a decision.",
    ]
    if len(results.bots) == 2:
        first, second = results.bots
        share, gain = share_of_first(results), _standing(results, 0).gain
        lines.append(
            f"{first} against {second}: {_plus_minus(share, '.1f', 100)} % of the decided hands"
            f" won, {_plus_minus(gain, '+.2f')} points a hand gained."
        )
    return "\n".join(lines)


def _plus_minus(found: Estimate | None, form: str, scale: int = 1) -> str:
    if found is None:
        return "–"
    value = f"{scale * found.value:{form}}"
    return value if found.margin is None else f"{value} ± {scale * found.margin:{form.lstrip('+')}}"

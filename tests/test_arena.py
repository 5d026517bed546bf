"""Bots meet on duplicate deals; how they did is told with honest intervals."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from itertools import count
from math import sqrt
from multiprocessing import get_context
from random import Random
from statistics import mean, stdev
from typing import Any

import pytest

from scala40.actions import Action, Discard, Draw, PutBack
from scala40.arena import Bot, HandResult, Player, Results, Unplayable, arena, computer, seatings
from scala40.bots import choose
from scala40.cards import Card
from scala40.errors import RulesError
from scala40.levels import LEVELS
from scala40.rules import Rules
from scala40.standings import as_json, as_text, estimate, share_of_first, standings, student95
from scala40.turn import may
from scala40.view import View

ONLINE = Rules.preset("online")
SENSIBLE = computer("normal")


def play(*bots: Bot, rules: Rules = ONLINE, **settings: Any) -> Results:
    asked: dict[str, Any] = {"players": len(bots), "deals": 4, "seed": 1, "clock": float}
    return arena(bots, rules, **(asked | settings))


def careless(seed: int) -> Player:
    """Somebody who draws and throws at random."""
    rng = Random(seed)

    def player(view: View) -> Action:
        if not view.state.drawn:
            return Draw()
        return rng.choice([Discard(c) for c in view.hand if may(view.state, Discard(c))])

    return player


CARELESS = Bot("careless", careless)


# --- the seats


@pytest.mark.parametrize("players", range(2, 7))
def test_in_every_rotation_the_seats_are_shared_fairly(players: int) -> None:
    for bots in range(2, players + 1):
        table = seatings(bots, players)
        assert len(set(table)) == len(table)
        for bot in range(bots):
            held = Counter(seat for seats in table for seat in range(players) if seats[seat] == bot)
            assert len(held) == players
            assert len(set(held.values())) == 1


@pytest.mark.parametrize("number", [2, 3, 4])
def test_every_bot_holds_every_hand_just_once(number: int) -> None:
    dealt: list[list[tuple[Card, ...]]] = [[] for _ in range(number)]

    def watching(bot: int) -> Bot:
        def sit(seed: int) -> Player:
            begun = False

            def player(view: View) -> Action:
                nonlocal begun
                if not begun:
                    begun = True
                    dealt[bot].append(view.hand)
                return choose(view)

            return player

        return Bot(f"bot {bot}", sit)

    play(*map(watching, range(number)), deals=5)
    assert len(set(dealt[0])) == len(dealt[0]) == 5 * number
    assert all(sorted(hands) == sorted(dealt[0]) for hands in dealt)


def test_fewer_bots_than_players_are_dealt_round() -> None:
    results = play(SENSIBLE, CARELESS, players=4, deals=1)
    assert [hand.bots for hand in results.deals[0]] == [(0, 1, 0, 1), (1, 0, 1, 0)]


# --- what it is played with


def test_a_seat_has_one_seed_in_a_deal_whoever_sits_there_and_no_two_are_alike() -> None:
    seeds: list[int] = []

    def sit(seed: int) -> Player:
        seeds.append(seed)
        return choose

    play(Bot("a", sit), Bot("b", sit), deals=3)
    assert [seeds[at : at + 2] for at in (0, 4, 8)] == [seeds[at : at + 2] for at in (2, 6, 10)]
    assert len(set(seeds)) == 6


def test_a_run_follows_from_its_seed_and_a_longer_one_begins_the_same() -> None:
    short, long, other = (
        play(SENSIBLE, SENSIBLE, deals=deals, seed=seed) for deals, seed in ((3, 7), (6, 7), (3, 8))
    )
    assert long.deals[:3] == short.deals
    assert other.deals != short.deals


def test_whoever_plays_is_the_same_wherever_it_is_played() -> None:
    here = play(SENSIBLE, CARELESS, deals=30)
    with ThreadPoolExecutor(3) as threads:
        assert play(SENSIBLE, CARELESS, deals=30, executor=threads) == here
    with ProcessPoolExecutor(2, get_context("spawn")) as processes:
        apart = play(*map(computer, LEVELS[:2]), deals=4, executor=processes)
    assert apart == play(*map(computer, LEVELS[:2]), deals=4)


def test_progress_is_told_to_the_end() -> None:
    told: list[tuple[int, int]] = []
    play(SENSIBLE, CARELESS, deals=5, progress=lambda done, total: told.append((done, total)))
    assert told == [(done, 5) for done in range(1, 6)]


def test_interrupted_it_keeps_the_deals_played_until_then() -> None:
    def progress(done: int, total: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    results = play(SENSIBLE, CARELESS, progress=progress)
    assert results.deals == play(SENSIBLE, CARELESS, deals=2).deals
    assert results.asked == 4
    assert "2 of 4 deals" in as_text(results)


def test_a_bot_that_tries_what_is_refused_is_named() -> None:
    cheat = Bot("cheat", lambda seed: lambda view: PutBack())
    with pytest.raises(RuntimeError, match=r"cheat tried “put-back” in deal \d+: You have taken"):
        play(SENSIBLE, cheat)


@pytest.mark.parametrize(
    ("bots", "settings", "reason"),
    [
        ([SENSIBLE], {"players": 2}, "two bots or more"),
        ([SENSIBLE] * 3, {"players": 2}, "3 bots do not fit on 2 seats"),
        ([SENSIBLE] * 2, {"deals": 0}, "one deal or more"),
    ],
)
def test_a_run_that_cannot_be_is_refused(
    bots: list[Bot], settings: dict[str, int], reason: str
) -> None:
    with pytest.raises(Unplayable, match=reason):
        play(*bots, **settings)


def test_players_that_the_rules_do_not_admit_are_refused() -> None:
    with pytest.raises(RulesError, match="choose from 2 to 2 players"):
        play(SENSIBLE, CARELESS, rules=Rules.preset("duello"), players=3)


# --- how they did


def test_whoever_plays_against_itself_gains_nothing_to_the_last_digit() -> None:
    for number in (2, 3, 4):
        for standing in standings(play(*[SENSIBLE] * number, deals=10)):
            assert standing.gain == (0.0, 0.0)
            assert standing.share == pytest.approx((1 / number, 0.0))
            assert standing.points > 0


def test_the_careless_lose_to_the_sensible_beyond_doubt() -> None:
    sensible, bad = standings(play(SENSIBLE, CARELESS, deals=24))
    assert sensible.gain.value == -bad.gain.value
    assert sensible.gain.interval is not None
    assert sensible.gain.interval[0] > 0
    assert sensible.won > 40
    assert bad.won == 0


def test_points_are_those_of_the_score_sheet_bonus_and_doubling_included() -> None:
    rules = Rules.read("online;winner_bonus=30;unopened_penalty=flat-100")
    (hand,) = {hand for deal in play(SENSIBLE, CARELESS, deals=1).deals for hand in deal[:1]}
    (other,) = {
        hand for deal in play(SENSIBLE, CARELESS, deals=1, rules=rules).deals for hand in deal[:1]
    }
    assert hand.points == (0, 100)  # who never opened
    assert other.points == (-30, 100)


def test_partners_win_and_pay_together() -> None:
    results = play(SENSIBLE, CARELESS, rules=Rules.read("online;partners=yes"), players=4, deals=2)
    for deal in results.deals:
        for hand in deal:
            assert hand.won[0] == hand.won[2] != hand.won[1] == hand.won[3]
            assert hand.points[0] == hand.points[2] != hand.points[1] == hand.points[3]
    assert standings(results)[0].share == (1.0, 0.0)


def test_a_void_hand_costs_nothing_and_counts_for_no_share() -> None:
    results = play(CARELESS, CARELESS, rules=Rules.read("online;max_reshuffles=0"))
    found = as_json(results)
    assert found["void"] == found["hands"] == 8
    assert [(s.share, s.points, s.gain.value) for s in standings(results)] == [(None, 0, 0)] * 2
    assert share_of_first(results) is None
    assert "–" in as_text(results)


def test_a_bot_named_twice_is_numbered() -> None:
    results = play(SENSIBLE, CARELESS, SENSIBLE, deals=1)
    assert results.bots == ("normal 1", "careless", "normal 2")


def test_the_time_is_that_of_the_decisions_alone() -> None:
    ticks = count()
    results = play(SENSIBLE, CARELESS, clock=lambda: float(next(ticks)))
    assert [set(times) for times in results.times] == [{1000.0}, {1000.0}]
    assert sum(times.total() for times in results.times) == next(ticks) / 2
    assert {(s.median_ms, s.p99_ms) for s in standings(results)} == {(1000.0, 1000.0)}


# --- the intervals


def results_of(*deals: str) -> Results:
    """Results of the bots a and b, each deal as what they paid in it: "a-b a-b", 0-0 is void."""

    def hand(turn: int, text: str) -> HandResult:
        paid = [int(cost) for cost in text.split("-")]
        bots = (turn, 1 - turn)
        points = tuple(paid[bot] for bot in bots)
        return HandResult(bots, tuple(any(points) and cost == 0 for cost in points), points)

    hands = tuple(tuple(hand(turn, text) for turn, text in enumerate(d.split())) for d in deals)
    return Results(("a", "b"), ONLINE, 2, 1, len(deals), hands, (Counter([1.0]), Counter([2.0])))


FIVE = results_of("0-10 0-30", "5-0 0-9", "0-0 0-8", "7-0 1-0", "0-40 0-20")


def test_a_gain_is_the_t_interval_over_the_means_of_the_deals() -> None:
    means = [20, 2, 4, -4, 30]
    first, second = standings(FIVE)
    assert first.gain.value == mean(means) == -second.gain.value
    assert first.gain.margin == pytest.approx(2.776 * stdev(means) / sqrt(5), rel=1e-3)
    assert second.gain.margin == first.gain.margin
    assert (first.hands, first.won, first.points, second.points) == (10, 6, 1.3, 11.7)


def test_a_share_leaves_void_hands_out_and_is_clustered_by_deal() -> None:
    # won 2 1 1 0 2 of 2 2 1 2 2 decided hands: 6 of 9, residuals 2/3 -1/3 1/3 -4/3 2/3
    share = standings(FIVE)[0].share
    assert share == share_of_first(FIVE)
    assert share is not None
    assert share.value == pytest.approx(6 / 9)
    assert share.margin == pytest.approx(2.776 * sqrt(5 / 4 * 26 / 9) / 9, rel=1e-3)


def test_the_table_is_aligned_and_the_data_says_the_same() -> None:
    rows = as_text(FIVE).splitlines()[2:5]
    assert [row.split()[0] for row in rows] == ["bot", "a", "b"]
    assert len({len(row) for row in rows}) == 1
    found: Any = as_json(FIVE)
    assert (found["deals"], found["hands"], found["void"]) == (5, 10, 1)
    assert found["bots"][0]["gain"] == found["head_to_head"]["gain"] == 10.4
    low, high = found["head_to_head"]["gain_interval"]
    assert f"+10.40 ± {(high - low) / 2:.2f}" in rows[1]
    assert found["bots"][1]["decision_ms"] == {"median": 2.0, "p99": 2.0}


@pytest.mark.parametrize(
    ("freedom", "tabled"), [(4, 2.776), (5, 2.571), (10, 2.228), (30, 2.042), (120, 1.98)]
)
def test_the_t_quantile_is_that_of_the_printed_tables(freedom: int, tabled: float) -> None:
    assert student95(freedom) == pytest.approx(tabled, abs=1e-3)


def test_of_many_intervals_95_in_100_hold_the_truth() -> None:
    rng, held = Random(40), 0
    for _ in range(2000):
        found = estimate((rng.gauss(3, 2), 1) for _ in range(8))
        assert found is not None
        assert found.interval is not None
        held += found.interval[0] < 3 < found.interval[1]
    assert 0.935 < held / 2000 < 0.965


def test_one_deal_alone_tells_no_interval() -> None:
    results = play(SENSIBLE, CARELESS, deals=1)
    assert standings(results)[0].gain.interval is None
    assert "±" not in as_text(results).split("points:")[0]

"""How fast the engine is, a JSON object a line: ``python -m scala40 bench``.

Four sensible but simple players play whole hands: draw, open when possible, lay and add what fits,
throw at random. A decision is an action of theirs. The look-ahead of a ``take`` is measured by
itself, and so are the search for the best turn, on dealt hands and tables, and the search for the
best split: on hands of 14 cards that it has not met, beside the plain search.
"""

from __future__ import annotations

import statistics
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from time import perf_counter, process_time
from typing import Final

from scala40.actions import Action, Attach, Discard, Draw, Lay, Take
from scala40.candidates import melds_in
from scala40.cards import JOKER, Card, pack
from scala40.hand import Hand, deal_hand
from scala40.melds import Meld, fitting
from scala40.packed import pack_hand
from scala40.partition import best_split, plain_split
from scala40.rules import Rules
from scala40.search import best_turn
from scala40.solver import Splitter, solve
from scala40.state import State
from scala40.turn import may, must_keep

PLAYERS: Final = 4
HANDS: Final = 1500
#: Decisions a second of a well-known package's gin rummy in random play, where that was tried.
MARK: Final = 37_000


def figures(hands: int = HANDS) -> Iterator[dict[str, object]]:
    """The figures, each with ``name``, ``value``, ``unit``, and with a mark ``mark`` and ``ok``."""
    rules = Rules.preset("online")
    play_hands(rules, range(hands // 10))  # what is kept for the life of the process is kept now
    begin = perf_counter()
    seen = play_hands(rules, range(hands, 2 * hands))
    spent = perf_counter() - begin
    rate = sum(seen.values()) / spent
    yield {
        "name": "decisions of simple players",
        "value": round(rate),
        "unit": "1/s",
        "mark": MARK,
        "ok": rate >= MARK,
    }
    yield {"name": "hands of four", "value": round(hands / spent, 1), "unit": "1/s"}
    for kind, number in sorted(seen.items()):
        yield {"name": f"actions: {kind}", "value": number, "unit": "count"}
    times = sorted(look_ahead_times(rules, range(hands // 10)))
    for name, value in (
        ("take with its look-ahead, median", statistics.median(times)),
        ("take with its look-ahead, 99 of 100", times[len(times) * 99 // 100]),
    ):
        yield {"name": name, "value": round(value * 1e6, 1), "unit": "us"}
    for cards, melds in ((6, 4), (14, 10)):
        times = sorted(best_turn_times(rules, cards, melds, 1 + hands // 5))
        name = f"best turn, {cards} cards and {melds} melds"
        for which, value in (
            ("median", statistics.median(times)),
            ("99 of 100", times[len(times) * 99 // 100]),
        ):
            yield {"name": f"{name}, {which}", "value": round(value * 1e6, 1), "unit": "us"}
    for name, jokers, mark in (
        ("14 cards without a joker", 0, 5),
        ("14 cards with two jokers", 2, 20),
        ("14 cards of the pack", None, None),
    ):
        yield from split_figures(rules, name, jokers, mark, 1 + 10 * hands // 3)


def split_figures(
    rules: Rules, name: str, jokers: int | None, mark: int | None, others: int
) -> Iterator[dict[str, object]]:
    """What the split that leaves least costs, after so many other hands.

    Args:
        jokers: how many of the cards; None for as many as come.
        mark: microseconds that half of the hands should stay below.
    """
    rng = Random(name)
    for _ in range(others):
        solve(random_hand(rng, jokers), rules, "deadwood")
    tried = others // 5 + 1
    fast = [_seconds(solve, random_hand(rng, jokers), rules, "deadwood") for _ in range(tried)]
    plain = [
        _seconds(partial(plain_split, goal="deadwood"), random_hand(rng, jokers), rules)
        for _ in range(tried)
    ]
    fresh = [_seconds(_split_afresh, random_hand(rng, jokers), rules) for _ in range(tried)]
    slow = sorted(fast)[tried * 99 // 100]
    times = statistics.median(plain) / statistics.median(fast)
    for what, value, unit, limit in (
        ("median", statistics.median(fast) * 1e6, "us", mark),
        ("99 of 100", slow * 1e6, "us", 60),
        ("plain, median", statistics.median(plain) * 1e6, "us", None),
        ("with nothing learnt, mean", statistics.mean(fresh) * 1e6, "us", 150),
    ):
        figure = {"name": f"split of {name}, {what}", "value": round(value, 1), "unit": unit}
        yield figure if limit is None else {**figure, "mark": limit, "ok": value <= limit}
    yield {
        "name": f"split of {name}, faster than plain",
        "value": round(times, 1),
        "unit": "times",
        "mark": 4,
        "ok": times >= 4,
    }


def random_hand(rng: Random, jokers: int | None) -> tuple[Card, ...]:
    """14 cards of the whole pack, or so many jokers and other cards."""
    if jokers is None:
        return tuple(rng.sample(pack(4), 14))
    return (*rng.sample(pack(0), 14 - jokers), *(JOKER,) * jokers)


def _split_afresh(hand: tuple[Card, ...], rules: Rules) -> tuple[Meld, ...]:
    """The melds of the best split, by a search that has learnt nothing."""
    plain = pack_hand(c for c in hand if c != JOKER)
    return Splitter(rules, "deadwood").melds(plain, hand.count(JOKER))


def _seconds(search: Callable[..., object], *given: object) -> float:
    """What a search costs the processor: it is too short for what else runs to be left in."""
    begin = process_time()
    search(*given)
    return process_time() - begin


def play_hands(
    rules: Rules, deals: range, watch: Callable[[State], None] | None = None
) -> Counter[str]:
    """Play one hand of each deal; how many actions of each kind were done."""
    seen: Counter[str] = Counter()
    for deal in deals:
        rng = Random(deal)
        hand = Hand(deal_hand(rules, PLAYERS, range(PLAYERS), deal))
        while hand.state.end is None:
            if watch is not None:
                watch(hand.state)
            action = simple_action(hand.state, rng)
            hand.play(action)
            seen[type(action).__name__.lower()] += 1
    return seen


def look_ahead_times(rules: Rules, deals: range) -> list[float]:
    """How long it took to tell whether the top discard may be taken, in seconds."""
    times: list[float] = []

    def watch(state: State) -> None:
        if not state.drawn and state.discard:
            begin = perf_counter()
            may(state, Take(state.discard[-1]))
            times.append(perf_counter() - begin)

    play_hands(rules, deals, watch)
    return times


def best_turn_times(rules: Rules, cards: int, melds: int, turns: int) -> list[float]:
    """How long the best turn took with so many cards and melds on the table, in seconds."""
    times: list[float] = []
    every = list(melds_in(pack(1), rules, longest=4))
    for number in range(turns):
        rng = Random(number)
        left, table = list(pack(rules.jokers)), list[Meld]()
        while len(table) < melds:
            meld = rng.choice(every)
            need = Counter(c.in_hand for c in meld.cards)
            if need <= Counter(left):
                left = list((Counter(left) - need).elements())
                table.append(meld)
        rng.shuffle(left)
        state = State(
            rules,
            tuple(range(PLAYERS)),
            (tuple(sorted(left[:cards])), *((),) * (PLAYERS - 1)),
            (True,) * PLAYERS,
            tuple(table),
            (1,) * melds,
            turns=PLAYERS,
            drawn=True,
        )
        begin = perf_counter()
        best_turn(state)
        times.append(perf_counter() - begin)
    return times


def simple_action(state: State, rng: Random) -> Action:
    """What a sensible but simple player does."""
    if not state.drawn:
        return Draw()
    rules, keep = state.rules, must_keep(state)
    needed = None if state.has_opened else rules.opening_points
    split = best_split(state.hand, rules, goal="points", keep=keep, opening=needed)
    if split is not None and split.melds:
        melds = split.melds if needed else split.melds[:1]
        return Lay(tuple(meld.cards for meld in melds))
    if needed is None and len(state.hand) > keep:
        for number, meld in enumerate(state.melds):
            for c in fitting(meld, rules):
                if c in state.hand:
                    attach = Attach(c, number, "low" if meld.high == 13 and c.rank == 1 else None)
                    if may(state, attach):
                        return attach
    return Discard(rng.choice(state.hand))

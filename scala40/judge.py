"""The referee: answers cases, each a position or some cards with a question about the rules.

The form of a case is told in ``docs/cases.md``. Nothing is decided here: a case is brought into the
engine's own terms, and the engine's answer is written down.

>>> judge({"id": "1", "rules": "*", "kind": "meld", "cards": "QS KS X=AS"})
{'id': '1', 'legal': True, 'points': 31}
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from scala40.actions import Action, Attach, Lay, read_action
from scala40.cards import UNSEEN, Card, cards, hand_text, pack
from scala40.cards import card as read_card
from scala40.errors import PositionError, Refused, Scala40Error
from scala40.hand import deal_hand
from scala40.melds import read_meld, readings
from scala40.messages import ENGLISH
from scala40.partition import best_split
from scala40.rules import PRESETS, Rules, read_option
from scala40.score import add_up, decided, hand_points, out_sides, side_of
from scala40.search import best_turn
from scala40.state import Duty, State
from scala40.turn import apply

Case = Mapping[str, Any]
Answer = dict[str, Any]

#: Hidden cards of a stock that is not counted: more than anybody will draw.
ENOUGH: Final = 60


def judge(case: object) -> Answer:
    """The answer to one case; a case that cannot be read gets an ``error`` instead."""
    name = case.get("id") if isinstance(case, Mapping) else None
    try:
        return {"id": name, **_answer(case)}
    except Scala40Error as error:
        return {"id": name, "error": ENGLISH.reason(error)}


def _answer(case: object) -> Answer:
    if not isinstance(case, Mapping):
        raise PositionError("case-unreadable", field="")
    ask = KINDS.get(_get(case, "kind", str, ""))
    if ask is None:
        raise PositionError("unknown-kind", kind=str(case.get("kind"))[:40], allowed=tuple(KINDS))
    answers = {preset: _refusable(ask, case, rules) for preset, rules in _rules_asked(case).items()}
    first, *others = answers
    for other in others:
        if _verdict(answers[other]) != _verdict(answers[first]):
            raise PositionError("presets-differ", first=first, second=other)
    return answers[first]


def _refusable(ask: Callable[[Case, Rules], Answer], case: Case, rules: Rules) -> Answer:
    try:
        return ask(case, rules)
    except Refused as refused:
        return {"legal": False, "reason": refused.code, "message": ENGLISH.reason(refused)}


def _verdict(answer: Answer) -> Answer:
    return {key: value for key, value in answer.items() if key not in ("reason", "message")}


def _rules_asked(case: Case) -> dict[str, Rules]:
    """The rules to judge by: a preset's, or those of every preset for the number of players."""
    name = _get(case, "rules", str, "*")
    options = _options(_get(case, "options", Mapping, {}))
    if name != "*":
        return {name: Rules.preset(name).with_options(options)}
    players = _get(_get(case, "position", Mapping, case), "players", int, 2)
    found = {preset: Rules.preset(preset).with_options(options) for preset in PRESETS}
    found = {p: r for p, r in found.items() if r.min_players <= players <= r.max_players}
    if not found:
        raise PositionError("no-such-table", players=players)
    return found


def _options(given: Mapping[str, Any]) -> dict[str, object]:
    words = {True: "yes", False: "no"}
    return {
        str(name): read_option(str(name), words[value] if type(value) is bool else _word(value))
        for name, value in given.items()
    }


def _word(value: object) -> str:
    return "none" if value is None else str(value)


# --- the kinds of question -----------------------------------------------------------------------


def _ask_meld(case: Case, rules: Rules) -> Answer:
    meld = read_meld(_cards(case, "cards"), rules)
    _can_exist(meld.cards, rules)
    return {"legal": True, "points": meld.points}


def _ask_readings(case: Case, rules: Rules) -> Answer:
    given = tuple(c.in_hand for c in _cards(case, "cards"))
    _can_exist(given, rules)
    found = readings(given, rules)
    return {"readings": [{"cards": str(meld), "points": meld.points} for meld in found]}


def _ask_play(case: Case, rules: Rules) -> Answer:
    position = _get(case, "position", Mapping, {})
    before = read_position(position, rules)
    counted = "stock" in position
    state, laid, attached = before, [], None
    opening = before.opened_now
    for action in _actions(case):
        if state.seat != before.seat:
            raise Refused("turn-over")
        after = apply(state, action)
        if isinstance(action, Lay):
            laid.append(sum(meld.points for meld in after.melds[len(state.melds) :]))
        if isinstance(action, Attach):
            attached = after.melds[action.meld]
        opening = opening or after.opened_now
        state = after
    hand = state.hands[before.seat]
    answer: Answer = {"legal": True}
    if laid:
        answer["points"] = sum(laid) if opening else laid[-1]
    if attached is not None:
        answer["meld_points"] = attached.points
    closes = state.end is not None and state.end.closer == before.seat
    answer |= {"closes": closes, "in_mano": state.end is not None and state.end.in_mano}
    if UNSEEN not in hand:
        answer["hand_after"] = hand_text(hand)
    answer["table_after"] = [str(meld) for meld in state.melds]
    if counted:
        answer["stock_after"] = len(state.stock)
    known = state.stock.index(UNSEEN) if UNSEEN in state.stock else len(state.stock)
    answer |= {
        "discard_after": hand_text(state.discard),
        "next_draws": hand_text(state.stock[:known]),
        "hand_over": state.end is not None,
        "void": state.end is not None and state.end.closer is None,
    }
    return answer


def _ask_best_lay(case: Case, rules: Rules) -> Answer:
    hand = _cards(case, "hand")
    _can_exist(hand, rules)
    most = best_split(hand, rules, goal="points")
    opening = best_split(hand, rules, goal="points", opening=rules.opening_points)
    return {
        "points": most.points if most else 0,
        "deadwood": _fewest_left(hand, rules),
        "opens": opening is not None,
    }


def _fewest_left(hand: tuple[Card, ...], rules: Rules) -> int:
    """The fewest points that can be left of a hand, the lone ace at its own price."""
    split = best_split(hand, rules, goal="deadwood")
    laid = Counter(c.in_hand for meld in split.melds for c in meld.cards) if split else Counter()
    left = hand_points((Counter(hand) - laid).elements(), rules, opened=True)
    for ace in {c for c in hand if c.rank == 1}:
        rest = list(hand)
        rest.remove(ace)
        full = best_split(rest, rules, goal="cards")
        if full and sum(len(meld.cards) for meld in full.melds) == len(rest):
            left = min(left, rules.lone_ace_in_hand)
    return left


def _ask_best_play(case: Case, rules: Rules) -> Answer:
    state = read_position(_get(case, "position", Mapping, {}), rules)
    if not state.drawn:
        raise Refused("draw-first")
    actions, after = best_turn(state)
    closes = after.end is not None and after.end.closer == state.seat
    return {"actions": [str(action) for action in actions], "closes": closes}


def _ask_hand_points(case: Case, rules: Rules) -> Answer:
    hand = _cards(case, "hand")
    _can_exist(hand, rules)
    points = hand_points(
        hand,
        rules,
        opened=_get(case, "opened", bool, False),
        closer=_get(case, "closer", bool, False),
        in_mano=_get(case, "in_mano", bool, False),
    )
    return {"points": points}


def _ask_deal(case: Case, rules: Rules) -> Answer:
    players = _get(case, "players", int, 2)
    if not rules.min_players <= players <= rules.max_players:
        raise PositionError("no-such-table", players=players)
    state = deal_hand(rules, players, range(players), deal=0)
    return {
        "dealt": sum(map(len, state.hands)),
        "discard": len(state.discard),
        "stock": len(state.stock),
    }


def _ask_match(case: Case, rules: Rules) -> Answer:
    before, points = _numbers(case, "before"), _numbers(case, "hand_points")
    closer = _get(case, "closer", int, -1)
    if len(before) != len(points) or (rules.partners and len(before) != 2):
        raise PositionError("case-unreadable", field="hand_points")
    if not 0 <= closer < (4 if rules.partners else len(before)):
        raise PositionError("case-unreadable", field="closer")
    in_mano = _get(case, "in_mano", bool, False)
    after = add_up(before, points, side_of(closer, rules), in_mano, rules)
    winners = decided(after, rules)
    return {
        "after": list(after),
        "out": list(out_sides(after, rules)),
        "winner": winners[0] if len(winners) == 1 else None,
    }


KINDS: Final[Mapping[str, Callable[[Case, Rules], Answer]]] = {
    "meld": _ask_meld,
    "readings": _ask_readings,
    "play": _ask_play,
    "best-lay": _ask_best_lay,
    "best-play": _ask_best_play,
    "hand-points": _ask_hand_points,
    "deal": _ask_deal,
    "match": _ask_match,
}


# --- positions -----------------------------------------------------------------------------------


def read_position(position: Mapping[str, Any], rules: Rules) -> State:
    """The state that a position tells of; the acting player is seat 0 and plays first.

    Raises:
        PositionError: ``case-unreadable``, ``no-such-table``, ``too-many-cards``.
        NotationError: ``unknown-card``.
    """
    players = _get(position, "players", int, 2)
    if not rules.min_players <= players <= rules.max_players:
        raise PositionError("no-such-table", players=players)
    hand = _cards(position, "hand")
    melds = tuple(read_meld(cards(text), rules) for text in _texts(position, "table"))
    owners = tuple(_numbers(position, "owners")) or (1,) * len(melds)
    if len(owners) != len(melds) or any(not 0 <= owner < players for owner in owners):
        raise PositionError("case-unreadable", field="owners")
    discard = _cards(position, "discard")
    stock = _stock(position)
    _can_exist((*hand, *(c for meld in melds for c in meld.cards), *discard, *stock), rules)
    opened_now = _get(position, "opened_this_turn", bool, False)
    opened = opened_now or _get(position, "opened", bool, False)
    freed = _at_least(position, "freed", 0, 0)
    taken = read_card(_get(position, "taken", str, "")) if position.get("taken") else None
    placed = taken is not None and taken not in hand
    duty: Duty = "none"
    if taken is not None and not placed:
        if opened_now or not opened:
            duty = "open"
        elif rules.taken_discard == "use-now":
            duty = "use"
    return State(
        rules,
        tuple(range(players)),
        (tuple(sorted(c.in_hand for c in hand)), *((UNSEEN,) * 13,) * (players - 1)),
        (opened, *(True,) * (players - 1)),
        melds,
        owners,
        discard,
        stock,
        renewals=_at_least(position, "reshuffles", 0, 0),
        turns=(_at_least(position, "round", 2, 1) - 1) * players,
        drawn=_get(position, "drawn", bool, False) or opened_now or freed > 0 or taken is not None,
        taken=taken,
        duty=duty,
        placed=placed,
        acted=opened_now or freed > 0 or placed,
        freed=0 if rules.freed_joker == "keep" else freed,
        opened_now=opened_now,
    )


def _stock(position: Mapping[str, Any]) -> tuple[Card, ...]:
    stock = position.get("stock", ENOUGH)
    if isinstance(stock, str):
        return cards(stock)
    return (UNSEEN,) * _at_least(position, "stock", ENOUGH, 0)


def _can_exist(seen: tuple[Card, ...], rules: Rules) -> None:
    """Refuse more copies of a card than the packs have."""
    have = Counter(pack(rules.jokers))
    for c, number in Counter(c.in_hand for c in seen if c != UNSEEN).items():
        if number > have[c]:
            raise PositionError("too-many-cards", card=c, number=number, most=have[c])


# --- reading a case ------------------------------------------------------------------------------


def _get(case: Mapping[str, Any], field: str, kind: type, default: Any) -> Any:
    """A field of a case, or the default where it is absent."""
    value = case.get(field, default)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise PositionError("case-unreadable", field=field)
    return value


def _at_least(case: Mapping[str, Any], field: str, default: int, least: int) -> int:
    number: int = _get(case, field, int, default)
    if not least <= number <= 1000:
        raise PositionError("case-unreadable", field=field)
    return number


def _cards(case: Mapping[str, Any], field: str) -> tuple[Card, ...]:
    return cards(_get(case, field, str, ""))


def _texts(case: Mapping[str, Any], field: str) -> list[str]:
    values = _get(case, field, list, [])
    if not all(isinstance(value, str) for value in values):
        raise PositionError("case-unreadable", field=field)
    return list(values)


def _numbers(case: Mapping[str, Any], field: str) -> list[int]:
    values = _get(case, field, list, [])
    if not all(type(value) is int for value in values):
        raise PositionError("case-unreadable", field=field)
    return list(values)


def _actions(case: Case) -> list[Action]:
    return [read_action(text) for text in _texts(case, "actions")]

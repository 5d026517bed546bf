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
from scala40.cards import UNSEEN, Card, hand_text
from scala40.errors import PositionError, Refused, Scala40Error
from scala40.hand import deal_hand
from scala40.melds import read_meld, readings
from scala40.messages import ENGLISH
from scala40.partition import best_split
from scala40.position import (
    can_exist,
    cards_of,
    field,
    hand_of,
    is_number,
    numbers_of,
    read_position,
    texts_of,
)
from scala40.rules import NONE_WORD, PRESETS, Rules, read_option
from scala40.score import add_up, decided, hand_points, out_sides, side_of
from scala40.search import best_turn
from scala40.turn import apply

Case = Mapping[str, Any]
Answer = dict[str, Any]


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
    ask = KINDS.get(field(case, "kind", str, ""))
    if ask is None:
        raise PositionError("unknown-kind", kind=str(case.get("kind"))[:40], allowed=tuple(KINDS))
    asked = _rules_asked(case)
    answers = {preset: _refusable(ask, case, rules) for preset, rules in asked.items()}
    chosen = next((p for p in answers if _playable(answers[p], case, asked)), next(iter(answers)))
    for other in answers:
        if _verdict(answers[other]) != _verdict(answers[chosen]):
            raise PositionError("presets-differ", first=chosen, second=other)
    return answers[chosen]


def _playable(answer: Answer, case: Case, asked: Mapping[str, Rules]) -> bool:
    """True where the turn that was found, if one was, is allowed under all these rules."""
    turn = {**case, "actions": answer.get("actions", [])}
    return "actions" not in answer or all(
        _refusable(_ask_play, turn, rules)["legal"] for rules in asked.values()
    )


def _refusable(ask: Callable[[Case, Rules], Answer], case: Case, rules: Rules) -> Answer:
    try:
        return ask(case, rules)
    except Refused as refused:
        return {"legal": False, "reason": refused.code, "message": ENGLISH.reason(refused)}


def _verdict(answer: Answer) -> Answer:
    """What has to be the same under every preset; two best turns may go different ways."""
    free = ("reason", "message", "actions")
    return {key: value for key, value in answer.items() if key not in free}


def _rules_asked(case: Case) -> dict[str, Rules]:
    """The rules to judge by: a preset's, or those of every preset for the number of players."""
    name = field(case, "rules", str, "*")
    options = _options(field(case, "options", Mapping, {}))
    if name != "*":
        return {name: Rules.preset(name).with_options(options)}
    seats = len(field(case, "before", list, [])) or 2
    players = field(field(case, "position", Mapping, case), "players", int, seats)
    found = {preset: Rules.preset(preset).with_options(options) for preset in PRESETS}
    found = {p: r for p, r in found.items() if r.min_players <= players <= r.max_players}
    if not found:
        raise PositionError("no-such-table", players=players)
    return found


def _options(given: Mapping[str, Any]) -> dict[str, object]:
    return {str(name): read_option(str(name), _word(name, value)) for name, value in given.items()}


def _word(option: str, value: object) -> str:
    """The word of an option's value as JSON has it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return NONE_WORD.get(option, "none")
    if not isinstance(value, str | float) and not is_number(value):
        raise PositionError("case-unreadable", field="options")
    return str(value)


# --- the kinds of question -----------------------------------------------------------------------


def _ask_meld(case: Case, rules: Rules) -> Answer:
    meld = read_meld(cards_of(case, "cards"), rules)
    can_exist(meld.cards, rules)
    return {"legal": True, "points": meld.points}


def _ask_readings(case: Case, rules: Rules) -> Answer:
    given = tuple(c.in_hand for c in cards_of(case, "cards"))
    can_exist(given, rules)
    found = readings(given, rules)
    return {"readings": [{"cards": str(meld), "points": meld.points} for meld in found]}


def _ask_play(case: Case, rules: Rules) -> Answer:
    position = field(case, "position", Mapping, {})
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
    hand = hand_of(case)
    can_exist(hand, rules)
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
    state = read_position(field(case, "position", Mapping, {}), rules)
    if not state.drawn:
        raise Refused("draw-first")
    actions, after = best_turn(state)
    closes = after.end is not None and after.end.closer == state.seat
    return {"actions": [str(action) for action in actions], "closes": closes}


def _ask_hand_points(case: Case, rules: Rules) -> Answer:
    hand = cards_of(case, "hand")
    can_exist(hand, rules)
    points = hand_points(
        hand,
        rules,
        opened=field(case, "opened", bool, False),
        closer=field(case, "closer", bool, False),
        in_mano=field(case, "in_mano", bool, False),
    )
    return {"points": points}


def _ask_deal(case: Case, rules: Rules) -> Answer:
    players = field(case, "players", int, 2)
    if not rules.min_players <= players <= rules.max_players:
        raise PositionError("no-such-table", players=players)
    state = deal_hand(rules, players, range(players), deal=0)
    return {
        "dealt": sum(map(len, state.hands)),
        "discard": len(state.discard),
        "stock": len(state.stock),
    }


def _ask_match(case: Case, rules: Rules) -> Answer:
    before, points = numbers_of(case, "before"), numbers_of(case, "hand_points")
    closer = field(case, "closer", int, -1)
    if len(before) != len(points) or (rules.partners and len(before) != 2):
        raise PositionError("case-unreadable", field="hand_points")
    if not 0 <= closer < (4 if rules.partners else len(before)):
        raise PositionError("case-unreadable", field="closer")
    in_mano = field(case, "in_mano", bool, False)
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


def _actions(case: Case) -> list[Action]:
    return [read_action(text) for text in texts_of(case, "actions")]

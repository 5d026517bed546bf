"""Positions written down: fields of a referee case, or one line of text, both ways.

>>> rules = Rules.preset("online")
>>> text = "hand QS KS AS 2C 9D; drawn; players 3; table 5H X=6H 7H; discard 4C; stock 40"
>>> state = read_position_text(text, rules)
>>> str(state.melds[0]), len(state.stock), state.has_opened
('5H X=6H 7H', 40, False)
>>> position_text(state)
'hand 2C 9D AS QS KS; drawn; players 3; table 5H X=6H 7H; owners 1; discard 4C; stock 40; round 2'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from scala40.cards import UNSEEN, Card, cards, hand_text, pack
from scala40.cards import card as read_card
from scala40.errors import NotationError, PositionError, Refused
from scala40.hand import HAND_SIZE
from scala40.melds import Meld, read_meld
from scala40.notation import Part, place
from scala40.rules import Rules
from scala40.shuffle import Stream
from scala40.state import Duty, State

#: Hidden cards of a stock that is not counted: more than anybody will draw.
ENOUGH: Final = 60
#: What is counted in a case or a position stays below this.
MOST: Final = 1000

#: No hand of the game has more than 14 cards; the best use of very many could not be found.
LARGEST_HAND: Final = 20

# --- from fields ---------------------------------------------------------------------------------


def read_position(position: Mapping[str, Any], rules: Rules) -> State:
    """The state that a position tells of; the acting player is seat 0 unless ``seat`` is given.

    Args:
        position: fields as in ``docs/cases.md`` and ``docs/rules.md``, all of them optional.

    Raises:
        PositionError: ``case-unreadable``, ``no-such-table``, ``too-many-cards``, ``no-meld``,
            ``hand-too-large``.
        NotationError: ``unknown-card``, ``text-too-long``.
    """
    players = field(position, "players", int, 2)
    if not rules.min_players <= players <= rules.max_players:
        raise PositionError("no-such-table", players=players)
    order = _seats(position, "order", range(players), range(players))
    seat = _seat(position, "seat", 0, order)
    others = [other for other in range(players) if other != seat]
    usual = [HAND_SIZE if other in order else 0 for other in others]
    hand = hand_of(position)
    melds = tuple(_table_meld(text, rules) for text in texts_of(position, "table"))
    owners = numbers_of(position, "owners") or [(seat + 1) % players] * len(melds)
    if len(owners) != len(melds) or not set(owners) <= set(range(players)):
        raise PositionError("case-unreadable", field="owners")
    counts = numbers_of(position, "others") or usual
    if len(counts) != len(others) or not set(counts) <= set(range(MOST)):
        raise PositionError("case-unreadable", field="others")
    discard = cards_of(position, "discard")
    stock = _stock(position)
    can_exist((*hand, *(c for meld in melds for c in meld.cards), *discard, *stock), rules)
    opened_now = field(position, "opened_this_turn", bool, False)
    opened = opened_now or field(position, "opened", bool, False)
    unopened = _seats(position, "unopened", (), range(players))
    freed = count_of(position, "freed", 0)
    taken = read_card(field(position, "taken", str, "")) if position.get("taken") else None
    placed = field(position, "placed", bool, taken is not None and taken not in hand)
    buyers = _seats(position, "buyers", (), order)
    waiting = _seat(position, "waiting", None, order)
    asked = bool(buyers)
    if asked != (waiting is not None) or (asked and (buyers[0] != seat or not discard)):
        raise PositionError("case-unreadable", field="buyers" if asked else "waiting")
    own = tuple(sorted(c.in_hand for c in hand))
    hidden = dict(zip(others, counts, strict=True))
    return State(
        rules,
        order,
        tuple(own if s == seat else (UNSEEN,) * hidden[s] for s in range(players)),
        tuple(opened if s == seat else s not in unopened for s in range(players)),
        melds,
        tuple(owners),
        discard,
        stock,
        renewals=count_of(position, "reshuffles", 0),
        seat=seat,
        turns=(count_of(position, "round", 2, least=1) - 1) * len(order)
        + order.index(seat if waiting is None else waiting),
        drawn=field(position, "drawn", bool, False) or opened_now or freed > 0 or taken is not None,
        taken=taken,
        duty=_duty(position, _usual_duty(taken, placed, opened and not opened_now, rules)),
        placed=placed,
        acted=field(position, "acted", bool, False) or opened_now or freed > 0 or placed,
        put_back=field(position, "put_back", bool, False),
        freed=0 if rules.freed_joker == "keep" else freed,
        opened_now=opened_now,
        passed=field(position, "passed", bool, False),
        buyers=buyers,
        waiting=waiting,
    )


def can_exist(seen: Iterable[Card], rules: Rules) -> None:
    """Refuse more copies of a card than the packs have.

    Raises:
        PositionError: ``too-many-cards``.
    """
    have = Counter(pack(rules.jokers))
    for c, number in Counter(c.in_hand for c in seen if c != UNSEEN).items():
        if number > have[c]:
            raise PositionError("too-many-cards", card=c, number=number, most=have[c])


def _table_meld(text: str, rules: Rules) -> Meld:
    try:
        return read_meld(cards(text), rules)
    except Refused as reason:
        raise PositionError("no-meld", text=str(text), reason=reason, **place(text)) from None


def _stock(position: Mapping[str, Any]) -> tuple[Card, ...]:
    stock = position.get("stock", ENOUGH)
    if isinstance(stock, str):
        return cards(stock)
    return (UNSEEN,) * count_of(position, "stock", ENOUGH)


def _usual_duty(taken: Card | None, placed: bool, had_opened: bool, rules: Rules) -> Duty:
    """What a taken card still has to become, as far as the cards alone tell."""
    if taken is None or placed:
        return "none"
    if not had_opened:
        return "open"
    return "use" if rules.taken_discard == "use-now" else "none"


def _duty(position: Mapping[str, Any], usual: Duty) -> Duty:
    given = field(position, "duty", str, usual)
    duties: tuple[Duty, ...] = ("none", "use", "open")
    for duty in duties:
        if duty == given:
            return duty
    raise PositionError("case-unreadable", field="duty")


def _seat(position: Mapping[str, Any], name: str, default: Any, among: Iterable[int]) -> Any:
    seat = position.get(name, default)
    if (name in position or default is not None) and (type(seat) is not int or seat not in among):
        raise PositionError("case-unreadable", field=name)
    return seat


def _seats(
    position: Mapping[str, Any], name: str, default: Iterable[int], among: Iterable[int]
) -> tuple[int, ...]:
    seats = tuple(numbers_of(position, name) or default)
    if not set(seats) <= set(among) or len(set(seats)) < len(seats):
        raise PositionError("case-unreadable", field=name)
    return seats


def deal_hidden(state: State, deal: int) -> State:
    """The same position with its hidden cards dealt at random, each card as often as it is left.

    Args:
        deal: the deal number that the random order follows from.

    Raises:
        PositionError: ``too-few-cards``.
    """
    seen = [*state.discard, *state.stock, *(c for hand in state.hands for c in hand)]
    seen += (c for meld in state.melds for c in meld.cards)
    left = Counter(pack(state.rules.jokers)) - Counter(c.in_hand for c in seen if c != UNSEEN)
    hidden = seen.count(UNSEEN)
    if hidden > left.total():
        raise PositionError("too-few-cards", number=hidden, most=left.total())
    unseen = iter(Stream(deal, "deal", 0).shuffled(sorted(left.elements())))

    def known(cards: Iterable[Card]) -> tuple[Card, ...]:
        return tuple(next(unseen) if c == UNSEEN else c for c in cards)

    hands = tuple(tuple(sorted(known(hand))) for hand in state.hands)
    return state._replace(hands=hands, stock=known(state.stock), deal=(deal, 0))


# --- fields of a case or a position --------------------------------------------------------------


def field(case: Mapping[str, Any], name: str, kind: type, default: Any) -> Any:
    """A field, or the default where it is absent.

    Raises:
        PositionError: ``case-unreadable``, for this and the others below.
    """
    value = case.get(name, default)
    if not isinstance(value, kind) or (kind is int and not is_number(value)):
        raise PositionError("case-unreadable", field=name)
    return value


def count_of(case: Mapping[str, Any], name: str, default: int, least: int = 0) -> int:
    """A field that counts something."""
    number: int = field(case, name, int, default)
    if not least <= number < MOST:
        raise PositionError("case-unreadable", field=name)
    return number


def cards_of(case: Mapping[str, Any], name: str) -> tuple[Card, ...]:
    """A field of cards; none where it is absent."""
    return cards(field(case, name, str, ""))


def hand_of(case: Mapping[str, Any]) -> tuple[Card, ...]:
    """The field ``hand``, which nobody could hold if it were very large.

    Raises:
        PositionError: ``hand-too-large``.
    """
    hand = cards_of(case, "hand")
    if len(hand) > LARGEST_HAND:
        raise PositionError("hand-too-large", number=len(hand), most=LARGEST_HAND)
    return hand


def texts_of(case: Mapping[str, Any], name: str) -> list[str]:
    """A field with a list of texts."""
    return _list(case, name, lambda value: isinstance(value, str))


def numbers_of(case: Mapping[str, Any], name: str) -> list[int]:
    """A field with a list of numbers."""
    return _list(case, name, is_number)


def _list(case: Mapping[str, Any], name: str, fits: Callable[[object], bool]) -> list[Any]:
    values = field(case, name, list, [])
    if not all(fits(value) for value in values):
        raise PositionError("case-unreadable", field=name)
    return list(values)


def is_number(value: object) -> bool:
    """True for a whole number of a size that anybody could mean."""
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**9


# --- from text and to text -----------------------------------------------------------------------


def _flag(part: Part, name: str) -> bool:
    if part:
        raise _bad(part, name)
    return True


def _number(part: Part, name: str) -> int:
    if part.isascii() and part.isdigit() and len(part) < 5:
        return int(part)
    raise _bad(part, name)


def _numbers(part: Part, name: str) -> list[int]:
    return [_number(word, name) for word in part.words()]


def _text(part: Part, name: str) -> Part:
    return part


def _melds(part: Part, name: str) -> list[Part]:
    return part.cut("|")


def _count_or_cards(part: Part, name: str) -> int | Part:
    return _number(part, name) if part.isdigit() else part


def _bad(part: Part, name: str) -> NotationError:
    return NotationError("bad-field", text=str(part), form=FIELDS[name][1], **place(part))


#: The fields of a position as text: how what follows the name is read, and an example.
FIELDS: Final[Mapping[str, tuple[Callable[[Part, str], Any], str]]] = {
    "hand": (_text, "hand QS KS AS 2C 9D"),
    "opened": (_flag, "opened"),
    "drawn": (_flag, "drawn"),
    "players": (_number, "players 3"),
    "seat": (_number, "seat 1"),
    "order": (_numbers, "order 1 2 0"),
    "others": (_numbers, "others 13 7"),
    "unopened": (_numbers, "unopened 1 2"),
    "table": (_melds, "table 5H X=6H 7H | 9C 9D 9S"),
    "owners": (_numbers, "owners 1 0"),
    "discard": (_text, "discard 4C 8D"),
    "stock": (_count_or_cards, "stock 40"),
    "round": (_number, "round 2"),
    "reshuffles": (_number, "reshuffles 1"),
    "taken": (_text, "taken 6C"),
    "placed": (_flag, "placed"),
    "duty": (_text, "duty use"),
    "acted": (_flag, "acted"),
    "put-back": (_flag, "put-back"),
    "freed": (_number, "freed 1"),
    "opened-this-turn": (_flag, "opened-this-turn"),
    "passed": (_flag, "passed"),
    "buyers": (_numbers, "buyers 2 0"),
    "waiting": (_number, "waiting 1"),
}


def read_position_text(text: str, rules: Rules) -> State:
    """The state that a position written in one line tells of: its fields, split by ``;``.

    >>> read_position_text("hand QS KS; table 5H 6H 9H", Rules.preset("online"))
    Traceback (most recent call last):
    scala40.errors.PositionError: “5H 6H 9H” (at character 19 of “hand QS KS; table 5H 6H 9H”) \
cannot lie on the table. The cards of a run follow one another: 5♥︎ 6♥︎ 9♥︎ has a gap.

    Raises:
        PositionError, NotationError: as :func:`read_position`, and ``unknown-field``,
            ``bad-field``, ``field-twice``.
    """
    fields: dict[str, Any] = {}
    places: dict[object, Part] = {}
    for part in Part.of(text).cut(";"):
        if not part:
            continue
        name = part.words()[0]
        if name not in FIELDS:
            allowed = tuple(FIELDS)
            raise NotationError("unknown-field", text=str(name), allowed=allowed, **place(name))
        key = name.replace("-", "_")
        if key in fields:
            raise NotationError("field-twice", text=str(name), **place(name))
        places[key] = value = part.after(name)
        fields[key] = FIELDS[name][0](value, name)
    try:
        return read_position(fields, rules)
    except PositionError as error:
        wrong = places.get(error.facts.get("field"))
        if wrong is None:
            raise
        raise PositionError(error.code, **error.facts, **place(wrong)) from None


def position_text(state: State) -> str:
    """A position as the acting player sees it, in one line; hidden cards are only counted.

    Reading it back gives the state again as far as the acting player sees it. Left out are the
    rules, which have a text of their own, and the end of a hand that is over.
    """
    return "; ".join(f"{name} {value}".rstrip() for name, value in _fields(state))


def _fields(state: State) -> Iterable[tuple[str, object]]:
    """The fields that tell of a state, without those that go without saying."""
    seat, players = state.seat, len(state.hands)
    turn = seat if state.waiting is None else state.waiting
    others = [other for other in range(players) if other != seat]
    counts = [len(state.hands[other]) for other in others]
    usual = [HAND_SIZE if other in state.order else 0 for other in others]
    unopened = [other for other in others if not state.opened[other]]
    acts = state.opened_now or state.freed > 0 or state.placed
    had_opened = state.has_opened and not state.opened_now
    duty = _usual_duty(state.taken, state.placed, had_opened, state.rules)
    in_order = state.order == tuple(range(players))
    told: tuple[tuple[str, object, bool], ...] = (
        ("hand", hand_text(state.hand), bool(state.hand)),
        ("opened", "", had_opened),
        ("opened-this-turn", "", state.opened_now),
        ("drawn", "", state.drawn),
        ("players", players, True),
        ("seat", seat, seat != 0),
        ("order", _spaced(state.order), not in_order),
        ("others", _spaced(counts), counts != usual),
        ("unopened", _spaced(unopened), bool(unopened)),
        ("table", " | ".join(map(str, state.melds)), bool(state.melds)),
        ("owners", _spaced(state.owners), bool(state.melds)),
        ("discard", hand_text(state.discard), bool(state.discard)),
        ("stock", len(state.stock), True),
        ("round", state.turns // len(state.order) + 1, True),
        ("reshuffles", state.renewals, state.renewals > 0),
        ("taken", state.taken, state.taken is not None),
        ("placed", "", state.placed and state.taken in state.hand),
        ("duty", state.duty, state.duty != duty),
        ("acted", "", state.acted and not acts),
        ("put-back", "", state.put_back),
        ("freed", state.freed, state.freed > 0),
        ("passed", "", state.passed),
        ("buyers", _spaced(state.buyers), bool(state.buyers)),
        ("waiting", turn, state.waiting is not None),
    )
    return [(name, value) for name, value, said in told if said]


def _spaced(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers))

"""What is allowed, decided here alone: an action on a state gives a new state or a reason.

:func:`apply` is the whole of it. A check is an ``apply`` whose result is dropped, so nothing can
be allowed in one place and refused in another. The rules are those of the ``Rules`` in the state;
how a turn is judged (each action alone, duties at the end) is told in ``docs/rules.md``.

>>> from scala40.actions import read_action
>>> from scala40.cards import cards, hand_text
>>> hands = (cards("5H 6H 7H 9C KD"), cards("2C 2D"))
>>> state = State(Rules.preset("online"), (0, 1), hands, (True, True), drawn=True)
>>> after = apply(state, read_action("lay 5H 6H 7H"))
>>> hand_text(after.hand), str(after.melds[0])
('9C KD', '5H 6H 7H')
>>> why_not(after, read_action("discard 4D")).code
'not-in-hand'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from scala40.actions import (
    Action,
    Attach,
    Buy,
    Discard,
    Draw,
    Lay,
    Pass,
    PutBack,
    Swap,
    Take,
)
from scala40.candidates import melds_in
from scala40.cards import JOKER, Card
from scala40.errors import Refused
from scala40.melds import Meld, attach, freed, placements, read_meld, swap
from scala40.offer import asked_after, buy, let_go
from scala40.partition import best_split, opening_points
from scala40.rules import Rules
from scala40.state import Duty, HandEnd, State
from scala40.stock import draw_card

#: A hand in which every player has had so many turns is void.
TURN_LIMIT: Final = 200


def apply(state: State, action: Action) -> State:
    """The state after an action of the player to act.

    Raises:
        Refused: the rules in force do not allow it; the reasons are those of
        :mod:`scala40.messages`.
    """
    if state.end is not None:
        raise Refused("hand-over")
    if state.buyers and not isinstance(action, Buy | Pass):
        raise Refused("buy-or-pass", card=state.discard[-1])
    match action:  # the commonest first
        case Discard():
            return _discard(state, action.card)
        case Draw():
            return _draw(state)
        case Attach():
            return _attach(state, action)
        case Lay():
            return _lay(state, action.melds)
        case Take():
            return _take(state, action.card)
        case Swap():
            return _swap(state, action)
        case Pass():
            return let_go(state)
        case Buy():
            return buy(state, action.meld)
        case PutBack():
            return _put_back(state, action.clock)
        case _:
            raise Refused("not-in-this-game", action=str(action))


def why_not(state: State, action: Action) -> Refused | None:
    """The reason why an action is not allowed, or None where it is."""
    try:
        apply(state, action)
    except Refused as reason:
        return reason
    return None


def may(state: State, action: Action) -> bool:
    """True where an action is allowed."""
    return why_not(state, action) is None


# --- draw and take -------------------------------------------------------------------------------


def _draw(state: State) -> State:
    if state.drawn:
        raise Refused("already-drawn")
    if asked_after(state):
        raise Refused("pass-first", card=state.discard[-1])
    return draw_card(state)


def _take(state: State, card: Card) -> State:
    if state.drawn:
        raise Refused("already-drawn")
    if state.put_back:
        raise Refused("take-barred")
    if state.passed:
        raise Refused("take-passed", card=card)
    if not state.discard:
        raise Refused("pile-empty")
    if state.discard[-1] != card:
        raise Refused("not-on-top", card=card, top=state.discard[-1])
    if not state.has_opened and state.rules.discard_before_opening == "never":
        raise Refused("take-before-opening")
    duty: Duty = "none"
    if not state.has_opened:
        duty = "open"
    elif state.rules.taken_discard == "use-now":
        duty = "use"
    taken = state._replace(
        hands=state.hands_with(state.hand_with(card)),
        discard=state.discard[:-1],
        drawn=True,
        taken=card,
        duty=duty,
    )
    if duty != "none" and way_out(taken) is None:
        if duty == "open":
            raise Refused("take-does-not-open", card=card, needed=state.rules.opening_points)
        raise Refused("take-without-use", card=card)
    return taken


def _put_back(state: State, clock: bool) -> State:
    if state.taken is None:
        raise Refused("nothing-to-put-back")
    if not (state.rules.turn_seconds if clock else state.rules.put_back):
        raise Refused("put-back-off")
    if state.acted:
        raise Refused("put-back-late", card=state.taken)
    return state._replace(
        hands=state.hands_with(state.hand_without((state.taken,))),
        discard=(*state.discard, state.taken),
        drawn=False,
        taken=None,
        duty="none",
        put_back=True,
    )


# --- lay, attach, swap ---------------------------------------------------------------------------


def _lay(state: State, written: tuple[tuple[Card, ...], ...]) -> State:
    _must_have_drawn(state)
    laid = tuple(c.in_hand for meld in written for c in meld)
    hand = state.hand_without(laid)
    melds = tuple(read_meld(meld, state.rules) for meld in written)
    if state.has_opened and len(melds) > 1:
        raise Refused("one-meld-each", melds=melds)
    after = _after_placing(state, hand, laid, in_meld=True)._replace(
        melds=state.melds + melds, owners=state.owners + (state.seat,) * len(melds)
    )
    if not state.has_opened:
        opened = tuple(o or seat == state.seat for seat, o in enumerate(state.opened))
        after = after._replace(opened=opened, opened_now=True)
        _check_opening(melds, after)
    return _settle(after)


def _check_opening(melds: tuple[Meld, ...], after: State) -> None:
    rules = after.rules
    counted = [opening_points(meld, rules) for meld in melds]
    if None in counted:
        raise Refused("joker-in-opening", melds=melds)
    points = sum(count for count in counted if count is not None)
    if points >= rules.opening_points:
        return
    closes = len(after.hand) <= 1 and all(may(after, Discard(c)) for c in after.hand)
    if closes and not rules.in_mano_needs_opening:
        return
    if rules.opening_jokers == "clean-40" and points < sum(meld.points for meld in melds):
        raise Refused("opening-not-clean", points=points, needed=rules.opening_points)
    short = rules.opening_points - points
    raise Refused("opening-short", points=points, needed=rules.opening_points, short=short)


def _attach(state: State, action: Attach) -> State:
    meld = _reachable_meld(state, action.meld)
    hand = state.hand_without((action.card.in_hand,))
    grown = attach(meld, action.card, action.end, state.rules)
    after = _after_placing(state, hand, (action.card.in_hand,), in_meld=False)
    return _settle(after.with_meld(action.meld, grown))


def _swap(state: State, action: Swap) -> State:
    meld = _reachable_meld(state, action.meld)
    left = state._replace(hands=state.hands_with(state.hand_without((action.card,))))
    whole = swap(meld, action.card, state.rules)
    after = _after_placing(state, left.hand_with(JOKER), (action.card,), in_meld=False)
    owed = 0 if state.rules.freed_joker == "keep" else 1
    return _settle(after.with_meld(action.meld, whole)._replace(freed=after.freed + owed))


def _reachable_meld(state: State, number: int) -> Meld:
    """The meld on the table that the player may add to now."""
    _must_have_drawn(state)
    if not state.has_opened:
        raise Refused("not-opened", needed=state.rules.opening_points)
    if state.opened_now and state.rules.attach_in_opening_turn == "no":
        raise Refused("attach-next-turn")
    if not 0 <= number < len(state.melds):
        raise Refused("no-such-meld", meld=number + 1, melds=len(state.melds))
    return state.melds[number]


def _must_have_drawn(state: State) -> None:
    if not state.drawn:
        raise Refused("draw-first")


def _after_placing(
    state: State, hand: tuple[Card, ...], placed: Iterable[Card], *, in_meld: bool
) -> State:
    """The hand without cards that went on the table, and what that does for the turn's duties."""
    kinds = tuple(placed)
    met = state.taken is not None and state.taken in kinds
    jokers = kinds.count(JOKER)
    counting = jokers if in_meld or state.rules.freed_joker == "use-now" else 0
    freed = min(state.freed, counting)  # each joker meets one duty
    duty = state.duty
    if met and (
        (duty == "use" and (state.taken != JOKER or jokers > freed))
        or (duty == "open" and in_meld and not state.has_opened)
    ):
        duty = "none"
    return state._replace(
        hands=state.hands_with(hand),
        acted=True,
        placed=state.placed or met,
        duty=duty,
        freed=state.freed - freed,
    )


def _settle(state: State) -> State:
    """Refuse a hand that was emptied too far; close an empty one where that is allowed."""
    left = len(state.hand)
    if left < 2 and state.first_round and not state.rules.first_round_close:
        raise Refused("no-close-in-first-round")
    if left:
        return state
    if state.rules.final_discard == "required":
        raise Refused("keep-a-card")
    _check_duties(state)
    return state._replace(end=HandEnd(state.seat, state.opened_now))


def _check_duties(state: State) -> None:
    if state.duty == "open":
        raise Refused("taken-not-in-opening", card=state.taken)
    if state.duty == "use":
        raise Refused("taken-not-used", card=state.taken)
    if state.freed:
        code = "freed-joker-new-meld" if state.rules.freed_joker == "new-meld" else "freed-joker"
        raise Refused(code, jokers=state.freed)


# --- discard -------------------------------------------------------------------------------------


def _discard(state: State, card: Card) -> State:
    _must_have_drawn(state)
    hand = state.hand_without((card,))
    _check_duties(state)
    closes = not hand
    if closes and not state.has_opened:
        raise Refused("close-unopened", needed=state.rules.opening_points)
    if closes and state.first_round and not state.rules.first_round_close:
        raise Refused("no-close-in-first-round")
    reason = _thrown_back(state, card) or _kept_by_options(state, card)
    if reason is not None:
        raise reason
    hands, discard = state.hands_with(hand), (*state.discard, card)
    if closes:
        end = HandEnd(state.seat, state.opened_now)
        return state._replace(hands=hands, discard=discard, end=end)
    turns = state.turns + 1
    void = turns >= TURN_LIMIT * len(state.order)
    return state._replace(
        hands=hands,
        discard=discard,
        seat=state.next_seat,
        turns=turns,
        drawn=False,
        taken=None,
        duty="none",
        placed=False,
        acted=False,
        put_back=False,
        passed=False,
        freed=0,
        opened_now=False,
        end=HandEnd(None, False) if void else None,
    )


def _thrown_back(state: State, card: Card) -> Refused | None:
    if card == state.taken and not state.placed and state.hand.count(card) == 1:
        return Refused("thrown-back", card=card)
    return None


def _kept_by_options(state: State, card: Card) -> Refused | None:
    """What an option forbids to throw; options yield where nothing else could be thrown."""
    if len(state.hand) == 1:
        return None
    reason = _unthrowable_joker(state, card) or _attachable(state, card)
    if reason is None:
        return None
    free = {c for c in state.hand if _thrown_back(state, c) is None}
    not_jokers = {c for c in free if _unthrowable_joker(state, c) is None}
    if any(_attachable(state, c) is None for c in not_jokers):
        return reason
    if not_jokers:  # attachable_discard yields first
        return _unthrowable_joker(state, card)
    return None  # then joker_discard as well


def _unthrowable_joker(state: State, card: Card) -> Refused | None:
    if card == JOKER and state.rules.joker_discard == "closing-only":
        return Refused("joker-discard")
    return None


def _attachable(state: State, card: Card) -> Refused | None:
    kept = state.rules.attachable_discard
    if kept == "free" or (state.has_opened and (kept != "federation" or len(state.order) == 2)):
        return None
    for number, meld in enumerate(state.melds):
        if placements(meld, card, state.rules):
            return Refused("attachable-discard", card=card, meld=number + 1)
    return None


# --- the look-ahead of a take --------------------------------------------------------------------


def must_keep(state: State) -> int:
    """How many cards have to stay in the hand before the discard of this turn."""
    if state.first_round and not state.rules.first_round_close:
        return 2
    return 1 if state.rules.final_discard == "required" else 0


def way_out(state: State) -> tuple[Action, ...] | None:
    """Actions that meet the duties of this turn and let it end; None where there are none.

    With no duty left this is the empty tuple. The search tries every action that can matter: swaps,
    what attaches or lays the taken card, what makes a run reach it, what places a freed joker.
    """
    if state.duty == "open":
        return _opening_with(state)
    seen = set()
    todo: list[tuple[State, tuple[Action, ...]]] = [(state, ())]
    while todo:
        here, path = todo.pop(0)
        if _can_end(here):
            return path
        key = (here.hand, here.melds, here.freed, here.duty)
        if key in seen:
            continue
        seen.add(key)
        for action in _uses(here):
            try:
                todo.append((apply(here, action), (*path, action)))
            except Refused:
                continue
    return None


def _opening_with(state: State) -> tuple[Action, ...] | None:
    """The opening of this turn that holds the taken card, if one can be followed by a legal end."""
    rules, keep = state.rules, must_keep(state)
    split = best_split(
        state.hand,
        rules,
        goal="points",
        keep=keep,
        opening=rules.opening_points,
        must=state.taken,
    )
    if split is None and not rules.in_mano_needs_opening and keep < 2:
        split = best_split(state.hand, rules, goal="cards", keep=keep, opening=0, must=state.taken)
        if split is not None and len(state.hand) - sum(len(m.cards) for m in split.melds) > 1:
            split = None
    return None if split is None else (Lay(tuple(meld.cards for meld in split.melds)),)


def _can_end(state: State) -> bool:
    if state.end is not None:
        return True
    if state.duty != "none" or state.freed:
        return False
    return any(may(state, Discard(c)) for c in dict.fromkeys(state.hand))


def _uses(state: State) -> Iterator[Action]:
    """Actions that can help to use a taken card or to place a freed joker; the likeliest first."""
    rules, card = state.rules, state.taken
    use = card is not None and state.duty == "use"
    kinds = tuple(dict.fromkeys(state.hand))
    for number, meld in enumerate(state.melds):
        if use and card is not None:
            yield from attachments(meld, number, card, rules)
    for meld in melds_in(state.hand, rules, longest=3):  # a longer one would be no more help
        held = [c.in_hand for c in meld.cards]
        if (use and card in held) or (state.freed and JOKER in held):
            yield Lay((meld.cards,))
    for number, meld in enumerate(state.melds):
        if state.freed:
            yield from attachments(meld, number, JOKER, rules)
        if meld.joker is not None:
            yield from (Swap(c, number) for c in kinds if freed(meld, c, rules) is not None)
        if use and card is not None and meld.is_run and meld.cards[0].suit == card.suit:
            for c in kinds:
                yield from attachments(meld, number, c, rules)


def attachments(meld: Meld, number: int, card: Card, rules: Rules) -> Iterator[Attach]:
    """Every way to attach a card to one meld, as actions that leave nothing to ask."""
    ways = placements(meld, card, rules)
    placed = [card if card != JOKER else after.joker or card for _, after in ways]
    for (end, _), c in zip(ways, placed, strict=True):
        yield Attach(c, number, end if placed.count(c) > 1 else None)

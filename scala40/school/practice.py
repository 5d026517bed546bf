"""Practice: endless positions by theme, made from a seed and graded by the solver.

Each is a task as the lessons have it. A position is drawn until it asks something: there is a best
way, and another that looks like one and is worse by the measure that the task names.

>>> exercise = make("discard", Rules.preset("online"), seed=1)
>>> exercise.position
'hand 3C QC QC KC KC 5D 8D 8D QD AH 4H AS 5S QS; drawn; unopened 1'
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from scala40.actions import Action, Attach, Discard, Lay, Swap
from scala40.cards import JOKER, Card, hand_text, natural, pack
from scala40.hand import HAND_SIZE
from scala40.melds import Meld, fitting, read_meld
from scala40.messages import _
from scala40.moves import LegalActions
from scala40.outs import opening_outs
from scala40.partition import Split, best_split
from scala40.position import read_position_text
from scala40.rules import Rules
from scala40.school.lesson import (
    ME,
    Attempt,
    Mistake,
    Say,
    Task,
    at_its_best,
    both,
    closed,
    jokers_laid,
    opened,
    over,
    refused,
    say,
    spoilt,
    threw,
    thrown,
    unseen,
)
from scala40.search import best_turn, points_left
from scala40.shuffle import Stream
from scala40.state import State
from scala40.teaching import THEMES
from scala40.turn import apply, may, must_keep

#: A hand for "can you open?" is at most so many points away from the threshold, on either side.
NEARLY: Final = 12
#: Where the best discard is asked for, the worst is worse by so many unseen cards at least.
APART: Final = 4


class Theme(NamedTuple):
    """What can be practised: its title, what it asks, and how an exercise is drawn."""

    title: str
    about: str
    draw: Callable[[Rules, Stream], Task]


def make(theme: str, rules: Rules, seed: int) -> Task:
    """An exercise; the same seed gives the same one.

    Args:
        theme: one of :data:`scala40.teaching.THEMES`.
    """
    return PRACTICE[theme].draw(rules, Stream(seed, "practice", THEMES.index(theme)))


# --- can you open? -------------------------------------------------------------------------------


def _whether(rules: Rules, source: Stream) -> Task:
    """The person opens, or says that it cannot be done."""
    wanted, needed = source.below(2) == 1, rules.opening_points
    position, state = next(
        (text, state)
        for text, state in _dealt(rules, source)
        if (_opening(state) is not None) == wanted
        and abs(_best_to_open(state).points - needed) <= NEARLY
    )
    best, split = _best_to_open(state), _opening(state)
    text = say("Can you open with these cards? If you can, do; if you cannot, say so.")
    hint = say("Add up your runs and sets, and look for a card that two of them would like.")
    if split is not None:
        can = say("You can open with {points}: {melds}.", points=split.points, melds=split.melds)
        return Task(
            "open",
            position,
            text,
            opened,
            lambda a: say("You opened with {points}.", points=sum(m.points for m in a.laid)),
            hint,
            str(_lay(split)),
            (Mistake(lambda a: a.declined or (a.over and not opened(a)), can, "decline"),),
            "whether",
        )
    tempting = str(_lay(best)) if best.melds else ""
    return Task(
        "open",
        position,
        text,
        lambda a: a.declined or (a.over and not opened(a)),
        say(
            "Right: the most that you could open with is {points}, and {needed} are needed.",
            points=best.points,
            needed=needed,
        ),
        hint,
        "decline",
        (
            Mistake(
                refused("opening-short", "opening-not-clean", "joker-in-opening"),
                say(
                    "These cards do not open: the most that you could lay is {points} points.",
                    points=best.points,
                ),
                tempting,
            ),
        )
        if tempting
        else (),
        "whether",
    )


def _opening(state: State) -> Split | None:
    """The opening worth most, or None where the hand does not open."""
    rules = state.rules
    keep = must_keep(state)
    return best_split(state.hand, rules, goal="points", keep=keep, opening=rules.opening_points)


def _best_to_open(state: State) -> Split:
    """The melds worth most that the hand could open with, enough or not."""
    keep = must_keep(state)
    split = best_split(state.hand, state.rules, goal="points", keep=keep, opening=0)
    return split or Split((), 0)


# --- the best opening, the joker's place, closing ------------------------------------------------


def _best_opening(rules: Rules, source: Stream) -> Task:
    """Of several openings the one that leaves the fewest points."""
    drawn = (each for each in _dealt(rules, source) if _opening(each[1]) is not None)
    position, state = next((text, state) for text, state in drawn if all(_openings(state)))
    good, worse = _openings(state)
    right = good[0]
    return Task(
        "best-opening",
        position,
        say("Open so that the fewest points can stay in your hand after this turn."),
        both(opened, at_its_best),
        lambda a: say(
            "Right. Points that stay: {points}, and less is not possible.", points=a.left
        ),
        say("Put the melds together, and look at what is left over. Try another way too."),
        str(right),
        (Mistake(lambda a: (opened(a) or over(a)) and spoilt(a), _better(right), str(worse[0])),),
    )


def _joker(rules: Rules, source: Stream) -> Task:
    """A joker with several places."""
    drawn = _at_table(rules, source, joker=True)
    position, state = next((text, state) for text, state in drawn if all(_joker_places(state)))
    good, worse = _joker_places(state)
    return Task(
        "joker",
        position,
        say("Bring the joker to the table where it leaves you the fewest points after this turn."),
        both(lambda a: jokers_laid(a) > 0, at_its_best),
        lambda a: say(
            "Right. Points that stay: {points}, and less is not possible.", points=a.left
        ),
        say("It may complete a meld of yours, or go to one on the table. What is left each time?"),
        str(good[0]),
        (Mistake(spoilt, _better(good[0]), str(worse[0])),),
    )


def _openings(state: State) -> tuple[list[Action], list[Action]]:
    """The openings that leave the fewest points after the turn, and the others."""
    return _graded(state, [way for way in LegalActions(state) if isinstance(way, Lay)])


def _joker_places(state: State) -> tuple[list[Action], list[Action]]:
    """The places of a joker that leave the fewest points after the turn, and the others."""
    return _graded(state, [way for way in LegalActions(state) if _places_joker(way)])


def _graded(state: State, ways: Sequence[Action]) -> tuple[list[Action], list[Action]]:
    """The ways from which the best turn is still possible, and the others."""
    best = points_left(state)
    left = [Attempt(state, state, apply(state, way)).left for way in ways]
    good = [way for way, points in zip(ways, left, strict=True) if points == best]
    return good, [way for way in ways if way not in good]


def _places_joker(way: Action) -> bool:
    if isinstance(way, Lay):
        return any(c.is_joker for meld in way.melds for c in meld)
    return isinstance(way, Attach) and way.card.is_joker


def _close(rules: Rules, source: Stream) -> Task:
    """A turn that closes, if all of it is found."""
    drawn = _at_table(rules, source, joker=source.below(3) == 0)
    position, state = next((text, state) for text, state in drawn if _closes_with_care(state))
    steps = best_turn(state)[0]
    return Task(
        "close",
        position,
        say("You can close in this turn. Find out how; undo helps where a way is blind."),
        closed,
        say("Closed: nothing is left in your hand."),
        say("See which card would be left over in the end, and begin with the others."),
        "; ".join(map(str, steps)),
        (
            Mistake(
                both(over, lambda a: not closed(a)),
                _begin(steps[0]),
                str(next(c for c in _throws(state))),
            ),
        ),
    )


def _closes_with_care(state: State) -> bool:
    """The turn can close in a few steps, but not every beginning leads there."""
    steps, after = best_turn(state)
    if after.end is None or after.end.closer != ME or len(steps) < 3:
        return False
    first = [way for way in LegalActions(state) if not isinstance(way, Discard)]
    return bool(_graded(state, first)[1])


def _throws(state: State) -> Iterator[Action]:
    return (Discard(c) for c in state.hand if may(state, Discard(c)))


def _better(way: Action) -> Callable[[Attempt], Say]:
    """What was left and what could have been, and how."""

    def answer(a: Attempt) -> Say:
        facts: dict[str, object] = {"left": a.left, "best": a.best}
        if isinstance(way, Lay):
            return say(
                "Points that stay: {left}, where {best} were possible. Lay {melds}.",
                melds=[read_meld(meld, a.rules) for meld in way.melds],
                **facts,
            )
        assert isinstance(way, Attach)
        return say(
            "Points that stay: {left}, where {best} were possible. Attach the joker to meld"
            " {number}, as {card}.",
            number=way.meld + 1,
            card=way.card.face,
            **facts,
        )

    return answer


def _begin(step: Action) -> Say:
    """How a turn that closes begins."""
    if isinstance(step, Lay):
        return say("It can be done: begin by laying {cards}.", cards=step.melds[0])
    if isinstance(step, Swap):
        return say(
            "It can be done: begin by taking the joker of meld {number} for the {card}.",
            number=step.meld + 1,
            card=step.card,
        )
    assert isinstance(step, Attach)
    return say(
        "It can be done: begin by attaching the {card} to meld {number}.",
        card=step.card,
        number=step.meld + 1,
    )


# --- which discard? ------------------------------------------------------------------------------


def _discard(rules: Rules, source: Stream) -> Task:
    """The discard after which most unseen cards would open."""
    position, state = next((text, state) for text, state in _dealt(rules, source) if _waits(state))
    outs = _outs_after(state)
    most = max(outs.values())
    best = max(outs, key=lambda c: outs[c])
    worst = min(outs, key=lambda c: outs[c])
    return Task(
        "discard",
        position,
        say("You cannot open yet. Throw a card so that the most cards would let you open next."),
        threw(lambda c, a: outs[c] == most),
        say("Right: {n} unseen cards would let you open, and no discard leaves more.", n=most),
        say("Which cards wait for a third? Keep those that bring you to {n}.", n=_needed(rules)),
        str(Discard(best)),
        (
            Mistake(
                threw(lambda c, a: outs[c] < most),
                lambda a: say(
                    "Unseen cards that would let you open after the {thrown}: {n}. After the"
                    " {card}: {most}.",
                    thrown=thrown(a),
                    n=outs[thrown(a)],
                    card=best,
                    most=most,
                ),
                str(Discard(worst)),
            ),
        ),
    )


def _needed(rules: Rules) -> int:
    return rules.opening_points


def _waits(state: State) -> bool:
    """The hand waits for an opening, and it matters much which card is thrown."""
    if _opening(state) is not None or 2 * _best_to_open(state).points < _needed(state.rules):
        return False
    outs = sorted(_outs_after(state).values())
    return outs[-1] - outs[0] >= APART and outs[-1] > outs[len(outs) // 2]


def _outs_after(state: State) -> dict[Card, int]:
    """How many unseen cards would let the hand open, by the card that is thrown."""
    left = unseen(Attempt(state, state, state))
    found = {}
    for c in dict.fromkeys(state.hand):
        if may(state, Discard(c)):
            found[c] = sum(opening_outs(state.hand_without((c,)), state.rules, left).values())
    return found


# --- positions -----------------------------------------------------------------------------------


def _dealt(rules: Rules, source: Stream) -> Iterator[tuple[str, State]]:
    """Hands before the opening, with nothing on the table; half of their cards lie close."""
    size = HAND_SIZE + 1
    while True:
        deck = source.shuffled(pack(rules.jokers))
        first = next(c for c in deck if c != JOKER)
        near = [c for c in deck if c != JOKER and (_close_by(c, first) or c.rank >= 10)]
        held = Counter(near[: size // 2])
        for c in deck:
            if held.total() < size and held[c] < Counter(deck)[c]:
                held[c] += 1
        yield _read(f"hand {hand_text(sorted(held.elements()))}; drawn; unopened 1", rules)


def _close_by(card: Card, other: Card) -> bool:
    return card.suit == other.suit and abs(card.rank - other.rank) <= 4


def _at_table(rules: Rules, source: Stream, *, joker: bool) -> Iterator[tuple[str, State]]:
    """Hands after the opening, some of their cards in a meld and some that the table takes."""
    while True:
        left = Counter(pack(rules.jokers))
        table: list[Meld] = []
        while len(table) < 2 + source.below(2):
            _take(_some_meld(source, rules), left, table)
        own: list[Meld] = []
        while not own:
            _take(_some_meld(source, rules), left, own)
        held = list(own[0].cards)
        fits = [c for meld in table for c in fitting(meld, rules) if left[c] > 0]
        for c in source.shuffled(list(dict.fromkeys(fits)))[: 1 + source.below(2)]:
            held.append(c)
            left[c] -= 1
        for c in source.shuffled(sorted(left.elements())):
            if c != JOKER and len(held) < 6:
                held.append(c)
        if joker and rules.jokers:
            held[source.below(3)] = JOKER
        melds = " | ".join(map(str, table))
        hand = hand_text(sorted(held))
        yield _read(
            f"hand {hand}; opened; drawn; others {3 + source.below(6)}; table {melds}", rules
        )


def _some_meld(source: Stream, rules: Rules) -> Meld:
    """A run or a set without a joker."""
    if source.below(2):
        low, suit, size = 1 + source.below(12), source.below(4), 3 + source.below(2)
        ranks = range(min(low, 15 - size), min(low, 15 - size) + size)
        return read_meld(tuple(natural(rank, suit) for rank in ranks), rules)
    rank, suits = 1 + source.below(13), source.shuffled(range(4))[:3]
    return read_meld(tuple(natural(rank, suit) for suit in sorted(suits)), rules)


def _take(meld: Meld, left: Counter[Card], melds: list[Meld]) -> None:
    """Add a meld, if its cards are left."""
    if all(left[c] > 0 for c in meld.cards):
        left.subtract(meld.cards)
        melds.append(meld)


def _read(text: str, rules: Rules) -> tuple[str, State]:
    return text, read_position_text(text, rules)


def _lay(split: Split) -> Lay:
    return Lay(tuple(meld.cards for meld in split.melds))


#: What can be practised, by the name of the theme.
PRACTICE: Final[Mapping[str, Theme]] = {
    "open": Theme(
        _("Can you open?"), _("Find the points, or see that they are not there."), _whether
    ),
    "joker": Theme(
        _("Where does the joker go?"), _("It has several places, and one is best."), _joker
    ),
    "best-opening": Theme(
        _("The best opening"), _("Of several ways, the one that leaves least."), _best_opening
    ),
    "discard": Theme(
        _("Which discard?"), _("Keep the cards that most others would complete."), _discard
    ),
    "close": Theme(_("Close this turn!"), _("All the cards can go: find the way."), _close),
}

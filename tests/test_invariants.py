"""What is true at every step of every hand, whatever the rules and however it is played.

So that it cannot pass idly it counts what happened, and demands enough of it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from scala40.actions import Action, Buy, Discard, Draw, ReEnter, StayOut, Swap
from scala40.bots import choose
from scala40.cards import UNSEEN, Card, card, pack
from scala40.errors import Refused, RulesError
from scala40.hand import Event, Hand, deal_hand
from scala40.match import Match
from scala40.melds import Meld
from scala40.moves import LegalActions
from scala40.rules import OPTIONS, PRESETS, VALUES, YES_NO, Rules
from scala40.state import State
from scala40.turn import apply
from scala40.view import view_of
from tests.person import leads_on, with_hidden_permuted

MOST = 1500  # hands that each preset may need to see everything often enough
LONG = 800  # hands of the soak
#: What a preset's hands must have seen at least, where its rules allow it at all.
DEMANDS = {
    "opened": 400,
    "Take": 100,
    "Lay": 400,
    "Attach": 400,
    "Swap": 24,
    "closed": 200,
    "renewed": 24,
    "in mano": 24,
    "void": 24,
}

Player = Callable[[Hand, Random], Action]


def sensibly(hand: Hand, _: Random) -> Action:
    """As the computer plays, at a level that decides at once."""
    return choose(view_of(hand, hand.state.seat, (0,) * len(hand.state.hands)), "normal")


def at_random(hand: Hand, rng: Random) -> Action:
    """Any legal action from which the turn can still be ended without undoing it.

    Openings are left to the computer, as there may be very many.
    """
    state = hand.state
    if state.drawn and not state.has_opened:
        return sensibly(hand, rng) if rng.random() < 0.5 else any_discard(state, rng)
    moves = list(LegalActions(state))
    rng.shuffle(moves)
    return next(move for move in moves if leads_on(apply(state, move)))


def mixed(hand: Hand, rng: Random) -> Action:
    """Now like this, now like that, and a joker of the table whenever there is one."""
    for action in LegalActions(hand.state) if hand.state.has_opened else ():
        if isinstance(action, Swap) and leads_on(apply(hand.state, action)):
            return action
    return sensibly(hand, rng) if rng.random() < 0.8 else at_random(hand, rng)


def idly(hand: Hand, rng: Random) -> Action:
    """Draw and throw, so that nothing ever comes of it."""
    state = hand.state
    if state.drawn:
        return any_discard(state, rng)
    return sensibly(hand, rng) if state.buyers or state.rules.buying else Draw()


def any_discard(state: State, rng: Random) -> Action:
    """A card that may be thrown, or the computer's way out where none may be yet."""
    kinds = list(dict.fromkeys(state.hand))
    rng.shuffle(kinds)
    for c in kinds:
        try:
            apply(state, Discard(c))
        except Refused:
            continue
        return Discard(c)
    return sensibly(Hand(state), rng)


PLAYERS: tuple[tuple[Player, int], ...] = ((sensibly, 4), (mixed, 4), (at_random, 1), (idly, 1))


def stacked(rules: Rules, players: int, rng: Random) -> tuple[Card, ...]:
    """A deck that deals good hands: cards next to each other fall to the same player."""
    deck = list(pack(rules.jokers))
    rng.shuffle(deck)
    hands = []
    for _ in range(players):
        first = rng.choice(deck)
        near = sorted(deck, key=lambda c: (c.suit != first.suit, abs(c.rank - first.rank)))
        own = near[: rng.randint(6, 12)]
        for c in own:
            deck.remove(c)
        own += [deck.pop() for _ in range(13 - len(own))]
        hands.append(own)
    return (*(hand[n] for n in range(13) for hand in hands), *deck)


def everything(state: State) -> Counter[Card]:
    """All cards, wherever they are."""
    seen = Counter((*state.stock, *state.discard))
    for hand in state.hands:
        seen.update(hand)
    for meld in state.melds:
        seen.update(c.in_hand for c in meld.cards)
    return seen


def check_step(hand: Hand, rng: Random) -> None:
    """What holds of every state."""
    state = hand.state
    assert everything(state) == Counter(pack(state.rules.jokers))
    assert all(list(held) == sorted(held) for held in state.hands)
    assert len(state.owners) == len(state.melds)
    assert all(isinstance(meld, Meld) and len(meld.cards) >= 3 for meld in state.melds)
    if rng.random() < 0.1:
        seat = rng.choice(state.order)
        totals = (0,) * len(state.hands)
        view = view_of(hand, seat, totals)
        assert view_of(with_hidden_permuted(hand, seat, rng), seat, totals) == view
        assert UNSEEN not in view.hand


def check_refusals(hand: Hand, rng: Random) -> None:
    """Whatever is refused leaves everything as it was."""
    before, events = hand.state, list(hand.events)
    for action in (Swap(card("AH"), 99), Discard(card("X=AH")), Buy((card("2C"),)), ReEnter()):
        if rng.random() < 0.05:
            with pytest.raises(Refused):
                hand.play(action)
            assert (hand.state, hand.events) == (before, events)


def check_undo(hand: Hand, action: Action) -> None:
    """What was done in this turn can be undone, and done again to the same end."""
    after = hand.state
    if hand.can_undo:
        hand.undo()
        hand.play(action)
        assert hand.state == after


def play_out(
    hand: Hand, rng: Random, seen: Counter[str], play: Callable[[Action], Event] | None = None
) -> None:
    """Play a hand to its end, checking every step and counting what happens."""
    play = play or hand.play
    players = [
        rng.choices([player for player, _ in PLAYERS], [weight for _, weight in PLAYERS])[0]
        for _ in hand.state.hands
    ]
    if rng.random() < 0.1:
        players = [idly] * len(players)
    steps = 0
    while hand.state.end is None:
        check_refusals(hand, rng)
        action = players[hand.state.seat](hand, rng)
        event = play(action)
        seen[type(action).__name__] += 1
        seen["renewed"] += event.renewed
        seen["opened"] += event.opened
        steps += 1
        if rng.random() < 0.3:
            check_undo(hand, action)
        if rng.random() < 0.3:
            check_step(hand, rng)
        assert steps < 40_000
    check_step(hand, rng)
    closer, in_mano = hand.state.end
    seen["void" if closer is None else "closed"] += 1
    seen["in mano"] += in_mano


def possible(what: str, rules: Rules) -> bool:
    """Whether the rules let it happen often enough to be demanded."""
    return what != "in mano" or rules.first_round_close


def play_hands(preset: str, numbers: range, rng: Random, seen: Counter[str]) -> None:
    """Hands of one preset with all numbers of players, every other one with good cards."""
    rules = Rules.preset(preset)
    for number in numbers:
        players = rng.randint(rules.min_players, rules.max_players)
        deck = stacked(rules, players, rng) if number % 2 else None
        play_out(Hand(deal_hand(rules, players, range(players), number, 0, deck)), rng, seen)


def short_of(seen: Counter[str], preset: str) -> dict[str, int]:
    """What has not been seen often enough yet."""
    rules = Rules.preset(preset)
    return {
        what: seen[what]
        for what, least in DEMANDS.items()
        if possible(what, rules) and seen[what] < least
    }


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_keeps_its_cards_and_its_word(preset: str) -> None:
    rng, seen = Random(preset), Counter[str]()
    for first in range(0, MOST, 50):
        play_hands(preset, range(first, first + 50), rng, seen)
        if not short_of(seen, preset):
            break
    assert not short_of(seen, preset), seen


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_soak(preset: str) -> None:
    play_hands(preset, range(LONG), Random(f"soak {preset}"), Counter())


def random_rules(rng: Random) -> Rules:
    """A preset with some options changed, among those that go together."""
    while True:
        changes: dict[str, object] = {}
        for option in rng.sample([o for o in OPTIONS if "players" not in o], rng.randint(1, 8)):
            values = [True, False] if option in YES_NO else VALUES[option]
            changes[option] = rng.choice(list(values[:50]))
        changes["target"] = 101
        changes["buying"] = rng.random() < 0.5
        if rng.random() < 0.5:
            changes["reentries"] = 2
        try:
            return Rules.preset(rng.choice(list(PRESETS))).with_options(changes)
        except RulesError:
            continue


def test_option_mixes_keep_every_hand_sound_and_every_match_ends() -> None:
    rng, seen = Random(40), Counter[str]()
    for deal in range(MOST):
        if deal >= 30 and seen["Buy"] >= 24 and seen["re-entry"] >= 24:
            break
        match = random_match(rng, deal)
        for _ in range(3):
            play_out(match.hand, rng, seen, match.play)
            assert Match.load(match.save()).save() == match.save()
            while match.pending:
                seen["re-entry"] += 1
                match.play(rng.choice([ReEnter(), StayOut()]))
            if match.winners:
                break
            match.next_hand()
    assert min(seen["Buy"], seen["re-entry"]) >= 24, seen


def random_match(rng: Random, deal: int) -> Match:
    """A match under a random mix of options."""
    while True:
        rules = random_rules(rng)
        players = rng.randint(rules.min_players, rules.max_players)
        try:
            return Match(rules, [f"P{n}" for n in range(players)], deal)
        except RulesError:
            continue

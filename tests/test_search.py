"""The best turn: what it finds is what trying everything finds, and it can be played."""

from collections import Counter
from random import Random

import pytest

from scala40 import search
from scala40.actions import Take
from scala40.cards import JOKER, NATURALS, UNSEEN, Card, hand_text, pack
from scala40.errors import Refused, RulesError
from scala40.melds import Meld, fitting, read_meld, readings, wanted
from scala40.rules import PRESETS, VALUES, YES_NO, Rules
from scala40.search import best_turn, gain_of_taking
from scala40.state import Duty, State
from scala40.turn import apply, may
from scala40.view import View
from tests.plain_turn import best_outcome, outcome
from tests.positions import position

TURNS = 60  # for each preset, by default
LONG = 500
#: The plain search gives up beyond so many positions; another turn is drawn then.
MOST = 3000

#: The options that have a say in how a turn ends.
OPTIONS = (
    "opening_jokers discard_before_opening taken_discard attach_in_opening_turn"
    " attachable_discard set_joker freed_joker joker_discard longest_run final_discard"
    " first_round_close in_mano_needs_opening ace_in_hand lone_ace_in_hand joker_in_hand"
).split()


def random_rules(preset: str, rng: Random) -> Rules:
    """A preset with no option changed, one or three, and an opening that small hands can pay."""
    rules = Rules.preset(preset).with_options({"opening_points": rng.choice([9, 18, 27, 40])})
    for name in rng.sample(OPTIONS, rng.choice([0, 1, 1, 3])):
        values = [True, False] if name in YES_NO else list(VALUES[name])
        try:
            rules = rules.with_options({name: rng.choice(values)})
        except RulesError:
            continue
    return rules


def random_turn(preset: str, rng: Random) -> State:
    """A turn after the draw: a few cards, most of which fit each other or the table."""
    rules = random_rules(preset, rng)
    deck = list(pack(4))
    rng.shuffle(deck)
    melds = tuple(random_meld(deck, rules, rng) for _ in range(rng.randint(0, 4)))
    opened = rng.random() < 0.6
    hand: list[Card] = []
    for _ in range(rng.randrange(3)):
        if JOKER in deck:
            deck.remove(JOKER)
            hand.append(JOKER)
    fits = [c for meld in melds for c in (*wanted(meld), *fitting(meld, rules))]
    size = len(hand) + rng.randint(3, 8)
    while len(hand) < size:
        near = [
            c for c in deck if c != JOKER and (c in fits or any(neighbours(c, o) for o in hand))
        ]
        c = rng.choice(near) if near and rng.random() < 0.8 else rng.choice(deck)
        deck.remove(c)
        hand.append(c)
    taken = rng.choice(hand) if rng.random() < 0.4 else None
    duty: Duty = "none"
    if taken is not None:
        duty = "open" if not opened else "use" if rules.taken_discard == "use-now" else "none"
    owed = rules.freed_joker != "keep" and JOKER in hand and opened and rng.random() < 0.2
    players = rng.choice([2, 3])
    return State(
        rules,
        tuple(range(players)),
        (tuple(sorted(hand)), *((UNSEEN,) * 5,) * (players - 1)),
        (opened, *(True,) * (players - 1)),
        melds,
        (1,) * len(melds),
        discard=tuple(deck[:3]),
        stock=(UNSEEN,) * 20,
        turns=rng.choice([0, 6]),
        drawn=True,
        taken=taken,
        duty=duty,
        freed=int(owed),
        opened_now=opened and rng.random() < 0.1,
    )


def neighbours(one: Card, other: Card) -> bool:
    """True for natural cards that can be in one meld."""
    if JOKER in (one, other):
        return False
    if one.rank == other.rank:
        return one.suit != other.suit
    apart = abs(one.rank - other.rank)
    return one.suit == other.suit and (apart <= 2 or apart >= 11)


def random_meld(deck: list[Card], rules: Rules, rng: Random) -> Meld:
    """A meld, often with a joker, whose cards are taken out of the deck."""
    while True:
        start, size = rng.choice(NATURALS), rng.choice([3, 3, 3, 4, 5, 6, 12])
        held = [Card(start - start.rank + 1 + (start.rank - 1 + n) % 13) for n in range(size)]
        if rng.random() < 0.5:
            held = [c for c in NATURALS if c.rank == start.rank]
            held = rng.sample(held, rng.choice([3, 3, 4]))
        if rng.random() < 0.5 and JOKER in deck:
            held[rng.randrange(len(held))] = JOKER
        found = readings(tuple(held), rules)
        if found and not Counter(held) - Counter(deck):
            meld = rng.choice(found)
            for c in held:
                deck.remove(c)
            return read_meld(meld.cards, rules)


def agree(preset: str, turns: int) -> Counter[str]:
    """Compare so many turns; how many ended how."""
    rng = Random(preset)
    seen: Counter[str] = Counter()
    while seen.total() < turns:
        state = random_turn(preset, rng)
        try:
            plain = best_outcome(state, MOST)
        except OverflowError:
            continue
        actions, after = best_turn(state)
        here = state
        for action in actions:
            here = apply(here, action)
        assert here == after
        found = outcome(after, state.seat) if actions else None
        assert found == plain
        seen["stuck" if plain is None else "goes on" if plain[0] else "closed"] += 1
    return seen


@pytest.fixture(autouse=True)
def no_second_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only where attachable cards may not be thrown is a turn ever proposed that is refused."""
    trying = search._Search._try_everything

    def asked(self: search._Search) -> None:
        assert self.rules.attachable_discard == "federation"
        trying(self)

    monkeypatch.setattr(search._Search, "_try_everything", asked)


@pytest.mark.no_cover
@pytest.mark.parametrize("preset", PRESETS)
def test_the_best_turn_leaves_what_trying_everything_leaves(preset: str) -> None:
    seen = agree(preset, TURNS)
    assert seen["closed"] > TURNS // 20
    assert seen["goes on"] > TURNS // 4


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_they_agree_on_thousands_of_turns(preset: str) -> None:
    agree(preset, LONG)


# --- positions --------------------------------------------------------------------------------


def best(rules: str, table: str = "", **fragment: object) -> tuple[str, str]:
    """The best turn from a position with melds split by bars, and the hand it leaves."""
    laid = table.split(" | ") if table else []
    actions, after = best_turn(position(rules, table=laid, **fragment))
    return "; ".join(map(str, actions)), hand_text(after.hands[0])


def test_a_joker_is_swapped_and_placed_again_to_close() -> None:
    turn, left = best("online", "5H X=6H 7H | 9D 9H 9S", hand="6H 8H TH KC 9C")
    assert turn == "swap 6H T1; lay 8H X=9H TH; attach 9C T2; discard KC"
    assert left == ""


def test_cards_go_to_both_ends_of_a_run() -> None:
    turn, left = best("online", "5H 6H 7H", hand="3H 4H 8H KD")
    assert {"attach 8H T1", "attach 4H T1", "attach 3H T1"} < set(turn.split("; "))
    assert left == ""


def test_a_freed_joker_goes_to_a_meld_laid_earlier_in_the_turn() -> None:
    hand = "JS QS KS TC TD TH 6H 9S 2D"
    turn, left = best("online", "5H X=6H 7H", hand=hand, opened=False)
    assert turn == ("lay TC TD TH | JS QS KS; swap 6H T1; attach X=TS T3; attach 9S T3; discard 2D")
    assert left == ""


def test_where_a_freed_joker_needs_a_new_meld_attaching_it_is_not_enough() -> None:
    table = "5H X=6H 7H"
    assert best("pulita", table, hand="6H 9S 9D KD")[0].startswith("swap 6H T1; lay X=9C 9D 9S")
    assert best("pulita", table, hand="6H 9S KD") == ("discard KD", "6H 9S")
    assert best("online", table, hand="6H 9S KD")[1] == "9S"


def test_a_freed_joker_may_stay_in_the_hand_where_it_may_be_kept() -> None:
    table, hand = "X=3H 3C 3D 3S", "3H 8C 9S"
    assert best("duello;joker_in_hand=1", table, hand=hand) == ("swap 3H T1; discard 9S", "8C X")
    assert best("online;joker_in_hand=1", table, hand=hand) == ("discard 9S", "8C 3H")
    assert best("duello", table, hand=hand) == ("discard 9S", "8C 3H")


def test_a_freed_joker_is_placed_and_an_own_one_may_be_thrown() -> None:
    turn, left = best("online", "5H X=6H 7H", hand="6H KD X")
    assert turn.startswith("swap 6H T1; attach X=")
    assert turn.endswith("; discard X")
    assert left == "KD"


def test_an_opening_does_without_the_joker_that_does_more_elsewhere() -> None:
    hand = "JC JD JH 5H 6H 7H X 9S 4D"
    turn, left = best("online", "JS QS KS", hand=hand, opened=False)
    assert turn.endswith("; attach X=TS T1; attach 9S T1; discard 4D")
    assert left == ""


def test_nobody_closes_in_the_first_round_of_a_tournament() -> None:
    table, hand = "5H 6H 7H", "4H 8H KD"
    assert best("federation", table, hand=hand, round=1) == ("attach 8H T1; discard KD", "4H")
    assert best("federation", table, hand=hand, round=2)[1] == ""


def test_the_taken_card_is_used_though_more_points_stay() -> None:
    hand = "7H 8H 9H 9C 9D KD 2C"
    assert best("online", hand=hand) == ("lay 9C 9D 9H; discard KD", "2C 7H 8H")
    assert best("online", hand=hand, taken="7H") == ("lay 7H 8H 9H; discard KD", "2C 9C 9D")
    attached = best("online", "5H 6H 7H", hand="8H KD 2C 3C", taken="8H")
    assert attached == ("attach 8H T1; discard KD", "2C 3C")


def test_the_taken_card_is_not_thrown_back_but_its_twin_may_be() -> None:
    assert best("classica", hand="KD 9C 2D", taken="KD")[1] == "2D KD"
    assert best("classica", hand="KD KD 2D", taken="KD")[1] == "2D KD"
    assert best("classica", hand="KD KD 2D", taken="KD")[0] == "discard KD"


def test_an_opening_short_of_points_takes_a_dearer_split() -> None:
    hand = "AH 2H 3H 3C 3D KC KD KS 9S"
    assert best("online;opening_points=36", hand=hand, opened=False)[1] == "3C 3D"
    assert best("online;opening_points=38", hand=hand, opened=False)[1] == "2H 9S"
    none = best("online;opening_points=40", hand=hand, opened=False)
    assert none[0] == "discard AH"


def test_a_joker_that_no_opening_may_hold_is_attached_to_it_afterwards() -> None:
    hand = "KC KD KH 5H 6H 7H X 9H 2C"
    turn, left = best("pulita", hand=hand, opened=False)
    assert turn.split("; ")[1:] == ["attach X=8H T2", "attach 9H T2", "discard 2C"]
    assert left == ""
    late = best("pulita;attach_in_opening_turn=no", hand=hand, opened=False)
    assert late[1] == "2C 9H"


def test_a_joker_taken_for_the_opening_passes_through_it() -> None:
    hand = "5H 6H 7H JC QC KC JS 2D X"
    turn, left = best("online", "7S 8S 9S", hand=hand, opened=False, taken="X")
    assert "X=TS T1; attach JS T1; discard 2D" in turn
    assert left == ""


def test_a_joker_that_had_to_be_used_comes_back_where_it_costs_less_than_a_card() -> None:
    rules, table = "duello;taken_discard=use-now;joker_in_hand=0", "8C 8D 8S"
    turn, left = best(rules, table, hand="8H KD X", taken="X")
    assert (turn, left) == ("attach X=8H T1; swap 8H T1; discard KD", "X")


def test_an_opening_may_fall_short_where_it_closes() -> None:
    hand = "2C 2D 2H 3S 4S 5S KD"
    assert best("online", hand=hand, opened=False)[0] == "discard KD"
    turn, left = best("online;in_mano_needs_opening=no", hand=hand, opened=False)
    assert turn.endswith("discard KD")
    assert left == ""


def test_an_ace_alone_is_left_where_it_costs_little() -> None:
    assert best("online", hand="AC 5D")[1] == "5D"
    assert best("online;lone_ace_in_hand=1", hand="AC 5D")[1] == "AC"
    assert best("online;lone_ace_in_hand=1", hand="AC AD 3D")[1] == "AD 3D"


def test_a_joker_is_thrown_only_to_close_or_where_nothing_else_may_be() -> None:
    rules = "online;joker_discard=closing-only"
    assert best(rules, hand="X 2C")[1] == "X"
    assert best(rules, hand="5H 6H 7H X")[1] == ""
    assert best("online", hand="X 2C")[1] == "2C"
    assert best("classica;joker_discard=closing-only", hand="X 2C", taken="2C")[1] == "2C"


def test_a_card_that_fits_the_table_is_not_thrown_but_attached() -> None:
    table = "5H 6H 7H"
    assert best("federation", table, hand="8H KC", players=3)[1] == ""
    assert best("classica", table, hand="8H 2C", opened=False, players=3)[1] == "8H"


def test_how_a_joker_lies_decides_what_may_be_thrown() -> None:
    # two cards have to stay: the joker goes where neither the 6 nor the 8 can follow it
    table = "8D 9D TD | 2S 3S X=4S | 7S 8S 9S | 9C X=9D 9H 9S"
    state = position(
        "federation", table=table.split(" | "), hand="JD 6S 8S X", players=3, round=1, taken="6S"
    )
    actions, after = best_turn(state)
    assert outcome(after, 0) == best_outcome(state)
    assert "X=" in str(actions[0])


def test_where_no_turn_can_be_ended_there_is_no_action() -> None:
    state = position("online", hand="2C 9D", freed=1)
    assert best_turn(state) == ((), state)


def test_whoever_has_not_drawn_has_no_turn_to_end() -> None:
    with pytest.raises(Refused, match="Draw first"):
        best_turn(position("online", hand="2C 9D", drawn=False))


# --- taking or drawing ------------------------------------------------------------------------


def plain_gain(view: View) -> float:
    """The gain of taking, by the plain search."""

    def left(state: State) -> int:
        found = best_outcome(state)
        assert found is not None
        return found[1]

    state = view.state
    drawn = {
        c: left(state._replace(hands=state.hands_with(state.hand_with(c)), drawn=True))
        for c, copies in view.unseen().items()
        if copies
    }
    mean = sum(drawn[c] * view.unseen()[c] for c in drawn) / sum(view.unseen()[c] for c in drawn)
    return mean - left(apply(state, Take(state.discard[-1])))


def random_offer(preset: str, rng: Random) -> State:
    """A turn before the draw, with a top discard that could be taken, and few cards."""
    while True:
        state = random_turn(preset, rng)
        top = state.taken
        if top in (None, JOKER) or state.freed or len(state.hand) > 6:
            continue
        before = state._replace(
            hands=state.hands_with(state.hand_without((top,))),
            discard=(*state.discard, top),
            drawn=False,
            taken=None,
            duty="none",
            opened_now=False,
        )
        if may(before, Take(top)):
            return before


@pytest.mark.no_cover
@pytest.mark.parametrize("preset", PRESETS)
def test_the_gain_of_taking_is_that_over_the_mean_of_all_draws(preset: str) -> None:
    rng = Random(preset)
    for _ in range(2):
        state = random_offer(preset, rng)
        view = View(0, state, (), (0, 0, 0))
        assert gain_of_taking(view) == pytest.approx(plain_gain(view))


def test_what_may_not_be_taken_gains_nothing() -> None:
    state = position("classica", hand="2C 9D", opened=False, drawn=False, discard="4C")
    assert gain_of_taking(View(0, state, (), (0, 0))) is None
    assert gain_of_taking(View(0, state._replace(discard=()), (), (0, 0))) is None


def test_where_the_stock_is_used_up_the_pile_is_drawn_from() -> None:
    state = position("classica", hand="2C 9D", drawn=False, discard="KC 3D 2D", stock=0)
    turned = View(0, state, (), (0, 0))
    assert gain_of_taking(turned) == 7  # the 9 is thrown, two 2s stay; or else the king that comes
    rules = Rules.read("classica;stock_exhaustion=shuffle;max_reshuffles=0")
    assert gain_of_taking(turned._replace(state=state._replace(rules=rules))) is None

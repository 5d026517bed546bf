"""What a turn allows, duty by duty and option by option."""

import pytest

from scala40.cards import cards, hand_text
from scala40.state import HandEnd, State
from scala40.turn import way_out
from tests.positions import play, position, refusal

FORTY = "TS JS QS KS"


def test_a_turn_begins_with_one_card_from_the_stock() -> None:
    state = position(hand="2C 3D", drawn=False, stock="9H 9S", discard="4C")
    assert refusal(state, "discard 2C") == "draw-first"
    drawn = play(state, "draw")
    assert hand_text(drawn.hand) == "2C 3D 9H"
    assert refusal(drawn, "draw") == "already-drawn"
    assert refusal(drawn, "take 4C") == "already-drawn"


def test_the_turn_passes_on_with_the_discard() -> None:
    after = play(position(hand="2C 3D 9H"), "discard 9H")
    assert (after.seat, after.discard, after.drawn) == (1, cards("9H"), False)


def test_only_the_top_discard_can_be_taken() -> None:
    state = position("duello", hand="2C 3D", drawn=False, discard="5C 4C")
    assert refusal(state, "take 5C") == "not-on-top"
    assert refusal(position(hand="2C 3D", drawn=False), "take 5C") == "pile-empty"


def test_the_opening_needs_its_points_in_one_lay() -> None:
    state = position(opened=False, hand=f"{FORTY} QD QH QC 2C 3D")
    assert refusal(state, "lay QD QH QC") == "opening-short"
    assert refusal(state, "attach 2C T1") == "not-opened"
    opened = play(state, f"lay {FORTY}")
    assert (opened.has_opened, opened.opened_now) == (True, True)
    assert play(opened, "lay QD QH QC").melds[1].points == 30


def test_melds_after_the_opening_are_laid_one_by_one() -> None:
    assert refusal(position(hand=f"{FORTY} QD QH QC 2C"), f"lay {FORTY} | QD QH QC") == (
        "one-meld-each"
    )


@pytest.mark.parametrize(
    ("jokers", "lay", "reason"),
    [
        ("forbidden", f"lay {FORTY} | 7C X 9C", "joker-in-opening"),
        ("clean-40", "lay TD JD QD | 7C X 9C", "opening-not-clean"),
        ("clean-40", "lay 7D 8D 9D", "opening-short"),
    ],
)
def test_jokers_in_the_opening_are_an_option(jokers: str, lay: str, reason: str) -> None:
    state = position(
        f"online;opening_jokers={jokers}",
        opened=False,
        hand=f"{FORTY} 7C X 9C TD JD QD 7D 8D 9D 2C",
    )
    assert refusal(state, lay) == reason


def test_a_clean_opening_may_bring_a_meld_with_a_joker_along() -> None:
    state = position("online;opening_jokers=clean-40", opened=False, hand=f"{FORTY} 7C X 9C 2C")
    assert play(state, f"lay {FORTY} | 7C X 9C").has_opened


def test_before_opening_a_discard_is_taken_only_into_the_opening() -> None:
    state = position(opened=False, drawn=False, hand="TS JS QS 4D 3D", discard="KS")
    taken = play(state, "take KS")
    assert refusal(taken, "discard 4D") == "taken-not-in-opening"
    assert play(taken, f"lay {FORTY}", "discard 4D").seat == 1
    no_use = position(opened=False, drawn=False, hand=f"{FORTY} 4D", discard="9C")
    assert refusal(no_use, "take 9C") == "take-does-not-open"
    never = position("classica", opened=False, drawn=False, hand="TS JS QS 4D", discard="KS")
    assert refusal(never, "take KS") == "take-before-opening"


def test_an_opening_must_leave_a_card_where_the_last_one_is_thrown() -> None:
    whole = position("duello", opened=False, drawn=False, hand="TS JS QS", discard="KS")
    assert refusal(whole, "take KS") == "take-does-not-open"
    optional = position("online", opened=False, drawn=False, hand="TS JS QS", discard="KS")
    assert play(optional, "take KS", f"lay {FORTY}").end is not None


def test_a_taken_card_must_be_used_where_the_rules_say_so() -> None:
    state = position(hand="9C TC 2H 3S", drawn=False, table=["6C 7C 8C"], discard="JC")
    taken = play(state, "take JC")
    assert refusal(taken, "discard 2H") == "taken-not-used"
    assert play(taken, "lay 9C TC JC", "discard 2H").seat == 1
    assert way_out(taken) is not None
    idle = position(hand="9C 2H 3S", drawn=False, table=["6C 7C 8C"], discard="KD")
    assert refusal(idle, "take KD") == "take-without-use"


def test_a_taken_card_may_be_used_by_way_of_a_freed_joker() -> None:
    state = position(hand="6H 9S 2C 3C", drawn=False, table=["5H X=6H 7H"], discard="TS")
    taken = play(state, "take TS", "swap 6H T1")
    assert refusal(taken, "discard 2C") == "taken-not-used"
    assert play(taken, "lay 9S TS X", "discard 2C").freed == 0


def test_a_kept_card_is_not_thrown_back_but_its_twin_may_be() -> None:
    one = position("duello", hand="2C 3D", drawn=False, discard="9H")
    assert refusal(play(one, "take 9H"), "discard 9H") == "thrown-back"
    two = position("duello", hand="2C 9H", drawn=False, discard="9H")
    assert play(two, "take 9H", "discard 9H").discard == cards("9H")


def test_a_taken_card_goes_back_only_before_anything_else() -> None:
    state = position("duello", hand="9C TC 2H 3S", drawn=False, discard="JC", stock="4H")
    taken = play(state, "take JC")
    back = play(taken, "put-back")
    assert back.discard == cards("JC")
    assert refusal(back, "take JC") == "take-barred"
    assert play(back, "draw").hand == cards("9C TC 2H 4H 3S")
    assert refusal(play(taken, "lay 9C TC JC"), "put-back") == "put-back-late"
    assert refusal(position("duello", hand="2C 3C"), "put-back") == "nothing-to-put-back"
    online = position(hand="9C TC 2H", drawn=False, discard="JC")
    assert refusal(play(online, "take JC"), "put-back") == "put-back-off"


@pytest.mark.parametrize(
    ("option", "ends", "reason"),
    [
        ("keep", True, ""),
        ("use-now", False, "freed-joker"),
        ("new-meld", False, "freed-joker-new-meld"),
    ],
)
def test_a_freed_joker_may_have_to_be_placed(option: str, ends: bool, reason: str) -> None:
    state = position(
        f"online;freed_joker={option}", hand="6H 9C TC 2D 4S", table=["5H X=6H 7H", "JS QS KS"]
    )
    swapped = play(state, "swap 6H T1")
    if ends:
        assert play(swapped, "discard 2D").seat == 1
    else:
        assert refusal(swapped, "discard 2D") == reason
    assert play(swapped, "lay 9C TC X", "discard 2D").seat == 1
    attached = play(swapped, "attach X=TS T2")
    if option == "new-meld":
        assert refusal(attached, "discard 2D") == reason
    else:
        assert play(attached, "discard 2D").seat == 1


def test_two_freed_jokers_must_both_be_placed() -> None:
    state = position(hand="6H 9H 9C TC KC KD 2D 4S", table=["5H X=6H 7H", "7H 8H X=9H", "JS QS KS"])
    swapped = play(state, "swap 6H T1", "swap 9H T2", "lay 9C TC X")
    assert refusal(swapped, "discard 2D") == "freed-joker"
    assert play(swapped, "lay KC KD X=KH", "discard 2D").seat == 1


@pytest.mark.parametrize("option", ["any", "no"])
def test_attaching_in_the_opening_turn_is_an_option(option: str) -> None:
    state = position(
        f"online;attach_in_opening_turn={option}",
        opened=False,
        hand=f"{FORTY} 8H 2C",
        table=["5H 6H 7H"],
    )
    opened = play(state, f"lay {FORTY}")
    if option == "any":
        assert len(play(opened, "attach 8H T1").melds[0].cards) == 4
    else:
        assert refusal(opened, "attach 8H T1") == "attach-next-turn"


@pytest.mark.parametrize(
    ("rules", "players", "opened", "allowed"),
    [
        ("online", 3, False, True),
        ("classica", 3, False, False),
        ("classica", 3, True, True),
        ("federation", 3, True, False),
        ("federation", 2, True, True),
        ("federation", 2, False, False),
    ],
)
def test_who_may_throw_a_card_that_could_be_attached(
    rules: str, players: int, opened: bool, allowed: bool
) -> None:
    state = position(rules, players=players, opened=opened, hand="8H KC 2D", table=["5H 6H 7H"])
    if allowed:
        assert play(state, "discard 8H").seat == 1
    else:
        assert refusal(state, "discard 8H") == "attachable-discard"


def test_options_yield_where_nothing_else_can_be_thrown() -> None:
    rules = "federation;joker_discard=closing-only"
    table = ["5H 6H 7H", "9C 9D 9S"]
    attachable = position(rules, players=3, hand="8H X 9H", table=table)
    assert play(attachable, "discard 8H").seat == 1
    assert refusal(attachable, "discard X") == "joker-discard"
    jokers = position(rules, players=3, hand="X X", table=table)
    assert play(jokers, "discard X").seat == 1


def test_the_last_card_may_have_to_be_thrown() -> None:
    state = position("federation", hand="AH 2H 3H")
    assert refusal(state, "lay AH 2H 3H") == "keep-a-card"
    closed = play(position("online", hand="AH 2H 3H"), "lay AH 2H 3H")
    assert closed.end == HandEnd(0, in_mano=False)
    assert refusal(closed, "draw") == "hand-over"


def test_closing_in_the_turn_of_the_opening_is_in_mano() -> None:
    state = position(opened=False, hand=f"{FORTY} 7H 7C 7D 2C", round=3)
    closed = play(state, f"lay {FORTY}", "lay 7C 7D 7H", "discard 2C")
    assert closed.end == HandEnd(0, in_mano=True)
    assert play(position(hand="2C"), "discard 2C").end == HandEnd(0, in_mano=False)


def test_nobody_closes_in_the_first_round_where_that_is_forbidden() -> None:
    state = position("federation", hand="5H 6H 7H 2C", round=1)
    assert refusal(state, "lay 5H 6H 7H") == "no-close-in-first-round"
    assert play(position("federation", hand="5H 6H 7H 2C", round=2), "lay 5H 6H 7H").melds


def test_an_opening_below_forty_may_close_where_the_rules_let_it() -> None:
    rules = "online;in_mano_needs_opening=no"
    closing = position(rules, opened=False, hand="7C 7D 7H 2C")
    assert play(closing, "lay 7C 7D 7H", "discard 2C").end is not None
    assert refusal(position(rules, opened=False, hand="7C 7D 7H 2C 3C"), "lay 7C 7D 7H") == (
        "opening-short"
    )
    taking = position(rules, opened=False, drawn=False, hand="7C 7D 2C", discard="7H")
    assert play(taking, "take 7H", "lay 7C 7D 7H", "discard 2C").end is not None
    too_many = position(rules, opened=False, drawn=False, hand="7C 7D 2C 3C", discard="7H")
    assert refusal(too_many, "take 7H") == "take-does-not-open"


def test_a_used_up_stock_is_shuffled_from_all_discards_but_the_top() -> None:
    state = position(hand="2C 3C", drawn=False, stock=0, discard="4C 4C 9D")
    drawn = play(state, "draw")
    assert (hand_text(drawn.hand), drawn.discard, drawn.renewals) == ("2C 3C 4C", cards("9D"), 1)


def test_a_turned_over_pile_keeps_its_order_and_comes_before_the_discard() -> None:
    state = position("classica", hand="2C 3C", drawn=False, stock="KD", discard="4C 5C 9D")
    drawn = play(state, "draw")
    assert (drawn.stock, drawn.discard) == (cards("4C 5C 9D"), ())
    assert play(drawn, "discard 2C").discard == cards("2C")
    empty = position("classica", hand="2C 3C", drawn=False, stock=0, discard="4C 5C 9D")
    assert play(empty, "draw").hand == cards("2C 3C 4C")


def test_a_draw_with_nothing_left_to_give_voids_the_hand() -> None:
    for fragment in ({"discard": "9D"}, {"discard": "9D 8D", "reshuffles": 1}):
        state = position("duello", hand="2C 3C", drawn=False, stock=0, **fragment)
        assert play(state, "draw").end == HandEnd(None, in_mano=False)


def test_a_hand_of_two_hundred_turns_each_is_void() -> None:
    state = position(hand="2C 3C")._replace(turns=399)
    assert play(state, "discard 2C").end == HandEnd(None, in_mano=False)


def test_cards_and_melds_that_are_not_there_are_refused() -> None:
    state = position(hand="2C 3C", table=["5H 6H 7H", "9C 9D X=9H"])
    assert refusal(state, "discard 9D") == "not-in-hand"
    assert refusal(state, "attach 2C T7") == "no-such-meld"
    assert refusal(state, "attach 2C T1") == "does-not-fit"
    assert refusal(state, "swap 2C T1") == "no-joker"
    assert refusal(state, "swap 2C T2") == "not-the-joker"
    assert refusal(position(hand="X 2C", table=["9C 9D X=9H"]), "attach X T1") == "joker-already"
    assert refusal(state, "buy 2C 3C 4C") == "not-for-sale"
    assert refusal(state, "pass") == "nothing-to-pass"
    assert refusal(state, "re-enter") == "not-in-this-game"
    assert refusal(position(opened=False, hand="2C"), "discard 2C") == "close-unopened"


def offered(hand: str, opened: bool = True) -> State:
    """Seat 2 of three is asked whether it buys the 7H that seat 0 threw and seat 1 let go."""
    state = position("online;buying=yes", players=3, hand="7H 2C 3D", stock="KD KC")
    hands = (state.hands[0], cards("9C 9D"), tuple(sorted(cards(hand))))
    state = state._replace(hands=hands, opened=(True, True, opened))
    return play(state, "discard 7H")


def test_a_discard_that_is_let_go_can_be_bought_into_a_new_meld_for_a_penalty_card() -> None:
    state = offered("7C 7D QS")
    assert refusal(state, "draw") == "pass-first"
    asked = play(state, "pass")
    assert asked.seat == 2
    assert refusal(asked, "draw") == "buy-or-pass"
    assert refusal(asked, "buy 7C 7D 7S") == "bought-card-missing"
    bought = play(asked, "buy 7C 7D 7H")
    assert (bought.seat, bought.hands[2], bought.owners[-1]) == (1, cards("KD QS"), 2)
    assert refusal(bought, "take 7H") == "take-passed"
    assert play(bought, "draw").hand == cards("9C KC 9D")


def test_a_pass_is_final() -> None:
    state = play(offered("7C 7D QS"), "pass", "pass")
    assert state.seat == 1
    assert refusal(state, "take 7H") == "take-passed"
    assert refusal(state, "pass") == "nothing-to-pass"
    assert play(state, "draw").drawn


def test_a_buyer_keeps_a_card_and_has_opened() -> None:
    assert refusal(play(offered("7C 7D"), "pass"), "buy 7C 7D 7H") == "keep-one-to-buy"
    assert play(offered("7C 7D QS", opened=False), "draw").seat == 1


def test_the_first_card_turned_up_is_not_for_sale() -> None:
    state = position("online;buying=yes", players=3, hand="2C", drawn=False, discard="7H", round=1)
    assert refusal(state, "pass") == "nothing-to-pass"
    assert play(state, "draw").drawn


def test_what_a_shuffle_will_bring_is_known_to_nobody() -> None:
    state = position(hand="2C 3C", drawn=False, stock=0, discard="4C 5C 9D")
    drawn = play(state, "draw")
    assert hand_text(drawn.hand) == "2C 3C ?"
    assert (hand_text(drawn.stock), drawn.discard) == ("?", cards("9D"))


def test_a_placed_joker_meets_one_duty_the_taken_or_the_freed() -> None:
    table = ["5H X=6H 7H", "4S 5S 6S", "TC JC QC"]
    state = position(hand="6H X 2C 9D", table=table, taken="X")
    freed = play(state, "swap 6H T1", "attach X=7S T2 high")
    assert refusal(freed, "discard 2C") == "taken-not-used"
    assert play(freed, "attach X=KC T3", "discard 2C").seat == 1


def test_a_joker_laid_in_a_new_meld_meets_the_freed_one_first() -> None:
    rules = "online;freed_joker=new-meld"
    table = ["5H X=6H 7H", "4S 5S 6S"]
    state = position(rules, hand="6H X 2C 9D KD KH", table=table, taken="X")
    laid = play(state, "swap 6H T1", "lay KD KH X=KC")
    assert (laid.freed, laid.duty) == (0, "use")
    assert play(laid, "attach X=7S T2 high", "discard 2C").seat == 1
    attached = play(state, "swap 6H T1", "attach X=7S T2 high")
    assert (attached.freed, attached.duty) == (1, "none")

"""Deals, hands, matches and their records."""

import json
from collections import Counter
from itertools import pairwise

import pytest

from scala40.actions import read_action
from scala40.bots import choose
from scala40.cards import JOKER, UNSEEN, cards, hand_text, pack
from scala40.errors import RecordError, Refused, RulesError
from scala40.hand import Hand, deal_hand
from scala40.match import Match, draw_dealer
from scala40.position import position_text, read_position_text
from scala40.rules import Rules
from scala40.score import add_up, hand_points
from scala40.view import view_of

ONLINE = Rules.preset("online")


def played_match(rules: str, players: int, deal: int) -> Match:
    """A match that computers have played to its end."""
    match = Match(Rules.read(rules), [f"P{n}" for n in range(players)], deal)
    while True:
        while match.hand.state.end is None:
            seat = match.hand.state.seat
            match.play(choose(view_of(match.hand, seat, match.totals)))
        if match.winners:
            return match
        match.next_hand()


@pytest.mark.parametrize(("players", "stock"), [(2, 81), (3, 68), (4, 55), (5, 42), (6, 29)])
def test_thirteen_cards_each_one_face_up_and_the_rest_is_the_stock(
    players: int, stock: int
) -> None:
    state = deal_hand(ONLINE, players, range(players), deal=1)
    assert [len(hand) for hand in state.hands] == [13] * players
    assert len(state.stock) == stock
    dealt = Counter((*state.stock, *state.discard, *(c for hand in state.hands for c in hand)))
    assert dealt == Counter(pack(4))


def test_a_deal_number_means_the_same_deal_for_ever() -> None:
    state = deal_hand(ONLINE, 2, (0, 1), deal=40)
    assert hand_text(state.hands[0]) == "AC 9C KC 4D 7D QD 3H 4H KH 2S 7S 8S QS"
    assert hand_text((*state.discard, *state.stock[:5])) == "5C KC 9S KD TH TC"


def test_cards_are_dealt_one_by_one_from_an_explicit_deck() -> None:
    deck = pack(4)
    state = deal_hand(ONLINE, 2, (1, 0), deal=1, deck=deck)
    assert state.hands[1] == tuple(sorted(deck[0:26:2]))
    assert state.hands[0] == tuple(sorted(deck[1:26:2]))
    assert state.discard == deck[26:27]
    assert state.stock == deck[27:]


def test_a_joker_is_never_turned_up_first() -> None:
    deck = (*pack(0)[:26], JOKER, JOKER, *pack(0)[26:], JOKER, JOKER)
    state = deal_hand(ONLINE, 2, (0, 1), deal=1, deck=deck)
    assert state.discard == pack(0)[26:27]
    assert Counter(state.stock)[JOKER] == 4


def test_the_lowest_card_deals_and_ties_draw_again() -> None:
    for deal in range(200):
        rounds, dealer = draw_dealer(4, deal)
        last = rounds[-1]
        assert last.cards[last.seats.index(dealer)].rank == min(c.rank for c in last.cards)
        assert all(len(a.seats) >= len(b.seats) for a, b in pairwise(rounds))


def test_the_player_after_the_dealer_begins_in_the_direction_of_play() -> None:
    for rules, step in (("online", 1), ("pulita", -1)):
        match = Match(Rules.preset(rules), ("a", "b", "c", "d"), deal=5)
        assert match.hand.state.seat == (match.dealer + step) % 4
        assert match.hand.state.order[-1] == match.dealer


def test_undo_goes_back_to_the_draw_and_no_further() -> None:
    deck = (*cards("TS 2C JS 3C QS 4C KS 5C 9H 6C 9D 7C 9C 8C"), *pack(4)[:94])
    hand = Hand(deal_hand(ONLINE, 2, (0, 1), deal=1, deck=deck))
    hand.play(read_action("draw"))
    drawn = hand.state
    hand.play(read_action("lay TS JS QS KS"))
    hand.play(read_action("lay 9C 9D 9H"))
    hand.undo()
    hand.undo()
    assert hand.state == drawn
    with pytest.raises(Refused):
        hand.undo()
    assert [str(event.action) for event in hand.events] == ["draw"]


def test_the_one_who_closes_pays_nothing_and_the_others_what_they_hold() -> None:
    match = played_match("online", 4, 3)
    for score in match.scores:
        for seat, points in enumerate(score.points):
            if seat == score.closer:
                assert (points, score.left[seat]) == (0, ())


@pytest.mark.parametrize(("rules", "players"), [("online", 2), ("online", 5), ("duello", 2)])
def test_a_match_goes_on_until_one_is_left_and_its_record_replays(rules: str, players: int) -> None:
    match = played_match(rules, players, deal=9)
    assert len(match.winners) == 1
    assert all(match.totals[seat] >= 101 for seat in match.out)
    again = Match.load(match.save())
    assert again.hand.state == match.hand.state
    assert again.scores == match.scores
    assert again.save() == match.save()
    with pytest.raises(Refused):
        match.next_hand()


def test_a_player_who_is_out_gets_no_cards() -> None:
    match = Match(ONLINE, ("a", "b", "c"), deal=2)
    while not (match.out and match.hand.state.end is None):
        if match.hand.state.end is not None:
            match.next_hand()
            continue
        seat = match.hand.state.seat
        match.play(choose(view_of(match.hand, seat, match.totals)))
    for seat in match.out:
        assert seat not in match.hand.state.order
        assert match.hand.state.hands[seat] == ()


def test_the_next_hand_waits_for_this_one() -> None:
    with pytest.raises(Refused):
        Match(ONLINE, ("a", "b"), deal=2).next_hand()


def test_in_mano_bonus_and_winner_bonus_lower_the_closers_total() -> None:
    pulita = Rules.read("pulita;winner_bonus=10")
    assert add_up((30, 50), (0, 20), 0, True, pulita) == (-80, 70)
    assert hand_points(cards("KH 6D 7S"), Rules.preset("duello"), opened=True, in_mano=True) == 46
    assert hand_points(cards("KH"), Rules.preset("duello"), opened=False, in_mano=True) == 100


@pytest.mark.parametrize(
    ("names", "deal", "code"),
    [
        (("a",), 1, "players-not-admitted"),
        (("a",) * 7, 1, "players-not-admitted"),
        (("a", "b"), -1, "bad-deal"),
        (("a", "b"), 1 << 53, "bad-deal"),
        (("a", " "), 1, "bad-name"),
        (("a", "b" * 41), 1, "bad-name"),
    ],
)
def test_a_match_that_cannot_be_is_refused(names: tuple[str, ...], deal: int, code: str) -> None:
    with pytest.raises(RulesError) as error:
        Match(ONLINE, names, deal)
    assert error.value.code == code


def test_a_tampered_record_is_refused_at_the_first_impossible_action() -> None:
    record = json.loads(played_match("duello", 2, 1).save())
    record["hands"][0][3] = "discard KS" if record["hands"][0][3] != "discard KS" else "draw"
    record["hands"][0][3] = "swap KS T9"
    with pytest.raises(RecordError) as error:
        Match.replay(record)
    assert error.value.code == "save-damaged"
    assert (error.value.facts["hand"], error.value.facts["action"]) == (1, 4)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "save-unreadable"),
        ("[" * 100_000, "save-unreadable"),
        ("[]", "save-foreign"),
        ('{"scala40": 2}', "save-newer"),
        ('{"scala40": 1}', "save-foreign"),
        (
            '{"scala40":1,"rules":"online","deal":"x","seats":["a","b"],"hands":[[]]}',
            "save-foreign",
        ),
        ('{"scala40":1,"rules":"nix","deal":1,"seats":["a","b"],"hands":[[]]}', "save-damaged"),
        ('{"scala40":1,"rules":"online","deal":1,"seats":["a"],"hands":[[]]}', "save-damaged"),
        (
            '{"scala40":1,"rules":"online","deal":1,"seats":["a","b"],"hands":[["x"]]}',
            "save-damaged",
        ),
        (
            '{"scala40":1,"rules":"online","deal":1,"seats":["a","b"],"hands":[[],[]]}',
            "save-damaged",
        ),
    ],
)
def test_a_save_that_is_none_is_refused_with_its_reason(text: str, code: str) -> None:
    with pytest.raises(RecordError) as error:
        Match.load(text)
    assert error.value.code == code


def scored(rules: str, players: int, *hands: tuple[int, ...]) -> Match:
    """A match after hands that cost these points by seat; seat 0 closed each."""
    match = Match(Rules.read(rules), [f"P{n}" for n in range(players)], deal=1)
    for number, points in enumerate(hands):
        if number:
            match.next_hand()
        cost(match, points)
    return match


def cost(match: Match, points: tuple[int, ...], closer: int = 0) -> None:
    """End the hand in play with hands that cost these points (tens and aces), all opened."""
    state = match.hand.state
    hands = [
        tuple(sorted(cards(" ".join(["KC"] * (cost // 10) + ["2C"] * (cost % 10 // 2)))))
        for cost in points
    ]
    hands[closer] = cards("3D")
    match.hand.state = state._replace(
        hands=tuple(hands), opened=(True,) * len(points), seat=closer, drawn=True, turns=20
    )
    match.play(read_action("discard 3D"))


def test_survivors_share_the_win_lowest_total_first() -> None:
    match = scored("online;survivors=2", 3, (0, 20, 110))
    assert match.winners == (0, 1)


def test_first_out_ends_with_the_first_player_over_the_target() -> None:
    match = scored("online;match_format=first-out", 3, (0, 20, 110))
    assert match.winners == (0,)


def test_counted_hands_end_after_so_many_and_nobody_is_out() -> None:
    rules = "online;match_format=fixed-hands;hands=2"
    match = scored(rules, 3, (0, 120, 110))
    assert match.winners == ()
    match.next_hand()
    cost(match, (0, 20, 10))
    assert (match.winners, match.out) == ((0,), ())


def test_a_tie_is_played_off_among_the_tied() -> None:
    match = scored("online;match_format=fixed-hands;hands=1", 4, (0, 50, 50, 60))
    assert match.winners == (0,)
    tied = Match(Rules.read("online;match_format=fixed-hands;hands=2"), ("a", "b", "c"), deal=1)
    cost(tied, (0, 30, 90), closer=0)
    tied.next_hand()
    cost(tied, (30, 0, 90), closer=1)
    assert tied.winners == ()
    tied.next_hand()
    assert sorted(tied.hand.state.order) == [0, 1]
    cost(tied, (10, 0, 0), closer=1)
    assert tied.winners == (1,)


def test_who_is_out_may_come_back_at_the_highest_total_still_in() -> None:
    match = scored("online;reentries=1", 4, (0, 20, 110, 40))
    assert (match.pending, match.acting) == ((2,), 2)
    with pytest.raises(Refused):
        match.next_hand()
    match.play(read_action("re-enter"))
    assert match.totals == (0, 20, 40, 40)
    assert sorted(match.next_hand().state.order) == [0, 1, 2, 3]
    cost(match, (0, 20, 110, 30))
    assert (match.pending, match.out) == ((), (2,))


def test_who_stays_out_is_not_asked_again_and_nobody_comes_back_to_a_duel() -> None:
    match = scored("online;reentries=2", 4, (0, 20, 110, 120))
    assert match.pending == (2, 3)
    match.play(read_action("stay-out"))
    match.play(read_action("re-enter"))
    assert (match.out, match.totals[3]) == ((2,), 20)
    match.next_hand()
    cost(match, (0, 100, 0, 10))
    assert (match.out, match.pending) == ((1, 2), (1,))
    with pytest.raises(Refused):
        scored("online", 3, (0, 20, 110)).play(read_action("re-enter"))


def test_partners_share_their_total_and_win_together() -> None:
    match = scored("duello;max_players=4;partners=yes", 4, (0, 20, 30, 10))
    assert match.totals == (30, 30)
    match.next_hand()
    cost(match, (0, 40, 10, 40))
    assert match.totals == (40, 110)
    assert match.winners == (0, 2)


def test_in_mano_doubles_the_opposing_pair_only() -> None:
    match = Match(Rules.read("duello;max_players=4;partners=yes"), tuple("abcd"), deal=1)
    match.hand.state = match.hand.state._replace(
        hands=(cards("3D"), cards("KC"), cards("KD"), cards("KH")),
        opened=(True,) * 4,
        seat=0,
        drawn=True,
        opened_now=True,
    )
    match.play(read_action("discard 3D"))
    assert match.scores[0].points == (0, 20, 10, 20)


@pytest.mark.parametrize(
    ("rules", "players", "code"),
    [
        ("online;buying=yes", 2, "needs-three-players"),
        ("online;reentries=1", 2, "needs-three-players"),
        ("online;partners=yes", 3, "needs-four-players"),
        ("online;survivors=3", 3, "too-many-survivors"),
    ],
)
def test_options_that_need_more_players_are_refused_without_them(
    rules: str, players: int, code: str
) -> None:
    with pytest.raises(RulesError) as error:
        Match(Rules.read(rules), [str(n) for n in range(players)], 1)
    assert error.value.code == code


def test_when_time_is_up_the_turn_is_undone_and_the_drawn_card_thrown() -> None:
    rules = Rules.read("duello;turn_seconds=30")
    deck = (*cards("TS 2C JS 3C QS 4C KS 5C 9H 6C 9D 7C 9C 8C"), *pack(4)[:94])
    hand = Hand(deal_hand(rules, 2, (0, 1), deal=1, deck=deck))
    hand.play(read_action("draw"))
    drawn = hand.events[-1].drawn
    hand.play(read_action("lay TS JS QS KS"))
    assert [str(event.action) for event in hand.time_out()] == [f"discard {drawn}"]
    assert hand.state.melds == ()
    assert str(hand.time_out()[0].action) == "draw"


def test_when_time_is_up_a_taken_card_goes_back() -> None:
    rules = Rules.read("online;turn_seconds=30;taken_discard=keep")
    state = deal_hand(rules, 2, (0, 1), deal=1)
    hand = Hand(state._replace(opened=(True, True)))
    top = state.discard[-1]
    hand.play(read_action(f"take {top}"))
    done = [str(event.action) for event in hand.time_out()]
    assert done[:2] == ["put-back clock", "draw"]
    assert done[2].startswith("discard")
    assert hand.state.seat == 1


def test_a_match_of_two_hundred_hands_ends_and_what_is_still_tied_is_shared() -> None:
    match = Match(Rules.read("online;target=1000000"), ("a", "b", "c"), deal=1)
    for _ in range(199):
        cost(match, (0, 0, 10))
        assert match.winners == ()
        match.next_hand()
    match.scores = [score._replace(closer=n % 2) for n, score in enumerate(match.scores)]
    cost(match, (0, 0, 10), closer=1)
    assert match.winners == (0, 1)


def test_when_time_is_up_whoever_is_asked_to_buy_passes() -> None:
    rules = Rules.read("online;buying=yes;turn_seconds=30")
    hand = Hand(deal_hand(rules, 3, (0, 1, 2), deal=1)._replace(opened=(True,) * 3))
    hand.play(read_action("draw"))
    hand.time_out()
    assert hand.state.seat == 1
    assert [str(event.action) for event in hand.time_out()] == ["pass"]
    assert (hand.state.seat, hand.state.buyers) == (2, (2,))
    hand.time_out()
    assert (hand.state.seat, hand.state.buyers) == (1, ())


POSITION = "hand QS KS AS 2C 9D; drawn; players 3; table 5H X=6H 7H; discard 4C; stock 40"


def set_up(deal: int, position: str = POSITION) -> Match:
    match = Match(Rules.read("online"), ("a", "b", "c"), deal)
    match.set_up(position)
    return match


def test_a_match_is_set_up_from_a_position_whose_hidden_cards_come_from_the_deal_number() -> None:
    state, rules = set_up(1).hand.state, Rules.read("online")
    assert position_text(state) == position_text(read_position_text(POSITION, rules))
    dealt = Counter([*state.stock, *state.discard, *(c for hand in state.hands for c in hand)])
    dealt += Counter(c.in_hand for meld in state.melds for c in meld.cards)
    assert UNSEEN not in dealt
    assert dealt <= Counter(pack(4))
    assert set_up(1).hand.state == state
    assert set_up(2).hand.state.stock != state.stock


def test_a_match_from_a_position_is_saved_with_it() -> None:
    match = set_up(3)
    match.play(read_action("discard 2C"))
    again = Match.load(match.save())
    assert again.hand.state == match.hand.state
    assert again.position == POSITION
    with pytest.raises(Refused, match="dealt already"):
        again.set_up(POSITION)


def test_a_position_for_others_than_are_seated_is_refused() -> None:
    with pytest.raises(RulesError, match="3 players"):
        Match(Rules.read("online"), ("a", "b"), 1).set_up(POSITION)

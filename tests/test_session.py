"""The session answers events with frames, and a person can play a whole match through it."""

import json
import re
from html import unescape
from random import Random
from urllib.parse import quote

import pytest

from app import keys
from app.opponents import PACES
from app.save import restored
from app.scene import Pace
from app.session import Session
from app.turn import VERBS
from app.words import YOU
from scala40 import faces
from scala40.actions import Discard, Lay, read_action
from scala40.cards import UNSEEN, Card, card, hand_text
from scala40.messages import ENGLISH
from scala40.partition import best_split
from scala40.position import position_text
from scala40.rules import Rules
from scala40.turn import may
from tests.person import Person
from tests.scenes import EVERYTHING, deal_with, opens_at_once

HOSTILE = "<script>alert('\"&')</script>"


class Page:
    """A page without a browser: it keeps what the frames say."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.html: dict[str, str] = {}
        self.save = ""
        self.frame = session.start("")

    def press(self, verb: str, arg: str = "", **form: str) -> None:
        self.show(self.session.handle({"do": verb, "arg": arg, "form": form}))

    def show(self, frame: dict[str, object]) -> None:
        frame = json.loads(json.dumps(frame))
        for patch in frame["patches"]:
            self.html[patch["target"]] = patch["html"]
        self.save = frame.get("save", self.save)
        self.frame = frame

    def until_my_turn(self) -> None:
        while "next_ms" in self.frame:
            self.press("next-step")

    def reload(self) -> None:
        """Leave the page and come back."""
        self.session = Session()
        self.show(self.session.start(self.save))


def seated(preset: str = "online", opponents: str = "3", deal: str = "12") -> Page:
    page = Page(Session(seed=5))
    page.press("new", rules=preset, opponents=opponents, deal=deal)
    page.until_my_turn()
    return page


def person_at(page: Page) -> Person:
    return Person(page.press, lambda: page.save)


def test_a_new_match_deals_thirteen_cards_and_asks_for_a_draw() -> None:
    page = seated()
    assert page.html["hand"].count('data-do="card"') == 13
    assert "Draw from the stock" in page.html["prompt"]


def test_the_others_play_one_step_at_a_time() -> None:
    page = Page(Session())
    page.press("new", rules="online", opponents="3", deal="3")
    steps = 0
    while "next_ms" in page.frame:
        before = len(restored(page.save).match.hand.events)
        page.press("next-step")
        assert len(restored(page.save).match.hand.events) == before + 1
        assert page.frame["announce"]
        steps += 1
    assert steps >= 2


def test_what_the_others_draw_is_not_told() -> None:
    page = Page(Session())
    page.press("new", rules="online", opponents="5", deal="40")
    while "next_ms" in page.frame:
        page.press("next-step")
        event = restored(page.save).match.hand.events[-1]
        if event.drawn is not None:
            assert str(page.frame["announce"]).endswith("drew from the stock")
            assert "drew from the stock" in page.html["opponents"]
            assert ENGLISH.card(event.drawn) not in page.html["log"].partition("</li>")[0]


def test_a_refusal_says_why_and_changes_nothing() -> None:
    page = seated()
    before = restored(page.save).state
    person_at(page).choose(before.hand[0])
    page.press("discard")
    assert "Draw first" in page.html["prompt"]
    assert restored(page.save).state == before


def test_a_whole_match_can_be_played_to_its_end_by_presses() -> None:
    page = seated("duello", "1", "4")
    person = person_at(page)
    for _ in range(3000):
        page.until_my_turn()
        table = person.table
        if table.match.winners:
            break
        if table.state.end is not None:
            page.press("next")
        else:
            person.do(person.sensible_action())
    assert "match" in page.html["overlay"]
    page.press("rematch")
    assert restored(page.save).match.totals == (0, 0)


@pytest.mark.parametrize("preset", ["online", "duello"])
def test_random_play_with_reloads_resumes_exactly(preset: str) -> None:
    rng = Random(preset)
    for deal in range(6):
        page = seated(preset, "1", str(deal))
        person = person_at(page)
        while restored(page.save).state.end is None:
            page.until_my_turn()
            if restored(page.save).mine:
                person.do(person.random_action(rng))
            if rng.random() < 0.2:
                before = page.save, page.html["hand"], page.html["staged"]
                page.reload()
                assert (page.save, page.html["hand"], page.html["staged"]) == before


def test_staged_melds_choices_and_questions_survive_a_reload() -> None:
    page = seated("online", "1", "7")
    table = restored(page.save)
    page.press("draw")
    for key in list(table.hand())[:2]:
        page.press("card", key)
    before = page.save
    page.reload()
    assert page.save == before
    assert page.html["hand"].count('aria-pressed="true"') == 2


def hand_of(page: Page) -> list[Card]:
    return [card(key[:2].rstrip(".")) for key in re.findall('data-arg="(.+?)"', page.html["hand"])]


def test_the_hand_is_sorted_as_wished_also_after_a_reload_and_in_the_next_match() -> None:
    page = seated()
    assert hand_of(page) == sorted(hand_of(page))
    page.press("sort")
    ranks = [c.rank or 14 for c in hand_of(page)]  # a joker comes last
    assert ranks == sorted(ranks)
    assert hand_of(page) != sorted(hand_of(page))
    shown = page.html["hand"]
    page.reload()
    assert page.html["hand"] == shown
    page.press("leave")
    page.reload()
    page.press("new", rules="online", opponents="3", deal="12")
    page.until_my_turn()
    assert page.html["hand"] == shown


def test_one_key_leads_through_putting_together_to_the_opening_and_to_laying() -> None:
    page = seated("online", "1", str(deal_with(*EVERYTHING)))
    person = person_at(page)
    while not isinstance(action := person.sensible_action(), Lay):
        person.do(action)
        page.until_my_turn()
    for meld in action.melds:
        person.choose(*meld)
        page.press("lay-or-open")
        person.answer(hand_text(meld))
        assert "refusal" not in page.html["prompt"]
    assert len(person.table.staged) == len(action.melds)
    page.press("lay-or-open")
    assert person.table.state.has_opened
    page.press("lay-or-open")
    assert "at least three cards" in page.html["prompt"]


def test_a_joker_is_thrown_only_after_a_question_unless_nobody_wants_to_be_asked() -> None:
    page = seated()
    assert "X.0" in person_at(page).table.hand()
    page.press("draw")
    page.press("card", "X.0")
    page.press("discard")
    assert "really throw a joker" in page.html["overlay"]
    page.press("cancel")
    assert "X.0" in person_at(page).table.hand()
    page.press("set", "confirm")
    page.reload()
    page.press("discard")
    assert restored(page.save).state.discard[-1] == card("X")


def test_a_joker_that_was_asked_about_is_thrown() -> None:
    page = seated()
    page.press("draw")
    page.press("card", "X.0")
    page.press("discard")
    page.press("answer", "0")
    assert restored(page.save).state.discard[-1] == card("X")


@pytest.mark.parametrize("pace", PACES)
def test_the_others_play_at_the_pace_that_is_set(pace: Pace) -> None:
    page = seated()
    page.press("set", f"pace={pace}")
    page.reload()
    page.press("draw")
    person_at(page).do(Discard(person_at(page).table.state.hand[0]))
    assert page.frame["next_ms"] == PACES[pace]
    steps: list[str] = []
    while "next_ms" in page.frame:
        page.press("next-step")
        steps.append(str(page.frame["announce"]))
    assert len(steps) == 1 if pace == "off" else len(steps) > 3
    assert all(name in " ".join(steps) for name in ("Anna", "Bruno", "Carla"))


@pytest.mark.parametrize("pace", ["", "nonsense", "<b>"])
def test_a_pace_that_is_none_is_as_usual(pace: str) -> None:
    page = seated()
    page.press("set", f"pace={pace}")
    assert page.session.settings.pace == "normal"


def test_the_keys_dialog_lists_every_key() -> None:
    page = seated()
    page.press("panel", "keys")
    verbs = {*page.session.verbs, *page.session.at_table, *VERBS}
    for key in keys.TABLE:
        assert key.text in page.html["overlay"]
        assert not key.verb or key.verb.partition(" ")[0] in verbs


def test_a_player_who_is_out_sees_how_the_match_ends() -> None:
    page = seated("online", "3", "1")
    person = person_at(page)
    for _ in range(4000):
        page.until_my_turn()
        table = person.table
        if YOU in table.match.out or table.match.winners:
            break
        if table.state.end is not None:
            page.press("next")
        elif table.state.drawn:
            person.do(read_action(f"discard {table.state.hand[-1]}"))
        else:
            page.press("draw")
    page.press("finish")
    assert restored(page.save).match.winners
    assert all(name in page.html["overlay"] for name in ("You", "Anna", "Bruno", "Carla"))


@pytest.mark.parametrize(
    ("save", "sentence"),
    [
        ("{", "cannot be read"),
        ("[1]", "not a saved match"),
        ('{"sitting":99}', "newer version"),
        ('{"sitting":1,"match":{"scala40":99}}', "newer version"),
        (
            '{"sitting":1,"match":{"scala40":1,"rules":"x","deal":1,"seats":[],"hands":[]}}',
            "damaged",
        ),
    ],
)
def test_a_save_that_cannot_be_read_is_kept_aside_with_the_reason(save: str, sentence: str) -> None:
    frame = Session().start(save)
    assert frame["keep_aside"] is True
    assert sentence in json.dumps(frame["patches"])


@pytest.mark.parametrize("deal", ["-1", "x", "9" * 30, "²"])
def test_a_deal_number_that_is_none_is_refused_in_the_menu(deal: str) -> None:
    page = Page(Session())
    page.press("new", rules="online", opponents="2", deal=deal)
    assert "deal number is a whole number" in page.html["menu"]
    assert page.session.table is None


@pytest.mark.parametrize("verb", ["", "nonsense", "answer", "unstage", "meld", "next", "cancel"])
def test_events_out_of_place_do_no_harm(verb: str) -> None:
    page = seated()
    before = restored(page.save).state
    page.press(verb, "x")
    assert restored(page.save).state == before


def test_a_match_is_left_after_a_question_unless_nobody_wants_to_be_asked() -> None:
    page = seated()
    page.press("quit")
    assert "it is lost" in page.html["overlay"]
    page.press("panel")
    page.press("set", "confirm")
    page.press("quit")
    assert page.session.table is None


# opponents and links


def test_the_names_and_levels_of_the_menu_sit_down_are_shown_and_are_kept() -> None:
    page = Page(Session())
    form = {"rules": "online", "opponents": "2", "deal": "3", "name-1": " Ugo ", "level-1": "hard"}
    page.press("new", **form, **{"name-2": "", "level-2": "great"})
    table = restored(page.save)
    assert table.match.names == ("You", "Ugo", "Bruno")
    assert table.levels == ("hard", "normal")
    for word in ("Ugo", "Hard", "Bruno", "Normal"):
        assert word in page.html["opponents"]
    page.press("leave")
    page.reload()
    assert 'value="Ugo"' in page.html["menu"]
    assert page.html["menu"].count("selected") == 5


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"name-1": "Ugo", "name-2": "ugo"}, "called Ugo"),
        ({"rules": "nonsense"}, "There is no preset"),
        ({"rules": HOSTILE}, "&lt;script&gt;"),
        ({"deal": HOSTILE}, "&lt;script&gt;"),
    ],
)
def test_a_menu_that_cannot_be_played_says_why(form: dict[str, str], sentence: str) -> None:
    page = Page(Session())
    page.press("new", **{"rules": "online", "opponents": "2", **form})
    assert sentence in page.html["menu"]
    assert "<script" not in page.html["menu"]
    assert page.session.table is None


def test_a_save_from_before_there_were_levels_is_played_on() -> None:
    page = seated()
    data = json.loads(page.save)
    del data["levels"], data["arranged"], data["panel"]
    data["settings"] = {"order": "rank", "pace": "normal", "confirm": True, "count": 2}
    table = restored(json.dumps(data))
    assert {table.level_of(seat) for seat in (1, 2, 3)} == {"normal"}
    page.save = json.dumps(data)
    page.reload()
    assert page.html["opponents"].count("Normal") == 3
    assert page.session.settings.opponents == 2  # it was called a count then


def test_a_link_brings_rules_deal_and_opponents() -> None:
    page = Page(Session())
    rules = "online;opening_points=30;max_players=4"
    page.press("link", f"#rules={rules}&deal=7&opponents=Ugo%20B:hard,Zo%C3%AB:easy")
    assert "game of the link" in page.html["menu"]
    assert "30 points" in page.html["menu"]
    fields = dict(re.findall(r'name="(deal|name-\d)"[^>]*value="(.*?)"', page.html["menu"]))
    assert (fields["deal"], fields["name-1"], fields["name-2"]) == ("7", "Ugo B", "Zoë")
    page.press("new")
    table = restored(page.save)
    assert table.match.rules.opening_points == 30
    assert (table.match.deal, table.match.names) == (7, ("You", "Ugo B", "Zoë"))
    assert table.levels == ("hard", "easy")


def links_of(page: Page) -> list[str]:
    page.press("menu")
    return [unescape(link) for link in re.findall(r'href="(#.+?)"', page.html["overlay"])]


def test_the_link_of_the_table_brings_the_same_match_to_another_page() -> None:
    here, there = seated(), Page(Session(seed=77))
    (link, *_) = links_of(here)
    there.press("link", link)
    there.press("new")
    assert restored(there.save).match.hands[0].state.hands == (
        restored(seated().save).match.hands[0].state.hands
    )


def test_the_link_of_a_position_brings_it_and_it_can_be_played_saved_and_ended() -> None:
    here, there = seated("online", "1", "4"), Page(Session())
    here.press("draw")
    state = restored(here.save).state
    there.press("link", links_of(here)[1])
    there.press("new")
    table = restored(there.save)
    assert position_text(table.state) == position_text(state)
    assert not any(c == UNSEEN for hand in table.state.hands for c in hand)
    person = person_at(there)
    while person.table.state.end is None:
        person.do(person.sensible_action())
        there.until_my_turn()
        there.reload()
    there.press("next")
    assert len(restored(there.save).match.hands) == 2


def test_a_link_does_not_end_a_match_before_it_was_asked() -> None:
    page = seated()
    before = restored(page.save).state
    page.press("link", "#deal=5")
    assert "match in play is lost" in page.html["overlay"]
    page.press("panel")
    assert restored(page.save).state == before
    page.press("link", "#deal=5")
    page.press("accept")
    assert 'value="5"' in page.html["menu"]


HUGE = "7H " * 30_000


@pytest.mark.parametrize(
    ("link", "sentence"),
    [
        (f"#rules={quote(HOSTILE)}", "There is no preset"),
        (f"#{HOSTILE}", "no part of a link"),
        ("#nonsense=1", "no part of a link"),
        ("#deal=1&deal=2", "no part of a link"),
        (f"#position={HUGE}", "longer than"),
        ("#rules=online;opening_points=999", "opening_points"),
        ("#deal=-5", "whole number"),
        ("#opponents=" + "A" * 41, "1 to 40 characters"),
        (f"#opponents=Anna:{HOSTILE.replace('&', '')}", "no level"),
        ("#opponents=" + ",".join("abcdefg"), "from 2 to 6 players"),
        ("#rules=duello&opponents=Anna,Bruno", "players cannot play by these rules"),
        ("#position=hand%207H;%20players%204&opponents=Anna", "cannot play"),
        ("#position=hand%209Z", "is not a card"),
    ],
)
def test_a_link_that_cannot_be_followed_says_why(link: str, sentence: str) -> None:
    page = Page(Session())
    page.show(Session().start("", link))
    assert sentence in page.html["menu"]
    assert "<script" not in page.html["menu"]
    table = seated()
    table.press("link", link)
    assert sentence in table.html["prompt"]
    assert "<script" not in table.html["prompt"]


def test_a_hostile_name_in_a_link_stays_text() -> None:
    page = Page(Session())
    page.press("link", f"#opponents={quote(HOSTILE)}")
    assert "game of the link" in page.html["menu"]
    page.press("new")
    assert "<script" not in "".join(page.html.values())
    assert restored(page.save).match.names[1] == HOSTILE


class Slow:
    """A clock that goes on by so many seconds each time it is read."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 0.0, step

    def __call__(self) -> float:
        self.now += self.step
        return self.now


def at_a_maestros_choice() -> Page:
    """A page whose only opponent, a maestro, has begun to weigh a choice and needs more slices."""
    page = Page(Session(clock=Slow(0.02)))
    page.press("new", rules="online", opponents="1", deal="9", **{"level-1": "maestro"})
    page.press("set", "pace=off")
    for _ in range(400):
        state = restored(page.save).match.hand.state
        if state.seat != YOU:
            page.press("next-step")
            if state.drawn and page.frame == {"patches": [], "next_ms": 0}:
                return page
        elif not state.drawn:
            page.press("draw")
        else:
            page.press("card", next(iter(restored(page.save).hand())))
            page.press("discard")
    raise AssertionError("the maestro never had to choose")


def test_presses_are_answered_while_a_maestro_thinks() -> None:
    page = at_a_maestros_choice()
    before = restored(page.save).match.hand.events
    page.press("card", next(iter(restored(page.save).hand())))
    assert page.html["hand"].count('aria-pressed="true"') == 1
    assert page.frame["next_ms"] == 0
    page.press("undo")
    page.press("menu")
    assert 'role="dialog"' in page.html["overlay"]
    assert restored(page.save).match.hand.events == before
    page.press("leave")
    page.press("new", rules="online", opponents="2", deal="3")
    assert len(restored(page.save).match.names) == 3
    assert restored(page.save).match.hand.events == []


def test_a_match_against_maestros_goes_the_same_way_whatever_the_slices() -> None:
    hands = []
    maestros = {f"level-{place}": "maestro" for place in (1, 2, 3)}
    for clock, pace in ((Slow(0), "fast"), (Slow(0.02), "off")):
        page = Page(Session(clock=clock))
        page.press("new", rules="online", opponents="3", deal="9", **maestros)
        page.press("set", f"pace={pace}")
        page.until_my_turn()
        page.press("draw")
        page.press("card", min(restored(page.save).hand()))
        page.press("discard")
        page.press("hurry", "turn")
        page.until_my_turn()
        assert restored(page.save).mine
        hands.append(restored(page.save).match.hand.events)
    assert hands[0] == hands[1]
    assert {event.seat for event in hands[0]} == {0, 1, 2, 3}


# the feel of the hand


def test_the_hand_is_sorted_in_four_ways_one_after_the_other() -> None:
    page = seated()
    seen = []
    for _ in range(4):
        seen.append((page.session.settings.order, hand_of(page)))
        page.press("sort")
    assert [order for order, _ in seen] == ["suit", "rank", "melds", "hand"]
    assert page.session.settings.order == "suit"
    assert len({tuple(hand) for _, hand in seen[:3]}) == 3
    assert seen[3][1] == seen[2][1]  # by hand goes on from what was shown


def test_the_melds_of_the_hand_come_first_when_it_is_sorted_by_them() -> None:
    page = seated("online", "1", str(deal_with(opens_at_once)))
    page.press("draw")
    page.press("sort")
    page.press("sort")
    held = hand_of(page)
    split = best_split(held, Rules.preset("online"), goal="deadwood")
    assert split is not None
    assert split.melds
    wanted = [c.in_hand for meld in split.melds for c in meld.cards]
    assert held[: len(wanted)] == wanted


def test_a_card_is_moved_by_keys_and_by_hand_and_stays_over_draws_and_reloads() -> None:
    page = seated()
    keys_shown = re.findall('data-arg="(.+?)"', page.html["hand"])
    page.press("move", f"{keys_shown[0]} 5")
    page.press("later", keys_shown[0])
    page.press("earlier", keys_shown[12])
    wanted = [*keys_shown[1:7], keys_shown[0], *keys_shown[7:11], keys_shown[12], keys_shown[11]]
    assert re.findall('data-arg="(.+?)"', page.html["hand"]) == wanted
    page.reload()
    page.press("draw")
    after = re.findall('data-arg="(.+?)"', page.html["hand"])
    assert len(after) == 14
    assert [key for key in after if key in wanted][:11] == wanted[:11]
    assert "new" in page.html["hand"].rpartition("<button")[2]  # what came lies last


def test_one_press_puts_the_best_opening_together_where_that_is_wanted() -> None:
    page = seated("online", "1", str(deal_with(opens_at_once)))
    page.press("draw")
    assert 'data-do="best"' not in page.html["actions"]
    page.press("set", "best")
    page.press("best")
    assert page.html["staged"].count("dashed") >= 1
    page.press("open")
    assert restored(page.save).state.has_opened


def test_the_next_level_is_set_at_the_table_and_in_the_menu() -> None:
    page = seated()
    page.press("level")
    assert "Level of the next match: Hard" in page.html["prompt"]
    assert {restored(page.save).level_of(seat) for seat in (1, 2, 3)} == {"normal"}
    page.press("leave")
    page.press("level")
    assert "Maestro" in str(page.frame["announce"])
    page.press("new", rules="online", opponents="2", deal="2", **{"level-1": "maestro"})
    assert restored(page.save).levels[0] == "maestro"


def test_the_whole_table_is_read_aloud() -> None:
    page = seated()
    page.press("read")
    told_aloud = str(page.frame["announce"])
    state = restored(page.save).state
    for name in ("Anna", "Bruno", "Carla"):
        assert f"{name}: " in told_aloud
    assert f"Stock, {len(state.stock)} cards" in told_aloud
    assert faces.name(state.discard[-1], ENGLISH) in told_aloud
    for c in state.hands[0]:
        assert faces.name(c, ENGLISH) in told_aloud


@pytest.mark.parametrize(
    ("press", "worn"),
    [
        ("theme=dark", "dark-theme"),
        ("theme=light", "light-theme"),
        ("deck=two", "two-colour"),
        ("large", "large-signs"),
        ("left", "left-handed"),
    ],
)
def test_the_looks_that_are_set_are_worn_also_after_a_reload(press: str, worn: str) -> None:
    for page in (seated(), Page(Session())):
        page.press("panel", "settings")
        assert worn not in str(page.frame["look"])
        page.press("set", press)
        page.reload()
        assert worn in str(page.frame["look"]).split()


def test_the_language_is_changed_at_once_and_kept() -> None:
    page = seated()
    page.press("set", "language=it")
    assert page.frame["language"] == "it"
    assert "Pesca" in page.html["prompt"]
    assert "Tu" in page.html["prompt"]
    page.reload()
    assert "Pesca" in page.html["prompt"]
    page.press("leave")
    assert "Nuova partita" in page.html["menu"]
    page.press("set", "language=en")
    assert "New match" in page.html["menu"]


@pytest.mark.parametrize(
    "press", ["theme=<b>", "order=hand", "pace=", "rivals", "opponents=9", "x=y"]
)
def test_no_press_sets_what_cannot_be_set(press: str) -> None:
    page = seated()
    before = page.session.settings
    page.press("set", press)
    assert page.session.settings == before


def test_who_deals_first_is_shown_until_somebody_acts() -> None:
    page = Page(Session())
    page.press("new", rules="online", opponents="3", deal="7")
    assert "drew the lowest card" in page.html["melds"]
    assert page.frame["next_ms"] > PACES["normal"]  # type: ignore[operator]
    page.press("hurry")
    assert "drew the lowest card" not in page.html["melds"]


def test_what_moved_is_told_by_ids_that_are_on_the_page() -> None:
    page = seated("online", "1", str(deal_with(*EVERYTHING)))
    person = person_at(page)
    kinds = set()
    while person.table.state.end is None:
        before = " ".join(page.html.values())
        acting, known = person.table.mine, len(person.table.match.hand.events)
        if acting:
            person.do(person.sensible_action())
        else:
            page.press("next-step")
        events = person.table.match.hand.events
        if len(events) == known or person.table.state.end:
            continue
        kinds.add(type(events[-1].action))
        moves = page.frame["moves"]
        assert moves
        assert page.frame["flight_ms"]
        for source, target in moves:  # type: ignore[attr-defined]
            assert f'id="{source}"' in before or source.startswith("staged-")
            assert f'id="{target}"' in " ".join(page.html.values())
    assert len(kinds) >= 5
    page.press("set", "pace=off")
    assert "moves" not in page.frame


def test_a_drop_is_lit_just_where_it_is_legal() -> None:
    page = seated("online", "1", str(deal_with(*EVERYTHING)))
    person = person_at(page)
    lit = 0
    while person.table.state.end is None:
        if person.table.mine:
            for key, c in person.table.free().items():
                page.press("grab", key)
                table = person.table
                assert table.chosen == [key]
                assert ('data-drop="discard"' in page.html["centre"]) == may(
                    table.state, Discard(c)
                )
                fits = [n for n in range(len(table.state.melds)) if table.places(c, n)]
                assert page.html["melds"].count('data-drop="meld"') == len(fits)
                lit += len(fits)
            person.do(person.sensible_action())
        page.until_my_turn()
    assert lit


def test_sounds_are_made_only_where_they_are_wanted() -> None:
    page = seated()
    page.press("draw")
    assert "sounds" not in page.frame
    page.press("set", "sound")
    person_at(page).do(Discard(person_at(page).table.state.hand[0]))
    assert page.frame["sounds"] == ["discard"]

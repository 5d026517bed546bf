"""The session answers events with frames, and a person can play a whole match through it."""

import json
import re
from random import Random

import pytest

from app import keys
from app.opponents import PACES
from app.save import restored
from app.scene import Pace
from app.session import Session
from app.turn import VERBS
from app.words import YOU
from scala40.actions import Discard, Lay, read_action
from scala40.cards import Card, card, hand_text
from scala40.messages import ENGLISH
from tests.person import Person
from tests.scenes import EVERYTHING, deal_with


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
    page.press("new", preset=preset, opponents=opponents, deal=deal)
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
    page.press("new", preset="online", opponents="3", deal="3")
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
    page.press("new", preset="online", opponents="5", deal="40")
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
    page.press("new", preset="online", opponents="3", deal="12")
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
    page.press("confirm")
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
    page.press("pace", pace)
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
    page.press("pace", pace)
    assert page.session.settings.pace == "normal"


def test_the_keys_dialog_lists_every_key() -> None:
    page = seated()
    page.press("keys")
    for key in keys.TABLE:
        assert key.text in page.html["overlay"]
        assert not key.verb or key.verb in {*page.session.verbs, *VERBS}


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
    page.press("new", preset="online", opponents="2", deal=deal)
    assert "deal number is a whole number" in page.html["app"]
    assert page.session.table is None


@pytest.mark.parametrize("verb", ["", "nonsense", "answer", "unstage", "meld", "next", "cancel"])
def test_events_out_of_place_do_no_harm(verb: str) -> None:
    page = seated()
    before = restored(page.save).state
    page.press(verb, "x")
    assert restored(page.save).state == before

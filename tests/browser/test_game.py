"""The game as it is built, played by clicks in a real browser."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from app.words import YOU
from scala40.actions import Attach, Discard, Lay, Swap, Take
from scala40.turn import may
from tests.person import Person
from tests.scenes import EVERYTHING, deal_with

HANDS_AT_RANDOM = 12
ANSWERS = "() => performance.getEntriesByName('answer').length"
ANSWERED = """(before) => new Promise((done) => {
  const look = () => performance.getEntriesByName('answer').length > before
    ? done() : requestAnimationFrame(look);
  look();
})"""
PRESSED = f"""(button) => {{
  const before = ({ANSWERS})();
  button.click();
  return ({ANSWERED})(before);
}}"""


class Visitor(Person):
    """A person at the page in the browser."""

    def __init__(self, page: Page) -> None:
        super().__init__(self.click, self.read_save)
        self.page = page

    def click(self, verb: str, arg: str = "") -> None:
        """Press a button or a card and wait until the answer is painted."""
        before = self.page.evaluate(ANSWERS)
        self.page.locator(selector(verb, arg)).first.click()
        self.page.evaluate(ANSWERED, before)

    def read_save(self) -> str:
        """What the page has stored."""
        saved: str = self.page.evaluate("localStorage.getItem('scala40.save') ?? ''")
        return saved

    def sit_down(self, site: str, deal: int, preset: str = "online", opponents: int = 1) -> None:
        """Begin a match from the menu."""
        self.page.goto(site)
        self.page.locator(f"#rules-{preset}").check()
        if preset != "duello":
            self.page.locator(f"#opponents-{opponents}").check()
        self.page.get_by_label("Deal number").fill(str(deal))
        self.page.get_by_role("button", name="New match").click()
        expect(self.page.locator("#hand [data-do=card]")).to_have_count(13)

    def wait_for_turn(self) -> None:
        """Let the others play, without watching each step."""
        if not self.table.mine and self.table.state.end is None:
            self.click("hurry")
            own = self.page.locator("#do-draw, [role=dialog]").first
            own.wait_for()  # on a busy machine they think in several slices


class HastyVisitor(Visitor):
    """One who presses buttons without a pointer, which saves half of the time."""

    def click(self, verb: str, arg: str = "") -> None:
        """Press a button or a card and wait until the answer is painted."""
        self.page.locator(selector(verb, arg)).first.evaluate(PRESSED)


def selector(verb: str, arg: str) -> str:
    """The buttons that do this."""
    return f'[data-do="{verb}"]' + (f'[data-arg="{arg}"]' if arg else "")


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """Somebody who wants no motion, so that nothing has to come to rest before a click."""
    return browser_context_args | {"reduced_motion": "reduce"}


@pytest.fixture
def visitor(page: Page) -> Visitor:
    return Visitor(page)


def test_a_hand_with_every_kind_of_action_from_the_deal_to_the_next_hand(
    visitor: Visitor, site: str
) -> None:
    page, notice = visitor.page, visitor.page.locator("#notice")
    visitor.sit_down(site, deal_with(*EVERYTHING))
    seen: set[str] = set()
    while visitor.table.state.end is None:
        visitor.wait_for_turn()
        state = visitor.table.state
        if state.end is not None:
            break
        if not state.drawn and not may(state, Take(state.discard[-1])) and "refusal" not in seen:
            visitor.click("take")
            expect(notice).to_contain_text("draw from the stock")
            assert visitor.table.state == state
            seen.add("refusal")
        action = visitor.sensible_action()
        opening = isinstance(action, Lay) and not state.has_opened
        asked = visitor.questions
        visitor.do(action)
        after = visitor.table.state
        if opening:
            assert len(after.melds) - len(state.melds) > 1
            assert visitor.questions > asked
            visitor.click("undo")
            assert visitor.table.state == state
            visitor.do(action)
            seen.add("opening")
        if isinstance(action, Take):
            assert action.card in after.hand
            seen.add("take")
        if isinstance(action, Attach) and state.owners[action.meld] != YOU:
            seen.add("attach")
        if isinstance(action, Swap):
            assert after.freed
            seen.add("swap")
        if isinstance(action, Lay | Attach) and state.freed and not after.freed:
            seen.add("joker placed")
    assert seen == {"refusal", "opening", "take", "attach", "swap", "joker placed"}
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text("You closed")
    expect(sheet).to_contain_text("Anna")
    visitor.click("next")
    expect(page.locator("#hand [data-do=card]")).to_have_count(13)
    expect(page.locator("#heading")).to_contain_text("Hand 2")


def test_staged_melds_choices_and_a_question_survive_a_reload(visitor: Visitor, site: str) -> None:
    page = visitor.page
    visitor.sit_down(site, deal_with(*EVERYTHING))
    while not isinstance(action := visitor.sensible_action(), Lay):
        visitor.do(action)
        visitor.wait_for_turn()
    visitor.choose(*action.melds[0])
    visitor.click("stage")
    if visitor.table.asked is not None:
        visitor.click("answer", "0")
    visitor.choose(*action.melds[1])
    looks = [page.locator(f"#{region}").aria_snapshot() for region in ("staged", "hand", "prompt")]
    save = visitor.read_save()
    page.reload()
    expect(page.locator("#staged .meld")).to_have_count(1)
    again = [page.locator(f"#{region}").aria_snapshot() for region in ("staged", "hand", "prompt")]
    assert again == looks
    assert visitor.read_save() == save


def test_a_dialog_takes_the_focus_keeps_it_and_gives_it_back(visitor: Visitor, site: str) -> None:
    page = visitor.page
    visitor.sit_down(site, 1)
    page.locator("#show-menu").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_focused()
    for _ in range(6):
        page.keyboard.press("Tab")
        inside = page.evaluate("() => !document.activeElement.closest('.table')")
        assert inside
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(page.locator("#show-menu")).to_be_focused()


def test_the_page_speaks_the_languages_of_its_visitors(browser: Browser, site: str) -> None:
    context = browser.new_context(locale="it-IT")
    page = context.new_page()
    page.goto(site)
    expect(page.locator("html")).to_have_attribute("lang", "it")
    expect(page.locator("#new-match")).to_have_text("Nuova partita")
    context.close()


def test_the_opponents_steps_are_seen_one_by_one(visitor: Visitor, site: str) -> None:
    visitor.sit_down(site, 1, opponents=2)
    visitor.wait_for_turn()
    visitor.click("draw")
    visitor.do(Discard(visitor.table.state.hand[0]))
    expect(visitor.page.locator("#seat-1 .said")).to_contain_text("drew")
    expect(visitor.page.locator("#seat-1 .said")).to_contain_text("threw")
    expect(visitor.page.locator("#live")).to_contain_text(":")


def test_a_reload_while_an_opponent_plays_goes_on_from_there(visitor: Visitor, site: str) -> None:
    visitor.sit_down(site, 1, opponents=3)
    visitor.wait_for_turn()
    visitor.click("draw")
    visitor.do(Discard(visitor.table.state.hand[0]))
    before = len(visitor.table.match.hand.events)
    visitor.page.reload()
    expect(visitor.page.locator("#prompt")).to_contain_text("Draw from the stock")
    assert visitor.table.mine
    assert len(visitor.table.match.hand.events) > before


@pytest.mark.parametrize("half", ["first", pytest.param("second", marks=pytest.mark.slow)])
def test_somebody_who_clicks_at_random_plays_hand_after_hand(
    page: Page, site: str, half: str
) -> None:
    page.set_viewport_size({"width": 375, "height": 667})
    visitor, rng = HastyVisitor(page), Random(half)
    visitor.sit_down(site, rng.randrange(1000), preset=rng.choice(["online", "duello"]))
    hands = 0
    while hands < HANDS_AT_RANDOM // 2:
        table = visitor.table
        if table.match.winners:
            hands += 1
            visitor.click("rematch")
        elif table.state.end is not None:
            hands += 1
            visitor.click("next")
        elif not table.mine:
            visitor.wait_for_turn()
        elif rng.random() < 0.5 and table.state.drawn:
            visitor.do(visitor.random_action(rng))
        else:
            visitor.do(visitor.sensible_action())
    assert hands == HANDS_AT_RANDOM // 2


@pytest.mark.parametrize("reloads", [20, pytest.param(200, marks=pytest.mark.slow)])
def test_a_whole_match_to_101_goes_on_after_every_reload(
    page: Page, site: str, reloads: int
) -> None:
    visitor, rng, left = HastyVisitor(page), Random(reloads), reloads
    visitor.sit_down(site, 4, preset="duello")
    while left or not visitor.table.match.winners:
        table = visitor.table
        if left and rng.random() < 0.25:
            left -= 1
            save = visitor.read_save()
            page.reload()
            expect(page.locator("#actions, #overlay").locator("button").first).to_be_visible()
            if table.mine:
                assert visitor.read_save() == save
        elif table.match.winners:
            visitor.click("rematch")
        elif table.state.end is not None:
            visitor.click("next")
        elif not table.mine:
            visitor.wait_for_turn()
        else:
            visitor.do(visitor.sensible_action())
    assert max(visitor.table.match.totals) >= 101
    expect(page.get_by_role("dialog")).to_contain_text("won the match")


def test_five_maestros_play_in_the_browser_until_it_is_the_persons_turn(
    page: Page, site: str
) -> None:
    names = ",".join(f"{name}:maestro" for name in ("Anna", "Bruno", "Carla", "Dario", "Elena"))
    page.goto(f"{site}#deal=7&opponents={names}")
    page.get_by_role("button", name="New match").click()
    page.locator("[data-do=hurry]").first.click()
    expect(page.locator("#do-draw")).to_be_visible()

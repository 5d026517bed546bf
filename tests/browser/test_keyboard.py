"""The game played by keys alone in a real browser."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from app import keys
from scala40.actions import Attach, Lay, Swap, Take
from tests.browser.test_game import ANSWERED, ANSWERS, Visitor
from tests.scenes import EVERYTHING, deal_with

FOCUSED = "() => document.activeElement.dataset.arg ?? document.activeElement.id"
KEY = {key.verb.rpartition(" ")[2]: key.key for key in keys.TABLE if key.verb}
KEY |= {"stage": "Enter", "open": "Enter", "lay": "Enter", "next": "Enter", "meld": "a"}


class Typist(Visitor):
    """One who has no pointer."""

    def press(self, key: str) -> None:
        """Press a key."""
        self.page.keyboard.press(key)

    def focused(self) -> str:
        """What has the focus: the card of the hand, or the id."""
        found: str = self.page.evaluate(FOCUSED)
        return found

    def press_until(self, key: str, there: Callable[[str], bool]) -> None:
        """Press a key until the focus is where it should be."""
        for _ in range(30):
            if there(self.focused()):
                return
            self.press(key)
        pytest.fail(f"{key} does not lead there: {self.focused()}")

    def click(self, verb: str, arg: str = "") -> None:
        """Do it by its key, and wait until the answer is painted."""
        if verb == "card":
            self.press("Home")
            self.press_until("ArrowRight", lambda at: at == arg)
        if verb == "answer":
            self.press_until("ArrowDown", lambda at: at == arg)
        before = self.page.evaluate(ANSWERS)
        self.press({"card": "Space", "answer": "Enter"}.get(verb) or KEY[verb])
        self.page.evaluate(ANSWERED, before)

    def sit_down(self, site: str, deal: int, preset: str = "online", opponents: int = 1) -> None:
        """Begin a match from the menu."""
        self.page.goto(site)
        self.press_until("Tab", lambda at: at.startswith("opponents-"))
        self.press_until("ArrowLeft", lambda at: at == f"opponents-{opponents}")
        self.press_until("Tab", lambda at: at == "deal")
        self.page.keyboard.type(str(deal))
        self.press("Enter")
        expect(self.page.locator("#hand [data-do=card]")).to_have_count(13)


@pytest.fixture
def typist(page: Page) -> Typist:
    return Typist(page)


def test_a_hand_played_by_keys_alone_to_its_end(typist: Typist, site: str) -> None:
    typist.sit_down(site, deal_with(*EVERYTHING))
    seen: set[type] = set()
    while typist.table.state.end is None:
        typist.wait_for_turn()
        state = typist.table.state
        if state.end is None:
            action = typist.sensible_action()
            typist.do(action)
            if isinstance(action, Lay) and not state.has_opened:
                typist.click("undo")
                assert typist.table.state == state
                typist.do(action)
            seen.add(type(action))
    assert seen >= {Take, Lay, Attach, Swap}
    assert typist.questions
    expect(typist.page.get_by_role("dialog")).to_contain_text("You closed")
    typist.click("next")
    expect(typist.page.locator("#heading")).to_contain_text("Hand 2")


def test_the_arrows_go_along_the_hand_and_the_focus_is_never_lost(
    typist: Typist, site: str
) -> None:
    page = typist.page
    typist.sit_down(site, 1)
    hand = page.locator("#hand [data-do=card]")
    typist.press("End")
    expect(hand.last).to_be_focused()
    typist.press("ArrowRight")
    expect(hand.last).to_be_focused()
    typist.press("ArrowLeft")
    expect(hand.nth(11)).to_be_focused()
    expect(page.locator("#hand [tabindex='0']")).to_have_count(1)
    typist.press("Tab")
    assert page.evaluate("() => !document.activeElement.closest('#hand')")
    typist.press("Shift+Tab")
    expect(hand.nth(11)).to_be_focused()
    typist.press("Space")
    expect(hand.nth(11)).to_have_attribute("aria-pressed", "true")
    expect(hand.nth(11)).to_be_focused()
    typist.wait_for_turn()
    typist.click("draw")
    place = page.evaluate(
        "() => [...document.activeElement.parentNode.children].indexOf(document.activeElement)"
    )
    typist.press("Space")
    expect(page.locator("#hand [aria-pressed=true]")).to_have_count(1)
    typist.click("discard")
    expect(hand).to_have_count(13)
    expect(hand.nth(place)).to_be_focused()  # where the card was that has left


def test_the_keys_are_shown_rest_under_a_dialog_and_can_be_switched_off(
    typist: Typist, site: str
) -> None:
    typist.sit_down(site, 1)
    typist.wait_for_turn()
    before = typist.table.state
    typist.click("keys")
    dialog = typist.page.get_by_role("dialog", name="The keys")
    for key in keys.TABLE:
        expect(dialog).to_contain_text(key.text)
    for key in keys.TABLE[:3]:
        typist.press(key.key)
    typist.press("Escape")
    expect(dialog).to_have_count(0)
    for chord in ("Control+s", "Alt+s", "Meta+s"):  # these belong to the browser
        typist.press(chord)
    typist.click("sort")
    assert typist.table.state == before
    typist.click("keys")
    typist.page.get_by_role("button", name="Switch single keys off").press("Enter")
    typist.press("Escape")
    expect(dialog).to_have_count(0)
    typist.press("s")
    typist.press("Enter")  # which is no single character
    expect(typist.page.locator("#notice")).to_contain_text("Choose cards")
    assert typist.table.state == before


def test_a_new_match_is_asked_for_before_the_old_one_is_left(typist: Typist, site: str) -> None:
    page = typist.page
    typist.sit_down(site, 1)
    typist.click("quit")
    expect(page.get_by_role("dialog")).to_contain_text("it is lost")
    typist.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    typist.click("quit")
    page.get_by_role("button", name="Leave the match").press("Enter")
    page.get_by_label("Deal number").fill("")
    page.keyboard.type("n")  # a letter in a field is a letter
    expect(page.get_by_label("Deal number")).to_have_value("n")
    page.get_by_label("Deal number").fill("2")
    page.get_by_role("radio", name="2").press("n")
    expect(page.locator("#heading")).to_contain_text("deal 2")

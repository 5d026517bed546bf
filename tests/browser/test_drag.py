"""The game played by dragging cards on an emulated touch screen."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, expect

from scala40.actions import Attach, Discard, Lay, Swap
from tests.browser.still import CROWDED
from tests.browser.test_game import ANSWERED, ANSWERS, Visitor, selector
from tests.scenes import EVERYTHING, deal_with

#: Where a card is dropped to do this.
TARGETS = {"stage": "#slot", "lay": "#slot", "discard": "#discard", "meld": "#T"}


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    phone = {"viewport": {"width": 375, "height": 667}, "has_touch": True, "is_mobile": True}
    return browser_context_args | phone | {"reduced_motion": "reduce"}


class Dragger(Visitor):
    """One who taps cards and then drags them to where they belong."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._touch = page.context.new_cdp_session(page)
        self.dropped: set[str] = set()

    def _finger(self, kind: str, *points: tuple[float, float]) -> None:
        touches = [{"x": x, "y": y} for x, y in points]
        self._touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def _middle(self, selector: str) -> tuple[float, float]:
        box = self.page.locator(selector).first.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def lift(self, source: str) -> None:
        """Press a card with one finger and begin to drag it."""
        self.page.locator(source).first.scroll_into_view_if_needed()
        x, y = self._middle(source)
        self._finger("touchStart", (x, y))
        self._finger("touchMove", (x, y - 20))
        expect(self.page.locator("[data-dragging]")).to_have_count(1)

    def move_to(self, place: tuple[float, float]) -> None:
        """Move the finger that holds a card."""
        self._finger("touchMove", place)

    def let_go(self) -> None:
        """Lift the finger."""
        self._finger("touchEnd")

    def drag(self, source: str, target: str, *, lit: bool) -> None:
        """Drag with one finger, and see on the way whether the target is lit."""
        before = self.page.evaluate(ANSWERS)
        self.lift(source)
        if lit:
            expect(self.page.locator(f"{target}[data-drop]")).to_be_visible()
        self.page.locator(target).first.scroll_into_view_if_needed()
        self.move_to(self._middle(target))
        self.let_go()
        self.page.evaluate(ANSWERED, before)

    def click(self, verb: str, arg: str = "") -> None:
        if verb in TARGETS:
            card = "#hand [aria-pressed=true]"
            self.drag(card, TARGETS[verb] + (arg if verb == "meld" else ""), lit=True)
            self.dropped.add(verb)
        else:
            before = self.page.evaluate(ANSWERS)
            self.page.locator(selector(verb, arg)).first.tap()
            self.page.evaluate(ANSWERED, before)

    def sit_down(self, site: str, deal: int, preset: str = "online", opponents: int = 1) -> None:
        self.page.goto(f"{site}#rules={preset}&deal={deal}&opponents=Anna:normal")
        self.page.get_by_role("button", name="New match").tap()
        expect(self.page.locator("#hand [data-do=card]")).to_have_count(13)

    def cards(self) -> list[str]:
        """The keys of the hand as it is shown."""
        hand = self.page.locator("#hand [data-do=card]")
        keys: list[str] = hand.evaluate_all("cards => cards.map((card) => card.dataset.arg)")
        return keys


@pytest.fixture
def dragger(page: Page) -> Dragger:
    return Dragger(page)


def test_a_hand_is_played_by_dragging_cards(dragger: Dragger, site: str) -> None:
    dragger.sit_down(site, deal_with(*EVERYTHING))
    seen: set[type] = set()
    while dragger.table.state.end is None:
        dragger.wait_for_turn()
        if dragger.table.state.end is None:
            action = dragger.sensible_action()
            dragger.do(action)
            seen.add(type(action))
    assert seen >= {Lay, Attach, Swap, Discard}
    assert dragger.dropped == {*TARGETS}
    expect(dragger.page.get_by_role("dialog")).to_contain_text("You closed")


def test_the_hand_is_put_in_order_by_dragging(dragger: Dragger, site: str) -> None:
    dragger.sit_down(site, 1)
    before = dragger.cards()
    dragger.drag("#hand > :nth-child(2)", "#hand > :nth-child(12)", lit=False)
    wanted = [before[0], *before[2:12], before[1], before[12]]
    assert dragger.cards() == wanted
    dragger.page.reload()
    expect(dragger.page.locator("#hand [data-do=card]")).to_have_count(13)
    assert dragger.cards() == wanted


def test_a_drop_where_nothing_is_legal_is_refused_with_its_reason(
    dragger: Dragger, site: str
) -> None:
    dragger.sit_down(site, 1)
    dragger.wait_for_turn()
    before = dragger.table.state
    dragger.drag("#hand > :nth-child(2)", "#discard", lit=False)
    expect(dragger.page.locator("#notice")).to_contain_text("Draw first")
    assert dragger.table.state == before


def test_no_drag_follows_a_finger_that_hardly_moves(dragger: Dragger, site: str) -> None:
    dragger.sit_down(site, 1)
    dragger.page.locator("#hand > :nth-child(3)").tap()
    expect(dragger.page.locator("#hand > :nth-child(3)")).to_have_attribute("aria-pressed", "true")
    expect(dragger.page.locator(".ghost")).to_have_count(0)


def test_a_card_held_at_an_end_of_the_melds_scrolls_them(dragger: Dragger, site: str) -> None:
    page, melds = dragger.page, dragger.page.locator("#melds")
    names = ",".join(("Anna", "Bruno", "Carla", "Dario", "Elena"))
    page.goto(f"{site}#rules=online&deal=1&opponents={names}&position={quote(CROWDED)}")
    page.get_by_role("button", name="New match").tap()
    box = melds.bounding_box()
    assert box is not None
    last, first = melds.locator(".meld").last, melds.locator(".meld").first
    dragger.lift("#hand > :nth-child(2)")
    dragger.move_to((box["x"] + 150, box["y"] + box["height"] - 10))
    expect(last).to_be_in_viewport(ratio=0.9)
    expect(first).not_to_be_in_viewport()
    dragger.move_to((box["x"] + 150, box["y"] + 10))
    expect(first).to_be_in_viewport(ratio=0.9)
    expect(last).not_to_be_in_viewport()
    dragger.let_go()
    expect(page.locator(".ghost")).to_have_count(0)

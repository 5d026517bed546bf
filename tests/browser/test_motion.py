"""Cards travel from where they were to where they go, unless somebody wants none of it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from app.opponents import FLIGHTS
from scala40.actions import Discard
from tests.browser.test_game import Visitor
from tests.scenes import deal_with, opens_at_once

#: How long the longest of all that moves takes, in ms; and where the flying card began.
FLIGHT = """() => {
  const times = document.getAnimations().filter(({ effect }) => !effect.target.matches(".lit *"))
    .map(({ effect }) => effect.getComputedTiming().duration);
  const ghost = document.querySelector(".ghost")?.getAnimations()[0].effect.getKeyframes()[0];
  return [Math.max(0, ...times.filter(Number.isFinite)), ghost?.translate];
}"""


ARRIVED = """() => new Promise((done) => {
  const look = () => document.querySelectorAll("#hand .held").length === 14
    ? done() : setTimeout(look);
  look();
})"""

#: What the page plays goes into a buffer of a second instead of to a loudspeaker.
LISTEN = """() => {
  window.AudioContext = class extends OfflineAudioContext {
    constructor() {
      super(1, 44100, 44100);
      window.heard = this;
    }
  };
}"""
LOUDEST = """() => new Promise((done) => {
  const listen = async () => {
    if (!window.heard) return setTimeout(listen, 10);
    const samples = (await window.heard.startRendering()).getChannelData(0);
    done(samples.reduce((loudest, sample) => Math.max(loudest, Math.abs(sample)), 0));
  };
  listen();
})"""


class Watcher(Visitor):
    """Somebody who looks at each press what moves."""

    def press(self, verb: str) -> tuple[float, str | None]:
        """Press, and say how long what moves takes, and from how far the card comes."""
        self.page.evaluate(f"document.querySelector('[data-do={verb}]').click()")
        self.page.evaluate(ARRIVED)
        longest, start = self.page.evaluate(FLIGHT)
        return longest, start


@pytest.fixture
def watcher(page: Page, site: str) -> Watcher:
    watcher = Watcher(page)
    watcher.sit_down(site, deal_with(opens_at_once))
    watcher.wait_for_turn()
    return watcher


def test_a_drawn_card_flies_from_the_stock_and_a_tap_skips_it(watcher: Watcher) -> None:
    page = watcher.page
    watcher.click("menu")
    watcher.click("panel", "settings")
    watcher.click("set", "pace=slow")
    watcher.page.keyboard.press("Escape")
    expect(watcher.page.get_by_role("dialog")).to_have_count(0)
    longest, start = watcher.press("draw")
    assert longest == FLIGHTS["slow"]
    assert start is not None
    assert start != "0px 0px"
    page.mouse.click(5, 300)
    expect(page.locator(".ghost")).to_have_count(0)


def test_nothing_flies_for_somebody_who_wants_no_motion(watcher: Watcher) -> None:
    watcher.page.emulate_media(reduced_motion="reduce")
    assert watcher.press("draw") == (0, None)


def test_nothing_flies_where_nobody_waits(watcher: Watcher) -> None:
    watcher.click("menu")
    watcher.click("panel", "settings")
    watcher.click("set", "pace=off")
    watcher.page.keyboard.press("Escape")
    expect(watcher.page.get_by_role("dialog")).to_have_count(0)
    _, start = watcher.press("draw")
    assert start is None


def test_a_move_is_heard_once_sounds_are_switched_on(watcher: Watcher) -> None:
    watcher.page.evaluate(LISTEN)
    watcher.click("draw")
    assert watcher.page.evaluate("window.heard === undefined")
    watcher.click("menu")
    watcher.click("panel", "settings")
    watcher.click("set", "sound")
    watcher.page.keyboard.press("Escape")
    expect(watcher.page.get_by_role("dialog")).to_have_count(0)
    watcher.do(Discard(watcher.table.state.hand[0]))
    assert watcher.page.evaluate(LOUDEST) > 0.01

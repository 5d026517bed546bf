"""The menu and the pages of the rules in a real browser."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

from scala40.messages import LANGUAGES, catalogue
from scala40.prose import rules_text
from scala40.rules import PRESETS, Rules
from tests.browser.clean import Errors
from tests.browser.test_game import Visitor


@pytest.fixture
def visitor(page: Page) -> Visitor:
    return Visitor(page)


def test_every_preset_can_be_played_with_as_many_as_it_admits(visitor: Visitor, site: str) -> None:
    page = visitor.page
    page.goto(site)
    for preset in PRESETS:
        rules = Rules.preset(preset)
        page.locator(f"#rules-{preset}").check()
        expect(page.locator(".blurb:visible")).to_have_id(f"about-{preset}")
        numbers = page.locator(".opponents label:visible")
        expect(numbers).to_have_count(rules.max_players - 1 if rules.max_players > 2 else 0)
        if rules.max_players > 2:
            numbers.last.click()
        page.get_by_role("button", name="New match").click()
        expect(page.locator("#opponents > *")).to_have_count(rules.max_players - 1)
        assert visitor.table.match.rules == rules
        visitor.wait_for_turn()
        visitor.click("draw")
        assert visitor.table.state.drawn
        visitor.click("menu")
        visitor.click("leave")


def test_the_rules_are_read_without_scripts_in_every_language(
    browser: Browser, site: str, errors: Errors
) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.on("console", errors.logged)
    page.goto(site)
    page.get_by_role("link", name="The rules").click()
    for language in LANGUAGES:
        expect(page.locator("html")).to_have_attribute("lang", language)
        for preset in PRESETS:
            page.locator(f"nav + nav [href$='/{preset}.html']").click()
            for section in rules_text(Rules.preset(preset), catalogue(language)):
                expect(page.get_by_role("heading", name=section.title, exact=True)).to_be_visible()
                for paragraph in section.paragraphs:
                    expect(page.get_by_text(paragraph, exact=True)).to_be_visible()
            assert page.locator("main").evaluate("main => getComputedStyle(main).display") == "grid"
        page.locator("nav [hreflang]").click()
    page.locator("footer .action").click()
    expect(page.locator("#new-match")).to_be_visible()
    context.close()


def test_the_rules_are_looked_up_in_the_middle_of_a_match(visitor: Visitor, site: str) -> None:
    page = visitor.page
    visitor.sit_down(site, 1, preset="pulita")
    visitor.wait_for_turn()
    visitor.click("draw")
    hand = page.locator("#hand").aria_snapshot()
    visitor.click("menu")
    page.get_by_role("link", name="The rules").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("The rules: Pulita")
    page.get_by_role("link", name="To the game").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert page.locator("#hand").aria_snapshot() == hand


def test_a_link_is_copied_at_the_table_and_followed_in_another_tab(
    visitor: Visitor, site: str
) -> None:
    page = visitor.page
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    visitor.sit_down(site, 7, opponents=2)
    visitor.click("menu")
    page.get_by_role("link", name="Copy the link to this match").click()
    expect(page.locator("#notice")).to_have_text("The link is copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    other = page.context.new_page()
    page.evaluate("localStorage.clear()")
    other.goto(link)
    expect(other.locator("#menu .notice")).to_contain_text("game of the link")
    other.get_by_role("button", name="New match").click()
    expect(other.locator("#heading")).to_contain_text("deal 7")
    expect(other.locator("#opponents > *")).to_have_count(2)
    assert "#" not in other.url

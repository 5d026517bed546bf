"""The coach at the built page: its archive comes with the first hint; what it says is spoken."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.test_game import Visitor


def test_a_hint_is_loaded_when_it_is_asked_for_shown_and_spoken(page: Page, site: str) -> None:
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    visitor = Visitor(page)
    visitor.sit_down(site, deal=12)
    visitor.wait_for_turn()
    says = page.locator("#coach-says")
    expect(says).to_have_count(0)
    assert not [each for each in fetched if "teach" in each]

    visitor.click("hint")  # the button on the table says “Teach me” until then
    nudge = says.inner_text()
    assert [each for each in fetched if "teach" in each]
    expect(page.locator("#live")).to_have_text(nudge)
    expect(page.get_by_role("button", name="Hint")).to_be_visible()

    page.keyboard.press("h")
    expect(says).not_to_have_text(nudge)
    what = says.inner_text()
    expect(page.locator("#live")).to_have_text(what)

    visitor.click("set", "teach=off")
    expect(says).to_have_count(0)
    expect(page.get_by_role("button", name="Teach me")).to_be_visible()

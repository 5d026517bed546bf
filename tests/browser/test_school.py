"""A lesson played on a phone, in a real browser, from what is loaded only then."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """A small phone."""
    size = {"width": 375, "height": 667}
    return browser_context_args | {"viewport": size, "reduced_motion": "reduce"}


def test_a_lesson_is_loaded_when_it_is_asked_for_and_played_on_a_phone(
    page: Page, site: str
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(site)
    expect(page.locator("#loading")).to_be_hidden()
    assert not [url for url in asked if "teach" in url]
    page.get_by_role("button", name="Learn").click()
    page.get_by_role("button", name=re.compile("^Opening")).click()
    task = page.get_by_role("region", name="Lesson")
    expect(task).to_contain_text("40 points or more")
    assert len([url for url in asked if "teach" in url]) == 1
    page.evaluate("scrollTo(0, 0)")
    for card in ("QH.0", "KH.0", "AH.0"):
        page.locator(f'[data-arg="{card}"]').click()
    page.get_by_role("button", name="Put together").click()
    page.get_by_role("button", name="Open", exact=True).dispatch_event("click")
    expect(task).to_contain_text("That is 31, and 9 short of 40.")
    expect(page.locator("#live")).to_contain_text("That is 31")
    page.get_by_role("button", name="Hint").click()
    expect(task).to_contain_text("a run of clubs")
    for card in ("3C.0", "4C.0", "5C.0"):
        page.locator(f'[data-arg="{card}"]').click()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(task).to_contain_text("You opened with 43.")
    page.reload()  # what is learnt is loaded anew
    expect(task).to_contain_text("You opened with 43.")
    page.get_by_role("button", name="Go on").click()
    expect(task).to_contain_text("two ways to open")
    page.get_by_role("button", name="Lessons").click()
    expect(page.get_by_role("button", name=re.compile("^Opening"))).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="New match")).to_be_visible()
    page.goto(f"{site}#lesson=runs")
    expect(task).to_contain_text(re.compile("^A run is"))

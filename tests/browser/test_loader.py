"""The page around the game: the start, its obstacles, the save and the worker that dies."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.clean import Errors

MARKS = "() => performance.getEntriesByType('mark').map((mark) => mark.name)"
KEYS = "cards => cards.map((card) => card.dataset.arg)"
WASM = "**/pyodide.asm.wasm"
DENIED = "{ get() { throw new DOMException('denied', 'SecurityError'); } }"


class Held:
    """Requests that wait until the test lets them go."""

    def __init__(self, page: Page, pattern: str) -> None:
        self._routes: list[Route] = []
        self._open = False
        page.route(pattern, self._answer)

    def _answer(self, route: Route) -> None:
        if self._open:
            route.continue_()
        else:
            self._routes.append(route)

    def release(self) -> None:
        """Answer them, and the later ones at once."""
        self._open = True
        for route in self._routes:
            route.continue_()


def new_match(page: Page, address: str) -> None:
    """Open the page and begin a match against the usual opponents on deal 1."""
    page.goto(address)
    page.get_by_label("Deal number").fill("1")
    page.get_by_role("button", name="New match").click()
    expect(page.locator("#hand [data-do=card]")).to_have_count(13)


def trouble(page: Page, text: str) -> None:
    """The page says this in its alert."""
    expect(page.get_by_role("alert")).to_contain_text(text)


def test_the_menu_works_before_python_and_a_new_match_pressed_early_is_played(
    page: Page, site: str
) -> None:
    wasm = Held(page, WASM)
    page.goto(site)
    page.get_by_role("radio", name="2").check()
    page.get_by_role("button", name="New match").click()
    expect(page.locator("#loading")).to_contain_text("Your match begins")
    page.wait_for_timeout(100)
    assert "shell" in page.evaluate(MARKS)
    assert "playable" not in page.evaluate(MARKS)
    assert page.locator("#loading progress").evaluate("bar => bar.position") > 0
    wasm.release()
    expect(page.locator("#hand [data-do=card]")).to_have_count(13)
    expect(page.locator("#opponents > *")).to_have_count(2)
    expect(page.locator("#loading")).to_be_hidden()
    page.wait_for_timeout(100)
    assert "playable" in page.evaluate(MARKS)
    page.reload()  # the browser has the large files: the worker alone asks for them
    expect(page.locator("#loading")).to_be_hidden()
    expect(page.locator("link[data-bytes]")).to_have_count(0)


def test_a_match_asked_for_before_the_script_is_there_is_played(page: Page, site: str) -> None:
    script = Held(page, "**/client.js*")
    page.goto(site, wait_until="commit")
    page.get_by_role("button", name="New match").click()
    script.release()
    expect(page.locator("#hand [data-do=card]")).to_have_count(13)


def test_a_slow_start_is_told_and_may_still_succeed(page: Page, site: str) -> None:
    wasm = Held(page, WASM)
    page.goto(f"{site}?start=0.5")
    trouble(page, "unusually long")
    wasm.release()
    page.get_by_role("button", name="New match").click()
    expect(page.locator("#hand [data-do=card]")).to_have_count(13)
    expect(page.get_by_role("alert")).to_be_hidden()


def test_without_webassembly_the_page_says_so(page: Page, site: str) -> None:
    page.add_init_script("delete window.WebAssembly")
    page.goto(site)
    trouble(page, "WebAssembly")


@pytest.mark.parametrize("name", ["pyodide.asm.wasm", "client.js", "app.zip.zst", "core-*.js"])
def test_a_missing_file_is_named(page: Page, site: str, errors: Errors, name: str) -> None:
    errors.expect("404")
    page.route(f"**/{name}*", lambda route: route.fulfill(status=404))
    page.goto(site)
    trouble(page, "could not be loaded")
    expect(page.locator("#detail")).to_contain_text(re.split(r"\W", name)[0])
    expect(page.get_by_role("button", name="Reload")).to_be_visible()


def test_a_program_that_does_not_load_is_told(page: Page, site: str, errors: Errors) -> None:
    errors.expect("broken on purpose")
    page.route(
        "**/main.py*", lambda route: route.fulfill(body="raise OSError('broken on purpose')")
    )
    page.goto(f"{site}?answer=2")
    trouble(page, "could not start")


def test_an_answer_that_fails_twice_is_told(page: Page, site: str, errors: Errors) -> None:
    errors.expect("broken on purpose")

    def break_answers(route: Route) -> None:
        failing = "\ndef handle(event):\n    raise OSError('broken on purpose')\n"
        answer = route.fetch()
        route.fulfill(response=answer, body=answer.text() + failing)

    page.route("**/main.py*", break_answers)
    page.goto(site)
    page.get_by_role("button", name="New match").click()
    trouble(page, "Something went wrong")
    expect(page.locator("#detail")).to_contain_text("broken on purpose")


def test_opened_as_a_file_the_page_says_what_to_do(page: Page, dist: Path, errors: Errors) -> None:
    errors.expect("file:")
    page.goto((dist / "index.html").as_uri())
    trouble(page, "build.py serve")


def test_without_scripts_the_page_says_so(browser: Browser, site: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(site)
    expect(page.locator("noscript p")).to_contain_text("needs JavaScript")
    context.close()


def test_a_match_goes_on_where_storage_is_full(page: Page, site: str) -> None:
    page.add_init_script(
        "Storage.prototype.setItem = () => { throw new DOMException('', 'QuotaExceededError'); }"
    )
    new_match(page, site)
    expect(page.get_by_text("the match is gone when you leave")).to_be_in_viewport()
    page.get_by_role("button", name="Play on").click()
    page.locator("#hand [data-do=card]").first.click()
    expect(page.locator("#hand [aria-pressed=true]")).to_have_count(1)
    expect(page.get_by_text("the match is gone when you leave")).to_have_count(0)


def test_a_match_goes_on_where_storage_and_indexeddb_are_refused(page: Page, site: str) -> None:
    page.add_init_script(f"Object.defineProperty(window, 'localStorage', {DENIED})")

    def refuse(route: Route) -> None:
        denied = DENIED.replace("{", "{ configurable: true,", 1)
        answer = route.fetch()
        refusing = f"Object.defineProperty(self, 'indexedDB', {denied});\n"
        route.fulfill(response=answer, body=refusing + answer.text())

    page.route("**/engine.mjs", refuse)
    new_match(page, site)
    expect(page.get_by_text("the match is gone when you leave")).to_be_in_viewport()


def test_a_worker_that_dies_is_started_again_from_the_save(page: Page, site: str) -> None:
    new_match(page, f"{site}?answer=2")
    hand = page.locator("#hand [data-do=card]")
    hand.nth(0).click()
    expect(page.locator("#hand [aria-pressed=true]")).to_have_count(1)
    before = hand.evaluate_all(KEYS)
    page.evaluate("document.querySelector('script[worker]').xworker.terminate()")
    hand.nth(1).click()
    expect(page.locator("#hand [aria-pressed=true]")).to_have_count(2)
    assert hand.evaluate_all(KEYS) == before
    expect(page.get_by_role("alert")).to_be_hidden()


def test_a_damaged_save_is_kept_aside_with_its_reason(page: Page, site: str) -> None:
    page.goto(site)
    page.evaluate("localStorage.setItem('scala40.save', '{damaged')")
    page.reload()
    expect(page.locator("#app .notice")).to_have_text(re.compile(r"\w"))
    assert page.evaluate("localStorage.getItem('scala40.damaged')") == "{damaged"
    page.get_by_role("button", name="New match").click()
    expect(page.locator("#hand [data-do=card]")).to_have_count(13)
    assert page.evaluate("localStorage.getItem('scala40.damaged')") == "{damaged"

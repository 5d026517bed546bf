"""The notebooks in the built JupyterLite: all cells run, the widgets answer, errors are seen."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from tests.notebooks import LANGUAGES, NAMES, VALUES

#: Waits until every cell has run, and tells what the notebook's code cells are then.
CELLS = """async () => {
  const panel = window.jupyterapp.shell.currentWidget;
  const models = panel.content.widgets.map(({ model }) => model);
  const code = models.filter(({ type }) => type === "code");
  const idle = () => panel.sessionContext.session?.kernel?.status === "idle";
  const end = Date.now() + 120_000;
  while (!idle() || !code.every((model) => model.executionCount)) {
    if (code.some((model) => model.toJSON().outputs.some((each) => each.output_type === "error")))
      break;
    if (Date.now() > end) throw new Error("the cells do not come to an end");
    await new Promise((wait) => setTimeout(wait, 50));
  }
  return code.map((model) => model.toJSON());
}"""
LOADED = "() => window.jupyterapp?.shell.currentWidget?.content?.widgets?.length > 1"
#: Puts other code into the last code cell and runs it.
RUN = """async (source) => {
  const { content } = window.jupyterapp.shell.currentWidget;
  const last = content.widgets.findLastIndex(({ model }) => model.type === "code");
  content.activeCellIndex = last;
  content.widgets[last].model.sharedModel.setSource(source);
  await window.jupyterapp.commands.execute("notebook:run-cell");
}"""
#: Two by default, the others with --all.
PAIRS = [
    pytest.param(
        name,
        language,
        marks=[] if (name[:2], language) in {("01", "en"), ("04", "it")} else [pytest.mark.slow],
    )
    for name in NAMES
    for language in LANGUAGES
]


@pytest.fixture(scope="module")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """JupyterLite's kernel wants its service worker."""
    return browser_context_args | {"service_workers": "allow"}


def opened(page: Page, site: str, name: str, language: str = "en", more: str = "") -> list[Any]:
    """Open a notebook and wait until its cells have run: its code cells."""
    page.goto(f"{site}notebooks/notebooks/index.html?path={language}/{name}{more}")
    page.wait_for_function(LOADED, timeout=60_000)
    cells: list[Any] = page.evaluate(CELLS)
    return cells


def outputs(cells: list[Any]) -> list[str]:
    """The plain text of every output; an error's name where one was raised."""
    return [
        str(each.get("evalue") or each.get("text") or each.get("data", {}).get("text/plain", ""))
        for cell in cells
        for each in cell["outputs"]
    ]


def widget(page: Page, text: str) -> Locator:
    """The output that holds a text."""
    return page.locator(".jp-OutputArea-output").filter(has_text=text).first


@pytest.mark.parametrize(("name", "language"), PAIRS)
def test_every_cell_runs_and_says_what_it_says_elsewhere(
    page: Page, site: str, name: str, language: str
) -> None:
    cells = opened(page, site, name, language)
    failed = [each for cell in cells for each in cell["outputs"] if each["output_type"] == "error"]
    assert not failed
    assert all(cell["execution_count"] for cell in cells)
    said = iter(outputs(cells))
    for value in VALUES.get(name, []):
        assert any(value in each for each in said), f"{value} does not come in its turn"
    if name.startswith("01") and language == "en":
        work_the_melds(page)
        see_an_error(page)
    if name.startswith("04") and language == "it":
        work_the_turn(page)


def work_the_melds(page: Page) -> None:
    """Type into the meld checker, and answer an exercise wrongly and rightly, by keyboard."""
    checker = page.locator(".widget-vbox").filter(has=page.locator("input[type=text]")).first
    checker.get_by_role("textbox").fill("7C 7D 7H 7S")
    expect(checker).to_contain_text("A set, 28 points.")
    expect(checker.locator("svg.face")).to_have_count(8)
    checker.get_by_role("textbox").fill("7C 7D 9H")
    expect(checker).to_contain_text("✗")
    asked = widget(page, "counts 31")
    asked.get_by_role("textbox").fill("TD JD QD")
    asked.get_by_role("button", name="Check").press("Enter")
    expect(asked).to_contain_text("it does not count 31")
    asked.get_by_role("textbox").fill("QD KD AD")
    asked.get_by_role("button", name="Check").press("Enter")
    expect(asked).to_contain_text("Right.")


def see_an_error(page: Page) -> None:
    """What is raised inside a callback is shown to the reader with its traceback."""
    page.evaluate(RUN, 'lab.exercise("Broken?", lambda answer: 1 / 0)')
    asked = widget(page, "Broken?")
    asked.get_by_role("button", name="Check").click()
    expect(asked.get_by_role("alert")).to_contain_text("ZeroDivisionError")


def work_the_turn(page: Page) -> None:
    """Ask the referee something else, and step through the hand."""
    referee = page.locator(".widget-vbox").filter(has=page.locator("textarea")).first
    expect(referee).to_contain_text("✓")
    referee.locator("input[type=text]").fill("attach 9C T1")
    expect(referee).to_contain_text("✗")
    player = widget(page, "Avanti")
    before = player.locator("p").first.inner_text()
    player.get_by_role("button", name="Avanti").click()
    expect(player.locator("p").first).not_to_have_text(before)
    player.get_by_role("slider").press("End")
    expect(player).to_contain_text("Bruno: discard 9D")


@pytest.mark.slow
def test_a_long_run_shows_how_far_it_is_and_can_be_stopped(page: Page, site: str) -> None:
    opened(page, site, "06-strategy.ipynb")
    page.evaluate(RUN, 'lab.race({"normal": "normal", "easy": "easy"}, deals=100000)')
    running = widget(page, "/ 100000")
    expect(running.get_by_role("button", name="Stop")).to_be_enabled()
    expect(running).to_contain_text("easy")
    running.get_by_role("button", name="Stop").click()
    expect(running.get_by_role("button", name="Stop")).to_be_disabled()
    page.evaluate(RUN, "6 * 7")
    expect(page.locator(".jp-OutputArea-output").last).to_have_text("42")


@pytest.mark.slow
def test_the_game_leads_to_a_notebook_about_its_position_and_the_notebook_back(
    page: Page, site: str
) -> None:
    page.goto(f"{site}#rules=duello&deal=5")
    page.locator("#new-match").click()
    page.locator("#do-draw").click()
    held = "#hand [data-do=card]"
    expect(page.locator(held)).to_have_count(14)
    page.locator("[data-do=menu]").first.click()
    with page.expect_popup() as explored:
        page.get_by_role("link", name="Explore this position in a notebook").click()
    notebook = explored.value
    notebook.wait_for_function(LOADED, timeout=60_000)
    sources = ["".join(cell["source"]) for cell in notebook.evaluate(CELLS)]
    (given,) = (source for source in sources if source.startswith('position = "hand'))
    assert 'rules = "duello"' in given
    expect(notebook.locator("textarea").last).to_have_value(given.split('"')[1])
    with notebook.expect_popup() as played:
        notebook.get_by_role("link", name="Play this hand").click()
    game = played.value
    game.locator("#new-match").click()
    expect(game.locator(held)).to_have_count(14)


@pytest.mark.slow
def test_it_runs_where_the_browser_denies_a_store(browser: Browser, site: str) -> None:
    context = browser.new_context()
    context.add_init_script("Object.defineProperty(window, 'indexedDB', { get() { throw 1; } })")
    page = context.new_page()
    cells = opened(page, site, NAMES[0])
    assert all(cell["execution_count"] for cell in cells)
    context.close()


def test_the_list_leads_to_every_notebook_in_both_languages(page: Page, site: str) -> None:
    for name, language in (("index.html", "en"), ("it.html", "it")):
        page.goto(f"{site}notebooks/{name}")
        links = page.locator("li a")
        expect(links).to_have_count(len(NAMES))
        paths = [str(link.get_attribute("href")) for link in links.all()]
        assert [path.partition("path=")[2] for path in paths] == [f"{language}/{n}" for n in NAMES]
        expect(page.locator("li svg.face").first).to_be_visible()

"""What is rendered is sound HTML, kind to everybody, and fits every screen: at all its moments."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, Route

import build
from app.reading.library import places
from app.reading.page import USUAL
from scala40.messages import LANGUAGES
from tests.browser.still import Still, reading, stills

TOOLS = Path(__file__).parent
#: How it is written is a matter of taste; an id may hold what a card's text holds.
VALIDATOR = {
    "root": True,
    "extends": ["html-validate:recommended"],
    "rules": {
        "doctype-style": "off",
        "void-style": "off",
        "no-trailing-whitespace": "off",
        "valid-id": ["error", {"relaxed": True}],
    },
}
WITHOUT_FINDINGS = """async () => {
  const { violations } = await axe.run({ resultTypes: ["violations"] });
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}"""
FITS = """() => {
  const shown = (each) => each.checkVisibility() && !each.closest(".aside, .unseen, [inert]");
  const boxes = (found) => [...document.querySelectorAll(found)].filter(shown)
    .map((each) => [each.id || each.textContent.trim().slice(0, 30), each.getBoundingClientRect()]);
  const radio = "[type=radio]";
  const targets = boxes(`button, a, select, summary, input:not(${radio}), label:has(${radio})`)
    .filter(([, { width, height }]) => Math.min(width, height) < 24)
    .map(([name, { width, height }]) => `${name}: ${width} x ${height}`);
  const strips = boxes("#melds .strip").filter(([, { width }]) => width < 24).map(([name]) => name);
  const wide = document.documentElement.scrollWidth > innerWidth ? ["the page is too wide"] : [];
  const high = document.querySelector(".table")
    && document.documentElement.scrollHeight > innerHeight ? ["the table is too high"] : [];
  const cut = boxes("#actions > *, #new-match, #heading button, #stock, #discard, .dialog .row > *")
    .filter(([, box]) => box.top < -1 || box.left < -1 || box.right > innerWidth + 1
      || box.bottom > innerHeight + 1).map(([name]) => `${name} is out of sight`);
  return [...targets, ...strips, ...wide, ...high, ...cut];
}"""
#: The last is a desk at 200 %.
SIZES = [(320, 568), (375, 667), (667, 375), (568, 320), (820, 1180), (1440, 900), (720, 450)]


@pytest.fixture(scope="session")
def tools() -> Path:
    """The checkers from npm."""
    return build.npm_packages(TOOLS)


@pytest.fixture(scope="session")
def moments(site: str) -> list[Still]:
    return [still for language in LANGUAGES for still in stills(language)]


def one_of_each_kind() -> list[Still]:
    """Of the pages to read those of one preset."""
    return [still for still in reading() if still.name.endswith(USUAL)]


@pytest.fixture
def show(page: Page, site: str) -> Callable[[Still], None]:
    """Shows a document as a page of the site."""
    shown: list[Still] = []

    def answer(route: Route) -> None:
        route.fulfill(body=shown[-1].html, content_type="text/html; charset=utf-8")

    page.route("**/still.html", answer)

    def show_still(still: Still) -> None:
        shown.append(still)
        read = {f"{place.kind}-{place.preset}" for place in places()}
        page.goto(f"{site}{'rules/it/' * (still.name in read)}still.html")

    return show_still


def test_all_that_is_rendered_is_sound_html(
    moments: list[Still], tools: Path, tmp_path: Path
) -> None:
    (tmp_path / ".htmlvalidate.json").write_text(json.dumps(VALIDATOR))
    pages = [
        Still("index", "en", (build.DIST / "index.html").read_text("utf-8")),
        *one_of_each_kind(),
    ]
    for still in (*moments, *pages):
        (tmp_path / f"{still.name}-{still.language}.html").write_text(still.html, "utf-8")
    node, _ = build.node()
    program, report = tools / "html-validate" / "bin" / "html-validate.mjs", tmp_path / "told.json"
    command: list[str | Path] = [node, program, "--formatter", f"json={report}", tmp_path]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", check=False, cwd=tmp_path)
    found: list[dict[str, Any]] = json.loads(report.read_text("utf-8"))
    told = [
        f"{Path(file['filePath']).name}: {message['ruleId']}: {message['message']}"
        for file in found
        for message in file["messages"]
    ]
    assert not told, "\n".join(sorted(set(told)))
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(("language", "theme"), [("en", "light"), ("it", "dark")])
def test_axe_finds_nothing(
    page: Page,
    show: Callable[[Still], None],
    moments: list[Still],
    tools: Path,
    theme: Any,
    language: str,
) -> None:
    page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    axe = (tools / "axe-core" / "axe.min.js").read_text("utf-8")
    found = []
    for still in (each for each in (*moments, *one_of_each_kind()) if each.language == language):
        show(still)
        page.evaluate(axe)
        found += [f"{still.name}: {each}" for each in page.evaluate(WITHOUT_FINDINGS)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_moment_fits_the_screen(
    page: Page, show: Callable[[Still], None], moments: list[Still], size: tuple[int, int]
) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.emulate_media(reduced_motion="reduce")
    found = []
    for still in (*moments, *one_of_each_kind()):
        if still.language == "it":  # whose words are longer
            show(still)
            found += [f"{still.name}: {each}" for each in page.evaluate(FITS)]
    assert not found, "\n".join(found)

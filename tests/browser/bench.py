"""Measure the built site in a browser, a JSON object a line: ``python3 build.py bench``.

The game and bare stock Pyodide (npm's files as they are, ``loadPyodide`` and one line of Python)
come from the same server and take turns, each visit in a browser of its own. A cold visit has an
empty profile, a warm one is the next visit with that profile.
"""

from __future__ import annotations

import gzip
import json
import statistics
import tempfile
import threading
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import BrowserContext, Page, Request, sync_playwright

import build

VISITS = 7
SETTLE = 1000  # ms in which a browser that was just started comes to rest
CLICKS = 40
FIRST = "01-cards-and-melds.ipynb"
STOCK = """<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,">
<script type="module">
import { loadPyodide } from "./pyodide/pyodide.mjs";
const python = await loadPyodide();
python.runPython("1 + 1");
performance.mark("ready");
</script>"""
MARKS = "() => performance.getEntriesByType('mark').map((mark) => [mark.name, mark.startTime])"
#: From the press to the moment at which the person may draw again, or the hand is over, while the
#: frames of the page are watched.
ROUND = """() => new Promise((done) => {
  const begun = performance.now();
  let last = begun;
  window.longestGap ??= 0;
  const look = (now) => {
    window.longestGap = Math.max(window.longestGap, now - last);
    last = now;
    if (document.querySelector("#do-draw, .dialog")) done(performance.now() - begun);
    else requestAnimationFrame(look);
  };
  document.querySelector("#do-discard").click();
  requestAnimationFrame((now) => { last = now; requestAnimationFrame(look); });
})"""
LONG_TASKS = """() => new Promise((done) => {
  const playable = performance.getEntriesByName("playable")[0].startTime;
  new PerformanceObserver((found) => done(Math.max(0, ...found.getEntries()
    .filter(({ startTime }) => startTime > playable).map(({ duration }) => duration))))
    .observe({ type: "longtask", buffered: true });
  setTimeout(() => done(0), 500);
})"""
ANSWERS = "() => performance.getEntriesByName('answer').map((answer) => answer.duration)"


def tell(name: str, value: float, unit: str, mark: float | None = None) -> None:
    """Print one figure; with a mark it is right when it stays below."""
    line: dict[str, object] = {"name": name, "value": round(value, 3), "unit": unit}
    if mark is not None:
        line |= {"mark": mark, "ok": value < mark}
    print(json.dumps(line), flush=True)


def marks(page: Page, last: str) -> dict[str, float]:
    """The page's performance marks, once it has set the last of them."""
    while last not in (found := dict(page.evaluate(MARKS))):
        page.wait_for_timeout(50)
    return found


def visit_game(page: Page, url: str) -> dict[str, float]:
    """Press "New match" as soon as it is there; forget the match afterwards."""
    page.goto(url, wait_until="commit")
    page.locator("#new-match").click()
    found = marks(page, "playable")
    page.evaluate("localStorage.clear()")
    return found


def visit_notebook(page: Page, url: str) -> dict[str, float]:
    """Open the first notebook and wait until all its cells have run."""
    page.goto(f"{url}notebooks/notebooks/index.html?path=en/{FIRST}", wait_until="commit")
    return marks(page, "cells")


def visit_stock(page: Page, url: str) -> dict[str, float]:
    """Wait until stock Pyodide has run its line."""
    page.goto(url, wait_until="commit")
    return marks(page, "ready")


def click_cards(page: Page, url: str) -> list[float]:
    """Choose and release cards of the hand; from each press to the painted answer, in ms."""
    visit_game(page, url)
    before = len(page.evaluate(ANSWERS))
    for click in range(CLICKS):
        page.locator("#hand [data-do]").nth(click % 5).click()
        while len(page.evaluate(ANSWERS)) == before + click:
            page.wait_for_timeout(10)
    times: list[float] = page.evaluate(ANSWERS)[before:]
    return times


def meet_five(page: Page, url: str, level: str) -> None:
    """Sit down with five opponents of a level, who let nobody wait, and come to one's turn."""
    names = ",".join(f"{name}:{level}" for name in ("Anna", "Bruno", "Carla", "Dario", "Elena"))
    page.goto(f"{url}#deal=7&opponents={names}")
    page.locator("#loading").wait_for(state="hidden")
    page.locator("#menu-settings").click()
    page.locator("#pace-off").click()
    page.keyboard.press("Escape")
    page.locator("[role=dialog]").wait_for(state="detached")
    page.locator("#new-match").click()
    page.locator("#do-draw").wait_for()


def rounds(page: Page, url: str, level: str, number: int) -> list[float]:
    """How long five opponents play, from a discard to the next turn of one's own, in ms."""
    meet_five(page, url, level)
    times = []
    for _ in range(number):
        if page.locator("#do-draw").count() == 0:
            break  # somebody has closed
        page.locator("#do-draw").click()
        page.locator("#hand .held").nth(13).click()
        times.append(page.evaluate(ROUND))
    page.evaluate("localStorage.clear()")
    return times


def part(path: str) -> str:
    """Whose bytes a file of the site is."""
    folder = path.split("/")[0]
    return folder if folder in ("pyodide", "pyscript") else "own"


def file_of(path: str) -> str:
    """The file of the site that an address asks for."""
    name = path.removeprefix("/game/")
    return f"{name}index.html" if name.endswith("/") or not name else name


def gzipped(path: str) -> int:
    """So many bytes an address of the site takes over the wire."""
    file = build.DIST / file_of(path)
    return len(gzip.compress(file.read_bytes())) if file.is_file() else 0


def asked_of(addresses: set[str]) -> Callable[[Request], None]:
    """What notes the path of every request."""
    return lambda request: addresses.add(urlsplit(request.url).path)


#: What is visited in turn.
VISITED = {"game": visit_game, "stock": visit_stock, "notebook": visit_notebook}


class Host(build.Handler):
    """A server that lets everything be kept for ten minutes, as hosts of static pages do."""

    keeps = "max-age=600"


def main() -> None:
    """Make all measurements."""
    times: dict[str, list[float]] = defaultdict(list)
    requested: dict[str, set[str]] = defaultdict(set)
    with tempfile.TemporaryDirectory() as temporary, sync_playwright() as playwright:
        folder = Path(temporary)
        (folder / "stock").mkdir()
        (folder / "stock" / "index.html").write_text(STOCK)
        (folder / "stock" / "pyodide").symlink_to(build.MODULES / "pyodide")
        (folder / "game").symlink_to(build.DIST)
        httpd = build.server(folder, Host)
        threading.Thread(target=httpd.serve_forever, daemon=True).start()
        base = f"http://127.0.0.1:{httpd.server_port}"

        def visitor(profile: str) -> BrowserContext:
            return playwright.chromium.launch_persistent_context(
                folder / profile, executable_path=build.browser(), args=build.BROWSER_FLAGS
            )

        for number in range(VISITS):
            for name, visit in VISITED.items():
                for cache in ("cold", "warm"):
                    with visitor(f"profile-{name}-{number}") as context:
                        page = context.new_page()
                        page.wait_for_timeout(SETTLE)
                        page.on("request", asked_of(requested[name]))
                        site = "stock" if name == "stock" else "game"
                        for mark, moment in visit(page, f"{base}/{site}/").items():
                            times[f"{mark}, {cache}"].append(moment)
        with visitor("profile-clicks") as context:
            answers = sorted(click_cards(context.new_page(), f"{base}/game/"))
        with visitor("profile-rounds") as context:
            page = context.new_page()
            at_hard = rounds(page, f"{base}/game/", "hard", 5)
            tasks = page.evaluate(LONG_TASKS)
            page = context.new_page()
            rounds(page, f"{base}/game/", "maestro", 1)
            gap = page.evaluate("window.longestGap")
        httpd.shutdown()

    middle = {name: statistics.median(values) for name, values in times.items()}
    for cache in ("cold", "warm"):
        stock = middle[f"ready, {cache}"]
        tell(f"stock Pyodide ready, {cache}", stock, "ms")
        for mark, limit in (("shell", 0.1), ("playable", 0.65)):
            value = middle[f"{mark}, {cache}"]
            tell(f"{mark}, {cache}", value, "ms")
            tell(f"{mark} / stock, {cache}", value / stock, "ratio", limit)
        tell(f"notebook's kernel ready, {cache}", middle[f"kernel, {cache}"], "ms")
        tell(f"notebook's cells all done, {cache}", middle[f"cells, {cache}"], "ms")
    sizes: dict[str, int] = defaultdict(int)
    for path in requested["game"]:
        sizes[part(file_of(path))] += gzipped(path)
    for owner in sorted(sizes):
        own = 250.0 if owner == "own" else None
        tell(f"first visit, {owner}, gzipped", sizes[owner] / 1000, "kB", own)
    read = sum(map(gzipped, requested["notebook"]))
    tell("first visit of a notebook, all, gzipped", read / 1000, "kB")
    tell("click to painted answer, median", statistics.median(answers), "ms")
    tell("click to painted answer, 95 of 100", answers[int(len(answers) * 0.95)], "ms", 50)
    tell("a round of five opponents at hard, median", statistics.median(at_hard), "ms", 1500)
    tell("longest task of the page after the start", tasks, "ms", 50)
    tell("longest gap between frames while five maestros think", gap, "ms", 34)


if __name__ == "__main__":
    main()

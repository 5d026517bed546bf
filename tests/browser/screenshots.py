"""Pictures of the built game at five sizes: ``python3 build.py screenshots [FOLDER]``.

Each size plays the same deal by clicks and keeps a picture of every kind of moment. The two that
the README shows are written to ``docs/`` as well.
"""

from __future__ import annotations

import sys
import threading
from pathlib import Path

from playwright.sync_api import Page, expect, sync_playwright

import build
from scala40.actions import Lay
from tests.browser.test_game import HastyVisitor
from tests.scenes import EVERYTHING, deal_with

SIZES = {
    "small": (320, 568),
    "phone": (375, 667),
    "flat": (667, 375),
    "tablet": (820, 1180),
    "desk": (1440, 900),
}
IN_README = {"table-desk", "table-phone"}
#: A hand has come far enough for a picture of the table with so many melds.
MELDS = 5


def take(page: Page, name: str, folder: Path) -> None:
    """A picture of what the page shows."""
    path = folder / f"{name}.png"
    page.screenshot(path=path, animations="disabled")
    print(path, flush=True)
    if name in IN_README:  # small enough to be kept with the sources
        page.screenshot(
            path=build.ROOT / "docs" / f"{name}.jpg",
            animations="disabled",
            type="jpeg",
            quality=80,
        )


def play(page: Page, site: str, size: str, folder: Path) -> None:
    """Play one hand and keep pictures of its moments."""
    visitor = HastyVisitor(page)
    page.goto(site)
    take(page, f"menu-{size}", folder)
    expect(page.locator("#loading")).to_be_hidden()
    page.locator("#menu-settings").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    take(page, f"settings-{size}", folder)
    visitor.sit_down(site, deal_with(*EVERYTHING), opponents=3)
    kept: set[str] = set()

    def once(moment: str) -> None:
        if moment not in kept:
            kept.add(moment)
            take(page, f"{moment}-{size}", folder)

    while visitor.table.state.end is None:
        visitor.wait_for_turn()
        state = visitor.table.state
        if state.end is not None:
            break
        action = visitor.sensible_action()
        if not state.drawn:
            once("draw")
        elif isinstance(action, Lay) and not state.has_opened:
            visitor.stage(action)
            once("staged")
            visitor.click("open")
            continue
        elif len(state.melds) >= MELDS and state.has_opened:
            visitor.choose(state.hand[0])
            once("table")
        visitor.do(action)
    once("sheet")


def main(folder: Path) -> None:
    """Take every picture."""
    folder.mkdir(parents=True, exist_ok=True)
    expect.set_options(timeout=30_000)  # Python may take its time to start on a busy machine
    httpd = build.server(build.DIST)
    threading.Thread(target=httpd.serve_forever, daemon=True).start()
    site = f"http://127.0.0.1:{httpd.server_port}/"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=build.browser(), args=build.BROWSER_FLAGS
        )
        for size, (width, height) in SIZES.items():
            context = browser.new_context(viewport={"width": width, "height": height})
            play(context.new_page(), site, size, folder)
            context.close()
        browser.close()
    httpd.shutdown()


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else build.ROOT / "screenshots"))

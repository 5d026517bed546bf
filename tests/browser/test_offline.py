"""The game without a network, after one visit; and a new version, which is asked for."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

import build

READY = "() => navigator.serviceWorker.ready.then((found) => Boolean(found.active))"
INSTALLABLE = "Page.getInstallabilityErrors"


@pytest.fixture
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    return browser_context_args | {"service_workers": "allow", "reduced_motion": "reduce"}


@pytest.fixture
def copy(site: str, tmp_path: Path) -> Path:
    """The built site, to be changed."""
    return Path(shutil.copytree(build.DIST, tmp_path / "site"))


@pytest.fixture
def address(copy: Path) -> Iterator[str]:
    with build.server(copy) as httpd:
        threading.Thread(target=httpd.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{httpd.server_port}/"
        httpd.shutdown()


def first_visit(page: Page, address: str) -> None:
    """Come, and stay until everything is kept."""
    page.goto(address)
    expect(page.locator("#loading")).to_be_hidden()
    assert page.evaluate(READY)


def test_after_one_visit_it_plays_without_a_network(
    context: BrowserContext, address: str, copy: Path
) -> None:
    page = context.new_page()
    first_visit(page, address)
    context.set_offline(True)
    shutil.rmtree(copy)
    page.goto(address)
    page.get_by_label("Deal number").fill("3")
    page.get_by_role("button", name="New match").click()
    expect(page.locator("#hand [data-do=card]")).to_have_count(13)
    page.goto(f"{address}rules/it/pulita.html")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Pulita")
    page.get_by_role("link", name="Strategia").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Strategia")
    page.goto(f"{address}#lesson=sets")
    expect(page.locator("#task")).to_contain_text("A set is three")


def test_the_page_can_be_installed(context: BrowserContext, address: str) -> None:
    page = context.new_page()
    first_visit(page, address)
    page.reload()
    found = context.new_cdp_session(page).send(INSTALLABLE)["installabilityErrors"]
    # a page that nobody keeps a profile for is never offered
    assert {error["errorId"] for error in found} <= {"in-incognito"}


def test_a_new_version_waits_until_it_is_asked_for_and_the_match_goes_on(
    context: BrowserContext, address: str, copy: Path
) -> None:
    page = context.new_page()
    first_visit(page, address)
    page.get_by_role("button", name="New match").click()
    expect(page.locator("#hand [data-do=card]")).to_have_count(13)
    for name in ("index.html", "sw.js"):
        old = (copy / name).read_text("utf-8")
        new = old.replace("<title>Scala 40", "<title>Scala 40 new").replace("scala40-", "scala40-2")
        (copy / name).write_text(new.replace('"./":"', '"./":"2'), "utf-8")
    page.reload()
    expect(page).to_have_title("Scala 40")  # the old one plays on
    expect(page.locator("#hand [data-do=card]")).to_have_count(13)
    hand = page.locator("#hand").aria_snapshot()
    page.get_by_role("button", name="Update").click()
    expect(page).to_have_title("Scala 40 new")
    expect(page.locator("#hand [data-do=card]")).to_have_count(13)
    assert page.locator("#hand").aria_snapshot() == hand

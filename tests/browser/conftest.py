"""A browser, the built site on a plain server under a sub-path, and a page that must stay clean."""

from __future__ import annotations

import functools
import http.server
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, expect

import build
from tests.browser.clean import Errors

SUB_PATH = "some/where"
expect.set_options(timeout=30_000)  # Python may take its time to start on a busy machine


class Plain(http.server.SimpleHTTPRequestHandler):
    """What any static host does, and nothing more."""

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the built site."""
    build.build()
    root = tmp_path_factory.mktemp("host")
    folder = root / SUB_PATH
    folder.parent.mkdir(parents=True)
    folder.symlink_to(build.DIST)
    handler = functools.partial(Plain, directory=str(root))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as httpd:
        threading.Thread(target=httpd.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{httpd.server_port}/{SUB_PATH}/"
        httpd.shutdown()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The machine's own Chromium, where there is one, with our flags."""
    chosen = {"args": build.BROWSER_FLAGS}
    return browser_type_launch_args | chosen | {"executable_path": build.browser()}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any]) -> dict[str, Any]:
    """No service worker, so that the tests see each request; where one is tested it is allowed."""
    return browser_context_args | {"service_workers": "block"}


@pytest.fixture
def errors(context: BrowserContext, site: str) -> Iterator[Errors]:
    """The errors of the test's pages: none may be left at its end."""
    origin = re.escape(site.removesuffix(f"{SUB_PATH}/"))
    found = Errors(f"{origin}|(blob:{origin})|data:|file:")
    context.on("request", lambda request: found.asked(request.url))
    context.on("console", found.logged)
    context.on("weberror", lambda error: found.add(f"uncaught: {error.error}"))
    yield found
    found.check()


@pytest.fixture
def page(page: Page, errors: Errors) -> Page:
    """A page with a fresh profile that must stay free of errors and of foreign requests."""
    return page


@pytest.fixture
def dist(site: str) -> Path:
    """The folder of the built site."""
    return build.DIST

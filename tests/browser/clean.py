"""What a page must not do: send requests to other hosts, log errors, raise exceptions."""

from __future__ import annotations

import re

from playwright.sync_api import ConsoleMessage


class Errors:
    """The errors of a page, less those that a test has announced."""

    def __init__(self, allowed: str) -> None:
        self.allowed = re.compile(f"^({allowed})")
        self.seen: list[str] = []
        self._expected: list[str] = []

    def expect(self, pattern: str) -> None:
        """Let errors pass that match; there must be one."""
        self._expected.append(pattern)

    def add(self, text: str) -> None:
        """Note an error."""
        self.seen.append(text)

    def asked(self, address: str) -> None:
        """Note a request, an error if it goes to another host."""
        if not self.allowed.match(address):
            self.add(f"foreign request: {address}")

    def logged(self, message: ConsoleMessage) -> None:
        """Note what the console says, if it is an error."""
        if message.type == "error":
            self.add(f"console: {message.text} {message.location.get('url', '')}")

    def check(self) -> None:
        """Fail for every error that no test expected, and for one that did not come."""
        unseen = [each for each in self._expected if not any(re.search(each, s) for s in self.seen)]
        assert not unseen, f"expected errors that did not come: {unseen}; there were {self.seen}"
        wrong = [s for s in self.seen if not any(re.search(each, s) for each in self._expected)]
        assert not wrong, "\n".join(wrong)

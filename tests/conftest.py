"""Which tests are measured for coverage: those that are quick all the same."""

from __future__ import annotations

from typing import Final

import pytest

#: Folders and modules that take long enough unmeasured; the others reach the same lines.
UNMEASURED: Final = frozenset(
    "browser test_fuzz.py test_invariants.py test_properties.py test_session.py".split()
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave them out of the coverage."""
    for item in items:
        if UNMEASURED & {*item.nodeid.partition("::")[0].split("/")}:
            item.add_marker("no_cover")

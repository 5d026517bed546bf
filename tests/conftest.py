"""Which tests are measured for coverage: being measured takes three times as long."""

from __future__ import annotations

from typing import Final

import pytest

#: Folders and modules that take long enough unmeasured; the others reach the same lines.
UNMEASURED: Final = frozenset(
    """browser test_arena.py test_bots.py test_fuzz.py test_invariants.py
    test_notebooks.py test_outs.py test_properties.py test_school_page.py
    test_session.py test_teacher.py""".split()
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave them out of the coverage."""
    for item in items:
        if UNMEASURED & {*item.nodeid.partition("::")[0].split("/")}:
            item.add_marker("no_cover")

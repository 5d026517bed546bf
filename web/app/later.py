"""Parts of the program that the page loads once they are asked for, each archive of them by name.

Whoever wants a module of theirs imports it like this, before anything has changed:

    try:
        from . import school
    except ModuleNotFoundError:
        raise Needed("teach") from None
"""

from __future__ import annotations


class Needed(Exception):
    """An archive has to be there first; the page loads it and sends the event again."""

    def __init__(self, archive: str) -> None:
        super().__init__(archive)
        self.archive = archive

"""Text that is being read: every part of it knows its place, so that an error can point there.

>>> [(word, word.at) for word in Part("lay 5H  6Z").words()]
[('lay', 1), ('5H', 5), ('6Z', 9)]
"""

from __future__ import annotations

from typing import Final

from scala40.errors import NotationError

#: The longest text that is read at all; the longest that means anything is about half of it.
LONGEST: Final = 2000


class Part(str):
    """A text, or a part of one that knows the whole and its first character's place there, from 1.

    As it is a text, whatever reads texts reads parts as well, and its errors point into the whole.
    """

    __slots__ = ("at", "whole")

    at: int
    whole: str

    def __new__(cls, text: str, whole: str | None = None, at: int = 1) -> Part:
        part = super().__new__(cls, text)
        part.whole = text if whole is None else whole
        part.at = at
        return part

    @staticmethod
    def of(text: str) -> Part:
        """A text as the only part of itself; a part stays what it is.

        Raises:
            NotationError: ``text-too-long``.
        """
        if isinstance(text, Part):
            return text
        if len(text) > LONGEST:
            raise NotationError("text-too-long", length=len(text), most=LONGEST)
        return Part(text)

    def words(self) -> list[Part]:
        """What stands between the spaces."""
        found, end = [], 0
        for word in self.split():
            start = self.index(word, end)
            end = start + len(word)
            found.append(self._piece(start, end))
        return found

    def cut(self, separator: str, most: int = -1) -> list[Part]:
        """What stands between the separators, without the spaces around it; ``most`` cuts."""
        found, start = [], 0
        for piece in self.split(separator, most):
            found.append(self._piece(start, start + len(piece)))
            start += len(piece) + len(separator)
        return found

    def after(self, part: Part) -> Part:
        """What follows a part of this one."""
        return self._piece(part.at - self.at + len(part), len(self))

    def _piece(self, start: int, end: int) -> Part:
        text = self[start:end]
        begin = self.at + start + len(text) - len(text.lstrip())
        return Part(text.strip(), self.whole, begin)


def place(text: str) -> dict[str, object]:
    """The facts of an error that say where it is: ``at``, from 1, in ``whole``."""
    part = text if isinstance(text, Part) else Part(text)
    return {"at": part.at, "whole": str(part.whole)}

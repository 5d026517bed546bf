"""The one family of errors: each has a stable code and the facts that its sentence is made from.

The sentence itself is made by :mod:`scala40.messages`, so that it can be said in any language.

>>> try:
...     raise NotationError("unknown-card", text="1H")
... except Scala40Error as error:
...     print(error.code, error.facts["text"])
...     print(error)
unknown-card 1H
“1H” is not a card: write a rank (A 2-9 T J Q K) and a suit (C D H S), or X for a joker.
"""

from __future__ import annotations


class Scala40Error(ValueError):
    """Anything that is refused; ``code`` is stable, ``facts`` are plain values and cards."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    def __reduce__(self) -> tuple[object, ...]:  # so that it crosses from one process to another
        return _again, (type(self), self.code, self.facts)

    def __str__(self) -> str:
        from scala40.messages import ENGLISH  # only here does an error meet its words

        return ENGLISH.reason(self)


def _again(kind: type[Scala40Error], code: str, facts: dict[str, object]) -> Scala40Error:
    return kind(code, **facts)


class NotationError(Scala40Error):
    """Text that cannot be read: a card, a meld, an action, rules."""


class RulesError(Scala40Error):
    """Options or seats that cannot be played together, or that this version does not honour."""


class PositionError(Scala40Error):
    """A position or a question about one that cannot be read, or cannot exist."""


class Refused(Scala40Error):
    """An action that the rules in force do not allow now; the state is unchanged."""


class RecordError(Scala40Error):
    """A saved match that is damaged, foreign, or from a newer version."""

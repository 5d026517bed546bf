"""Which lesson teaches what a refusal is about; the lessons themselves are loaded later.

>>> lesson_on("opening-short"), lesson_on("save-foreign")
('opening', '')
"""

from __future__ import annotations

from typing import Final

#: The lessons, in their order.
SLUGS: Final = (
    "deck",
    "sets",
    "runs",
    "turn",
    "counting",
    "opening",
    "joker",
    "attaching",
    "freeing",
    "discards",
    "keeping",
    "closing",
)

#: What there is to practise on.
THEMES: Final = ("open", "joker", "best-opening", "discard", "close")

#: The reasons that a lesson is about, by the lesson.
REASONS_OF: Final = {
    "deck": "not-in-hand",
    "sets": "meld-too-short set-too-long set-same-suit",
    "runs": "run-two-suits run-twice run-corner run-order run-gap run-too-long two-aces",
    "turn": "turn-over already-drawn draw-first pile-empty hand-over not-your-turn nothing-chosen"
    " choose-one nothing-to-undo not-in-this-game",
    "opening": "joker-in-opening opening-short opening-not-clean one-meld-each no-opening"
    " staged-left",
    "joker": "two-jokers joker-not-here declare-joker joker-discard joker-already",
    "attaching": "not-opened attach-next-turn no-such-meld does-not-fit declare-end not-all-fit",
    "freeing": "no-joker not-the-joker freed-joker freed-joker-new-meld",
    "discards": "take-barred take-passed pass-first buy-or-pass nothing-to-pass not-for-sale"
    " bought-card-missing keep-one-to-buy not-on-top take-before-opening take-does-not-open"
    " take-without-use nothing-to-put-back put-back-off put-back-late taken-not-in-opening"
    " taken-not-used thrown-back",
    "keeping": "attachable-discard",
    "closing": "keep-a-card no-close-in-first-round close-unopened",
}

_LESSON_ON: Final = {code: slug for slug, codes in REASONS_OF.items() for code in codes.split()}


def lesson_on(code: str) -> str:
    """The lesson that teaches what a reason of the engine is about; nothing where it is no rule."""
    return _LESSON_ON.get(code, "")

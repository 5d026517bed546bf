"""Small parts of the page as HTML text, which the menu, the table and the dialogs are made of.

Every element that lasts has an id, so that the page can be morphed and things can be seen to move.
Whatever can be pressed is a button that names its verb in ``data-do`` and its object in
``data-arg``. The catalogue of the player's language goes by the name of ``t``, short as the call
it is used for.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from scala40.cards import Card, cards
from scala40.faces import face, name
from scala40.messages import Catalogue

from .scene import Action, Notice

_FORTY = cards("TH JH QH KH")
_ESCAPED: Final = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"}
)


def escape(text: str) -> str:
    """A text as it stands between tags and in attributes.

    The standard library's reads a table of 2,231 entities first, which the start waited for.

    >>> escape("<b>Tom & Jerry's</b>")
    '&lt;b&gt;Tom &amp; Jerry&#x27;s&lt;/b&gt;'
    """
    return text.translate(_ESCAPED)


def aside(text: str) -> str:
    """Text for those who listen."""
    return f'<span class="aside">{escape(text)}</span>'


def names(shown: Iterable[Card], t: Catalogue) -> str:
    """What cards are called aloud, in a list."""
    return ", ".join(name(each, t) for each in shown)


def press(
    verb: str, key: str, inside: str, *, arg: str = "", classes: str = "", more: str = ""
) -> str:
    """Something to press. ``key`` is its id, ``more`` further attributes."""
    arg = f' data-arg="{escape(arg)}"' if arg else ""
    return (
        f'<button type="button" class="{classes}" id="{escape(key)}"'
        f' data-do="{escape(verb)}"{arg}{more}>{inside}</button>'
    )


def classes(*always: str, **when: bool) -> str:
    """The classes that always hold and those that hold now."""
    return " ".join((*always, *(word for word, holds in when.items() if holds)))


def button(action: Action, place: str) -> str:
    """A button; ``place`` begins its id, where the same action may be in two places."""
    greyed = f' aria-disabled="true" title="{escape(action.why)}"'
    return press(
        action.verb,
        f"{place}-{action.verb}{action.arg}",
        escape(action.label),
        arg=action.arg,
        classes=classes("action", primary=action.primary),
        more="" if action.enabled else greyed,
    )


def spread(shown: Iterable[Card], key: str = "", fresh: tuple[int, ...] = ()) -> str:
    """Cards that cover each other, each with its left edge free; ``key`` begins their ids."""
    strips = (
        f'<span class="{classes("strip", fresh=place in fresh)}">'
        f"{face(each, key and f'{key}-{each}')}</span>"
        for place, each in enumerate(shown)
    )
    return f'<span class="spread">{"".join(strips)}</span>'


def notice(said: Notice | None, t: Catalogue) -> str:
    """The sentence in answer to the last thing done, if any, and the way to its lesson."""
    if said is None:
        return ""
    why = (
        press("lesson", "why", escape(t("Why?")), arg=said.lesson, classes="quiet")
        if said.lesson
        else ""
    )
    return f'<p class="notice {escape(said.tone)}" id="notice">{escape(said.text)} {why}</p>'


def pressed(on: bool) -> str:
    """The attribute of what can be switched on."""
    return f' aria-pressed="{"true" if on else "false"}"'


def forty() -> str:
    """The emblem: a run worth exactly forty, climbing like the stairs in the game's name."""
    steps = "".join(f'<span class="strip">{face(each)}</span>' for each in _FORTY)
    return f'<div class="forty">{steps}</div>'


def page_of(preset: str, language: str, kind: str = "rules") -> str:
    """The address of a page to read, as the game has it; the history is one for all presets."""
    return f"{kind}/{language}/{preset if kind != 'history' else 'scala-40'}.html"


def notebooks(language: str) -> str:
    """The address of the list of notebooks."""
    return f"notebooks/{'index' if language == 'en' else language}.html"


def notebook_about(language: str, link: str) -> str:
    """The address of the notebook that asks the referee about the position of a link."""
    return f"notebooks/notebooks/index.html?path={language}/04-the-turn.ipynb{link}"

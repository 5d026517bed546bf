"""The pages of the rules, one for each preset and language, made when the site is built."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

from scala40.messages import LANGUAGES, Catalogue, catalogue
from scala40.prose import rules_text
from scala40.rules import PRESETS, Rules

from .parts import page_of
from .presets import blurb, title

#: What each language calls itself.
OWN_NAMES: Final = {"en": "English", "it": "Italiano"}


def pages() -> Iterator[tuple[str, dict[str, str]]]:
    """Every page: its path in the site, and what the template ``rules.html`` wants."""
    for code in LANGUAGES:
        for preset in PRESETS:
            yield page_of(preset, code), _texts(preset, catalogue(code))


def _texts(preset: str, t: Catalogue) -> dict[str, str]:
    return {
        "language": t.language,
        "title": escape(t("The rules: {preset}", preset=title(preset, t))),
        "about": escape(blurb(preset, t)),
        "alternates": "\n".join(
            f'<link rel="alternate" hreflang="{code}" href="../{code}/{preset}.html">'
            for code in LANGUAGES
        ),
        "body": _body(preset, t),
    }


def _body(preset: str, t: Catalogue) -> str:
    presets = "".join(
        _link(f"{name}.html", title(name, t), current=name == preset) for name in PRESETS
    )
    languages = "".join(
        _link(f"../{code}/{preset}.html", OWN_NAMES[code], f' lang="{code}" hreflang="{code}"')
        for code in LANGUAGES
        if code != t.language
    )
    sections = "".join(
        f"<section><h2>{escape(section.title)}</h2>"
        + "".join(f"<p>{escape(paragraph)}</p>" for paragraph in section.paragraphs)
        + "</section>"
        for section in rules_text(Rules.preset(preset), t)
    )
    return (
        f'<header><a class="wordmark" href="../../">Scala <b>40</b></a>'
        f'<nav aria-label="{escape(t("The rules"))}">{presets}{languages}</nav></header>'
        f"<main><h1>{escape(t('The rules: {preset}', preset=title(preset, t)))}</h1>"
        f"{sections}</main>"
        f'<footer><a class="action primary" href="../../">{escape(t("To the game"))}</a>'
        "</footer>"
    )


def _link(to: str, text: str, more: str = "", *, current: bool = False) -> str:
    here = ' aria-current="page"' if current else ""
    return f'<a href="{to}"{more}{here}>{escape(text)}</a>'

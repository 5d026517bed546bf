"""A page to read as HTML: its way to the others and back into the game, its sections, its cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Final, NamedTuple

from scala40.cards import Card
from scala40.faces import SPRITE, face
from scala40.messages import LANGUAGES, Catalogue, _
from scala40.rules import PRESETS, Rules

from ..parts import aside, escape, names, page_of
from ..presets import title
from .book import Entry, Law, Line, Part, Picture, law

#: What each language calls itself.
OWN_NAMES: Final = {"en": "English", "it": "Italiano"}
#: The kinds of page by the folder they are in, and what links call them.
KINDS: Final = {
    "rules": _("Rules"),
    "strategy": _("Strategy"),
    "questions": _("Questions"),
    "glossary": _("Glossary"),
    "history": _("History"),
}
#: The page of these is the same whatever is played.
ONE_FOR_ALL: Final = ("history",)
#: The preset whose pages those lead to.
USUAL: Final = next(iter(PRESETS))


class Place(NamedTuple):
    """Which page it is."""

    kind: str
    preset: str
    t: Catalogue

    @property
    def path(self) -> str:
        """Its address in the site."""
        return page_of(self.preset, self.t.language, self.kind)


def document(
    place: Place, heading: str, about: str, sections: Iterable[str], contents: str = ""
) -> dict[str, str]:
    """What the template ``reading.html`` wants.

    Args:
        heading, about: plain texts; the rest is HTML.
        sections: the HTML of each.
        contents: a list of links to them, if they are many.
    """
    t = place.t
    return {
        "language": t.language,
        "title": escape(heading),
        "about": escape(about),
        "alternates": "\n".join(
            f'<link rel="alternate" hreflang="{code}" href="{_to(place, language=code)}">'
            for code in LANGUAGES
        ),
        "body": f"{SPRITE}{_header(place)}<main><h1>{escape(heading)}</h1>"
        f'{contents}{"".join(sections)}</main><footer><a class="action primary" href="../../">'
        f"{escape(t('To the game'))}</a></footer>",
    }


def section(entry: Entry, place: Place) -> str:
    """An entry of a page, with the link that leads to where it can be tried.

    Its id begins with ``on-``, so that it is none of the table's, which have a style.
    """
    t, rules = place.t, Rules.preset(place.preset)
    return (
        f'<section id="on-{entry.key}"><h2>{escape(t(entry.title))}</h2>'
        f"{drawn(entry.parts(rules), rules, t)}"
        f"{trying(entry.lesson, t(entry.title), place)}</section>"
    )


def contents(entries: Iterable[Entry], t: Catalogue) -> str:
    """Links to the sections of a page."""
    items = "".join(
        f'<li><a href="#on-{entry.key}">{escape(t(entry.title))}</a></li>' for entry in entries
    )
    return f'<nav class="contents" aria-label="{escape(t("On this page"))}"><ul>{items}</ul></nav>'


def trying(lesson: str, what: str, place: Place) -> str:
    """The link into the game, to a lesson or to practice, in the rules of the page."""
    t = place.t
    label = t("Try it in a lesson") if lesson.startswith("lesson") else t("Try it in practice")
    link = escape(f"../../#{lesson}&rules={place.preset}")
    return f'<p class="try"><a href="{link}">{escape(label)}{aside(f": {what}")}</a></p>'


def drawn(parts: Iterable[Part], rules: Rules, t: Catalogue) -> str:
    """What an entry says and shows; pictures that follow one another lie side by side."""
    found = []
    for pictures, some in groupby(parts, lambda part: isinstance(part, Picture)):
        inside = "".join(_drawn(part, rules, t) for part in some)
        found.append(f'<div class="pictures">{inside}</div>' if pictures else inside)
    return "".join(found)


def _drawn(part: Part, rules: Rules, t: Catalogue) -> str:
    if isinstance(part, Law):
        told = dict.fromkeys(line for option in part.options for line in law(option, rules, t))
        return f'<p class="law">{escape(" ".join(told))}</p>'
    if isinstance(part, Line):
        return f"<p>{escape(_said(part, t))}</p>"
    groups = "".join(
        f'<span class="group" role="img" aria-label="{escape(names(group, t))}">'
        f"{''.join(map(_strip, group))}</span>"
        for group in part.groups
    )
    mark = {True: '<b aria-hidden="true">✓</b> ', False: '<b aria-hidden="true">✗</b> ', None: ""}
    kind = {True: "right", False: "wrong", None: "neutral"}[part.right]
    return (
        f'<figure class="{kind}"><div class="cards">{groups}</div>'
        f"<figcaption>{mark[part.right]}{escape(_said(part.caption, t))}</figcaption></figure>"
    )


def _strip(card: Card) -> str:
    return f'<span class="strip">{face(card)}</span>'


def _said(line: Line, t: Catalogue) -> str:
    return t.sentence(line.english, _facts(line.facts, t))


def _facts(facts: Mapping[str, object], t: Catalogue) -> dict[str, object]:
    """The facts of a sentence, decimal fractions as the language writes them."""
    return {
        name: str(fact).replace(".", t(".")) if isinstance(fact, float) else fact
        for name, fact in facts.items()
    }


def _header(place: Place) -> str:
    t = place.t
    kinds = "".join(
        _link(_to(place, kind=kind), t(label), current=kind == place.kind)
        for kind, label in KINDS.items()
    )
    languages = "".join(
        _link(_to(place, language=code), OWN_NAMES[code], f' lang="{code}" hreflang="{code}"')
        for code in LANGUAGES
        if code != t.language
    )
    presets = "".join(
        _link(_to(place, preset=name), title(name, t), current=name == place.preset)
        for name in PRESETS
    )
    if place.kind not in ONE_FOR_ALL:
        presets = f'<nav aria-label="{escape(t("Rules in force"))}">{presets}</nav>'
    else:
        presets = ""
    return (
        '<header><a class="wordmark" href="../../">Scala <b>40</b></a>'
        f'<nav aria-label="{escape(t("To read"))}">{kinds}{languages}</nav>{presets}</header>'
    )


def _to(place: Place, kind: str = "", language: str = "", preset: str = "") -> str:
    """The address of another page, as this one has it."""
    kind = kind or place.kind
    to = page_of(preset or place.preset, language or place.t.language, kind)
    return f"../../{to}"


def _link(to: str, label: str, more: str = "", *, current: bool = False) -> str:
    here = ' aria-current="page"' if current else ""
    return f'<a href="{to}"{more}{here}>{escape(label)}</a>'

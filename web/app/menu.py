"""The menu, the first screen, as HTML text; the build writes it into the page as well."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from scala40.messages import ENGLISH, Catalogue

from . import keys
from .faces import SPRITE
from .parts import forty, notice, page_of
from .scene import MenuScene

if TYPE_CHECKING:
    from .presets import Offer


def menu_page() -> str:
    """The menu as the build writes it into the page, in English."""
    return menu(MenuScene(), ENGLISH)


def menu(scene: MenuScene, t: Catalogue) -> str:
    """The first screen, the inner HTML of ``#app``."""
    about = t("Italian rummy: two packs, four jokers, and forty points before you may open.")
    numbers = "".join(
        _radio("opponents", str(n), str(n), "", checked=n == scene.opponents) for n in range(1, 6)
    )
    from .presets import offers  # the table needs none of what this needs

    offered = tuple(offers(t))
    presets = "".join(_preset(offer, scene.preset) for offer in offered)
    blurbs = "".join(_blurb(offer, t) for offer in offered)
    return (
        f'{SPRITE}<div class="menu"><header>{forty()}'
        f'<h1 class="wordmark">Scala <b>40</b></h1>'
        f"<p>{escape(about)}</p></header>"
        f'<form class="new-match" data-do="new" data-keys="{escape(keys.told({"n": "new"}))}">'
        f"{notice(scene.notice)}"
        f"<fieldset><legend>{escape(t('Rules'))}</legend>"
        f'<div class="presets">{presets}</div>{blurbs}</fieldset>'
        f'<fieldset class="opponents"><legend>{escape(t("Opponents"))}'
        f" <small>{escape(t('Best with 3 to 5 players.'))}</small></legend>"
        f'<div class="numbers">{numbers}</div></fieldset>'
        f'<p class="deal"><label for="deal">{escape(t("Deal number"))}</label>'
        f'<input id="deal" name="deal" inputmode="numeric" autocomplete="off"'
        f' value="{escape(scene.deal)}" placeholder="{escape(t("random"))}"></p>'
        f'<button class="action primary" id="new-match">{escape(t("New match"))}</button>'
        "</form></div>"
    )


def _radio(group: str, value: str, label: str, more: str, *, checked: bool) -> str:
    mark = " checked" if checked else ""
    return (
        f'<label><input type="radio" id="{escape(f"{group}-{value}")}" name="{group}"'
        f' value="{escape(value)}"{more}{mark}><span>{label}</span></label>'
    )


def _preset(offer: Offer, chosen: str) -> str:
    more = f' data-most="{offer.max_opponents}" aria-describedby="about-{offer.name}"'
    return _radio("preset", offer.name, escape(offer.title), more, checked=offer.name == chosen)


def _blurb(offer: Offer, t: Catalogue) -> str:
    """About a preset; it shows where that is chosen."""
    link = f'<a href="{page_of(offer.name, t.language)}">{escape(t("The rules"))}</a>'
    return f'<p class="blurb" id="about-{offer.name}">{escape(offer.blurb)} {link}</p>'

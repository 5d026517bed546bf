"""The menu, the first screen, as HTML text; the build writes it into the page as well."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from scala40.faces import SPRITE
from scala40.levels import LEVELS
from scala40.messages import Catalogue, catalogue

from . import keys
from .dialogs import panel
from .opponents import TITLES
from .parts import escape, forty, notebooks, notice, page_of, press
from .scene import MenuScene, Rival

if TYPE_CHECKING:
    from .presets import Offer


#: The menu with its regions empty.
SKELETON: Final = f'{SPRITE}<div class="menu" id="menu"></div><div id="overlay"></div>'


def menu_page(language: str) -> str:
    """The menu as the build writes it into the page, in a language."""
    return SKELETON.replace("</div>", f"{_menu(MenuScene(), catalogue(language))}</div>", 1)


def regions(scene: MenuScene, t: Catalogue) -> dict[str, str]:
    """The inner HTML of every region of the menu, by the region's id."""
    return {"menu": _menu(scene, t), "overlay": panel(scene.panel, scene.settings, t)}


def _menu(scene: MenuScene, t: Catalogue) -> str:
    about = t("Italian rummy: two packs, four jokers, and forty points before you may open.")
    label = escape(t("Settings"))
    settings = press("panel", "menu-settings", label, arg="settings", classes="action")
    learn = press("learn", "menu-learn", escape(t("Learn")), classes="action")
    in_force = keys.told({"n": "new", "l": "level", "?": "panel keys"})
    return (
        f'<header>{forty()}<h1 class="wordmark">Scala <b>40</b></h1>'
        f"<p>{escape(about)}</p></header>"
        f'<form class="new-match" data-do="new" data-keys="{escape(in_force)}">'
        f"{notice(scene.notice, t)}{_position(scene, t)}{_rules(scene, t)}{_opponents(scene, t)}"
        f'<p class="deal"><label for="deal">{escape(t("Deal number"))}</label>'
        f'<input type="text" id="deal" name="deal" inputmode="numeric" autocomplete="off"'
        f' maxlength="20"'
        f' value="{escape(scene.deal)}" placeholder="{escape(t("random"))}"></p>'
        f'<div class="begin"><button type="submit" class="action primary" id="new-match">'
        f"{escape(t('New match'))}</button>"
        f"{learn}{settings}"
        "</div></form>"
    )


def _radio(group: str, value: str, label: str, more: str, *, checked: bool, key: str = "") -> str:
    mark = " checked" if checked else ""
    return (
        f'<label><input type="radio" id="{escape(f"{group}-{key or value}")}" name="{group}"'
        f' value="{escape(value)}"{more}{mark}><span>{label}</span></label>'
    )


def _position(scene: MenuScene, t: Catalogue) -> str:
    """What a link brought besides: a position, which can be left out."""
    if not scene.position:
        return ""
    return (
        '<label class="from-link"><input type="checkbox" id="position" name="position" checked'
        f' value="{escape(scene.position)}"> {escape(t("Begin from the position of the link"))}'
        "</label>"
    )


def _rules(scene: MenuScene, t: Catalogue) -> str:
    from .presets import offers  # the table needs none of what this needs

    offered = tuple(offers(t, scene.rules))
    presets = "".join(_preset(offer, scene.rules) for offer in offered)
    blurbs = "".join(_blurb(offer, t) for offer in offered)
    return (
        f"<fieldset><legend>{escape(t('Rules'))}</legend>"
        f'<div class="presets">{presets}</div>{blurbs}</fieldset>'
    )


def _preset(offer: Offer, chosen: str) -> str:
    more = f' data-most="{offer.max_opponents}" aria-describedby="about-{offer.name}"'
    checked = offer.rules == chosen
    return _radio("rules", offer.rules, escape(offer.title), more, checked=checked, key=offer.name)


def _blurb(offer: Offer, t: Catalogue) -> str:
    """About a preset; it shows where that is chosen."""
    preset = offer.rules.partition(";")[0]
    pages = (
        (page_of(preset, t.language), t("The rules")),
        (page_of(preset, t.language, "strategy"), t("More to read")),
        (notebooks(t.language), t("Notebooks to try things in")),
    )
    links = (f'<a href="{address}">{escape(label)}</a>' for address, label in pages)
    return f'<p class="blurb" id="about-{offer.name}">{escape(offer.blurb)} {" ".join(links)}</p>'


def _opponents(scene: MenuScene, t: Catalogue) -> str:
    numbers = "".join(
        _radio("opponents", str(n), str(n), "", checked=n == scene.opponents) for n in range(1, 6)
    )
    rivals = "".join(_rival(rival, place, t) for place, rival in enumerate(scene.rivals, 1))
    levels = "".join(
        f"<dt>{escape(t(title))}</dt><dd>{escape(t(text))}</dd>" for title, text in TITLES.values()
    )
    return (
        f'<fieldset class="opponents"><legend>{escape(t("Opponents"))}'
        f" <small>{escape(t('Best with 3 to 5 players.'))}</small></legend>"
        f'<div class="numbers">{numbers}</div></fieldset>'
        f'<div class="rivals">{rivals}</div>'
        f'<details class="levels" id="levels">'
        f"<summary>{escape(t('How each level plays'))}</summary>"
        f"<dl>{levels}</dl></details>"
    )


def _rival(rival: Rival, place: int, t: Catalogue) -> str:
    options = "".join(
        f'<option value="{level}"{" selected" if level == rival.level else ""}>'
        f"{escape(t(TITLES[level][0]))}</option>"
        for level in LEVELS
    )
    name, level = t("Name of opponent {n}", n=place), t("Level of opponent {n}", n=place)
    return (
        f'<div class="rival" id="rival-{place}">'
        f'<input type="text" id="name-{place}" name="name-{place}"'
        f' value="{escape(rival.name)}" maxlength="16" autocomplete="off"'
        f' aria-label="{escape(name)}"><select id="level-{place}" name="level-{place}"'
        f' aria-label="{escape(level)}">{options}</select></div>'
    )

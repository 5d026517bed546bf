"""What lies over the table, as HTML text: one dialog at a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from scala40.cards import Card
from scala40.faces import face, name
from scala40.messages import Catalogue

from . import keys
from .parts import (
    aside,
    button,
    classes,
    escape,
    forty,
    names,
    notebook_about,
    page_of,
    press,
    pressed,
    spread,
)
from .scene import Action, Choice, Panel, Question, ScoreRow, ScoreSheet, Settings, TableScene

#: What can be opened by a press.
PANELS: Final = ("menu", "settings", "keys", "pile")


def overlay(scene: TableScene, t: Catalogue) -> str:
    """The dialog that is open, or nothing."""
    if scene.panel == "menu":
        return _menu(scene, t)
    if over := panel(scene.panel, scene.settings, t):
        return over
    if scene.question is not None:
        return _question(scene.question, t)
    if scene.sheet is not None:
        return _sheet(scene.sheet, t)
    return _pile(scene.discard, t) if scene.panel == "pile" else ""


def panel(opened: Panel, settings: Settings, t: Catalogue) -> str:
    """What may lie over the menu and over the table, or nothing."""
    if opened == "settings":
        return _settings(settings, t)
    if opened == "keys":
        return _keys(settings.letters, t)
    return _invitation(t) if opened == "invitation" else ""


def _dialog(kind: str, title: str, body: str, buttons: str, **verbs: str) -> str:
    """Something over the table; ``verbs`` are what its keys do."""
    return (
        f'<div class="scrim" id="over-{kind}"><section class="dialog {kind}" role="dialog"'
        f' aria-modal="true" aria-labelledby="{kind}-title" tabindex="-1"'
        f' data-keys="{escape(keys.told(verbs))}">'
        f'<h2 id="{kind}-title">{escape(title)}</h2>{body}<div class="row">{buttons}</div>'
        "</section></div>"
    )


def _menu(scene: TableScene, t: Catalogue) -> str:
    """What can be looked up, set and left in the middle of a match."""
    copies = "".join(
        f'<a class="choice" id="copy-{place}" href="{escape(link)}" data-do="copied" data-copy>'
        f"{escape(label)}</a>"
        for place, (label, link) in enumerate(scene.links)
    )
    buttons = (
        Action("panel", t("Stay at the table"), primary=True),
        Action("leave", t("Leave the match")),
    )
    rules = page_of(scene.preset, t.language)
    explore = "".join(
        f'<a class="choice" id="explore" target="_blank" href="'
        f'{escape(notebook_about(t.language, link))}">'
        f"{escape(t('Explore this position in a notebook'))}</a>"
        for _, link in scene.links[1:]
    )
    return _dialog(
        "leave",
        t("Menu"),
        f'<div class="choices" data-arrows>{_opener("settings", t("Settings"))}'
        f"{press('learn', 'leave-learn', escape(t('Learn')), classes='choice')}"
        f'<a class="choice" id="leave-rules" href="{rules}">{escape(t("The rules"))}</a>'
        f"{_opener('keys', t('The keys'))}{copies}{explore}</div>"
        f"<p>{escape(t('If you leave the match, it is lost.'))}</p>",
        "".join(button(action, "leave") for action in buttons),
        Escape="panel",
    )


def _opener(panel: Panel, label: str) -> str:
    return press("panel", f"open-{panel}", escape(label), arg=panel, classes="choice")


def _settings(settings: Settings, t: Catalogue) -> str:
    """How the game looks, sounds and behaves."""
    own = {"en": "English", "it": "Italiano"}  # as each calls itself
    groups = (
        ("language", t("Language"), own, t.language),
        (
            "theme",
            t("Brightness"),
            {"system": t("Automatic"), "light": t("Light"), "dark": t("Dark")},
            settings.theme,
        ),
        (
            "deck",
            t("Colours of the suits"),
            {"four": t("Four"), "two": t("Two")},
            settings.deck,
        ),
        (
            "pace",
            t("Pace of the others"),
            {
                "slow": t("Slow"),
                "normal": t("Normal"),
                "fast": t("Fast"),
                "off": t("No waiting"),
            },
            settings.pace,
        ),
        (
            "teach",
            t("Teach me"),
            {"off": t("Never"), "asked": t("When asked"), "always": t("Always")},
            settings.teach,
        ),
    )
    switches = (
        ("large", t("Large signs on the cards"), settings.large),
        ("left", t("Left-handed"), settings.left),
        ("sound", t("Sounds"), settings.sound),
        ("confirm", t("Ask before a joker is thrown or a match left"), settings.confirm),
        ("best", t("A button that puts the best opening together"), settings.best),
    )
    body = "".join(_group(*group) for group in groups)
    body += "".join(
        press(
            "set",
            f"switch-{name}",
            escape(label),
            arg=name,
            classes="choice switch",
            more=pressed(on),
        )
        for name, label, on in switches
    )
    return _dialog(
        "settings",
        t("Settings"),
        f'<div class="choices" data-arrows>{body}</div>',
        button(Action("panel", t("Close"), primary=True), "settings"),
        Escape="panel",
    )


def _group(name: str, title: str, labels: Mapping[str, str], chosen: str) -> str:
    """One setting with its values side by side."""
    buttons = "".join(
        press(
            "set",
            f"{name}-{value}",
            escape(label),
            arg=f"{name}={value}",
            more=pressed(value == chosen) + (f' lang="{value}"' if name == "language" else ""),
        )
        for value, label in labels.items()
    )
    return (
        f'<div class="group" role="group" aria-labelledby="{name}-title">'
        f'<h3 id="{name}-title">{escape(title)}</h3><div class="numbers">{buttons}</div></div>'
    )


def _invitation(t: Catalogue) -> str:
    buttons = (
        Action("panel", t("Stay at the table"), primary=True),
        Action("accept", t("Go to that game")),
    )
    return _dialog(
        "invitation",
        t("A link to another game"),
        f"<p>{escape(t('If you follow it, the match in play is lost.'))}</p>",
        "".join(button(action, "invitation") for action in buttons),
        Escape="panel",
    )


def _keys(letters: bool, t: Catalogue) -> str:
    rows = "".join(
        f"<dt><kbd>{escape(key)}</kbd></dt><dd>{escape(text)}</dd>" for key, text in keys.shown(t)
    )
    switch = t("Switch single keys off") if letters else t("Switch single keys on")
    buttons = (Action("panel", t("Close"), primary=True), Action("set", switch, "letters"))
    return _dialog(
        "keys-list",
        t("The keys"),
        f'<dl class="keys">{rows}</dl>',
        "".join(button(action, "keys-list") for action in buttons),
        Escape="panel",
    )


def _question(question: Question, t: Catalogue) -> str:
    choices = "".join(_choice(choice) for choice in question.choices)
    return _dialog(
        "question",
        question.title,
        f'<div class="choices" data-arrows>{choices}</div>',
        button(Action("cancel", t("Cancel")), "question"),
        Escape="cancel",
    )


def _choice(choice: Choice) -> str:
    key = f"answer-{choice.number}"
    shown = spread(choice.cards, key) if choice.cards else ""
    return press(
        "answer",
        key,
        f"{shown}<span>{escape(choice.label)}</span>",
        arg=str(choice.number),
        classes="choice",
    )


def _pile(discard: tuple[Card, ...], t: Catalogue) -> str:
    newest_first = "".join(
        f"<li>{face(each, f'look-{place}')}{aside(name(each, t))}</li>"
        for place, each in reversed(tuple(enumerate(discard)))
    )
    return _dialog(
        "look-through",
        t("Discard pile, the newest first"),
        f'<ol class="laid-out">{newest_first}</ol>',
        button(Action("panel", t("Close"), primary=True), "look-through"),
        Escape="panel",
    )


def _sheet(sheet: ScoreSheet, t: Catalogue) -> str:
    rows = "".join(_score(row, t) for row in sheet.rows)
    return _dialog(
        "sheet",
        sheet.title,
        (forty() if sheet.match_over else "")
        + f'<p class="subtitle">{escape(sheet.subtitle)}</p><ol class="scores">{rows}</ol>',
        "".join(button(action, "sheet") for action in sheet.actions),
        Enter=sheet.actions[0].verb,
        **({"n": "leave"} if sheet.match_over else {}),
    )


def _score(row: ScoreRow, t: Catalogue) -> str:
    left = spread(row.cards) + aside(names(row.cards, t)) if row.cards else ""
    return (
        f'<li class="{classes("score", closed=row.closed, out=row.out, mine=row.mine)}">'
        f'<h3>{escape(row.name)}</h3><p class="note">{escape(row.note)}</p>'
        f'<div class="left">{left}</div>'
        f'<p class="points">{row.points:+d} <small>{escape(t("this hand"))}</small></p>'
        f'<p class="total">{row.total} <small>{escape(t("total"))}</small></p></li>'
    )

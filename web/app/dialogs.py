"""What lies over the table, as HTML text: one dialog at a time."""

from __future__ import annotations

from html import escape

from scala40.cards import Card
from scala40.messages import Catalogue

from . import keys
from .faces import face, name
from .parts import aside, button, classes, forty, names, page_of, press, pressed, spread
from .scene import Action, Choice, Pace, Question, ScoreRow, ScoreSheet, TableScene


def overlay(scene: TableScene, t: Catalogue) -> str:
    """The dialog that is open, or nothing."""
    if scene.menu_open:
        return _menu(scene, t)
    if scene.keys_open:
        return _keys(scene.settings.letters, t)
    if scene.question is not None:
        return _question(scene.question, t)
    if scene.sheet is not None:
        return _sheet(scene.sheet, t)
    return _pile(scene.discard, t) if scene.pile_open else ""


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
    settings, rules = scene.settings, page_of(scene.preset, t.language)
    buttons = (
        Action("stay", t("Stay at the table"), primary=True),
        Action("leave", t("Leave the match")),
    )
    return _dialog(
        "leave",
        t("Menu"),
        f'<div class="choices" data-arrows>{_pace(settings.pace, t)}'
        f"{_switch('confirm', t('Ask before a joker is thrown'), settings.confirm)}"
        f'<a class="choice" id="leave-rules" href="{rules}">{escape(t("The rules"))}</a>'
        f"{press('keys', 'leave-keys', escape(t('The keys')), classes='choice')}</div>"
        f"<p>{escape(t('If you leave the match, it is lost.'))}</p>",
        "".join(button(action, "leave") for action in buttons),
        Escape="stay",
    )


def _pace(chosen: Pace, t: Catalogue) -> str:
    paces: tuple[tuple[Pace, str], ...] = (
        ("slow", t("Slow")),
        ("normal", t("Normal")),
        ("fast", t("Fast")),
        ("off", t("No waiting")),
    )
    buttons = "".join(
        press("pace", f"pace-{pace}", escape(label), arg=pace, more=pressed(pace == chosen))
        for pace, label in paces
    )
    title = escape(t("Pace of the others"))
    return (
        f'<div class="pace" role="group" aria-labelledby="pace-title">'
        f'<h3 id="pace-title">{title}</h3><div class="numbers">{buttons}</div></div>'
    )


def _switch(verb: str, label: str, on: bool) -> str:
    return press(verb, f"switch-{verb}", escape(label), classes="choice switch", more=pressed(on))


def _keys(letters: bool, t: Catalogue) -> str:
    rows = "".join(
        f"<dt><kbd>{escape(key)}</kbd></dt><dd>{escape(text)}</dd>" for key, text in keys.shown(t)
    )
    switch = t("Switch single keys off") if letters else t("Switch single keys on")
    buttons = (Action("keys", t("Close"), primary=True), Action("letters", switch))
    return _dialog(
        "keys-list",
        t("The keys"),
        f'<dl class="keys">{rows}</dl>',
        "".join(button(action, "keys-list") for action in buttons),
        Escape="keys",
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
    key = f"answer-{choice.index}"
    shown = spread(choice.cards, key) if choice.cards else ""
    return press(
        "answer",
        key,
        f"{shown}<span>{escape(choice.label)}</span>",
        arg=str(choice.index),
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
        button(Action("pile", t("Close"), primary=True), "look-through"),
        Escape="pile",
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

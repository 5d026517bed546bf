"""A scene as HTML text: the menu, and the table as a dictionary of regions.

The regions' ids are fixed; the session sends those that changed. Every element that lasts has an
id, so that the page can be morphed and things can be seen to move. Whatever can be pressed is a
button that names its verb in ``data-do`` and its object in ``data-arg``. The catalogue of the
player's language goes by the name of ``t``, short as the call it is used for.
"""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

from scala40.cards import Card, cards
from scala40.messages import ENGLISH, Catalogue

from . import keys
from .faces import SPRITE, face, name
from .scene import (
    Action,
    Choice,
    HandCard,
    MenuScene,
    Notice,
    Order,
    Pace,
    Question,
    ScoreRow,
    ScoreSheet,
    Seat,
    Staged,
    TableMeld,
    TableScene,
)

if TYPE_CHECKING:
    from .presets import Offer

_FORTY = cards("TH JH QH KH")
_PEEK = 5  # how many discards show on the pile


def table_skeleton(t: Catalogue) -> str:
    """The table with its regions empty, put into ``#app`` once when a match begins."""
    return (
        f"{SPRITE}"
        '<div class="table">'
        '<header id="heading"></header>'
        f'<section id="opponents" aria-label="{escape(t("Opponents"))}"></section>'
        f'<section id="centre" aria-label="{escape(t("Stock and discard pile"))}"></section>'
        f'<section id="melds" aria-label="{escape(t("Melds on the table"))}"></section>'
        f'<section id="staged" aria-label="{escape(t("Melds put together"))}"></section>'
        f'<section id="prompt" aria-label="{escape(t("What to do"))}"></section>'
        f'<section id="hand" role="toolbar" data-arrows aria-label="{escape(t("Your hand"))}">'
        "</section>"
        f'<section id="actions" aria-label="{escape(t("Actions"))}"></section>'
        '<aside id="history" popover tabindex="0" aria-labelledby="history-title">'
        f'<h2 id="history-title">{escape(t("This hand"))}</h2><ol id="log"></ol>'
        '<button type="button" class="action" id="hide-log" popovertarget="history"'
        f' popovertargetaction="hide">{escape(t("Close"))}</button></aside>'
        "</div>"
        '<div id="overlay"></div>'
    )


def table(scene: TableScene, t: Catalogue) -> dict[str, str]:
    """The inner HTML of every region of the table, by the region's id."""
    return {
        "heading": _heading(scene, t),
        "opponents": "".join(_seat(seat, t) for seat in scene.opponents),
        "centre": _stock(scene, t) + _discard(scene, t),
        "melds": _melds(scene.melds, t),
        "staged": _staged(scene, t),
        "prompt": _prompt(scene, t),
        "hand": "".join(
            _hand_card(held, place, len(scene.hand), t) for place, held in enumerate(scene.hand, 1)
        ),
        "actions": "".join(_button(action, "do") for action in scene.actions),
        "overlay": _overlay(scene, t),
        "log": "".join(
            f'<li id="log-{number}">{escape(line)}</li>'
            for number, line in reversed(tuple(enumerate(scene.log)))
        ),
    }


# Small parts


def _aside(text: str) -> str:
    """Text for those who listen."""
    return f'<span class="aside">{escape(text)}</span>'


def _names(shown: Iterable[Card], t: Catalogue) -> str:
    return ", ".join(name(each, t) for each in shown)


def _press(
    verb: str, key: str, inside: str, *, arg: str = "", classes: str = "", more: str = ""
) -> str:
    """Something to press. ``key`` is its id, ``more`` further attributes."""
    arg = f' data-arg="{escape(arg)}"' if arg else ""
    return (
        f'<button type="button" class="{classes}" id="{escape(key)}"'
        f' data-do="{escape(verb)}"{arg}{more}>{inside}</button>'
    )


def _classes(*always: str, **when: bool) -> str:
    return " ".join((*always, *(word for word, holds in when.items() if holds)))


def _button(action: Action, place: str) -> str:
    greyed = f' aria-disabled="true" title="{escape(action.why)}"'
    return _press(
        action.verb,
        f"{place}-{action.verb}{action.arg}",
        escape(action.label),
        arg=action.arg,
        classes=_classes("action", primary=action.primary),
        more="" if action.enabled else greyed,
    )


def _spread(shown: Iterable[Card], key: str = "", fresh: tuple[int, ...] = ()) -> str:
    """Cards that cover each other, each with its left edge free; ``key`` begins their ids."""
    strips = (
        f'<span class="{_classes("strip", fresh=place in fresh)}">'
        f"{face(each, key and f'{key}-{each}')}</span>"
        for place, each in enumerate(shown)
    )
    return f'<span class="spread">{"".join(strips)}</span>'


def _notice(notice: Notice | None) -> str:
    if notice is None:
        return ""
    return f'<p class="notice {escape(notice.tone)}" id="notice">{escape(notice.text)}</p>'


# The regions of the table


def _heading(scene: TableScene, t: Catalogue) -> str:
    in_force = f' data-keys="{escape(keys.table(letters=scene.settings.letters))}"'
    return (
        f"<h1>{escape(scene.heading)}</h1>"
        '<button type="button" class="quiet" id="show-log" popovertarget="history">'
        f"{escape(t('Log'))}</button>"
        f"{_press('keys', 'show-keys', escape(t('Keys')), classes='quiet', more=in_force)}"
        f"{_press('menu', 'show-menu', escape(t('Menu')), classes='quiet')}"
    )


def _seat(seat: Seat, t: Catalogue) -> str:
    classes = _classes(
        "seat", acting=seat.acting, opened=seat.opened, dealer=seat.dealer, out=seat.out
    )
    count = t.plural("{n} card", "{n} cards", seat.cards)
    return (
        f'<article class="{classes}" id="seat-{seat.seat}">'
        f'<span class="fan"><b aria-hidden="true">{seat.cards}</b>{_aside(count)}</span>'
        f"<h2>{escape(seat.name)}</h2>{_standing(seat, t)}"
        f'<p class="said">{escape(seat.said)}</p></article>'
    )


def _standing(seat: Seat, t: Catalogue) -> str:
    """A player's total and marks."""
    points = t.plural("{n} point", "{n} points", seat.total)
    marks = (
        (seat.acting, "turn", t("to play")),
        (seat.opened, "open", t("opened")),
        (seat.dealer, "deals", t("dealer")),
        (seat.out, "gone", t("out")),
    )
    shown = "".join(
        f'<span class="mark {kind}" title="{escape(word)}">{_aside(word)}</span>'
        for holds, kind, word in marks
        if holds
    )
    return (
        f'<p class="standing"><span class="total" aria-hidden="true">{seat.total}</span>'
        f"{_aside(points)}{shown}</p>"
    )


def _stock(scene: TableScene, t: Catalogue) -> str:
    return _press(
        "draw",
        "stock",
        f'<span class="face back"></span>{_count(scene.stock)}'
        f"{_aside(t.plural('Stock, {n} card', 'Stock, {n} cards', scene.stock))}",
        classes=_classes("pile", "stock", lit=scene.stock_lit, empty=not scene.stock),
    )


def _count(number: int) -> str:
    return f'<span class="count" aria-hidden="true">{number}</span>'


def _discard(scene: TableScene, t: Catalogue) -> str:
    """The top of the discard pile, to take; before it the last ones below, to look through."""
    size = len(scene.discard)
    if not size:
        nothing = _aside(t("The discard pile is empty"))
        return _press("take", "discard", nothing, classes="pile discard empty")
    top = scene.discard[-1]
    peek = "".join(
        f'<span class="strip">{face(scene.discard[place], f"d-{place}")}</span>'
        for place in range(max(0, size - _PEEK), size - 1)
    )
    look = t.plural(
        "Look through the discard pile, {n} card", "Look through the discard pile, {n} cards", size
    )
    take = face(top, f"d-{size - 1}") + _aside(t("Discard pile: {card}", card=name(top, t)))
    classes = _classes("pile", "discard", lit=scene.discard_lit)
    return (
        f"{_press('pile', 'look', peek + _count(size) + _aside(look), classes='peek')}"
        f"{_press('take', 'discard', take, classes=classes)}"
    )


def _melds(melds: tuple[TableMeld, ...], t: Catalogue) -> str:
    if not melds:
        return f'<p class="bare">{escape(t("No melds on the table yet"))}</p>'
    return "".join(_meld(meld, t) for meld in melds)


def _meld(meld: TableMeld, t: Catalogue) -> str:
    key, shown = f"T{meld.number}", _names(meld.cards, t)
    spoken = t("{owner}: {cards}, {n} points", owner=meld.owner, cards=shown, n=meld.points)
    label = _label(f"{meld.number}. {meld.owner}", meld.points)
    return _press(
        "meld",
        key,
        _spread(meld.cards, key, meld.fresh) + label + _aside(spoken),
        arg=str(meld.number),
        classes=_classes("meld", mine=meld.mine, lit=meld.lit),
    )


def _label(text: str, points: int) -> str:
    """The line below a meld, for the eye alone."""
    return f'<span class="label" aria-hidden="true"><i>{escape(text)}</i><b>{points}</b></span>'


def _staged(scene: TableScene, t: Catalogue) -> str:
    if not scene.staged:
        return ""
    melds = "".join(_staged_meld(staged, t) for staged in scene.staged)
    return f'<p class="sum">{_ring(scene)}<b>{escape(scene.staged_text)}</b></p>{melds}'


def _ring(scene: TableScene) -> str:
    """How far the staged melds reach towards the opening, as a ring that fills."""
    goal = scene.staged_goal
    if not goal:
        return ""
    reached = min(goal, sum(staged.points for staged in scene.staged))
    return (
        f'<svg class="{_classes("ring", full=reached == goal)}" viewBox="0 0 24 24"'
        ' aria-hidden="true"><circle cx="12" cy="12" r="9"/><circle cx="12" cy="12" r="9"'
        f' pathLength="{goal}" stroke-dasharray="{reached} {goal}"/></svg>'
    )


def _staged_meld(staged: Staged, t: Catalogue) -> str:
    key, shown = f"staged-{staged.index}", _names(staged.cards, t)
    spoken = t("Take back {cards}, {n} points", cards=shown, n=staged.points)
    return _press(
        "unstage",
        key,
        f"{_spread(staged.cards, key)}{_label('', staged.points)}{_aside(spoken)}",
        arg=str(staged.index),
        classes="meld dashed",
    )


def _prompt(scene: TableScene, t: Catalogue) -> str:
    me = scene.me
    classes = _classes("seat", "me", acting=me.acting, opened=me.opened, out=me.out)
    spoken = f'<p class="say">{escape(scene.prompt)}</p>' if scene.prompt else ""
    return (
        f'<div class="{classes}" id="seat-{me.seat}">'
        f"<h2>{escape(me.name)}</h2>{_standing(me, t)}</div>"
        f'<div class="words">{_notice(scene.notice)}{spoken}</div>'
        f"{_sort(scene.settings.order, t)}"
    )


def _sort(order: Order, t: Catalogue) -> str:
    """The button that says how the hand is not sorted yet."""
    label, spoken = t("By rank"), t("Sort the hand by rank")
    if order == "rank":
        label, spoken = t("By suit"), t("Sort the hand by suit")
    return _press(
        "sort", "sort", escape(label), classes="quiet", more=f' aria-label="{escape(spoken)}"'
    )


def _hand_card(held: HandCard, place: int, count: int, t: Catalogue) -> str:
    spoken = t("{card}, {place} of {n}", card=name(held.card, t), place=place, n=count)
    if held.fresh:
        spoken = t("{card}, new", card=spoken)
    if held.chosen:
        spoken = t("{card}, chosen", card=spoken)
    return _press(
        "card",
        f"h-{held.key}",
        face(held.card) + _aside(spoken),
        arg=held.key,
        classes=_classes("held", fresh=held.fresh),
        more=_pressed(held.chosen),
    )


# What lies over the table


def _overlay(scene: TableScene, t: Catalogue) -> str:
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
        f"{_press('keys', 'leave-keys', escape(t('The keys')), classes='choice')}</div>"
        f"<p>{escape(t('If you leave the match, it is lost.'))}</p>",
        "".join(_button(action, "leave") for action in buttons),
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
        _press("pace", f"pace-{pace}", escape(label), arg=pace, more=_pressed(pace == chosen))
        for pace, label in paces
    )
    title = escape(t("Pace of the others"))
    return (
        f'<div class="pace" role="group" aria-labelledby="pace-title">'
        f'<h3 id="pace-title">{title}</h3><div class="numbers">{buttons}</div></div>'
    )


def _switch(verb: str, label: str, on: bool) -> str:
    return _press(verb, f"switch-{verb}", escape(label), classes="choice switch", more=_pressed(on))


def _pressed(on: bool) -> str:
    return f' aria-pressed="{"true" if on else "false"}"'


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
        "".join(_button(action, "keys-list") for action in buttons),
        Escape="keys",
    )


def _question(question: Question, t: Catalogue) -> str:
    choices = "".join(_choice(choice) for choice in question.choices)
    return _dialog(
        "question",
        question.title,
        f'<div class="choices" data-arrows>{choices}</div>',
        _button(Action("cancel", t("Cancel")), "question"),
        Escape="cancel",
    )


def _choice(choice: Choice) -> str:
    key = f"answer-{choice.index}"
    shown = _spread(choice.cards, key) if choice.cards else ""
    return _press(
        "answer",
        key,
        f"{shown}<span>{escape(choice.label)}</span>",
        arg=str(choice.index),
        classes="choice",
    )


def _pile(discard: tuple[Card, ...], t: Catalogue) -> str:
    newest_first = "".join(
        f"<li>{face(each, f'look-{place}')}{_aside(name(each, t))}</li>"
        for place, each in reversed(tuple(enumerate(discard)))
    )
    return _dialog(
        "look-through",
        t("Discard pile, the newest first"),
        f'<ol class="laid-out">{newest_first}</ol>',
        _button(Action("pile", t("Close"), primary=True), "look-through"),
        Escape="pile",
    )


def _sheet(sheet: ScoreSheet, t: Catalogue) -> str:
    rows = "".join(_score(row, t) for row in sheet.rows)
    return _dialog(
        "sheet",
        sheet.title,
        (_forty() if sheet.match_over else "")
        + f'<p class="subtitle">{escape(sheet.subtitle)}</p><ol class="scores">{rows}</ol>',
        "".join(_button(action, "sheet") for action in sheet.actions),
        Enter=sheet.actions[0].verb,
        **({"n": "leave"} if sheet.match_over else {}),
    )


def _score(row: ScoreRow, t: Catalogue) -> str:
    left = _spread(row.cards) + _aside(_names(row.cards, t)) if row.cards else ""
    return (
        f'<li class="{_classes("score", closed=row.closed, out=row.out, mine=row.mine)}">'
        f'<h3>{escape(row.name)}</h3><p class="note">{escape(row.note)}</p>'
        f'<div class="left">{left}</div>'
        f'<p class="points">{row.points:+d} <small>{escape(t("this hand"))}</small></p>'
        f'<p class="total">{row.total} <small>{escape(t("total"))}</small></p></li>'
    )


# The menu


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
        f'{SPRITE}<div class="menu"><header>{_forty()}'
        f'<h1 class="wordmark">Scala <b>40</b></h1>'
        f"<p>{escape(about)}</p></header>"
        f'<form class="new-match" data-do="new" data-keys="{escape(keys.told({"n": "new"}))}">'
        f"{_notice(scene.notice)}"
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


def _forty() -> str:
    """The emblem: a run worth exactly forty, climbing like the stairs in the game's name."""
    steps = "".join(f'<span class="strip">{face(each)}</span>' for each in _FORTY)
    return f'<div class="forty">{steps}</div>'


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


def page_of(preset: str, language: str) -> str:
    """The address of a page of the rules, as the game has it."""
    return f"rules/{language}/{preset}.html"

"""The table as HTML text, a dictionary of regions.

The regions' ids are fixed; the session sends those that changed.
"""

from __future__ import annotations

from scala40.faces import SPRITE, face, name
from scala40.messages import Catalogue

from . import keys
from .dialogs import overlay
from .parts import aside, button, classes, escape, names, notice, press, pressed, spread
from .scene import Action, HandCard, Line, Order, Seat, Staged, TableMeld, TableScene

_PEEK = 5  # how many discards show on the pile


def table_skeleton(t: Catalogue) -> str:
    """The table with its regions empty, put into ``#app`` once when a match begins."""
    return (
        f"{SPRITE}"
        '<div class="table">'
        '<header id="heading"></header>'
        f'<section id="lesson" aria-label="{escape(t("Lesson"))}"></section>'
        f'<section id="opponents" aria-label="{escape(t("Opponents"))}"></section>'
        f'<section id="centre" aria-label="{escape(t("Stock and discard pile"))}"></section>'
        f'<section id="melds" aria-label="{escape(t("Melds on the table"))}"></section>'
        f'<section id="coach" aria-label="{escape(t("Coach"))}"></section>'
        f'<section id="staged" aria-label="{escape(t("Melds put together"))}"></section>'
        f'<section id="prompt" aria-label="{escape(t("What to do"))}"></section>'
        f'<div id="hand" role="toolbar" data-arrows aria-label="{escape(t("Your hand"))}"></div>'
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
        "lesson": _task(scene, t),
        "opponents": "".join(_seat(seat, t) for seat in scene.opponents),
        "centre": _stock(scene, t) + _discard(scene, t),
        "melds": _melds(scene, t),
        "coach": _coach(scene, t),
        "staged": _staged(scene, t),
        "prompt": _prompt(scene, t),
        "hand": "".join(
            _hand_card(held, place, len(scene.hand), t) for place, held in enumerate(scene.hand, 1)
        ),
        "actions": "".join(button(action, "do") for action in scene.actions),
        "overlay": overlay(scene, t),
        "log": "".join(
            f'<li id="log-{number}">{escape(line)}</li>'
            for number, line in reversed(tuple(enumerate(scene.log)))
        ),
    }


def _heading(scene: TableScene, t: Catalogue) -> str:
    label = escape(t("Keys"))
    in_force = f' data-keys="{escape(keys.table(letters=scene.settings.letters))}"'
    shown_keys = press("panel", "show-keys", label, arg="keys", classes="quiet", more=in_force)
    leave = t("Menu") if scene.task is None else t("Lessons")
    return (
        f"<h1>{escape(scene.heading)}</h1>"
        '<button type="button" class="quiet" id="show-log" popovertarget="history">'
        f"{escape(t('Log'))}</button>"
        f"{shown_keys}"
        f"{press('menu', 'show-menu', escape(leave), classes='quiet')}"
    )


def _task(scene: TableScene, t: Catalogue) -> str:
    """What a lesson says, in place of the prompt."""
    task = scene.task
    if task is None:
        return ""
    aid = "" if task.aid is None else press(task.aid.verb, "aid", escape(task.aid.label))
    said = f'<div class="slip {task.tone}"><p id="task">{escape(task.text)}</p>{aid}</div>'
    if not task.lines:
        return said
    lines = "".join(_line(line, t) for line in task.lines)
    return f'{said}<div class="lines" tabindex="0">{lines}</div>'  # it may have to be scrolled


def _line(line: Line, t: Catalogue) -> str:
    """A way to end a turn, beside another."""
    left = ""
    if line.hand:
        count = t.plural("{n} point left", "{n} points left", line.points)
        left = f"{spread(line.hand)}{aside(names(line.hand, t))}<small>{escape(count)}</small>"
    told = f"<h2>{escape(line.title)}</h2><p>{escape(line.told)}</p>"
    return f'<section class="line">{told}{left}</section>'


def _seat(seat: Seat, t: Catalogue) -> str:
    marks = classes(
        "seat", acting=seat.acting, opened=seat.opened, dealer=seat.dealer, out=seat.out
    )
    count = t.plural("{n} card", "{n} cards", seat.cards)
    return (
        f'<article class="{marks}" id="seat-{seat.seat}">'
        f'<span class="fan" id="fan-{seat.seat}"><b aria-hidden="true">{seat.cards}</b>'
        f"{aside(count)}</span>"
        f"<h2>{escape(seat.name)}</h2>{_standing(seat, t)}"
        f'<p class="said">{escape(seat.said)}</p>{_open_hand(seat, t)}</article>'
    )


def _open_hand(seat: Seat, t: Catalogue) -> str:
    """The cards of somebody who plays with open cards."""
    if not seat.shown:
        return ""
    return f'<div class="open-hand">{spread(seat.shown)}{aside(names(seat.shown, t))}</div>'


def _level(seat: Seat) -> str:
    """How well an opponent plays: a word, and where there is no room for it dots alone."""
    if not seat.level:
        return ""
    return f'<span class="level l{seat.strength}"><span>{escape(seat.level)}</span></span>'


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
        f'<span class="mark {kind}" title="{escape(word)}">{aside(word)}</span>'
        for holds, kind, word in marks
        if holds
    )
    return (
        f'<p class="standing"><span class="total" aria-hidden="true">{seat.total}</span>'
        f"{aside(points)}{shown}{_level(seat)}</p>"
    )


def _stock(scene: TableScene, t: Catalogue) -> str:
    return press(
        "draw",
        "stock",
        f'<span class="face back"></span>{_count(scene.stock)}'
        f"{aside(t.plural('Stock, {n} card', 'Stock, {n} cards', scene.stock))}",
        classes=classes("pile", "stock", lit=scene.stock_lit, empty=not scene.stock),
    )


def _count(number: int) -> str:
    return f'<span class="count" aria-hidden="true">{number}</span>'


def _discard(scene: TableScene, t: Catalogue) -> str:
    """The top of the discard pile, to take; before it the last ones below, to look through."""
    size = len(scene.discard)
    drop = ' data-drop="discard"' if scene.throw_lit else ""
    if not size:
        nothing = aside(t("The discard pile is empty"))
        marks = classes("pile", "discard", "empty", lit=scene.discard_lit)
        return press("take", "discard", nothing, classes=marks, more=drop)
    top = scene.discard[-1]
    peek = "".join(
        f'<span class="strip">{face(scene.discard[place], f"d-{place}")}</span>'
        for place in range(max(0, size - _PEEK), size - 1)
    )
    look = t.plural(
        "Look through the discard pile, {n} card", "Look through the discard pile, {n} cards", size
    )
    take = face(top, f"d-{size - 1}") + aside(t("Discard pile: {card}", card=name(top, t)))
    marks = classes("pile", "discard", lit=scene.discard_lit)
    below = peek + _count(size) + aside(look)
    button = press("panel", "look", below, arg="pile", classes="peek") if size > 1 else ""
    return button + press("take", "discard", take, classes=marks, more=drop)


def _melds(scene: TableScene, t: Catalogue) -> str:
    """The melds, and where the chosen cards can be dropped to make one more."""
    shown = "".join(_meld(meld, t) for meld in scene.melds)
    if scene.draw_for_deal:
        shown = _draw_for_deal(scene, t)
    elif not scene.melds:
        shown = f'<p class="bare" id="bare">{escape(t("No melds on the table yet"))}</p>'
    if not scene.lay_lit:
        return shown
    verb, label = ("stage", t("Put together")) if scene.staged_goal else ("lay", t("Lay"))
    drop = f'<p class="slot" id="slot" data-drop="{verb}" aria-hidden="true">{escape(label)}</p>'
    return shown + drop


def _draw_for_deal(scene: TableScene, t: Catalogue) -> str:
    """What everybody drew when it was found out who deals first."""
    players = "".join(
        f'<li class="{classes("drawer", lowest=each.lowest)}">'
        f"{spread(each.cards)}<span>{escape(each.name)}</span>{aside(names(each.cards, t))}</li>"
        for each in scene.draw_for_deal
    )
    return (
        f'<div class="draw-for-deal" id="draw-for-deal"><ul>{players}</ul>'
        f"<p>{escape(scene.draw_text)}</p></div>"
    )


def _meld(meld: TableMeld, t: Catalogue) -> str:
    key, shown = f"T{meld.number}", names(meld.cards, t)
    spoken = t("{owner}: {cards}, {n} points", owner=meld.owner, cards=shown, n=meld.points)
    label = _label(f"{meld.number}. {meld.owner}", meld.points)
    return press(
        "meld",
        key,
        spread(meld.cards, key, meld.fresh) + label + aside(spoken),
        arg=str(meld.number),
        classes=classes("meld", mine=meld.mine, lit=meld.lit),
        more=' data-drop="meld"' if meld.lit else "",
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
        f'<svg class="{classes("ring", full=reached == goal)}" viewBox="0 0 24 24"'
        ' aria-hidden="true"><circle cx="12" cy="12" r="9"/><circle cx="12" cy="12" r="9"'
        f' pathLength="{goal}" stroke-dasharray="{reached} {goal}"/></svg>'
    )


def _staged_meld(staged: Staged, t: Catalogue) -> str:
    key, shown = f"staged-{staged.number}", names(staged.cards, t)
    spoken = t("Take back {cards}, {n} points", cards=shown, n=staged.points)
    return press(
        "unstage",
        key,
        f"{spread(staged.cards, key)}{_label('', staged.points)}{aside(spoken)}",
        arg=str(staged.number),
        classes="meld dashed",
    )


def _prompt(scene: TableScene, t: Catalogue) -> str:
    me = scene.me
    marks = classes("seat", "me", acting=me.acting, opened=me.opened, out=me.out)
    spoken = f'<p class="say">{escape(scene.prompt)}</p>' if scene.prompt else ""
    return (
        f'<div class="{marks}" id="seat-{me.seat}">'
        f"<h2>{escape(me.name)}</h2>{_standing(me, t)}</div>"
        f'<div class="words">{notice(scene.notice, t)}{spoken}</div>'
        f'<div class="aids">{_hint(scene.hint)}{_sort(scene.settings.order, t)}</div>'
    )


def _hint(hint: Action | None) -> str:
    """The button that asks the coach; greyed while others play."""
    if hint is None:
        return ""
    greyed = "" if hint.enabled else f' aria-disabled="true" title="{escape(hint.why)}"'
    return press(hint.verb, "hint", escape(hint.label), classes="quiet", more=greyed)


def _coach(scene: TableScene, t: Catalogue) -> str:
    """What the coach says, and the button that silences it."""
    if not scene.coach:
        return ""
    label = f'<span aria-hidden="true">×</span>{aside(t("Switch the coach off"))}'
    off = press("set", "coach-off", label, arg="teach=off", classes="quiet")
    return f'<p id="coach-says">{escape(scene.coach)}</p>{off}'


def _sort(order: Order, t: Catalogue) -> str:
    """The button that says how the hand is sorted, and sorts it otherwise."""
    label, spoken = {
        "suit": (t("By suit"), t("The hand is sorted by suit. Sort it by rank")),
        "rank": (t("By rank"), t("The hand is sorted by rank. Sort it by melds")),
        "melds": (t("By melds"), t("The hand is sorted by melds. Sort it by hand")),
        "hand": (t("By hand"), t("The hand is sorted by hand. Sort it by suit")),
    }[order]
    return press("sort", "sort", escape(label) + aside(spoken), classes="quiet")


def _hand_card(held: HandCard, place: int, count: int, t: Catalogue) -> str:
    spoken = t("{card}, {place} of {n}", card=name(held.card, t), place=place, n=count)
    if held.fresh:
        spoken = t("{card}, new", card=spoken)
    if held.chosen:
        spoken = t("{card}, chosen", card=spoken)
    return press(
        "card",
        f"h-{held.key}",
        face(held.card) + aside(spoken),
        arg=held.key,
        classes=classes("held", fresh=held.fresh),
        more=f'{pressed(held.chosen)} data-place="{place - 1}"',
    )

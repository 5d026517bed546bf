"""Sentences about the game: what somebody did, what to do now, how a hand ended."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from scala40.actions import (
    Attach,
    Buy,
    Discard,
    Draw,
    Lay,
    Pass,
    PutBack,
    ReEnter,
    StayOut,
    Swap,
    Take,
)
from scala40.cards import Card
from scala40.faces import name
from scala40.hand import Event
from scala40.messages import Catalogue, _
from scala40.score import HandScore
from scala40.state import State

from .scene import TableScene

YOU = 0  # the seat of the person at the page


def said(event: Event, words: Catalogue) -> str:
    """What an event was: "threw 4♦" for a line beside a player's name, or "You threw 4♦"."""
    of_others, of_you, facts = _deed(event)
    return words.text(of_you if event.seat == YOU else of_others, **facts)


def told(event: Event, names: Sequence[str], words: Catalogue) -> str:
    """An event as a line of the log: "Anna: threw 4♦", "You threw 4♦"."""
    deed = said(event, words)
    if event.seat == YOU:
        return deed
    return words.text("{name}: {deed}", name=names[event.seat], deed=deed)


def _deed(event: Event) -> tuple[str, str, dict[str, object]]:
    """What an event was, said of another player and of the person, and its facts."""
    action = event.action
    match action:
        case Draw() if event.ended:
            void = _("found no card to draw: the hand is void")
            return void, _("You found no card to draw: the hand is void"), {}
        case Draw() if event.renewed:
            return _("drew from the renewed stock"), _("You drew from the renewed stock"), {}
        case Draw():  # what another player drew is nobody's business
            return _("drew from the stock"), _("You drew {card}"), {"card": event.drawn}
        case Take():
            return _("took {card}"), _("You took {card}"), {"card": action.card}
        case PutBack():
            return _("put the card back"), _("You put the card back"), {}
        case Lay() if event.opened:
            facts: dict[str, object] = {"points": event.points, "melds": action.melds}
            of_you = _("You opened with {points}: {melds}")
            return _("opened with {points}: {melds}"), of_you, facts
        case Lay():
            return _("laid {melds}"), _("You laid {melds}"), {"melds": action.melds}
        case Attach():
            facts = {"card": action.card, "number": action.meld + 1}
            of_you = _("You added {card} to meld {number}")
            return _("added {card} to meld {number}"), of_you, facts
        case Swap():
            facts = {"card": action.card, "number": action.meld + 1}
            of_you = _("You took the joker of meld {number} for {card}")
            return _("took the joker of meld {number} for {card}"), of_you, facts
        case Discard() if event.ended:
            return _("closed with {card}"), _("You closed with {card}"), {"card": action.card}
        case Discard():
            return _("threw {card}"), _("You threw {card}"), {"card": action.card}
        case Buy():
            return _("bought {meld}"), _("You bought {meld}"), {"meld": action.meld}
        case Pass():
            return _("let the discard go"), _("You let the discard go"), {}
        case ReEnter():
            return _("came back into the match"), _("You came back into the match"), {}
        case StayOut():
            return _("stayed out of the match"), _("You stayed out of the match"), {}


def prompt(state: State, names: Sequence[str], can_take: bool, words: Catalogue) -> str:
    """What the person can do now, in a sentence."""
    t = words.text
    if state.end is not None:
        return ""
    if state.seat != YOU:
        return t("{name} is playing.", name=names[state.seat])
    if not state.drawn:
        if can_take:
            return t("Draw from the stock, or take the {card}.", card=state.discard[-1])
        return t("Draw from the stock.")
    if state.duty == "open":
        return t("Open with the {card} among your melds.", card=state.taken)
    if state.duty == "use":
        return t("Use the {card} now: lay it or add it to a meld.", card=state.taken)
    if state.freed:
        return t("Put the joker on the table again before you discard.")
    if state.has_opened:
        return t("Lay melds, add to the table, then discard one card.")
    return t(
        "Put melds together for {points} points to open, or discard one card.",
        points=state.rules.opening_points,
    )


def ending(score: HandScore, names: Sequence[str], words: Catalogue) -> str:
    """How a hand ended."""
    t = words.text
    if score.closer is None:
        return t("Nobody closed: the hand is void")
    if score.closer == YOU:
        return t("You closed in hand!") if score.in_mano else t("You closed!")
    who = names[score.closer]
    return t("{name} closed in hand", name=who) if score.in_mano else t("{name} closed", name=who)


def victory(winners: Sequence[int], names: Sequence[str], words: Catalogue) -> str:
    """Who won the match."""
    t = words.text
    if tuple(winners) == (YOU,):
        return t("You won the match!")
    if len(winners) == 1:
        return t("{name} won the match", name=names[winners[0]])
    others = [names[seat] for seat in winners if seat != YOU]
    if YOU in winners:
        return t("You share the win with {names}", names=others)
    return t("{names} share the win", names=others)


def standing(score: HandScore, seat: int, out: bool, words: Catalogue) -> str:
    """The note beside a player's line of the score sheet."""
    t = words.text
    notes = []
    if score.closer == seat:
        notes.append(t("closed"))
    elif not score.opened[seat] and score.points[seat]:
        notes.append(t("never opened"))
    if out:
        notes.append(t("out"))
    return ", ".join(notes)


def summary(shown: TableScene, words: Catalogue) -> str:
    """The whole table in sentences, for those who listen."""
    t = words.text
    parts = [
        shown.task.text if shown.task is not None else shown.prompt,
        t("Your hand: {cards}", cards=_aloud((h.card for h in shown.hand), words)),
    ]
    if shown.staged:
        parts.append(t("Put together: {points}", points=shown.staged_text))
    for seat in shown.opponents:
        marks = [words.plural("{n} card", "{n} cards", seat.cards)]
        marks.append(words.plural("{n} point", "{n} points", seat.total))
        marks += [t("opened")] if seat.opened else []
        marks += [t("out")] if seat.out else []
        parts.append(t("{name}: {deed}", name=seat.name, deed=", ".join(marks)))
    parts.append(words.plural("Stock, {n} card", "Stock, {n} cards", shown.stock))
    if shown.discard:
        parts.append(t("Discard pile: {card}", card=name(shown.discard[-1], words)))
    for meld in shown.melds:
        told_cards = _aloud(meld.cards, words)
        parts.append(
            t(
                "Meld {number} of {owner}: {cards}",
                number=meld.number,
                owner=meld.owner,
                cards=told_cards,
            )
        )
    return ". ".join(part.rstrip(".") for part in parts if part) + "."


def _aloud(shown: Iterable[Card], words: Catalogue) -> str:
    return ", ".join(name(each, words) for each in shown)

"""Sentences about the game: what somebody did, what to do now, how a hand ended."""

from __future__ import annotations

from collections.abc import Sequence

from scala40.actions import Attach, Discard, Draw, Lay, PutBack, Swap, Take
from scala40.cards import UNSEEN
from scala40.hand import Event
from scala40.messages import Catalogue
from scala40.score import HandScore
from scala40.state import State

YOU = 0  # the seat of the person at the page


def said(event: Event, words: Catalogue) -> str:
    """What an event was, without saying who did it: for a line beside the player's name."""
    t = words.text
    action = event.action
    match action:
        case Draw() if event.ended:
            return t("found no card to draw: the hand is void")
        case Draw() if event.renewed:
            return t("drew from the renewed stock")
        case Draw() if event.drawn not in (None, UNSEEN):
            return t("drew {card}", card=event.drawn)
        case Draw():
            return t("drew from the stock")
        case Take():
            return t("took {card}", card=action.card)
        case PutBack():
            return t("put the card back")
        case Lay() if event.opened:
            return t("opened with {points}: {melds}", points=event.points, melds=action.melds)
        case Lay():
            return t("laid {melds}", melds=action.melds)
        case Attach():
            return t("added {card} to meld {number}", card=action.card, number=action.meld + 1)
        case Swap():
            return t(
                "took the joker of meld {number} for {card}",
                card=action.card,
                number=action.meld + 1,
            )
        case Discard() if event.ended:
            return t("closed with {card}", card=action.card)
        case Discard():
            return t("threw {card}", card=action.card)
    return str(action)


def told(event: Event, names: Sequence[str], words: Catalogue) -> str:
    """An event as a line of the log: ``Anna: threw 4♦``."""
    return words.text("{name}: {deed}", name=names[event.seat], deed=said(event, words))


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
    name = names[score.closer]
    return t("{name} closed in hand", name=name) if score.in_mano else t("{name} closed", name=name)


def victory(winners: Sequence[int], names: Sequence[str], words: Catalogue) -> str:
    """Who won the match."""
    t = words.text
    if tuple(winners) == (YOU,):
        return t("You won the match!")
    if len(winners) == 1:
        return t("{name} won the match", name=names[winners[0]])
    return t("{names} share the win", names=[names[seat] for seat in winners])


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

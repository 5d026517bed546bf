"""Facts as sentences, and actions as what to do.

>>> from scala40.cards import card
>>> from scala40.messages import ENGLISH
>>> teller = Teller(("You", "Anna"), 0, ENGLISH)
>>> teller.fact(Near(1, 2))
'Anna has 2 cards left.'
>>> teller.fact(Waits((card("TH"), card("JH")), ((card("9H"), 2), (card("QH"), 1))))
'10♥\ufe0e J♥\ufe0e wait for 9♥\ufe0e Q♥\ufe0e: 3 are unseen.'
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scala40.actions import Action, Attach, Buy, Discard, Draw, Lay, Swap, Take
from scala40.coach.facts import (
    CanOpen,
    Costs,
    CouldClose,
    Fact,
    FewestLeft,
    Fits,
    GaveAway,
    Helps,
    HighCards,
    Holds,
    HoldsBack,
    Jokers,
    JokerSpent,
    JokerThrown,
    JokerWaits,
    Left,
    MayClose,
    MayNotTake,
    MayTake,
    MustPlace,
    MustUse,
    Near,
    OnlyWay,
    Openings,
    Opens,
    OpensByTaking,
    Outs,
    Quiet,
    Sampled,
    Short,
    Stuck,
    TakeOrDraw,
    Throws,
    Waits,
)
from scala40.errors import Refused
from scala40.faces import rank_name
from scala40.messages import Catalogue

#: So many kinds are named; the rest is counted.
NAMED: Final = 6


class Teller:
    """Says facts to one player.

    Args:
        names: of the players, by seat.
        seat: whose ears it is for.
        words: the language.
    """

    def __init__(self, names: Sequence[str], seat: int, words: Catalogue) -> None:
        self.words = words
        self._names = names
        self._seat = seat

    def doing(self, actions: Sequence[Action]) -> str:
        """Actions as one sentence that says what to do."""
        said = "; ".join(map(self._deed, actions))
        return f"{said[:1].upper()}{said[1:]}."

    def _deed(self, action: Action) -> str:
        t = self.words.text
        match action:
            case Draw():
                return t("draw from the stock")
            case Take(card):
                return t("take the {card}", card=card)
            case Lay(melds) if len(melds) > 1:
                return t("open with {melds}", melds=melds)
            case Lay(melds):
                return t("lay {melds}", melds=melds)
            case Attach(card, meld):
                return t("add the {card} to meld {number}", card=card, number=meld + 1)
            case Swap(card, meld):
                return t(
                    "take the joker of meld {number} for the {card}", card=card, number=meld + 1
                )
            case Discard(card):
                return t("throw the {card}", card=card)
            case Buy(meld):
                return t("buy {meld}", meld=meld)
            case _:
                return t("leave the discard")

    # --- facts ------------------------------------------------------------------------------------

    def fact(self, fact: Fact) -> str:
        """One fact as a sentence."""
        match fact:
            case (
                CanOpen()
                | MayClose()
                | MayTake()
                | MayNotTake()
                | MustUse()
                | MustPlace()
                | Stuck()
                | OnlyWay()
            ):
                return self._rule(fact)
            case Short() | Opens() | Waits() | Jokers() | HighCards():
                return self._count(fact)
            case Fits() | Holds() | Helps() | Near() | Quiet() | Costs() | GaveAway():
                return self._danger(fact)
            case Throws():
                return self._throws(fact)
            case _:
                return self._comparison(fact)

    def _rule(
        self,
        fact: CanOpen | MayClose | MayTake | MayNotTake | MustUse | MustPlace | Stuck | OnlyWay,
    ) -> str:
        t = self.words.text
        match fact:
            case CanOpen(points, melds):
                return t("You can open with {points}: {melds}.", points=points, melds=melds)
            case MayClose():
                return t("This turn can close the hand.")
            case MayTake(card, "none"):
                return t("You may take the {card}.", card=card)
            case MayTake(card, "use"):
                return t("You may take the {card}, and have to use it in this turn.", card=card)
            case MayTake(card):
                return t("You may take the {card}, but only to open with it.", card=card)
            case MayNotTake(code, facts):
                return self.words.reason(Refused(code, **dict(facts)))
            case MustUse(card, "use"):
                return t("Use the {card} now: lay it or add it to a meld.", card=card)
            case MustUse(card):
                return t("Open with the {card} among your melds.", card=card)
            case MustPlace(_, True):
                return t("The joker that you took back has to go into a new meld in this turn.")
            case MustPlace():
                return t("Put the joker on the table again before you discard.")
            case Stuck():
                return t("This turn cannot be ended like this: undo what you did last.")
            case OnlyWay():
                return t("Nothing else is allowed now.")

    def _count(self, fact: Short | Opens | Waits | Jokers | HighCards) -> str:
        t, plural = self.words.text, self.words.plural
        match fact:
            case Short(points, needed):
                return plural(
                    "Your best melds count {points}: you are {n} point short of {needed}.",
                    "Your best melds count {points}: you are {n} points short of {needed}.",
                    needed - points,
                    points=points,
                    needed=needed,
                )
            case Opens(None, outs):
                return plural(
                    "You could open with {cards}: {n} is unseen.",
                    "You could open with {cards}: {n} are unseen.",
                    fact.copies,
                    cards=self._outs(outs),
                )
            case Opens(after, outs):
                return plural(
                    "Without the {card} you could open next with {cards}: {n} is unseen.",
                    "Without the {card} you could open next with {cards}: {n} are unseen.",
                    fact.copies,
                    card=after,
                    cards=self._outs(outs),
                )
            case Waits(held, ()):
                return t("No card is left that {held} could wait for.", held=held)
            case Waits(held, outs):
                return plural(
                    "{held} wait for {cards}: {n} is unseen.",
                    "{held} wait for {cards}: {n} are unseen.",
                    sum(copies for _, copies in outs),
                    held=held,
                    cards=self._outs(outs),
                )
            case Jokers(own, table, pile, unseen):
                return t(
                    "Jokers: {own} in your hand, {table} on the table, {pile} thrown,"
                    " {unseen} unseen.",
                    own=own,
                    table=table,
                    pile=pile,
                    unseen=unseen,
                )
            case HighCards(unseen, packed):
                return t(
                    "Of {packed} tens, figures and aces {unseen} are unseen.",
                    packed=packed,
                    unseen=unseen,
                )

    def _outs(self, outs: Outs) -> str:
        """The kinds, four of a rank in a word, and how many more there are."""
        t = self.words.text
        kinds = [card for card, _ in outs]
        ranks = [card.rank for card in kinds]
        whole = {rank for rank in ranks if rank and ranks.count(rank) == 4}
        named = list(
            dict.fromkeys(
                t("any {rank}", rank=rank_name(card.rank, self.words))
                if card.rank in whole
                else self.words.card(card)
                for card in kinds
            )
        )
        if len(named) > NAMED:
            more = self.words.plural("{n} kind more", "{n} kinds more", len(named) - NAMED + 1)
            named = [*named[: NAMED - 1], more]
        if all(len(name) < 8 for name in named):
            return " ".join(named)
        return ", ".join(named)

    def _throws(self, fact: Throws) -> str:
        facts = {"card": fact.card, "other": fact.other, "other_value": fact.other_value}
        t, plural, value = self.words.text, self.words.plural, fact.value
        match fact.measure:
            case "opens":
                return plural(
                    "Without the {card}, {n} unseen card opens next; without the {other},"
                    " {other_value}.",
                    "Without the {card}, {n} unseen cards open next; without the {other},"
                    " {other_value}.",
                    value,
                    **facts,
                )
            case "points":
                return t(
                    "Without the {card} your best melds count {value}; without the {other},"
                    " {other_value}.",
                    value=value,
                    **facts,
                )
            case "closes":
                return plural(
                    "Without the {card}, {n} unseen card closes next; without the {other},"
                    " {other_value}.",
                    "Without the {card}, {n} unseen cards close next; without the {other},"
                    " {other_value}.",
                    value,
                    **facts,
                )
            case "waits":
                return plural(
                    "Without the {card}, {n} unseen card makes a meld with two of yours; without"
                    " the {other}, {other_value}.",
                    "Without the {card}, {n} unseen cards make melds with two of yours; without"
                    " the {other}, {other_value}.",
                    value,
                    **facts,
                )
            case "left":
                return t(
                    "Without the {card} your hand costs {value}; without the {other},"
                    " {other_value}.",
                    value=value,
                    **facts,
                )

    def _comparison(
        self,
        fact: FewestLeft
        | Openings
        | TakeOrDraw
        | OpensByTaking
        | JokerWaits
        | HoldsBack
        | Sampled
        | Left
        | CouldClose
        | JokerSpent
        | JokerThrown,
    ) -> str:
        t, plural = self.words.text, self.words.plural
        match fact:
            case FewestLeft(points):
                return plural(
                    "This leaves {n} point in your hand at best, and nothing leaves fewer.",
                    "This leaves {n} points in your hand at best, and nothing leaves fewer.",
                    points,
                )
            case Openings(melds, left, other, other_left) if left == other_left:
                return t("To open with {melds} would take more jokers.", melds=other)
            case Openings(melds, left, other, other_left):
                return plural(
                    "Opening with {melds} can leave {n} point in your hand, with {other}"
                    " {other_left}.",
                    "Opening with {melds} can leave {n} points in your hand, with {other}"
                    " {other_left}.",
                    left,
                    melds=melds,
                    other=other,
                    other_left=other_left,
                )
            case TakeOrDraw(card, taken, drawn):
                return plural(
                    "Taking the {card} leaves {n} point at best, drawing {drawn} on average.",
                    "Taking the {card} leaves {n} points at best, drawing {drawn} on average.",
                    taken,
                    card=card,
                    drawn=self._decimal(drawn),
                )
            case OpensByTaking(card, copies, unseen):
                return t(
                    "With the {card} you can open now; of the {unseen} unseen cards {copies} would"
                    " do.",
                    card=card,
                    copies=copies,
                    unseen=unseen,
                )
            case JokerWaits(fewest):
                return plural(
                    "The joker takes no other card along, and nobody has fewer than {n} card.",
                    "The joker takes no other card along, and nobody has fewer than {n} cards.",
                    fewest,
                )
            case HoldsBack(card, copies, unseen):
                return plural(
                    "Without the {card}, {n} of {unseen} unseen cards closes in hand.",
                    "Without the {card}, {n} of {unseen} unseen cards close in hand.",
                    copies,
                    card=card,
                    unseen=unseen,
                )
            case Sampled(action, other, gain, margin, deals):
                return t(
                    "Estimate from {deals} sampled deals: “{action}” gains {gain} points over"
                    " “{other}”, give or take {margin}.",
                    deals=deals,
                    action=self._deed(action),
                    other=self._deed(other),
                    gain=self._decimal(gain),
                    margin=self._decimal(margin),
                )
            case Left(points, fewest, better):
                return plural(
                    "{n} point is left where {fewest} were possible: {better}",
                    "{n} points are left where {fewest} were possible: {better}",
                    points,
                    fewest=fewest,
                    better=self._lower(self.doing(better)),
                )
            case CouldClose(actions):
                return t("You could close: {actions}", actions=self._lower(self.doing(actions)))
            case JokerSpent(melds):
                return t("{melds} would have opened with fewer jokers.", melds=melds)
            case JokerThrown(other):
                return t("You threw a joker, and could have thrown the {other}.", other=other)

    @staticmethod
    def _lower(sentence: str) -> str:
        return sentence[:1].lower() + sentence[1:]

    def _decimal(self, number: float) -> str:
        whole, tenths = divmod(round(10 * number), 10)
        return self.words.text("{whole}.{tenths}", whole=whole, tenths=tenths)

    def _danger(self, fact: Fits | Holds | Helps | Near | Quiet | Costs | GaveAway) -> str:
        t, plural = self.words.text, self.words.plural
        match fact:
            case Fits(card, meld, owner) if owner == self._seat:
                return t(
                    "The {card} could be added to your meld {number}.", card=card, number=meld + 1
                )
            case Fits(card, meld, owner):
                return t(
                    "The {card} could be added to {name}'s meld {number}.",
                    card=card,
                    name=self._names[owner],
                    number=meld + 1,
                )
            case Holds(seat, cards):
                name = self._names[seat]
                return t("{name} took {cards} and still holds that.", name=name, cards=cards)
            case Helps(card, seat, held):
                name = self._names[seat]
                return t(
                    "{card} goes with {held}, which {name} holds.", card=card, held=held, name=name
                )
            case Near(seat, cards):
                return plural(
                    "{name} has {n} card left.",
                    "{name} has {n} cards left.",
                    cards,
                    name=self._names[seat],
                )
            case Quiet(seat, turns):
                return t(
                    "{name} has not opened in {turns} turns, and may close in hand.",
                    name=self._names[seat],
                    turns=turns,
                )
            case Costs(points):
                return plural(
                    "If somebody closed now, your hand would cost {n} point.",
                    "If somebody closed now, your hand would cost {n} points.",
                    points,
                )
            case GaveAway(card, meld, other):
                return t(
                    "The {card} fits meld {number}; the {other} fits nowhere.",
                    card=card,
                    number=meld + 1,
                    other=other,
                )

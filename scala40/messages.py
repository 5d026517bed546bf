r"""Every sentence that a person sees, made from a code or an English text and its facts.

The English text is the key, as gettext has it: a language is a function from English to its own
words. Cards among the facts are written with their suit signs.

>>> from scala40.cards import card
>>> ENGLISH.text("Throw the {card}.", card=card("7H"))
'Throw the 7♥\ufe0e.'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final

from scala40.cards import JOKER, RANKS, Card
from scala40.errors import Scala40Error
from scala40.melds import Meld

#: The last character of each asks for a plain sign where a machine would draw an emoji.
SUIT_SIGNS: Final = ("♣\ufe0e", "♦\ufe0e", "♥\ufe0e", "♠\ufe0e")

#: Why something is refused or cannot be read: what is wrong, and what would do.
REASONS: Final[Mapping[str, str]] = {
    # notation
    "unknown-card": (
        "“{text}” is not a card: write a rank (A 2-9 T J Q K) and a suit (C D H S), or X for a "
        "joker."
    ),
    "unknown-action": "“{text}” is not an action: begin with one of {allowed}.",
    "bad-action": "“{text}” cannot be read: write it like “{form}”.",
    # rules and seats
    "unknown-preset": "There is no preset “{preset}”: choose one of {allowed}.",
    "unknown-option": "There is no option “{option}”.",
    "bad-option": "The option {option} cannot be “{value}”: choose one of {allowed}.",
    "rules-conflict": "The options {first} and {second} exclude each other: change one of them.",
    "players-not-admitted": (
        "{players} players cannot play by these rules: choose from {least} to {most} players."
    ),
    "needs-three-players": "The option {option} needs three players or more.",
    "needs-four-players": "Partners play with four: choose three opponents.",
    "too-many-survivors": "{survivors} survivors need more players than that.",
    "bad-deal": "A deal number is a whole number from 0 to {limit}; “{deal}” is none.",
    "bad-name": "A player needs a name of 1 to 40 characters.",
    # melds
    "meld-too-short": "A meld has at least three cards: {cards} needs more.",
    "two-jokers": "A meld holds one joker at most: put the others elsewhere.",
    "set-too-long": "A set has three or four cards of different suits: take some out.",
    "set-same-suit": "A set holds each suit once: leave the second card of a suit out.",
    "joker-not-here": "The joker cannot be the {joker} in this meld; it could be {wanted}.",
    "declare-joker": "This joker could be more than one card: say which, as in {readings}.",
    "run-two-suits": "{cards} is neither a run of one suit nor a set of one rank.",
    "run-twice": "A run holds each card once: leave the second copy out.",
    "run-corner": (
        "The ace is the lowest card or the highest: a run cannot go on from the king to the 2."
    ),
    "run-order": "Write a run from low to high: {meld}.",
    "run-gap": "The cards of a run follow one another: {cards} has a gap.",
    "run-too-long": "A run has {longest} cards at most under these rules: leave some out.",
    "two-aces": "No run holds two real aces: one of them would have to be a joker.",
    # positions and cases
    "case-unreadable": "The field “{field}” of this case is missing or cannot be read.",
    "unknown-kind": "There is no kind of case “{kind}”: choose one of {allowed}.",
    "presets-differ": "The presets {first} and {second} answer this differently: name one of them.",
    "no-such-table": "These rules do not admit {players} players.",
    "too-many-cards": "There are {number} copies of {card} here, and the packs hold {most}.",
    # turn
    "turn-over": "The turn is over with the discard: the next player goes on.",
    "hand-over": "This hand is over: go on to the next one.",
    "hand-not-over": "This hand is still being played: finish it first.",
    "re-entry-first": "{name} has to say first whether to come back: re-enter or stay out.",
    "no-re-entry": "Nobody is asked now whether to come back into the match.",
    "match-over": "This match is over: begin a new one.",
    "not-in-this-game": "“{action}” has no place under these rules.",
    "already-drawn": "You have your card for this turn: now lay, attach or discard.",
    "draw-first": "Draw first: from the stock, or the top discard where that is allowed.",
    "take-barred": "You put a card back this turn: draw from the stock.",
    "take-passed": "You let the {card} go: draw from the stock.",
    "pass-first": (
        "Under these rules the others may buy the {card}: take it, or pass before you draw."
    ),
    "buy-or-pass": "You are asked whether you buy the {card}: buy it into a new meld, or pass.",
    "nothing-to-pass": "There is nothing to pass on now: go on with your turn.",
    "not-for-sale": "No discard is offered to you now: only what others let go can be bought.",
    "bought-card-missing": "What you buy goes into the new meld: lay one that holds the {card}.",
    "keep-one-to-buy": "Keep at least one card in your hand when you buy.",
    "pile-empty": "The discard pile is empty: draw from the stock.",
    "not-on-top": "Only the top discard can be taken, and that is the {top}.",
    "take-before-opening": (
        "Under these rules nobody takes the discard before having opened: draw from the stock."
    ),
    "take-does-not-open": (
        "Before you have opened you may take the {card} only if it becomes part of an opening"
        " of {needed} points, and no such opening is in your hand: draw from the stock."
    ),
    "take-without-use": (
        "Under these rules a card that is taken must be used in the same turn,"
        " and the {card} fits nowhere: draw from the stock."
    ),
    "nothing-to-put-back": "You have taken no discard this turn.",
    "put-back-off": "Under these rules a card that was taken stays taken.",
    "put-back-late": "The {card} can go back only before anything else is done: undo that first.",
    "not-in-hand": "The {card} is not in your hand.",
    "one-meld-each": "After the opening, melds are laid one by one.",
    "joker-in-opening": "Under these rules no joker may be part of the opening: open without it.",
    "opening-short": (
        "These melds are worth {points} points and the opening needs {needed}: {short} more are "
        "missing."
    ),
    "opening-not-clean": (
        "Without the melds that hold a joker you have {points} points,"
        " and under these rules {needed} have to come from the others."
    ),
    "not-opened": (
        "Before you add to the table you must open: lay melds worth {needed} points together."
    ),
    "attach-next-turn": (
        "Under these rules you may add to the table only from the turn after your opening."
    ),
    "no-such-meld": "There is no meld T{meld} on the table; the last one is T{melds}.",
    "does-not-fit": "The {card} does not fit {meld}; what would fit: {fits}.",
    "joker-already": "There is a joker in {meld} already, and a meld holds one at most.",
    "declare-end": "The {card} fits both ends of {meld}: say low or high.",
    "no-joker": "There is no joker in {meld}.",
    "not-the-joker": "The {card} is not what the joker in {meld} stands for; that is {wanted}.",
    "keep-a-card": (
        "Under these rules the last card must be thrown: keep one card for the discard."
    ),
    "no-close-in-first-round": (
        "Under these rules nobody closes in the first round: keep at least two cards."
    ),
    "taken-not-in-opening": (
        "You took the {card} to open: it must be part of your opening this turn. Undo, or lay it."
    ),
    "taken-not-used": (
        "You took the {card}: under these rules it must be used before you discard. Lay or attach"
        " it."
    ),
    "freed-joker": (
        "The joker that you took back must go on the table again this turn: lay or attach it, or "
        "undo."
    ),
    "freed-joker-new-meld": (
        "The joker that you took back must go into a new meld this turn: lay one with it, or undo."
    ),
    "close-unopened": "You cannot close before you have opened with {needed} points.",
    "thrown-back": "You have just taken the {card}: throw another card.",
    "joker-discard": "Under these rules a joker is thrown only to close: throw another card.",
    "attachable-discard": (
        "The {card} could be attached to T{meld}, and under these rules such a card may not be "
        "thrown:"
        " throw another."
    ),
    "nothing-to-undo": "There is nothing to undo in this turn.",
    # at the page
    "not-your-turn": "It is {name}'s turn: wait for yours.",
    "nothing-chosen": "Choose cards of your hand first.",
    "choose-one": "Choose just one card for this.",
    "not-all-fit": "{cards} cannot go to meld {meld}: choose only cards that fit there.",
    "staged-left": "Lay the melds that you put together, or take them back, before you discard.",
    # saves
    "save-unreadable": "This is not a saved match: the text cannot be read.",
    "save-foreign": "This is not a saved match of Scala 40.",
    "save-newer": (
        "This match was saved by a newer version (form {version}, this one knows {known}):"
        " reload the page to get the newest."
    ),
    "save-damaged": (
        "The saved match is damaged at hand {hand}, action {action}, and cannot go on. {reason}"
    ),
}


class Catalogue:
    """The words of one language.

    Args:
        language: its code, such as ``en``.
        translate: from an English text to this language's; English itself by default.
    """

    def __init__(self, language: str, translate: Callable[[str], str] = str) -> None:
        self.language = language
        self._translate = translate

    def text(self, english: str, /, **facts: object) -> str:
        """A text with its facts filled in.

        Args:
            english: the text in English, with ``{fact}`` where a fact goes.
        """
        words = self._translate(english)
        return words.format_map({name: self.show(fact) for name, fact in facts.items()})

    def reason(self, error: Scala40Error) -> str:
        """The sentence that an error says."""
        return self.text(REASONS[error.code], **error.facts)

    def show(self, fact: object) -> str:
        """A fact as people write it: cards with suit signs, lists with commas."""
        if isinstance(fact, Card):
            return self.card(fact)
        if isinstance(fact, Meld):
            return " ".join(self.card(c) for c in fact.cards)
        if isinstance(fact, Iterable) and not isinstance(fact, str):
            items = list(fact)
            between = " " if items and all(isinstance(item, Card) for item in items) else ", "
            return between.join(self.show(item) for item in items)
        return str(fact)

    def card(self, c: Card) -> str:
        """A card in a sentence: ``10♥``, ``joker``, ``joker (6♥)``."""
        if c == JOKER:
            return self.text("joker")
        if c.rank == 0:
            return "?"
        face = f"{'10' if c.rank == 10 else RANKS[c.rank - 1]}{SUIT_SIGNS[c.suit]}"
        return self.text("joker ({card})", card=face) if c.is_joker else face


ENGLISH: Final = Catalogue("en")

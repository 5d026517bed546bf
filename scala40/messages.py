r"""Every sentence that a person sees, made from a code or an English text and its facts.

The English text is the key, as gettext has it: a language is a function from English to its own
words. Cards among the facts are written with their suit signs. What other languages say is in
``locale/``; ``python3 build.py translations`` brings it up to date with the sources.

>>> from scala40.cards import card
>>> ENGLISH.text("Throw the {card}.", card=card("7H"))
'Throw the 7♥\ufe0e.'
>>> catalogue("it-IT").plural("{n} card", "{n} cards", 3)
'3 carte'
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Final, NamedTuple

from scala40.cards import JOKER, RANKS, Card
from scala40.errors import Scala40Error
from scala40.melds import Meld

if TYPE_CHECKING:
    from gettext import GNUTranslations

#: The last character of each asks for a plain sign where a machine would draw an emoji.
SUIT_SIGNS: Final = ("♣\ufe0e", "♦\ufe0e", "♥\ufe0e", "♠\ufe0e")

#: The languages that the game speaks, by code.
LANGUAGES: Final = ("en", "it")


#: So many characters of a text are shown around a place where it cannot be read.
EXCERPT: Final = 80


def _(english: str) -> str:
    """Mark a text for translators where it stands; it is translated where it is said."""
    return english


class Plural(NamedTuple):
    """A text with a count in it, as it is said of one thing and of any other number."""

    one: str
    many: str
    counted: str  # which fact is the count


#: Why something is refused or cannot be read: what is wrong, and what would do.
REASONS: Final[Mapping[str, str | Plural]] = {
    # notation
    "unknown-card": _(
        "“{text}”{place} is not a card: write a rank (A 2-9 T J Q K) and a suit (C D H S), or X "
        "for a joker."
    ),
    "unknown-action": _("“{text}”{place} is not an action: begin with one of {allowed}."),
    "bad-action": _("“{text}”{place} cannot be read: write it like “{form}”."),
    "text-too-long": _("This text has {length} characters: at most {most} are read."),
    # rules and seats
    "unknown-preset": _("There is no preset “{preset}”{place}: choose one of {allowed}."),
    "unknown-option": _("There is no option “{option}”{place}."),
    "option-twice": _("The option {option}{place} is there twice: leave one out."),
    "bad-option": _("The option {option} cannot be “{value}”{place}: choose one of {allowed}."),
    "rules-conflict": _(
        "The options {first} and {second} exclude each other{place}: change one of them."
    ),
    "players-not-admitted": Plural(
        "{players} player cannot play by these rules: choose from {least} to {most} players.",
        "{players} players cannot play by these rules: choose from {least} to {most} players.",
        "players",
    ),
    "needs-three-players": _("The option {option} needs three players or more."),
    "needs-four-players": _("Partners play with four: choose three opponents."),
    "too-many-survivors": Plural(
        "{survivors} survivor needs more players than that.",
        "{survivors} survivors need more players than that.",
        "survivors",
    ),
    "bad-deal": _("A deal number is a whole number from 0 to {limit}; “{deal}” is none."),
    "bad-name": _("A player needs a name of 1 to 40 characters."),
    # melds
    "meld-too-short": _("A meld has at least three cards: add more."),
    "two-jokers": _("A meld holds one joker at most: put the others elsewhere."),
    "set-too-long": _("A set has three or four cards of different suits: take some out."),
    "set-same-suit": _("A set holds each suit once: leave the second card of a suit out."),
    "joker-not-here": _("The joker cannot be the {joker} in this meld; it could be {wanted}."),
    "declare-joker": _("This joker could be more than one card: say which, as in {readings}."),
    "run-two-suits": _("{cards} is neither a run of one suit nor a set of one rank."),
    "run-twice": _("A run holds each card once: leave the second copy out."),
    "run-corner": _(
        "The ace is the lowest card or the highest: a run cannot go on from the king to the 2."
    ),
    "run-order": _("Write a run from low to high: {meld}."),
    "run-gap": _("The cards of a run follow one another: {cards} has a gap."),
    "run-too-long": _("A run has {longest} cards at most under these rules: leave some out."),
    "two-aces": _("No run holds two real aces: one of them would have to be a joker."),
    # positions and cases
    "case-unreadable": _("The field “{field}”{place} is missing or cannot be read."),
    "unknown-field": _("“{text}”{place} is no field of a position: begin with one of {allowed}."),
    "bad-field": _("“{text}”{place} cannot be read: write it like “{form}”."),
    "field-twice": _("The field “{text}”{place} is there twice: leave one out."),
    "no-meld": _("“{text}”{place} cannot lie on the table. {reason}"),
    "hand-too-large": _("There are {number} cards in this hand: at most {most} are looked at."),
    "unknown-kind": _("There is no kind of case “{kind}”: choose one of {allowed}."),
    "presets-differ": _(
        "The presets {first} and {second} answer this differently: name one of them."
    ),
    "no-such-table": Plural(
        "These rules do not admit {players} player.",
        "These rules do not admit {players} players.",
        "players",
    ),
    "too-many-cards": Plural(
        "There is {number} copy of {card} here, and the packs hold {most}.",
        "There are {number} copies of {card} here, and the packs hold {most}.",
        "number",
    ),
    "too-few-cards": _(
        "This position hides {number} cards and only {most} are left: lower the count of the stock."
    ),
    # turn
    "turn-over": _("The turn is over with the discard: the next player goes on."),
    "hand-over": _("This hand is over: go on to the next one."),
    "hand-not-over": _("This hand is still being played: finish it first."),
    "re-entry-first": _("{name} has to say first whether to come back: re-enter or stay out."),
    "no-re-entry": _("Nobody is asked now whether to come back into the match."),
    "match-over": _("This match is over: begin a new one."),
    "not-in-this-game": _("“{action}” has no place under these rules."),
    "already-drawn": _("You have your card for this turn: now lay, attach or discard."),
    "draw-first": _("Draw first: from the stock, or the top discard where that is allowed."),
    "take-barred": _("You put a card back this turn: draw from the stock."),
    "take-passed": _("You let the {card} go: draw from the stock."),
    "pass-first": _(
        "Under these rules the others may buy the {card}: take it, or pass before you draw."
    ),
    "buy-or-pass": _("You are asked whether you buy the {card}: buy it into a new meld, or pass."),
    "nothing-to-pass": _("There is nothing to pass on now: go on with your turn."),
    "not-for-sale": _("No discard is offered to you now: only what others let go can be bought."),
    "bought-card-missing": _("What you buy goes into the new meld: lay one that holds the {card}."),
    "keep-one-to-buy": _("Keep at least one card in your hand when you buy."),
    "pile-empty": _("The discard pile is empty: draw from the stock."),
    "not-on-top": _("Only the top discard can be taken, and that is the {top}."),
    "take-before-opening": _(
        "Under these rules nobody takes the discard before having opened: draw from the stock."
    ),
    "take-does-not-open": _(
        "Before you have opened you may take the {card} only if it becomes part of an opening"
        " of {needed} points, and no such opening is in your hand: draw from the stock."
    ),
    "take-without-use": _(
        "Under these rules a card that is taken must be used in the same turn,"
        " and the {card} fits nowhere: draw from the stock."
    ),
    "nothing-to-put-back": _("You have taken no discard this turn."),
    "put-back-off": _("Under these rules a card that was taken stays taken."),
    "put-back-late": _(
        "The {card} can go back only before anything else is done: undo that first."
    ),
    "not-in-hand": _("The {card} is not in your hand."),
    "one-meld-each": _("After the opening, melds are laid one by one."),
    "joker-in-opening": _(
        "Under these rules no joker may be part of the opening: open without it."
    ),
    "opening-short": Plural(
        "These melds are worth {points} points and the opening needs {needed}:"
        " {short} more is missing.",
        "These melds are worth {points} points and the opening needs {needed}:"
        " {short} more are missing.",
        "short",
    ),
    "opening-not-clean": _(
        "Without the melds that hold a joker you have {points} points,"
        " and under these rules {needed} have to come from the others."
    ),
    "not-opened": _(
        "Before you add to the table you must open: lay melds worth {needed} points together."
    ),
    "attach-next-turn": _(
        "Under these rules you may add to the table only from the turn after your opening."
    ),
    "no-such-meld": _("There is no meld T{meld} on the table; the last one is T{melds}."),
    "does-not-fit": _("The {card} does not fit {meld}; what would fit: {fits}."),
    "joker-already": _("There is a joker in {meld} already, and a meld holds one at most."),
    "declare-end": _("The {card} fits both ends of {meld}: say low or high."),
    "no-joker": _("There is no joker in {meld}."),
    "not-the-joker": _("The {card} is not what the joker in {meld} stands for; that is {wanted}."),
    "keep-a-card": _(
        "Under these rules the last card must be thrown: keep one card for the discard."
    ),
    "no-close-in-first-round": _(
        "Under these rules nobody closes in the first round: keep at least two cards."
    ),
    "taken-not-in-opening": _(
        "You took the {card} to open: it must be part of your opening this turn. Undo, or lay it."
    ),
    "taken-not-used": _(
        "You took the {card}: under these rules it must be used before you discard. Lay or attach"
        " it."
    ),
    "freed-joker": _(
        "The joker that you took back must go on the table again this turn: lay or attach it, or "
        "undo."
    ),
    "freed-joker-new-meld": _(
        "The joker that you took back must go into a new meld this turn: lay one with it, or undo."
    ),
    "close-unopened": _("You cannot close before you have opened with {needed} points."),
    "thrown-back": _("You have just taken the {card}: throw another card."),
    "joker-discard": _("Under these rules a joker is thrown only to close: throw another card."),
    "attachable-discard": _(
        "The {card} could be attached to T{meld}, and under these rules such a card may not be "
        "thrown:"
        " throw another."
    ),
    "nothing-to-undo": _("There is nothing to undo in this turn."),
    # at the page
    "not-your-turn": _("It is {name}'s turn: wait for yours."),
    "nothing-chosen": _("Choose cards of your hand first."),
    "choose-one": _("Choose just one card for this."),
    "not-all-fit": _("{cards} cannot go to meld {meld}: choose only cards that fit there."),
    "no-opening": Plural(
        "No opening of {needed} point is in your hand.",
        "No opening of {needed} points is in your hand.",
        "needed",
    ),
    "staged-left": _("Lay the melds that you put together, or take them back, before you discard."),
    "name-twice": _("Two opponents are called {name}: give one another name."),
    "unknown-level": _("There is no level “{level}”: choose one of {allowed}."),
    "link-too-long": _("This link is longer than {most} characters, and no link to a game is."),
    "link-unreadable": _(
        "“{text}” is no part of a link to a game: those are {allowed}, each once."
    ),
    # records
    "deck-short": _("A deck holds {needed} cards under these rules, and this one has {number}."),
    "hand-begun": _("The cards are dealt already: a deck comes before the first action."),
    "bad-line": _("“{text}” cannot be read here: write it like “{form}”."),
    "other-turn": _("It is {wanted}'s turn here, not {name}'s."),
    "record-refused": _(
        "Line {line} of this record (hand {hand}, action {action}) is refused. {reason}"
    ),
    # saves
    "save-unreadable": _("This is not a saved match: the text cannot be read."),
    "save-foreign": _("This is not a saved match of Scala 40."),
    "save-newer": _(
        "This match was saved by a newer version (form {version}, this one knows {known}):"
        " reload the page to get the newest."
    ),
    "save-damaged": _(
        "The saved match is damaged at hand {hand}, action {action}, and cannot go on. {reason}"
    ),
}

#: What is allowed but makes no sense.
WARNINGS: Final[Mapping[str, str]] = {
    "long-run-without-joker": _(
        "Runs of 14 cards need a joker as one of the aces, and there are no jokers in these rules."
    ),
}


def _english_plural(one: str, many: str, n: int) -> str:
    return one if n == 1 else many


class Catalogue:
    """The words of one language.

    Args:
        language: its code, such as ``en``.
        translate: from an English text to this language's; English itself by default.
        choose: from an English text about one thing, that about many and a number to the text of
            this language that fits the number.
    """

    def __init__(
        self,
        language: str,
        translate: Callable[[str], str] = str,
        choose: Callable[[str, str, int], str] = _english_plural,
    ) -> None:
        self.language = language
        self._translate = translate
        self._choose = choose

    def text(self, english: str, /, **facts: object) -> str:
        """A text with its facts filled in; a catalogue can also be called for it.

        Args:
            english: the text in English, with ``{fact}`` where a fact goes.
        """
        return self._fill(self._translate(english), facts)

    __call__ = text

    def plural(self, one: str, many: str, /, n: int, **facts: object) -> str:
        """A text that depends on a number, which is the fact ``{n}``.

        >>> ENGLISH.plural("{n} card", "{n} cards", 1)
        '1 card'

        Args:
            one: the text in English where ``n`` is 1.
            many: the text in English for any other number.
        """
        return self._fill(self._choose(one, many, n), {"n": n, **facts})

    def sentence(self, sentence: str | Plural, facts: Mapping[str, object]) -> str:
        """A text with its facts, one of which may be its count."""
        if isinstance(sentence, Plural):
            number = facts[sentence.counted]
            assert isinstance(number, int)
            return self._fill(self._choose(sentence.one, sentence.many, number), facts)
        return self.text(sentence, **facts)

    def reason(self, error: Scala40Error) -> str:
        """The sentence that an error says."""
        return self.sentence(REASONS[error.code], {**error.facts, "place": self._place(error)})

    def _place(self, error: Scala40Error) -> str:
        """Where in a text an error is; nothing where all of the text is wrong."""
        at, whole = error.facts.get("at"), error.facts.get("whole")
        if not isinstance(at, int) or not isinstance(whole, str):
            return ""
        if any(fact == whole.strip() for name, fact in error.facts.items() if name != "whole"):
            return ""
        start = max(0, at - 1 - EXCERPT // 2)
        shown = whole[start : start + EXCERPT]
        shown = "…" * (start > 0) + shown + "…" * (start + EXCERPT < len(whole))
        return self.text(" (at character {at} of “{whole}”)", at=at, whole=shown)

    def warning(self, code: str) -> str:
        """The sentence of one of the codes of :meth:`scala40.rules.Rules.warnings`."""
        return self.text(WARNINGS[code])

    def _fill(self, words: str, facts: Mapping[str, object]) -> str:
        return words.format_map({name: self.show(fact) for name, fact in facts.items()})

    def show(self, fact: object) -> str:
        """A fact as people write it: cards with suit signs, lists with commas, errors told."""
        if isinstance(fact, Card):
            return self.card(fact)
        if isinstance(fact, Meld):
            return " ".join(self.card(c) for c in fact.cards)
        if isinstance(fact, Scala40Error):
            return self.reason(fact)
        if isinstance(fact, Iterable) and not isinstance(fact, str):
            items = list(fact)
            if not items:
                return self.text("nothing")
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


def catalogue(language: str) -> Catalogue:
    """The words of a language, by a code such as ``it`` or ``it-IT``; English where there is none.

    >>> catalogue("it").text("joker"), catalogue("fr").language
    ('jolly', 'en')
    """
    code = language.replace("_", "-").partition("-")[0].lower()
    return _translated(code) if code in LANGUAGES[1:] else ENGLISH


#: The packages whose texts are translated; what is loaded later adds its own.
_PACKAGES: Final = ["scala40"]


def speak_for(package: str) -> None:
    """Let every language say the texts of one more package, whose ``locale`` is like this one's."""
    if package not in _PACKAGES:
        _PACKAGES.append(package)
        for code in LANGUAGES[1:]:
            _words(code).add_fallback(_read(package, code))


@cache
def _translated(code: str) -> Catalogue:
    words = _words(code)
    return Catalogue(code, words.gettext, words.ngettext)


@cache
def _words(code: str) -> GNUTranslations:
    first, *others = (_read(package, code) for package in _PACKAGES)
    for other in others:
        first.add_fallback(other)
    return first


def _read(package: str, code: str) -> GNUTranslations:
    # English needs none of these. Of what can read from a zip, pkgutil starts by far the fastest.
    from gettext import GNUTranslations
    from io import BytesIO
    from pkgutil import get_data

    domain = package.rpartition(".")[2]
    compiled = get_data(package, f"locale/{code}/LC_MESSAGES/{domain}.mo")
    return GNUTranslations(BytesIO(compiled or b""))

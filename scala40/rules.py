"""The rules in force: one frozen record of every option, the presets, and their text form.

A rule that everybody shares is code; where sources differ it is an option here, and each source is
a preset. The text form is a preset's name and what differs from it, fit for a URL.

>>> Rules.preset("online").opening_points
40
>>> str(Rules.read("duello;opening_points=30"))
'duello;opening_points=30'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from typing import Any, Final, Literal

from scala40.errors import RulesError
from scala40.notation import LONGEST, Part, place

Direction = Literal["clockwise", "counterclockwise"]
OpeningJokers = Literal["counted", "clean-40", "forbidden"]
DiscardBeforeOpening = Literal["never", "to-open"]
TakenDiscard = Literal["use-now", "keep"]
AttachInOpeningTurn = Literal["any", "no"]
AttachableDiscard = Literal["free", "unopened-forbidden", "federation"]
SetJoker = Literal["declared", "any-missing"]
FreedJoker = Literal["use-now", "new-meld", "keep"]
JokerDiscard = Literal["free", "closing-only"]
FinalDiscard = Literal["required", "optional"]
InMano = Literal["none", "double", "minus-100"]
UnopenedPenalty = Literal["count", "flat-100"]
StockExhaustion = Literal["shuffle", "turn-over"]
MatchFormat = Literal["elimination", "first-out", "fixed-hands"]

#: What each option may be: words, or a range of whole numbers (both ends included).
VALUES: Final[Mapping[str, tuple[str, ...] | range]] = {
    "min_players": range(2, 7),
    "max_players": range(2, 7),
    "direction": ("clockwise", "counterclockwise"),
    "jokers": range(5),
    "opening_points": range(1, 101),
    "opening_jokers": ("counted", "clean-40", "forbidden"),
    "discard_before_opening": ("never", "to-open"),
    "taken_discard": ("use-now", "keep"),
    "attach_in_opening_turn": ("any", "no"),
    "attachable_discard": ("free", "unopened-forbidden", "federation"),
    "set_joker": ("declared", "any-missing"),
    "freed_joker": ("use-now", "new-meld", "keep"),
    "joker_discard": ("free", "closing-only"),
    "longest_run": range(13, 15),
    "final_discard": ("required", "optional"),
    "in_mano": ("none", "double", "minus-100"),
    "unopened_penalty": ("count", "flat-100"),
    "ace_in_hand": range(1, 12, 10),
    "lone_ace_in_hand": range(1, 12, 10),
    "joker_in_hand": range(51),
    "winner_bonus": range(101),
    "stock_exhaustion": ("shuffle", "turn-over"),
    "max_reshuffles": range(10),
    "match_format": ("elimination", "first-out", "fixed-hands"),
    "target": range(1, 1_000_001),
    "hands": range(1, 51),
    "survivors": range(1, 6),
    "reentries": range(7),
    "turn_seconds": range(5, 601),
}
#: Where None is a value, and the word for it.
NONE_WORD: Final = {"max_reshuffles": "unlimited", "hands": "none", "turn_seconds": "none"}
YES_NO: Final = (
    "put_back",
    "first_round_close",
    "in_mano_needs_opening",
    "buying",
    "partners",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Every option, with the values of the ``online`` preset as defaults.

    Raises:
        RulesError: ``bad-option`` (a value out of range), ``rules-conflict`` (values that exclude
            each other).
    """

    min_players: int = 2
    max_players: int = 6
    direction: Direction = "clockwise"
    jokers: int = 4
    opening_points: int = 40
    opening_jokers: OpeningJokers = "counted"
    discard_before_opening: DiscardBeforeOpening = "to-open"
    taken_discard: TakenDiscard = "use-now"
    put_back: bool = False
    attach_in_opening_turn: AttachInOpeningTurn = "any"
    attachable_discard: AttachableDiscard = "free"
    set_joker: SetJoker = "declared"
    freed_joker: FreedJoker = "use-now"
    joker_discard: JokerDiscard = "free"
    longest_run: int = 13
    final_discard: FinalDiscard = "optional"
    first_round_close: bool = True
    in_mano: InMano = "none"
    in_mano_needs_opening: bool = True
    unopened_penalty: UnopenedPenalty = "flat-100"
    ace_in_hand: int = 11
    lone_ace_in_hand: int = 11
    joker_in_hand: int = 25
    winner_bonus: int = 0
    stock_exhaustion: StockExhaustion = "shuffle"
    max_reshuffles: int | None = None
    match_format: MatchFormat = "elimination"
    target: int = 101
    hands: int | None = None
    survivors: int = 1
    reentries: int = 0
    buying: bool = False
    partners: bool = False
    turn_seconds: int | None = None

    def __post_init__(self) -> None:
        for name in OPTIONS:
            value = getattr(self, name)
            if not _admits(name, value):
                raise RulesError("bad-option", option=name, value=value, allowed=allowed(name))
        for (first, a), (second, b) in CONFLICTS:
            if a(getattr(self, first)) and b(getattr(self, second)):
                raise RulesError("rules-conflict", first=first, second=second)
        if self.min_players > self.max_players:
            raise RulesError("rules-conflict", first="min_players", second="max_players")

    @staticmethod
    def preset(name: str) -> Rules:
        """The rules of a preset.

        Raises:
            RulesError: ``unknown-preset``.
        """
        if name not in PRESETS:
            raise RulesError(
                "unknown-preset", preset=str(name), allowed=tuple(PRESETS), **place(name)
            )
        return _preset(str(name))

    @staticmethod
    def read(text: str) -> Rules:
        """Rules from their text form, ``preset;option=value;…``.

        >>> Rules.read("online;jokers=5")
        Traceback (most recent call last):
        scala40.errors.RulesError: The option jokers cannot be “5” (at character 15 of \
“online;jokers=5”): choose one of 0-4.

        Raises:
            RulesError: as above, ``unknown-option``, ``option-twice``, ``text-too-long``.
        """
        if len(text) > LONGEST:
            raise RulesError("text-too-long", length=len(text), most=LONGEST)
        name, *changes = Part.of(text).cut(";")
        preset = Rules.preset(name)
        places: dict[str, Part] = {}
        options: dict[str, object] = {}
        for change in changes:
            option, word = (*change.cut("=", 1), change.after(change))[:2]
            if option in options:
                raise RulesError("option-twice", option=str(option), **place(option))
            options[str(option)] = read_option(option, word)
            places[str(option)] = option
        try:
            return preset.with_options(options)
        except RulesError as error:  # two that exclude each other: the later one is pointed at
            pair = (error.facts.get("first"), error.facts.get("second"))
            named = [part for option, part in places.items() if option in pair]
            raise RulesError(error.code, **{**error.facts, **place(named[-1])}) from None

    def with_options(self, options: Mapping[str, object]) -> Rules:
        """These rules with some options changed.

        Raises:
            RulesError: as above, and ``unknown-option``.
        """
        for name in options:
            if name not in OPTIONS:
                raise RulesError("unknown-option", option=name)
        changes: dict[str, Any] = dict(options)
        return replace(self, **changes) if changes else self

    def warnings(self) -> tuple[str, ...]:
        """Codes of what is allowed but makes no sense; :mod:`scala40.messages` has the sentences.

        >>> Rules(longest_run=14, jokers=0).warnings()
        ('long-run-without-joker',)
        """
        return ("long-run-without-joker",) if self.longest_run == 14 and not self.jokers else ()

    def changed(self, preset: str) -> dict[str, object]:
        """The options whose value differs from a preset's."""
        base = Rules.preset(preset)
        return {
            name: getattr(self, name)
            for name in OPTIONS
            if getattr(self, name) != getattr(base, name)
        }

    def __str__(self) -> str:
        name = min(PRESETS, key=lambda preset: len(self.changed(preset)))
        changes = self.changed(name)
        return ";".join([name, *(f"{n}={_word(n, value)}" for n, value in changes.items())])


OPTIONS: Final = tuple(field.name for field in fields(Rules))


def _is(value: object) -> Any:
    return lambda other: other == value


#: Pairs of options that exclude each other.
CONFLICTS: Final = (
    (("partners", _is(True)), ("reentries", bool)),
    (("reentries", bool), ("match_format", lambda value: value != "elimination")),
    (("match_format", _is("fixed-hands")), ("hands", _is(None))),
    (("hands", lambda value: value is not None), ("match_format", lambda v: v != "fixed-hands")),
    (("ace_in_hand", _is(1)), ("lone_ace_in_hand", _is(11))),
)

#: Each preset as its differences from the defaults, which are ``online``.
PRESETS: Final[Mapping[str, Mapping[str, object]]] = {
    "online": {},
    "pulita": {
        "direction": "counterclockwise",
        "opening_jokers": "forbidden",
        "discard_before_opening": "never",
        "taken_discard": "keep",
        "freed_joker": "new-meld",
        "final_discard": "required",
        "in_mano": "minus-100",
        "unopened_penalty": "count",
        "ace_in_hand": 1,
        "lone_ace_in_hand": 1,
    },
    "duello": {
        "max_players": 2,
        "taken_discard": "keep",
        "put_back": True,
        "freed_joker": "keep",
        "final_discard": "required",
        "in_mano": "double",
        "max_reshuffles": 1,
    },
    "classica": {
        "max_players": 5,
        "discard_before_opening": "never",
        "taken_discard": "keep",
        "attachable_discard": "unopened-forbidden",
        "set_joker": "any-missing",
        "freed_joker": "keep",
        "final_discard": "required",
        "in_mano": "double",
        "unopened_penalty": "count",
        "stock_exhaustion": "turn-over",
    },
    "federation": {
        "discard_before_opening": "never",
        "attachable_discard": "federation",
        "longest_run": 14,
        "final_discard": "required",
        "first_round_close": False,
        "in_mano": "double",
    },
}


@cache
def _preset(name: str) -> Rules:
    changes: dict[str, Any] = dict(PRESETS[name])
    return Rules(**changes)


def allowed(option: str) -> tuple[str, ...]:
    """What an option may be, as words; a long range of numbers as ``first-last``."""
    if option in YES_NO:
        return ("yes", "no")
    values = VALUES[option]
    if isinstance(values, tuple):
        words = values
    elif len(values) > 2:
        words = (f"{values[0]}-{values[-1]}",)
    else:
        words = tuple(str(value) for value in values)
    return (*words, NONE_WORD[option]) if option in NONE_WORD else words


def read_option(option: str, word: str) -> object:
    """The value of an option from its word, as in ``opening_points=30`` or ``put_back=yes``.

    Raises:
        RulesError: ``unknown-option``, ``bad-option``.
    """
    if option not in OPTIONS:
        raise RulesError("unknown-option", option=str(option), **place(option))
    value = _value(option, word)
    if (value is None and word != NONE_WORD.get(option)) or not _admits(option, value):
        raise RulesError(
            "bad-option",
            option=str(option),
            value=str(word),
            allowed=allowed(option),
            **place(word),
        )
    return value


def _value(option: str, word: str) -> object:
    """What a word stands for, whether the option admits it or not; None where it is no word."""
    if option in YES_NO:
        return {"yes": True, "no": False}.get(word)
    if isinstance(VALUES[option], tuple):
        return str(word)
    if word.isascii() and word.isdigit() and len(word) < 9:
        return int(word)
    return None


def _admits(option: str, value: object) -> bool:
    if option in YES_NO:
        return isinstance(value, bool)
    if value is None:
        return option in NONE_WORD
    values = VALUES[option]
    if isinstance(values, tuple):
        return value in values
    return isinstance(value, int) and not isinstance(value, bool) and value in values


def _word(option: str, value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return NONE_WORD[option] if value is None else str(value)

"""The words of the game in both languages, each with what it means under the rules of a preset."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final, NamedTuple

from scala40.cards import pack
from scala40.hand import HAND_SIZE
from scala40.messages import LANGUAGES
from scala40.rules import Rules

from ..parts import escape
from ..presets import title
from .book import Law, Line, Part, meld, opening, text
from .page import Place, document, drawn, trying


class Term(NamedTuple):
    """A word of the game: in each language the usual one first, then what it is called besides."""

    key: str
    english: tuple[str, ...]
    italian: tuple[str, ...]
    parts: Callable[[Rules], Iterable[Part]]
    lesson: str

    def words(self, language: str) -> tuple[str, ...]:
        """What it is called in a language."""
        return self.italian if language == "it" else self.english


def page(place: Place) -> dict[str, str]:
    """The glossary under the rules of a preset, by the alphabet of its language."""
    t = place.t
    heading = t("Glossary: {preset}", preset=title(place.preset, t))
    about = t("The words of Scala 40 in English and Italian, and what they mean.")
    terms = sorted(TERMS, key=lambda term: term.words(t.language)[0].casefold())
    items = "".join(
        f'<li><a href="#on-{term.key}">{escape(term.words(t.language)[0])}</a></li>'
        for term in terms
    )
    label = escape(t("On this page"))
    contents = f'<nav class="contents" aria-label="{label}"><ul>{items}</ul></nav>'
    return document(place, heading, about, [_section(term, place) for term in terms], contents)


def _section(term: Term, place: Place) -> str:
    t, rules = place.t, Rules.preset(place.preset)
    first, *others = term.words(t.language)
    named = [escape(", ".join(others))] if others else []
    named += [
        f'<span lang="{code}">{escape(", ".join(term.words(code)))}</span>'
        for code in LANGUAGES
        if code != t.language and term.words(code) != term.words(t.language)
    ]
    parts = drawn(term.parts(rules), rules, t)
    also = f'<p class="terms">{" · ".join(named)}</p>' if named else ""
    return (
        f'<section id="on-{term.key}"><h2>{escape(first)}</h2>{also}{parts}'
        f"{trying(term.lesson, first, place)}</section>"
    )


def _only(line: Line, *options: str) -> Callable[[Rules], Iterable[Part]]:
    """One sentence, and those of the rules that some options decide."""
    return lambda _rules: (line, Law(options)) if options else (line,)


def _game(rules: Rules) -> Iterator[Part]:
    yield text(
        "Italian rummy for {fewest} players and more, with {cards} cards: runs, and {needed} points"
        " to open with.",
        fewest=rules.min_players,
        cards=len(pack(rules.jokers)),
        needed=rules.opening_points,
    )


def _packs(rules: Rules) -> Iterator[Part]:
    yield text(
        "Two packs of French cards and {jokers} jokers, {cards} cards in all, shuffled together.",
        jokers=rules.jokers,
        cards=len(pack(rules.jokers)),
    )


def _deal(rules: Rules) -> Iterator[Part]:
    yield text("To hand out the cards one by one, {dealt} to each player.", dealt=HAND_SIZE)


def _opening(rules: Rules) -> Iterator[Part]:
    yield text(
        "The first melds that a player lays, worth {needed} points together.",
        needed=rules.opening_points,
    )
    yield Law(("opening_jokers",))
    yield opening("TH JH QH KH", rules)


def _set(rules: Rules) -> Iterator[Part]:
    yield text("Three or four cards of one rank, each of another suit.")
    yield meld("7C 7D 7H", rules)


def _run(rules: Rules) -> Iterator[Part]:
    yield text("Three or more cards of one suit that follow one another.")
    yield meld("5S 6S 7S", rules)


def _ace(rules: Rules) -> Iterator[Part]:
    yield text("The card that is lowest before the 2 and highest after the king.")
    yield meld("AD 2D 3D", rules)
    yield meld("QD KD AD", rules)


def _joker(rules: Rules) -> Iterator[Part]:
    yield text("The card that stands for any other in a meld, one to a meld.")
    yield Law(("set_joker",))
    yield meld("5H X 7H", rules)


def _four(rules: Rules) -> Iterator[Part]:
    yield text("A set with all the suits, to which nothing can be added.")
    yield meld("QC QD QH QS", rules)


TERMS: Final = (
    Term(
        "scala-40",
        ("Scala 40", "Scala Quaranta"),
        ("Scala 40", "Scala Quaranta", "scalaquaranta"),
        _game,
        "lesson=deck",
    ),
    Term("packs", ("packs", "decks"), ("mazzi", "carte francesi"), _packs, "lesson=deck"),
    Term(
        "rank",
        ("rank",),
        ("valore", "numero"),
        _only(text("What is written on a card: ace, a number, jack, queen or king.")),
        "lesson=sets",
    ),
    Term(
        "suit",
        ("suit",),
        ("seme",),
        _only(text("Clubs, diamonds, hearts or spades; none is worth more than another.")),
        "lesson=runs",
    ),
    Term(
        "court-cards",
        ("court cards", "face cards", "figures"),
        ("figure",),
        _only(text("Jack, queen and king. Each is worth 10 points.")),
        "lesson=counting",
    ),
    Term("ace", ("ace",), ("asso",), _ace, "lesson=counting"),
    Term("joker", ("joker", "wild card"), ("jolly", "matta", "matto"), _joker, "lesson=joker"),
    Term(
        "natural-card",
        ("natural card",),
        ("carta naturale",),
        _only(text("Any card that is not a joker. The 2s are ordinary cards here.")),
        "lesson=joker",
    ),
    Term(
        "dealer",
        ("dealer",),
        ("mazziere", "cartaio"),
        _only(text("Who deals this hand; the deal goes round."), "direction"),
        "lesson=turn",
    ),
    Term(
        "cut",
        ("cut",),
        ("alzata", "taglio"),
        _only(
            text("To divide the shuffled cards before the deal; here it is part of the shuffle.")
        ),
        "lesson=deck",
    ),
    Term("deal", ("deal",), ("distribuire", "dare le carte"), _deal, "lesson=deck"),
    Term(
        "turned-card",
        ("turned card",),
        ("carta scoperta",),
        _only(text("The card that is turned up after the deal and begins the discard pile.")),
        "lesson=turn",
    ),
    Term(
        "stock",
        ("stock", "deck"),
        ("tallone", "mazzo"),
        _only(text("The face-down cards from which one draws."), "stock_exhaustion"),
        "lesson=turn",
    ),
    Term(
        "discard-pile",
        ("discard pile",),
        ("pozzo", "mazzetto"),
        _only(
            text("The cards that were thrown, face up; only the top one can be taken."),
            "discard_before_opening",
        ),
        "lesson=discards",
    ),
    Term(
        "draw",
        ("draw",),
        ("pescare",),
        _only(text("To take a card, as the first thing in a turn.")),
        "lesson=turn",
    ),
    Term(
        "discard",
        ("discard", "throw"),
        ("scarto", "scartare"),
        _only(text("To put a card on the discard pile, which ends the turn; and that card.")),
        "practice=discard",
    ),
    Term(
        "turn",
        ("turn",),
        ("turno",),
        _only(text("Draw, lay and attach as you like, discard.")),
        "lesson=turn",
    ),
    Term(
        "round",
        ("round of turns",),
        ("giro",),
        _only(text("One turn of every player."), "first_round_close"),
        "lesson=turn",
    ),
    Term(
        "meld",
        ("meld", "combination"),
        ("combinazione",),
        _only(text("A set or a run on the table.")),
        "lesson=sets",
    ),
    Term("set", ("set",), ("tris", "gruppo", "terzetto"), _set, "lesson=sets"),
    Term("set-of-four", ("set of four", "quad"), ("poker", "quartetto"), _four, "lesson=sets"),
    Term("run", ("run", "sequence"), ("scala", "sequenza"), _run, "lesson=runs"),
    Term(
        "lay",
        ("lay", "lay down", "meld"),
        ("calare",),
        _only(text("To put a meld from the hand on the table.")),
        "lesson=opening",
    ),
    Term("opening", ("opening",), ("apertura", "aprire"), _opening, "practice=open"),
    Term(
        "attach",
        ("attach", "lay off", "add"),
        ("attaccare",),
        _only(
            text("To add a card to a meld on the table, one's own or another player's."),
            "attach_in_opening_turn",
        ),
        "lesson=attaching",
    ),
    Term(
        "swap",
        ("swap a joker", "replace a joker"),
        ("sostituire il jolly", "prendere il jolly"),
        _only(
            text("To put the card that a joker stands for in its place, and to take the joker."),
            "freed_joker",
        ),
        "lesson=freeing",
    ),
    Term(
        "pair",
        ("pair",),
        ("coppia",),
        _only(text("Two cards that one more would make into a meld.")),
        "lesson=keeping",
    ),
    Term(
        "close",
        ("close", "go out"),
        ("chiudere", "chiusura"),
        _only(text("To have no card left, which ends the hand."), "final_discard"),
        "practice=close",
    ),
    Term(
        "close-in-hand",
        ("close in hand", "going out concealed", "closed out"),
        ("chiusa", "chiudere in mano"),
        _only(text("To open and to close in the same turn."), "in_mano"),
        "lesson=closing",
    ),
    Term(
        "hand",
        ("hand", "round"),
        ("mano", "smazzata"),
        _only(text("The cards that a player holds; and the play from one deal to the closing.")),
        "lesson=closing",
    ),
    Term(
        "void-hand",
        ("void hand",),
        ("mano nulla",),
        _only(
            text("A hand that nobody closes: nobody pays, and the deal goes on."), "max_reshuffles"
        ),
        "lesson=turn",
    ),
    Term(
        "points",
        ("penalty points",),
        ("punti", "penalità"),
        _only(
            text("What the cards cost that one still holds when another player closes."),
            "joker_in_hand",
            "unopened_penalty",
        ),
        "lesson=counting",
    ),
    Term(
        "match",
        ("match",),
        ("partita",),
        _only(text("Hand after hand, until it is decided."), "match_format"),
        "lesson=closing",
    ),
    Term(
        "out",
        ("out of the match",),
        ("sballare",),
        _only(text("Whoever reaches the limit leaves the match."), "target"),
        "lesson=closing",
    ),
    Term(
        "buying",
        ("buying",),
        ("compra", "comprare"),
        _only(
            text(
                "A variant in which a discard that the next player lets go may be bought by"
                " another, who lays it at once and draws a card as its price."
            )
        ),
        "lesson=discards",
    ),
    Term(
        "scala-30",
        ("Scala Trenta", "Scala 30"),
        ("Scala Trenta", "Scala 30"),
        _only(text("The variant in which 30 points are enough to open.")),
        "practice=open",
    ),
    Term(
        "scala-50",
        ("Scala Cinquanta", "Scala 50"),
        ("Scala Cinquanta", "Scala 50"),
        _only(text("The variant in which one opens with 50 points.")),
        "practice=open",
    ),
    Term(
        "partners",
        ("partners",),
        ("coppie", "a coppie"),
        _only(text("The variant for four players, two against two, with one total for each pair.")),
        "lesson=closing",
    ),
    Term(
        "out-card",
        ("live out",),
        ("carta utile",),
        _only(text("A card that would help you now and that nobody has shown yet.")),
        "lesson=keeping",
    ),
)

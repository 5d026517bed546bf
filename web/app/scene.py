"""What is on the screen, as values: the session fills a scene in, the views draw it.

A scene holds everything that can be seen and nothing else, with every sentence ready in the
player's language. It knows no rules: whether a button is lit was asked of the engine before.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

from scala40.cards import Card
from scala40.levels import Level

Order = Literal["suit", "rank", "melds", "hand"]
Pace = Literal["slow", "normal", "fast", "off"]
#: When the coach speaks: never, when it is asked, or by itself too.
Teach = Literal["off", "asked", "always"]
#: What a lesson says may be the task, a hint, that it is done, or that something went wrong.
Tone = Literal["task", "hint", "done", "wrong"]
#: What lies over the page besides what the match asks.
Panel = Literal["", "menu", "settings", "keys", "pile", "invitation"]


class Rival(NamedTuple):
    """An opponent as the menu has it."""

    name: str
    level: Level = "normal"


#: The opponents that sit down where nobody else is named, clockwise from the person's left.
RIVALS: Final = tuple(map(Rival, ("Anna", "Bruno", "Carla", "Dario", "Elena")))


class Settings(NamedTuple):
    """What the person likes, from match to match."""

    order: Order = "suit"  # how the hand is sorted
    pace: Pace = "normal"  # of the opponents' steps, and of what moves
    language: Literal["", "en", "it"] = ""  # the browser's where it is empty
    theme: Literal["system", "light", "dark"] = "system"
    deck: Literal["four", "two"] = "four"  # colours of the suits
    large: bool = False  # larger signs in the corners of the cards
    left: bool = False  # for the left hand
    sound: bool = False
    confirm: bool = True  # ask before a joker is thrown
    letters: bool = True  # single characters act as keys
    best: bool = False  # a button puts the best opening together
    teach: Teach = "off"  # when the coach speaks
    rules: str = "online"  # of the next match, and so the two below
    opponents: int = 3
    rivals: tuple[Rival, ...] = RIVALS  # always five


class Action(NamedTuple):
    """A button. ``verb`` and ``arg`` are the event it sends back to the session.

    A greyed button (``enabled`` false) can still be pressed: the session answers with ``why``.
    """

    verb: str
    label: str
    arg: str = ""
    enabled: bool = True
    primary: bool = False
    why: str = ""


class Seat(NamedTuple):
    """One player as the others see them. ``total`` is in penalty points."""

    seat: int
    name: str
    cards: int
    total: int
    opened: bool
    acting: bool
    dealer: bool
    out: bool
    said: str = ""  # what this player did last, one short sentence
    level: str = ""  # how well an opponent plays, in a word
    strength: int = 0  # the same as a number from 1 to 4
    shown: tuple[Card, ...] = ()  # the cards, where they lie open


class HandCard(NamedTuple):
    """A card of the own hand. ``key`` tells the two copies of a card apart: ``7H.0``, ``7H.1``."""

    key: str
    card: Card
    chosen: bool = False
    fresh: bool = False  # it came this turn


class TableMeld(NamedTuple):
    """A meld on the table, ``T1`` … in the order laid. ``lit``: the chosen card can go there."""

    number: int
    owner: str
    mine: bool
    cards: tuple[Card, ...]
    points: int
    lit: bool = False
    fresh: tuple[int, ...] = ()  # places in ``cards`` that changed with the last action


class Staged(NamedTuple):
    """A meld put together but not laid yet, with its worth; a press takes it back."""

    number: int
    cards: tuple[Card, ...]
    points: int


class Choice(NamedTuple):
    """One answer to a question, with the cards it would make (may be empty)."""

    number: int
    label: str
    cards: tuple[Card, ...] = ()


class Question(NamedTuple):
    """Something only the player can decide: a joker's reading, which meld, attach or swap."""

    title: str
    choices: tuple[Choice, ...]


class ScoreRow(NamedTuple):
    """One player's line of a hand's score sheet. ``cards`` is the hand that was left."""

    name: str
    cards: tuple[Card, ...]
    points: int
    total: int
    note: str  # "closed", "never opened: 100", "out" …
    closed: bool
    out: bool
    mine: bool


class ScoreSheet(NamedTuple):
    """The end of a hand or of the match."""

    title: str
    subtitle: str
    rows: tuple[ScoreRow, ...]
    actions: tuple[Action, ...]
    match_over: bool


class Notice(NamedTuple):
    """One sentence in answer to the last thing done; ``tone`` is ``info`` or ``refusal``."""

    text: str
    tone: str = "info"
    lesson: str = ""  # the one that teaches what it is about


class Line(NamedTuple):
    """A way to end a turn, and the hand it leaves (None where that cannot be told)."""

    title: str
    told: str
    hand: tuple[Card, ...] | None
    points: int


class Task(NamedTuple):
    """What a lesson says: the task, or what came of the last attempt at it."""

    text: str
    tone: Tone = "task"
    aid: Action | None = None  # for those who are stuck
    lines: tuple[Line, ...] = ()  # side by side, once it is over


class DrawForDeal(NamedTuple):
    """What one player drew when it was found out who deals first; ``lowest``: that one deals."""

    name: str
    cards: tuple[Card, ...]
    lowest: bool


class TableScene(NamedTuple):
    """The card table in play, with whatever lies over it (question, pile, score sheet)."""

    heading: str  # "Hand 2 · to 101 · Online"
    opponents: tuple[Seat, ...]
    me: Seat
    stock: int
    stock_lit: bool
    discard: tuple[Card, ...]  # bottom to top
    discard_lit: bool
    melds: tuple[TableMeld, ...]
    hand: tuple[HandCard, ...]
    staged: tuple[Staged, ...]
    staged_text: str  # "31 of 40", or empty
    prompt: str  # what to do now, one sentence
    notice: Notice | None
    actions: tuple[Action, ...]
    log: tuple[str, ...]  # what happened in this hand, oldest first
    question: Question | None = None
    sheet: ScoreSheet | None = None
    panel: Panel = ""
    settings: Settings = Settings()
    preset: str = "online"  # whose rules are in force
    staged_goal: int = 0  # points the staged melds must reach to open; 0 once opened
    links: tuple[tuple[str, str], ...] = ()  # to this deal and position: what it is called, where
    lay_lit: bool = False  # the chosen cards can be laid or put together
    throw_lit: bool = False  # the chosen card can be thrown
    draw_for_deal: tuple[DrawForDeal, ...] = ()  # before the first turn of a match
    draw_text: str = ""  # who deals, one sentence
    task: Task | None = None  # in a lesson
    hint: Action | None = None  # what asks the coach
    coach: str = ""  # what the coach says


class MenuScene(NamedTuple):
    """The first screen. It is drawn at build time too, so that it is there before Python is."""

    rules: str = "online"
    opponents: int = 3
    rivals: tuple[Rival, ...] = RIVALS
    deal: str = ""
    position: str = ""  # what a link brought, as text
    notice: Notice | None = None
    settings: Settings = Settings()
    panel: Panel = ""

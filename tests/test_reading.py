"""The pages to read say what the seeds of the game ask for, and nothing that is not so."""

from __future__ import annotations

import io
import re
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from html import unescape
from itertools import permutations
from os.path import normpath
from pathlib import Path, PurePosixPath

import pytest

import build
from app.link import read_link
from app.reading import glossary, history, questions, rulebook, strategy
from app.reading.book import LESSONS, Entry, Law, Line, Part, Picture, law
from app.reading.library import pages, places
from app.reading.page import KINDS
from scala40.cards import JOKER, NATURALS, Card, card, cards, pack
from scala40.hand import deal_hand
from scala40.messages import LANGUAGES, REASONS, catalogue
from scala40.partition import plain_split
from scala40.rules import PRESETS, Rules
from tests.brute import is_run, is_set
from tests.positions import play, position
from tests.translations import marked

ROOT = Path(__file__).parents[1]
WRITTEN = dict(pages())
ALL_RULES = [(name, Rules.preset(name)) for name in PRESETS]
each_preset = pytest.mark.parametrize("rules", [r for _, r in ALL_RULES], ids=list(PRESETS))

Expected = Callable[[Rules], object]

#: The words that the seeds use for the things of the game.
ENGLISH_TERMS = """Scala Quaranta|Scala 40|court cards|face cards|figures|ace|joker|wild card
natural card|decks|packs|rank|suit|dealer|cut|deal|stock|deck|discard pile|draw|discard|turn|meld
combination|set|run|sequence|lay down|lay off|add|opening|replace a joker|swap a joker|go out
closed out|going out concealed|penalty points|hand|round|match|buying|Scala Trenta|Scala Cinquanta
partners|pair"""
ITALIAN_TERMS = """Scala Quaranta|apertura|aprire|scala|gruppo|terzetto|tris|quartetto|matto|matta
jolly|compra|chiusa|chiudere in mano|chiudere|mazzetto|mazzo|pozzo|tallone|cartaio|figure|asso
combinazione|calare|attaccare|pescare|scartare|scarto|mano|giro|partita|sballare|punti
carte francesi"""
#: The questions of the seeds by what they ask for, and the entries that answer.
QUESTIONS = {
    "how many cards": "cards",
    "opening points": "opening",
    "an opponent's melds": "adding",
    "jokers in a meld": "jokers",
    "winning": "win",
    "free": "free",
    "against the computer": "computer",
    "points to open": "opening",
    "worth of a joker": "joker",
    "ace 1 or 11": "ace",
    "taking the discard": "taking",
    "going out in one go": "in-hand",
    "on a phone": "phone",
}
#: The tips of the seeds in a word, and the entries that explain them.
TIPS = {
    "plan the opening from the first deal": "plan",
    "tens and aces reach forty fast": "fast",
    "no jokers in the opening": "jokers",
    "melds that can grow": "grow",
    "attach first": "attach",
    "do not discard the useful": "feed",
    "watch what is taken": "watch",
    "release jokers": "late",
    "the quiet player": "quiet",
    "open early": "early",
    "shed high cards": "high",
    "take jokers back": "swap",
    "keep pairs": "pairs",
    "count what is gone": "count",
}


def words(listed: str) -> list[str]:
    return [word for line in listed.splitlines() for word in line.split("|")]


def entries() -> Iterator[tuple[str, Entry | glossary.Term]]:
    for kind, module in (("strategy", strategy), ("questions", questions), ("history", history)):
        yield from ((kind, entry) for entry in module.ENTRIES)
    yield from (("glossary", term) for term in glossary.TERMS)


def parts(rules: Rules) -> Iterator[tuple[str, Part]]:
    """Everything that is said and shown under these rules, with the kind and key of its entry."""
    for kind, entry in entries():
        yield from ((f"{kind} {entry.key}", part) for part in entry.parts(rules))
    for shown in rulebook.SHOWN:
        yield from ((f"rules {shown.key}", part) for part in shown.pictures(rules))


def lines(rules: Rules) -> Iterator[tuple[str, Line]]:
    for key, part in parts(rules):
        if isinstance(part, Line):
            yield key, part
        elif isinstance(part, Picture):
            yield key, part.caption


# --- all that was asked for is there -------------------------------------------------------------


def test_every_term_of_the_seeds_is_explained() -> None:
    english = {word for term in glossary.TERMS for word in term.english}
    italian = {word for term in glossary.TERMS for word in term.italian}
    assert set(words(ENGLISH_TERMS)) <= english
    assert set(words(ITALIAN_TERMS)) <= italian
    for language in LANGUAGES:
        firsts = [term.words(language)[0] for term in glossary.TERMS]
        assert len(set(firsts)) == len(firsts)


def test_every_question_of_the_seeds_is_answered_and_every_tip_explained() -> None:
    assert set(QUESTIONS.values()) <= {entry.key for entry in questions.ENTRIES}
    assert set(TIPS.values()) == {entry.key for entry in strategy.ENTRIES}


@each_preset
def test_every_entry_says_something_and_every_tip_shows_cards(rules: Rules) -> None:
    for kind, entry in entries():
        found = list(entry.parts(rules))
        assert found, entry.key
        if kind == "strategy":
            assert any(isinstance(part, Picture) for part in found), entry.key


@each_preset
def test_the_rules_that_are_quoted_are_those_in_force(rules: Rules) -> None:
    for key, part in parts(rules):
        if isinstance(part, Law):
            for language in LANGUAGES:
                told = [line for o in part.options for line in law(o, rules, catalogue(language))]
                assert told, key


def test_answers_follow_the_rules() -> None:
    told = {
        name: " ".join(law("unopened_penalty", rules, catalogue("en"))) for name, rules in ALL_RULES
    }
    assert "100 points, whatever they hold" in told["online"]
    assert "in the same way" in told["pulita"]


# --- the way from page to page -------------------------------------------------------------------


def links(body: str) -> list[str]:
    return [unescape(link) for link in re.findall(r'href="([^"]*)"', body)]


def ids(body: str) -> list[str]:
    return re.findall(r'<section id="([^"]*)"', body)


def test_every_link_leads_to_a_page_to_a_section_or_into_the_game() -> None:
    for path, texts in WRITTEN.items():
        body = re.sub(r"<svg.*?</svg>", "", texts["body"], flags=re.DOTALL)
        for link in links(body):
            to, _, fragment = link.partition("#")
            reached = normpath(PurePosixPath(path).parent / to) if to else path
            if reached == ".":
                if fragment:
                    lesson, _, rules = fragment.partition("&")
                    assert lesson in LESSONS, link
                    assert read_link(f"#{rules}").rules in PRESETS
                    kind, _, name = lesson.partition("=")
                    if name:  # the game knows it by that name
                        assert getattr(read_link(f"#{fragment}"), kind) == name
            else:
                assert reached in WRITTEN, (path, link)
                assert not fragment or fragment in ids(body), (path, link)


def test_every_page_leads_to_all_kinds_to_the_other_language_and_to_the_game() -> None:
    assert len(WRITTEN) == len(LANGUAGES) * (4 * len(PRESETS) + 1)
    for path, texts in WRITTEN.items():
        here = PurePosixPath(path).parent
        reached = {normpath(here / link.partition("#")[0]) for link in links(texts["body"])}
        assert "." in reached
        assert {each.partition("/")[0] for each in reached} >= {*KINDS}
        others = {each.split("/")[1] for each in reached if each.startswith(here.parts[0])}
        assert others >= {*LANGUAGES}
        alternates = {normpath(here / link) for link in links(texts["alternates"])}
        assert alternates <= {*WRITTEN}
        assert len(alternates) == len(LANGUAGES)


def test_every_section_can_be_tried_in_the_rules_of_its_page() -> None:
    tried = set()
    for place in places():
        body = WRITTEN[place.path]["body"]
        into = [link.partition("#")[2] for link in links(body) if link.startswith("../../#")]
        assert len(into) == len(ids(body)) == len(set(ids(body)))
        assert all(link.endswith(f"&rules={place.preset}") for link in into)
        tried |= {link.partition("&")[0] for link in into}
    assert tried == {*LESSONS}


def test_search_engines_find_each_page_by_a_title_and_a_description_of_its_own() -> None:
    for code in LANGUAGES:
        mine = [texts for texts in WRITTEN.values() if texts["language"] == code]
        assert len({texts["title"] for texts in mine}) == len(mine)
        assert all(30 < len(texts["about"]) < 300 for texts in mine)


def test_the_game_does_not_carry_these_pages_with_it() -> None:
    for name in ("app", *build.LATER):
        archive = zipfile.ZipFile(io.BytesIO(build.sources(name)))
        assert not any("reading" in path for path in archive.namelist())


# --- what is claimed is so -----------------------------------------------------------------------


def placed(shown: tuple[Card, ...]) -> tuple[Card, ...] | None:
    """Cards as the meld that they are, a joker without a place put somewhere; None for no meld."""
    ways = [shown]
    if JOKER in shown:
        at = shown.index(JOKER)
        ways = [(*shown[:at], JOKER.standing_for(c), *shown[at + 1 :]) for c in NATURALS]
    return next((way for way in ways if is_run(way, LONG) or is_set(way)), None)


#: Under these a run may be as long as it can be anywhere.
LONG = Rules.preset("federation")


def worth(laid: tuple[Card, ...]) -> int:
    """What a meld is worth, counted by hand."""
    low = is_run(laid, LONG) and laid[0].rank == 1
    points = [11 if c.rank == 1 else min(c.rank, 10) for c in laid]
    return sum(points) - (10 if low else 0)


def price(held: str, rules: Rules) -> int:
    """What a hand costs that has opened, counted by hand."""
    prices = [
        25 if c == JOKER else rules.ace_in_hand if c.rank == 1 else min(c.rank, 10)
        for c in cards(held)
    ]
    return sum(prices)


@each_preset
def test_cards_are_marked_right_only_where_they_are_and_their_points_are_right(
    rules: Rules,
) -> None:
    marked_wrong = 0
    for key, part in parts(rules):
        if not isinstance(part, Picture) or part.right is None:
            continue
        melds = [placed(group) for group in part.groups]
        total = sum(worth(meld) for meld in melds if meld)
        jokers = any(c.is_joker for group in part.groups for c in group)
        barred = jokers and rules.opening_jokers == "forbidden"
        if part.right:
            assert all(melds), key
            assert part.caption.facts["points"] == total, key
            if "open" in str(part.caption.english):
                assert total >= rules.opening_points, key
                assert not barred, key
        else:
            marked_wrong += 1
            if part.caption.english == REASONS["joker-in-opening"]:
                assert barred, key
            elif part.caption.english == REASONS["opening-short"]:
                assert part.caption.facts["points"] == total < rules.opening_points, key
            else:
                assert not all(melds), key
    assert marked_wrong > 8


def takes(meld: str) -> tuple[Card, ...]:
    """The kinds that can be added to a meld, by trying all."""
    laid = cards(meld)
    ways = {c: ((c, *laid), (*laid, c)) for c in NATURALS}
    sets = {c: tuple(sorted((*laid, c), key=lambda each: each.suit)) for c in NATURALS}
    runs = [c for c in NATURALS if any(is_run(way, LONG) for way in ways[c])]
    return tuple(sorted({*runs, *(c for c in NATURALS if is_set(sets[c]))}))


def melds_with(one: Card, other: Card) -> bool:
    """Whether a third natural card makes a meld of these two, by trying all."""
    for third in NATURALS:
        trio = (one, other, third)
        if is_set(trio) or any(is_run(order, LONG) for order in permutations(trio)):
            return True
    return False


PLAN = "TS JS QS 9C 9D 6D 7D 3H 5H KC AC 2S 8H"
QUIET = "AC AD AH 9S TS JS QC QD QH QS 4D 5D 6D 8C"


def opens(held: tuple[Card, ...], rules: Rules) -> bool:
    keep, needed = int(rules.final_discard == "required"), rules.opening_points
    return plain_split(held, rules, goal="points", keep=keep, opening=needed) is not None


def plan_outs(rules: Rules) -> tuple[Card, ...]:
    held = cards(PLAN)
    return tuple(c for c in (*NATURALS, JOKER) if opens((*held, c), rules))


def points_of_plan(rules: Rules) -> int:
    split = plain_split(cards(PLAN), rules, goal="points")
    assert split is not None
    return split.points


def copies_of_plan(rules: Rules) -> int:
    left = Counter(pack(rules.jokers))
    left.subtract(cards(PLAN))
    return sum(left[c] for c in plan_outs(rules))


def deals_that_open(rules: Rules) -> int:
    states = [deal_hand(rules, seats=2, order=(0, 1), deal=deal) for deal in range(strategy.DEALS)]
    return sum(opens((*state.hand, state.stock[0]), rules) for state in states)


def fed(rules: Rules) -> tuple[Card, ...]:
    eaten = {*takes("TS JS QS"), *takes("7C 7D 7H")}
    return tuple(sorted(c for c in cards("9S KS 7S 4D 2H") if c in eaten))


def attached(rules: Rules) -> tuple[Card, ...]:
    before = position(str(rules), hand="4H 8H 9H KC 2D", table=["5H 6H 7H", "TC TD TS"], round=3)
    actions = ("attach 8H T1", "attach 4H T1", "attach 9H T1", "discard KC")
    return play(before, *actions).hands[0]


def after_the_swap(rules: Rules) -> int:
    before = position(str(rules), hand="6H KS KD 2C 9D", table=["5H X=6H 7H"], round=3)
    after = play(before, "swap 6H T1", "lay KD X=KH KS", "discard 9D")
    return price(" ".join(map(str, after.hands[0])), rules)


def thrown_at_last(rules: Rules) -> Card:
    before = position(str(rules), hand=QUIET, opened=False, round=3)
    melds = "lay AC AD AH | 9S TS JS | QC QD QH QS | 4D 5D 6D"
    after = play(before, melds, "discard 8C")
    assert after.end is not None
    assert after.end.in_mano
    return card("8C")


def opened_early(rules: Rules) -> tuple[tuple[Card, ...], ...]:
    held = "TH JH QH KH 5C 5D 5S KS 9D 8S 3D 2H AC"
    play(position(str(rules), hand=held, opened=False, round=3), "lay TH JH QH KH | 5C 5D 5S")
    return cards("TH JH QH KH"), cards("5C 5D 5S")


def unopened(held: str) -> Expected:
    return lambda rules: 100 if rules.unopened_penalty == "flat-100" else price(held, rules)


#: Every fact of the pages reckoned once more, some ways by hand; several where it is told twice.
EXPECTED: dict[str, Expected] = {
    "strategy plan needed": lambda rules: 40,
    "strategy plan points": points_of_plan,
    "strategy plan outs": plan_outs,
    "strategy plan kinds": lambda rules: len(plan_outs(rules)),
    "strategy plan copies": copies_of_plan,
    "strategy early kept": unopened("TH JH QH KH 5C 5D 5S KS 9D 8S 3D 2H AC"),
    "strategy early melds": opened_early,
    "strategy early left": lambda rules: price("KS 9D 8S 3D 2H AC", rules),
    "strategy early last": lambda rules: strategy.DEALS - 1,
    "strategy early found": deals_that_open,
    "strategy jokers melds": lambda rules: (cards("3S 4S 5S"), cards("QC QD QH")),
    "strategy jokers points": lambda rules: worth(cards("3S 4S 5S")) + worth(cards("QC QD QH")),
    "strategy jokers cost": lambda rules: 25,
    "strategy count jokers": lambda rules: 2,  # of four, one in the hand and one on the table
    "strategy count cards": lambda rules: cards("JD AD"),
    "strategy count copies": lambda rules: 2,  # one of each is on the pile
    "strategy count kings": lambda rules: 3,  # of eight, three laid, one thrown, one held
    "strategy pairs nines": lambda rules: 1,  # the other 9S
    "strategy pairs run": lambda rules: 2,  # both 6H; both 9H are gone
    "strategy grow takes": lambda rules: [
        takes(meld) for meld in ("TS JS QS", "QS KS AS", "7C 7D 7H", "7C 7D 7H 7S")
    ],
    "strategy attach before": lambda rules: price("4H 8H 9H KC 2D", rules),
    "strategy attach after": attached,
    "strategy attach cost": lambda rules: price(" ".join(map(str, attached(rules))), rules),
    "strategy feed fed": fed,
    "strategy feed safe": lambda rules: cards("4D 2H"),
    "strategy watch others": lambda rules: tuple(
        c for c in NATURALS if c != card("8H") and melds_with(card("8H"), c)
    ),
    "strategy high cost": lambda rules: [price("KC KD JH", rules), price("4S 3D 2C", rules)],
    "strategy high ace": lambda rules: rules.ace_in_hand,
    "strategy swap card": lambda rules: card("6H"),
    "strategy swap before": lambda rules: price("6H KS KD 2C 9D", rules),
    "strategy swap after": after_the_swap,
    "strategy late before": lambda rules: price("X 4D 9S", rules),
    "strategy late after": lambda rules: price("4D 9S", rules),
    "strategy quiet left": thrown_at_last,
    "strategy quiet usual": lambda rules: price("KC 9D 4S", rules),
    "strategy quiet pays": lambda rules: (
        price("KC 9D 4S", rules) * (2 if rules.in_mano == "double" else 1)
    ),
    "strategy quiet total": lambda rules: 60,
    "strategy quiet closer": lambda rules: -40 if rules.in_mano == "minus-100" else 60,
    "questions cards cards": lambda rules: 108,
    "questions cards jokers": lambda rules: 4,
    "questions cards dealt": lambda rules: 13,
    "questions players players": lambda rules: rules.max_players,
    "questions players fewest": lambda rules: rules.min_players,
    "questions players most": lambda rules: rules.max_players,
    "questions opening needed": lambda rules: 40,
    "questions ace ace": lambda rules: rules.ace_in_hand,
    "questions unopened unopened": unopened("KC KD 9S 9H 4D X"),
    "questions unopened opened": lambda rules: price("KC KD 9S 9H 4D X", rules),
    "questions computer others": lambda rules: rules.max_players - 1,
    "questions computer levels": lambda rules: 4,
    "history many presets": lambda rules: 5,
    "glossary scala-40 fewest": lambda rules: 2,
    "glossary scala-40 cards": lambda rules: 108,
    "glossary scala-40 needed": lambda rules: 40,
    "glossary packs jokers": lambda rules: 4,
    "glossary packs cards": lambda rules: 108,
    "glossary deal dealt": lambda rules: 13,
    "glossary opening needed": lambda rules: 40,
    "rules table card": lambda rules: [cards("8H"), cards("6H")],
    "rules closing card": lambda rules: cards("9C"),
    "rules points points": lambda rules: price("AS X 9D KC 4H", rules),
}


@each_preset
def test_every_number_and_every_card_named_is_reckoned_once_more(rules: Rules) -> None:
    told: dict[str, list[object]] = {}
    for key, part in parts(rules):
        line = part.caption if isinstance(part, Picture) else part
        if isinstance(line, Line) and getattr(part, "right", None) is None:
            for name, fact in line.facts.items():
                if not (key.startswith("strategy") and name in STUDY):
                    told.setdefault(f"{key} {name}", []).append(fact)
    assert told.keys() <= EXPECTED.keys()
    for name, facts in told.items():
        wanted = EXPECTED[name](rules)
        several = wanted if isinstance(wanted, list) else [wanted]
        if name == "strategy jokers melds":
            facts = [tuple(meld.cards for meld in facts[0])]  # type: ignore[attr-defined]
        assert facts == several, name


def test_no_expectation_is_idle() -> None:
    told = {
        f"{key} {name}"
        for _, rules in ALL_RULES
        for key, line in lines(rules)
        for name in line.facts
    }
    assert EXPECTED.keys() <= told


#: What the pages tell of the study, with the words that tell it in its report.
STUDY = {
    "point": (0.6, "a point towards the threshold is worth 0.6"),
    "ready": (20, "the certainty to open with the next card 20"),
    "card": (10, "a card less is worth about 10 points"),
    "out": (0.2, "an unseen card that completes a pair 0.2"),
    "always": (20.7, "gave 20.7 ± 4.2 points a hand against *normal* without it"),
    "always_margin": (4.2, "gave 20.7 ± 4.2 points a hand against *normal* without it"),
    "back": (28.9, "and 28.9 ± 4.7 with it"),
    "back_margin": (4.7, "and 28.9 ± 4.7 with it"),
}


def test_what_is_told_of_our_study_is_in_its_report() -> None:
    report = " ".join((ROOT / "docs" / "strength.md").read_text("utf-8").split())
    told = {
        name: fact
        for _, rules in ALL_RULES
        for key, line in lines(rules)
        for name, fact in line.facts.items()
        if key.startswith("strategy")
        and name in STUDY
        and isinstance(fact, int | float)
        and not isinstance(fact, Card)
    }
    assert told == {name: fact for name, (fact, _) in STUDY.items()}
    for _, words_of_report in STUDY.values():
        assert words_of_report in report
    assert "points in the hand matter only when somebody is near to closing" in report
    assert "and nothing (-0.3 ± 0.5) for one that follows the exact best turn" in report


def test_numbers_are_facts_and_not_part_of_a_text() -> None:
    """But for ranks and their worth, names of variants, and what all rules share."""
    folder = build.WEB / build.READING
    found = {
        number
        for path in folder.glob("*.py")
        for texts in marked(path.read_text("utf-8"))
        for text in texts
        for number in re.findall(r"\d+", text)
    }
    assert found <= {"0", "1", "2", "3", "5", "10", "11", "30", "40", "50", "52", "100"}

"""The views draw every scene as sound HTML, with a name on all that can be pressed."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from html.parser import HTMLParser

import pytest

import build
from app import views
from app.menu import menu_page, regions
from app.presets import offers
from app.scene import (
    Action,
    Choice,
    HandCard,
    MenuScene,
    Notice,
    Question,
    Rival,
    ScoreRow,
    ScoreSheet,
    Seat,
    Staged,
    TableMeld,
    TableScene,
)
from scala40 import faces
from scala40.cards import CARDS, card, cards
from scala40.messages import ENGLISH, LANGUAGES, catalogue
from scala40.prose import rules_text
from scala40.rules import PRESETS, Rules

HOSTILE = "<script>alert('\"&')</script>"
VOID = {"input"}


class Page(HTMLParser):
    """Reads HTML, and fails where a tag is not closed or an attribute is given twice."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.buttons: list[tuple[dict[str, str | None], str]] = []
        self._open: list[str] = []
        self._text = ""
        self._muted = 0
        self.feed(html)
        self.close()
        assert not self._open, f"left open: {self._open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        assert len(named) == len(attrs), f"an attribute twice: {attrs}"
        self.elements.append((tag, named))
        if tag in VOID:
            return
        self._open.append(tag)
        if named.get("aria-hidden") == "true" or self._muted:
            self._muted += 1
        if tag == "button":
            self.buttons.append((named, ""))
            self._text = ""

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag
        self._muted = max(0, self._muted - 1)
        if tag == "button":
            self.buttons[-1] = (self.buttons[-1][0], " ".join(self._text.split()))

    def handle_data(self, data: str) -> None:
        if not self._muted:
            self._text += data

    @property
    def ids(self) -> list[str]:
        return [named["id"] or "" for _, named in self.elements if "id" in named]

    def spoken(self, element: str) -> str:
        return next(text for named, text in self.buttons if named["id"] == element)


def seat(number: int, name: str) -> Seat:
    return Seat(
        number, name, 13, 34, opened=True, acting=True, dealer=True, out=True, said=f"{name} drew"
    )


def scene(opponents: int = 1, name: str = "Anna") -> TableScene:
    meld = TableMeld(
        1, name, mine=False, cards=cards("5H X=6H 7H"), points=18, lit=True, fresh=(1,)
    )
    return TableScene(
        heading=f"Hand 2 · {name}",
        opponents=tuple(seat(number, name) for number in range(1, opponents + 1)),
        me=seat(0, "You"),
        stock=43,
        stock_lit=True,
        discard=cards("4D KC 2S TH 8C QD 7H"),
        discard_lit=True,
        melds=(meld,),
        hand=(
            HandCard("7H.0", card("7H"), chosen=True),
            HandCard("7H.1", card("7H"), fresh=True),
            HandCard("X.0", card("X")),
        ),
        staged=(Staged(0, cards("9C 9D 9S"), 27), Staged(1, cards("AC X=2C 3C"), 6)),
        staged_text="33 of 40",
        staged_goal=40,
        prompt=f"{name} is thinking.",
        notice=Notice(f"{name} has not opened.", "refusal"),
        actions=(
            Action("open", "Open", enabled=False, why=f"33 of 40, {name}"),
            Action("discard", "Discard", primary=True),
        ),
        log=(f"{name} drew.", f"{name} threw the king."),
    )


def sheet(name: str, *, match_over: bool) -> ScoreSheet:
    rows = (
        ScoreRow("You", (), 0, 42, "closed", closed=True, out=False, mine=True),
        ScoreRow(name, cards("7H 7H X"), -39, 3, name, closed=False, out=True, mine=False),
    )
    return ScoreSheet(name, name, rows, (Action("next", name, primary=True),), match_over)


def overlaid(name: str) -> Iterator[TableScene]:
    table = scene(2, name)
    choices = (Choice(0, name, cards("QS KS X=AS")), Choice(1, name))
    yield table._replace(panel="menu")
    yield table._replace(panel="settings")
    yield table._replace(panel="keys")
    yield table._replace(question=Question(name, choices))
    yield table._replace(panel="pile")
    yield table._replace(sheet=sheet(name, match_over=False))
    yield table._replace(sheet=sheet(name, match_over=True))


def bare(table: TableScene) -> TableScene:
    return table._replace(
        stock=0, discard=(), melds=(), hand=(), staged=(), notice=None, actions=(), log=()
    )


def whole(table: TableScene) -> Page:
    return Page("".join(views.table(table, ENGLISH).values()))


@pytest.mark.parametrize("opponents", range(1, 6))
def test_every_region_is_sound_for_two_to_six_players(opponents: int) -> None:
    regions = views.table(scene(opponents), ENGLISH)
    for html in regions.values():
        Page(html)
    seats = [name for name in Page(regions["opponents"]).ids if name.startswith("seat-")]
    assert seats == [f"seat-{number}" for number in range(1, opponents + 1)]


@pytest.mark.parametrize("table", [scene(), bare(scene()), *overlaid("Anna")])
def test_ids_are_unique_and_fill_the_skeleton(table: TableScene) -> None:
    skeleton = Page(views.table_skeleton(ENGLISH))
    ids = skeleton.ids + whole(table).ids
    assert len(ids) == len(set(ids))
    assert views.table(table, ENGLISH).keys() <= set(skeleton.ids)


@pytest.mark.parametrize("table", [scene(), bare(scene()), *overlaid("Anna")])
def test_whatever_can_be_pressed_says_what_it_is(table: TableScene) -> None:
    page = whole(table)
    for named, text in page.buttons:
        assert text, named
        assert named["type"] == "button"
        assert "data-do" in named or "popovertarget" in named
    assert not any(name.startswith("on") or name == "style" for _, a in page.elements for name in a)


@pytest.mark.parametrize("table", [scene(5, HOSTILE), *overlaid(HOSTILE)])
def test_hostile_text_stays_text(table: TableScene) -> None:
    page = whole(table)
    assert "script" not in {tag for tag, _ in page.elements}
    assert not any("alert" in name for _, named in page.elements for name in named)


def test_hostile_menu_text_stays_text() -> None:
    hostile = MenuScene(
        position=HOSTILE, rivals=(Rival(HOSTILE),), deal=f'"{HOSTILE}', notice=Notice(HOSTILE)
    )
    page = Page(regions(hostile, ENGLISH)["menu"])
    assert "script" not in {tag for tag, _ in page.elements}
    (deal,) = (named for _, named in page.elements if named.get("name") == "deal")
    assert deal["value"] == f'"{HOSTILE}'


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_menu_offers_every_preset_by_what_sets_it_apart(language: str) -> None:
    offered = list(offers(catalogue(language)))
    assert [offer.name for offer in offered] == list(PRESETS)
    assert len({offer.blurb for offer in offered}) == len(PRESETS)
    for offer in offered:
        rules = Rules.preset(offer.name)
        prose = " ".join(
            paragraph
            for section in rules_text(rules, catalogue(language))
            for paragraph in section.paragraphs
        )
        assert offer.rules == offer.name
        assert all(sentence.strip(".") in prose for sentence in offer.blurb.split(". "))
        assert offer.max_opponents == rules.max_players - 1


def test_a_menu_links_to_what_there_is_to_read_on_every_preset_in_its_language() -> None:
    for language in LANGUAGES:
        page = Page(regions(MenuScene(), catalogue(language))["menu"])
        links = {named["href"] for tag, named in page.elements if tag == "a"}
        pages = {
            f"{kind}/{language}/{name}.html" for kind in ("rules", "strategy") for name in PRESETS
        }
        listed = {"en": "notebooks/index.html", "it": "notebooks/it.html"}
        assert links == pages | {listed[language]}


def test_cards_of_the_hand_say_their_name_and_their_state() -> None:
    page = whole(scene())
    assert page.spoken("h-7H.0") == "7 of hearts, 1 of 3, chosen"
    assert page.spoken("h-7H.1") == "7 of hearts, 2 of 3, new"
    assert page.spoken("h-X.0") == "joker, 3 of 3"
    pressed = {named["id"]: named.get("aria-pressed") for named, _ in page.buttons}
    assert (pressed["h-7H.0"], pressed["h-7H.1"]) == ("true", "false")


def test_a_meld_says_whose_it_is_and_what_its_joker_stands_for() -> None:
    assert whole(scene()).spoken("T1") == (
        "Anna: 5 of hearts, joker as 6 of hearts, 7 of hearts, 18 points"
    )


def test_a_greyed_action_can_be_pressed_and_says_why() -> None:
    named = next(named for named, text in whole(scene()).buttons if text == "Open")
    assert named["aria-disabled"] == "true"
    assert named["title"] == "33 of 40, Anna"
    assert "disabled" not in named


def test_every_card_has_a_face_of_signs_that_the_sprite_holds_and_its_own_name() -> None:
    held = set(Page(faces.SPRITE).ids)
    for shown in CARDS:
        uses = [
            named["href"] or "" for tag, named in Page(faces.face(shown)).elements if tag == "use"
        ]
        assert {use.removeprefix("#") for use in uses} <= held
    assert len({faces.name(shown, ENGLISH) for shown in CARDS}) == len(CARDS)


def test_one_overlay_at_a_time_the_leave_question_first() -> None:
    for table in overlaid("Anna"):
        overlay = Page(views.table(table, ENGLISH)["overlay"])
        leaving = Page(views.table(table._replace(panel="menu"), ENGLISH)["overlay"])
        assert sum(named.get("role") == "dialog" for _, named in overlay.elements) == 1
        assert "leave-leave" in leaving.ids
    assert views.table(scene(), ENGLISH)["overlay"] == ""


def test_the_menu_is_a_form_that_is_there_before_python() -> None:
    page = Page(menu_page("en"))
    fields = {named["name"] for tag, named in page.elements if tag == "input"}
    assert ("form", "new") in {(tag, named.get("data-do")) for tag, named in page.elements}
    assert fields == {"rules", "opponents", "deal"} | {f"name-{n}" for n in range(1, 6)}
    assert len(page.ids) == len(set(page.ids))


def test_no_module_of_the_page_wants_one_that_is_left_out_of_it() -> None:
    for folder in (build.ROOT / "scala40", build.WEB / "app"):
        for path in folder.glob("*.py"):
            if path.stem not in build.NOT_ON_PAGE:
                tree = ast.parse(path.read_text("utf-8"))
                wanted = {
                    (getattr(node, "module", None) or "").rpartition(".")[2]
                    for node in ast.walk(tree)
                    if isinstance(node, ast.ImportFrom)
                }
                assert not wanted & {*build.NOT_ON_PAGE, "reading"}, path

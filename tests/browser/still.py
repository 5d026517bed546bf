"""The page as it looks at many moments, drawn by plain Python: no start of the game to wait for.

The frames of a session are put into the built page, and its scripts are left out.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator
from typing import Final, NamedTuple

import build
from app.menu import SKELETON
from app.reading.library import places
from app.save import read, restored
from app.session import Session
from scala40.actions import Discard, Lay
from scala40.bots import choose
from scala40.messages import catalogue
from scala40.school.lookback import Missed
from scala40.view import view_of
from tests.person import Person, Pupil
from tests.scenes import EVERYTHING, deal_with

RUNS: Final = ("A{} 2{} 3{}", "4{} 5{} 6{}", "7{} 8{} 9{}", "T{} J{} Q{}")
#: Twenty melds and six players; one meld is as long as melds get.
CROWDED: Final = "; ".join(
    (
        "hand 2D KC KD KH 9S KS; opened; drawn; players 6; others 3 3 3 3 6; unopened 5",
        "table "
        + " | ".join(run.format(*suit * 3) for suit in "CDHS" for run in RUNS)
        + " | AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC X=KC | 4D 5D 6D | 4H X=5H 6H | TS JS QS",
        "owners 1 2 3 4 0 1 2 3 4 0 1 2 3 4 0 1 2 3 4 0",
        "discard 8D 8H JD QH; stock 5",
    )
)


class Still(NamedTuple):
    """A moment: its name and language, and the document."""

    name: str
    language: str
    html: str


class Visit:
    """A page without a browser."""

    def __init__(self, language: str) -> None:
        self.language, self.look, self.save = language, "", ""
        self._session = Session(words=catalogue(language))
        self._regions: dict[str, str] = {"app": SKELETON}

    def press(self, verb: str, arg: str = "", form: dict[str, str] | None = None) -> None:
        frame = self._session.handle({"do": verb, "arg": arg, "form": form})
        patches = frame["patches"]
        assert isinstance(patches, list)
        for patch in patches:
            self._regions[patch["target"]] = patch["html"]
        self.save, self.look = str(frame.get("save", self.save)), str(frame.get("look", self.look))
        while not self._regions.get("overlay") and "next_ms" in frame:
            frame = self._session.handle({"do": "next-step"})
            more = frame["patches"]
            assert isinstance(more, list)
            self._regions |= {patch["target"]: patch["html"] for patch in more}
            self.save = str(frame.get("save", self.save))

    def html(self) -> str:
        """The whole document."""
        app = self._regions["app"]
        for region, inside in self._regions.items():
            app = replaced(rf'(id="{region}"[^>]*>)', inside, app)
        return document(app, self.language, self.look)


def replaced(opening: str, inside: str, text: str) -> str:
    """The text with something put behind the first place that matches."""
    found = re.search(opening, text)
    return text if found is None else text[: found.end()] + inside + text[found.end() :]


def document(app: str, language: str, look: str) -> str:
    """The built page with this in it, without its scripts and what only they show."""
    page = (build.DIST / "index.html").read_text("utf-8")
    for left_out in (
        '(?<=<main id="app">).*?(?=</main>)',
        "<script[^>]*>.*?</script>",
        "<template.*?</template>",
        r"<(m?py-config)\b.*?</\1>",
        '<link rel="(?:module)?preload[^>]*>',
    ):
        page = re.sub(left_out, "", page, flags=re.DOTALL)
    page = replaced('<main id="app">', app, page)
    page = page.replace('<div id="loading"', '<div id="loading" hidden')
    return page.replace('<html lang="en">', f'<html lang="{language}" class="{look}">')


def menu(visit: Visit) -> None:
    visit.press("level")


def settings(visit: Visit) -> None:
    visit.press("panel", "settings")


def link_refused(visit: Visit) -> None:
    visit.press("link", "#nonsense")


def empty_table(visit: Visit) -> None:
    seat(visit)
    visit.press("draw")


def table_menu(visit: Visit) -> None:
    empty_table(visit)
    visit.press("menu")


def coach(visit: Visit) -> None:
    empty_table(visit)
    for _ in range(3):
        visit.press("hint")


def keys(visit: Visit) -> None:
    empty_table(visit)
    visit.press("panel", "keys")


def staged_opening(visit: Visit) -> None:
    person = seat(visit)
    person.stage(until_opening(person))


def joker_question(visit: Visit) -> None:
    person = seat(visit)
    for meld in until_opening(person).melds:
        person.choose(*meld)
        visit.press("stage")
        if person.table.asked:
            return
    raise AssertionError("no question in this deal")


def refusal(visit: Visit) -> None:
    person = seat(visit)
    person.choose(person.table.state.hand[0])
    visit.press("discard")


def twenty_melds(visit: Visit) -> None:
    visit.press("link", f"#position={CROWDED}")
    visit.press("new")
    Person(visit.press, lambda: visit.save).choose(restored(visit.save).state.hand[0])


def pile(visit: Visit) -> None:
    twenty_melds(visit)
    visit.press("panel", "pile")


def score_sheet(visit: Visit) -> None:
    person = seat(visit)
    while person.table.state.end is None:
        person.do(person.sensible_action())


def end_of_match(visit: Visit) -> None:
    visit.press("new", form={"rules": "duello", "opponents": "1", "deal": "4"})
    person = Person(visit.press, lambda: visit.save)
    while not person.table.match.winners:
        if person.table.state.end is not None:
            visit.press("next")
        elif person.table.state.drawn:
            person.do(Discard(person.table.state.hand[-1]))
        else:
            visit.press("draw")


def lessons(visit: Visit) -> None:
    visit.press("lesson", "sets")
    visit.press("menu")


def lesson(visit: Visit) -> None:
    visit.press("lesson", "opening")
    visit.press("open")


def exercise(visit: Visit) -> None:
    visit.press("practice", "open")


def lesson_done(visit: Visit) -> None:
    visit.press("lesson", "turn")
    visit.press("draw")


def looked_back(visit: Visit) -> None:
    """Somebody who throws at random tries one of the decisions that cost most once more."""
    visit.press("new", form={"rules": "online", "opponents": "5", "deal": "0"})
    person = Person(visit.press, lambda: visit.save)
    while person.table.state.end is None:
        match = person.table.match
        view = view_of(match.hand, match.hand.state.seat, match.totals)
        person.do(choose(view, "easy", len(match.hand.events)))
    visit.press("look-back")
    queue = read(visit.save)["school"]["place"]["queue"]
    Pupil(visit.press, lambda: visit.save).do(Missed.read(queue[0][1]).done[0])


MOMENTS: Final[tuple[Callable[[Visit], None], ...]] = (
    menu,
    settings,
    link_refused,
    empty_table,
    table_menu,
    keys,
    coach,
    staged_opening,
    joker_question,
    refusal,
    twenty_melds,
    pile,
    score_sheet,
    end_of_match,
    lessons,
    lesson,
    lesson_done,
    exercise,
    looked_back,
)


def seat(visit: Visit) -> Person:
    """Somebody who sits down to a deal in which much happens."""
    deal = str(wanted_deal())
    visit.press("new", form={"rules": "online", "opponents": "1", "deal": deal, "level-1": "hard"})
    return Person(visit.press, lambda: visit.save)


@functools.cache
def wanted_deal() -> int:
    return deal_with(*EVERYTHING)


def until_opening(person: Person) -> Lay:
    """Play until the person can open, and say how."""
    while not isinstance(action := person.sensible_action(), Lay):
        person.do(action)
    return action


def stills(language: str) -> Iterator[Still]:
    """Every moment in a language."""
    for moment in MOMENTS:
        visit = Visit(language)
        moment(visit)
        yield Still(moment.__name__, language, visit.html())


def reading() -> Iterator[Still]:
    """The pages to read, as they are built."""
    for place in places():
        path = build.DIST / place.path
        name = f"{place.kind}-{place.preset}"
        yield Still(name, place.t.language, path.read_text("utf-8"))

"""One person's sitting at the page: events in, frames out, everything in between kept and resumed.

A session holds the match and what the person has chosen, put together or been asked. It decides
nothing about the rules: each button is lit or greyed by asking the engine, and each refusal is the
engine's own.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from time import perf_counter
from typing import TYPE_CHECKING, Final, get_args

from scala40.errors import RecordError, Refused, Scala40Error
from scala40.hand import Event
from scala40.match import Match
from scala40.messages import ENGLISH, Catalogue, catalogue
from scala40.rules import Rules
from scala40.shuffle import DEAL_LIMIT
from scala40.teaching import lesson_on

from . import dialogs, menu, motion, opponents, order, scene, turn, views
from .later import Needed
from .link import Invitation, check_deal, check_rivals, read_link, rivals_for
from .picture import Picture
from .save import read, restored_table, rivals_of, saved, settings_of
from .table import Table
from .words import summary, told

if TYPE_CHECKING:
    from scala40.view import View

    from .school import School
    from .teacher import Teacher

#: The presses that lead to the school.
TO_SCHOOL: Final = ("learn", "lesson", "practice", "look-back")
#: The deal numbers that are drawn when none is asked for.
RANDOM_DEALS: Final = 1_000_000


class Session:
    """Answers events with frames.

    Args:
        seed: what random deal numbers are drawn from.
        words: the language of the browser.
        clock: tells the time in seconds; it ends the slices in which opponents think.
    """

    def __init__(
        self, seed: int = 0, words: Catalogue = ENGLISH, clock: Callable[[], float] = float
    ) -> None:
        self.words = words
        self.table: Table | None = None
        self.settings = scene.Settings()
        self._usual = words
        self._seed = seed
        self._panel: scene.Panel = ""
        self._menu = scene.MenuScene()
        self._invitation: Invitation | None = None
        self._clock = clock
        self._thinker = opponents.Thinker(clock)
        self._hurry: str = ""  # or "turn", or "match": how far nobody waits for the others
        self._goes_on = False  # an opponent is in the middle of a thought
        self._shown: dict[str, str] = {}
        self._place = "menu"  # what the page shows: the built menu at first
        self._spoken: list[str] = []
        self._untold: list[Event] = []
        self._school: School | None = None  # once it is asked for
        self._learnt: dict[str, object] = {}  # what the save says of it until then
        self._aside: Table | None = None  # the match, while there is a lesson
        self._teacher: Teacher | None = None  # once it is asked for
        self.verbs: dict[str, Callable[[str], None]] = {
            "panel": self._show,
            "set": self._set_by_press,
            "level": lambda _: self._raise_level(),
            "link": self._follow,
            "copied": lambda _: self._say(self.words.text("The link is copied.")),
        }
        self.at_table: dict[str, Callable[[str], None]] = {
            "menu": lambda _: self._open_menu(),
            "quit": lambda _: self._open_menu() if self.settings.confirm else self._leave(),
            "leave": lambda _: self._leave(),
            "sort": lambda _: self._sort(),
            "hint": lambda _: self._hint(),
            "read": lambda _: self._spoken.append(summary(self._picture(), self.words)),
            "next": lambda _: self._next_hand(),
            "hurry": lambda _: self._leave_alone("turn"),
            "finish": lambda _: self._leave_alone("match"),
            "rematch": lambda _: self._rematch(),
            "accept": lambda _: self._accept(),
            "next-step": lambda _: self._next_step(),
        }

    # --- events and frames -----------------------------------------------------------------------

    def start(self, save: str, link: str = "") -> dict[str, object]:
        """The frame that begins a sitting, or one that says which archive it ``needs`` for that."""
        try:
            return self._start(save, link)
        except Needed as needed:
            return {"needs": needed.archive}

    def _start(self, save: str, link: str) -> dict[str, object]:
        """The first frame: the saved sitting again, or the menu, which the page has in English.

        A save that cannot be read leaves the menu with the reason, and is kept aside by the page.

        Args:
            link: what the page's address brings, from its ``#`` on.
        """
        damaged = False
        try:
            if save:
                data = read(save)
                self._adopt(settings_of(data["settings"]))
                if self.settings.teach == "always":
                    self._come_to_teacher()
                self.table = restored_table(data) if "match" in data else None
                learnt = data.get("school")
                self._learnt = learnt if isinstance(learnt, dict) else {}
                if self._learnt.get("open"):
                    self._come_to_school()
                panels = {panel: panel for panel in get_args(scene.Panel)}
                self._panel = panels.get(str(data.get("panel")), "")
        except RecordError as error:
            self._refuse(self.words.reason(error))
            damaged = True
        self._hear_coach(None)
        if link:
            self._handle({"do": "link", "arg": link})
        if not save and not link and self.words is ENGLISH:
            return {"patches": [], "language": "en", "look": look(self.settings)}
        self._place, self._shown = "menu" if self.table is None else "", {}
        return self._frame() | ({"keep_aside": True} if damaged else {})

    def handle(self, event: dict[str, object]) -> dict[str, object]:
        """The frame that answers an event ``{"do": verb, "arg": text, "form": {…}}``.

        It may say which archive it ``needs`` for that: then nothing has happened yet.
        """
        try:
            return self._handle(event)
        except Needed as needed:
            return {"needs": needed.archive}

    def _handle(self, event: dict[str, object]) -> dict[str, object]:
        verb, arg = str(event.get("do")), str(event.get("arg", ""))
        hand = self.table.match.hand if self.table else None
        known = len(hand.events) if hand else 0
        before = self.table.state if self.table else None
        table, seen = self.table, self._seen_by_coach()
        moves = motion.Moves(self.table)
        self._spoken.clear()
        try:
            form = event.get("form")
            if self.table is None and isinstance(form, dict) and form:
                self._fill_in(form)
            self._press(verb, arg)
            reason = None
        except Scala40Error as error:
            reason = error
            if not self._at_lesson:
                self._refuse(self.words.reason(error), lesson_on(error.code))
        if self._school is not None and self._at_lesson:
            if before is not None and (reason or verb in turn.VERBS or verb == "next-step"):
                self._school.look(before, known, reason, self.words)
            self._spoken += filter(None, [self._school.spoken()])
        self._hear_coach(seen if self.table is table else None)
        thinks = self._goes_on or (self._coach is not None and self._coach.busy)
        if verb == "next-step" and thinks and hand and len(hand.events) == known:
            return {"patches": [], "next_ms": 0}  # still thinking
        frame = self._frame()
        if self.table is not None and self.table.match.hand is hand:
            self._untold += hand.events[known:]
            frame |= moves.seen(self.table, self.settings)
        else:
            self._untold.clear()
        frame["announce"] = self._announcement()
        return frame

    def _press(self, verb: str, arg: str) -> None:
        if verb != "next-step":
            self._menu = self._menu._replace(notice=None)
        school = self._school
        if verb in TO_SCHOOL or (school is not None and school.answers(verb)):
            self._go_to_school(verb, arg)
        elif verb in self.verbs:
            self.verbs[verb](arg)
        elif self.table is None:
            if verb == "new":
                self._new_match()
        elif verb in turn.VERBS:
            self._panel, self.table.notice = "", None
            turn.VERBS[verb](turn.Turn(self.table, self.words, self.settings), arg)
            if verb in ("move", "earlier", "later"):
                self._set(order="hand")
        elif verb in self.at_table:
            if verb != "next-step":
                self.table.notice = None
            self.at_table[verb](arg)

    def _announcement(self) -> str:
        """What to say aloud; what is done while nobody waits for it is told at the end."""
        notice = self._menu.notice if self.table is None else self.table.notice
        if notice is not None:
            return notice.text
        if self.table is not None and not (self._hurry and self._goes_on):
            names = self.table.match.names
            deeds = [told(event, names, self.words) for event in self._untold]
            self._spoken[:0] = deeds
            self._untold.clear()
        *first, last = self._spoken or [""]
        return ". ".join((*(part.rstrip(".") for part in first), last))

    def _frame(self) -> dict[str, object]:
        """What has changed on the page, with the save and the time until the next step."""
        table, t = self.table, self.words
        if self._school is not None and self._school.open and table is None:
            from . import school_views

            place, skeleton = "school", school_views.SKELETON
            regions = school_views.regions(self._school.shown(t), t)
        elif table is None:
            place, skeleton = "menu", menu.SKELETON
            shown = self._menu._replace(settings=self.settings, panel=self._panel)
            regions = menu.regions(shown, t)
        else:
            place, skeleton = "table", views.table_skeleton(t)
            regions = views.table(self._picture(), t)
        patches = [
            {"target": region, "html": html}
            for region, html in regions.items()
            if place != self._place or self._shown.get(region) != html
        ]
        if place != self._place:
            patches.insert(0, {"target": "app", "html": skeleton})
        self._place, self._shown = place, regions
        frame: dict[str, object] = {
            "patches": patches,
            "save": saved(self._match_table, self.settings, self._panel, self._learnt_by_now),
            "language": t.language,
            "look": look(self.settings),
        }
        if self._school is not None and self._school.busy:
            frame["next_ms"] = 0
        if table is not None:
            frame["playable"] = True
            if (wait := self._wait(table)) is not None:
                frame["next_ms"] = wait
        return frame

    def _wait(self, table: Table) -> int | None:
        """How long until the next step of the others, in milliseconds; None where the person is."""
        if self._panel:
            return None
        if self._coach is not None and self._coach.busy:
            return 0
        if not (table.waits or self._goes_on):
            return None
        if self._school is not None and self._at_lesson and not self._school.plays_on:
            return None
        if self._goes_on or self._hurry:
            return 0
        pace = opponents.PACES[self.settings.pace]
        return pace * opponents.DRAW_STAYS if table.draws_for_deal else pace

    def _picture(self) -> scene.TableScene:
        shown = Picture(self._table, self.settings, self.words, self._panel).draw()
        if self._school is not None and self._at_lesson:
            return self._school.dress(shown._replace(hint=None), self.words)
        if self._coach is not None:
            return shown._replace(coach=self._coach.text(self._table, self.words))
        return shown

    def _refuse(self, text: str, lesson: str = "") -> None:
        self._say(text, "refusal", lesson)

    def _say(self, text: str, tone: str = "info", lesson: str = "") -> None:
        notice = scene.Notice(text, tone, lesson)
        if self.table is None:
            self._menu = self._menu._replace(notice=notice)
        else:
            self.table.notice = notice

    # --- the school ------------------------------------------------------------------------------

    @property
    def _at_lesson(self) -> bool:
        """Whether the table in front of the person is that of a lesson."""
        return self._school is not None and self._school.table is not None

    @property
    def _match_table(self) -> Table | None:
        """The table of the match, which is put aside for a lesson."""
        return self._aside if self._school is not None and self._school.open else self.table

    @property
    def _learnt_by_now(self) -> dict[str, object]:
        return self._school.saved() if self._school is not None else self._learnt

    def _go_to_school(self, verb: str, arg: str) -> None:
        """Do there what was pressed, and come back to the match or the menu where it is left."""
        school = self._come_to_school()
        preset = self._menu.rules if self._aside is None else str(self._aside.match.rules)
        rules = Rules.preset(preset.partition(";")[0])
        match = self._aside.match if self._aside is not None else None
        school.press(verb, arg, rules, self.words, self._random_deal(), match)
        self.table = school.table if school.open else self._aside
        self._panel, self._hurry, self._goes_on = "", "", False
        self._thinker.drop()

    def _come_to_school(self) -> School:
        """The school, with the match put aside.

        Raises:
            Needed: it has to be loaded first.
        """
        try:
            from .school import School
        except ModuleNotFoundError:
            raise Needed("teach") from None
        if self._school is None:
            self._school = School(self._learnt)
            if self._school.open:
                self._aside, self.table = self.table, self._school.table
        if not self._school.open:
            self._aside = self.table
        return self._school

    # --- the coach -------------------------------------------------------------------------------

    @property
    def _coach(self) -> Teacher | None:
        """The coach, where there is one at the table and it is not switched off."""
        silent = self.table is None or self._at_lesson or self.settings.teach == "off"
        return None if silent else self._teacher

    def _come_to_teacher(self) -> Teacher:
        """The coach, whether switched on or not.

        Raises:
            Needed: it has to be loaded first.
        """
        try:
            from .teacher import Teacher
        except ModuleNotFoundError:
            raise Needed("teach") from None
        if self._teacher is None:
            self._teacher = Teacher(self._clock)
        return self._teacher

    def _seen_by_coach(self) -> View | None:
        """What the person sees now, for a coach who wants to know what is done next."""
        coach, table = self._coach, self.table
        return coach.seen(table) if coach is not None and table is not None else None

    def _hear_coach(self, seen: View | None) -> None:
        """Let the coach look at the table, and hear what it says.

        Args:
            seen: what the person saw before.
        """
        coach, table = self._coach, self.table
        if coach is not None and table is not None:
            coach.watch(table, seen, always=self.settings.teach == "always")
            self._spoken += filter(None, [coach.spoken(table, self.words)])

    def _hint(self) -> None:
        """Ask the coach; who has switched it off switches it on by that."""
        teacher, table = self._come_to_teacher(), self._table
        begins = self.settings.teach == "off"
        if begins:
            self._set(teach="asked")
        if table.mine:
            teacher.ask(table)
        elif begins:
            self._say(self.words.text("At your turn press Hint, and the coach says where to look."))
        elif table.waits:
            raise Refused("not-your-turn", name=table.match.names[table.state.seat])

    # --- the menu and links ----------------------------------------------------------------------

    def _fill_in(self, form: dict[str, object]) -> None:
        """What the form of the menu says now."""
        told_form = {key: str(value) for key, value in form.items()}
        count = told_form.get("opponents", "")
        pairs = [(told_form.get(f"name-{n}"), told_form.get(f"level-{n}")) for n in range(1, 6)]
        self._menu = scene.MenuScene(
            str(Rules.read(told_form.get("rules", self._menu.rules))),
            int(count) if count in {"1", "2", "3", "4", "5"} else self._menu.opponents,
            rivals_of(pairs),
            told_form.get("deal", "").strip(),
            told_form.get("position", ""),
        )

    def _new_match(self) -> None:
        wished = self._menu
        rules = Rules.read(wished.rules)
        count = min(wished.opponents, rules.max_players - 1)
        if wished.position:
            from scala40.position import read_position_text

            count = len(read_position_text(wished.position, rules).hands) - 1
        rivals = wished.rivals[:count]
        check_rivals(rivals, rules)
        number = check_deal(wished.deal) if wished.deal else self._random_deal()
        self._sit_down(rules, rivals, number, wished.position)
        self._set(rules=wished.rules, opponents=wished.opponents, rivals=wished.rivals)

    def _sit_down(
        self, rules: Rules, rivals: tuple[scene.Rival, ...], deal: int, position: str = ""
    ) -> None:
        names = (self.words.text("You"), *(rival.name for rival in rivals))
        match = Match(rules, names, deal)
        if position:
            match.set_up(position)
        self.table = Table(match, tuple(rival.level for rival in rivals))
        self._place, self._panel, self._hurry, self._goes_on = "", "", "", False
        self._thinker.drop()

    def _random_deal(self) -> int:
        self._seed = self._seed * 6364136223846793005 + 1442695040888963407 & (1 << 64) - 1
        return (self._seed >> 33) % RANDOM_DEALS

    def _follow(self, link: str) -> None:
        """A link was opened: it leads to a lesson, or fills the menu in.

        Where a match is in play, that is asked first; a lesson only puts it aside.
        """
        invited = read_link(link)
        if invited.lesson or invited.practice:
            verb, arg = (
                ("lesson", invited.lesson) if invited.lesson else ("practice", invited.practice)
            )
            self._go_to_school(verb, arg)
            return
        if self._school is not None and self._school.open:
            self._go_to_school("back", "")
        self._invitation = invited
        if self.table is not None and not self.table.match.winners:
            self._panel = "invitation"
        else:
            self._accept()

    def _accept(self) -> None:
        invited, self._invitation = self._invitation, None
        if invited is None:
            return
        self._leave()
        rules = Rules.read(invited.rules or self._menu.rules)
        count = len(invited.rivals) or min(self._menu.opponents, rules.max_players - 1)
        self._menu = self._menu._replace(
            rules=str(rules),
            opponents=count,
            rivals=rivals_for(invited.rivals or self._menu.rivals, 5),
            deal=invited.deal,
            position=invited.position,
        )
        self._say(self.words.text("This is the game of the link: begin when you like."))

    def _raise_level(self) -> None:
        """The next level for all opponents of the next match."""
        rivals = self._menu.rivals if self.table is None else self.settings.rivals
        level = opponents.next_level(rivals[0].level)
        raised = tuple(rival._replace(level=level) for rival in rivals)
        self._menu = self._menu._replace(rivals=raised)
        self._set(rivals=raised)
        title = opponents.title(level, self.words)
        self._say(self.words.text("Level of the next match: {level}", level=title))

    # --- the match -------------------------------------------------------------------------------

    def _rematch(self) -> None:
        match = self._table.match
        levels = (self._table.level_of(seat) for seat in range(1, len(match.names)))
        rivals = tuple(map(scene.Rival, match.names[1:], levels))
        self._sit_down(match.rules, rivals, (match.deal + 1) % DEAL_LIMIT)

    def _open_menu(self) -> None:
        if self._table.match.winners:
            self._leave()
        else:
            self._panel = "menu"

    def _leave(self) -> None:
        self.table, self._panel, self._goes_on = None, "", False
        self._thinker.drop()

    def _next_hand(self) -> None:
        self._table.match.next_hand()
        self._table.arranged.clear()
        self._table.clear()

    def _leave_alone(self, how_far: str) -> None:
        """Let the others play on at once: until the person's turn, or until the match is won."""
        if how_far == "turn" or opponents.may_be_left_alone(self._table):
            self._hurry = how_far
            self._go_on()

    def _next_step(self) -> None:
        """What is thought or done next while the page waits."""
        if self._coach is not None and self._coach.busy and not self._goes_on:
            self._coach.go_on()
        else:
            self._go_on()

    def _go_on(self) -> None:
        """What the opponents do next: one action, or all where nobody waits to see them."""
        one = not self._hurry and self.settings.pace != "off"
        to_the_end = self._hurry == "match"
        self._goes_on = self._thinker.go_on(self._table, one=one, to_the_end=to_the_end)
        if not self._goes_on and not one:
            self._hurry = ""

    @property
    def _table(self) -> Table:
        assert self.table is not None
        return self.table

    # --- what can be looked up and set -----------------------------------------------------------

    def _show(self, panel: str) -> None:
        """Open what lies over the page, or close it."""
        panels: dict[str, scene.Panel] = {each: each for each in dialogs.PANELS}
        asked = panels.get(panel, "")
        self._panel = "" if asked == self._panel else asked

    def _set_by_press(self, arg: str) -> None:
        """A setting that is pressed: ``pace=fast``, or ``large`` to switch it over."""
        name, _, value = arg.partition("=")
        if isinstance(switch := getattr(self.settings, name, None), bool):
            self._set(**{name: not switch})
        elif name in ("pace", "language", "theme", "deck", "teach"):
            if arg == "teach=always":
                self._come_to_teacher()
            self._set(**{name: value})

    def _set(self, **changes: object) -> None:
        self._adopt(settings_of(self.settings._asdict() | changes))

    def _adopt(self, settings: scene.Settings) -> None:
        """Take settings over, and speak the language that they name."""
        self.settings = settings
        words = catalogue(settings.language) if settings.language else self._usual
        if words is not self.words:
            self.words, self._place = words, ""
        if self._menu == scene.MenuScene():
            self._menu = scene.MenuScene(settings.rules, settings.opponents, settings.rivals)

    def _sort(self) -> None:
        table, shown = self._table, self.settings.order
        wanted = order.next_order(shown)
        if wanted == "hand" and not table.arranged:
            table.arranged = [key for key, _ in order.ordered(table, shown)]
        self._set(order=wanted)


def look(settings: scene.Settings) -> str:
    """The classes that a page wears for these settings."""
    switches = {"large-signs": settings.large, "left-handed": settings.left}
    worn = [name for name, on in switches.items() if on]
    return " ".join((f"{settings.theme}-theme", f"{settings.deck}-colour", *worn))


# --- what the page calls -------------------------------------------------------------------------

_session = Session()


def start(save: str, options: str) -> str:
    """The first frame as JSON text.

    Args:
        save: the text of the last frame's ``save``, or nothing.
        options: JSON text of ``{"seed": …, "language": …, "link": …}``.
    """
    global _session
    given = json.loads(options)
    words = catalogue(str(given.get("language", "")))
    _session = Session(int(given.get("seed", 0)), words, perf_counter)
    return json.dumps(_session.start(save, str(given.get("link", ""))))


def handle(event: str) -> str:
    """The frame that answers an event, both as JSON text."""
    return json.dumps(_session.handle(json.loads(event)))

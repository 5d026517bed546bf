"""The school at the page: which task lies on the table, what came of it, and what is learnt so far.

A lesson is a row of tasks, after those that were missed some lessons ago. Each is set up as a
match of its own at a table of its own; :mod:`scala40.school.lesson` judges what is done there.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, get_args

from scala40.actions import Action
from scala40.coach.facts import Sampled
from scala40.coach.telling import Teller
from scala40.errors import Refused, Scala40Error
from scala40.levels import Level
from scala40.match import Match
from scala40.messages import Catalogue, speak_for
from scala40.rules import Rules
from scala40.school.course import LESSONS, task_of, tasks_of
from scala40.school.lesson import DEAL, ME, Attempt, Say, Task, Verdict, judge
from scala40.school.lookback import Missed, lines, look_back
from scala40.school.lookback import task_of as task_to_retry
from scala40.school.practice import PRACTICE, make
from scala40.shuffle import DEAL_LIMIT
from scala40.state import State

from . import scene
from .save import restored_table, saved_table
from .school_views import Entry, SchoolScene, Theme
from .table import Table
from .turn import VERBS

speak_for("scala40.school")

#: What stands for a lesson where a hand is looked back at.
LOOK_BACK: Final = "look-back"
#: So many sampled deals are played out before the page is asked what else there is.
SLICE: Final = 2
#: Who sits at the table of a task besides the person.
OTHERS: Final = tuple(rival.name for rival in scene.RIVALS)
#: A task that was missed comes back after so many finished lessons, so many in a lesson at most.
COMES_BACK: Final = 2
MOST_REVIEWED: Final = 2
#: After so many presses without an end somebody is stuck.
PATIENCE: Final = 12
#: What may be pressed while cards are chosen for an answer.
CHOOSING: Final = frozenset("card move earlier later grab".split())


@dataclass
class Learnt:
    """What somebody has learnt, from visit to visit.

    Attributes:
        finished: the lessons that were gone through.
        count: how many times a lesson was finished.
        missed: tasks that were missed, by lesson and name, with the count at which they are due.
        practised: by theme, how many exercises were right at once, how many were tried, and how
            many were right in a row now and at best.
    """

    finished: list[str] = field(default_factory=list)
    count: int = 0
    missed: dict[tuple[str, str], int] = field(default_factory=dict)
    practised: dict[str, list[int]] = field(default_factory=dict)

    def exercise(self, theme: str, *, right: bool) -> None:
        """Count an exercise that was right at once, or was not."""
        done, tried, row, best = self.practised.get(theme, [0, 0, 0, 0])
        row = row + 1 if right else 0
        self.practised[theme] = [done + right, tried + 1, row, max(row, best)]

    def due(self, without: str) -> list[tuple[str, str]]:
        """The tasks of other lessons that come back now."""
        found = [key for key, due in self.missed.items() if due <= self.count]
        return [key for key in found if key[0] != without][:MOST_REVIEWED]


@dataclass
class Place:
    """Where somebody is: the tasks of this sitting, and what came of the present one.

    Attributes:
        slug: the lesson, or the theme of an exercise.
        queue: the tasks, by lesson and name, or by theme and seed; ``at``: which of them it is.
        ended: it is ``done``, or went ``wrong`` so that it has to be set up again.
        said: what is said instead of the task, in the language of then; ``tone``: how it is meant.
        missed: a mistake was made in this task.
        presses: so many since the task was set up.
        exercise: this is practice, and ``counted`` as right or not.
        names: of the others at the table.
    """

    slug: str
    queue: list[tuple[str, str]]
    at: int = 0
    ended: str = ""
    said: str = ""
    tone: scene.Tone = "task"
    missed: bool = False
    presses: int = 0
    exercise: bool = False
    counted: bool = False
    names: tuple[str, ...] = OTHERS

    def task(self, rules: Rules) -> Task | None:
        """The present task; None where there is none such.

        Raises:
            ValueError: an exercise without a seed.
        """
        slug, name = self.queue[self.at]
        if slug == LOOK_BACK:
            return task_to_retry(Missed.read(name))
        if not self.exercise:
            return task_of(slug, name, rules)
        return make(slug, rules, int(name)) if slug in PRACTICE else None


class School:
    """Lessons at the page.

    Args:
        data: what the save says of the school; whatever is wrong there is left out.
    """

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.learnt = _learnt(data.get("learnt"))
        self.open = False
        self.table: Table | None = None
        self._place: Place | None = None
        self._task: Task | None = None
        self._start: State | None = None
        self._spoken = ""
        self._notice = ""
        self._names = OTHERS
        self._thought: Generator[None, None, tuple[Missed, ...]] | None = None
        if data.get("open"):
            self.open = True
            self._restore(data.get("place"), data.get("table"))

    # --- the save --------------------------------------------------------------------------------

    def saved(self) -> dict[str, object]:
        """What the save keeps of the school."""
        learnt, place = self.learnt, self._place
        data: dict[str, object] = {
            "learnt": {
                "finished": learnt.finished,
                "count": learnt.count,
                "missed": [[*key, due] for key, due in learnt.missed.items()],
                "practised": learnt.practised,
            }
        }
        if self.open:
            data["open"] = True
            if place is not None and self.table is not None:
                data["place"] = vars(place)
                data["table"] = saved_table(self.table)
        return data

    def _restore(self, place: object, table: object) -> None:
        if not isinstance(place, dict) or not isinstance(table, dict):
            return
        try:
            known = Place(**place)
            known.names = tuple(map(str, known.names))
            known.queue = [(str(slug), str(name)) for slug, name in known.queue]
            restored = restored_table(table)
            task = known.task(restored.match.rules)
        except (Scala40Error, TypeError, ValueError, IndexError, KeyError):
            return
        if task is not None:
            self._place, self._task, self.table = known, task, restored
            self._start = _seated(task, restored.match.rules, known.names).match.hand.state

    # --- what is pressed -------------------------------------------------------------------------

    def answers(self, verb: str) -> bool:
        """Whether a press is the school's own business now, and no move at the table."""
        if not self.open:
            return False
        if verb == "next-step":
            return self.busy
        if verb in ("learn", "lesson", "practice", "look-back", "back", "menu", "quit", "leave"):
            return True
        if self._place is None or self._task is None:
            return verb in VERBS
        if verb in ("task-next", "task-again", "hint", "check", "decline"):
            return True
        if verb in VERBS and self._place.ended:
            return True
        return self._task.kind == "choose" and verb in VERBS and verb not in CHOOSING

    def press(
        self,
        verb: str,
        arg: str,
        rules: Rules,
        words: Catalogue,
        seed: int,
        match: Match | None = None,
    ) -> None:
        """Do what was pressed.

        Args:
            rules: those that a new lesson follows.
            seed: what new exercises are drawn from.
            match: the one that was put aside.
        """
        if verb == "next-step":
            self._think(words)
            return
        self._thought, self._notice = None, ""
        if verb == "look-back" and match is not None:
            self.open, self.table, self._place = True, None, None
            self._thought = look_back(match, ME, seed)
            self._names = match.names[1:]
            self._notice = words.text("Looking back at the hand, on sampled deals …")
            self._spoken = self._notice
            return
        if verb == "learn" or (self.open and verb in ("menu", "quit") and self.table is not None):
            self.open, self.table, self._place = True, None, None
        elif verb in ("back", "menu", "quit", "leave"):
            self.open, self.table, self._place = False, None, None
        elif verb == "lesson":
            if arg in LESSONS:
                self._enter(arg, rules, words)
        elif verb == "practice":
            if arg in PRACTICE:
                self._practise(arg, seed, rules, words)
        elif self._place is not None and self._task is not None:
            self._at_task(verb, self._place, self._task, words)

    @property
    def busy(self) -> bool:
        """A hand is being looked back at."""
        return self._thought is not None

    def _think(self, words: Catalogue) -> None:
        """Look back a little further; at the end what was found is put on the table."""
        assert self._thought is not None
        try:
            for _ in range(SLICE):
                next(self._thought)
        except StopIteration as done:
            found: tuple[Missed, ...] = done.value
            self._thought, self._notice = None, ""
            if not found:
                self._notice = words.text(
                    "Nothing that you did in this hand cost points for sure. Chance played its"
                    " part, or the differences are too small to be told."
                )
                self._spoken = self._notice
                return
            queue = [(LOOK_BACK, str(missed)) for missed in found]
            self._place = Place(LOOK_BACK, queue, exercise=True, names=self._names)
            self._seat(Rules.read(found[0].rules))
            self._set_up(words)

    def _at_task(self, verb: str, place: Place, task: Task, words: Catalogue) -> None:
        if verb == "lay-or-open":
            verb = {"done": "task-next", "wrong": "task-again"}.get(place.ended, "check")
        if verb == "task-next" and place.slug == LOOK_BACK and place.ended:
            place.at += 1
            if place.at < len(place.queue):
                self._set_up(words)
            else:
                self.open, self.table, self._place = False, None, None
        elif verb == "task-next" and place.exercise and place.ended:
            assert self.table is not None
            seed = (int(place.queue[0][1]) + 1) % DEAL_LIMIT
            self._practise(place.slug, seed, self.table.match.rules, words)
        elif verb == "task-next" and place.ended == "done":
            if place.at + 1 < len(place.queue):
                place.at += 1
                self._set_up(words)
            else:
                following = self._following(place.slug)
                assert self.table is not None
                if following:
                    self._enter(following, self.table.match.rules, words)
                else:
                    self.table, self._place = None, None
        elif verb == "task-again":
            missed, counted = place.missed, place.counted
            self._set_up(words)
            place.missed, place.counted = missed, counted
        elif verb == "hint" and not place.ended:
            self._say(words, task.hint, "hint")
        elif verb == "decline" and task.kind == "whether" and not place.ended:
            assert self._start is not None
            state = self._start
            verdict = judge(task, Attempt(state, state, state, declined=True))
            self._end(verdict, words, again=False)
        elif verb == "check" and task.kind == "choose" and not place.ended:
            assert self.table is not None
            assert self._start is not None
            chosen = self.table.chosen_cards()
            state = self._start
            if chosen:
                verdict = judge(task, Attempt(state, state, state, chosen=chosen))
                self._end(verdict, words, again=True)

    def _following(self, slug: str) -> str:
        slugs = list(LESSONS)
        place = slugs.index(slug) + 1
        return slugs[place] if place < len(slugs) else ""

    def _enter(self, slug: str, rules: Rules, words: Catalogue) -> None:
        """Begin a lesson, with what is due to be looked at again."""
        again = [key for key in self.learnt.due(slug) if task_of(*key, rules) is not None]
        own = [(slug, task.name) for task in tasks_of(slug, rules)]
        self.open = True
        self._place = Place(slug, [*again, *own])
        self._seat(rules)
        self._set_up(words)

    def _practise(self, theme: str, seed: int, rules: Rules, words: Catalogue) -> None:
        """Put an exercise on the table."""
        self.open = True
        self._place = Place(theme, [(theme, str(seed))], exercise=True)
        self._seat(rules)
        self._set_up(words)

    def _seat(self, rules: Rules) -> None:
        assert self._place is not None
        self._task = self._place.task(rules)
        assert self._task is not None
        self.table = _seated(self._task, rules, self._place.names)
        self._start = self.table.match.hand.state

    def _set_up(self, words: Catalogue) -> None:
        """Put the present task on the table."""
        place, table = self._place, self.table
        assert place is not None
        assert table is not None
        self._seat(table.match.rules)
        assert self._task is not None
        place.ended, place.said, place.tone = "", "", "task"
        place.missed, place.presses, place.counted = False, 0, False
        self._spoken = f"{self._heading(words)}. {_told(self._task.text, words)}"

    # --- what came of it -------------------------------------------------------------------------

    def look(
        self, before: State, known: int, reason: Scala40Error | None, words: Catalogue
    ) -> None:
        """See what a move at the table came to.

        Args:
            before: the state before it; ``known``: how many events of the hand there were.
            reason: why it was refused, if it was.
        """
        place, task, table = self._place, self._task, self.table
        if place is None or task is None or table is None or place.ended or self._start is None:
            return
        if reason is None and place.tone != "task":
            place.said, place.tone = "", "task"
        place.presses += 1
        events, state = table.match.hand.events, table.state
        if reason is not None:
            verdict = None
            if isinstance(reason, Refused):
                verdict = judge(task, Attempt(self._start, before, before, refused=reason))
            if verdict is None:
                place.said, place.tone = words.reason(reason), "wrong"
                self._spoken = place.said
            else:
                self._end(verdict, words, again=True)
        elif len(events) > known:
            attempt = Attempt(self._start, before, state, events[-1].action)
            self._end(judge(task, attempt), words, again=False)

    def _end(self, verdict: Verdict | None, words: Catalogue, *, again: bool) -> None:
        """Say what an attempt came to.

        Args:
            again: after a mistake the task simply goes on.
        """
        place = self._place
        if verdict is None or place is None:
            return
        key = place.queue[place.at]
        if place.exercise:
            if not place.counted and place.slug != LOOK_BACK:
                self.learnt.exercise(place.slug, right=verdict.done and not place.missed)
            place.counted, place.missed = True, place.missed or not verdict.done
            if verdict.done or not again:
                place.ended = "done" if verdict.done else "wrong"
        elif verdict.done:
            place.ended = "done"
            if not place.missed:
                self.learnt.missed.pop(key, None)
            if place.at + 1 == len(place.queue):
                self._finish(place.slug)
        else:
            place.missed = True
            self.learnt.missed[key] = self.learnt.count + COMES_BACK
            if not again:
                place.ended = "wrong"
        self._say(words, verdict.say, "done" if verdict.done else "wrong")

    def _finish(self, slug: str) -> None:
        if slug not in self.learnt.finished:
            self.learnt.finished.append(slug)
        self.learnt.count += 1

    def _say(self, words: Catalogue, say: Say, tone: scene.Tone) -> None:
        assert self._place is not None
        self._place.said, self._place.tone = _told(say, words), tone
        self._spoken = self._place.said

    def spoken(self) -> str:
        """What there is to say aloud now, once."""
        said, self._spoken = self._spoken, ""
        return said

    @property
    def plays_on(self) -> bool:
        """Whether the others play in this task."""
        return self._task is not None and self._task.kind == "game" and not self._ended

    @property
    def _ended(self) -> str:
        return self._place.ended if self._place is not None else ""

    # --- what is to be seen ----------------------------------------------------------------------

    def dress(self, shown: scene.TableScene, words: Catalogue) -> scene.TableScene:
        """The scene of the table with the task in it."""
        place, task, table = self._place, self._task, self.table
        if place is None or task is None or table is None:
            return shown
        opponents, plays = shown.opponents, task.kind != "choose" and not place.ended
        if task.kind == "game":
            state = table.state
            opponents = tuple(seat._replace(shown=state.hands[seat.seat]) for seat in opponents)
        else:  # nobody plays, at any level
            opponents = tuple(seat._replace(level="", strength=0) for seat in opponents)
        return shown._replace(
            heading=self._heading(words),
            opponents=opponents,
            prompt="",
            notice=None,
            sheet=None,
            task=scene.Task(
                place.said or _told(task.text, words),
                place.tone,
                self._aid(place, words),
                self._lines(place, words),
            ),
            actions=self._actions(shown, place, task, words),
            stock_lit=shown.stock_lit and plays,
            discard_lit=shown.discard_lit and plays,
            lay_lit=shown.lay_lit and plays,
            throw_lit=shown.throw_lit and plays,
        )

    def _lines(self, place: Place, words: Catalogue) -> tuple[scene.Line, ...]:
        """Where a hand is looked back at: what was done, beside the better."""
        slug, name = place.queue[place.at]
        if slug != LOOK_BACK or not place.ended:
            return ()
        titles = words.text("What you did"), words.text("Better")
        teller = Teller(("You", *place.names), ME, words)
        return tuple(
            scene.Line(title, teller.doing(line.actions), line.hand, line.points)
            for title, line in zip(titles, lines(Missed.read(name)), strict=True)
        )

    def _heading(self, words: Catalogue) -> str:
        place = self._place
        assert place is not None
        slug, _ = place.queue[place.at]
        if slug == LOOK_BACK:
            title, n = words.text("Look back"), place.at + 1
            return words.text("{lesson}: {n} of {all}", lesson=title, n=n, all=len(place.queue))
        if place.exercise:
            title = words.text(PRACTICE[slug].title)
            return " · ".join(filter(None, (title, self._score(slug, words))))
        title = words.text(LESSONS[slug].title)
        if slug != place.slug:
            return words.text("Once more: {lesson}", lesson=title)
        own = [key for key in place.queue if key[0] == slug]
        return words.text(
            "{lesson}: {n} of {all}",
            lesson=title,
            n=own.index(place.queue[place.at]) + 1,
            all=len(own),
        )

    def _score(self, theme: str, words: Catalogue) -> str:
        """How somebody has done in a theme so far; nothing where nothing was tried."""
        right, tried, row, _best = self.learnt.practised.get(theme, [0, 0, 0, 0])
        if not tried:
            return ""
        score = words.text("{right} of {tried} right", right=right, tried=tried)
        return score if row < 2 else words.text("{score}, {n} in a row", score=score, n=row)

    def _actions(
        self, shown: scene.TableScene, place: Place, task: Task, words: Catalogue
    ) -> tuple[scene.Action, ...]:
        t = words.text
        if place.exercise and place.ended:
            again = scene.Action("task-again", t("Try again"))
            onward = scene.Action("task-next", t("Next position"), primary=True)
            if place.slug == LOOK_BACK:
                last = place.at + 1 == len(place.queue)
                onward = scene.Action("task-next", t("Back") if last else t("Go on"), primary=True)
                return (onward,) if place.ended == "done" else (again, onward)
            if place.ended == "done":
                again = scene.Action("learn", t("All lessons"))
            return (again, onward)
        if place.ended == "wrong":
            return (scene.Action("task-again", t("Try again"), primary=True),)
        if place.ended == "done":
            if place.at + 1 < len(place.queue):
                return (scene.Action("task-next", t("Go on"), primary=True),)
            following = self._following(place.slug)
            lessons = scene.Action("learn", t("All lessons"), primary=not following)
            if not following:
                return (lessons,)
            title = t(LESSONS[following].title)
            label = t("Next lesson: {lesson}", lesson=title)
            return (lessons, scene.Action("task-next", label, primary=True))
        actions = tuple(action for action in shown.actions if action.verb != "best")
        if task.kind == "choose":
            actions = (scene.Action("check", t("These"), primary=True),)
        if task.kind == "whether":
            actions = (*actions, scene.Action("decline", t("I cannot open")))
        return actions

    def _aid(self, place: Place, words: Catalogue) -> scene.Action | None:
        """A hint for those who are stuck."""
        stuck = place.missed or place.tone == "wrong" or place.presses >= PATIENCE
        if not stuck or place.ended or place.tone == "hint":
            return None
        return scene.Action("hint", words.text("Hint"))

    def shown(self, words: Catalogue) -> SchoolScene:
        """The list of the lessons."""
        t, learnt = words.text, self.learnt
        begun = next((slug for slug in LESSONS if slug not in learnt.finished), "")
        due = {slug for slug, _ in learnt.due("")}
        return SchoolScene(
            tuple(
                Entry(
                    lesson.slug,
                    t(lesson.title),
                    t(lesson.about),
                    done=lesson.slug in learnt.finished,
                    next=lesson.slug == begun,
                    due=lesson.slug in due,
                )
                for lesson in LESSONS.values()
            ),
            tuple(
                Theme(name, t(theme.title), t(theme.about), self._score(name, words))
                for name, theme in PRACTICE.items()
            ),
            self._notice,
        )


def _seated(task: Task, rules: Rules, names: Sequence[str]) -> Table:
    """A table with a task on it, with these others at it."""
    players = _players(task)
    match = Match(rules, ("You", *names[: players - 1]), DEAL)
    match.set_up(task.position)
    easy: Level = "easy"
    return Table(match, (easy,) * (players - 1))


def _players(task: Task) -> int:
    """How many sit at the table of a task."""
    fields = dict(part.split(maxsplit=1) for part in task.position.split("; ") if " " in part)
    return int(fields.get("players", 2))


def _told(say: Say, words: Catalogue) -> str:
    """Something said; actions and estimates among its facts are told as the coach tells them."""
    teller = Teller(("You", *OTHERS), ME, words)
    facts = dict(say.facts)
    for name, fact in facts.items():
        if isinstance(fact, Sampled):
            facts[name] = teller.fact(fact)
        elif isinstance(fact, get_args(Action)):
            facts[name] = teller.doing((fact,))
    return words.text(say.text, **facts)


def _learnt(data: object) -> Learnt:
    """What a save says was learnt."""
    if not isinstance(data, dict):
        return Learnt()
    finished, count, missed, practised = map(data.get, ("finished", "count", "missed", "practised"))
    return Learnt(
        [slug for slug in LESSONS if isinstance(finished, list) and slug in finished],
        count if type(count) is int and count >= 0 else 0,
        {
            (each[0], each[1]): each[2]
            for each in (missed if isinstance(missed, list) else ())
            if isinstance(each, list)
            and len(each) == 3
            and each[0] in LESSONS
            and isinstance(each[1], str)
            and type(each[2]) is int
        },
        {
            theme: counts
            for theme in PRACTICE
            if isinstance(practised, dict)
            and isinstance(counts := practised.get(theme), list)
            and len(counts) == 4
            and all(type(n) is int and n >= 0 for n in counts)
        },
    )

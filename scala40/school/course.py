"""The course: the lessons in their order, and the tasks of each under given rules.

>>> from scala40.teaching import SLUGS
>>> [lesson.slug for lesson in LESSONS.values()] == list(SLUGS)
True
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import ModuleType
from typing import Final

from scala40.rules import Rules
from scala40.school.lesson import Lesson, Task
from scala40.school.lessons import (
    attaching,
    closing,
    counting,
    deck,
    discards,
    freeing,
    joker,
    keeping,
    opening,
    runs,
    sets,
    turn,
)


def _lesson(module: ModuleType) -> Lesson:
    slug = module.__name__.rpartition(".")[2]
    return Lesson(slug, module.TITLE, module.ABOUT, lambda rules: tuple(module.tasks(rules)))


#: Every lesson by its slug, in the order in which they are best taken.
LESSONS: Final[Mapping[str, Lesson]] = {
    lesson.slug: lesson
    for lesson in map(
        _lesson,
        (
            deck,
            sets,
            runs,
            turn,
            counting,
            opening,
            joker,
            attaching,
            freeing,
            discards,
            keeping,
            closing,
        ),
    )
}


@cache
def tasks_of(slug: str, rules: Rules) -> tuple[Task, ...]:
    """The tasks of a lesson under given rules."""
    return LESSONS[slug].tasks(rules)


def task_of(slug: str, name: str, rules: Rules) -> Task | None:
    """A task by its lesson and its name; None where these rules have none such."""
    if slug not in LESSONS:
        return None
    return next((task for task in tasks_of(slug, rules) if task.name == name), None)

"""The list of the lessons as HTML text."""

from __future__ import annotations

from typing import Final, NamedTuple

from scala40.faces import SPRITE
from scala40.messages import Catalogue

from . import keys
from .parts import aside, classes, escape, press


class Entry(NamedTuple):
    """A lesson of the list: it may be done, the one to take next, or have something to repeat."""

    slug: str
    title: str
    about: str
    done: bool
    next: bool
    due: bool


class Theme(NamedTuple):
    """What can be practised, and how somebody has done so far in a few words."""

    name: str
    title: str
    about: str
    score: str


class SchoolScene(NamedTuple):
    """The list of the lessons, and what can be practised."""

    lessons: tuple[Entry, ...]
    themes: tuple[Theme, ...]
    notice: str = ""  # what there is to say instead of the list


#: The page of the school with its regions empty.
SKELETON: Final = f'{SPRITE}<div class="school" id="school"></div><div id="overlay"></div>'


def regions(scene: SchoolScene, t: Catalogue) -> dict[str, str]:
    """The inner HTML of every region, by the region's id."""
    return {"school": _list(scene, t), "overlay": ""}


def _list(scene: SchoolScene, t: Catalogue) -> str:
    lessons = "".join(f"<li>{_lesson(entry, t)}</li>" for entry in scene.lessons)
    themes = "".join(f"<li>{_theme(theme)}</li>" for theme in scene.themes)
    in_force = escape(keys.told({"Escape": "back"}))
    if scene.notice:
        return (
            f'<header data-keys="{in_force}"><h1>{escape(t("Look back"))}</h1>{_back(t)}</header>'
            f'<p class="slip">{escape(scene.notice)}</p>'
        )
    about = t("Twelve short lessons, played on the table. Begin anywhere.")
    return (
        f'<header data-keys="{in_force}"><h1>{escape(t("Learn"))}</h1>'
        f"{_back(t)}"
        f"<p>{escape(about)}</p></header>"
        f'<div class="courses" data-arrows><ol class="lessons">{lessons}</ol>'
        f'<h2>{escape(t("Practise"))}</h2><ul class="lessons themes">{themes}</ul></div>'
    )


def _back(t: Catalogue) -> str:
    return press("back", "school-back", escape(t("Back")), classes="quiet")


def _lesson(entry: Entry, t: Catalogue) -> str:
    status = t("done") if entry.done else ""
    if entry.due:
        status = t("something to repeat")
    mark = f'<span class="status">{escape(status)}</span>' if status else ""
    return press(
        "lesson",
        f"lesson-{entry.slug}",
        f"<b>{escape(entry.title)}</b><small>{escape(entry.about)}</small>"
        f"{aside('.') if status else ''}{mark}",
        arg=entry.slug,
        classes=classes("lesson", done=entry.done, next=entry.next),
    )


def _theme(theme: Theme) -> str:
    score = f'{aside(".")}<span class="status">{escape(theme.score)}</span>' if theme.score else ""
    return press(
        "practice",
        f"practice-{theme.name}",
        f"<b>{escape(theme.title)}</b><small>{escape(theme.about)}</small>{score}",
        arg=theme.name,
        classes="lesson",
    )

"""The handout: each rule of a preset with the task that teaches it, made from the lessons' data."""

from __future__ import annotations

from scala40.messages import ENGLISH
from scala40.prose import sentences
from scala40.rules import Rules
from scala40.school.course import LESSONS, tasks_of

_HEAD = """# Which lesson teaches which rule

Every sentence of the rules of the default preset, `online`, with the lessons in which it is played.
This page is made from the lessons' data: `python3 -m scala40 lessons > docs/lessons.md`.
"""


def lessons_page(rules: Rules | None = None) -> str:
    """The rules as a page of tables, each sentence with its lessons and their tasks.

    Args:
        rules: the rules to list; those of the default preset if none are given.

    Raises:
        LookupError: a sentence that no task teaches.
    """
    listed = rules or Rules()
    lines = [_HEAD]
    for title, paragraphs in sentences(listed, ENGLISH):
        lines += [f"## {title}\n", "| rule | lesson |", "|---|---|"]
        for sentence in (sentence for paragraph in paragraphs for sentence in paragraph):
            lines.append(f"| {sentence} | {', '.join(taught_in(sentence, listed))} |")
        lines.append("")
    return "\n".join(lines)


def taught_in(sentence: str, rules: Rules) -> list[str]:
    """The tasks that teach a sentence of the rules, as ``lesson: task``.

    Raises:
        LookupError: there is none.
    """
    found = [
        f"{ENGLISH.text(lesson.title)} ({task.name})"
        for lesson in LESSONS.values()
        for task in tasks_of(lesson.slug, rules)
        if any(sentence.startswith(start) for start in task.teaches)
    ]
    if not found:
        raise LookupError(sentence)
    return found

"""The engine on the command line: ``python -m scala40 rules``, ``judge``, ``arena``, ``bench``,
``lessons``."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import signal
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from io import TextIOWrapper
from multiprocessing import active_children
from pathlib import Path
from textwrap import fill
from time import perf_counter
from typing import Any, TypeVar

from scala40.arena import COACH, Bot, Unplayable, arena, coached, computer
from scala40.bench import figures
from scala40.errors import RulesError
from scala40.judge import judge
from scala40.levels import LEVELS, SAMPLES
from scala40.messages import LANGUAGES, catalogue
from scala40.prose import rules_text
from scala40.rules import PRESETS, Rules
from scala40.school.handout import lessons_page
from scala40.standings import as_json, as_text

T = TypeVar("T")

WIDTH = 80
#: Who can play in the arena.
BOTS = (*LEVELS, COACH)


class Unusable(Exception):
    """What was asked for cannot be done; the text says why."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line says; the exit status."""
    options = _parser().parse_args(arguments)
    if isinstance(sys.stdout, TextIOWrapper):
        # card signs whatever the terminal's language; what cannot be written stays a JSON escape
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        if options.command == "rules":
            status = print_rules(options.rules, options.lang)
        elif options.command == "arena":
            status = print_arena(options)
        elif options.command == "bench":
            status = print_figures()
        elif options.command == "lessons":
            print(lessons_page(), end="")
            status = 0
        else:
            status = print_answers(options.file)
        sys.stdout.flush()
    except Unusable as reason:
        print(f"scala40: {reason}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # whoever reads has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return status


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m scala40", description=__doc__.split(":")[0] + "."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    rules = commands.add_parser("rules", help="print the rules as prose")
    form = f"a preset ({', '.join(PRESETS)}) and what differs, as 'online;opening_points=30'"
    rules.add_argument("rules", nargs="?", default="online", metavar="RULES", help=form)
    rules.add_argument("--lang", choices=LANGUAGES, default="en", help="the language")
    judging = commands.add_parser("judge", help="answer referee cases, one JSON object a line")
    judging.add_argument("file", metavar="FILE", help="a JSON list of cases; - is standard input")
    playing = commands.add_parser("arena", help="let computer players play each other")
    playing.add_argument(
        "--bots", default="hard,normal", metavar="A,B", help=f"two or more of {', '.join(BOTS)}"
    )
    for name, default, says in (
        ("players", 2, "how many sit at the table"),
        ("deals", 500, "each is played once for every way to rotate the seats"),
        ("seed", 1, "everything but the times follows from it"),
        ("samples", SAMPLES, "how many deals a maestro samples"),
        ("workers", os.cpu_count() or 1, "how many processes play"),
    ):
        says = f"{says} (default: {default})"
        playing.add_argument(f"--{name}", type=int, default=default, metavar="N", help=says)
    playing.add_argument("--rules", default="online", metavar="RULES", help=form)
    playing.add_argument("--json", action="store_true", help="print one JSON object")
    commands.add_parser("bench", help="measure the engine, one JSON object a line")
    commands.add_parser("lessons", help="print which lesson teaches which rule")
    return parser


def print_figures() -> int:
    """Print how fast the engine is."""
    for figure in figures():
        print(json.dumps(figure), flush=True)
    return 0


def print_arena(options: argparse.Namespace) -> int:
    """Let bots play each other and print how they did; 130 if it was interrupted."""
    if options.samples < 1:
        raise Unusable("a maestro needs --samples of one or more")
    if options.workers < 1:
        raise Unusable("--workers have to be one or more")
    bots = [_bot(name.strip(), options.samples) for name in options.bots.split(",")]
    with _ended_as_interrupted(), _pool(options.workers) as executor:
        try:
            results = arena(
                bots,
                Rules.read(options.rules),
                players=options.players,
                deals=options.deals,
                seed=options.seed,
                clock=perf_counter,
                executor=executor,
                progress=_progress(),
            )
        except (RulesError, Unplayable) as error:
            raise Unusable(str(error)) from None
        if results.deals:
            names = ("bots", "players", "deals", "seed", "samples", "rules")
            told = [word for name in names for word in (f"--{name}", str(getattr(options, name)))]
            command = shlex.join(["python", "-m", "scala40", "arena", *told])
            if options.json:
                print(json.dumps({"command": command, **as_json(results)}))
            else:
                print(f"{command}\n\n{as_text(results)}")
    if len(results.deals) == results.asked:
        return 0
    begin = "\n" if sys.stderr.isatty() else ""  # below the progress
    done = f"{len(results.deals)} of {results.asked} deals"
    print(f"{begin}scala40: interrupted after {done}", file=sys.stderr)
    return 130


def _bot(name: str, samples: int) -> Bot:
    if name == COACH:
        return coached()
    for level in LEVELS:
        if name == level:
            return computer(level, samples)
    raise Unusable(f"there is no bot “{name}”: choose from {', '.join(BOTS)}")


class _Workers(ProcessPoolExecutor):
    """Processes that can be ended in the middle of their work, without a word."""

    def map(self, fn: Callable[..., T], *iterables: Iterable[Any], **settings: Any) -> Iterator[T]:
        # nothing is cancelled: in Python 3.11 an ended pool complains of every cancelled future
        futures = [self.submit(fn, *arguments) for arguments in zip(*iterables, strict=True)]
        return (future.result() for future in futures)


@contextmanager
def _pool(workers: int) -> Iterator[Executor | None]:
    """So many processes, ended at the end whatever they do; None for one, which is this."""
    if workers == 1:
        yield None
        return
    with _Workers(workers, initializer=_unmoved) as executor:
        try:
            yield executor
        finally:
            for process in active_children():
                process.kill()


def _unmoved() -> None:
    """In a worker: what ends the arena may reach it too, and is not for it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


@contextmanager
def _ended_as_interrupted() -> Iterator[None]:
    """While this lasts, being told to end (SIGTERM) is what Ctrl-C is; once is enough."""

    def end(number: int, frame: object) -> None:
        signal.signal(number, signal.SIG_IGN)
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _progress() -> Callable[[int, int], None]:
    """Tell on standard error how far it is: all the time on a terminal, else at every tenth."""
    told = 0

    def progress(done: int, total: int) -> None:
        nonlocal told
        if sys.stderr.isatty():
            end = "\n" if done == total else ""
            print(f"\r{done} of {total} deals", end=end, file=sys.stderr, flush=True)
        elif 10 * done // total > told:
            told = 10 * done // total
            print(f"{done} of {total} deals", file=sys.stderr, flush=True)

    return progress


def print_rules(text: str, language: str) -> int:
    """Print rules as prose, and on standard error what makes no sense in them."""
    words = catalogue(language)
    try:
        rules = Rules.read(text)
    except RulesError as error:
        raise Unusable(words.reason(error)) from None
    title = f"Scala 40: {rules}"
    print(f"{title}\n{'=' * len(title)}")
    for section in rules_text(rules, words):
        print(f"\n{section.title}\n{'-' * len(section.title)}")
        print("\n\n".join(fill(paragraph, WIDTH) for paragraph in section.paragraphs))
    for code in rules.warnings():
        print(f"scala40: {words.warning(code)}", file=sys.stderr)
    return 0


def print_answers(file: str) -> int:
    """Answer the cases of a file, one line each; 1 if any of them is an error."""
    status = 0
    for case in _cases(file):
        answer = judge(case)
        print(json.dumps(answer, ensure_ascii=False))
        status = 1 if "error" in answer else status
    return status


def _cases(file: str) -> Iterator[object]:
    """The cases of a file."""
    name = "standard input" if file == "-" else file
    try:
        text = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
        cases = json.loads(text)
    except OSError as error:
        raise Unusable(f"{name} cannot be read: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise Unusable(f"{name} is not JSON: {error}") from None
    if not isinstance(cases, list):
        raise Unusable(f"{name} holds no list of cases")
    return iter(cases)


if __name__ == "__main__":
    sys.exit(main())

"""The engine on the command line: ``python -m scala40 rules``, ``judge`` and ``bench``."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Sequence
from io import TextIOWrapper
from pathlib import Path
from textwrap import fill

from scala40.bench import figures
from scala40.errors import RulesError
from scala40.judge import judge
from scala40.messages import LANGUAGES, catalogue
from scala40.prose import rules_text
from scala40.rules import PRESETS, Rules

WIDTH = 80


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
        elif options.command == "bench":
            status = print_figures()
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
    rules.add_argument(
        "rules",
        nargs="?",
        default="online",
        metavar="RULES",
        help=f"a preset ({', '.join(PRESETS)}) and what differs, as 'online;opening_points=30'",
    )
    rules.add_argument("--lang", choices=LANGUAGES, default="en", help="the language")
    judging = commands.add_parser("judge", help="answer referee cases, one JSON object a line")
    judging.add_argument("file", metavar="FILE", help="a JSON list of cases; - is standard input")
    commands.add_parser("bench", help="measure the engine, one JSON object a line")
    return parser


def print_figures() -> int:
    """Print how fast the engine is."""
    for figure in figures():
        print(json.dumps(figure), flush=True)
    return 0


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

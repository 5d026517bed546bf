"""The command line prints rules, answers referee cases, and lets bots play each other."""

from __future__ import annotations

import json
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from scala40.__main__ import main
from scala40.arena import Bot, Player, computer
from scala40.judge import judge
from scala40.levels import Level

ROOT = Path(__file__).parents[1]
CASES = ROOT / "tests" / "cases" / "rules.json"
GOOD = {"id": "good", "kind": "meld", "cards": "2H 3H 4H"}
BAD = {"id": "bad", "kind": "meld", "cards": "1H 2H"}


def command(*arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "scala40", *arguments],
        cwd=ROOT,
        input=given,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_a_file_of_cases_is_answered_line_by_line_in_order() -> None:
    done = command("judge", str(CASES))
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers == [judge(case) for case in json.loads(CASES.read_text("utf-8"))]
    assert (done.returncode, done.stderr) == (0, "")


def test_standard_input_is_read_for_a_dash_and_a_wrong_case_shows_in_the_status() -> None:
    done = command("judge", "-", given=json.dumps([BAD, GOOD]))
    wrong, right = (json.loads(line) for line in done.stdout.splitlines())
    assert (wrong["id"], right) == ("bad", {"id": "good", "legal": True, "points": 9})
    assert "error" in wrong
    assert (done.returncode, done.stderr) == (1, "")


def test_what_cannot_be_written_as_utf_8_is_escaped() -> None:
    done = command("judge", "-", given='[{"id": "\\ud800", "kind": "?"}]')
    assert json.loads(done.stdout)["id"] == "\ud800"


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"", "is not JSON"),
        (b"[", "is not JSON"),
        (b"\xff\xfe\xff", "is not JSON"),
        (b"[" * 100_000, "is not JSON"),
        (b'{"id": 1}', "holds no list of cases"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_with_the_reason(
    content: bytes, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cases.json"
    file.write_bytes(content)
    assert main(["judge", str(file)]) == 2
    said = capsys.readouterr()
    assert (said.out, str(file) in said.err, reason in said.err) == ("", True, True)


@pytest.mark.parametrize("file", ["nowhere.json", "."])
def test_a_file_that_cannot_be_opened_is_refused(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["judge", str(tmp_path / file)]) == 2
    assert "cannot be read" in capsys.readouterr().err


def test_rules_are_printed_as_prose_in_either_language() -> None:
    english, italian = command("rules"), command("rules", "duello;jokers=2", "--lang", "it")
    assert "40 points or more" in english.stdout
    assert "2 jolly" in italian.stdout
    assert all(len(line) <= 80 for line in (english.stdout + italian.stdout).splitlines())
    assert (english.returncode, english.stderr, italian.returncode) == (0, "", 0)


def test_rules_without_sense_are_printed_with_a_warning(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["rules", "federation;jokers=0"]) == 0
    said = capsys.readouterr()
    assert "without jokers" in said.out
    assert "Runs of 14 cards need a joker" in said.err


@pytest.mark.parametrize(
    ("rules", "lang", "reason"),
    [
        ("nobody", "en", "There is no preset “nobody”"),
        ("nobody", "it", "Non esiste il regolamento “nobody”"),
        ("online;hands=3", "en", "exclude each other"),
    ],
)
def test_rules_that_cannot_be_are_refused_in_the_language(
    rules: str, lang: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rules", rules, "--lang", lang]) == 2
    said = capsys.readouterr()
    assert (said.out, reason in said.err) == ("", True)


def test_the_status_tells_whether_every_case_could_be_answered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "cases.json"
    for cases, status in (([GOOD, GOOD], 0), ([GOOD, BAD], 1)):
        file.write_text(json.dumps(cases), "utf-8")
        assert main(["judge", str(file)]) == status
        answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert answers == [judge(case) for case in cases]


def test_bots_play_each_other_and_a_table_tells_how_they_did() -> None:
    done = command("arena", "--bots", "normal,easy", "--deals", "6", "--workers", "2")
    first, *rows = done.stdout.splitlines()
    asked = "--bots normal,easy --players 2 --deals 6 --seed 1"
    assert first.startswith(f"python -m scala40 arena {asked} --samples ")
    assert "6 of 6 deals in 2 seatings each" in done.stdout
    assert [row.split()[:2] for row in rows[4:6]] == [["normal", "12"], ["easy", "12"]]
    assert "normal against easy: " in rows[-1]
    assert (done.returncode, done.stderr.splitlines()[-1]) == (0, "6 of 6 deals")


def test_the_command_that_is_told_plays_the_same_again(capsys: pytest.CaptureFixture[str]) -> None:
    def played(*arguments: str) -> dict[str, object]:
        assert main(["arena", "--workers", "1", "--json", *arguments]) == 0
        found = json.loads(capsys.readouterr().out)
        for bot in found["bots"]:
            del bot["decision_ms"]
        return dict(found)

    rules = "classica;opening_points=30"
    found = played("--bots", "easy, normal", "--players", "3", "--deals", "2", "--rules", rules)
    assert (found["rules"], found["players"], found["hands"]) == (rules, 3, 6)
    assert played(*shlex.split(str(found["command"]))[4:]) == found


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ("--bots hard,nobody", "there is no bot “nobody”: choose from easy, normal"),
        ("--bots hard", "two bots or more"),
        ("--bots easy,normal,hard", "3 bots do not fit on 2 seats"),
        ("--deals 0", "one deal or more"),
        ("--players 7", "choose from 2 to 6 players"),
        ("--players 0", "choose from 2 to 6 players"),
        ("--players 3 --rules duello", "choose from 2 to 2 players"),
        ("--rules nobody", "There is no preset “nobody”"),
        ("--samples 0", "--samples of one or more"),
        ("--workers 0", "--workers have to be one or more"),
    ],
)
def test_an_arena_that_cannot_be_is_refused_with_the_reason(
    arguments: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena", *arguments.split()]) == 2
    said = capsys.readouterr()
    assert (said.out, reason in said.err, said.err.count("\n")) == ("", True, 1)


def ctrl_c() -> None:
    """What Python does of Ctrl-C, which a test cannot press where it runs in the background."""
    raise KeyboardInterrupt


def told_to_end() -> None:
    signal.raise_signal(signal.SIGTERM)


@pytest.mark.parametrize("interrupt", [ctrl_c, told_to_end])
@pytest.mark.parametrize(("known", "told"), [(3, True), (0, False)])
def test_an_interrupted_arena_tells_what_is_known_so_far(
    known: int,
    told: bool,
    interrupt: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    played = iter(range(1, 9))

    def computer_until(level: Level, samples: int) -> Bot:
        def sit(seed: int) -> Player:
            if level == "easy" and next(played) > 2 * known:
                interrupt()
            return computer(level, samples).player(seed)

        return Bot(level, sit)

    monkeypatch.setattr("scala40.__main__.computer", computer_until)
    assert main(["arena", "--bots", "normal,easy", "--deals", "4", "--workers", "1"]) == 130
    said = capsys.readouterr()
    assert ("3 of 4 deals in 2 seatings each, 0 of 6 hands void" in said.out) == told
    assert f"scala40: interrupted after {known} of 4 deals" in said.err

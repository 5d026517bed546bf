"""Play matches and keep their records in ``tests/records/played``, with digests of what came of it.

``python3 build.py records`` does it. They guard against change: where a test finds a digest changed
and the change is meant, make them anew and say so in the commit. The computer players may change
freely, as the tests only replay what was played.
"""

from __future__ import annotations

from random import Random
from typing import Final

from scala40.actions import ReEnter, StayOut
from scala40.match import Match
from scala40.record import write_record
from scala40.rules import PRESETS, Rules
from tests.records import FOLDER, digests
from tests.test_invariants import mixed, random_match, sensibly

PLAYED: Final = FOLDER / "played"
NAMES: Final = ("Anna", "Bruno", "Carla", "Dario", "Elena", "Fabio")
#: How many matches each preset gets, and how many are under a random mix of options.
EACH: Final = 4
MIXES: Final = 16
#: Matches are left after so many hands, some of them in the middle of one.
HANDS: Final = 4


def preset_match(preset: str, number: int) -> Match:
    """A match under a preset, with another number of players each time."""
    rules = Rules.preset(preset)
    players = range(rules.min_players, rules.max_players + 1)
    return Match(rules, NAMES[: players[number % len(players)]], deal=number)


def play(match: Match, rng: Random) -> None:
    """Play a match on for some hands."""
    while True:
        while match.hand.state.end is None:
            if len(match.hands) == HANDS and rng.random() < 0.005:
                return
            match.play(rng.choice([sensibly, mixed])(match.hand, rng))
        while match.pending:
            match.play(rng.choice([ReEnter(), StayOut()]))
        if match.winners or len(match.hands) == HANDS:
            return
        match.next_hand()


def text_of(match: Match) -> str:
    """The record with the statements that a test checks."""
    told = "".join(f"# expect {word} {value}\n" for word, value in digests(match).items())
    return f"# Played by computers: see tests/play_records.py.\n{write_record(match)}\n{told}"


def main() -> None:
    """Play all of them."""
    PLAYED.mkdir(exist_ok=True)
    for old in PLAYED.glob("*.txt"):
        old.unlink()
    matches = {f"{p}-{n + 1}": preset_match(p, n) for p in PRESETS for n in range(EACH)}
    rng = Random(40)
    matches |= {f"mix-{n + 1:02}": random_match(rng, deal=100 + n) for n in range(MIXES)}
    for name, match in matches.items():
        play(match, Random(name))
        (PLAYED / f"{name}.txt").write_text(text_of(match), "utf-8")


if __name__ == "__main__":
    main()

"""How well opponents play: the levels by name, for whoever need not know how they think."""

from __future__ import annotations

from typing import Final, Literal, get_args

#: How well an opponent plays, the weakest first.
Level = Literal["easy", "normal", "hard", "maestro"]
LEVELS: Final[tuple[Level, ...]] = get_args(Level)
#: How many sampled deals the maestro weighs a choice on.
SAMPLES: Final = 80

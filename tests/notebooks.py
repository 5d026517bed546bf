"""What the tests of the notebooks share: which there are, and what each says at the end."""

from __future__ import annotations

from pathlib import Path

ROOT = Path(__file__).parents[1]
LANGUAGES = ("en", "it")
NAMES = tuple(sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb")))
#: By notebook, for each of its exercises an answer that is right and one that is wrong.
ANSWERS = {
    "01-cards-and-melds.ipynb": [("QD KD AD", "AD 2D 3D"), ("2", "3")],
    "02-opening-with-40.ipynb": [("TD JD QD KD", "5C 5D 5H"), ("8C", "2C")],
    "03-scoring.ipynb": [("11", "1"), ("50", "25")],
    "04-the-turn.ipynb": [
        ("attach 4C T1; attach 3C T1; discard KD", "attach 3C T1; attach 4C T1; discard KD")
    ],
    "05-how-likely.ipynb": [("59", "40"), ("4D", "2C")],
    "06-strategy.ipynb": [("no", "yes")],
    "07-your-own-bot.ipynb": [("careful", "mine")],
}
#: By notebook, what the plain values among its outputs are, in their order.
VALUES = {
    "01-cards-and-melds.ipynb": [
        "AC 7H TD KS X",
        "(108, 2, 4)",
        "{'AC 2C 3C': 6, 'QC KC AC': 31, 'AC AD AH': 33, '9H TH JH QH': 39}",
        "(178, 1326, '13.4%')",
    ],
    "02-opening-with-40.ipynb": ["(['TH JH QH KH'], 40)"],
    "03-scoring.ipynb": ["{'Anna': 134, 'Bruno': 118, 'Carla': 115, 'Dario': 27}"],
    "05-how-likely.ipynb": ["{0: '59.40%', 1: '33.58%', 2: '6.50%', 3: '0.51%', 4: '0.01%'}", "2"],
    "07-your-own-bot.ipynb": ["Discard(card=Card('JC'))"],
}

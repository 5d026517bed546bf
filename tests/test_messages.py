"""Every reason has its sentence, and every sentence its reason."""

import pickle
import re
from pathlib import Path

from scala40.cards import cards
from scala40.errors import Refused
from scala40.messages import ENGLISH, REASONS, Catalogue

ROOT = Path(__file__).parents[1]
RAISED = re.compile(r'(?:Error|Refused)\(\s*"([a-z0-9-]+)"')


def test_every_code_in_the_program_has_a_sentence_and_no_sentence_is_idle() -> None:
    sources = [*(ROOT / "scala40").rglob("*.py"), *(ROOT / "web" / "app").glob("*.py")]
    text = "\n".join(source.read_text(encoding="utf-8") for source in sources)
    used = set(RAISED.findall(text)) | {"freed-joker", "freed-joker-new-meld"}
    assert used == set(REASONS)


def test_an_error_crosses_from_one_process_to_another_with_its_words() -> None:
    reason = Refused("no-such-meld", meld=3, melds=2)
    assert str(pickle.loads(pickle.dumps(reason))) == str(reason)


def plain(text: str) -> str:
    """A text without the characters that only choose how a sign is drawn."""
    return text.replace("\ufe0e", "")


def test_cards_are_written_with_their_signs() -> None:
    held = cards("TH X X=6S AC")
    assert plain(ENGLISH.text("{held}", held=held)) == "10♥ joker joker (6♠) A♣"
    melds = (cards("5H 6H 7H"), cards("9C 9D 9S"))
    assert plain(ENGLISH.text("{melds}", melds=melds)) == "5♥ 6♥ 7♥, 9♣ 9♦ 9♠"


def test_a_catalogue_speaks_its_language() -> None:
    shouting = Catalogue("shout", str.upper)
    assert shouting.card(cards("X")[0]) == "JOKER"

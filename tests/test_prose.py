"""The rules as prose say what is played: every option shows, in every language."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scala40.errors import RulesError
from scala40.messages import LANGUAGES, catalogue
from scala40.prose import rules_text
from scala40.rules import NONE_WORD, OPTIONS, PRESETS, VALUES, YES_NO, Rules

#: Rules under which the options count that have no effect in any preset.
OTHERS = (
    "online;match_format=fixed-hands;hands=4",
    "online;match_format=first-out",
    "online;partners=yes",
    "classica;max_reshuffles=2",
    "online;ace_in_hand=1;lone_ace_in_hand=1",
)


def text(rules: Rules, language: str) -> str:
    sections = rules_text(rules, catalogue(language))
    return "\n".join("\n".join((section.title, *section.paragraphs)) for section in sections)


def values(option: str) -> list[object]:
    """What an option can be; of a long range some."""
    if option in YES_NO:
        return [True, False]
    named = VALUES[option]
    some = list(named) if len(named) < 14 else [named[0], named[1], named[39], named[-1]]
    return [*some, None] if option in NONE_WORD else some


def silent(option: str, rules: Rules) -> bool:
    """An option that cannot have an effect under the others."""
    return (
        (option == "target" and rules.match_format == "fixed-hands")
        or (option == "survivors" and (rules.match_format != "elimination" or rules.partners))
        or (option in ("min_players", "max_players") and rules.partners)
    )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("base", [*PRESETS, *OTHERS])
def test_each_value_of_each_option_reads_differently(base: str, language: str) -> None:
    rules = Rules.read(base)
    for option in OPTIONS:
        if silent(option, rules):
            continue
        told = []
        for value in values(option):
            try:
                told.append(text(rules.with_options({option: value}), language))
            except RulesError:  # excluded by another option
                continue
        assert len(set(told)) == len(told), option


def test_the_preset_is_not_what_is_told_but_its_options() -> None:
    same = Rules.preset("duello").with_options(
        {option: getattr(Rules.preset("pulita"), option) for option in OPTIONS}
    )
    assert text(same, "en") == text(Rules.preset("pulita"), "en")


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    rules = Rules.preset(draw(st.sampled_from(sorted(PRESETS))))
    for option in draw(st.lists(st.sampled_from(OPTIONS), max_size=12)):
        try:
            rules = rules.with_options({option: draw(st.sampled_from(values(option)))})
        except RulesError:
            continue
    return rules


@given(any_rules(), st.sampled_from(LANGUAGES))
def test_whatever_is_played_can_be_told(rules: Rules, language: str) -> None:
    for section in rules_text(rules, catalogue(language)):
        assert section.title
        for paragraph in section.paragraphs:
            assert paragraph.endswith(".")
            assert not any(hole in paragraph for hole in ("{", "}", "None", "True", "False", "  "))


@pytest.mark.parametrize("language", LANGUAGES)
def test_without_jokers_no_joker_is_told_of(language: str) -> None:
    told = text(Rules.read("online;jokers=0"), language)
    word = catalogue(language).text("joker")
    assert told.count(word) == 1  # that there are none


def test_italian_rules_use_the_words_of_the_game() -> None:
    told = text(Rules.preset("federation"), "it")
    for word in (
        "apertura scala tris poker pozzo tallone jolly mazziere attacca scart calano chiudere"
    ).split():
        assert word in told, word
    assert "chiude in mano" in text(Rules.preset("pulita"), "it")


def test_a_run_of_fourteen_without_jokers_is_warned_of() -> None:
    assert Rules.preset("federation").warnings() == ()
    (code,) = Rules.read("federation;jokers=0").warnings()
    assert "14 cards" in catalogue("en").warning(code)
    assert "14 carte" in catalogue("it").warning(code)

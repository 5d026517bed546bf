"""Presets and options: what is admitted, what is refused, and the text form."""

import pytest

from scala40.errors import RulesError
from scala40.rules import OPTIONS, PRESETS, Rules, allowed


@pytest.mark.parametrize("preset", PRESETS)
def test_every_preset_has_a_text_that_reads_back(preset: str) -> None:
    rules = Rules.preset(preset)
    assert str(rules) == preset
    assert Rules.read(preset) == rules


def test_changed_options_are_named_in_the_text() -> None:
    rules = Rules.read("duello;opening_points=30;max_reshuffles=unlimited;put_back=no")
    assert (rules.opening_points, rules.max_reshuffles, rules.put_back) == (30, None, False)
    assert Rules.read(str(rules)) == rules


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("nobody", "unknown-preset"),
        ("online;colour=red", "unknown-option"),
        ("online;opening_points=0", "bad-option"),
        ("online;opening_points=many", "bad-option"),
        ("online;put_back=perhaps", "bad-option"),
        ("online;direction=upwards", "bad-option"),
        ("online;ace_in_hand=5", "bad-option"),
        ("online;ace_in_hand=1", "rules-conflict"),
        ("online;match_format=fixed-hands", "rules-conflict"),
        ("online;hands=3", "rules-conflict"),
        ("online;partners=yes;reentries=1", "rules-conflict"),
        ("online;min_players=5;max_players=3", "rules-conflict"),
    ],
)
def test_rules_that_cannot_be_are_refused(text: str, code: str) -> None:
    with pytest.raises(RulesError) as error:
        Rules.read(text)
    assert error.value.code == code


def test_every_option_says_what_it_may_be() -> None:
    assert all(allowed(option) for option in OPTIONS)
    assert allowed("opening_points") == ("1-100",)
    assert allowed("max_reshuffles") == ("0-9", "unlimited")

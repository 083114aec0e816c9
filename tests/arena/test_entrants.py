"""The participants of matches and tournaments, and their names."""

import pytest

import fourfold as ff
from fourfold.arena.entrants import entrants_of
from fourfold.errors import InvalidAgent, InvalidOption


@pytest.mark.parametrize(
    ("text", "name", "spec"),
    [
        ("random", "random", "random"),
        ("random:seed=3", "random:seed=3", "random:seed=3"),
        ("Dice=random:seed=3", "Dice", "random:seed=3"),
        (" The dice = random", "The dice", "random"),
        ("mine=exec:engine --level=3", "mine", "exec:engine --level=3"),
        ("exec:engine --level=3", "exec:engine --level=3", "exec:engine --level=3"),
    ],
)
def test_a_player_can_have_a_name_of_its_own(text: str, name: str, spec: str) -> None:
    entrant = entrants_of((text, "greedy"), "match")[0]
    assert (entrant.name, entrant.spec) == (name, spec)
    assert entrant.participant().name == name


def test_a_name_in_a_result() -> None:
    result = ff.match("Dice=random", "Dice=random", games=2)
    assert result.agents == ("Dice", "Dice (2)")


@pytest.mark.parametrize("text", ["=random", "Dice=", "Dice=genius"])
def test_a_name_without_a_player(text: str) -> None:
    with pytest.raises(InvalidAgent, match="there is no agent"):
        entrants_of((text, "greedy"), "match")


def test_players_that_cannot_be_sent_to_workers() -> None:
    with pytest.raises(InvalidOption, match="the player '<lambda>' cannot be sent to other proc"):
        ff.match(lambda position: position.legal_columns[0], "random", games=2, workers=2)


def test_rules_can_be_given_as_they_are() -> None:
    result = ff.match("random", "greedy", games=4, rules=[ff.Rules(5, 4), "4x4"])
    assert result.rules == ("5x4", "4x4")
    assert ff.match("random", "greedy", games=2, rules=ff.Rules(5, 4)).rules == ("5x4",)
    with pytest.raises(InvalidOption, match="the rules are 5, but must be rules, a text or a list"):
        ff.match("random", "greedy", games=2, rules=5)  # type: ignore[arg-type]


def test_players_may_come_from_a_generator() -> None:
    entrants = entrants_of(((f"random:seed={seed}" for seed in (1, 2)),), "match")
    assert [entrant.spec for entrant in entrants] == ["random:seed=1", "random:seed=2"]

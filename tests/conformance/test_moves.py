"""Every agent plays by the rules, says consistent things, and sees what is under its nose."""

import pytest

from fourfold import Decision, IllegalMove, Position
from fourfold.agents.conformance import checks
from fourfold.agents.conformance.positions import (
    LAST_CELLS,
    all_kinds,
    with_a_single_threat,
    with_a_win,
)

from .candidates import ATTENTIVE, QUICK, TIME_TO_SEE, every_agent, kind_of, make


def played(spec: str, positions: tuple[Position, ...]) -> list[Position]:
    return [position for position in positions if kind_of(spec).plays(position.rules)]


@every_agent
def test_legal_moves_and_consistent_decisions_on_every_kind_of_rules(spec: str) -> None:
    positions = played(spec, all_kinds())
    agent = make(spec)
    asked = checks.plays_legally(agent, positions, QUICK, says_why=True)
    assert asked == len(positions)
    if kind_of(spec).rules == "every board":
        assert asked >= 250
        assert sum(position.must_ban for position in positions) >= 40


@every_agent
def test_takes_an_immediate_win(spec: str) -> None:
    if spec == "random":
        return  # it plays at random, as it should
    agent = make(ATTENTIVE.get(spec, spec))
    assert checks.takes_wins(agent, played(spec, with_a_win()), TIME_TO_SEE.get(spec, QUICK))


@every_agent
def test_blocks_a_single_immediate_threat(spec: str) -> None:
    """By a piece, by the ban that is due, or by a ban that a piece on the bonus cell brings."""
    if spec in ("random", "uct:policy=plain"):
        return  # to plain UCT all moves of a lost game are the same, also those that end it
    agent = make(ATTENTIVE.get(spec, spec))
    assert checks.blocks_threats(agent, played(spec, with_a_single_threat()), QUICK)


@every_agent
@pytest.mark.parametrize(
    "text",
    [
        "7x6:1212121",  # won
        "4x4:2434212213134314",  # full
        "4x4-xa1-xa2-xa3-xa4-xb1-xb2-xb3-xb4-xc1-xc2-xc3-xc4-xd1-xd2-xd3-xd4:",  # no cell at all
    ],
)
def test_a_finished_game_is_refused(spec: str, text: str) -> None:
    position = Position.parse(text)
    assert position.outcome is not None
    with pytest.raises(IllegalMove, match="the game is over"):
        make(spec).choose(position, QUICK)


@every_agent
def test_the_last_cell_of_all(spec: str) -> None:
    positions = played(spec, tuple(map(Position.parse, LAST_CELLS)))
    assert checks.plays_legally(make(spec), positions, QUICK, says_why=True) == len(positions)


@every_agent
def test_plays_from_any_thread(spec: str) -> None:
    assert checks.plays_from_a_thread(make(spec), Position.parse("7x6:4435"), QUICK)


@pytest.mark.parametrize(
    ("decision", "words"),
    [
        (Decision(7), "it chose 7, but could play"),
        (Decision(3, line=(2,)), "its line begins otherwise"),
        (Decision(3, line=(3, 9)), "its line cannot be played"),
        (Decision(3, evaluations={9: 1.0}), "it scored columns that cannot be played"),
        (Decision(3, evaluation=float("nan")), "its evaluation is not that of its column"),
        (Decision(3, evaluation=1, evaluations={3: 2}), "its evaluation is not that of its"),
        (Decision(3, nodes=-1), "it counted below 0"),
        (Decision(3, reason="two\nlines"), "its reason is not one line"),
    ],
)
def test_the_checks_find_what_is_wrong(decision: Decision, words: str) -> None:
    with pytest.raises(checks.Finding, match=words):
        checks.check_decision(Position.parse("7x6:44"), decision)

"""Every agent plays by the rules, says consistent things, and sees what is under its nose."""

import math
import threading

import pytest

from fourfold import Decision, IllegalMove, Position

from .candidates import (
    ATTENTIVE,
    QUICK,
    TIME_TO_SEE,
    all_kinds,
    every_agent,
    is_safe,
    kind_of,
    make,
    with_a_single_threat,
    with_a_win,
)


def check(position: Position, decision: Decision) -> None:
    """What holds of every decision."""
    legal = position.legal_columns
    assert type(decision.column) is int
    assert decision.column in legal

    if decision.line:
        assert decision.line[0] == decision.column
        Position(position.rules, position.moves + decision.line)  # IllegalMove if it cannot be

    for told in (decision.scores, decision.evaluations):
        assert set(told) <= set(legal)
    assert all(math.isfinite(value) for value in decision.evaluations.values())
    if decision.evaluation is not None:
        assert math.isfinite(decision.evaluation)
        here = decision.evaluations.get(decision.column, decision.evaluation)
        assert decision.evaluation == pytest.approx(here)
    if decision.score is not None:
        assert decision.scores.get(decision.column, decision.score) == decision.score

    for number in (decision.nodes, decision.depth, decision.seconds):
        assert number is None or number >= 0
    assert decision.reason.strip() == decision.reason != ""
    assert len(decision.reason.splitlines()) == 1


@every_agent
def test_legal_moves_and_consistent_decisions_on_every_kind_of_rules(spec: str) -> None:
    agent = make(spec)
    asked = bans = 0
    for position in all_kinds():
        if not kind_of(spec).plays(position.rules):
            continue
        before = (position.to_text(), hash(position), position.key, position.legal_columns)
        decision = agent.choose(position, QUICK)
        check(position, decision)
        # The position is left alone.
        assert (position.to_text(), hash(position), position.key, position.legal_columns) == before
        asked += 1
        bans += position.must_ban
    if kind_of(spec).rules == "every board":
        assert asked >= 250
        assert bans >= 40


@every_agent
def test_takes_an_immediate_win(spec: str) -> None:
    if spec == "random":
        return  # it plays at random, as it should
    agent = make(ATTENTIVE.get(spec, spec))
    for position in with_a_win():
        if kind_of(spec).plays(position.rules):
            after = position.play(agent.choose(position, TIME_TO_SEE.get(spec, QUICK)).column)
            assert after.outcome is not None, position.to_text()
            assert after.outcome.winner is position.turn


@every_agent
def test_blocks_a_single_immediate_threat(spec: str) -> None:
    """By a piece, by the ban that is due, or by a ban that a piece on the bonus cell brings."""
    if spec in ("random", "uct:policy=plain"):
        return  # to plain UCT all moves of a lost game are the same, also those that end it
    agent = make(ATTENTIVE.get(spec, spec))
    for position in with_a_single_threat():
        if not kind_of(spec).plays(position.rules):
            continue
        column = agent.choose(position, QUICK).column
        assert is_safe(position, column), position.to_text()
        after = position.play(column)
        if after.outcome is None and after.turn is position.turn:
            assert is_safe(after, agent.choose(after, QUICK).column), after.to_text()


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
    agent = make(spec)
    for text in (
        "4x4:243421221313431",
        "5x4-be4:1534141122443223553",  # which is the bonus cell: no room for a ban
        "5x4-be3:1521224344343123155",  # for a ban
    ):
        position = Position.parse(text)
        (column,) = position.legal_columns
        if kind_of(spec).plays(position.rules):
            decision = agent.choose(position, QUICK)
            check(position, decision)
            assert decision.column == column


@every_agent
def test_plays_from_any_thread(spec: str) -> None:
    position = Position.parse("7x6:4435")
    decisions: list[Decision] = []
    agent = make(spec)
    thread = threading.Thread(target=lambda: decisions.append(agent.choose(position, QUICK)))
    thread.start()
    thread.join()
    check(position, decisions[0])

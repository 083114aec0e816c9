"""Hints say something of every column, and nothing false."""

import pytest

import fourfold as ff
from fourfold.analysis.hint_agent import HintAgent
from fourfold.game import Game, HintGiven, Thought, hint
from fourfold.search import Limit, Stop
from tests.waiting import assert_quick


@pytest.fixture(scope="module")
def agent() -> HintAgent:
    return HintAgent(seconds=0.4, memory=16, seed=1)


@pytest.mark.parametrize("text", ["7x6:4455", "5x5-bc2:33", "5x5-xc1:33"])
def test_what_is_proven_is_what_the_solver_says(text: str) -> None:
    position = ff.Position.parse(text)
    decision = HintAgent(seconds=60, memory=16).choose(position)
    scores = ff.Solver(memory_mb=16).columns(position)
    assert decision.scores == scores
    assert scores[decision.column].rank == max(score.rank for score in scores.values())


def test_every_column_of_a_board_that_nobody_can_solve_gets_an_opinion(agent: HintAgent) -> None:
    position = ff.Position.parse("12x12-xa1-bl12:fg")
    decision = agent.choose(position)
    assert {*decision.scores, *decision.evaluations} == set(position.legal_columns)
    assert all(0 <= rate <= 1 for rate in decision.evaluations.values())
    assert decision.column in position.legal_columns


def test_a_win_that_is_proven_is_advised_before_all_guesses(agent: HintAgent) -> None:
    decision = agent.choose(ff.Position.parse("12x12:aabbcc"), Limit(seconds=0.2))
    assert decision.column == 3
    assert decision.scores[3].outcome is ff.Result.WIN


def test_it_comes_back_at_once_when_it_is_stopped(agent: HintAgent) -> None:
    stop = Stop()
    stop.request()

    def seconds() -> float:
        decision = agent.choose(ff.Position.parse("12x12:f"), stop=stop)
        assert decision.seconds is not None
        return decision.seconds

    assert_quick(seconds, 0.3)


def test_it_is_asked_like_an_agent(agent: HintAgent) -> None:
    game = Game()
    heard: list[object] = []
    game.subscribe(heard.append)
    thought = Thought(agent, game.position, watched=True)
    assert thought.wait(20)
    decision = hint(game, thought)
    assert heard == [HintGiven(ff.FIRST, decision)]

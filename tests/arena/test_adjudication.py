"""Games that the referee ends: right against the solver, and only when they should end."""

from typing import Any

import pytest

import fourfold as ff
from fourfold.agents import Decision
from fourfold.arena import tournament
from fourfold.arena.adjudication import Adjudication, Claim, Referee
from fourfold.arena.entrants import Entrant
from fourfold.errors import InvalidOption
from fourfold.game import EndReason, Game, Participant
from fourfold.rules import FIRST, SECOND, Player, Position
from fourfold.search import Result, Score

AGENTS = Participant("one", "one"), Participant("two", "two")
LOST, DRAWN, WON = (
    Score(-1, Result.LOSS, 20),
    Score(0, Result.DRAW, 20),
    Score(1, Result.WIN, 20),
)


def game_of(*decisions: Decision, rules: str = "7x6") -> Game:
    game = Game(f"{rules}:", AGENTS)
    for decision in decisions:
        game.play(decision.column, decision)
    return game


def check(adjudication: Adjudication, *decisions: Decision) -> Any:
    game = game_of(*decisions)
    Referee(adjudication).check(game)
    return game.ending


def test_a_player_that_finds_itself_lost_twice_in_a_row_resigns() -> None:
    twice = Adjudication.parse(resign=2)
    lost, won = Decision(0, score=LOST), Decision(1, score=WON)
    assert check(twice, won, lost, won) is None
    ending = check(twice, won, lost, won, lost)
    assert (ending.winner, ending.reason) == (FIRST, EndReason.ADJUDICATION)
    assert ending.detail == "two found itself lost on 2 moves in a row"
    assert check(twice, won, lost, won, Decision(0), won, lost) is None  # not in a row


def test_a_proof_counts_before_an_evaluation() -> None:
    by_evaluation = Adjudication.parse(resign="1,-5")
    assert check(by_evaluation, Decision(0, evaluation=-4.9)) is None
    assert check(by_evaluation, Decision(0, evaluation=-5.0)).winner is SECOND
    assert check(by_evaluation, Decision(0, evaluation=-9.0, score=WON)) is None


def test_a_draw_needs_both_players() -> None:
    once = Adjudication.parse(draw=1)
    drawn = Decision(0, score=DRAWN)
    assert check(once, drawn) is None
    assert check(once, drawn, Decision(1, score=LOST)) is None
    ending = check(once, drawn, drawn)
    assert (ending.winner, ending.reason) == (None, EndReason.ADJUDICATION)
    assert ending.detail == "both players found a draw on 1 move in a row"
    close = Adjudication.parse(draw=(1, 0.25))
    assert check(close, drawn, Decision(1, evaluation=-0.25)) is not None
    assert check(close, drawn, Decision(1, evaluation=0.3)) is None


def test_the_solver_is_right() -> None:
    """Each game that it ended has the value of its last position, and was not over before."""
    result = tournament(
        *("random", "greedy"), games=20, rules=["5x4", "5x4-bc2"], adjudicate="5,14", seed=3
    )
    solver = ff.Solver(memory_mb=32, book=False)
    ended = 0
    for record in result.records:
        assert record.ending is not None
        position = record.position
        if record.ending.reason is not EndReason.ADJUDICATION:
            continue
        ended += 1
        assert position.outcome is None
        assert position.rules.playable_cells - position.ply <= 14
        outcome = solver.solve(position, wdl=True).outcome
        turn = position.turn
        winner = {Result.WIN: turn, Result.LOSS: turn.other, Result.DRAW: None}[outcome]
        assert record.ending.winner is winner
    assert ended > 10


def test_the_solver_that_finds_nothing_in_time_ends_nothing() -> None:
    game = game_of(Decision(0), rules="12x12")
    Referee(Adjudication.parse(solver=0.01)).check(game)
    assert game.ending is None


def test_agents_that_claim_end_real_games() -> None:
    class Pessimist:
        def choose(self, position: Position) -> Decision:
            return Decision(position.legal_columns[0], score=LOST)

    result = tournament(Pessimist, Entrant("random", "random:seed=1"), games=4, resign=2, plies=0)
    assert result.total(1).wins == 4
    assert {len(record.plies) for record in result.records} == {3, 4}
    assert not result.faults


def test_a_referee_leaves_a_finished_game_alone() -> None:
    game = game_of(*(Decision(column, score=LOST) for column in (0, 1, 0, 1, 0, 1, 0)))
    before = game.ending
    Referee(Adjudication.parse(resign=1)).check(game)
    assert game.ending is before
    assert before is not None
    assert before.winner is Player.FIRST


def test_texts() -> None:
    assert Adjudication.parse("3", "4,0.5", "2,20") == Adjudication(
        Claim(3), Claim(4, 0.5), 2.0, 20
    )
    assert str(Claim.parse("x", "3,-5")) == "3,-5"
    assert Claim.parse("x", Claim(3)) == Claim(3)
    assert not Adjudication.parse()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"resign": "0"}, "the number of moves of a resignation is '0', but must be a whole"),
        ({"resign": "x"}, "the number of moves of a resignation is 'x'"),
        ({"resign": "3,x"}, "the evaluation of a resignation is 'x', but must be a number"),
        ({"resign": "3,nan"}, "the evaluation of a resignation is 'nan'"),
        ({"draw": -1}, "the number of moves of a draw is -1"),
        ({"draw": (1, 2, 3)}, "the number of moves of a draw is (1, 2, 3)"),
        ({"solver": "x"}, "the time of the adjudication is 'x', but must be a number"),
        ({"solver": "0"}, "a limit of seconds is 0.0, but must be a number above 0"),
        ({"solver": -1}, "a limit of seconds is -1"),
        ({"solver": "1,0"}, "the number of free cells of the adjudication is '0'"),
    ],
)
def test_nonsense(arguments: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InvalidOption) as caught:
        Adjudication.parse(**arguments)
    assert str(caught.value).startswith(sentence)

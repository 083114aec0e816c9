"""Agents at the board: good ones play, bad ones lose, and the game lives on."""

import os
import sys
import threading
import time
from typing import Any

import pytest

from fourfold.agents import Agent, Decision, SearchProgress
from fourfold.errors import GameError, ProgramError
from fourfold.game import (
    Ending,
    EndReason,
    Event,
    Game,
    HintGiven,
    Participant,
    Thought,
    TimeControl,
    Turn,
    answer_offer,
    hint,
    play_out,
    play_turn,
    sanitize,
)
from fourfold.game.json_lines import RecordReader, encode, record_lines
from fourfold.game.record import LONGEST_CAUSE
from fourfold.rules import FIRST, SECOND, Position, Rules
from fourfold.search import Limit, Result, Score
from fourfold.search.score import score_of
from tests.waiting import AT_LATEST

from .games import ANN, ROBOT, Third, played
from .mocks import (
    Answers,
    FullColumn,
    Hangs,
    Leftmost,
    Raises,
    Spins,
    UnprintableError,
    UntilStopped,
)
from .test_clock import Time
from .turns import BAD, PLAYERS, ended, new_game


def test_two_agents_play_a_game() -> None:
    game = new_game()
    record = play_out(game, {FIRST: Leftmost(), SECOND: Leftmost()})
    assert record.ending == Ending(FIRST, EndReason.FOUR_IN_LINE)
    assert record.to_text() == "7x6:1111112222223333334"
    assert all(ply.seconds is not None and ply.seconds >= 0 for ply in record.plies)
    assert {(ply.evaluation, ply.nodes, ply.reason) for ply in record.plies} == {
        (0.5, 1, "the left one")
    }


def test_agents_ban() -> None:
    game = new_game(start=Rules.parse("5x4-ba1"))
    play_turn(game, Leftmost())
    assert (game.turn, game.position.must_ban) == (FIRST, True)
    play_turn(game, Leftmost())
    assert game.turn is SECOND


# Agents of every bad kind


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ValueError("a hole\nin the head"), "bad raised ValueError: a hole in the head"),
        (ZeroDivisionError(), "bad raised ZeroDivisionError"),
        (SystemExit(3), "bad raised SystemExit: 3"),
        (KeyboardInterrupt(), "bad raised KeyboardInterrupt"),
        (MemoryError(), "bad raised MemoryError"),
        (UnprintableError(), "bad raised UnprintableError"),
        (RuntimeError("x" * 1000), f"bad raised RuntimeError: {'x' * 197}..."),
    ],
)
def test_an_agent_that_raises_loses(error: BaseException, words: str) -> None:
    game = new_game()
    play_turn(game, Raises(error))
    ending = ended(game)
    assert (ending.winner, ending.reason, ending.detail) == (SECOND, EndReason.FAILURE, words)
    first, where, what, *_ = ending.cause.split("\n")
    assert first == "Traceback (most recent call last):"
    assert where.endswith('mocks.py", line 31, in choose')  # the agent's own code, not ours
    assert what.strip() == "raise self.error"
    assert type(error).__name__ in ending.cause.split("\n")[3]


def test_an_error_can_bring_its_own_cause() -> None:
    error = RuntimeError("gone")
    error.fault_cause = "x" * 30_000 + "what its process wrote"  # type: ignore[attr-defined]
    game = new_game()
    play_turn(game, Raises(error))
    assert ended(game).detail == "bad raised RuntimeError: gone"
    assert ended(game).cause.endswith("xwhat its process wrote")
    assert len(ended(game).cause) == LONGEST_CAUSE


@pytest.mark.parametrize(
    ("is_bad_move", "reason"), [(False, EndReason.FAILURE), (True, EndReason.BAD_MOVE)]
)
def test_a_program_that_failed_says_what_it_did(is_bad_move: bool, reason: EndReason) -> None:
    game = new_game()
    error = ProgramError("'ann'", "wrote\nnothing", "the end", is_bad_move=is_bad_move)
    play_turn(game, Raises(error))
    loser = game.player(FIRST)
    assert ended(game) == Ending(SECOND, reason, f"{loser} wrote nothing", "the end")


def test_a_cause_is_kept_in_the_record() -> None:
    game = new_game()
    play_turn(game, Raises(ValueError("\ud800 and\nmore")))
    reader = RecordReader()
    for line in encode(record_lines(game.record)).split(b"\n"):
        reader.read(line)
    (record,) = reader.records
    assert record.ending is not None
    assert record.ending.cause.startswith("Traceback (most recent call last):\n")
    assert record.ending.cause.endswith("and\nmore")


@pytest.mark.parametrize("answer", [None, "4", 3, True, 99, 3.0, (3,), Decision])
def test_an_agent_that_answers_no_decision_loses(answer: object) -> None:
    game = new_game()
    play_turn(game, Answers(answer))
    assert (ended(game).winner, ended(game).reason) == (SECOND, EndReason.BAD_MOVE)
    assert ended(game).detail.startswith("bad answered ")
    assert ended(game).detail.endswith(", which is no decision")


@pytest.mark.parametrize("column", [None, "4", True, 99, -1, 3.0, 7, [3], float("nan")])
def test_an_agent_that_chooses_no_column_loses(column: object) -> None:
    game = new_game()
    play_turn(game, Answers(Decision(column)))  # type: ignore[arg-type]
    assert ended(game) == Ending(
        SECOND,
        EndReason.BAD_MOVE,
        f"bad chose {column!r}, which is no column: its columns are 0 to 6, counted from 0",
    )


def test_an_agent_may_choose_anything_with_an_index() -> None:
    game = new_game()
    play_turn(game, Answers(Decision(Third(), reason="third")))  # type: ignore[arg-type]
    assert not game.is_over
    (ply,) = game.plies
    assert (ply.column, type(ply.column), ply.reason) == (2, int, "third")


def test_an_agent_that_plays_a_full_column_loses() -> None:
    game = new_game()
    play_out(game, {FIRST: FullColumn(), SECOND: FullColumn()})
    assert game.position == Position.parse("111111")
    assert ended(game) == Ending(
        SECOND,
        EndReason.BAD_MOVE,
        "bad chose column 1, which has no room: it could play 2, 3, 4, 5, 6, 7",
    )


@pytest.mark.parametrize("control", [TimeControl(move=0.1), TimeControl(game=0.1)])
def test_an_agent_that_hangs_beyond_its_clock_loses(hanging: Hangs, control: TimeControl) -> None:
    game = new_game(control)
    began = time.monotonic()
    play_turn(game, hanging, margin=0.05, grace=0.1)
    assert time.monotonic() - began < AT_LATEST
    assert ended(game) == Ending(SECOND, EndReason.TIME, "bad exceeded its time and did not stop")
    # The process lives on: the next game is played beside the thread that hangs.
    assert any(thread.name == "fourfold-agent" for thread in threading.enumerate())
    assert play_out(new_game(), {FIRST: Leftmost(), SECOND: Leftmost()}).ending is not None


def test_an_agent_that_keeps_python_busy_loses() -> None:
    agent = Spins()
    try:
        game = new_game(TimeControl(move=0.1))
        play_turn(game, agent, grace=0.1)
    finally:
        agent.is_over = True
    assert ended(game).reason is EndReason.TIME


def test_an_agent_that_exceeds_its_limit_loses() -> None:
    game = new_game()
    play_turn(game, UntilStopped(), Limit(seconds=0.05), margin=0.05)
    assert ended(game) == Ending(SECOND, EndReason.TIME, "bad exceeded its time")


def test_the_second_player_loses_too() -> None:
    game = new_game(start=Position.parse("4"))
    play_turn(game, Raises(OSError("gone")))
    ending = ended(game)
    assert (ending.winner, ending.reason) == (FIRST, EndReason.FAILURE)
    assert ending.detail == "robot raised OSError: gone"


def test_a_game_that_an_agent_lost_can_be_undone_and_gone_on_with() -> None:
    game = Game(players=(ANN, BAD))
    game.play(3)
    play_turn(game, Raises(OSError()))
    assert game.is_over
    assert game.undo() == 1
    game.play(0)
    play_turn(game, Leftmost())
    assert game.position == Position.parse("11")


# Clocks and limits


def test_an_agent_is_given_its_share_of_the_clock() -> None:
    agent = Leftmost()
    for control in (
        TimeControl(),
        TimeControl(move=2),
        TimeControl(move=0.1),
        TimeControl(game=100),
        TimeControl(game=100, move=1),
        TimeControl(game=100, increment=5),
        TimeControl(game=1, increment=5),
    ):
        play_turn(new_game(control), agent, Limit(seconds=50, nodes=7))
    seconds = [limit.seconds for limit in agent.limits if limit is not None]
    assert seconds[:3] == [50, 1.95, pytest.approx(0.09)]
    assert seconds[3] == pytest.approx(10, abs=0.1)  # 42 cells: a tenth of the time
    assert seconds[4] == pytest.approx(0.95)
    assert seconds[5] == pytest.approx(14.5, abs=0.1)  # and most of the increment, ...
    assert seconds[6] == pytest.approx(0.8, abs=0.1)  # ... which it does not have yet
    assert {limit.nodes for limit in agent.limits if limit is not None} == {7}


@pytest.mark.parametrize("control", [TimeControl(60), TimeControl(1, None, 5)])
def test_a_game_clock_lasts_for_a_whole_game(control: TimeControl) -> None:
    """An agent that takes all that it is given is never out of time."""

    class Slow:
        def choose(self, position: Position, limit: Limit | None = None, *_: Any) -> Decision:
            assert limit is not None
            assert limit.seconds is not None
            now.passes(limit.seconds)
            return Decision(position.legal_columns[position.ply % len(position.legal_columns)])

    now = Time()
    game = Game(Rules(12, 12), PLAYERS, control, now=now)
    play_out(game, {FIRST: Slow(), SECOND: Slow()}, margin=0)
    assert ended(game).reason in (EndReason.FOUR_IN_LINE, EndReason.BOARD_FULL)


def test_an_agent_that_answers_late_but_within_the_margin_is_forgiven() -> None:
    now = Time()

    class Late:
        def choose(self, *_: Any) -> Decision:
            now.passes(1.05)
            return Decision(3)

    game = Game(players=PLAYERS, control=TimeControl(move=1), now=now)
    play_turn(game, Late(), margin=0.1)
    assert game.position.ply == 1
    play_turn(game, Late(), margin=0.01)
    assert ended(game).reason is EndReason.TIME


# Hints and offers


def test_hints() -> None:
    game = Game(players=(ANN, ROBOT))
    events: list[Event] = []
    game.subscribe(events.append)
    thought = Thought(Leftmost(), game.position)
    assert thought.wait(10)
    assert hint(game, thought).column == 0
    assert isinstance(events[0], HintGiven)
    game.play(0)
    with pytest.raises(GameError, match="the hint is for another position"):
        hint(game, thought)


def test_hints_from_agents_that_have_none() -> None:
    game = Game(players=(ANN, ROBOT))
    thought = Thought(Raises(ValueError("stuck")), game.position)
    assert thought.wait(10)
    with pytest.raises(GameError, match="no decision: the agent raised ValueError: stuck"):
        hint(game, thought)
    thought = Thought(UntilStopped(), game.position)
    with pytest.raises(GameError, match="no decision: the agent is still thinking"):
        hint(game, thought)
    thought.stop.request()


@pytest.mark.parametrize(
    ("decision", "accepts"),
    [
        (Decision(0, score=score_of(5, 30)), False),
        (Decision(0, score=score_of(0, 30)), True),
        (Decision(0, score=score_of(-5, 30)), True),
        (Decision(0, evaluation=3), False),
        (Decision(0, evaluation=0), True),
        (Decision(0, evaluation=-0.1), True),
        (Decision(0), False),
        (None, False),
    ],
)
def test_an_agent_answers_an_offer(decision: Decision | None, accepts: bool) -> None:
    game = Game(players=(ROBOT, ANN))
    if decision is not None:
        game.play(0, decision)
    game.offer_draw(SECOND)
    assert answer_offer(game) == accepts
    assert (game.ending == Ending(None, EndReason.AGREEMENT)) == accepts
    assert game.offer is None


@pytest.mark.parametrize(("rate", "accepts"), [(0.44, True), (0.5, True), (0.56, False)])
def test_an_agent_that_counts_in_parts_of_games_won_answers_an_offer(
    rate: float, accepts: bool
) -> None:
    game = Game(players=(Participant.of_agent("uct:seconds=1"), ANN))
    game.play(0, Decision(0, evaluation=rate))
    game.offer_draw(SECOND)
    assert answer_offer(game) == accepts


def test_no_offer_to_answer() -> None:
    with pytest.raises(GameError, match="nobody has offered a draw"):
        answer_offer(played(Game(), "44"))


def test_the_mocks_are_agents() -> None:
    agents: list[Agent] = [Leftmost(), UntilStopped()]
    assert len(agents) == 2


@pytest.mark.skipif(sys.platform != "linux", reason="threads have no priority of their own here")
def test_a_thought_that_is_watched_lets_the_watcher_go_first() -> None:
    class Looks:
        def choose(self, *_: Any) -> Decision:
            self.priority = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
            return Decision(0)

    usual = os.getpriority(os.PRIO_PROCESS, threading.get_native_id())
    agent = Looks()
    assert Thought(agent, Position()).wait(20)
    assert agent.priority == usual
    assert Thought(agent, Position(), watched=True).wait(20)
    assert agent.priority == min(19, usual + 10)
    assert os.getpriority(os.PRIO_PROCESS, threading.get_native_id()) == usual


# What an agent tells while it thinks


@pytest.mark.parametrize(
    "told",
    [
        None,
        "thinking",
        SearchProgress(1.0, evaluations=None),  # type: ignore[arg-type]
        SearchProgress(1.0, line=7),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_thinking_is_not_shown(told: Any) -> None:
    assert sanitize.progress(told, Position()) is None


def test_what_makes_no_sense_is_left_out_of_what_an_agent_tells() -> None:
    told: Any = SearchProgress(
        seconds="long",  # type: ignore[arg-type]
        nodes=-1,
        depth=2.5,  # type: ignore[arg-type]
        column=7,
        evaluation=float("nan"),
        evaluations={0: 1.5, 1: "good", 9: 2.0, "x": 1.0, 2: 10**400},  # type: ignore[dict-item]
        scores={0: score_of(3, 10), 1: "won", 12: score_of(3, 10)},  # type: ignore[dict-item]
        line=(3, 99, "x", True, 4),  # type: ignore[arg-type]
    )
    assert sanitize.progress(told, Position()) == SearchProgress(
        0.0, evaluations={0: 1.5}, scores={0: score_of(3, 10)}, line=(3, 4)
    )


def test_an_agent_is_shown_as_far_as_it_makes_sense() -> None:
    class Babbles:
        def choose(
            self, position: Position, limit: Any = None, stop: Any = None, watch: Any = None
        ) -> Decision:
            watch("hello")
            watch(SearchProgress(1.0, nodes=5, column=-3))
            return Decision(0)

    game = new_game()
    turn = Turn(game, Babbles(), watched=True)
    turn.thought.wait(20)
    assert turn.thinking == SearchProgress(1.0, nodes=5)


@pytest.mark.parametrize(
    "told",
    [
        Score(10**30, Result.WIN, 3),
        Score(-(2**63), Result.LOSS, 3),
        Score(1, Result.WIN, -1),
        Score(1, Result.WIN, 2**63),
        Score(True, Result.WIN, 3),
    ],
)
def test_a_score_that_no_file_could_give_back_is_dropped(told: Score) -> None:
    game = Game()
    game.play(3, Decision(3, score=told))
    assert game.plies[0].score is None
    reader = RecordReader()
    for line in encode(record_lines(game.record)).splitlines():
        reader.read(line)
    assert reader.records == (game.record,)

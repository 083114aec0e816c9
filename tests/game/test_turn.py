"""An agent's turn as interfaces take it: hurried, dropped, watched, undone."""

import os
import signal
import threading
import time
from typing import Any

import pytest

from fourfold.agents import Decision, SearchProgress
from fourfold.agents.base import BaseAgent, Control
from fourfold.errors import GameError
from fourfold.game import Ending, EndReason, Game, Turn, play_turn, runner
from fourfold.rules import SECOND, Position
from tests.waiting import wait_for

from .games import ANN
from .mocks import Hangs, Leftmost, Raises, UntilStopped
from .turns import BAD, ended, new_game


def finish(turn: Turn) -> None:
    while not turn.poll():
        turn.wait()


def test_hurrying_an_agent() -> None:
    game = new_game()
    turn = Turn(game, UntilStopped())
    assert not turn.poll()
    turn.hurry()
    turn.hurry()
    finish(turn)
    assert game.position == Position.parse("7")


def test_an_agent_that_does_not_hurry_loses(hanging: Hangs) -> None:
    game = new_game()
    turn = Turn(game, hanging, grace=0.05)
    turn.hurry()
    finish(turn)
    assert ended(game) == Ending(SECOND, EndReason.FAILURE, "bad did not move when it was asked to")


def test_a_dropped_turn_plays_nothing() -> None:
    game = new_game()
    turn = Turn(game, UntilStopped())
    turn.drop()
    assert turn.poll()
    assert turn.thought.wait(10)
    assert game.position.ply == 0


def test_undo_while_an_agent_thinks() -> None:
    game = Game(players=(ANN, BAD))
    game.play(3)
    turn = Turn(game, UntilStopped())
    game.undo()
    assert turn.poll()
    assert turn.thought.wait(10)  # it was asked to stop
    assert game.position.ply == 0


def test_resigning_while_an_agent_thinks() -> None:
    game = new_game()
    turn = Turn(game, UntilStopped())
    game.resign(SECOND)
    assert turn.poll()
    assert ended(game).reason is EndReason.RESIGNATION
    with pytest.raises(GameError, match="the game is over"):
        Turn(game, Leftmost())


def test_watching_an_agent() -> None:
    class Tells(BaseAgent[Decision]):
        def decide(self, position: Position, control: Control) -> Decision:
            if control.watch is not None:
                control.watch(SearchProgress(0.1, nodes=5, column=2))
            return Decision(2)

    for watched in (False, True):
        turn = Turn(new_game(), Tells(), watched=watched)
        finish(turn)
        assert turn.thinking == (SearchProgress(0.1, nodes=5, column=2) if watched else None)


def test_an_agent_thinks_about_one_position_at_a_time() -> None:
    class Counts(UntilStopped):
        inside = 0

        def choose(self, *arguments: Any) -> Decision:
            assert self.inside == 0
            self.inside += 1
            decision = super().choose(*arguments)
            time.sleep(0.05)  # slow to leave
            self.inside -= 1
            return decision

    agent = Counts()
    game = Game(players=(ANN, BAD))
    for column in range(3):
        game.play(column)
        turn = Turn(game, agent)
        game.undo()
        turn.poll()
    game.play(3)
    turn = Turn(game, agent)
    turn.hurry()
    finish(turn)
    assert game.position == Position.parse("47")
    # The thoughts that were dropped may come after it; agents of other tests may still hang.
    wait_for(lambda: id(agent) not in runner._busy)


def test_without_a_thread_to_be_had_the_agent_is_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refused(_: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refused)
    game = new_game()
    play_turn(game, Leftmost())
    play_turn(game, Raises(ValueError("no")))
    assert game.position.ply == 1
    assert ended(game).reason is EndReason.FAILURE


class Notes(UntilStopped):
    """Notes when it has been stopped."""

    def __init__(self) -> None:
        self.stopped = threading.Event()

    def decide(self, position: Position, control: Control) -> Decision:
        decision = super().decide(position, control)
        self.stopped.set()
        return decision


def test_ctrl_c_stops_the_search(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: Turn) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Turn, "wait", interrupted)
    game, agent = new_game(), Notes()
    with pytest.raises(KeyboardInterrupt):
        play_turn(game, agent)
    assert agent.stopped.is_set()
    assert (game.position.ply, game.ending) == (0, None)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no POSIX signals")
def test_ctrl_c_while_the_agent_is_started_stops_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """It went on thinking, and nobody knew of it any more."""
    start = threading.Thread.start

    def interrupted(thread: threading.Thread) -> None:
        start(thread)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(threading.Thread, "start", interrupted)
    game, agent = new_game(), Notes()
    with pytest.raises(KeyboardInterrupt):
        play_turn(game, agent)
    assert agent.stopped.wait(60)
    assert (game.position.ply, game.ending) == (0, None)

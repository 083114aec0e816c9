"""Games in play: people move when they like, agents think, two agents can be paused."""

import time
from collections.abc import Callable

import pytest

from fourfold.agents import Agent
from fourfold.errors import GameError, InvalidAgent
from fourfold.game import EndReason, Game, Participant, TimeControl
from fourfold.game.session import GameSession, Mode, check_players
from fourfold.rules import FIRST, SECOND, Position, Rules

from .mocks import FullColumn, Hangs, Leftmost, Raises, UntilStopped
from .test_clock import Time

ANN = Participant.human("Ann")
BOB = Participant.human("Bob")
ONE = Participant("random", "random")
TWO = Participant("greedy", "greedy")


def session(
    players: tuple[Participant, Participant],
    *agents: Agent,
    start: Position | Rules | None = None,
    control: TimeControl | None = None,
    now: Callable[[], float] = time.monotonic,
) -> GameSession:
    """A session whose agents are these, in the order in which they are first asked."""
    waiting = list(agents)
    game = Game(start or Rules(), players, control or TimeControl(), now=now)
    return GameSession(game, lambda _: waiting.pop(0))


def until(what: Callable[[], bool], at: GameSession) -> None:
    end = time.monotonic() + 20
    while not what():
        at.poll()
        at.wait()
        assert time.monotonic() < end, "it never happened"


def test_the_mode_is_told_by_who_plays() -> None:
    assert Mode.of((ANN, BOB)) is Mode.HUMAN_HUMAN
    assert Mode.of((ANN, ONE)) is Mode.of((ONE, ANN)) is Mode.HUMAN_AI
    assert Mode.of((ONE, TWO)) is Mode.AI_AI


def test_an_agent_must_be_known() -> None:
    with pytest.raises(InvalidAgent, match="there is no agent 'nobody'"):
        GameSession(Game(Rules(), (ANN, Participant("nobody", "nobody"))))


def test_an_agent_must_play_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    from fourfold.agents import registry

    kind = registry.AgentKind(
        "narrow", "Plays little.", Leftmost, rules="7x6", plays=lambda rules: rules == Rules()
    )
    monkeypatch.setitem(registry._kinds, "narrow", kind)
    players = (ANN, Participant.of_agent("narrow"))
    check_players(players, Rules())
    with pytest.raises(InvalidAgent, match="agent 'narrow' plays 7x6, but not 9x8"):
        check_players(players, Rules(9, 8))


def test_two_people_move_in_turn() -> None:
    at = session((ANN, BOB))
    assert at.person is FIRST
    at.play(3)
    assert at.person is SECOND
    at.poll()
    assert at.is_persons_turn
    assert not at.is_thinking
    with pytest.raises(GameError, match="no agent is thinking"):
        at.hurry()
    at.resign()
    assert at.game.ending is not None
    assert at.game.ending.winner is FIRST
    assert not at.is_persons_turn


def test_an_agent_answers_a_person() -> None:
    at = session((ANN, ONE), Leftmost())
    assert at.person is FIRST
    at.play(3)
    at.poll()
    assert at.is_thinking
    assert at.person is FIRST
    until(lambda: at.is_persons_turn, at)
    assert at.game.position.moves == (3, 0)
    assert at.undo() == 2
    assert at.redo() == 2


def test_nobody_moves_for_an_agent() -> None:
    at = session((ONE, ANN), UntilStopped())
    with pytest.raises(GameError, match="it is not your turn: random is to move"):
        at.play(3)
    at.poll()
    assert at.is_thinking
    assert not at.is_hurried
    at.hurry()
    assert at.is_hurried
    until(lambda: at.is_persons_turn, at)
    assert at.game.position.moves == (6,)


def test_undo_takes_the_turn_from_an_agent_that_thinks() -> None:
    at = session((ANN, ONE), UntilStopped())
    at.play(3)
    at.poll()
    assert at.is_thinking
    assert at.undo() == 1
    assert not at.is_thinking
    at.poll()
    assert at.is_persons_turn
    assert at.game.position.ply == 0
    assert at.redo() == 1
    at.poll()
    assert at.is_thinking
    at.close()


def test_an_undo_that_is_refused_leaves_the_agent_alone() -> None:
    at = session((ONE, ANN), UntilStopped())
    at.poll()
    with pytest.raises(GameError, match="there is nothing to undo"):
        at.undo()
    assert at.is_thinking
    at.close()


def test_a_person_who_is_out_of_time_loses() -> None:
    now = Time()
    at = session((ANN, BOB), control=TimeControl(move=5), now=now)
    at.poll()
    now.seconds += 5.5
    at.poll()
    assert at.game.ending is not None
    assert (at.game.ending.winner, at.game.ending.reason) == (SECOND, EndReason.TIME)


def test_an_agent_that_cannot_be_made_loses() -> None:
    def no_memory(_: str) -> Agent:
        raise MemoryError("too much")

    at = GameSession(Game(Rules(), (ONE, ANN)), no_memory)
    until(lambda: at.game.is_over, at)
    assert at.game.ending is not None
    assert at.game.ending.reason is EndReason.FAILURE
    assert "MemoryError: too much" in at.game.ending.detail


@pytest.mark.parametrize(
    ("agent", "reason"),
    [
        (Raises(ValueError("boo")), EndReason.FAILURE),
        (FullColumn(), EndReason.BAD_MOVE),
    ],
)
def test_an_agent_that_fails_loses(agent: Agent, reason: EndReason) -> None:
    at = session((ANN, ONE), agent, start=Position.parse("4x4:1121"))
    at.play(0)
    until(lambda: at.game.is_over, at)
    assert at.game.ending is not None
    assert (at.game.ending.winner, at.game.ending.reason) == (FIRST, reason)


def test_an_agent_that_hangs_loses_on_time() -> None:
    agent = Hangs()
    at = session((ANN, ONE), agent, control=TimeControl(move=0.05))
    at.play(0)
    until(lambda: at.game.is_over, at)
    agent.let_go.set()
    assert at.game.ending is not None
    assert at.game.ending.reason is EndReason.TIME


# Draws


def test_an_agent_answers_an_offer_at_once() -> None:
    at = session((ANN, ONE), Leftmost())
    at.offer_draw()
    assert at.game.offer is None  # it has not thought yet, and wants to play
    assert not at.game.is_over


def test_two_people_agree() -> None:
    at = session((ANN, BOB))
    at.offer_draw()
    at.play(3)
    at.offer_draw()
    assert at.game.ending is not None
    assert at.game.ending.reason is EndReason.AGREEMENT


# Two agents


def test_two_agents_play_to_the_end() -> None:
    at = session((ONE, TWO), Leftmost(), Leftmost())
    until(lambda: at.game.is_over, at)
    assert at.game.ending is not None
    assert at.game.ending.winner is FIRST  # four above each other in some column
    assert at.person is None
    with pytest.raises(GameError, match="nobody can resign: no person plays"):
        at.resign()


def test_two_agents_pause_and_step() -> None:
    at = session((ONE, TWO), Leftmost(), Leftmost())
    at.pause()
    for _ in range(3):
        at.poll()
    assert (at.is_paused, at.game.position.ply, at.game.clock.is_running) == (True, 0, False)
    at.step()
    until(lambda: at.game.position.ply == 1, at)
    for _ in range(3):
        at.poll()
    assert (at.is_paused, at.game.position.ply, at.game.clock.is_running) == (True, 1, False)
    at.resume()
    until(lambda: at.game.is_over, at)


def test_a_pause_drops_the_thought() -> None:
    at = session((ONE, TWO), UntilStopped(), UntilStopped())
    at.poll()
    assert at.is_thinking
    at.pause()
    assert not at.is_thinking
    at.poll()
    assert at.game.position.ply == 0


def test_a_step_pauses_a_game_that_runs() -> None:
    at = session((ONE, TWO), Leftmost(), Leftmost())
    at.step()
    until(lambda: at.game.position.ply == 1, at)
    assert at.is_paused


def test_undo_pauses_two_agents() -> None:
    at = session((ONE, TWO), Leftmost(), Leftmost())
    until(lambda: at.game.is_over, at)
    plies = at.game.position.ply
    at.undo()
    at.poll()
    assert (at.is_paused, at.game.position.ply) == (True, plies - 1)
    assert not at.game.clock.is_running
    at.redo()
    assert at.game.is_over


def test_the_delay_between_two_agents_is_off_the_clock() -> None:
    now = Time()
    at = session((ONE, TWO), Leftmost(), Leftmost(), control=TimeControl(game=10), now=now)
    at.move_delay = 3.0
    until(lambda: at.game.position.ply == 1, at)
    now.seconds += 2
    at.poll()
    assert not at.is_thinking
    assert at.game.clock.left(SECOND) == 10
    now.seconds += 2
    at.poll()
    assert at.is_thinking
    until(lambda: at.game.position.ply == 2, at)
    assert at.game.clock.left(SECOND) == 10

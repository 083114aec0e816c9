"""Agents at the board: they think in threads, and the game goes on whatever they do.

A `Turn` is one ply of an agent. It never waits: `poll` plays the agent's move once it is there,
and lets the agent lose the game when it raised an error, answered nonsense or took too long. An
interface polls it from its own loop; `play_turn` and `play_out` do so until it is done.

    time ──────────── allowed ────── + margin ────────────────── + grace ────────>
         thinks                      lost; asked to stop         left to itself

An agent that does not even stop when it is asked to keeps its thread, which nothing can end from
outside. The game does not wait for it, and nor does the end of the process.
"""

import math
import os
import sys
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress

from fourfold.agents import Agent, Decision, Thinking
from fourfold.agents.registry import look_up
from fourfold.errors import GameError, InvalidAgent, describe
from fourfold.game import trust
from fourfold.game.game import Game
from fourfold.game.players import Participant
from fourfold.game.record import EndReason, Record
from fourfold.rules import Player, Position
from fourfold.rules.notation import column_label
from fourfold.search import Limit, Result, Stop

MARGIN = 0.1
"""Seconds by which an agent may exceed its time: what it takes to hear of an answer."""
GRACE = 1.0
"""Seconds that an agent is given to stop."""

_NICER = 10  # by how much a thought that is watched is; 19 is as nice as can be
_LOOK = 0.05  # seconds between two looks at the clock
_LONGEST_WORDS = 200


class Thought:
    """What an agent chooses in a position, found out in a thread of its own."""

    def __init__(
        self,
        agent: Agent,
        position: Position,
        limit: Limit | None = None,
        *,
        watched: bool = False,
    ) -> None:
        self.position = position
        self.stop = Stop()
        self.thinking: Thinking | None = None
        """What the agent last told while it thought, if it is watched."""
        self._answer: object = None
        self._error: BaseException | None = None
        self._done = threading.Event()

        def watch(thinking: Thinking) -> None:
            self.thinking = trust.thinking(thinking, position)

        def think() -> None:
            try:
                with _alone_with(agent):
                    self._answer = agent.choose(
                        position, limit, self.stop, watch if watched else None
                    )
            except BaseException as error:  # whatever it was, it ends the thought and no more
                self._error = error
            finally:
                self._done.set()

        def think_aside() -> None:
            if watched:
                _give_way()
            think()

        try:
            threading.Thread(target=think_aside, name="fourfold-agent", daemon=True).start()
        except RuntimeError:  # the system has no thread to give: better to wait than not to play
            think()

    @property
    def is_done(self) -> bool:
        """Whether the agent has answered, or failed."""
        return self._done.is_set()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the agent, at most so long; whether it is done."""
        return self._done.wait(seconds)

    def fault(self) -> tuple[EndReason, str] | None:
        """What is wrong with the answer, or None if it is a move that can be played."""
        if self._error is not None:
            return EndReason.FAILURE, f"raised {_in_words(self._error)}"
        if not isinstance(self._answer, Decision):
            return EndReason.BAD_MOVE, f"answered {describe(self._answer)}, which is no decision"
        column = self._answer.column
        legal = self.position.legal_columns
        # type(), not isinstance() or in: True == 1, and 1.0 == 1.
        if type(column) is int and column in legal:
            return None
        # People read this beside a board, so columns are called what they are called there.
        columns = self.position.rules.columns
        could = ", ".join(column_label(other, columns) for other in legal)
        if type(column) is int and 0 <= column < columns:
            chose = f"chose column {column_label(column, columns)}, which has no room"
        else:
            chose = f"chose {describe(column)}, which is no column"
        return EndReason.BAD_MOVE, f"{chose}: it could play {could}"

    @property
    def decision(self) -> Decision:
        """The answer, which must be there and have no fault."""
        fault = self.fault() if self.is_done else (None, "is still thinking")
        if fault is not None:
            raise GameError(f"there is no decision: the agent {fault[1]}")
        assert isinstance(self._answer, Decision)
        return self._answer


def _give_way() -> None:
    """Let whoever watches this thread be drawn first, where all processors are busy with it.

    Linux has a priority for each thread, and the threads of a search inherit it.
    """
    if sys.platform == "linux":
        own = threading.get_native_id()
        with suppress(OSError):
            usual = os.getpriority(os.PRIO_PROCESS, own)
            os.setpriority(os.PRIO_PROCESS, own, min(19, usual + _NICER))


_guard = threading.Lock()
_busy: dict[int, tuple[threading.Lock, int]] = {}  # agent -> its lock, and how many want it


@contextmanager
def _alone_with(agent: Agent) -> Iterator[None]:
    """One position at a time: a thought that was dropped may still be on its way out."""
    with _guard:
        lock, users = _busy.get(id(agent), (threading.Lock(), 0))
        _busy[id(agent)] = lock, users + 1
    try:
        with lock:
            yield
    finally:
        with _guard:
            lock, users = _busy.pop(id(agent))
            if users > 1:
                _busy[id(agent)] = lock, users - 1


def _in_words(error: BaseException) -> str:
    """An error in one line, whatever a stranger's error says of itself."""
    name = type(error).__name__
    try:
        words = " ".join(str(error).split())
    except Exception:
        return name
    if len(words) > _LONGEST_WORDS:
        words = words[: _LONGEST_WORDS - 3] + "..."
    return f"{name}: {words}" if words else name


class Turn:
    """One ply of the agent that is to move."""

    def __init__(
        self,
        game: Game,
        agent: Agent,
        limit: Limit | None = None,
        *,
        watched: bool = False,
        margin: float = MARGIN,
        grace: float = GRACE,
    ) -> None:
        """Let the agent begin to think.

        limit: besides the clock; an agent that exceeds its seconds loses on time.
        """
        if game.is_over:
            raise GameError("no agent can think now: the game is over")
        self.game = game
        self.player = game.turn
        self._margin = margin
        self._grace = grace
        self._asked_to_stop: float | None = None
        self._is_late = False
        self._is_dropped = False
        own = Limit() if limit is None else limit
        self._seconds = own.seconds
        self.thought = Thought(
            agent, game.position, own.and_also(_share_of_the_clock(game)), watched=watched
        )

    @property
    def thinking(self) -> Thinking | None:
        """What the agent last told while it thought, if it is watched."""
        return self.thought.thinking

    def hurry(self) -> None:
        """Ask the agent to move at once with what it has."""
        if self._asked_to_stop is None:
            self._asked_to_stop = self.game.now()
            self.thought.stop.request()

    def drop(self) -> None:
        """Forget about this turn: the game goes another way, and the agent is asked to stop."""
        self._is_dropped = True
        self.thought.stop.request()

    def poll(self) -> bool:
        """Do what is to be done now, without waiting; whether the turn is over."""
        game = self.game
        if self._is_dropped or game.is_over or game.position is not self.thought.position:
            if not self._is_dropped:
                self.drop()
            return True
        if not self._is_late and self._is_too_late():
            self._is_late = True
            self.hurry()
        if self.thought.is_done:
            self._finish()
            return True
        if self._asked_to_stop is not None and game.now() - self._asked_to_stop > self._grace:
            if self._is_late:
                self._lose(EndReason.TIME, "exceeded its time and did not stop")
            else:
                self._lose(EndReason.FAILURE, "did not move when it was asked to")
            return True
        return False

    def wait(self) -> None:
        """Wait until it is worth while to poll again."""
        self.thought.wait(_LOOK)

    def _is_too_late(self) -> bool:
        clock = self.game.clock
        if clock.is_out(self._margin):
            return True
        return self._seconds is not None and clock.spent > self._seconds + self._margin

    def _finish(self) -> None:
        fault = self.thought.fault()
        if self._is_late:
            self._lose(EndReason.TIME, "exceeded its time")
        elif fault is not None:
            self._lose(*fault)
        else:
            decision = self.thought.decision
            # Its time is judged already, and cannot be judged otherwise a moment later.
            self.game.play(decision.column, decision, margin=math.inf)

    def _lose(self, reason: EndReason, what: str) -> None:
        self.game.forfeit(self.player, reason, f"{self.game.player(self.player)} {what}")


def _share_of_the_clock(game: Game) -> Limit | None:
    """How long an agent had better think, so that its clock lasts: it does not know of it."""
    control, clock = game.control, game.clock
    shares = []
    if control.move is not None:
        shares.append(max(0.9 * control.move, control.move - 0.05))
    left = clock.left(game.turn)
    if left is not None:
        free = game.rules.playable_cells - game.position.ply
        shares.append(left / max(8, free // 4))
    return Limit(seconds=max(0.001, min(shares))) if shares else None


def play_turn(
    game: Game,
    agent: Agent,
    limit: Limit | None = None,
    *,
    margin: float = MARGIN,
    grace: float = GRACE,
) -> None:
    """Let the agent that is to move think, and play what it chose, or let it lose."""
    turn = Turn(game, agent, limit, margin=margin, grace=grace)
    try:
        while not turn.poll():
            turn.wait()
    except BaseException:  # Ctrl-C above all: do not leave a search running
        turn.drop()
        turn.thought.wait(grace)
        raise


def play_out(
    game: Game,
    agents: Mapping[Player, Agent],
    limit: Limit | None = None,
    *,
    margin: float = MARGIN,
    grace: float = GRACE,
) -> Record:
    """Play a game between two agents to its end, and return its record."""
    while not game.is_over:
        play_turn(game, agents[game.turn], limit, margin=margin, grace=grace)
    return game.record


def hint(game: Game, thought: Thought) -> Decision:
    """Give a finished thought about the present position to the player to move, as a hint."""
    if thought.position is not game.position:
        raise GameError("the hint is for another position")
    decision = thought.decision
    game.hinted(decision)
    return decision


def answer_offer(game: Game) -> bool:
    """Let an agent answer the draw that it was offered; whether it accepts.

    It accepts unless it thought, at its own last move, that it was better than a draw.
    """
    if game.offer is None:
        raise GameError("nobody has offered a draw")
    asked = game.offer.other
    even = _even(game.player(asked))
    position = game.start
    wants_more = True  # it has not thought yet: there is a game to be played
    for ply in game.plies:
        if position.turn is asked:
            if ply.score is not None:
                wants_more = ply.score.outcome is Result.WIN
            else:
                wants_more = ply.evaluation is None or ply.evaluation > even
        position = position.play(ply.column)
    if wants_more:
        game.decline_draw()
    else:
        game.accept_draw()
    return not wants_more


def _even(player: Participant) -> float:
    """What an agent says of a position in which nobody is better."""
    try:
        return look_up(player.agent or "")[0].even
    except InvalidAgent:  # a stranger's, of whom nothing is known
        return 0.0

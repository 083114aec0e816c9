"""Lets agents play a game: they think in threads, so that a faulty agent cannot stop the game.

A `Turn` is one ply of an agent. It never waits: `poll` plays the agent's move once it has one, and
the agent loses the game if it raises an error, does not return a legal move or takes too long. An
interface polls it from its own loop; `play_turn` and `play_out` poll until it is done.

    time ──────────── allowed ────── + margin ────────────────── + grace ────────>
         thinks                      lost; asked to stop         no longer waited for

Python cannot end a thread from outside, so an agent that does not stop when it is asked to keeps
its thread. Neither the game nor the end of the process waits for it.
"""

import math
import operator
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace

from fourfold.agents import Agent, Decision, SearchProgress
from fourfold.agents.base import checked_column
from fourfold.agents.external.faults import error_text, one_line, own_traceback
from fourfold.agents.registry import look_up
from fourfold.errors import BadAnswer, GameError, InvalidAgent, ProgramError, describe
from fourfold.game import sanitize
from fourfold.game.game import Game
from fourfold.game.players import Participant
from fourfold.game.record import LONGEST_CAUSE, EndReason, Record
from fourfold.rules import FIRST, SECOND, Player, Position
from fourfold.search import Limit, Result, Stop
from fourfold.search.limits import ClockLimit, GameClock
from fourfold.support.background import start_in_background
from fourfold.support.interrupts import interrupts_held_back

MARGIN = 0.1
"""Seconds by which an agent may exceed its time: polling notices an answer a little late."""
GRACE = 1.0
"""Seconds that an agent has to stop after it was asked to."""

_POLL_INTERVAL = 0.05  # seconds


@dataclass(frozen=True, slots=True)
class Fault:
    """Why an agent loses a game through its own fault."""

    reason: EndReason
    what: str
    """What it did, in words that follow its name."""
    cause: str = ""
    """Where that comes from, for its author: a traceback, or what its process wrote."""


class Thought:
    """Lets an agent choose a move in a thread of its own, and holds its answer."""

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
        self.thinking: SearchProgress | None = None
        """The agent's latest progress, if it is watched."""
        self._answer: object = None
        self._fault: Fault | None = None
        self._done = threading.Event()

        def watch(thinking: SearchProgress) -> None:
            self.thinking = sanitize.progress(thinking, position)

        def think() -> None:
            try:
                with _exclusive_use_of(agent):
                    self._answer = agent.choose(
                        position, limit, self.stop, watch if watched else None
                    )
            except BaseException as error:  # an agent's error must not end anything but its turn
                # Its words only: the error would hold the agent, and itself, by its traceback.
                self._fault = _fault_of(error)
            finally:
                self._done.set()

        try:
            # Ctrl-C is delayed: while the thread is started it would leave the agent running.
            with interrupts_held_back(self.stop.request):
                if watched:  # a screen or a page shows the progress, and must stay responsive
                    start_in_background(think, "fourfold-agent")
                else:
                    threading.Thread(target=think, name="fourfold-agent", daemon=True).start()
        except RuntimeError:  # the system cannot start a thread: think here, and let the game wait
            think()

    @property
    def is_done(self) -> bool:
        """Whether the agent has answered or raised an error."""
        return self._done.is_set()

    def wait(self, seconds: float | None = None) -> bool:
        """Wait for the agent, at most this long; return True if it is done."""
        return self._done.wait(seconds)

    def fault(self) -> Fault | None:
        """Return what is wrong with the answer, or None if it is a move that can be played."""
        if self._fault is not None:
            return self._fault
        if not isinstance(self._answer, Decision):
            words = f"answered {describe(self._answer)}, which is no decision"
            return Fault(EndReason.BAD_MOVE, words)
        try:
            checked_column(self.position, self._answer.column)
        except BadAnswer as wrong:
            return Fault(EndReason.BAD_MOVE, str(wrong))
        return None

    @property
    def decision(self) -> Decision:
        """The agent's answer; GameError unless it is done and has no fault."""
        if not self.is_done:
            raise GameError("there is no decision: the agent is still thinking")
        fault = self.fault()
        if fault is not None:
            raise GameError(f"there is no decision: the agent {fault.what}")
        assert isinstance(self._answer, Decision)
        if type(self._answer.column) is int:
            return self._answer
        return replace(self._answer, column=operator.index(self._answer.column))


def _fault_of(error: BaseException) -> Fault:
    """Say what an agent did that has raised an error."""
    if isinstance(error, BadAnswer):
        return Fault(EndReason.BAD_MOVE, str(error), cause_of(error))
    if isinstance(error, ProgramError):
        reason = EndReason.BAD_MOVE if error.is_bad_move else EndReason.FAILURE
        return Fault(reason, one_line(error.what), cause_of(error))
    return Fault(EndReason.FAILURE, f"raised {error_text(error)}", cause_of(error))


_guard = threading.Lock()
_busy: dict[int, tuple[threading.Lock, int]] = {}  # agent -> its lock, and how many threads use it


@contextmanager
def _exclusive_use_of(agent: Agent) -> Iterator[None]:
    """Wait until no other thread uses the agent: a dropped thought may still be stopping."""
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


def cause_of(error: BaseException) -> str:
    """Return the traceback of an agent's error, from the agent's own code on.

    An error with an attribute `fault_cause` brings its own text, such as the output of the process
    in which the agent ran. The text is cut to what a record keeps.
    """
    own = getattr(error, "fault_cause", None)
    if isinstance(own, str):
        return own[-LONGEST_CAUSE:]
    return own_traceback(error, __file__)[-LONGEST_CAUSE:].strip()


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
        """Let the agent start to think.

        limit: applies besides the clock; an agent that exceeds its seconds loses on time.
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
        self._played: Decision | None = None
        own = Limit() if limit is None else limit
        self._seconds = own.seconds
        self.thought = Thought(agent, game.position, _with_clock(own, game), watched=watched)

    @property
    def thinking(self) -> SearchProgress | None:
        """The agent's latest progress, if it is watched."""
        return self.thought.thinking

    @property
    def decision(self) -> Decision | None:
        """What the agent has played; None before that, and if it has lost by its fault."""
        return self._played

    def hurry(self) -> None:
        """Ask the agent to move now, with the best move it has found."""
        if self._asked_to_stop is None:
            self._asked_to_stop = self.game.now()
            self.thought.stop.request()

    def drop(self) -> None:
        """Give up this turn without a move, and ask the agent to stop."""
        self._is_dropped = True
        self.thought.stop.request()

    def poll(self) -> bool:
        """Play the agent's move or let it lose, if it is time to; return True if the turn is over.

        It does not wait.
        """
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
                self._lose(Fault(EndReason.TIME, "exceeded its time and did not stop"))
            else:
                self._lose(Fault(EndReason.FAILURE, "did not move when it was asked to"))
            return True
        return False

    def wait(self) -> None:
        """Wait until the agent has answered, or a moment until the clock should be polled."""
        self.thought.wait(_POLL_INTERVAL)

    def _is_too_late(self) -> bool:
        clock = self.game.clock
        if clock.is_out(self._margin):
            return True
        return self._seconds is not None and clock.spent > self._seconds + self._margin

    def _finish(self) -> None:
        fault = self.thought.fault()
        if self._is_late:
            cause = "" if fault is None else fault.cause
            self._lose(Fault(EndReason.TIME, "exceeded its time", cause))
        elif fault is not None:
            self._lose(fault)
        else:
            decision = self.thought.decision
            # The time was checked above; a second check, a moment later, could decide otherwise.
            self.game.play(decision.column, decision, margin=math.inf)
            self._played = decision

    def _lose(self, fault: Fault) -> None:
        what = f"{self.game.player(self.player)} {fault.what}"
        self.game.forfeit(self.player, fault.reason, what, fault.cause)


def _with_clock(own: Limit, game: Game) -> Limit:
    """Return a limit with which the agent's clock lasts as well."""
    control = game.control
    if control.move is not None:
        seconds = max(0.001, 0.9 * control.move, control.move - 0.05)
        own = own.and_also(Limit(seconds))
    clock = GameClock((game.clock.left(FIRST), game.clock.left(SECOND)), control.increment)
    share = clock.share(game.turn.value, game.rules.playable_cells - game.position.ply)
    if share is None:
        return own
    within = own.and_also(Limit(share))
    return ClockLimit(within.seconds, within.nodes, within.depth, clock=clock, fixed=own)


def play_turn(
    game: Game,
    agent: Agent,
    limit: Limit | None = None,
    *,
    margin: float = MARGIN,
    grace: float = GRACE,
    while_waiting: Callable[[], None] = lambda: None,
) -> Decision | None:
    """Let the agent that is to move think, then play its move, or let it lose by its fault.

    Returns the decision that was played; None if none was.

    while_waiting: called several times a second while the agent thinks.
    """
    turn = Turn(game, agent, limit, margin=margin, grace=grace)
    try:
        while not turn.poll():
            while_waiting()
            turn.wait()
    except BaseException:  # Ctrl-C above all: do not leave a search running
        turn.drop()
        turn.thought.wait(grace)
        raise
    return turn.decision


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
    """Publish a finished thought about the current position as a hint, and return its decision."""
    if thought.position is not game.position:
        raise GameError("the hint is for another position")
    decision = thought.decision
    game.publish_hint(decision)
    return decision


def answer_offer(game: Game) -> bool:
    """Let an agent answer the draw that it was offered; return True if it accepts.

    It accepts unless its own last move was scored or evaluated as better than a draw.
    """
    if game.offer is None:
        raise GameError("nobody has offered a draw")
    asked = game.offer.other
    even = _even_evaluation(game.player(asked))
    position = game.start
    wants_more = True  # before its first move it plays on
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


def _even_evaluation(player: Participant) -> float:
    """Return the agent's evaluation of a position in which neither player is better."""
    try:
        return look_up(player.agent or "")[0].even
    except InvalidAgent:  # an agent that is not registered
        return 0.0

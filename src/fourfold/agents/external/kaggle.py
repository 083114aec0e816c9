"""Plays agents of Kaggle's ConnectX competition, without Kaggle's package.

A submission is a Python file whose last callable is the agent: a function of an observation and a
configuration, or of the observation alone, that returns a column. Both can be read by item and by
attribute:

    observation      board (0, 1 or 2 for each cell, row by row from the top), mark (1 or 2), step,
                     remainingOverageTime
    configuration    columns, rows, inarow, actTimeout, timeout, agentTimeout, episodeSteps,
                     runTimeout

A move may take `actTimeout` seconds; what it takes longer comes out of a bank of seconds for the
whole game. These are the rules of kaggle-environments 1.33; docs/kaggle.md has the differences.
"""

import builtins
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from fourfold.agents.base import BaseAgent, Control, Decision, checked_column
from fourfold.agents.external.describe import source_of
from fourfold.agents.external.spec import ExternalSpec, Form
from fourfold.agents.registry import AgentKind
from fourfold.errors import InvalidAgent
from fourfold.rules import FIRST, Position, Rules
from fourfold.rules.position import Content
from fourfold.search import Limit

ACT_SECONDS = 2.0
"""What a move may take."""
BANK_SECONDS = 60.0
"""What all moves of a game together may take beyond that."""
EPISODE_STEPS = 1000
RUN_SECONDS = 1200

_MARKS = {None: 0, Content.FIRST: 1, Content.SECOND: 2}


class Struct(dict[str, Any]):
    """A dictionary whose items are attributes as well."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name]
        except KeyError:
            raise AttributeError(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value


def observation_of(position: Position, bank: float = BANK_SECONDS) -> Struct:
    """Return what Kaggle shows the player to move, with so many seconds left in the bank."""
    rules = position.rules
    board = [
        _MARKS[position.cell(column, row)]
        for row in reversed(range(rules.rows))
        for column in range(rules.columns)
    ]
    return Struct(
        remainingOverageTime=bank,
        step=position.ply,
        board=board,
        mark=1 if position.turn is FIRST else 2,
    )


def configuration_of(rules: Rules, seconds: float = ACT_SECONDS) -> Struct:
    """Return Kaggle's configuration of a board, with so many seconds for a move."""
    return Struct(
        episodeSteps=EPISODE_STEPS,
        actTimeout=seconds,
        runTimeout=RUN_SECONDS,
        columns=rules.columns,
        rows=rules.rows,
        inarow=4,
        agentTimeout=BANK_SECONDS,
        timeout=seconds,
    )


def load_agent(source: str | bytes, path: str = "<submission>") -> Callable[..., Any]:
    """Run a submission, and return its last callable; InvalidAgent if it has none.

    What it prints goes to standard error. An error of its own code is not caught.
    """
    # Kaggle's own namespace is empty, too: a file that asks for `__name__` is given "builtins".
    namespace: dict[str, Any] = {"__builtins__": {**vars(builtins), "print": _print}}
    folder = str(Path(path).resolve().parent)
    if folder not in sys.path:
        sys.path.append(folder)  # so that it finds modules beside it, also later
    exec(compile(source, path, "exec"), namespace)
    found = [value for value in namespace.values() if callable(value)]
    if not found:
        raise InvalidAgent(
            f"the Kaggle agent {path} has no function: "
            "it must have a function of an observation and a configuration"
        )
    agent: Callable[..., Any] = found[-1]
    return agent


def _print(*values: object, **options: Any) -> None:
    """Print to standard error: standard output belongs to the command that plays the game."""
    print(*values, **{"file": sys.stderr, **options})


class KaggleAgent(BaseAgent[Decision]):
    """Plays by a submission, which is loaded once and may remember its games."""

    def __init__(self, path: str, clock: Callable[[], float] = time.perf_counter) -> None:
        """Load the file. clock: tells seconds; tests have their own."""
        self._agent = load_agent(Path(path).read_bytes(), path)
        self._clock = clock
        self._bank = BANK_SECONDS
        self._last: Position | None = None
        # As Kaggle does it: by the code of a function; other callables get both arguments.
        code = getattr(self._agent, "__code__", None)
        self._arguments = 2 if code is None else int(code.co_argcount)

    def decide(self, position: Position, control: Control) -> Decision:
        """Ask the submission; TimeoutError if it has used up Kaggle's time.

        A limit of seconds takes the place of Kaggle's time as far as it is tighter: first the bank
        is smaller, then also the time of a move.
        """
        if not plays_kaggle(position.rules):
            raise InvalidAgent(f"a Kaggle agent plays plain boards, not {position.rules}")
        if self._last is None or position.moves[: self._last.ply] != self._last.moves:
            self._bank = BANK_SECONDS  # a new game
        self._last = position
        allowed, bank = time_of(control.limit, self._bank)
        given = (observation_of(position, bank), configuration_of(position.rules, allowed))
        began = self._clock()
        answer = self._agent(*given[: self._arguments])
        seconds = self._clock() - began
        over = max(0.0, seconds - allowed)
        if over > bank:
            raise TimeoutError(
                f"took {seconds:.2f} s for a move, which may take {allowed:g} s "
                f"and the {bank:.2f} s that were left in the bank"
            )
        self._bank -= over
        return Decision(checked_column(position, answer), seconds=control.spent)


def time_of(limit: Limit | None, bank: float) -> tuple[float, float]:
    """Return the seconds of a move, and the seconds of the bank that it may use, under a limit."""
    seconds = None if limit is None else limit.seconds
    if seconds is None:
        return ACT_SECONDS, bank
    allowed = min(ACT_SECONDS, seconds)
    return allowed, min(bank, seconds - allowed)


def plays_kaggle(rules: Rules) -> bool:
    """Return True for the boards that Kaggle knows: no forbidden cells and no bonus cell."""
    return not rules.forbidden and rules.bonus is None


def kaggle_kind(path: str) -> AgentKind:
    """Describe a submission; InvalidAgent if the file cannot be read or is not Python.

    The file is run when the agent is made, not before.
    """
    spec = ExternalSpec(Form.KAGGLE, path)
    source_of(spec)
    absolute = str(Path(path).absolute())  # the submission may go to another folder
    return AgentKind(
        spec.head,
        f"The Kaggle ConnectX agent in {path}.",
        lambda: KaggleAgent(absolute),
        rules="boards without forbidden cells and without a bonus cell",
        plays=plays_kaggle,
        limits=("seconds",),
        title=spec.title,
        is_external=True,
    )

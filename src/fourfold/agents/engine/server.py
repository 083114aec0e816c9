"""Lets any agent speak UGI: the loop behind `fourfold engine` (docs/protocol.md).

The main thread makes the agent and lets it think, as an agent that uses signals expects. A second
thread reads the commands, so that `stop`, `isready` and `quit` are heard while the agent thinks:

    reader   reads a line; while the agent thinks it answers isready and passes on stop and quit
    main     takes all other lines, one after the other

The agent's own standard streams are not those of the protocol: what it prints goes to standard
error, and it has no input.
"""

import os
import queue
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress

from fourfold.agents.base import Agent, Decision
from fourfold.agents.engine import protocol
from fourfold.agents.engine.protocol import ERROR, ILLEGAL, NO_MOVE, Info
from fourfold.agents.external.faults import error_text, own_traceback
from fourfold.agents.options import Option, Value, format_value
from fourfold.agents.registry import AgentKind
from fourfold.errors import BadAnswer, FourfoldError, InvalidOption, describe
from fourfold.rules import Position, Rules
from fourfold.rules.notation import column_label
from fourfold.search import SearchProgress, Stop
from fourfold.support.checks import as_int

COMMANDS = "ugi, isready, setoption, uginewgame, position, go, stop, query, quit"
LONGEST_LINE = 65_536
_QUIT_SECONDS = 1.0  # that an agent has to stop thinking after quit
_RULES = "Rules"


class EngineServer:
    """Speaks UGI for one kind of agent, over two file descriptors."""

    def __init__(
        self,
        kind: AgentKind,
        options: Mapping[str, Value],
        source: int,
        target: int,
        title: str = "fourfold",
    ) -> None:
        """Serve an agent.

        source, target: where commands are read from and answers are written to.
        title: the name and version of this program.
        """
        self._title = title
        self._kind = kind
        self._options = dict(options)
        self._source = source
        self._target = target
        self._writing = threading.Lock()
        self._waiting: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._thinking = threading.Lock()  # guards the two below
        self._searches = 0  # `go` that were read and are not answered
        self._stop = Stop()
        self._done = threading.Event()
        self._rules = Rules()
        self._position: Position | None = Position(self._rules)
        self._agent: Agent | None = None
        self._error = ""

    def run(self) -> None:
        """Answer commands until `quit` or the end of the input."""
        threading.Thread(target=self._read, name="fourfold-commands", daemon=True).start()
        while (line := self._waiting.get()) != "quit":
            try:
                self._obey(line)
            except FourfoldError as error:
                self._fail(str(error))
        self._done.set()

    # The reader

    def _read(self) -> None:
        last = ""
        for line in _lines(self._source):
            words = line.split()
            command = words[0] if words else ""
            with self._thinking:
                is_searching = self._searches > 0
                if command == "go":
                    self._searches += 1
                elif command in ("stop", "quit") and is_searching:
                    self._stop.request()
            if command == "isready" and is_searching and last == "go":
                self._write("readyok")  # all that came before it has been done, or is being done
            elif command == "quit":
                break
            elif command and command != "stop":
                self._waiting.put(" ".join(words))
                last = command
        with self._thinking:
            self._stop.request()
        self._waiting.put("quit")
        if not self._done.wait(_QUIT_SECONDS):
            os._exit(0)  # the agent does not stop: nobody waits for it any more

    # The commands

    def _obey(self, line: str) -> None:
        command, *words = line.split()
        match command:
            case "ugi":
                self._introduce()
            case "isready":
                self._ready_agent()
                self._write("readyok")
            case "uginewgame":
                self._agent = None
                self._position = Position(self._rules)
            case "setoption":
                self._set_option(words)
            case "position":
                self._position = None
                self._position = protocol.read_position(words, self._rules)
            case "go":
                self._go(words)
            case "query":
                self._query(words)
            case _:
                raise InvalidOption(
                    f"there is no command {describe(command)}; the commands are {COMMANDS}"
                )

    def _introduce(self) -> None:
        self._write(f"id name {self._title} {self._kind.name}")
        self._write("id author the authors of fourfold")
        self._write(f"option name {_RULES} type string default {Rules()}")
        for option in self._kind.options:
            self._write(_option_line(option, self._options[option.name]))
        self._write("ugiok")

    def _set_option(self, words: list[str]) -> None:
        """Read `name NAME value VALUE`."""
        text = " ".join(words)
        name, _, value = text.removeprefix("name ").partition(" value ")
        known = {option.name.lower(): option for option in self._kind.options}
        if name.lower() == _RULES.lower():
            self._rules = Rules.parse(value)
            self._position = Position(self._rules)
            return
        option = known.get(name.lower())
        if option is None:
            has = ", ".join([_RULES, *(option.name for option in self._kind.options)])
            raise InvalidOption(f"there is no option {describe(name)}; the options are {has}")
        try:
            self._options[option.name] = option.parse(value)
        except ValueError:
            raise InvalidOption(
                f"{option.name} is {describe(value)}, but must be {option.allowed}"
            ) from None
        self._agent = None  # made anew, with this option

    def _query(self, words: list[str]) -> None:
        position = self._known_position()
        outcome = position.outcome
        match words:
            case ["p1turn"]:
                answer = str(position.turn.value == 0).lower()
            case ["gameover"]:
                answer = str(outcome is not None).lower()
            case ["result"] if outcome is None:
                answer = "none"
            case ["result"]:
                assert outcome is not None
                winner = outcome.winner
                answer = "draw" if winner is None else f"p{winner.value + 1}win"
            case _:
                raise InvalidOption(
                    f"there is no query {describe(' '.join(words))}; "
                    "the queries are p1turn, gameover and result"
                )
        self._write(f"response {answer}")

    def _known_position(self) -> Position:
        if self._position is None:
            raise InvalidOption("there is no position: the last one could not be read")
        return self._position

    # Thinking

    def _go(self, words: list[str]) -> None:
        answer = NO_MOVE
        try:
            position = self._known_position()
            if not position.legal_columns:
                raise InvalidOption(f"no column of '{position.to_text()}' can be played")
            answer = self._chosen(position, words)
        except FourfoldError as error:
            self._fail(str(error))
        finally:
            with self._thinking:
                self._searches -= 1
                if self._searches == 0:
                    self._stop = Stop()
            self._write(f"bestmove {answer}")

    def _chosen(self, position: Position, words: list[str]) -> str:
        """Let the agent choose, and return its move; an agent that fails has none."""
        limit = protocol.read_go(words, position)
        agent = self._ready_agent()
        if agent is None:
            self._fail(self._error)
            return NO_MOVE

        def watch(now: SearchProgress) -> None:
            self._inform(_progress_info(now), position)

        try:
            decision = agent.choose(position, limit, self._stop, watch)
            return self._announced(decision, position)
        except KeyboardInterrupt:
            raise
        except BadAnswer as error:
            self._write(f"info string {ILLEGAL}{error}")
            return NO_MOVE
        except BaseException as error:  # whatever it is, the agent loses its game by it
            self._report(error)
            self._fail(self._error)
            return NO_MOVE

    def _ready_agent(self) -> Agent | None:
        """Return the agent, made if there is none; None if it cannot be made."""
        if self._agent is None:
            try:
                self._agent = self._kind.make(**self._options)
            except KeyboardInterrupt:
                raise
            except BaseException as error:
                self._report(error)
        return self._agent

    def _report(self, error: BaseException) -> None:
        """Print the traceback of an agent, from its own code on, for its author."""
        with suppress(Exception):
            print(own_traceback(error, __file__), file=sys.stderr, flush=True)
        self._error = f"raised {error_text(error)}"

    def _announced(self, decision: object, position: Position) -> str:
        """Write what a decision tells, and return its move."""
        if not isinstance(decision, Decision):
            self._write(f"info string {ILLEGAL}answered {describe(decision)}, which is no decision")
            return NO_MOVE
        column = as_int(decision.column)
        columns = position.rules.columns
        if column is None or not 0 <= column < columns:
            self._write(
                f"info string {ILLEGAL}chose {describe(decision.column)}, which is no column: "
                f"its columns are 0 to {columns - 1}, counted from 0"
            )
            return NO_MOVE
        for about in dict.fromkeys([*decision.scores, *decision.evaluations]):
            info = Info(
                column=about,
                score=decision.scores.get(about),
                evaluation=decision.evaluations.get(about),
            )
            self._inform(info, position)
        self._inform(_decision_info(decision), position)
        return column_label(column, columns)

    # Writing

    def _inform(self, info: Info, position: Position) -> None:
        if info != Info():
            with suppress(TypeError, ValueError, IndexError, AttributeError, OverflowError):
                # An agent of others may report anything: what cannot be written is left out.
                self._write(protocol.info_line(info, position, self._kind.even))

    def _fail(self, message: str) -> None:
        self._write(f"info string {ERROR}{' '.join(message.split())}")

    def _write(self, line: str) -> None:
        data = f"{line}\n".encode("utf-8", "replace")
        with self._writing:
            try:
                while data:
                    data = data[os.write(self._target, data) :]
            except OSError:  # nobody listens any more
                os._exit(1)


def _lines(source: int) -> Iterator[str]:
    """Yield lines from a file descriptor.

    Python's own streams hold a lock while they wait, which the end of the process would wait for.
    """
    rest = b""
    while True:
        try:
            data = os.read(source, 65_536)
        except OSError:
            return
        if not data:
            return
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            yield line.decode("utf-8", "replace")
        if len(rest) > LONGEST_LINE:
            return


def _progress_info(now: SearchProgress) -> Info:
    return Info(
        depth=now.depth,
        nodes=now.nodes,
        seconds=now.seconds,
        evaluation=now.evaluation,
        line=tuple(now.line) or (() if now.column is None else (now.column,)),
    )


def _decision_info(decision: Decision) -> Info:
    return Info(
        depth=decision.depth,
        nodes=decision.nodes,
        seconds=decision.seconds,
        score=decision.score,
        evaluation=decision.evaluation,
        win_chance=decision.win_chance,
        line=tuple(decision.line),
        text=decision.reason,
    )


def _option_line(option: Option, value: Value) -> str:
    default = format_value(value)
    if option.choices:
        kinds = "combo", "".join(f" var {choice}" for choice in option.choices)
    elif option.kind is bool:
        kinds = "check", ""
    elif option.kind is int and option.least is not None and option.most is not None:
        kinds = "spin", f" min {int(option.least)} max {int(option.most)}"
    else:
        kinds = "string", ""
    return f"option name {option.name} type {kinds[0]} default {default}{kinds[1]}"


def serve(find: Callable[[], tuple[AgentKind, Mapping[str, Value]]], title: str) -> None:
    """Speak UGI over the standard streams of this process, until `quit`.

    find: returns the kind of agent and its options; what it prints does not disturb the protocol.
    title: the name and version of this program.
    """
    sys.stdout.flush()
    source, target = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    os.dup2(2, 1)  # what an agent prints
    EngineServer(*find(), source, target, title).run()

"""One running program that speaks UGI: its start, its games and its searches.

    start       ugi -> id name ..., option ..., ugiok; isready -> readyok
    game        uginewgame; isready -> readyok
    ply         position fen 7x6:4455; isready; go movetime 1000
                    -> readyok, info ..., info ..., bestmove 4

What a program wrote before `readyok` belongs to an earlier command and is dropped, so that an
answer that came too late is never taken for the next one.
"""

import time
from collections.abc import Callable, Sequence

from fourfold.agents.engine import protocol
from fourfold.errors import InvalidNotation, ProgramError, describe
from fourfold.rules import Position
from fourfold.search import Limit, Stop
from fourfold.search.limits import ClockLimit
from fourfold.support.child_process import ChildProcess

START_SECONDS = 30.0
"""Seconds that a program has to start, or to prepare for a new game."""
UNTIMED_SECONDS = 60.0
"""Seconds for a move without any limit of time."""
STOP_SECONDS = 0.9
"""Seconds that a program has to move after `stop`: a little less than a game waits for an agent."""
LATE_SECONDS = 2.0
"""Seconds beyond its time after which a program is asked to stop, if its game has not done so."""
_FAREWELL_SECONDS = 0.3


class EngineProcess:
    """A program that was started and has said `ugiok`."""

    def __init__(
        self,
        command: Sequence[str],
        memory_mb: int | None = None,
        start_seconds: float = START_SECONDS,
        name: str | None = None,
    ) -> None:
        """Start it; ProgramError if it cannot be started or does not speak UGI."""
        self._start_seconds = start_seconds
        self.title = ""
        """The name that it gives itself."""
        self.child = ChildProcess(command, name=name, memory_mb=memory_mb)
        try:
            self._say_hello()
        except BaseException:
            self.child.close()
            raise

    @property
    def is_usable(self) -> bool:
        """Whether it still runs; a program that has failed is closed by its user."""
        return self.child.is_running

    def close(self) -> None:
        """Ask it to quit, and end it if it does not, with all that it started."""
        self.child.close("quit\n", _FAREWELL_SECONDS)

    def kill(self) -> None:
        """End it at once, with all that it started."""
        self.child.close()

    def _say_hello(self) -> None:
        def note(line: str) -> None:
            if line.startswith("id name "):
                self.title = line.removeprefix("id name ").strip()

        self._exchange("ugi\n", "ugiok", note)
        self._exchange("isready\n", "readyok")

    def new_game(self) -> None:
        """Tell it that the next position is of another game, and wait until it is ready."""
        self._exchange("uginewgame\nisready\n", "readyok")

    def _exchange(
        self, sent: str, answer: str, note: Callable[[str], None] = lambda line: None
    ) -> None:
        end = time.monotonic() + self._start_seconds
        self.child.expect_answer()
        self.child.send(sent)
        while (line := self.child.read_line(lambda: end)) is not None:
            if line.strip() == answer:
                return
            note(line)
        asked = sent.split()[-1]
        raise self.child.fault(
            f"did not answer '{asked}' with '{answer}' within {self._start_seconds:g} s"
            + self._unfinished()
        )

    def search(
        self,
        position: Position,
        limit: Limit | None,
        stop: Stop | None,
        note: Callable[[protocol.Info], None],
    ) -> int:
        """Let it think about a position and return its column; `note` gets each `info`.

        Raises ProgramError if it fails in any way, and then has to be killed.
        """
        search = _Search(self.child, position, limit)
        self.child.expect_answer()
        search.begin()
        if stop is None:
            return search.wait(note)
        with stop.calling(search.stop):
            return search.wait(note)

    def _unfinished(self) -> str:
        return _unfinished(self.child)


class _Search:
    """One `go`, from the command to `bestmove`."""

    def __init__(self, child: ChildProcess, position: Position, limit: Limit | None) -> None:
        self._child = child
        self._position = position
        self._limit = limit
        self._seconds = _seconds_allowed(limit, position)
        self._end = 0.0
        self._asked_to_stop: float | None = None
        self._error: tuple[str, bool] | None = None
        self._last_line = ""

    def begin(self) -> None:
        allowed = UNTIMED_SECONDS if self._seconds is None else self._seconds + LATE_SECONDS
        self._end = time.monotonic() + allowed
        lines = (protocol.position_line(self._position), "isready", protocol.go_line(self._limit))
        self._child.send("".join(f"{line}\n" for line in lines))

    def stop(self) -> None:
        """Ask it to move at once; called on any thread."""
        if self._asked_to_stop is None:
            self._asked_to_stop = time.monotonic()
            self._child.send("stop\n")

    def wait(self, note: Callable[[protocol.Info], None]) -> int:
        is_ready = False
        while True:
            line = self._child.read_line(self._deadline)
            if line is None:
                self._be_late()
                continue
            word, _, rest = line.strip().partition(" ")
            if word == "readyok":
                is_ready = True
            elif not is_ready:
                continue
            elif word == "info":
                info = protocol.read_info(line, self._position)
                self._remember_error(info.text)
                note(info)
            elif word == "bestmove":
                return self._move(rest.split())
            elif word:
                self._last_line = line

    def _deadline(self) -> float:
        if self._asked_to_stop is None:
            return self._end
        return self._asked_to_stop + STOP_SECONDS

    def _be_late(self) -> None:
        """Ask a program that does not answer to stop, and give it up the second time."""
        if self._asked_to_stop is None:
            self.stop()
            return
        what = f"did not move within {STOP_SECONDS:g} s of 'stop'"
        if self._asked_to_stop >= self._end:
            after = time.monotonic() - self._end
            if self._seconds is None:
                after += UNTIMED_SECONDS
            else:
                after += self._seconds + LATE_SECONDS
            what = f"did not answer 'go' with 'bestmove' within {after:.3g} s"
        if self._last_line:
            what += f"; the last line that it wrote is {describe(self._last_line)}"
        raise self._child.fault(what + _unfinished(self._child))

    def _remember_error(self, text: str) -> None:
        for beginning, is_bad_move in ((protocol.ERROR, False), (protocol.ILLEGAL, True)):
            if text.startswith(beginning):
                self._error = text.removeprefix(beginning).strip(), is_bad_move

    def _move(self, words: Sequence[str]) -> int:
        text = words[0] if words else ""
        if text == protocol.NO_MOVE and self._error is not None:
            what, is_bad_move = self._error
            raise self._bad(self._child.fault(what, by_itself=True), is_bad_move)
        try:
            return protocol.read_move(text, self._position)
        except InvalidNotation as error:
            raise self._bad(self._child.fault(str(error)), True) from None

    def _bad(self, fault: ProgramError, is_bad_move: bool) -> ProgramError:
        fault.is_bad_move = is_bad_move
        return fault


def _unfinished(child: ChildProcess) -> str:
    line = child.unfinished_line
    return f", and left the line {describe(line)} unfinished" if line else ""


def _seconds_allowed(limit: Limit | None, position: Position) -> float | None:
    """Return how long a program may think at most; None if nothing says so."""
    if isinstance(limit, ClockLimit):
        times = (limit.fixed.seconds, limit.clock.left[position.turn.value])
        return min((seconds for seconds in times if seconds is not None), default=None)
    return None if limit is None else limit.seconds

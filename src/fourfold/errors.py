"""Every error that fourfold raises on purpose.

    FourfoldError
    ├── IllegalMove       a column that cannot be played now         (also a ValueError)
    ├── InvalidRules      a board that cannot exist                  (also a ValueError)
    ├── InvalidNotation   a text that is not in the notation's form  (also a ValueError)
    ├── InvalidOption     an option that is out of range             (also a ValueError)
    ├── InvalidAgent      a text that names no agent                 (also a ValueError)
    ├── BadAnswer         an agent's answer that cannot be played
    ├── BookError         an opening book that cannot be used
    ├── DatasetError      a data set that could not be made
    ├── GameError         what a game does not allow just now
    ├── RecordError       a file of games that cannot be used
    ├── LessonError       a lesson that cannot be read
    │   └── LessonNotFound  a lesson that there is not
    ├── LeftBehind        a search of another thread, after a fork   (also a RuntimeError)
    ├── MatchError        a match that could not be played to its end
    ├── MissingPackage    a package of an extra that is not installed (also an ImportError)
    ├── PlayerError       a player whose own code has failed
    ├── ProgramError      a program that plays and has failed
    ├── PuzzleError       a file of puzzles that cannot be used
    │   └── PuzzleNotFound  a puzzle that is not there
    ├── StoreError        a database that cannot be used
    │   ├── GameNotFound  a game that is not in it
    │   ├── Conflict      a game that another has changed in between
    │   ├── TooLarge      something that is too large to be kept
    │   ├── DatabaseFull  a database that has reached its limit
    │   └── QueryTimeout  a question that took too long to answer
    ├── WorkerError       workers, here or on a cluster, that cannot be used
    └── Unproven          a search that ended before its proof did   (in fourfold.search.score)

A message is one sentence: the input, where it is wrong, and what was allowed.
After an error nothing has changed.
"""

_LONGEST_SHOWN = 60


class FourfoldError(Exception):
    """The root of fourfold's errors.

    >>> try:
    ...     ff.solve("7x6:48")
    ... except ff.FourfoldError as error:
    ...     print(error)
    ply 2 is '8', but column 8 is not on the board, whose columns are 1 to 7
    """


class IllegalMove(FourfoldError, ValueError):  # noqa: N818 - the public name reads as the fact it states
    """A column that cannot be played in this position.

    >>> try:
    ...     ff.Position.parse("5x4:3333").play(2)
    ... except ff.IllegalMove as error:
    ...     print(error)
    column 2 (counted from 0) has no room; the columns with room are 0, 1, 3, 4
    """


class InvalidRules(FourfoldError, ValueError):  # noqa: N818
    """Rules that no board can have.

    >>> try:
    ...     ff.Rules(columns=3)
    ... except ff.InvalidRules as error:
    ...     print(error)
    the number of columns is 3, but must be a whole number from 4 to 12
    """


class InvalidNotation(FourfoldError, ValueError):  # noqa: N818
    """A text that is not in the form that the notation asks for.

    >>> try:
    ...     ff.Rules.parse("7by6")
    ... except ff.InvalidNotation as error:
    ...     print(error)
    rules '7by6' begin with '7by6', which is not a size such as '7x6'
    """


class InvalidOption(FourfoldError, ValueError):  # noqa: N818
    """An option or argument whose value is not one of those allowed.

    >>> try:
    ...     ff.Limit(seconds=-1)
    ... except ff.InvalidOption as error:
    ...     print(error)
    a limit of seconds is -1, but must be a number above 0
    """


class InvalidAgent(FourfoldError, ValueError):  # noqa: N818
    """A text that names no agent, or asks an agent for what it does not have.

    >>> try:
    ...     ff.agent("perfect:iq=200")
    ... except ff.InvalidAgent as error:
    ...     print(error)
    agent 'perfect:iq=200' has no option 'iq'; its options are seconds, threads, memory
    """


class BadAnswer(FourfoldError):  # noqa: N818
    """An agent's answer that cannot be played; the message goes on after the agent's name."""


class BookError(FourfoldError):
    """An opening book that is damaged, or does not fit, or cannot be written.

    >>> try:
    ...     ff.Solver(book="no-such.book")
    ... except ff.BookError as error:
    ...     print(error)
    the opening book no-such.book cannot be read: No such file or directory
    """


class DatasetError(FourfoldError):
    """A data set that could not be made to its end."""


class GameError(FourfoldError):
    """Something that a game does not allow in its present state.

    >>> game = ff.Game("7x6:4455362")
    >>> try:
    ...     game.play(0)
    ... except ff.GameError as error:
    ...     print(error)
    nobody can play now: the game is over, FIRST wins: four in line
    """


class RecordError(FourfoldError):
    """A file of games that is damaged, or is none, or cannot be written.

    >>> from fourfold.game import load
    >>> try:
    ...     load("no-such.games")
    ... except ff.RecordError as error:
    ...     print(error)
    the games no-such.games cannot be read: No such file or directory
    """


class LessonError(FourfoldError):
    """A file of a lesson that cannot be read, or is none."""


class LessonNotFound(LessonError):  # noqa: N818
    """A lesson that does not exist."""


class LeftBehind(FourfoldError, RuntimeError):  # noqa: N818
    """A search that another thread was using when this process was forked."""


class MatchError(FourfoldError):
    """A match that could not be played to its end.

    >>> try:
    ...     result = ff.match("greedy", "random", games=2, rules="5x4")
    ... except ff.MatchError as error:
    ...     print("what was played is kept:", error)
    ... else:
    ...     print(len(result.games), "games")
    2 games
    """


class MissingPackage(FourfoldError, ImportError):  # noqa: N818
    """A package that only an extra installs, and that is not there."""


class PlayerError(FourfoldError):
    """A player whose own code has failed; the traceback follows in the lines below."""


class ProgramError(FourfoldError):
    """A program that plays, and has failed: it exited, hung, or answered something else."""

    def __init__(
        self, program: str, what: str, fault_cause: str = "", *, is_bad_move: bool = False
    ) -> None:
        super().__init__(f"the program {program} {what}")
        self.program = program
        self.what = what
        """What it did, to be read after its name: "exited with status 3"."""
        self.fault_cause = fault_cause or str(self)
        """What it wrote last, for its author; a record keeps all of it."""
        self.is_bad_move = is_bad_move
        """Whether it did answer, but no move."""

    def __reduce__(self) -> tuple[object, ...]:
        return _program_error, (self.program, self.what, self.fault_cause, self.is_bad_move)


def _program_error(program: str, what: str, fault_cause: str, is_bad_move: bool) -> ProgramError:
    """Make the error again where it was sent to another process."""
    return ProgramError(program, what, fault_cause, is_bad_move=is_bad_move)


class PuzzleError(FourfoldError):
    """A file of puzzles that is damaged or cannot be read."""


class PuzzleNotFound(PuzzleError):  # noqa: N818
    """A puzzle that does not exist."""


class StoreError(FourfoldError):
    """A database of games that cannot be reached, or is damaged, or is none.

    >>> from fourfold.store import Store
    >>> try:
    ...     Store.open("no-database")
    ... except ff.StoreError as error:
    ...     print(error)
    the database is not given by a URL such as 'sqlite:///games.db' or 'postgresql://user:password@host/name'

    Its text is for whoever runs the database. A server tells strangers `public`.
    """

    def __init__(self, message: str, public: str = "") -> None:
        super().__init__(message)
        self.public = public or "games cannot be read or written just now"
        """The same without files, hosts and names."""


class GameNotFound(StoreError):  # noqa: N818
    """A game that the database does not have."""

    def __init__(self, message: str) -> None:
        super().__init__(message, message)


class Conflict(StoreError):  # noqa: N818
    """A game that was changed by another between its reading and its writing."""

    def __init__(self, message: str) -> None:
        super().__init__(message, message)


class TooLarge(StoreError):  # noqa: N818
    """Something is too large to be kept in a database."""

    def __init__(self, message: str) -> None:
        super().__init__(message, message)


class DatabaseFull(StoreError):  # noqa: N818
    """A database has reached the size that its operator allows."""

    def __init__(self, message: str) -> None:
        super().__init__(message, message)


class QueryTimeout(StoreError):  # noqa: N818
    """A search or a count took longer than it may."""

    def __init__(self, message: str) -> None:
        super().__init__(message, message)


class WorkerError(FourfoldError):
    """Workers that cannot be reached, do not fit, or have died too often."""


def describe(value: object) -> str:
    """Show any input inside an error message, however long or ill-behaved it is."""
    try:
        shown = repr(value)
    except Exception:  # repr() of a huge int raises ValueError, and a stranger's repr() anything
        shown = f"an unprintable {type(value).__name__}"
    if len(shown) > _LONGEST_SHOWN:
        shown = shown[: _LONGEST_SHOWN - 3] + "..."
    return shown

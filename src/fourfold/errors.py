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
    ├── MatchError        a match that could not be played to its end
    ├── MissingPackage    a package of an extra that is not installed (also an ImportError)
    ├── PlayerError       a player whose own code has failed
    ├── ProgramError      a program that plays and has failed
    ├── PuzzleError       a file of puzzles that cannot be used
    │   └── PuzzleNotFound  a puzzle that is not there
    ├── StoreError        a database that cannot be used
    │   ├── GameNotFound  a game that is not in it
    │   └── Conflict      a game that another has changed in between
    ├── WorkerError       workers, here or on a cluster, that cannot be used
    └── Unproven          a search that ended before its proof did   (in fourfold.search.score)

A message is one sentence: the input, where it is wrong, and what was allowed.
After an error nothing has changed.
"""

_LONGEST_SHOWN = 60


class FourfoldError(Exception):
    """The root of fourfold's errors."""


class IllegalMove(FourfoldError, ValueError):  # noqa: N818 - the public name reads as the fact it states
    """A column that cannot be played in this position."""


class InvalidRules(FourfoldError, ValueError):  # noqa: N818
    """Rules that no board can have."""


class InvalidNotation(FourfoldError, ValueError):  # noqa: N818
    """A text that is not in the form that the notation asks for."""


class InvalidOption(FourfoldError, ValueError):  # noqa: N818
    """An option or argument whose value is not one of those allowed."""


class InvalidAgent(FourfoldError, ValueError):  # noqa: N818
    """A text that names no agent, or asks an agent for what it does not have."""


class BadAnswer(FourfoldError):  # noqa: N818
    """An agent's answer that cannot be played; the message goes on after the agent's name."""


class BookError(FourfoldError):
    """An opening book that is damaged, or does not fit, or cannot be written."""


class DatasetError(FourfoldError):
    """A data set that could not be made to its end."""


class GameError(FourfoldError):
    """Something that a game does not allow in its present state."""


class RecordError(FourfoldError):
    """A file of games that is damaged, or is none, or cannot be written."""


class LessonError(FourfoldError):
    """A file of a lesson that cannot be read, or is none."""


class LessonNotFound(LessonError):  # noqa: N818
    """A lesson that does not exist."""


class MatchError(FourfoldError):
    """A match that could not be played to its end."""


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
    """A database of games that cannot be reached, or is damaged, or is none."""


class GameNotFound(StoreError):  # noqa: N818
    """A game that the database does not have."""


class Conflict(StoreError):  # noqa: N818
    """A game that was changed by another between its reading and its writing."""


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

"""The native core of fourfold."""

from collections.abc import Sequence
import enum


class Rules:
    """The rules of a game, as the native core keeps them."""

    def __init__(self, columns: int, rows: int, forbidden: Sequence[tuple[int, int]] = [], bonus: tuple[int, int] | None = None) -> None: ...

class Status(enum.Enum):
    """How a game stands."""

    ongoing = 0

    first_wins = 1

    second_wins = 2

    draw = 3

class Snapshot:
    """What holds before a ply, or at the end of a game."""

    @property
    def status(self) -> Status: ...

    @property
    def turn(self) -> int: ...

    @property
    def must_ban(self) -> bool: ...

    @property
    def landing_rows(self) -> list[int]: ...

    @property
    def winning_cells(self) -> list[tuple[int, int]]: ...

    @property
    def key(self) -> list[int]: ...

    @property
    def mirrored_key(self) -> list[int]: ...

class RandomGame:
    """A game of random moves."""

    @property
    def columns(self) -> list[int]: ...

    @property
    def status(self) -> Status: ...

class PlayoutTotals:
    """How many random games ended which way."""

    @property
    def first_wins(self) -> int: ...

    @property
    def second_wins(self) -> int: ...

    @property
    def draws(self) -> int: ...

    @property
    def plies(self) -> int: ...

class ProofSwitches:
    """Which static proofs a solver uses."""

    def __init__(self, follow_up: bool = True, tempo: bool = True, no_lines_left: bool = True) -> None: ...

    @property
    def follow_up(self) -> bool: ...

    @property
    def tempo(self) -> bool: ...

    @property
    def no_lines_left(self) -> bool: ...

class Solved:
    """What is proven of a position, for the side to move."""

    @property
    def lower(self) -> int: ...

    @property
    def upper(self) -> int: ...

    @property
    def nodes(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def finished(self) -> bool: ...

class Progress:
    """How far a solve has come."""

    @property
    def nodes(self) -> int: ...

    @property
    def lower(self) -> int: ...

    @property
    def upper(self) -> int: ...

class Solver:
    """The perfect solver for one set of rules, with one table."""

    def __init__(self, rules: Rules, memory_mb: int, threads: int, switches: ProofSwitches = ..., light_nodes: int = 30000) -> None: ...

    def solve(self, columns: Sequence[int], wdl: bool = False, seconds: float | None = None, nodes: int | None = None) -> Solved:
        """
        Bounds of the value of a position: equal unless a limit ended the search.
        """

    def stop(self) -> None:
        """Ends the solve that is under way in another thread."""

    def progress(self) -> Progress:
        """Of the solve under way, or of the last one."""

    @property
    def memory_bytes(self) -> int: ...

def cpu_level() -> str:
    """The best native module that this processor runs."""

def trace(rules: Rules, columns: Sequence[int]) -> list[Snapshot]:
    """A snapshot before each move and one after the last."""

def perft(rules: Rules, columns: Sequence[int], depth: int) -> int:
    """The number of sequences of exactly `depth` plies."""

def distinct_positions(rules: Rules, plies: int) -> list[int]:
    """The number of different positions at each ply."""

def random_game(rules: Rules, columns: Sequence[int], seed: int) -> RandomGame:
    """Random moves from a position to the end of the game."""

def random_playouts(rules: Rules, columns: Sequence[int], seed: int, games: int) -> PlayoutTotals:
    """How many of `games` random games end which way."""

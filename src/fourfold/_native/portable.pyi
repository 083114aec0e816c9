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

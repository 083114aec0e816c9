"""The native core of fourfold."""

from collections.abc import Sequence
import enum
from typing import Annotated, Final, overload

import numpy
from numpy.typing import NDArray


class Rules:
    """The rules of a game, as the native core keeps them."""

    def __init__(self, columns: int, rows: int, forbidden: Sequence[tuple[int, int]] = [], bonus: tuple[int, int] | None = None) -> None: ...

class Status(enum.Enum):
    """The state of a game."""

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
    def line_cells(self) -> list[tuple[int, int]]: ...

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
    """Name the best native module that this processor runs."""

def trace(rules: Rules, columns: Sequence[int]) -> list[Snapshot]:
    """Take a snapshot before each move and one after the last."""

def perft(rules: Rules, columns: Sequence[int], depth: int) -> int:
    """Count the sequences of exactly `depth` plies."""

def distinct_positions(rules: Rules, plies: int) -> list[int]:
    """Count the different positions at each ply."""

def random_game(rules: Rules, columns: Sequence[int], seed: int) -> RandomGame:
    """Play random moves from a position to the end of the game."""

def random_playouts(rules: Rules, columns: Sequence[int], seed: int, games: int) -> PlayoutTotals:
    """Play `games` random games and count how they end."""

class ProofSwitches:
    """Which static proofs a solver uses."""

    def __init__(self, follow_up: bool = True, tempo: bool = True, no_lines_left: bool = True) -> None: ...

    @property
    def follow_up(self) -> bool: ...

    @property
    def tempo(self) -> bool: ...

    @property
    def no_lines_left(self) -> bool: ...

class SolverResult:
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

class SolverProgress:
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

    def solve(self, columns: Sequence[int], wdl: bool = False, seconds: float | None = None, nodes: int | None = None) -> SolverResult:
        """
        Bound the value of a position; the bounds are equal unless a limit ended the search.
        """

    def solve_many(self, games: Sequence[Sequence[int]], wdl: bool = False, seconds: float | None = None, nodes: int | None = None) -> list[tuple[int, int]]:
        """
        Bound the value of each position: (lower, upper); the limits are for each of them.
        """

    def stop(self) -> None:
        """End the solve that is running in another thread."""

    def progress(self) -> SolverProgress:
        """Report on the running solve, or on the last one."""

    @property
    def memory_bytes(self) -> int: ...

class WindowWeights:
    """The weights of windows of four, by kind."""

    def __init__(self) -> None: ...

    @property
    def four(self) -> int: ...

    @four.setter
    def four(self, arg: int, /) -> None: ...

    @property
    def three(self) -> int: ...

    @three.setter
    def three(self, arg: int, /) -> None: ...

    @property
    def two(self) -> int: ...

    @two.setter
    def two(self, arg: int, /) -> None: ...

    @property
    def their_four(self) -> int: ...

    @their_four.setter
    def their_four(self, arg: int, /) -> None: ...

    @property
    def their_three(self) -> int: ...

    @their_three.setter
    def their_three(self, arg: int, /) -> None: ...

    @property
    def their_two(self) -> int: ...

    @their_two.setter
    def their_two(self, arg: int, /) -> None: ...

class HardWeights:
    """
    Weights for windows, centre, double threats and threes on the bottom row.
    """

    def __init__(self) -> None: ...

    @property
    def centre(self) -> int: ...

    @centre.setter
    def centre(self, arg: int, /) -> None: ...

    @property
    def double_threat(self) -> int: ...

    @double_threat.setter
    def double_threat(self, arg: int, /) -> None: ...

    @property
    def their_double_threat(self) -> int: ...

    @their_double_threat.setter
    def their_double_threat(self, arg: int, /) -> None: ...

    @property
    def bottom_three(self) -> int: ...

    @bottom_three.setter
    def bottom_three(self, arg: int, /) -> None: ...

    @property
    def windows(self) -> WindowWeights: ...

    @windows.setter
    def windows(self, arg: WindowWeights, /) -> None: ...

class ThreatWeights:
    """Weights for windows, centre, threats with their parity, and zugzwang."""

    def __init__(self) -> None: ...

    @property
    def centre(self) -> int: ...

    @centre.setter
    def centre(self, arg: int, /) -> None: ...

    @property
    def adjacent(self) -> int: ...

    @adjacent.setter
    def adjacent(self, arg: int, /) -> None: ...

    @property
    def playable(self) -> int: ...

    @playable.setter
    def playable(self, arg: int, /) -> None: ...

    @property
    def favourable(self) -> int: ...

    @favourable.setter
    def favourable(self, arg: int, /) -> None: ...

    @property
    def unfavourable(self) -> int: ...

    @unfavourable.setter
    def unfavourable(self, arg: int, /) -> None: ...

    @property
    def their_playable(self) -> int: ...

    @their_playable.setter
    def their_playable(self, arg: int, /) -> None: ...

    @property
    def their_favourable(self) -> int: ...

    @their_favourable.setter
    def their_favourable(self, arg: int, /) -> None: ...

    @property
    def their_unfavourable(self) -> int: ...

    @their_unfavourable.setter
    def their_unfavourable(self, arg: int, /) -> None: ...

    @property
    def stacked(self) -> int: ...

    @stacked.setter
    def stacked(self, arg: int, /) -> None: ...

    @property
    def their_stacked(self) -> int: ...

    @their_stacked.setter
    def their_stacked(self, arg: int, /) -> None: ...

    @property
    def opens_theirs(self) -> int: ...

    @opens_theirs.setter
    def opens_theirs(self, arg: int, /) -> None: ...

    @property
    def opens_mine(self) -> int: ...

    @opens_mine.setter
    def opens_mine(self, arg: int, /) -> None: ...

    @property
    def controlled(self) -> int: ...

    @controlled.setter
    def controlled(self, arg: int, /) -> None: ...

    @property
    def windows(self) -> WindowWeights: ...

    @windows.setter
    def windows(self, arg: WindowWeights, /) -> None: ...

class ClassicWeights:
    """Weights for windows and centre."""

    def __init__(self) -> None: ...

    @property
    def centre(self) -> int: ...

    @centre.setter
    def centre(self, arg: int, /) -> None: ...

    @property
    def windows(self) -> WindowWeights: ...

    @windows.setter
    def windows(self, arg: WindowWeights, /) -> None: ...

class WindowFeatures:
    """How many windows of each kind."""

    @property
    def four(self) -> int: ...

    @property
    def three(self) -> int: ...

    @property
    def two(self) -> int: ...

    @property
    def their_four(self) -> int: ...

    @property
    def their_three(self) -> int: ...

    @property
    def their_two(self) -> int: ...

class HardFeatures:
    """How often each thing with a weight in HardWeights occurs."""

    @property
    def centre(self) -> int: ...

    @property
    def winning_columns(self) -> int: ...

    @property
    def their_winning_columns(self) -> int: ...

    @property
    def bottom_three(self) -> int: ...

    @property
    def windows(self) -> WindowFeatures: ...

class ThreatFeatures:
    """How often each thing with a weight in ThreatWeights occurs."""

    @property
    def centre(self) -> int: ...

    @property
    def adjacent(self) -> int: ...

    @property
    def playable(self) -> int: ...

    @property
    def favourable(self) -> int: ...

    @property
    def unfavourable(self) -> int: ...

    @property
    def their_playable(self) -> int: ...

    @property
    def their_favourable(self) -> int: ...

    @property
    def their_unfavourable(self) -> int: ...

    @property
    def stacked(self) -> int: ...

    @property
    def their_stacked(self) -> int: ...

    @property
    def opens_theirs(self) -> int: ...

    @property
    def opens_mine(self) -> int: ...

    @property
    def controlled(self) -> int: ...

    @property
    def windows(self) -> WindowFeatures: ...

class ClassicFeatures:
    """How often each thing with a weight in ClassicWeights occurs."""

    @property
    def centre(self) -> int: ...

    @property
    def windows(self) -> WindowFeatures: ...

@overload
def evaluate(rules: Rules, columns: Sequence[int], player: int, weights: HardWeights) -> int: ...

@overload
def evaluate(rules: Rules, columns: Sequence[int], player: int, weights: ThreatWeights) -> int: ...

@overload
def evaluate(rules: Rules, columns: Sequence[int], player: int, weights: ClassicWeights) -> int:
    """Guess how good a position is for a player."""

@overload
def features(rules: Rules, columns: Sequence[int], player: int, weights: HardWeights) -> HardFeatures: ...

@overload
def features(rules: Rules, columns: Sequence[int], player: int, weights: ThreatWeights) -> ThreatFeatures: ...

@overload
def features(rules: Rules, columns: Sequence[int], player: int, weights: ClassicWeights) -> ClassicFeatures:
    """Count what the evaluation with such weights adds up."""

@overload
def largest_evaluation(rules: Rules, weights: HardWeights, finished: bool = False) -> int: ...

@overload
def largest_evaluation(rules: Rules, weights: ThreatWeights, finished: bool = False) -> int: ...

@overload
def largest_evaluation(rules: Rules, weights: ClassicWeights, finished: bool = False) -> int:
    """Return the bound that no evaluation on this board exceeds, up or down."""

def window_counts(rules: Rules) -> list[int]:
    """
    Count the windows of four cells on a board: upright, level, falling and rising ones.
    """

largest_weight: int = 1000000

class AlphaBetaSwitches:
    """What makes a search quicker without changing its answer."""

    def __init__(self, pruning: bool = True, ordering: bool = True, table: bool = True, killers: bool = True, history: bool = True) -> None: ...

class OwnEvaluation:
    """In place of weights: leaves are evaluated by a function."""

    def __init__(self) -> None: ...

def own_code(value: float) -> int:
    """Return the integer that stands for a number of an own evaluation."""

def own_value(code: int) -> float:
    """Return the number that such an integer stands for."""

own_win: int = 8380000

largest_own_value: float = 1000000000.0

class AlphaBetaNode:
    """A node of a search that was recorded."""

    @property
    def parent(self) -> int: ...

    @property
    def column(self) -> int: ...

    @property
    def maximizes(self) -> bool: ...

    @property
    def kind(self) -> str: ...

    @property
    def cut(self) -> str: ...

    @property
    def bound(self) -> str: ...

    @property
    def hint(self) -> bool: ...

    @property
    def alpha(self) -> int: ...

    @property
    def beta(self) -> int: ...

    @property
    def table_alpha(self) -> int: ...

    @property
    def table_beta(self) -> int: ...

    @property
    def value(self) -> int: ...

    @property
    def nodes(self) -> int: ...

    @property
    def order(self) -> list[int]: ...

    @property
    def searched(self) -> int: ...

    infinity: Final[int] = ...
    """(arg: object, /) -> int"""

class AlphaBetaResult:
    """What a depth-limited search returns."""

    @property
    def column(self) -> int: ...

    @property
    def value(self) -> int: ...

    @property
    def values(self) -> list[tuple[int, int]]: ...

    @property
    def line(self) -> list[int]: ...

    @property
    def depth(self) -> int: ...

    @property
    def finished(self) -> bool: ...

    @property
    def threads(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def tree(self) -> list[AlphaBetaNode]: ...

    @property
    def nodes(self) -> int: ...

    @property
    def evaluations(self) -> int: ...

    @property
    def cutoffs(self) -> int: ...

    @property
    def table_hits(self) -> int: ...

class AlphaBetaProgress:
    """How far a search has come."""

    @property
    def nodes(self) -> int: ...

    @property
    def depth(self) -> int: ...

    @property
    def column(self) -> int: ...

    @property
    def value(self) -> int: ...

    @property
    def values(self) -> list[tuple[int, int]]: ...

class AlphaBeta:
    """The depth-limited search for one set of rules and one evaluator."""

    def __init__(self, rules: Rules, weights: HardWeights | ThreatWeights | ClassicWeights | OwnEvaluation, win: int, switches: AlphaBetaSwitches = ..., threads: bool = False, memory_mb: int = 32, threads_that_start: int | None = None) -> None: ...

    def search(self, moves: Sequence[int], depth: int, seconds: float | None = None, nodes: int | None = None, deepening: bool = True, columns: Sequence[int] = [], settle: bool = False, best_only: bool = False, record: tuple[int, int] | None = None, evaluate: object | None = None, poll: object | None = None, batch: int = 1) -> AlphaBetaResult:
        """
        Search so many plies deep: the best column, and the exact value of each.

        record: the plies and the most nodes of the tree to write down.
        evaluate, poll, batch: for OwnEvaluation; evaluate(path, columns) returns a list of
        numbers, poll() is called now and then.
        """

    def stop(self) -> None:
        """End the search that is running in another thread."""

    def progress(self) -> AlphaBetaProgress:
        """Report on the running search, or on the last one."""

    @property
    def memory_bytes(self) -> int: ...

class UctColumn:
    """What a search knows of a column."""

    @property
    def column(self) -> int: ...

    @property
    def visits(self) -> int: ...

    @property
    def wins(self) -> float: ...

    @property
    def outcome(self) -> int: ...

    @property
    def plies(self) -> int: ...

    no_outcome: Final[int] = ...
    """(arg: object, /) -> int"""

class UctTreeMove:
    """A move in the tree of a search."""

    @property
    def parent(self) -> int: ...

    @property
    def player(self) -> int: ...

    @property
    def statistics(self) -> UctColumn: ...

class UctSimulation:
    """One simulation of a search."""

    @property
    def moves(self) -> list[UctColumn]: ...

    @property
    def playout(self) -> bool: ...

    @property
    def reward(self) -> int: ...

    @property
    def outcome(self) -> int: ...

    @property
    def plies(self) -> int: ...

class UctReport:
    """What a search knows of a position."""

    @property
    def column(self) -> int: ...

    @property
    def columns(self) -> list[UctColumn]: ...

    @property
    def line(self) -> list[int]: ...

    @property
    def outcome(self) -> int: ...

    @property
    def plies(self) -> int: ...

    @property
    def simulations(self) -> int: ...

    @property
    def reused(self) -> int: ...

    @property
    def nodes(self) -> int: ...

    @property
    def depth(self) -> int: ...

    @property
    def seconds(self) -> float: ...

    @property
    def tree(self) -> list[UctTreeMove]: ...

    @property
    def first_simulations(self) -> list[UctSimulation]: ...

class Uct:
    """A Monte Carlo tree search for one set of rules, with one tree."""

    def __init__(self, rules: Rules, memory_mb: int, threads: int, strong: bool, c: float, reuse: bool, follow: float) -> None: ...

    def search(self, columns: Sequence[int], seed: int, simulations: int | None = None, seconds: float | None = None, depth: int | None = None, record: tuple[int, int, int] | None = None) -> UctReport:
        """
        Search the position after the given moves until a limit, a proof or `stop` ends it.

        record: the plies and the most moves of the tree to report, and how many simulations.
        """

    def stop(self) -> None:
        """End the search that is running in another thread."""

    def report(self) -> UctReport:
        """Report on the running search, or on the last one."""

    def forget(self) -> None:
        """Drop the tree."""

    @property
    def memory_bytes(self) -> int: ...

class GuidedUct:
    """A Monte Carlo tree search whose leaves are evaluated by its caller."""

    def __init__(self, rules: Rules, memory_mb: int, c: float, proofs: bool, priors: bool, reuse: bool) -> None: ...

    def begin(self, columns: Sequence[int], depth: int | None = None) -> None:
        """Start a search of the position after the given moves."""

    def collect(self, most: int) -> list[list[int]]:
        """
        Run so many simulations at most, and return the moves that lead to their leaves.
        """

    def back_up(self, values: Sequence[float], priors: Sequence[float] = []) -> None:
        """
        Give the leaves their win chances, and the priors of all columns of each.
        """

    def abandon(self) -> None:
        """Take the leaves back."""

    def simulate(self, most: int, weights: HardWeights | ThreatWeights | ClassicWeights | OwnEvaluation, scale: float) -> None:
        """Run so many simulations with leaves evaluated by weights."""

    def report(self) -> UctReport:
        """Report on the search so far."""

    @property
    def settled(self) -> bool: ...

    @property
    def simulations(self) -> int: ...

    @property
    def memory_bytes(self) -> int: ...

class Batch:
    """Many boards of one set of rules."""

    def __init__(self, rules: Rules, boards: int, seed: int, threads: int, autoreset: bool) -> None: ...

    def seed(self, seed: int) -> None: ...

    def reset(self) -> None: ...

    def reset_chosen(self, chosen: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def set(self, board: int, columns: Sequence[int]) -> None: ...

    def step(self, columns: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int:
        """
        Play a column on every board; return the first whose column is illegal, or -1.
        """

    def step_chosen(self, columns: Annotated[NDArray[numpy.int64], dict(shape=(None,), order='C', device='cpu', writable=False)], chosen: Annotated[NDArray[numpy.bool_], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> int:
        """Like step, on the chosen boards only."""

    def step_random(self, plies: int) -> None: ...

    def play_out(self) -> None: ...

    def random_columns(self) -> Annotated[NDArray[numpy.int64], dict(order='C', writable=False)]: ...

    def playouts(self, games: int) -> Annotated[NDArray[numpy.int64], dict(order='C', writable=False)]: ...

    def mover_cells(self) -> Annotated[NDArray[numpy.int8], dict(order='C', writable=False)]: ...

    def planes(self) -> Annotated[NDArray[numpy.bool_], dict(order='C', writable=False)]: ...

    def write_planes(self) -> None:
        """Write the array that `planes` returned anew."""

    def winning_mask(self) -> Annotated[NDArray[numpy.bool_], dict(order='C', writable=False)]: ...

    def threat_mask(self) -> Annotated[NDArray[numpy.bool_], dict(order='C', writable=False)]: ...

    def cells(self) -> Annotated[NDArray[numpy.int8], dict(order='C', writable=False)]: ...

    def legal_mask(self) -> Annotated[NDArray[numpy.bool_], dict(order='C', writable=False)]: ...

    def moves(self) -> Annotated[NDArray[numpy.int8], dict(order='C', writable=False)]: ...

    def rewards(self) -> Annotated[NDArray[numpy.float32], dict(order='C', writable=False)]: ...

    def turn(self) -> Annotated[NDArray[numpy.int8], dict(order='C', writable=False)]: ...

    def ply(self) -> Annotated[NDArray[numpy.int16], dict(order='C', writable=False)]: ...

    def must_ban(self) -> Annotated[NDArray[numpy.bool_], dict(order='C', writable=False)]: ...

    def finished(self) -> Annotated[NDArray[numpy.bool_], dict(order='C', writable=False)]: ...

    def winner(self) -> Annotated[NDArray[numpy.int8], dict(order='C', writable=False)]: ...

"""Many boards of one set of rules, played at once by the native core, with NumPy arrays.

    batch = Batch("7x6", boards=1024, seed=1)
    while not batch.finished.all():
        batch.step(batch.random_columns())

Axes, values and perspective are those of `Position.array`, with the boards as the first axis.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from fourfold import _native
from fourfold.errors import IllegalMove, InvalidOption, describe
from fourfold.rules import STANDARD, Position, Rules, as_position
from fourfold.search.native_rules import native_rules
from fourfold.support.checks import whole_number
from fourfold.support.numpy_import import import_numpy

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from fourfold.support.numpy_import import BoolArray, IntArray

MOST_BOARDS = 2**24
MOST_THREADS = 1024
MOST_GAMES = 10**9
MOST_SEED = 2**64 - 1


class Batch:
    """Boards of one set of rules that are played at the same time.

    rules: `Rules`, or their text such as `9x8-xd3`.
    boards: how many.
    seed: where the random moves come from. Each board has a generator of its own, so that the
        number of threads changes nothing.
    threads: how many share the work. A thread is used where it has at least some 2,000 boards to
        step, or 64 games to play to their end.
    autoreset: whether a step begins a new game on a board whose game is over. The last position
        of a game stays until the next step, which plays nothing there and has no reward (the
        next-step mode of Gymnasium's vector environments). Without it such a board stays as it is.

    The arrays are views of the native memory: they cost no copy, cannot be written to, and change
    with every call that plays. Copy what has to stay: `batch.finished.copy()`. Calls from several
    threads wait for each other.

    >>> batch = ff.Batch("7x6", boards=3, seed=1)
    >>> rewards, finished = batch.step([3, 3, 0])
    >>> batch.turn.tolist(), batch.legal_mask.shape
    ([1, 1, 1], (3, 7))
    >>> batch.play_out().tolist()
    [1, 0, 0]
    >>> batch.position(0).ply == int(batch.ply[0])
    True
    """

    cells: "IntArray"
    """(boards, rows, columns) int8: 1 FIRST, -1 SECOND, 0 free, 2 a ban, 3 forbidden."""
    legal_mask: "BoolArray"
    """(boards, columns) bool: the columns that can be played; none once a game is over."""
    turn: "IntArray"
    """(boards,) int8: who is to move, 0 FIRST and 1 SECOND."""
    ply: "NDArray[np.int16]"
    """(boards,) int16: how many pieces and bans have been dropped."""
    must_ban: "BoolArray"
    """(boards,) bool: whether the next ply is a ban."""
    finished: "BoolArray"
    """(boards,) bool: whether the game is over."""
    winner: "IntArray"
    """(boards,) int8: 0 FIRST, 1 SECOND, -1 for a draw or while the game goes on."""
    rewards: "NDArray[np.float32]"
    """(boards, 2) float32: what the last step gave FIRST and SECOND: 1 a win, -1 a loss, else 0."""
    moves: "IntArray"
    """(boards, playable cells) int8: the columns played so far, then -1."""

    def __init__(
        self,
        rules: Rules | str = STANDARD,
        boards: int = 1,
        *,
        seed: int = 0,
        threads: int = 1,
        autoreset: bool = False,
    ) -> None:
        self._np = import_numpy()
        self.rules = Rules.parse(rules) if isinstance(rules, str) else rules
        """The rules of all boards."""
        if not isinstance(self.rules, Rules):
            raise InvalidOption(f"a batch needs Rules or their text, not {describe(rules)}")
        self.boards = whole_number("the number of boards", boards, 1, MOST_BOARDS)
        """How many boards there are."""
        self.threads = whole_number("the number of threads", threads, 1, MOST_THREADS)
        """How many threads share the work."""
        self.autoreset = bool(autoreset)
        """Whether a step begins a new game where one is over."""
        try:
            native = _native.Batch(
                native_rules(self.rules),
                self.boards,
                whole_number("the seed", seed, 0, MOST_SEED),
                self.threads,
                self.autoreset,
            )
        except MemoryError:
            raise InvalidOption(
                f"{self.boards} boards of {self.rules} are more than there is memory for; "
                "choose fewer"
            ) from None
        self._native = native
        self.cells = native.cells()
        self.legal_mask = native.legal_mask()
        self.turn = native.turn()
        self.ply = native.ply()
        self.must_ban = native.must_ban()
        self.finished = native.finished()
        self.winner = native.winner()
        self.rewards = native.rewards()
        self.moves = native.moves()
        self._planes: BoolArray | None = None  # made by the first call that asks for them

    @classmethod
    def from_positions(
        cls,
        positions: Iterable[Position | str],
        *,
        seed: int = 0,
        threads: int = 1,
        autoreset: bool = False,
    ) -> "Batch":
        """Create a batch whose boards are these positions, all of the same rules."""
        start = [as_position(position) for position in positions]
        if not start:
            raise InvalidOption("a batch needs at least one position, and there is none")
        rules = start[0].rules
        for board, position in enumerate(start):
            if position.rules != rules:
                raise InvalidOption(
                    f"the positions of a batch have one set of rules, but the first is for {rules} "
                    f"and number {board} (counted from 0) for {position.rules}"
                )
        batch = cls(rules, len(start), seed=seed, threads=threads, autoreset=autoreset)
        for board, position in enumerate(start):
            batch._native.set(board, position.moves)
        return batch

    def reset(self, boards: "ArrayLike | None" = None, *, seed: int | None = None) -> None:
        """Begin new games.

        boards: where: a mask of one bool a board, or board numbers; None is everywhere.
            `batch.reset(batch.finished)` begins anew what is over.
        seed: a new seed for the random moves of all boards; None lets them go on.
        """
        chosen = None if boards is None else self._chosen(boards)
        if seed is not None:
            self._native.seed(whole_number("the seed", seed, 0, MOST_SEED))
        if chosen is None:
            self._native.reset()
        else:
            self._native.reset_chosen(chosen)

    def set_position(self, board: int, position: Position | str) -> None:
        """Put a position of the same rules on one board."""
        board = self._board_number(board)
        position = as_position(position)
        if position.rules != self.rules:
            raise InvalidOption(f"a batch of {self.rules} has no place for {position.rules}")
        self._native.set(board, position.moves)

    def step(
        self, columns: "ArrayLike", boards: "ArrayLike | None" = None
    ) -> "tuple[NDArray[np.float32], BoolArray]":
        """Play a column on every board, and return `rewards` and `finished`.

        columns: one whole number a board. On a board whose game is over it is not looked at.
        boards: where: a mask of one bool a board, or board numbers; None is everywhere. The other
            boards stay as they are, their columns are not looked at, and their rewards are 0.

        Raises IllegalMove, naming the first such board, if a column cannot be played; then nothing
        has changed on any board. `legal_mask` says which can.
        """
        if boards is not None:
            board = self._native.step_chosen(self._as_columns(columns), self._chosen(boards))
        else:
            as_given: Any = columns
            try:
                board = self._native.step(as_given)  # takes nothing but an array of int64
            except (TypeError, ValueError):
                board = self._native.step(self._as_columns(columns))
        if board >= 0:
            played = self._as_columns(columns)
            raise IllegalMove(f"board {board} (counted from 0): {self._refusal(board, played)}")
        return self.rewards, self.finished

    def step_random(self, plies: int = 1) -> "tuple[NDArray[np.float32], BoolArray]":
        """Play random legal columns, as `step(random_columns())` so many times would."""
        self._native.step_random(whole_number("the number of plies", plies, 0, 2**31 - 1))
        return self.rewards, self.finished

    def play_out(self) -> "IntArray":
        """Play every game to its end with random moves, and return `winner`."""
        self._native.play_out()
        return self.winner

    def random_columns(self) -> "NDArray[np.int64]":
        """Draw a legal column for each board, each with the same chance; 0 where a game is over."""
        return self._native.random_columns()

    def playouts(self, games: int = 1) -> "NDArray[np.int64]":
        """Play random games from each board on, and count how they end; the boards stay.

        Returns (boards, 3): how many FIRST won, how many were drawn, how many SECOND won.
        """
        return self._native.playouts(whole_number("the number of games", games, 0, MOST_GAMES))

    def array(self, *, mover: bool = False) -> "IntArray":
        """Return what is on each cell, (boards, rows, columns), row 0 at the bottom.

        mover: False for `cells`, in which 1 is FIRST; True to see each board as its player to move
            does: 1 their own pieces, -1 the opponent's. That is written by each call into memory
            of its own.
        """
        return self._native.mover_cells() if mover else self.cells

    def planes(self) -> "BoolArray":
        """Return what each player to move sees, (boards, 5, rows, columns), as `Position.planes`.

        Each call writes it anew into the same memory.
        """
        if self._planes is None:
            self._planes = self._native.planes()
        else:
            self._native.write_planes()
        return self._planes

    def winning_mask(self) -> "BoolArray":
        """Return the columns with which the player to move wins at once, (boards, columns)."""
        return self._native.winning_mask()

    def threat_mask(self) -> "BoolArray":
        """Return the columns in which the opponent's next piece would win, (boards, columns).

        They are those to block. Each call writes them anew into the same memory.
        """
        return self._native.threat_mask()

    def position(self, board: int) -> Position:
        """Return one board as a `Position`, with its moves."""
        board = self._board_number(board)
        return Position(self.rules, self.moves[board, : self.ply[board]])

    def positions(self) -> list[Position]:
        """Return all boards as positions."""
        return [self.position(board) for board in range(self.boards)]

    def __len__(self) -> int:
        return self.boards

    def __repr__(self) -> str:
        boards = "1 board" if self.boards == 1 else f"{self.boards} boards"
        return f"<Batch of {boards} of {self.rules}>"

    def _board_number(self, board: object) -> int:
        return whole_number("the board", board, 0, self.boards - 1)

    def _as_array(self, name: str, values: "ArrayLike") -> "NDArray[Any]":
        try:
            array: NDArray[Any] = self._np.asarray(values)
        except ValueError:  # lists of different lengths
            raise InvalidOption(f"{name} are {describe(values)}, which is no array") from None
        return array

    def _as_columns(self, columns: "ArrayLike") -> "NDArray[np.int64]":
        """Return the columns of all boards as the native core takes them."""
        given = self._as_array("the columns", columns)
        if given.shape != (self.boards,) or given.dtype.kind not in "iu":
            raise InvalidOption(
                f"the columns are an array of shape {given.shape} and type {given.dtype}, but "
                f"must be whole numbers of shape ({self.boards},), one for each board"
            )
        converted: NDArray[np.int64] = self._np.ascontiguousarray(given, self._np.int64)
        return converted

    def _chosen(self, boards: "ArrayLike") -> "BoolArray":
        """Return a mask of boards, given as a mask or as numbers."""
        np = self._np
        given = self._as_array("the boards", boards)
        if given.dtype == np.bool_ and given.shape == (self.boards,):
            mask: BoolArray = np.ascontiguousarray(given)
            return mask
        if given.size == 0 and given.ndim == 1:
            return _empty_mask(np, self.boards)
        if given.dtype.kind not in "iu" or given.ndim > 1:
            raise InvalidOption(
                f"the boards are an array of shape {given.shape} and type {given.dtype}, but must "
                f"be a mask of {self.boards} bools, or board numbers"
            )
        mask = _empty_mask(np, self.boards)
        mask[[self._board_number(board) for board in given.reshape(-1).tolist()]] = True
        return mask

    def _refusal(self, board: int, columns: "NDArray[np.int64]") -> str:
        """Say why a column cannot be played on a board, as a position does."""
        try:
            self.position(board).play(columns[board])
        except IllegalMove as error:
            return str(error)
        return "another thread has played in between"


def _empty_mask(np: Any, boards: int) -> "BoolArray":
    mask: BoolArray = np.zeros(boards, np.bool_)
    return mask

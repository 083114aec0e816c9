"""The native solver of one board, called so that Ctrl-C still works.

A thread that runs native code hears no signal until it comes back. On the main thread, where
Python handles signals, a search therefore begins with some thousand nodes, enough for most
positions, and if these are not enough it is continued in a thread of its own, while the main
thread waits in Python. The table remembers what the first part has found out.
"""

import os
import threading
from collections.abc import Sequence
from typing import NamedTuple, Protocol

from fourfold import _native
from fourfold.errors import InvalidOption
from fourfold.rules import Position, Rules
from fourfold.search.book import Book
from fourfold.search.stop import run_aside

_QUICK_NODES = 50_000

_main_thread = threading.main_thread().ident


def _look_for_main_thread() -> None:
    global _main_thread
    _main_thread = threading.main_thread().ident


if hasattr(os, "register_at_fork"):  # a forked process begins in the thread that forked
    os.register_at_fork(after_in_child=_look_for_main_thread)


class Answer(Protocol):
    """What a search has proven: bounds of the value (see `score`), and its cost."""

    @property
    def lower(self) -> int: ...
    @property
    def upper(self) -> int: ...
    @property
    def nodes(self) -> int: ...
    @property
    def seconds(self) -> float: ...


class Found(NamedTuple):
    """An answer that was put together in Python."""

    lower: int
    upper: int
    nodes: int = 0
    seconds: float = 0.0


class Engine:
    """A native solver with its table, the book of its board, and what both have in common."""

    __slots__ = ("book", "book_plies", "cells", "native", "rules")

    def __init__(self, rules: Rules, threads: int, memory_mb: int, book: Book | None) -> None:
        board = _native.Rules(rules.columns, rules.rows, rules.forbidden, rules.bonus)
        try:
            self.native = _native.Solver(board, memory_mb, threads)
        except MemoryError:
            raise InvalidOption(
                f"a table of {memory_mb} MB is more memory than there is; choose less"
            ) from None
        self.rules = rules
        self.cells = rules.playable_cells
        self.book = book
        self.book_plies = -1 if book is None else book.plies

    def known(self, position: Position) -> int | None:
        """The value of a position that needs no search: a finished one, or one in the book."""
        outcome = position.outcome
        if outcome is not None:
            # Whoever won has moved last, so the side to move has lost, with no ply to come.
            return 0 if outcome.winner is None else -(1 + self.cells - position.ply)
        return None if self.book is None else self.book.value(position)


class Call:
    """One question to the solver while it is being answered, so that others can stop it."""

    __slots__ = ("engine", "flipped", "free", "stopped", "wdl")

    def __init__(self, engine: Engine, free: int, wdl: bool) -> None:
        self.engine = engine
        self.free = free
        """The free cells of the position that was asked about."""
        self.wdl = wdl
        """Whether the answer is to be win, draw or loss only."""
        self.flipped = False
        """Whether what is being searched just now is the opponent's position."""
        self.stopped = False

    def search(
        self, moves: Sequence[int], wdl: bool, seconds: float | None, nodes: int | None
    ) -> Answer:
        """Search one position, from any thread."""
        native = self.engine.native
        if threading.get_ident() != _main_thread:
            return native.solve(moves, wdl, seconds, nodes)
        if nodes is not None and nodes <= _QUICK_NODES:
            return native.solve(moves, wdl, seconds, nodes)
        quick = native.solve(moves, wdl, seconds, _QUICK_NODES)
        if quick.finished or self.stopped:
            return quick
        if seconds is not None:
            seconds -= quick.seconds
            if seconds <= 0:
                return quick
        if nodes is not None:
            nodes = max(1, nodes - quick.nodes)

        def look() -> None:
            if self.stopped:
                native.stop()  # again: it may have come before the search had begun

        rest = run_aside(lambda: native.solve(moves, wdl, seconds, nodes), native.stop, look=look)
        return Found(
            max(quick.lower, rest.lower),
            min(quick.upper, rest.upper),
            quick.nodes + rest.nodes,
            quick.seconds + rest.seconds,
        )

#!/usr/bin/env python3
"""BitBully, a perfect player of 7x6 by other people, with its opening book.

python3 -m venv bully && bully/bin/pip install bitbully bitbully-databases
fourfold match "exec:bully/bin/python examples/engines/bitbully_player.py" perfect --games 10
"""

import sys

from bitbully import BitBully, Board
from ugi_loop import run

solver = BitBully(opening_book="12-ply-dist")


def choose(columns: int, rows: int, moves: list[int], seconds: float) -> int:
    if (columns, rows) != (7, 6):
        sys.exit(f"BitBully plays 7x6, not {columns}x{rows}")
    board = Board(moves)
    scores = solver.score_all_moves(board)
    return max(sorted(scores, key=lambda column: abs(column - 3)), key=scores.__getitem__)


run("BitBully", choose)

#!/usr/bin/env python3
"""Plays every board: the most central column with room. See docs/protocol.md."""

import sys

NAMES = "abcdefghijkl"


def most_central(text: str) -> str:
    """Choose a column of `9x8-xd3-be4:4455`; each ply fills a cell of its column."""
    rules, moves = text.split(":")
    size, *marks = rules.split("-")
    columns, rows = map(int, size.split("x"))
    filled = [int(move) - 1 if move.isdigit() else NAMES.index(move) for move in moves]
    filled += [NAMES.index(mark[1]) for mark in marks if mark[0] == "x"]  # forbidden cells
    free = [column for column in range(columns) if filled.count(column) < rows]
    best = min(free, key=lambda column: abs(2 * column - columns + 1))
    return str(best + 1) if columns < 10 else NAMES[best]


for line in sys.stdin:
    match line.split():
        case ["ugi"]:
            print("id name Central\nid author you\nugiok", flush=True)
        case ["isready"]:
            print("readyok", flush=True)
        case ["position", "fen", position]:
            pass
        case ["go", *_]:
            print("bestmove", most_central(position), flush=True)
        case ["quit"]:
            break

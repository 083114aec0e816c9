"""Reads the protocol of docs/protocol.md for the two players of other people's engines here."""

import sys
from collections.abc import Callable

NAMES = "abcdefghijkl"

Choose = Callable[[int, int, list[int], float], int]
"""Called with columns, rows, the moves so far and the seconds to think; returns a column from 0."""


def run(name: str, choose: Choose) -> None:
    """Answer standard input until it ends.

    The first argument of the program is how many seconds to think if `go` brings no time.
    """
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    columns, rows, moves = 7, 6, [0]
    for line in sys.stdin:
        match line.split():
            case ["ugi"]:
                print(f"id name {name}\nugiok", flush=True)
            case ["isready"]:
                print("readyok", flush=True)
            case ["position", "fen", text]:
                rules, played = text.split(":")
                if "-" in rules:
                    sys.exit(f"{name} plays plain boards, not {rules}")
                columns, rows = map(int, rules.split("x"))
                moves = [int(c) - 1 if c.isdigit() else NAMES.index(c.lower()) for c in played]
            case ["go", *words]:
                given = dict(zip(words[::2], words[1::2], strict=False))
                time = int(given["movetime"]) / 1000 if "movetime" in given else seconds
                column = choose(columns, rows, moves, time)
                print("bestmove", column + 1 if columns < 10 else NAMES[column], flush=True)
            case ["quit"]:
                break

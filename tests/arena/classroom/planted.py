"""Players of a class, as texts: good ones, broken ones, and some that cheat.

@CLASS@ in a text stands for the folder of the class.
"""

from pathlib import Path

PLANTED = {
    "good": '''
"""Wins if it can, blocks if it must, else plays near the centre."""


class Good:
    def choose(self, position):
        legal = position.legal_columns
        for column in legal:
            outcome = position.play(column).outcome
            if outcome is not None and outcome.winner is position.turn:
                return column
        safe = [column for column in legal if not self.loses(position.play(column))]
        centre = (position.rules.columns - 1) / 2
        return min(safe or legal, key=lambda column: abs(column - centre))

    def loses(self, position):
        """Whether the player to move, the opponent, wins at once."""
        return any(
            (outcome := position.play(column).outcome) is not None
            and outcome.winner is position.turn
            for column in position.legal_columns
        )
''',
    "function_only": '''
"""The simplest player: a function that plays the first column with room."""


def choose(position):
    return position.legal_columns[0]
''',
    "prints": '''
"""Prints whatever it thinks, the words of the protocol among it; that disturbs nobody."""

import sys


class Prints:
    def choose(self, position):
        print("bestmove 99")
        print("x" * 10_000, file=sys.stderr)
        sys.stdout.write("half a line")
        return position.legal_columns[len(position.legal_columns) // 2]
''',
    "asks_solver": '''
"""Lets the solver play."""

import fourfold as ff


class Asks:
    def choose(self, position):
        return ff.Solver(memory_mb=16).best_column(position)
''',
    "raises": '''
"""Fails as soon as the middle column is full."""


class Raises:
    def choose(self, position):
        column = position.rules.columns // 2
        return self.column_or_error(position, column)

    def column_or_error(self, position, column):
        if column not in position.legal_columns:
            raise RuntimeError("the middle is full and I have no other plan")
        return column
''',
    "illegal": '''
"""Counts columns from 1, and so plays beside the board."""


class Illegal:
    def choose(self, position):
        return position.rules.columns
''',
    "slow": '''
"""Thinks longer than it may."""

import time


class Slow:
    def choose(self, position):
        time.sleep(30)
        return position.legal_columns[0]
''',
    "hangs": '''
"""Never answers."""


class Hangs:
    def choose(self, position):
        while True:
            pass
''',
    "exits": '''
"""Ends its process in the middle of a move."""

import os


class Exits:
    def choose(self, position):
        os._exit(3)
''',
    "crashes_at_import": '''
"""Cannot even be loaded."""

import a_module_that_nobody_has


class Crashes:
    def choose(self, position):
        return a_module_that_nobody_has.best(position)
''',
    "syntax_error": """
class Broken:
    def choose(self, position)
        return 3
""",
    "two_players": '''
"""Has two players, and does not say which one counts."""


class One:
    def choose(self, position):
        return position.legal_columns[0]


class Two:
    def choose(self, position):
        return position.legal_columns[-1]
''',
    "allocates": '''
"""Takes memory until there is none."""


class Allocates:
    def choose(self, position):
        kept = []
        while True:
            kept.append(bytearray(1 << 30))
''',
    "forks": '''
"""Starts processes without end."""

import os


class Forks:
    def choose(self, position):
        while True:
            os.fork()
''',
    "reads_neighbour": '''
"""Looks for the players of others, quietly, and plays no legal move if it gets at one of them."""

import os
from pathlib import Path

HERE = Path(__file__).resolve().parent


def steal():
    found = []
    for folder in ("@CLASS@", str(HERE.parent.parent / "0" / "player"), str(HERE.parent)):
        for name in ("good.py", "raises.py", "policy.json"):
            try:
                found.append(open(os.path.join(folder, name)).read())
            except OSError:
                pass
        try:
            found += os.listdir(folder)
        except OSError:
            pass
    return found


class Reader:
    def choose(self, position):
        return 99 if steal() else position.legal_columns[-1]
''',
    "opens_socket": '''
"""Asks the internet, and says nothing if it does not answer."""

import socket


class Caller:
    def choose(self, position):
        try:
            socket.create_connection(("127.0.0.1", 80), timeout=1)
            socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        except PermissionError:
            return position.legal_columns[0]
        return 99
''',
    "writes_outside": '''
"""Wants to leave a file behind, and does not expect to be refused."""

from pathlib import Path


class Writer:
    def choose(self, position):
        Path("@CLASS@", "good.py").write_text("I was here")
        return position.legal_columns[0]
''',
}


def plant(folder: Path, *names: str) -> Path:
    """Write these players into a folder, or all of them, and return the folder."""
    folder.mkdir(exist_ok=True)
    for name in names or PLANTED:
        text = PLANTED[name].lstrip().replace("@CLASS@", str(folder))
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    return folder

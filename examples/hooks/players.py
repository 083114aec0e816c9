"""Players with evaluations and playouts of their own, to start from.

fourfold move --agent examples/hooks/players.py:Centre 7x6:4455
fourfold match examples/hooks/players.py:Windows greedy --games 20
"""

import random

import numpy as np

import fourfold as ff


def centre_count(position):
    """Count the pieces near the centre: mine less the opponent's. For alpha-beta."""
    columns = position.rules.columns
    near = columns // 2 - abs(np.arange(columns) - (columns - 1) / 2)
    board = position.array(mover=True)
    return float(((board == 1) * near).sum() - ((board == -1) * near).sum())


class Centre:
    """Looks four plies ahead, and likes the centre."""

    def __init__(self, depth: int = 4):
        self.agent = ff.agent(f"hard:depth={depth}", evaluation=centre_count)

    def choose(self, position, limit, stop):
        """Let the search choose, within the limits of the game."""
        return self.agent.choose(position, limit, stop)


class WindowNetwork:
    """A network of one layer that nobody has trained: it counts the windows of four.

    It sees many positions at once, as planes, and answers with a win chance and priors for each.
    Put your own network here.
    """

    def __init__(self, rules):
        rows, columns = rules.rows, rules.columns
        cells = np.arange(rows * columns).reshape(rows, columns)
        lines = [
            [cells[row + i * up, column + i * right] for i in range(4)]
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1))
            for row in range(rows)
            for column in range(columns - 3 * right)
            if 0 <= row + 3 * up < rows
        ]
        self.windows = np.zeros((rows * columns, len(lines)), np.float32)
        for number, line in enumerate(lines):
            self.windows[line, number] = 1
        distance = abs(np.arange(columns) - (columns - 1) / 2)
        self.priors = np.exp(-distance / 2)

    def __call__(self, planes):
        """Return the win chances and the priors of n positions, for their sides to move."""
        flat = planes.reshape(len(planes), planes.shape[1], -1).astype(np.float32)
        mine, theirs, neutral = (flat[:, plane] @ self.windows for plane in range(3))
        gain = np.array([0, 1, 4, 16, 0], np.float32)
        mine_open = gain[mine.astype(int)] * ((theirs + neutral) == 0)
        theirs_open = gain[theirs.astype(int)] * ((mine + neutral) == 0)
        margin = (mine_open - theirs_open).sum(axis=1) + 2  # to move is worth something
        return 1 / (1 + np.exp(-margin / 20)), np.tile(self.priors, (len(planes), 1))


class Windows:
    """Plays by Monte Carlo tree search with that network, sixteen positions at a time."""

    def __init__(self, simulations: int = 400):
        self.simulations = simulations
        self.agents = {}

    def choose(self, position, limit, stop):
        """Search with the network of this board."""
        if position.rules not in self.agents:
            self.agents[position.rules] = ff.agent(
                f"uct:simulations={self.simulations}",
                evaluation=WindowNetwork(position.rules),
                batch=16,
                priors=True,
            )
        return self.agents[position.rules].choose(position, limit, stop)


def careful_playout(position: ff.Position, generator: random.Random):
    """Play to the end: take a win, else anything."""
    while position.legal_columns:
        options = [position.play(column) for column in position.legal_columns]
        wins = [after for after in options if after.outcome and after.outcome.winner]
        position = wins[0] if wins else generator.choice(options)
    return position


class Careful:
    """Plays by textbook UCT with games in which nobody overlooks a win."""

    def __init__(self, simulations: int = 300, seed: int | None = None):
        of_seed = "" if seed is None else f",seed={seed}"
        self.agent = ff.agent(
            f"uct:policy=plain,simulations={simulations}{of_seed}", playout=careful_playout
        )

    def choose(self, position, limit, stop):
        """Let the search choose."""
        return self.agent.choose(position, limit, stop)

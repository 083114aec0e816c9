"""Steps a second of `ff.Batch` beside PettingZoo's connect_four, OpenSpiel and pgx, on one core.

    python -m benchmarks --only batch-peers [--quick]

A step is one ply on one board, 1,024 boards a call where a library has batches. Every step of ours
begins new games where one ended; pgx is spared that, and takes all plies in one compiled loop as
well as one call a ply, whichever is faster. pgx always makes the observation, so the demand is on
ours with the planes made, too. Each library plays the same columns as ours, and the answer is right
if boards, ends and rewards are the same after every ply. Peers that are not installed are named:

    pip install pgx pettingzoo pygame open_spiel
"""

import os
from collections.abc import Callable, Iterator
from functools import partial
from importlib import import_module
from typing import Any

import numpy as np

from benchmarks.framework import Options, Result, benchmark, timed
from fourfold import Batch, Rules

SEED = 2027
BOARDS = 1024
LONE_BOARDS = 64
"""Boards of libraries that step one at a time."""
TIMES = 20
"""How many times as fast as the fastest peer ours has to be."""

Columns = list[Any]
Peer = Callable[[Rules, Columns, int], tuple[bool, int, float]]


@benchmark("batch-peers", by_default=False, live=True)
def batch_peers(options: Options) -> Iterator[Result]:
    # One core, also for the threads that a library starts: before it is imported.
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        repeats = 1 if options.quick else 15
        for text in ("7x6", "12x12"):
            yield from _board(Rules.parse(text), repeats)
    finally:
        os.sched_setaffinity(0, before)


def _board(rules: Rules, repeats: int) -> Iterator[Result]:
    peers: dict[str, tuple[str, Peer]] = {
        "pgx": ("pgx", _pgx),
        "PettingZoo": ("pettingzoo.classic.connect_four_v3", _pettingzoo),
        "OpenSpiel": ("pyspiel", _open_spiel),
    }
    if rules != Rules(7, 6):  # the others have no other board
        peers = {"OpenSpiel": peers["OpenSpiel"]}
    fastest = 0.0
    for name, (module, peer) in peers.items():
        try:
            import_module(module)
        except ImportError:
            yield Result(f"{rules}, {name} is not installed", True, 0, "steps", 0)
            continue
        boards = BOARDS if name == "pgx" else LONE_BOARDS
        right, steps, seconds = peer(rules, whole_games(rules, boards), repeats)
        fastest = max(fastest, steps / seconds)
        yield Result(f"{rules}, {name}", right, steps, "steps", seconds)
    columns, boards = _endless_games(rules, 200)
    for name, planes in (("step", False), ("step and planes", True)):
        ours = Batch(rules, BOARDS, autoreset=True)
        _, seconds = timed(partial(_step, ours, columns, planes), repeats=4 * repeats)
        steps = BOARDS * len(columns)
        yield Result(
            case=f"{rules}, ff.Batch, {name}",
            correct=bool((ours.cells == boards).all()),
            amount=steps,
            unit="steps",
            seconds=seconds,
            floor=TIMES * fastest or None,
            detail=f"{steps / seconds / fastest:.1f} times the fastest" if fastest else "",
        )


def whole_games(rules: Rules, boards: int) -> Columns:
    """Draw the columns of random games from the first ply to the last of the longest."""
    games = Batch(rules, boards, seed=SEED)
    columns = []
    while not games.finished.all():
        columns.append(games.random_columns().copy())
        games.step(columns[-1])
    return columns


def _endless_games(rules: Rules, steps: int) -> tuple[Columns, Any]:
    """Draw the columns of games that begin anew; return them and where they lead."""
    games = Batch(rules, BOARDS, seed=SEED, autoreset=True)
    columns = []
    for _ in range(steps):
        columns.append(games.random_columns().copy())
        games.step(columns[-1])
    return columns, games.cells


def _step(batch: Batch, columns: Columns, planes: bool) -> None:
    batch.reset()
    for played in columns:
        batch.step(played)
        if planes:
            batch.planes()


def _pgx(rules: Rules, columns: Columns, repeats: int) -> tuple[bool, int, float]:
    """Play in pgx; return whether it agrees, the steps, and the seconds of its faster way."""
    jax, pgx = import_module("jax"), import_module("pgx")
    env = pgx.make("connect_four")
    boards = len(columns[0])
    start = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), boards))
    step = jax.jit(jax.vmap(env.step))
    actions = [jax.numpy.asarray(played, dtype="int32") for played in columns]
    stacked = jax.numpy.stack(actions)

    def one_by_one() -> Any:
        state = start
        for action in actions:
            state = step(state, action)
        return jax.block_until_ready(state)

    in_one = jax.jit(
        lambda state, played: jax.lax.scan(
            lambda s, a: (jax.vmap(env.step)(s, a), None), state, played
        )
    )
    one_by_one()
    jax.block_until_ready(in_one(start, stacked))
    _, slow = timed(one_by_one, repeats)
    _, fast = timed(lambda: jax.block_until_ready(in_one(start, stacked)), repeats)

    ours = Batch(rules, boards)
    right, state = True, start
    for action, played in zip(actions, columns, strict=True):
        running = ~ours.finished
        state = step(state, action)
        rewards, finished = ours.step(played)
        # pgx draws who is its player 0, and has row 0 at the top and the planes last.
        first = np.asarray(start.current_player)
        theirs = np.take_along_axis(np.asarray(state.rewards), np.stack([first, 1 - first], 1), 1)
        seen = np.asarray(state.observation).transpose(0, 3, 1, 2)[:, :, ::-1]
        right &= bool((np.asarray(state.terminated) == finished).all())
        right &= bool((theirs[running] == rewards[running]).all())
        right &= bool((seen[running] == ours.planes()[running, :2]).all())
    return right, boards * len(columns), min(slow, fast)


def _pettingzoo(rules: Rules, columns: Columns, repeats: int) -> tuple[bool, int, float]:
    """Play in PettingZoo, a board after another, and look at each observation."""
    connect_four = import_module("pettingzoo.classic.connect_four_v3")
    env = connect_four.raw_env()
    games = _lone_games(rules, columns)

    def play() -> bool:
        right = True
        for game, cells, winner in games:
            env.reset()
            for column in game:
                env.step(column)
                seen, _, _, _, _ = env.last()
            gained = [env.rewards[agent] for agent in env.possible_agents]
            first = seen["observation"][::-1, :, len(game) % 2]
            right &= bool((first == (cells == 1)).all())
            right &= gained == _gained(winner)
        return right

    right, seconds = timed(play, min(repeats, 3))
    return right, sum(len(game) for game, _, _ in games), seconds


def _open_spiel(rules: Rules, columns: Columns, repeats: int) -> tuple[bool, int, float]:
    """Play in OpenSpiel, a board after another."""
    pyspiel = import_module("pyspiel")
    loaded = pyspiel.load_game(f"connect_four(rows={rules.rows},columns={rules.columns})")
    games = _lone_games(rules, columns)

    def play() -> list[Any]:
        states = []
        for game, _, _ in games:
            state = loaded.new_initial_state()
            for column in game:
                state.apply_action(column)
            states.append(state)
        return states

    states, seconds = timed(play, repeats)
    right = all(
        state.is_terminal()
        and state.returns() == _gained(winner)
        and _cells(str(state), rules) == cells.tolist()
        for state, (_, cells, winner) in zip(states, games, strict=True)
    )
    return right, sum(len(game) for game, _, _ in games), seconds


def _lone_games(rules: Rules, columns: Columns) -> list[tuple[list[int], Any, int]]:
    """Return the columns of each board's game, where they lead, and who wins."""
    ours = Batch(rules, len(columns[0]))
    for played in columns:
        ours.step(played)
    return [
        (ours.moves[board, : ours.ply[board]].tolist(), ours.cells[board], int(ours.winner[board]))
        for board in range(ours.boards)
    ]


def _gained(winner: int) -> list[float]:
    return [0.0, 0.0] if winner < 0 else [1.0, -1.0] if winner == 0 else [-1.0, 1.0]


def _cells(board: str, rules: Rules) -> list[list[int]]:
    """Read OpenSpiel's drawing of a board, the first row at the bottom."""
    lines = [line for line in board.splitlines() if len(line) == rules.columns]
    return [[{"x": 1, "o": -1, ".": 0}[letter] for letter in line] for line in reversed(lines)]

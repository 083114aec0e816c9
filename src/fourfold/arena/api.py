"""`match` and `tournament`: the arena as functions, for Python and for the command line."""

from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from fourfold.arena.entrants import Player, entrants_of
from fourfold.arena.results import PlayedGame, TournamentResult
from fourfold.arena.schedule import Format
from fourfold.arena.settings import MARGIN, PLIES, RulesChoice, checked
from fourfold.arena.tournament_file import open_tournament_file
from fourfold.arena.tournament_run import ReportProgress, TournamentRun
from fourfold.arena.workers import Log, Workers
from fourfold.game import GameFile, TimeControl
from fourfold.search import Limit


def match(
    *players: Player,
    games: int | None = None,
    rules: RulesChoice = (),
    openings: Path | str | None = None,
    plies: int = PLIES,
    seed: int = 0,
    workers: int = 1,
    limit: Limit | None = None,
    clock: TimeControl | str | None = None,
    save: Path | str | None = None,
    report: Callable[[int, int, PlayedGame | None], None] = lambda played, total, last: None,
) -> TournamentResult:
    """Let each agent play every other, and return the games with their statistics.

    players: two or more, or one list of them: agent specs such as `uct:seconds=1`, classes,
        instances, functions of a position, or a name and one of these as a tuple.
    games: how many for each pairing, an even number; 60 if not given, or two for each opening of
        a file.
    rules: rules or a text, or several that take turns: `7x6`, `random`, `random:20`,
        `random-bonus:20`.
    openings: `random`, `balanced`, or a file with one position per line.
    plies: the length of random openings.
    seed: the seed of random boards, openings and agents.
    workers: processes that play at the same time; 1 is this process.
    limit: for each move, besides the agents' own options.
    clock: such as `60+1/10`: for a game, what is added for each move, and for a move.
    save: a file to which each game is appended as it ends.
    report: called before the first game and after each with the number of games played, of all
        games, and the last game.

    >>> result = ff.match("greedy", "random", games=10, seed=1)
    >>> pairing = result.pairing(0, 1)
    >>> print(pairing.tally)
    10-0-0
    """
    settings = checked(
        entrants_of(players, "match"),
        games=games,
        rules=rules,
        openings=openings,
        plies=plies,
        seed=seed,
        limit=limit,
        clock=clock,
    )
    run = TournamentRun(settings, Workers(workers))
    with nullcontext() if save is None else GameFile(save) as file:
        return run.play(
            save=file,
            report=lambda run, last: report(run.played, run.planned, last),
        )


def tournament(
    *players: Player,
    format: str = Format.ROUND_ROBIN,
    games: int | None = None,
    rounds: int | None = None,
    rules: RulesChoice = (),
    openings: Path | str | None = None,
    plies: int = PLIES,
    seed: int = 0,
    workers: int = 1,
    cluster: str | None = None,
    scale_time: bool = False,
    limit: Limit | None = None,
    clock: TimeControl | str | None = None,
    margin: float = MARGIN,
    resign: Any = None,
    draw: Any = None,
    adjudicate: Any = None,
    sprt: Any = None,
    file: Path | str | None = None,
    report: ReportProgress = lambda run, last: None,
    log: Log = lambda line: None,
) -> TournamentResult:
    """Play a tournament, or go on with one, and return its games with their statistics.

    players: as those of `match`.
    format: `round-robin`, `gauntlet` (the first player against every other) or `swiss`.
    games: for each pairing, an even number; in a Swiss tournament for each pairing of a round,
        where 2 are usual.
    rounds: of a Swiss tournament; if not given, enough to find a winner.
    rules, openings, plies, seed, workers, limit, clock: as those of `match`.
    cluster: the address of a Dask scheduler, whose workers play instead.
    scale_time: whether seconds are scaled by the speed of each of the cluster's workers.
    margin: seconds by which an agent may exceed its time.
    resign: on how many of its moves in a row an agent's own search must have proven its loss for
        the game to be lost; a second number is an evaluation that counts as a loss as well.
    draw: the same for a draw, which both must have found.
    adjudicate: seconds in which the solver decides a game if it proves who wins; a second number
        is how many cells may be free at most.
    sprt: two differences of normalised Elo, such as `0,10`: two players stop as soon as it is
        decided which of them explains the games.
    file: where each game is saved as it ends. If the file exists, the tournament goes on.
    report: called with the run before the first game and after each, with the last game.
    log: called with a line for each of the cluster's workers.

    >>> result = ff.tournament("greedy", "casual:seed=1", "random", games=2, rules="5x4", seed=1)
    >>> result.agents[result.ranking[0]], len(result.games)
    ('greedy', 6)
    """
    settings = checked(
        entrants_of(players, "tournament"),
        format=format,
        games=games,
        rounds=rounds,
        rules=rules,
        openings=openings,
        plies=plies,
        seed=seed,
        limit=limit,
        clock=clock,
        margin=margin,
        resign=resign,
        draw=draw,
        adjudicate=adjudicate,
        sprt=sprt,
    )
    run = TournamentRun(settings, Workers(workers, cluster, scale_time, log))
    if file is None:
        return run.play(report=report)
    with open_tournament_file(Path(file), settings) as opened:
        return run.play(file=opened, report=report)

"""Plays a game once more whose workers have died, and notes who is to move.

A player in a worker process can end it: by a crash of native code, or by `os._exit`. The executor
then runs the game again: a worker may also die for reasons of its own. If that one dies, too, the
game is played here a last time, in a process by itself. That process writes down whose turn it is
before each move. So a player that ends it loses the game, and the tournament goes on.
"""

import os
from pathlib import Path

from fourfold.arena.runner import Job, new_game, play
from fourfold.errors import MatchError
from fourfold.game import EndReason, Record
from fourfold.rules import Player, Position
from fourfold.support.executors import run_jobs
from fourfold.support.folders import temporary_folder
from fourfold.support.processes import process_executor

ATTEMPTS = 2
"""How often a game is begun on workers that die before it is observed."""


def play_observed(job: Job) -> Record:
    """Play a game in a process of its own; who ends the process loses.

    MatchError if the process dies while neither player does anything.
    """
    with temporary_folder("fourfold-") as folder:
        note = folder / "note"
        note.touch()
        with process_executor(1) as executor:
            jobs = [(0, (job, note))]
            # `lost` returns the result of a job whose worker died; here there is none.
            for _, record in run_jobs(executor, _play_noting, jobs, attempts=1, lost=_nothing):
                if record is not None:
                    return record
        return _forfeited(job, note.read_text("ascii"))


def _nothing(job: object) -> None:
    """Return None, for a game that has no record."""


def _play_noting(job_and_note: tuple[Job, Path]) -> Record | None:
    job, note = job_and_note
    with note.open("r+b", buffering=0) as file:

        def write(player: Player, position: Position) -> None:
            # One write over what was there; the text never becomes shorter.
            os.pwrite(file.fileno(), f"{player.value}{position.to_text()}".encode(), 0)

        return play(job, write)


def _forfeited(job: Job, note: str) -> Record:
    """Return the game as it was when its process died, lost by the player who was to move."""
    if not note:
        raise MatchError(
            f"the worker of game {job.fixture.number} has died several times, and no player was "
            "to move; the finished games are kept"
        )
    player, position = Player(int(note[0])), Position.parse(note[1:])
    game = new_game(job)
    for column in position.moves[len(game.start.moves) :]:
        game.play(column)
    what = f"{game.player(player)} ended the process in which it played"
    game.forfeit(player, EndReason.FAILURE, what)
    return game.record

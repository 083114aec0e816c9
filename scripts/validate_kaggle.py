"""Plays Kaggle submissions by Kaggle's own rules, as the competition validates them.

Run it with a Python that has `kaggle-environments` (1.6 GB with all that it needs, so better in an
environment of its own); it needs nothing of fourfold:

    python scripts/validate_kaggle.py submission.py ...

For each file, one line of JSON for a game against itself, which is what the competition validates,
and one for each side of a game against the bundled `random` and `negamax`. The exit status is 1 if
the agent failed in any of them: by an error, an invalid move, or too much time.
"""

import json
import sys
from pathlib import Path
from typing import Any

OPPONENTS = ("itself", "random", "negamax")


def games_of(file: str) -> list[tuple[str, list[str], int]]:
    """Return the games of a submission: the opponent, the two players, and which of them it is."""
    games = [("itself", [file, file], 0)]
    for opponent in OPPONENTS[1:]:
        games += [(opponent, [file, opponent], 0), (opponent, [opponent, file], 1)]
    return games


def play(make: Any, players: list[str], seat: int) -> dict[str, Any]:
    """Play one game; return how it ended for the player of a seat."""
    environment = make("connectx")
    environment.run(players)
    last = environment.steps[-1][seat]
    durations = [log[seat]["duration"] for log in environment.logs if log[seat:] and log[seat]]
    return {
        "side": "FIRST" if seat == 0 else "SECOND",
        "status": last.status,
        "reward": last.reward,
        "plies": len(environment.steps) - 1,
        "slowest": max(durations, default=0.0),
        "bank": last.observation.remainingOverageTime,
    }


def main(files: list[str]) -> int:
    """Validate every file; return the exit status."""
    from kaggle_environments import make  # type: ignore[import-not-found, unused-ignore]

    failed = False
    for file in files:
        for opponent, players, seat in games_of(file):
            result = play(make, players, seat)
            failed |= result["status"] != "DONE"
            print(json.dumps({"file": Path(file).name, "opponent": opponent, **result}), flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Kills a tournament at random moments, goes on each time, and compares it with one left alone.

    python -m scripts.check_resume [--games 200 --kills 20 --seed 1]

Each kill is `kill -9` of the whole process group, after a random number of games of those that are
left and a random moment more. The number of workers changes from run to run. The exit status is 1
if a game is missing, there twice or another than in the whole run, or if the tables differ.
"""

import argparse
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

from fourfold.game import load

PLAYERS = ("hard:depth=6", "uct:simulations=500,threads=1,memory=16", "random", "greedy", "casual")


def main() -> int:
    """Run the check, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    chance = random.Random(options.seed)
    pairings = len(PLAYERS) * (len(PLAYERS) - 1) // 2
    each = max(2, options.games // pairings // 2 * 2)
    total = each * pairings
    with TemporaryDirectory() as folder:
        path, whole = Path(folder) / "killed.games", Path(folder) / "whole.games"
        kills = 0
        while kills < options.kills:
            left = options.kills - kills
            played = games_in(path)
            target = played + chance.randint(0, max(0, (total - played) // left - 1))
            if kill(path, each, chance.choice((1, 2)), target, chance.uniform(0, 0.2)):
                kills += 1
                print(f"kill {kills}: {games_in(path)} of {total} games on the disk", flush=True)
            elif games_in(path) >= total:
                break
        table = finish(path, each, 1)
        expected = finish(whole, each, 2)
        return verdict(kills, total, path, whole, table == expected)


def command(path: Path, games: int, workers: int) -> list[str]:
    """Return the command that begins the tournament or goes on with it."""
    arguments = ["tournament", *PLAYERS, "--games", str(games), "--resume", str(path)]
    return [sys.executable, "-m", "fourfold", *arguments, "--workers", str(workers)]


def kill(path: Path, games: int, workers: int, target: int, moment: float) -> bool:
    """Run until so many games are there and a moment more, and kill; False if it ended before."""
    with subprocess.Popen(
        command(path, games, workers),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        while process.poll() is None and (not path.exists() or games_in(path) < target):
            time.sleep(0.001)
        time.sleep(moment)
        ended = process.poll() is not None
        if not ended:
            os.killpg(process.pid, signal.SIGKILL)
    return not ended


def finish(path: Path, games: int, workers: int) -> str:
    """Play what is left, and return the table."""
    done = subprocess.run(
        command(path, games, workers), stdout=subprocess.PIPE, check=True, text=True
    )
    return done.stdout


def games_in(path: Path) -> int:
    """Return how many games of a file have a result."""
    return path.read_bytes().count(b'{"result"') if path.exists() else 0


def verdict(kills: int, total: int, path: Path, whole: Path, same_table: bool) -> int:
    """Compare the games of both files, and return the exit status."""
    killed, alone = (
        Counter((record.tags["game"], record.to_text()) for record in load(each).records)
        for each in (path, whole)
    )
    numbers = Counter(number for number, _ in killed.elements())
    repeated = sum(count - 1 for count in numbers.values())
    missing = total - len(numbers)
    different = sum(((killed - alone) + (alone - killed)).values())
    print(f"{kills} kills, {total} games: {missing} missing, {repeated} there twice")
    print(f"{different} games differ from the run that was left alone")
    print(f"the tables are {'the same' if same_table else 'NOT the same'}")
    return 1 if missing or repeated or different or not same_table else 0


if __name__ == "__main__":
    sys.exit(main())

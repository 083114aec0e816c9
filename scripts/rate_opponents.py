"""Measure the ratings of the opponents: `python -m scripts.rate_opponents`.

Each opponent plays the one below it on 7x6, every opening from both sides; the weakest also plays
the beginner `greedy`. The figures are written into the ladder
(src/fourfold/agents/opponents/ladder.json) and as a table into docs/opponents.md. With the same
seed the same games are played. A match that was finished before, with the same agents, games and
seed, is not played again, so that an interrupted run can be continued. One core takes about three
minutes.
"""

import argparse
import json
import math
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from fourfold.agents.opponents import Opponent, Rating, list_opponents
from fourfold.arena import match
from fourfold.arena.statistics import Estimate, Pairs, Tally, estimate

ROOT = Path(__file__).parents[1]
LADDER = ROOT / "src/fourfold/agents/opponents/ladder.json"
PAGE = ROOT / "docs/opponents.md"
RESULTS = ROOT / "build/opponent_matches.jsonl"
GAMES = 800
SEED = 15
RULES = "7x6"
WEAKEST = 400
"""The rating of the weakest opponent, on which all others stand."""
BEGINNER = "greedy"
"""Sees its own wins and the opponent's threats, one move ahead."""
TABLE = re.compile(r"(?<=<!-- ratings -->\n).*?(?=<!-- end -->)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Played:
    """The match of two agents, counted for the first of them."""

    agent: str
    other: str
    games: int
    seed: int
    tally: tuple[int, int, int]
    pairs: Pairs

    @property
    def estimate(self) -> Estimate:
        """The difference in strength."""
        found = estimate(self.pairs)
        assert found is not None
        return found


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m scripts.rate_opponents", description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="games for each match")
    parser.add_argument("--seed", type=int, default=SEED, help="the seed of openings and agents")
    parser.add_argument("--workers", type=int, default=1, help="processes that play")
    parser.add_argument("--results", type=Path, default=RESULTS, help="where matches are kept")
    options = parser.parse_args(arguments)
    ladder = list_opponents()
    matches = [(BEGINNER, ladder[0].agent)]
    matches += [(above.agent, below.agent) for below, above in pairwise(ladder)]
    known = read_results(options.results)
    played = []
    for agent, other in matches:
        key = (agent, other, options.games, options.seed)
        if key not in known:
            known[key] = play(agent, other, options.games, options.seed, options.workers)
            append_result(options.results, known[key])
        played.append(known[key])
        print(f"{agent} against {other}: {known[key].estimate}", file=sys.stderr)
    beginner, *steps = played
    ratings = rate(steps)
    write_ladder(ratings)
    write_page(ladder, ratings, beginner, steps)
    return 0


# Matches


def play(agent: str, other: str, games: int, seed: int, workers: int) -> Played:
    """Play a match of two agents."""
    pairing = match(agent, other, games=games, rules=RULES, seed=seed, workers=workers).pairing(
        0, 1
    )
    tally = pairing.tally
    return Played(agent, other, games, seed, (tally.wins, tally.draws, tally.losses), pairing.pairs)


def read_results(file: Path) -> dict[tuple[str, str, int, int], Played]:
    """Return the matches that were finished before."""
    found = {}
    for line in file.read_text("utf-8").splitlines() if file.exists() else ():
        data = json.loads(line)
        one = Played(**{**data, "tally": tuple(data["tally"]), "pairs": tuple(data["pairs"])})
        found[one.agent, one.other, one.games, one.seed] = one
    return found


def append_result(file: Path, played: Played) -> None:
    """Keep a finished match."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("a", encoding="utf-8") as out:
        out.write(json.dumps(asdict(played)) + "\n")


# Ratings


def rate(steps: Sequence[Played]) -> list[Rating]:
    """Chain the ratings from the weakest on; the errors of independent matches add in squares."""
    ratings = [Rating(WEAKEST, 0, 0, 0, ())]
    elo, variance = float(WEAKEST), 0.0
    for step in steps:
        found = step.estimate
        elo += found.elo
        variance += found.elo_error**2
        error = round(math.sqrt(variance))
        ratings.append(
            Rating(round(elo), error, round(found.elo), round(found.elo_error), step.pairs)
        )
    return ratings


# Where they are written


def write_ladder(ratings: Sequence[Rating]) -> None:
    """Write the ratings into the ladder, and leave the rest of it as it is."""
    data: dict[str, Any] = json.loads(LADDER.read_text("utf-8"))
    for entry, rating in zip(data["opponents"], ratings, strict=True):
        entry["rating"] = asdict(rating)
    text = json.dumps(data, indent=2, ensure_ascii=False)
    # Five numbers read better side by side.
    text = re.sub(r"\[\s+([\d,\s]+?)\s+\]", lambda m: f"[{' '.join(m[1].split())}]", text)
    LADDER.write_text(text + "\n", encoding="utf-8")


def write_page(
    ladder: Sequence[Opponent],
    ratings: Sequence[Rating],
    beginner: Played,
    steps: Sequence[Played],
) -> None:
    """Write the tables of docs/opponents.md, between its marks."""
    page = PAGE.read_text("utf-8")
    PAGE.write_text(TABLE.sub(lambda _: tables(ladder, ratings, beginner, steps), page), "utf-8")


def tables(
    ladder: Sequence[Opponent],
    ratings: Sequence[Rating],
    beginner: Played,
    steps: Sequence[Played],
) -> str:
    """Return the figures as Markdown: a row for each opponent, and the beginner's match."""
    lines = [
        "",
        "| opponent | agent | rating | games | won-drawn-lost | score | Elo above the one below |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    below: Mapping[str, Played] = {step.agent: step for step in steps}
    for opponent, rating in zip(ladder, ratings, strict=True):
        cells = [opponent.name, f"`{opponent.agent}`", _rating(rating)]
        cells += _figures(below.get(opponent.agent))
        lines.append(f"| {' | '.join(cells)} |")
    _, _, tally, score, elo = ["", "", *_figures(beginner)[1:]]
    lines += [
        "",
        f"Against the weakest, {ladder[0].name}, the beginner `{BEGINNER}` won {tally} "
        f"(won-drawn-lost) of {beginner.games} games, {score}: {elo} Elo.",
        "",
    ]
    return "\n".join(lines)


def _rating(rating: Rating) -> str:
    return f"{rating.elo} ± {rating.error}" if rating.error else str(rating.elo)


def _figures(step: Played | None) -> list[str]:
    if step is None:
        return [""] * 4
    return [
        str(step.games),
        str(Tally(*step.tally)),
        f"{step.estimate.score:.1%}",
        str(step.estimate),
    ]


if __name__ == "__main__":
    sys.exit(main())

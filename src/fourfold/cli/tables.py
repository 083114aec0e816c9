"""Prints the result of games between agents, and writes it to files."""

from json import dumps
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from fourfold.cli import files
from fourfold.errors import InvalidOption

if TYPE_CHECKING:
    from fourfold.arena import TournamentResult


class Output(NamedTuple):
    """Where a result goes: the options of the commands that have one."""

    json: str | None
    csv: str | None
    svg: Path | None
    markdown: bool
    judge: float | None
    """Seconds that the solver may take for a position; None if it is not to judge."""

    def check(self) -> None:
        """Refuse what could not be written, before the work begins."""
        for target in (self.json, self.csv):
            if target is not None:
                files.check_result(target)
        if self.json == self.csv == files.STANDARD_OUTPUT:
            raise InvalidOption(
                "--json and --csv are both '-', but only one of them can be printed"
            )
        if self.svg is not None:
            files.check_folder("the pictures", self.svg)
        if self.judge is not None:
            from fourfold.search import Limit

            Limit(seconds=self.judge)

    def write(self, result: "TournamentResult", judged: bool = True) -> None:
        """Print a result, and write it to the files that were asked for.

        judged: False if the solver is not to be asked after all.
        """
        from fourfold.arena.export import as_csv, as_json
        from fourfold.arena.report import as_markdown, as_text

        if self.judge is not None and judged:
            result = _judged(result, self.judge)
        if files.STANDARD_OUTPUT not in (self.json, self.csv):
            print(as_markdown(result) if self.markdown else as_text(result))
        if self.json is not None:
            files.write_result(self.json, dumps(as_json(result), indent=2) + "\n")
        if self.csv is not None:
            files.write_result(self.csv, as_csv(result))
        if self.svg is not None:
            _write_pictures(self.svg, result)


def _judged(result: "TournamentResult", seconds: float) -> "TournamentResult":
    from fourfold.cli.progress import progress
    from fourfold.search import Limit

    with progress("judging") as bar:
        return result.judged(Limit(seconds=seconds), bar)


def _write_pictures(folder: Path, result: "TournamentResult") -> None:
    from fourfold.arena.pictures import heat_map, rating_chart, score_chart

    tallies = {(each.one, each.two): each.tally for each in result.pairings}
    pictures = {
        "ratings.svg": rating_chart(result.agents, result.ratings),
        "scores.svg": heat_map(result.agents, tallies, result.ranking),
    }
    if len(result.agents) == 2:
        one, two = result.agents
        pictures["score-over-time.svg"] = score_chart(one, two, result.pair_points(0, 1))
    folder.mkdir(parents=True, exist_ok=True)
    for name, picture in pictures.items():
        files.write_file("the picture", folder / name, picture + "\n")

"""Prints the result of games between agents, and writes it to files."""

from json import dumps
from typing import TYPE_CHECKING

from fourfold.cli import files
from fourfold.errors import InvalidOption

if TYPE_CHECKING:
    from fourfold.arena import TournamentResult


def write_tables(
    result: "TournamentResult", json: str | None, csv: str | None, markdown: bool
) -> None:
    """Print a result, and write it to the files that were asked for."""
    from fourfold.arena.export import as_csv, as_json
    from fourfold.arena.report import as_markdown, as_text

    if files.STANDARD_OUTPUT not in (json, csv):
        print(as_markdown(result) if markdown else as_text(result))
    if json is not None:
        files.write_result(json, dumps(as_json(result), indent=2) + "\n")
    if csv is not None:
        files.write_result(csv, as_csv(result))


def check_targets(json: str | None, csv: str | None) -> None:
    """Refuse files that `write_tables` could not write to."""
    for target in (json, csv):
        if target is not None:
            files.check_result(target)
    if json == csv == files.STANDARD_OUTPUT:
        raise InvalidOption("--json and --csv are both '-', but only one of them can be printed")

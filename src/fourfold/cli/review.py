"""`fourfold review`: says of every ply of a game what it kept or gave away."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fourfold.cli import files, options
from fourfold.cli.books import use_books
from fourfold.errors import FourfoldError, InvalidOption
from fourfold.rules import Position, Rules

if TYPE_CHECKING:
    from fourfold.analysis.review import Review
    from fourfold.game import Record


def review(
    source: Annotated[
        str,
        typer.Argument(
            metavar="FILE|POSITION",
            help="A file of games, or a position such as 4455 or 9x8-xd3:45.",
        ),
    ],
    game: Annotated[
        int | None,
        typer.Option(metavar="N", help="Which game of the file, from 1; the last if not given."),
    ] = None,
    rules: options.Board = None,
    seconds: Annotated[
        float | None, typer.Option(metavar="S", help="The most seconds for the whole review.")
    ] = None,
    book: options.Books = None,
    html: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write a page to step through the game, as one file."),
    ] = None,
    json: options.JsonFile = None,
    svg: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the graph of the win chances.")
    ] = None,
) -> None:
    """Say of every ply of a game what it kept or gave away."""
    from fourfold.analysis.review import review as review_game
    from fourfold.cli.progress import progress
    from fourfold.search import Limit

    limit = None if seconds is None else Limit(seconds)
    targets = [target for target in (html, json, svg) if target is not None]
    if targets.count(files.STANDARD_OUTPUT) > 1:
        raise InvalidOption("only one of --html, --json and --svg can be '-'")
    record, damage = _read(source, game, None if rules is None else Rules.parse(rules))
    use_books(book, [record.rules])
    for target in targets:
        _check_target(target, source)

    with progress("review") as bar:
        found = review_game(
            record, limit=limit, watch=lambda now: bar(len(now.plies), len(record.plies))
        )
    if files.STANDARD_OUTPUT not in targets:
        _print_table(found)
    if html is not None:
        files.write_result(html, found.to_html())
    if json is not None:
        from json import dumps

        files.write_result(json, dumps(found.to_json(), indent=2) + "\n")
    if svg is not None:
        files.write_result(svg, found.graph_svg() + "\n")
    if damage:
        print(f"fourfold: {damage}", file=sys.stderr)
        raise typer.Exit(1)


def _print_table(found: "Review") -> None:
    """Print the table; Rich alone would fill its lines up with spaces, also in a pipe."""
    from rich.console import Console

    console = Console(highlight=False)
    with console.capture() as capture:
        console.print(found)
    print("\n".join(line.rstrip() for line in capture.get().splitlines()))


def _read(source: str, number: int | None, rules: Rules | None) -> tuple["Record", str]:
    """Return the game that an argument means, and the damage of its file, if any.

    What reads like a position is one: a file of such a name is meant by `./NAME`.
    """
    from fourfold.game import Record, load
    from fourfold.game.files import path_of

    try:
        position = Position.parse(source, rules)
    except FourfoldError:
        if not (os.path.lexists(path_of(source)) or any(sign in source for sign in "./\\")):
            raise
    else:
        if number is not None:
            raise InvalidOption("--game is for files of games, but a position was given")
        return Record.from_position(position), ""
    path = path_of(source)
    files.check_readable("the games", path)
    loaded = load(path)
    count = len(loaded.records)
    if number is not None and not 1 <= number <= count:
        has = "1 game" if count == 1 else f"{count} games"
        raise InvalidOption(f"--game is {number}, but the file has {has}")
    chosen = count if number is None else number
    if number is None and count > 1:
        print(f"fourfold: game {chosen} of {count}, see --game", file=sys.stderr)
    return loaded.records[chosen - 1], loaded.damage


def _check_target(target: str, source: str) -> None:
    from fourfold.game.files import path_of

    files.check_result(target)
    if target != files.STANDARD_OUTPUT and Path(target).absolute() == path_of(source).absolute():
        raise InvalidOption(f"the result {target} cannot be written: the games are in this file")

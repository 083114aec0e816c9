"""`fourfold puzzles`: make puzzles, prove them, and measure their difficulty."""

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fourfold.cli import files, options
from fourfold.rules import Rules
from fourfold.support.checks import whole_number

if TYPE_CHECKING:
    from rich.table import Table

    from fourfold.puzzles import Puzzle

puzzles = typer.Typer(
    name="puzzles",
    help="Make puzzles, prove them, and measure their difficulty.",
    rich_markup_mode=None,
    add_completion=False,
)

_File = Annotated[
    Path | None,
    typer.Argument(
        metavar="FILE", help="A file of puzzles; those of the package if it is left out."
    ),
]


@puzzles.command()
def make(
    rules: Annotated[
        list[str] | None,
        typer.Option(
            metavar="RULES", help="The board; may be repeated. All shipped boards if not given."
        ),
    ] = None,
    count: Annotated[
        int | None,
        typer.Option(metavar="N", help="How many puzzles of each board; as shipped if not given."),
    ] = None,
    theme: Annotated[
        list[str] | None,
        typer.Option(metavar="THEME", help="Only puzzles with this theme; may be repeated."),
    ] = None,
    least: Annotated[int, typer.Option(metavar="N", help="The least distance, in own moves.")] = 1,
    most: Annotated[
        int, typer.Option(metavar="N", help="The greatest distance, in own moves.")
    ] = 72,
    seed: Annotated[int | None, typer.Option(metavar="S", help="The seed of the games.")] = None,
    out: Annotated[str, typer.Option(metavar="FILE", help="Where to write them.")] = "-",
    workers: options.Workers = 1,
) -> None:
    """Find positions with exactly one right move, prove and rate them, and write them to a file."""
    from fourfold.cli.progress import progress
    from fourfold.puzzles.collection import format_puzzles
    from fourfold.puzzles.make import DEFAULT_SEED, SHIPPED_BOARDS, Order, make_puzzles

    files.check_result(out)
    orders = [
        Order(
            board,
            SHIPPED_BOARDS.get(str(board), _DEFAULT_COUNT) if count is None else count,
            frozenset(theme or ()),
            least,
            most,
            DEFAULT_SEED if seed is None else seed,
        )
        for board in map(Rules.parse, rules or SHIPPED_BOARDS)
    ]
    made: list[Puzzle] = []
    few = []
    total = sum(order.count for order in orders)
    with progress("puzzles") as report:
        for order in orders:
            before = len(made)
            for puzzle in make_puzzles(order, workers):
                made.append(puzzle)
                report(len(made), total, str(order.rules))
            if len(made) - before < order.count:
                few.append(f"{order.rules} has only {len(made) - before}")
    files.write_result(out, format_puzzles(made))
    if out != files.STANDARD_OUTPUT:
        print(f"{out}: {len(made)} puzzles")
    for each in few:
        typer.echo(f"fourfold: {each} of these puzzles in so many games", err=True)
    if few:
        raise typer.Exit(1)


@puzzles.command()
def verify(file: _File = None) -> None:
    """Prove every claim of every puzzle again; one line for each that is false."""
    from fourfold.cli.progress import progress
    from fourfold.puzzles.verify import verify_puzzles

    chosen = _read(file)
    began = time.monotonic()
    false = 0
    with progress("puzzles") as report:
        for sentence in verify_puzzles(chosen, lambda done: report(done, len(chosen))):
            print(sentence)
            false += 1
    seconds = time.monotonic() - began
    result = "every claim is true" if not false else f"{false} claims are false"
    print(f"{len(chosen)} puzzles, {result} ({seconds:.1f} s)")
    if false:
        raise typer.Exit(1)


@puzzles.command()
def difficulty(
    file: _File = None,
    agent: Annotated[
        list[str] | None,
        typer.Option(metavar="SPEC", help="An agent; may be repeated. Nine agents if not given."),
    ] = None,
    sample: Annotated[
        int | None, typer.Option(metavar="N", help="Only so many of the puzzles, drawn at random.")
    ] = None,
    seed: Annotated[int, typer.Option(metavar="S", help="The seed that draws them.")] = 0,
) -> None:
    """Measure how many puzzles of each difficulty agents solve."""
    from rich.console import Console

    from fourfold.agents import agent as make_agent
    from fourfold.cli.progress import progress
    from fourfold.puzzles.difficulty import MEASURED_AGENTS, own_plies, solved_by_band
    from fourfold.rules.splitmix import SplitMix64

    specs = agent or list(MEASURED_AGENTS)
    players = {spec: make_agent(spec) for spec in specs}
    chosen = list(_read(file))
    if sample is not None:
        whole_number("--sample", sample, 1)
        chance = SplitMix64(whole_number("--seed", seed, 0, 2**64 - 1))
        while len(chosen) > sample:
            chosen.pop(chance.below(len(chosen)))
    plies = [(puzzle.rating, own_plies(puzzle)) for puzzle in chosen]
    rows = {}
    with progress("agents") as report:
        for done, (spec, player) in enumerate(players.items()):
            report(done, len(players), spec)
            rows[spec] = solved_by_band(player, plies)
    table = _table(rows)
    Console(highlight=False, width=max(Console().width, _WIDTH)).print(table)


_DEFAULT_COUNT = 20
_WIDTH = 100  # of the table


def _table(rows: dict[str, dict[int, tuple[int, int]]]) -> "Table":
    from rich.table import Table

    from fourfold.puzzles.difficulty import BAND, HIGHEST_BAND

    bands = next(iter(rows.values()))
    drawn = Table(box=None, pad_edge=False)
    drawn.add_column("agent", no_wrap=True)
    for band in bands:
        last = "" if band == HIGHEST_BAND else band + BAND - 1
        drawn.add_column(f"{band}-{last}", justify="right", no_wrap=True)
    drawn.add_row("puzzles", *(str(count) for _, count in bands.values()))
    for spec, solved in rows.items():
        drawn.add_row(spec, *(f"{right / count:.0%}" for right, count in solved.values()))
    return drawn


def _read(file: Path | None) -> "tuple[Puzzle, ...]":
    from fourfold.puzzles.collection import load_puzzles, read_puzzles

    if file is None:
        return load_puzzles()
    files.check_readable("the file of puzzles", file)
    return read_puzzles(file)

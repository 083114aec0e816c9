"""`fourfold dataset`: make labelled positions."""

from pathlib import Path
from typing import Annotated

import typer

from fourfold.cli import files, options
from fourfold.cli.progress import progress
from fourfold.rules import Rules

dataset = typer.Typer(
    name="dataset",
    help="Make labelled positions, for training and testing.",
    rich_markup_mode=None,
    add_completion=False,
)


@dataset.callback()
def dataset_commands() -> None:
    """Make labelled positions, for training and testing."""


@dataset.command()
def make(
    out: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write the data set.")],
    source: Annotated[
        str,
        typer.Option(
            "--from",
            metavar="SOURCE",
            help="random play, all positions, uci for those of UCI's data set, or a file of games "
            "or positions.",
        ),
    ] = "random",
    rules: Annotated[
        str, typer.Option(metavar="RULES", help="The board, or that of lines that name none.")
    ] = "7x6",
    plies: Annotated[
        str | None,
        typer.Option(metavar="N|A-B", help="How many plies have been played; any if not given."),
    ] = None,
    count: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="How many positions: 1000 from random play, else all, if not given."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="S", help="The seed that selects them.")] = 0,
    unforced: Annotated[
        bool,
        typer.Option("--unforced", help="Only where nobody can complete four on the next ply."),
    ] = False,
    mirrors: Annotated[
        bool, typer.Option("--mirrors", help="Let a board and its mirror image count as two.")
    ] = False,
    labels: Annotated[
        str,
        typer.Option(
            metavar="KIND", help="columns (all scores and the best columns), score, or wdl."
        ),
    ] = "columns",
    nodes: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="Mark a position as not proven if it needs more nodes than this."
        ),
    ] = None,
    file_format: Annotated[
        str | None,
        typer.Option(
            "--format",
            metavar="FORMAT",
            help="csv, jsonl, npz, parquet or uci; what FILE ends in if not given.",
        ),
    ] = None,
    workers: options.Workers = 1,
    cluster: options.Cluster = None,
    memory: Annotated[
        int, typer.Option(metavar="MB", help="The size of each worker's table.")
    ] = 64,
    replace: Annotated[
        bool, typer.Option("--replace", help="Write over a file that exists.")
    ] = False,
) -> None:
    """Label positions exactly, or continue a run that was interrupted."""
    from fourfold.dataset import Labelling, Selection
    from fourfold.dataset import make as make_dataset
    from fourfold.dataset.selection import ALL, RANDOM, UCI, parse_plies

    files.check_is_a_file("FILE", out)
    files.check_writable("the data set", out)
    if source not in (RANDOM, ALL, UCI):
        files.check_readable("the positions", Path(source))
    selection = Selection(
        source if source in (RANDOM, ALL, UCI) else Path(source),
        Rules.parse(rules),
        None if plies is None else parse_plies(plies),
        count,
        seed,
        unforced,
        mirrors,
    )
    labelling = Labelling(labels, nodes, memory)
    with progress(str(out)) as report:
        made = make_dataset(
            out, selection, labelling, file_format, workers, cluster, report, replace=replace
        )
    outcomes = [str(label.score.outcome) for label in made.labels if label.score]
    counted = ", ".join(f"{outcomes.count(name)} {name}" for name in ("win", "draw", "loss"))
    print(f"{out}: {len(made.labels)} positions, {counted}, {made.unproven} not proven")

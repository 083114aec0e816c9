"""`fourfold match`: lets agents play each other, and prints the result with an error bar."""

from pathlib import Path
from typing import Annotated

import typer

from fourfold.cli import files, options


def match(
    agents: Annotated[
        list[str],
        typer.Argument(
            metavar="AGENT AGENT...", help="Two or more agents; each plays every other."
        ),
    ],
    games: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Games for each pair of agents; 60, or two for each opening of a file.",
        ),
    ] = None,
    rules: Annotated[
        list[str] | None,
        typer.Option(
            metavar="RULES",
            help="A board, random, random-bonus or random:N; several boards take turns.",
            show_default=False,
        ),
    ] = None,
    openings: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Openings, one position per line.")
    ] = None,
    plies: Annotated[int, typer.Option(metavar="P", help="The length of random openings.")] = 4,
    seed: Annotated[
        int, typer.Option(metavar="S", help="The seed of random boards, openings and agents.")
    ] = 0,
    workers: options.Workers = 1,
    seconds: options.Seconds = None,
    nodes: options.Nodes = None,
    depth: options.Depth = None,
    save: options.SaveFile = None,
    json: options.JsonFile = None,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Print the result as Markdown.")
    ] = False,
) -> None:
    """Let agents play each other, every opening from both sides."""
    from fourfold.arena import PlayedGame
    from fourfold.arena import match as play_match
    from fourfold.arena.report import as_json, as_markdown, as_text
    from fourfold.cli.progress import progress
    from fourfold.search import Limit

    if json is not None:
        files.check_result(json)
    if save is not None:
        files.check_is_a_file("--save", save)
        files.check_writable("the games", save)
    if openings is not None:
        files.check_readable("the openings", openings)
    title = " - ".join(agents)
    points = [0.0, 0.0]
    with progress(title) as bar:

        def report(played: int, total: int, last: PlayedGame | None) -> None:
            if last is not None and len(agents) == 2:
                points[:] = [points[agent] + last.points(agent) for agent in (0, 1)]
                bar(played, total, f"{title} {points[0]:g}:{points[1]:g}")
            else:
                bar(played, total)

        result = play_match(
            agents,
            games,
            rules or (),
            openings=openings,
            plies=plies,
            seed=seed,
            workers=workers,
            limit=Limit(seconds, nodes, depth),
            save=save,
            report=report,
        )
    if json != files.STANDARD_OUTPUT:
        print(as_markdown(result) if markdown else as_text(result))
    if json is not None:
        from json import dumps

        files.write_result(json, dumps(as_json(result), indent=2) + "\n")

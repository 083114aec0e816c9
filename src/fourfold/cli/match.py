"""`fourfold match`: lets agents play each other, and prints the result with an error bar."""

from typing import Annotated

import typer

from fourfold.cli import files, options
from fourfold.cli.books import use_books
from fourfold.cli.tables import Output


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
    rules: options.Boards = None,
    openings: options.Openings = None,
    plies: options.OpeningPlies = 4,
    seed: options.MatchSeed = 0,
    workers: options.Workers = 1,
    clock: options.Clock = None,
    seconds: options.Seconds = None,
    nodes: options.Nodes = None,
    depth: options.Depth = None,
    book: options.Books = None,
    save: options.SaveFile = None,
    json: options.JsonFile = None,
    markdown: options.Markdown = False,
) -> None:
    """Let agents play each other, every opening from both sides."""
    from fourfold.arena import PlayedGame
    from fourfold.arena import match as play_match
    from fourfold.cli.progress import progress
    from fourfold.search import Limit

    output = Output(json, None, None, markdown, None)
    output.check()
    if save is not None:
        files.check_is_a_file("--save", save)
        files.check_writable("the games", save)
    files.check_openings(openings)
    use_books(book)
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
            games=games,
            rules=rules or (),
            openings=openings,
            plies=plies,
            seed=seed,
            workers=workers,
            limit=Limit(seconds, nodes, depth),
            clock=clock,
            save=save,
            report=report,
        )
    output.write(result)

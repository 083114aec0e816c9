"""`fourfold match`: games between agents, with an error bar."""

from pathlib import Path
from typing import Annotated

import typer

from fourfold.errors import InvalidOption


def match(
    agents: Annotated[
        list[str],
        typer.Argument(metavar="AGENT AGENT...", help="Two agents, or more: every two play."),
    ],
    games: Annotated[
        int | None,
        typer.Option(
            metavar="N", help="Games for every two agents; 60, or each opening of a file twice."
        ),
    ] = None,
    rules: Annotated[
        list[str] | None,
        typer.Option(
            metavar="RULES",
            help="A board, random or random-bonus, or random:N; several take turns.",
            show_default=False,
        ),
    ] = None,
    openings: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Openings, a position a line.")
    ] = None,
    plies: Annotated[int, typer.Option(metavar="P", help="The length of random openings.")] = 4,
    seed: Annotated[
        int, typer.Option(metavar="S", help="What boards, openings and chance are drawn from.")
    ] = 0,
    workers: Annotated[int, typer.Option(metavar="W", help="Processes that play at once.")] = 1,
    seconds: Annotated[
        float | None, typer.Option(metavar="S", help="The longest that a move may take.")
    ] = None,
    nodes: Annotated[
        int | None, typer.Option(metavar="N", help="The most positions a move may look at.")
    ] = None,
    depth: Annotated[
        int | None, typer.Option(metavar="D", help="The most plies a move may look ahead.")
    ] = None,
    save: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Append each game to this as it ends.")
    ] = None,
    json: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the result as JSON.")
    ] = None,
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
        _check_writable(json)
    title = " - ".join(agents)
    points = [0.0, 0.0]
    with progress(title) as bar:

        def tell(played: int, total: int, last: PlayedGame | None) -> None:
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
            tell=tell,
        )
    print(as_markdown(result) if markdown else as_text(result))
    if json is not None:
        from json import dumps

        json.write_text(dumps(as_json(result), indent=2) + "\n", encoding="utf-8")


def _check_writable(path: Path) -> None:
    """Say at once, not after an hour, that the result cannot be put where it is wanted."""
    if path.is_dir():
        raise InvalidOption(f"the result {path} cannot be written: it is a folder")
    if not path.parent.is_dir():
        raise InvalidOption(
            f"the result {path} cannot be written: there is no folder {path.parent}"
        )

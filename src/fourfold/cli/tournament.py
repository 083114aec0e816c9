"""`fourfold tournament`: many agents, saved after every game, and gone on with after anything."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from fourfold.cli import files, options
from fourfold.cli.books import use_books
from fourfold.cli.tables import Output
from fourfold.errors import InvalidOption, describe

if TYPE_CHECKING:
    from fourfold.arena.settings import Settings
    from fourfold.arena.workers import Workers


def tournament(
    context: typer.Context,
    agents: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="AGENT...",
            help="Two or more players; none with --resume: those of the file.",
            show_default=False,
        ),
    ] = None,
    format: Annotated[
        str,
        typer.Option(
            metavar="FORMAT",
            help="round-robin, gauntlet (the first agent against every other) or swiss.",
        ),
    ] = "round-robin",
    games: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Games for each pair of agents: 60, two for each opening of a file, "
            "or 2 in a round of a Swiss tournament.",
        ),
    ] = None,
    rounds: Annotated[
        int | None, typer.Option(metavar="N", help="Rounds of a Swiss tournament.")
    ] = None,
    rules: options.Boards = None,
    openings: options.Openings = None,
    plies: options.OpeningPlies = 4,
    seed: options.MatchSeed = 0,
    workers: options.Workers = 1,
    cluster: options.Cluster = None,
    scale_time: Annotated[
        bool,
        typer.Option(
            "--scale-time",
            help="Scale the seconds of a game by the speed of the cluster's worker that plays it.",
        ),
    ] = False,
    clock: options.Clock = None,
    seconds: options.Seconds = None,
    nodes: options.Nodes = None,
    depth: options.Depth = None,
    book: options.Books = None,
    margin: Annotated[
        float,
        typer.Option(metavar="S", help="Seconds by which an agent may exceed its time."),
    ] = 1.0,
    resign: Annotated[
        str | None,
        typer.Option(
            metavar="N[,E]",
            help="An agent that finds itself lost on N of its moves in a row loses; "
            "by a proof, or by an evaluation of E or less.",
        ),
    ] = None,
    draw: Annotated[
        str | None,
        typer.Option(
            metavar="N[,E]",
            help="Agents that both find a draw on N moves in a row draw; "
            "by a proof, or by an evaluation at most E from 0.",
        ),
    ] = None,
    adjudicate: Annotated[
        str | None,
        typer.Option(
            metavar="S[,CELLS]",
            help="The solver ends a game that it can decide in S seconds; "
            "only with at most CELLS cells free.",
        ),
    ] = None,
    sprt: Annotated[
        str | None,
        typer.Option(
            metavar="ELO0,ELO1",
            help="Stop two agents as soon as it is decided which difference explains their games.",
        ),
    ] = None,
    resume: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="The tournament's file: begun if it is not there, else gone on with.",
        ),
    ] = None,
    name: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="The name of the file among your tournaments, which the page lists.",
        ),
    ] = None,
    agent: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SPEC",
            help="A player from outside that the file of --resume may name; may be repeated.",
        ),
    ] = None,
    judge: options.Judge = None,
    json: options.JsonFile = None,
    csv: options.CsvFile = None,
    svg: options.SvgFolder = None,
    markdown: options.Markdown = False,
) -> int:
    """Let many agents play each other, saved after every game."""
    from fourfold.arena.entrants import entrants_of
    from fourfold.arena.settings import checked
    from fourfold.arena.workers import Workers
    from fourfold.search import Limit

    output = Output(json, csv, svg, markdown, judge)
    output.check()
    use_books(book)
    crew = Workers(workers, cluster, scale_time, lambda line: print(line, file=sys.stderr))
    if resume is not None and name is not None:
        raise InvalidOption("--resume and --name both say where the games are: give one of them")
    if agent and (resume is None or agents):
        raise InvalidOption("--agent is for --resume without agents: name all agents instead")
    if resume is not None:
        files.check_is_a_file("--resume", resume)
        if not agents:
            _refuse_settings(context)
            return _play(_settings_of(resume, agent or ()), resume, crew, output)
        files.check_writable("the games", resume)
    files.check_openings(openings)
    settings = checked(
        entrants_of(agents or (), "tournament"),
        format=format,
        games=games,
        rounds=rounds,
        rules=rules or (),
        openings=openings,
        plies=plies,
        seed=seed,
        limit=Limit(seconds, nodes, depth),
        clock=clock,
        margin=margin,
        resign=resign,
        draw=draw,
        adjudicate=adjudicate,
        sprt=sprt,
    )
    path = resume or _new_path(name)
    return _play(settings, path, crew, output)


_NO_SETTINGS = (
    *("agents", "agent", "workers", "cluster", "scale_time", "resume", "book"),
    *("judge", "json", "csv", "svg", "markdown"),
)


def _refuse_settings(context: typer.Context) -> None:
    """Refuse settings beside those of the file."""
    for name, value in context.params.items():
        source = context.get_parameter_source(name)
        if name not in _NO_SETTINGS and source is not None and source.name == "COMMANDLINE":
            raise InvalidOption(
                f"--{name} is {value}, but --resume without agents takes all settings of the file"
            )


def _settings_of(path: Path, admitted: Sequence[str]) -> "Settings":
    from fourfold.agents.registry import admit
    from fourfold.arena.entrants import entrants_of
    from fourfold.arena.settings import arguments_of, checked
    from fourfold.arena.tournament_file import settings_line

    if not path.exists():
        raise InvalidOption(f"there is no file {path}; name the agents of a new tournament")
    for spec in admitted:
        admit(spec)
    arguments = arguments_of(settings_line(path))
    return checked(entrants_of(arguments.pop("players"), "tournament"), **arguments)


def _new_path(name: str | None) -> Path:
    from fourfold.arena.tournament_file import check_name, default_name, default_path

    name = default_name() if name is None else check_name(name)
    path = default_path(name)
    if path.exists():
        raise InvalidOption(
            f"there is a tournament {describe(name)} already; --resume {path} goes on with it"
        )
    return path


def _play(settings: "Settings", path: Path, workers: "Workers", output: Output) -> int:
    """Play what is left, and print what there is, also after Ctrl-C; return the exit status."""
    from fourfold.arena.tournament_file import open_tournament_file
    from fourfold.arena.tournament_run import TournamentRun
    from fourfold.cli.live_table import live_table

    run = TournamentRun(settings, workers)
    status = 0
    with open_tournament_file(path, settings) as file:
        try:
            with live_table() as report:
                run.play(file=file, report=report)
        except KeyboardInterrupt:
            status = 130
    output.write(run.result, judged=not status)
    print(f"the games are in {path}", file=sys.stderr)
    if status:
        print(f"fourfold tournament --resume {path} goes on with it", file=sys.stderr)
    return status

"""`fourfold class`: lets the players of a class play and take an exam, each in the sandbox."""

from pathlib import Path
from typing import Annotated

import typer

from fourfold.cli import files, options


def classroom(
    folder: Annotated[
        Path,
        typer.Argument(
            metavar="FOLDER", help="A file NAME.py, or a folder NAME with one, for each student."
        ),
    ],
    rules: Annotated[
        list[str] | None,
        typer.Option(
            metavar="RULES",
            help="A board; several take turns. 7x6 if not given.",
            show_default=False,
        ),
    ] = None,
    games: Annotated[
        int,
        typer.Option(
            metavar="N", help="Games for each pair of players, an even number; 0: only the exam."
        ),
    ] = 4,
    seconds: Annotated[
        float, typer.Option(metavar="S", help="The most seconds to think about a move.")
    ] = 1.0,
    baseline: Annotated[
        list[str] | None,
        typer.Option(
            metavar="AGENT",
            help="An agent that plays along; random and greedy if none is given.",
            show_default=False,
        ),
    ] = None,
    no_baseline: Annotated[
        bool, typer.Option("--no-baseline", help="Let only the students' players play.")
    ] = False,
    questions: Annotated[
        int, typer.Option(metavar="Q", help="Questions of each kind in the exam.")
    ] = 8,
    seed: Annotated[
        int, typer.Option(metavar="S", help="The seed of the exam and of the openings.")
    ] = 0,
    workers: options.Workers = 1,
    memory: Annotated[
        int, typer.Option(metavar="MB", help="The memory of each player, in MB.")
    ] = 1024,
    forbid_solver: Annotated[
        bool,
        typer.Option(
            "--forbid-solver", help="Refuse fourfold's solver and other searches to the players."
        ),
    ] = False,
    html: Annotated[
        str | None, typer.Option(metavar="FILE", help="Write the report as a page; - prints it.")
    ] = None,
    csv: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Write the report for a spreadsheet; - prints it."),
    ] = None,
    json: options.JsonFile = None,
    save: options.SaveFile = None,
) -> None:
    """Let the players of a class play, examine them, and report on each; for teachers."""
    from fourfold.arena.classroom.session import ClassSettings, run_class
    from fourfold.cli.progress import progress
    from fourfold.errors import InvalidOption
    from fourfold.support.sandbox.protection import probe

    targets = [target for target in (html, csv, json) if target is not None]
    if targets.count(files.STANDARD_OUTPUT) > 1:
        raise InvalidOption("only one of --html, --csv and --json can be '-'")
    for target in targets:
        files.check_result(target)
    if save is not None:
        files.check_is_a_file("--save", save)
        files.check_writable("the games", save)
    if not folder.is_dir():
        raise InvalidOption(f"the class {folder} is no folder")
    settings = ClassSettings(
        folder=folder,
        rules=tuple(rules or ("7x6",)),
        games=games,
        seconds=seconds,
        baselines=() if no_baseline else tuple(baseline or ("random", "greedy")),
        questions=questions,
        seed=seed,
        workers=workers,
        memory_mb=memory,
        forbid_search=forbid_solver,
        save=save,
    )
    protection = probe()
    is_quiet = files.STANDARD_OUTPUT in targets
    # Before anything runs, so that it can still be interrupted.
    typer.echo(str(protection), err=is_quiet)
    with progress("class") as bar:
        result = run_class(settings, protection, lambda what, done, total: bar(done, total, what))
    from fourfold.arena.classroom import html_page, report

    if not is_quiet:
        print(report.as_text(result).partition("\n")[2])
    if html is not None:
        files.write_result(html, html_page.page(result))
    if csv is not None:
        files.write_result(csv, report.as_csv(result))
    if json is not None:
        from json import dumps

        files.write_result(json, dumps(report.as_json(result), indent=2) + "\n")

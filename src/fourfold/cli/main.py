"""The entry point: registers the commands, and turns their errors into an exit status.

    0      done
    1      something went wrong on the way: a bad line of input, a damaged file, a full disk
    2      bad arguments, among them a file that cannot be opened; one sentence says which
    130    Ctrl-C; other signals are 128 and their number: see cli/signals.py

This module is imported for `fourfold --help`, which should answer at once: a command that needs
something heavy imports it inside its function.
"""

import os
import sys
from typing import Annotated

import typer

from fourfold import __version__
from fourfold.cli.agents import agents
from fourfold.cli.analyse import analyse
from fourfold.cli.board import board
from fourfold.cli.book import book
from fourfold.cli.check_agent import check_agent
from fourfold.cli.classroom import classroom
from fourfold.cli.completion import install_completion, prepare_completion, show_completion
from fourfold.cli.dataset import dataset
from fourfold.cli.db import db
from fourfold.cli.engine import engine
from fourfold.cli.explain import explain
from fourfold.cli.export_kaggle import export_kaggle
from fourfold.cli.grade import grade
from fourfold.cli.lab import lab
from fourfold.cli.lessons import lessons
from fourfold.cli.match import match
from fourfold.cli.move import move
from fourfold.cli.new_agent import new_agent
from fourfold.cli.play import play
from fourfold.cli.puzzle import puzzle
from fourfold.cli.puzzles import puzzles
from fourfold.cli.results import results
from fourfold.cli.review import review
from fourfold.cli.serve import serve
from fourfold.cli.signals import INTERRUPTED
from fourfold.cli.solve import solve
from fourfold.cli.tournament import tournament
from fourfold.errors import (
    BookError,
    DatasetError,
    FourfoldError,
    MatchError,
    PlayerError,
    PuzzleError,
    PuzzleNotFound,
    RecordError,
    WorkerError,
)
from fourfold.support.plain_text import printable

_WHILE_RUNNING = (
    BookError,
    DatasetError,
    MatchError,
    PlayerError,
    PuzzleError,
    RecordError,
    WorkerError,
)
"""Errors that a command finds while it is running, not in its arguments."""

_NO_MEMORY = "there is not enough memory for this; give it less (--memory), or close other programs"

app = typer.Typer(
    name="fourfold",
    help="Connect Four on boards of every size, with forbidden cells and a bonus cell.",
    add_completion=False,  # Typer's own options: see cli/completion.py
    # Rich would draw boxes around the help, and costs a third of the time that it may take.
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)


@app.callback(invoke_without_command=True)
def fourfold(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Show the version.")] = False,
    install: Annotated[
        bool,
        typer.Option(
            "--install-completion",
            callback=install_completion,
            is_eager=True,
            help="Complete commands and options with the Tab key, in this shell.",
        ),
    ] = False,
    show: Annotated[
        bool,
        typer.Option(
            "--show-completion",
            callback=show_completion,
            is_eager=True,
            help="Print the script that does it, to put it elsewhere.",
        ),
    ] = False,
) -> None:
    """Connect Four on boards of every size, with forbidden cells and a bonus cell.

    Without a command: the game in the browser, like `fourfold serve --open`.
    """
    if version:
        print(f"fourfold {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        raise typer.Exit(serve(open=True))


_COMMANDS = (
    play,
    serve,
    solve,
    analyse,
    explain,
    review,
    puzzle,
    board,
    move,
    match,
    tournament,
    results,
    grade,
    agents,
    new_agent,
    check_agent,
    engine,
    export_kaggle,
    lab,
)
for command in _COMMANDS:
    app.command()(command)
app.command("class")(classroom)  # a word that Python keeps for itself
app.add_typer(book)
app.add_typer(dataset)
app.add_typer(db)
app.add_typer(lessons)
app.add_typer(puzzles)


def run(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    prepare_completion()
    try:
        status = app(arguments, standalone_mode=False, prog_name="fourfold")
        sys.stdout.flush()
    except PuzzleNotFound as error:  # a bad argument
        return _complain(str(error), 2)
    except _WHILE_RUNNING as error:
        return _complain(str(error), 1)
    except FourfoldError as error:
        return _complain(str(error), 2)
    except MemoryError:
        return _complain(_NO_MEMORY, 1)
    except (KeyboardInterrupt, typer.Abort):
        return INTERRUPTED
    except BrokenPipeError:
        _discard_output()  # the reader has closed the pipe
        return 1
    except OSError as error:
        try:
            sys.stdout.flush()
        except OSError:
            _discard_output()
        where = "" if error.filename is None else f": {error.filename}"
        return _complain(f"{error.strerror or error}{where}", 1)
    except typer.TyperException as error:  # an unknown option or command, a value of a wrong kind
        return _complain(error.format_message(), error.exit_code)
    # Without its standalone mode Typer returns the status of typer.Exit, or what a command did.
    return status if isinstance(status, int) else 0


def open_missing_streams() -> None:
    """Open the null device for missing streams: some launchers start a program without them."""
    for name, flags, mode in (
        ("stdin", os.O_RDONLY, "r"),
        ("stdout", os.O_WRONLY, "w"),
        ("stderr", os.O_WRONLY, "w"),
    ):
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(os.open(os.devnull, flags), mode, encoding="utf-8"))


def _discard_output() -> None:
    """Send standard output to the null device, so that Python's last flush does not fail, too."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str, status: int) -> int:
    lines = [printable(line) for line in message.splitlines()]
    print("fourfold:", "\n".join(lines), file=sys.stderr)
    return status

"""`fourfold db`: back up, restore, check, upgrade, clean up and vacuum a database of games."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from fourfold.cli import files

db = typer.Typer(
    name="db",
    help="Back up, restore, check, upgrade, clean up and vacuum a database of games.",
    rich_markup_mode=None,
    add_completion=False,
)

_MOST_DAYS = 36_500

_Database = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        help="sqlite:///FILE or postgresql://…; the file in your data folder if not given.",
    ),
]


@db.callback()
def db_commands() -> None:
    """Back up, restore, check, upgrade, clean up and vacuum a database of games."""


@db.command()
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Where to write the backup.")],
    database: _Database = None,
    force: Annotated[bool, typer.Option("--force", help="Replace FILE if it is there.")] = False,
) -> None:
    """Write all games to one file, as they are at one moment, while a server may be running."""
    from fourfold.store.backup import back_up

    files.check_is_a_file("FILE", file)
    files.check_writable("the backup", file)
    made = back_up(database, file, replace=force)
    print(f"{file}: {made.games:,} games, version {made.version}, {_size(made.size)}, checked")


@db.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A backup.")],
    database: _Database = None,
    force: Annotated[
        bool, typer.Option("--force", help="Replace the games that the database has.")
    ] = False,
) -> None:
    """Put the games of a backup in the place of those of a database, all or none."""
    from fourfold.store.backup import restore as restore_backup

    files.check_readable("the backup", file)
    read, before = restore_backup(file, database, replace=force)
    replaced = f", in the place of {before:,}" if before else ""
    print(f"{file}: {read.games:,} games restored{replaced}")


@db.command()
def check(database: _Database = None) -> None:
    """Read every game, and compare what is kept twice; one line for each problem."""
    from fourfold.store.maintenance import check as check_database

    report = check_database(database)
    for problem in report.problems:
        print(problem)
    result = "no problem" if not report.problems else f"{len(report.problems)} problems"
    print(f"{report.games:,} games, version {report.version}: {result}")
    if report.problems:
        raise typer.Exit(1)


@db.command()
def upgrade(database: _Database = None) -> None:
    """Bring the tables to the version of this program, as a server does when it starts."""
    from fourfold.store import Store
    from fourfold.store.maintenance import open_database, tables_of
    from fourfold.store.migrations import STEPS

    with open_database(database) as (url, engine), engine.connect() as connection:
        version = tables_of(connection, url)
    Store.open(database).close()
    if version == len(STEPS):
        print(f"the tables are of version {version}, the newest")
    else:
        print(f"upgraded the tables from version {version} to {len(STEPS)}")


@db.command()
def delete(
    older_than: Annotated[
        float,
        typer.Option(
            "--older-than", metavar="DAYS", help="Games that nobody has changed for so many days."
        ),
    ],
    kind: Annotated[
        str,
        typer.Option(
            "--kind",
            metavar="KIND",
            help="unplayed, unfinished, uploaded, agents, solo, screen, link or all.",
        ),
    ],
    database: _Database = None,
    yes: Annotated[
        bool, typer.Option("--yes", help="Delete them; without it they are only counted.")
    ] = False,
    force: Annotated[
        bool,
        typer.Option("--force", help="Go on although the newest change lies in the future."),
    ] = False,
) -> None:
    """Delete old games of a kind, a few at a time, while a server may be running."""
    import math

    from fourfold.errors import InvalidOption
    from fourfold.store import Store
    from fourfold.store.deletion import DAY, KINDS, Selection
    from fourfold.store.maintenance import open_database, tables_of
    from fourfold.store.migrations import STEPS

    if not (math.isfinite(older_than) and 0 <= older_than <= _MOST_DAYS):
        raise InvalidOption(f"--older-than is {older_than:g}, but must be 0 to {_MOST_DAYS:,} days")
    selection = Selection(kind, older_than * DAY, by_date=True)
    with open_database(database) as (url, engine), engine.connect() as connection:
        if tables_of(connection, url) < len(STEPS):
            raise InvalidOption(
                "the tables are of an older version: fourfold db upgrade comes first"
            )
    with Store.open(database) as store:
        moments = store.deletions.moments()
        if not (moments.is_plausible or force):
            raise InvalidOption(
                f"the newest change is of {_moment(moments.newest)}, but the clock of the database "
                f"says {_moment(moments.now)}: set the clock right, or add --force"
            )
        what = f"{KINDS[kind]} that nobody has changed for {older_than:g} days"
        if yes:
            deleted = store.deletions.delete_selected(selection)
            print(f"{deleted:,} deleted: {what}")
        else:
            print(f"{store.deletions.count(selection):,} to delete: {what}; --yes deletes them")


@db.command()
def vacuum(database: _Database = None) -> None:
    """Give the space of deleted games back to the system."""
    from fourfold.store.maintenance import vacuum as vacuum_database

    before, after = vacuum_database(database)
    print(f"{_size(before)} before, {_size(after)} now")


def _moment(seconds: float | None) -> str:
    return "never" if seconds is None else f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M}"


def _size(size: int) -> str:
    return f"{size / 1e6:,.1f} MB"

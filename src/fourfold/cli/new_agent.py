"""`fourfold new-agent`: writes a small project to start a player from."""

from pathlib import Path
from typing import Annotated

import typer


def new_agent(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Its name: lower-case letters, digits and _.")
    ],
    folder: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Where to write it; a new folder called NAME."),
    ] = None,
) -> None:
    """Write a small, tested project to start your own player from."""
    from fourfold.agents.external.template import write_project

    written = write_project(name, Path(name) if folder is None else folder)
    for path in written:
        print(path)
    player = written[0]
    print(f"\nTry it:  fourfold match {player} random")
    print(f"         fourfold check-agent {player}")

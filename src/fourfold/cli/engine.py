"""`fourfold engine`: lets an agent speak the protocol of programs that play."""

from typing import Annotated

import typer

from fourfold.cli import options
from fourfold.cli.books import use_books


def engine(
    agent: Annotated[
        str,
        typer.Argument(
            metavar="SPEC", help="An agent of ours, or a player of your own such as file.py:Class."
        ),
    ],
    book: options.Books = None,
) -> None:
    """Let an agent speak UGI over standard input and output, for other programs."""
    from fourfold import __version__
    from fourfold.agents.engine.server import serve
    from fourfold.agents.registry import admit

    use_books(book)
    serve(lambda: admit(agent), f"fourfold {__version__}")

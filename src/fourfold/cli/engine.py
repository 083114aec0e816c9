"""`fourfold engine`: lets an agent speak the protocol of programs that play."""

from typing import Annotated

import typer


def engine(
    agent: Annotated[
        str, typer.Argument(metavar="SPEC", help="An agent: name or name:option=value,...")
    ],
) -> None:
    """Let an agent speak UGI over standard input and output, for other programs."""
    from fourfold import __version__
    from fourfold.agents.engine.server import serve
    from fourfold.agents.registry import look_up

    serve(lambda: look_up(agent), f"fourfold {__version__}")

"""`fourfold check-agent`: runs the conformance suite on a player."""

from typing import Annotated

import typer

_SHOWN = 12  # lines of a traceback


def check_agent(
    agent: Annotated[
        str,
        typer.Argument(
            metavar="SPEC", help="A player: file.py:Class, exec:COMMAND or an agent's name."
        ),
    ],
    seconds: Annotated[
        float, typer.Option(metavar="S", help="How long to check, roughly; more asks more.")
    ] = 30.0,
) -> int:
    """Check that a player plays by the rules, on every kind of board, and in time."""
    import math

    from fourfold.agents.conformance import Verdict
    from fourfold.agents.conformance import check_agent as check
    from fourfold.agents.engine import isolated_agent
    from fourfold.agents.registry import admit
    from fourfold.errors import InvalidOption
    from fourfold.support.plain_text import printable

    if not (math.isfinite(seconds) and 0 < seconds <= 3600):
        raise InvalidOption(f"--seconds is {seconds:g}, but must be above 0 and up to 3600")
    kind, _ = admit(agent)
    print(printable(f"{agent}: {kind.summary}"))
    failed = noted = 0
    for result in check(kind, lambda: isolated_agent(agent), seconds):
        words = f": {result.words}" if result.words else ""
        print(printable(f"  {result.verdict:6}  {result.title}{words}"), flush=True)
        failed += result.verdict is Verdict.FAILED
        noted += result.verdict is Verdict.NOTED
        for line in result.cause.strip().splitlines()[-_SHOWN:]:
            print(printable(f"          {line}"))
    if failed:
        print(f"{failed} failed: it would lose games through its own fault")
    elif noted:
        print("It plays by the rules; what is noted is how strong it plays, not a fault")
    else:
        print("It plays by the rules, and sees what is in front of it")
    return 1 if failed else 0

"""`fourfold serve`: serves the game to browsers."""

from typing import Annotated

import typer

from fourfold.cli import options
from fourfold.cli.books import use_books
from fourfold.errors import InvalidOption, describe

HOST = "127.0.0.1"
_LOGS = ("quiet", "text", "json")


def serve(
    host: Annotated[
        str, typer.Option(help="The address to listen on; 0.0.0.0 is all addresses.")
    ] = HOST,
    port: Annotated[
        int | None,
        typer.Option(help="The port; 8444, or the next free one, if not given.", min=0, max=65535),
    ] = None,
    open: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL",
            help="sqlite:///FILE or postgresql://…; a file in your data folder if not given.",
        ),
    ] = None,
    database_limit: Annotated[
        int | None,
        typer.Option(
            metavar="MB",
            help="The space that games may take; beyond it no new ones are begun.",
            min=1,
            max=100_000_000,
        ),
    ] = None,
    keep: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KIND=DAYS",
            help="Delete games of a kind that nobody has changed for so long: unfinished=30; "
            "may be repeated.",
        ),
    ] = None,
    budget: Annotated[
        float,
        typer.Option(metavar="S", help="The most seconds that an agent may think about a move."),
    ] = 5.0,
    workers: Annotated[
        int | None, typer.Option(metavar="N", help="How many agents think at once.", min=1, max=256)
    ] = None,
    thinking: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="How many of them for one client; half of --workers if not given.",
            min=1,
            max=256,
        ),
    ] = None,
    limit: Annotated[
        list[str] | None,
        typer.Option(
            metavar="KIND=RATE",
            help="How often one client may do something: create=30/minute; may be repeated.",
        ),
    ] = None,
    streams: Annotated[
        int, typer.Option(metavar="N", help="Open event streams of one client.", min=1, max=5000)
    ] = 30,
    no_limits: Annotated[
        bool,
        typer.Option(
            "--no-limits", help="Limit neither rates, streams nor connections of an address."
        ),
    ] = False,
    connections: Annotated[
        int | None,
        typer.Option(
            metavar="N",
            help="Open connections; 10000, or as many as the system allows, if not given.",
            min=16,
            max=1_000_000,
        ),
    ] = None,
    connections_of_address: Annotated[
        int | None,
        typer.Option(metavar="N", help="Open connections of one address; 500 if not given.", min=1),
    ] = None,
    root_path: Annotated[
        str,
        typer.Option(
            metavar="PATH", help="The path under which a reverse proxy serves it: /fourfold."
        ),
    ] = "",
    allow_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="A host name that requests may use; may be repeated."),
    ] = None,
    trust: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="A proxy whose X-Forwarded headers are trusted; may be repeated.",
        ),
    ] = None,
    agent: Annotated[
        list[str] | None,
        typer.Option(
            metavar="SPEC",
            help="A player from outside to offer: file.py:Class, exec:COMMAND; may be repeated.",
        ),
    ] = None,
    book: options.Books = None,
    tournaments: Annotated[
        bool | None,
        typer.Option(
            "--tournaments/--no-tournaments",
            help="Whether visitors may begin tournaments; "
            "yes if only this machine can be a visitor.",
            show_default=False,
        ),
    ] = None,
    log: Annotated[
        str, typer.Option(metavar="FORM", help="A line for each request: quiet, text or json.")
    ] = "quiet",
    metrics: Annotated[
        str | None,
        typer.Option(
            metavar="PORT",
            help="Metrics for Prometheus, at a port of 127.0.0.1 or at ADDRESS:PORT.",
        ),
    ] = None,
) -> int:
    """Serve the game to browsers."""
    import math

    from fourfold.agents.registry import admit
    from fourfold.web.cleanup import parse_keep
    from fourfold.web.middleware.allowed_hosts import loopback_names
    from fourfold.web.prometheus import parse_place
    from fourfold.web.quotas.rates import parse_rates
    from fourfold.web.server import serve as run
    from fourfold.web.settings import Settings

    if not (math.isfinite(budget) and 0.05 <= budget <= 3600):
        raise InvalidOption(f"--budget is {budget:g}, but must be 0.05 to 3600 seconds")
    if log not in _LOGS:
        raise InvalidOption(f"--log is {describe(log)}, but must be {', '.join(_LOGS)}")
    path = root_path.rstrip("/")
    if path and (not path.startswith("/") or path.startswith("//")):
        raise InvalidOption(f"--root-path is {describe(root_path)}, but must begin with one /")
    rates = parse_rates(limit or [])
    kept = parse_keep(keep or [])
    use_books(book)
    for spec in agent or ():
        admit(spec)
    names = (*loopback_names(host), *(name.lower() for name in allow_host or ()))
    if tournaments is None:  # a proxy may pass on what strangers ask for
        is_alone = not (path or allow_host or trust)
        tournaments = is_alone and bool(loopback_names(host))
    default = Settings()
    settings = Settings(
        database=database,
        database_limit=None if database_limit is None else database_limit * 1_000_000,
        keep={**default.keep, **kept},
        budget=budget,
        analysis=min(budget, default.analysis),
        review=min(4 * budget, default.review),
        workers=default.workers if workers is None else workers,
        thinking=thinking,
        rates={} if no_limits else {**default.rates, **rates},
        streams=None if no_limits else streams,
        connections=connections,
        connections_of_address=connections_of_address,
        root_path=path,
        hosts=names,
        trusted=tuple(trust or ()),
        tournaments=tournaments,
        log=log,
        metrics=None if metrics is None else parse_place(metrics),
    )
    return run(settings, host, port, open)

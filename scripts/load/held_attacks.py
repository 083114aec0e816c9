"""What the attacks that hold connections have in common: their cases, their table, their bounds."""

import asyncio
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable

from scripts.load import measure
from scripts.load.attack import (
    FIRST_ATTACKER,
    Measured,
    Newcomers,
    many_files,
    under_attack,
)
from scripts.load.client import address
from scripts.load.holding import Holder
from scripts.load.server import LoadServer, add_server_arguments, server_of

MANY = 100
"""Addresses of an attack from many."""
LOG_BYTES = 20_000
"""Bytes that a log may grow by during an attack."""
MORE_MB = 160
"""MB by which a server may grow: its cap of held bytes, and what connections need by themselves."""


def add_held_arguments(parser: ArgumentParser, count: int, seconds: float) -> None:
    """Add the arguments of an attack that holds so many connections for so long."""
    add_server_arguments(parser)
    parser.add_argument("--connections", metavar="N", type=int, default=count)
    parser.add_argument("--seconds", metavar="S", type=float, default=seconds)


def sources(addresses: int) -> list[str]:
    """Return the addresses of so many attackers."""
    return [address(FIRST_ATTACKER + number) for number in range(addresses)]


async def hold(
    server: LoadServer, holder: Holder, newcomers: Newcomers, seconds: float
) -> Measured:
    """Hold connections for so long, while people play and newcomers come."""

    async def attack() -> None:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(holder.attack())
            tasks.create_task(newcomers.come())

    return await under_attack(server, attack, seconds)


def run_cases(
    name: str,
    options: Namespace,
    attacker: Callable[[int, int, list[str]], Holder],
    files: int | None = None,
    cases: Iterable[int] = (1, MANY),
) -> int:
    """Attack from one address and from many; print a row for each; return 1 if one got through.

    attacker: makes the holder for a port, so many connections, and these addresses.
    files: how many files the server may have open.
    """
    many_files()
    rows = []
    status = 0
    for addresses in cases:
        with server_of(options, files=files) as server:
            holder = attacker(server.port, options.connections, sources(addresses))
            newcomers = Newcomers(server.port)
            measured = asyncio.run(hold(server, holder, newcomers, options.seconds))
        case = f"{name}, {addresses} address{'es' if addresses > 1 else ''}"
        rows.append(measured.row(case, **newcomers.columns(), **holder.columns()))
        problems = measured.failed[:3] + measured.lost[:3] + newcomers.turned_away[:3]
        for sentence in problems:
            print(f"{case}: {sentence}")
        has_bounds = (
            measured.is_fine()
            and not newcomers.turned_away
            and measured.log_bytes < LOG_BYTES
            and measured.most_mb < measured.usage[0].rss_mb + MORE_MB
        )
        status = status if has_bounds else 1
    measure.show(f"{name}: {'kept to' if not status else 'BROKE'} the bounds", rows)
    print(f"written to {measure.keep(name.replace(' ', '-'), rows)}")
    return status

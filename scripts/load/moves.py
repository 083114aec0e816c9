"""Play moves for some seconds, and print how long their answers took."""

import asyncio
import time
from argparse import ArgumentParser, Namespace

from scripts.load import measure
from scripts.load.client import Client, address
from scripts.load.players import Ledger, Timings, play_steadily
from scripts.load.server import LoadServer, add_server_arguments, server_of


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_server_arguments(parser)
    parser.add_argument("--seconds", metavar="S", type=float, default=10.0)
    parser.add_argument("--players", metavar="N", type=int, default=4)


async def play(server: LoadServer, seconds: float, players: int) -> tuple[Timings, list[str]]:
    """Let players move for so long; return the times, and what was lost after a kill."""
    timings, ledger = Timings(), Ledger()
    end = time.monotonic() + seconds
    clients = [Client(server.port, address(number)) for number in range(players)]
    await asyncio.gather(
        *(
            play_steadily(each, lambda: time.monotonic() > end, timings, ledger, seed=seed)
            for seed, each in enumerate(clients)
        )
    )
    for client in clients:
        client.close()
    server.restart()
    return timings, await ledger.lost(Client(server.port))


def run(options: Namespace) -> int:
    """Play, kill the server, and check that nothing acknowledged is lost."""
    with server_of(options) as server:
        timings, lost = asyncio.run(play(server, options.seconds, options.players))
    seconds = timings.seconds
    row = {
        "moves": len(seconds),
        "p50 ms": measure.in_ms(seconds, 0.5),
        "p99 ms": measure.in_ms(seconds, 0.99),
        "failed": len(timings.failed),
        "lost": len(lost),
    }
    measure.show("a person's move", [row])
    print(f"written to {measure.keep('moves', row)}")
    for sentence in lost + timings.failed[:3]:
        print(sentence)
    return 1 if lost or not seconds else 0

"""Kill the server, or PostgreSQL below it, while people play, and look for lost moves.

Each round people move as quickly as they can, the process is killed at a random moment and started
again, and every game of the round is compared with what was acknowledged: nothing may be missing,
and at most the one move that was on its way may be there besides.
"""

import asyncio
import contextlib
import random
import signal
import time
from argparse import ArgumentParser, Namespace
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field

from scripts.load import measure
from scripts.load.client import Client, RefusedError, address
from scripts.load.players import Ledger, Seats, long_game
from scripts.load.server import LoadServer, ServerError, add_server_arguments, server_of
from tests.store import postgres

_PLAYERS = 6
_LEAST, _MOST = 0.1, 0.6  # seconds of play before a kill
_RECOVERY = 60.0  # seconds


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_server_arguments(parser)
    parser.add_argument("--kills", metavar="N", type=int, default=100)
    parser.add_argument(
        "--of", choices=("server", "postgres"), default="server", help="which process is killed"
    )
    parser.add_argument("--seed", metavar="S", type=int, default=1)


@dataclass
class Tally:
    """What all rounds came to."""

    ledger: Ledger = field(default_factory=Ledger)
    on_their_way: int = 0
    """Moves that were not acknowledged and are there all the same: allowed, one for each game."""
    lost: list[str] = field(default_factory=list)
    refused: dict[str, int] = field(default_factory=dict)
    recoveries: list[float] = field(default_factory=list)
    """Seconds from a start after a kill to the first move that was acknowledged."""


class Player:
    """Plays one game after another on whichever port the server has."""

    def __init__(self, tally: Tally, seed: int) -> None:
        self._tally = tally
        self._moves = long_game("12x12", seed)
        self._source = address(seed)
        self.touched: set[str] = set()

    async def play(self, server: LoadServer) -> None:
        """Play until it is cancelled, or the server is gone."""
        client = Client(server.port, self._source)
        try:
            while True:
                try:
                    game = await Seats.create(client, rules="12x12")
                    self.touched.add(game.id)
                    self._tally.ledger.note(game.view)
                    for column in self._moves:
                        self._tally.ledger.note(await game.move(column))
                except RefusedError as error:
                    sentence = str(error)
                    self._tally.refused[sentence] = self._tally.refused.get(sentence, 0) + 1
                    await asyncio.sleep(0.1)
        except (OSError, EOFError, TimeoutError):
            pass
        finally:
            client.close()


@contextlib.asynccontextmanager
async def playing(players: list[Player], server: LoadServer) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(player.play(server)) for player in players]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def compare(server: LoadServer, tally: Tally, games: set[str]) -> None:
    """Compare games with what was acknowledged."""
    part = Ledger({id: tally.ledger.games[id] for id in games})
    client = Client(server.port)
    tally.lost += await part.lost(client)
    for id in games:
        view = await client.get(f"/api/games/{id}")
        more = len(view["plies"]) - len(tally.ledger.games[id])
        tally.on_their_way += max(0, more)
        if more > 1:
            tally.lost.append(f"game {id}: {more} moves are there that nobody was told of")
    client.close()


async def first_move(server: LoadServer) -> float:
    """Return the seconds until a move is acknowledged again; ServerError if none is."""
    began = time.monotonic()
    while time.monotonic() - began < _RECOVERY:
        client = Client(server.port, address(_PLAYERS + 1))
        try:
            game = await Seats.create(client, rules="12x12")
            await game.move(0)
            return time.monotonic() - began
        except (OSError, RefusedError, TimeoutError):
            await asyncio.sleep(0.05)
        finally:
            client.close()
    raise ServerError(f"no move was taken for {_RECOVERY:.0f} s after a kill")


async def _kill_server(server: LoadServer, tally: Tally, options: Namespace) -> None:
    choose = random.Random(options.seed)
    for _ in range(options.kills):
        players = [Player(tally, seed) for seed in range(_PLAYERS)]
        async with playing(players, server):
            await asyncio.sleep(choose.uniform(_LEAST, _MOST))
            server.kill()
        await asyncio.to_thread(server.start)
        tally.recoveries.append(await first_move(server))
        await compare(server, tally, set().union(*(player.touched for player in players)))
    tally.on_their_way = 0  # all games are counted once more
    await compare(server, tally, set(tally.ledger.games))


async def _kill_postgres(
    server: LoadServer, database: postgres.Server, tally: Tally, options: Namespace
) -> None:
    choose = random.Random(options.seed)
    for number in range(options.kills):
        players = [Player(tally, seed) for seed in range(_PLAYERS)]
        async with playing(players, server):
            await asyncio.sleep(choose.uniform(_LEAST, _MOST))
            await asyncio.to_thread(database.end, signal.SIGKILL if number % 2 else signal.SIGQUIT)
            await asyncio.sleep(choose.uniform(_LEAST, _MOST))
            await asyncio.to_thread(database.start_again)
            tally.recoveries.append(await first_move(server))
        if not server.is_running():
            raise ServerError("the server has ended with its database")
        await compare(server, tally, set().union(*(player.touched for player in players)))
    tally.on_their_way = 0  # all games are counted once more
    await compare(server, tally, set(tally.ledger.games))


@contextlib.contextmanager
def own_postgres() -> Iterator[postgres.Server]:
    try:
        with postgres.server() as running:
            yield running
    except postgres.NoServerError as error:
        raise ServerError(f"{error}") from None


def run(options: Namespace) -> int:
    """Kill and compare; the status is 1 if anything was lost."""
    tally = Tally()
    began = time.monotonic()
    if options.of == "postgres":
        with own_postgres() as database:
            url = database.url(database.new_database())
            with server_of(options, database=url) as server:
                asyncio.run(_kill_postgres(server, database, tally, options))
    else:
        with server_of(options) as server:
            asyncio.run(_kill_server(server, tally, options))
    row = {
        "killed": options.of,
        "database": "PostgreSQL" if options.postgres or options.of == "postgres" else "SQLite",
        "kills": options.kills,
        "games": len(tally.ledger.games),
        "acknowledged moves": tally.ledger.moves,
        "lost": len(tally.lost),
        "on their way": tally.on_their_way,
        "recovery p50 ms": measure.in_ms(tally.recoveries, 0.5),
        "slowest": measure.in_ms(tally.recoveries, 1.0),
        "seconds": time.monotonic() - began,
    }
    measure.show("kills", [row])
    for sentence, count in sorted(tally.refused.items()):
        print(f"{count} times: {sentence}")
    for sentence in tally.lost[:20]:
        print(sentence)
    print(f"written to {measure.keep(f'kills-{options.of}', {**row, 'refused': tally.refused})}")
    return 1 if tally.lost else 0

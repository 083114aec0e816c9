"""Play many games against `perfect` on the largest board, leave, and print the server's memory.

The memory must stay within the limit of docs/deploying.md, and be back within a few seconds after
everybody has left at what it was with no game at all, but for what a process keeps.
"""

import asyncio
import time
from argparse import ArgumentParser, Namespace
from typing import Any

from fourfold.web.settings import Settings
from fourfold.web.thinking.memory import most_memory
from scripts.load import measure
from scripts.load.client import Client, Stream, address
from scripts.load.server import LoadServer, add_server_arguments, server_of

WORKERS = 2
KEPT = 60
"""MB that may be left over once everybody has gone: caches, streams, what the allocator keeps."""
_GAMES_OF_ONE = 5
_SAMPLE = 0.05  # seconds
_PERSONS_MOVES = "aabbccddeeff"


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_server_arguments(parser)
    parser.add_argument("--games", metavar="N", type=int, default=200)
    parser.add_argument("--seconds", metavar="S", type=float, default=60.0)
    parser.add_argument(
        "--after", metavar="S", type=float, default=5.0, help="seconds after everybody has left"
    )


async def _play(client: Client, agent: str, end: float, streams: list[Stream]) -> int:
    """Play a game with an open stream until the end; return how many moves the agent made."""
    players = [{"name": "Ann"}, {"agent": agent}]
    created = await client.post("/api/games", {"rules": "12x12", "players": players})
    id, secret = created["game"]["id"], created["seats"]["FIRST"]
    stream = await client.open_stream(f"/api/games/{id}/events", secret)
    streams.append(stream)
    answered = played = 0
    async for name, data in stream.events():
        if name != "game" or data["result"] is not None or data["turn"] != "FIRST":
            continue
        answered = len(data["plies"]) // 2
        if time.monotonic() > end or played >= len(_PERSONS_MOVES):
            break
        if answered == played:
            column = _PERSONS_MOVES[played]
            played += 1
            await client.post(f"/api/games/{id}/moves", {"column": column}, secret)
    return answered


async def _sample(server: LoadServer, seen: list[float]) -> None:
    while True:
        seen.append(server.usage().rss_mb)
        await asyncio.sleep(_SAMPLE)


async def measure_games(
    server: LoadServer, agent: str, games: int, seconds: float, after: float
) -> dict[str, Any]:
    """Play, leave, and return the memory before, at most, and afterwards, in MB."""
    before = server.usage().rss_mb
    seen = [before]
    sampling = asyncio.create_task(_sample(server, seen))
    streams: list[Stream] = []
    end = time.monotonic() + seconds
    clients = [Client(server.port, address(number // _GAMES_OF_ONE)) for number in range(games)]
    playing = [asyncio.create_task(_play(each, agent, end, streams)) for each in clients]
    done, late = await asyncio.wait(playing, timeout=seconds)
    for task in late:
        task.cancel()
    for stream in streams:
        stream.close()
    for client in clients:
        client.close()
    await asyncio.gather(*late, return_exceptions=True)
    await asyncio.sleep(after)
    left = server.usage().rss_mb
    sampling.cancel()
    failed = [repr(error) for task in done if (error := task.exception()) is not None]
    return {
        "agent": agent,
        "games": len(streams),
        "before MB": before,
        "most MB": max(seen),
        "after MB": left,
        "failed": failed,
    }


def run(options: Namespace) -> int:
    """Play with each agent that keeps large tables, and compare with the limit."""
    limit = most_memory(WORKERS, Settings().memory)
    rows = []
    for agent in ("perfect", "classic:level=expert"):
        with server_of(options, "--workers", str(WORKERS), "--budget", "2") as server:
            rows.append(
                asyncio.run(
                    measure_games(server, agent, options.games, options.seconds, options.after)
                )
            )
    failed = [row.pop("failed") for row in rows]
    for row, sentences in zip(rows, failed, strict=True):
        row["failed"] = len(sentences)
    measure.show(f"memory; {limit} MB is the limit", rows)
    print(f"written to {measure.keep('memory', {'limit MB': limit, 'rows': rows})}")
    for sentence in [each for sentences in failed for each in sentences][:5]:
        print(sentence)
    is_within = all(
        float(str(row["most MB"])) <= limit
        and float(str(row["after MB"])) <= float(str(row["before MB"])) + KEPT
        and row["games"] == options.games
        and not row["failed"]
        for row in rows
    )
    return 0 if is_within else 1

"""The clients of a soak: they play, watch, search, upload and study, and some misbehave."""

import asyncio
import contextlib
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from scripts.load.client import Client, Connection, RefusedError, Stream, address, code_of, head
from scripts.load.floods import file_of_games
from scripts.load.players import Ledger, Seats, Timings, long_game

_AGENTS = ("casual", "greedy", "hard", "uct:seconds=1")
_GAME = 300.0  # seconds of a game against an agent
_SLOW = 15.0  # seconds in which a slow reader reads nothing


@dataclass
class Crowd:
    """What all clients of a soak share."""

    port: int
    seed: int = 1
    timings: Timings = field(default_factory=Timings)
    ledger: Ledger = field(default_factory=Ledger)
    games: list[str] = field(default_factory=list)
    """The newest games, to be watched."""
    answers: Counter[str] = field(default_factory=Counter)
    """What became of the requests, by role."""
    is_over: bool = False

    def note(self, game: str) -> None:
        """Note a game that can be watched."""
        self.games.append(game)
        del self.games[:-200]


Role = Callable[[Crowd, Client, random.Random], Awaitable[None]]


async def _move(crowd: Crowd, game: Seats, column: int) -> None:
    start = time.monotonic()
    view = await game.move(column)
    crowd.timings.moves.append((start, time.monotonic() - start))
    crowd.ledger.note(view)


async def play_by_link(crowd: Crowd, client: Client, choose: random.Random) -> None:
    """Two people play by link, each with an open stream."""
    people = ({"name": "Ann"}, {"name": "Ben"})
    game = await Seats.create(client, people, rules="12x12", link=True)
    crowd.note(game.id)
    streams = []
    try:
        for side in ("FIRST", "SECOND"):
            name = {"name": side.title()}
            await client.post(f"/api/games/{game.id}/join", name, game.secrets[side])
            path = f"/api/games/{game.id}/events"
            streams.append(await client.open_stream(path, game.secrets[side]))
        readers = [asyncio.create_task(_drain(each)) for each in streams]
        game.view = await client.get(f"/api/games/{game.id}")
        crowd.ledger.note(game.view)
        for column in long_game("12x12", choose.randrange(50))[: choose.randrange(10, 60)]:
            await asyncio.sleep(choose.uniform(0.5, 1.5))
            await _move(crowd, game, column)
            if crowd.is_over:
                break
        for reader in readers:
            reader.cancel()
    finally:
        for each in streams:
            each.close()


async def _drain(stream: Stream) -> None:
    async for _ in stream.events():
        pass


async def play_an_agent(crowd: Crowd, client: Client, choose: random.Random) -> None:
    """Somebody plays against an agent, and hears its answers from a stream."""
    players = ({"name": "Ida"}, {"agent": choose.choice(_AGENTS)})
    game = await Seats.create(client, players)
    crowd.note(game.id)
    stream = await client.open_stream(f"/api/games/{game.id}/events", game.secrets["FIRST"])
    try:
        async with asyncio.timeout(_GAME):
            async for name, data in stream.events():
                if crowd.is_over or (name == "game" and data["result"] is not None):
                    return
                # An event may be from before the move that was just made.
                is_ours = name == "game" and data["turn"] == "FIRST"
                if is_ours and data["version"] >= game.view["version"]:
                    game.view = data
                    crowd.ledger.note(data)
                    await asyncio.sleep(choose.uniform(0.5, 1.5))
                    await _move(crowd, game, choose.choice(data["legal"])["column"])
    finally:
        stream.close()


async def watch(crowd: Crowd, client: Client, choose: random.Random) -> None:
    """Somebody watches a game for some seconds."""
    if not crowd.games:
        return
    stream = await client.open_stream(f"/api/games/{choose.choice(crowd.games)}/events")
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(choose.uniform(2, 10)):
            await _drain(stream)
    stream.close()


async def search(crowd: Crowd, client: Client, choose: random.Random) -> None:
    """Somebody looks for games."""
    paths = ("/api/games?limit=50", "/api/games?player=an", "/api/statistics", "/api/games?mine=1")
    await client.get(choose.choice(paths))


async def upload(crowd: Crowd, client: Client, choose: random.Random) -> None:
    """Somebody uploads a file of games."""
    data = file_of_games(choose.randrange(4), choose.randrange(1, 6))
    (await client.ask("POST", "/api/records", data, kind="application/jsonl")).json()
    await asyncio.sleep(5)


async def study(crowd: Crowd, client: Client, choose: random.Random) -> None:
    """Somebody studies a position, short enough for others."""
    moves = "".join(choose.choice("1234567") for _ in range(choose.randrange(1, 6)))
    await client.get(f"/api/analysis/7x6:{moves}?seconds=0.5")


async def misbehave(crowd: Crowd, client: Client, choose: random.Random) -> None:
    """Somebody sends what nobody should send."""
    await choose.choice(_MISBEHAVIOURS)(crowd, client, choose)


async def _half_a_request(crowd: Crowd, client: Client, choose: random.Random) -> None:
    connection = await Connection.open(crowd.port, client.source)
    await connection.send(head("POST", "/api/games", 1000) + b'{"players": [')
    await asyncio.sleep(choose.uniform(0, 3))
    connection.close()


async def _garbage(crowd: Crowd, client: Client, choose: random.Random) -> None:
    connection = await Connection.open(crowd.port, client.source)
    await connection.send(choose.randbytes(200) + b"\r\n\r\n")
    await connection.is_closed(1)
    connection.close()


async def _bad_json(crowd: Crowd, client: Client, choose: random.Random) -> None:
    body = choose.choice((b"{", b"[" * 20_000, b'{"players": 7}', b"\xff\xfe", b"null"))
    (await client.ask("POST", "/api/games", body)).json()


async def _mangled_link(crowd: Crowd, client: Client, choose: random.Random) -> None:
    game = choose.choice(crowd.games) if crowd.games else "none"
    end = choose.choice(("%23secret", "/../..", "?x=%00", "%ff", "'--"))
    await client.ask("GET", f"/game/{game}{end}")


async def _burst(crowd: Crowd, client: Client, choose: random.Random) -> None:
    for _ in range(50):
        await client.ask("GET", "/api/games?limit=200")


async def _leave_at_once(crowd: Crowd, client: Client, choose: random.Random) -> None:
    connection = await Connection.open(crowd.port, client.source)
    await connection.send(head("GET", "/api/analysis/12x12:abc"))
    connection.close()


async def _read_nothing(crowd: Crowd, client: Client, choose: random.Random) -> None:
    if crowd.games:
        stream = await client.open_stream(f"/api/games/{choose.choice(crowd.games)}/events")
        await asyncio.sleep(choose.uniform(1, _SLOW))
        stream.close()


_MISBEHAVIOURS: tuple[Role, ...] = (
    _half_a_request, _garbage, _bad_json, _mangled_link, _burst, _leave_at_once, _read_nothing,
)  # fmt: skip

ROLES: tuple[tuple[Role, int], ...] = (
    (play_by_link, 70), (play_an_agent, 40), (watch, 30), (search, 20), (upload, 10), (study, 10),
    (misbehave, 20),
)  # fmt: skip
"""Who does what, of each 200."""


def role_of(number: int, clients: int) -> Role:
    """Return what one of so many clients does, so that every role has its share."""
    place = (number * 200 // clients) % 200
    for role, share in ROLES:
        if place < share:
            return role
        place -= share
    raise AssertionError("the shares are 200")


async def take_part(crowd: Crowd, number: int, clients: int) -> None:
    """Be one of the clients until the soak is over."""
    choose = random.Random(f"{crowd.seed} {number}")
    role = role_of(number, clients)
    client = Client(crowd.port, address(number), code_of(number))
    with contextlib.suppress(asyncio.CancelledError):
        while not crowd.is_over:
            outcome = "done"
            try:
                await role(crowd, client, choose)
            except RefusedError as error:
                outcome = str(error.status)
                if role in (play_by_link, play_an_agent):
                    crowd.timings.failed.append(f"{role.__name__}: {error}")
            except (OSError, EOFError, TimeoutError) as error:
                outcome = type(error).__name__
                if role in (play_by_link, play_an_agent):
                    crowd.timings.failed.append(f"{role.__name__}: {outcome}")
            crowd.answers[f"{role.__name__} {outcome}"] += 1
            await asyncio.sleep(choose.uniform(0.2, 1))
    client.close()

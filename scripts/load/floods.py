"""Flood a server with one kind of request while people play, from one address and from twenty.

Each flood is bounded in count, in rate and in time. Printed is what it did to those who play: how
long their moves took before and during it, and what the server answered and used. The exit status
is 1 if a move was lost or failed, or took longer than the bound at the 99th percentile.
"""

import asyncio
import itertools
import json
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType

from fourfold.game import Record
from fourfold.game.json_lines import encode, record_lines
from fourfold.rules import Position, Rules
from fourfold.rules.notation import column_label
from scripts.load import measure
from scripts.load.attack import BOUND, FIRST_ATTACKER, Measured, under_attack
from scripts.load.client import address, code_of, head
from scripts.load.players import long_game
from scripts.load.senders import Answers, Pace, send
from scripts.load.server import LoadServer, add_server_arguments, server_of

MANY = 20
"""Addresses of an attack from many."""
_CONNECTIONS = 40  # in all
_GAMES = 300  # in which one address lets agents think
_UPLOADED = 100  # games of a file, the most that are taken
_UPLOADED_PLIES = 140  # of each
_UPLOADS = 8  # different files


@dataclass
class Sender:
    """An attacker: makes the requests that are sent one after another."""

    codes: tuple[str, ...]
    """The codes of the players that they say they are, in turn."""
    number: int
    ids: list[str] = field(default_factory=list)
    """The games that they have begun."""
    turns: Iterator[int] = field(default_factory=itertools.count)

    def get(self, path: str, turn: int = 0) -> bytes:
        """Return a request that reads."""
        return head("GET", path, None, X_Fourfold_Player=self.codes[turn % len(self.codes)])

    def post(self, path: str, body: bytes, kind: str = "application/json", turn: int = 0) -> bytes:
        """Return a request that changes something."""
        code = self.codes[turn % len(self.codes)]
        more = {"Content_Type": kind, "X_Fourfold_Player": code}
        return head("POST", path, len(body), **more) + body


def _creation(sender: Sender) -> bytes:
    return sender.post("/api/games", b'{"rules": "12x12", "players": [{}, {}]}')


_SEARCHES = (
    "player=ann&limit=200", "player=ann+1234", "player=e&limit=200", "player=nobody+at+all",
    "rules=12x12&limit=200", "rules=6x5&result=draw", "rules=12x12&agent=greedy&result=draw",
    "agent=uct:seconds%3D1", "agent=classic&result=SECOND&limit=200", "result=draw&limit=200",
    "finished=false&limit=200", "mine=true&limit=200", "mine=true&result=win&rules=8x8",
    "mine=true&player=zo%C3%AB&agent=hard", "player=olga&result=loss&rules=9x7&limit=200",
    "player=1&agent=classic:level%3Dexpert&rules=6x5", "player=9&before=1600600000.0_2",
)  # fmt: skip


def _search(sender: Sender) -> bytes:
    return sender.get(f"/api/games?{_SEARCHES[next(sender.turns) % len(_SEARCHES)]}")


_STATISTICS = (
    "/api/statistics", "/api/statistics?player=Ann", "/api/statistics?player=nobody",
    "/api/me", "/api/explorer/7x6:", "/api/explorer/7x6:44", "/api/explorer/7x6:?mine=true",
)  # fmt: skip


def _statistic(sender: Sender) -> bytes:
    return sender.get(_STATISTICS[next(sender.turns) % len(_STATISTICS)])


def _analysis(sender: Sender) -> bytes:
    turn = next(sender.turns)  # no two positions are the same, so that no answer is kept
    moves = long_game("12x12", turn % 97 + 100 * sender.number)[: 4 + turn % 40]
    labels = "".join(column_label(column, 12) for column in moves)
    return sender.get(f"/api/analysis/12x12:{labels}")


@cache
def file_of_games(number: int, games: int = _UPLOADED) -> bytes:
    """Return a file of long games."""
    position = Position(Rules.parse("12x12"))
    for column in long_game("12x12", number)[:_UPLOADED_PLIES]:
        position = position.play(column)
    return encode(record_lines(Record.from_position(position))) * games


def _upload(sender: Sender) -> bytes:
    file = file_of_games(next(sender.turns) % _UPLOADS)
    return sender.post("/api/records", file, "application/jsonl")


def _agent_game(sender: Sender) -> bytes:
    """Begin games in which an agent is to move, then ask about them, so that it thinks."""
    turn = next(sender.turns)
    if turn >= _GAMES and sender.ids:
        return sender.get(f"/api/games/{sender.ids[turn % len(sender.ids)]}", turn)
    players = [{"agent": "perfect"}, {}]
    body = json.dumps({"rules": "12x12", "players": players}).encode()
    return sender.post("/api/games", body, turn=turn)


def _stream(sender: Sender) -> bytes:
    turn = next(sender.turns)
    if sender.ids:
        return sender.get(f"/api/games/{sender.ids[turn % len(sender.ids)]}/events", turn)
    return _creation(sender)


def _hanging_up(sender: Sender) -> bytes:
    return sender.get("/api/lobby/events" if next(sender.turns) % 2 else "/api/games?limit=200")


@dataclass(frozen=True, slots=True)
class Flood:
    """A kind of flood."""

    request: Callable[[Sender], bytes]
    codes: int = 1
    """How many players each address makes up."""
    hangs_up: bool = False


FLOODS: Mapping[str, Flood] = MappingProxyType(
    {
        "creations": Flood(_creation),
        "searches": Flood(_search),
        "statistics": Flood(_statistic),
        "analyses": Flood(_analysis),
        "uploads": Flood(_upload),
        "streams": Flood(_stream),
        "stream-churn": Flood(_stream, codes=20, hangs_up=True),
        "hang-ups": Flood(_hanging_up, codes=20, hangs_up=True),
        "agents": Flood(_agent_game, codes=20),
    }
)


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_server_arguments(parser)
    parser.add_argument("--only", metavar="NAME", action="append", choices=FLOODS, default=[])
    parser.add_argument(
        "--addresses", metavar="N", type=int, action="append", default=[], help="default 1 and 20"
    )
    parser.add_argument("--seconds", metavar="S", type=float, default=15.0, help="of each flood")
    parser.add_argument("--rate", metavar="R", type=float, default=300.0, help="requests a second")
    parser.add_argument("--count", metavar="N", type=int, default=20_000, help="of each flood")
    parser.add_argument(
        "--bound", metavar="MS", type=float, default=BOUND, help="of a move, at p99 (%(default)s)"
    )


async def flood(
    server: LoadServer,
    kind: Flood,
    addresses: int,
    seconds: float,
    pace: Pace,
    answers: Answers,
    before: float = 3.0,
) -> Measured:
    """Let people play during a flood; return what it did to them."""

    async def attack() -> None:
        pace.begin()
        everybody = [
            Sender(tuple(code_of(number * kind.codes + each) for each in range(kind.codes)), number)
            for number in range(addresses)
        ]

        async def one(number: int) -> None:
            sender = everybody[number % addresses]

            def read(_: bytes, body: bytes) -> None:
                if body.startswith(b'{"game":{"id":'):
                    sender.ids.append(json.loads(body)["game"]["id"])

            await send(
                server.port,
                address(FIRST_ATTACKER + sender.number),
                pace,
                answers,
                lambda: kind.request(sender),
                read,
                hangs_up=kind.hangs_up,
            )

        await asyncio.gather(*(one(number) for number in range(_CONNECTIONS)))

    return await under_attack(server, attack, seconds, before=before)


def run(options: Namespace) -> int:
    """Run the floods, print a table, and compare with the bound."""
    rows = []
    is_fine = True
    for number in range(_UPLOADS):
        file_of_games(number)  # made before, so that it takes nothing from the server
    with server_of(options) as server:
        for name in options.only or FLOODS:
            for addresses in options.addresses or (1, MANY):
                answers, used = Answers(), time.process_time()
                pace = Pace(options.rate, options.count)
                measured = asyncio.run(
                    flood(server, FLOODS[name], addresses, options.seconds, pace, answers)
                )
                is_fine &= measured.is_fine(options.bound)
                rows.append(_row(name, addresses, measured, answers, time.process_time() - used))
                for sentence in measured.lost + measured.failed[:3]:
                    print(sentence)
                print(json.dumps(rows[-1]), flush=True)
    _show("a person's move during floods, in ms; memory and disk in MB, processor time in s", rows)
    print(f"written to {measure.keep('floods', rows)}")
    return 0 if is_fine else 1


def _row(
    name: str, addresses: int, measured: Measured, answers: Answers, senders: float
) -> dict[str, object]:
    row = measured.row(name)
    grown = measured.usage[-1].disk_bytes - measured.usage[0].disk_bytes
    return {
        "attack": row.pop("attack"),
        "from": addresses,
        **row,
        "disk MB": round(grown / 1e6, 1),
        "sent": answers.sent,
        "senders cpu s": round(senders, 1),
        "answers": answers.text(),
    }


_SHOWN = {
    "attack": "attack", "from": "from", "moves": "moves", "before p99": "p99 before",
    "p50 ms": "p50 ms", "p99 ms": "p99 ms", "failed": "failed", "lost": "lost",
    "most MB": "MB", "disk MB": "disk", "log bytes": "log", "cpu s": "cpu s",
    "senders cpu s": "senders", "answers": "answers",
}  # fmt: skip


def _show(title: str, rows: list[dict[str, object]]) -> None:
    measure.show(title, ({name: row[key] for key, name in _SHOWN.items()} for row in rows))

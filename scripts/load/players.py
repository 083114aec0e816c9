"""Clients that play, and a ledger of every move that the server acknowledged."""

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from fourfold.rules import Position, Rules
from scripts.load.client import Client, RefusedError


@cache
def long_game(rules: str = "12x12", seed: int = 1) -> tuple[int, ...]:
    """Return the columns of a long game in which nobody wins before its last quarter."""
    choose = random.Random(seed)
    position = Position(Rules.parse(rules))
    while True:
        columns = list(position.legal_columns)
        choose.shuffle(columns)
        for column in columns:
            following = position.play(column)
            if following.outcome is None:
                position = following
                break
        else:
            return position.moves


@dataclass
class Ledger:
    """What the server has acknowledged: for each game, the columns that were played."""

    games: dict[str, list[int]] = field(default_factory=dict)

    @property
    def moves(self) -> int:
        """How many moves were acknowledged."""
        return sum(len(columns) for columns in self.games.values())

    def note(self, view: dict[str, Any]) -> None:
        """Note the moves of an answer. What was acknowledged before must be part of it."""
        self.games[view["id"]] = [ply["column"] for ply in view["plies"]]

    async def lost(self, client: Client, at_once: int = 4) -> list[str]:
        """Ask the server for every game; return a sentence for each that misses moves."""
        waiting = list(self.games)
        found: list[str] = []

        async def check() -> None:
            asking = Client(client.port, client.source)
            while waiting:
                id = waiting.pop()
                sentence = self._compare(id, await _patiently(asking, f"/api/games/{id}"))
                if sentence:
                    found.append(sentence)
            asking.close()

        await asyncio.gather(*(check() for _ in range(at_once)))
        return found

    def _compare(self, id: str, view: dict[str, Any] | RefusedError) -> str:
        if isinstance(view, RefusedError):
            return f"game {id}: {view}"
        there = [ply["column"] for ply in view["plies"]]
        kept = self.games[id]
        if there[: len(kept)] == kept:
            return ""
        return f"game {id}: {len(kept)} moves were acknowledged, {len(there)} are there"


async def _patiently(client: Client, path: str, seconds: float = 60.0) -> Any:
    """Get an answer, waiting where the server asks for it; return what it refused otherwise."""
    until = time.monotonic() + seconds
    while True:
        answer = await client.ask("GET", path)
        try:
            return answer.json()
        except RefusedError as error:
            if error.status not in (429, 503) or time.monotonic() > until:
                return error
            await asyncio.sleep(min(5.0, float(answer.headers.get("retry-after", "1"))))


@dataclass
class Seats:
    """A game with the secrets of its seats: plays for either side."""

    client: Client
    view: dict[str, Any]
    secrets: dict[str, str]

    @classmethod
    async def create(
        cls, client: Client, players: Sequence[dict[str, str]] = ({}, {}), **wanted: Any
    ) -> "Seats":
        """Begin a game: of two people at one screen if nothing else is said."""
        answer = await client.post("/api/games", {"players": list(players), **wanted})
        return cls(client, answer["game"], answer["seats"])

    @property
    def id(self) -> str:
        """The game's id."""
        id: str = self.view["id"]
        return id

    async def move(self, column: int) -> dict[str, Any]:
        """Play a column, counted from 0, for the side to move."""
        label = self.view["rules"]["labels"][column]
        secret = self.secrets.get(self.view["turn"])
        body = {"column": label, "version": self.view["version"]}
        self.view = await self.client.post(f"/api/games/{self.id}/moves", body, secret)
        return self.view


@dataclass
class Timings:
    """When moves were sent, and the seconds until their answers."""

    moves: list[tuple[float, float]] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)

    @property
    def seconds(self) -> list[float]:
        """The seconds of each answered move."""
        return [taken for _, taken in self.moves]


async def play_steadily(
    client: Client,
    until: Callable[[], bool],
    timings: Timings,
    ledger: Ledger,
    *,
    pause: float = 0.05,
    seed: int = 1,
) -> None:
    """Play games of two people at one screen, a move after each pause, and time every move.

    A move that was refused or not answered is noted as failed, and the next game begins.
    """
    while not until():
        try:
            game = await Seats.create(client, rules="12x12")
            for column in long_game("12x12", seed):
                await asyncio.sleep(pause)
                if until():
                    return
                start = time.monotonic()
                view = await game.move(column)
                timings.moves.append((start, time.monotonic() - start))
                ledger.note(view)
        except (OSError, RefusedError, TimeoutError) as error:
            timings.failed.append(f"{type(error).__name__}: {error}")
            await asyncio.sleep(pause)

"""Results: how the people at its seats did when a game first ended.

A game has its rows from the change that ended it, in the same transaction, and never again: what is
taken back, or played on, after the end does not change them. They outlive the game. How people fare
against each agent is added up in the same transaction, so that nobody has to count.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, cast

from sqlalchemy import select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Connection

from fourfold.rules import Player
from fourfold.store.rows import search_key, storable
from fourfold.store.schema import RESULTS, TALLIES
from fourfold.store.stored_game import StoredGame

Result = Literal["win", "draw", "loss"]
MOST_RESULTS = 5_000
"""Results of a player that are returned: the newest."""
MOST_AGENTS = 200
"""Agents that a tally names: those that were played most."""
COUNTS = ("games", "wins", "draws", "losses")
"""The numbers of a tally."""
_EVERYBODY = "*"  # the player of a tally; a name has a = before it


@dataclass(frozen=True, slots=True)
class AgentTally:
    """The results of people against an agent, in games that ended."""

    agent: str
    """Its text, with options."""
    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """How many games ended."""
        return self.wins + self.draws + self.losses


@dataclass(frozen=True, slots=True)
class GameResult:
    """How a player did in a game."""

    result: Result
    ended: float
    """When, by time.time()."""
    rules: str
    agent: str | None
    """The text of the agent that they played against; None for a person."""
    opponent: str | None
    """The id of the person that they played against, if known."""
    opponent_name: str
    counted: bool
    """False in a game that one player played against themselves, at one screen."""
    took_back: bool
    """Whether a move was taken back before the end."""


def add(connection: Connection, game: StoredGame) -> None:
    """Add the results of a game that is over, unless it has them already or does not count.

    Games that were read from a file, or that began in the middle, do not count.
    """
    is_postgres = connection.dialect.name == "postgresql"
    upsert: Any = postgresql.insert if is_postgres else sqlite.insert
    for row in rows_of(game):
        new = upsert(RESULTS).values(row).on_conflict_do_nothing(index_elements=["game", "side"])
        if connection.execute(new.execution_options(preserve_rowcount=True)).rowcount == 1:
            _count(connection, row, upsert)


def _count(connection: Connection, row: dict[str, Any], upsert: Any) -> None:
    """Count a result that is new."""
    added = upsert(TALLIES)
    statement = added.on_conflict_do_update(
        index_elements=["player", "agent"],
        set_={name: TALLIES.c[name] + added.excluded[name] for name in COUNTS},
    )
    for tally in tallies_of(row):
        connection.execute(statement, tally)


def tallies_of(row: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield what a result adds to the tallies of everybody and of those of this name."""
    if row["agent"] is None:
        return
    places = {"win": "wins", "draw": "draws", "loss": "losses"}
    counts = {"games": 1} | {place: int(row["result"] == each) for each, place in places.items()}
    for player in (_EVERYBODY, _called(row["name"])):
        yield {"player": player, "agent": row["agent"], **counts}


def _called(name: str) -> str:
    return f"={name}"


def load(connection: Connection, player: str) -> list[GameResult]:
    """Return the results of the player with this id, the oldest first."""
    columns = RESULTS.c
    wanted = (
        select(RESULTS)
        .where(columns.player == player)
        .order_by(columns.ended.desc(), columns.game.desc(), columns.side.desc())
        .limit(MOST_RESULTS)
    )
    rows = connection.execute(wanted).mappings().all()
    return [
        GameResult(
            result=cast(Result, row["result"]),
            ended=row["ended"],
            rules=row["rules"],
            agent=row["agent"],
            opponent=row["opponent"],
            opponent_name=row["opponent_name"],
            counted=bool(row["counted"]),
            took_back=bool(row["took_back"]),
        )
        for row in reversed(rows)
    ]


def tally(connection: Connection, name: str | None) -> list[AgentTally]:
    """Return every agent that people have finished a game against, the most played first.

    name: only of the people who are called so.
    """
    columns = TALLIES.c
    wanted = (
        select(columns.agent, columns.wins, columns.draws, columns.losses)
        .where(columns.player == (_EVERYBODY if name is None else _called(search_key(name))))
        .order_by(columns.games.desc())
        .limit(MOST_AGENTS)
    )
    found = [AgentTally(*row) for row in connection.execute(wanted)]
    return sorted(found, key=lambda tally: (-tally.games, tally.agent))


def rows_of(game: StoredGame) -> Iterator[dict[str, Any]]:
    """Yield the row of each person who played a game that is over and counts."""
    record = game.record
    if record.ending is None or game.uploaded or record.opening or not record.plies:
        return
    is_alone = not game.is_link or (
        game.identities[0] is not None and game.identities[0] == game.identities[1]
    )
    for side in Player:
        player, other = record.players[side.value], record.players[side.other.value]
        if not player.is_human:
            continue
        agent = None if other.agent is None else storable(other.agent.strip())
        yield {
            "game": game.id,
            "side": str(side),
            "player": game.identities[side.value],
            "name": search_key(player.name),
            "opponent": game.identities[side.other.value],
            "opponent_name": storable(other.name),
            "agent": agent,
            "rules": str(record.rules),
            "result": _result(record.ending.winner, side),
            "counted": int(agent is not None or not is_alone),
            "took_back": int(game.took_back),
            "ended": game.updated,
        }


def _result(winner: Player | None, side: Player) -> Result:
    if winner is None:
        return "draw"
    return "win" if winner is side else "loss"

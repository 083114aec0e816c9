"""Games as the page sees them: plain data, made from what is stored."""

import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from fourfold.agents import Thinking
from fourfold.agents.registry import title_of
from fourfold.analysis.threats import winning_cells
from fourfold.game import Ending, Game, Mode, Participant, Ply
from fourfold.game.players import HUMAN
from fourfold.rules import Player, Position, Rules
from fourfold.rules.notation import column_label, format_position
from fourfold.store import StoredGame, game_of

View = dict[str, Any]

_SEATS = ("First player", "Second player")


@dataclass(frozen=True, slots=True)
class Present:
    """Who is there, as far as one process knows."""

    watchers: int = 0
    seats: frozenset[Player] = frozenset()
    thinking: View | None = field(default=None, hash=False)


NOBODY = Present()


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One version of a game, with its view, which is costly to make and so is made once."""

    stored: StoredGame
    view: View = field(hash=False)
    at: float
    """When, by time.monotonic()."""

    @classmethod
    def of(cls, stored: StoredGame) -> "Snapshot":
        """Look at a game."""
        return cls(stored, _game_view(stored), time.monotonic())

    def now(self, present: Present = NOBODY) -> View:
        """The view with what has changed since without a new version: clocks, and who is there."""
        players = [
            {**player, "present": Player[player["side"]] in present.seats}
            for player in self.view["players"]
        ]
        return {
            **self.view,
            "players": players,
            "clock": self._clock(present.thinking),
            "thinking": present.thinking,
            "watchers": present.watchers,
            "you": None,
        }

    @property
    def is_out_of_time(self) -> bool:
        """Whether a person whose clock runs has taken more than he may."""
        clock = self._clock(None)
        if clock is None or clock["running"] is None:
            return False
        left = clock["left"][Player[clock["running"]].value]
        return left == 0.0 or (clock["move"] is not None and clock["spent"] >= clock["move"])

    def _clock(self, thinking: View | None) -> View | None:
        """The clock of an agent runs while it thinks, which only this process knows."""
        clock: View | None = self.view["clock"]
        if clock is None:
            return None
        passed = 0.0
        if clock["running"] is not None:
            passed = time.monotonic() - self.at
        elif thinking is not None and not thinking["queued"]:
            passed = thinking["seconds"]
            clock = {**clock, "running": thinking["side"]}
        left = list(clock["left"])
        turn = Player[self.view["turn"]].value
        if left[turn] is not None:
            left[turn] = round(max(0.0, left[turn] - passed), 3)
        return {**clock, "left": left, "spent": round(clock["spent"] + passed, 3)}


def dump(view: object) -> bytes:
    """A view as JSON, in as few bytes as it takes; a lone surrogate is shown as its code."""
    text = json.dumps(view, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace")


def _game_view(stored: StoredGame) -> View:
    game = game_of(stored)
    record = stored.record
    return {
        **_board(game.position, game.start, record.plies, game.ending),
        "id": stored.id,
        "version": stored.version,
        "mode": str(Mode.of(record.players)),
        "link": stored.is_link,
        "players": [
            {
                **_player(record.players[side.value], side),
                "joined": stored.joined[side.value],
                "present": False,
            }
            for side in Player
        ],
        "can_undo": game.can_undo,
        "can_redo": game.can_redo and not stored.is_link,
        "offer": _name(stored.offer),
        "undo_offer": _name(stored.undo_offer),
        "clock": _clock(game),
        "thinking": None,
        "paused": stored.paused,
        "breath": stored.breath,
        "previous": stored.previous,
        "next": stored.next,
        "created": moment(stored.created),
        "watchers": 0,
    }


def position_view(position: Position) -> View:
    """A bare position, in the form of a game without an id."""
    ending = None if position.outcome is None else Ending.by_the_rules(position.outcome)
    plies = tuple(Ply(column) for column in position.moves)
    person = Participant.human()
    return {
        **_board(position, Position(position.rules), plies, ending),
        "id": None,
        "version": 0,
        "mode": "study",
        "link": False,
        "players": [{**_player(person, s), "joined": True, "present": True} for s in Player],
        "can_undo": bool(plies),
        "can_redo": False,
        "offer": None,
        "undo_offer": None,
        "clock": None,
        "thinking": None,
        "paused": False,
        "breath": 0.0,
        "previous": None,
        "next": None,
        "created": None,
        "watchers": 0,
        "you": None,
    }


def _board(
    position: Position, start: Position, plies: tuple[Ply, ...], ending: Ending | None
) -> View:
    rules = position.rules
    legal = () if ending is not None else position.legal_columns
    return {
        "rules": rules_view(rules),
        "position": position.to_text(),
        "start": format_position(rules.parts, start.moves),
        "turn": str(position.turn),
        "must_ban": position.must_ban and ending is None,
        "legal": [
            {
                "column": column,
                "label": column_label(column, rules.columns),
                "row": position.landing_row(column),
            }
            for column in legal
        ],
        "plies": _plies(start, plies),
        "result": None if ending is None else _result(position, ending),
        "winning_cells": winning_view(position),
    }


def rules_view(rules: Rules) -> View:
    """A board without pieces."""
    return {
        "text": str(rules),
        "columns": rules.columns,
        "rows": rules.rows,
        "forbidden": [list(cell) for cell in rules.forbidden],
        "bonus": None if rules.bonus is None else list(rules.bonus),
        "labels": [column_label(column, rules.columns) for column in range(rules.columns)],
    }


def winning_view(position: Position) -> View:
    """The empty cells that would complete four, for each."""
    cells = winning_cells(position)
    return {str(player): [list(cell) for cell in cells[player]] for player in Player}


def _plies(start: Position, plies: tuple[Ply, ...]) -> list[View]:
    views = []
    position = Position(start.rules)
    opening = tuple(Ply(column) for column in start.moves)
    for number, ply in enumerate(opening + plies):
        views.append(
            {
                "column": ply.column,
                "row": position.landing_row(ply.column),
                "label": column_label(ply.column, start.rules.columns),
                "side": str(position.turn),
                "kind": "ban" if position.must_ban else "piece",
                "seconds": ply.seconds,
                "outcome": None if ply.score is None else str(ply.score.outcome),
                "in_plies": None if ply.score is None else ply.score.plies,
                "evaluation": ply.evaluation,
                "nodes": ply.nodes,
                "depth": ply.depth,
                "reason": ply.reason,
                "opening": number < len(opening),
            }
        )
        position = position.play(ply.column)
    return views


def _result(position: Position, ending: Ending) -> View:
    return {
        "winner": _name(ending.winner),
        "reason": str(ending.reason),
        "detail": ending.detail,
        "cells": [list(cell) for cell in position.winning_cells],
    }


def _clock(game: Game) -> View | None:
    if not game.control:
        return None
    left = [game.clock.left(side) for side in Player]
    return {
        "game": game.control.game,
        "move": game.control.move,
        "left": [None if value is None else round(max(0.0, value), 3) for value in left],
        "running": str(game.turn) if game.clock.is_running else None,
        "spent": round(game.clock.spent, 3),
    }


def _player(player: Participant, side: Player) -> View:
    return {
        "side": str(side),
        "name": player.name,
        "agent": player.agent,
        "options": dict(player.options),
        "title": title(player, side),
    }


def title(player: Participant, side: Player) -> str:
    """How a player is called on the page."""
    if player.agent is None:
        return player.name if player.name not in ("", HUMAN) else _SEATS[side.value]
    if player.name != player.agent:
        return player.name
    name = title_of(player.agent.partition(":")[0].strip())
    level = player.options.get("level")
    return name if level is None else f"{name}, {level}"


def thinking_view(
    side: Player, rules: Rules, told: Thinking | None, seconds: float, queued: bool = False
) -> View:
    """What an agent told while it thinks."""
    return {
        "side": str(side),
        "seconds": round(seconds, 2),
        "depth": None if told is None else told.depth,
        "nodes": None if told is None else told.nodes,
        "evaluation": None if told is None else told.evaluation,
        "line": [] if told is None else labels(told.line, rules),
        "queued": queued,
    }


def labels(columns: tuple[int, ...], rules: Rules) -> list[str]:
    """Columns as moves name them."""
    return [column_label(column, rules.columns) for column in columns]


def moment(seconds: float) -> str:
    """A time of day as ISO 8601 writes it."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def secrets_view(seats: Mapping[Player, str]) -> View:
    """The secrets of seats, by their sides."""
    return {str(side): secret for side, secret in seats.items()}


def _name(player: Player | None) -> str | None:
    return None if player is None else str(player)

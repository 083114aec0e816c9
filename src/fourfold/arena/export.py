"""Writes the result of a match or a tournament for other programs: as JSON and as CSV."""

import csv
import io
import math
from typing import TYPE_CHECKING, Any

from fourfold.arena.results import Pairing, PlayedGame, TournamentResult
from fourfold.arena.statistics import Tally
from fourfold.rules.notation import format_moves

if TYPE_CHECKING:
    from fourfold.arena.statistics.quality import PlyCounts, Quality

VERSION = 1


def as_json(result: TournamentResult) -> dict[str, Any]:
    """Return everything for other programs; an infinite Elo is null."""
    ratings = result.ratings
    return {
        "version": VERSION,
        "format": None if result.format is None else str(result.format),
        "agents": list(result.agents),
        "rules": list(result.rules),
        "seed": result.seed,
        "limit": {
            "seconds": result.limit.seconds,
            "nodes": result.limit.nodes,
            "depth": result.limit.depth,
        },
        "clock": result.control.to_text() if result.control else None,
        "planned": result.planned,
        "ranking": [_standing_json(result, agent) for agent in result.ranking],
        "pairings": [_pairing_json(pairing) for pairing in result.pairings],
        "ratings": [
            {"agent": each.player, "elo": each.elo, "error": each.error, "group": each.group}
            for each in ratings.ratings
        ],
        "first_move": {"elo": ratings.advantage, "error": ratings.advantage_error},
        "sprt": _sprt_json(result),
        "quality": None
        if result.quality is None
        else [_quality_json(each) for each in result.quality],
        "faults": [
            {"agent": agent, "reason": str(reason), "games": count}
            for agent, reasons in sorted(result.faults.items())
            for reason, count in sorted(reasons.items())
        ],
        "games": [_game_json(game) for game in result.games],
    }


def as_csv(result: TournamentResult) -> str:
    """Return a row for each agent, the best first, with its points against every other."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    standing = ["games", "wins", "draws", "losses", "points", "score"]
    rated = ["rating", "rating_error"]
    judged = [] if result.quality is None else ["judged", "perfect_rate", "points_given_away"]
    writer.writerow(
        [
            "rank",
            "agent",
            *standing,
            *rated,
            *judged,
            *(f"against {name}" for name in result.agents),
        ]
    )
    for rank, agent in enumerate(result.ranking, start=1):
        row = _standing_json(result, agent)
        rating = result.ratings.ratings[agent]
        ratings = [round(rating.elo, 1), round(rating.error, 1)]
        against: list[Any] = []
        for other in range(len(result.agents)):
            games = result.games_of(agent, other) if other != agent else ()
            against.append(f"{sum(game.points(agent) for game in games):g}" if games else "")
        writer.writerow(
            [
                rank,
                result.agents[agent],
                *(_cell(row[name]) for name in standing),
                *ratings,
                *(() if result.quality is None else _judged_cells(result.quality[agent])),
                *against,
            ]
        )
    return out.getvalue()


def _judged_cells(quality: "Quality") -> list[Any]:
    return [
        quality.total.judged,
        _cell(quality.perfect_rate),
        _cell(quality.points_per_game),
    ]


def _cell(value: Any) -> Any:
    return "" if value is None else f"{value:.6g}" if isinstance(value, float) else value


def _standing_json(result: TournamentResult, agent: int) -> dict[str, Any]:
    tally = result.total(agent)
    return {
        "agent": agent,
        "games": tally.games,
        **_tally_json(tally),
        "points": result.points(agent),
        "score": result.score(agent) if tally.games else None,
        "byes": result.byes.count(agent),
    }


def _pairing_json(pairing: Pairing) -> dict[str, Any]:
    estimate = pairing.estimate
    return {
        "agents": [pairing.one, pairing.two],
        "games": pairing.tally.games,
        **_tally_json(pairing.tally),
        "as_first": _tally_json(pairing.as_first),
        "as_second": _tally_json(pairing.as_second),
        "pairs": list(pairing.pairs),
        "score": None if estimate is None else estimate.score,
        "elo": None if estimate is None else _finite(estimate.elo),
        "elo_low": None if estimate is None else _finite(estimate.elo_low),
        "elo_high": None if estimate is None else _finite(estimate.elo_high),
        "superiority": pairing.superiority,
    }


def _sprt_json(result: TournamentResult) -> dict[str, Any] | None:
    state = result.sprt
    if state is None:
        return None
    return {
        "llr": state.llr,
        "lower": state.lower,
        "upper": state.upper,
        "pairs": state.pairs,
        "verdict": str(state.verdict),
    }


def _quality_json(quality: "Quality") -> dict[str, Any]:
    return {
        "games": quality.games,
        "perfect_rate": quality.perfect_rate,
        "points_per_game": quality.points_per_game,
        "opening": _plies_json(quality.opening),
        "middle": _plies_json(quality.middle),
        "end": _plies_json(quality.end),
    }


def _plies_json(counts: "PlyCounts") -> dict[str, int]:
    return {
        "plies": counts.plies,
        "judged": counts.judged,
        "perfect": counts.perfect,
        "mistakes": counts.mistakes,
        "points_given_away": counts.points_given_away,
    }


def _game_json(game: PlayedGame) -> dict[str, Any]:
    fixture, record = game.fixture, game.record
    ending = record.ending
    assert ending is not None
    return {
        "game": fixture.number,
        "pair": fixture.pair,
        **({} if fixture.round is None else {"round": fixture.round}),
        "first": fixture.first,
        "second": fixture.second,
        "opening": format_moves(record.opening, record.rules.columns),
        "position": record.to_text(),
        "result": str(ending.winner or "draw"),
        "reason": str(ending.reason),
        "detail": ending.detail,
    }


def _tally_json(tally: Tally) -> dict[str, int]:
    return {"wins": tally.wins, "draws": tally.draws, "losses": tally.losses}


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None

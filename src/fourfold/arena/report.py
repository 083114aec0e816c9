"""Reports the result of a match: as plain text, as Markdown and as JSON."""

import math
from collections.abc import Sequence
from typing import Any

from fourfold.arena.results import MatchResult, Pairing
from fourfold.arena.statistics import Tally
from fourfold.rules.notation import format_moves

VERSION = 1

_POINTS = ("0", "½", "1", "1½", "2")


def as_text(result: MatchResult) -> str:
    """Return the result as plain text, which depends on nothing but the games."""
    lines = [heading(result), ""]
    if len(result.agents) == 2:
        lines += _two(result.pairings[0])
    else:
        lines += _aligned([_columns(result), *_rows(result)])
        lines += ["", "Each cell: won-drawn-lost, and the Elo difference with its 95 % error bar."]
    faults = fault_lines(result)
    return "\n".join([*lines, *([""] if faults else []), *faults])


def as_markdown(result: MatchResult) -> str:
    """Return a Markdown table, with a heading above it and the agents' faults below."""
    if len(result.agents) == 2:
        pairing = result.pairings[0]
        columns = ["agent", "opponent", "won-drawn-lost", "score", "Elo difference (95 %)"]
        rows = [
            [
                _code(result.agents[pairing.one]),
                _code(result.agents[pairing.two]),
                str(pairing.tally),
                percent(pairing.tally),
                _elo(pairing),
            ]
        ]
    else:
        columns = _columns(result)
        rows = _rows(result)
        for row in rows:
            row[1] = _code(row[1])
    table = [columns, ["---"] * len(columns), *rows]
    lines = [f"{heading(result)}.", "", *(f"| {' | '.join(row)} |" for row in table)]
    faults = fault_lines(result)
    return "\n".join([*lines, *([""] if faults else []), *faults])


def as_json(result: MatchResult) -> dict[str, Any]:
    """Return everything for other programs; an infinite Elo is null."""
    return {
        "version": VERSION,
        "agents": list(result.agents),
        "rules": list(result.rules),
        "seed": result.seed,
        "limit": {
            "seconds": result.limit.seconds,
            "nodes": result.limit.nodes,
            "depth": result.limit.depth,
        },
        "pairings": [_pairing_json(result, pairing) for pairing in result.pairings],
        "faults": [
            {"agent": agent, "reason": str(reason), "games": count}
            for agent, reasons in sorted(result.faults.items())
            for reason, count in sorted(reasons.items())
        ],
        "games": [_game_json(result, place) for place in range(len(result.games))],
    }


def _pairing_json(result: MatchResult, pairing: Pairing) -> dict[str, Any]:
    estimate = pairing.estimate
    return {
        "agents": [pairing.one, pairing.two],
        "games": pairing.tally.games,
        "wins": pairing.tally.wins,
        "draws": pairing.tally.draws,
        "losses": pairing.tally.losses,
        "as_first": _tally_json(pairing.as_first),
        "as_second": _tally_json(pairing.as_second),
        "pairs": list(pairing.pairs),
        "score": None if estimate is None else estimate.score,
        "elo": None if estimate is None else _finite(estimate.elo),
        "elo_low": None if estimate is None else _finite(estimate.elo_low),
        "elo_high": None if estimate is None else _finite(estimate.elo_high),
    }


def _game_json(result: MatchResult, place: int) -> dict[str, Any]:
    game = result.games[place]
    ending = game.record.ending
    assert ending is not None
    return {
        "game": game.fixture.number,
        "pair": game.fixture.pair,
        "first": game.fixture.first,
        "second": game.fixture.second,
        "opening": format_moves(game.record.opening, game.record.rules.columns),
        "position": game.record.to_text(),
        "result": str(ending.winner or "draw"),
        "reason": str(ending.reason),
        "detail": ending.detail,
    }


def _tally_json(tally: Tally) -> dict[str, int]:
    return {"wins": tally.wins, "draws": tally.draws, "losses": tally.losses}


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None


# Words


def heading(result: MatchResult) -> str:
    """Return one line with the agents, the number of games, the boards, the limits and the seed."""
    openings = len({game.fixture.pair for game in result.games})
    games = len(result.games)
    boards = ", ".join(result.rules) or "openings from a file"
    unit = "opening" if openings == 1 else "openings"
    if len(result.agents) == 2:
        who = f"{result.agents[0]} against {result.agents[1]}"
        how = f"{games} games on {boards}, {openings} {unit} from both sides"
    else:
        who = f"{len(result.agents)} agents"
        how = (
            f"{games // max(1, len(result.pairings))} games a pairing on {boards}, "
            f"{openings} {unit} from both sides"
        )
    limits = [
        f"{value:g} {name} a move"
        for name, value in (
            ("s", result.limit.seconds),
            ("nodes", result.limit.nodes),
            ("plies deep", result.limit.depth),
        )
        if value is not None
    ]
    return ", ".join([f"{who}: {how}", *limits, f"seed {result.seed}"])


def percent(tally: Tally) -> str:
    """Return the share of the points in percent."""
    return f"{100 * tally.points / tally.games:.1f} %" if tally.games else "-"


def _elo(pairing: Pairing) -> str:
    return "-" if pairing.estimate is None else str(pairing.estimate)


def _two(pairing: Pairing) -> list[str]:
    tally = pairing.tally
    pairs = ", ".join(
        f"{points}: {count}" for points, count in zip(_POINTS, pairing.pairs, strict=True)
    )
    return _aligned(
        [
            ["won-drawn-lost", str(tally)],
            ["  as FIRST", str(pairing.as_first)],
            ["  as SECOND", str(pairing.as_second)],
            ["score", percent(tally)],
            ["pairs by points", pairs],
            ["Elo difference", f"{_elo(pairing)} (95 %)"],
        ]
    )


def _columns(result: MatchResult) -> list[str]:
    return ["", "agent", "score", *(str(place) for place in range(1, len(result.agents) + 1))]


def _rows(result: MatchResult) -> list[list[str]]:
    """Return the rows of the cross table, the best agent first; columns are in the same order."""
    rows = []
    for place, agent in enumerate(result.ranking, start=1):
        cells = []
        for other in result.ranking:
            if other == agent:
                cells.append("")
            else:
                pairing = result.pairing(agent, other)
                cells.append(f"{pairing.tally} ({_elo(pairing)})")
        rows.append([str(place), result.agents[agent], percent(result.total(agent)), *cells])
    return rows


def fault_lines(result: MatchResult) -> list[str]:
    """Return a line for each agent that lost games by a fault of its own."""
    lines = []
    for agent, reasons in sorted(result.faults.items()):
        counts = ", ".join(f"{reason} {count}" for reason, count in sorted(reasons.items()))
        total = sum(reasons.values())
        games = "1 game" if total == 1 else f"{total} games"
        lines.append(f"{result.agents[agent]} lost {games} by its own fault: {counts}")
    return lines


def _code(text: str) -> str:
    return f"`{text}`"


def _aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]

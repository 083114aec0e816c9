"""Reports the result of a match or a tournament as plain text and as Markdown."""

from fourfold.arena.results import Pairing, TournamentResult
from fourfold.arena.schedule import Format
from fourfold.arena.statistics import Tally
from fourfold.errors import describe
from fourfold.game import EndReason
from fourfold.support.plain_text import aligned, printable

_POINTS = ("0", "½", "1", "1½", "2")
_WIDEST_CROSS_TABLE = 12  # players
_CAUSE_LINES = 5


def as_text(result: TournamentResult) -> str:
    """Return the result as plain text, which depends on nothing but the games."""
    lines = [heading(result), ""]
    if len(result.agents) == 2:
        lines += aligned(two_player_rows(result))
    else:
        lines += aligned(result_table(result))
        lines += ["", *footnotes(result)]
    return "\n".join(printable(line) for line in [*lines, *_after_the_table(result)])


def as_markdown(result: TournamentResult) -> str:
    """Return a Markdown table, with a heading above it and the agents' faults below."""
    if len(result.agents) == 2:
        pairing = result.pairing(0, 1)
        columns = ["agent", "opponent", "won-drawn-lost", "score", "Elo difference (95 %)"]
        rows = [
            [
                _code(result.agents[pairing.one]),
                _code(result.agents[pairing.two]),
                str(pairing.tally),
                percent(pairing.tally),
                elo_text(pairing),
            ]
        ]
    else:
        columns, *rows = result_table(result)
        for row in rows:
            row[1] = _code(row[1])
    table = [columns, ["---"] * len(columns), *rows]
    lines = [f"{heading(result)}.", "", *(f"| {' | '.join(row)} |" for row in table)]
    return "\n".join(printable(line) for line in [*lines, *_after_the_table(result)])


def as_one_line(result: TournamentResult) -> str:
    """Return who played, how many games, and who did best, in one short line."""
    games = _count(len(result.games), "game")
    if len(result.agents) == 2:
        one, two = map(describe, result.agents)
        return f"{one} against {two}: {games}, {result.pairing(0, 1).tally}"
    best = describe(result.agents[result.ranking[0]])
    return f"{len(result.agents)} agents: {games}, {best} is first"


def heading(result: TournamentResult) -> str:
    """Return one line with the agents, the number of games, the boards, the limits and the seed."""
    openings = len({game.fixture.pair for game in result.games})
    boards = ", ".join(result.rules) or "openings from a file"
    sides = f"{_count(openings, 'opening')} from both sides"
    games = len(result.games)
    two = len(result.agents) == 2
    who = " against ".join(result.agents) if two else f"{len(result.agents)} agents"
    if result.format is None:
        parts = [f"{who}: {_count(games, 'game')} on {boards}"]
    elif not result.is_finished or result.planned is None:
        of_all = "" if result.planned is None else f" of {result.planned}"
        parts = [f"{who}: {games}{of_all} games on {boards}"]
    elif result.format is Format.SWISS:
        rounds = max((game.fixture.round or 0 for game in result.games), default=0)
        parts = [f"{who}: Swiss, {_count(rounds, 'round')}, {games} games on {boards}"]
    elif two:
        parts = [f"{who}: {games} games on {boards}, {sides}"]
    else:
        each = games // max(1, len(result.pairings))
        form = ", gauntlet" if result.format is Format.GAUNTLET else ""
        parts = [f"{who}{form}: {each} games a pairing on {boards}, {sides}"]
    parts += [
        f"{value:g} {name} a move"
        for name, value in (
            ("s", result.limit.seconds),
            ("nodes", result.limit.nodes),
            ("plies deep", result.limit.depth),
        )
        if value is not None
    ]
    parts += [str(result.control)] if result.control else []
    parts += [] if result.seed is None else [f"seed {result.seed}"]
    return ", ".join(parts)


def percent(tally: Tally) -> str:
    """Return the share of the points in percent."""
    return f"{100 * tally.points / tally.games:.1f} %" if tally.games else "-"


def elo_text(pairing: Pairing) -> str:
    """Return the Elo difference of two agents with its error bar; `-` without a pair of games."""
    return "-" if pairing.estimate is None else str(pairing.estimate)


def two_player_rows(result: TournamentResult) -> list[list[str]]:
    """Return what a match of two agents has come to: names and figures, for the first of them."""
    pairing = result.pairing(0, 1)
    tally = pairing.tally
    pairs = ", ".join(
        f"{points}: {count}" for points, count in zip(_POINTS, pairing.pairs, strict=True)
    )
    return [
        ["won-drawn-lost", str(tally)],
        ["  as FIRST", str(pairing.as_first)],
        ["  as SECOND", str(pairing.as_second)],
        ["score", percent(tally)],
        ["pairs by points", pairs],
        ["Elo difference", f"{elo_text(pairing)} (95 %)"],
        ["likelihood of superiority", _chance(pairing.superiority)],
        *([] if result.sprt is None else [["test", str(result.sprt)]]),
        *_quality_lines(result),
    ]


def _chance(chance: float | None) -> str:
    return "-" if chance is None else f"{100 * chance:.1f} %"


def _quality_lines(result: TournamentResult) -> list[list[str]]:
    return [
        [f"moves of {name}", str(quality)]
        for name, quality in zip(result.agents, result.quality or (), strict=False)
    ]


# Tables of three agents or more


def _has_cells(result: TournamentResult) -> bool:
    """Return True if the table shows the games of every two agents."""
    return result.format is not Format.SWISS and len(result.agents) <= _WIDEST_CROSS_TABLE


def result_table(result: TournamentResult) -> list[list[str]]:
    """Return the table, its columns first, the best agent first."""
    columns = ["", "agent", "rating", "score"]
    swiss = result.format is Format.SWISS
    cells = _has_cells(result)
    if swiss:
        columns.append("points")
    if result.quality is not None:
        columns += ["perfect", "given away"]
    if cells:
        columns += [str(place) for place in range(1, len(result.agents) + 1)]
    else:
        columns += ["games", "won-drawn-lost"]
    rows = [columns]
    for place, agent in enumerate(result.ranking, start=1):
        tally = result.total(agent)
        rating = result.ratings.ratings[agent]
        row = [str(place), result.agents[agent], str(rating), percent(tally)]
        if swiss:
            row.append(f"{result.points(agent):g}")
        if result.quality is not None:
            quality = result.quality[agent]
            points = quality.points_per_game
            row += [_chance(quality.perfect_rate), "-" if points is None else f"{points:.1f}"]
        if cells:
            row += [_cell(result, agent, other) for other in result.ranking]
        else:
            row += [str(tally.games), str(tally)]
        rows.append(row)
    return rows


def _cell(result: TournamentResult, agent: int, other: int) -> str:
    if agent == other or not result.games_of(agent, other):
        return ""
    pairing = result.pairing(agent, other)
    return f"{pairing.tally} ({elo_text(pairing)})"


def footnotes(result: TournamentResult) -> list[str]:
    """Return the sentences below the table of three agents or more."""
    ratings = result.ratings
    first_move = f"{ratings.advantage:+.0f} ± {ratings.advantage_error:.0f}"
    lines = [
        f"Ratings: Elo with its 95 % error bar, 0 on average; the first move brings {first_move}."
    ]
    if not ratings.is_connected:
        lines.append("Not all ratings can be compared: some agents won or lost everything.")
    if _has_cells(result):
        lines.append("Each cell: won-drawn-lost, and the Elo difference with its 95 % error bar.")
    if result.quality is not None:
        lines.append(
            "Judged by the solver: perfect moves, and points of its score given away in a game."
        )
    if result.byes:
        lines.append(f"A round without an opponent brings {result.points_of_bye:g} points.")
    return lines


# Below the table


def _after_the_table(result: TournamentResult) -> list[str]:
    faults = fault_lines(result)
    return [*([""] if faults else []), *faults]


def fault_lines(result: TournamentResult) -> list[str]:
    """Return, for each agent that lost by faults of its own, how often and why.

    The first game of each reason is told: what the agent did, and the first lines of the cause.
    """
    lines = []
    for agent, reasons in sorted(result.faults.items()):
        counts = ", ".join(f"{reason} {count}" for reason, count in sorted(reasons.items()))
        games = _count(sum(reasons.values()), "game")
        lines.append(f"{result.agents[agent]} lost {games} by its own fault: {counts}")
        told: set[EndReason] = set()
        for game in result.games:
            ending = game.record.ending
            if game.fault is None or game.fault[0] != agent or game.fault[1] in told:
                continue
            assert ending is not None
            told.add(game.fault[1])
            lines.append(f"  game {game.fixture.number}: {ending.detail or ending.reason}")
            lines += [f"    {line}" for line in shortened(ending.cause)]
    return lines


def shortened(cause: str) -> list[str]:
    """Return the first lines of a cause, and its last one if it has more."""
    lines = [line.rstrip() for line in cause.splitlines() if line.strip()]
    if len(lines) <= _CAUSE_LINES:
        return lines
    return [*lines[: _CAUSE_LINES - 2], "...", lines[-1]]


def _count(number: int, what: str) -> str:
    return f"1 {what}" if number == 1 else f"{number} {what}s"


def _code(text: str) -> str:
    return f"`{text}`"

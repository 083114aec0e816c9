"""Tournaments as the page sees them: the list, the table with ratings, games, running games."""

from fourfold.arena.live import LiveGame
from fourfold.arena.report import shortened
from fourfold.arena.schedule import Format
from fourfold.arena.settings import Line
from fourfold.arena.statistics import Tally, count_pairs, estimate, superiority
from fourfold.arena.statistics.ratings import RatingList, rate
from fourfold.arena.tournament_follower import Fault, GameResult, TournamentFollower
from fourfold.web.api.tournament_responses import (
    Comparison,
    FaultCount,
    FirstMove,
    LiveGameView,
    Progress,
    TournamentCell,
    TournamentGame,
    TournamentPlayer,
    TournamentSummary,
    TournamentView,
)
from fourfold.web.api.views.summaries import board_rows
from fourfold.web.api.views.texts import encodable, side_name, timestamp
from fourfold.web.tournaments.folder import ListedTournament

MOST_IN_TABLE = 50
"""Players whose games with each other are shown; ratings of more take too long to be live."""
_LONGEST = 200  # characters of a name or a line


def progress_of(is_over: bool, is_running: bool) -> Progress:
    """Return how far a tournament is."""
    return "running" if is_running else "finished" if is_over else "stopped"


def summary_view(listed: ListedTournament) -> TournamentSummary:
    """Show a tournament in the list."""
    follower = listed.follower
    return TournamentSummary(
        name=follower.path.stem,
        players=[_cut(name) for name in follower.names[:MOST_IN_TABLE]],
        format=str(follower.format),
        rules=_rules(follower.settings),
        played=listed.played,
        planned=follower.planned,
        progress=progress_of(listed.played >= follower.planned, listed.is_running),
        began=_text(follower.settings, "began"),
        updated=timestamp(listed.updated),
    )


def tournament_view(
    follower: TournamentFollower,
    *,
    is_running: bool,
    can_stop: bool,
    can_resume: bool,
    problem: str,
) -> TournamentView:
    """Show a tournament as it stands."""
    line, names = follower.settings, follower.names
    cells = follower.cells()
    totals = [Tally() for _ in names]
    for (one, two), tally in cells.items():
        totals[one] += tally
        totals[two] += Tally(tally.losses, tally.draws, tally.wins)
    byes = follower.byes()
    points = [
        tally.points + line["games"] * byes.get(place, 0) for place, tally in enumerate(totals)
    ]
    shares = [tally.points / tally.games if tally.games else 0.0 for tally in totals]
    order = points if follower.format is Format.SWISS else shares
    fits = len(names) <= MOST_IN_TABLE
    ratings = rate(follower.scores, len(names)) if fits and follower.games else None
    faults = follower.faults()
    return TournamentView(
        name=follower.path.stem,
        format=str(follower.format),
        rules=_rules(line),
        games=line["games"],
        rounds=line.get("rounds"),
        limits=_limits(line),
        test="" if follower.test is None else str(follower.test),
        began=_text(line, "began"),
        played=len(follower.games),
        planned=follower.planned,
        progress=progress_of(follower.is_over, is_running),
        can_stop=can_stop,
        can_resume=can_resume,
        problem=encodable(problem or follower.damage),
        players=[
            _player(place, line, totals[place], points[place], ratings, faults.get(place))
            for place in range(len(names))
        ],
        ranking=sorted(range(len(names)), key=lambda place: -order[place]),
        cells=[
            TournamentCell(one=one, two=two, won=each.wins, drawn=each.draws, lost=each.losses)
            for (one, two), each in sorted(cells.items())
            if fits
        ],
        first_move=None
        if ratings is None
        else FirstMove(elo=round(ratings.advantage, 1), error=round(ratings.advantage_error, 1)),
    )


def game_view(game: GameResult) -> TournamentGame:
    """Show a finished game in a list."""
    return TournamentGame(
        number=game.number,
        round=game.round,
        first=game.first,
        second=game.second,
        winner={1.0: "FIRST", 0.0: "SECOND"}.get(game.points),  # type: ignore[arg-type]
        reason=str(game.reason),
        detail=encodable(game.detail),
        plies=game.plies,
    )


def comparison_view(games: list[GameResult], one: int) -> Comparison:
    """Show what the games of two players say of the one with this index."""
    by_pair: dict[int, list[float]] = {}
    for game in games:
        points = game.points if game.first == one else 1 - game.points
        by_pair.setdefault(game.pair, []).append(points)
    pairs = count_pairs(sum(points) for points in by_pair.values() if len(points) == 2)
    tally = Tally.of(point for points in by_pair.values() for point in points)
    found = estimate(pairs)
    return Comparison(
        won=tally.wins,
        drawn=tally.draws,
        lost=tally.losses,
        elo="" if found is None else str(found),
        superiority=superiority(pairs),
    )


def live_view(game: LiveGame) -> LiveGameView:
    """Show a game that is being played."""
    position = game.position
    return LiveGameView(
        number=game.number,
        players=(_cut(game.players[0]), _cut(game.players[1])),
        rules=str(position.rules),
        plies=position.ply,
        turn=side_name(position.turn),
        board=board_rows(position),
        last=position.last_cell,
        line_cells=list(position.winning_cells),
        clocks=game.clocks,
    )


def _player(
    place: int,
    line: Line,
    tally: Tally,
    points: float,
    ratings: RatingList | None,
    fault: Fault | None,
) -> TournamentPlayer:
    entry = line["players"][place]
    agent = entry.get("agent")
    rating = ratings.ratings[place] if ratings is not None and tally.games else None
    return TournamentPlayer(
        name=_cut(str(entry["name"])),
        agent=_cut(agent) if isinstance(agent, str) else None,
        games=tally.games,
        won=tally.wins,
        drawn=tally.draws,
        lost=tally.losses,
        points=points,
        elo=None if rating is None else round(rating.elo, 1),
        error=None if rating is None else round(rating.error, 1),
        faults=[]
        if fault is None
        else [FaultCount(reason=str(why), games=count) for why, count in fault.counts.items()],
        cause=[] if fault is None else [_cut(each) for each in shortened(fault.cause)],
    )


def _rules(line: Line) -> list[str]:
    rules = line.get("rules", [])
    return [_cut(str(each)) for each in rules[:100]] if isinstance(rules, list) else []


def _limits(line: Line) -> str:
    parts = [
        f"{line[name]:g} {unit} a move"
        for name, unit in (("seconds", "s"), ("nodes", "nodes"), ("depth", "plies"))
        if isinstance(line.get(name), int | float)
    ]
    clock = line.get("clock")
    return ", ".join(parts + ([f"clock {_cut(clock)}"] if isinstance(clock, str) else []))


def _text(line: Line, name: str) -> str:
    return _cut(str(line.get(name, "")))


def _cut(text: str) -> str:
    return encodable(text[:_LONGEST])

"""What a player sees of themselves."""

from collections.abc import Sequence
from datetime import timedelta

from fourfold.store import GameResult
from fourfold.web.api.me_responses import (
    DaysView,
    DayView,
    Me,
    OpponentTally,
    RatingView,
    StreakView,
)
from fourfold.web.api.views.texts import encodable, timestamp
from fourfold.web.play import standings

RECENT = 26 * 7
"""Days that are shown one by one."""
MOST_OPPONENTS = 200
"""Opponents that are shown: those of most games."""
_SURE = 110.0  # the deviation from which on a rating is not provisional


def me_view(results: Sequence[GameResult], offset: int, now: float) -> Me:
    """Show what the results of a player add up to.

    offset: minutes by which the player's clock is ahead of UTC; now: by time.time().
    """
    tallies = standings.tally(results)
    return Me(
        games=sum(each.games for each in tallies),
        wins=sum(each.wins for each in tallies),
        draws=sum(each.draws for each in tallies),
        losses=sum(each.losses for each in tallies),
        rating=_rating(results),
        wins_in_a_row=_streak(standings.win_streak(results)),
        days=_days(results, offset, now),
        opponents=[_opponent(each) for each in tallies[:MOST_OPPONENTS]],
    )


def _rating(results: Sequence[GameResult]) -> RatingView | None:
    found = standings.rate(results)
    if found is None:
        return None
    rating, games = found
    return RatingView(
        rating=round(rating.rating),
        deviation=round(rating.deviation),
        games=games,
        provisional=rating.deviation > _SURE,
    )


def _days(results: Sequence[GameResult], offset: int, now: float) -> DaysView:
    today = standings.today(offset, now)
    days = standings.days_played(results, offset)
    first = today - timedelta(days=RECENT)
    return DaysView(
        today=today.isoformat(),
        played=len(days),
        streak=_streak(standings.day_streak(days, today)),
        recent=[
            DayView(date=day.isoformat(), games=games)
            for day, games in sorted(days.items())
            if day > first
        ],
    )


def _opponent(entry: standings.Tally) -> OpponentTally:
    return OpponentTally(
        title=encodable(entry.title),
        opponent=entry.opponent,
        is_agent=entry.is_agent,
        games=entry.games,
        wins=entry.wins,
        draws=entry.draws,
        losses=entry.losses,
        last=timestamp(entry.last),
    )


def _streak(streak: standings.Streak) -> StreakView:
    return StreakView(current=streak.current, best=streak.best)

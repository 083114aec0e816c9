"""The addresses of puzzles: rated ones, that of the day, rushes, and the mistakes of own games."""

import asyncio
import secrets
import zlib
from collections import Counter
from functools import cache
from typing import Annotated

from fastapi import APIRouter, Path, Query

from fourfold.errors import InvalidOption
from fourfold.puzzles import THEMES, Puzzle, choose_puzzle, load_puzzles
from fourfold.web.api import puzzle_responses as responses
from fourfold.web.api import requests
from fourfold.web.api.puzzle_responses import PuzzleProgressView
from fourfold.web.api.requests import LONGEST_TEXT
from fourfold.web.api.views.puzzles import progress_view, puzzle_view
from fourfold.web.play.puzzle_progress import Mistake, PuzzleProgress
from fourfold.web.play.puzzles import RUSH_PUZZLES, puzzles_of_rush, rush_score
from fourfold.web.routes.dependencies import PlayerDep, limited
from fourfold.web.services import Services

MOST_AT_ONCE = 10
"""Puzzles that one request may ask for."""

PuzzleId = Annotated[str, Path(max_length=16, description="The id of a puzzle.")]
Text = Annotated[str | None, Query(max_length=LONGEST_TEXT)]
Count = Annotated[int, Query(ge=1, le=MOST_AT_ONCE)]


def add_routes(router: APIRouter, services: Services) -> None:
    """Add everything about puzzles; the fixed addresses come before the ids."""
    puzzles, views = services.puzzles, services.puzzle_views

    def show(progress: PuzzleProgress) -> PuzzleProgressView:
        return progress_view(progress, puzzles.today())

    async def load(player: str | None) -> PuzzleProgress:
        return await services.run_in_thread(puzzles.progress, player)

    @router.get("/api/puzzles")
    async def collection(player: PlayerDep) -> responses.PuzzleCollection:
        """What there is to choose from, and how the player is doing."""
        progress = await load(player)
        total, themes, boards = await services.run_aside(_counts)
        return responses.PuzzleCollection(
            total=total,
            themes=[
                responses.PuzzleThemeView(name=name, count=themes[name])
                for name in THEMES
                if themes[name]
            ],
            boards=[
                responses.PuzzleBoardView(rules=rules, count=count)
                for rules, count in boards.items()
            ],
            progress=show(progress),
        )

    @router.post("/api/puzzles")
    async def options(body: requests.PuzzleOptions, player: PlayerDep) -> PuzzleProgressView:
        """Choose whether mistakes from own games are collected; needs the player's code."""
        if player is None:
            raise InvalidOption("the code of the player is missing: nothing can be stored")

        def choose(progress: PuzzleProgress) -> PuzzleProgress:
            progress.collects_mistakes = body.collects_mistakes
            return progress

        return show(await services.run_in_thread(puzzles.change, player, choose))

    @router.get("/api/puzzles/next", dependencies=[limited("analyse")])
    async def following(
        player: PlayerDep, theme: Text = None, rules: Text = None, count: Count = 1
    ) -> responses.NextPuzzles:
        """Rated puzzles near the player's rating that they have not tried.

        The same until one of them is tried; `rules=other` is every board but 7x6.
        """
        progress = await load(player)
        chosen = await services.run_in_thread(_choose, player, progress, theme, rules, count)
        shown = await asyncio.gather(*(views.view(puzzle) for puzzle in chosen))
        return responses.NextPuzzles(puzzles=shown, progress=show(progress))

    @router.get("/api/puzzles/daily", dependencies=[limited("analyse")])
    async def daily(player: PlayerDep, date: Text = None) -> responses.DailyPuzzle:
        """The puzzle of the day, the same for everybody; days begin at midnight UTC."""
        day, puzzle = await services.run_aside(puzzles.daily, date)
        progress = await load(player)
        return responses.DailyPuzzle(
            day=day.isoformat(),
            today=puzzles.today().isoformat(),
            puzzle=await views.view(puzzle),
            mark=progress.days.get(day.isoformat()),
            progress=show(progress),
        )

    @router.get("/api/puzzles/rush")
    async def rush(
        player: PlayerDep,
        seed: Annotated[int | None, Query(ge=0, lt=2**53)] = None,
        skip: Annotated[int, Query(ge=0, lt=RUSH_PUZZLES)] = 0,
        count: Annotated[int, Query(ge=1, le=RUSH_PUZZLES)] = 20,
    ) -> responses.RushPuzzles:
        """Part of the puzzles of a rush, in the order of their difficulty."""
        number = secrets.randbelow(2**53) if seed is None else seed
        every = await services.run_aside(puzzles_of_rush, number)
        return responses.RushPuzzles(
            seed=number,
            total=len(every),
            puzzles=[puzzle_view(puzzle) for puzzle in every[skip : skip + count]],
            progress=show(await load(player)),
        )

    @router.post("/api/puzzles/rush")
    async def end_rush(body: requests.RushResult, player: PlayerDep) -> responses.RushResultView:
        """Count what was played in a rush; each seed counts once."""
        score = await services.run_aside(rush_score, body.seed, body.answers)

        def end(progress: PuzzleProgress) -> tuple[bool, PuzzleProgress]:
            return progress.end_rush(body.seed, score), progress

        is_best, progress = await services.run_in_thread(puzzles.change, player, end)
        return responses.RushResultView(score=score, is_best=is_best, progress=show(progress))

    @router.get("/api/puzzles/mistakes", dependencies=[limited("analyse")])
    async def mistakes(player: PlayerDep, count: Count = MOST_AT_ONCE) -> responses.Mistakes:
        """The mistakes from own games that are due, the longest overdue first."""
        progress = await load(player)
        due = progress.due(puzzles.today())[:count]
        return responses.Mistakes(
            mistakes=[await mistake_view(each) for each in due], progress=show(progress)
        )

    async def mistake_view(mistake: Mistake) -> responses.MistakeView:
        return responses.MistakeView(
            puzzle=await views.mistake_view(mistake.puzzle),
            game=mistake.game,
            played=mistake.played,
            repetitions=mistake.repetitions,
        )

    @router.get("/api/puzzles/{id}", dependencies=[limited("analyse")])
    async def read(id: PuzzleId, player: PlayerDep) -> responses.PuzzleView:
        """A puzzle by its id; also a mistake of the player."""
        puzzle, mistake = await services.run_in_thread(puzzles.find, player, id)
        return await (views.view(puzzle) if mistake is None else views.mistake_view(puzzle))

    @router.post("/api/puzzles/{id}/attempts")
    async def attempt(
        id: PuzzleId, body: requests.PuzzleAttempt, player: PlayerDep
    ) -> responses.PuzzleResultView:
        """Judge what was played. The first attempt at a rated puzzle changes the rating, once."""
        puzzle, mistake = await services.run_in_thread(puzzles.find, player, id)
        if mistake is not None and body.mode in ("rated", "daily"):
            raise InvalidOption("a position of an own game is not a rated puzzle")

        def count(progress: PuzzleProgress) -> tuple[bool, PuzzleProgress]:
            return puzzles.count(progress, puzzle, body), progress

        solved, progress = await services.run_in_thread(puzzles.change, player, count)
        rated = progress.rated.get(id) if body.mode == "rated" else None
        found = progress.find_mistake(id) if body.mode == "mistake" else None
        return responses.PuzzleResultView(
            id=id,
            solved=solved,
            rated=rated is not None,
            before=None if rated is None else rated[1],
            after=None if rated is None else rated[2],
            due=None if found is None else found.due.isoformat(),
            progress=show(progress),
        )


def _seed(player: str | None, tried: int, theme: str | None, rules: str | None) -> int:
    """Return what lets a player who asks again get the same puzzle."""
    if player is None:
        return secrets.randbelow(2**53)
    return zlib.crc32(f"{player} {tried} {theme} {rules}".encode())


@cache
def _counts() -> tuple[int, Counter[str], Counter[str]]:
    """Count the puzzles: all of them, by theme and by board."""
    every = load_puzzles()
    themes = Counter(theme for puzzle in every for theme in puzzle.themes)
    return len(every), themes, Counter(puzzle.rules for puzzle in every)


def _choose(
    player: str | None, progress: PuzzleProgress, theme: str | None, rules: str | None, count: int
) -> list[Puzzle]:
    """Choose puzzles near a rating, none of them twice."""
    seen = set(progress.rated)
    chosen: list[Puzzle] = []
    for _ in range(count):
        seed = _seed(player, len(seen), theme, rules)
        puzzle = choose_puzzle(progress.rating.rating, seen, theme=theme, rules=rules, seed=seed)
        if puzzle in chosen:
            break  # all that fit
        chosen.append(puzzle)
        seen.add(puzzle.id)
    return chosen

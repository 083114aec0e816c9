"""The report of a class as text for the terminal, as CSV for a spreadsheet, and as JSON.

Names and messages come from students. On a terminal they must not move the cursor, and in a
spreadsheet they must not become formulas.
"""

import csv
import io
from typing import Any

from fourfold.arena.classroom.entry import Entry, reach_sentence, search_sentence
from fourfold.arena.classroom.questions import PHASES, Kind
from fourfold.arena.classroom.session import OURS, ClassResult
from fourfold.arena.statistics.quality import Phase, Quality
from fourfold.support.plain_text import aligned, printable

VERSION = 1

HEADS = (
    "",
    "player",
    "won-drawn-lost",
    "score",
    "perfect",
    "rubric",
    "legal",
    "in time",
    "median",
    "wins",
    "blocks",
    *(str(phase) for phase in PHASES),
    "remarks",
)
"""The heads of the table, in which a line is what `cells` returns."""
KEY = (
    "score: the share of the points in all games. perfect: of the moves in games that the solver "
    "could judge, those to which there was nothing better. The others are from the exam. legal: no "
    "error and no illegal move. median: seconds for a move. wins: wins taken. blocks: threats "
    "blocked. opening, middle, end: moves without a mistake, in a third of the game each. rubric: "
    "the mean of legal, in time, wins, blocks and moves without a mistake."
)
_NONE = "-"
_FORMULAS = ("=", "+", "-", "@", "\t", "\r")


def heading(result: ClassResult) -> str:
    """Return one line with the number of players, the games, the boards and the time."""
    settings = result.settings
    students = sum(not entry.is_baseline for entry in result.entries)
    played = 0 if result.tournament is None else len(result.tournament.games)
    return (
        f"{settings.folder.resolve().name}: {students} players, {played} games on "
        f"{', '.join(settings.rules)}, {settings.seconds:g} s a move, exam of {len(result.exam)} "
        f"questions, seed {settings.seed}"
    )


def cells(place: int, entry: Entry) -> list[str]:
    """Return the line of a player in the table."""
    exam = entry.exam
    seconds = None if exam is None else exam.seconds
    kinds = ((Kind.WIN,), (Kind.BLOCK,), *((phase,) for phase in PHASES))
    return [
        str(place),
        f"{entry.name.removesuffix(OURS)}{OURS}" if entry.is_baseline else entry.name,
        _NONE if entry.tally is None else str(entry.tally),
        _percent(entry.score),
        _percent(None if entry.quality is None else entry.quality.perfect_rate),
        _percent(None if exam is None else entry.rubric),
        _percent(None if exam is None else exam.legal),
        _percent(None if exam is None else exam.in_time),
        _NONE if seconds is None else f"{seconds[0]:.2f} s",
        *(_NONE if exam is None else _count(exam.right(*each)) for each in kinds),
        entry.verdict,
    ]


def details(result: ClassResult, entry: Entry) -> list[tuple[str, str]]:
    """Return what is to be said of a player: a sentence each, and the cause of it, if any."""
    said = [(f"took no part in the games: {entry.problem}", "")] if entry.problem else []
    if entry.quality is not None and entry.quality.games:
        said.append((f"games: {quality_words(entry.quality)}", ""))
    said += [(mishap.words, mishap.cause) for mishap in entry.mishaps]
    said += [(reach_sentence(attempt, result.protection), "") for attempt in entry.reaches]
    forbidden = result.settings.forbid_search
    said += [(search_sentence(attempt, forbidden), "") for attempt in entry.searches]
    return said


def quality_words(quality: Quality) -> str:
    """Say how well a player moved in its games, phase by phase."""
    phases = ((phase, getattr(quality, phase).perfect_rate) for phase in Phase)
    shares = ", ".join(f"{phase} {_percent(rate)}" for phase, rate in phases)
    points = quality.points_per_game
    given = "" if points is None else f"; {points:.1f} points given away per game"
    return f"perfect moves: {shares}{given}"


def as_text(result: ClassResult) -> str:
    """Return the report for the terminal; its first line is about the sandbox."""
    rows = [list(HEADS)]
    rows += [cells(place, entry) for place, entry in enumerate(result.entries, start=1)]
    lines = [str(result.protection), heading(result), "", *aligned(rows), "", KEY]
    for entry in result.entries:
        said = details(result, entry)
        if said:
            lines += ["", printable(entry.name)]
        for sentence, cause in said:
            lines.append(f"  {printable(sentence)}")
            lines += [f"      {printable(line)}" for line in cause.splitlines()]
    return "\n".join(lines)


def as_csv(result: ClassResult) -> str:
    """Return a table with a line for each player, for a spreadsheet."""
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    rows = [_fields(result, place, entry) for place, entry in enumerate(result.entries, start=1)]
    writer.writerow(rows[0])
    for row in rows:
        writer.writerow(_no_formula(value) for value in row.values())
    return file.getvalue()


def as_json(result: ClassResult) -> dict[str, Any]:
    """Return everything for other programs."""
    return {
        "version": VERSION,
        "rules": list(result.settings.rules),
        "games": result.settings.games,
        "seconds": result.settings.seconds,
        "seed": result.settings.seed,
        "sandbox": {
            "complete": result.protection.is_complete,
            "missing": list(result.protection.missing),
            "words": str(result.protection),
        },
        "solver_forbidden": result.settings.forbid_search,
        "exam": [
            {
                "kind": str(question.kind),
                "position": question.position.to_text(),
                "right": sorted(question.right),
            }
            for question in result.exam
        ],
        "players": [
            {
                **_fields(result, place, entry),
                "answers": [] if entry.exam is None else [a.column for a in entry.exam.answers],
                "details": [
                    {"words": words, "cause": cause} for words, cause in details(result, entry)
                ],
            }
            for place, entry in enumerate(result.entries, start=1)
        ],
    }


def _fields(result: ClassResult, place: int, entry: Entry) -> dict[str, Any]:
    """Return the figures of a player by name; None where there is none."""
    exam, tally = entry.exam, entry.tally
    seconds = (None, None) if exam is None or exam.seconds is None else exam.seconds
    counted = {
        str(kind): None if exam is None else exam.right(kind)
        for kind in (Kind.WIN, Kind.BLOCK, *PHASES)
    }
    return {
        "place": place,
        "player": entry.name,
        "baseline": entry.is_baseline,
        "score": _rounded(entry.score),
        "won": None if tally is None else tally.wins,
        "drawn": None if tally is None else tally.draws,
        "lost": None if tally is None else tally.losses,
        **_quality_fields(entry.quality),
        "rubric": _rounded(entry.rubric),
        "legal": None if exam is None else _rounded(exam.legal),
        "in_time": None if exam is None else _rounded(exam.in_time),
        "median_seconds": _rounded(seconds[0]),
        "longest_seconds": _rounded(seconds[1]),
        **{f"{kind}_right": None if pair is None else pair[0] for kind, pair in counted.items()},
        **{f"{kind}_asked": None if pair is None else pair[1] for kind, pair in counted.items()},
        "reached_outside": len(entry.reaches),
        "uses_search": len(entry.searches),
        "remarks": entry.verdict,
        "problem": "; ".join(words for words, _ in details(result, entry)),
    }


def _quality_fields(quality: Quality | None) -> dict[str, Any]:
    """Return the perfect-move rates of the games, in all and by phase, and what was given away."""
    if quality is None:
        names = ("perfect", *(f"perfect_{phase}" for phase in Phase), "points_given_away")
        return dict.fromkeys(names)
    return {
        "perfect": _rounded(quality.perfect_rate),
        **{f"perfect_{each}": _rounded(getattr(quality, each).perfect_rate) for each in Phase},
        "points_given_away": _rounded(quality.points_per_game),
    }


def _no_formula(value: object) -> object:
    if isinstance(value, str) and value.startswith(_FORMULAS):
        return f"'{value}"
    return value


def _percent(share: float | None) -> str:
    return _NONE if share is None else f"{100 * share:.0f} %"


def _count(pair: tuple[int, int] | None) -> str:
    return _NONE if pair is None else f"{pair[0]}/{pair[1]}"


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)

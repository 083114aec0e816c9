"""Reads lessons from their files, and says in one sentence what is wrong with a file."""

import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, fields
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from fourfold.analysis.threats import PlanKind
from fourfold.errors import FourfoldError, LessonError, describe
from fourfold.lessons.claims import KINDS, Claim
from fourfold.lessons.lesson import Lesson, Step
from fourfold.rules import Position
from fourfold.rules.notation import column_label, parse_cell, parse_moves

SUFFIX = ".toml"
_LESSON_FIELDS = {"title", "summary", "intro", "steps"}
_STEP_FIELDS = {
    "position",
    "prompt",
    "answer",
    "right",
    "wrong",
    "other",
    "claims",
    "fastest",
    "study",
}


@cache
def load_lessons() -> tuple[Lesson, ...]:
    """Read the lessons that come with the package, in the order of their files' names."""
    folder = resources.files("fourfold.lessons") / "data"
    files = sorted((each for each in folder.iterdir() if each.name.endswith(SUFFIX)), key=_name)
    return tuple(read_lesson(file) for file in files)


def _name(file: Traversable) -> str:
    return file.name


def read_lesson(file: Path | Traversable) -> Lesson:
    """Read one lesson; its id is the name of its file without the number before it.

    Raises LessonError if it cannot be read. Whether it is true is checked by `verify`.
    """
    name = file.name.removesuffix(SUFFIX)
    try:
        table = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise LessonError(f"{file.name} cannot be read: {error.strerror}") from None
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise LessonError(f"{file.name} cannot be read: {error}") from None
    where = file.name
    _check_fields(where, table, _LESSON_FIELDS)
    steps = table.get("steps")
    if not isinstance(steps, list) or not steps:
        raise LessonError(f"{where} has no [[steps]]")
    number, dash, rest = name.partition("-")
    return Lesson(
        rest if dash and number.isdigit() else name,
        _text(where, table, "title"),
        _text(where, table, "summary"),
        _text(where, table, "intro"),
        tuple(_step(f"{where}, step {place}", each) for place, each in enumerate(steps, start=1)),
    )


def _step(where: str, table: Mapping[str, Any]) -> Step:
    _check_fields(where, table, _STEP_FIELDS)
    try:
        position = Position.parse(_text(where, table, "position"))
        accepted = _columns(table.get("answer"))
    except FourfoldError as error:
        raise LessonError(f"{where}: {error}") from None
    legal = position.legal_columns
    if not accepted or not set(accepted) <= set(legal):
        raise LessonError(
            f"{where}: answer is {describe(table.get('answer'))}, but must name columns "
            f"that can be played: {_labels(legal, position)}"
        )
    right = table.get("right")
    by_column = dict.fromkeys(accepted, right) if isinstance(right, str) else _texts(where, right)
    if set(by_column) != set(accepted):
        raise LessonError(
            f"{where}: right must be a sentence, or one for each of the columns "
            f"{_labels(accepted, position)}"
        )
    wrong = _texts(where, table.get("wrong", {}))
    others = [column for column in legal if column not in accepted]
    if not set(wrong) <= set(others):
        raise LessonError(
            f"{where}: wrong has sentences for {_labels(wrong, position)}, but only "
            f"{_labels(others, position)} are wrong columns"
        )
    return Step(
        position,
        _text(where, table, "prompt"),
        accepted,
        by_column,
        wrong,
        tuple(_claim(where, each) for each in table.get("claims", [])),
        _text(where, table, "other") if "other" in table else None,
        table.get("fastest") is True,
        table.get("study") is True,
    )


def _claim(where: str, table: Any) -> Claim:
    kind = KINDS.get(table.get("kind", "")) if isinstance(table, dict) else None
    if kind is None:
        raise LessonError(
            f"{where} claims {describe(table)}, but a claim has a kind: {', '.join(KINDS)}"
        )
    known = {field.name: field for field in fields(kind)}
    needed = {
        name
        for name, field in known.items()
        if field.default is MISSING and field.default_factory is MISSING
    }
    given = set(table) - {"kind"}
    if not needed <= given <= set(known):
        raise LessonError(
            f"{where} claims {describe(table)}, but '{kind.kind}' takes {', '.join(known)}"
        )
    try:
        return kind(**{name: _READERS[name](table[name]) for name in given})
    except (FourfoldError, TypeError) as error:
        raise LessonError(f"{where} claims {describe(table)}: {error}") from None


# Parts of files


def _columns(value: Any) -> tuple[int, ...]:
    if not isinstance(value, str):
        raise TypeError(f"columns are {describe(value)}, but must be a text such as '35'")
    return parse_moves(value)


def _cells(value: Any) -> tuple[tuple[int, int], ...]:
    return tuple(parse_cell(each) for each in value.split()) if isinstance(value, str) else ()


def _one_of(*allowed: str) -> Callable[[Any], str]:
    def read(value: Any) -> str:
        if value not in allowed:
            raise TypeError(f"{describe(value)} is not one of {', '.join(allowed)}")
        return str(value)

    return read


def _count(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise TypeError(f"{describe(value)} is not a whole number")
    return value


def _flag(value: Any) -> bool:
    if not isinstance(value, bool):
        raise TypeError(f"{describe(value)} is neither true nor false")
    return value


_READERS: dict[str, Callable[[Any], Any]] = {
    "columns": _columns,
    "column": _columns,
    "after": _columns,
    "line": _columns,
    "cell": _cells,
    "pieces": _cells,
    "threat": _cells,
    "threats": _cells,
    "player": _one_of("you", "opponent"),
    "plan": _one_of(*PlanKind),
    "moves": _count,
    "wins": _flag,
}


def _text(where: str, table: Mapping[str, Any], name: str) -> str:
    value = table.get(name)
    if not isinstance(value, str) or not value.strip():
        raise LessonError(f"{where}: {name} is {describe(value)}, but must be a text")
    return " ".join(value.split())


def _texts(where: str, table: Any) -> dict[int, str]:
    """Read sentences by the columns that they are about; one key may name several."""
    if not isinstance(table, dict):
        raise LessonError(f"{where}: {describe(table)} is not a table of sentences by column")
    try:
        return {
            column: _text(where, table, columns)
            for columns in table
            for column in parse_moves(columns)
        }
    except FourfoldError as error:
        raise LessonError(f"{where}: {error}") from None


def _check_fields(where: str, table: Any, known: set[str]) -> None:
    unknown = sorted(set(table) - known)
    if unknown:
        raise LessonError(
            f"{where} has {describe(unknown[0])}, but only {', '.join(sorted(known))} are known"
        )


def _labels(columns: Iterable[int], position: Position) -> str:
    return " ".join(column_label(column, position.rules.columns) for column in columns)

"""How labelled positions are written; each writer always writes the same bytes for the same labels.

csv       a line of text for each position, with a header
jsonl     a JSON object for each position
npz       NumPy arrays, of one board
parquet   a table for pandas, Polars, DuckDB and others, by pyarrow
uci       the layout of the UCI data set Connect-4: b, x or o for each cell, then the class
"""

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from fourfold.dataset.labels import Label
from fourfold.errors import InvalidOption, MissingPackage, describe
from fourfold.rules import FIRST, SECOND, Rules
from fourfold.rules.notation import column_label
from fourfold.rules.position import Content

FIELDS = ("position", "ply", "proven", "score", "outcome", "plies", "best", "columns")
UNPROVEN, NOT_PLAYABLE = 127, -128
"""Stand for a score in NumPy arrays, whose numbers cannot be missing."""

_SIGNS = {"win": 1, "draw": 0, "loss": -1}
_UCI_CELLS = {Content.FIRST: "x", Content.SECOND: "o", None: "b"}
_UCI_OPPOSITE = {"win": "loss", "draw": "draw", "loss": "win"}


def format_of(path: Path, name: str | None) -> str:
    """Return the format that is asked for, or else the one that a file's name ends in."""
    known = ", ".join(WRITERS)
    if name is not None:
        if name not in WRITERS:
            raise InvalidOption(f"the format is {describe(name)}, but must be one of {known}")
        return name
    ending = path.suffix.lstrip(".").lower()
    ending = {"data": "uci", "pq": "parquet"}.get(ending, ending)
    if ending not in WRITERS:
        raise InvalidOption(
            f"the name of the file {path} says no format; end it with .csv, .jsonl, .npz, "
            f".parquet or .data (UCI), or choose one of {known}"
        )
    return ending


def check_format(name: str, boards: Collection[Rules]) -> None:
    """Refuse a format that does not fit the boards, or whose package is missing."""
    if name in _PACKAGES:
        _import(name)
    if name == "npz" and len(boards) > 1:
        raise InvalidOption(
            f"the positions are of {len(boards)} boards, but NumPy arrays hold those of one; "
            "choose another format"
        )
    if name == "uci":
        for rules in boards:
            if rules.forbidden or rules.bonus:
                raise InvalidOption(
                    f"the UCI layout has no mark for the cells of {rules}; choose another format"
                )


def _row(label: Label) -> dict[str, Any]:
    """Return the fields of a label; None where something is not proven or was not asked about."""
    position, score = label.position, label.score
    width = position.rules.columns
    best, columns = label.best, label.columns
    knows_score = score is not None and score.plies is not None
    return {
        "position": position.to_text(),
        "ply": position.ply,
        "proven": label.proven,
        "score": score.score if score and knows_score else None,
        "outcome": str(score.outcome) if score else None,
        "plies": score.plies if score else None,
        "best": None if best is None else "".join(column_label(c, width) for c in best),
        "columns": None if columns is None else [s.score if s else None for s in columns],
    }


# Text


def _write_csv(labels: Sequence[Label], path: Path) -> None:
    _write_lines(path, _csv_lines(labels))


def _csv_lines(labels: Sequence[Label]) -> Iterator[str]:
    yield ",".join(FIELDS)
    for label in labels:
        row = _row(label)
        if row["columns"] is not None:  # as in fourfold solve --columns
            legal = label.position.legal_columns
            row["columns"] = " ".join(
                str(score) if score is not None else "?" if column in legal else "."
                for column, score in enumerate(row["columns"])
            )
        row["proven"] = "yes" if row["proven"] else "no"
        yield ",".join("" if row[name] is None else str(row[name]) for name in FIELDS)


def _write_jsonl(labels: Sequence[Label], path: Path) -> None:
    _write_lines(path, (json.dumps(_row(label)) for label in labels))


def _write_uci(labels: Sequence[Label], path: Path) -> None:
    _write_lines(path, map(_uci_line, labels))


def _uci_line(label: Label) -> str:
    position = label.position
    rules = position.rules
    cells = [
        _UCI_CELLS[position.cell(column, row)]
        for column in range(rules.columns)
        for row in range(rules.rows)
    ]
    outcome = "?" if label.score is None else str(label.score.outcome)
    if position.turn is SECOND and outcome != "?":
        outcome = _UCI_OPPOSITE[outcome]  # the class is the first player's
    return ",".join([*cells, outcome])


def _write_lines(path: Path, lines: Iterator[str]) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{line}\n" for line in lines)


# Arrays and tables


def _write_npz(labels: Sequence[Label], path: Path) -> None:
    np = _import("npz")
    rules = labels[0].position.rules
    rows = [_row(label) for label in labels]
    arrays: dict[str, Any] = {
        "rules": np.array(str(rules)),
        "moves": np.full((len(labels), max(1, rules.playable_cells)), -1, np.int8),
        "boards": np.zeros((len(labels), rules.rows, rules.columns), np.int8),
        "turn": np.array([label.position.turn is not FIRST for label in labels], np.int8),
        "ply": np.array([row["ply"] for row in rows], np.int16),
        "proven": np.array([row["proven"] for row in rows], np.bool_),
        "outcome": np.array([_SIGNS.get(row["outcome"], UNPROVEN) for row in rows], np.int8),
    }
    for number, label in enumerate(labels):
        position = label.position
        arrays["moves"][number, : position.ply] = position.moves
        arrays["boards"][number] = position.array()
    if any(row["score"] is not None for row in rows):
        scores = [UNPROVEN if row["score"] is None else row["score"] for row in rows]
        arrays["score"] = np.array(scores, np.int8)
        plies = [-1 if row["plies"] is None else row["plies"] for row in rows]
        arrays["plies"] = np.array(plies, np.int16)
    if labels[0].columns is not None:
        arrays["columns"] = np.array([_column_numbers(label) for label in labels], np.int8)
        arrays["best"] = np.zeros((len(labels), rules.columns), np.bool_)
        for number, label in enumerate(labels):
            arrays["best"][number, list(label.best or ())] = True
    with path.open("wb") as file:
        np.savez_compressed(file, **arrays)


def _column_numbers(label: Label) -> list[int]:
    assert label.columns is not None
    legal = label.position.legal_columns
    return [
        score.score if score else UNPROVEN if column in legal else NOT_PLAYABLE
        for column, score in enumerate(label.columns)
    ]


def _write_parquet(labels: Sequence[Label], path: Path) -> None:
    pa = _import("parquet")
    kinds = {
        "position": pa.string(),
        "ply": pa.int16(),
        "proven": pa.bool_(),
        "score": pa.int8(),
        "outcome": pa.string(),
        "plies": pa.int16(),
        "best": pa.string(),
        "columns": pa.list_(pa.int8()),
    }
    rows = [_row(label) for label in labels]
    table = pa.table({name: pa.array([r[name] for r in rows], kinds[name]) for name in FIELDS})
    import_module("pyarrow.parquet").write_table(table, str(path), compression="zstd")


_PACKAGES = {"npz": ("numpy", "NumPy arrays"), "parquet": ("pyarrow", "Parquet files")}


def _import(name: str) -> Any:
    package, files = _PACKAGES[name]
    try:
        return import_module(package)
    except ImportError:
        raise MissingPackage(
            f"{files} need the package {package}: pip install 'fourfold[dataset]'"
        ) from None


WRITERS: dict[str, Callable[[Sequence[Label], Path], None]] = {
    "csv": _write_csv,
    "jsonl": _write_jsonl,
    "npz": _write_npz,
    "parquet": _write_parquet,
    "uci": _write_uci,
}

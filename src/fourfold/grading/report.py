"""A grade as a table for people, and in plain types for programs."""

from typing import TYPE_CHECKING, Any

from fourfold.grading.calibration import Bucket, Calibration
from fourfold.grading.results import Grade, Interval, MoveQuality
from fourfold.support import html
from fourfold.support.plain_text import printable

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.table import Table

WIDTH = 96
_MOST_FAULTS = 5
_HEADINGS = ("positions", "perfect", "95 %", "outcome kept", "95 %", "points a move", "95 %")
_BUCKET_HEADINGS = ("win chance", "moves", "expected", "under perfect play")


def as_text(grade: Grade, width: int = WIDTH) -> str:
    """Return a grade as plain text."""
    from rich.console import Console

    console = Console(width=width, highlight=False, no_color=True, force_terminal=False)
    with console.capture() as captured:
        console.print(as_table(grade))
    return "\n".join(line.rstrip() for line in captured.get().rstrip().splitlines())


def as_table(grade: Grade) -> "RenderableType":
    """Return a grade as something that Rich prints."""
    from rich.console import Group
    from rich.text import Text

    lines: list[RenderableType] = [
        Text(printable(_heading(grade))),
        Text(),
        _moves(grade),
        Text(),
    ]
    lines += [Text(line) for line in _calibration_lines(grade.calibration)]
    buckets = grade.calibration.buckets
    if buckets:
        lines += [Text(), _buckets(grade.calibration), Text()]
    times = grade.times
    lines.append(
        Text(
            f"Time per move: {_seconds(times.median)} in the median, {_seconds(times.mean)} in "
            f"the mean, {_seconds(times.longest)} at most."
        )
    )
    lines += [Text(printable(line)) for line in _fault_lines(grade)]
    return Group(*lines)


def _heading(grade: Grade) -> str:
    count = len(grade.answers)
    positions = f"{count} position{'' if count == 1 else 's'}"
    parts = [f"{grade.name}: {positions}, {grade.benchmark}"]
    if grade.skipped:
        parts.append(f"{grade.skipped} left out (it does not play their boards)")
    limit = grade.limit
    for value, unit in (
        (limit.seconds, "s a move"),
        (limit.nodes, "nodes a move"),
        (limit.depth, "plies deep"),
    ):
        if value is not None:
            parts.append(f"{value:g} {unit}")
    return ", ".join([*parts, f"seed {grade.seed}"])


def _moves(grade: Grade) -> "Table":
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    table.add_column("", no_wrap=True)
    for heading in _HEADINGS:
        table.add_column(heading, justify="right", no_wrap=True)
    table.add_row("all", *_cells(grade.total))
    for parts in (grade.by_phase, grade.by_outcome, grade.by_kind, grade.by_size):
        if len(parts) > 1:
            table.add_row()
            for name, part in parts.items():
                table.add_row(str(name), *_cells(part))
    return table


def _cells(part: MoveQuality) -> list[str]:
    kept = part.outcome_rate
    return [
        str(part.positions),
        f"{part.perfect_rate:.1%}",
        _percent(part.perfect_interval),
        "" if kept is None else f"{kept:.1%}",
        _percent(part.outcome_interval),
        f"{part.points_per_move:.2f}",
        "{:.2f}-{:.2f}".format(*part.points_interval),
    ]


def _percent(interval: Interval | None) -> str:
    return "" if interval is None else f"{100 * interval[0]:.1f}-{100 * interval[1]:.1f}"


def _calibration_lines(found: Calibration) -> list[str]:
    if not found:
        return ["It says nothing of its chances, so there is no calibration."]
    lines = []
    if found.proofs:
        lines.append(f"Proofs: {found.proofs}, of which {found.wrong_proofs} are wrong.")
    if found.brier is not None:
        lines.append(
            f"Win chances: {found.estimates}, Brier score {found.brier:.3f} (always the mean: "
            f"{found.reference:.3f}), bias {found.bias:+.3f}, error {found.error:.3f}."
        )
    if found.ordering is not None:
        lines.append(
            f"Ordering: of two moves with different outcomes, {found.ordering:.1%} had the better "
            "one evaluated higher."
        )
    return lines


def _buckets(found: Calibration) -> "Table":
    from rich.table import Table

    table = Table(box=None, pad_edge=False)
    for place, heading in enumerate(_BUCKET_HEADINGS):
        table.add_column(heading, justify="right" if place else "left", no_wrap=True)
    for bucket in found.buckets:
        table.add_row(*_bucket_cells(bucket))
    return table


def _bucket_cells(bucket: Bucket) -> list[str]:
    return [
        f"{bucket.low:.0%} to {bucket.high:.0%}",
        str(bucket.moves),
        f"{bucket.expected:.1%}",
        f"{bucket.actual:.1%}",
    ]


def _seconds(value: float) -> str:
    return f"{1000 * value:.1f} ms" if value < 1 else f"{value:.2f} s"


def _fault_lines(grade: Grade) -> list[str]:
    faults = grade.faults
    if not faults:
        return []
    lines = ["", f"{sum(faults.values())} faults, each of which counts as the worst column:"]
    shown = list(faults.items())[:_MOST_FAULTS]
    lines += [f"  {count} times: {what}" if count > 1 else f"  {what}" for what, count in shown]
    if len(faults) > len(shown):
        lines.append(f"  and {len(faults) - len(shown)} others")
    return lines


def as_html(grade: Grade) -> str:
    """Return a grade as HTML for a notebook: its table, and its calibration beside it."""
    rows = [("all", *_cells(grade.total))]
    for parts in (grade.by_phase, grade.by_outcome, grade.by_kind):
        if len(parts) > 1:
            rows += [(str(name), *_cells(part)) for name, part in parts.items()]
    found = grade.calibration
    lines = [*_calibration_lines(found), *(line.strip() for line in _fault_lines(grade) if line)]
    told = html.Markup("".join(html.paragraph(line) for line in lines))
    if found.buckets:
        told = html.Markup(told + html.table(_BUCKET_HEADINGS, map(_bucket_cells, found.buckets)))
    title = html.paragraph(_heading(grade), strong=True)
    return html.value(title + html.table(("", *_HEADINGS), rows), told)


# For programs


def as_dict(grade: Grade) -> dict[str, Any]:
    """Return everything that is counted, in plain types; docs/benchmark.md lists the names."""
    limit = grade.limit
    times = grade.times
    return {
        "agent": grade.name,
        "benchmark": grade.benchmark,
        "seed": grade.seed,
        "limit": {"seconds": limit.seconds, "nodes": limit.nodes, "depth": limit.depth},
        "skipped": grade.skipped,
        "total": _part(grade.total),
        "by_phase": {str(key): _part(part) for key, part in grade.by_phase.items()},
        "by_outcome": {str(key): _part(part) for key, part in grade.by_outcome.items()},
        "by_kind": {key: _part(part) for key, part in grade.by_kind.items()},
        "by_size": {key: _part(part) for key, part in grade.by_size.items()},
        "calibration": _calibration(grade.calibration),
        "seconds": {"median": times.median, "mean": times.mean, "longest": times.longest},
        "faults": grade.faults,
        "moves": [
            {
                "position": answer.solved.position.to_text(),
                "column": answer.column,
                "perfect": answer.is_perfect,
                "points_given_away": answer.points_given_away,
                "fault": answer.fault or None,
                "proof": None if answer.proof is None else str(answer.proof),
                "win_chance": answer.win_chance,
                "evaluation": answer.evaluation,
                "seconds": answer.seconds,
            }
            for answer in grade.answers
        ],
    }


def _part(part: MoveQuality) -> dict[str, Any]:
    kept = part.outcome_interval
    return {
        "positions": part.positions,
        "perfect": part.perfect,
        "perfect_rate": part.perfect_rate,
        "perfect_interval": list(part.perfect_interval),
        "at_stake": part.at_stake,
        "kept": part.kept,
        "outcome_rate": part.outcome_rate,
        "outcome_interval": None if kept is None else list(kept),
        "points": part.points,
        "points_per_move": part.points_per_move,
        "points_interval": list(part.points_interval),
    }


def _calibration(found: Calibration) -> dict[str, Any]:
    return {
        "proofs": found.proofs,
        "wrong_proofs": found.wrong_proofs,
        "estimates": found.estimates,
        "brier": found.brier,
        "reference": found.reference,
        "bias": found.bias,
        "error": found.error,
        "evaluations": found.evaluations,
        "ordering": found.ordering,
        "buckets": [
            {
                "low": bucket.low,
                "high": bucket.high,
                "moves": bucket.moves,
                "expected": bucket.expected,
                "actual": bucket.actual,
            }
            for bucket in found.buckets
        ],
    }

"""The benchmark's file: frozen, without doubles, balanced, and right."""

import hashlib
from collections import Counter
from pathlib import Path

import pytest

from fourfold.arena.openings import identity
from fourfold.arena.statistics.quality import Phase
from fourfold.dataset.selection import is_forced
from fourfold.grading.benchmark import (
    NAME,
    SolvedPosition,
    benchmark_text,
    format_benchmark,
    list_boards,
    load_benchmark,
    parse_line,
)
from fourfold.rules import STANDARD, Rules
from fourfold.search import Result, Solver
from scripts import make_benchmark
from scripts.make_benchmark import BOARDS, CORE, MOST_FORCED, OTHERS, Job, find, mix

SHA_256 = "e85854326afccb6b0ac335cadadeac1ee6f5f81b8b6cbaab2cad7449f7496fb5"
POSITIONS = 3_210
LARGEST = 500_000  # bytes
ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def positions() -> list[SolvedPosition]:
    return load_benchmark()


def test_its_content_never_changes() -> None:
    """Whoever has a better benchmark gives it another number."""
    text = benchmark_text()
    assert hashlib.sha256(text.encode()).hexdigest() == SHA_256
    assert len(text) < LARGEST


def test_it_is_read_as_it_was_written(positions: list[SolvedPosition]) -> None:
    assert len(positions) == POSITIONS
    assert format_benchmark(positions) == benchmark_text()


def test_every_column_has_a_score_and_the_choice_matters(positions: list[SolvedPosition]) -> None:
    for each in positions:
        assert tuple(each.columns) == each.position.legal_columns
        assert each.has_choice
        assert each.source in ("random", "agents")


def test_no_board_comes_twice(positions: list[SolvedPosition]) -> None:
    assert len({identity(each.position) for each in positions}) == len(positions)


def test_it_is_balanced(positions: list[SolvedPosition]) -> None:
    cells = Counter((str(p.position.rules), p.phase, p.outcome) for p in positions)
    assert set(map(str, list_boards())) == set(BOARDS)
    for phase in Phase:
        for outcome in Result:
            assert cells["7x6", phase, outcome] == CORE
    assert max(count for (board, *_), count in cells.items() if board != "7x6") == OTHERS
    for name in ("phase", "outcome"):
        shares = Counter(getattr(each, name) for each in positions)
        assert len(shares) == 3
        assert all(0.25 < count / len(positions) < 0.42 for count in shares.values())
    sources = Counter(each.source for each in positions)
    assert sources["agents"] > len(positions) / 3


def test_few_positions_are_decided_by_the_next_piece(positions: list[SolvedPosition]) -> None:
    forced = sum(is_forced(each.position) for each in positions)
    assert forced / len(positions) <= MOST_FORCED + 0.05


@pytest.mark.parametrize("count", [200, 1000])
def test_the_first_positions_are_a_fair_sample(positions: list[SolvedPosition], count: int) -> None:
    for name in ("phase", "outcome", "kind"):
        every = Counter(getattr(each, name) for each in positions)
        first = Counter(getattr(each, name) for each in positions[:count])
        for key, total in every.items():
            assert abs(first[key] / count - total / len(positions)) < 0.05


def test_a_sample_of_the_scores_is_proven_again(positions: list[SolvedPosition]) -> None:
    """`python -m scripts.make_benchmark verify` proves them all."""
    sample = [each for each in positions[::20] if each.phase is not Phase.OPENING]
    proven = Solver(memory_mb=64, book=False).columns_many([each.position for each in sample])
    assert len(sample) > 50
    for each, columns in zip(sample, proven, strict=True):
        assert dict(each.columns) == columns, each.position.to_text()


def test_a_wrong_score_would_be_found(positions: list[SolvedPosition]) -> None:
    line = format_benchmark([positions[0]]).splitlines()[1]
    text, source, scores, plies = line.split(",")
    changed = [str(int(score) + 1) if score != "." else score for score in scores.split()]
    wrong = ",".join([text, source, " ".join(changed), plies])
    assert make_benchmark.prove([line, wrong]) == [wrong]
    assert parse_line(wrong).columns != positions[0].columns or wrong != line


def test_boards_are_listed_with_the_standard_one_first(positions: list[SolvedPosition]) -> None:
    boards = list_boards()
    assert next(iter(boards)) == Rules()
    assert sum(boards.values()) == len(positions)
    chosen = load_benchmark([Rules.parse("4x4")])
    assert len(chosen) == boards[Rules.parse("4x4")]
    assert load_benchmark([Rules.parse("4x4")], 5) == chosen[:5]


def test_the_page_describes_it(positions: list[SolvedPosition]) -> None:
    page = (ROOT / "docs/benchmark.md").read_text("utf-8")
    assert f"`{SHA_256}`" in page
    assert f"`{NAME}` has {len(positions):,} positions on {len(list_boards())} boards" in page
    for row in board_rows(positions):
        assert row in page


def board_rows(positions: list[SolvedPosition]) -> list[str]:
    """Return the page's table: what each kind of board has."""
    groups: dict[str, list[SolvedPosition]] = {}
    for each in positions:
        groups.setdefault("7x6" if each.position.rules == STANDARD else each.kind, []).append(each)
    groups["all"] = positions
    rows = []
    for name in ("7x6", "plain", "forbidden", "bonus", "all"):
        of_group = groups[name]
        boards = "" if name in ("7x6", "all") else _boards(of_group)
        counts = [
            sum(getattr(each, field) is value for each in of_group)
            for field, values in (("phase", Phase), ("outcome", Result))
            for value in values
        ]
        cells = [name, boards, f"{len(of_group):,}", *map(str, counts)]
        rows.append(f"| {' | '.join(cells)} |")
    return rows


def _boards(positions: list[SolvedPosition]) -> str:
    there = {each.position.rules for each in positions}
    return ", ".join(f"`{rules}`" for rules in list_boards() if rules in there)


# Making


def test_a_job_always_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(make_benchmark, "OTHERS", 3)
    job = Job("4x4", Phase.END, seed=3)
    found = find(job)
    assert found == find(job)
    solved = [parse_line(line) for line in found.splitlines()[1:]]
    assert all(each.phase is Phase.END for each in solved)
    assert max(Counter(each.outcome for each in solved).values()) <= 3
    assert found != find(Job("4x4", Phase.END, seed=4))


def test_making_goes_on_where_it_was_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(make_benchmark, "BOARDS", ["4x4", "5x4"])
    monkeypatch.setattr(make_benchmark, "OTHERS", 2)
    whole, parts = tmp_path / "whole.csv", tmp_path / "parts.csv"
    make_benchmark.make(tmp_path / "jobs", whole, workers=1, seed=1)
    (tmp_path / "jobs" / "4x4-end.csv").unlink()
    (tmp_path / "jobs" / "5x4-middle.csv").unlink()
    capsys.readouterr()
    make_benchmark.make(tmp_path / "jobs", parts, workers=1, seed=1)
    assert parts.read_bytes() == whole.read_bytes()
    assert len(capsys.readouterr().out.splitlines()) == 3  # two jobs, and the sum
    assert make_benchmark.verify(whole, workers=1) == 0


def test_mixing_keeps_every_position(positions: list[SolvedPosition]) -> None:
    some = positions[:100]
    mixed = mix(some, seed=9)
    assert sorted(map(str, mixed)) == sorted(map(str, some))
    assert mixed == mix(some, seed=9)


def test_the_name_has_its_version() -> None:
    assert NAME == "fourfold-benchmark-1"

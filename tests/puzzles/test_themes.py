"""Each theme has puzzles that show it, and none without what its rule asks for."""

from itertools import pairwise

import pytest

from fourfold.agents.tactics import winning_columns
from fourfold.analysis.threats.plans import find_plans
from fourfold.puzzles import THEMES, Goal, Puzzle, load_puzzles
from fourfold.puzzles.solution import find_solution
from fourfold.puzzles.themes import LONG_WIN, Setting, find_themes
from fourfold.rules import Content, Position
from fourfold.search import Result, Solver

from ..docs.pages import section

SOLVER = Solver(memory_mb=16, book=False)


def themes_of(text: str) -> tuple[str, ...]:
    position = Position.parse(text)
    solution = find_solution(position, SOLVER)
    assert solution is not None
    return find_themes(Setting(position, solution))


def with_theme(theme: str, count: int = 25) -> list[Puzzle]:
    return [puzzle for puzzle in load_puzzles() if theme in puzzle.themes][:count]


def test_every_theme_is_explained() -> None:
    rows = section("docs/puzzles.md", "Themes")
    for theme in THEMES:
        name = "win-in-1` … `win-in-7" if theme.startswith("win-in") else theme
        assert f"| `{name}` |" in rows, f"docs/puzzles.md does not explain {theme}"
    assert list(THEMES) == sorted(THEMES)


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_has_a_score_of_puzzles(theme: str) -> None:
    assert len(with_theme(theme)) >= 20


@pytest.mark.parametrize(
    ("position", "themes"),
    [
        ("7x6:112233", "only-defence,win-in-1"),
        ("7x6:52543344447462", "only-defence,two-threats,win-in-2"),
    ],
)
def test_themes_by_hand(position: str, themes: str) -> None:
    assert ",".join(themes_of(position)) == themes


def test_a_win_in_one_wins_at_once() -> None:
    for puzzle in with_theme("win-in-1"):
        outcome = puzzle.start.play(puzzle.line[0]).outcome
        assert outcome is not None
        assert outcome.winner is puzzle.mover


def test_a_block_fills_where_the_opponent_would_win() -> None:
    for puzzle in with_theme("block"):
        assert puzzle.line[0] in winning_columns(puzzle.start, puzzle.mover.other)


def test_two_threats_win_wherever_the_opponent_plays() -> None:
    for puzzle in with_theme("two-threats"):
        mover = puzzle.mover
        afters = [puzzle.position_at(step + 1) for step in puzzle.own_steps]
        assert any(
            after.outcome is None
            and len(winning_columns(after, mover)) >= 2
            and not winning_columns(after, mover.other)
            for after in afters
        )


def test_a_quiet_move_threatens_nothing_at_once_and_still_wins() -> None:
    for puzzle in with_theme("quiet-move"):
        after = puzzle.start.play(puzzle.line[0])
        if not after.must_ban:
            assert winning_columns(after, puzzle.mover) == ()
        assert puzzle.line[0] not in winning_columns(puzzle.start, puzzle.mover.other)
        assert puzzle.goal is Goal.WIN


def test_the_only_defence_is_the_only_column_that_does_not_lose() -> None:
    for puzzle in with_theme("only-defence", 10):
        scores = SOLVER.columns(puzzle.start)
        saved = [c for c, score in scores.items() if score.outcome is not Result.LOSS]
        assert saved == [puzzle.line[0]]


def test_bans_and_stars() -> None:
    for puzzle in with_theme("ban"):
        assert any(puzzle.position_at(step).must_ban for step in puzzle.own_steps)
    for puzzle in with_theme("star"):
        ends = [puzzle.position_at(step + 1) for step in puzzle.own_steps]
        assert puzzle.start.rules.bonus in [end.last_cell for end in ends]
    for puzzle in with_theme("free-star"):
        bonus = puzzle.start.rules.bonus
        assert bonus is not None
        assert puzzle.start.cell(*bonus) is None
        assert "star" not in puzzle.themes


def test_a_forbidden_cell_is_on_the_board() -> None:
    for puzzle in with_theme("forbidden-cell"):
        assert puzzle.start.rules.forbidden


def test_a_sacrifice_lies_below_an_own_threat() -> None:
    for puzzle in with_theme("sacrifice"):
        after = puzzle.start.play(puzzle.line[0])
        column = puzzle.line[0]
        assert column in winning_columns(after, puzzle.mover)
        row = after.landing_row(column)
        assert row is not None
        assert puzzle.start.cell(column, row) is None


def test_stacked_threats_lie_on_each_other() -> None:
    for puzzle in with_theme("stacked-threats"):
        piece = Content[puzzle.mover.name]
        ends = [puzzle.position_at(step + 1) for step in puzzle.own_steps]
        assert any(len(stacked_columns(end, piece)) for end in ends)


def stacked_columns(position: Position, piece: Content) -> list[int]:
    """List columns with two free cells, one right above the other, that complete four."""
    rules = position.rules
    found = []
    for column in range(rules.columns):
        rows = [row for row in range(rules.rows) if (column, row) not in rules.forbidden]
        threats = {row: completes(position, (column, row), piece) for row in rows}
        if any(threats[low] and threats[top] for low, top in pairwise(rows)):
            found.append(column)
    return found


def completes(position: Position, cell: tuple[int, int], piece: Content) -> bool:
    """Return True if a piece on a free cell would complete four, counted cell by cell."""
    rules = position.rules
    if cell in rules.forbidden or position.cell(*cell) is not None:
        return False

    def run(across: int, up: int) -> int:
        length = 0
        column, row = cell[0] + across, cell[1] + up
        while (
            0 <= column < rules.columns
            and 0 <= row < rules.rows
            and position.cell(column, row) is piece
        ):
            length, column, row = length + 1, column + across, row + up
        return length

    steps = ((1, 0), (0, 1), (1, 1), (1, -1))
    return any(run(a, u) + run(-a, -u) >= 3 for a, u in steps)


def test_distances() -> None:
    for moves in range(1, LONG_WIN):
        assert all(puzzle.moves == moves for puzzle in with_theme(f"win-in-{moves}"))
    assert all(puzzle.moves >= LONG_WIN for puzzle in with_theme("long-win"))
    assert all(puzzle.goal is Goal.HOLD for puzzle in with_theme("hold"))
    for puzzle in with_theme("endgame"):
        cells = puzzle.start.rules.playable_cells
        assert cells - puzzle.start.ply <= cells / 4


def test_in_zugzwang_nothing_is_threatened_or_a_plan_wins() -> None:
    for puzzle in with_theme("zugzwang"):
        afters = [puzzle.position_at(step + 1) for step in puzzle.own_steps]
        theirs = [after for after in afters if after.turn is not puzzle.mover]
        assert any(
            loses_after_every_reply(after) or any(plan.wins for plan in find_plans(after))
            for after in theirs
        )


def loses_after_every_reply(position: Position) -> bool:
    """Return True if the opponent has no threat to play, but wins after any reply."""
    opponent = position.turn.other
    replies = [position.play(column) for column in position.legal_columns]
    return winning_columns(position, opponent) == () and all(
        reply.outcome is None and winning_columns(reply, opponent) for reply in replies
    )

"""How the game goes: lines, draws, forbidden cells, the bonus cell and its ban."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourfold import FIRST, SECOND, IllegalMove, Outcome, Player, Position, Rules
from fourfold.rules import Content, Reason, notation

from .naive import BAN, NaiveGame
from .strategies import rules

DRAW = Outcome(None, Reason.BOARD_FULL)


def cells(text: str) -> tuple[tuple[int, int], ...]:
    return tuple(notation.parse_cell(cell) for cell in text.split())


def only(columns: int, rows: int, free: str, bonus: str | None = None) -> Rules:
    """A board on which all cells but these are forbidden."""
    kept = cells(free)
    everything = [(column, row) for column in range(columns) for row in range(rows)]
    forbidden = [cell for cell in everything if cell not in kept]
    return Rules(columns, rows, forbidden, notation.parse_cell(bonus) if bonus else None)


# Lines


@pytest.mark.parametrize(
    ("text", "winner", "winning"),
    [
        ("7x6:4455667", FIRST, "d1 e1 f1 g1"),
        ("7x6:2323252", FIRST, "b1 b2 b3 b4"),
        ("7x6:34433222144", FIRST, "a1 b2 c3 d4"),
        ("7x6:123253141231", SECOND, "a4 b3 c2 d1"),
    ],
)
def test_four_in_a_line_win(text: str, winner: Player, winning: str) -> None:
    position = Position.parse(text)
    assert position.outcome == Outcome(winner, Reason.FOUR_IN_LINE)
    assert position.winning_cells == cells(winning)
    assert position.legal_columns == ()
    assert [position.landing_row(column) for column in range(7)] == [None] * 7
    before = Position.parse(text[:-1])
    assert before.outcome is None
    assert before.winning_cells == ()


@pytest.mark.parametrize(
    ("text", "winning"),
    [
        ("112233554", "a1 b1 c1 d1 e1"),
        ("11223355664", "a1 b1 c1 d1 e1 f1"),
        ("1122335566774", "a1 b1 c1 d1 e1 f1 g1"),
    ],
)
def test_more_than_four_win(text: str, winning: str) -> None:
    assert Position.parse(text).outcome == Outcome(FIRST, Reason.FOUR_IN_LINE)
    assert Position.parse(text).winning_cells == cells(winning)


@pytest.mark.parametrize(
    ("text", "winning"),
    [
        ("124317123556251", "a1 a2 a3 a4 b3 c2 d1"),
        ("43724554447676416563567", "d1 d4 e2 e4 f3 f4 g1 g2 g3 g4"),
    ],
)
def test_several_lines_at_once(text: str, winning: str) -> None:
    assert Position.parse(text).winning_cells == cells(winning)


def test_lines_do_not_run_over_the_edge() -> None:
    # Two at the top of a column and two at the bottom of the next are no line.
    position = Position.parse("5x4:2121151")
    assert [position.cell(*cell) for cell in cells("a3 a4 b1 b2")] == [Content.FIRST] * 4
    assert position.outcome is None


@pytest.mark.parametrize(
    "text",
    [
        "7x6:442761225377252342545563474175371666631311",
        "5x5:5153114222253434123413554",
    ],
)
def test_a_full_board_without_a_line_is_a_draw(text: str) -> None:
    position = Position.parse(text)
    assert position.ply == position.rules.playable_cells
    assert position.outcome == DRAW
    assert position.winning_cells == ()
    assert position.legal_columns == ()


def test_words_for_outcomes() -> None:
    assert str(Position.parse("4455667").outcome) == "FIRST wins"
    assert str(Position.parse("123253141231").outcome) == "SECOND wins"
    assert str(DRAW) == "draw"
    assert DRAW.reason.value == "board full"
    assert Reason.FOUR_IN_LINE.value == "four in line"


# Forbidden cells


def landed(position: Position, column: int) -> list[int]:
    """The rows on which pieces land in one column, other columns never being played."""
    rows = []
    while (row := position.landing_row(column)) is not None and position.outcome is None:
        rows.append(row)
        position = position.play(column)
    return rows


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("7x6", [0, 1, 2, 3, 4, 5]),
        ("7x6-xd3", [0, 1, 3, 4, 5]),
        ("7x6-xd1", [1, 2, 3, 4, 5]),
        ("7x6-xd6", [0, 1, 2, 3, 4]),
        ("7x6-xd2-xd3", [0, 3, 4, 5]),
        ("7x6-xd1-xd3-xd5", [1, 3, 5]),
        ("7x6-xd2-xd4-xd6", [0, 2, 4]),
        ("7x6-xd1-xd2-xd3-xd4-xd5-xd6", []),
        ("7x12-xd12", list(range(11))),
    ],
)
def test_pieces_fall_through_forbidden_cells(text: str, rows: list[int]) -> None:
    assert landed(Position(Rules.parse(text)), 3) == rows


def test_a_wholly_forbidden_column_is_never_playable() -> None:
    position = Position(Rules(4, 4, forbidden=[(1, row) for row in range(4)]))
    assert position.legal_columns == (0, 2, 3)
    with pytest.raises(IllegalMove):
        position.play(1)


def test_a_board_without_a_free_cell_is_a_draw_at_once() -> None:
    position = Position(only(4, 5, free=""))
    assert position.rules.playable_cells == 0
    assert position.outcome == DRAW
    assert position.legal_columns == ()
    with pytest.raises(IllegalMove, match="the game is over, draw"):
        position.play(0)


def has_no_line(text: str, pieces: str, between: str, content: Content) -> Position:
    """Check that pieces of FIRST make no line with a cell of another content."""
    position = Position.parse(text)
    assert {position.cell(*cell) for cell in cells(pieces)} == {Content.FIRST}
    assert [position.cell(*cell) for cell in cells(between)] == [content]
    assert position.outcome is None
    return position


def test_no_line_runs_through_a_forbidden_cell() -> None:
    has_no_line("7x6-xc1:1122445", "a1 b1 d1 e1", "c1", Content.FORBIDDEN)


# The bonus cell


def test_the_bonus_cell_brings_a_ban() -> None:
    position = Position.parse("6x6-bc2:33")
    assert position.cell(2, 1) is Content.SECOND
    assert position.must_ban
    assert position.turn is SECOND
    assert position.outcome is None
    assert position.legal_columns == (0, 1, 2, 3, 4, 5)

    banned = position.play(3)
    assert banned.cell(3, 0) is Content.BAN
    assert not banned.must_ban
    assert banned.turn is FIRST
    assert banned.ply == 3
    assert banned.landing_row(3) == 1
    assert banned.last_cell == (3, 0)


def test_a_ban_belongs_to_nobody_and_stays() -> None:
    # FIRST has b1, d1, e1 and f1; the ban on c1 keeps them apart.
    position = has_no_line("7x6-bd1:43757672", "b1 d1 e1 f1", "c1", Content.BAN)
    # SECOND completes g1 to g4 later on, untouched by all that.
    assert position.play(6).outcome == Outcome(SECOND, Reason.FOUR_IN_LINE)


def test_a_ban_completes_no_line() -> None:
    has_no_line("7x6-bc1:112234", "a1 b1 c1", "d1", Content.BAN)


def test_a_line_on_the_bonus_cell_wins_first() -> None:
    position = Position.parse("7x6-bg1:4455667")
    assert position.outcome == Outcome(FIRST, Reason.FOUR_IN_LINE)
    assert not position.must_ban
    assert position.legal_columns == ()


def test_the_ban_may_fill_the_last_cell() -> None:
    position = Position(only(4, 4, free="a1 b1", bonus="a1")).play(0)
    assert position.must_ban
    assert position.legal_columns == (1,)
    assert position.play(1).outcome == DRAW
    assert not position.play(1).must_ban


def test_no_ban_when_the_bonus_cell_is_the_last_one() -> None:
    position = Position(only(4, 4, free="a1 b1", bonus="a1")).play(1).play(0)
    assert not position.must_ban
    assert position.outcome == DRAW


def test_the_bonus_works_once() -> None:
    position = Position.parse("6x6-bc1:3")
    bans = 0
    while position.outcome is None:
        bans += position.must_ban
        position = position.play(position.legal_columns[0])
    assert bans == 1


# Against the truth in slow motion


def assert_same(position: Position, naive: NaiveGame) -> None:
    board = position.rules
    assert list(position.legal_columns) == naive.legal_columns()
    assert [position.landing_row(c) for c in range(board.columns)] == [
        naive.landing_row(c) for c in range(board.columns)
    ]
    assert position.turn == naive.turn
    assert position.must_ban == naive.must_ban
    assert (position.outcome is not None) == naive.is_over()
    if position.outcome is not None:
        assert position.outcome.winner == naive.winner
    assert set(position.winning_cells) == naive.winning_cells()
    assert list(position.winning_cells) == sorted(position.winning_cells)


def assert_same_cells(position: Position, naive: NaiveGame) -> None:
    names = {FIRST: Content.FIRST, SECOND: Content.SECOND, BAN: Content.BAN}
    for column in range(position.rules.columns):
        for row in range(position.rules.rows):
            expected = names.get(naive.grid.get((column, row), ""))
            if (column, row) in position.rules.forbidden:
                expected = Content.FORBIDDEN
            assert position.cell(column, row) is expected


@given(rules(), st.integers(0, 2**32))
def test_random_games_agree_with_a_naive_model(board: Rules, seed: int) -> None:
    chance = random.Random(seed)
    position, naive = Position(board), NaiveGame(board)
    assert_same(position, naive)
    while position.outcome is None:
        column = chance.choice(position.legal_columns)
        position = position.play(column)
        naive.play(column)
        assert_same(position, naive)
        assert position.last_cell is not None
        assert position.cell(*position.last_cell) is not None
    assert_same_cells(position, naive)


def test_the_number_of_distinct_positions() -> None:
    """The counts of Edelkamp and Kissmann (OEIS A212693)."""
    level = {Position().key: Position()}
    counts = [len(level)]
    for _ in range(7):
        level = {
            after.key: after
            for position in level.values()
            for after in map(position.play, position.legal_columns)
        }
        counts.append(len(level))
    assert counts == [1, 7, 49, 238, 1120, 4263, 16422, 54859]

"""What viewers see: every kind of cell looks different, and the top row is at the top."""

import pytest

from fourfold import InvalidOption, Position

np = pytest.importorskip("numpy", reason="environments: the package NumPy is missing")

from fourfold.adapters.rendering import checked_render_mode, draw, render  # noqa: E402

SIDE = 48


def tile(position: Position, column: int, row: int) -> bytes:
    frame = draw(position)
    top = (position.rules.rows - 1 - row) * SIDE
    part: bytes = frame[top : top + SIDE, column * SIDE : (column + 1) * SIDE].tobytes()
    return part


def test_a_picture_has_a_tile_for_each_cell() -> None:
    frame = draw(Position.parse("9x8-xd3:44"))
    assert frame.shape == (8 * SIDE, 9 * SIDE, 3)
    assert frame.dtype == np.uint8


def test_every_kind_of_cell_has_its_own_tile() -> None:
    position = Position.parse("6x6-xa1-bc2:334142")  # SECOND lands on c2; the ban goes to d1
    assert str(position.cell(3, 0)) == "ban"
    assert position.last_cell is not None
    bonus = Position.parse("6x6-xa1-bc2:")
    tiles = {
        "free": tile(position, 5, 5),
        "forbidden": tile(position, 0, 0),
        "first": tile(position, 2, 0),
        "second": tile(position, 2, 1),
        "ban": tile(position, 3, 0),
        "bonus": tile(bonus, 2, 1),
        "last": tile(position, *position.last_cell),
    }
    assert len(set(tiles.values())) == len(tiles)


def test_the_winning_line_is_marked() -> None:
    won = Position.parse("7x6:1212121")
    assert tile(won, 0, 0) != tile(won.mirror(), 0, 0)
    assert tile(won, 0, 0) == tile(won, 0, 1) != tile(Position.parse("7x6:121212"), 0, 0)


def test_render_modes(capsys: pytest.CaptureFixture[str]) -> None:
    position = Position.parse("7x6:44")
    assert render(position, None) is None
    assert render(position, "ansi") == f"{position}\n"
    assert capsys.readouterr().out == ""
    assert render(position, "human") is None
    assert capsys.readouterr().out == f"{position}\n\n"


def test_an_unknown_mode_is_refused() -> None:
    with pytest.raises(InvalidOption, match="'video', but must be human, ansi, rgb_array or None"):
        checked_render_mode("video")

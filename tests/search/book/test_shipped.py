"""The 7x6 book that comes with the package, against itself, a search, and other people's book."""

import pytest

from fourfold import Position, Rules, Solver
from fourfold.search.book import Book, shipped_path
from fourfold.search.book.check import verify
from fourfold.search.book.positions import Layer, layers

RULES = Rules()
PLIES = 8


@pytest.fixture(scope="module")
def book() -> Book:
    path = shipped_path(RULES)
    if not path.exists():
        pytest.skip("the package has no opening book of 7x6")
    return Book.open(path)


def test_it_is_whole(book: Book) -> None:
    assert (book.rules, book.plies) == (RULES, PLIES)
    assert book.counts == (1, 4, 25, 121, 568, 2144, 8231, 27109, 91295)


def test_it_follows_from_itself_and_a_sample_from_the_solver(book: Book) -> None:
    assert verify(book, sample=20, seed=2) == 20


def test_the_solver_uses_it(book: Book) -> None:
    solver = Solver()
    assert [score.score for score in solver.columns(Position()).values()] == [
        -2,
        -1,
        0,
        1,
        0,
        -1,
        -2,
    ]
    assert solver.best_column(Position()) == 3
    assert solver.solve(Position()).plies == 41
    for moves in ("", "1", "4444", "2345671", "12345671"):
        assert solver.bounds(Position.parse(moves)).nodes == 0
    assert solver.book_problem is None


# bitbully-databases has a book of ply 8 with the losses (-1) and draws (0) of FIRST, who moves.


def huffman(moves: bytes) -> int:
    """A position's number there: 10 for FIRST's piece, 11 for SECOND's, 0 after each column."""
    columns = [""] * 7
    for ply, column in enumerate(moves):
        columns[column] += "11" if ply % 2 else "10"
    return int("".join(f"{column}0" for column in columns) + "0", 2)


@pytest.fixture(scope="module")
def layer() -> Layer:
    return layers(RULES, PLIES)[PLIES]


@pytest.fixture(scope="module")
def outcomes_there(layer: Layer) -> dict[int, int]:
    """What the other book says of our positions, by our keys."""
    databases = pytest.importorskip("bitbully_databases", reason="bitbully-databases is missing")
    there = dict(databases.BitBullyDatabases("8-ply").book)
    found: dict[int, int] = {}
    for key, moves in layer.items():
        mirrored = bytes(6 - column for column in moves)
        for number in {huffman(moves), huffman(mirrored)} & there.keys():
            assert found.setdefault(key, there[number]) == there.pop(number)
    assert there == {}  # it has no position that we do not
    return found


def test_the_other_book_is_read_rightly(layer: Layer, outcomes_there: dict[int, int]) -> None:
    """Without our book: a few positions, solved."""
    solver = Solver(memory_mb=64, book=False)
    for key in sorted(layer)[:: len(layer) // 20]:
        score = solver.solve(Position(RULES, layer[key]), wdl=True).score
        assert score == outcomes_there.get(key, 1)


def test_it_agrees_with_the_other_book(book: Book, outcomes_there: dict[int, int]) -> None:
    for key, value in zip(*book.ply(PLIES), strict=True):
        assert (value > 0) - (value < 0) == outcomes_there.get(key, 1)

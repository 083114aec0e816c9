"""Books of one's own: by the board, in this process and in those that it starts."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import fourfold as ff
from fourfold import BookError, InvalidOption, Position, Rules, Solver
from fourfold.search.book import Book, book_of, shipped, shipped_path, use_books
from fourfold.search.book import file as book_file
from fourfold.search.book.build import build
from fourfold.search.book.chosen import VARIABLE
from fourfold.search.book.scores import book_scores

BOARDS = {"4x4": 5, "5x4": 4, "7x6": 2}


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("books")
    for text, plies in BOARDS.items():
        if text == "7x6":  # from the package's, which has taken longer than a test may
            deep = Book.open(shipped_path(Rules()))
            sections = [dict(zip(*deep.ply(ply), strict=True)) for ply in range(plies + 1)]
            (folder / "7x6.book").write_bytes(book_file.write(Rules(), sections))
        else:
            build(Rules.parse(text), plies, folder / f"{text}.book", memory_mb=16)
    return {text: folder / f"{text}.book" for text in BOARDS}


@pytest.fixture(autouse=True)
def _none_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "")


def test_a_solver_takes_the_book_of_each_board(books: dict[str, Path]) -> None:
    solver = Solver(memory_mb=16, book=[books["4x4"], Book.open(books["5x4"])])
    plain = Solver(memory_mb=16, book=False)
    for text, from_book in [
        ("4x4:12", True),
        ("5x4:12", True),
        ("7x6:12", True),
        ("5x5:12", False),
    ]:
        assert (solver.bounds(text).nodes == 0) is from_book
        if text != "7x6:12":
            assert solver.solve(text) == plain.solve(text)


def test_an_own_book_replaces_the_package_s(books: dict[str, Path]) -> None:
    solver = Solver(memory_mb=16, book=books["7x6"])
    assert solver.bounds("7x6:44").nodes == 0
    assert solver.bounds("7x6:444", limit=ff.Limit(nodes=100)).nodes > 0


def test_what_is_no_book(books: dict[str, Path], tmp_path: Path) -> None:
    with pytest.raises(InvalidOption, match="two of the opening books are for 4x4"):
        Solver(book=[books["4x4"], str(books["4x4"])])
    with pytest.raises(InvalidOption, match="a book is 3, but must be a path or a Book"):
        Solver(book=[3])  # type: ignore[list-item]
    with pytest.raises(InvalidOption, match="a book is None, but must be a path, a Book, several"):
        Solver(book=None)  # type: ignore[arg-type]
    with pytest.raises(BookError, match=r"no\.book cannot be read: No such file"):
        Solver(book=[books["4x4"], tmp_path / "no.book"])


def test_chosen_books_serve_every_solver_and_agent(books: dict[str, Path]) -> None:
    assert book_scores(Position.parse("4x4:12")) is None
    chosen = use_books([books["4x4"], books["5x4"]])
    assert [str(book.rules) for book in chosen] == ["4x4", "5x4"]
    assert Solver(memory_mb=16).bounds("4x4:12").nodes == 0
    assert Solver(memory_mb=16, book=False).bounds("4x4:12").nodes > 0
    assert book_of(Rules())[0] is shipped(Rules())[0]
    decision = ff.agent("perfect:memory=16").choose(Position.parse("4x4:12"))
    assert decision.nodes == 0
    assert "from the opening book" in ff.agent("threat").choose(Position.parse("5x4:12")).reason
    assert (
        "opening book" not in ff.agent("threat:book=false").choose(Position.parse("5x4:12")).reason
    )


def test_a_choice_that_fails_changes_nothing(books: dict[str, Path], tmp_path: Path) -> None:
    use_books([books["4x4"]])
    damaged = tmp_path / "damaged.book"
    damaged.write_bytes(books["5x4"].read_bytes()[:-1])
    before = os.environ[VARIABLE]
    for wrong in ([damaged], [tmp_path / "no.book"], [books["5x4"], books["5x4"]]):
        with pytest.raises((BookError, InvalidOption)):
            use_books(wrong)
        assert os.environ[VARIABLE] == before
    with pytest.raises(InvalidOption, match="which separates paths"):
        use_books([f"a{os.pathsep}b.book"])


def test_processes_that_are_started_have_them_too(
    books: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(books["4x4"].parent)
    use_books(["4x4.book"])  # its folder may be another one there
    monkeypatch.chdir("/")
    code = "import fourfold as ff; print(ff.Solver(memory_mb=16).bounds('4x4:12').nodes)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == "0\n"


def test_a_variable_that_names_no_book_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, "/no/such.book")
    with pytest.raises(BookError, match=r"/no/such\.book cannot be read"):
        Solver(memory_mb=16).solve("4x4:12")

"""Books: what they hold, how they are read, and that no damage goes unnoticed."""

import hashlib
import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fourfold as ff
from fourfold import BookError, Position, Rules, Solver
from fourfold.search.book import Book, book
from fourfold.search.book import file as book_file
from fourfold.search.book.build import build
from fourfold.search.book.check import export, verify
from fourfold.search.score import score_of

from ..brute import Truth

BOARDS = [
    ("4x4", 6),
    ("4x4-xa1", 6),
    ("4x4-xb2-xc2", 6),
    ("4x4-xa2-bb1", 6),
    ("5x4-xa1-xa2-xb1-xd1-xe1-xe2-bc1", 5),  # a mirror image of itself, with its ban
]
TRUTHS = {text: Truth() for text, _ in BOARDS}


@pytest.fixture(scope="module")
def books(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("books")
    for text, plies in BOARDS:
        build(Rules.parse(text), plies, folder / f"{text}.book", memory_mb=16)
    return {text: folder / f"{text}.book" for text, _ in BOARDS}


@pytest.mark.parametrize(("text", "plies"), BOARDS)
def test_every_position_is_there_and_right(books: dict[str, Path], text: str, plies: int) -> None:
    opened = Book.open(books[text])
    rules = Rules.parse(text)
    truth = TRUTHS[text]
    assert (opened.rules, opened.plies) == (rules, plies)
    here = {Position(rules)}
    for ply in range(plies + 1):
        boards = {position.key: position for position in here if position.outcome is None}
        symmetric = {min(str(p.key), str(p.mirror().key)) for p in boards.values()}
        assert opened.counts[ply] == (len(symmetric) if rules.is_symmetric else len(boards))
        for position in boards.values():
            assert opened.value(position) == truth.value(position)
        here = {p.play(column) for p in boards.values() for column in p.legal_columns}
    assert all(opened.value(position) is None for position in here)  # a ply too deep
    assert len(opened) == sum(opened.counts)
    assert repr(opened) == f"<Book of {text}, {plies} plies, {len(opened)} positions>"


@pytest.mark.parametrize(("text", "plies"), BOARDS)
def test_a_solver_answers_from_its_book(books: dict[str, Path], text: str, plies: int) -> None:
    rules = Rules.parse(text)
    with_book = Solver(memory_mb=16, book=books[text])
    without = Solver(memory_mb=16, book=False)
    generator = random.Random(1)
    for _ in range(50):
        position = Position(rules)
        for _ in range(generator.randrange(plies + 3)):
            if position.outcome is None:
                position = position.play(generator.choice(position.legal_columns))
        assert with_book.solve(position) == without.solve(position)
        assert with_book.solve(position, wdl=True) == without.solve(position, wdl=True)
        assert with_book.columns(position) == without.columns(position)
        if position.outcome is None:
            assert with_book.best_column(position) == without.best_column(position)
        if position.ply <= plies:
            assert with_book.bounds(position).nodes == 0
    # On another board the book is of no use, and does no harm.
    assert with_book.solve(Position.parse("7x6:121212")).score == 18


def test_a_book_may_be_given_open(books: dict[str, Path]) -> None:
    solver = Solver(memory_mb=16, book=Book.open(books["4x4"]))
    assert solver.bounds(Position.parse("4x4:")).nodes == 0
    assert solver.solve(Position.parse("4x4:")) == score_of(0, 16)


# The file


@given(
    st.sampled_from(["7x6", "12x12-xa1-bl12", "4x4-bb2"]),
    st.lists(
        st.dictionaries(st.integers(0, 2**64 - 1), st.integers(-138, 138), max_size=30),
        min_size=1,
        max_size=4,
    ),
)
def test_any_numbers_survive(text: str, plies: list[dict[int, int]]) -> None:
    rules = Rules.parse(text)
    contents = book_file.read(book_file.write(rules, plies), "x")
    assert contents.rules == rules
    found = [
        dict(zip(book_file.keys_of(s), book_file.values_of(s), strict=True))
        for s in contents.sections
    ]
    assert found == plies


def test_every_changed_byte_is_noticed(books: dict[str, Path]) -> None:
    data = books["4x4"].read_bytes()
    for place in range(len(data)):
        for change in (0x01, 0x80, 0xFF):
            damaged = bytearray(data)
            damaged[place] ^= change
            with pytest.raises(BookError, match=r"4x4\.book"):
                Book.from_bytes(bytes(damaged), "4x4.book")


def test_every_lost_or_added_byte_is_noticed(books: dict[str, Path]) -> None:
    data = books["4x4"].read_bytes()
    for length in range(len(data)):
        with pytest.raises(BookError):
            Book.from_bytes(data[:length], "short")
        with pytest.raises(BookError):
            Book.from_bytes(data[:length] + data[length + 1 :], "lost")
    for more in (b"\0", b"x" * 40, data):
        with pytest.raises(BookError):
            Book.from_bytes(data + more, "long")


@pytest.mark.parametrize(
    ("damage", "sentence"),
    [
        (lambda data: b"", "x is not an opening book: it does not begin like one"),
        (lambda data: b"%PDF-1.7", "x is not an opening book: it does not begin like one"),
        (
            lambda data: data.replace(b"book 1", b"book 2"),
            "the opening book x was written by a version of fourfold that this one cannot read",
        ),
        (lambda data: data[:-1], "the opening book x is damaged: its checksum is wrong"),
        (lambda data: data[:20], "the opening book x is damaged: its checksum is wrong"),
    ],
)
def test_damage_is_told_in_one_sentence(
    books: dict[str, Path], damage: object, sentence: str
) -> None:
    assert callable(damage)
    with pytest.raises(BookError) as caught:
        Book.from_bytes(damage(books["4x4"].read_bytes()), "x")
    assert str(caught.value) == sentence


def sealed(body: bytes) -> bytes:
    return body + hashlib.sha256(body).digest()


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\x03",
        b"\x033x3",
        b"\x034x4",
        b"\x03\xff\xff\xff",
        b"\x037x6\xff\xff\xff\x7f",
        b"\x037x6\x00\x01\x01",
        b"\x037x6\x00\x01\x01\x01\x00",
        b"\x037x6\x00\x01\x01\x01\x00\x02\x00",
    ],
)
def test_nonsense_with_a_good_checksum_is_refused_too(body: bytes) -> None:
    with pytest.raises(BookError, match="malformed"):
        Book.from_bytes(sealed(book_file.MAGIC + body), "x")


def test_nonsense_inside_a_section_is_refused_when_it_is_read() -> None:
    def opened(keys: bytes, values: bytes, count: int) -> Book:
        sizes = bytes([count, len(keys), len(values)])
        return Book.from_bytes(
            sealed(book_file.MAGIC + b"\x037x6\x00" + sizes + keys + values), "x"
        )

    assert opened(b"\x00", b"\x02", 1).value(Position()) == 1
    for keys, values, count in [
        (b"\x00\x00", b"\x02\x02", 2),
        (b"\x00", b"\x02\x02", 2),
        (b"\x00\x01", b"\x02", 2),
        (b"\xff" * 9 + b"\x7f", b"\x02", 1),
        (b"\x00", b"\xff\xff\x7f", 1),
    ]:
        with pytest.raises(BookError, match="malformed"):
            opened(keys, values, count).value(Position())


def test_a_book_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(BookError, match="cannot be read: No such file"):
        Book.open(tmp_path / "no.book")
    with pytest.raises(BookError, match="cannot be read: Is a directory"):
        Book.open(tmp_path)


# The shipped ones


@pytest.fixture
def shipped_books(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """The folder that the package is made to look for its books in."""
    monkeypatch.setattr(book, "_SHIPPED", tmp_path)
    book.shipped.cache_clear()
    yield tmp_path
    book.shipped.cache_clear()


def test_a_shipped_book_is_used(shipped_books: Path, books: dict[str, Path]) -> None:
    (shipped_books / "4x4.book").write_bytes(books["4x4"].read_bytes())
    solver = Solver(memory_mb=16)
    assert solver.bounds(Position.parse("4x4:")).nodes == 0
    assert solver.book_problem is None
    assert Solver(memory_mb=16, book=False).bounds(Position.parse("4x4:")).nodes > 0


@pytest.mark.parametrize("damage", ["changed", "cut", "empty", "other"])
def test_a_damaged_shipped_book_is_not_used(
    shipped_books: Path, books: dict[str, Path], damage: str
) -> None:
    data = books["4x4"].read_bytes()
    data = {
        "changed": data[:100] + bytes([data[100] ^ 1]) + data[101:],
        "cut": data[:-7],
        "empty": b"",
        "other": books["4x4-xa1"].read_bytes(),
    }[damage]
    (shipped_books / "4x4.book").write_bytes(data)
    solver = Solver(memory_mb=16)
    assert solver.solve(Position.parse("4x4:")) == score_of(0, 16)
    assert solver.book_problem is not None
    assert "4x4.book" in solver.book_problem


# Checking and printing


@pytest.mark.parametrize(("text", "plies"), BOARDS)
def test_verify(books: dict[str, Path], text: str, plies: int) -> None:
    opened = Book.open(books[text])
    told: list[tuple[int, int]] = []
    solved = verify(opened, sample=7, seed=3, memory_mb=16, report=lambda *now: told.append(now))
    assert solved == min(7, opened.counts[-1])
    assert told[-1] == (solved, solved)
    assert verify(opened, sample=0, memory_mb=16) == 0


def with_change(path: Path, ply: int, place: int, value: int) -> Book:
    """The same book with one wrong value and a right checksum."""
    opened = Book.open(path)
    plies = [dict(zip(*opened.ply(n), strict=True)) for n in range(opened.plies + 1)]
    plies[ply][opened.ply(ply)[0][place]] = value
    return Book.from_bytes(book_file.write(opened.rules, plies), "changed")


def test_verify_finds_a_wrong_value(books: dict[str, Path]) -> None:
    for ply in range(6):
        with pytest.raises(BookError, match=r"the book is wrong: it has the value 9 for '4x4:"):
            verify(with_change(books["4x4"], ply, 0, 9), sample=0, memory_mb=16)
    # Wrong where it does not matter to any parent: only solving finds it.
    changed = with_change(books["4x4"], 6, *_without_consequence(books["4x4"]))
    assert verify(changed, sample=0, memory_mb=16) == 0
    with pytest.raises(BookError, match="the book is wrong"):
        verify(changed, sample=10_000, memory_mb=16)


def _without_consequence(path: Path) -> tuple[int, int]:
    """A place of ply 6 and a wrong value for it from which everything above still follows."""
    for place, value in enumerate(Book.open(path).ply(6)[1]):
        if value > 0:  # lost for who moved there, and lost it stays
            try:
                verify(with_change(path, 6, place, value + 2), sample=0, memory_mb=16)
            except BookError:
                continue
            return place, value + 2
    raise AssertionError("every value matters")


def test_verify_finds_a_missing_position(books: dict[str, Path]) -> None:
    opened = Book.open(books["4x4"])
    plies = [dict(zip(*opened.ply(n), strict=True)) for n in range(opened.plies + 1)]
    del plies[5][opened.ply(5)[0][3]]
    short = Book.from_bytes(book_file.write(opened.rules, plies), "short")
    with pytest.raises(
        BookError, match="the book of 4x4 does not have the right positions of ply 5"
    ):
        verify(short, memory_mb=16)


def test_bad_samples(books: dict[str, Path]) -> None:
    with pytest.raises(ff.InvalidOption, match="the sample is -1"):
        verify(Book.open(books["4x4"]), sample=-1)


@pytest.mark.parametrize(("text", "plies"), BOARDS)
def test_export(books: dict[str, Path], text: str, plies: int) -> None:
    opened = Book.open(books[text])
    truth = TRUTHS[text]
    exported = list(export(opened))
    assert len(exported) == len(opened)
    for position, score in exported:
        assert (score.score, score.plies) == (truth.score(position), truth.plies(position))


def test_export_of_positions_that_cannot_be(books: dict[str, Path]) -> None:
    strange = Book.from_bytes(book_file.write(Rules(), [{5: 1}]), "x")
    with pytest.raises(BookError, match="a position of ply 0 that play cannot reach"):
        list(export(strange))


def test_a_book_that_claims_more_positions_than_it_has_bytes_is_refused() -> None:
    text = b"7x6"
    body = book_file.MAGIC + bytes([len(text)]) + text + b"\x00"
    body += b"\xff" * 10 + b"\x01" + b"\x01\x01" + b"\x00\x02"
    with pytest.raises(BookError, match=r"malformed: it says that 1 bytes are \d+ keys"):
        Book.from_bytes(body + hashlib.sha256(body).digest(), "it")

"""Verifies a book, and lists its positions with their scores."""

from collections.abc import Callable, Iterator

from fourfold.errors import BookError
from fourfold.rules import Position
from fourfold.rules.splitmix import SplitMix64
from fourfold.search.book.book import Book
from fourfold.search.book.build import solve_chunk
from fourfold.search.book.positions import layers, values_above
from fourfold.search.score import Score, score_of
from fourfold.support.checks import whole_number

ReportProgress = Callable[[int, int], None]
"""Called with the number of positions solved so far, and of all."""


def verify(
    book: Book,
    sample: int = 100,
    seed: int = 0,
    memory_mb: int = 128,
    report: ReportProgress = lambda solved, total: None,
) -> int:
    """Check a book, and return how many of its positions were solved again.

    It must have exactly the positions that can be reached, its shallower values must follow from
    the deeper ones, and a sample of the deepest must have the values that a search finds.
    Raises BookError with the first thing that is wrong.
    """
    sample = whole_number("the sample", sample, 0)
    rules = book.rules
    found = layers(rules, book.plies)
    deeper: dict[int, int] = {}
    for ply in range(book.plies, -1, -1):
        keys, values = book.ply(ply)
        if list(keys) != sorted(found[ply]):
            raise BookError(f"the book of {rules} does not have the right positions of ply {ply}")
        here = dict(zip(keys, values, strict=True))
        if ply < book.plies:
            above = values_above(rules, book.plies, found[ply], deeper)
            for key, value in here.items():
                if above[key] != value:
                    _raise_wrong(Position(rules, found[ply][key]), value, above[key])
        deeper = here

    games = [moves for _, moves in sorted(found[-1].items())]
    chosen = _sample(games, sample, seed)
    for done, moves in enumerate(chosen):
        report(done, len(chosen))
        position = Position(rules, moves)
        (value,) = solve_chunk(str(rules), memory_mb, [moves])
        if book.value(position) != value:
            _raise_wrong(position, book.value(position), value)
    report(len(chosen), len(chosen))
    return len(chosen)


def export(book: Book) -> Iterator[tuple[Position, Score]]:
    """Yield every position of a book, reached by one of its games, with its score."""
    for ply, layer in enumerate(layers(book.rules, book.plies)):
        keys, values = book.ply(ply)
        for key, value in zip(keys, values, strict=True):
            if key not in layer:
                raise BookError(
                    f"the book of {book.rules} has a position of ply {ply} that play cannot reach"
                )
            yield Position(book.rules, layer[key]), score_of(value, book.rules.playable_cells - ply)


def _sample(games: list[bytes], size: int, seed: int) -> list[bytes]:
    """Return some of the games, in the order of their keys; a seed always gives the same."""
    generator = SplitMix64(seed)
    left = list(range(len(games)))
    chosen = []
    for _ in range(min(size, len(games))):
        place = generator.below(len(left))
        chosen.append(left[place])
        left[place] = left[-1]
        left.pop()
    return [games[place] for place in sorted(chosen)]


def _raise_wrong(position: Position, value: int | None, truth: int) -> None:
    raise BookError(
        f"the book is wrong: it has the value {value} for '{position.to_text()}', which is {truth}"
    )

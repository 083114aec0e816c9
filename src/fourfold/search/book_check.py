"""Whether a book is right, and what it says, position by position."""

from collections.abc import Callable, Iterator

from fourfold.errors import BookError, InvalidOption, describe
from fourfold.rules import Position
from fourfold.rules.splitmix import SplitMix64
from fourfold.search.book import Book
from fourfold.search.book_build import solve_chunk
from fourfold.search.book_positions import layers, values_above
from fourfold.search.score import Score, score_of

Tell = Callable[[int, int], None]
"""Called with the positions solved so far, and all of them."""


def verify(
    book: Book,
    sample: int = 100,
    seed: int = 0,
    memory_mb: int = 128,
    tell: Tell = lambda solved, total: None,
) -> int:
    """Check a book, and return how many of its positions were solved anew.

    It must hold exactly the positions that play leads to, its shallower values must follow from
    the deeper ones, and a sample of the deepest must have the values that a search finds.
    BookError names the first thing that is wrong.
    """
    if type(sample) is not int or sample < 0:
        raise InvalidOption(f"the sample is {describe(sample)}, but must be a whole number from 0")
    rules = book.rules
    found = layers(rules, book.plies)
    deeper: dict[int, int] = {}
    for ply in range(book.plies, -1, -1):
        keys, values = book.ply(ply)
        if list(keys) != sorted(found[ply]):
            raise BookError(f"the book of {rules} does not hold the positions of ply {ply}")
        here = dict(zip(keys, values, strict=True))
        if ply < book.plies:
            above = values_above(rules, book.plies, found[ply], deeper)
            for key, value in here.items():
                if above[key] != value:
                    _wrong(Position(rules, found[ply][key]), value, above[key])
        deeper = here

    games = [moves for _, moves in sorted(found[-1].items())]
    chosen = _sample(games, sample, seed)
    for done, moves in enumerate(chosen):
        tell(done, len(chosen))
        position = Position(rules, moves)
        (value,) = solve_chunk(str(rules), memory_mb, [moves])
        if book.value(position) != value:
            _wrong(position, book.value(position), value)
    tell(len(chosen), len(chosen))
    return len(chosen)


def export(book: Book) -> Iterator[tuple[Position, Score]]:
    """Every position of a book, by one game that leads to it, with its score."""
    for ply, layer in enumerate(layers(book.rules, book.plies)):
        keys, values = book.ply(ply)
        for key, value in zip(keys, values, strict=True):
            if key not in layer:
                raise BookError(
                    f"the book of {book.rules} has a position of ply {ply} that play cannot reach"
                )
            yield Position(book.rules, layer[key]), score_of(value, book.rules.playable_cells - ply)


def _sample(games: list[bytes], size: int, seed: int) -> list[bytes]:
    """Some of the games, the same for ever for a seed, in the order of their keys."""
    generator = SplitMix64(seed)
    left = list(range(len(games)))
    chosen = []
    for _ in range(min(size, len(games))):
        place = generator.below(len(left))
        chosen.append(left[place])
        left[place] = left[-1]
        left.pop()
    return [games[place] for place in sorted(chosen)]


def _wrong(position: Position, value: int | None, truth: int) -> None:
    raise BookError(
        f"the book is wrong: it has the value {value} for '{position.to_text()}', which is {truth}"
    )

"""The balanced openings of 7x6: made again in part, and a sample proven without a book."""

from collections import Counter

import pytest

from fourfold.arena.balanced_suite import PLIES, file_text, is_quiet, make, verify
from fourfold.arena.openings import SUITE_FILE, balanced, identity
from fourfold.rules import Position
from fourfold.search import Solver

SAMPLE = 400


def test_the_file_is_the_suite() -> None:
    suite = balanced()
    assert SUITE_FILE.read_text(encoding="utf-8") == file_text(suite)
    assert Counter(opening.ply for opening in suite) == {6: 921, 8: PLIES[8]}
    assert len({identity(opening) for opening in suite}) == len(suite)
    assert all(map(is_quiet, suite))


def test_the_shorter_openings_are_made_again() -> None:
    """Those of eight plies, too, by scripts/make_balanced_openings.py, which takes longer."""
    made = make(6, PLIES[6], Solver())
    assert made == [opening for opening in balanced() if opening.ply == 6]


def test_a_sample_is_proven_without_the_book() -> None:
    assert list(verify(balanced()[::SAMPLE], Solver(book=False))) == []


@pytest.mark.parametrize(
    ("texts", "wrong"),
    [
        (["7x6:377673", "7x6:511215"], "'7x6:511215' is the same as '7x6:377673', or its mirror"),
        (["8x6:"], "'8x6:' is not an opening of 7x6"),
        (["7x6:"], "'7x6:' is not a draw"),
        (["7x6:121212"], "'7x6:121212' is decided, or a player could complete four at once"),
        (["7x6:12121"], "'7x6:12121' is decided, or a player could complete four at once"),
    ],
)
def test_what_does_not_belong(texts: list[str], wrong: str) -> None:
    told: list[tuple[int, int]] = []
    openings = [Position.parse(text) for text in texts]
    found = list(verify(openings, Solver(), lambda done, total: told.append((done, total))))
    assert len(found) == 1
    assert found[0].startswith(wrong)
    assert told[-1] == (len(texts), len(texts))

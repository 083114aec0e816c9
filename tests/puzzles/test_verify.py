"""Every claim of a puzzle is proven, and a false claim is found."""

from dataclasses import replace

import pytest

from fourfold.puzzles import Goal, Puzzle, load_puzzles
from fourfold.puzzles.puzzle import parse_puzzle
from fourfold.puzzles.similarity import similarity_keys
from fourfold.puzzles.verify import verify_puzzles
from fourfold.rules import Position
from fourfold.rules.notation import format_moves

from .samples import sample

TRUE = "7x6:52543344447462 win 657 2 953 only-defence,two-threats,win-in-2"
PUZZLE = parse_puzzle(TRUE)


def test_a_sample_of_the_shipped_puzzles_is_true() -> None:
    assert list(verify_puzzles(dict.fromkeys(sample(120, seed=1)))) == []


def test_no_two_shipped_puzzles_are_alike() -> None:
    keys = [key for p in load_puzzles() for key in similarity_keys(p.start, p.goal, p.line)]
    assert len(set(keys)) == 2 * len(load_puzzles())


def test_a_true_puzzle_is_left_alone() -> None:
    assert list(verify_puzzles([PUZZLE])) == []


@pytest.mark.parametrize(
    ("false", "sentence"),
    [
        (replace(PUZZLE, goal=Goal.DRAW), "has a win at ply 1 of its line, not a draw"),
        (replace(PUZZLE, line=(0,)), "has a loss at ply 1 of its line, not a win"),
        (
            replace(PUZZLE, line=(5, 0, 4)),
            "has column 7 as well at ply 3 of its line: win",
        ),
        (replace(PUZZLE, line=(5, 4)), "does not end with an own ply"),
        (replace(PUZZLE, line=(5, 4, 6, 0)), "is over before ply 4 of its line"),
        (replace(PUZZLE, moves=3), "is said to last 3 moves, but lasts 3 plies"),
        (replace(PUZZLE, rating=100), "has the rating 100"),
        (replace(PUZZLE, themes=("zugzwang",)), "is said to be zugzwang, but is only-defence,two-"),
        (replace(PUZZLE, position="7x6:44444444"), "cannot be played: ply 7 is '4', but column 4"),
        (replace(PUZZLE, position="7x6:4433", line=(4,)), "has column 2 as well at ply 1 of"),
        (replace(PUZZLE, position=f"7X6:{PUZZLE.position[4:]}"), "cannot be played: rules '7X6'"),
    ],
)
def test_a_false_claim_is_found(false: Puzzle, sentence: str) -> None:
    found = list(verify_puzzles([false]))
    assert any(sentence in each for each in found), found


def test_a_reply_that_resists_less_is_found() -> None:
    wins = (puzzle for puzzle in load_puzzles() if puzzle.goal is Goal.WIN)
    puzzle = next(puzzle for puzzle in wins if puzzle.moves >= 4 and len(puzzle.line) > 2)
    step = puzzle.own_steps[0] + 1
    found: list[str] = []
    for column in puzzle.position_at(step).legal_columns:
        line = (*puzzle.line[:step], column, *puzzle.line[step + 1 :])
        found += verify_puzzles([replace(puzzle, line=line)])
    longer = f"has a longer resistance than ply {step + 1} of its line"
    assert any(longer in sentence for sentence in found)


def test_mirror_images_and_transpositions_are_found() -> None:
    start = PUZZLE.start
    mirrored = Position(start.rules, [6 - column for column in start.moves])
    swapped = "7x6:54523344447462"
    assert Position.parse(swapped).key == start.key
    image = replace(PUZZLE, position=mirrored.to_text(), line=tuple(6 - c for c in PUZZLE.line))
    other = replace(PUZZLE, position=swapped)
    for twin in (image, other):
        found = list(verify_puzzles([PUZZLE, twin]))
        assert f"{twin.position} has the board, or its mirror image, of {PUZZLE.position}" in found


def test_positions_that_differ_in_what_does_not_matter_are_similar() -> None:
    assert format_moves(PUZZLE.line, 7) == "657"
    (_, here) = similarity_keys(PUZZLE.start, PUZZLE.goal, PUZZLE.line)
    (_, there) = similarity_keys(PUZZLE.start.mirror(), PUZZLE.goal, (1, 2, 0))
    assert here == there
